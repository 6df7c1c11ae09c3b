"""The odds of Pai Gow Poker from its rulebooks: the main game under its house way and the side bets, all exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from croupier.equipment.money import money
from croupier.odds.cache import key_of, remembered
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.books import shared_work
from croupier.odds.games.pai_gow import exact as pai_gow_exact
from croupier.odds.games.pai_gow import sidebets as pai_gow
from croupier.odds.games.pai_gow import simulated as sim
from croupier.odds.games.pai_gow.house_ways import house_way
from croupier.odds.games.pai_gow.setting import tiger_nine
from croupier.odds.games.pai_gow.strategy import good_settings
from croupier.odds.posting import Analyst, Axes, Figure, Table, pays, table, tables
from croupier.odds.simulate.kernels import Kernel
from croupier.rulebook import Posting

FORMS: dict[str, sim.Form] = {
    "pai-gow": "commission", "commission-free": "commission-free", "commission-free-face-up": "face-up",
}  # fmt: skip
ACE_HIGH = {
    "both-ace-high": "dealer-and-player",
    "dealer-ace-high-joker": "dealer-with-joker",
    "dealer-ace-high": "dealer-without-joker",
}
PUSHES: dict[sim.Form, pai_gow_exact.Pushes] = {
    "commission": "never", "commission-free": "nine-high low", "face-up": "ace high",
}  # fmt: skip
HOUSE_WAY, GOOD_WAY = "house way", "good"


def rules_of(posting: Posting) -> sim.Rules:
    form = FORMS[str(posting["version"])]
    win = pays(posting, "pai-gow")
    if form == "commission":
        win *= 1 - Fraction(int(posting["vigorish"]), 100)
    return sim.Rules(form=form, win_pays=win)


def dealer_table(posting: Posting) -> Array:
    """Every kind of hand as the house way sets it, kept on disk: it is half a minute of plain Python."""
    return remembered("house-way", _dealer_table, posting["house-way"], code=sim.__name__)


def _dealer_table(rule: dict[str, Any]) -> Array:
    return sim.settings(house_way(rule))


def good_table(posting: Posting) -> Array:
    """Every kind of hand as a good player sets it against this house."""
    win = Fraction(rules_of(posting).win_pays)

    def made(rule: dict[str, Any], win: Fraction) -> Array:
        return good_settings(dealer_table(posting), win)

    return remembered("good-way", made, posting["house-way"], win, code=good_settings.__module__)


def kernel(posting: Posting, way: str = GOOD_WAY) -> Kernel:
    """The game ready to be played: the dealer by his house way, the player by the same or by a good one."""
    rules = rules_of(posting)
    dealer = dealer_table(posting)
    player = good_table(posting) if way == GOOD_WAY and rules.form != "face-up" else dealer
    tiger = pays(posting, "tiger-9", "nine-high") if "tiger-9" in posting.wagers else Fraction(0)
    ace = _ace_rows(table(posting, "ace-high")) if "ace-high" in posting.wagers else {}
    fortune = table(posting, "fortune").pays if "fortune" in posting.wagers else {}
    made: Any = sim.PaiGowKernel(rules, dealer, player, fortune=fortune, tiger_pays=tiger, ace_high=ace)
    return made  # type: ignore[no-any-return]


def _ace_rows(shown: Table) -> dict[str, Fraction]:
    return {ACE_HIGH[row]: odds for row, odds in shown.pays.items()}


def main_edges(posting: Posting, ways: Iterable[str]) -> list[Edge]:
    """The main wager under each way the player may set his hands, every pair of hands counted."""
    rules, ways = rules_of(posting), list(ways)

    def run(rules: sim.Rules, rule: dict[str, Any], ways: list[str]) -> Any:
        dealer = dealer_table(posting)
        player = {HOUSE_WAY: dealer, GOOD_WAY: None if rules.form == "face-up" else good_table(posting)}
        contests = [pai_gow_exact.Contest(player[way], PUSHES[rules.form]) for way in ways]
        key = key_of("pai-gow", code, rules, rule, ways)
        return shared_work(pai_gow_exact.Matches(dealer, contests), key)

    code = pai_gow_exact.__name__
    counted = remembered("pai-gow", run, rules, posting["house-way"], ways, code=code)
    return [pai_gow_exact.edge_of(counts, rules.win_pays) for counts in counted]


def pai_gow_poker(posting: Posting) -> Iterator[Figure]:
    shown = table(posting, "pai-gow")
    face_up = posting["version"] == "commission-free-face-up"
    ways = {GOOD_WAY: "set for the most against the dealer's house way"}
    if face_up:
        ways = {GOOD_WAY: "the best of all settings against the dealer's open hand"}
    else:
        ways[HOUSE_WAY] = "set by the house way"
    for edge, words in zip(main_edges(posting, ways), ways.values(), strict=True):
        yield Figure(
            wager="pai-gow", table=shown.label, line=shown.line, edge=edge.given(strategy=words), depends=("version",),
            note=words,
        )  # fmt: skip
    yield from _fortune(posting)
    for shown in tables(posting, "tiger-9"):
        yield Figure(wager="tiger-9", table=shown.label, line=shown.line, edge=_tiger(posting, shown))
    for shown in tables(posting, "ace-high"):
        edge = pai_gow.ace_high_bet(_ace_rows(shown))
        yield Figure(wager="ace-high", table=shown.label, line=shown.line, edge=edge)


def _tiger(posting: Posting, shown: Table) -> Edge:
    def run(rule: dict[str, Any], odds: Fraction) -> Edge:
        return tiger_nine(house_way(rule), odds)

    return remembered("tiger-9", run, posting["house-way"], shown.pays["nine-high"], code=tiger_nine.__module__)


def _fortune(posting: Posting) -> Iterator[Figure]:
    for shown in tables(posting, "fortune"):
        edge = pai_gow.seven_card_bet(shown.pays)
        yield Figure(wager="fortune", table=shown.label, line=shown.line, edge=edge, note="without envy")
        if ("fortune", "envy") not in posting.tables:
            continue
        stake = int(posting["envy-from"])
        amounts = {row.outcome: row.odds.value for row in posting.rows("fortune", "envy")}
        for players in range(2, int(posting["positions"]) + 1):
            mean = pai_gow.edge_with_envy(edge, amounts, wager=stake, players=players)
            note = f"wager of {money(stake)} with envy of {players - 1} other player{'s' if players > 2 else ''}"
            total = Edge(house_edge=mean, hit=edge.hit, push=edge.push, variance=edge.variance)
            yield Figure(wager="fortune", table=shown.label, line=shown.line, edge=total, note=note)


ANALYSTS: dict[str, tuple[Analyst, Axes]] = {"pai-gow-poker": (pai_gow_poker, ("version",))}
