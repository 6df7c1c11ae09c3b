"""Rulings that touch several hands or wagers at once, keyed card by card over HTTP at a table dealt by hand."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.demo import players as bots
from croupier.equipment.cards import parse_card
from croupier.equipment.entropy import SeededEntropy
from croupier.house.record.clock import DAY_US
from croupier.rounds.requests import Betting, Card, Decide, Shuffle, Stack, Turn

from .lab import Lab, lab
from .money_table import SIGNED, dealers, ok

JACK, HARD_ROCK, OLD = "jack-cleveland", "hard-rock-cincinnati", "horseshoe-cleveland"
DEALER = "h1"
STEPS_MAX = 80
Hands = dict[str, str]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("by-hand"), "big-six") as made:
        made.clock.advance(1_830 * DAY_US)
        dealers(made, DEALER)
        yield made


class Hand:
    """One demo table dealt by hand: what is asked is keyed from the hands of a test, or refused."""

    def __init__(self, floor: Lab, name: str, place: str, game: str, **options: Any) -> None:
        self.floor, self.name, self.happened = floor, name, []  # type: ignore[var-annotated]
        new = {"id": name, "property": place, "game": game, "mode": "dealer", "options": options, "demo": True}
        ok(floor.program("manager").post("/api/v1/tables", json=new | {"bank": 1_000_000_00}), 201)
        told = floor.program("supervisor")
        for act in ("begin-opening", "open"):
            ok(told.post(f"/api/v1/tables/{name}/life", json={"act": act, **SIGNED}))
        last = getattr(floor, "dealt_at", "")
        if last:
            ok(told.post(f"/api/v1/tables/{last}/life", json={"act": "dealer-out"}))
        floor.dealt_at = name  # type: ignore[attr-defined]
        ok(told.post(f"/api/v1/tables/{name}/life", json={"act": "dealer-in", "badge": DEALER}))
        self.entropy = SeededEntropy(name)

    def tried(self, by: str, **act: Any) -> Any:
        answer = self.floor.program(by).post(f"/api/v1/tables/{self.name}/acts", json={"act": act})
        if answer.status_code == 200:
            self.happened += [e for e in answer.json()["happened"] if "net" in e and "result" in e]
        return answer

    def does(self, by: str, **act: Any) -> None:
        ok(self.tried(by, **act))

    @property
    def driver(self) -> Any:
        return self.floor.do(lambda: self.floor.house.table(self.name)).driver

    def seated(self, *positions: int) -> None:
        for position in positions:
            self.does(DEALER, act="sit", position=position, patron=f"{self.name}-{position}", chips=20_000_00)

    def bets(self, position: int, **wagers: int) -> None:
        for wager, dollars in wagers.items():
            self.does(DEALER, act="bet", position=position, wager=wager.replace("_", "-"), amount=dollars * 100)

    def until(self, *kinds: type, hands: Hands | None = None, up: str = "") -> Any:
        """Key what falls until something of a kind is asked; cards face down have no face until they are turned."""
        keyed = iter(parse_card(name) for name in up.split())
        for _ in range(STEPS_MAX):
            asked = self.driver.pending
            if isinstance(asked, kinds):
                return asked
            if isinstance(asked, Turn):
                cards = [parse_card(name) for name in (hands or {})[asked.to].split()]
                self.does(DEALER, act="falls", cards=cards)
            elif isinstance(asked, Card) and asked.face == "up" and up:
                self.does(DEALER, act="fall", card=next(keyed))
            elif isinstance(asked, Stack) and asked.face == "up" and up:
                self.does(DEALER, act="falls", cards=[next(keyed) for _ in range(asked.count)])
            else:
                fact = bots.fact(self.entropy, self.driver)
                assert fact is not None, asked
                given = msgspec.to_builtins(fact)
                self.does(DEALER, **given)
        raise AssertionError(f"{self.driver.pending} is asked for ever")

    def settled(self) -> dict[tuple[int, str], tuple[str, int]]:
        return {(e["position"], e["wager"]): (e["result"], e["net"]) for e in self.happened}


@pytest.mark.parametrize("place", [JACK, HARD_ROCK, OLD])
def test_caps_over_two_hands_are_cut_in_proportion(floor: Lab, place: str) -> None:
    """001:6349, 003:3790, 000:5612: a round of DJ Wild pays $50,000 in all; the first hand does not take all of it."""
    table = Hand(floor, f"DJ-{place[:9]}", place, "dj-wild-stud-poker")
    table.until(Betting)
    table.seated(1, 2)
    table.bets(1, ante=10, blind=10)
    table.bets(2, ante=100, blind=100)
    table.does(DEALER, act="close")
    for position in (1, 2):
        asked = table.until(Decide)
        assert asked.position == position
        table.does(DEALER, act="chosen", name="play", position=position)
    hands = {"1": "Ah Ac 9d 6h 3s", "2": "2c 2d 2h 2s Jk", "dealer": "Kh Jc 8d 7s 5d"}
    table.until(Betting, Shuffle, hands=hands)
    won = table.settled()
    assert won[2, "blind"][1] == 49_835_54 and won[1, "ante"][1] == 4_98 and won[1, "play"][1] == 9_96
    assert sum(net for _, net in won.values()) == 50_000_00


@pytest.mark.parametrize(
    ("game", "bonus"),
    [("high-card-flush", "straight_flush_bonus"), ("i-luv-suits-poker", "super_flush_rush")],
)
def test_two_bonuses_share_what_a_round_pays(floor: Lab, game: str, bonus: str) -> None:
    """003:4804, 5039: $50,000 a round, of which both winners get their part and the wagers that lost stay lost."""
    table = Hand(floor, f"CAP-{game[:4]}", HARD_ROCK, game)
    table.until(Betting)
    table.seated(1, 2)
    for position in (1, 2):
        table.bets(position, ante=10, **{bonus: 10})
    table.does(DEALER, act="close")
    while isinstance(asked := table.until(Decide, Turn, Betting, Shuffle), Decide):
        table.does(DEALER, act="chosen", name="fold-tucked", position=asked.position)
    hands = {"1": "5c 6c 7c 8c 9c Tc Jc", "2": "2s 3s 4s 5s 6s 7s 8s", "dealer": "Kh Qh Js 9h 7h 5d 2d"}
    table.until(Betting, Shuffle, hands=hands)
    won = table.settled()
    wager = bonus.replace("_", "-")
    assert won[1, wager][1] == won[2, wager][1] == 25_000_00
    assert won[1, "ante"] == won[2, "ante"] == ("lost", -10_00)


def test_a_round_of_criss_cross_is_cut_over_all_players(floor: Lab) -> None:
    """003:3332: $50,000 over both players, each win cut in proportion, what lost taken whole."""
    table = Hand(floor, "CC-1", HARD_ROCK, "criss-cross-poker")
    table.until(Betting)
    table.seated(1, 2)
    for position in (1, 2):
        table.bets(position, ante_across=100, ante_down=100)
    table.does(DEALER, act="close")
    for across_down_middle, cross in ((("3x", "1x"), "Qh Jh"), (("3x", "1x"), "3c 7d"), (("1x", "1x"), "Th")):
        for position, name in enumerate(across_down_middle, 1):
            assert table.until(Decide).position == position
            table.does(DEALER, act="chosen", name=name, position=position)
        table.does(DEALER, act="falls", cards=[parse_card(card) for card in cross.split()])
    table.until(Betting, Shuffle, hands={"1": "Ah Kh", "2": "9h 8h"})
    won = table.settled()
    assert won[1, "across"][1] == 34_059_94 and won[2, "across"][1] == won[2, "middle"][1] == 2_270_66
    assert sum(net for _, net in won.values() if net > 0) == 50_000_00
    assert won[1, "down"][1] == -300_00 and won[2, "down"][1] == -100_00


def test_a_fold_forfeits_the_pair_plus_only_where_it_was_conditional(floor: Lab) -> None:
    """000:4005 with 3933 and 4037."""
    for name, options, expected in (
        ("PP-1", {}, ("won", 10_00)),
        ("PP-2", {"pair-plus-forfeit": "always"}, ("lost", -10_00)),
    ):
        table = Hand(floor, name, OLD, "three-card-poker", **options)
        table.until(Betting)
        table.seated(1)
        table.bets(1, ante=10, pair_plus=10)
        table.does(DEALER, act="close")
        table.until(Decide)
        table.does(DEALER, act="chosen", name="fold", position=1)
        table.until(Betting, Shuffle, hands={"1": "2c 2d 4s", "dealer": "Kh 7c 9d"})
        assert table.settled()[1, "ante"] == ("lost", -10_00)
        assert table.settled()[1, "pair-plus"] == expected


def test_a_bankers_six_draws_as_the_house_posts_the_row(floor: Lab) -> None:
    """003:5801 as printed is a posted choice, and the same at every table of the house."""
    table = Hand(floor, "MB-78", HARD_ROCK, "mini-midi-baccarat", **{"banker-six": "78"})
    other = {"id": "MB-67", "property": HARD_ROCK, "game": "mini-midi-baccarat", "mode": "dealer", "demo": True}
    ok(floor.program("manager").post("/api/v1/tables", json={**other, "options": {"banker-six": "67"}}), 201)
    opening = floor.program("supervisor").post("/api/v1/tables/MB-67/life", json={"act": "begin-opening", **SIGNED})
    assert opening.status_code == 422 and opening.json()["clause"] == "13.F"
    table.until(Betting, up="Ah 2c 3c 4c 5c")
    table.seated(1)
    table.bets(1, banker=100)
    table.does(DEALER, act="close")
    table.until(Betting, Shuffle, up="2h Kc 3d 6s 8c 4d")  # Banker's six draws against an eight
    assert table.settled()[1, "banker"][0] == "lost"


def test_a_side_wager_that_is_too_small_goes_back_alone(floor: Lab) -> None:
    """000:3953, 002:2490: a condition on the side wager returns the side wager, never the valid Ante."""
    table = Hand(floor, "SW-1", OLD, "three-card-poker", **{"pair-plus-version": "ante-equal"})
    table.until(Betting)
    table.seated(1)
    table.bets(1, ante=10, pair_plus=20)
    table.does(DEALER, act="close")
    table.until(Decide)
    assert [w.kind for w in table.driver.felt.wagers] == ["ante"]
    assert table.driver.table.chips(1) == 20_000_00 - 10_00


def test_a_laid_down_pai_gow_hand_is_surrendered_until_the_dealer_exposes_it(floor: Lab) -> None:
    """003:6636, 000:2715."""
    for name, place in (("PG-1", HARD_ROCK), ("PG-2", OLD)):
        table = Hand(floor, name, place, "pai-gow-poker")
        table.until(Betting)
        table.seated(1)
        table.bets(1, pai_gow=100)
        table.does(DEALER, act="close")
        assert "surrender" in [choice.name for choice in table.until(Decide).choices]
        table.does(DEALER, act="chosen", name="surrender", position=1)
        table.until(Betting, Shuffle, hands={"dealer": "Kh Qc 9d 8s 6c 4d 2h"})
        assert table.settled()[1, "pai-gow"] == ("lost", -100_00)
