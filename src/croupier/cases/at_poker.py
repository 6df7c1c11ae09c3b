"""Cases of poker rooms: which of them are about a text, and what two texts of a room make of one."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from croupier.cases.playing import Case
from croupier.equipment.money import money
from croupier.poker.scripts.steps import Failed, Script
from croupier.rulebook import NotFound, Rulebook, rulebook

FILES = Path(__file__).parent / "poker_files"
GAME = "poker"
HOLDS = "every line of the case holds"


def read_poker_cases(path: Path) -> Iterator[Case]:
    """The cases of one file, each with the file's defaults."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    defaults = {name: value for name, value in data.items() if name != "case"}
    yield from ({**defaults, **case} for case in data["case"])


def poker_cases_of(book: Rulebook) -> list[Case]:
    """The cases of a room's version on the shelf; of a version of the house's own, those of the shelf's in force."""
    about = _on_shelf(book)
    cases = [case for path in sorted(FILES.glob("*.toml")) for case in read_poker_cases(path)]
    return [case for case in cases if case.get("room") == book.property and _version(case) == about]


def _on_shelf(book: Rulebook) -> str:
    try:
        return rulebook(book.property, GAME, book.approved).digest
    except NotFound:
        return ""


def _version(case: Case) -> str:
    return rulebook(case["room"], GAME, case.get("on")).digest


def ended(case: Case, book: Rulebook) -> tuple[str, tuple[str, ...]]:
    """Why a text does not take the case to its end, if it does not; and what then lies before everybody."""
    try:
        script = Script(case, book)
    except Failed as error:
        return str(error), ()
    why = ""
    try:
        script.run()
    except Failed as error:
        why = str(error)
    told = money if script.unit == 100 else str  # a tournament counts chips
    return why, tuple(f"{who} has {told(amount)}" for who, amount in script.stacks().items())
