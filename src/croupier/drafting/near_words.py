"""Words that a book may choose freely, and that are probably misspelt: nearly a word of another book of its kind.

Names of irregularities, procedures and limits, what remedies are called, and words in values that no program reads, are
the house's own. One that stands in no other rulebook is no fault; one that differs from a known word by a slip of the
finger is worth a look.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.drafting.kinds import vocabulary_of
from croupier.rulebook import NotFound, Rulebook, rulebooks
from croupier.rulebook.faults import Faults, Found

WORD = re.compile(r"[a-z][a-z0-9]*(?:-+[a-z0-9]+)*")
NEAR = 0.85  # of two words that differ by a letter or two
SHORT, NEAR_SHORT = 4, 0.74  # a letter of a short word is more of it
SHORTEST = 2  # letters
CALLED = "choice"  # what a remedy is called among those that somebody chooses between
Said = tuple[str, str]  # address, word


def misspelt(book: Rulebook, faults: Faults) -> Iterator[Found]:
    """A warning for each word that nobody else says and that is nearly one that somebody says."""
    known = known_words(book.plays)
    if not known:
        return
    own = {*_names(book), *(one.when for one in book.irregularities), *(one.name for one in book.procedures)}
    for where, word in said(book):
        speaks_of_another = word in own and not where.endswith((".when", ".name"))
        if len(word) < SHORTEST or word in known or speaks_of_another:
            continue
        meant = difflib.get_close_matches(word, known, 1, NEAR if len(word) > SHORT else NEAR_SHORT)
        if meant and not any(faults.told(part) for part in _addresses(where)):
            words = f"no other rulebook of this kind says {word!r}; did you mean {meant[0]}?"
            yield Found(where, words, warning=True)


def other_kinds(book: Rulebook) -> Iterator[Found]:
    """A warning for each wager that is of another kind than in every other rulebook of its game."""
    try:
        shelf = rulebooks(game=book.plays)
    except NotFound:
        return
    for name, wager in book.wagers.items():
        kinds = {other.wagers[name].kind for other in shelf if name in other.wagers and not other.wagers[name].sees}
        if kinds and wager.kind and wager.kind not in kinds and not wager.sees:
            words = f"every other rulebook of this game says {' or '.join(sorted(kinds))}, found {wager.kind}"
            yield Found(f"wagers.{name}.kind", words, warning=True)


@functools.cache
def known_words(game: str) -> frozenset[str]:
    """What the rulebooks of a kind on the shelf say, and what its program knows."""
    try:
        words = vocabulary_of(game)
        books = rulebooks(game=game)
    except NotFound:
        return frozenset()
    found = {word for book in books for _, word in said(book)} | {word for book in books for word in _names(book)}
    return frozenset(found | set(_within(words)))


def said(book: Rulebook) -> Iterator[Said]:
    """The words that a book chooses, by their addresses."""
    for number, limit in enumerate(book.payout_limits, 1):
        yield f"payout-limits[{number}].name", limit.name
    for number, irregularity in enumerate(book.irregularities, 1):
        yield f"irregularities[{number}].when", irregularity.when
        for place, remedy in enumerate(irregularity.choices, 1):
            yield from _words(f"irregularities[{number}].choices[{place}].with.choice", remedy.terms.get(CALLED))
    for number, procedure in enumerate(book.procedures, 1):
        yield f"procedures[{number}].name", procedure.name
        yield from _words(f"procedures[{number}].values", procedure.values)
    for setting in book.settings.values():
        if setting.optional:
            yield from _words(f"options.{setting.name}.choices", list(setting.choices))
        else:
            yield from _words(f"rules.{setting.name}.value", setting.value)


def _names(book: Rulebook) -> Iterator[str]:
    """What its parts are called: a value may speak of them."""
    yield book.game
    for part in (book.wagers, book.settings, book.stages):
        yield from part


def _words(where: str, value: Any) -> Iterator[Said]:
    if isinstance(value, str):
        if WORD.fullmatch(value):
            yield where, value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _words(f"{where}.{key}", str(key))
            yield from _words(f"{where}.{key}", entry)
    elif isinstance(value, list | tuple):
        for number, entry in enumerate(value, 1):
            yield from _words(f"{where}[{number}]", entry)


def _within(shape: Any) -> Iterator[str]:
    """Every word that a vocabulary or a shape of it names."""
    if isinstance(shape, str):
        yield shape
    elif isinstance(shape, dict):
        for key, entry in shape.items():
            yield from _within(key)
            yield from _within(entry)
    elif isinstance(shape, list | tuple):
        for entry in shape:
            yield from _within(entry)
    elif isinstance(shape, msgspec.Struct):
        for name in shape.__struct_fields__:
            yield from _within(getattr(shape, name))


def _addresses(where: str) -> Iterator[str]:
    """An address and everything that it lies in: what follows from a fault there need not be told."""
    while where:
        yield where
        where = re.sub(r"(\[\d+\]|\.[^.\[]+|^[^.\[]+)$", "", where)
