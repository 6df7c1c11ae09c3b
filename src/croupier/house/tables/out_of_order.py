"""A table that can't be read or played on: what lies there by the ledger, and how it is closed on the record.

The ledger knows what is in front of each patron, whatever became of the journal. What lies on the layout is whose it
was when it was wagered: the ledger tells as long as nothing of it was settled since the layout was last empty. Where
it does not tell, the two people who close the table say whose it is, and every cent must be accounted for.
"""

from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, func, select

from croupier.equipment.money import money
from croupier.house.money.progressives import CONFIRMED, HELD, SETTLED, Jackpot, Progressives, jackpot_account
from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import Fault, Returns
from croupier.house.record.ledger import Group, Ledger, Line
from croupier.house.record.writer import Tx
from croupier.house.tables.life import CLOSING, OPEN, FloorTable, Tables

KIND = "out-of-order"  # of the ledger's group that gives chips back
HOUSE = "house"  # whose share of a layout is nobody's among the patrons


class BrokenTables:
    """Closes a table of the house's own games that is out of order."""

    poker = False

    def __init__(
        self,
        tables: Tables,
        ledger: Ledger,
        progressives: Progressives,
        sources: Sources,
        look: Callable[[str], Awaitable[object]],
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        self._tables, self._ledger, self._progressives = tables, ledger, progressives
        self._sources = sources
        self._look, self._forget = look, forget

    async def look(self, subject: str) -> None:
        await self._look(subject)

    async def forget(self, subject: str) -> None:
        await self._forget(subject)

    def open_ones(self, conn: Connection) -> list[str]:
        tables = self._tables.everyone(conn, poker=self.poker)
        return [table.id for table in tables if table.state in (OPEN, CLOSING)]

    def returns(self, conn: Connection, subject: str) -> Returns:
        table = self._tables.get(conn, subject)
        if table.settings.tournament:
            return Returns(note=f"It deals in {table.settings.tournament}: a manager calls that off, and fees go back.")
        ledger = self._ledger
        common = ledger.balance(conn, accounts.layout(subject))
        staked = self._staked(conn, table) if common else {}
        return Returns(at_table(conn, ledger, subject), common, staked, self._held(conn, table))

    def _staked(self, conn: Connection, table: FloorTable) -> dict[str, int] | None:
        return staked(conn, self._ledger, table.id)

    def _held(self, conn: Connection, table: FloorTable) -> str:
        held = [j for j in self._jackpots(conn, table) if j.state != CONFIRMED]
        return f"A jackpot of {money(held[0].amount)} waits to be verified first." if held else ""

    def _jackpots(self, conn: Connection, table: FloorTable) -> list[Jackpot]:
        found = self._progressives.jackpots(conn, table_id=table.id, open_only=True)
        return [j for j in found if j.journal == table.journal and j.state in HELD]

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        """Chips go back into purses, verified wins are paid, the journal ends where it is."""
        table = self._tables.get(tx.conn, fault.subject, lock=True)
        if table.state not in (OPEN, CLOSING):
            raise Stale(f"Table {table.id} is {table.state}.", "Only an open one is closed so.")
        if table.settings.tournament:
            raise Refused(
                f"Table {table.id} deals in {table.settings.tournament}.", "A manager calls that off, and fees go back."
            )
        tx.flush()
        if words := self._held(tx.conn, table):
            raise Refused(words, "Verify its slip, or void it.")
        lines = self._given_back(tx, table, shares)
        for jackpot in self._jackpots(tx.conn, table):
            lines += [(jackpot_account(jackpot.id), -jackpot.amount), (accounts.patron(jackpot.patron), jackpot.amount)]
            self._progressives.move(tx, jackpot.id, (CONFIRMED,), SETTLED)
        self._ledger.open(tx, *(name for name, _ in lines))
        if lines:
            self._ledger.post(tx, Group(kind=KIND, by=by, lines=tuple(lines), table_id=table.id, journal=table.journal))
        journals.close(tx, table.journal, self._sources.now_us(), *self._figures(tx.conn, table))
        self._tables.give_up(tx, table)

    def _given_back(self, tx: Tx, table: FloorTable, shares: dict[str, int]) -> list[Line]:
        chips = at_table(tx.conn, self._ledger, table.id)
        layout = accounts.layout(table.id)
        common = self._ledger.balance(tx.conn, layout)
        if min(shares.values(), default=0) < 0 or sum(shares.values()) != common:
            raise Refused(f"{money(common)} lies on the layout.", "Say whose it is, to the cent.")
        if strangers := sorted(set(shares) - set(chips) - self._known(tx.conn, table) - {HOUSE}):
            raise NotFound(f"{strangers[0]} has never played at {table.id}.", "Name who did, or the house.")
        lines: list[Line] = []
        for patron, cents in chips.items():
            lines += [(accounts.at_table(patron, table.id), -cents), (accounts.patron(patron), cents)]
        laid = accounts.coupon_laid(table.id, "")
        for name, cents in self._ledger.balances(tx.conn, laid).items():
            lines += [(name, -cents), (accounts.coupon(table.property, name.removeprefix(laid)), cents)]
        for whose, cents in shares.items():
            target = accounts.inventory(table.id) if whose == HOUSE else accounts.patron(whose)
            lines += [(layout, -cents), (target, cents)]
        return [line for line in lines if line[1]]

    def _known(self, conn: Connection, table: FloorTable) -> set[str]:
        return set(at_table(conn, self._ledger, table.id, empty=True))

    def _figures(self, conn: Connection, table: FloorTable) -> tuple[int, int, int]:
        """Rounds, drop and win of its journal, for the cover: by the ledger, and by what was kept for the search."""
        played = schema.round_played.c
        rounds = conn.scalar(select(func.count(played.round.distinct())).where(played.journal_id == table.journal))
        drop = moved(conn, accounts.drop(table.id), table.journal)
        win = moved(conn, accounts.inventory(table.id), table.journal) + drop
        return int(rounds or 0), drop - table.settings.carried, win


def moved(conn: Connection, name: str, journal: str) -> int:
    """What the acts of one journal have put into an account, or taken out of it."""
    query = select(func.sum(schema.posting.c.cents)).join_from(schema.posting, schema.ledger_group)
    query = query.join(schema.account).where(schema.account.c.name == name, schema.ledger_group.c.journal == journal)
    return int(conn.scalar(query) or 0)


def at_table(conn: Connection, ledger: Ledger, table_id: str, *, empty: bool = False) -> dict[str, int]:
    """What each patron has in front of him at a table; `empty`: those with nothing too."""
    table, ends = schema.account, f"@{table_id}"
    query = select(table.c.name, table.c.balance).where(table.c.name.endswith(ends, autoescape=True))
    found = {row.name.removeprefix("patron:").removesuffix(ends): int(row.balance) for row in conn.execute(query)}
    return {patron: cents for patron, cents in sorted(found.items()) if cents or empty}


def staked(conn: Connection, ledger: Ledger, table_id: str) -> dict[str, int] | None:
    """Whose the chips on the layout are, from what was moved since it was last empty; None if that does not tell."""
    account, line = schema.account.c, schema.posting.c
    layout = accounts.layout(table_id)
    common = left = ledger.balance(conn, layout)
    query = select(line.group_number, line.cents).join_from(schema.posting, schema.account)
    numbers = []
    for row in conn.execute(query.where(account.name == layout).order_by(line.group_number.desc(), line.line.desc())):
        if not left:
            break
        numbers.append(row.group_number)
        left -= row.cents
    ends, found = f"@{table_id}", dict[str, int]()
    for group in ledger.groups(conn, numbers=numbers, limit=len(numbers) + 1):
        for name, cents in group.lines:
            if name.startswith("patron:") and name.endswith(ends):
                patron = name.removeprefix("patron:").removesuffix(ends)
                found[patron] = found.get(patron, 0) - cents
    told = not left and min(found.values(), default=0) >= 0 and sum(found.values()) == common
    return {patron: cents for patron, cents in sorted(found.items()) if cents} if told else None
