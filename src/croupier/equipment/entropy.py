"""Where chance comes from.

`SystemEntropy` draws from the operating system and is what tables use. `SeededEntropy` repeats
itself from a seed, for tests and simulation; it says so in its `kind`, which is recorded when a table
opens, so that one can't be mistaken for the other.
"""

import os
import random
from array import array
from operator import mod
from typing import Protocol


class Entropy(Protocol):
    kind: str

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound - 1."""
        ...

    def each_below(self, bounds: range) -> list[int]:
        """One such integer for each bound, as `below` would give them: what a shuffle needs."""
        ...

    def token(self, size: int) -> bytes:
        """`size` random bytes, for salts."""
        ...


class SystemEntropy:
    """The operating system's generator, read in blocks; integers by rejection, so without bias."""

    kind = "system"
    _BLOCK = 4096

    def __init__(self) -> None:
        self._words: list[int] = []  # of 16 bits; each is taken out as it is used, and so never used twice

    def below(self, bound: int) -> int:
        if not 0 < bound <= 65536:
            return self._below_many(bound)
        words = self._words
        while True:
            if not words:
                words.extend(array("H", os.urandom(self._BLOCK)))
            if (word := words.pop()) < 65536 - 65536 % bound:
                return word % bound

    def each_below(self, bounds: range) -> list[int]:
        if not bounds:
            return []
        if not (0 < bounds[0] <= 65536 and 0 < bounds[-1] <= 65536):
            raise ValueError(f"bounds must be from 1 to 65,536, not {bounds}")
        words = self._words
        while len(words) < len(bounds):
            words.extend(array("H", os.urandom(self._BLOCK)))
        taken = words[-len(bounds) :]
        del words[-len(bounds) :]
        if max(taken) < 65536 - max(bounds[0], bounds[-1]):  # nearly always: no word is one to draw again
            return list(map(mod, taken, bounds))
        return [
            word % bound if word < 65536 - 65536 % bound else self.below(bound) for word, bound in zip(taken, bounds)
        ]

    def _below_many(self, bound: int) -> int:
        """More than a word can tell apart: a lot drawn among many."""
        if not 0 < bound <= 1 << 64:
            raise ValueError(f"bound must be from 1 to 2^64, not {bound}")
        fair = (1 << 64) - (1 << 64) % bound
        while (drawn := int.from_bytes(os.urandom(8), "big")) >= fair:
            pass
        return drawn % bound

    def token(self, size: int) -> bytes:
        return os.urandom(size)


class SeededEntropy:
    """A generator that repeats itself: for tests, demonstrations and simulation only."""

    def __init__(self, seed: int | str) -> None:
        self.kind = f"seeded:{seed}"
        self._random = random.Random(f"croupier:{seed}")
        self.below = self._random.randrange

    def each_below(self, bounds: range) -> list[int]:
        return [self.below(bound) for bound in bounds]

    def token(self, size: int) -> bytes:
        return self._random.randbytes(size)


def shuffled(cards: list[int], entropy: Entropy) -> list[int]:
    """A new order of the cards, every order equally likely (Durstenfeld's form of Fisher and Yates)."""
    order = list(cards)
    last = len(order)
    for other in entropy.each_below(range(last, 1, -1)):
        last -= 1
        order[last], order[other] = order[other], order[last]
    return order
