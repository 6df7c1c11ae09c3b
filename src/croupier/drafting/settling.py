"""What settles a fault of a draft: rows that a pay table lacks, each written in by one press, and the text with it."""

import functools
import re
import tomllib
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.drafting.check import faults_in
from croupier.rulebook.editing.fields import look
from croupier.rulebook.editing.merging import Edit, apply
from croupier.rulebook.faults import Found, Lacking

RATIO = re.compile(r"^(\d+) (to|for) (\d+)$")
IN_FORCE, LESS, RETURNED = "in force", "less", "returned"


class Settles(msgspec.Struct, frozen=True):
    """A row that settles a fault: of which table, for which outcome, at which odds, and why just these."""

    table: str  # the address of the pay table
    outcome: str
    odds: str
    kind: str


def choices(found: Found, before: dict[str, Any]) -> tuple[Settles, ...]:
    """The rows that would settle a fault: the one in force, the odds below it, or that the wager comes back."""
    if not isinstance(found.fact, Lacking):
        return ()
    outcome = found.fact.outcome
    address = found.where.removesuffix(".rows")
    table = look(before, address) if before else None
    rows = [row for row in (table or {}).get("rows", ()) if isinstance(row, list) and len(row) == 2]
    made = []
    if was := str(dict(rows).get(outcome) or ""):
        made.append(Settles(address, outcome, was, IN_FORCE))
        if (ratio := RATIO.match(was)) and int(ratio[1]) > 1:
            made.append(Settles(address, outcome, f"{int(ratio[1]) - 1} {ratio[2]} {ratio[3]}", LESS))
    if was.lower() != "push":
        made.append(Settles(address, outcome, "Push", RETURNED))
    return tuple(made)


def helping(found: Found, text: str, before: dict[str, Any]) -> tuple[Settles, ...]:
    """Those of the rows that leave a text with fewer faults, and make no other one."""
    offered = choices(found, before)
    return tuple(row for row in offered if _wrong(settled(text, [row], before)) < _wrong(text))


@functools.lru_cache(maxsize=256)
def _wrong(text: str) -> int:
    return len(faults_in(text, "rulebook.toml"))


def settled(text: str, rows: Sequence[Settles], before: dict[str, Any]) -> str:
    """The text with these rows written in, each where the version before has it, else at the end of its table."""
    for row in rows:
        there = look(tomllib.loads(text), f"{row.table}.rows")
        if not isinstance(there, list):
            continue
        old = look(before, f"{row.table}.rows") if before else None
        order = [each[0] for each in old if isinstance(each, list) and each] if isinstance(old, list) else []
        at = _place([str(each[0]) if isinstance(each, list) and each else "" for each in there], row.outcome, order)
        text = apply(text, [Edit("rows", row.table, [*there[:at], [row.outcome, row.odds], *there[at:]])])
    return text


def _place(outcomes: list[str], outcome: str, order: list[str]) -> int:
    """Behind the nearest row that stands before it in the version before."""
    if outcome not in order:
        return len(outcomes)
    above = [name for name in order[: order.index(outcome)] if name in outcomes]
    return outcomes.index(above[-1]) + 1 if above else 0


def counted_on(faults: Sequence[Found], before: dict[str, Any]) -> tuple[Settles, ...] | None:
    """The rows that figures are counted on while a table is incomplete, one a fault; None where something else is
    wrong, and nothing can be counted."""
    made = []
    for found in faults:
        rows = choices(found, before)
        if not rows:
            return None
        made.append(rows[0])
    return tuple(made)
