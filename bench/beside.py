"""Durable rounds and page updates of this checkout beside another's, in turns and by the clock.

    python -m bench.beside FOLDER [SQLite] [PostgreSQL] [pages]

Rounds are those of `bench floor`, at 1, 10 and 50 tables, each checkout measured by its own code in a process of its
own, three times each in turns; shown is the median of each and what the two come to beside each other. Both cores have
to be free for it. Pages are stations at full tables: whoever acts waits until the page of every seat has heard of it,
and then acts again. Counted are updates a second, server and callers on the same cores, and the processor time that
one takes the server, in short pieces with both servers alive, so that it says something on a busy machine too.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

COUNTS, TURNS = (1, 10, 50), 3
TABLES, SEATS = 8, 7
ROUNDS, PIECES = 4, 15  # of each table in a piece
PAGE = "/tables/T-{table}/live"
HEARD_S_MAX = 60.0
HERE = Path(__file__).parents[1]
WHAT = ("SQLite", "PostgreSQL", "pages")

# ---- rounds: one turn, in whatever checkout it runs


def _rounds(database: str, count: int) -> float:
    from bench import floor

    if database == "SQLite":
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(floor.measure(f"sqlite:///{Path(folder) / 'floor.db'}", count))[0]
    with floor.Cluster() as cluster:
        return asyncio.run(floor.measure(cluster.create("beside"), count))[0]


def _environment(place: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": f"{place}{os.pathsep}{place / 'src'}"}


def rounds(places: list[Path], database: str, count: int) -> list[float]:
    """Rounds a second of each checkout, the median of its turns."""
    found: dict[Path, list[float]] = {place: [] for place in places}
    for _ in range(TURNS):
        for place in places:
            command = [sys.executable, __file__, database, str(count)]
            done = subprocess.run(command, cwd=place, env=_environment(place), stdout=subprocess.PIPE, check=True)
            found[place].append(float(done.stdout))
    return [median(found[place]) for place in places]


# ---- pages


class Stations:
    """The pages of all seats of some tables at one server, and who acts there."""

    def __init__(self, port: int, tokens: list[list[str]]) -> None:
        self._port, self._tokens = port, tokens
        self._deaf = [0] * len(tokens)  # pages of each table that have not heard of its last move
        self._all_heard = [asyncio.Event() for _ in tokens]
        self._step = 0

    async def open(self) -> None:
        self._listeners = [
            asyncio.create_task(self._listen(table, await self._socket(table, token)))
            for table, seats in enumerate(self._tokens)
            for token in seats
        ]

    async def _socket(self, table: int, token: str) -> Any:
        from websockets.asyncio.client import connect

        address = f"ws://127.0.0.1:{self._port}" + PAGE.format(table=table)
        headers = {"Authorization": f"Bearer {token}"}
        lasting: dict[str, Any] = {"compression": None, "max_queue": None, "ping_interval": None}
        socket = await connect(address, additional_headers=headers, **lasting)
        await socket.recv()  # as it stands
        return socket

    async def _listen(self, table: int, socket: Any) -> None:
        moved = -1
        async for message in socket:
            if moved != self._step and "fragments" in json.loads(message):
                moved = self._step
                self._deaf[table] -= 1
                if not self._deaf[table]:
                    self._all_heard[table].set()

    async def play(self, rounds: int) -> None:
        """So many rounds of the first seat at every table: a wager, the deal, the decision, each heard by all seats."""
        from bench.web import Caller, bet

        callers = [await Caller(self._port).open() for _ in self._tokens]
        choice = {"act": {"act": "chosen", "name": "play", "position": 1}}
        for where, body in (("acts", bet(1)), ("ready", {}), ("acts", choice)) * rounds:
            self._step += 1
            await asyncio.gather(*(self._moved(table, one, where, body) for table, one in enumerate(callers)))
        for caller in callers:
            caller.close()

    async def _moved(self, table: int, caller: Any, where: str, body: dict[str, Any]) -> None:
        tokens = self._tokens[table]
        self._deaf[table] = len(tokens)
        self._all_heard[table].clear()
        await caller.post(tokens[0], f"/api/v1/tables/T-{table}/{where}", body)
        await asyncio.wait_for(self._all_heard[table].wait(), HEARD_S_MAX)

    def close(self) -> None:
        for listener in self._listeners:
            listener.cancel()


@contextlib.contextmanager
def _served(place: Path) -> Iterator[tuple[int, int, list[list[str]]]]:
    """A server of a checkout on a database of its own: its process, port and the players' tokens."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.web", "serve", f"sqlite:///{folder}/web.db", str(TABLES), str(SEATS)]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        process = subprocess.Popen(command, cwd=place, env=_environment(place), **pipes)
        try:
            told = json.loads(process.stdout.readline())  # type: ignore[union-attr]
            yield process.pid, told["port"], told["tokens"]
        finally:
            process.stdin.close()  # type: ignore[union-attr]
            process.wait(60)


def _spent_s(pid: int) -> float:
    """Processor time of a process and of those that it has begun."""
    threads = list(Path(f"/proc/{pid}/task").iterdir())
    begun = [int(one) for task in threads for one in (task / "children").read_text().split()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in threads) / 1e9 + sum(map(_spent_s, begun))


async def pages(places: list[Path]) -> list[tuple[float, float]]:
    """Updates a second of each checkout, and the microseconds of its server for one: the median of all pieces."""
    found: list[list[tuple[float, float]]] = [[] for _ in places]
    with contextlib.ExitStack() as servers:
        ready = [servers.enter_context(_served(place)) for place in places]  # before anybody listens
        running = [(pid, Stations(port, tokens)) for pid, port, tokens in ready]
        for _, stations in running:
            await stations.open()
        for piece in range(PIECES + 1):  # the first one warms up
            for (pid, stations), its in zip(running, found):
                spent, start = _spent_s(pid), time.perf_counter()
                await stations.play(ROUNDS)
                updates = 3 * ROUNDS * TABLES * SEATS
                figures = updates / (time.perf_counter() - start), 1e6 * (_spent_s(pid) - spent) / updates
                its += [figures] * bool(piece)
        for _, stations in running:
            stations.close()
    return [(median(pace for pace, _ in its), median(cost for _, cost in its)) for its in found]


# ---- all of it


def main(folder: str = "", what: tuple[str, ...] = WHAT) -> None:
    from rich.console import Console
    from rich.table import Table

    places = [HERE, *([Path(folder).resolve()] if folder else [])]
    console, names = Console(), ["here", *(["there", "here of there"] if folder else [])]
    grid = Table("database", "tables", *names, title="Durable rounds a second, the median of three in turns")
    for database in (one for one in what if one != "pages"):
        for count in COUNTS:
            paces = rounds(places, database, count)
            share = [f"{paces[0] / paces[1]:.2f}"] if folder else []
            grid.add_row(database, str(count), *(f"{pace:,.0f}" for pace in paces), *share)
    if grid.rows:
        console.print(grid)
    if "pages" in what:
        found = asyncio.run(pages(places))
        grid = Table("", *names, title=f"Page updates: {TABLES * SEATS} stations, SQLite")
        for at, (words, form) in enumerate(
            (("updates a second", ",.0f"), ("microseconds of the server for one", ",.0f"))
        ):
            share = [f"{found[0][at] / found[1][at]:.2f}"] if folder else []
            grid.add_row(words, *(format(one[at], form) for one in found), *share)
        console.print(grid)


if __name__ == "__main__":
    given = sys.argv[1:]
    if len(given) == 2 and given[0] in WHAT and given[1].isdigit():
        print(_rounds(given[0], int(given[1])))
    else:
        folders = [one for one in given if one not in WHAT]
        main(folders[0] if folders else "", tuple(one for one in given if one in WHAT) or WHAT)
