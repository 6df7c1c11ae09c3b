"""Durable rounds of this checkout beside those of others, in turns, so that a busy machine is busy for all of them.

    python -m bench.against FOLDER ... [SQLite] [PostgreSQL] [HTTP]

Each turn is a process of its own in each folder: fifty tables with one player each, three acts a round, every act
synced before it is acknowledged. Counted is the processor time a round takes, in small pieces: the least of them says
what the code costs, whatever else the machine did. `main` is the thread of the tables, `writer` the one that commits;
of PostgreSQL only this side is counted. Over HTTP (24 tables, three requests a round, SQLite) all of the server is.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

TURNS, TABLES, PIECES, ROUNDS = 3, 50, 20, 4
DATABASES = ("SQLite", "PostgreSQL", "HTTP")
WARM_S = 5.0
HTTP_TABLES, HTTP_ROUNDS, HTTP_PIECES = 24, 1, 12

# ---- one turn, in whatever checkout it runs


async def _played(url: str) -> dict[str, list[float]]:
    import argon2

    from bench import floor
    from croupier.cli.running.memory import settle
    from croupier.rounds import acts

    storage: Any = floor.Storage(url)
    storage.migrate()
    house: Any = floor.House(storage, hasher=argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    players = await floor.open_tables(house, TABLES)
    settle()  # as a server does
    house.start()

    async def play(table: str, player: Any) -> None:
        for _ in range(ROUNDS):
            await house.answer(table, player, acts.Bet(1, "ante", 10_00))
            await house.close_wagers(table)
            await house.answer(table, player, acts.Chosen("play", 1))

    def spent() -> tuple[float, float, float]:
        beside = getattr(getattr(house, "scribe", None), "process", None)  # of a checkout that has one
        every = time.process_time() + (_spent_s(beside.pid)[1] if beside else 0)
        return every, time.thread_time(), time.perf_counter()

    async def played() -> None:
        await asyncio.gather(*(play(f"T-{number}", player) for number, player in enumerate(players)))

    until = time.perf_counter() + WARM_S
    while time.perf_counter() < until:  # a busy house begins to write on another core
        await played()
    found: dict[str, list[float]] = {"main": [], "writer": [], "wall": []}
    for _ in range(PIECES):
        start = spent()
        await played()
        every, main, wall = (now - then for now, then in zip(spent(), start))
        for name, seconds in (("main", main), ("writer", every - main), ("wall", wall)):
            found[name].append(1e6 * seconds / ROUNDS / TABLES)
    await house.stop()
    storage.close()
    return found


def _turn(database: str) -> None:
    from bench import floor

    if database == "HTTP":
        found = _over_http()
    elif database == "SQLite":
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(_played(f"sqlite:///{Path(folder) / 'floor.db'}"))
    else:
        with floor.Cluster() as cluster:
            found = asyncio.run(_played(cluster.create("against")))
    print(json.dumps(found))


def _over_http() -> dict[str, list[float]]:
    from bench import web

    found: dict[str, list[float]] = {"main": [], "writer": [], "wall": []}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.web", "serve", f"sqlite:///{folder}/web.db", str(HTTP_TABLES), "1"]
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        assert server.stdin is not None
        told = json.loads(server.stdout.readline())
        for piece in range(HTTP_PIECES + 1):
            before, start = _spent_s(server.pid), time.perf_counter()
            asyncio.run(_requests(web, told["port"], told["tokens"]))
            main, every = (now - then for now, then in zip(_spent_s(server.pid), before))
            for name, seconds in (("main", main), ("writer", every - main), ("wall", time.perf_counter() - start)):
                found[name] += [1e6 * seconds / HTTP_ROUNDS / HTTP_TABLES] * bool(piece)  # the first one warms up
        server.stdin.close()
        server.wait(60)
    return found


async def _requests(web: Any, port: int, tokens: list[list[str]]) -> None:
    async def play(table: int) -> None:
        caller = await web.Caller(port).open()
        for _ in range(HTTP_ROUNDS):
            await web.play_round(caller, table, tokens[table][0])
        caller.close()

    await asyncio.gather(*(play(table) for table in range(HTTP_TABLES)))


def _spent_s(pid: int) -> tuple[float, float]:
    """Processor time of a process's first thread, and of all of them."""
    each = {task.name: int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()}
    return each[str(pid)] / 1e9, sum(each.values()) / 1e9


# ---- all of them


def main(folders: tuple[str, ...] = (), databases: tuple[str, ...] = DATABASES) -> None:
    from rich.console import Console
    from rich.table import Table

    here = Path(__file__).parents[1]
    places = [here, *(Path(folder).resolve() for folder in folders)]
    grid = Table("database", "checkout", "main", "writer", "together", "of the last", "rounds/s, median")
    grid.title = "Processor time of a durable round in microseconds, 50 tables: least of all pieces"
    for database in databases:
        found: dict[Path, dict[str, list[float]]] = {place: {"main": [], "writer": [], "wall": []} for place in places}
        for _ in range(TURNS):
            for place in places:
                env = os.environ | {"PYTHONPATH": f"{place}{os.pathsep}{place / 'src'}"}
                command = [sys.executable, __file__, database]
                done = subprocess.run(command, cwd=place, env=env, stdout=subprocess.PIPE, check=True)
                for name, pieces in json.loads(done.stdout).items():
                    found[place][name] += pieces
        least = {place: min(map(sum, zip(one["main"], one["writer"]))) for place, one in found.items()}
        for place, one in found.items():
            figures = (min(one["main"]), min(one["writer"]), least[place])
            share = f"{least[place] / least[places[-1]]:.2f}"
            pace = f"{1e6 / median(one['wall']):,.0f}"
            grid.add_row(database, place.name, *(f"{figure:,.0f}" for figure in figures), share, pace)
    Console().print(grid)


if __name__ == "__main__":
    given = sys.argv[1:]
    if len(given) == 1 and given[0] in DATABASES:
        _turn(given[0])
    else:
        only = tuple(one for one in given if one in DATABASES)
        main(tuple(one for one in given if one not in DATABASES), only or DATABASES)
