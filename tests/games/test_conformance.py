"""Every rulebook of the shelf passes the conformance suite that games of other packages are held to."""

from collections.abc import Callable

import pytest

from croupier.games import conformance
from croupier.rulebook import Rulebook

BOOKS = conformance.books()
each_book = pytest.mark.parametrize("book", BOOKS, ids=[b.key for b in BOOKS])
each_mode = pytest.mark.parametrize("mode", conformance.MODES)


@pytest.mark.parametrize("promise", conformance.ONCE, ids=lambda check: check.__name__)
@each_book
def test_the_game_holds(book: Rulebook, promise: Callable[[Rulebook], None]) -> None:
    promise(book)


@pytest.mark.parametrize("promise", conformance.IN_EACH_MODE, ids=lambda check: check.__name__)
@each_mode
@each_book
def test_the_game_holds_as_it_is_dealt(book: Rulebook, mode: str, promise: Callable[[Rulebook, str], None]) -> None:
    promise(book, mode)
