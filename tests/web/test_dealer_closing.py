"""A dealer's screen at a table that closes, and how patrons leave from it."""

from collections.abc import Iterator

import pytest

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
    assert "Nobody sits here any more" in dealer.get(f"/deal/{TABLE}").text


def test_wagers_that_lie_there_are_played_before_the_table_closes(floor: Lab) -> None:
    act(floor, "dealer", acts.Shuffled(0))
    act(floor, "dealer", acts.Sit(2, "player", 500_00))
    act(floor, "dealer", acts.Bet(2, "ante", 10_00))
    floor.do(lambda: floor.app.state.floor.pit.begin_closing(person(floor, "supervisor"), TABLE))  # type: ignore[arg-type]
    page = floor.browser("dealer").get(f"/deal/{TABLE}").text
    assert "This table is closing: play the wagers that lie there" in page
    assert "Close the wagers" in page
    assert "Mark a wager" not in page


def test_a_patron_whom_the_dealer_seated_is_coloured_up_and_leaves(floor: Lab) -> None:
    dealer = floor.browser("dealer")
    sent = {"what": "sit", "position": "2", "patron": "walk-in", "amount": "$230"}
    done = dealer.post(f"/deal/{TABLE}/mark", json=sent)
    assert done.status_code == 200, done.text
    page = dealer.get(f"/deal/{TABLE}").text
    assert "Colour up and leave" in page
    assert "$230.00, as 2 × $100, 1 × $25, 1 × $5. It stands to his credit at the cage." in page
    assert "in demo chips" in page  # what this table of a demonstration sells
    act(floor, "dealer", acts.Shuffled(0))
    act(floor, "dealer", acts.Bet(2, "ante", 10_00))
    assert "Colour up and leave" not in dealer.get(f"/deal/{TABLE}").text
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
