"""Faults: killed at any instant, a full disk, a clock that jumps. Nothing acknowledged is lost, nothing is doubled."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import event

from croupier.floor import journals
from croupier.floor.cluster import Cluster
from croupier.floor.sources import DAY_US, HOUR_US
from croupier.rounds import acts

from .conftest import CHEAP
from .houses import Floor, run
from .test_house import agrees

ROOT = Path(__file__).parents[2]


def kill(url: str, times: int, seed: int) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.floor.faults", url, str(times), str(seed)]
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


def test_a_full_disk_takes_nothing_and_the_table_goes_on_when_there_is_room(
    migrated_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    floor = Floor(f"sqlite:///{path}", hasher=CHEAP)
    pages_max = [1 << 30]

    @event.listens_for(floor.storage.engine, "begin")
    def on_begin(conn: object) -> None:
        conn.exec_driver_sql(f"PRAGMA max_page_count={pages_max[0]}")  # type: ignore[attr-defined]

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1, 100_000_00)
        await floor.play("E-1", 2)
        pages_max[0] = 1  # SQLite takes this for "not one page more"
        with pytest.raises(Exception, match="full"):
            await floor.play("E-1", 500)
        await agrees(floor, "E-1")
        pages_max[0] = 1 << 30
        await floor.play("E-1", 3)
        await agrees(floor, "E-1")

    run(scenario, floor)


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
        assert times != sorted(times)

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
