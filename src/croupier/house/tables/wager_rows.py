"""What each wager came to, as rows that a database can add up: written with the round, taken back with an undo.

A row is one settlement of one position: what was wagered at first (`unit`, by which odds are reckoned), all that was
staked, what the patron won and what the table won. Doubles, splits and raises stand under the wager that they belong
to, because its edge is reckoned with them. A row that an undo takes back is followed by one that negates it: sums are
right and nothing is taken out. The rows follow from the journal alone; `croupier results --fill` makes them again.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select

from croupier.house.record import schema
from croupier.house.record.journals import Stored
from croupier.house.record.writer import Tx
from croupier.rounds import events
from croupier.rounds.felt import Position
from croupier.rounds.table import BUY_IN, DROP, INVENTORY, LAYOUT
from croupier.rulebook import Posting

COUPON = "coupon"  # what match play coupons are paid: given, not lost at the game
MAIN_KINDS = ("base", "raise")

Row = tuple[Any, ...]  # in the order of the columns of `wager_result`
NEGATED = slice(10, 14)  # unit, staked, net, house


def units(posting: Posting) -> dict[str, str]:
    """Wager -> the wager by which it is reckoned: itself, or the first of a game whose wagers are raised together."""
    base = [name for name, rule in posting.wagers.items() if rule.kind == "base"]
    raised = any(rule.kind == "raise" for rule in posting.wagers.values())
    follows = any(set(posting.wagers[name].requires) & set(base) for name in base)
    found = {name: name for name in posting.wagers}
    if base and (raised or follows):
        found |= {name: base[0] for name, rule in posting.wagers.items() if rule.kind in MAIN_KINDS}
    return found


class WagerRows:
    """Makes the rows of one journal, act by act."""

    def __init__(self, journal: str, posting: Posting) -> None:
        self.journal = journal
        self._units = units(posting)
        self._first = next(iter(self._units), "")

    def of_act(
        self,
        round_: int,
        happened: Iterable[events.Happening],
        numbers: Iterable[int],
        times: Mapping[int, int],
        seats: Iterable[Position],
        dealer: str,
    ) -> list[Row]:
        """The rows of what happened. `numbers` has the entry of each recorded event in turn, `times` when it was."""
        patrons = {seat.number: seat.patron for seat in seats}
        entries = iter(numbers)
        rows: list[Row] = []
        lines: dict[int, int] = {}  # so many of each entry; a Counter takes longer to make than to use here
        last = max(times, default=0)
        house, lifted, paid, placed = 0, False, "", (0, self._first, "")

        def add(entry: int, about: tuple[int, str, str], sums: tuple[int, int, int, int], patron: str = "") -> None:
            position, wager, on = about
            line = lines.get(entry, 0)
            lines[entry] = line + 1
            who = patron or patrons.get(position, "")
            rows.append((self.journal, round_, entry, line, times[entry], position, who, dealer, wager, on, *sums))

        for e in happened:
            if type(e) is events.Moved:
                if e.why == BUY_IN or e.target == DROP:
                    continue
                lifted = lifted or e.source == LAYOUT
                if INVENTORY in (e.source, e.target):
                    house += e.cents if e.target == INVENTORY else -e.cents
                    paid = e.source if e.target == INVENTORY else e.target
            elif type(e) is events.Placed or type(e) is events.TakenDown:
                placed, lifted = (e.position, e.wager, e.on), False
            elif type(e) is events.Settled:
                entry, closes = next(entries), lifted and e.result != "returned"
                about, sums = self._settled(e, closes, house)
                if closes or sums[2] or sums[3] or sums[0]:
                    add(entry, about, sums)
                if e.coupon:
                    add(entry, (e.position, COUPON, ""), (0, 0, e.coupon, -e.coupon))
                house, lifted, paid = 0, False, ""
            elif type(e) is events.Ruled or type(e) is events.Voided:
                next(entries)
        if house:  # vigorish that is paid with the wager, or when the shoe ends
            about = (placed[0], self._units.get(placed[1], placed[1]), placed[2])
            add(last, about, (0, 0, -house, house), paid.removeprefix("patron:") if paid.startswith("patron:") else "")
        return rows

    def _settled(
        self, e: events.Settled, closes: bool, house: int
    ) -> tuple[tuple[int, str, str], tuple[int, int, int, int]]:
        unit = self._units.get(e.wager, e.wager)
        stake = e.stake if closes else 0
        if e.result == "returned" and e.net:  # settled before in error: it is not counted twice
            stake = -e.stake
        first = stake if unit == e.wager and not e.hand else 0
        net = e.net - e.coupon if e.to == "player" else 0
        on = e.on if unit == e.wager else ""
        return (e.position, unit, on), (first, stake, net, house + e.coupon)


def negated(rows: Iterable[Row], entry: int, at_us: int) -> list[Row]:
    """The rows by which others are taken back, under the entry of the undo."""
    made = []
    for line, row in enumerate(rows):
        sums = tuple(-cents for cents in row[NEGATED])
        made.append((*row[:2], entry, line, at_us, *row[5:10], *sums))
    return made


def take_back(tx: Tx, journal: str, round_: int, first: int, undo: Stored) -> None:
    """Negate the rows of every entry from the one that an undo takes back, which is of this round or the last one."""
    tx.flush()  # rows of this very transaction are taken back too
    table = schema.wager_result
    query = select(table).where(table.c.journal_id == journal, table.c.round >= round_ - 1, table.c.entry >= first)
    rows = tx.conn.execute(query.order_by(table.c.round, table.c.entry, table.c.line)).all()
    tx.append(table, *negated((tuple(row) for row in rows), undo.number, undo.at_us))
