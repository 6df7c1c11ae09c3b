"""The shelf of rulebooks: found by property, game and day.

A house's own rulebooks stand beside those that come with Croupier: the environment variable CROUPIER_RULEBOOKS
names one or more folders laid out like `rulebooks/`.
"""

import datetime
import difflib
import functools
import os
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from croupier.rulebook.load import Fault, load
from croupier.rulebook.model import Rulebook

SHELF = Path(__file__).parent.parent / "rulebooks"


def _on_shelf(shelf: Path, pattern: str) -> Iterator[Path]:
    """Files of the shelf and, for the one that comes with Croupier, of the folders the house has added."""
    roots = [shelf]
    if shelf == SHELF:
        roots += [Path(root) for root in os.environ.get("CROUPIER_RULEBOOKS", "").split(os.pathsep) if root]
    for root in roots:
        if not root.is_dir():
            raise Fault(str(root), ["no such folder of rulebooks"])
        yield from sorted(root.glob(pattern))


class NotFound(LookupError):
    """No such property, game or date; the message says what there is."""


def _meant(name: str, known: Iterable[str]) -> str:
    """The names there are, the one that was probably meant first."""
    names = list(known)
    near = difflib.get_close_matches(name, names, 1, 0.75)
    return (f"did you mean {near[0]}? There are " if near else "there are ") + (", ".join(names) or "none")


class Property(msgspec.Struct, frozen=True, rename="kebab"):
    """A house. `successor_of` names the same house under its earlier name."""

    name: str
    title: str
    place: str
    document: str
    successor_of: str = ""
    about: str = ""


@functools.cache
def properties(shelf: Path = SHELF) -> dict[str, Property]:
    found = {}
    for path in _on_shelf(shelf, "*/property.toml"):
        try:
            found[path.parent.name] = msgspec.convert(
                {"name": path.parent.name} | tomllib.loads(path.read_text()), Property
            )
        except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
            raise Fault(f"{path.parent.name}/property.toml", [str(error)]) from None
    return found


@functools.cache
def _files(shelf: Path) -> dict[tuple[str, str], list[tuple[datetime.date, Path]]]:
    """(property, game) -> [(approved, file)], oldest first, from the file names alone."""
    found: dict[tuple[str, str], list[tuple[datetime.date, Path]]] = {}
    for path in _on_shelf(shelf, "*/*@*.toml"):
        game, _, day = path.stem.partition("@")
        try:
            date = datetime.date.fromisoformat(day)
        except ValueError:
            raise Fault(path.name, ["file names are GAME@YYYY-MM-DD.toml"]) from None
        found.setdefault((path.parent.name, game), []).append((date, path))
    for versions in found.values():
        versions.sort()
    return found


@functools.cache
def _load(path: Path) -> Rulebook:
    book = load(path)
    expected = (path.parent.name, *path.stem.split("@"))
    found = (book.property, book.game, str(book.approved))
    if expected != found:
        raise Fault(path.name, [f"the file is named {'/'.join(expected)} but says {'/'.join(found)}"])
    return book


def _lineage(name: str, shelf: Path) -> list[str]:
    """A property under all its names: itself, its predecessor, its successor."""
    houses = properties(shelf)
    if name not in houses:
        raise NotFound(f"no property {name!r}; {_meant(name, houses)}")
    names = [name]
    if houses[name].successor_of:
        names.append(houses[name].successor_of)
    names += [house.name for house in houses.values() if house.successor_of == name]
    return names


def _versions(name: str, game: str, shelf: Path) -> list[tuple[datetime.date, Path]]:
    lineage = _lineage(name, shelf)
    files = _files(shelf)
    versions = sorted(v for house in lineage for v in files.get((house, game), []))
    if not versions:
        games = sorted({g for (house, g) in files if house in lineage})
        raise NotFound(f"no rulebook of {game!r} at {name}; {_meant(game, games)}")
    return versions


def _day(on: datetime.date | str | None) -> datetime.date | None:
    if not isinstance(on, str):
        return on
    try:
        return datetime.date.fromisoformat(on)
    except ValueError:
        raise NotFound(f"{on!r} is no date; write it as 2019-12-05") from None


def rulebook(name: str, game: str, on: datetime.date | str | None = None, *, shelf: Path = SHELF) -> Rulebook:
    """The rulebook in force at a property on a day.

    Without a day it is the latest one approved under that very name. With a day the house is taken
    under all its names: JACK Cleveland on a day in 2015 still played by Horseshoe Cleveland's rules.
    """
    day = _day(on)
    versions = _versions(name, game, shelf)
    if day is None:
        own = [v for v in versions if v[1].parent.name == name] or versions
        return _load(own[-1][1])
    current = [path for approved, path in versions if approved <= day]
    if not current:
        raise NotFound(f"{game} at {name} was first approved on {versions[0][0]}; no rulebook was in force on {day}")
    return _load(current[-1])


def rulebooks(
    name: str | None = None, game: str | None = None, on: datetime.date | str | None = None, *, shelf: Path = SHELF
) -> list[Rulebook]:
    """All rulebooks on the shelf that match, by property, game and date."""
    day = _day(on)
    if name is not None and name not in properties(shelf):
        raise NotFound(f"no property {name!r}; {_meant(name, properties(shelf))}")
    games = sorted({g for _, g in _files(shelf)})
    if game is not None and game not in games:
        raise NotFound(f"no game {game!r}; {_meant(game, games)}")
    found = []
    for (house, played), versions in sorted(_files(shelf).items()):
        if name in (None, house) and game in (None, played):
            dated = [v for v in versions if day is None or v[0] <= day]
            found += [_load(path) for _, path in (dated if day is None else dated[-1:])]
    return found


def catalogue(shelf: Path = SHELF) -> dict[str, list[str]]:
    """property -> games, without opening a single rulebook."""
    shelves: dict[str, set[str]] = {name: set() for name in properties(shelf)}
    for house, game in _files(shelf):
        shelves.setdefault(house, set()).add(game)
    return {house: sorted(games) for house, games in shelves.items()}
