"""Omaha: exactly two cards of the hand with exactly three of the board, high and low, four or five in the hand.

Values are those of `five` and `low`. One showdown costs some twenty microseconds here; equities belong to `kernels`.
"""

from collections.abc import Sequence
from itertools import combinations

from croupier.hands.five import rank5
from croupier.hands.low import low_8


def _check(hole: Sequence[int], board: Sequence[int]) -> None:
    if len(hole) < 2 or not 3 <= len(board) <= 5:
        raise ValueError(f"omaha needs two cards of the hand and three of the board, not {len(hole)} and {len(board)}")


def omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """The value of the best high hand."""
    _check(hole, board)
    threes = tuple(combinations(board, 3))
    return max(rank5(a, b, c, d, e) for a, b in combinations(hole, 2) for c, d, e in threes)


def omaha_low8(hole: Sequence[int], board: Sequence[int]) -> int:
    """The value of the best eight-or-better low, 0 without one."""
    _check(hole, board)
    # The board must bring three different ranks of eight or lower before any hand can be low.
    low_board = [card for card in board if card >> 2 <= 6 or card >> 2 == 12]
    if len({card >> 2 for card in low_board}) < 3:
        return 0
    low_hole = [card for card in hole if card >> 2 <= 6 or card >> 2 == 12]
    threes = tuple(combinations(low_board, 3))
    return max((low_8(two + three) for two in combinations(low_hole, 2) for three in threes), default=0)
