"""Two hands without a board, as in stud and draw: all that may come, counted without dealing it pair by pair.

Each hand is ranked once for every set of cards that may complete it. The sets of one hand that lose to a set
of the other, and share no card with it, are then counted by inclusion and exclusion: while both lists are
swept upward by value, a table keeps for every small set of cards how many of the weaker hands contain it.
Importing this module imports numba; `equity.py` does so when asked.
"""

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from numba import int64

from croupier.hands.compiled import loop
from croupier.poker.equity.kernels import UNITS, rank_nb

MISSING_MOST = 5
SETS_MOST = 3_000_000
CHOOSE = np.array([[comb(n, k) for k in range(MISSING_MOST + 1)] for n in range(54)], np.int64)


def fits(deck: int, missing: Sequence[int]) -> bool:
    """Whether the two hands have so few cards to come that every set of them can be ranked."""
    return len(missing) == 2 and max(missing) <= MISSING_MOST and all(comb(deck, k) <= SETS_MOST for k in missing)


@loop
def _rank_sets(code: int, hand: Any, known: int, deck: Any, sets: Any, values: Any) -> None:
    """Every set of cards of the deck that completes the hand, as places in the deck, and what it makes."""
    missing, size = len(hand) - known, len(deck)
    nothing = hand[:0]
    at = np.arange(missing)
    row = 0
    while True:
        for k in range(missing):
            sets[row, k] = at[k]
            hand[known + k] = deck[at[k]]
        values[row] = rank_nb(code, hand, nothing)
        row += 1
        k = missing - 1
        while k >= 0 and at[k] == size - missing + k:
            k -= 1
        if k < 0:
            return
        at[k] += 1
        for rest in range(k + 1, missing):
            at[rest] = at[rest - 1] + 1


@loop
def _add(table: Any, offsets: Any, places: Any, most: int) -> None:
    """Count a set under each of its subsets of at most `most` cards."""
    size = len(places)
    for mask in range(1 << size):
        count, index = 0, int64(0)
        for k in range(size):
            if mask >> k & 1:
                count += 1
                index += CHOOSE[places[k], count]
        if count <= most:
            table[offsets[count] + index] += 1


@loop
def _apart(table: Any, offsets: Any, places: Any, most: int) -> Any:
    """How many counted sets share no card with this one."""
    size = len(places)
    total = int64(0)
    for mask in range(1 << size):
        count, index = 0, int64(0)
        for k in range(size):
            if mask >> k & 1:
                count += 1
                index += CHOOSE[places[k], count]
        if count <= most:
            found = table[offsets[count] + index]
            total += found if count % 2 == 0 else -found
    return total


@loop
def _sweep(values: Any, sets: Any, other_values: Any, other_sets: Any, offsets: Any, table: Any) -> Any:
    """Pairs of sets without a common card, both lists ascending by value: won by the first, and tied."""
    most, other_most = sets.shape[1], other_sets.shape[1]
    won, tied = int64(0), int64(0)
    first, counted, count, others = 0, 0, len(values), len(other_values)
    while first < count:
        value = values[first]
        last = first
        while last < count and values[last] == value:
            last += 1
        while counted < others and other_values[counted] < value:
            _add(table, offsets, other_sets[counted], most)
            counted += 1
        weaker = int64(0)
        for row in range(first, last):
            weaker += _apart(table, offsets, sets[row], other_most)
        won += weaker
        if counted < others and other_values[counted] == value:
            while counted < others and other_values[counted] == value:
                _add(table, offsets, other_sets[counted], most)
                counted += 1
            for row in range(first, last):
                tied += _apart(table, offsets, sets[row], other_most)
            tied -= weaker
        first = last
    return won, tied


class _Hand:
    """One hand with all that may complete it: `values[half]` of each set."""

    def __init__(self, codes: Sequence[int], cards: Sequence[int], deck: Any) -> None:
        known = [card for card in cards if card >= 0]
        missing = len(cards) - len(known)
        rows = comb(len(deck), missing)
        self.sets = np.zeros((rows, missing), np.int64)
        self.values = np.zeros((len(codes), rows), np.int64)
        hand = np.array(known + [0] * missing, np.int64)
        for half, code in enumerate(codes):
            _rank_sets(code, hand, len(known), deck, self.sets, self.values[half])


def _compare(one: _Hand, two: _Hand, half: int, size: int, only: tuple[Any, Any] | None = None) -> tuple[int, int, int]:
    """Won, tied and lost by the first hand in one half; `only` keeps some of the sets."""
    parts = []
    for number, hand in enumerate((one, two)):
        sets, values = hand.sets, hand.values[half]
        if only is not None:
            sets, values = sets[only[number]], values[only[number]]
        order = np.argsort(values, kind="stable")
        parts.append((values[order], sets[order]))
    least = min(one.sets.shape[1], two.sets.shape[1])
    offsets = np.cumsum([0, *(comb(size, k) for k in range(least + 1))]).astype(np.int64)
    won, tied = _sweep(*parts[0], *parts[1], offsets, np.zeros(offsets[-1], np.int64))
    lost, _ = _sweep(*parts[1], *parts[0], offsets, np.zeros(offsets[-1], np.int64))
    return int(won), int(tied), int(lost)


def count(codes: Sequence[int], held: Sequence[Sequence[int]], deck: Sequence[int], out: Any) -> int:
    """The same counts as dealing every pair: halves won alone, halves tied, and units of the pot of each hand."""
    cards = np.array(deck, np.int64)
    one, two = (_Hand(codes, hand, cards) for hand in held)
    high = _compare(one, two, 0, len(deck))
    _credit(out, high, 2 if len(codes) == 1 else 1)
    if len(codes) > 1:
        low_won, low_tied, low_lost = _compare(one, two, 1, len(deck))
        none = (one.values[1] == 0, two.values[1] == 0)
        whole = _compare(one, two, 0, len(deck), none) if none[0].any() and none[1].any() else (0, 0, 0)
        _credit(out, (low_won, low_tied - sum(whole), low_lost), 1)
        for hand, (won, tied) in enumerate(((whole[0], whole[1]), (whole[2], whole[1]))):
            out[hand, 2] += UNITS * won + UNITS // 2 * tied  # nobody has a low: the high takes that half too
    return sum(high)


def _credit(out: Any, counts: tuple[int, int, int], halves: int) -> None:
    won, tied, lost = counts
    for hand, alone in enumerate((won, lost)):
        out[hand, 0] += alone
        out[hand, 1] += tied
        out[hand, 2] += halves * (UNITS * alone + UNITS // 2 * tied)
