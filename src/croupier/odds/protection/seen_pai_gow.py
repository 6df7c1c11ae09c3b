"""What one of the dealer's cards is worth to somebody who sets his pai gow hand after seeing it.

For each rank (and the joker) the dealer's hands that hold such a card are counted exactly by what they are set to, and
every kind of hand is set for the most against them. What that wins is played out against the same deals as the usual
good way: the difference is small, so that a few million deals tell it well. Its interval is stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
import numpy as np

from croupier.equipment.cards import JOKER, RANKS
from croupier.hands.compiled import compiled
from croupier.odds.exact import NORMAL_99
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.pai_gow import books
from croupier.odds.games.pai_gow.setting import kind_table
from croupier.odds.games.pai_gow.simulated import HIGH, LOW, NINE_HIGH, TEN_HIGH, PaiGowRules, compare, place_of
from croupier.odds.games.pai_gow.strategy import settings_against
from croupier.odds.simulate.dealing import below, deal, stream
from croupier.rulebook import Posting

DEALS = 2_000_000  # by each card that may be seen
SEED = 20_191_205
NAMES = (*RANKS, "joker")
CARDS = (*([4] * len(RANKS)), 1)


class AtCard(msgspec.Struct, frozen=True):
    """What the same deals won set as usual and with the card known; amounts in wagers, the gain with its deviation."""

    usual: float
    known: float
    deviation: float


def holding(hands: Array, weights: Array, rank: int) -> Array:
    """How many hands of each kind there are, times the cards of a rank that they hold; 13 is the joker."""
    held: Array = (hands == JOKER) if rank == len(RANKS) else (hands >> 2 == rank) & (hands < JOKER)
    found: Array = weights * held.sum(axis=1)
    return found


@compiled
def play_both(
    state: Array, deals: int, rank: int, dealer: Array, usual: Array, known: Array, pays: float, nine_pushes: bool,
    sums: Array,
) -> None:  # fmt: skip
    """Deal so often with a card of this rank in the dealer's hand; add up both results and the squared difference."""
    masks, deck = np.zeros(4, np.int64), np.arange(53)
    hand = np.zeros(7, np.int64)
    for _ in range(deals):
        card = rank * 4 + below(state, 4) if rank < 13 else JOKER
        for place in range(53):
            if deck[place] == card:
                deck[place], deck[52] = deck[52], deck[place]
                break
        deal(state, deck[:52], 13)
        hand[:6] = deck[7:13]
        hand[6] = card
        theirs = dealer[place_of(hand, masks)]
        mine = place_of(deck[:7], masks)
        before = after = 0.0
        if not (nine_pushes and NINE_HIGH <= theirs[LOW] < TEN_HIGH):
            before = won(compare(usual[mine, HIGH], usual[mine, LOW], theirs[HIGH], theirs[LOW]), pays)
            after = won(compare(known[mine, HIGH], known[mine, LOW], theirs[HIGH], theirs[LOW]), pays)
        sums[0] += before
        sums[1] += after
        sums[2] += (after - before) ** 2


@compiled
def won(result: int, pays: float) -> float:
    return pays if result == 2 else -1.0 if result == 0 else 0.0


def at_card(rules: PaiGowRules, dealer: Array, usual: Array, rank: int, deals: int = DEALS) -> AtCard:
    """One rank of the dealer's that is seen."""
    hands, weights = kind_table()
    known = settings_against(dealer, holding(hands, weights, rank), rules.win_pays)
    sums = np.zeros(3)
    state = stream(np.random.SeedSequence([SEED, rank]))
    free = rules.form == "commission-free"
    play_both(state, deals, rank, dealer, usual, known, float(Fraction(rules.win_pays)), free, sums)
    gain = float(sums[1] - sums[0]) / deals
    deviation = float(max(sums[2] / deals - gain**2, 0.0) / deals) ** 0.5
    return AtCard(float(sums[0]) / deals, float(sums[1]) / deals, deviation)


def by_card(posting: Posting, deals: int = DEALS) -> Iterator[AtCard]:
    """Every rank and the joker; nothing where the dealer's cards lie open anyway."""
    rules = books.rules_of(posting)
    if rules.form == "face-up":
        return
    dealer, usual = books.dealer_table(posting), books.good_table(posting)
    for rank in range(len(NAMES)):
        yield at_card(rules, dealer, usual, rank, deals)


def interval(found: list[AtCard]) -> float:
    """Half the width of the 99 % interval of the gain over all cards."""
    chances = np.array(CARDS) / sum(CARDS)
    return NORMAL_99 * float(np.sqrt(((chances * np.array([each.deviation for each in found])) ** 2).sum()))
