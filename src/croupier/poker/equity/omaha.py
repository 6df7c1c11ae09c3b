"""Omaha with known hands: every board, compiled. Importing this module imports numba; `equity.py` does so when asked.

What a hand makes of a board depends on three small things, and each has a table that is filled once a hand:
the ranks of the cards to come (their values without flushes), the cards of the one suit that the board may
hold three times (flushes), and the low ranks of the board (eight or better).
"""

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from numba import int64, uint64

from croupier.hands.compiled import inlined, loop
from croupier.hands.kernels import FLUSHES, KEYS, START, low8_nb, sum_value_nb
from croupier.poker.equity.kernels import UNITS

# CHOOSE[k, r] places the rank r as the k-th of ranks in ascending order: the sum numbers their multisets.
CHOOSE = np.array([[comb(rank + k - 1, k) if k else 0 for rank in range(14)] for k in range(6)], np.int64)


@loop
def _best_unsuited(hole: Any, ranks: Any) -> Any:
    """The best two and three by rank alone; 0 for boards that the deck cannot give."""
    best = int64(0)
    for i in range(len(hole) - 1):
        for j in range(i + 1, len(hole)):
            two = START + KEYS[uint64(hole[i] // 4 * 4)] + KEYS[uint64(hole[j] // 4 * 4)]
            for a in range(3):
                for b in range(a + 1, 4):
                    for c in range(b + 1, 5):
                        if hole[i] // 4 == hole[j] // 4 == ranks[a] == ranks[b] == ranks[c]:
                            return int64(0)
                        key = two + KEYS[uint64(ranks[a] * 4)]
                        key += KEYS[uint64(ranks[b] * 4)]
                        key += KEYS[uint64(ranks[c] * 4)]
                        best = max(best, int64(sum_value_nb(key)))
    return best


@loop
def fill_ranks(hole: Any, known: Any, to_come: int, table: Any) -> None:
    """The value of every multiset of `to_come` ranks beside the known board cards."""
    ranks = np.zeros(5, np.int64)
    for k in range(len(known)):
        ranks[to_come + k] = known[k] // 4
    while True:
        at = int64(0)
        for k in range(to_come):
            at += CHOOSE[k + 1, ranks[k]]
        five_alike = True
        for k in range(1, 5):
            five_alike = five_alike and ranks[k] == ranks[0]
        if not five_alike:
            table[at] = _best_unsuited(hole, ranks)
        k = to_come - 1
        while k >= 0 and ranks[k] == 12:
            k -= 1
        if k < 0:
            return
        first = ranks[k] + 1
        for rest in range(k, to_come):
            ranks[rest] = first


@loop
def fill_suits(hole: Any, table: Any) -> None:
    """table[suit, mask]: the flush that two hole cards of the suit make with three board cards among `mask`."""
    for i in range(len(hole) - 1):
        for j in range(i + 1, len(hole)):
            if hole[i] % 4 != hole[j] % 4:
                continue
            own = 1 << (hole[i] // 4) | 1 << (hole[j] // 4)
            for a in range(11):
                for b in range(a + 1, 12):
                    for c in range(b + 1, 13):
                        three = 1 << a | 1 << b | 1 << c
                        if not three & own:
                            value = int64(FLUSHES[own | three])
                            suit = hole[i] % 4
                            table[suit, three] = max(table[suit, three], value)
    for suit in range(4):  # a mask of four or five is as good as its best three
        for mask in range(8192):
            rest = mask
            while rest:
                bit = rest & -rest
                rest ^= bit
                table[suit, mask] = max(table[suit, mask], table[suit, mask ^ bit])


@loop
def fill_lows(hole: Any, table: Any) -> None:
    """table[mask of low ranks, the ace first]: the best low of two hole cards and three of the mask."""
    for mask in range(256):
        for i in range(len(hole) - 1):
            for j in range(i + 1, len(hole)):
                own = int64(1) << (hole[i] // 4) | int64(1) << (hole[j] // 4)
                for a in range(6):
                    for b in range(a + 1, 7):
                        for c in range(b + 1, 8):
                            three = 1 << a | 1 << b | 1 << c
                            if three & mask == three:
                                ranks = three >> 1 | (three & 1) << 12
                                value = int64(low8_nb(uint64(own | ranks)))
                                if own & ranks == 0:
                                    table[mask] = max(table[mask], value)


@loop
def _share(high: Any, low: Any, split: bool, out: Any) -> None:
    players = len(high)
    best, winners, best_low, low_winners = int64(0), 0, int64(0), 0
    for p in range(players):
        if high[p] > best:
            best, winners = high[p], 1
        elif high[p] == best:
            winners += 1
        if split and low[p] > best_low:
            best_low, low_winners = low[p], 1
        elif split and low[p] == best_low:
            low_winners += 1
    whole = UNITS if split and best_low > 0 else 2 * UNITS
    for p in range(players):
        if high[p] == best:
            out[p, 2] += whole // winners
            out[p, 1 if winners > 1 else 0] += 1
        if split and best_low > 0 and low[p] == best_low:
            out[p, 2] += UNITS // low_winners
            out[p, 1 if low_winners > 1 else 0] += 1


@inlined
def _low_bit(rank: int) -> int:
    """The bit of a rank among the low ones, the ace lowest; none for a nine and above."""
    return (1 << (rank + 1) | 1 >> (12 - rank)) & 255


@inlined
def _lay_known(known: Any, low_masks: Any, masks: Any, tallies: Any) -> None:
    """The cards of the board that are there already."""
    for card in known:
        masks[0, card % 4] |= 1 << (card // 4)
        tallies[0, card % 4] += 1
        low_masks[0] |= _low_bit(card // 4)


@inlined
def _lay(card: int, level: int, numbers: Any, low_masks: Any, masks: Any, tallies: Any) -> None:
    """One card more: what the next level holds is what this one holds, and the card."""
    rank, suit = card // 4, card % 4
    numbers[level + 1] = numbers[level] + CHOOSE[level + 1, rank]
    low_masks[level + 1] = low_masks[level] | _low_bit(rank)
    for s in range(4):
        masks[level + 1, s] = masks[level, s]
        tallies[level + 1, s] = tallies[level, s]
    masks[level + 1, suit] |= 1 << rank
    tallies[level + 1, suit] += 1


@loop
def boards(ranks: Any, suits: Any, lows: Any, split: bool, known: Any, deck: Any, to_come: int, out: Any) -> int:
    """Every board; the deck is in ascending order. Returns how many there are."""
    players, size, count = len(ranks), len(deck), 0
    high, low = np.zeros(players, np.int64), np.zeros(players, np.int64)
    at = np.zeros(6, np.int64)
    numbers, masks, low_masks = np.zeros(6, np.int64), np.zeros((6, 4), np.int64), np.zeros(6, np.int64)
    tallies = np.zeros((6, 4), np.int64)
    _lay_known(known, low_masks, masks, tallies)
    level = 0
    at[0] = -1
    while level >= 0:
        if to_come > 0:
            at[level] += 1
            if at[level] > size - (to_come - level):
                level -= 1
                continue
            _lay(deck[at[level]], level, numbers, low_masks, masks, tallies)
            if level + 1 < to_come:
                level += 1
                at[level] = at[level - 1]
                continue
        flush = -1
        for s in range(4):
            if tallies[to_come, s] >= 3:
                flush = s
        for p in range(players):
            value = ranks[p, numbers[to_come]]
            if flush >= 0:
                value = max(value, suits[p, flush, masks[to_come, flush]])
            high[p] = value
            if split:
                low[p] = lows[p, low_masks[to_come]]
        _share(high, low, split, out)
        count += 1
        if to_come == 0:
            break
    return count


@inlined
def _last_of_two(
    ranks: Any,
    suits: Any,
    lows: Any,
    split: bool,
    number: int,
    low_mask: int,
    masks: Any,
    tallies: Any,
    at: int,
    deck: Any,
    place: Any,
    results: Any,
) -> None:
    """The last card of the board for two hands: results[high, low], each 0 lost, 1 tied, 2 won; low 3 is none."""
    flush = -1
    for s in range(4):
        if tallies[s] >= 3:
            flush = s
    for i in range(at, len(deck)):
        card = deck[i]
        rank, suit = card >> 2, card & 3
        here = number + place[rank]
        a, b = ranks[0, here], ranks[1, here]
        if tallies[suit] >= 2:
            mask = masks[suit] | 1 << rank
            a, b = max(a, suits[0, suit, mask]), max(b, suits[1, suit, mask])
        elif flush >= 0:
            mask = masks[flush]
            a, b = max(a, suits[0, flush, mask]), max(b, suits[1, flush, mask])
        low = 3
        if split:
            mask = low_mask | _low_bit(rank)
            c, d = lows[0, mask], lows[1, mask]
            if c > 0 or d > 0:
                low = 1 + int64(c > d) - int64(d > c)
        results[1 + int64(a > b) - int64(b > a), low] += 1


@loop
def boards_of_two(
    ranks: Any, suits: Any, lows: Any, split: bool, known: Any, deck: Any, to_come: int, results: Any
) -> None:
    """Every board of at least one card more, for two hands."""
    size, outer = len(deck), to_come - 1
    at = np.zeros(6, np.int64)
    numbers, masks, low_masks = np.zeros(6, np.int64), np.zeros((6, 4), np.int64), np.zeros(6, np.int64)
    tallies = np.zeros((6, 4), np.int64)
    _lay_known(known, low_masks, masks, tallies)
    level = 0
    at[0] = -1
    while level >= 0:
        if outer > 0:
            at[level] += 1
            if at[level] >= size - (outer - level):
                level -= 1
                continue
            _lay(deck[at[level]], level, numbers, low_masks, masks, tallies)
            if level + 1 < outer:
                level += 1
                at[level] = at[level - 1]
                continue
        _last_of_two(
            ranks,
            suits,
            lows,
            split,
            numbers[outer],
            low_masks[outer],
            masks[outer],
            tallies[outer],
            at[outer - 1] + 1 if outer > 0 else 0,
            deck,
            CHOOSE[to_come],
            results,
        )
        if outer == 0:
            break


def prepare(held: Sequence[Sequence[int]], known: Sequence[int], to_come: int) -> tuple[Any, Any, Any]:
    """The three tables of every hand."""
    players = len(held)
    ranks = np.zeros((players, comb(12 + to_come, to_come)), np.int64)
    suits = np.zeros((players, 4, 8192), np.int64)
    lows = np.zeros((players, 256), np.int64)
    board = np.array(known, np.int64)
    for p, hand in enumerate(held):
        hole = np.array(hand, np.int64)
        fill_ranks(hole, board, to_come, ranks[p])
        fill_suits(hole, suits[p])
        fill_lows(hole, lows[p])
    return ranks, suits, lows


def count(
    held: Sequence[Sequence[int]], known: Sequence[int], deck: Sequence[int], to_come: int, split: bool, out: Any
) -> int:
    """All boards of these hands: `out` gathers pots won, tied, and units of the pot."""
    tables = prepare(held, known, to_come)
    board, cards = np.array(known, np.int64), np.array(deck, np.int64)
    if len(held) > 2 or not to_come:
        return int(boards(*tables, split, board, cards, to_come, out))
    results = np.zeros((3, 4), np.int64)
    boards_of_two(*tables, split, board, cards, to_come, results)
    for high in range(3):
        for low in range(4):
            times = int(results[high, low])
            _credit(out, high, 2 if low == 3 else 1, times)
            if low < 3:
                _credit(out, low, 1, times)
    return int(results.sum())


def _credit(out: Any, result: int, halves: int, times: int) -> None:
    """One or both halves of a pot, so many times: lost, tied or won by the first hand."""
    if result == 1:
        out[:, 1] += times
        out[:, 2] += halves * UNITS // 2 * times
    else:
        out[0 if result else 1, 0] += times
        out[0 if result else 1, 2] += halves * UNITS * times
