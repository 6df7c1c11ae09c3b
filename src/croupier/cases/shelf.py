"""The case files that come along, and which of them are about a text."""

import functools
import tomllib
from pathlib import Path

from croupier.cases import at_poker
from croupier.cases.playing import Case
from croupier.rulebook import NotFound, Rulebook, rulebook

FILES = Path(__file__).parent / "files"


def read_cases(path: Path) -> list[Case]:
    """The cases of one file, each with the property, the game and the day of the rules that it is about."""
    name, _, day = path.stem.partition("@")
    about = {"property": path.parent.name, "game": name}
    return [case | about | {"on": case.get("on", day or None)} for case in tomllib.loads(path.read_text())["case"]]


def cases_of(book: Rulebook) -> list[Case]:
    """The cases of a version on the shelf; of a version of the house's own, those of the shelf's latest before it."""
    if book.game == at_poker.GAME:
        return at_poker.poker_cases_of(book)
    by_version: dict[str, list[Case]] = {}
    versions: list[Rulebook] = []
    for path in sorted((FILES / book.property).glob(f"{book.game}*.toml")):
        if path.stem.partition("@")[0] != book.game:
            continue
        for case in read_cases(path):
            about = _about(book.property, book.game, case["on"])
            if about is None:
                continue
            if about.digest not in by_version:
                versions.append(about)
            by_version.setdefault(about.digest, []).append(case)
    if book.digest in by_version:
        return by_version[book.digest]
    versions.sort(key=lambda version: version.approved)
    earlier = [version for version in versions if version.approved <= book.approved]
    return by_version[(earlier or versions)[-1].digest] if versions else []


@functools.cache
def _about(property_: str, game: str, on: str | None) -> Rulebook | None:
    try:
        return rulebook(property_, game, on)
    except NotFound:
        return None
