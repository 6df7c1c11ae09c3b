"""Odds that come with the package: every figure of every rulebook, found before anything is counted.

A rulebook's lines are kept under the digests of its text (and of the property's progressives) and of the code that
makes its numbers. If either differs, nothing is found and the figures are counted as ever. That digest looks at what a
number follows from: the functions and constants of the game's family, not their comments, words or places.

    python -m croupier.odds.pack            count what is stale or missing, and write the file
    croupier odds PROPERTY --recompute      count it all again and hold the file to it
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import lzma
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from croupier.games import module_of
from croupier.hands.places import cache_root
from croupier.odds.exact import Edge
from croupier.odds.posting import Line, variants
from croupier.rulebook import NotFound, Rulebook, rulebook, rulebooks

FILE = Path(__file__).with_name("results.json.xz")
SOURCES = Path(__file__).resolve().parent.parent
FAMILY_OF = {"pai_gow_poker": "pai_gow"}  # analysed apart from the other card games
APART = (
    "simulated",
    "advice",
    "strateg",
    "short_rules",
    "stud_words",
    "felt",
    "rulings",
)  # what no figure follows from


class Entry(msgspec.Struct, frozen=True):
    """The lines of one rulebook by the options that change them, and the code that made them."""

    code: str
    axes: tuple[str, ...]
    lines: dict[str, list[list[Any]]]


Pack = dict[str, Entry]


# -------------------------------------------------------------------------------------- what is kept


@functools.cache
def packed(path: Path = FILE) -> Pack:
    """The file's entries; a missing or damaged file has none."""
    try:
        return msgspec.json.decode(lzma.decompress(path.read_bytes()), type=Pack)
    except (OSError, lzma.LZMAError, msgspec.MsgspecError):
        return {}


def key_of(book: Rulebook) -> str:
    """What the figures of a rulebook follow from, beside code: its text and that of the property's progressives."""
    beside = ""
    for day in (book.approved, None):
        with suppress(NotFound):
            beside = rulebook(book.property, "progressives", day).digest
            break
    return hashlib.sha256(f"{book.digest} {beside}".encode()).hexdigest()[:24]


def look(book: Rulebook, options: Mapping[str, str], every: bool, pack: Pack | None = None) -> list[list[Line]] | None:
    """The lines of a rulebook for each combination asked for; None where they must be counted."""
    entry = (packed() if pack is None else pack).get(key_of(book))
    if entry is None or not set(options) <= set(entry.axes) or entry.code != code_digest(book.plays):
        return None
    asked = [name_of(chosen, entry.axes, book) for chosen in variants(book, dict(options), entry.axes if every else ())]
    if any(name not in entry.lines for name in asked):
        return None
    return [[_line(book, row) for row in entry.lines[name]] for name in asked]


def name_of(chosen: Mapping[str, Any], axes: tuple[str, ...], book: Rulebook) -> str:
    """A combination of options by what each of them is, chosen or by default."""
    held = {axis: str(chosen.get(axis, book.settings[axis].value)) for axis in axes if axis in book.settings}
    return json.dumps(held, sort_keys=True)


def _row(line: Line) -> list[Any]:
    edge = line.edge
    figures = None
    if edge is not None:
        variance = str(edge.variance) if isinstance(edge.variance, Fraction) else edge.variance
        figures = [
            str(edge.house_edge), str(edge.hit), str(edge.push), variance, str(edge.average_stake), edge.method,
            edge.interval, edge.strategy, edge.conditions,
        ]  # fmt: skip
    return [line.wager, line.pay_table, line.line, line.conditions, line.same, line.reading, line.refused, figures]


def _line(book: Rulebook, row: list[Any]) -> Line:
    wager, table, at, conditions, same, reading, refused, figures = row
    edge = None
    if figures is not None:
        house_edge, hit, push, variance, stake, method, interval, strategy, under = figures
        edge = Edge(
            house_edge=Fraction(house_edge), hit=Fraction(hit), push=Fraction(push),
            variance=Fraction(variance) if isinstance(variance, str) else float(variance),
            average_stake=Fraction(stake), method=method, interval=interval, strategy=strategy, conditions=under,
        )  # fmt: skip
    return Line(
        property=book.property, game=book.game, approved=str(book.approved), wager=wager, pay_table=table, line=at,
        conditions=conditions, edge=edge, same=same, reading=reading, refused=refused,
    )  # fmt: skip


# ------------------------------------------------------------------------------------ what made it


@functools.cache
def code_digest(game: str) -> str:
    """A digest of the code that the figures of a game follow from."""
    files = list(_files(game))
    stamp = hashlib.sha256(repr([(str(f), f.stat().st_mtime_ns, f.stat().st_size) for f in files]).encode()).hexdigest()
    kept = cache_root() / "code" / stamp[:32]
    with suppress(OSError):
        return kept.read_text()
    total = hashlib.sha256()
    of_games = SOURCES / "games"
    for text in sorted(meaning(file.read_text(), whole=of_games not in file.parents) for file in files):
        total.update(hashlib.sha256(text.encode()).digest())
    found = total.hexdigest()[:24]
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, delete=False) as part:
            part.write(found)
        Path(part.name).replace(kept)
    return found


def _files(game: str) -> Iterator[Path]:
    """The sources of a game's numbers: its family's analyses and rules, ranks of hands, exact figures."""
    module = module_of(game) or ""
    name, family = module.rpartition(".")[2], module.split(".")[-2] if "." in module else ""
    folders = [SOURCES / "odds/games" / FAMILY_OF.get(name, family), SOURCES / "games" / family, SOURCES / "hands"]
    for folder in folders:
        yield from (file for file in sorted(folder.glob("*.py")) if not file.name.startswith(APART))
    for single in ("games/meters.py", "games/progressives.py", "exact.py"):
        yield SOURCES / "odds" / single


def meaning(source: str, whole: bool = True) -> str:
    """A source without comments, docstrings, imports and annotations; of classes of games only what they state."""
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not whole:
            node.body = [part for part in node.body if isinstance(part, ast.Assign | ast.AnnAssign)] or [ast.Pass()]
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            node.body = node.body[1:] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return ast.dump(tree)


# ------------------------------------------------------------------------------------ making the file


def entry_of(book: Rulebook) -> Entry:
    """Everything there is to know of a rulebook, counted now."""
    from croupier.odds.posting import analyst_of, lines_of

    found = analyst_of(book.plays)
    axes = found[1] if found else ()
    lines = {
        name_of(chosen, axes, book): [_row(line) for line in lines_of(book, chosen, {}, every=False)]
        for chosen in variants(book, {}, axes)
    }
    return Entry(code_digest(book.plays), axes, lines)


def write(pack: Pack, path: Path = FILE) -> None:
    data = lzma.compress(msgspec.json.encode(pack, order="sorted"), preset=9 | lzma.PRESET_EXTREME)
    path.write_bytes(data)


def main(names: list[str]) -> None:
    """Count what is stale or missing, the games named or all; the file grows rulebook by rulebook."""
    from croupier.odds.catalogue import ELSEWHERE

    books = [book for book in rulebooks() if book.wagers and book.game not in ELSEWHERE]
    known = {key_of(book) for book in books}
    pack = {key: entry for key, entry in packed().items() if key in known}
    for book in books:
        entry = pack.get(key_of(book))
        if (names and book.game not in names) or (entry is not None and entry.code == code_digest(book.plays)):
            continue
        print(book.key, flush=True)
        pack[key_of(book)] = entry_of(book)
        write(pack)
    write(pack)


if __name__ == "__main__":
    main(sys.argv[1:])
