"""DJ Wild again: every hand of the 53 cards ranked by what its wild cards can do, then met by every dealer."""

from fractions import Fraction
from functools import cache

import numpy as np
import plain
import pytest

from croupier.odds.advise import Position, advise
from croupier.odds.lines import lines_of
from croupier.odds.posting import open_posting
from croupier.rulebook import rulebook

HARD_ROCK, GAME = "hard-rock-cincinnati", "dj-wild-stud-poker"
(NOTHING, PAIR, TWO, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, FIVE, ROYAL, WILDS) = range(12)
BLIND = {STRAIGHT: 1, FLUSH: 2, FULL: 3, QUADS: 4, STRAIGHT_FLUSH: 9, FIVE: 10, ROYAL: 50, WILDS: 1000}
TRIPS_WILD = {TRIPS: 1, STRAIGHT: 3, FLUSH: 4, FULL: 5, QUADS: 6, STRAIGHT_FLUSH: 25, FIVE: 70, ROYAL: 90, WILDS: 2000}
TRIPS_NATURAL = {
    plain.TRIPS: 6, plain.STRAIGHT: 20, plain.FLUSH: 25, plain.FULL: 30, plain.QUADS: 60, plain.STRAIGHT_FLUSH: 200,
    plain.ROYAL: 1000,
}  # fmt: skip


def ranked(naturals, wilds):
    """The kind and order of hands that hold so many wild cards besides these natural ones (a row each)."""
    ranks, suits = np.sort(naturals // 4, axis=1)[:, ::-1], naturals % 4
    size = len(ranks)
    counts = np.zeros((size, 13), dtype=np.int8)
    for column in range(ranks.shape[1]):
        counts[np.arange(size), ranks[:, column]] += 1
    single = counts.max(axis=1) == 1
    flush = single & (suits == suits[:, :1]).all(axis=1)
    present = counts > 0
    # The highest run of five that the natural ranks fit into, by its top card; -1 if none.
    top = np.full(size, -1)
    for high in range(3, 13):
        window = np.zeros(13, dtype=bool)
        window[[rank if rank >= 0 else 12 for rank in range(high - 4, high + 1)]] = True
        top = np.where(single & ~(present & ~window).any(axis=1), high, top)
    rising = np.argsort(counts * 16 + np.arange(13), axis=1)[:, ::-1]  # by number, then by height
    most, second = np.take_along_axis(counts, rising[:, :2], axis=1).T
    lead = np.where(present, np.arange(13), -1).max(axis=1)
    kind = np.full(size, NOTHING)
    if wilds == 0:
        kind = np.where(most == 2, np.where(second == 2, TWO, PAIR), kind)
    elif wilds == 1:
        kind = np.full(size, PAIR)
    kind = np.where(most + wilds >= 3, TRIPS, kind)
    kind = np.where(top >= 0, STRAIGHT, kind)
    kind = np.where(flush, FLUSH, kind)
    full = (wilds == 0) & (most == 3) & (second == 2) | (wilds == 1) & (most == 2) & (second == 2)
    kind = np.where(full, FULL, kind)
    kind = np.where(most + wilds >= 4, QUADS, kind)
    kind = np.where(flush & (top >= 0), STRAIGHT_FLUSH, kind)
    kind = np.where(most + wilds >= 5, FIVE, kind)
    kind = np.where(flush & (top == 12) & (np.where(present, np.arange(13), 99).min(axis=1) >= 8), ROYAL, kind)
    return kind, kind * 16**5 + _detail(kind, counts, present, rising, top, lead, wilds)


def _detail(kind, counts, present, rising, top, lead, wilds):
    """What orders hands of one kind."""
    size = len(kind)
    # Wild cards join the highest rank where that is best: a pair to the top card, three to the pair or the top card.
    joined = counts.astype(np.int64).copy()
    best = np.where(counts.max(axis=1) > 1, rising[:, 0], lead)
    joined[np.arange(size), best] += wilds
    spread = np.sort(joined * 16 + np.arange(13), axis=1)[:, ::-1]
    value = np.zeros(size, dtype=np.int64)
    for column in range(5):
        there = spread[:, column] >= 16
        value = value * 16 + np.where(there, spread[:, column] % 16, 0)
    value = np.where((kind == STRAIGHT) | (kind == STRAIGHT_FLUSH), top, value)
    # A flush takes the highest ranks it lacks.
    filled = present.copy()
    left = np.full(size, wilds)
    for rank in range(12, -1, -1):
        add = ~filled[:, rank] & (left > 0)
        filled[:, rank] |= add
        left = left - add
    flush = np.where(filled, 1 << np.arange(13), 0).sum(axis=1)
    value = np.where(kind == FLUSH, flush, value)
    return np.where((kind == ROYAL) | (kind == FIVE), np.where(kind == FIVE, lead, 0), value)


@cache
def hands():
    """Every five of the 53 cards with its kind and order."""
    rows = plain.sets(5, 53)
    wild = (rows < 4) | (rows == 52)
    wilds = wild.sum(axis=1)
    kind = np.full(len(rows), WILDS)
    order = np.full(len(rows), WILDS * 16**5, dtype=np.int64)
    for count in range(5):
        chosen = wilds == count
        naturals = np.sort(np.where(wild[chosen], 99, rows[chosen]), axis=1)[:, : 5 - count]
        kind[chosen], order[chosen] = ranked(naturals, count)
    return rows, kind, order


def cards(text):
    names = text.split()
    return [52 if name == "Jo" else "23456789TJQKA".index(name[0]) * 4 + "cdhs".index(name[1]) for name in names]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["Kc Qd 9h 7s 3c", "2c Ad 9h 5s 4c", "Jo 2d Kh Qh 3c", "9c 9d 5h 5s 4c", "Th 8h 5h 4h 2s"]
)
def test_play_against_every_dealer(text):
    rows, kind, order = hands()
    held = cards(text)
    place = int(plain.place(np.sort(np.array([held]), axis=1))[0])
    mine, made = order[place], int(kind[place])
    dealers = order[~np.isin(rows, held).any(axis=1)]
    wins, loses = int((dealers < mine).sum()), int((dealers > mine).sum())
    net = 3 * (wins - loses) + wins * BLIND.get(made, 0) - loses  # Ante and a Play of two, then the Blind
    found = advise(open_posting(rulebook(HARD_ROCK, GAME)), Position(hand=tuple(held))).values
    assert found["play"] == Fraction(net, len(dealers)) and found["fold"] == -2


@pytest.mark.slow
def test_trips():
    """A hand is paid as wild cards make it or as it lies, whichever pays more."""
    rows, kind, _ = hands()
    odds = np.array([TRIPS_WILD.get(made, -1) for made in range(12)])[kind]
    natural = (rows != 52).all(axis=1)
    lies, _ = plain.strength(rows[natural])
    odds[natural] = np.maximum(odds[natural], np.array([TRIPS_NATURAL.get(made, -1) for made in range(10)])[lies])
    edge = next(line.edge for line in lines_of(rulebook(HARD_ROCK, GAME), every=False) if line.wager == "trips")
    assert edge.house_edge == Fraction(-int(odds.sum()), len(odds))
