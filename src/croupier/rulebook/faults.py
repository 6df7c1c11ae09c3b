"""What is wrong with a rulebook file: each fault with its place, what was expected and what was probably meant."""

import codecs
import difflib
import re
from collections.abc import Iterable, Iterator

import msgspec

from croupier.rulebook.positions import Positions

_SAID_PLACE = re.compile(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$")


class Lacking(msgspec.Struct, frozen=True):
    """A pay table has no row for an outcome that can come about."""

    outcome: str


class Impossible(msgspec.Struct, frozen=True):
    """A row is for an outcome that the wager does not know."""

    outcome: str
    meant: str  # the one that was probably meant, or empty
    known: tuple[str, ...]


class Underpaid(msgspec.Struct, frozen=True):
    """A row pays a better hand less than another row pays a worse one."""

    better: str
    pays: str
    worse: str
    worse_pays: str


class Twice(msgspec.Struct, frozen=True):
    """A pay table has two rows for one outcome."""

    outcome: str


Fact = Lacking | Impossible | Underpaid | Twice


class Found(msgspec.Struct, frozen=True):
    """One fault. `where` is an address such as `wagers.ante.pay-tables[1].rows[2]`; empty: the file as a whole."""

    where: str
    says: str
    warning: bool = False  # worth a look, and no reason not to play
    line: int = 0  # 0: not looked up
    column: int = 0
    fact: Fact | None = None  # the same as `says`, for whoever settles it or says it in other words

    def __str__(self) -> str:
        return f"{self.where}: {self.says}" if self.where else self.says


class Fault(Exception):
    """A rulebook file that can't be used; carries every fault found in it."""

    def __init__(self, path: str, faults: list[str], found: tuple[Found, ...] = ()) -> None:
        self.path, self.faults = path, faults
        self.found = found or tuple(Found("", says) for says in faults)
        super().__init__(f"{path}: " + "; ".join(faults))

    def __reduce__(self) -> tuple[object, ...]:
        """An error of another process arrives whole."""
        return type(self), (self.path, self.faults, self.found)


class Unplayable(ValueError):
    """A rulebook that can be read, and by which its game can't be dealt; says why."""


class Faults:
    """Collects what is wrong; the first word on an address is the one that counts."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Found] = {}
        self._told: set[str] = set()

    def __iter__(self) -> Iterator[Found]:
        return iter(self._found.values())

    def __bool__(self) -> bool:
        return any(not found.warning for found in self)

    def fault(self, where: str, says: str, *, warning: bool = False, fact: Fact | None = None) -> None:
        self.add(Found(where, says, warning, fact=fact))

    def add(self, found: Found) -> None:
        self._found.setdefault((found.where, found.says), found)
        self._told.add(found.where)

    def told(self, where: str) -> bool:
        """Whether something is wrong there already: what follows from it need not be told."""
        return where in self._told


def near(name: str, known: Iterable[object]) -> str:
    """The known name that was probably meant, or an empty string."""
    names = [str(other) for other in known if str(other) != str(name)]
    found = difflib.get_close_matches(str(name), names, 1, 0.6)
    return found[0] if found else ""


def one_of(name: object, known: Iterable[object]) -> str:
    """`expected one of a, b, c`, with the one that was probably meant before them."""
    names = [str(other) for other in known]
    meant = near(str(name), names)
    first = f"did you mean {meant}? Expected " if meant else "expected "
    return first + (f"one of {', '.join(names)}" if len(names) > 1 else names[0] if names else "nothing here")


def placed(found: Iterable[Found], text: str) -> list[Found]:
    """The faults with their lines and columns, in the order of the text."""
    positions = Positions(text)
    looked_up = [
        msgspec.structs.replace(fault, line=line, column=column)
        for fault in found
        for line, column in [(fault.line, fault.column) if fault.line else positions.at(fault.where)]
    ]
    return sorted(looked_up, key=lambda fault: (fault.line, fault.column))


_TWICE, _QUOTED = re.compile(r"Cannot declare (\(.*\)) twice"), re.compile(r"'([^']*)'")
_PLAIN = {
    "Cannot overwrite a value": "this key stands a second time in its table",
    "Illegal character '\\n'": "a text is not closed on its line; expected a quotation mark",
    "Expected newline or end of document after a statement": (
        "no such value, or more after it on the line; texts stand in quotation marks, days are written as 2019-12-05"
    ),
}


def unreadable(error: Exception, raw: bytes) -> Found:
    """What `tomllib` refuses to read, with the place that its message names."""
    if isinstance(error, UnicodeDecodeError):
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        return Found("", "expected UTF-8 text", line=line, column=error.start - before.rfind(b"\n"))
    if raw.startswith(codecs.BOM_UTF8):
        return Found("", "a byte order mark stands before the text; expected UTF-8 without one", line=1, column=1)
    says, line, column = str(error), raw.count(b"\n") + 1, len(raw) - raw.rfind(b"\n")  # the end of the text
    if match := _SAID_PLACE.match(says):
        says = match[1]
        if match[2]:
            line, column = int(match[2]), int(match[3])
    return Found("", f"not a whole TOML file: {_plainly(says)}", line=line, column=column)


def _plainly(says: str) -> str:
    """What the reader of TOML says, as the person who wrote the file would."""
    if twice := _TWICE.match(says):
        return f"[{'.'.join(_QUOTED.findall(twice[1]))}] stands twice; each table has one place"
    return next((plain for theirs, plain in _PLAIN.items() if says.startswith(theirs)), says)
