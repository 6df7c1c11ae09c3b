"""Showdowns enumerated and sampled, compiled. Importing this module imports numba; `equity.py` does so when asked.

Shares are counted in units of 2,520 a pot, which two to ten winners divide evenly.
"""

from typing import Any

import numpy as np
from numba import int64, uint64

from croupier.hands import jit, tables
from croupier.hands.compiled import inlined, loop
from croupier.hands.encode import FLUSH, FULL_HOUSE, SHIFT, STRAIGHT, STRAIGHT_FLUSH
from croupier.hands.kernels import (
    BITS,
    KEYS,
    START,
    low8_nb,
    omaha_high_nb,
    omaha_low8_nb,
    sum_value_nb,
    value_nb,
)
from croupier.hands.low import badugi, low_27, low_a5
from croupier.hands.wild import rank_bug5

jit.register()

UNITS = 2520
_FLUSH_BITS = np.uint64(tables.FLUSH_BITS)
_ONE_OF_EACH = np.uint64(tables.FLUSH_BITS >> 3)
_NEAR_AT = np.uint64(tables.SUITS_AT + 3)
HIGH, OMAHA_HIGH, EIGHT, OMAHA_EIGHT, A5, DEUCE, BADUGI, BUG, SHORT = range(9)


# Hold'em: all boards, two hands


@inlined
def _last_of_two(
    key: Any, bits: Any, ka: Any, ba: Any, kb: Any, bb: Any, at: int, deck: Any, ends: Any, counts: Any
) -> None:
    """The last card of the board; suits that cannot make a flush share one ranking for each rank."""
    count = len(deck)
    near = ((key + ka + _ONE_OF_EACH) | (key + kb + _ONE_OF_EACH)) & _FLUSH_BITS
    if near == uint64(0):
        while at < count:
            here = key + KEYS[uint64(deck[at])]
            a, b = sum_value_nb(here + ka), sum_value_nb(here + kb)
            end = ends[at]
            counts[1 + int64(a > b) - int64(b > a)] += end - at
            at = end
        return
    while at < count:
        end = ends[at]
        alike = uint64(64)
        shared = 0
        while at < end:
            card = uint64(deck[at])
            at += 1
            if (near >> (uint64(4) * (card & uint64(3)) + _NEAR_AT)) & uint64(1):
                here, there = key + KEYS[card], bits | BITS[card]
                a, b = value_nb(here + ka, there | ba), value_nb(here + kb, there | bb)
                counts[1 + int64(a > b) - int64(b > a)] += 1
            else:
                alike = card
                shared += 1
        if shared:
            here, there = key + KEYS[alike], bits | BITS[alike]
            a, b = value_nb(here + ka, there | ba), value_nb(here + kb, there | bb)
            counts[1 + int64(a > b) - int64(b > a)] += shared


@loop
def duel(
    ka: Any,
    ba: Any,
    kb: Any,
    bb: Any,
    board_key: Any,
    board_bits: Any,
    deck: Any,
    ends: Any,
    to_come: int,
    counts: Any,
) -> None:
    """Every board of `to_come` more cards: counts[0] won by b, [1] tied, [2] won by a."""
    if to_come == 0:
        a, b = value_nb(board_key + ka, board_bits | ba), value_nb(board_key + kb, board_bits | bb)
        counts[1 + int64(a > b) - int64(b > a)] += 1
        return
    outer = to_come - 1
    size = len(deck)
    at = np.zeros(5, np.int64)
    keys = np.zeros(6, np.uint64)
    bits = np.zeros(6, np.uint64)
    keys[0], bits[0] = board_key, board_bits
    level = 0
    at[0] = -1
    if outer == 0:
        _last_of_two(board_key, board_bits, ka, ba, kb, bb, 0, deck, ends, counts)
        return
    while level >= 0:
        at[level] += 1
        if at[level] >= size - (outer - level):
            level -= 1
            continue
        card = uint64(deck[at[level]])
        keys[level + 1] = keys[level] + KEYS[card]
        bits[level + 1] = bits[level] | BITS[card]
        if level + 1 == outer:
            _last_of_two(keys[outer], bits[outer], ka, ba, kb, bb, at[level] + 1, deck, ends, counts)
        else:
            level += 1
            at[level] = at[level - 1]


@inlined
def _divide(key: Any, bits: Any, keys: Any, own: Any, values: Any, times: int, out: Any) -> None:
    """One board among many hands, counted `times` times."""
    players = len(keys)
    best = uint64(0)
    winners = 0
    for p in range(players):
        value = uint64(value_nb(key + keys[p], bits | own[p]))
        values[p] = value
        if value > best:
            best, winners = value, 1
        elif value == best:
            winners += 1
    share = UNITS * 2 // winners * times
    for p in range(players):
        if values[p] == best:
            out[p, 2] += share
            out[p, 1 if winners > 1 else 0] += times


@loop
def melee(keys: Any, own: Any, board_key: Any, board_bits: Any, deck: Any, ends: Any, to_come: int, out: Any) -> int:
    """Every board for any number of hold'em hands; suits that cannot make a flush share one ranking."""
    size, players, count = len(deck), len(keys), 0
    values = np.zeros(players, np.uint64)
    if to_come == 0:
        _divide(board_key, board_bits, keys, own, values, 1, out)
        return 1
    outer = to_come - 1
    at = np.zeros(6, np.int64)
    prefix, marks = np.zeros(6, np.uint64), np.zeros(6, np.uint64)
    prefix[0], marks[0] = board_key, board_bits
    level = 0
    at[0] = -1
    while level >= 0:
        if outer > 0:
            at[level] += 1
            if at[level] >= size - (outer - level):
                level -= 1
                continue
            card = uint64(deck[at[level]])
            prefix[level + 1] = prefix[level] + KEYS[card]
            marks[level + 1] = marks[level] | BITS[card]
            if level + 1 < outer:
                level += 1
                at[level] = at[level - 1]
                continue
        key, bits = prefix[outer], marks[outer]
        near = uint64(0)
        for p in range(players):
            near |= key + keys[p] + _ONE_OF_EACH
        near &= _FLUSH_BITS
        last = at[outer - 1] + 1 if outer > 0 else 0
        count += size - last
        while last < size:
            alike, shared = uint64(64), 0
            end = ends[last]
            while last < end:
                card = uint64(deck[last])
                last += 1
                if (near >> (uint64(4) * (card & uint64(3)) + _NEAR_AT)) & uint64(1):
                    _divide(key + KEYS[card], bits | BITS[card], keys, own, values, 1, out)
                else:
                    alike = card
                    shared += 1
            if shared:
                _divide(key + KEYS[alike], bits | BITS[alike], keys, own, values, shared, out)
        if outer == 0:
            break
    return count


# Any form


@loop
def in_short_deck(value: Any, low: Any) -> Any:
    """A-6-7-8-9 is a straight, and a flush beats a full house; `low` has the ace left above moved ranks."""
    if low >> SHIFT == STRAIGHT or low >> SHIFT == STRAIGHT_FLUSH:
        value = max(value, low)
    if value >> SHIFT == FLUSH:
        return value + (1 << SHIFT)
    if value >> SHIFT == FULL_HOUSE:
        return value - (1 << SHIFT)
    return value


@loop
def _short(cards: Any) -> Any:
    """The value of `ranking._short`: ranks moved down, once with the ace above them all for the lowest straight."""
    key, bits, low_key, low_bits = START, uint64(0), START, uint64(0)
    for card in cards:
        moved = uint64(card - 16)
        kept = uint64(card) if card >= 48 else moved
        key += KEYS[moved]
        bits |= BITS[moved]
        low_key += KEYS[kept]
        low_bits |= BITS[kept]
    return in_short_deck(int64(value_nb(key, bits)), int64(value_nb(low_key, low_bits)))


@loop
def rank_nb(code: int, hole: Any, board: Any) -> Any:
    """The value of one half; 0 where it does not qualify."""
    if code == OMAHA_HIGH:
        return int64(omaha_high_nb(hole, board))
    if code == OMAHA_EIGHT:
        return int64(omaha_low8_nb(hole, board))
    if code in (HIGH, EIGHT):
        key, bits = START, uint64(0)
        for card in hole:
            key += KEYS[uint64(card)]
            bits |= BITS[uint64(card)]
        for card in board:
            key += KEYS[uint64(card)]
            bits |= BITS[uint64(card)]
        return int64(value_nb(key, bits)) if code == HIGH else int64(low8_nb(bits))
    cards: Any = np.empty(len(hole) + len(board), np.int64)
    for i in range(len(hole)):
        cards[i] = hole[i]
    for i in range(len(board)):
        cards[len(hole) + i] = board[i]
    if code == SHORT:
        return _short(cards)
    if code == A5:
        return int64(low_a5(cards))
    if code == DEUCE:
        return int64(low_27(cards))
    if code == BADUGI:
        return int64(badugi(cards))
    return int64(rank_bug5(cards))


@loop
def settle(codes: Any, hands: Any, board: Any, values: Any, out: Any) -> None:
    """Divide one pot: out[player] counts pots won alone, tied, and units of the pot."""
    players = len(hands)
    halves = 0
    for half in range(len(codes)):
        best = int64(0)
        for p in range(players):
            values[half, p] = rank_nb(codes[half], hands[p], board)
            best = max(best, values[half, p])
        values[half, players] = best
        if half == 0 or best > 0:
            halves += 1
    for half in range(len(codes)):
        best = values[half, players]
        if half > 0 and best == 0:
            continue
        winners = 0
        for p in range(players):
            if values[half, p] == best:
                winners += 1
        for p in range(players):
            if values[half, p] == best:
                out[p, 2] += UNITS * 2 // halves // winners
                if winners > 1:
                    out[p, 1] += 1
                else:
                    out[p, 0] += 1


@inlined
def next_card(slot: int, start: Any, at: Any, used: Any) -> int:
    """Put the next card that is free into this slot and take the last one back; -1 when all have been there."""
    card = start[slot]
    if at[slot] >= 0:
        used[at[slot]] = False
        card = at[slot] + 1
    while card < len(used) and used[card]:
        card += 1
    if card >= len(used):
        at[slot] = -1
        return -1
    at[slot] = card
    used[card] = True
    return int(card)


@loop
def enumerate_all(codes: Any, hands: Any, board: Any, deck: Any, owners: Any, places: Any, out: Any) -> int:
    """Every way to deal the missing cards; `owners` says whose each is (-1 the board), `places` where it lies."""
    slots, size = len(owners), len(deck)
    values = np.zeros((len(codes), len(hands) + 1), np.int64)
    used = np.zeros(size, np.bool_)
    at = np.full(slots + 1, -1, np.int64)
    count = 0
    if slots == 0:
        settle(codes, hands, board, values, out)
        return 1
    slot = 0
    start = np.zeros(slots + 1, np.int64)
    while slot >= 0:
        card = next_card(slot, start, at, used)
        if card < 0:
            slot -= 1
            continue
        if owners[slot] < 0:
            board[places[slot]] = deck[card]
        else:
            hands[owners[slot], places[slot]] = deck[card]
        if slot == slots - 1:
            settle(codes, hands, board, values, out)
            count += 1
        else:
            slot += 1
            at[slot] = -1
            start[slot] = card + 1 if owners[slot] == owners[slot - 1] else 0
    return count


@loop
def sample(
    codes: Any,
    hands: Any,
    board: Any,
    deck: Any,
    owners: Any,
    places: Any,
    out: Any,
    squares: Any,
    times: int,
    seed: int,
) -> None:
    """Deal the missing cards at random, `times` times; `squares` gathers squared units for the interval."""
    state = uint64(seed) * uint64(0x9E3779B97F4A7C15) + uint64(0x2545F4914F6CDD1D)
    values = np.zeros((len(codes), len(hands) + 1), np.int64)
    size = len(deck)
    before = np.zeros(len(hands), np.int64)
    for _ in range(times):
        for slot in range(len(owners)):
            state ^= state << uint64(13)
            state ^= state >> uint64(7)
            state ^= state << uint64(17)
            pick = slot + int64((state >> uint64(11)) % uint64(size - slot))
            deck[slot], deck[pick] = deck[pick], deck[slot]
            if owners[slot] < 0:
                board[places[slot]] = deck[slot]
            else:
                hands[owners[slot], places[slot]] = deck[slot]
        for p in range(len(hands)):
            before[p] = out[p, 2]
        settle(codes, hands, board, values, out)
        for p in range(len(hands)):
            got = float(out[p, 2] - before[p]) / (2 * UNITS)
            squares[p] += got * got
