"""Any number of hands that rank by the best five cards, with any cards unknown: every way to deal them, compiled.

Each card dealt is added once to the sums of those who hold or share it, so that a showdown costs one look-up a
hand. Serves high, high-low with an eight and short-deck games. Importing this module imports numba.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import int64, uint64

from croupier.hands.compiled import loop
from croupier.hands.kernels import BITS, KEYS, START, low8_nb, value_nb
from croupier.poker.equity.kernels import EIGHT, HIGH, SHORT, UNITS, in_short_deck, next_card

SERVED = ((HIGH,), (HIGH, EIGHT), (SHORT,))


@loop
def _share(values: Any, players: int, weight: int, out: Any) -> None:
    best, winners = int64(-1), 0
    for p in range(players):
        if values[p] > best:
            best, winners = values[p], 1
        elif values[p] == best:
            winners += 1
    each = weight // winners
    for p in range(players):
        if values[p] == best:
            out[p, 2] += each
            out[p, 1 if winners > 1 else 0] += 1


@loop
def _settle(keys: Any, bits: Any, players: int, kind: int, values: Any, lows: Any, out: Any) -> None:
    """One showdown; kind 0 is high, 1 high and an eight, 2 the short deck (its ace-low sums follow the others)."""
    qualified = False
    for p in range(players):
        value = int64(value_nb(keys[p], bits[p]))
        if kind == 2:
            value = in_short_deck(value, int64(value_nb(keys[players + p], bits[players + p])))
        elif kind == 1:
            lows[p] = int64(low8_nb(bits[p]))
            qualified = qualified or lows[p] > 0
        values[p] = value
    _share(values, players, UNITS if qualified else 2 * UNITS, out)
    if qualified:
        _share(lows, players, UNITS, out)


@loop
def enumerate_sums(
    kind: int, players: int, first_keys: Any, first_bits: Any, deck: Any, owners: Any, moved: Any, out: Any
) -> int:
    """Every way to deal the missing cards; owner -1 is the board. `moved[0]`, `moved[1]` rename the cards."""
    slots, size, sums = len(owners), len(deck), len(first_keys)
    keys = np.zeros((slots + 1, sums), np.uint64)
    bits = np.zeros((slots + 1, sums), np.uint64)
    keys[0], bits[0] = first_keys, first_bits
    values, lows = np.zeros(players, np.int64), np.zeros(players, np.int64)
    used = np.zeros(size, np.bool_)
    at = np.full(slots + 1, -1, np.int64)
    start = np.zeros(slots + 1, np.int64)
    count, slot = 0, 0
    if slots == 0:
        _settle(keys[0], bits[0], players, kind, values, lows, out)
        return 1
    while slot >= 0:
        card = next_card(slot, start, at, used)
        if card < 0:
            slot -= 1
            continue
        for s in range(sums):
            keys[slot + 1, s], bits[slot + 1, s] = keys[slot, s], bits[slot, s]
            if owners[slot] < 0 or s % players == owners[slot]:
                face = uint64(moved[s // players, deck[card]])
                keys[slot + 1, s] += KEYS[face]
                bits[slot + 1, s] |= BITS[face]
        if slot == slots - 1:
            _settle(keys[slots], bits[slots], players, kind, values, lows, out)
            count += 1
        else:
            slot += 1
            at[slot] = -1
            start[slot] = card + 1 if owners[slot] == owners[slot - 1] else 0
    return count


def count(
    codes: Sequence[int],
    held: Sequence[Sequence[int]],
    common: Sequence[int],
    deck: Sequence[int],
    owners: Sequence[int],
    out: Any,
) -> int:
    """The same counts as `equity_kernels.enumerate_all`, for the rankings in SERVED."""
    kind = SERVED.index(tuple(codes))
    plain = list(range(52))
    moved = [plain]
    if kind == 2:  # the nine ranks moved down next to the ace, and once more with the ace left above them
        moved = [[max(card - 16, 0) for card in plain], [card if card >= 48 else max(card - 16, 0) for card in plain]]
    keys, bits = [], []
    for names in moved:
        for hand in held:
            faces = [names[card] for card in (*hand, *common) if card >= 0]
            keys.append(START + KEYS[faces].sum(dtype=np.uint64))
            bits.append(np.bitwise_or.reduce(BITS[faces], initial=np.uint64(0)))
    return int(
        enumerate_sums(
            kind,
            len(held),
            np.array(keys, np.uint64),
            np.array(bits, np.uint64),
            np.array(deck, np.int64),
            np.array(owners, np.int64),
            np.array(moved, np.int64),
            out,
        )
    )
