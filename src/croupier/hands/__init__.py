"""Which hand beats which. A rank value is an integer, higher is better, comparable within its family.

five    standard high poker, the best five of five to seven cards
three   three cards: straight above flush
four    four cards: four of a kind above straight flush, three of a kind above flush
wild    deuces and jokers wild, and the joker of draw poker
paigow  53 cards, High and Low hands, the seven cards of a bonus
low     ace to five, deuce to seven, eight or better, badugi
flush   the longest suit
omaha   two of the hand with three of the board
kernels the same five- to seven-card values, compiled, for enumerations (imports numba); `batches` a row a hand
"""

from croupier.hands.five import best5, best5_cards, category5, describe5, rank5
from croupier.hands.flush import best_flush, longest_straight_flush, rank_flush
from croupier.hands.four import best4, category4, describe4, rank4
from croupier.hands.low import badugi, low_8, low_27, low_a5
from croupier.hands.omaha import omaha_high, omaha_low8
from croupier.hands.three import category3, describe3, rank3
from croupier.hands.wild import rank_bug5, rank_joker5, rank_wild5

__all__ = [
    "badugi",
    "best4",
    "best5",
    "best5_cards",
    "best_flush",
    "category3",
    "category4",
    "category5",
    "describe3",
    "describe4",
    "describe5",
    "longest_straight_flush",
    "low_8",
    "low_27",
    "low_a5",
    "omaha_high",
    "omaha_low8",
    "rank3",
    "rank4",
    "rank5",
    "rank_bug5",
    "rank_flush",
    "rank_joker5",
    "rank_wild5",
]
