"""Counts of chips on slips: what is counted, what it is held against, and who says that he counted again.

A count that differs from its slip stops the slip for good, and one that differs from the book goes on record as
variance. Neither happens by a slip of the finger: the first time it is refused, and whoever stands by it counts again
and says so (`differs`, `variance`). The same is asked of a page and of a program, because it is asked here.
"""

from typing import Any

import msgspec

from croupier.equipment.money import money
from croupier.house.money.chips import Chips, check, differences, tidy, value
from croupier.house.papers.documents import DIFFERS, FILED, FLOWS, VOID, Document
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx

COUNTED = ("chips", "cents")  # how a line of a slip states what was counted
# The line whose chips, or money, a later count of the same slip is held against.
FIRST_COUNTS = {
    "fill": "request",
    "credit": "request",
    "opening": "count",
    "closing": "count",
    "drop": "count",
    "rack-exchange": "exchange",
    "cart-fill": "offer",
}
# How the two sides of a count are told apart: what is said of the line it is held against, and of the count.
SIDES = {
    ("fill", "prepare"): ("on the slip", "prepared"),
    ("credit", "receive"): ("on the slip", "received"),
    ("opening", "verify"): ("counted by the dealer", "by the supervisor"),
    ("closing", "verify"): ("counted by the dealer", "by the supervisor"),
    ("cart-fill", "verify"): ("off the cart", "counted"),
    ("rack-exchange", "verify"): ("given", "counted"),
}


UNLIKE = "This count is not the one that the dealer signed."


class CountDiffers(Refused):
    """Counted once, and not what the slip says: he counts again, and signs it with `differs` if it stays so. Of two
    counts that are taken apart he is not told where they differ: he would have the other's figures for a guess."""

    kind = "count-differs"

    def __init__(self, slip: Chips, counted: Chips, where: str) -> None:
        by = money(value(counted) - value(slip), sign=True)
        again = "Count again; if it stays so, sign it as differing, and the slip stops."
        super().__init__(f"This count differs from the slip by {by}: {where}." if where else UNLIKE, again)


class VarianceUnread(Refused):
    """Two counts agree and the book says otherwise: who signs reads the variance, and states it."""

    kind = "variance"

    def __init__(self, book: int, variance: int) -> None:
        found = f"The book says {money(book)}, counted is {money(book + variance)}"
        again = "Count again, or confirm this variance with your signature."
        super().__init__(f"{found}: a variance of {money(variance, sign=True)}.", again)
        self.facts = {"variance": variance}


def chips_of(data: dict[str, Any], step: str) -> Chips:
    """The denominations that stand on a line of a slip."""
    try:
        chips = msgspec.convert(data.get("chips"), dict[int, int], strict=False)
    except msgspec.ValidationError:
        raise Refused(f"To {step} a slip takes its chips.", "State how many of each denomination.") from None
    check(chips)
    return tidy(chips)


def stated_chips(data: dict[str, Any], step: str) -> Chips:
    """What a person now counts or asks for: nothing written is no count, a written 0 is."""
    if data.get("chips") in (None, {}):
        raise Refused("No chips are written down.", "Write how many there are of each value, 0 where there are none.")
    return chips_of(data, step)


def unseen(document: Document) -> Document:
    """What two people count apart, without the figures until both are in: everybody counts for himself."""
    flow = FLOWS[document.kind]
    if not flow.apart or document.state in (flow.final, DIFFERS, VOID, FILED):
        return document
    signed = [
        msgspec.structs.replace(line, data={k: v for k, v in line.data.items() if k not in COUNTED})
        for line in document.signed
    ]
    return msgspec.structs.replace(document, signed=tuple(signed))


class Unlike(msgspec.Struct, frozen=True):
    """A count that was not what it was held against, and was signed so: the slip stopped, or both count again."""

    line: int  # of the slip, from 0
    first: int  # cents
    counted: int


def unlike(document: Document) -> list[Unlike]:
    """The counts of a slip that differed, the oldest first."""
    first, found = 0, []
    for number, line in enumerate(document.signed):
        try:
            cents = counted_cents(line.data) if "cents" in line.data else value(chips_of(line.data, line.step))
        except Refused:
            continue  # it counted nothing
        if line.step == FIRST_COUNTS.get(document.kind):
            first = cents
        elif line.data.get("differs") or ("cents" in line.data and cents != first):
            found.append(Unlike(number, first, cents))
    return found


def apart(document: Document, step: str, slip: Chips, counted: Chips) -> str:
    """Where a count differs from what it is held against: `40 of $100 on the slip, none prepared`."""
    return differences(slip, counted, *SIDES.get((document.kind, step), ("on the slip", "counted")))


def agrees(
    tx: Tx, notices: Notices, document: Document, step: str, by: Person, data: dict[str, Any], slip: Chips
) -> bool:
    """Whether the chips counted are those on the slip; if not, after a second count, the supervisor is called."""
    counted = stated_chips(data, step)
    if counted == slip:
        return True
    where = apart(document, step, slip, counted)
    if not data.get("differs"):
        raise CountDiffers(slip, counted, "" if FLOWS[document.kind].apart else where)
    place = document.table_id or document.property
    notices.raise_in(tx, place, "count-differs", f"{document.title}: {where}", by.badge)
    return False


def check_variance(against: tuple[int, int] | None, confirmed: object) -> None:
    """A variance is signed by somebody who has read it: he states it, and so it stands on the slip."""
    book, variance = against or (0, 0)
    if variance != (confirmed or 0):
        raise VarianceUnread(book, variance)


def counted_cents(data: dict[str, Any]) -> int:
    """Money that was counted, of a box or a pool."""
    cents = data.get("cents")
    if not isinstance(cents, int) or isinstance(cents, bool) or cents < 0:
        raise Refused("The amount counted is missing.", "Write it down, and 0 where there is nothing.")
    return cents
