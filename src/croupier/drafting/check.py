"""The check before a table opens: a file or a folder in one pass, all faults at once, each with its line and column."""

import tempfile
import tomllib
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from croupier.drafting.approved import days_without_rules, poll_faults
from croupier.drafting.edges import Judged, Patience, Unlooked, players_edges
from croupier.drafting.enacting import nobody_enacts
from croupier.drafting.far_numbers import far_numbers
from croupier.drafting.kinds import faults_of, kinds
from croupier.drafting.near_words import misspelt, other_kinds
from croupier.house.tournaments.poker.vocabulary import sheet_faults
from croupier.rulebook import properties
from croupier.rulebook.approvals import approval_faults
from croupier.rulebook.faults import Faults, Found, one_of, placed, unreadable
from croupier.rulebook.houses import FILE as HOUSE_FILE
from croupier.rulebook.houses import read_property
from croupier.rulebook.library import file_says
from croupier.rulebook.load import read
from croupier.rulebook.model import Rulebook

APPROVALS_FILE = "approvals.toml"


class Checked(msgspec.Struct, frozen=True):
    """One file with everything found in it, in the order of its lines."""

    path: Path
    what: str  # in a few words, where the file could be read
    found: tuple[Found, ...]
    unlooked: tuple[Unlooked, ...] = ()  # wagers of which nobody has looked whether the players have the edge

    @property
    def faults(self) -> list[Found]:
        return [found for found in self.found if not found.warning]

    @property
    def warnings(self) -> list[Found]:
        return [found for found in self.found if found.warning]

    def plain(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "file": str(self.path),
            "what": self.what,
            "faults": [_plain(found) for found in self.faults],
            "warnings": [_plain(found) for found in self.warnings],
            "not_looked_at": [{"wagers": list(left.wagers), "because": left.because} for left in self.unlooked],
        }


def _plain(found: Found) -> dict[str, Any]:
    return {"line": found.line, "column": found.column, "where": found.where, "says": found.says}


def check_path(path: Path, *, edges: Patience = Patience.BLINK) -> list[Checked]:
    """A file, or every file of a folder and the folders in it; `edges`: how long the odds of each may take."""
    if not path.is_dir():
        return [check_file(path, edges=edges)]
    files = _files_in(path)
    checked = [check_file(file, edges=edges) for file in files]
    houses = {file.parent for file in files if "@" in file.stem}
    lacking = [house / HOUSE_FILE for house in sorted(houses) if not (house / HOUSE_FILE).exists()]
    words = 'missing; expected title = "...", place = "..." of the property whose rulebooks these are'
    return checked + [Checked(file, "", (Found("", words, line=1, column=1),)) for file in lacking]


def check_text(text: str, name: str = "rulebook.toml") -> Checked:
    """A rulebook that is in no file yet, as a page or a program sends it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(name).name
        try:
            path.write_text(text, encoding="utf-8")
        except (OSError, ValueError):
            return Checked(Path("rulebook.toml"), "", (Found("", "its name is none for a file", line=1, column=1),))
        checked = check_file(path)
    return msgspec.structs.replace(checked, path=Path(path.name))


def faults_in(text: str, name: str) -> list[Found]:
    """What keeps a text from being played."""
    return check_text(text, name).faults


def _files_in(folder: Path) -> list[Path]:
    """Every rulebook below a folder, and whatever else stands beside them in a property's own folder."""
    found = {file for pattern in ("*@*.toml", HOUSE_FILE, APPROVALS_FILE) for file in folder.rglob(pattern)}
    houses = {file.parent for file in found if file.name == HOUSE_FILE}
    found |= {file for house in houses for file in house.glob("*.toml")}
    return sorted(file for file in found if not any(part.startswith(".") for part in file.relative_to(folder).parts))


def check_file(path: Path, *, edges: Patience = Patience.BLINK) -> Checked:
    try:
        return _check_by_name(path, edges)
    except OSError as error:
        return Checked(path, "", (Found("", f"can't be read: {error.strerror}", line=1, column=1),))


def _check_by_name(path: Path, edges: Patience) -> Checked:
    if path.name == HOUSE_FILE:
        return _check_property(path)
    if path.name == APPROVALS_FILE:
        return Checked(path, "approvals on record", tuple(_check_table(path, lambda table: _approvals(path, table))))
    if _is_sheet(path):
        return Checked(path, "structure sheets", tuple(_check_table(path, sheet_faults)))
    return _check_book(path, edges)


def _check_property(path: Path) -> Checked:
    house, found = read_property(path)
    known = {*properties(), *(other.parent.name for other in path.parent.parent.glob(f"*/{HOUSE_FILE}"))}
    if house and house.successor_of and house.successor_of not in known - {house.name}:
        words = (
            f"{house.successor_of!r} is no other property; {one_of(house.successor_of, sorted(known - {house.name}))}"
        )
        found += placed([Found("successor-of", words)], path.read_text())
    return Checked(path, f"{house.title}, {house.place}" if house else "", tuple(found))


def _approvals(path: Path, table: dict[str, Any]) -> list[Found]:
    """What is wrong with a record of approvals, and games in it that neither this property has nor anybody plays."""
    found = approval_faults(table)
    own = {book.name.partition("@")[0] for book in path.parent.glob("*@*.toml")}
    for number, approval in enumerate([] if found else table["approval"], 1):
        game = approval["game"]
        if game not in own and game not in kinds():
            words = f"no game {game!r} is played here; {one_of(game, sorted({*own, *kinds()}))}"
            found.append(Found(f"approval[{number}].game", words))
    return found or [*days_without_rules(path, table), *poll_faults(path, table)]


def _is_sheet(path: Path) -> bool:
    """Whether a file is a sheet of levels and payouts: nothing but these at its top."""
    try:
        top = tomllib.loads(path.read_text())
    except (OSError, ValueError):
        return False
    return bool(top) and top.keys() <= {"levels", "pays"}


def _check_table(path: Path, check: Any) -> list[Found]:
    raw = path.read_bytes()
    try:
        text = raw.decode()
        return placed(check(tomllib.loads(text)), text)
    except ValueError as error:
        return [unreadable(error, raw)]


def _check_book(path: Path, edges: Patience) -> Checked:
    """A rulebook: each part by itself, the parts against each other, all of it against its game's words."""
    draft = read(path)
    book = draft.book
    if book is None:
        return Checked(path, "", draft.found)
    faults = Faults()
    for found in draft.found:
        faults.add(found)
    for found in list(_named(path, book, faults)):
        faults.add(found)
    for found in faults_of(book) if book.game else ():
        if not faults.told(found.where):  # what follows from a fault need not be told
            faults.add(found)
    warnings = (misspelt(book, faults), other_kinds(book), far_numbers(book), nobody_enacts(book))
    for found in chain(*warnings) if book.game else ():
        faults.add(found)
    wrong = any(not found.warning for found in faults)
    judged = Judged() if wrong else players_edges(book, edges)
    for found in judged.found:
        faults.add(found)
    what = f"{book.title} at {book.property}, {len(book.wagers)} wager{'s' * (len(book.wagers) != 1)}"
    return Checked(path, what, tuple(placed(faults, draft.text)), judged.unlooked)


def _named(path: Path, book: Rulebook, faults: Faults) -> Iterable[Found]:
    """File and folder are named after what the book says; a file outside a property's folder may be anywhere."""
    at_home = (path.parent / HOUSE_FILE).exists()
    if "@" not in path.stem:
        if at_home and book.game:
            words = f"the shelf finds this file only as {book.game}@{book.approved}.toml"
            yield Found("", words, warning=True)
        return
    for wrong in file_says(path, book):
        if (at_home or wrong.where != "property") and not faults.told(wrong.where):
            yield wrong
