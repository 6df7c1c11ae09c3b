"""The shelf of rulebooks: found by property, game and day.

A house's own rulebooks stand beside those that come with Croupier: the environment variable CROUPIER_RULEBOOKS
names one or more folders laid out like `rulebooks/`, and packages bring theirs by an entry point (`plugins`).
"""

import datetime
import difflib
import functools
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from croupier.rulebook import plugins
from croupier.rulebook.faults import Fault, Found, placed
from croupier.rulebook.houses import FILE as HOUSE_FILE
from croupier.rulebook.houses import Property, load_property
from croupier.rulebook.load import load
from croupier.rulebook.model import Rulebook

SHELF = Path(__file__).parent.parent / "rulebooks"
LEAST_HALF = 4  # letters from which on the beginning of a name tells which is meant


def _on_shelf(shelf: Path, pattern: str) -> Iterator[Path]:
    """Files of the shelf and, for the one that comes with Croupier, of the folders the house has added."""
    roots = [shelf]
    if shelf == SHELF:
        roots += [Path(root) for root in os.environ.get("CROUPIER_RULEBOOKS", "").split(os.pathsep) if root]
        roots += plugins.folders()
    for root in roots:
        if not root.is_dir():
            raise Fault(str(root), ["no such folder of rulebooks"])
        yield from sorted(root.glob(pattern))


class NotFound(LookupError):
    """No such property, game or date; the message says what there is."""


class Unusable(Fault, NotFound):
    """There is a rulebook, and it can't be used: as good as none, with all its faults."""


def meant(name: str, known: Iterable[str]) -> str:
    """The names that were probably meant, at most three; where none is near, all there are. Half a name will do."""
    names = list(known)
    asked = name.replace("-", "")
    half = [other for other in names if other.replace("-", "").startswith(asked)] if len(asked) >= LEAST_HALF else []
    found = half[:3] or difflib.get_close_matches(name, names, 3, 0.6)
    if not found:
        return f"there are {', '.join(names) or 'none'}"
    *others, last = found
    return f"did you mean {', '.join(others)} or {last}?" if others else f"did you mean {last}?"


@functools.cache
def _houses(shelf: Path) -> tuple[dict[str, Property], list[Fault]]:
    """The properties by name, and a fault for each file that says nothing of one."""
    found: dict[str, Property] = {}
    bad = []
    for path in _on_shelf(shelf, f"*/{HOUSE_FILE}"):
        try:
            found[path.parent.name] = load_property(path)
        except (Fault, OSError) as error:
            bad.append(_fault_of(path, error))
    return found, bad


def properties(shelf: Path = SHELF) -> dict[str, Property]:
    """Every property on the shelf; one whose file can't be used is left out (`unusable` tells why)."""
    return _houses(shelf)[0]


class _Files(msgspec.Struct):
    versions: dict[tuple[str, str], list[tuple[datetime.date, Path]]]  # (property, game) -> oldest first
    bad: list[Fault]


@functools.cache
def _files(shelf: Path) -> _Files:
    """What is on the shelf, from the file names alone."""
    found: dict[tuple[str, str], list[tuple[datetime.date, Path]]] = {}
    bad: list[Fault] = []
    seen: dict[tuple[str, str, datetime.date], Path] = {}
    for path in _on_shelf(shelf, "*/*@*.toml"):
        game, _, day = path.stem.partition("@")
        try:
            date = datetime.date.fromisoformat(day)
        except ValueError:
            bad.append(Fault(_short(path), ["file names are GAME@YYYY-MM-DD.toml"]))
            continue
        if (first := seen.setdefault((path.parent.name, game, date), path)) != path:
            bad.append(Fault(str(path), [f"the same rulebook stands in {first.parent} already"]))
            continue
        found.setdefault((path.parent.name, game), []).append((date, path))
    for versions in found.values():
        versions.sort()
    return _Files(found, bad)


def _short(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _fault_of(path: Path, error: Exception) -> Fault:
    if isinstance(error, Fault):
        return Fault(_short(path), error.faults, error.found)
    return Fault(_short(path), [str(error)])


def file_says(path: Path, book: Rulebook) -> Iterator[Found]:
    """A file stands in its property's folder and is named after its game and the day of its approval."""
    expected = (path.parent.name, *path.stem.split("@"))
    found = (book.property, book.game, str(book.approved))
    for key, named, said in zip(("property", "game", "approved"), expected, found):
        if named != said:
            yield Found(key, f"the file is named {'/'.join(expected)} but says {'/'.join(found)}")


@functools.cache
def _load(path: Path) -> Rulebook:
    book = load(path)
    if wrong := list(file_says(path, book)):
        raise Fault(path.name, [wrong[0].says], tuple(placed(wrong, path.read_text())))
    return book


def _lineage(name: str, shelf: Path) -> list[str]:
    """A property under all its names: itself, its predecessor, its successor."""
    houses = properties(shelf)
    if name not in houses:
        raise NotFound(f"no property {name!r}; {meant(name, houses)}")
    names = [name]
    if houses[name].successor_of:
        names.append(houses[name].successor_of)
    names += [house.name for house in houses.values() if house.successor_of == name]
    return names


def _versions(name: str, game: str, shelf: Path) -> list[tuple[datetime.date, Path]]:
    lineage = _lineage(name, shelf)
    files = _files(shelf).versions
    versions = sorted(v for house in lineage for v in files.get((house, game), []))
    if not versions:
        games = sorted({g for (house, g) in files if house in lineage})
        raise NotFound(f"no rulebook of {game!r} at {name}; {meant(game, games)}")
    return versions


def day_of(on: datetime.date | str | None) -> datetime.date | None:
    """A day as it may be given: a date, text such as 2019-12-05, or none."""
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
    day = day_of(on)
    versions = _versions(name, game, shelf)
    if day is None:
        own = [v for v in versions if v[1].parent.name == name] or versions
        return _usable(own[-1][1])
    current = [path for approved, path in versions if approved <= day]
    if not current:
        raise NotFound(f"{game} at {name} was first approved on {versions[0][0]}; no rulebook was in force on {day}")
    return _usable(current[-1])


def _usable(path: Path) -> Rulebook:
    try:
        return _load(path)
    except Fault as fault:
        raise Unusable(_short(path), fault.faults, fault.found) from None


def is_usable(name: str, game: str) -> bool:
    """Whether a property has a rulebook of a game that a table can open by."""
    try:
        rulebook(name, game)
    except NotFound:
        return False
    return True


def rulebooks(
    name: str | None = None, game: str | None = None, on: datetime.date | str | None = None, *, shelf: Path = SHELF
) -> list[Rulebook]:
    """All rulebooks on the shelf that match, by property, game and date.

    A file that can't be used is left out, and `unusable` tells why; it is an error only where there is no other at all.
    """
    found, bad = _matching(name, game, on, shelf)
    if bad and not found and name is None and game is None:
        raise _together(bad)
    return found


def unusable(
    name: str | None = None, game: str | None = None, on: datetime.date | str | None = None, *, shelf: Path = SHELF
) -> list[Fault]:
    """The files that a list of rulebooks leaves out, each with all its faults, and what packages bring in vain."""
    brought = [Fault("a package", [words]) for words in plugins.troubles()] if shelf is SHELF and not name else []
    return _houses(shelf)[1] + _matching(name, game, on, shelf)[1] + brought


def _matching(
    name: str | None, game: str | None, on: datetime.date | str | None, shelf: Path
) -> tuple[list[Rulebook], list[Fault]]:
    day, files = day_of(on), _files(shelf)
    if name is not None and name not in properties(shelf):
        raise NotFound(f"no property {name!r}; {meant(name, properties(shelf))}")
    games = sorted({g for _, g in files.versions})
    if game is not None and game not in games:
        raise NotFound(f"no game {game!r}; {meant(game, games)}")
    found, bad = [], list(files.bad)
    for (house, played), versions in sorted(files.versions.items()):
        if name not in (None, house) or game not in (None, played):
            continue
        if house not in properties(shelf):
            bad += [Fault(_short(path), [f"{house} has no {HOUSE_FILE} that can be used"]) for _, path in versions]
            continue
        dated = [v for v in versions if day is None or v[0] <= day]
        for _, path in dated if day is None else dated[-1:]:
            try:
                found.append(_load(path))
            except (Fault, OSError) as error:
                bad.append(_fault_of(path, error))
    return found, bad


def _together(bad: list[Fault]) -> Fault:
    """Several files' faults as one error."""
    if len(bad) == 1:
        return bad[0]
    return Fault(f"{len(bad)} files", [f"{fault.path}: {says}" for fault in bad for says in fault.faults])


def first_property(game: str | None = None, shelf: Path = SHELF) -> str:
    """Where nobody says which: the first property by name, of those with a rulebook of a game if one is named."""
    found = [name for name, games in sorted(catalogue(shelf).items()) if game in (None, *games)]
    if not found:
        raise NotFound(f"no property has a rulebook of {game!r}" if game else "there is no property on the shelf")
    return found[0]


def catalogue(shelf: Path = SHELF) -> dict[str, list[str]]:
    """property -> games, without opening a single rulebook."""
    shelves: dict[str, set[str]] = {name: set() for name in properties(shelf)}
    for house, game in _files(shelf).versions:
        if house in shelves:
            shelves[house].add(game)
    return {house: sorted(games) for house, games in shelves.items()}
