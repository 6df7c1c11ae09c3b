"""What is out of order in the whole house: found, shown with what lies there, closed by a supervisor and a manager.

It takes both: each gives the password, the reason goes into the log, and in the same step the chips go back to the
patrons by the ledger. What can be read and played on is closed in the ordinary way instead.
"""

import msgspec

from croupier.equipment.money import money
from croupier.house.people.persons import Proof
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.faults import GIVE_UP as ACT
from croupier.house.record.faults import LISTS, POKER_TABLE, TABLE, Fault, OutOfOrder, Returns
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk

REASON_CHARS_MAX = 400


class ShownFault(msgspec.Struct, frozen=True):
    """One thing that is out of order, what lies there, and who may do what about it."""

    fault: Fault
    returns: Returns
    may: str


class GivenUp(msgspec.Struct, frozen=True):
    """What went back to whom."""

    kind: str
    subject: str
    back: dict[str, int]


class OutOfOrderDesk:
    def __init__(self, house: TableDesk) -> None:
        self._house = house

    async def inspect(self) -> list[Fault]:
        """Look at everything that people may be at; what can't be read is found here before anybody stands there."""
        faults = self._house.faults
        with self._house.storage.reading() as conn:
            wanted = [(closer, name) for closer in faults.closers.values() for name in closer.open_ones(conn)]
        for closer, name in wanted:
            try:
                await closer.look(name)
            except Refused:  # out of order, or closed meanwhile
                continue
        return faults.all()

    async def all(self) -> list[ShownFault]:
        return [self._shown(fault) for fault in await self.inspect()]

    async def one(self, kind: str, subject: str) -> ShownFault:
        return self._shown(await self._fault(kind, subject))

    async def _fault(self, kind: str, subject: str) -> Fault:
        faults = self._house.faults
        closer = faults.closers.get(kind)
        if closer is None:
            raise NotFound(f"There is no {kind!r}.", f"There are {', '.join(sorted(faults.closers))}.")
        faults.look_again(kind, subject)
        try:
            await closer.look(subject)
        except OutOfOrder as broken:
            return broken.fault
        fault = faults.of(kind, subject)
        if fault is None:
            raise Stale(f"{subject} is in order.", "Close it in the ordinary way.")
        return fault

    def _shown(self, fault: Fault) -> ShownFault:
        with self._house.storage.reading() as conn:
            returns = self._house.faults.closers[fault.kind].returns(conn, fault.subject)
        may = "A supervisor and a manager close it together, each with the password."
        if returns.common and returns.staked is None:
            may += f" The record does not tell whose the {money(returns.common)} on the layout are: they say so."
        if fault.kind == LISTS:
            may += " Until then the floor gives the seats."
        return ShownFault(fault, returns, f"{may} {returns.note}".strip())

    async def close(
        self,
        proofs: tuple[Proof, Proof],
        kind: str,
        subject: str,
        reason: str,
        shares: dict[str, int] | None = None,
        command: str | None = None,
    ) -> GivenUp:
        """Close it on the record; `shares` says whose the common chips are where the record does not tell."""
        house, by = self._house, proofs[0].badge
        asked = f"give-up {kind} {subject} {proofs[1].badge} {written((reason, shares))}"
        known = house.answered(command, by, asked, GivenUp)
        if known is not None:
            return known
        if not reason.strip():
            raise Refused("To close it takes a reason.", "Write what was found.")
        found = await self.one(kind, subject)
        given = shares or found.returns.staked or {}
        work = using(self._close_in, proofs, kind, subject, found, reason.strip(), given)
        done = await house.command(by, ACT, subject, asked, GivenUp, work, command)
        house.faults.forget(kind, subject)
        await house.faults.closers[kind].forget(subject)
        self._told(found.fault, done)
        return done

    def _close_in(
        self,
        tx: Tx,
        proofs: tuple[Proof, Proof],
        kind: str,
        subject: str,
        found: ShownFault,
        reason: str,
        given: dict[str, int],
    ) -> GivenUp:
        house, fault, by, chips = self._house, found.fault, proofs[0].badge, found.returns.chips
        self._sign(tx, proofs, subject, fault.property)
        house.faults.closers[kind].close(tx, fault, by, given)
        house.people.log(tx, by, ACT, subject, "done", f"{fault.why}; {reason}"[:REASON_CHARS_MAX])
        back = {who: chips.get(who, 0) + given.get(who, 0) for who in {*chips, *given}}
        return GivenUp(kind, subject, dict(sorted(back.items())))

    def _sign(self, tx: Tx, proofs: tuple[Proof, Proof], subject: str, place: str) -> None:
        both = "A supervisor and a manager close it."
        signed = self._house.people.sign_by_two(tx, proofs, (ACT, ACT), subject, both, place)
        if {person.role for person in signed} != {"supervisor", "manager"}:
            raise Forbidden("It takes a supervisor and a manager.", "Both sign.")

    def _told(self, fault: Fault, done: GivenUp) -> None:
        hub = self._house.hub
        hub.publish(News("floor", "table", data=fault.subject))
        if fault.kind in (TABLE, POKER_TABLE):
            hub.publish(News(f"table:{fault.subject}", "closed"))
        for place in (fault.property, ""):
            hub.publish(News(f"room:{place}", "closed", 0, fault.subject))
        for patron in done.back:
            hub.publish(News(f"patron:{patron}", "balance"))
