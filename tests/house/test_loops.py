"""What the house does by itself survives whatever fails: it is logged, and the rest is served."""

import asyncio
import contextlib
import logging
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from croupier.house.poker_room import clockwork as room_clock
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.record.errors import Broken, Stale
from croupier.house.record.loops import Loop

from .conftest import CHEAP
from .houses import run
from .rooms import Room


def test_a_loop_goes_on_and_says_the_same_once(caplog: pytest.LogCaptureFixture) -> None:
    faults = [OSError("no room"), OSError("no room"), Stale("it moved on"), OperationalError("", {}, OSError())]
    done: list[int] = []

    async def look() -> None:
        if faults:
            raise faults.pop(0)
        done.append(1)
        if len(done) == 2:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError), caplog.at_level(logging.ERROR):
        asyncio.run(Loop("the test").run(look, lambda: 0.0))
    assert len(done) == 2
    assert [record.message for record in caplog.records] == ["the test"]


def test_one_table_that_fails_stops_neither_the_room_nor_its_clock(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    broken = {"PK-1"}
    step = room_clock.RoomClock._step

    async def failing(clock: room_clock.RoomClock, live: RoomTable) -> bool:
        if live.table.id in broken:
            raise Broken("its cards don't add up")
        return await step(clock, live)

    async def dealt(room: Room, table: str) -> bool:
        for _ in range(3000):  # a machine may be busy; what is right comes far sooner
            if (await room.live(table)).table.hands:
                return True
            await asyncio.sleep(0.02)
        return False

    async def scenario(room: Room) -> None:
        for table, players in (("PK-1", (1, 2)), ("PK-2", (3, 4))):
            await room.game(table=table)
            await room.seat(*players, table=table)
        running = asyncio.create_task(room.ticker.run())
        assert await dealt(room, "PK-2"), "the other table is served"
        broken.clear()
        assert await dealt(room, "PK-1"), "it goes on when it can"
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running

    monkeypatch.setattr(room_clock.RoomClock, "_step", failing)
    monkeypatch.setattr(room_clock, "LOOK_S", 0.01)
    monkeypatch.setattr(room_clock, "IDLE_S", 0.01)
    run(scenario, Room(f"sqlite:///{path}", hasher=CHEAP))
    assert [record.message for record in caplog.records] == ["the poker room's clock: PK-1"]


def test_a_disk_that_fails_under_the_whole_look_does_not_end_the_clock(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())

    async def scenario(room: Room) -> None:
        faults, tables = [OSError("input/output error"), Broken("a journal")], room.room.open_tables

        def failing() -> object:
            if faults:
                raise faults.pop(0)
            return tables()

        await room.game()
        await room.seat(1, 2)
        monkeypatch.setattr(room.room, "open_tables", failing)
        running = asyncio.create_task(room.ticker.run())
        for _ in range(3000):  # a machine may be busy; what is right comes far sooner
            if (await room.live()).table.hands:
                break
            await asyncio.sleep(0.02)
        assert not running.done()
        assert (await room.live()).table.hands
        running.cancel()

    monkeypatch.setattr(room_clock, "LOOK_S", 0.01)
    monkeypatch.setattr(room_clock, "IDLE_S", 0.01)
    run(scenario, Room(f"sqlite:///{path}", hasher=CHEAP))
