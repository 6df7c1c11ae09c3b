"""What a table took on one gaming day: its drop and its win, from the ledger.

The ledger goes on over closings, openings and new limits, so its figures do too, and a table that is open when a
gaming day begins begins anew. Drop is what was bought in for at the table: cash, tickets, credit. Chips that a patron
carries from one table to another were bought at the first; they count there, and not again.
"""

from collections.abc import Collection, Iterable

import msgspec
from sqlalchemy import Connection, Row, select

from croupier.house.people.gaming_day import Span, span
from croupier.house.record import accounts, schema
from croupier.house.record.clock import DAY_US

PURSE, SEAT = "patron:", "@"
PATRONS_AT_ONCE = 500
LEAVE = "leave"  # the kind of a group with which a patron takes his chips along


class Taking(msgspec.Struct, frozen=True):
    drop_cents: int = 0
    win_cents: int = 0


class _Known(msgspec.Struct, frozen=True):
    """A table's day as far as it was read; it is replaced, never changed, so that several may read at once."""

    day: int  # when it began
    upto: int = 0  # the last group that was read
    box: int = 0  # what went into the drop box
    win: int = 0
    carried: int = 0  # how much of the box was chips from another table


class Takings:
    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def today(self, conn: Connection, table_id: str, now_us: int) -> Taking:
        """The figures of one table so far."""
        return self.of_tables(conn, [table_id], now_us)[table_id]

    def of_tables(self, conn: Connection, tables: Collection[str], now_us: int) -> dict[str, Taking]:
        """The figures of the day so far, of all these tables at once; only what is new since the last look is read."""
        day = span(conn, now_us)
        known = {table: self._known.get(table) for table in tables}
        first = first_since(conn, day.start_us) - 1
        found = {t: k if k and k.day == day.start_us else _Known(day.start_us, first) for t, k in known.items()}
        names = {accounts.inventory(table): (table, False) for table in found}
        names |= {accounts.drop(table): (table, True) for table in found}
        latest, boxes, wins = first, dict.fromkeys(found, 0), dict.fromkeys(found, 0)
        for row in _lines(conn, names, min((k.upto for k in found.values()), default=first)):
            latest = max(latest, row.number)
            table, boxed = names[row.name]
            if row.number <= found[table].upto or not row.journal or not day.holds(row.at_us):
                continue  # read before, or a fill, a credit, a bank, a count: nobody's win
            wins[table] += row.cents
            boxes[table] += row.cents if boxed else 0
        fresh = _carried(conn, [table for table in found if boxes[table]], day)
        for table, before in found.items():
            carried = fresh[table] if boxes[table] else before.carried
            box, win = before.box + boxes[table], before.win + wins[table]
            self._known[table] = _Known(day.start_us, max(before.upto, latest), box, win, carried)
        return {t: Taking(self._known[t].box - self._known[t].carried, self._known[t].win) for t in found}


class Between(msgspec.Struct, frozen=True):
    """Several gaming days as one."""

    start_us: int
    end_us: int
    before_us: int

    def holds(self, at_us: int) -> bool:
        return self.start_us <= at_us < self.end_us


def dropped(conn: Connection, tables: Collection[str], from_us: int, to_us: int) -> dict[str, int]:
    """The drop of each table in a period, read at once; of their postings only the few to their boxes."""
    period, names = Between(from_us, to_us, from_us - DAY_US), {accounts.drop(table): table for table in tables}
    boxes = dict.fromkeys(tables, 0)
    for row in _lines(conn, names, first_since(conn, from_us) - 1, to_us):
        if row.journal and period.holds(row.at_us):
            boxes[names[row.name]] += int(row.cents)
    carried = _carried(conn, [table for table, box in boxes.items() if box], period)
    return {table: box - carried.get(table, 0) for table, box in boxes.items()}


def first_since(conn: Connection, at_us: int) -> int:
    """The number of the first group from then on; one beyond the last if there is none."""
    group = schema.ledger_group.c
    found = conn.scalar(select(group.number).where(group.at_us >= at_us).order_by(group.at_us, group.number).limit(1))
    if found is None:
        found = (conn.scalar(select(group.number).order_by(group.number.desc()).limit(1)) or 0) + 1
    return int(found)


def _lines(
    conn: Connection, names: Iterable[str], after: int, until_us: int | None = None
) -> Iterable[Row[tuple[int, ...]]]:
    """The postings of these accounts after a group, oldest first."""
    account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
    there = conn.execute(select(account.id, account.name).where(account.name.in_(list(names))))
    ids = {row.id: row.name for row in there}
    query = select(group.number, group.at_us, group.kind, group.table_id, group.journal, account.name, line.cents)
    query = query.join_from(schema.posting, schema.ledger_group).join(schema.account)
    query = query.where(line.account_id.in_(list(ids)), line.group_number > after)
    if until_us is not None:
        query = query.where(group.at_us < until_us)
    return conn.execute(query.order_by(group.number, line.line))


def _carried(conn: Connection, tables: Collection[str], day: Span | Between) -> dict[str, int]:
    """How much of what patrons brought to each table today were chips from another.

    Whoever leaves a table carries chips; they are the first that he brings to the next table, or to the cage. A
    patron may come over that hour, so the day before is read too. Nobody takes a buy-in or a leaving back.
    """
    carried = dict.fromkeys(tables, 0)
    if not carried:
        return carried
    bought = _bought(conn, tables, first_since(conn, day.start_us))
    since, patrons = first_since(conn, day.before_us) - 1, sorted(bought)
    for start in range(0, len(patrons), PATRONS_AT_ONCE):
        some = patrons[start : start + PATRONS_AT_ONCE]
        chips = dict.fromkeys(some, 0)
        for row in _lines(conn, some, since):
            if row.kind == LEAVE:
                chips[row.name] += row.cents
            elif row.cents < 0:
                brought = min(-row.cents, chips[row.name])
                chips[row.name] -= brought
                if row.table_id in bought[row.name] and row.journal and day.holds(row.at_us):
                    carried[row.table_id] += brought
    return carried


def _bought(conn: Connection, tables: Iterable[str], first: int) -> dict[str, set[str]]:
    """The purses of those who brought chips to these tables from a group on, and to which."""
    box, purse, owner = schema.posting.alias("box"), schema.posting.alias("purse"), schema.account.c
    names = {accounts.drop(table): table for table in tables}
    there = conn.execute(select(owner.id, owner.name).where(owner.name.in_(list(names))))
    boxes = {row.id: names[row.name] for row in there}
    query = (
        select(box.c.account_id, owner.name)
        .distinct()
        .join_from(box, purse, box.c.group_number == purse.c.group_number)
    )
    query = query.join(schema.account, purse.c.account_id == owner.id)
    query = query.where(box.c.account_id.in_(list(boxes)), box.c.group_number >= first)
    query = query.where(owner.name.startswith(PURSE), ~owner.name.contains(SEAT))
    found: dict[str, set[str]] = {}
    for account, name in conn.execute(query):
        found.setdefault(name, set()).add(boxes[account])
    return found
