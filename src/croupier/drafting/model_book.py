"""The rulebook that a new one begins as: what most houses on the shelf say of a game, without what only one has."""

import msgspec

from croupier.drafting.kinds import vocabulary_of
from croupier.rulebook import NotFound, Rulebook, rulebooks
from croupier.rulebook.faults import one_of
from croupier.rulebook.model import Condition, Irregularity, WagerRule


def model_of(game: str, known: list[str]) -> Rulebook:
    """The book of the house that has least of its own, cut down to what half of the houses have."""
    books = _latest(game, known)
    shared = {name for name in _named(books) if 2 * sum(name in _words(book) for book in books) >= len(books)}
    model = min(books, key=lambda book: (len(_words(book) - shared), -book.approved.toordinal(), book.property))
    wagers = {name: wager for name, wager in model.wagers.items() if f"wagers.{name}" in shared}
    kept = _cut(model, wagers)
    asked = {option for condition in _conditions(kept) for option in condition}
    words = vocabulary_of(game, model)
    settings = {
        name: setting
        for name, setting in model.settings.items()
        if name in words.settings or name in asked or (name in words.optional and f"settings.{name}" in shared)
    }
    return msgspec.structs.replace(kept, settings=settings)


def _latest(game: str, known: list[str]) -> list[Rulebook]:
    """The latest book of each house."""
    try:
        found = rulebooks(game=game)
    except NotFound:
        raise NotFound(f"no rulebook of {game!r} to begin with; {one_of(game, known)}") from None
    return list({book.property: book for book in found}.values())


def _words(book: Rulebook) -> set[str]:
    return {f"wagers.{name}" for name in book.wagers} | {f"settings.{name}" for name in book.settings}


def _named(books: list[Rulebook]) -> set[str]:
    return set().union(*(_words(book) for book in books))


def _cut(model: Rulebook, wagers: dict[str, WagerRule]) -> Rulebook:
    """The book with these wagers only: what names another one goes with it."""
    irregularities = tuple(entry for entry in model.irregularities if _keeps(entry) <= wagers.keys())
    limits = tuple(limit for limit in model.payout_limits if {*limit.wagers, *limit.times} <= wagers.keys())
    gone = model.wagers.keys() - wagers.keys()
    procedures = tuple(p for p in model.procedures if not any(name in p.name for name in gone) and _neutral(p.values))
    left = {
        name: msgspec.structs.replace(wager, requires=tuple(other for other in wager.requires if other in wagers))
        for name, wager in wagers.items()
    }
    return msgspec.structs.replace(
        model, wagers=left, irregularities=irregularities, payout_limits=limits, procedures=procedures, readings=()
    )


def _neutral(values: dict[str, object]) -> bool:
    """Whether a procedure is worth keeping: one without values is only a sentence of another house."""
    return bool(values) and "approved-by" not in values


def _keeps(entry: Irregularity) -> set[str]:
    """The wagers that the remedies of an irregularity name."""
    terms = (remedy.terms for remedy in (entry.remedy, *entry.choices))
    return {str(name) for term in terms for name in term.get("keep", ())}


def _conditions(book: Rulebook) -> list[Condition]:
    found = [wager.when for wager in book.wagers.values()]
    found += [table.when for wager in book.wagers.values() for table in wager.pay_tables]
    found += [entry.condition for entry in book.irregularities]
    return found + [exclusion.together for exclusion in book.exclusions]
