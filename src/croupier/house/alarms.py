"""What nobody looks at until it is too late, looked at once a minute: clock, disk, proof, version. An alarm
is a notice.

A clock that is moved while the house is open is noted in the log, by how much: times before and after do not compare.
What has passed (there is room again) is settled by itself; a moved clock and a changed record wait for people. A server
of another version than the record writes no notice: it says so in its log, where whoever runs it looks. So does one
whose writing hangs, and the notice follows when it goes on.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator

import msgspec

from croupier.house import readiness
from croupier.house.house import House
from croupier.house.people.persons import SYSTEM
from croupier.house.record.loops import Loop
from croupier.house.record.writer import Tx

LOG = logging.getLogger("croupier")
LOOK_S = 60.0
WRITING_S = 5.0  # a house that can't write is looked at more often
TAKEN_OVER_S = 30.0  # longer than a disk that works takes
ACT = CLOCK = "clock"  # the act in the log of people, and what it is done to
MOVED, DISK, CHANGED, UPGRADED = "clock-moved", "disk-low", "chain-broken", "record-upgraded"
HUNG = "writing-hung"
PASSING = (DISK, UPGRADED)


class Alarm(msgspec.Struct, frozen=True):
    kind: str
    words: str


class Alarms:
    def __init__(
        self, house: House, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._house, self._wall, self._steady = house, wall, steady
        self._apart = wall() - steady()
        self._loop = Loop("alarms")
        self._hung_s = 0.0  # how long the writing has hung at the last look

    async def run(self) -> None:
        writing = Loop("alarm of the writing").run(self.look_at_writing, lambda: WRITING_S)
        await asyncio.gather(self._loop.run(self.look, lambda: LOOK_S), writing)

    async def look_at_writing(self) -> None:
        """Whether the process that writes for the tables hangs: the log says so at once, a notice when it is over. One
        that goes on hanging is ended: the house writes by itself."""
        scribe, before_s = self._house.scribe, self._hung_s
        if words := readiness.hanging(scribe):
            self._hung_s = scribe.silent_s
            if not before_s:
                LOG.error("%s: %s", HUNG, words)
            if self._hung_s >= TAKEN_OVER_S:
                if before_s < TAKEN_OVER_S:
                    LOG.error("%s: the house ends that process and writes by itself.", HUNG)
                scribe.end()
        elif before_s:
            self._hung_s = 0.0
            says = f"The process that writes for the tables was silent for {before_s:.0f} s or more: look at the disk."
            LOG.error("%s is over: %s", HUNG, says)
            await self._house.write(lambda tx: self._tell(tx, [Alarm(HUNG, says)]))

    async def look(self) -> list[Alarm]:
        """What is wrong now; people are told once of each."""
        moved_s = self._moved()
        proved = await self._house.proofs.latest(patience_s=0)
        disk = await asyncio.to_thread(readiness.disk, self._house.storage)
        version = await asyncio.to_thread(self._version)
        found = [*_clock(moved_s), *_disk(disk), *_record(proved.wrong), *_upgraded(version)]
        if version.state != "good":  # this server can write nothing into that record: its log and /readyz tell
            for alarm in found:
                LOG.error("%s: %s", alarm.kind, alarm.words)
            return found
        waits = await asyncio.to_thread(self._waiting)
        if found or waits:
            await self._house.write(lambda tx: self._tell(tx, found, moved_s, PASSING))
        return found

    def _moved(self) -> float:
        """By how much the wall's clock went otherwise than time did since the last look."""
        apart = self._wall() - self._steady()
        moved, self._apart = apart - self._apart, apart
        return moved

    def _version(self) -> readiness.Check:
        with self._house.storage.reading() as conn:
            return readiness.version(conn, self._house.storage)

    def _waiting(self) -> bool:
        with self._house.storage.reading() as conn:
            return any(notice.kind in PASSING for notice in self._house.notices.waiting(conn))

    def _kinds(self, tx: Tx, place: str) -> set[str]:
        return {notice.kind for notice in self._house.notices.waiting(tx.conn, place)}

    def _tell(self, tx: Tx, found: list[Alarm], moved_s: float = 0.0, looked_for: tuple[str, ...] = ()) -> None:
        """Raise what was found; what was looked for and is not among it has passed."""
        house = self._house
        kinds = {alarm.kind for alarm in found}
        if MOVED in kinds:
            house.people.log(tx, SYSTEM, ACT, CLOCK, "done", f"moved by {moved_s:+.1f} s")
        for place in sorted({table.property for table in house.tables.everyone(tx.conn)}):
            for alarm in found:
                # how full a disk is differs each time: one notice stands for it
                if alarm.kind not in PASSING or alarm.kind not in self._kinds(tx, place):
                    house.notices.raise_in(tx, place, alarm.kind, alarm.words, SYSTEM)
            for kind in looked_for:
                if kind not in kinds:
                    house.notices.settle_kind(tx, place, kind, SYSTEM)


def _clock(moved_s: float) -> Iterator[Alarm]:
    if abs(moved_s) > readiness.STEP_S:
        way = "forward" if moved_s > 0 else "back"
        yield Alarm(MOVED, f"The machine's clock was set {way} by {abs(moved_s):,.0f} s: look at its time service.")


def _upgraded(check: readiness.Check) -> Iterator[Alarm]:
    if check.state != "good":
        yield Alarm(UPGRADED, f"A server here is of another version than the record: {check.says}.")


def _disk(check: readiness.Check) -> Iterator[Alarm]:
    if check.state != "good":
        yield Alarm(DISK, f"The disk is nearly full: {check.says}.")


def _record(wrong: tuple[str, ...]) -> Iterator[Alarm]:
    if wrong:
        more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        yield Alarm(CHANGED, f"The record is not what it was: {wrong[0]}{more}. See /audit.")
