"""The odds of a game as a person reads them: each wager and pay table once, as posted; the rest is folded away."""

from itertools import groupby

import msgspec

from croupier.odds.lines import Line

FITS = 24  # lines of a game that are read at once, whole


class Folded(msgspec.Struct, frozen=True):
    """The lines to show, and how many others there are."""

    lines: tuple[Line, ...]
    more: int


def folded(lines: list[Line]) -> Folded:
    """Of each long game the first line of every wager, pay table and place; places of one figure stand together."""
    shown: list[Line] = []
    kept = 0
    for _, group in groupby(lines, key=lambda line: (line.property, line.game, line.approved)):
        of_game = list(group)
        first = of_game if len(of_game) <= FITS else _first(of_game)
        kept += len(first)
        shown += of_game if len(of_game) <= FITS else _together(first)
    return Folded(tuple(shown), len(lines) - kept)


def _first(lines: list[Line]) -> list[Line]:
    found: dict[tuple[str, str, tuple[str, ...], bool], Line] = {}
    for line in lines:
        found.setdefault((line.wager, line.pay_table, line.on, line.reading), line)
    return list(found.values())


def _together(lines: list[Line]) -> list[Line]:
    """Lines that differ only in where the wager lies are one, and say where: `place on 4 or 10`."""
    found: dict[tuple[object, ...], list[Line]] = {}
    for line in lines:
        words, figures = _but_its_place(line), None
        if line.edge is not None:
            edge = line.edge
            figures = (edge.house_edge, edge.hit, edge.push, edge.variance)
        found.setdefault((line.wager, line.pay_table, words, figures, line.refused, line.reading), []).append(line)
    return [_one(alike) for alike in found.values()]


def _one(alike: list[Line]) -> Line:
    line, words = alike[0], _but_its_place(alike[0])
    places = [place for each in alike if _named(each) for place in each.on]
    name = f"{line.wager} on {_listed(places)}" if places else line.wager
    said = "; ".join(part for part in (words, line.refused) if part)
    return msgspec.structs.replace(line, wager=name, conditions=said)


def _named(line: Line) -> bool:
    """Whether the line's own words name each place: of some wagers they say only which kind of places."""
    return f"on {' or '.join(line.on)}" in line.same.split("; ")


def _but_its_place(line: Line) -> str:
    return "; ".join(part for part in line.same.split("; ") if part != f"on {' or '.join(line.on)}")


def _listed(places: list[str]) -> str:
    return " or ".join([", ".join(places[:-1]), places[-1]] if len(places) > 1 else places)
