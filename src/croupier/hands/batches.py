"""Hands of five, six or seven cards in batches, a row each: the same values as `five`. Importing it imports numba."""

import numpy as np

from croupier.hands.compiled import loop
from croupier.hands.kernels import Cards, Values, rank5_nb, rank6_nb


@loop
def _rank5_rows(hands: Cards, out: Values) -> None:
    for i in range(hands.shape[0]):
        out[i] = rank5_nb(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4])


@loop
def _rank6_rows(hands: Cards, out: Values) -> None:
    for i in range(hands.shape[0]):
        out[i] = rank6_nb(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5])


def rank_batch(hands: Cards) -> Values:
    """The values of hands of five, six or seven cards, one a row. Rows that are not a hand get meaningless values."""
    if hands.ndim != 2 or hands.shape[1] not in (5, 6, 7):
        raise ValueError(f"expected rows of five, six or seven cards, not an array of shape {hands.shape}")
    out = np.empty(len(hands), np.uint16)
    if hands.shape[1] == 7:
        from croupier.hands.seven import rank7_rows as rows  # has a table of its own, which others need not build
    else:
        rows = _rank5_rows if hands.shape[1] == 5 else _rank6_rows
    rows(np.ascontiguousarray(hands, np.uint8), out)
    return out


def rank5_batch(hands: Cards) -> Values:
    return rank_batch(hands)


def rank6_batch(hands: Cards) -> Values:
    return rank_batch(hands)


def rank7_batch(hands: Cards) -> Values:
    return rank_batch(hands)
