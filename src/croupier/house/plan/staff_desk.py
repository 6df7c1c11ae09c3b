"""The desk where the staff list changes and the house posts its own amounts: every act by two people."""

from collections.abc import Awaitable, Callable

import msgspec

from croupier.house.papers.documents import Document
from croupier.house.people import posted_amounts
from croupier.house.people.persons import Person, Proof
from croupier.house.plan.proposals import Proposals
from croupier.house.plan.staff import ADD, GRANT, KIND, StaffChanges
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused
from croupier.house.tables.desk import TableDesk

PATRON = "player"
ANYWHERE = ""  # staff and what is posted belong to no property and no table


class Change(msgspec.Struct, frozen=True):
    """What somebody asks for: see `croupier.house.plan.staff`."""

    change: str
    badge: str
    role: str = ""
    name: str = ""
    property: str = ""  # where the role is good; empty: everywhere


class Added(msgspec.Struct, frozen=True):
    """Somebody new: the one-time password if he is here already, shown once; of the staff, what waits."""

    password: str
    document: Document | None = None


class StaffingDesk(TableDesk):
    """A desk with what the two signatures of a change of staff do."""

    staff: StaffChanges


class StaffDesk(Proposals):
    KIND, CONFIRMS = KIND, "people.confirm"

    def __init__(self, house: StaffingDesk) -> None:
        super().__init__(house)
        self.house = house

    async def add(
        self, by: Person, change: Change, prove: Callable[[], Awaitable[Proof]], command: str | None = None
    ) -> Added:
        """Somebody new: a patron is no staff, so one person adds him; of the staff, one proposes and signs, and another
        confirms. `prove` is asked only where a signature is."""
        people = self.house.people
        if change.role == PATRON:
            given = (by, change.badge, change.name, change.role, None, change.property)
            return Added(await people.signing.run(by.badge, people.add, *given))
        document, password = await self.propose(await prove(), change, command)
        return Added(password, document)

    async def propose(self, proof: Proof, change: Change, command: str | None = None) -> tuple[Document, str]:
        """A proposal, and a one-time password where it needed nobody else: the second person of a new house."""
        house = self.house
        if change.change == ADD and change.role == PATRON:
            raise Refused("A patron is no staff.", "An administrator adds him alone.")
        data = {key: value for key, value in msgspec.to_builtins(change).items() if value}
        work = using(house.documents.begin, KIND, ANYWHERE, "", proof, data)
        document = await house.command(
            proof.badge, "people.manage", change.badge, f"staff {change}", Document, work, command
        )
        return document, house.staff.take(document.id)

    async def confirm(self, proof: Proof, document_id: str, command: str | None = None) -> tuple[Document, str]:
        """The second signature; the change is in force, and a one-time password is shown once."""
        house = self.house
        work = using(house.documents.sign, document_id, "confirm", proof)
        document = await house.command(
            proof.badge, self.CONFIRMS, document_id, f"staff confirm {document_id}", Document, work, command
        )
        return document, house.staff.take(document.id)

    def coming(self) -> list[Change]:
        """Those whom a proposal that waits would bring, or give a further role."""
        asked = [msgspec.convert(document.data("propose"), Change) for document in reversed(self.waiting())]
        return [change for change in asked if change.change in (ADD, GRANT)]

    async def post(self, proofs: tuple[Proof, Proof], name: str, value: int, command: str | None = None) -> int:
        """Another amount or time of the house's own, by two people."""
        house, by = self.house, proofs[0].badge
        work = using(posted_amounts.post, house.people, proofs, name, value)
        return await house.command(
            by, posted_amounts.ACT, name, f"post {name} {value} {proofs[1].badge}", int, work, command
        )

    def values(self) -> dict[str, int]:
        """Everything that the house posts, as it is in force."""
        with self.house.storage.reading() as conn:
            return {name: posted_amounts.posted(conn, name) for name in posted_amounts.POSTED}
