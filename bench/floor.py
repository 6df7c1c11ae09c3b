"""Settled and durably committed rounds a second across the tables of one house, on SQLite and on PostgreSQL.

Each table has one player at an electronic game; a round is three acts (wager, closing, decision), each of
them recorded in journal and ledger and synced to disk before it is acknowledged.
"""

import asyncio
import tempfile
import time
from pathlib import Path

import argon2
from rich.console import Console
from rich.table import Table

from croupier.cli.running.memory import settle
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.people.persons import Person
from croupier.house.record.database.cluster import Cluster, binaries
from croupier.house.record.database.storage import Storage
from croupier.house.tables.life import Settings
from croupier.house.tables.pit.desk import Pit
from croupier.rounds import acts

SECONDS = 6.0
WARM_S = 3.0
TABLES = (1, 10, 50)
PLACE, GAME = "hard-rock-cincinnati", "three-card-poker"


async def open_tables(house: House, count: int) -> list[Person]:
    pit, cage = Pit(house), Cage(house)
    house.people.add_demo([("manager", "M", "manager"), ("supervisor", "S", "supervisor")], "benchmark")
    house.people.add_demo([(f"player-{n}", "P", "player") for n in range(count)], "benchmark")
    manager = Person("manager", "M", "manager", True, False)
    players = [Person(f"player-{n}", "P", "player", True, False) for n in range(count)]
    for number, player in enumerate(players):
        table_id = f"T-{number}"
        settings = Settings(bank=1_000_000_00, demo=True)
        await pit.add_table(manager, table_id, PLACE, GAME, "electronic", "Pit", settings)
        await pit.begin_opening(manager, table_id)
        await pit.open(house.people.vouch("supervisor"), table_id)
        await cage.demo_chips(PLACE, player.badge, 10_000_000_00)
        await house.answer(table_id, player, acts.Sit(1, player.badge, 10_000_000_00))
    return players


async def measure(url: str, count: int) -> tuple[float, float, list[float]]:
    """Rounds a second, acts a commit, and how long each act took."""
    storage = Storage(url)
    storage.migrate()
    house = House(storage, hasher=argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    players = await open_tables(house, count)
    settle()  # as a server does
    house.start()
    took: list[float] = []
    rounds = 0
    deadline = time.perf_counter() + WARM_S  # a busy house begins to write on another core

    async def timed(work: "asyncio.Future[object] | object") -> None:
        start = time.perf_counter()
        await work  # type: ignore[misc]
        took.append(time.perf_counter() - start)

    async def play(number: int, player: Person) -> None:
        nonlocal rounds
        table_id = f"T-{number}"
        while time.perf_counter() < deadline:
            await timed(house.answer(table_id, player, acts.Bet(1, "ante", 10_00)))
            await timed(house.close_wagers(table_id))
            await timed(house.answer(table_id, player, acts.Chosen("play", 1)))
            rounds += 1

    await asyncio.gather(*(play(number, player) for number, player in enumerate(players)))
    took, rounds, deadline = [], 0, time.perf_counter() + SECONDS
    commits, works, start = house.writer.commits, house.writer.works, time.perf_counter()
    await asyncio.gather(*(play(number, player) for number, player in enumerate(players)))
    seconds = time.perf_counter() - start
    shared = (house.writer.works - works) / max(1, house.writer.commits - commits)
    await house.stop()
    with storage.reading() as conn:
        assert house.ledger.audit(conn) == []
    storage.close()
    return rounds / seconds, shared, sorted(took)


def main() -> None:
    title = "Settled and durably committed rounds a second (three acts each)"
    grid = Table("database", "tables", "rounds/s", "acts a commit", "act p50", "p95", "p99", title=title)
    for count in TABLES:
        with tempfile.TemporaryDirectory() as folder:
            _row(grid, "SQLite, WAL, full sync", count, *_run(f"sqlite:///{Path(folder) / 'floor.db'}", count))
    if binaries() is not None:
        with Cluster() as cluster:
            for count in TABLES:
                _row(grid, "PostgreSQL", count, *_run(cluster.create(f"bench{count}"), count))
    Console().print(grid)


def _run(url: str, count: int) -> tuple[float, float, list[float]]:
    return asyncio.run(measure(url, count))


def _row(grid: Table, database: str, count: int, rounds: float, shared: float, took: list[float]) -> None:
    at = [f"{1_000 * took[int(len(took) * share)]:.1f} ms" for share in (0.5, 0.95, 0.99)]
    grid.add_row(database, str(count), f"{rounds:,.0f}", f"{shared:.1f}", *at)


if __name__ == "__main__":
    main()
