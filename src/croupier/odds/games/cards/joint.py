"""What several wagers on one hand of cards net together, over every hand and every dealer's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from croupier.odds.games.cards import books, three_card
from croupier.odds.money.stakes import Joint, Stake
from croupier.odds.posting import table
from croupier.rulebook import Posting


def three_cards(posting: Posting, stakes: Sequence[Stake]) -> Joint:
    """Ante with what follows it, and Pair Plus, over every hand and dealer's hand; nothing where that does not do."""
    if not {stake.wager for stake in stakes} <= {"ante", "pair-plus"}:
        return Counter()
    rules, side = books.three_card_rules(posting), dict[str, Fraction]()
    if any(stake.wager == "pair-plus" for stake in stakes):
        side = dict(table(posting, "pair-plus").nets)
        if any(three_card.payoff(side, name) > -1 for name in three_card.folded(rules)):
            return Counter()  # what becomes of Pair Plus with a fold is then another question
    joint: Joint = Counter()
    for ante, category, count in _ends_of_three_cards(rules):
        paid = three_card.payoff(side, category)
        joint[tuple(ante if stake.wager == "ante" else paid for stake in stakes)] += count
    return joint


def _ends_of_three_cards(rules: three_card.ThreeCardRules) -> Iterator[tuple[Fraction, str, int]]:
    """What Ante, Play and bonus net with each kind of hand, and how many deals end so."""
    hands, weights, _ = three_card.standard_hands()
    for hand, weight, stays, row in zip(hands, weights, three_card.plays(rules), three_card.standing(rules.qualify)):
        kind = three_card.category_of([int(card) for card in hand])
        spades = [("mini-royal-spades", 1), (kind, int(weight) - 1)]  # a standard hand stands for all four suits
        for category, times in spades if kind == "mini-royal" else [(kind, int(weight))]:
            if not stays:
                yield Fraction(-1), category, times * three_card.DEALER_HANDS
            for ending in three_card.ENDINGS if stays else ():
                net = sum(three_card.nets_of(rules, category, ending).values(), Fraction(0))
                yield net, category, times * int(row[ending])
