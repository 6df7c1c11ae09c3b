"""What each row of a pay table does: how often it is paid, and what share of the wager it gives back.

A distribution says how often a wager nets an amount. Where two rows pay the same, their odds are set a hair apart in a
copy of the text, which changes no decision, so that each net belongs to one row.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from croupier.odds.lines import Line, lines_of
from croupier.odds.posting import PART
from croupier.rulebook.editing.fields import set_rows
from croupier.rulebook.load import parse
from croupier.rulebook.model import PayTable, Rulebook
from croupier.rulebook.payouts import parse_odds

APART = 1_000_000  # the hair: row n pays n parts of so many more
RAISED = ("raise", "odds")  # of a size that hangs on another wager: their nets are no rows


class Share(msgspec.Struct, frozen=True):
    """One row as it is posted by default."""

    wager: str
    table: int  # which of the wager's pay tables, from 1
    outcome: str
    chance: float
    back: float  # what the row pays, times how often


def shares(raw: bytes, path: str, lines: Iterable[Line]) -> list[Share]:
    """Every row that an analysis tells apart; a row that is paid from a meter or in money has none."""
    book = parse(raw, Path(path))
    known = list(lines)
    tied = [(wager, number) for wager, number, table in _tables(book) if _ties(table)]
    if tied:
        text = raw.decode()
        for wager, number in tied:
            text = _apart(text, f"wagers.{wager}.pay-tables[{number}]")
        other = parse(text.encode(), Path(path))
        spread = _found(other, lines_of(other, every=False))
    else:
        spread = {}
    plain = _found(book, known)
    made = []
    for wager, number, table in _tables(book):
        chances = (spread if (wager, number) in tied else plain).get((wager, number), {})
        for outcome, odds in table.rows:
            net = _net(odds)
            if outcome in chances and net is not None:
                chance = chances[outcome]
                made.append(Share(wager, number, outcome, float(chance), float(chance * max(net, Fraction(0)))))
    return made


def _tables(book: Rulebook) -> Iterator[tuple[str, int, PayTable]]:
    for wager, rule in book.wagers.items():
        if rule.kind in RAISED:
            continue
        for number, table in enumerate(rule.pay_tables, 1):
            yield wager, number, table


def _net(odds: object) -> Fraction | None:
    """What a unit wins by a row; None where that hangs on a meter or on the wager's size."""
    found = parse_odds(str(odds))
    return {"to": found.value, "for": found.value - 1}.get(found.kind)


def _ties(table: PayTable) -> bool:
    return any(times > 1 for times in Counter(_net(odds) for _, odds in table.rows).values())


def _apart(text: str, address: str) -> str:
    """The text with the rows of a pay table a hair apart."""
    wager, _, number = address.removeprefix("wagers.").partition(".pay-tables[")
    rows = tomllib.loads(text)["wagers"][wager]["pay-tables"][int(number[:-1]) - 1]["rows"]
    made = []
    for place, (outcome, odds) in enumerate(rows, 1):
        found = parse_odds(odds)
        if found.kind in ("to", "for"):
            value = found.value + Fraction(place, APART)
            odds = f"{value.numerator} {found.kind} {value.denominator}"
        made.append([outcome, odds])
    return set_rows(text, address, made)


def _found(book: Rulebook, lines: Iterable[Line]) -> dict[tuple[str, int], dict[str, Fraction]]:
    """(wager, table) -> the chance of each of its rows, from the line that speaks of that table alone."""
    made: dict[tuple[str, int], dict[str, Fraction]] = {}
    usable = [line for line in lines if line.edge is not None and line.edge.distribution and not line.reading]
    for wager, number, table in _tables(book):
        mine = [line for line in usable if line.wager == wager and line.line == table.line]
        mine = [line for line in mine if line.pay_table in (table.label, book.wagers[wager].title, "")]
        alone = [line for line in mine if line.of_game == PART] or mine
        if not alone or alone[0].edge is None:
            continue
        nets = dict(alone[0].edge.distribution)
        rows = {outcome: _net(odds) for outcome, odds in table.rows}
        made[wager, number] = {name: nets[net] for name, net in rows.items() if net is not None and net in nets}
    return made
