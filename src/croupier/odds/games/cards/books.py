"""The odds of the poker games against the house from their rulebooks, with the strategy that achieves them.

A game is reported as a whole (all wagers that its decisions tie together, per Ante), then each wager alone within
it, then the side bets. Long analyses are done in shards that survive an interruption, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.cards import ACE, NINE, QUEEN, RANKS
from croupier.hands import three
from croupier.odds import sharing
from croupier.odds.cache import key_of, remembered
from croupier.odds.exact import Edge
from croupier.odds.games.cards import (
    crazy_four,
    criss_cross,
    dj_wild,
    fivecard,
    four_card,
    high_card_flush,
    let_it_ride,
    mississippi,
    texas_bonus,
    three_card,
    ultimate,
)
from croupier.odds.posting import Analyst, Axes, BadInput, Figure, Table, pays, table, tables
from croupier.odds.shards import run_work
from croupier.odds.simulate.tally import GameOdds
from croupier.odds.work import Work
from croupier.rulebook import Posting

QUALIFIERS_3 = {"queen-high": three.least_high_card3(QUEEN)}
QUALIFIERS_FLUSH = {"nine-high-three-card-flush": (3, NINE)}
PAIRS_FROM = {"pair-of-queens": QUEEN, "pair-of-aces": ACE}


def without(rows: dict[str, Fraction], *names: str) -> dict[str, Fraction]:
    return {name: odds for name, odds in rows.items() if name not in names}


def with_royal(rows: dict[str, Fraction]) -> dict[str, Fraction]:
    """A royal flush without a row of its own is a straight flush."""
    if "royal-flush" in rows or "straight-flush" not in rows:
        return rows
    return {"royal-flush": rows["straight-flush"], **rows}


def whole(posting: Posting, odds: GameOdds, together: str, names: dict[str, str] | None = None) -> Iterator[Figure]:
    """The game as one, and each of its wagers alone; `names` gives the book's wager for the analysis's."""
    first = next(iter(odds.wagers))
    base = (names or {}).get(first, first)
    shown = table(posting, base)
    choices = ", ".join(f"{name} {100 * float(share):.2f} %" for name, share in odds.choices.items())
    strategy = f"optimal play: {choices}" if choices else "optimal play"
    main = odds.main.given(strategy=strategy)
    yield Figure(wager=base, table=shown.label, line=shown.line, edge=main, note=together)
    for name, edge in odds.wagers.items():
        wager = (names or {}).get(name, name)
        if wager == "ante-bonus":
            bonus = table(posting, "ante", "bonus")
            yield Figure(
                wager="ante", table=bonus.label, line=bonus.line, edge=edge.given(strategy=strategy),
                note="alone, as part of the game, per Ante",
            )  # fmt: skip
        elif wager in posting.wagers:
            shown = table(posting, wager)
            note = "alone, as part of the game, per initial wager"
            yield Figure(wager=wager, table=shown.label, line=shown.line, edge=edge.given(strategy=strategy), note=note)


def side(
    posting: Posting, wager: str, edge_of: Callable[[Table], Edge], note: str = "", depends: tuple[str, ...] = ()
) -> Iterator[Figure]:
    """A wager that its own pay table decides, under every table the book allows."""
    for shown in tables(posting, wager):
        words = "; ".join(part for part in (note, shown.note) if part)
        yield Figure(wager=wager, table=shown.label, line=shown.line, edge=edge_of(shown), note=words, depends=depends)


def long_work(name: str, module: Any, rules: Any) -> Any:
    """The result of an analysis in shards, kept whole once it is done."""

    def run(rules: Any) -> Any:
        return shared_work(module.Analysis(rules), key_of("work", module.__name__, rules))

    return remembered(name, run, rules, code=module.__name__)


def shared_work(work: Work[Any], key: str) -> Any:
    """Do an analysis in shards on the cores there are, showing how far it is."""
    return run_work(work, key, progress=sharing.watch[0] if sharing.watch else None, workers=sharing.threads[0])


# ------------------------------------------------------------------------------- Three Card Poker


def three_card_rules(posting: Posting) -> three_card.Rules:
    return three_card.Rules(
        ante_bonus=table(posting, "ante", "bonus").pays,
        qualify=QUALIFIERS_3[posting["qualifier"]],
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
    )


def three_card_poker(posting: Posting) -> Iterator[Figure]:
    odds = remembered("three-card", three_card.analyse, three_card_rules(posting))
    yield from whole(posting, odds, "Ante, Play and bonus together, per Ante")
    yield from side(posting, "pair-plus", lambda shown: three_card.three_card_bet(shown.pays))
    yield from side(posting, "six-card-bonus", lambda shown: fivecard.six_card_bonus(shown.pays))


# -------------------------------------------------------------------------------- four-card games


def four_card_rules(posting: Posting) -> four_card.Rules:
    return four_card.Rules(
        ante_bonus=table(posting, "ante", "bonus").pays,
        most=int(posting["play-most"]),
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
    )


def pair_row(rows: dict[str, Fraction]) -> tuple[dict[str, Fraction], int | None]:
    """The rows with a pair named plainly, and the rank from which it counts."""
    for name, rank in PAIRS_FROM.items():
        if name in rows:
            return {**without(rows, name), "pair": rows[name]}, rank
    return rows, None


def four_card_bet(shown: Table) -> Edge:
    rows, rank = pair_row(shown.pays)
    return crazy_four.four_card_bet(rows, pair_from=rank)


def four_card_poker(posting: Posting) -> Iterator[Figure]:
    odds = remembered("four-card", _four_card, four_card_rules(posting), code=four_card.__name__)
    yield from whole(posting, odds, "Ante, Play and bonus together, per Ante")
    yield from side(posting, "aces-up", four_card_bet)


def _four_card(rules: four_card.Rules) -> GameOdds:
    if not four_card._kept():
        key = key_of("work", four_card.__name__)
        four_card._kept()["all"] = shared_work(four_card.Comparison(), key)
    return four_card.analyse(rules)


def crazy_four_rules(posting: Posting) -> crazy_four.Rules:
    if (posting["qualifier"], posting["triple-play"]) != ("king-high", "pair-of-aces"):
        raise BadInput(f"{posting.rulebook.key}: this qualifier is not analysed")
    return crazy_four.Rules(
        super_bonus=table(posting, "super-bonus").pays,
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
    )


def crazy_four_poker(posting: Posting) -> Iterator[Figure]:
    odds = remembered("crazy-four", crazy_four.analyse, crazy_four_rules(posting))
    yield from whole(posting, odds, "Ante, Super Bonus and Play together, per Ante")
    yield from side(posting, "queens-up", four_card_bet)


# ------------------------------------------------------------------------- games against pay tables


def let_it_ride_rules(posting: Posting) -> let_it_ride.Rules:
    return let_it_ride.Rules(pays=table(posting, "bet-1").pays)


def let_it_ride_bonus(shown: Table, collected: bool) -> Edge:
    """The flat amounts are beside the chip, unless the chip was collected when the deal began."""
    lost = 1 if collected else 0
    return fivecard.hand_bet({name: odds - lost for name, odds in shown.pays.items()})


def let_it_ride_game(posting: Posting) -> Iterator[Figure]:
    odds = remembered("let-it-ride", let_it_ride.analyse, let_it_ride_rules(posting))
    yield from whole(posting, odds, "the three wagers together, per one of them")
    collected = posting["bonus-chip"] == "collected"
    yield from side(posting, "let-it-ride-bonus", lambda shown: let_it_ride_bonus(shown, collected))
    words = "the chip is given back with a win" if collected else "the chip is collected when the deal begins"
    for other in side(
        posting, "let-it-ride-bonus", lambda shown: let_it_ride_bonus(shown, not collected), f"reading: {words}"
    ):
        yield msgspec.structs.replace(other, reading=True)
    yield from side(posting, "three-card-bonus", lambda shown: three_card.three_card_bet(shown.pays))


def mississippi_rules(posting: Posting) -> mississippi.Rules:
    return mississippi.Rules(pays=table(posting, "ante").pays, multiples=tuple(posting["street-multiples"]))


def mississippi_stud(posting: Posting) -> Iterator[Figure]:
    found = remembered("mississippi", mississippi.analyse, mississippi_rules(posting))
    yield from whole(posting, found.odds, "Ante and street wagers together, per Ante")
    yield from side(posting, "three-card-bonus", lambda shown: three_card.three_card_bet(shown.pays))


def criss_cross_rules(posting: Posting) -> criss_cross.Rules:
    return criss_cross.Rules(
        pays=table(posting, "across").pays,
        multiples=tuple(posting["raise-multiples"]),
        ante_pays=pays(posting, "ante-across"),
    )


def criss_cross_poker(posting: Posting) -> Iterator[Figure]:
    found = long_work("criss-cross", criss_cross, criss_cross_rules(posting))
    figures = whole(posting, found.odds, "all wagers together, per Ante (of which there are two)")
    first = next(figures)
    yield first
    if first.edge is not None:
        yield msgspec.structs.replace(first, edge=first.edge.per(2), note="all wagers together, per both Antes")
    yield from figures
    yield from side(posting, "five-card-bonus", lambda shown: fivecard.hand_bet(shown.pays))


# ----------------------------------------------------------------------------------- hold'em games


def ultimate_rules(posting: Posting) -> ultimate.Rules:
    return ultimate.Rules(
        blind=with_royal(table(posting, "blind").pays),
        preflop=tuple(posting["preflop-multiples"]),
        flop=int(posting["flop-multiple"]),
        river=int(posting["river-multiple"]),
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
        ante_needs_pair=posting["qualifier"] == "pair",
    )


def ultimate_texas_holdem(posting: Posting) -> Iterator[Figure]:
    found = long_work("ultimate", ultimate, ultimate_rules(posting))
    yield from whole(posting, found.odds, "Ante, Blind and Play together, per Ante")
    note = "hands of three of a kind or better are not folded" if posting["fold-forfeits-trips"] else ""
    yield from side(posting, "trips", lambda shown: fivecard.hand_bet(shown.pays, cards=7), note)


def texas_bonus_rules(posting: Posting) -> texas_bonus.Rules:
    return texas_bonus.Rules(
        ante_from=str(posting["ante-pays-from"]),
        flop=int(posting["flop-multiple"]),
        turn=int(posting["turn-multiple"]),
        river=int(posting["river-multiple"]),
    )


def texas_holdem_bonus(posting: Posting) -> Iterator[Figure]:
    found = long_work("texas-bonus", texas_bonus, texas_bonus_rules(posting))
    for figure in whole(posting, found.odds, "Ante, Flop, Turn and River together, per Ante"):
        yield msgspec.structs.replace(figure, depends=("ante-pays-from",))
    extra = table(posting, "bonus", "supplement").pays if ("bonus", "supplement") in posting.tables else {}

    def bonus(shown: Table) -> Edge:
        return texas_bonus.bonus_bet({**shown.pays, **extra})

    yield from side(posting, "bonus", bonus, depends=("both-aces",))


# ------------------------------------------------------------------------------- wild and flush games


def dj_wild_rules(posting: Posting) -> dj_wild.Rules:
    return dj_wild.Rules(
        blind=without(table(posting, "blind").pays, "others"),
        play=int(posting["play-multiple"]),
        ante_pays=pays(posting, "ante"),
        play_pays=pays(posting, "play"),
    )


def dj_wild_stud(posting: Posting) -> Iterator[Figure]:
    odds = remembered("dj-wild", dj_wild.analyse, dj_wild_rules(posting))
    yield from whole(posting, odds, "Ante, Blind and Play together, per Ante")
    if "trips" in posting.wagers:
        natural = table(posting, "trips", "natural").pays
        yield from side(posting, "trips", lambda shown: dj_wild.trips_bet(shown.pays, natural))
    yield from side(posting, "bad-beat", lambda shown: dj_wild.two_way_bad_beat(shown.pays))


def flush_rules(posting: Posting) -> high_card_flush.Rules:
    second = "raise" if "raise" in posting.wagers else "play"
    return high_card_flush.Rules(
        raises={int(length): most for length, most in posting["raise-by-flush"].items()},
        qualify=QUALIFIERS_FLUSH[posting["qualifier"]],
        ante_pays=pays(posting, "ante"),
        raise_pays=pays(posting, second),
    )


def flush_game(posting: Posting) -> Iterator[Figure]:
    rules = flush_rules(posting)
    found = remembered("flush", high_card_flush.analyse, rules)
    second = {} if "raise" in posting.wagers else {"raise": "play"}
    yield from whole(posting, found.odds, "Ante and raise together, per Ante", second)
    ace_low = bool(posting["ace-low-in-straight-flush"])
    for wager in ("flush-bonus", "flush-rush"):
        yield from side(posting, wager, lambda shown: high_card_flush.flush_bet(shown.pays))
    for wager in ("straight-flush-bonus", "super-flush-rush"):
        yield from side(
            posting, wager, lambda shown: high_card_flush.straight_flush_bet(shown.pays, ace_low=ace_low),
            depends=("ace-low-in-straight-flush",),
        )  # fmt: skip


def rank_names(mask: int) -> str:
    """A set of ranks as letters from the highest."""
    return " ".join(RANKS[rank] for rank in range(12, -1, -1) if mask >> rank & 1)


ANALYSTS: dict[str, tuple[Analyst, Axes]] = {
    "three-card-poker": (three_card_poker, ()),
    "four-card-poker": (four_card_poker, ()),
    "crazy-four-poker": (crazy_four_poker, ()),
    "let-it-ride": (let_it_ride_game, ()),
    "mississippi-stud": (mississippi_stud, ()),
    "criss-cross-poker": (criss_cross_poker, ()),
    "ultimate-texas-holdem": (ultimate_texas_holdem, ()),
    "texas-holdem-bonus": (texas_holdem_bonus, ("ante-pays-from", "both-aces")),
    "dj-wild-stud-poker": (dj_wild_stud, ()),
    "high-card-flush": (flush_game, ("ace-low-in-straight-flush",)),
    "i-luv-suits-poker": (flush_game, ("ace-low-in-straight-flush",)),
}
