"""The best play of the card games against the house: starting hands in a grid, or from which hand on one raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from croupier.equipment.cards import RANKS, card_names
from croupier.hands.five import ranks5
from croupier.hands.four import describe4, ranks4
from croupier.hands.three import describe3, ranks3
from croupier.hands.wild import describe_wild
from croupier.odds.cache import remembered
from croupier.odds.games.cards import (
    books,
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
from croupier.odds.simulate.tally import GameOdds
from croupier.odds.strategy import Grid, Strategy
from croupier.rulebook import Posting

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


def ultimate_strategy(posting: Posting) -> Strategy:
    rules = books.ultimate_rules(posting)
    found = books.long_work("ultimate", ultimate, rules)
    top = max(rules.preflop)
    hands = [(hand.name, {f"{top}x": max(hand.raises.values()), "check": hand.check}) for hand in found.hands]
    words = (
        f"Before the flop raise {top} times or check: never {min(rules.preflop)} times.",
        f"On the flop raise {rules.flop} times, on the full board {rules.river}, where that is worth more than waiting "
        "or folding: croupier advise.",
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, (hand_grid("Before the flop", hands),), words)


def texas_bonus_strategy(posting: Posting) -> Strategy:
    rules = books.texas_bonus_rules(posting)
    found = books.long_work("texas-bonus", texas_bonus, rules)
    hands = [(hand.name, {"bet": hand.play, "fold": Fraction(-1)}) for hand in found.hands]
    words = (
        "Turn and River wagers: bet exactly when the hand beats the dealer more often than it loses (croupier advise).",
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, (hand_grid("Before the flop", hands),), words)


def mississippi_strategy(posting: Posting) -> Strategy:
    found = remembered("mississippi", mississippi.analyse, books.mississippi_rules(posting))
    hands = [
        (name, {**{f"{times}x": value for times, value in street.bets.items()}, "fold": street.fold})
        for name, street in found.hands.items()
    ]
    words = ("Later streets by what is held and seen: croupier advise.", frequencies(found.odds))
    return Strategy(posting.rulebook.game, (hand_grid("Third Street", hands),), words)


def criss_cross_strategy(posting: Posting) -> Strategy:
    found = books.long_work("criss-cross", criss_cross, books.criss_cross_rules(posting))
    hands = [
        (hand.name, {**{f"{times}x": value for times, value in hand.bets.items()}, "fold": Fraction(-2)})
        for hand in found.hands
    ]
    words = ("Down and Middle by what is held and seen: croupier advise.", frequencies(found.odds))
    return Strategy(posting.rulebook.game, (hand_grid("Across", hands),), words)


# ---------------------------------------------------------------------------------- raise rules


def three_card_strategy(posting: Posting) -> Strategy:
    rules = books.three_card_rules(posting)
    odds = remembered("three-card", three_card.analyse, rules)
    words = play_from(three_card.least_play(rules), three_card.best_fold(rules), exactly(describe3, ranks3))
    return Strategy(posting.rulebook.game, rules=(words, frequencies(odds)))


def play_from(least: int | None, folded: int | None, describe: Callable[[int], str], play: str = "Play") -> str:
    """From which hand on one plays, given the least hand that is played and the best that is folded."""
    if least is None:
        return "Fold every hand."
    if folded is None:
        return f"{play} with every hand."
    if folded < least:
        return f"{play} with {describe(least)} or better."
    return (
        f"{play} with every hand above {describe(folded)}, and fold every hand below {describe(least)}; between them "
        "the suits and the cards that are gone decide: croupier advise."
    )


def exactly(describe: Callable[[int], str], ranks: Callable[[int], tuple[int, ...]]) -> Callable[[int], str]:
    """A hand with every card that decides: not `queen high` but Q-6-4, not `pair of fours` but with what beside."""

    def words(value: int) -> str:
        name, deciding = describe(value), [RANKS[rank] for rank in ranks(value)]
        if len(deciding) == 1:  # of a kind or in a row: the name says it all
            return name
        if name.endswith(" high"):  # `queen high`, or `flush, queen high`
            return name.replace(name.rpartition(", ")[2], "-".join(deciding))
        if name.startswith("pair of "):
            return f"{name} with {'-'.join(deciding[1:])}"
        return name

    return words


def _ends(values: Array, played: Array) -> tuple[int | None, int | None]:
    """The least hand that is played and the best that is folded."""
    least = int(values[played].min()) if played.any() else None
    return least, int(values[~played].max()) if not played.all() else None


def four_card_strategy(posting: Posting) -> Strategy:
    rules = books.four_card_rules(posting)
    odds = remembered("four-card", books._four_card, rules, code=four_card.__name__)
    words = (
        f"Play {rules.most} times, once, or fold: the amounts between are never best.",
        "The line runs through the pairs and depends on the dealer's face-up card: croupier advise.",
        frequencies(odds),
    )
    return Strategy(posting.rulebook.game, rules=words)


def crazy_four_strategy(posting: Posting) -> Strategy:
    rules = books.crazy_four_rules(posting)
    odds = remembered("crazy-four", crazy_four.analyse, rules)
    values, best = crazy_four.standing(rules.qualify).values, crazy_four.choices(rules)
    allowed, most = values >= rules.more_from, best == rules.most
    more = f"Play {rules.most} times with {describe4(rules.more_from)} or better: as soon as the rules allow it."
    if not (most == allowed).all():
        more = f"Of the hands that may be played {rules.most} times not all are best so: croupier advise."
    once = play_from(*_ends(values, best > 0), exactly(describe4, ranks4), "Play once")
    words = (more, once, frequencies(odds))
    return Strategy(posting.rulebook.game, rules=words)


def let_it_ride_strategy(posting: Posting) -> Strategy:
    odds = remembered("let-it-ride", let_it_ride.analyse, books.let_it_ride_rules(posting))
    words = "Let a wager ride exactly when the cards seen pay no less than they lose: croupier advise."
    return Strategy(posting.rulebook.game, rules=(words, frequencies(odds)))


def dj_wild_strategy(posting: Posting) -> Strategy:
    rules = books.dj_wild_rules(posting)
    odds = remembered("dj-wild", dj_wild.analyse, rules)
    values, played = dj_wild.standing().values, dj_wild.plays(rules)
    words = play_from(*_ends(values, played), exactly(describe_wild, ranks5))
    return Strategy(posting.rulebook.game, rules=(words, frequencies(odds)))


def flush_strategy(posting: Posting) -> Strategy:
    found = remembered("flush", high_card_flush.analyse, books.flush_rules(posting))
    least = found.always_from(3)
    ranks = [rank for rank in range(12, -1, -1) if least >> rank & 1]
    words = (
        f"Always raise a three-card flush from {card_names(rank * 4 + 3 for rank in ranks)} up; fold two-card flushes.",
        "Just below it the other cards decide: croupier advise. Raise longer flushes by as much as they allow.",
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, rules=words)
