"""A poker tournament that can't be read: everybody gets back what he paid in, and it is cancelled on the record.

What was paid is in the ledger, whatever became of the acts. Bounties and cash-outs that a patron has had already are
taken off; where somebody has had more than he paid, or a fund has been spent, the house makes it up: it is its fault.
"""

from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, select

from croupier.house.record import schema
from croupier.house.record.accounts import house as house_account
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.faults import Fault, Returns
from croupier.house.record.ledger import NEVER_BELOW_ZERO, Group, Ledger, Line
from croupier.house.record.writer import Tx
from croupier.house.tables.out_of_order import KIND
from croupier.house.tournaments.poker import store
from croupier.house.tournaments.poker.prizes.till import purse, voucher
from croupier.house.tournaments.poker.state import CANCELLED, PLAYING, REGISTERING
from croupier.house.tournaments.poker.store import Event

PATRON = "patron:"


class BrokenTournaments:
    def __init__(
        self,
        ledger: Ledger,
        sources: Sources,
        look: Callable[[str], Awaitable[object]],
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        self._ledger, self._sources = ledger, sources
        self._look, self._forget = look, forget

    async def look(self, subject: str) -> None:
        await self._look(subject)

    async def forget(self, subject: str) -> None:
        await self._forget(subject)

    def open_ones(self, conn: Connection) -> list[str]:
        return [event.id for event in store.all_of(conn) if event.state in (REGISTERING, PLAYING)]

    def returns(self, conn: Connection, subject: str) -> Returns:
        back = {name: cents for name, cents in self._paid(conn, subject).items() if _payer(subject, name) and cents < 0}
        return Returns({_payer(subject, name): -cents for name, cents in sorted(back.items())})

    def _paid(self, conn: Connection, name: str) -> dict[str, int]:
        """What every account has got out of this tournament so far; who paid has got less than nothing."""
        group, line, account = schema.ledger_group, schema.posting, schema.account
        touched = select(line.c.group_number).join_from(line, account).where(account.c.name == purse(name))
        ours = group.c.number.in_(touched) | ((group.c.memo == name) & group.c.kind.startswith("tournament-"))
        query = select(account.c.name, line.c.cents).join_from(line, group).join(account).where(ours)
        moved: dict[str, int] = {}
        for row in conn.execute(query):
            moved[row.name] = moved.get(row.name, 0) + row.cents
        return moved

    def close(self, tx: Tx, fault: Fault, by: str, shares: dict[str, int]) -> None:
        event = store.get(tx.conn, fault.subject, lock=True)
        if event.state not in (REGISTERING, PLAYING):
            raise Stale(f"{event.id} is {event.state}.", "Only one that is not over is closed so.")
        if shares:
            raise Refused("Nobody shares in a tournament that is called off.", "Everybody gets back what he paid.")
        tx.flush()
        lines = self._back(tx, event)
        if lines:
            self._ledger.open(tx, *(name for name, _ in lines))
            self._ledger.post(tx, Group(kind=KIND, by=by, lines=tuple(lines), memo=event.id))
        store.close(tx, event, CANCELLED, self._sources.now_us())

    def _back(self, tx: Tx, event: Event) -> list[Line]:
        """Every posting the other way round, but that nobody pays back what he has won, nor a fund what it spent."""
        house, lines = house_account(event.plan.property), list[Line]()
        for name, cents in sorted(self._paid(tx.conn, event.id).items()):
            back = -cents
            if _payer(event.id, name):
                back = max(back, 0)
            elif back < 0 and name.partition(":")[0] in NEVER_BELOW_ZERO:
                back = -min(-back, self._ledger.balance_in(tx, name))
            if name != house and back:
                lines.append((name, back))
        rest = -sum(cents for _, cents in lines)
        return [*lines, (house, rest)] if rest else lines


def _payer(tournament: str, name: str) -> str:
    """The patron whose account, or whose won entry, this is."""
    won = voucher(tournament, "")
    if name.startswith(won):
        return name.removeprefix(won)
    return name.removeprefix(PATRON) if name.startswith(PATRON) and "@" not in name else ""
