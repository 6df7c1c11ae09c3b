"""A package that plugs in: whether what its entry points name is there, and what is wrong with its rulebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

from croupier.drafting.check import check_path
from croupier.games import module_of
from croupier.odds.analysis import Analysis
from croupier.rounds.game import Game
from croupier.rulebook.faults import near, one_of
from croupier.rulebook.plugins import FELTS, GAMES, ODDS, RULEBOOKS

GROUPS = (GAMES, ODDS, RULEBOOKS, FELTS)
OURS = "croupier."


def package_faults(points: Iterable[EntryPoint]) -> list[str]:
    """Everything wrong with what a package says it brings, a sentence each."""
    told: list[str] = []
    brought = [point for point in points if point.group.startswith(OURS) or near(point.group, GROUPS)]
    names = {point.name for point in brought if point.group == GAMES}
    for point in brought:
        if point.group not in GROUPS:
            told.append(f"entry points {point.group} ({point.name}) are read by nobody; {one_of(point.group, GROUPS)}")
        elif point.group == RULEBOOKS:
            told += _folder_faults(point)
        else:
            told += _named_faults(point, names)
    return told


def _named_faults(point: EntryPoint, names: set[str]) -> Iterator[str]:
    where = f"{point.group} {point.name} = {point.value!r}"
    try:
        found = point.load()
    except Exception as error:
        yield f"{where} cannot be loaded: {error}"
        return
    if point.group == GAMES:
        found = getattr(found, "GAME", found)
        if not (isinstance(found, type) and issubclass(found, Game)):
            yield f"{where} is no class of croupier.rounds.game.Game"
        elif point.name != found.NAME:
            yield f"{where}: its game is called {found.NAME!r}; expected the entry point to be named so"
        return
    if point.group == FELTS:  # the felts themselves say whether it is one of theirs
        return
    if not isinstance(getattr(found, "ANALYSIS", found), Analysis):
        yield f"{where} is no croupier.odds.analysis.Analysis"
    if point.name not in names and module_of(point.name) is None:
        yield f"{where}: no game of that name is played here; {_meant(point.name, sorted(names))}"


def _folder_faults(point: EntryPoint) -> Iterator[str]:
    where = f"{point.group} {point.name} = {point.value!r}"
    places = folders_of(point)
    if not places:
        yield f"{where} is no package with a folder of rulebooks"
    for place in places:
        for checked in check_path(place) if list(place.glob("*/*.toml")) else ():
            for fault in checked.faults:
                yield f"{checked.path.relative_to(place)}:{fault.line}:{fault.column}: {fault}"


def folders_of(point: EntryPoint) -> list[Path]:
    """Where the rulebooks of an entry point lie; nowhere where its package is not there."""
    try:
        spec = find_spec(point.module)
    except (ImportError, ValueError):
        spec = None
    return [Path(folder) for folder in (spec.submodule_search_locations or [])] if spec else []


def _meant(name: str, known: list[str]) -> str:
    meant = near(name, known)
    return f"did you mean {meant}?" if meant else "its games are named by croupier.games"
