"""The kinds of felt: how each is drawn, and what is said at it, where it differs from cards dealt to seats.

A game names its felt (`Game.FELT`): `big-six` is the class `KIND` of the module `big_six` here, or of another package
that brings it by the entry point `croupier.felts`.
"""

import functools
import importlib
import pkgutil
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from typing import TypeGuard

from croupier.rulebook import plugins
from croupier.web.felt.kinds.kind import FeltKind


@functools.cache
def _here() -> dict[str, str]:
    """The modules of this package by the name of the felt that each would be."""
    return {module.name.replace("_", "-"): f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)}


@functools.cache
def of(name: str) -> FeltKind:
    """The felt of a name; where nobody draws it, the table that any game with cards can lie on."""
    if module := _here().get(name):
        found = getattr(importlib.import_module(module), "KIND", None)
    else:
        found = plugins.loaded(plugins.FELTS, name)
        if found is not None and not _is_kind(found):
            plugins.unfit(plugins.FELTS, name, f"expected a class of {FeltKind.__module__}.FeltKind, found {found!r}")
    return found() if _is_kind(found) else of("seven")


def _is_kind(found: object) -> TypeGuard[type[FeltKind]]:
    return isinstance(found, type) and issubclass(found, FeltKind)


def faults(points: Iterable[EntryPoint]) -> list[str]:
    """What is wrong with the felts that a package says it brings, a sentence each; one that loads at all, that is."""
    named = [point for point in points if point.group == plugins.FELTS and point.name not in _here()]
    return [
        f"{plugins.FELTS} {point.name} = {point.value!r} is no class of {FeltKind.__module__}.FeltKind"
        for point in named
        if (found := plugins.loaded(plugins.FELTS, point.name)) is not None and not _is_kind(found)
    ]
