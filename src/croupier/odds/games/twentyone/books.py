"""The odds of blackjack and its variants from their rulebooks: one analyser, told what each book changes.

The expectation of a game is exact. It is found once for a blackjack paid 3 to 2; another payment changes it by
the exact chance of a blackjack that is paid, so 6 to 5, the colours of Rock'n 21 and tournaments cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import msgspec

from croupier.games.twentyone.felt import SMALL_GAME_DECKS, TwentyOneBase
from croupier.games.twentyone.sides import SIDES as WATCHED
from croupier.odds.analysis import Analysis, later
from croupier.odds.cache import remembered
from croupier.odds.exact import Edge
from croupier.odds.games.twentyone import sidebets, sidebets_dealer, sidebets_play, split_hands
from croupier.odds.games.twentyone import solve as blackjack
from croupier.odds.games.twentyone.chart import chart
from croupier.odds.games.twentyone.exact import expectation, pushed_blackjacks
from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.hands import ACE, TEN
from croupier.odds.games.twentyone.rules import ALL_UP_CARDS, NONE, TwentyOneRules
from croupier.odds.posting import (
    Figure,
    Table,
    Unanalysed,
    alternatives,
    game_under,
    net,
    only_even_money,
    part,
    pays,
    table,
    tables,
)
from croupier.rulebook import Posting

USUAL = Fraction(3, 2)
# Wagers whose wins the analysis takes at even money only, with the tables that pay them.
EVEN_MONEY = (
    ("blackjack", "main"), ("double", "main"), ("split", "main"), ("blackjack", "free-double"),
    ("blackjack", "free-split"), ("blackjack", "back-to-life"), ("double", "back-to-life"), ("split", "back-to-life"),
)  # fmt: skip
DOUBLES = {"same": None, "hard-9-to-11": frozenset({9, 10, 11}), "hard-10-or-11": frozenset({10, 11})}
HALF_LOST = Fraction(-1, 2)
SHOWN = 5e-7  # what four digits of a per cent show
ACE_POINTS = 11
MAIN_DEPENDS = ("decks", "soft-17")


def value_of_points(points: int) -> int:
    """The analyser's value of an up card that counts so many points."""
    return 0 if points == ACE_POINTS else points - 1


def rules_of(posting: Posting, *, small: tuple[str, str] | None = None, tournament: bool = False) -> TwentyOneRules:
    """The rules of a posting; `small` replaces how a game of one or two decks doubles and splits.

    With `tournament` as they are in one, whether or not the table is run for it.
    """
    for wager, name in EVEN_MONEY:
        only_even_money(posting, wager, name, "win", beside=name.startswith("free-"))
    decks, tournament = int(posting["decks"]), tournament or bool(posting.get("tournament", False))
    options: dict[str, object] = {
        "decks": decks,
        "hits_soft_17": posting["soft-17"] == "draw",
        "split_hands": int(posting["split-hands"]),
        "split_ace_hands": int(posting["split-ace-hands"]),
        "push_22": ALL_UP_CARDS if posting["dealer-22"] == "push" else NONE,
        "free_doubles": frozenset(posting.get("free-double-totals", ())),
        "zaps": frozenset(posting.get("zap-totals", ())),
        "back_to_life": frozenset(map(value_of_points, posting.get("back-to-life-up-cards", ()))),
    }
    options.update(_house_rules(posting))
    if "free-double-totals" in posting.settings:
        options["free_splits"] = frozenset(range(10 if posting["free-split-tens"] else 9))
    if tournament:  # any two cards double there, whatever the house says otherwise
        options["doubles"] = None
        options["split_ace_hands"] = int(posting.get("tournament-ace-hands", posting["split-ace-hands"]))
    if decks <= SMALL_GAME_DECKS and not tournament:  # a sign of the small game has no say in a tournament
        usual = posting.get("small-game-double", "same"), posting.get("small-game-split", "same")
        double, split = small or usual
        options["doubles"] = DOUBLES[str(double)] if double != "same" else options["doubles"]
        if split == "once":
            options["split_hands"] = min(2, int(posting["split-hands"]))
    options["split_ace_hands"] = min(int(str(options["split_ace_hands"])), int(str(options["split_hands"])))
    options.update(_blackjack(posting))
    try:
        found = TwentyOneRules(**options)  # type: ignore[arg-type]
    except ValueError as fault:
        raise Unanalysed(str(fault)) from None
    return _unbroken(posting, found) if tournament else found


def _unbroken(posting: Posting, rules: TwentyOneRules) -> TwentyOneRules:
    """The rules of a tournament, unless a blackjack that may be doubled or drawn to there is better broken."""
    broken = posting.get("tournament-blackjack", "paid")
    if broken != "paid" and rules.blackjack_pays < 1:
        raise Unanalysed(f"tournament-blackjack {broken}: a blackjack that pays less than even money may be broken")
    return rules


def _house_rules(posting: Posting) -> dict[str, object]:
    """What a house may choose that the printed books leave as it is; see `games.twentyone.house_rules`."""
    surrender = str(posting.get("surrender", "none"))
    if surrender != "none" and pays(posting, "blackjack", "surrender") != HALF_LOST:
        raise Unanalysed(f"blackjack.surrender: half of the wager is analysed, not {_row(posting, 'surrender')}")
    charlie = int(posting.get("charlie", 0))
    for wager in ("blackjack", "split"):
        row = posting.row(wager, "charlie") if charlie else None
        if row and pays(posting, wager, "charlie") != 1:
            raise Unanalysed(f"{wager}.charlie: even money is analysed, not {row.odds}")
    game = game_under(posting)
    assert isinstance(game, TwentyOneBase)
    double = str(posting.get("double-on", "any"))
    return {
        "surrender": surrender != "none",
        "early_surrender": {"early": frozenset({ACE, TEN}), "early-against-ten": frozenset({TEN})}.get(surrender, NONE),
        "charlie": charlie,
        "spanish": is_spanish(posting),
        "blackjack_takes_all": not game.has_reader and posting.get("dealer-blackjack-takes", "original") == "all",
        "doubles": DOUBLES["same" if double == "any" else double],
        "double_after_split": bool(posting.get("double-after-split", True)),
        "draw_to_split_aces": bool(posting.get("draw-to-split-aces", False)),
    }


def is_spanish(posting: Posting) -> bool:
    return bool(posting.get("pack", "standard") == "spanish")


def _row(posting: Posting, outcome: str) -> str:
    row = posting.row("blackjack", outcome)
    return str(row.odds) if row else "nothing"


def _blackjack(posting: Posting) -> dict[str, object]:
    """What a blackjack pays, by its colours where the book says so."""
    if ("blackjack", "blackjack") not in posting.tables:
        return {"blackjack_pays": pays(posting, "blackjack", "blackjack")}
    nets = table(posting, "blackjack", "blackjack").nets
    rows = tuple(
        (nets[f"{colour}-blackjack"], share)
        for colour, share in (("black", Fraction(1, 4)), ("red", Fraction(1, 4)), ("mixed", Fraction(1, 2)))
    )
    return {"blackjack_pays": sum((odds * share for odds, share in rows), Fraction(0)), "blackjack_rows": rows}


def paid_blackjacks(rules: TwentyOneRules) -> Fraction:
    """How often a player has a blackjack and the dealer has none."""
    cards, aces, tens = sum(rules.shoe), rules.shoe[ACE], rules.shoe[TEN]
    mine = Fraction(2 * aces * tens, cards * (cards - 1))
    dealer = Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
    return mine * (1 - dealer)


def exact_edge(rules: TwentyOneRules) -> Edge:
    """All figures of a game, its edge as an exact fraction."""
    usual = as_usually_paid(rules)
    mean = remembered("twentyone-mean", expectation, usual)
    mean += (rules.blackjack_pays - USUAL) * paid_blackjacks(rules)
    pushed = pushed_blackjacks(rules)
    found = remembered("twentyone-edge", _edge, usual, code=solve.__module__)
    return msgspec.structs.replace(_repaid(found, rules, pushed), house_edge=rules.blackjack_pays * pushed - mean)


def as_usually_paid(rules: TwentyOneRules) -> TwentyOneRules:
    """The same game with blackjacks at 3 to 2 and never pushed by a 22: no decision hangs on what they bring."""
    return msgspec.structs.replace(rules, blackjack_pays=USUAL, blackjack_rows=(), push_22_blackjacks=False)


def _repaid(found: Edge, rules: TwentyOneRules, pushed: Fraction) -> Edge:
    """The spread of results with blackjacks paid otherwise: nothing else nets one and a half wagers."""
    if rules.blackjack_pays == USUAL and not rules.blackjack_rows and not pushed:
        return found
    kept = 1 - pushed / paid_blackjacks(rules)
    rows = rules.blackjack_rows or ((rules.blackjack_pays, Fraction(1)),)
    paid = (*((odds, share * kept) for odds, share in rows), (Fraction(0), 1 - kept))
    nets: dict[Fraction, Fraction] = {}
    for won, chance in found.distribution:
        for value, share in paid if won == USUAL else ((won, Fraction(1)),):
            nets[value] = nets.get(value, Fraction(0)) + share * chance
    mean = sum(float(net) * float(chance) for net, chance in nets.items())
    square = sum(float(net) ** 2 * float(chance) for net, chance in nets.items())
    return msgspec.structs.replace(
        found,
        hit=sum((chance for net, chance in nets.items() if net > 0), Fraction(0)),
        push=nets.get(Fraction(0), Fraction(0)),
        variance=square - mean * mean,
        distribution=tuple(sorted(nets.items())),
    )


def _edge(rules: TwentyOneRules) -> Edge:
    found = solve(rules)
    nets = tuple((net, Fraction(chance)) for net, chance in found.spread.items())
    return msgspec.structs.replace(found.edge(), distribution=nets)


def chart_cost(rules: TwentyOneRules) -> float:
    """What the best chart by totals gives up, per initial wager."""
    return remembered("twentyone-chart-cost", _chart_cost, as_usually_paid(rules), code=chart.__module__)


def _chart_cost(rules: TwentyOneRules) -> float:
    return chart(rules).cost


def optimal(rules: TwentyOneRules) -> Edge:
    """The edge under the class of strategies that is counted exactly, with what a wider and a narrower one change."""
    free = ", free hands by a table of their own" if rules.free_splits or rules.free_doubles else ""
    words = f"composition-dependent play: each hand by its own cards, split hands as the same cards unsplit{free}"
    gain = remembered("twentyone-apart", split_hands.gain, as_usually_paid(rules), code=split_hands.__name__)
    if gain >= SHOWN:
        words += f"; played by what was split they gain {100 * gain:.4f} %"
    words += f"; the best chart by totals costs {100 * chart_cost(rules):.4f} % more"
    return exact_edge(rules).given(strategy=words)


# ------------------------------------------------------------------------------- the main wager


def figures(posting: Posting) -> Iterator[Figure]:
    yield from part(posting, "blackjack", _alternatives(posting))
    for wager in posting.wagers:
        if wager == "insurance":
            yield from part(posting, wager, _insurance(posting))
        elif wager in SIDES:
            yield from part(posting, wager, SIDES[wager](posting, wager))
    if ("blackjack", "even-money") in posting.tables:
        yield from part(posting, "blackjack", _even_money(posting))


def _alternatives(posting: Posting) -> Iterator[Figure]:
    """The main wager under each pay table that the house may choose for it."""
    for chosen, words in alternatives(posting, "blackjack", "double", "split"):
        for figure in _main(chosen):
            yield msgspec.structs.replace(figure, note=f"{figure.note}; {words}" if words else figure.note)


def _main(posting: Posting) -> Iterator[Figure]:
    rules, shown = rules_of(posting), table(posting, "blackjack")

    def figure(
        rules: TwentyOneRules, note: str = "", label: str = shown.label, line: int = shown.line, reading: bool = False
    ) -> Figure:
        return Figure(
            wager="blackjack", table=label, line=line, edge=optimal(rules), depends=MAIN_DEPENDS, note=note,
            reading=reading,
        )  # fmt: skip

    yield figure(rules, "with doubles and splits")
    if rules.decks <= 2 and _may_choose(posting, "small-game-double"):
        for double in ("hard-9-to-11", "hard-10-or-11"):
            words = f"only {double.replace('-', ' ')} doubled"
            yield figure(rules_of(posting, small=(double, "same")), words)
        yield figure(rules_of(posting, small=("same", "once")), "pairs split once")
        words = "tens split only if of one rank (they are best not split)"
        yield figure(rules_of(posting, small=("same", "equal-rank")), words)
    for words, other in _readings(rules):
        yield figure(other, f"reading: {words}", reading=True)
    yield from _tournament(posting, figure)


def _may_choose(posting: Posting, name: str) -> bool:
    setting = posting.rulebook.settings.get(name)
    return setting is not None and setting.optional and name not in posting.chosen


def _readings(rules: TwentyOneRules) -> Iterator[tuple[str, TwentyOneRules]]:
    """A dealer's 22 that pushes may be meant otherwise."""
    replace = msgspec.structs.replace
    if rules.back_to_life:
        yield "a dealer's 22 pushes only under the up cards of the clause", replace(rules, push_22=rules.back_to_life)
        yield "a dealer's 22 loses as any hand over 21", replace(rules, push_22=NONE)
    if rules.push_22:
        yield "a dealer's 22 pushes a player's blackjack too", replace(rules, push_22_blackjacks=True)


def _tournament(posting: Posting, figure: Callable[..., Figure]) -> Iterator[Figure]:
    for shown in posting.wagers["blackjack"].pay_tables:
        if shown.when.get("tournament") == [True] and not posting.get("tournament", False):
            odds = shown.odds("blackjack")
            if odds is not None:
                paid = net(odds, posting.limits["blackjack"].least)
                usual = rules_of(posting, tournament=True)
                rules = msgspec.structs.replace(usual, blackjack_pays=paid, blackjack_rows=())
                yield figure(_unbroken(posting, rules), "tournament", shown.label, shown.line)


def _insurance(posting: Posting) -> Iterator[Figure]:
    decks = int(posting["decks"])
    for shown in tables(posting, "insurance"):
        edge = sidebets.edge_of(sidebets.insurance(decks, is_spanish(posting)), {"dealer-blackjack": shown.nets["win"]})
        note = "knowing the up card only"
        yield Figure(wager="insurance", table=shown.label, line=shown.line, edge=edge, depends=("decks",), note=note)


def _even_money(posting: Posting) -> Iterator[Figure]:
    shown = table(posting, "blackjack", "even-money")
    paid = pays(posting, "blackjack", "blackjack")
    waiting = blackjack.even_money(int(posting["decks"]), paid, is_spanish(posting))
    cost = waiting + 1 - shown.nets["even-money"]
    words = "refuse it" if cost >= 0 else "take it"
    edge = Edge(house_edge=cost, hit=Fraction(1), push=Fraction(0), variance=Fraction(0), strategy=words)
    note = "what taking it with a blackjack against an ace gives up"
    depends = ("decks", "blackjack-pays")
    yield Figure(wager="blackjack", table=shown.label, line=shown.line, edge=edge, depends=depends, note=note)


# -------------------------------------------------------------------------------- the side bets

Counter = Callable[[int, bool], Mapping[str, int]]


def _pack(posting: Posting) -> tuple[int, bool]:
    """What a side bet is dealt from: so many decks, and whether they are Spanish."""
    return int(posting["decks"]), is_spanish(posting)


def side_nets(posting: Posting, wager: str, shown: Table) -> dict[str, Fraction]:
    """What each outcome of a side bet nets, with what a second table pays the player beside it."""
    second = table_beside(posting, wager, WATCHED[wager].tokes)
    return {name: net + second.get(name, Fraction(0)) for name, net in shown.nets.items()}


def table_beside(posting: Posting, wager: str, name: str) -> dict[str, Fraction]:
    """What a table pays the player beside a wager; nothing if there is none, or if another than he is paid."""
    if (wager, name) not in posting.tables or posting.tables[wager, name].to != "player":
        return {}
    return table(posting, wager, name, beside=True).nets


def _counted(count: Counter) -> Callable[[Posting, str], Iterator[Figure]]:
    def found(posting: Posting, wager: str) -> Iterator[Figure]:
        for shown in tables(posting, wager):
            edge = sidebets.edge_of(count(*_pack(posting)), side_nets(posting, wager, shown))
            yield _side(wager, shown, edge, ("decks",), shown.note)

    return found


def _royal_match(posting: Posting, wager: str) -> Iterator[Figure]:
    for shown in tables(posting, wager):
        alone = sidebets.edge_of(sidebets.royal_match(*_pack(posting)), shown.nets)
        if (wager, "crown-treasure") not in posting.tables:
            yield _side(wager, shown, alone, ("decks",), shown.note)
            continue
        crown, more = table(posting, wager, "crown-treasure"), table_beside(posting, wager, "crown-treasure")
        both = {**shown.nets, "crown-treasure": shown.nets["royal-match"] + more.get("crown-treasure", Fraction(0))}
        edge = sidebets.edge_of(sidebets.crown_treasure(*_pack(posting)), both)
        yield _side(wager, shown, edge, ("decks",), f"with {crown.label}; {crown.note}".removesuffix("; "))
        yield _side(wager, shown, alone, ("decks",), f"without {crown.label}")


def _on_dealer(
    chances: Callable[[int, bool, bool], sidebets_dealer.Chances],
) -> Callable[[Posting, str], Iterator[Figure]]:
    def found(posting: Posting, wager: str) -> Iterator[Figure]:
        for shown in tables(posting, wager):
            decks, spanish = _pack(posting)
            counted = chances(decks, posting["soft-17"] == "draw", spanish)
            edge = sidebets_dealer.edge_of(counted, side_nets(posting, wager, shown))
            yield _side(wager, shown, edge, MAIN_DEPENDS, shown.note)

    return found


def _house_money(posting: Posting, wager: str) -> Iterator[Figure]:
    for shown in tables(posting, wager):
        alone = sidebets.edge_of(sidebets.house_money(*_pack(posting)), shown.nets)
        yield _side(wager, shown, alone, ("decks",), "the win never added to the wager")
        capped = remembered("house-money", _capped, rules_of(posting), shown.nets, code=sidebets_play.__name__)
        note = "win and bet added to the wager wherever the hand is favourable"
        yield _side(wager, shown, capped, (*MAIN_DEPENDS, "blackjack-pays"), note)
    if "one-deck-odds" in posting.settings and not posting["one-deck-odds"]:
        yield from _printed_for_one_deck(posting, wager)


def _printed_for_one_deck(posting: Posting, wager: str) -> Iterator[Figure]:
    """A table that the book prints for one deck, though its game is not dealt from one."""
    for printed in posting.wagers[wager].pay_tables:
        if printed.when.get("one-deck-odds") == [True]:
            rows = {outcome: net(odds, posting.limits[wager].least) for outcome, odds in printed.rows}
            edge = sidebets.edge_of(sidebets.house_money(1, is_spanish(posting)), rows)
            note = "printed for 1 deck, which this game does not use; the win never added to the wager"
            yield Figure(wager=wager, table=printed.label, line=printed.line, edge=edge, note=note)


def _capped(rules: TwentyOneRules, rows: dict[str, Fraction]) -> Edge:
    return sidebets_play.house_money_capped(solve(rules), rows)


def _second_trilux(posting: Posting, wager: str) -> Iterator[Figure]:
    for shown in tables(posting, wager):
        rules = as_usually_paid(rules_of(posting))
        nets = side_nets(posting, wager, shown)
        edge = remembered("second-trilux", _second, rules, nets, code=sidebets_play.__name__)
        yield _side(wager, shown, edge, MAIN_DEPENDS, "")


def _second(rules: TwentyOneRules, rows: dict[str, Fraction]) -> Edge:
    return sidebets_play.second_trilux(solve(rules), rows)


def _side(wager: str, shown: Table, edge: Edge, depends: tuple[str, ...], note: str) -> Figure:
    return Figure(wager=wager, table=shown.label, line=shown.line, edge=edge, depends=depends, note=note)


SIDES: dict[str, Callable[[Posting, str], Iterator[Figure]]] = {
    "bet-the-set": _counted(sidebets.bet_the_set),
    "royal-match": _royal_match,
    "kings-bounty": _counted(sidebets.kings_bounty),
    "trilux": _counted(sidebets.trilux),
    "second-trilux": _second_trilux,
    "rock-n-21-side-bet": _counted(sidebets.rockn_21),
    "house-money": _house_money,
    "buster": _on_dealer(sidebets_dealer.buster),
    "push-22": _on_dealer(sidebets_dealer.push_22),
}

AXES = ("decks", "soft-17", "blackjack-pays")
BLACKJACK = Analysis(
    figures=figures,
    axes=AXES,
    simulator=later("simulate.games:TwentyOne"),
    strategy=later("games.twentyone.strategies:twentyone_strategy"),
    advise=later("games.twentyone.advice:twentyone_advice"),
    sees=later("games.twentyone.advice:position_of"),
    playing=later("games.twentyone.strategies:first_hands"),
    length=3,
)
ROCKN_21 = msgspec.structs.replace(BLACKJACK, length=0)
ZOMBIE_BLACKJACK = msgspec.structs.replace(BLACKJACK, length=5)
FREE_BET_BLACKJACK = msgspec.structs.replace(BLACKJACK, length=7)
ZAPPIT_BLACKJACK = msgspec.structs.replace(BLACKJACK, length=9)
SEEN = later("protection.seen:hole_card")
