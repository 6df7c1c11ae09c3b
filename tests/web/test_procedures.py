"""The poker room's procedures over the API: whole procedures by their people, each request sent twice."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record import accounts
from croupier.house.record.ledger import Group

from ..house.poker_events import post
from .lab import Lab, csrf, lab

PLACE = "horseshoe-baltimore"
BASE = f"/api/v1/procedures/{PLACE}"
CONTAINER = ["locked", "marked", "slip-visible"]
_commands = itertools.count(1)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path) as made:
        lines = ((accounts.house(PLACE), -500_000_00), (accounts.cage(PLACE), 500_000_00))

        async def bank() -> None:
            def work(tx: Any) -> None:
                made.house.ledger.open(tx, *accounts.of_property(PLACE))
                made.house.ledger.post(tx, Group(kind="bank", by="system", lines=lines))

            await made.house.write(work)

        made.do(bank)
        signed(made, "manager", "/banks", name="P-1", par=1_500_00)
        post(made.house, "T-1")
        yield made


@pytest.fixture(autouse=True)
def whole(floor: Lab) -> Iterator[None]:
    yield
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
        assert floor.house.documents.gaps(conn) == []


def twice(floor: Lab, badge: str, path: str, status: int = 200, **body: Any) -> Any:
    """Send a command two times: it acts once, and the second answer is the first."""
    body |= {"command": f"c-{next(_commands)}"}
    client = floor.program(badge)
    answers = [client.post(BASE + path, json=body) for _ in range(2)]
    assert [a.status_code for a in answers] == [status, status], answers[0].text
    if status != 204:
        assert answers[0].json() == answers[1].json()
        return answers[0].json()
    return None


def signed(floor: Lab, badge: str, path: str, status: int = 201, **body: Any) -> Any:
    return twice(floor, badge, path, status, password=PASSWORD, **body)


def line(floor: Lab, badge: str, slip: Any, step: str, **body: Any) -> Any:
    return signed(floor, badge, f"/slips/{slip['id']}/{step}", 200, **body)


def get(floor: Lab, badge: str, path: str) -> Any:
    answer = floor.program(badge).get(BASE + path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_everybody_reads_the_code_and_only_staff_the_slips(floor: Lab) -> None:
    shown = get(floor, "player", "/rules")
    assert len(shown["conduct"]) == 23 and shown["slips"] == {}
    assert shown["rulebook"] == f"{PLACE}/room@2018-06-18"
    assert "rack-exchange" in get(floor, "dealer", "/rules")["slips"]


def test_a_patron_is_reported_suspended_and_let_in_again(floor: Lab) -> None:
    twice(floor, "dealer", "/reports", 201, patron="player-2", offence="stalling", table="P-1")
    about = {"patron": "player-2", "kind": "suspension", "offence": "stalling", "hours": 4}
    made = signed(floor, "supervisor", "/sanctions", **about)
    (found,) = get(floor, "clerk", "/sanctions?patron=player-2")
    assert found["in_force"] and found["clause"] == "1.PE.8"
    signed(floor, "manager", f"/sanctions/{made['id']}/lift", 200, reason="a mistake")
    assert not get(floor, "clerk", "/sanctions?patron=player-2")[0]["in_force"]
    wrong = {**about, "kind": "barring", "hours": 0, "password": PASSWORD}
    refused = floor.program("supervisor").post(BASE + "/sanctions", json=wrong)
    assert (refused.status_code, refused.json()["clause"]) == (403, "1.CC.0, 1.PE.0")


def test_a_rack_from_its_amount_to_its_container(floor: Lab) -> None:
    chips = {"500": 300}
    signed(floor, "manager", "/banks", name="CART-1", kind="cart", par=20_000_00)
    slip = signed(floor, "dealer", "/slips", kind="opening", table="P-1", chips=chips)
    line(floor, "supervisor", slip, "verify", chips=chips)
    signed(floor, "dealer-2", "/slips", kind="rack-count", table="P-1", chips=chips)
    slip = signed(floor, "dealer-2", "/slips", kind="rack-exchange", table="P-1", cents=100_00)
    line(floor, "clerk", slip, "carry")
    line(floor, "cage", slip, "exchange", chips={"100": 100})
    verified_by_who_counted(floor, "dealer-2", f"/slips/{slip['id']}")
    slip = signed(floor, "clerk", "/slips", kind="cart-fill", table="P-1", cart="CART-1", chips={"500": 20})
    line(floor, "dealer-2", slip, "verify", chips={"500": 20})
    body = {"kind": "cash-for-chips", "patron": "player-2", "cents": 200_00}
    assert twice(floor, "clerk", "/banks/CART-1/exchanges", **body) == {"balance": 200_00}
    twice(floor, "supervisor-2", "/banks/P-1/key", 204)
    shown = get(floor, "supervisor", "/banks/P-1?dealer=dealer-2")
    assert (shown["open"], shown["worth"], shown["variances"]) == (True, 1_500_00, [])
    assert [held["dealer"] for held in shown["custody"]] == ["dealer-2", "dealer"]
    assert [lack["clause"] for lack in shown["lacks"]] == ["6.4"]
    assert shown["stacks"] == [{"denomination": 500, "count": 300, "of": 5, "full": 60, "rest": 0, "spacers": 14}]
    slip = signed(floor, "dealer-2", "/slips", kind="closing", table="P-1", chips=chips, shift="day")
    line(floor, "supervisor", slip, "verify", chips=chips, container="cage", items=CONTAINER)
    worth = {bank["name"]: bank["worth"] for bank in get(floor, "cage", "/banks")}
    assert worth == {"P-1": 1_500_00, "CART-1": 20_000_00}


def verified_by_who_counted(floor: Lab, badge: str, path: str) -> None:
    """The page says that the last line may be signed by who signed the first, and takes his signature."""
    assert "who signed “Counted”" in floor.browser("cage").get(path).text
    client = floor.browser(badge)
    page = client.get(path)
    assert "Signatures · each by another person unless said" in page.text
    assert f"May be the same person: badge {badge}, who signed “Counted”" in page.text
    form = {"step": "verify", "chips-100": "100", "password": PASSWORD, "csrf": csrf(page.text)}
    client.headers.pop("x-csrf")
    assert client.post(f"{path}/sign", data=form).status_code == 303
    assert "Verified" in client.get(path).text
    assert "May be the same person" not in client.get(path).text


def test_a_deck_from_the_drawer_to_the_drawer(floor: Lab) -> None:
    signed(floor, "supervisor", "/decks", label="D-1")
    signed(floor, "supervisor", "/decks", label="R-1", kind="replacement")
    slip = signed(floor, "dealer", "/slips", kind="deck", table="P-1", deck="D-1")
    line(floor, "supervisor", slip, "verify")
    assert [d["label"] for d in get(floor, "dealer", "/decks?place=table")] == ["D-1"]
    card = {"deck": "D-1", "replacement": "R-1", "card": 28}
    signed(floor, "supervisor", "/slips", kind="card-replacement", table="P-1", **card)
    signed(floor, "supervisor", "/slips", kind="deck-destruction", deck="R-1", items=["bagged", "labelled"])
    assert get(floor, "dealer", "/decks?overdue=true") == []
    items = ["suited", "bagged", "labelled"]
    signed(floor, "dealer", "/slips", kind="deck-removal", table="P-1", deck="D-1", items=items)
    places = {d["label"]: d["place"] for d in get(floor, "dealer", "/decks")}
    assert places == {"D-1": "used-card-drawer", "R-1": "destruction"}


def test_tokens_into_the_box_and_out_of_it(floor: Lab) -> None:
    given = {"act": "buy-in", "patron": "player", "cents": 500_00, "property": PLACE}
    floor.program("cage").post("/api/v1/cage", json=given).raise_for_status()
    slip = signed(floor, "dealer", "/slips", kind="token-box", box="4")
    assert twice(floor, "player", "/tips", dealer="dealer", cents=60_00) == {"box": 60_00}
    full = signed(floor, "dealer", "/slips", kind="token-box-full", full=True)
    line(floor, "cage", full, "pay", chips={"500": 12})
    twice(floor, "player", "/tips", dealer="dealer", cents=25_00)
    line(floor, "dealer", slip, "hand-in")
    line(floor, "cage", slip, "pay", chips={"2500": 1})
    assert {e["badge"]: e["tokens"] for e in get(floor, "manager", "/tips")}["dealer"] == 85_00


def test_a_tournaments_staffing_money_to_the_paychecks(floor: Lab) -> None:
    assert get(floor, "manager", "/staffing") == {"tournaments": {}, "shared": None, "waits": ""}
    assert twice(floor, "cage", "/staffing", tournament="T-1", kind="staffing-fee", cents=100_00)["collected"] == 100_00
    assert "pool waits" in get(floor, "manager", "/staffing")["waits"]
    for badge, kind, about in (
        ("dealer", "down-card", {"tournament": "T-1", "minutes": 60}),
        ("clerk", "work-card", {"job": "poker-clerk", "minutes": 60}),
    ):
        slip = signed(floor, badge, "/slips", kind=kind, **about)
        line(floor, "supervisor", slip, "confirm")
    assert get(floor, "manager", "/staffing")["shared"]["owed"] == {"dealer": 67_00, "clerk": 33_00}
    slip = signed(floor, "cage", "/slips", kind="tip-pool", cents=100_00)
    assert line(floor, "manager", slip, "distribute")["state"] == "distributed"
    assert {e["badge"]: e["pool"] for e in get(floor, "manager", "/tips")} == {"dealer": 67_00, "clerk": 33_00}


def test_another_property_has_no_room_and_another_kind_no_slip(floor: Lab) -> None:
    other = "/api/v1/procedures/hard-rock-cincinnati"
    assert floor.program("manager").get(other + "/rules").status_code == 404
    body = {"kind": "token-box", "box": "1", "password": PASSWORD}
    assert floor.program("dealer").post(other + "/slips", json=body).status_code == 404
    body = {"kind": "fill", "table": "P-1", "password": PASSWORD}
    assert floor.program("supervisor").post(BASE + "/slips", json=body).status_code == 404
    body = {"kind": "opening", "table": "BJ-1", "chips": {"500": 1}, "password": PASSWORD}
    assert floor.program("dealer").post(BASE + "/slips", json=body).status_code == 404


def sends(floor: Lab, badge: str, act: str, status: int = 303, **values: Any) -> str:
    """A form of the page of papers, sent twice with one command, as a browser without a script sends it."""
    browser = floor.browser(badge)
    form = {"csrf": browser.headers.pop("x-csrf"), "house": PLACE, "command": f"p-{next(_commands)}", **values}
    answers = [browser.post(f"/room/papers/{act}", data=form) for _ in range(2)]
    assert [a.status_code for a in answers] == [status, status], answers[0].text
    return str(answers[0].text)


def under_way(floor: Lab, kind: str, table: str = "") -> dict[str, Any]:
    with floor.storage.reading() as conn:
        (found,) = floor.house.documents.find(conn, kind=kind, table_id=table or None, unfinished=True)
    return {"document": found.id, "kind": kind, "state": found.state, "at": found.id, "password": PASSWORD}


def test_a_rack_and_a_cart_from_the_page_of_papers(floor: Lab) -> None:
    """What a program does with a rack, a cart and a container's key, its people do by forms, by the same rules."""
    worth = {bank["name"]: bank["worth"] for bank in get(floor, "cage", "/banks")}
    about = {"kind": "cart", "name": "CART-9", "at": "bank", "password": PASSWORD}
    told = sends(floor, "manager", "bank", 422, par="90,000", **about)
    assert "can&#39;t be set for a cart" in told and "Clause 5.6" in told and 'value="90,000"' in told
    sends(floor, "manager", "bank", par="10,000", **about)
    sends(floor, "manager", "bank", par="1,500", **about | {"kind": "rack", "name": "P-9"})
    assert {bank["name"]: bank["worth"] for bank in get(floor, "cage", "/banks")} == {
        **worth, "CART-9": 10_000_00, "P-9": 1_500_00,
    }  # fmt: skip
    chips = {"500": 300}
    slip = signed(floor, "dealer", "/slips", kind="opening", table="P-9", chips=chips)
    line(floor, "supervisor", slip, "verify", chips=chips)
    page = floor.browser("clerk").get(f"/room/papers?house={PLACE}").text
    assert "Exchange at cart CART-9" in page and "Take the key" not in page and "Set the amount" not in page
    bought = {"name": "CART-9", "patron": "player-2", "at": "exchange-CART-9", "amount": "20,000"}
    told = sends(floor, "clerk", "exchange", 422, kind="cash-for-chips", **bought)
    assert "can&#39;t be exchanged here" in told and 'value="player-2"' in told
    before = balance(floor, "player-2")
    sends(floor, "clerk", "exchange", kind="cash-for-chips", **bought | {"amount": "150"})
    sends(floor, "clerk", "exchange", kind="chips-for-chips", **bought | {"amount": "150"})
    assert balance(floor, "player-2") - before == 150_00
    told = sends(floor, "clerk", "exchange", 422, kind="chips-for-cash", **bought | {"amount": "150"})
    assert "go to the cage" in told and "Clause 5.7a" in told
    slip = {"kind": "rack-exchange", "at": "begin-rack-exchange", "cents": "100", "password": PASSWORD}
    told = sends(floor, "dealer", "slip", 422, table="P-8", **slip)  # a name that was mistyped comes back to its form
    assert "The room has no rack &#39;P-8&#39;" in told and 'value="P-8"' in told
    sends(floor, "dealer", "slip", table="P-9", **slip)
    sends(floor, "clerk", "sign", step="carry", **under_way(floor, "rack-exchange", "P-9"))
    sends(floor, "cage", "sign", step="exchange", **under_way(floor, "rack-exchange", "P-9") | {"chips-100": "100"})
    sends(floor, "dealer", "sign", step="verify", **under_way(floor, "rack-exchange", "P-9") | {"chips-100": "100"})
    offered = {"kind": "cart-fill", "table": "P-9", "cart": "CART-9", "chips-500": "20", "password": PASSWORD}
    sends(floor, "clerk", "slip", **offered)
    sends(floor, "dealer", "sign", step="verify", **under_way(floor, "cart-fill", "P-9") | {"chips-500": "20"})
    assert "<option >P-9</option>" in floor.browser("supervisor-2").get(f"/room/papers?house={PLACE}").text
    sends(floor, "supervisor-2", "key", name="P-9", at="key")
    sends(floor, "clerk", "key", 403, name="P-9", at="key")
    shown = get(floor, "supervisor", "/banks/P-9")
    assert (shown["open"], shown["worth"], shown["variances"]) == (True, 1_500_00, [])
    with floor.storage.reading() as conn:
        taken = floor.house.people.logged(conn, "supervisor-2", "P-9", 10, kind="container.key")
    assert [line.outcome for line in taken] == ["done"], "taken once, however often the form was sent"


def test_a_damaged_card_and_its_replacement_deck_on_the_page_of_papers(floor: Lab) -> None:
    entered = {"maker": "Best Cards", "at": "deck", "password": PASSWORD}
    sends(floor, "supervisor", "deck", label="D-9", kind="set", **entered)
    sends(floor, "supervisor", "deck", label="R-9", kind="replacement", **entered)
    signed(floor, "manager", "/banks", name="P-8", par=1_500_00)
    sends(floor, "dealer", "slip", kind="deck", table="P-8", deck="D-9", password=PASSWORD)
    sends(floor, "supervisor", "sign", step="verify", **under_way(floor, "deck", "P-8"))
    damaged = {"kind": "card-replacement", "table": "P-8", "deck": "D-9", "replacement": "R-9", "password": PASSWORD}
    told = sends(floor, "supervisor", "slip", 422, card="zz", at="begin-card-replacement", **damaged)
    assert "is no card" in told
    sends(floor, "supervisor", "slip", card="9h", **damaged)
    bagged = {"kind": "deck-destruction", "deck": "R-9", "at": "begin-deck-destruction", "password": PASSWORD}
    assert "Not done: bagged, labelled" in sends(floor, "supervisor", "slip", 422, **bagged)
    sends(floor, "supervisor", "slip", **bagged | {"item-bagged": "yes", "item-labelled": "yes"})
    places = {deck["label"]: deck["place"] for deck in get(floor, "dealer", "/decks")}
    assert (places["D-9"], places["R-9"]) == ("table", "destruction")


def test_a_full_box_and_the_pool_on_the_page_of_papers(floor: Lab) -> None:
    given = {"act": "buy-in", "patron": "player", "cents": 500_00, "property": PLACE}
    floor.program("cage").post("/api/v1/cage", json=given).raise_for_status()
    post(floor.house, "T-9")
    sends(floor, "dealer", "slip", kind="token-box", box="9", password=PASSWORD)
    twice(floor, "player", "/tips", dealer="dealer", cents=60_00)
    sends(floor, "dealer", "slip", kind="token-box-full", full="yes", password=PASSWORD)
    sends(floor, "cage", "sign", step="pay", **under_way(floor, "token-box-full") | {"chips-500": "12"})
    told = sends(floor, "cage", "staffing", 422, tournament="T-9", kind="tips", amount="100", at="staffing")
    assert "is no staffing money" in told and "Clause 7.8" in told
    sends(floor, "cage", "staffing", tournament="T-9", kind="staffing-fee", amount="100")
    for badge, kind, about in (
        ("dealer", "down-card", {"tournament": "T-9", "minutes": "60"}),
        ("clerk", "work-card", {"job": "poker-clerk", "minutes": "60"}),
    ):
        sends(floor, badge, "slip", kind=kind, password=PASSWORD, **about)
        sends(floor, "supervisor", "sign", step="confirm", **under_way(floor, kind))
    sends(floor, "cage", "slip", kind="tip-pool", cents="100", password=PASSWORD)
    sends(floor, "manager", "sign", step="distribute", cage_percent="0", **under_way(floor, "tip-pool"))
    assert get(floor, "manager", "/staffing")["tournaments"] == {}


def balance(floor: Lab, patron: str) -> int:
    with floor.storage.reading() as conn:
        return floor.house.ledger.balance(conn, accounts.patron(patron))
