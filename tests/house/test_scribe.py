"""The scribe, a process that writes the tables' everyday acts: as safe as the thread, in one order with it, and nothing
is lost or doubled when it dies."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from croupier.house import alarms as alarming
from croupier.house import readiness
from croupier.house.alarms import Alarms
from croupier.house.record import audit_log, journals, schema, scribe
from croupier.house.record.commands.receipts import Receipt, kept
from croupier.house.record.database.storage import Storage
from croupier.house.record.everyday import Everyday
from croupier.house.record.scribe import Handed, Hello, framed
from croupier.house.record.sealing import seals
from croupier.house.record.writer import Tx, Writer
from croupier.house.tables.desk import TableBook
from croupier.house.tables.live import Live
from croupier.house.tables.table_unit import TableUnit
from croupier.rounds import acts

from .conftest import CHEAP
from .houses import Floor, agrees, run

TABLES = ("E-1", "E-2", "E-3")
LATE_S = 120.0


@pytest.fixture
def floor(url: str, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """A house that begins a scribe with the first act, wherever it runs, and another as soon as one has died."""
    monkeypatch.setattr(scribe, "BUSY_ACTS", 1)
    monkeypatch.setattr(scribe, "AGAIN_S", 0.0)
    monkeypatch.setattr(scribe, "_cores", lambda: 2)
    return Floor(url, hasher=CHEAP)


async def busy(floor: Floor) -> None:
    for at, table_id in enumerate(TABLES, 1):
        await floor.electronic(table_id)
        await floor.sit(table_id, f"player-{at}", 1)
    floor.house.scribe.serve()
    await until_it_writes(floor)


async def until_it_writes(floor: Floor) -> None:
    async with asyncio.timeout(LATE_S):
        while not floor.house.scribe.writes:
            if floor.house.scribe.process is None:
                await all_play(floor)  # which begins one
            await asyncio.sleep(0.02)


async def all_play(floor: Floor, rounds: int = 1) -> None:
    await asyncio.gather(*(floor.play(table_id, rounds) for table_id in TABLES))


def process_of(floor: Floor) -> "subprocess.Popen[bytes]":
    process = floor.house.scribe.process
    assert process is not None
    return process


def by_thread(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the writer's thread is handed from here on."""
    taken: list[Any] = []
    take = floor.house.writer._take

    def noted(job: Any) -> None:
        taken.append(job)
        take(job)

    monkeypatch.setattr(floor.house.writer, "_take", noted)
    return taken


def test_a_busy_house_hands_its_tables_acts_to_the_scribe(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(floor: Floor) -> None:
        await busy(floor)
        taken, works = by_thread(floor, monkeypatch), floor.house.writer.works
        await all_play(floor, 3)
        assert taken == []
        assert floor.house.writer.works > works
        for table_id in TABLES:
            await agrees(floor, table_id)

    run(scenario, floor)


def test_works_of_the_thread_and_acts_keep_their_order(floor: Floor) -> None:
    """A work sees every act that was asked for before it, though nobody waited for the act's answer."""

    async def scenario(floor: Floor) -> None:
        await busy(floor)
        house, player = floor.house, floor.person("player-1")
        table = await house.table("E-1")
        for cents in (10_00, 15_00, 20_00):
            betting = asyncio.ensure_future(house.answer("E-1", player, acts.Bet(1, "ante", cents)))
            await asyncio.sleep(0)  # it is applied and asked for, and not on record
            assert not betting.done()
            seen = house.writer.run(lambda tx: journals.number_of(tx.conn, table.pages.journal_id))
            receipt = await betting
            assert seen == receipt.entry
        note = (1, "supervisor-1", "note", "E-1", "done", "between the acts")
        await asyncio.gather(all_play(floor, 2), *(house.write(lambda tx: audit_log.log(tx, *note)) for _ in range(20)))
        assert house.scribe.writes

    run(scenario, floor)


@pytest.mark.parametrize("holds", ["held before the act", "killed at any instant"])
def test_a_scribe_that_dies_loses_and_doubles_nothing(floor: Floor, holds: str) -> None:
    async def scenario(floor: Floor) -> None:
        await busy(floor)
        answered: list[str] = []

        async def bet(table: int, at: int) -> None:
            command = f"bet-{holds}-{table}-{at}"
            act = acts.Bet(1, "ante", 10_00 + 5_00 * (at % 3))
            await floor.house.answer(TABLES[table], floor.person(f"player-{table + 1}"), act, None, command)
            answered.append(command)

        for at in range(4):
            await until_it_writes(floor)
            process = process_of(floor)
            if holds.startswith("held"):
                process.send_signal(signal.SIGSTOP)
            sent = [asyncio.ensure_future(bet(table, at)) for table in range(len(TABLES))]
            for _ in range(2 + at):
                await asyncio.sleep(0)
            process.kill()
            await asyncio.gather(*sent)
            async with asyncio.timeout(LATE_S):  # it may have answered all before it died
                while floor.house.scribe.process is process:
                    await asyncio.sleep(0)
        with floor.storage.reading() as conn:
            asked = schema.command.c.id.startswith("bet-")
            assert sorted(conn.scalars(select(schema.command.c.id).where(asked))) == sorted(answered)
        assert len(answered) == 4 * len(TABLES)
        for table_id in TABLES:
            await agrees(floor, table_id)

    run(scenario, floor)


@pytest.mark.parametrize("ends", ["goes on", "is killed", "is taken over"])
def test_a_scribe_that_hangs_is_told_and_loses_and_doubles_nothing(
    floor: Floor, ends: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What waits for it, acts of tables and everything else, is done once when it goes on, or is ended by somebody or
    by the house."""
    monkeypatch.setattr(readiness, "SILENT_S", 0.2)
    monkeypatch.setattr(alarming, "TAKEN_OVER_S", 0.3 if ends == "is taken over" else 3600.0)
    monkeypatch.setattr(readiness, "WRITE_S_MAX", 0.3)
    monkeypatch.setattr(readiness, "KEPT_S", 0.0)

    async def nothing() -> list[Any]:
        return []

    async def scenario(floor: Floor) -> None:
        await busy(floor)
        house, alarms = floor.house, Alarms(floor.house)
        ready = readiness.Readiness(house, nothing)
        assert house.scribe.silent_s == 0 and (await ready.look()).ready
        process = process_of(floor)
        process.send_signal(signal.SIGSTOP)
        waiting = [
            asyncio.ensure_future(
                house.answer(table_id, floor.person(f"player-{at}"), acts.Bet(1, "ante", 15_00), None, f"hung-{at}")
            )
            for at, table_id in enumerate(TABLES, 1)
        ]
        async with asyncio.timeout(LATE_S):
            while not house.scribe.silent_s:
                await asyncio.sleep(0)
        note = (1, "supervisor-1", "note", "E-1", "done", "while it hung")
        work = asyncio.ensure_future(house.write(lambda tx: audit_log.log(tx, *note)))
        said = ""
        try:
            async with asyncio.timeout(LATE_S):
                while f"kill -9 {process.pid}" not in said:
                    (said,) = [check.says for check in (await ready.look()).checks if check.name == "record"]
            await alarms.look_at_writing()
            assert "writing-hung" in caplog.text
            assert ends == "is taken over" or (not work.done() and not any(one.done() for one in waiting))
            if ends == "is taken over":
                async with asyncio.timeout(LATE_S):
                    while not work.done():
                        await alarms.look_at_writing()
                        await asyncio.sleep(0)
                assert "the house ends that process" in caplog.text
        finally:
            process.send_signal(signal.SIGCONT if ends == "goes on" else signal.SIGKILL)
        await asyncio.gather(work, *waiting)
        assert house.scribe.silent_s == 0 and (await ready.look()).ready
        await alarms.look_at_writing()
        with floor.storage.reading() as conn:
            assert [n.kind for n in house.notices.waiting(conn)] == ["writing-hung"]
            done = select(schema.command.c.id).where(schema.command.c.id.startswith("hung-"))
            assert sorted(conn.scalars(done)) == ["hung-1", "hung-2", "hung-3"]
            noted = select(func.count()).where(schema.audit_log.c.reason == "while it hung")
            assert conn.scalar(noted) == 1
        for table_id in TABLES:
            await agrees(floor, table_id)

    run(scenario, floor)


def test_an_answer_that_the_writer_has_read_is_not_waited_for_by_the_loop(floor: Floor) -> None:
    """The loop was told that something has come, and the writer's thread took it first: the house stood still."""

    async def scenario(floor: Floor) -> None:
        await busy(floor)
        scribe = floor.house.scribe
        bet = acts.Bet(1, "ante", 15_00)
        answered = asyncio.ensure_future(floor.house.answer("E-1", floor.person("player-1"), bet))
        while not scribe.silent_s:  # handed over
            await asyncio.sleep(0)
        scribe.drain()
        scribe._heard()  # as the loop does when its turn comes
        await answered
        assert scribe.writes
        await agrees(floor, "E-1")

    run(scenario, floor)


def test_what_the_scribe_can_not_write_the_thread_does_act_by_act(floor: Floor, url: str) -> None:
    """Another server has moved one of the tables on: its act looks again, the others lose nothing by it."""

    async def scenario(floor: Floor) -> None:
        await busy(floor)
        other = Floor(url, seed="other", hasher=CHEAP)
        try:
            await other.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 10_00))
        finally:
            other.house.writer.close()
            other.storage.close()
        before = [(await floor.house.table(table_id)).driver.entry for table_id in TABLES[1:]]
        await asyncio.gather(
            *(
                floor.house.answer(table_id, floor.person(f"player-{at}"), acts.Bet(1, "ante", 15_00))
                for at, table_id in enumerate(TABLES, 1)
            )
        )
        assert floor.house.scribe.writes
        assert [(await floor.house.table(table_id)).driver.entry for table_id in TABLES[1:]] == [n + 1 for n in before]
        for table_id in TABLES:
            await agrees(floor, table_id)

    run(scenario, floor)


class Blind(Tx):
    """A transaction that gathers rows and has no record to ask."""

    conn: Any = None  # is handed on, and nothing can be asked of it

    def __init__(self) -> None:
        self.rows, self.balances, self.heads, self.checkpoints = {}, {}, {}, {}
        self.known, self.names, self.commands, self.after = Numbers(), {}, 0, []
        self._counters = {"ledger": 7}

    def found(self) -> tuple[Any, ...]:
        heads = {journal: (head.before, head.after, head.hash) for journal, head in self.heads.items()}
        orders = self.rows.pop(schema.vault, [])  # each encrypted in its own way
        rows = {table.name: [tuple(row) for row in some] for table, some in self.rows.items() if some}
        sealed = [row[:2] for row in orders]
        return rows, sealed, self.balances, heads, self.checkpoints, self.names, self.commands


class Numbers(dict[str, int]):
    """Of accounts, whichever they are."""

    def get(self, name: str, default: Any = None) -> int:
        return len(name) + sum(name.encode()) * 1_000


@pytest.mark.parametrize("game", ["three-card-poker", "roulette", "blackjack", "mini-midi-baccarat"])
def test_an_everyday_act_asks_the_record_nothing_and_writes_the_same_wherever_it_is_written(
    migrated_file: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    (tmp_path / "floor.db").write_bytes(migrated_file.read_bytes())
    floor, original, seen = Floor(f"sqlite:///{tmp_path}/floor.db", hasher=CHEAP), TableBook.everyday, list[str]()

    def compared(book: TableBook, held: Live, unit: TableUnit) -> Everyday | None:
        act = original(book, held, unit)
        if act is not None:
            ledger = floor.house.ledger
            whole, here, there = Blind(), Blind(), Blind()
            book.write(whole, held, unit)
            act.write(here, ledger)
            sent = msgspec.msgpack.decode(msgspec.msgpack.encode(Handed(1, [act])), type=Handed)
            sent.acts[0].write(there, ledger)
            assert whole.found() == here.found() == there.found()
            seen.append(type(unit.command.act).__name__)
        return act

    monkeypatch.setattr(TableBook, "everyday", compared)

    async def scenario(floor: Floor) -> None:
        await floor.electronic("E-1", game, demo=True)
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 4)

    run(scenario, floor)
    assert {"Bet", "Close"} <= set(seen)


def test_a_scribe_whose_house_has_died_writes_what_it_was_given_and_ends(
    url: str, storage: Storage, writer: Writer
) -> None:
    start = writer.run(lambda tx: journals.create(tx, "T1.1", "T1", 0))
    entry = journals.linked(start.hash, 1, "Bet", b"{}", 5)
    command = ("c1", "Bet T1", b"digest", "ann", 5)
    act = Everyday("T1.1", [entry], [], None, None, [], [], command, kept(Receipt(1, 1)))
    house, its = socket.socketpair()
    named = [sys.executable, "-m", "croupier.house.record.scribe", str(its.fileno())]
    with its:
        process = subprocess.Popen(named, pass_fds=[its.fileno()])
    encode = msgspec.msgpack.encode
    address = Storage(url).url.render_as_string(hide_password=False)
    with house:
        house.sendall(framed(encode(Hello(address, "server-x", None))))
        assert house.recv(1) == scribe.READY
        house.sendall(framed(encode(Handed(5, [act]))))
    assert process.wait(LATE_S) == 0
    with storage.reading() as conn:
        assert journals.head(conn, "T1.1").number == 1
        assert conn.scalar(select(func.count()).select_from(schema.command)) == 1
        assert seals.verify(conn) == []


def test_what_ends_the_house_is_not_heard_by_its_scribe(floor: Floor) -> None:
    """Control-C and a service manager reach all processes of a server: the scribe ends after the house, not before."""

    async def scenario(floor: Floor) -> None:
        await busy(floor)
        process = process_of(floor)
        for ended in (signal.SIGINT, signal.SIGTERM):
            os.kill(process.pid, ended)
        await all_play(floor, 2)
        assert floor.house.scribe.process is process
        begun.append(process)

    begun: list[subprocess.Popen[bytes]] = []
    run(scenario, floor)
    assert begun[0].returncode == 0
    assert floor.house.scribe.process is None
