"""The odds of Pai Gow Poker from its rulebooks: the main game under its house way and the side bets, all exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from croupier.equipment.money import money, round_up
from croupier.odds.analysis import Analysis, later
from croupier.odds.cache import key_of, remembered
from croupier.odds.exact import Edge
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.pai_gow import exact as pai_gow_exact
from croupier.odds.games.pai_gow import sidebets as pai_gow
from croupier.odds.games.pai_gow import simulated as sim
from croupier.odds.games.pai_gow.house_ways import house_way
from croupier.odds.games.pai_gow.strategy import good_settings
from croupier.odds.long_work import shared_work
from croupier.odds.posting import Figure, Table, Unanalysed, alternatives, net, open_posting, part, pays, table, tables
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


def rules_of(posting: Posting) -> sim.PaiGowRules:
    form = FORMS[str(posting["version"])]
    win = pays(posting, "pai-gow")
    if form == "commission":
        win -= max(win, Fraction(0)) * Fraction(int(posting["vigorish"]), 100)
    return sim.PaiGowRules(form=form, win_pays=win)


def dealer_table(posting: Posting) -> Array:
    """Every kind of hand as the house way sets it, kept on disk: it is half a minute of plain Python."""
    return remembered("house-way", _dealer_table, posting["house-way"], code=sim.__name__)


def _dealer_table(rule: dict[str, Any]) -> Array:
    return sim.settings(house_way(rule))


def good_table(posting: Posting) -> Array:
    """Every kind of hand as a good player sets it against this house."""
    return good_settings_against(posting, rules_of(posting))


def good_settings_against(posting: Posting, rules: sim.PaiGowRules) -> Array:
    """The same in any form of the game: the dealer's way is one for all of them."""

    def made(rule: dict[str, Any], win: Fraction) -> Array:
        return good_settings(dealer_table(posting), win)

    code = good_settings.__module__
    return remembered("good-way", made, posting["house-way"], Fraction(rules.win_pays), code=code)


def kernel(posting: Posting, way: str = GOOD_WAY) -> Kernel:
    """The game ready to be played: the dealer by his house way, the player by the same or by a good one."""
    rules = rules_of(posting)
    dealer = dealer_table(posting)
    player = good_table(posting) if way == GOOD_WAY and rules.form != "face-up" else dealer
    tiger = pays(posting, "tiger-9", "nine-high") if "tiger-9" in posting.wagers else Fraction(0)
    ace = _ace_rows(table(posting, "ace-high")) if "ace-high" in posting.wagers else {}
    fortune = _alike(posting, table(posting, "fortune")).pays if "fortune" in posting.wagers else {}
    made: Any = sim.PaiGowKernel(rules, dealer, player, fortune=fortune, tiger_pays=tiger, ace_high=ace)
    return made  # type: ignore[no-any-return]


def _ace_rows(shown: Table) -> dict[str, Fraction]:
    return {ACE_HIGH[row]: odds for row, odds in shown.nets.items()}


def _alike(posting: Posting, shown: Table, name: str = "main") -> Table:
    """Of several rows that a hand fulfils the table pays the greatest number: that needs odds of one kind."""
    rows = [row for row in posting.rows("fortune", name) if row.odds.kind != "push"]
    usual = Counter(row.odds.kind for row in rows).most_common(1)[0][0]
    other = next((row for row in rows if row.odds.kind != usual), None)
    if other is not None:
        model = next(row for row in rows if row.odds.kind == usual)
        raise Unanalysed(
            f"fortune.{name}.{other.outcome}: {other.odds} can't be compared with {model.odds} for {model.outcome},"
            " and a hand that fulfils several rows is paid the greatest; expected every row to pay as"
            f" {model.odds} does"
        )
    return shown


def rounded_win(posting: Posting) -> Fraction | None:
    """What a win of the least wager nets where its vigorish is rounded up to a coin; None where that does not show."""
    win, rules = pays(posting, "pai-gow"), rules_of(posting)
    if rules.form != "commission" or win <= 0:
        return None
    stake = posting.limits["pai-gow"].least
    exact = (win - rules.win_pays) * stake
    charged = round_up(exact, int(posting["vigorish-unit"]))
    return win - Fraction(charged, stake) if charged != exact else None


def main_edges(posting: Posting, ways: Iterable[str], win: Fraction | None = None) -> list[Edge]:
    """The main wager under each way the player may set his hands, every pair of hands counted; `win` is what one
    nets where that is not as the rules have it.

    Every form of the game that the rulebook offers is counted at once: they share the dealer and all pairs of hands.
    """
    rules = rules_of(posting)
    forms = {rules.form: rules} | {other.form: other for other in _other_forms(posting)}

    def run(rule: dict[str, Any], every: list[sim.PaiGowRules]) -> dict[tuple[str, str], tuple[int, int, int]]:
        dealer = dealer_table(posting)
        names, contests = [], []
        for one in every:
            good = None if one.form == "face-up" else good_settings_against(posting, one)
            players = {GOOD_WAY: good} if good is None else {GOOD_WAY: good, HOUSE_WAY: dealer}
            for way, player in players.items():
                names.append((one.form, way))
                contests.append(pai_gow_exact.Contest(player, PUSHES[one.form]))
        key = key_of("pai-gow", code, rule, every)
        return dict(zip(names, shared_work(pai_gow_exact.Matches(dealer, contests), key), strict=True))

    code = pai_gow_exact.__name__
    every = [forms[form] for form in PUSHES if form in forms]
    counted = remembered("pai-gow", run, posting["house-way"], every, code=code)
    net_win = rules.win_pays if win is None else win
    return [pai_gow_exact.edge_of(counted[rules.form, way], net_win) for way in ways]


def _other_forms(posting: Posting) -> Iterator[sim.PaiGowRules]:
    """The other forms in which this game may be offered, by their own pay tables."""
    setting = posting.rulebook.settings["version"]
    for version in setting.choices if setting.optional else ():
        if version != posting["version"]:
            yield rules_of(open_posting(posting.rulebook, {"version": str(version)}))


def pai_gow_poker(posting: Posting) -> Iterator[Figure]:
    yield from part(posting, "pai-gow", _main(posting))
    yield from part(posting, "fortune", _fortune(posting))
    yield from part(posting, "tiger-9", _tiger_lines(posting))
    yield from part(posting, "ace-high", _ace_lines(posting))


def _main(posting: Posting) -> Iterator[Figure]:
    ways = {GOOD_WAY: "set for the most against the dealer's house way"}
    if posting["version"] == "commission-free-face-up":
        ways = {GOOD_WAY: "the best of all settings against the dealer's open hand"}
    else:
        ways[HOUSE_WAY] = "set by the house way"
    for chosen, words in alternatives(posting, "pai-gow"):
        yield from _set_by(chosen, ways, words)
        win = rounded_win(chosen)
        if win is not None:
            coin, least = int(chosen["vigorish-unit"]), chosen.limits["pai-gow"].least
            rounding = f"vigorish rounded up to {money(coin)}; wager of {money(least)}"
            yield from _set_by(chosen, ways, f"{rounding}; {words}" if words else rounding, win)


def _set_by(posting: Posting, ways: dict[str, str], words: str, win: Fraction | None = None) -> Iterator[Figure]:
    shown = table(posting, "pai-gow")
    for edge, way in zip(main_edges(posting, ways, win), ways.values(), strict=True):
        yield Figure(
            wager="pai-gow", table=shown.label, line=shown.line, edge=edge.given(strategy=way),
            depends=("version",), note=f"{way}; {words}" if words else way,
        )  # fmt: skip


def _tiger_lines(posting: Posting) -> Iterator[Figure]:
    for shown in tables(posting, "tiger-9"):
        yield Figure(wager="tiger-9", table=shown.label, line=shown.line, edge=_tiger(posting, shown), note=shown.note)


def _ace_lines(posting: Posting) -> Iterator[Figure]:
    for shown in tables(posting, "ace-high"):
        edge = pai_gow.ace_high_bet(_ace_rows(shown))
        yield Figure(wager="ace-high", table=shown.label, line=shown.line, edge=edge, note=shown.note)


def _tiger(posting: Posting, shown: Table) -> Edge:
    return pai_gow_exact.tiger_nine(dealer_table(posting), shown.nets["nine-high"])


def _fortune(posting: Posting) -> Iterator[Figure]:
    for shown in tables(posting, "fortune"):
        edge = pai_gow.seven_card_bet(_alike(posting, shown).pays)
        note = "; ".join(text for text in ("without envy", shown.note) if text)
        yield Figure(wager="fortune", table=shown.label, line=shown.line, edge=edge, note=note)
        if ("fortune", "envy") not in posting.tables:
            continue
        stake = max(int(posting["envy-from"]), posting.limits["fortune"].least)
        _alike(posting, shown, "envy")
        amounts = {row.outcome: net(row.odds, stake, True) * stake for row in posting.rows("fortune", "envy")}
        for players in range(2, int(posting["positions"]) + 1):
            mean = pai_gow.edge_with_envy(edge, amounts, wager=stake, players=players)
            note = f"wager of {money(stake)} with envy of {players - 1} other player{'s' if players > 2 else ''}"
            total = Edge(house_edge=mean, hit=edge.hit, push=edge.push, variance=edge.variance)
            yield Figure(wager="fortune", table=shown.label, line=shown.line, edge=total, note=note)


PAI_GOW_POKER = Analysis(
    figures=pai_gow_poker,
    axes=("version",),
    strategy=later("games.pai_gow.advice:pai_gow_strategy"),
    advise=later("games.pai_gow.advice:pai_gow_advice"),
    kernel=later("simulate.poker:pai_gow"),
    own=7,
    length=8,
)
SEEN_PAI_GOW_POKER = later("protection.seen:set_hands")
