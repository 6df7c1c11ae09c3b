"""The house: puts the rooms together; the only one that knows them all."""

import asyncio

import argon2

from croupier.house.approvals.cases import Approvals
from croupier.house.approvals.desk import ApprovingDesk
from croupier.house.latest_proof import Proofs
from croupier.house.other_servers import OtherServers
from croupier.house.plan.changes import HouseChanges
from croupier.house.plan.staff import StaffChanges
from croupier.house.plan.staff_desk import StaffingDesk
from croupier.house.poker_room.procedures.desk import PokerDesk, Procedures
from croupier.house.record import journals
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.tournaments.poker.store import posted_at
from croupier.house.tournaments.table.store import turns_at


class House(PokerDesk, ApprovingDesk, StaffingDesk):
    def __init__(
        self, storage: Storage, sources: Sources | None = None, hasher: argon2.PasswordHasher | None = None
    ) -> None:
        super().__init__(storage, sources, hasher)
        self.staff = StaffChanges(self.people, self.second_factor)
        self.approvals = Approvals(self.sources, self.people)
        self.documents.effects |= {"staff": self.staff, "house": HouseChanges(self.people, self.sources)}
        self.procedures = Procedures(self.ledger, self.notices, self.people, self.documents, self.sources, self.today)
        self.tables.room = self.procedures
        self.procedures.pool.posted = posted_at
        self.turns_at = turns_at
        self.others = OtherServers(self)
        self.proofs = Proofs(storage, self.ledger, self.sources)

    def start(self) -> None:
        """Listen to other servers on the same database; write on another core while the tables are busy. Optional: a
        lone server needs nobody, nor does a house within a program."""
        self.scribe.serve()
        if self.peers is not None:
            self.peers.start(asyncio.get_running_loop(), self.others.heard)

    async def rest(self) -> None:
        """End whatever runs by itself: listening, timers, threads and keepers. The record is not touched."""
        if self.peers is not None:
            await asyncio.to_thread(self.peers.stop)
        self.clockwork.stop()
        self.people.close()
        self.proofs.close()
        for keeper in self.keepers.values():
            await keeper.stop()
        self.keepers.clear()

    async def stop(self) -> None:
        """Let go of the tables in an orderly way. Nothing depends on it: the record is whole at any instant."""
        await self.rest()
        await asyncio.to_thread(self.writer.run, lambda tx: journals.release(tx, self.owner))
        await asyncio.to_thread(self.writer.close)
