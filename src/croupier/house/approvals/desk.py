"""The desk at which rules are moved on their way into force: one act of one person, signed, once, on what he saw.

What each step asks for is in croupier.house.approvals.cases; here a command sent twice acts once, and who looked at an
earlier state is told so.
"""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from croupier.house.approvals.case import ACTS, Case, place_of, subject
from croupier.house.approvals.cases import Approvals
from croupier.house.approvals.out_of_order import BrokenBooks
from croupier.house.people.persons import Proof
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.faults import BOOK
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk
from croupier.rulebook import Rulebook


class ApprovingDesk(TableDesk):
    """A desk with the record of what was submitted and approved."""

    approvals: Approvals


class ApprovalDesk:
    def __init__(self, house: ApprovingDesk) -> None:
        self.house = house
        house.faults.closers[BOOK] = BrokenBooks(house.faults, house.storage)

    async def submit(self, proof: Proof, book: Rulebook | None, command: str | None = None) -> Case:
        if book is None:
            raise Refused("This text is not on the shelf.", "Only what can be read is submitted.")
        name = subject(book.property, book.game, book.digest)
        return await self._do(proof, "submit", name, using(self.house.approvals.submit, proof, book), (), command)

    async def decide(
        self,
        proof: Proof,
        name: str,
        *,
        approve: bool,
        day: datetime.date,
        reason: str = "",
        conditions: str = "",
        until: datetime.date | None = None,
        takes_up: str = "",
        command: str | None = None,
        seen: int | None = None,
    ) -> Case:
        more: dict[str, Any] = {"conditions": conditions, "until": until} if conditions or until else {}
        more |= {"takes_up": takes_up} if takes_up else {}
        work = using(self.house.approvals.decide, proof, name, approve=approve, day=day, reason=reason, **more)
        return await self._do(proof, "decide", name, work, (approve, day, reason, *more.values()), command, seen)

    async def ask(
        self, proof: Proof, name: str, *, question: str, command: str | None = None, seen: int | None = None
    ) -> Case:
        work = using(self.house.approvals.ask, proof, name, question=question)
        return await self._do(proof, "ask", name, work, question, command, seen)

    async def answer(
        self, proof: Proof, name: str, *, answer: str, command: str | None = None, seen: int | None = None
    ) -> Case:
        work = using(self.house.approvals.answer, proof, name, answer=answer)
        return await self._do(proof, "answer", name, work, answer, command, seen)

    async def withdraw(
        self, proof: Proof, name: str, *, reason: str = "", command: str | None = None, seen: int | None = None
    ) -> Case:
        work = using(self.house.approvals.withdraw, proof, name, reason=reason)
        return await self._do(proof, "withdraw", name, work, reason, command, seen)

    async def post(
        self, proof: Proof, name: str, *, where: str, command: str | None = None, seen: int | None = None
    ) -> Case:
        work = using(self.house.approvals.post, proof, name, where=where)
        return await self._do(proof, "post", name, work, where, command, seen)

    async def open_poll(
        self,
        proof: Proof,
        name: str,
        *,
        deadline_us: int,
        justification: str = "",
        command: str | None = None,
        seen: int | None = None,
    ) -> Case:
        work = using(self.house.approvals.open_poll, proof, name, deadline_us=deadline_us, justification=justification)
        return await self._do(proof, "poll", name, work, (deadline_us, justification), command, seen)

    async def vote(
        self,
        proof: Proof,
        name: str,
        votes: Mapping[int, str],
        command: str | None = None,
        reasons: Mapping[int, str] | None = None,
    ) -> Case:
        """Members' votes as they came in, all of them or none. Others may come in meanwhile: no state is named."""
        if not votes:
            raise Refused("No vote was given.", "Choose what at least one member replied.")
        work = using(self._vote_in, proof, name, votes, reasons)
        about = [sorted(votes.items()), sorted(reasons.items())] if reasons else sorted(votes.items())
        return await self._do(proof, "vote", name, work, about, command)

    def _vote_in(
        self, tx: Tx, proof: Proof, name: str, votes: Mapping[int, str], reasons: Mapping[int, str] | None
    ) -> Case:
        for member, vote in sorted(votes.items()):
            said = (reasons or {}).get(member, "")
            case = self.house.approvals.vote(tx, proof, name, member=member, vote=vote, reason=said)
        return case

    async def close_poll(
        self, proof: Proof, name: str, *, revisions: str = "", command: str | None = None, seen: int | None = None
    ) -> Case:
        work = using(self.house.approvals.close_poll, proof, name, revisions=revisions)
        return await self._do(proof, "close", name, work, revisions, command, seen)

    async def notice(self, proof: Proof, name: str, command: str | None = None, seen: int | None = None) -> Case:
        return await self._do(proof, "notice", name, using(self.house.approvals.notice, proof, name), (), command, seen)

    async def enter(
        self,
        proof: Proof,
        name: str,
        *,
        meeting: datetime.date,
        command: str | None = None,
        seen: int | None = None,
    ) -> Case:
        work = using(self.house.approvals.enter, proof, name, meeting=meeting)
        return await self._do(proof, "enter", name, work, meeting, command, seen)

    async def _do(
        self,
        proof: Proof,
        step: str,
        name: str,
        work: Callable[[Tx], Case],
        about: Any,
        command: str | None,
        seen: int | None = None,
    ) -> Case:
        house = self.house

        def checked(tx: Tx) -> Case:
            house.people.require(tx, proof.badge, ACTS[step], place_of(name))
            house.approvals.hold(tx, name)
            if seen is not None and seen != (now := len(house.approvals.steps(tx.conn, name))):
                raise Stale(f"Step {now} is signed by now.", "Look at it again; nothing was signed.")
            return work(tx)

        case = await house.command(
            proof.badge, ACTS[step], name, f"{step} {name} {written(about)}", Case, checked, command
        )
        house.hub.publish(News("floor", "approval", data=name))
        return case
