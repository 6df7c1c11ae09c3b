"""placeholder"""
from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.books import Figure
from croupier.rulebook import Posting


def figures(posting: Posting) -> Iterator[Figure]:
    return iter(())
