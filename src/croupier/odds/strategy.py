"""Strategies that a person can use: charts and rules, each with what it is worth and what a deviation costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import msgspec

from croupier.equipment.cards import RANKS, card_names
from croupier.games import module_of
from croupier.hands.four import describe4
from croupier.hands.three import describe3
from croupier.hands.wild import describe_wild
from croupier.odds.analysis import analysis_of, by_the_engine
from croupier.odds.cache import remembered
from croupier.odds.exact import Edge
from croupier.odds.games.cards import books as books_poker
from croupier.odds.games.cards import (
    crazy_four,
    criss_cross,
    dj_wild,
    four_card,
    high_card_flush,
    let_it_ride,
    mississippi,
    texas_bonus,
    three_card,
    ultimate,
)
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.pai_gow import books as books_pai_gow
from croupier.odds.games.twentyone import books as books_twentyone
from croupier.odds.games.twentyone.chart import Cell, Chart, chart
from croupier.odds.games.twentyone.hands import ACE, VALUES, WORDS
from croupier.odds.posting import BadInput
from croupier.odds.simulate.tally import GameOdds
from croupier.rulebook import Posting

LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R", "zap": "Z"}


class Grid(msgspec.Struct, frozen=True):
    """A chart: a word or letter for each row and column, and how much the choice is worth over the next best."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: dict[tuple[str, str], str]
    margins: dict[tuple[str, str], float]


class Strategy(msgspec.Struct, frozen=True):
    """How to play a game: charts, rules in words, and what this play achieves."""

    game: str
    grids: tuple[Grid, ...] = ()
    rules: tuple[str, ...] = ()
    costs: tuple[tuple[str, str, str, float], ...] = ()  # hand, choice, instead, loss per initial wager


def strategy_of(posting: Posting) -> Strategy:
    """The strategy for a posting's game."""
    game = posting.rulebook.plays
    if (plugged := analysis_of(game)) is not None and plugged.strategy is not None:
        return plugged.strategy(posting)
    if game in books_twentyone.GAMES:
        return _twentyone(posting)
    if game in WAYS:
        return WAYS[game](posting)
    if module_of(game) is None:
        raise BadInput(f"{game}: no wager of it is against the house, so there is no best play of it here")
    if by_the_engine(game) and any(rule.kind == "raise" for rule in posting.wagers.values()):
        raise BadInput(f"{game}: nobody has analysed its decisions; croupier simulate plays them as the game suggests")
    return Strategy(game, rules=("Nothing is decided after the wagers are made: choose the wager (croupier odds).",))


# ---------------------------------------------------------------------------------- blackjack


def _twentyone(posting: Posting) -> Strategy:
    rules = books_twentyone.rules_of(posting)
    found: Chart = remembered("chart", chart, rules)
    order = [*range(1, VALUES), ACE]
    grids = []
    for kind, title in (("hard", "Hard totals"), ("soft", "Soft totals"), ("pair", "Pairs")):
        cells = [cell for cell in found.cells if cell.row.startswith(kind)]
        rows = tuple(dict.fromkeys(cell.row for cell in cells))
        grids.append(
            Grid(
                title,
                rows,
                tuple(WORDS[up] for up in order),
                {(cell.row, WORDS[cell.up]): LETTERS[cell.choice] for cell in cells},
                {(cell.row, WORDS[cell.up]): _margin(cell) for cell in cells},
            )
        )
    edge = books_twentyone.exact_edge(rules)
    words = (
        "S stand, H hit, D double, P split, R surrender, Z zap; doubled hands that may not double are hit or stood.",
        f"Composition-dependent play: house edge {100 * float(edge.house_edge):.6f} %; this chart costs "
        f"{100 * found.cost:.6f} % more.",
        "Insurance: never without counting cards.",
    )
    costs = tuple(
        (f"{cell.row} against {WORDS[cell.up]}", cell.choice, other, loss)
        for cell in found.cells
        for other, loss in cell.costs.items()
    )
    return Strategy(posting.rulebook.game, tuple(grids), words, tuple(sorted(costs, key=lambda row: row[3])))


def _margin(cell: Cell) -> float:
    best = cell.values[cell.choice]
    others = [value for name, value in cell.values.items() if name != cell.choice]
    return best - max(others) if others else 0.0


# ----------------------------------------------------------------------------- starting hands


def hand_grid(title: str, values: Iterable[tuple[str, dict[str, Fraction]]]) -> Grid:
    """The 169 starting hands: suited above the diagonal, pairs on it, offsuit below."""
    cells: dict[tuple[str, str], str] = {}
    margins: dict[tuple[str, str], float] = {}
    for name, choices in values:
        high, low = name[0], name[1]
        place = (low, high) if name.endswith("o") else (high, low)
        ranked = sorted(choices.items(), key=lambda item: item[1], reverse=True)
        cells[place] = ranked[0][0]
        margins[place] = float(ranked[0][1] - ranked[1][1]) if len(ranked) > 1 else 0.0
    ranks = tuple(reversed(RANKS))
    return Grid(f"{title} (suited above the diagonal, pairs on it, offsuit below)", ranks, ranks, cells, margins)


def frequencies(odds: GameOdds) -> str:
    return "; ".join(f"{name} {100 * float(share):.2f} %" for name, share in odds.choices.items()) + "."


def _ultimate(posting: Posting) -> Strategy:
    rules = books_poker.ultimate_rules(posting)
    found = books_poker.long_work("ultimate", ultimate, rules)
    top = max(rules.preflop)
    hands = [(hand.name, {f"{top}x": max(hand.raises.values()), "check": hand.check}) for hand in found.hands]
    words = (
        f"Before the flop raise {top} times or check: never {min(rules.preflop)} times.",
        f"On the flop raise {rules.flop} times, on the full board {rules.river}, where that is worth more than waiting "
        "or folding: croupier advise.",
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, (hand_grid("Before the flop", hands),), words)


def _texas_bonus(posting: Posting) -> Strategy:
    rules = books_poker.texas_bonus_rules(posting)
    found = books_poker.long_work("texas-bonus", texas_bonus, rules)
    hands = [(hand.name, {"bet": hand.play, "fold": Fraction(-1)}) for hand in found.hands]
    words = (
        "Turn and River wagers: bet exactly when the hand beats the dealer more often than it loses (croupier advise).",
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, (hand_grid("Before the flop", hands),), words)


def _mississippi(posting: Posting) -> Strategy:
    found = remembered("mississippi", mississippi.analyse, books_poker.mississippi_rules(posting))
    hands = [
        (name, {**{f"{times}x": value for times, value in street.bets.items()}, "fold": street.fold})
        for name, street in found.hands.items()
    ]
    words = ("Later streets by what is held and seen: croupier advise.", frequencies(found.odds))
    return Strategy(posting.rulebook.game, (hand_grid("Third Street", hands),), words)


def _criss_cross(posting: Posting) -> Strategy:
    found = books_poker.long_work("criss-cross", criss_cross, books_poker.criss_cross_rules(posting))
    hands = [
        (hand.name, {**{f"{times}x": value for times, value in hand.bets.items()}, "fold": Fraction(-2)})
        for hand in found.hands
    ]
    words = ("Down and Middle by what is held and seen: croupier advise.", frequencies(found.odds))
    return Strategy(posting.rulebook.game, (hand_grid("Across", hands),), words)


# ---------------------------------------------------------------------------------- raise rules


def _three_card(posting: Posting) -> Strategy:
    rules = books_poker.three_card_rules(posting)
    odds = remembered("three-card", three_card.analyse, rules)
    words = play_from(three_card.least_play(rules), three_card.best_fold(rules), describe3)
    return Strategy(posting.rulebook.game, rules=(words, frequencies(odds)))


def play_from(least: int | None, folded: int | None, describe: Callable[[int], str]) -> str:
    """From which hand on one plays, given the least hand that is played and the best that is folded."""
    if least is None:
        return "Fold every hand."
    if folded is None:
        return "Play every hand."
    if folded < least:
        return f"Play with {describe(least)} or better."
    return f"Play from {describe(least)} up; every hand above {describe(folded)} is played."


def _ends(values: Array, played: Array) -> tuple[int | None, int | None]:
    """The least hand that is played and the best that is folded."""
    least = int(values[played].min()) if played.any() else None
    return least, int(values[~played].max()) if not played.all() else None


def _four_card(posting: Posting) -> Strategy:
    rules = books_poker.four_card_rules(posting)
    odds = remembered("four-card", books_poker._four_card, rules, code=four_card.__name__)
    words = (
        f"Play {rules.most} times, once, or fold: the amounts between are never best.",
        "The line runs through the pairs and depends on the dealer's face-up card: croupier advise.",
        frequencies(odds),
    )
    return Strategy(posting.rulebook.game, rules=words)


def _crazy_four(posting: Posting) -> Strategy:
    rules = books_poker.crazy_four_rules(posting)
    odds = remembered("crazy-four", crazy_four.analyse, rules)
    values, best = crazy_four.standing(rules.qualify).values, crazy_four.choices(rules)
    allowed, most = values >= rules.more_from, best == rules.most
    more = f"Play {rules.most} times with {describe4(rules.more_from)} or better: as soon as the rules allow it."
    if not (most == allowed).all():
        more = f"Of the hands that may be played {rules.most} times not all are best so: croupier advise."
    played, folded = _ends(values, best > 0)
    once = play_from(played, folded, describe4)
    if played is not None and folded is not None:
        once = f"Play once from {describe4(played)} up; every hand above {describe4(folded)} is played."
    words = (more, once, frequencies(odds))
    return Strategy(posting.rulebook.game, rules=words)


def _let_it_ride(posting: Posting) -> Strategy:
    odds = remembered("let-it-ride", let_it_ride.analyse, books_poker.let_it_ride_rules(posting))
    words = "Let a wager ride exactly when the cards seen pay no less than they lose: croupier advise."
    return Strategy(posting.rulebook.game, rules=(words, frequencies(odds)))


def _dj_wild(posting: Posting) -> Strategy:
    rules = books_poker.dj_wild_rules(posting)
    odds = remembered("dj-wild", dj_wild.analyse, rules)
    values, played = dj_wild.standing().values, dj_wild.plays(rules)
    lowest, folded = _ends(values, played)
    words = play_from(lowest, folded, describe_wild)
    if lowest is not None and folded is not None:
        words = f"Play from {describe_wild(lowest)} up; every hand above {describe_wild(folded)} is played."
    return Strategy(posting.rulebook.game, rules=(words, frequencies(odds)))


def _flush(posting: Posting) -> Strategy:
    found = remembered("flush", high_card_flush.analyse, books_poker.flush_rules(posting))
    least = found.always_from(3)
    ranks = [rank for rank in range(12, -1, -1) if least >> rank & 1]
    words = (
        f"Always raise a three-card flush from {card_names(rank * 4 + 3 for rank in ranks)} up; fold two-card flushes.",
        "Just below it the other cards decide: croupier advise. Raise longer flushes by as much as they allow.",
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, rules=words)


def _pai_gow(posting: Posting) -> Strategy:
    """No chart holds seven cards: the rule, what it is worth, and where each hand's settings are valued."""
    game, house = posting.rulebook.game, posting.rulebook.property
    ask = f'Each setting\'s worth of a hand: croupier advise {house} {game} "As Kd 9h 9c 5s 4d 2c".'
    if posting["version"] == "commission-free-face-up":
        (best,) = books_pai_gow.main_edges(posting, [books_pai_gow.GOOD_WAY])
        words = f"The dealer's hand is open: of all settings choose the best against it (house edge {_percent(best)})."
        return Strategy(game, rules=(words,))
    best, way = books_pai_gow.main_edges(posting, [books_pai_gow.GOOD_WAY, books_pai_gow.HOUSE_WAY])
    more = 100 * float(way.house_edge - best.house_edge)
    words = f"Set the High and Low hand that net the most against the dealer's house way: house edge {_percent(best)}."
    costs = f"Hands set by the house way: {_percent(way)}, which costs {more:.4f} % more."
    return Strategy(game, rules=(words, costs, ask))


def _percent(edge: Edge) -> str:
    return f"{100 * float(edge.house_edge):.4f} %"


WAYS: dict[str, Callable[[Posting], Strategy]] = {
    "ultimate-texas-holdem": _ultimate,
    "texas-holdem-bonus": _texas_bonus,
    "mississippi-stud": _mississippi,
    "criss-cross-poker": _criss_cross,
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "crazy-four-poker": _crazy_four,
    "let-it-ride": _let_it_ride,
    "dj-wild-stud-poker": _dj_wild,
    "high-card-flush": _flush,
    "i-luv-suits-poker": _flush,
    "pai-gow-poker": _pai_gow,
}
