"""Random numbers for the simulations: xoshiro256++ streams that compiled kernels carry as four words.

Shards get their streams by spawning one seed sequence, so the same seed gives the same shards however many
processes share them, and no two shards overlap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled

State = NDArray[np.uint64]

_SHIFT_17 = np.uint64(17)
_SHIFT_32 = np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_UNIT = 1.0 / (1 << 53)
_SHIFT_11 = np.uint64(11)


def stream(sequence: np.random.SeedSequence) -> State:
    """The state of one stream; all zeros, the one state that never moves, cannot come from it."""
    state = sequence.generate_state(4, np.uint64).astype(np.uint64)
    if not state.any():
        raise ValueError("a seed gave the one state that cannot be used")
    return state


def shards(seed: int | None, number: int) -> list[State]:
    """Independent streams for so many shards of a run."""
    if number < 1:
        raise ValueError("a run has at least one shard")
    return [stream(child) for child in np.random.SeedSequence(seed).spawn(number)]


@compiled(inline="always")
def rotate_left(x: np.uint64, k: int) -> np.uint64:
    return (x << np.uint64(k)) | (x >> np.uint64(64 - k))


@compiled
def next_word(state: State) -> np.uint64:
    """The next 64 random bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    result = rotate_left(s0 + s3, 23) + s0
    t = s1 << _SHIFT_17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = rotate_left(s3, 45)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return result  # type: ignore[no-any-return]


@compiled
def below(state: State, n: int) -> int:
    """A number from 0 to n - 1, every one exactly as likely (multiply, and reject the uneven rest)."""
    bound = np.uint64(n)
    product = (next_word(state) >> _SHIFT_32) * bound
    low = product & _LOW_32
    if low < bound:
        uneven = (_TWO_32 - bound) % bound
        while low < uneven:
            product = (next_word(state) >> _SHIFT_32) * bound
            low = product & _LOW_32
    return np.int64(product >> _SHIFT_32)  # type: ignore[return-value]


@compiled
def unit(state: State) -> float:
    """A number from 0 up to, not including, 1."""
    return float(next_word(state) >> _SHIFT_11) * _UNIT


@compiled
def draw(state: State, cards: NDArray[np.uint8], taken: int) -> int:
    """Draw a card into place `taken` of a shoe whose first `taken` places are drawn already.

    The shoe stays a permutation of its cards, so a new shoe needs only `taken = 0`.
    """
    place = taken + below(state, cards.size - taken)
    card = cards[place]
    cards[place] = cards[taken]
    cards[taken] = card
    return card  # type: ignore[no-any-return]


@compiled
def draw_pairs(state: State, cards: NDArray[np.uint8], taken: int, pairs: int) -> int:
    """Draw twice as many cards as `pairs`, two from each random word; returns how many are drawn then.

    Drawing ahead of need costs less than drawing one by one: nothing waits for a decision.
    """
    size = cards.size
    for _ in range(pairs):
        word = next_word(state)
        for half in range(2):
            bound = np.uint64(size - taken)
            product = (word & _LOW_32 if half else word >> _SHIFT_32) * bound
            place = np.int64(product >> _SHIFT_32)
            if product & _LOW_32 < bound:
                place = np.int64(below(state, size - taken))
            place += taken
            card = cards[place]
            cards[place] = cards[taken]
            cards[taken] = card
            taken += 1
    return taken
