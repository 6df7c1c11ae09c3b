"""Hold'em ranges against each other, compiled: every board for two ranges, a sample for more.

Two ranges meet on one board after the other. There each hand of a range is ranked once, both are sorted, and while
one is swept upward the weaker hands of the other are counted; hands that share a card with the swept one are taken
off by counts of each card. Boards that differ by a renaming of suits which leaves both ranges as they are count
once, so many times. Importing this module imports numba; `equity` does so when asked.
"""

from typing import Any

import numpy as np
from numba import int64, uint64

from croupier.hands.compiled import inlined, loop
from croupier.hands.kernels import BITS, KEYS, START, value_nb
from croupier.poker.equity.kernels import UNITS


@inlined
def _times(cards: Any, suits: Any) -> int:
    """How many boards are this one with suits renamed, if it is the first of them; otherwise 0."""
    mask = uint64(0)
    for card in cards:
        mask |= uint64(1) << uint64(card)
    alike = 0
    for renamed in range(len(suits)):
        image = uint64(0)
        for card in cards:
            image |= uint64(1) << uint64((card & ~3) | suits[renamed, card & 3])
        if image < mask:
            return 0
        if image == mask:
            alike += 1
    return len(suits) // alike


@loop
def _rank(hands: Any, key: Any, bits: Any, values: Any, which: Any) -> int:
    """Rank the hands that the board leaves possible: their values, and which they are, ascending by value."""
    count = 0
    for h in range(len(hands)):
        a, b = uint64(hands[h, 0]), uint64(hands[h, 1])
        own = BITS[a] | BITS[b]
        if own & bits == uint64(0):
            # Value and number in one word: one sort orders both.
            values[count] = int64(value_nb(key + KEYS[a] + KEYS[b], bits | own)) << 12 | h
            count += 1
    values[:count].sort()
    for k in range(count):
        which[k] = values[k] & 4095
        values[k] >>= 12
    return count


@loop
def _sweep(hands: Any, values: Any, which: Any, count: int, others: Any, found: Any, times: int, out: Any) -> None:
    """Each hand of a range against all of the other on one board: out[hand] gathers won, tied and met."""
    other_values, other_which, other_count, both = found
    weaker, equal, all_of = np.zeros(53, np.int64), np.zeros(53, np.int64), np.zeros(53, np.int64)
    for k in range(other_count):
        for c in range(2):
            all_of[others[other_which[k], c]] += 1
        all_of[52] += 1
    first, low = 0, 0
    while first < count:
        value, last = values[first], first
        while last < count and values[last] == value:
            last += 1
        while low < other_count and other_values[low] < value:
            for c in range(2):
                weaker[others[other_which[low], c]] += 1
            weaker[52] += 1
            low += 1
        same = low
        while same < other_count and other_values[same] == value:
            for c in range(2):
                equal[others[other_which[same], c]] += 1
            equal[52] += 1
            same += 1
        for k in range(first, last):
            h = which[k]
            a, b = hands[h, 0], hands[h, 1]
            mine = both[a, b]  # his own two cards, counted under each of them
            out[h, 0] += times * (weaker[52] - weaker[a] - weaker[b])
            out[h, 1] += times * (equal[52] - equal[a] - equal[b] + mine)
            out[h, 2] += times * (all_of[52] - all_of[a] - all_of[b] + mine)
        for k in range(low, same):
            for c in range(2):
                equal[others[other_which[k], c]] = 0
        equal[52] = 0
        first = last


@loop
def versus(one: Any, two: Any, known: Any, deck: Any, to_come: int, suits: Any, out: Any) -> int:
    """Every board for two ranges; `suits` are the renamings under which everything stays as it is. Boards counted."""
    key, bits = START, uint64(0)
    for card in known:
        key += KEYS[uint64(card)]
        bits |= BITS[uint64(card)]
    both = np.zeros((52, 52), np.int64)
    for h in range(len(two)):
        both[two[h, 0], two[h, 1]] = both[two[h, 1], two[h, 0]] = 1
    values, which = np.zeros(len(one), np.int64), np.zeros(len(one), np.int64)
    other_values, other_which = np.zeros(len(two), np.int64), np.zeros(len(two), np.int64)
    at = np.arange(to_come)
    cards = np.zeros(to_come, np.int64)
    boards = 0
    while True:
        here, there = key, bits
        for k in range(to_come):
            cards[k] = deck[at[k]]
            here += KEYS[uint64(cards[k])]
            there |= BITS[uint64(cards[k])]
        times = _times(cards, suits)
        if times:
            boards += times
            count = _rank(one, here, there, values, which)
            other_count = _rank(two, here, there, other_values, other_which)
            found = (other_values, other_which, other_count, both)
            _sweep(one, values, which, count, two, found, times, out)
        k = to_come - 1
        while k >= 0 and at[k] == len(deck) - to_come + k:
            k -= 1
        if k < 0:
            return boards
        at[k] += 1
        for rest in range(k + 1, to_come):
            at[rest] = at[rest - 1] + 1


@inlined
def _next(state: Any) -> Any:
    state ^= state << uint64(13)
    state ^= state >> uint64(7)
    return state ^ (state << uint64(17))


@loop
def _share(key: Any, bits: Any, own: Any, values: Any, out: Any, squares: Any) -> None:
    """One showdown of many hands: pots won alone, tied, and units of the pot."""
    players = len(own)
    best, winners = int64(-1), 0
    for p in range(players):
        a, b = uint64(own[p, 0]), uint64(own[p, 1])
        values[p] = int64(value_nb(key + KEYS[a] + KEYS[b], bits | BITS[a] | BITS[b]))
        if values[p] > best:
            best, winners = values[p], 1
        elif values[p] == best:
            winners += 1
    for p in range(players):
        if values[p] == best:
            out[p, 0 if winners == 1 else 1] += 1
            out[p, 2] += 2 * UNITS // winners
            squares[p] += 1.0 / (winners * winners)


@loop
def sample(
    hands: Any,
    ends: Any,
    known: Any,
    free: Any,
    to_come: int,
    times: int,
    tries: int,
    seed: int,
    out: Any,
    squares: Any,
) -> int:
    """Hands drawn from each range, all again where two share a card, and a board; how many were dealt.

    The hands of player p are rows ends[p] to ends[p + 1]. Drawing all again makes every deal that is possible as
    likely as any other; after `tries` draws for one deal there is none to be found.
    """
    players = len(ends) - 1
    state = uint64(seed) * uint64(0x9E3779B97F4A7C15) + uint64(0x2545F4914F6CDD1D)
    own, values = np.zeros((players, 2), np.int64), np.zeros(players, np.int64)
    known_key, known_bits = START, uint64(0)
    for card in known:
        known_key += KEYS[uint64(card)]
        known_bits |= BITS[uint64(card)]
    for done in range(times):
        used, attempt = uint64(0), 0
        while attempt < tries:
            attempt += 1
            used = uint64(0)
            p = 0
            while p < players:
                state = _next(state)
                row = ends[p] + int64((state >> uint64(11)) % uint64(ends[p + 1] - ends[p]))
                mask = (uint64(1) << uint64(hands[row, 0])) | (uint64(1) << uint64(hands[row, 1]))
                if used & mask:
                    break
                used |= mask
                own[p, 0], own[p, 1] = hands[row, 0], hands[row, 1]
                p += 1
            if p == players:
                break
            used = uint64(0)
        if used == uint64(0):
            return done
        key, bits, laid = known_key, known_bits, 0
        while laid < to_come:
            state = _next(state)
            card = free[int64((state >> uint64(11)) % uint64(len(free)))]
            if (used >> uint64(card)) & uint64(1):
                continue
            used |= uint64(1) << uint64(card)
            key += KEYS[uint64(card)]
            bits |= BITS[uint64(card)]
            laid += 1
        _share(key, bits, own, values, out, squares)
    return times
