"""Hands that sound alike, told apart: `queen against king`."""

from collections import Counter

from croupier.equipment.cards import RANK_WORDS, parse_cards
from croupier.web.felt.recorded_facts import RecordedFact

ORDERED = "straight"  # what such a hand is called says all of it
FLUSH = "flush"


def told_apart(fact: RecordedFact, *, all_count: bool) -> str:
    """The fact with the first cards that differ; as it was where its hands have different names.

    Of a flush among more cards than count it is not seen here which of them those are, unless all that are named count.
    """
    found = fact.same_name
    if found is None or found.name.startswith(ORDERED) or (FLUSH in found.name and not all_count):
        return fact.says
    pairs = zip(_ranks(found.yours), _ranks(found.dealers))
    differ = next(((mine, his) for mine, his in pairs if mine != his), None)
    return f"{fact.says[:-1]}, {RANK_WORDS[differ[0]]} against {RANK_WORDS[differ[1]]}." if differ else fact.says


def _ranks(cards: str) -> list[int]:
    """Ranks as hands are compared: those held most often first, then the highest."""
    held = Counter(card >> 2 for card in parse_cards(cards))
    return [rank for rank, _ in sorted(held.items(), key=lambda item: (-item[1], -item[0]))]
