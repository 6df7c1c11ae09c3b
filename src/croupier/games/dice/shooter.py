"""Who throws the dice. Positions are numbered clockwise from the boxperson's left, as the dice go round.

`felt.memo` keeps: shooter (0: nobody has the dice), dice-from (who had them last), declined (who let them
pass), throws and come-outs (of this shooter), point, last (the last total), point-since-seven-out.
"""

from __future__ import annotations

from typing import Any

from croupier.games.dice.wagers import COME, LINE
from croupier.rounds.felt import Felt
from croupier.rounds.refusal import Refused
from croupier.rounds.table import Table


def start(felt: Felt) -> None:
    """At the opening of the table the dice lie with the stickperson."""
    felt.memo.update(
        {
            "point": 0,
            "shooter": 0,
            "dice-from": 0,
            "declined": [],
            "throws": 0,
            "come-outs": 0,
            "last": 0,
            "point-since-seven-out": False,
            "vigorish": {},
        }
    )


def has_line(table: Table, position: int) -> bool:
    return any(table.wager(kind, position) for kind in LINE)


def seated(table: Table, after: int) -> list[int]:
    """Positions with a patron, clockwise from the one to the left of `after`."""
    taken = [p.number for p in table.felt.positions if p.patron]
    return [n for n in taken if n > after] + [n for n in taken if n <= after]


def undecided_come(table: Table) -> bool:
    """Come, Don't Come and Put wagers on numbers, which wait for a decision."""
    return any(w.on and w.kind in (*COME, "put") for w in table.felt.wagers)


def next_shooter(table: Table) -> int:
    """Who throws if wagers are closed now, or 0 where nobody may.

    The shooter keeps the dice while a point stands or with a line wager on the come-out. Otherwise they are
    offered clockwise to who has a line wager and has not let them pass. If nobody takes them, the last
    shooter throws only to decide what still stands.
    """
    memo = table.felt.memo
    shooter, last = memo["shooter"], memo["shooter"] or memo["dice-from"]
    if shooter and (memo["point"] or has_line(table, shooter)):
        return int(shooter)
    around = seated(table, last)
    willing = [n for n in around if n not in memo["declined"]] or around
    for position in willing:
        if has_line(table, position):
            return position
    if not (memo["point"] or undecided_come(table)) or not around:
        return 0
    return int(last) if last in around else around[0]


def take_dice(table: Table) -> int:
    """The dice go to the shooter of this throw."""
    memo = table.felt.memo
    position = next_shooter(table)
    if position != memo["shooter"]:
        memo.update({"shooter": position, "throws": 0, "come-outs": 0, "declined": []})
        table.note(f"The dice go to position {position}; the shooter picks two of the set.")
    return position


def pass_dice(table: Table, position: int) -> None:
    """A position lets the dice pass; the shooter gives them up."""
    memo = table.felt.memo
    memo["declined"].append(position)
    if memo["shooter"] == position:
        give_up(memo)


def give_up(memo: dict[str, Any]) -> None:
    """The dice go back to the stickperson, to be offered to the left of who had them."""
    memo.update({"dice-from": memo["shooter"], "shooter": 0, "throws": 0, "come-outs": 0})


def leave(memo: dict[str, Any], position: int) -> None:
    """Who leaves gives the dice up, and whoever comes after has not let them pass."""
    if memo["shooter"] == position:
        give_up(memo)
    if position in memo["declined"]:
        memo["declined"].remove(position)


def seven_out(memo: dict[str, Any]) -> None:
    give_up(memo)
    memo.update({"declined": [], "point-since-seven-out": False})


def check_pass_dice(table: Table, position: int, clause: str) -> None:
    declined = table.felt.memo["declined"]
    if position in declined:
        raise Refused(f"position {position} has let the dice pass already", clause)
    if all(n in declined or n == position for n in seated(table, position)):
        raise Refused("nobody else is there to take the dice", clause)
