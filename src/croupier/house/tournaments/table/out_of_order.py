"""A tournament at tables that can't be read: everybody gets back what he paid in, its tables close, it is called off.

What was paid is in the ledger, whatever became of the plan. Chips on its tables are worth nothing.
"""

from sqlalchemy import Connection, select, update

from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import HEATS, BrokenRows, Fault, Faults, Returns, Unreadable
from croupier.house.record.ledger import Group, Ledger, Line
from croupier.house.record.writer import Tx
from croupier.house.tables.life import CLOSED, Tables
from croupier.house.tables.out_of_order import KIND
from croupier.house.tournaments.table import store
from croupier.house.tournaments.table.play import Purse
from croupier.house.tournaments.table.store import CALLED_OFF, PAID

PATRON = "patron:"
ENDED = (PAID, CALLED_OFF)


class BrokenHeats(BrokenRows):
    kind = HEATS

    def __init__(self, faults: Faults, storage: Storage, ledger: Ledger, sources: Sources, tables: Tables) -> None:
        super().__init__(faults, storage)
        self._ledger, self._sources, self._tables = ledger, sources, tables

    def place(self, conn: Connection, subject: str) -> str:
        if _state(conn, subject) is None:
            raise NotFound(f"There is no tournament {subject}.")
        return store.place_of(conn, subject)

    def read(self, conn: Connection, subject: str) -> None:
        if _state(conn, subject) not in ENDED:
            store.get(conn, subject)
            store.tables(conn, subject)

    def torn(self, conn: Connection) -> list[str]:
        found = []
        for name in conn.scalars(select(schema.tournament.c.id).where(schema.tournament.c.state.not_in(ENDED))).all():
            try:
                self.read(conn, name)
            except Unreadable:
                found.append(name)
        return found

    def returns(self, conn: Connection, subject: str) -> Returns:
        paid = {name.removeprefix(PATRON): cents for name, cents in self._paid(conn, subject).items()}
        return Returns(paid, note="It is called off, and every fee goes back.")

    def _paid(self, conn: Connection, subject: str) -> dict[str, int]:
        """What each patron has paid into the purse and not had back."""
        line, account = schema.posting, schema.account
        purse = Purse(self._ledger, subject).account
        touched = select(line.c.group_number).join_from(line, account).where(account.c.name == purse)
        query = select(account.c.name, line.c.cents).join_from(line, account).where(line.c.group_number.in_(touched))
        moved: dict[str, int] = {}
        for row in conn.execute(query.where(account.c.name.startswith(PATRON))):
            moved[row.name] = moved.get(row.name, 0) - row.cents
        return {name: cents for name, cents in sorted(moved.items()) if cents > 0}

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        name, table = fault.subject, schema.tournament
        if shares:
            raise Refused("Nobody shares in a tournament that is called off.", "Everybody gets back what he paid.")
        tx.flush()
        state = _state(tx.conn, name, lock=True)
        if state in ENDED:
            raise Stale(f"{name} is {str(state).replace('-', ' ')}.", "Only one that is not over is closed so.")
        now = self._sources.now_us()
        self._give_back(tx, name, by, store.place_of(tx.conn, name))
        seats = schema.tournament_table.c
        for table_id in tx.conn.scalars(select(seats.table_id).where(seats.tournament == name)).all():
            seat = self._tables.get(tx.conn, table_id, lock=True)
            if seat.state != CLOSED:
                journals.close(tx, seat.journal, now, 0, 0, 0)
                self._tables.change(tx, seat, state=CLOSED, journal="")
        tx.conn.execute(update(table).where(table.c.id == name).values(state=CALLED_OFF, changed_us=now))

    def _give_back(self, tx: Tx, name: str, by: str, place: str) -> None:
        """Fees to those who paid them; what else the purse holds, or lacks, is the house's."""
        purse = Purse(self._ledger, name).account
        lines: list[Line] = list(self._paid(tx.conn, name).items())
        held = self._ledger.balance(tx.conn, purse)
        rest = held - sum(cents for _, cents in lines)
        lines += [(purse, -held), (accounts.house(place), rest)]
        lines = [line for line in lines if line[1]]
        if lines:
            self._ledger.open(tx, *(account for account, _ in lines))
            self._ledger.post(tx, Group(kind=KIND, by=by, lines=tuple(lines), memo=name))


def _state(conn: Connection, name: str, *, lock: bool = False) -> str | None:
    query = select(schema.tournament.c.state).where(schema.tournament.c.id == name)
    return conn.scalar(query.with_for_update() if lock else query)
