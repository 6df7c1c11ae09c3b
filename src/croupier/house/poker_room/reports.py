"""Reports of a poker room by day and table: hands, drop, rake, time, promotions, labour; and comps for hours played.

Every figure is one query over the time asked for, whatever the number of tables. Days are the house's gaming days: an
evening that goes on after midnight is one. Money is added up by the quarter of an hour, of which every zone has whole
numbers between its days.
"""

import csv
import datetime
import io
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, or_, select

from croupier.house.people.gaming_day import Calendar
from croupier.house.people.persons import Person
from croupier.house.poker_room.floor_notes import Fact, Recorded
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.poker_room.table import visits
from croupier.house.poker_room.table.visits import Hours
from croupier.house.record import accounts, schema
from croupier.house.record.clock import DAY_US, MINUTE_US
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.writer import Tx

DAYS_MAX = 400
PART_US = 15 * MINUTE_US
RATE_MAX = 100_00  # cents an hour
COMP, USED = "comp", "comp-used"
PAID = "paid"  # the state of a claim of a promotion whose money was given out


class TableDay(msgspec.Struct, frozen=True):
    """One table on one day; money in cents, labour and play in minutes."""

    day: str
    table: str
    hands: int = 0
    drop: int = 0  # rake, time and the jackpot's part together
    rake: int = 0
    time: int = 0
    jackpot: int = 0
    promotions: int = 0  # paid for hands of this table
    labour: int = 0  # dealers' minutes
    played: int = 0  # patrons' minutes


class Comp(msgspec.Struct, frozen=True):
    patron: str
    minutes: int
    cents: int


class Reports:
    def __init__(self, house: PokerDesk, recorded: Recorded) -> None:
        self.house, self.recorded = house, recorded

    # ---- by day and table

    def days(self, conn: Connection, property_: str, from_us: int, to_us: int) -> list[TableDay]:
        """A line a day and table on which anything happened, in this order."""
        check_time(from_us, to_us)
        tables = [t.id for t in self.house.tables.everyone(conn, property_, poker=True)]
        found: dict[tuple[str, str], dict[str, int]] = {}

        def add(day: str, table: str, what: str, count: int) -> None:
            if count:
                row = found.setdefault((day, table), {})
                row[what] = row.get(what, 0) + count

        calendar, now = Calendar(conn), self.house.sources.now_us()
        for part in (self._hands, self._money, self._promotions, self._labour):
            part(conn, tables, calendar, from_us, to_us, add)
        for visit in visits.within(conn, property_, from_us, to_us):
            for day in calendar.over(max(visit.in_us, from_us), min(visit.out_us or now, to_us)):
                minutes = visit.minutes(max(day.start_us, from_us), min(day.end_us, to_us, max(now, 1)))
                add(day.date.isoformat(), visit.table_id, "played", minutes)
        rows = [TableDay(day, table, **figures) for (day, table), figures in sorted(found.items())]
        return [msgspec.structs.replace(row, drop=row.rake + row.time + row.jackpot) for row in rows]

    def _hands(
        self, conn: Connection, tables: Sequence[str], calendar: Calendar, from_us: int, to_us: int, add: Any
    ) -> None:
        table = schema.poker_day
        first, last = (calendar.date(at_us).isoformat() for at_us in (from_us, to_us - 1))
        query = select(table).where(table.c.table_id.in_(tables), table.c.day >= first, table.c.day <= last)
        for row in conn.execute(query):
            add(row.day, row.table_id, "hands", row.hands)

    def _money(
        self, conn: Connection, tables: Sequence[str], calendar: Calendar, from_us: int, to_us: int, add: Any
    ) -> None:
        """What went into the boxes with an act of the table; what is taken out of a box for its count is none."""
        boxes = {accounts.drop(t): (t, "rake") for t in tables}
        boxes |= {accounts.jackpot_drop(t): (t, "jackpot") for t in tables}
        account, group, line = schema.account.c, schema.ledger_group.c, schema.posting.c
        ids = {row.id: boxes[row.name] for row in conn.execute(
            select(account.id, account.name).where(account.name.in_(list(boxes))))}  # fmt: skip
        part, cents = (group.at_us // PART_US).label("part"), func.sum(line.cents).label("cents")
        query = select(part, line.account_id, group.kind, cents).join_from(schema.posting, schema.ledger_group)
        query = query.where(line.account_id.in_(list(ids)), group.at_us >= from_us, group.at_us < to_us)
        query = query.where(group.journal != "").group_by("part", line.account_id, group.kind)
        for row in conn.execute(query):
            table, what = ids[row.account_id]
            add(
                _date(calendar, row.part),
                table,
                "time" if what == "rake" and row.kind == "collect" else what,
                int(row.cents),
            )

    def _promotions(
        self, conn: Connection, tables: Sequence[str], calendar: Calendar, from_us: int, to_us: int, add: Any
    ) -> None:
        table = schema.promotion_claim
        part, cents = (table.c.changed_us // PART_US).label("part"), func.sum(table.c.amount).label("cents")
        query = select(part, table.c.table_id, cents).where(table.c.state == PAID, table.c.table_id.in_(tables))
        query = query.where(table.c.changed_us >= from_us, table.c.changed_us < to_us)
        for row in conn.execute(query.group_by("part", table.c.table_id)):
            add(_date(calendar, row.part), row.table_id, "promotions", int(row.cents))

    def _labour(
        self, conn: Connection, tables: Sequence[str], calendar: Calendar, from_us: int, to_us: int, add: Any
    ) -> None:
        table, now = schema.dealer_stint, self.house.sources.now_us()
        query = select(table).where(table.c.table_id.in_(tables), table.c.in_us < to_us)
        for row in conn.execute(query.where(or_(table.c.out_us.is_(None), table.c.out_us > from_us))):
            end = min(row.out_us or now, to_us)
            for day in calendar.over(max(row.in_us, from_us), end):
                spent = min(end, day.end_us) - max(row.in_us, day.start_us, from_us)
                add(day.date.isoformat(), row.table_id, "labour", max(0, spent) // MINUTE_US)

    # ---- visits and hours

    def visits(self, conn: Connection, property_: str, from_us: int, to_us: int, patron: str = "") -> list[Any]:
        check_time(from_us, to_us)
        until = min(to_us, self.house.sources.now_us())
        found = visits.within(conn, property_, from_us, to_us, patron)
        return [{**msgspec.structs.asdict(one), "minutes": one.minutes(from_us, until)} for one in found]

    def hours(self, conn: Connection, property_: str, from_us: int, to_us: int) -> list[Hours]:
        check_time(from_us, to_us)
        until = min(to_us, self.house.sources.now_us())
        return visits.hours(visits.within(conn, property_, from_us, to_us), from_us, until)

    # ---- comps

    async def comp(
        self, by: Person, property_: str, day: datetime.date, cents_an_hour: int, command: str | None = None
    ) -> list[Comp]:
        """Comps for the hours of a day that is over, at the rate that management sets: each full hour, once a day.

        No document names a rate, so it is never more than what is keyed with the act.
        """
        if not 0 < cents_an_hour <= RATE_MAX:
            raise Refused("Say what an hour is worth.", "In cents, at most $100.00.")
        asked = f"room.comp {written((property_, str(day), cents_an_hour))}"
        work = using(self._comp_in, by, property_, day, cents_an_hour)
        return await self.house.command(by.badge, "promotion.plan", property_, asked, list[Comp], work, command)

    def _comp_in(self, tx: Tx, by: Person, property_: str, day: datetime.date, cents_an_hour: int) -> list[Comp]:
        self.house.people.require(tx, by.badge, "promotion.plan", property_)
        meant = Calendar(tx.conn).day(day)
        if meant.end_us > self.house.sources.now_us():
            raise Stale(f"{day} is not over.", "Comps are for a gaming day that is.")
        if self.recorded.there(tx.conn, property_, f"{COMP}-{property_}-{day}-"):
            raise Stale(f"The comps of {day} were given.", "Once a day.")
        made = []
        for row in self.hours(tx.conn, property_, max(0, meant.start_us), meant.end_us):
            if row.minutes >= 60:
                cents = row.minutes // 60 * cents_an_hour
                data = {"minutes": row.minutes, "cents_an_hour": cents_an_hour, "cents": cents}
                name = f"{COMP}-{property_}-{day}-{row.patron}"
                words = f"{row.minutes} minutes on {day}"
                about = Fact(id=name, property=property_, kind=COMP, patron=row.patron, words=words, data=data)
                self.recorded.insert(tx, about, by)
                made.append(Comp(row.patron, row.minutes, cents))
        return made

    async def use_comp(
        self, by: Person, property_: str, patron: str, cents: int, words: str, command: str | None = None
    ) -> int:
        """A comp is used for a meal or the like; what is left."""
        asked = f"room.comp-used {written((property_, patron, cents, words))}"
        work = using(self._use_comp_in, by, property_, patron, cents, words)
        return await self.house.command(by.badge, "promotion.run", patron, asked, int, work, command)

    def _use_comp_in(self, tx: Tx, by: Person, property_: str, patron: str, cents: int, words: str) -> int:
        self.house.people.require(tx, by.badge, "promotion.run", property_)
        left = self.comps(tx.conn, property_).get(patron, 0)
        if not 0 < cents <= left:
            raise Refused(f"There are {left} cents in comps.", "A comp is used up to that.")
        name = self.house.sources.new_id(f"{USED}-")
        about = Fact(id=name, property=property_, kind=USED, patron=patron, words=words, data={"cents": -cents})
        self.recorded.insert(tx, about, by)
        return left - cents

    def comps(self, conn: Connection, property_: str) -> dict[str, int]:
        """What every patron has in comps, in cents."""
        found: dict[str, int] = {}
        for fact in self.recorded.of(conn, property_, kinds=(COMP, USED), limit=visits.VISITS_MAX):
            found[fact.patron] = found.get(fact.patron, 0) + int(fact.data.get("cents", 0))
        return dict(sorted(found.items()))


def check_time(from_us: int, to_us: int) -> None:
    if not 0 <= from_us < to_us or to_us - from_us > DAYS_MAX * DAY_US:
        raise Refused("The time that is asked for is not one.", f"From before to, at most {DAYS_MAX} days.")


def _date(calendar: Calendar, part: int) -> str:
    """The gaming day of a quarter of an hour, by its number since 1970."""
    return calendar.date(int(part) * PART_US).isoformat()


def as_csv(rows: Sequence[dict[str, Any]], columns: Sequence[str], headings: Sequence[str] = ()) -> str:
    """Rows for a spreadsheet; a text that a spreadsheet would take for a formula is none."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\r\n")
    sheet.writerow(headings or columns)
    sheet.writerows([_plain(row.get(column, "")) for column in columns] for row in rows)
    return out.getvalue()


def _plain(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" else value
