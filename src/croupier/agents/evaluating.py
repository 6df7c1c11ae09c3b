"""What a learned way of playing is worth, exactly, beside the best there is.

A policy is a plain function of what its player sees. It is asked about every hand that can be dealt, and its answers
are counted out by the same enumerations that find the best play; no hand is dealt at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from croupier.odds.games.cards import let_it_ride, three_card
from croupier.odds.games.cards.books import let_it_ride_rules, three_card_rules
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone.books import rules_of
from croupier.odds.games.twentyone.game import Play, assemble, solve
from croupier.odds.games.twentyone.hands import VALUES
from croupier.odds.games.twentyone.kernel import DOUBLE, FREE, HIT, REAL, SPLIT, STAND
from croupier.odds.games.twentyone.solve import Actions, UpTable, up_table
from croupier.rulebook import Posting

MOVES = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT}


class Worth(msgspec.Struct, frozen=True):
    """What a policy wins and what the best play would, in units of the initial wager."""

    learned: float
    best: float

    @property
    def points(self) -> float:
        """What it gives away, in percentage points."""
        return 100 * (self.best - self.learned)


def three_card_poker(posting: Posting, plays: Callable[[Sequence[int]], bool]) -> Worth:
    """`plays` says of three cards whether they are played on."""
    rules = three_card_rules(posting)
    hands, _, _ = three_card.standard_hands()
    found = three_card.follow(rules, [bool(plays([int(card) for card in hand])) for hand in hands])
    return Worth(-float(found.main.house_edge), -float(three_card.analyse(rules).main.house_edge))


def let_it_ride_game(posting: Posting, rides: Callable[[Sequence[int]], bool]) -> Worth:
    """`rides` says of three or of four cards whether the wager stays."""
    rules = let_it_ride_rules(posting)
    hands = [[int(card) for card in hand] for hand in let_it_ride.standard_hands()]
    first = np.array([bool(rides(hand)) for hand in hands])
    second = np.array([[card not in hand and bool(rides([*hand, card])) for card in range(52)] for hand in hands])
    found = let_it_ride.follow(rules, first, second)
    return Worth(-float(found.main.house_edge), -float(let_it_ride.analyse(rules).main.house_edge))


Chooses = Callable[[int, bool, int, int, bool], str]


def blackjack(posting: Posting, chooses: Chooses) -> Worth:
    """`chooses(total, soft, pair, up, two_cards)` says stand, hit, double or split; insurance is declined.

    `up` is the dealer's value, 1 for an ace; `pair` is the value of two like cards that may be split, 0 for any other
    hand. With more than two cards, and where a pair can't be split again, only stand, hit or double is asked for.
    """
    rules = rules_of(posting)
    best = solve(rules)
    full = tuple(int(count) for count in bh.shoe(rules.decks))
    plays = []
    for up in range(VALUES):
        table = up_table(rules, full, up)
        action = _actions(table, chooses)
        first = {}
        for deal in best.deals:
            if deal.up == up and not deal.is_blackjack:
                hand = int(table.hands.pair[deal.first, deal.second])
                if deal.first == deal.second:
                    move = MOVES[chooses(*_shape(table, hand), deal.first + 1, up + 1, True)]
                    first[deal.first, deal.second] = move
                    if move != SPLIT:
                        action[hand] = move
                else:
                    first[deal.first, deal.second] = int(action[hand])
        plays.append(Play(table, first, (action, table.actions[FREE])))
    return Worth(assemble(rules, plays, list(best.deals), "learned").expectation, best.expectation)


def _shape(table: UpTable, hand: int) -> tuple[int, bool]:
    hands = table.hands
    return int(hands.total[hand]), bool(hands.total[hand] != hands.hard[hand])


def _actions(table: UpTable, chooses: Chooses) -> Actions:
    """The policy for every hand that is not split: by its total, and whether it may still double."""
    found = table.actions[REAL].copy()
    may_double = np.isfinite(table.double[:, REAL])
    for hand in range(len(found)):
        total, soft = _shape(table, hand)
        if total >= 21:
            found[hand] = STAND
            continue
        move = MOVES[chooses(total, soft, 0, table.up + 1, bool(may_double[hand]))]
        if move == SPLIT or (move == DOUBLE and not may_double[hand]):
            move = HIT
        found[hand] = move
    return found
