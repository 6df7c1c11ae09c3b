"""A gaming period handed out over the counter: who asks signs for it, and the log names the file by its digest.

Only days that are over are handed out: a round under way has cards that nobody may read.
"""

import asyncio
import datetime
from pathlib import Path

from croupier.house.people.gaming_day import DAY, span
from croupier.house.people.persons import Proof
from croupier.house.periods import exporting
from croupier.house.periods.bundle import Period, file_digest
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk

READS, ACT = "audit.read", "audit.export"
DAYS_MAX = 366


class PeriodDesk:
    def __init__(self, house: TableDesk) -> None:
        self.house = house
        self.key: Path | None = None  # the house's own, which signs what it hands out

    def last_day(self) -> datetime.date:
        """The last gaming day that is over."""
        with self.house.storage.reading() as conn:
            return span(conn, self.house.sources.now_us()).date - DAY

    async def hand_out(
        self, proof: Proof, first: datetime.date, last: datetime.date, file: Path, command: str | None = None
    ) -> tuple[Period, str]:
        """Write a period to a new file; what it says of itself, and the digest of the whole file. Asked for again under
        the same command it is signed for once."""
        house, by, words = self.house, proof.badge, f"period {first} to {last}"

        def signed(tx: Tx) -> str:
            house.people.sign(tx, proof, READS, words)
            return words

        await house.answering(by, ACT, words, asyncio.to_thread(self._check, first, last))
        await house.command(by, ACT, words, words, str, signed, command)
        period = await house.answering(by, ACT, words, asyncio.to_thread(self._made, first, last, file))
        digest = await asyncio.to_thread(file_digest, file)
        seals = f"seals {period.opening.number + 1} to {period.closing.number}, SHA-256 {digest}"
        await house.write(lambda tx: house.people.log(tx, by, ACT, words, "done", seals))
        return period, digest

    def _made(self, first: datetime.date, last: datetime.date, file: Path) -> Period:
        return exporting.export(self.house.storage, first, last, file, self.key)

    def _check(self, first: datetime.date, last: datetime.date) -> None:
        over = self.last_day()
        if last > over:
            raise Refused(f"{last} is not over.", f"The last gaming day that can be handed out is {over}.")
        if last < first:
            raise Refused(f"The period ends on {last} and begins on {first}.", "Give the first day first.")
        if (last - first).days >= DAYS_MAX:
            raise Refused("A period is a year at most.", "Hand out one after the other: each begins where one ended.")
