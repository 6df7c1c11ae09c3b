"""Hands that sound alike, told apart: `queen against king`."""

import re
from collections import Counter

from croupier.equipment.cards import RANK_WORDS, parse_cards

CARDS = r"((?:[2-9TJQKA][shdc] ?)+)"
ALIKE = re.compile(rf"\b[Yy]our {CARDS} \((.+?)\) (?:beats|loses to|against) the dealer's {CARDS} \(\2\)\.$")
ORDERED = ("straight",)  # what such a hand is called says all of it


def told_apart(fact: str, *, all_count: bool) -> str:
    """The fact with the first cards that differ; as it was where its hands have different names.

    Of a flush among more cards than count it is not seen here which of them those are, unless all that are named count.
    """
    found = ALIKE.search(fact)
    if found is None or found[2].startswith(ORDERED) or ("flush" in found[2] and not all_count):
        return fact
    pairs = zip(_ranks(found[1]), _ranks(found[3]))
    differ = next(((mine, his) for mine, his in pairs if mine != his), None)
    return f"{fact[:-1]}, {RANK_WORDS[differ[0]]} against {RANK_WORDS[differ[1]]}." if differ else fact


def _ranks(cards: str) -> list[int]:
    """Ranks as hands are compared: those held most often first, then the highest."""
    held = Counter(card >> 2 for card in parse_cards(cards))
    return [rank for rank, _ in sorted(held.items(), key=lambda item: (-item[1], -item[0]))]
