"""Random numbers for compiled simulations: xoshiro256**, seeded by numpy's SeedSequence, and fair dealing.

Shards get independent streams by spawning the seed, so a result depends on the seed and the number of
shards, never on how many workers ran them.
"""

from __future__ import annotations

import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array


def stream(seed: np.random.SeedSequence) -> Array:
    """The state of a new stream."""
    return seed.generate_state(4, np.uint64)


@compiled(inline="always")
def _rotate(value: np.uint64, places: int) -> np.uint64:
    return (value << np.uint64(places)) | (value >> np.uint64(64 - places))


@compiled
def next64(state: Array) -> np.uint64:
    """The next 64 bits; advances the state."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    result: np.uint64 = _rotate(s1 * np.uint64(5), 7) * np.uint64(9)
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    state[0], state[1], state[2], state[3] = s0, s1, s2, _rotate(s3, 45)
    return result


@compiled
def below(state: Array, bound: int) -> int:
    """A fair number from 0 to bound - 1: the high half of a product, drawn again where it would be unfair."""
    wide = np.uint64(bound)
    product = (next64(state) >> np.uint64(32)) * wide
    low = product & np.uint64(0xFFFFFFFF)
    if low < wide:
        threshold = (np.uint64(1 << 32) - wide) % wide
        while low < threshold:
            product = (next64(state) >> np.uint64(32)) * wide
            low = product & np.uint64(0xFFFFFFFF)
    return int(product >> np.uint64(32))


@compiled
def deal(state: Array, deck: Array, count: int) -> None:
    """Bring `count` cards drawn at random to the front of the deck."""
    size = deck.shape[0]
    for place in range(count):
        other = place + below(state, size - place)
        deck[place], deck[other] = deck[other], deck[place]
