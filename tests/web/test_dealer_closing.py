"""A dealer's screen at a table that closes, and how patrons leave from it."""

import re
from collections.abc import Iterator

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.money.chips import cut
from croupier.house.record import accounts
from croupier.rounds import acts

from .lab import Lab, lab

TABLE = "TCP-111"


@pytest.fixture
def floor(tmp_path: object) -> Iterator[Lab]:
    with lab(tmp_path, "three-card-poker") as made:  # type: ignore[arg-type]
        yield made


def person(floor: Lab, badge: str) -> object:
    with floor.storage.reading() as conn:
        return floor.house.people.get(conn, badge)


def act(floor: Lab, badge: str, given: object) -> None:
    floor.do(lambda: floor.house.answer(TABLE, person(floor, badge), given))  # type: ignore[arg-type]


def test_a_closing_table_says_so_and_takes_nobody(floor: Lab) -> None:
    dealer, pit = floor.browser("dealer"), floor.browser("supervisor")
    act(floor, "dealer", acts.Sit(2, "player", 500_00))
    assert "Seat a patron" in dealer.get(f"/deal/{TABLE}").text
    done = pit.post(f"/pit/{TABLE}/begin-closing", data={"csrf": pit.headers["x-csrf"]})
    assert done.status_code == 303, done.text
    page = dealer.get(f"/deal/{TABLE}").text
    assert "This table is closing" in page
    assert "1 position is still taken" in page
    assert "Seat a patron" not in page
    assert "Shuffled and cut" not in page
    done = pit.post(f"/pit/{TABLE}/clear-seats", data={"csrf": pit.headers["x-csrf"]})
    assert done.status_code == 303, done.text
    page = dealer.get(f"/deal/{TABLE}").text
    assert "Nobody sits here any more" in page
    # It stays true when the counts are done: what is lacking is told in one place.
    assert "the page says what is still to be counted" in page and "counted next" not in page


def test_a_count_and_a_drop_under_way_are_told_with_the_way_to_their_slips(floor: Lab) -> None:
    pit = floor.app.state.floor.pit
    floor.do(lambda: pit.begin_closing(person(floor, "supervisor"), TABLE))  # type: ignore[arg-type]
    supervisor, api = floor.browser("supervisor"), "/api/v1/documents"
    assert "The inventory is not counted." in supervisor.get(f"/pit/{TABLE}").text

    def begun(badge: str, kind: str, **stated: object) -> str:
        given = {"kind": kind, "table": TABLE, "password": PASSWORD, **stated}
        return str(floor.program(badge).post(api, json=given).raise_for_status().json()["id"])

    slip, box = begun("dealer", "closing", chips={"10000": 3}), begun("security", "drop")
    shown = supervisor.get(f"/pit/{TABLE}").text
    lacking = re.findall(r'<div class="row lack">.*?</div>', shown, re.DOTALL)
    assert any("waits for its second signature" in one and f'href="/slips/{slip}"' in one for one in lacking)
    assert any("The drop box is off the table" in one and f'href="/slips/{box}"' in one for one in lacking)
    assert "The inventory is not counted." not in shown
    other = {"password": PASSWORD, "chips": {"10000": 2}, "container": "cage", "differs": True}
    floor.program("supervisor").post(f"{api}/{slip}/steps/verify", json=other).raise_for_status()
    assert "The two counts of closing count 000001 differ: two people void it" in supervisor.get(f"/pit/{TABLE}").text


def test_the_form_of_limits_is_locked_with_its_reason_while_a_wager_lies_there(floor: Lab) -> None:
    act(floor, "dealer", acts.Sit(2, "player", 500_00))
    supervisor = floor.browser("supervisor")
    shown = supervisor.get(f"/pit/{TABLE}").text
    assert '<button class="button main large">Change between rounds</button>' in shown  # a shuffle is awaited
    act(floor, "dealer", acts.Shuffled(0))
    act(floor, "dealer", acts.Bet(2, "ante", 10_00))
    shown = supervisor.get(f"/pit/{TABLE}").text
    assert '<button class="button main large">Change between rounds</button>' not in shown
    reason = f"Wagers lie on the layout at {TABLE}. Limits and options change between rounds"
    assert reason in shown and 'aria-describedby="why-options"' in shown
    form = {"csrf": supervisor.headers["x-csrf"], "password": PASSWORD, "least": "50"}
    refused = supervisor.post(f"/pit/{TABLE}/options", data=form)
    assert (refused.status_code, reason in refused.text) == (409, True)


def test_wagers_that_lie_there_are_played_before_the_table_closes(floor: Lab) -> None:
    act(floor, "dealer", acts.Shuffled(0))
    act(floor, "dealer", acts.Sit(2, "player", 500_00))
    act(floor, "dealer", acts.Bet(2, "ante", 10_00))
    assert 'data-mark="bet"' in floor.browser("dealer").get(f"/deal/{TABLE}").text
    floor.do(lambda: floor.app.state.floor.pit.begin_closing(person(floor, "supervisor"), TABLE))  # type: ignore[arg-type]
    page = floor.browser("dealer").get(f"/deal/{TABLE}").text
    assert "This table is closing: play the wagers that lie there" in page
    assert "Close the wagers" in page
    assert 'data-mark="bet"' not in page


def test_a_patron_whom_the_dealer_seated_is_coloured_up_and_leaves(floor: Lab) -> None:
    dealer = floor.browser("dealer")
    sent = {"what": "sit", "position": "2", "patron": "walk-in", "amount": "$230"}
    done = dealer.post(f"/deal/{TABLE}/mark", json=sent)
    assert done.status_code == 200, done.text
    page = dealer.get(f"/deal/{TABLE}").text
    assert ": colour up and leave" in page
    assert "$230.00, as 2 × $100, 1 × $25, 1 × $5. It stands to his credit at the cage." in page
    assert "in demo chips" in page  # what this table of a demonstration sells
    act(floor, "dealer", acts.Shuffled(0))
    act(floor, "dealer", acts.Bet(2, "ante", 10_00))
    assert ": colour up and leave" not in dealer.get(f"/deal/{TABLE}").text
    refused = dealer.post(f"/deal/{TABLE}/mark", json={"what": "leave", "position": "2"})
    assert refused.status_code == 422
    assert "has wagers on the layout" in refused.text
    act(floor, "dealer", acts.Take(2, "ante"))
    left = dealer.post(f"/deal/{TABLE}/mark", json={"what": "leave", "position": "2"})
    assert left.status_code == 200, left.text
    assert left.json()["said"] == "Position 2 has left with $230.00"
    assert floor.app.state.floor.cage.balance("walk-in") == 230_00
    assert "walk-in leaves" not in dealer.get(f"/deal/{TABLE}").text


def test_a_name_that_is_nobodys_and_brings_nothing_is_refused_in_words(floor: Lab) -> None:
    sent = {"what": "sit", "position": "2", "patron": "nobody", "amount": ""}
    refused = floor.browser("dealer").post(f"/deal/{TABLE}/mark", json=sent)
    assert refused.status_code == 422
    assert "No patron has badge nobody." in refused.text
    assert not floor.do(lambda: floor.house.table(TABLE)).occupancy


def signed(floor: Lab, badge: str, document: str, step: str, **stated: object) -> dict[str, object]:
    path = f"/api/v1/documents/{document}/steps/{step}"
    answer = floor.program(badge).post(path, json={"password": PASSWORD, **stated})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def begun(floor: Lab, badge: str, kind: str, **stated: object) -> str:
    asked = {"kind": kind, "table": TABLE, "password": PASSWORD, **stated}
    answer = floor.program(badge).post("/api/v1/documents", json=asked)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_table_closes_counted_and_emptied_and_both_doors_keep_the_rule(floor: Lab) -> None:
    pit, program = floor.browser("supervisor"), floor.program("supervisor")
    close = {"act": "close", "password": PASSWORD}
    sent = pit.post(f"/pit/{TABLE}/begin-closing", data={"csrf": pit.headers["x-csrf"]})
    assert sent.status_code == 303
    page = pit.get(f"/pit/{TABLE}").text
    assert "The inventory is not counted." in page
    assert "Begun by a dealer" in page
    assert "The drop box is still on the table." in page
    assert "Begun by security" in page
    assert 'href="#begin-drop"' in floor.browser("security").get(f"/pit/{TABLE}").text
    refused = program.post(f"/api/v1/tables/{TABLE}/life", json=close)
    assert refused.status_code == 422
    assert "2 steps are open" in refused.text
    token = pit.headers.pop("x-csrf")
    refused = pit.post(f"/pit/{TABLE}/close", data={"csrf": token, "password": PASSWORD})
    assert "2 steps are open" in refused.text

    with floor.storage.reading() as conn:
        chips = {str(k): n for k, n in cut(floor.house.ledger.balance(conn, accounts.inventory(TABLE))).items()}
    count = begun(floor, "dealer", "closing", chips=chips)
    signed(floor, "supervisor-2", count, "verify", chips=chips, container="cage")
    drop = begun(floor, "security", "drop")
    signed(floor, "supervisor-2", drop, "witness")
    assert f"/slips/{drop}" in pit.get(f"/pit/{TABLE}").text
    signed(floor, "cage", drop, "count", cents=0)
    assert signed(floor, "manager", drop, "verify", cents=0)["state"] == "verified"
    assert "Nothing is lacking." in pit.get(f"/pit/{TABLE}").text
    done = program.post(f"/api/v1/tables/{TABLE}/life", json=close)
    assert done.json()["state"] == "closed", done.text


def test_a_written_nought_is_a_count_on_the_page_too(floor: Lab) -> None:
    drop = begun(floor, "security", "drop")
    signed(floor, "supervisor", drop, "witness")
    cage = floor.browser("cage")
    token = cage.headers.pop("x-csrf")
    form = {"csrf": token, "password": PASSWORD, "step": "count", "amount": "0"}
    assert cage.post(f"/slips/{drop}/sign", data=form).status_code == 303
    assert floor.program("cage").get(f"/api/v1/documents/{drop}").json()["state"] == "counted"
