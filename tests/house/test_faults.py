"""Faults: killed at any instant, a full disk, a clock that jumps. Nothing acknowledged is lost, nothing is doubled."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import event

from croupier.house.people.persons import Person
from croupier.house.people.wrong_passwords import FAILURES_OF_BADGE_MAX
from croupier.house.record import journals
from croupier.house.record.clock import DAY_US, HOUR_US, SECOND_US
from croupier.house.record.commands.receipts import Command
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.errors import Forbidden, NotWritten, Refused
from croupier.house.tables import clockwork
from croupier.house.tables.round_index import found_rounds
from croupier.rounds import acts

from .conftest import CHEAP
from .crew import PASSWORD
from .houses import Floor, agrees, run

ROOT = Path(__file__).parents[2]


def kill(url: str, times: int, seed: int) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.house.faults", url, str(times), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1_200, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    found: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_house_killed_at_random_instants_loses_nothing(url: str) -> None:
    found = kill(url, times=15, seed=1)
    assert found["acked"] > 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_house_killed_hundreds_of_times_loses_nothing(url: str, seed: int) -> None:
    assert kill(url, times=100, seed=seed)["acked"] > 400


class Disk:
    """A house in a file whose disk can be made full."""

    def __init__(self, migrated: Path, folder: Path) -> None:
        path = folder / "floor.db"
        path.write_bytes(migrated.read_bytes())
        self.floor = Floor(f"sqlite:///{path}", hasher=CHEAP)
        self.roomy()

        @event.listens_for(self.floor.storage.engine, "begin")
        def on_begin(conn: object) -> None:
            conn.exec_driver_sql(f"PRAGMA max_page_count={self.pages_max}")  # type: ignore[attr-defined]

    def full(self) -> None:
        self.pages_max = 1  # SQLite takes this for "not one page more"

    def roomy(self) -> None:
        self.pages_max = 1 << 30


def test_a_full_disk_takes_nothing_and_the_table_goes_on_when_there_is_room(
    migrated_file: Path, tmp_path: Path
) -> None:
    disk = Disk(migrated_file, tmp_path)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1, 100_000_00)
        await floor.play("E-1", 2)
        disk.full()
        with pytest.raises(Exception, match="full"):
            await floor.play("E-1", 500)
        await agrees(floor, "E-1")
        disk.roomy()
        await floor.play("E-1", 3)
        await agrees(floor, "E-1")

    run(scenario, disk.floor)


def test_a_disk_that_takes_no_more_bytes_loses_nothing(migrated_file: Path, tmp_path: Path) -> None:
    """A limit of the system itself, not of the database: writes fail in the middle of a page."""
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    command = [sys.executable, "-m", "tests.house.small_disk", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    assert json.loads(done.stdout.splitlines()[-1])["rounds"] > 0


def test_a_slip_that_finds_the_disk_full_is_signed_once_when_there_is_room(migrated_file: Path, tmp_path: Path) -> None:
    disk = Disk(migrated_file, tmp_path)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        proof, data = floor.proof("supervisor-1"), {"chips": {25_00: 4}, "label": "x" * 15_000}

        async def fills() -> None:
            for n in range(100):  # until the free pages are used up
                await floor.pit.begin_document(proof, "fill", "E-1", data, f"fill-{n}")

        disk.full()
        with pytest.raises(NotWritten, match="Nothing was taken"):
            await fills()
        with floor.storage.reading() as conn:
            begun = len(floor.house.documents.find(conn, kind="fill"))
            assert floor.house.documents.gaps(conn) == []
        disk.roomy()
        for _ in range(2):
            await floor.pit.begin_document(proof, "fill", "E-1", data, f"fill-{begun}")
        with floor.storage.reading() as conn:
            assert len(floor.house.documents.find(conn, kind="fill")) == begun + 1

    run(scenario, disk.floor)


def test_a_clock_that_jumps_leaves_the_record_whole(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        for jump in (HOUR_US, -3 * HOUR_US, 400 * DAY_US, -DAY_US, 1):
            floor.clock.advance(jump)
            await floor.play("E-1", 2)
            await floor.house.forget("E-1")
            await agrees(floor, "E-1")
        with floor.storage.reading() as conn:
            times = [s.at_us for s in journals.entries(conn, "E-1.1")]
            rounds = [row["round"] for row in found_rounds(conn, journal="E-1.1", limit=4)]
        assert times != sorted(times)
        assert rounds[0] == 10, "the last round is the one played last, not the one with the latest time"
        assert rounds == sorted(rounds, reverse=True)

    run(scenario, floor)


def test_two_dealers_and_a_double_click_change_nothing_twice(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.sit("D-1", "player-1", 1)
        await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        table = await floor.house.table("D-1")
        number, dealer = table.driver.number, floor.person("dealer-1")
        results = await asyncio.gather(
            *(floor.house.answer("D-1", dealer, acts.Close(), number) for _ in range(4)),
            floor.house.answer("D-1", floor.person("dealer-2"), acts.Close(), number),
            return_exceptions=True,
        )
        assert sum(not isinstance(result, Exception) for result in results) == 1
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_a_database_that_goes_away_takes_nothing_and_is_found_again(cluster: Cluster) -> None:
    floor = Floor(cluster.create("away", template="migrated"), hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 2)
        player = floor.person("player-1")
        floor.house.start()
        cluster.stop()
        with pytest.raises(Exception, match="record could not be written"):
            await floor.house.answer("E-1", player, acts.Bet(1, "ante", 25_00))
        cluster.start()
        await floor.house.answer("E-1", player, acts.Bet(1, "ante", 25_00))
        await agrees(floor, "E-1")

    run(scenario, floor)


def test_a_restarted_database_is_found_by_every_server_that_shares_the_tables(cluster: Cluster) -> None:
    url = cluster.create("restarted", template="migrated")
    floor = Floor(url, hasher=CHEAP)
    other = Floor(url, floor.clock, seed="other", hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        await other.sit("E-1", "player-2", 2)
        for one in (floor, other):
            one.house.start()
            assert one.house.peers is not None
            assert await asyncio.to_thread(one.house.peers.ready.wait, 60)
            await one.house.table("E-1")
        cluster.stop()
        for one, badge, seat in ((floor, "player-1", 1), (other, "player-2", 2)):
            with pytest.raises(NotWritten):
                await one.house.act(Command(f"bet-{seat}", _player(badge), acts.Bet(seat, "ante", 25_00)), "E-1")
        cluster.start()
        for one, badge, seat in ((floor, "player-1", 1), (other, "player-2", 2)):
            for _ in range(2):  # the same command again, twice: it lies there once
                await one.house.act(Command(f"bet-{seat}", _player(badge), acts.Bet(seat, "ante", 25_00)), "E-1")
        for one in (floor, other):
            for _ in range(1000):  # what the other server wrote is heard, or looked up, after the restart
                found = await one.house.table("E-1")
                if len(found.driver.felt.wagers) == 2:
                    break
                await asyncio.sleep(0.1)
            assert sorted(w.stake for w in found.driver.felt.wagers) == [25_00, 25_00]
        await agrees(floor, "E-1")
        await other.house.stop()
        other.storage.close()

    run(scenario, floor)


def _player(badge: str) -> Person:
    """Known without a look at a database that may be away."""
    return Person(badge, badge, "player", True, False)


# ---- the table's own clock


def test_wagers_are_closed_although_the_server_that_had_the_lease_is_gone(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clockwork, "LEASE_S", 1)
    wound = _windings(monkeypatch)
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic(betting_s=1)
        await floor.sit("E-1", "player-1", 1)
        now = floor.clock()
        await floor.house.write(lambda tx: journals.lease(tx, "E-1.1", "a server that died", now, SECOND_US))
        await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        assert await _next_two(wound) == [1, clockwork.LEASE_S]  # the time for wagers, then the other's lease
        assert (await floor.house.table("E-1")).driver.betting
        floor.clock.advance(2 * SECOND_US)
        await _closes(floor)

    run(scenario, floor)


def test_wagers_are_closed_when_the_database_is_back(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "RETRY_S", 0.2)
    wound = _windings(monkeypatch)
    floor = Floor(cluster.create("clockless", template="migrated"), hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic(betting_s=1)
        await floor.sit("E-1", "player-1", 1)
        await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        cluster.stop()
        assert await _next_two(wound) == [1, 0.2]  # the moment passes while nothing can be written
        cluster.start()
        await _closes(floor)

    run(scenario, floor)


def _windings(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[float]":
    """For how many seconds the tables' clocks are wound, each time one is."""
    wound: asyncio.Queue[float] = asyncio.Queue()
    wind = clockwork.Clockwork._wind

    def heard(clock: clockwork.Clockwork, table_id: str, number: int, seconds: float) -> None:
        wind(clock, table_id, number, seconds)
        wound.put_nowait(seconds)

    monkeypatch.setattr(clockwork.Clockwork, "_wind", heard)
    return wound


async def _next_two(wound: "asyncio.Queue[float]") -> list[float]:
    return [await asyncio.wait_for(wound.get(), 60) for _ in range(2)]


async def _closes(floor: Floor) -> None:
    for _ in range(1000):  # a machine may be busy
        if not (await floor.house.table("E-1")).driver.betting:
            await agrees(floor, "E-1")
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the wagers were never closed")


def test_a_clock_set_back_leaves_no_lease_and_no_locked_badge_in_the_future(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        people = floor.house.people
        for _ in range(FAILURES_OF_BADGE_MAX):
            with pytest.raises(Refused):
                people.sign_in("cage-1", "not the password")
        with pytest.raises(Forbidden, match="Too many"):
            people.sign_in("cage-1", PASSWORD)
        ours, theirs = floor.house.owner, "another server"

        async def lease(owner: str) -> bool:
            now = floor.clock()
            return await floor.house.write(lambda tx: journals.lease(tx, "E-1.1", owner, now, 15 * SECOND_US))

        assert await lease(theirs)
        assert not await lease(ours)
        floor.clock.advance(-3 * HOUR_US)
        people.sign_in("cage-1", PASSWORD)
        assert await lease(ours)
        assert not await lease(theirs)

    run(scenario, floor)
