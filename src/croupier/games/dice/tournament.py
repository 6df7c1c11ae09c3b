"""Craps in a tournament: one side of the line, one side of a number, at most so many kinds of wagers on a number."""

from __future__ import annotations

from croupier.games.dice.wagers import COME, LINE, NUMBERS
from croupier.rounds.felt import Wager
from croupier.rounds.table import Table

# Wagers for a number and against it; hardways, one-roll wagers and odds are neither.
DO = ("pass", "come", "put", "place", "buy")
DONT = ("dont-pass", "dont-come", "lay")
OTHER_SIDE = {"pass": "dont-pass", "dont-pass": "pass", "come": "dont-come", "dont-come": "come"}


def number_of(kind: str, on: str, point: int) -> str:
    """The number a wager is on, if it is on one: a line wager on the point, the others where they lie."""
    number = str(point) if kind in LINE else on
    return number if kind in (*DO, *DONT) and number in NUMBERS else ""


def fault(table: Table, position: int, kind: str, on: str, most_kinds: int) -> str:
    """Why a participant may not make this wager, or nothing."""
    point = table.felt.memo["point"]
    mine = table.wagers(position=position)
    if kind not in LINE and not any(w.kind in LINE for w in mine):
        return "in a tournament a participant needs a line wager first"
    undecided = [w.kind for w in mine if w.kind in LINE or (w.kind in COME and not w.on)]
    if OTHER_SIDE.get(kind, "") in undecided:
        return "in a tournament nobody wagers on both sides of one roll"
    number = number_of(kind, on, point)
    if not number:
        return ""
    there = {w.kind for w in mine if number_of(w.kind, w.on, point) == number}
    if there & set(DONT if kind in DO else DO):
        return f"in a tournament nobody wagers on both sides of the {number}"
    if len(there | {kind}) > most_kinds:
        return f"in a tournament at most {most_kinds} kinds of wagers stand on a number"
    return ""


def holds_others(table: Table, wager: Wager) -> bool:
    """Whether a line wager has to stay because the participant has other wagers."""
    return wager.kind in LINE and any(w is not wager for w in table.wagers(position=wager.position))
