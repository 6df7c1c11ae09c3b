"""The house over HTTP and WebSockets on loopback: stations that hear of every move, rounds played by programs.

The server is a process of its own on a fresh database; this process is all its callers. Measured: 504 stations
(72 tables with seven seats), each with an open socket and one move a second at its table, and how long a move
takes from the request to the last of the table's sockets; then rounds of three requests each, settled and
synced to disk before they are answered.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect

from bench.floor import PLACE

TABLES, SEATS = 72, 7
GAME = "three-card-poker"
STATIONS_S, ROUNDS_S = 15.0, 8.0
PLAYERS = 24  # tables that play rounds at once
CHIPS = 1_000_000_00
START_S = 400.0
TABLES_AT_ONCE = 24  # that are furnished together
DOORS = 64  # sockets that are opened together

# ---- the server's process


async def _serve(url: str, tables: int, seats: int) -> None:
    import uvicorn

    from croupier.cli.running.memory import settle
    from croupier.house.record.database.storage import Storage
    from croupier.web.app import create_app
    from croupier.web.kit import guard
    from croupier.web.kit.line.caller_limits import Limits
    from croupier.web.kit.line.connections import serving

    storage = Storage(url)
    storage.migrate()
    tokens: list[list[str]] = []  # none: another server has furnished it
    if tables and not storage.is_sqlite:
        tokens = await _furnish_elsewhere(storage, tables, seats)
    house = cheap_house(storage)
    house.start()
    if tables and storage.is_sqlite:
        tokens = await furnish(house, tables, seats)
    limits = Limits(sockets_of_address=100_000, connections_of_address=100_000)  # all stations are one address here
    app = create_app(house, demo=False, stop_house=True, limits=limits)
    app.state.floor.acts = guard.Pace(10**9, 60)  # the limit on one person's acts is not what is measured
    server = uvicorn.Server(serving(app, limits, host="127.0.0.1", port=0))
    settle()
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    print(json.dumps({"port": port, "tokens": tokens}), flush=True)
    await asyncio.to_thread(sys.stdin.read)  # until whoever measures has gone
    server.should_exit = True
    await running


def cheap_house(storage: Any) -> Any:
    import argon2

    from croupier.house.house import House

    return House(storage, hasher=argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


async def _furnish_elsewhere(storage: Any, tables: int, seats: int) -> list[list[str]]:
    """To seat one player takes some thirty questions of the database, and a crowded machine takes its time for each. So
    the house is furnished in a file and carried over, all rows of a table at once."""
    from sqlalchemy import select, text

    from croupier.house.record import schema
    from croupier.house.record.database.storage import Storage
    from croupier.house.record.sealing import evidence

    with tempfile.TemporaryDirectory() as folder:
        beside = Storage.file(Path(folder) / "furnished.db")
        beside.migrate()
        house = cheap_house(beside)
        tokens = await furnish(house, tables, seats)
        await house.stop()
        with beside.reading() as there, storage.writing() as conn:
            conn.execute(text("DELETE FROM counter"))
            for table in schema.metadata.sorted_tables:
                if rows := list(evidence.plain_rows(there, select(table))):
                    storage.insert_rows(conn, table, rows)
            given = "pg_get_serial_sequence('account', 'id')"
            conn.execute(text(f"SELECT setval({given}, (SELECT max(id) FROM account))"))
        beside.close()
    return tokens


async def furnish(house: Any, tables: int, seats: int) -> list[list[str]]:
    """Open tables with every seat taken, many at a time so that they share commits; each player's token, by table."""
    from croupier.house.people.persons import Person
    from croupier.house.tables.pit.desk import Pit

    pit = Pit(house)
    names = [(f"p-{t}-{s}", "P", "player") for t in range(tables) for s in range(1, seats + 1)]
    house.people.add_demo([("manager", "M", "manager"), ("supervisor", "S", "supervisor"), *names], "benchmark only")
    manager = Person("manager", "M", "manager", True, False)
    tokens: list[list[str]] = []
    for first in range(0, tables, TABLES_AT_ONCE):
        some = range(first, min(tables, first + TABLES_AT_ONCE))
        tokens += await asyncio.gather(*(_one_table(house, pit, manager, number, seats) for number in some))
    return tokens


async def _one_table(house: Any, pit: Any, manager: Any, number: int, seats: int) -> list[str]:
    from croupier.house.cage.exchange import Cage
    from croupier.house.people.persons import Person
    from croupier.house.tables.life import Settings
    from croupier.rounds import acts

    table, cage = f"T-{number}", Cage(house)
    settings = Settings(bank=CHIPS, seats=seats, demo=True)
    await pit.add_table(manager, table, PLACE, GAME, "electronic", "Pit", settings)
    await pit.begin_opening(manager, table)
    await pit.open(house.people.vouch("supervisor"), table)

    async def seated(seat: int) -> str:
        badge = f"p-{number}-{seat}"
        await cage.demo_chips(PLACE, badge, CHIPS)
        await house.answer(table, Person(badge, "P", "player", True, False), acts.Sit(seat, badge, CHIPS))
        return str(await asyncio.to_thread(house.people.new_token, badge, "benchmark"))

    return list(await asyncio.gather(*(seated(seat) for seat in range(1, seats + 1))))


# ---- the callers


class Caller:
    """One connection that is kept, and requests one after the other on it: no more of HTTP than that takes."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> "Caller":
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def post(self, token: str, path: str, body: Any) -> float:
        """Seconds that the answer took."""
        if self._reader.at_eof():  # a server closes a connection that has said nothing for a while
            self.close()
            await self.open()
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        start = time.perf_counter()
        self._writer.write(head.encode() + data)
        status = await self._reader.readline()
        length = 0
        while (line := await self._reader.readline()).strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        answer = await self._reader.readexactly(length)
        if b" 200 " not in status:
            raise RuntimeError(f"{path} {body}: {status!r} {answer[:300]!r}")
        return time.perf_counter() - start

    def close(self) -> None:
        self._writer.close()


def bet(seat: int) -> dict[str, Any]:
    return {"act": {"act": "bet", "position": seat, "wager": "ante", "amount": 1000}}


def take(seat: int) -> dict[str, Any]:
    return {"act": {"act": "take", "position": seat, "wager": "ante"}}


class Stations:
    """Every seat's socket, and one move a second (or in so many) at every table."""

    def __init__(
        self, port: int, tokens: list[list[str]], path: str, others: tuple[int, ...] = (), every_s: float = 1.0
    ) -> None:
        self._ports, self._tokens, self._path, self._every_s = (port, *others), tokens, path, every_s
        self.heard: list[float] = []  # from the request to a station's message
        self.acted: list[float] = []
        self.late = 0  # moves that came before everybody had heard of the last one
        self.bytes = 0
        self._moved = [0.0] * len(tokens)
        self._waiting: list[set[int]] = [set() for _ in tokens]
        self._ready, self._doors = asyncio.Semaphore(0), asyncio.Semaphore(DOORS)

    def _port(self, table: int) -> int:
        """The server that a table's people are at."""
        return self._ports[table % len(self._ports)]

    async def _listen(self, table: int, seat: int, token: str) -> None:
        address = f"ws://127.0.0.1:{self._port(table)}" + self._path.format(table=f"T-{table}")
        headers = {"Authorization": f"Bearer {token}"}
        async with self._doors:  # all at once they would wait for each other
            socket = await connect(
                address, additional_headers=headers, compression=None, max_queue=None, open_timeout=START_S
            )
            await socket.recv()
        async with socket:
            self._ready.release()
            async for message in socket:
                self.bytes += len(message)
                if seat in self._waiting[table]:
                    self._waiting[table].discard(seat)
                    self.heard.append(time.perf_counter() - self._moved[table])

    async def _move(self, table: int, deadline: float) -> None:
        """Each seat in turn places a wager and takes it back, a move a second."""
        await asyncio.sleep(self._every_s * table / len(self._tokens))  # not all tables in the same instant
        caller, tokens = await Caller(self._port(table)).open(), self._tokens[table]
        step = 0
        due = time.perf_counter()
        while due < deadline:
            seat = step // 2 % len(tokens) + 1
            self.late += bool(self._waiting[table])
            self._waiting[table] = set(range(1, len(tokens) + 1))
            self._moved[table] = time.perf_counter()
            act = bet(seat) if step % 2 == 0 else take(seat)
            self.acted.append(await caller.post(tokens[seat - 1], f"/api/v1/tables/T-{table}/acts", act))
            step += 1
            due += self._every_s
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        caller.close()

    async def run(self, seconds: float, opened: Callable[[], None] = lambda: None) -> float:
        """Updates a second that stations heard; `opened` is told when all of them listen."""
        listeners = [
            asyncio.create_task(self._listen(table, seat, token))
            for table, seats in enumerate(self._tokens)
            for seat, token in enumerate(seats, 1)
        ]
        for _ in listeners:
            await asyncio.wait_for(self._ready.acquire(), START_S)
            if failed := [task for task in listeners if task.done()]:
                failed[0].result()
        opened()
        start = time.perf_counter()
        await asyncio.gather(*(self._move(table, start + seconds) for table in range(len(self._tokens))))
        await asyncio.sleep(1.0)
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
        return len(self.heard) / seconds


async def play_round(caller: Caller, table: int, token: str) -> list[float]:
    """A wager, the deal and the decision of who sits in the first seat; how long each request took."""
    path, choice = f"/api/v1/tables/T-{table}", {"act": {"act": "chosen", "name": "play", "position": 1}}
    asked: tuple[tuple[str, dict[str, Any]], ...] = (("acts", bet(1)), ("ready", {}), ("acts", choice))
    return [await caller.post(token, f"{path}/{where}", body) for where, body in asked]


async def rounds(port: int, tokens: list[list[str]], seconds: float) -> tuple[float, list[float]]:
    """Rounds a second over HTTP with one player at each of some tables, and how long each request took."""
    took: list[float] = []
    count = 0
    deadline = time.perf_counter() + seconds

    async def play(table: int) -> None:
        nonlocal count
        caller = await Caller(port).open()
        while time.perf_counter() < deadline:
            took.extend(await play_round(caller, table, tokens[table][0]))
            count += 1
        caller.close()

    start = time.perf_counter()
    await asyncio.gather(*(play(table) for table in range(min(PLAYERS, len(tokens)))))
    return count / (time.perf_counter() - start), took


# ---- figures


@contextlib.contextmanager
def served(url: str, tables: int, seats: int) -> Iterator[tuple[int, list[list[str]]]]:
    """A server on this database; its port and the players' tokens."""
    command = [sys.executable, "-m", "bench.web", "serve", url, str(tables), str(seats)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise RuntimeError("the server did not start")
        told = json.loads(line)
        yield told["port"], told["tokens"]
    finally:
        process.stdin.close()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


def percentiles(took: list[float]) -> str:
    """Median, 95th and 99th of a hundred, in milliseconds."""
    if not took:
        return "-"
    ordered = sorted(took)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95, 0.99)]
    return " / ".join(f"{1_000 * seconds:.0f}" for seconds in at)


def databases(console: Console) -> Iterator[tuple[str, str]]:
    from croupier.house.record.database.cluster import Cluster, binaries

    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", f"sqlite:///{Path(folder) / 'web.db'}"
    if binaries() is None:
        console.print("no PostgreSQL on this machine: measured on SQLite only")
        return
    with Cluster() as cluster:
        yield "PostgreSQL", cluster.create("web")


def main(tables: int = TABLES, seats: int = SEATS, stations_s: float = STATIONS_S, rounds_s: float = ROUNDS_S) -> None:
    console = Console()
    heard = Table("database", "sockets", "updates/s", "heard after, ms", "request, ms", "late", "kB each")
    heard.title = f"{tables * seats} stations, one move a second at each table ({stations_s:.0f} s; p50 / p95 / p99)"
    played = Table("database", "tables", "rounds/s", "request, ms")
    played.title = "Rounds over HTTP: three requests each, settled and synced before the answer"
    for name, url in databases(console):
        with served(url, tables, seats) as (port, tokens):
            for kind, path in (("pages", "/tables/{table}/live"), ("API", "/api/v1/tables/{table}/events")):
                stations = Stations(port, tokens, path)
                each = asyncio.run(stations.run(stations_s))
                size = stations.bytes / max(1, len(stations.heard)) / 1000
                figures = (percentiles(stations.heard), percentiles(stations.acted), str(stations.late), f"{size:.1f}")
                heard.add_row(name, kind, f"{each:,.0f}", *figures)
            pace, took = asyncio.run(rounds(port, tokens, rounds_s))
            played.add_row(name, str(min(PLAYERS, tables)), f"{pace:,.0f}", percentiles(took))
    console.print(heard)
    console.print(played)


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        asyncio.run(_serve(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    else:
        main()
