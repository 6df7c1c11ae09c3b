"""Rules drawn from the texts of both Cleveland houses and Oneida, tried over HTTP by somebody who wants around them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo import players as bots
from croupier.demo.furnish import PASSWORD
from croupier.equipment.entropy import SeededEntropy
from croupier.house.money.poker_funds import fund
from croupier.house.money.progressives import Jackpot, Win
from croupier.house.record import accounts
from croupier.house.record.clock import DAY_US
from croupier.rounds import acts

from .lab import Lab, lab, sent
from .money_table import CHIPS, WITH_ADMIN, act, begin, dealers, life, ok, opened, sign
from .test_rules_between_tables import money_for, person, refused

JACK, HARD_ROCK, SHOE = "jack-cleveland", "hard-rock-cincinnati", "JB-1"
DESK = f"/pit/{SHOE}/document"  # the page at which its slips are begun
MILLION = 1_000_000


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(1_830 * DAY_US)  # every rulebook is in force
        dealers(made, "d1", "d2", "d3")
        made.house.people.add_demo([("ann", "Ann", "player"), ("sup-2", "Sup 2", "supervisor")], PASSWORD)
        opened(made, SHOE, JACK, "blackjack", "d1")
        yield made


def to_betting(floor: Lab, table: str, dealer: str) -> None:
    """Whatever the table asks for, keyed and decided until wagers are open."""
    chance, house = SeededEntropy("drawn"), floor.house

    async def step() -> bool:
        driver = (await house.table(table)).driver
        if driver.betting:
            return False
        given = bots.fact(chance, driver) or bots.decision(chance, driver)
        assert given is not None
        who = dealer if isinstance(given, acts.FACTS) else "ann"
        await house.answer(table, person(floor, who), given, driver.number)
        return True

    while floor.do(step):
        pass


def test_who_takes_a_shoe_over_burns_a_card_before_he_deals(floor: Lab) -> None:
    """001:225, and the same sentence of every game dealt from a shoe: no click and no second relief gets around."""
    money_for(floor, "ann", 900_00, JACK)
    ok(act(floor, "ann", SHOE, act="sit", position=1, patron="ann", chips=500_00))
    to_betting(floor, SHOE, "d1")

    def next_round(dealer: str) -> Any:
        ok(act(floor, "ann", SHOE, act="bet", position=1, wager="blackjack", amount=10_00))
        answer = act(floor, dealer, SHOE, act="close")
        if answer.status_code != 200:
            ok(act(floor, "ann", SHOE, act="take", position=1, wager="blackjack"))
        return answer

    assert next_round("d1").status_code == 200  # who shuffled it has burned the first card
    to_betting(floor, SHOE, "d1")
    ok(life(floor, SHOE, "dealer-in", badge="d2"))
    refused(next_round("d2"), "put no card of its shoe away")
    waiting = floor.program("supervisor").get("/api/v1/notices").json()
    (notice,) = [one for one in waiting if one["kind"] == "new-dealer"]
    refused(floor.program("supervisor").post(f"/api/v1/notices/{notice['id']}/settle", json={}), "burned the card")
    ok(life(floor, SHOE, "dealer-out"))
    ok(life(floor, SHOE, "dealer-in", badge="d2"))
    refused(next_round("d2"), "put no card of its shoe away")
    declared = ok(act(floor, "d2", SHOE, act="declared", when="new-dealer"))
    ok(act(floor, "d2", SHOE, act="undone", entry=declared["entry"]))
    refused(next_round("d2"), "put no card of its shoe away")
    ok(act(floor, "d2", SHOE, act="declared", when="new-dealer"))
    refused(act(floor, "d2", SHOE, act="close"), "the table waits for a card for the burn")
    to_betting(floor, SHOE, "d2")
    assert next_round("d2").status_code == 200
    ok(life(floor, SHOE, "dealer-in", badge="d3"))  # in the middle of a round: before any card to a player
    refused(act(floor, "d3", SHOE, act="fall", card=3), "put no card of its shoe away")
    ok(act(floor, "d3", SHOE, act="declared", when="new-dealer"))
    ok(act(floor, "d3", SHOE, act="fall", card=-1))
    to_betting(floor, SHOE, "d3")
    ok(life(floor, SHOE, "dealer-in", badge="d2"))
    ok(act(floor, "d2", SHOE, act="declared", when="new-dealer"))
    to_betting(floor, SHOE, "d2")


@pytest.mark.parametrize(
    ("place", "share", "purse", "other", "words"),
    [
        (JACK, MILLION // 10, "inventory", "cage", "A part of the meter"),
        (JACK, MILLION, "cage", "inventory", "The whole meter"),
        (HARD_ROCK, MILLION // 10, "inventory", "cage", "Every progressive win"),
        (HARD_ROCK, MILLION, "inventory", "cage", "Every progressive win"),
    ],
)
def test_a_progressive_is_paid_from_the_purse_that_its_clause_names(
    floor: Lab, place: str, share: int, purse: str, other: str, words: str
) -> None:
    """001:5771 (000:5186), 003:7628: what is posted before the slip is signed changes nothing."""
    table, meter = f"{place[0]}m-{share}", f"{place}-multi-link"
    new = {"id": table, "property": place, "game": "mississippi-stud", "mode": "electronic", "bank": 50_000_00}
    ok(floor.program("manager").post("/api/v1/tables", json=new | {"options": {"progressive": "multi-link"}}), 201)
    for step in ("begin-opening", "open"):
        ok(life(floor, table, step))
    keyed = list[Jackpot]()

    async def key() -> None:
        progressives = floor.house.progressives
        win = Win(1, "ann", "progressive", "royal-flush", share, share // 1_000)
        journal = f"{table}.1"
        made = await floor.house.write(lambda tx: progressives.key_in(tx, meter, table, journal, 1, MILLION, win))
        keyed.append(made)

    floor.do(key)
    slip = ok(begin(floor, "supervisor", "jackpot", table, jackpot=keyed[0].id), 201)
    ok(sign(floor, "surveillance", slip, "surveil"))
    settled = (keyed[0].id, ("confirmed",), "settled")  # as its round does when it is over
    floor.do(lambda: floor.house.write(lambda tx: floor.house.progressives.move(tx, *settled)))
    ok(life(floor, table, "options", options={}))
    refused(sign(floor, "cage", slip, "pay", paid_from=other), words)
    page = floor.browser("cage").get(f"/slips/{slip['id']}").text
    assert (f'<option value="{purse}"' in page, f'<option value="{other}"' in page) == (True, False)
    ok(sign(floor, "cage", slip, "pay", paid_from=purse))


def test_cards_are_inspected_by_the_dealer_who_stands_there(floor: Lab) -> None:
    """000:128, 001:153 and 1986, 002:3389: nobody above a dealer inspects in his place."""
    for badge in ("supervisor", "manager"):
        answer = begin(floor, badge, "cards", SHOE, label="Red 5 + Blue 5")
        refused(answer, f"inspects the cards of {SHOE}", 403)
        assert answer.json()["clause"] == "5"
    page = sent(floor, "supervisor", DESK, kind="cards", password=PASSWORD, label="Red 5 + Blue 5")
    refused(page, f"inspects the cards of {SHOE}", 403)
    offered = {badge: floor.browser(badge).get(f"/pit/{SHOE}").text for badge in ("supervisor", "d1")}
    for does in ("inspects", "counts"):  # the page offers it to whose it is, and tells others whose it is
        assert f"Badge d1, who deals there, {does} the cards of {SHOE}." in offered["supervisor"]
        assert f"{does} the cards of" not in offered["d1"]
    found = [[f'id="begin-{kind}"' in page for kind in ("cards", "stub")] for page in offered.values()]
    assert found == [[False, False], [True, True]]
    ok(life(floor, SHOE, "dealer-in", badge="d3"))
    refused(begin(floor, "d1", "cards", SHOE, label="Red 5 + Blue 5"), "Badge d3 deals at", 403)
    slip = ok(begin(floor, "d3", "cards", SHOE, label="Red 5 + Blue 5"), 201)
    ok(sign(floor, "supervisor", slip, "verify"))


def test_a_set_of_dice_lies_at_one_table(floor: Lab) -> None:
    """000:963, 001:1258, 003:2549: a set of five is there during gaming; which one it is says its label."""
    for table in ("JC-1", "JC-2"):
        new = {"id": table, "property": JACK, "game": "craps", "mode": "dealer"}
        ok(floor.program("manager").post("/api/v1/tables", json=new), 201)
        ok(life(floor, table, "begin-opening"))
    refused(
        begin(floor, "manager", "dice", "JC-1"), "The set of dice has no label"
    )  # the boxperson's, or of who is above
    refused(
        sent(floor, "manager", "/pit/JC-1/document", kind="dice", password=PASSWORD), "The set of dice has no label"
    )
    slip = ok(begin(floor, "manager", "dice", "JC-1", label="Red 4711"), 201)
    ok(sign(floor, "supervisor", slip, "verify"))
    refused(begin(floor, "manager", "dice", "JC-2", label="red-4711"), "is in play at JC-1")


def test_a_table_has_one_closing_count_under_way(floor: Lab) -> None:
    """A second one is refused through either door; with the closing that is called off the first is void."""
    ok(life(floor, SHOE, "begin-closing"))
    dealer = ok(floor.program("supervisor").get(f"/api/v1/pit?property={JACK}"))[0]["table"]["dealer"]
    first = ok(begin(floor, dealer, "closing", SHOE, chips=CHIPS), 201)
    refused(begin(floor, dealer, "closing", SHOE, chips=CHIPS), "is under way", 409)
    counted = {f"chips-{cents}": str(count) for cents, count in CHIPS.items()}
    refused(sent(floor, dealer, DESK, kind="closing", password=PASSWORD, **counted), "is under way", 409)
    ok(life(floor, SHOE, "cancel"))
    refused(sign(floor, "supervisor", first, "verify", chips=CHIPS), "is void", 409)


def test_promotional_money_that_is_not_used_in_twelve_months_is_shown_as_overdue(floor: Lab) -> None:
    """000:3494: it is used within twelve months of the month in which it was collected, the oldest first."""
    place, path = "horseshoe-cleveland", "/api/v1/promotions/funds/horseshoe-cleveland"
    seed = {"what": "seed", "fund": "special-hands", **WITH_ADMIN}

    def late() -> Any:
        floor._tokens.clear()  # a year later everybody signs in again
        return ok(floor.program("manager").get(f"{path}/log"))["unused"]

    ok(floor.program("manager").post(path, json={**seed, "cents": 100_00}))  # in January
    floor.clock.advance(31 * DAY_US)
    ok(floor.program("manager").post(path, json={**seed, "cents": 50_00}))
    accounts_ = fund(place, "special-hands"), accounts.house(place)
    floor.do(
        lambda: floor.house.write(lambda tx: floor.house.ledger.move(tx, "promotion-paid", "cage", *accounts_, 30_00))
    )
    floor.clock.advance(350 * DAY_US)  # the January after
    assert late() == []
    floor.clock.advance(15 * DAY_US)
    assert late() == [{"fund": "special-hands", "game": "", "month": "2025-01", "cents": 70_00}]
    assert "$70.00 of 2025-01 is overdue" in floor.browser("manager").get(f"/promotions?house={place}").text


def test_colours_of_roulette_are_each_patrons_own_and_keep_what_they_were_marked_at(floor: Lab) -> None:
    """000:3668, 001:3856: nobody plays another's colour, nor value chips inside beside somebody's; other limits change
    neither whose a colour is nor what its chips are worth."""
    floor.house.people.add_demo([("rob", "Rob", "player"), ("rae", "Rae", "player")], PASSWORD)
    table, colour = opened(floor, "JR-1", JACK, "roulette", "d2"), {"act": "call", "word": "non-value"}
    for position, patron in enumerate(("rob", "rae"), 1):
        money_for(floor, patron, 900_00, JACK)
        ok(act(floor, patron, table, act="sit", position=position, patron=patron, chips=500_00))
    refused(act(floor, "rae", table, **colour, position=2, wager="1"), "another patron plays colour 1")
    refused(act(floor, "rob", table, **colour, position=2, wager="5"), "position 2 is not yours", 403)
    ok(act(floor, "rae", table, **colour, position=2, wager="3", on="$5"))
    ok(life(floor, table, "options", options={"least": "10"}))
    refused(act(floor, "rob", table, **colour, position=1, wager="3"), "another patron plays colour 3")
    straight = {"act": "bet", "wager": "straight", "on": "17"}
    refused(act(floor, "rae", table, **straight, position=2, amount=12_00), "in steps of $5")
    ok(act(floor, "rob", table, act="call", position=1, word="value-chips"))
    ok(act(floor, "rob", table, **straight, position=1, amount=10_00))
    ok(act(floor, "rae", table, act="call", position=2, word="value-chips"))
    refused(act(floor, "rae", table, **straight, position=2, amount=10_00), "another patron plays value chips inside")
    refused(act(floor, "rob", table, act="leave", position=1), "has wagers on the layout")
