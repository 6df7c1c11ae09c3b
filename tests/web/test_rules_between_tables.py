"""Rules between tables, people and layers, tried over HTTP by somebody who wants to get around them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo import players as bots
from croupier.demo.furnish import PASSWORD
from croupier.equipment.entropy import SeededEntropy
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS, fund
from croupier.house.people.grants import Grant
from croupier.house.people.persons import Person
from croupier.house.record import accounts
from croupier.house.record.clock import DAY_US, HOUR_US, SECOND_US
from croupier.house.record.writer import Tx
from croupier.house.tables.equipment import checklist
from croupier.rounds import acts

from .lab import Lab, lab, sent
from .money_table import CHIPS, SIGNED, act, begin, dealers, inspected, life, ok, opened, sign

HARD_ROCK, ONEIDA, CLEVELAND, BALTIMORE = "hard-rock-cincinnati", "oneida", "jack-cleveland", "horseshoe-baltimore"
FOUR, THREE = "ON-4", "TC-1"
TWO = {"second_badge": "manager", "second_password": PASSWORD}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(1_830 * DAY_US)  # every rulebook is in force
        dealers(made, "d1", "d2", "d3")
        people = [("ann", "Ann", "player"), ("sup-2", "Sup 2", "supervisor"), ("admin-b", "B", "administrator")]
        made.house.people.add_demo(people, PASSWORD)
        made.house.people.add_demo([("bea", "Bea", "player")], PASSWORD)
        opened(made, FOUR, ONEIDA, "four-card-poker", "d1", batches=1, dealing="hand")
        opened(made, THREE, HARD_ROCK, "three-card-poker", "d2", batches=1, dealing="hand")
        yield made


def refused(answer: Any, words: str, status: int = 422) -> None:
    assert answer.status_code == status and words in answer.text, (answer.status_code, answer.text)


def person(floor: Lab, badge: str) -> Person:
    with floor.storage.reading() as conn:
        return floor.house.people.get(conn, badge)


def money_for(floor: Lab, patron: str, cents: int, place: str) -> None:
    given = {"act": "buy-in", "property": place, "patron": patron, "cents": cents, **SIGNED, **TWO}
    ok(floor.program("cage").post("/api/v1/cage", json=given))


def played(floor: Lab, table: str, dealer: str, rounds: int) -> None:
    """So many rounds of whoever sits there, dealt by hand."""
    chance, house = SeededEntropy("between"), floor.house

    async def step() -> bool:
        driver = (await house.table(table)).driver
        if driver.felt.round >= last and driver.betting:
            return False
        floor.clock.advance(SECOND_US)
        if driver.betting:
            for position in [p for p in driver.felt.positions if p.patron]:
                await house.answer(table, person(floor, position.patron), acts.Bet(position.number, "ante", 10_00))
            await house.answer(table, person(floor, dealer), acts.Close())
            return True
        given = bots.fact(chance, driver) or bots.decision(chance, driver)
        assert given is not None
        who = dealer if isinstance(given, acts.FACTS) else driver.table.position(given.position).patron  # type: ignore[union-attr]
        await house.answer(table, person(floor, who), given, driver.number)
        return True

    async def now() -> int:
        return (await house.table(table)).driver.felt.round

    last = floor.do(now) + rounds
    while floor.do(step):
        pass


def test_nothing_but_the_count_of_the_stub_begins_its_five_rounds_anew(floor: Lab) -> None:
    """Oneida G.5: neither a closing that is called off nor other limits nor another dealer."""
    money_for(floor, "ann", 2_000_00, ONEIDA)
    ok(act(floor, "ann", FOUR, act="sit", position=1, patron="ann", chips=1_500_00))
    played(floor, FOUR, "d1", 5)

    def next_round(dealer: str = "d1") -> Any:
        ok(act(floor, "ann", FOUR, act="bet", position=1, wager="ante", amount=10_00))
        answer = act(floor, dealer, FOUR, act="close")
        if answer.status_code != 200:
            ok(act(floor, "ann", FOUR, act="take", position=1, wager="ante"))
        return answer

    refused(next_round(), "Count the stub: 5 rounds")
    ok(life(floor, FOUR, "begin-closing"))
    ok(life(floor, FOUR, "cancel"))
    refused(next_round(), "Count the stub: 5 rounds")
    ok(life(floor, FOUR, "options", options={"dealing": "hand", "least": "$10"}))
    refused(next_round(), "Count the stub: 5 rounds")
    ok(life(floor, FOUR, "dealer-in", badge="d3"))
    refused(next_round("d3"), "Count the stub: 5 rounds")
    refused(begin(floor, "d3", "override", FOUR, label="stub-count", source="a full table"), "not for a dealer", 403)
    refused(begin(floor, "d1", "stub", FOUR, counted=52, expected=52), "Badge d3 deals at", 403)
    refused(begin(floor, "supervisor", "stub", FOUR, counted=52, expected=52), "counts the cards of", 403)
    floor.clock.advance(SECOND_US)
    ok(begin(floor, "d3", "stub", FOUR, counted=52, expected=52), 201)
    floor.clock.advance(SECOND_US)
    assert next_round("d3").status_code == 200


def test_an_override_lasts_as_long_as_the_clause_gives_and_one_does_not_undo_another(floor: Lab) -> None:
    """Hard Rock changes cards dealt by hand every six hours; the same set inspected again is no other set."""
    money_for(floor, "bea", 900_00, HARD_ROCK)
    ok(act(floor, "bea", THREE, act="sit", position=1, patron="bea", chips=500_00))
    played(floor, THREE, "d2", 1)
    floor.clock.advance(7 * HOUR_US)
    ok(act(floor, "bea", THREE, act="bet", position=1, wager="ante", amount=10_00))
    refused(act(floor, "d2", THREE, act="close"), "The cards have been in play for 7 hours")
    ok(sign(floor, "supervisor", ok(begin(floor, "d2", "cards", THREE, label="red tc 1"), 201), "verify"))
    refused(act(floor, "d2", THREE, act="close"), "The cards have been in play for 7 hours")
    ok(begin(floor, "supervisor", "override", THREE, label="card-change", source="none left in the drawer"), 201)
    ok(act(floor, "bea", THREE, act="take", position=1, wager="ante"))
    played(floor, THREE, "d2", 1)
    floor.clock.advance(7 * HOUR_US)
    ok(act(floor, "bea", THREE, act="bet", position=1, wager="ante", amount=10_00))
    refused(act(floor, "d2", THREE, act="close"), "The cards have been in play for 14 hours")
    ok(sign(floor, "supervisor", ok(begin(floor, "d2", "cards", THREE, label="Blue 2"), 201), "verify"))
    ok(act(floor, "d2", THREE, act="close"))


def test_a_set_that_was_sent_away_comes_back_to_no_table(floor: Lab) -> None:
    """Hard Rock 8.E: with a wrong number of cards the entire deck leaves the table (003:8381)."""
    dealers(floor, "e1", "e2")
    floor.house.people.add_demo([("cleo", "Cleo", "player")], PASSWORD)
    money_for(floor, "cleo", 500_00, HARD_ROCK)
    mine = opened(floor, "TC-5", HARD_ROCK, "three-card-poker", "e1", batches=1, dealing="hand")
    beside = opened(floor, "TC-6", HARD_ROCK, "three-card-poker", "e2", batches=1)
    ok(sign(floor, "supervisor", ok(begin(floor, "e1", "cards", mine, label="Blue 7"), 201), "verify"))
    ok(act(floor, "cleo", mine, act="sit", position=1, patron="cleo", chips=500_00))
    ok(act(floor, "e1", mine, act="shuffled", cover=20))
    ok(act(floor, "cleo", mine, act="bet", position=1, wager="ante", amount=10_00))
    ok(act(floor, "e1", mine, act="close"))
    ok(act(floor, "e1", mine, act="declared", when="wrong-card-count"))
    refused(act(floor, "e1", mine, act="shuffled", cover=20), "out of play")
    for table, dealer in ((mine, "e1"), (beside, "e2")):
        back = begin(floor, dealer, "cards", table, label="blue 7")
        refused(back, "was sent away from TC-5")
        assert back.json()["clause"] == "8.E, 9.D"
    ok(sign(floor, "sup-2", ok(begin(floor, "e1", "cards", mine, label="Green 3"), 201), "verify"))
    ok(act(floor, "e1", mine, act="shuffled", cover=20))


def test_a_set_of_cards_lies_at_one_table_and_its_hours_go_with_it(floor: Lab) -> None:
    """One box can't be in play at two tables, however its label is spelt; brought over, it is as old as it was."""
    dealers(floor, "g1", "g2", "g3")
    mine = opened(floor, "TC-11", HARD_ROCK, "three-card-poker", "g1", batches=1, dealing="hand")
    beside = opened(floor, "TC-12", HARD_ROCK, "three-card-poker", "g2", batches=1, dealing="hand")
    before = floor.record()
    for spelt in ("Red TC-11", "red tc 11", "RED-TC11"):
        refused(begin(floor, "g2", "cards", beside, label=spelt), f"{spelt} is in play at TC-11")
    assert floor.record() == before
    both = [ok(begin(floor, by, "cards", at, label="Gold 4"), 201) for by, at in (("g1", mine), ("g2", beside))]
    ok(sign(floor, "supervisor", both[0], "verify"))
    refused(sign(floor, "supervisor", both[1], "verify"), "Gold 4 is in play at TC-11")
    floor.clock.advance(5 * HOUR_US)
    ok(sign(floor, "supervisor", ok(begin(floor, "g1", "cards", mine, label="Gold 5"), 201), "verify"))
    ok(sign(floor, "supervisor", both[1], "verify"))
    with floor.storage.reading() as conn:
        lies = floor.house.care.in_play(conn, beside)["cards"]
    assert floor.clock.now_us - lies.in_us == 5 * HOUR_US, "the five hours at the other table count"
    elsewhere = opened(floor, "TC-13", ONEIDA, "three-card-poker", "g3", batches=1, dealing="hand")
    ok(begin(floor, "g3", "cards", elsewhere, label="Gold 4"), 201)


def test_two_batches_are_two_sets_with_different_backs(floor: Lab) -> None:
    """Cleveland's Free Bet 3.D (001:6481-6485): the batches alternate, each with a back of its own colour."""
    dealers(floor, "h1")
    new = {
        "id": "FB-2",
        "property": CLEVELAND,
        "game": "free-bet-blackjack",
        "mode": "dealer",
        "options": {"batches": 2},
    }
    ok(floor.program("manager").post("/api/v1/tables", json=new), 201)
    ok(life(floor, "FB-2", "begin-opening"))
    ok(life(floor, "FB-2", "dealer-in", badge="h1"))
    for label, words in (("Red 71", "names 1"), ("Red 71 + red 72", "Both sets are Red"), ("Red 71+", "names 1")):
        answer = begin(floor, "h1", "cards", "FB-2", label=label)
        refused(answer, words)
        assert answer.json()["clause"] == "3.D"
    assert "Card inspection is not verified" in life(floor, "FB-2", "open").text
    ok(sign(floor, "supervisor", ok(begin(floor, "h1", "cards", "FB-2", label="Red 71 + Blue 71"), 201), "verify"))


def test_another_way_of_dealing_brings_its_own_hours(floor: Lab) -> None:
    """Hard Rock 3.C (003:8213): eight hours from an automated shoe, six by hand, for the same set."""
    dealers(floor, "g4")
    floor.house.people.add_demo([("fay", "Fay", "player")], PASSWORD)
    money_for(floor, "fay", 500_00, HARD_ROCK)
    name = opened(floor, "TC-14", HARD_ROCK, "three-card-poker", "g4", dealing="automated-shoe")
    ok(act(floor, "g4", name, act="shuffled", cover=20))
    floor.clock.advance(7 * HOUR_US)
    ok(life(floor, name, "options", options={"dealing": "hand"}))
    ok(act(floor, "fay", name, act="sit", position=1, patron="fay", chips=300_00))
    ok(act(floor, "fay", name, act="bet", position=1, wager="ante", amount=10_00))
    refused(act(floor, "g4", name, act="close"), "in play for 7 hours; they are changed after 6")


def test_no_table_has_more_places_than_its_rulebook(floor: Lab) -> None:
    """Seven players at Three Card Poker (003:8167), eighteen positions at Mini-Baccarat (003:5552)."""
    for game, seats in (("three-card-poker", 8), ("mini-midi-baccarat", 19)):
        new = {"id": f"MANY-{seats}", "property": HARD_ROCK, "game": game, "seats": seats}
        many = floor.program("manager").post("/api/v1/tables", json=new)
        refused(many, f"at most {seats - 1} places, not {seats}")
        assert many.json()["clause"] == "2.A"


def test_a_dealer_counts_and_inspects_at_his_own_table(floor: Lab) -> None:
    chips = {"chips": {"10000": 10}}
    fill = ok(begin(floor, "supervisor", "fill", THREE, **chips), 201)
    ok(sign(floor, "cage", fill, "prepare", **chips))
    ok(sign(floor, "security", fill, "carry"))
    refused(sign(floor, "d3", fill, "count", **chips), "Badge d2 deals at TC-1", 403)
    ok(sign(floor, "d2", fill, "count", **chips))
    refused(sign(floor, "supervisor", fill, "confirm"), "signed request", 403)
    ok(sign(floor, "sup-2", fill, "confirm"))
    for kind, data in (("closing", chips), ("checklist", {"items": []}), ("cards", {"label": "White"})):
        refused(begin(floor, "d3", kind, THREE, **data), "Badge d2 deals at TC-1", 403)


def test_what_stands_for_an_act_is_not_written_by_hand(floor: Lab) -> None:
    """A coupon, a currency report and a review of a wheel are papers of what was done; none comes without it."""
    for kind, by, words in (
        ("coupon", "manager", "two people who give a patron a coupon"),
        ("currency", "cage", "an exchange of cash"),
        ("wheel-review", "supervisor", "the review of a wheel"),
    ):
        before = floor.record()
        refused(begin(floor, by, kind, THREE), words)
        assert floor.record() == before
    assert floor.program("manager").get("/api/v1/coupons").status_code == 200
    assert floor.browser("cage").get("/cage").status_code == 200


def test_rules_of_tournaments_are_no_way_around_what_all_tables_share(floor: Lab) -> None:
    """Cleveland 13.G keeps the vigorish the same at all tables; a tournament's table charges none."""
    new = {"id": "MB-9", "property": CLEVELAND, "game": "mini-midi-baccarat", "options": {"tournament": True}}
    refused(floor.program("manager").post("/api/v1/tables", json=new), "The rules of tournaments are for tables of one")
    ok(floor.program("manager").post("/api/v1/tables", json={**new, "options": {}, "bank": 100_000_00}), 201)
    ok(life(floor, "MB-9", "begin-opening"))
    ok(life(floor, "MB-9", "open"))
    refused(life(floor, "MB-9", "options", options={"tournament": True}), "The rules of tournaments")


def test_the_cutting_card_lies_where_the_clause_lets_it_lie(floor: Lab) -> None:
    """Cleveland 6.E: at least about a quarter of the stack from the bottom (001:191)."""
    opened(floor, "BJ-1", CLEVELAND, "blackjack", "dealer", decks=6)
    deep = act(floor, "dealer", "BJ-1", act="shuffled", cut=300)
    refused(deep, "at most 234 of 312 cards deep, not 300")
    assert deep.json()["clause"] == "6.E"
    ok(act(floor, "dealer", "BJ-1", act="shuffled", cut=234, cover=20))


@pytest.mark.parametrize(
    ("place", "game", "stack", "clause", "wrong", "right"),
    [
        (HARD_ROCK, "mini-midi-baccarat", "10 to 406 of 416", "5.C", (1, 9, 407, -3), 406),  # 003:5616, either end
        (HARD_ROCK, "three-card-poker", "10 to 51 of 52", "", (9, 52), 45),  # off the top, onto the cover card
    ],
)
def test_a_cut_that_is_said_is_as_deep_as_the_clause_asks(
    floor: Lab, place: str, game: str, stack: str, clause: str, wrong: tuple[int, ...], right: int
) -> None:
    dealers(floor, dealer := f"c-{game[:4]}")
    table = opened(floor, f"CUT-{game[:4]}", place, game, dealer, **({} if clause else {"dealing": "hand"}))
    before = floor.record()
    for depth in wrong:
        answer = act(floor, dealer, table, act="shuffled", cover=depth)
        refused(answer, f"the cut is from {stack} cards deep, not {depth}")
        assert not clause or answer.json()["clause"] == clause
    assert floor.record() == before
    assert "data-cover" in floor.browser(dealer).get(f"/deal/{table}").text
    assert (
        f"the cut is from {stack}"
        in sent(floor, dealer, f"/deal/{table}/do", choice="shuffled", cover="9").text.lower()
    )
    ok(act(floor, dealer, table, act="shuffled", cover=right))


def test_nobody_stops_a_machines_table_with_a_count_of_its_cards(floor: Lab) -> None:
    """A wrong count sends cards away and voids a round: at a table dealt by machine there is nothing to count."""
    new = {"id": "MB-8", "property": CLEVELAND, "game": "mini-midi-baccarat", "bank": 100_000_00}
    ok(floor.program("manager").post("/api/v1/tables", json=new), 201)
    ok(life(floor, "MB-8", "begin-opening"))
    ok(life(floor, "MB-8", "open"))
    before = floor.record()
    for who in ("d1", "supervisor"):
        refused(begin(floor, who, "stub", "MB-8", counted=1), "are dealt by machine")
    assert floor.record() == before


def test_who_deals_at_a_table_supervises_nobody_there(floor: Lab) -> None:
    """One person with two roles: as its dealer he counts, and signs nothing that takes somebody above a dealer."""
    two_hats, name = "hat", "TC-8"
    floor.house.people.add_demo([(two_hats, "Hat", "dealer")], PASSWORD)
    grants = (Grant("dealer", HARD_ROCK), Grant("supervisor", HARD_ROCK))
    floor.house.writer.run(lambda tx: floor.house.people.regrant_in(tx, "system", two_hats, grants, "demonstration"))
    floor.clock.advance(2 * DAY_US)  # the cooling time is over
    new = {"id": name, "property": HARD_ROCK, "game": "three-card-poker", "mode": "dealer"}
    ok(floor.program("manager").post("/api/v1/tables", json={**new, "options": {"dealing": "hand", "batches": 1}}), 201)
    ok(life(floor, name, "begin-opening"))
    ok(life(floor, name, "dealer-in", badge=two_hats))
    inspected(floor, name, two_hats, "Violet 1")
    counted = ok(begin(floor, two_hats, "opening", name, chips=CHIPS), 201)
    ok(sign(floor, "supervisor", counted, "verify", chips=CHIPS, variance=0))
    posting = floor.house.posting_of(name)
    assert posting is not None
    ok(begin(floor, two_hats, "checklist", name, items=list(checklist(posting))), 201)
    refused(life(floor, name, "open", by=two_hats), "Somebody else signs this", 403)
    ok(life(floor, name, "open"))
    for kind, data in (
        ("override", {"label": "card-change", "source": "a full table"}),
        ("fill", {"chips": {"10000": 10}}),
    ):
        refused(begin(floor, two_hats, kind, name, **data), "Somebody else signs this", 403)
    again = ok(begin(floor, two_hats, "cards", name, label="Violet 2"), 201)
    refused(sign(floor, two_hats, again, "verify"), "Somebody else signs this", 403)
    ok(begin(floor, two_hats, "override", THREE, label="card-change", source="another table"), 201)


def test_nobody_deals_a_table_that_has_no_dealer(floor: Lab) -> None:
    """A supervisor who sends the dealer away does not shuffle, close the wagers and rule on them himself."""
    dealers(floor, "g5")
    name = opened(floor, "TC-15", HARD_ROCK, "three-card-poker", "g5", batches=1)
    ok(life(floor, name, "dealer-out"))
    for who in ("supervisor", "manager"):
        refused(act(floor, who, name, act="shuffled", cover=20), "No dealer stands at TC-15")
    refused(act(floor, "g5", name, act="shuffled", cover=20), "Nobody deals here", 403)
    ok(life(floor, name, "dealer-in", badge="g5"))
    ok(act(floor, "g5", name, act="shuffled", cover=20))


def test_what_one_patron_is_given_a_day_holds_over_all_properties(floor: Lab) -> None:
    """Two coupons are two halves of one day's amount, and so is cash at two properties."""
    coupon = {"patron": "ann", "cents": 60_00, **SIGNED, **TWO, "second_badge": "supervisor"}
    refused(
        floor.program("manager").post("/api/v1/coupons", json={**coupon, "property": HARD_ROCK}),
        "No rulebook of this property takes match play",
    )
    ok(floor.program("manager").post("/api/v1/coupons", json={**coupon, "property": ONEIDA}), 201)
    beside = floor.program("manager").post("/api/v1/coupons", json={**coupon, "property": ONEIDA})
    refused(beside, "ann would have $120.00 in coupons this gaming day")
    floor.house.people.add_demo([("eve", "Eve", "player")], PASSWORD)
    cash = {"act": "buy-in", "patron": "eve", "cents": 2_000_00, **SIGNED}
    ok(floor.program("cage").post("/api/v1/cage", json={**cash, "property": HARD_ROCK}))
    refused(
        floor.program("cage").post("/api/v1/cage", json={**cash, "property": ONEIDA}), "a second person's signature"
    )
    by_property = {"value": 1, **SIGNED, **TWO, "second_badge": "admin-b"}
    ok(floor.program("manager").post("/api/v1/posted/cage-together", json=by_property))
    ok(floor.program("cage").post("/api/v1/cage", json={**cash, "property": ONEIDA}))
    ok(floor.program("manager").post("/api/v1/posted/cage-together", json={**by_property, "value": 0}))


def test_slips_are_read_by_the_staff_of_their_property(floor: Lab) -> None:
    floor.house.people.add_demo([("far", "Far", "supervisor")], PASSWORD)

    def only_baltimore(tx: Tx) -> None:
        floor.house.people.regrant_in(tx, "system", "far", (Grant("supervisor", BALTIMORE),), "demonstration")

    floor.house.writer.run(only_baltimore)
    slip = floor.program("manager").get(f"/api/v1/documents?table={THREE}").json()[0]["id"]
    assert floor.program("far").get(f"/api/v1/documents/{slip}").status_code == 403
    page = floor.browser("far")
    assert page.get(f"/slips/{slip}").status_code == 403
    assert page.get(f"/slips?house={HARD_ROCK}").status_code == 403


def test_funds_of_a_room_are_of_money_or_of_demo_chips(floor: Lab) -> None:
    """What a demo table drops for the bad beat feeds a fund of demo chips, and a promotion pays from one of them."""
    game = {"form": "holdem", "limit": "no", "small": 300, "blinds": [100, 300], "property": BALTIMORE}
    manager = floor.program("manager")
    paper = {"property": BALTIMORE, "kind": "flop-pot", "amount": 5_00, "tables": ["PAPER"]}
    for name, demo in (("PK-D", True), ("PK-M", False)):
        ok(floor.program("supervisor").post("/api/v1/room/tables", json={"id": name, "demo": demo, **game}), 201)
        made = ok(manager.post("/api/v1/promotions", json={**paper, "id": f"PAPER-{name}"}), 201)
        assert made["terms"]["demo"] is demo, "a table on paper deals for what its room does"

    def dropped(tx: Tx) -> None:
        for name in ("PK-M", "PK-D"):
            names = (accounts.outside(BALTIMORE), accounts.jackpot_drop(name))
            floor.house.ledger.open(tx, *names)
            floor.house.ledger.move(tx, "test", "system", *names, 10_00)

    floor.house.writer.run(dropped)
    for table in ("PK-D", "PK-M"):
        given = {"what": "allocate", "cents": 10_00, "table": table}
        parts = ok(manager.post(f"/api/v1/promotions/funds/{BALTIMORE}", json=given))["parts"]
        assert parts == {BAD_BEAT: 1_00, SPECIAL_HANDS: 9_00}
    refused(
        manager.post(f"/api/v1/promotions/funds/{BALTIMORE}", json={"what": "allocate", "cents": 1, "table": THREE}),
        "no table of horseshoe-baltimore",
    )
    with floor.storage.reading() as conn:
        held = [floor.house.ledger.balance(conn, fund(BALTIMORE, BAD_BEAT, demo=demo)) for demo in (False, True)]
    assert held == [1_00, 1_00]
    both = {"id": "BOTH", "property": BALTIMORE, "kind": "flop-pot", "amount": 5_00, "tables": ["PK-M", "PK-D"]}
    refused(manager.post("/api/v1/promotions", json=both), "They share no promotion")
    for name, demo in (("PK-M", False), ("PK-D", True)):
        made = ok(manager.post("/api/v1/promotions", json={**both, "id": name, "tables": [name]}), 201)
        assert made["terms"]["demo"] is demo
    assert "Bad beat jackpot, demo chips" in floor.browser("manager").get(f"/promotions?house={BALTIMORE}").text


def test_who_cashes_out_of_a_game_comes_back_with_as_much_to_any_of_its_tables(floor: Lab) -> None:
    """Baltimore 2.PROC.6 (004:137): the same game is the same game at the table beside it."""
    game = {"form": "holdem", "limit": "no", "small": 500, "blinds": [200, 500]} | {
        "property": BALTIMORE,
        "most": 1_000_00,
    }
    for name in ("PK-1", "PK-2"):
        ok(floor.program("supervisor").post("/api/v1/room/tables", json={"id": name, **game}), 201)
    floor.house.people.add_demo([("dora", "Dora", "player")], PASSWORD)
    money_for(floor, "dora", 900_00, BALTIMORE)

    def dora(table: str, **about: Any) -> Any:
        return floor.program("dora").post(f"/api/v1/room/tables/{table}/acts", json={"act": about})

    ok(dora("PK-1", act="sit", seat=1, cents=800_00))
    ok(dora("PK-1", act="leave", seat=1))
    for table in ("PK-1", "PK-2"):
        less = dora(table, act="sit", seat=1, cents=300_00)
        refused(less, "left this game")
        assert less.json()["clause"] == "2.PROC.6"
    ok(dora("PK-2", act="sit", seat=1, cents=800_00))


def test_who_dismisses_everybody_else_founds_no_house_of_his_own(floor: Lab) -> None:
    """A lone administrator adds the second person of a new house; whoever has made himself lone does not."""
    admin, page = floor.program("admin-demo"), floor.browser("admin-demo")
    for badge in ("admin-b", "manager"):
        assert page.post(f"/people/{badge}/dismiss", data={"csrf": page.headers["x-csrf"]}).status_code == 303
    accomplice = {"badge": "accomplice", "role": "manager", **SIGNED}
    refused(admin.post("/api/v1/people", json=accomplice), "First reinstate admin-b or manager")
    back = ok(admin.post("/api/v1/people/manager/changes", json={"change": "reinstate", **SIGNED}), 201)
    assert back["state"] == "confirmed" and "password" not in back  # he comes back with his own
    floor._tokens.pop("manager")  # his sessions have ended
    waits = ok(admin.post("/api/v1/people", json=accomplice), 201)
    assert waits["state"] == "proposed"
    answer = floor.program("manager").post(f"/api/v1/people/changes/{waits['document']}", json=SIGNED)
    refused(answer, "is new here (reinstated)", 403)
    floor.clock.advance(25 * HOUR_US)
    ok(floor.program("manager").post(f"/api/v1/people/changes/{waits['document']}", json=SIGNED))
    ok(admin.post("/api/v1/people/admin-b/changes", json={"change": "reinstate", **SIGNED}), 201)


def test_a_cut_that_nobody_states_is_none_unless_a_supervisor_lets_it_pass_once(floor: Lab) -> None:
    """Hard Rock 5.C, 5.D (003:5616, 8253): the cards shall be cut; what a machine shuffled is dealt as it is."""
    dealers(floor, "k1", "k2", "k3")
    stack = opened(floor, "MB-CUT", HARD_ROCK, "mini-midi-baccarat", "k1")
    deck = opened(floor, "TC-CUT", HARD_ROCK, "three-card-poker", "k2", batches=1, dealing="hand")
    floor.browser("k1").get("/")
    before = floor.record()
    for dealer, table, cut in (("k1", stack, 402), ("k2", deck, 52)):
        for about in ({}, {"cut": cut}, {"cover": 0}):
            refused(act(floor, dealer, table, act="shuffled", **about), "Nobody said that the cards were cut")
        refused(sent(floor, dealer, f"/deal/{table}/do", choice="shuffled"), "Nobody said that the cards were cut")
    assert floor.record() == before
    refused(begin(floor, "k1", "override", stack, label="cut", source="a hurry"), "not for a dealer", 403)
    ok(begin(floor, "supervisor", "override", stack, label="cut", source="recut before the camera"), 201)
    ok(act(floor, "k1", stack, act="shuffled", cut=402))
    ok(act(floor, "k2", deck, act="shuffled", cover=-1))
    alerting = opened(
        floor, "TC-CUT-2", HARD_ROCK, "three-card-poker", "k3", batches=1, dealing="hand", **{"shall.cut": "alerts"}
    )
    ok(act(floor, "k3", alerting, act="shuffled"))
    assert "Nobody said that the cards were cut" in floor.browser("supervisor").get(f"/pit?house={HARD_ROCK}").text


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ({"act": "bet", "position": 1, "wager": "ante", "amount": 10_00, "ammount": 90_00}, "does not take 'ammount'"),
        ({"act": "close", "position": 1}, "'close' does not take 'position'. It takes nothing."),
        ({"act": "shuffled", "cover": 12, "role": "supervisor"}, "does not take 'role'"),
    ],
)
def test_an_act_takes_nothing_but_its_fields(floor: Lab, about: dict[str, Any], words: str) -> None:
    before = floor.record()
    answer = act(floor, "d1", FOUR, **about)
    assert answer.status_code == 422 and all(part in answer.text for part in words.split(". ")), answer.text
    assert floor.record() == before


def test_a_table_is_added_with_the_same_settings_through_every_door(floor: Lab) -> None:
    say = {"least": "10", "title": "The corner", "seats": "5", "bank": "500", "mode": "electronic", "pit": "Pit 1"}
    game, place = "three-card-poker", {"house": HARD_ROCK}
    new = {"id": "AD-3", "property": HARD_ROCK, "game": game, "options": {"least": "10"}, "title": "The corner"}
    doors = (
        sent(floor, "manager", "/tables-new", **place, **say, game=game, table="AD-1"),
        sent(floor, "admin-demo", "/house/tables", **say, game=f"{HARD_ROCK}/{game}", table="AD-2"),
        floor.program("manager").post("/api/v1/tables", json=new | {"seats": 5, "bank": 500_00}),
        sent(floor, "manager", "/tables-new", **place, game=game, demo="1", table="AD-4"),
        floor.program("manager").post("/api/v1/tables", json={**new, "id": "AD-5", "demo": True}),
    )
    assert [answer.status_code for answer in doors] == [303, 200, 201, 303, 201]
    with floor.storage.reading() as conn:
        found = [floor.house.tables.get(conn, f"AD-{number}") for number in range(1, 6)]
    assert len({(table.mode, table.pit, str(table.settings)) for table in found[:3]}) == 1
    demo = found[3].settings.bank
    assert demo and [table.settings.bank for table in found] == [500_00, 500_00, 500_00, demo, demo]
    for answer in (
        sent(floor, "manager", "/tables-new", **say, house="nowhere", game=game, table="AD-9"),
        floor.program("manager").post("/api/v1/tables", json=new | {"id": "AD-9", "property": "nowhere"}),
        sent(floor, "manager", "/tables-new", **place, game="none", table="AD-9"),
        floor.program("manager").post("/api/v1/tables", json=new | {"id": "AD-9", "game": "none"}),
    ):
        assert answer.status_code == 422, answer.text
