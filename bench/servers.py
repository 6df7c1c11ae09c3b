"""Several servers on one PostgreSQL: stations spread over them, and how long a table stands still when one is killed.

    python -m bench.servers [STATIONS [SERVERS [SECONDS [EVERY]]]]     # a move in so many seconds at each table

Every server may serve every table; a table's people are at one of them. First the stations of `bench.web` are spread
over one server and then over all, a move a second at each table, with the processor time that a station cost its
server. Then the last server is killed (SIGKILL) while every table of it is in play: its people go to the first one and
send again, under the same id, what they had no answer to. Measured is the time from the kill to each table's next
acknowledged act; at the end nothing that was acknowledged may be missing, and nothing may stand there twice.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.web import SEATS, STATIONS_S, Caller, Stations, bet, percentiles, take

STATIONS, SERVERS = 504, 3
PLAYED_S = 5.0
FAILED = (OSError, RuntimeError, ValueError, asyncio.IncompleteReadError)


class Server:
    """A server process; the first one furnishes the tables."""

    def __init__(self, url: str, tables: int = 0, seats: int = 0) -> None:
        command = [sys.executable, "-m", "bench.web", "serve", url, str(tables), str(seats)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.port: int = told["port"]
        self.tokens: list[list[str]] = told["tokens"]

    @property
    def spent_s(self) -> float:
        """Processor time so far."""
        with open(f"/proc/{self.process.pid}/stat") as found:
            user, system = found.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()


class Player:
    """One seat that bets and takes back as fast as it is answered, and finds another server when its own is gone."""

    def __init__(self, table: int, token: str, ports: list[int]) -> None:
        self.table, self.token, self._ports = table, token, ports
        self.acknowledged: list[str] = []
        self.stood_s = 0.0  # from the kill to the next act that was acknowledged

    async def play(self, until: float, killed: list[float]) -> None:
        caller = await Caller(self._ports[0]).open()
        path, step = f"/api/v1/tables/T-{self.table}/acts", 0
        while time.perf_counter() < until:
            name = f"taken-over-{self.table}-{step}"
            body = (bet(1) if step % 2 == 0 else take(1)) | {"command": name}
            try:
                await caller.post(self.token, path, body)
            except FAILED:
                caller.close()
                await asyncio.sleep(0.01)
                caller = await Caller(self._ports[-1]).open()
                continue
            if killed and not self.stood_s and self.acknowledged:
                self.stood_s = time.perf_counter() - killed[0]
            self.acknowledged.append(name)
            step += 1
        caller.close()


async def taken_over(last: Server, first: Server, tokens: list[list[str]]) -> list[Player]:
    """Kill the last server in the middle of play."""
    players = [Player(number, seats[0], [last.port, first.port]) for number, seats in enumerate(tokens)]
    killed: list[float] = []

    async def strike() -> None:
        await asyncio.sleep(PLAYED_S)
        killed.append(time.perf_counter())
        last.kill()

    until = time.perf_counter() + 3 * PLAYED_S
    await asyncio.gather(strike(), *(player.play(until, killed) for player in players))
    return players


def check(url: str, players: list[Player]) -> str:
    """What is on record of all that was acknowledged, in words."""
    from sqlalchemy import select

    from croupier.house.record import schema
    from croupier.house.record.database.storage import Storage

    storage = Storage(url)
    with storage.reading() as conn:
        there = list(conn.scalars(select(schema.command.c.id).where(schema.command.c.id.startswith("taken-over-"))))
    storage.close()
    wanted = {name for player in players for name in player.acknowledged}
    return (
        f"{len(wanted):,} acts acknowledged, {len(wanted - set(there))} missing, {len(there) - len(set(there))} twice"
    )


def spread(servers: list[Server], tokens: list[list[str]], seconds: float, every_s: float) -> tuple[Any, ...]:
    """Stations at these servers: updates a second, how late they were heard, the cost of a station once it listens."""
    ports, marks = [server.port for server in servers], list[float]()

    def mark() -> None:
        marks.append(sum(server.spent_s for server in servers))

    stations, began = Stations(ports[0], tokens, "/tables/{table}/live", tuple(ports[1:]), every_s), time.perf_counter()
    mark()
    each = asyncio.run(stations.run(seconds, mark))
    mark()
    count = sum(map(len, tokens))
    opening, spent = marks[1] - marks[0], marks[2] - marks[1]
    print(f"{count} stations opened: {1_000 * opening / count:.1f} ms each; all in {time.perf_counter() - began:.0f} s")
    cost = f"{1_000 * spent / seconds / count:.2f} ms/s"
    figures = (percentiles(stations.heard), percentiles(stations.acted), str(stations.late), cost)
    return (str(len(servers)), str(count), f"{each:,.0f}", *figures)


def main(stations: int = STATIONS, count: int = SERVERS, seconds: float = STATIONS_S, every_s: float = 1.0) -> None:
    from croupier.house.record.database.cluster import Cluster, binaries

    console = Console()
    if binaries() is None:
        console.print("no PostgreSQL on this machine: several servers need one")
        return
    heard = Table("servers", "stations", "updates/s", "heard after, ms", "request, ms", "late", "processor a station")
    heard.title = f"Stations spread over servers, pages, a move in {every_s:g} s at each table (p50 / p95 / p99)"
    with Cluster() as cluster:
        url = cluster.create("servers")
        began = time.perf_counter()
        servers = [Server(url, -(-stations // SEATS), SEATS)]
        print(
            f"furnished in {time.perf_counter() - began:.0f} s, {servers[0].spent_s:.1f} of them the server's",
            flush=True,
        )
        tokens = servers[0].tokens
        try:
            heard.add_row(*spread(servers, tokens, seconds, every_s))
            servers += [Server(url) for _ in range(count - 1)]
            if count > 1:
                heard.add_row(*spread(servers, tokens, seconds, every_s))
                players = asyncio.run(taken_over(servers[-1], servers[0], tokens))
            console.print(heard)
            if count > 1:
                stood = percentiles([player.stood_s for player in players])
                console.print(
                    f"a server of {len(players)} tables killed: they stood still for {stood} ms, at most", end=" "
                )
                console.print(f"{1_000 * max(p.stood_s for p in players):.0f} ms; {check(url, players)}")
        finally:
            for server in servers:
                server.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
