"""Hands that sound alike, told apart: `queen against king`."""

from collections import Counter
from collections.abc import Sequence

from croupier.equipment.cards import RANK_WORDS, parse_cards
from croupier.web.felt.recorded_facts import RecordedFact

ORDERED = "straight"  # what such a hand is called says all of it
FLUSH = "flush"
JOKER = 52


def told_apart(fact: RecordedFact, *, all_count: bool) -> str:
    """The fact with the first cards that differ; as it was where its hands have different names.

    Of a flush among more cards than count it is not seen here which of them those are, unless all that are named count.
    """
    found = fact.same_name
    if found is None or found.name.startswith(ORDERED) or (FLUSH in found.name and not all_count):
        return fact.says
    differ = first_difference(parse_cards(found.yours), parse_cards(found.dealers))
    return f"{fact.says[:-1]}, {differ[0]} against {differ[1]}." if differ else fact.says


def first_difference(yours: Sequence[int], dealers: Sequence[int]) -> tuple[str, str] | None:
    """The first ranks that differ, as hands are compared; not seen where a joker stands for one of them."""
    if JOKER in (*yours, *dealers):
        return None
    pairs = zip(_ranks(yours), _ranks(dealers))
    return next(((RANK_WORDS[mine], RANK_WORDS[his]) for mine, his in pairs if mine != his), None)


def _ranks(cards: Sequence[int]) -> list[int]:
    """Ranks as hands are compared: those held most often first, then the highest."""
    held = Counter(card >> 2 for card in cards)
    return [rank for rank, _ in sorted(held.items(), key=lambda item: (-item[1], -item[0]))]
