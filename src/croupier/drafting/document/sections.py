"""Where a document speaks of a game: from a heading with its name to the heading of another game."""

import re

from croupier.drafting.document.knowledge import tokens
from croupier.drafting.document.text import cleaned
from croupier.drafting.kinds import BOOKS
from croupier.rulebook import NotFound, catalogue, rulebooks
from croupier.rulebook.faults import one_of

HEADING = 110  # letters that a heading has at most
BESIDE = 7  # words that it may have beside the game's name: the house, the chapter
APART = 60  # lines between a table of contents and the text
_DEFINITIONS = re.compile(r"^(?:[A-Z0-9IVX]{1,4}\.\s*)?Definitions\.?$", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(?:[-–]\s*)?\(?[\da-z]{1,3}[.)]")


def section_of(text: str, game: str) -> tuple[int, int]:
    """The first and the last line of a game's section; of several copies the last."""
    names = _names()
    if game not in names:
        raise NotFound(f"no game {game!r} is known; {one_of(game, names)}")
    lines = [cleaned(line) for line in text.split("\n")]
    heads = [(number, head) for number, line in enumerate(lines, 1) if (head := _heads(line, names))]
    runs: list[list[int]] = []
    for place, (number, head) in enumerate(heads):
        end = heads[place + 1][0] - 1 if place + 1 < len(heads) else len(lines)
        if head != game:
            continue
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = end
        else:
            runs.append([number, end])
    if not runs:
        raise NotFound(f"no heading names {game.replace('-', ' ')}; say where it stands with --lines FIRST-LAST")
    first, last = max(runs, key=lambda run: _mentions(lines[run[0] - 1 : run[1]], names[game]))
    return _last_copy(lines, first, last)


def _mentions(lines: list[str], names: set[frozenset[str]]) -> int:
    """How many lines of a stretch speak of the game by its name."""
    return sum(any(name <= words for name in names) for words in map(tokens, lines))


def _last_copy(lines: list[str], first: int, last: int) -> tuple[int, int]:
    """A packet may hold a section several times, each with its definitions: the last copy is what was decided on."""
    starts = [number for number in range(first, last + 1) if _DEFINITIONS.match(lines[number - 1])]
    copies = [number for place, number in enumerate(starts) if not place or number - starts[place - 1] > APART]
    return (copies[-1], last) if len(copies) > 1 else (first, last)


def _names() -> dict[str, set[frozenset[str]]]:
    """What each game is called on the shelf."""
    found: dict[str, set[frozenset[str]]] = {}
    for games in catalogue().values():
        for game in games:
            if game not in BOOKS or game == "progressives":
                found.setdefault(game, {tokens(game)} - {frozenset()})
    for game, names in found.items():
        names |= {tokens(book.title) for book in rulebooks(game=game)} - {frozenset()}
    return found


def _heads(line: str, names: dict[str, set[frozenset[str]]]) -> str:
    """The game that a line is the heading of: the one with the longest name in it."""
    if (
        not 0 < len(line) < HEADING
        or "\t" in line
        or _NUMBERED.match(line)
        or line.rstrip()[-1:] in ",;"
        or line[0].islower()
    ):
        return ""
    words = tokens(line)
    fits = [(len(name), game) for game, known in names.items() for name in known if name <= words]
    if not fits:
        return ""
    longest, game = max(fits)
    capital = line.upper() == line or all(not word[0].islower() for word in re.findall(r"[A-Za-z]{4,}", line))
    return game if capital and len(words) - longest <= BESIDE else ""
