"""Rules between people: cash and hours that no second place is told of, tried over HTTP by who wants to gain by it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US
from croupier.house.tables.equipment import checklist

from ..house.poker_events import post
from .lab import Lab, lab, sent
from .money_table import CHIPS, SIGNED, act, again, begin, dealers, life, ok, opened, sign

BALTIMORE, HARD_ROCK = "horseshoe-baltimore", "hard-rock-cincinnati"
ROOM = f"/api/v1/procedures/{BALTIMORE}"
TWO = {"second_badge": "manager", "second_password": PASSWORD}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(1_830 * DAY_US)  # every rulebook is in force
        made.house.people.add_demo([("ann", "Ann", "player"), ("bea", "Bea", "player")], PASSWORD)
        dealers(made, "d1")
        ok(procedure(made, "manager", "/banks", name="CART-1", kind="cart", par=60_000_00), 201)
        made.browser("supervisor")  # the first page that is signed in at is known from then on
        yield made


def procedure(floor: Lab, by: str, path: str, **given: Any) -> Any:
    return floor.program(by).post(ROOM + path, json={**SIGNED, **given})


def at_the_cart(floor: Lab, patron: str, cents: int) -> Any:
    given = {"kind": "cash-for-chips", "patron": patron, "cents": cents}
    return floor.program("clerk").post(f"{ROOM}/banks/CART-1/exchanges", json=given)


def refused(answer: Any, words: str, status: int = 422) -> None:
    assert answer.status_code == status and words in answer.text, (answer.status_code, answer.text)


def test_a_cart_is_no_way_around_the_cage(floor: Lab) -> None:
    """Baltimore 5.7: a cart sells chips for cash; what a report is due for, staff and demo chips go past none."""
    _, guest = floor.guest()
    before = floor.record()
    refused(at_the_cart(floor, "ann", 20_000_00), "Above $10,000.00 the cage takes it, with two signatures")
    refused(at_the_cart(floor, "clerk", 100_00), "Nobody exchanges cash with himself", 403)
    refused(at_the_cart(floor, "d1", 100_00), "Badge d1 is a dealer")
    refused(at_the_cart(floor, guest, 100_00), "has demo chips")
    assert floor.record() == before
    ok(at_the_cart(floor, "ann", 6_000_00))
    refused(at_the_cart(floor, "ann", 6_000_00), "$12,000.00 in cash this gaming day")
    bought = {"act": "buy-in", "property": HARD_ROCK, "patron": "ann", "cents": 6_000_00, **SIGNED, **TWO}
    refused(floor.program("cage").post("/api/v1/cage", json=bought), "who the patron is, by which paper")


def test_nobody_works_more_hours_than_a_day_has(floor: Lab) -> None:
    """Baltimore 7.9a: the pool is divided by the downs that were dealt, at all tournaments together."""
    post(floor.house, "T-1", "T-2")
    ok(procedure(floor, "d1", "/slips", kind="down-card", tournament="T-1", minutes=900), 201)
    more = {"kind": "down-card", "tournament": "T-2", "minutes": 570}
    refused(procedure(floor, "d1", "/slips", **more), "would have worked 1,470 minutes in a day")
    ok(procedure(floor, "d1", "/slips", **{**more, "minutes": 540}), 201)
    floor.clock.advance(DAY_US)
    ok(procedure(floor, "d1", "/slips", **more), 201)


def test_an_empty_box_is_not_full(floor: Lab) -> None:
    """Baltimore 7.3: before the shift is over only a full box is cashed out."""
    ok(procedure(floor, "d1", "/slips", kind="token-box", box="7"), 201)
    refused(procedure(floor, "d1", "/slips", kind="token-box-full", full=True), "The box is not full")


def test_the_opening_count_is_made_before_the_table_opens(floor: Lab) -> None:
    """What is counted from the opening, such as the rounds until the stub is counted, begins once."""
    dealers(floor, "d2")
    table = opened(floor, "ON-9", "oneida", "four-card-poker", "d2", batches=1, dealing="hand")
    refused(begin(floor, "d2", "opening", table, chips=CHIPS), "ON-9 is open", 409)


def test_a_table_has_one_opening_count_under_way_and_none_after_its_opening_is_given_up(floor: Lab) -> None:
    """Baltimore 4.8 (004:366-371): the slip is that of the two who counted, one a table; a dealer does not choose."""
    dealers(floor, "d3", "d4")
    new = {"id": "ON-8", "property": "oneida", "game": "four-card-poker", "mode": "dealer"}
    ok(floor.program("manager").post("/api/v1/tables", json={**new, "options": {"batches": 1, "dealing": "hand"}}), 201)
    ok(life(floor, "ON-8", "begin-opening"))
    waits = ok(begin(floor, "d3", "opening", "ON-8", chips=CHIPS), 201)
    under_way = f"Opening count {waits['number']} of ON-8 is under way, signed by badge d3"
    for dealer in ("d3", "d4"):
        refused(begin(floor, dealer, "opening", "ON-8", chips=CHIPS | {"100": 999}), under_way, 409)
    form = {f"chips-{cents}": str(count) for cents, count in CHIPS.items()}
    page = sent(floor, "d3", "/pit/ON-8/document", kind="opening", password=PASSWORD, **form)
    assert (page.status_code, under_way in page.text) == (409, True)
    ok(life(floor, "ON-8", "cancel"))
    refused(sign(floor, "supervisor", waits, "verify", chips=CHIPS, variance=0), "is void", 409)
    again(floor, "ON-8", "d3")


def sanctioned(floor: Lab, patron: str, **given: Any) -> None:
    about = {"patron": patron, "kind": "suspension", "offence": "threats", "hours": 24, **given}
    ok(procedure(floor, "manager", "/sanctions", **about), 201)


def test_who_is_suspended_buys_nothing_anywhere_and_is_paid_what_he_has(floor: Lab) -> None:
    """Baltimore 1 (004:81, 97): who is denied the room is sold no chips for it, at whatever counter."""
    floor.house.people.add_demo([("dot", "Dot", "player")], PASSWORD)
    cash = {"property": BALTIMORE, "patron": "dot", "cents": 100_00, **SIGNED}
    cage = floor.program("cage")
    ok(cage.post("/api/v1/cage", json={"act": "buy-in", **cash}))
    sanctioned(floor, "dot")
    before = floor.record()
    refused(at_the_cart(floor, "dot", 50_00), "under suspension", 403)
    refused(cage.post("/api/v1/cage", json={"act": "buy-in", **cash}), "under suspension", 403)
    page = sent(floor, "cage", "/cage/buy-in", house=BALTIMORE, patron="dot", amount="100", password=PASSWORD)
    assert page.status_code == 403 and "under suspension" in page.text
    assert floor.record() == before
    ok(cage.post("/api/v1/cage", json={"act": "buy-in", **cash, "property": HARD_ROCK}))
    ok(cage.post("/api/v1/cage", json={"act": "cash-out", **cash, "cents": 200_00}))


def test_staffing_money_is_of_a_tournament_that_was_posted(floor: Lab) -> None:
    """Baltimore 7.8 (004:439-442): fees are a part of the buy-in that a structure sheet names."""
    given = {"tournament": "T-NONE", "kind": "staffing-fee", "cents": 5_00}
    answer = floor.program("clerk").post(f"{ROOM}/staffing", json=given)
    refused(answer, "has posted no tournament T-NONE")
    assert answer.json()["clause"] == "7.8"


def test_limits_are_told_to_who_may_change_them(floor: Lab) -> None:
    """Whoever may not is refused for that, whatever the table does."""
    dealers(floor, "d4")
    new = {"id": "ON-7", "property": "oneida", "game": "four-card-poker", "mode": "dealer"}
    ok(floor.program("manager").post("/api/v1/tables", json=new), 201)
    refused(life(floor, "ON-7", "options", by="d4", options={}), "not for a dealer", 403)
    refused(life(floor, "ON-7", "options", options={}), "ON-7 is closed", 409)


def test_two_places_of_one_patron_do_not_double_what_is_posted(floor: Lab) -> None:
    """JACK's Big Six 1.C (001:5839): the most is posted for a wager on the sign, at however many places he stands."""
    dealers(floor, "d5")
    floor.house.people.add_demo([("fay", "Fay", "player")], PASSWORD)
    cash = {"act": "buy-in", "property": "jack-cleveland", "patron": "fay", "cents": 400_00, **SIGNED}
    ok(floor.program("cage").post("/api/v1/cage", json=cash))
    table = opened(floor, "BS-7", "jack-cleveland", "big-six", "d5", least="$1", most="$100")
    ok(act(floor, "fay", table, act="sit", position=1, patron="fay", chips=400_00))
    ok(act(floor, "fay", table, act="sit", position=2, patron="fay", chips=0))
    ok(act(floor, "fay", table, act="bet", position=1, wager="dollar-1", amount=60_00))
    more = {"act": "bet", "position": 2, "wager": "dollar-1", "amount": 41_00}
    answer = act(floor, "fay", table, **more)
    refused(answer, "fay would have $101.00 on $1 at 2 places")
    assert answer.json()["clause"] == "1.C"
    page = sent(floor, "fay", f"/tables/{table}/act", action="bet", wager="dollar-1", amount="4100")
    assert page.status_code == 422 and "$101.00 on $1 is outside" in page.text, "a page wagers at one place"
    ok(act(floor, "fay", table, **more | {"amount": 40_00}))
    ok(act(floor, "fay", table, **more | {"wager": "dollar-2"}))
    ok(act(floor, "fay", table, act="take", position=1, wager="dollar-1"))
    ok(act(floor, "fay", table, **more))


def at_poker(floor: Lab, by: str, table: str, **about: Any) -> Any:
    return floor.program(by).post(f"/api/v1/room/tables/{table}/acts", json={"act": about})


FOR_TIME = {"keyed": "seats", "small": 1000, "blinds": [500, 1000], "fee": 600}


def spread(floor: Lab, table: str, **game: Any) -> None:
    """A game of the room that deals for money, with its count, its list, its dealer and its boxes."""
    given = {"id": table, "property": BALTIMORE, "form": "holdem", "limit": "no", "small": 300, "blinds": [100, 300]}
    given |= {"mode": "dealer", **game}
    ok(floor.program("supervisor").post("/api/v1/room/tables", json=given), 201)
    ok(life(floor, table, "dealer-in", badge="d1"))
    counted = ok(begin(floor, "d1", "opening", table, chips=CHIPS), 201)
    ok(sign(floor, "supervisor", counted, "verify", chips=CHIPS, variance=0))
    posting = floor.house.posting_of(table)
    assert posting is not None
    ok(begin(floor, "d1", "checklist", table, items=list(checklist(posting))), 201)
    boxes = {"kind": "boxes", "table": table, "items": ["drop", "bad-beat"]}
    ok(procedure(floor, "supervisor", "/slips", **boxes), 201)
    assert ok(floor.program("supervisor").post("/api/v1/room/tables", json=given), 201)["state"] == "open"


def test_nobody_of_the_staff_plays_in_the_poker_room(floor: Lab) -> None:
    """As at every table: not the floor that gives the seats, not who deals there, not from a list."""
    spread(floor, "P-7", keyed="seats", options={"jackpot": False})
    before = floor.record()
    for patron in ("d1", "supervisor", "clerk", "D1"):
        cash = {"act": "sit", "seat": 3, "cents": 200_00, "patron": patron, "cash": True}
        refused(at_poker(floor, "supervisor", "P-7", **cash), "badge" if patron == "D1" else "Only a patron plays here")
        joins = {"act": {"act": "join", "game": "holdem-no-1-3", "patron": patron}}
        listed = floor.program("clerk").post(f"/api/v1/room/lists/{BALTIMORE}/acts", json=joins)
        assert listed.status_code == 422, listed.text
    page = sent(floor, "clerk", f"/room/{BALTIMORE}/board/join", game="holdem-no-1-3", patron="d1")
    refused(page, "Only a patron plays here")
    assert floor.record() == before


def test_a_box_takes_what_its_game_drops(floor: Lab) -> None:
    """Baltimore 3.TBL.2 (004:206) and 3.TIME (004:225-226): no jackpot's dollar where none is fed, no rake for time."""
    spread(floor, "P-7", keyed="seats", options={"jackpot": False})
    ok(at_poker(floor, "supervisor", "P-7", act="sit", seat=1, cents=200_00, patron="Walk-Ann", cash=True))
    refused(at_poker(floor, "d1", "P-7", act="drop", cents=2_00, kind="jackpot"), "feeds no jackpot")
    ok(at_poker(floor, "d1", "P-7", act="drop", cents=6_00))
    ok(life(floor, "P-7", "dealer-out"))
    spread(floor, "P-8", **FOR_TIME)
    ok(at_poker(floor, "supervisor", "P-8", act="sit", seat=1, cents=900_00, patron="Walk-Ben", cash=True))
    refused(at_poker(floor, "d1", "P-8", act="drop", cents=6_00), "pays time in lieu of rake")
    ok(at_poker(floor, "d1", "P-8", act="drop", cents=2_00, kind="jackpot"))


def test_another_tables_dealer_puts_no_boxes_there(floor: Lab) -> None:
    """Baltimore 3.TBL (004:205): of dealers the one who stands there, in the room as at the pit."""
    spread(floor, "P-8", **FOR_TIME)
    boxes = {"kind": "boxes", "table": "P-8", "items": ["drop", "bad-beat"]}
    dealers(floor, "d9")
    refused(procedure(floor, "d9", "/slips", **boxes), "Badge d1 deals at P-8", 403)
    ok(procedure(floor, "d1", "/slips", **boxes), 201)


def test_chips_come_to_a_rack_only_in_exchange(floor: Lab) -> None:
    """Baltimore 4.5 (004:357-360): a fill would make it worth more, a credit less; the room's exchanges do neither."""
    spread(floor, "P-8", **FOR_TIME)
    before = floor.record()
    for kind in ("fill", "credit"):
        answer = begin(floor, "supervisor", kind, "P-8", chips={"500": 100})
        refused(answer, "The rack of P-8 is worth what it is worth")
        assert answer.json()["clause"] == "4.5"
    chips = {"chips-500": "100", "password": PASSWORD}
    assert sent(floor, "supervisor", "/pit/P-8/document", kind="fill", **chips).status_code == 404  # no page of the pit
    assert floor.record() == before


def test_a_player_at_a_machines_table_spends_his_own(floor: Lab) -> None:
    """Baltimore 2.PROC.11 (004:142): the floor gives no tip of his chips and buys nothing from his credit."""
    game = {"form": "holdem", "limit": "no", "small": 300, "blinds": [100, 300], "property": BALTIMORE}
    ok(floor.program("supervisor").post("/api/v1/room/tables", json={"id": "P-9", **game}), 201)
    bought = {"act": "buy-in", "property": BALTIMORE, "patron": "bea", "cents": 500_00, **SIGNED}
    ok(floor.program("cage").post("/api/v1/cage", json=bought))
    ok(at_poker(floor, "bea", "P-9", act="sit", seat=1, cents=200_00))
    for who in ("supervisor", "manager"):
        for about in (
            {"act": "toke", "cents": 50_00},
            {"act": "buy", "cents": 50_00},
            {"act": "straddle", "cents": 6_00},
        ):
            refused(at_poker(floor, who, "P-9", seat=1, **about), "acts for himself", 403)
    ok(at_poker(floor, "bea", "P-9", act="toke", seat=1, cents=5_00))


def test_keys_and_funds_of_a_table_are_in_different_hands(floor: Lab) -> None:
    """Baltimore 4.7 (004:365): in whichever order; and 5.6 (004:380): all carts have one amount."""
    floor.house.people.add_demo([("sup-k", "Sup K", "supervisor")], PASSWORD)
    ok(procedure(floor, "manager", "/banks", name="P-K", par=500_00), 201)
    opening = ok(begin_rack(floor, "opening", chips={"500": 100}), 201)
    ok(sign(floor, "supervisor", opening, "verify", chips={"500": 100}))

    def key(by: str) -> Any:
        return floor.program(by).post(f"{ROOM}/banks/P-K/key", json={})

    def carried(by: str) -> Any:
        slip = ok(begin_rack(floor, "rack-exchange", cents=100_00), 201)
        answer = procedure(floor, by, f"/slips/{slip['id']}/carry")
        if answer.status_code == 200:
            ok(procedure(floor, "cage", f"/slips/{slip['id']}/exchange", chips={"100": 100}))
            ok(procedure(floor, "d1", f"/slips/{slip['id']}/verify", chips={"100": 100}))
        return answer

    ok(carried("supervisor"))
    ok(carried("clerk"))
    refused(key("supervisor"), "carried funds of P-K this gaming day", 403)
    assert key("sup-k").status_code == 204
    refused(carried("sup-k"), "has taken the key", 403)
    refused(procedure(floor, "manager", "/banks", name="CART-2", kind="cart", par=1_00), "at most $0.00")
    for label, status in (("Bee 1", 201), ("bee 1 ", 422)):
        assert procedure(floor, "supervisor", "/decks", label=label).status_code == status


def begin_rack(floor: Lab, kind: str, **data: Any) -> Any:
    return procedure(floor, "d1", "/slips", kind=kind, table="P-K", **data)
