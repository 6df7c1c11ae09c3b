"""The printed house ways as ways of setting that the pai gow analyses take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.games.cards.house_way import set_low, ways_from
from croupier.odds.games.pai_gow.setting import Way


def house_way(rule: Mapping[str, object]) -> Way:
    """The way of a rulebook's `house-way` setting."""
    ways = ways_from(dict(rule))

    def way(cards: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
        low = set_low(cards, ways)
        return [card for card in cards if card not in low], low

    return way
