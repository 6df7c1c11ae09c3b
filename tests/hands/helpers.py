"""Shared by the tests of rankings: cards from text, random hands, and what "the same order" means."""

import itertools
import random
from collections.abc import Iterable

from croupier.equipment.cards import parse_cards

cards = parse_cards


def deals(count: int, size: int, deck: int = 52, seed: int = 7) -> list[list[int]]:
    """Random hands, the same in every run."""
    chance = random.Random(seed)
    return [chance.sample(range(deck), size) for _ in range(count)]


def same_order(pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether two rankings of the same hands agree: equal where the other is equal, higher where it is higher."""
    ordered = sorted(set(pairs))
    return all(a < c and b < d for (a, b), (c, d) in itertools.pairwise(ordered))
