"""The best play of the card games against the house: starting hands in a grid, or from which hand on one raises."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

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
from croupier.odds.games.cards.short_rules import boards, by_hand
from croupier.odds.games.cards.short_rules import lines as across_lines
from croupier.odds.long_work import long_work
from croupier.odds.simulate.tally import GameOdds
from croupier.odds.strategy import Grid, Strategy
from croupier.rulebook import Posting


def costs_words(rule: by_hand.Short) -> str:
    """What a rule that one can learn gives up."""
    if not rule.cost:
        return "This rule is perfect play."
    return f"This rule costs {100 * float(rule.cost):.4f} % of the first wager against perfect play (croupier advise)."


def kept_rule(name: str, function: Callable[..., by_hand.Short], *given: Any) -> by_hand.Short:
    return remembered(f"rule-{name}", function, *given)


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
    found = long_work("ultimate", ultimate.Analysis, rules)
    rule = kept_rule("ultimate", boards.ultimate_rule, rules, found)
    top = max(rules.preflop)
    hands = [(hand.name, {f"{top}x": max(hand.raises.values()), "check": hand.check}) for hand in found.hands]
    words = (
        f"Before the flop raise {top} times or check: never {min(rules.preflop)} times. Raise "
        + by_hand.in_words([(hand.name, max(hand.raises.values()) > hand.check) for hand in found.hands])
        + ".",
        *boards.ultimate_words(rules, rule),
        costs_words(rule),
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, (hand_grid("Before the flop", hands),), words)


def texas_bonus_strategy(posting: Posting) -> Strategy:
    rules = books.texas_bonus_rules(posting)
    found = long_work("texas-bonus", texas_bonus.Analysis, rules)
    rule = kept_rule("texas-bonus", boards.texas_bonus_rule, rules)
    hands = [(hand.name, {"bet": hand.play, "fold": Fraction(-1)}) for hand in found.hands]
    words = (
        "Before the flop fold "
        + by_hand.in_words([(hand.name, hand.play <= -1) for hand in found.hands])
        + "; bet with the rest.",
        *boards.TEXAS_BONUS_WORDS,
        costs_words(rule),
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, (hand_grid("Before the flop", hands),), words)


def mississippi_strategy(posting: Posting) -> Strategy:
    rules = books.mississippi_rules(posting)
    found = remembered("mississippi", mississippi.analyse, rules)
    most, least = max(rules.multiples), min(rules.multiples)
    hands = [
        (name, {**{f"{times}x": value for times, value in street.bets.items()}, "fold": street.fold})
        for name, street in found.hands.items()
    ]
    words = (
        "Points: a jack or better is two, a six to a ten one. A made hand is a pair of sixes or better.",
        f"Two cards: {most} times with any pair; {least} with two points, or with 6-5 suited; else fold.",
        f"Three cards: {most} times with a made hand, three to a royal, three to a straight flush in a row from 5-6-7 "
        f"up, with one gap and a high card, or with two gaps and two; {least} with other three suited, a low pair, "
        "three points, three in a row from 4-5-6 up, or three with one gap of which two are six to ten; else fold.",
        f"Four cards: {most} times with a made hand, four to a flush, four in a row from 5-6-7-8 up without an ace; "
        f"{least} with any other straight draw, a low pair, four points, or three of six to ten after a wager of "
        f"{most}; else fold.",
        costs_words(kept_rule("mississippi", by_hand.mississippi_rule, rules)),
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, (hand_grid("Third Street", hands),), words)


def criss_cross_strategy(posting: Posting) -> Strategy:
    rules = books.criss_cross_rules(posting)
    found = long_work("criss-cross", criss_cross.Analysis, rules)
    rule = kept_rule("criss-cross", across_lines.criss_cross_rule, rules, found)
    hands = [
        (hand.name, {**{f"{times}x": value for times, value in hand.bets.items()}, "fold": Fraction(-2)})
        for hand in found.hands
    ]
    words = (*across_lines.criss_cross_words(rules, found, rule), costs_words(rule), frequencies(found.odds))
    return Strategy(posting.rulebook.game, (hand_grid("Across", hands),), words)


# ---------------------------------------------------------------------------------- raise rules


def three_card_strategy(posting: Posting) -> Strategy:
    rules = books.three_card_rules(posting)
    odds = remembered("three-card", three_card.analyse, rules)
    words = play_from(three_card.least_play(rules), three_card.best_fold(rules), exactly(describe3, ranks3))
    rule = kept_rule("three-card", by_hand.three_card_line, rules)
    return Strategy(posting.rulebook.game, rules=(words, costs_words(rule), frequencies(odds)))


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
    rule = kept_rule("four-card", by_hand.four_card_lines, rules)
    more, once = rule.lines[: len(RANKS)], rule.lines[len(RANKS) :]
    words = (
        f"Play {rules.most} times by the card that the dealer shows: {by_card_shown(more)}.",
        f"Play once: {by_card_shown(once)}; fold the rest.",
        costs_words(rule),
        "Perfect play looks at the cards beside a pair too; the amounts between are never best.",
        frequencies(odds),
    )
    return Strategy(posting.rulebook.game, rules=words)


def by_card_shown(lines: Iterable[int | None]) -> str:
    """From which hand of four cards on, for each rank that the dealer shows."""
    said = []
    for line, ranks in itertools.groupby(zip(lines, RANKS, strict=True), key=lambda pair: pair[0]):
        shown = [rank for _, rank in ranks]
        against = shown[0] if len(shown) == 1 else f"{shown[0]} to {shown[-1]}"
        said.append(f"against {against} " + (f"with {describe4(line)} or better" if line is not None else "never"))
    return "; ".join(said)


def crazy_four_strategy(posting: Posting) -> Strategy:
    rules = books.crazy_four_rules(posting)
    odds = remembered("crazy-four", crazy_four.analyse, rules)
    values, best = crazy_four.standing(rules.qualify).values, crazy_four.choices(rules)
    allowed, most = values >= rules.more_from, best == rules.most
    more = f"Play {rules.most} times with {describe4(rules.more_from)} or better: as soon as the rules allow it."
    if not (most == allowed).all():
        more = f"Of the hands that may be played {rules.most} times not all are best so: croupier advise."
    once = play_from(*_ends(values, best > 0), exactly(describe4, ranks4), "Play once")
    rule = kept_rule("crazy-four", by_hand.crazy_four_lines, rules)
    line = rule.lines[1]
    learned = f"To learn: play once from {exactly(describe4, ranks4)(line)} on. " if line is not None else ""
    words = (more, once, learned + costs_words(rule), frequencies(odds))
    return Strategy(posting.rulebook.game, rules=words)


def let_it_ride_strategy(posting: Posting) -> Strategy:
    rules = books.let_it_ride_rules(posting)
    odds = remembered("let-it-ride", let_it_ride.analyse, rules)
    rule = kept_rule("let-it-ride", by_hand.let_it_ride_rule, rules)
    words = (
        "Three cards: let it ride with a hand that is paid; with three to a royal flush; with three suited in a row, "
        "but for A-2-3 and 2-3-4; with three to a straight flush with as many cards that pay in a pair as ranks lack, "
        "but for A-2-4 and A-3-4.",
        "Four cards: let it ride with a hand that is paid; with four to a flush; with four in a row without an ace of "
        "which one pays in a pair; with four that pay in a pair and may make a straight.",
        costs_words(rule),
        frequencies(odds),
    )
    return Strategy(posting.rulebook.game, rules=words)


def dj_wild_strategy(posting: Posting) -> Strategy:
    rules = books.dj_wild_rules(posting)
    odds = remembered("dj-wild", dj_wild.analyse, rules)
    values, played = dj_wild.standing().values, dj_wild.plays(rules)
    words = play_from(*_ends(values, played), exactly(describe_wild, ranks5))
    rule = kept_rule("dj-wild", by_hand.dj_wild_line, rules)
    line = rule.lines[0]
    learned = f"To learn: play from {exactly(describe_wild, ranks5)(line)} on. " if line is not None else ""
    return Strategy(posting.rulebook.game, rules=(words, learned + costs_words(rule), frequencies(odds)))


def flush_strategy(posting: Posting) -> Strategy:
    rules = books.flush_rules(posting)
    found = remembered("flush", high_card_flush.analyse, rules)
    rule = kept_rule("flush", by_hand.flush_line, rules)
    from_ = [RANKS[rank] for rank in range(12, -1, -1) if rule.lines[0] is not None and rule.lines[0] >> rank & 1]
    learned = f"To learn: raise three-card flushes from {'-'.join(from_)} on, longer ones by the most, fold the rest. "
    least = found.always_from(3)
    ranks = [rank for rank in range(12, -1, -1) if least >> rank & 1]
    words = (
        f"Always raise a three-card flush from {card_names(rank * 4 + 3 for rank in ranks)} up; fold two-card flushes.",
        "Just below it the other cards decide: croupier advise. Raise longer flushes by as much as they allow.",
        learned + costs_words(rule),
        frequencies(found.odds),
    )
    return Strategy(posting.rulebook.game, rules=words)
