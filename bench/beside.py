"""What people wait for, of this checkout beside another's, in one run: durable rounds, rounds over HTTP, page updates.

    python -m bench.beside FOLDER [SQLite] [PostgreSQL] [http] [pages]

Rounds are those of `bench floor`, at 1, 10 and 50 tables, each checkout measured by its own code in a process of its
own, in turns (three times at 10 and 50 tables); told is the median of each and what the two come to beside each other.
Both cores have to be free for it. Over HTTP a player at each of 24 tables plays rounds of three requests, on both
databases. Pages are stations at full tables: whoever acts waits until the page of every seat has heard of it, and then
acts again. Of these two both servers are alive and take short pieces in turns, callers on the same cores; told is the
pace by the clock and the processor time of the server, which says something on a busy machine too. All of it takes
about ten minutes; what is printed at the end is a table in Markdown.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

TURNS = {1: 1, 10: 3, 50: 3}  # of so many tables
TABLES, SEATS = 8, 7
ROUNDS, PIECES = 4, 15  # of each table in a piece
HTTP_TABLES, HTTP_ROUNDS = 24, 8
PAGE = "/tables/T-{table}/live"
HEARD_S_MAX = 60.0
HERE = Path(__file__).parents[1]
WHAT = ("SQLite", "PostgreSQL", "http", "pages")
Row = tuple[str, list[float]]  # what was measured, and each checkout's figure

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
    for _ in range(TURNS[count]):
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
def _served(
    place: Path, url: str = "", tables: int = TABLES, seats: int = SEATS
) -> Iterator[tuple[int, int, list[list[str]]]]:
    """A server of a checkout on a database of its own: its process, port and the players' tokens."""
    with tempfile.TemporaryDirectory() as folder:
        url = url or f"sqlite:///{folder}/web.db"
        command = [sys.executable, "-m", "bench.web", "serve", url, str(tables), str(seats)]
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


class Pieces:
    """Short pieces of the same work for several servers in turns: how fast it went, and what the server spent on it."""

    def __init__(self, servers: int) -> None:
        self._found: list[list[tuple[float, float]]] = [[] for _ in range(servers)]

    async def take(self, server: int, pid: int, work: Awaitable[None], done: int) -> None:
        spent, start = _spent_s(pid), time.perf_counter()
        await work
        pace = done / (time.perf_counter() - start)
        self._found[server].append((pace, 1e6 * (_spent_s(pid) - spent) / done))

    def medians(self, pace: str, cost: str) -> list[Row]:
        """Of all pieces but the first, which warms up."""
        return [
            (words, [median(piece[at] for piece in its[1:]) for its in self._found])
            for at, words in enumerate((pace, cost))
        ]


async def pages(places: list[Path]) -> list[Row]:
    """Updates a second of each checkout, and the microseconds of its server for one."""
    found = Pieces(len(places))
    with contextlib.ExitStack() as servers:
        ready = [servers.enter_context(_served(place)) for place in places]  # before anybody listens
        running = [(pid, Stations(port, tokens)) for pid, port, tokens in ready]
        for _, stations in running:
            await stations.open()
        for _ in range(PIECES + 1):
            for at, (pid, stations) in enumerate(running):
                await found.take(at, pid, stations.play(ROUNDS), 3 * ROUNDS * TABLES * SEATS)
        for _, stations in running:
            stations.close()
    where = f"{TABLES * SEATS} stations, SQLite"
    return found.medians(f"page updates a second, {where}", "processor time of the server for one, microseconds")


# ---- rounds over HTTP


async def _requests(port: int, tokens: list[list[str]]) -> None:
    from bench.web import Caller, play_round

    async def play(table: int) -> None:
        caller = await Caller(port).open()
        for _ in range(HTTP_ROUNDS):
            await play_round(caller, table, tokens[table][0])
        caller.close()

    await asyncio.gather(*(play(table) for table in range(HTTP_TABLES)))


async def over_http(places: list[Path], database: str) -> list[Row]:
    """Rounds a second of each checkout with a player at each table, and the microseconds of its server for one."""
    from bench.floor import Cluster

    found = Pieces(len(places))
    with contextlib.ExitStack() as servers:
        urls = ["" for _ in places]
        if database == "PostgreSQL":
            cluster = servers.enter_context(Cluster())
            urls = [cluster.create(f"beside{at}") for at in range(len(places))]
        one_seat = [_served(place, url, HTTP_TABLES, 1) for place, url in zip(places, urls)]
        running = [servers.enter_context(server) for server in one_seat]
        for _ in range(PIECES + 1):
            for at, (pid, port, tokens) in enumerate(running):
                await found.take(at, pid, _requests(port, tokens), HTTP_ROUNDS * HTTP_TABLES)
    where = f"{HTTP_TABLES} tables, {database}"
    return found.medians(f"rounds over HTTP a second, {where}", "processor time of the server for one, microseconds")


# ---- all of it


def measured(places: list[Path], what: Sequence[str]) -> Iterator[Row]:
    for database in (one for one in ("SQLite", "PostgreSQL") if one in what):
        for count in TURNS:
            tables = f"{count} table{'s' if count > 1 else ''}"
            yield f"durable rounds a second, {tables}, {database}", rounds(places, database, count)
    for database in (one for one in ("SQLite", "PostgreSQL") if "http" in what):
        yield from asyncio.run(over_http(places, database))
    if "pages" in what:
        yield from asyncio.run(pages(places))


def main(folder: str = "", what: Sequence[str] = WHAT) -> None:
    places = [HERE, *([Path(folder).resolve()] if folder else [])]
    began, lines = time.perf_counter(), []
    for words, figures in measured(places, what):
        share = [f"{figures[0] / figures[1]:.2f}"] if folder else []
        lines.append(f"| {' | '.join([words, *(f'{figure:,.0f}' for figure in figures), *share])} |")
        print(f"{time.perf_counter() - began:4.0f} s  {lines[-1]}", file=sys.stderr, flush=True)
    names = ["", "here", *(["there", "here of there"] if folder else [])]
    print("\n".join([f"| {' | '.join(names)} |", "|---" * len(names) + "|", *lines]))


if __name__ == "__main__":
    given = sys.argv[1:]
    if len(given) == 2 and given[0] in WHAT and given[1].isdigit():
        print(_rounds(given[0], int(given[1])))
    else:
        folders = [one for one in given if one not in WHAT]
        main(folders[0] if folders else "", [one for one in given if one in WHAT] or WHAT)
