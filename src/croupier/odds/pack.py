"""Odds that come with the package: every figure of every rulebook, found before anything is counted.

A rulebook's lines are kept under the digests of what it says (and the property's progressives) and of the code that
makes its numbers. If either differs, nothing is found and the figures are counted as ever. Both look at what a number
follows from: wagers, rows and rules whatever their words, and the definitions that are reached from the game's analysis
(`odds.meaning`), not their comments, names or places, nor what else their modules hold.

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
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from croupier.games import module_of
from croupier.hands.cache_folder import cache_root
from croupier.odds import meaning
from croupier.odds.analysis import FAMILIES, analysis_of
from croupier.odds.exact import Edge
from croupier.odds.lines import ELSEWHERE, Line, analyst_of, lines_of, variants
from croupier.rulebook import NotFound, Rulebook, rulebook, rulebooks

FILE = Path(__file__).with_name("results.json.xz")
FOLDERS = ("equipment", "games", "hands", "odds", "rounds", "rulebook")  # where code that a figure follows from lies
STOPS: dict[meaning.Part, str] = {
    part: ".".join(part)
    for part in (
        # Found by name: `roots_of` has what is found.
        ("croupier.odds.analysis", "analysis_of"),
        ("croupier.games", "class_of"),
        ("croupier.games", "module_of"),
        # What keeps, shares and compiles: it gives back what it is given.
        ("croupier.odds.cache", "remembered"),
        ("croupier.odds.cache", "key_of"),
        ("croupier.odds.shards", "Kept"),
        ("croupier.hands.cache", "arrays"),
        ("croupier.hands.compiled", "compiled"),
        ("croupier.hands.compiled", "digest"),
        # What reads a rulebook and refuses one: the book that comes of it is in the key, what it does itself in `BOOK`.
        ("croupier.odds.posting", "check"),
        ("croupier.rulebook.library", "rulebook"),
        # What a posting is known by, and what its house shall do.
        ("croupier.rulebook.posting", "_wordings"),
        ("croupier.rulebook.posting", "Posting", "_digest"),
        ("croupier.rulebook.posting", "Posting", "_shall"),
    )
} | {  # these stood there when figures were first kept under what they follow from
    ("croupier.odds.lines", name): f"croupier.odds.posting.{name}"
    for name in ("analyst_of", "described_figures", "_progressives")
}
POINTS_KEPT = 16  # a wager with more results is counted again by who needs them all
FIGURES = 9  # of a kept line, before its distribution
UNSAID = ("says", "clause", "lines")  # what no figure follows from
ENGINE = ("croupier.odds.simulate.engine", "figures")  # plays games that nobody has analysed
BOOK: list[meaning.Part] = [
    ("croupier.rulebook.model", "Rulebook", "plays"),
    ("croupier.rulebook.model", "PayTable", "odds"),
    ("croupier.rulebook.model", "Cited", "line"),
]
CHECKS = ("check_rulebook", "faults", "vocabulary", "check_described", "never_seen")  # what refuses a rulebook


class KeptLines(msgspec.Struct, frozen=True):
    """The lines of one rulebook by the options that change them, and the code that made them."""

    code: str
    axes: tuple[str, ...]
    lines: dict[str, list[list[Any]]]


Pack = dict[str, KeptLines]


# -------------------------------------------------------------------------------------- what is kept


@functools.cache
def packed(path: Path = FILE) -> Pack:
    """The file's entries; a missing or damaged file has none."""
    try:
        return msgspec.json.decode(lzma.decompress(path.read_bytes()), type=Pack)
    except (OSError, lzma.LZMAError, msgspec.MsgspecError):
        return {}


def key_of(book: Rulebook) -> str:
    """What the figures of a rulebook follow from, beside code: all that it and the progressives linked to it say of
    wagers and rules, in whatever words."""
    linked = _linked(book)
    beside = _said(linked, lambda wager: book.game in _games_of(linked, wager)) if linked else ""
    return hashlib.sha256(f"{_said(book)} {beside}".encode()).hexdigest()[:24]


def _said(book: Rulebook, wanted: Callable[[str], bool] = bool) -> str:
    """A rulebook without its words, clauses, source lines, stages, irregularities, procedures and readings."""
    wagers = {name: rule for name, rule in book.wagers.items() if wanted(name)}
    said = [book.game, book.plays, wagers, book.settings, book.payout_limits, book.exclusions]
    return json.dumps(_without(msgspec.to_builtins(said, enc_hook=str)), sort_keys=True)


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without(part) for name, part in value.items() if name not in UNSAID}
    return [_without(part) for part in value] if isinstance(value, list | tuple) else value


def _games_of(progressives: Rulebook, wager: str) -> list[str]:
    return list(progressives.settings[f"{wager}-games"].value)


def _linked(book: Rulebook) -> Rulebook | None:
    """The property's progressives, where one of them may be linked to the game."""
    for day in (book.approved, None):
        with suppress(NotFound):
            found = rulebook(book.property, "progressives", day)
            return found if any(book.game in _games_of(found, wager) for wager in found.wagers) else None
    return None


def look(
    book: Rulebook, options: Mapping[str, str], every: bool, pack: Pack | None = None, *, spreads: bool = False
) -> list[list[Line]] | None:
    """The lines of a rulebook for each combination asked for; None where they must be counted.

    Who asks for `spreads` gets lines only where all distributions that there are were kept.
    """
    entry = (packed() if pack is None else pack).get(key_of(book))
    if entry is None or not set(options) <= set(entry.axes) or entry.code != code_digest(book):
        return None
    asked = [name_of(chosen, entry.axes, book) for chosen in variants(book, dict(options), entry.axes if every else ())]
    if any(name not in entry.lines for name in asked):
        return None
    if spreads and not all(_has_spread(row) for name in asked for row in entry.lines[name]):
        return None
    return [[_line(book, row) for row in entry.lines[name]] for name in asked]


def _has_spread(row: list[Any]) -> bool:
    figures = row[-1]
    return figures is None or (len(figures) > FIGURES and figures[FIGURES] is not None)


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
            edge.interval, edge.strategy, edge.conditions, _spread(edge),
        ]  # fmt: skip
    return [
        line.wager, line.pay_table, line.line, line.conditions, line.same, line.reading, line.refused, line.of_game,
        list(line.on), line.charged, figures,
    ]  # fmt: skip


def _spread(edge: Edge) -> list[list[str]] | None:
    """The results of a wager with their chances; None where there are too many to keep."""
    if len(edge.distribution) > POINTS_KEPT:
        return None
    return [[str(net), str(chance)] for net, chance in edge.distribution]


def _line(book: Rulebook, row: list[Any]) -> Line:
    wager, table, at, conditions, same, reading, refused, of_game, on, charged, figures = row
    edge = None
    if figures is not None:
        house_edge, hit, push, variance, stake, method, interval, strategy, under, *spread = figures
        edge = Edge(
            house_edge=Fraction(house_edge), hit=Fraction(hit), push=Fraction(push),
            variance=Fraction(variance) if isinstance(variance, str) else float(variance),
            average_stake=Fraction(stake), method=method, interval=interval, strategy=strategy, conditions=under,
            distribution=tuple((Fraction(net), Fraction(chance)) for net, chance in (spread or [None])[0] or ()),
        )  # fmt: skip
    return Line(
        property=book.property, game=book.game, approved=str(book.approved), wager=wager, pay_table=table, line=at,
        conditions=conditions, edge=edge, same=same, reading=reading, refused=refused, of_game=of_game, on=tuple(on),
        charged=charged,
    )  # fmt: skip


# ------------------------------------------------------------------------------------ what made it


def code_digest(book: Rulebook) -> str:
    """A digest of the code that the figures of a rulebook follow from."""
    return _digest(book.plays, any(rule.sees for rule in book.wagers.values()), bool(_linked(book)))


@functools.cache
def _digest(game: str, describes: bool, links: bool) -> str:
    kept = cache_root() / "code" / f"{game}-{describes:d}{links:d}-{_stamp()[:32]}"
    with suppress(OSError):
        return kept.read_text()
    roots = roots_of(game, describes, links)
    found = meaning.digest(roots, STOPS, functools.partial(is_meant, ENGINE in roots, describes))
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, delete=False) as part:
            part.write(found)
        Path(part.name).replace(kept)
    return found


@functools.cache
def _stamp() -> str:
    """The sources as they lie on the disk: as long as none is touched, what was made of them holds."""
    files = [file for folder in FOLDERS for file in sorted((meaning.SOURCES / folder).rglob("*.py"))]
    found = [(str(file), (state := file.stat()).st_mtime_ns, state.st_size) for file in files]
    return hashlib.sha256(repr(found).encode()).hexdigest()


def is_meant(played: bool, describes: bool, part: meaning.Member, statement: ast.stmt) -> bool:
    """Whether a figure may follow from a member of a class: not from what refuses a book, nor from a game's procedure,
    which is handed the table that it is played at, unless the figures come of playing it."""
    module, _, name = part
    taken = statement.args.args[:2] if isinstance(statement, ast.FunctionDef) else ()
    plays = module.startswith("croupier.games.") and any(each.arg == "table" for each in taken)
    return (played or not plays) and name not in CHECKS and (describes or not name.startswith("described_"))


def roots_of(game: str, describes: bool, links: bool) -> list[meaning.Part]:
    """Where figures come from: the lines, the game's analysis and its class, and what is counted beside it."""
    name, module = game.upper().replace("-", "_"), module_of(game) or ""
    books = [f"croupier.odds.games.{family}.books" for family in FAMILIES]
    analyses = [(book, name) for book in books if meaning.is_defined((book, name))]
    found = [*BOOK, ("croupier.odds.lines", "lines_of"), (module, "GAME")]
    found += analyses or [ENGINE]
    if describes:
        found.append(("croupier.odds.described.figures", "figures"))
        if (analysis := analysis_of(game)) is not None and analysis.playing is not None:
            where, _, function = analysis.playing.__name__.partition(":")
            found.append((f"croupier.odds.{where}", function))
    if links:
        beside = [("croupier.odds.games.progressives", each) for each in ("figures", f"kept_in_{name.lower()}")]
        found += [each for each in beside if meaning.is_defined(each)]
    return found


# ------------------------------------------------------------------------------------ making the file


def entry_of(book: Rulebook) -> KeptLines:
    """Everything there is to know of a rulebook, counted now."""
    found = analyst_of(book.plays)
    axes = found[1] if found else ()
    lines = {
        name_of(chosen, axes, book): [_row(line) for line in lines_of(book, chosen, {}, every=False)]
        for chosen in variants(book, {}, axes)
    }
    return KeptLines(code_digest(book), axes, lines)


def write(pack: Pack, path: Path = FILE) -> None:
    data = lzma.compress(msgspec.json.encode(pack, order="sorted"), preset=9 | lzma.PRESET_EXTREME)
    path.write_bytes(data)


def main(names: list[str]) -> None:
    """Count what is stale or missing, the games named or all; the file grows rulebook by rulebook."""
    books = [book for book in rulebooks() if book.wagers and book.game not in ELSEWHERE]
    known = {key_of(book) for book in books}
    pack = {key: entry for key, entry in packed().items() if key in known}
    for book in books:
        entry = pack.get(key_of(book))
        if (names and book.game not in names) or (entry is not None and entry.code == code_digest(book)):
            continue
        print(book.key, flush=True)
        pack[key_of(book)] = entry_of(book)
        write(pack)
    write(pack)


if __name__ == "__main__":
    main(sys.argv[1:])
