"""What a flood costs a player: how long his acts take alone, and beside callers who want to keep the house from them.

The server is `croupier floor` as anybody starts it, with its own limits and its own price of a password, on a fresh
database. The player has one connection and acts one after the other; the flood is a process of its own, at addresses of
its own, so that no limit on one address ends it. Alone and beside the flood are measured in turns.
"""

import asyncio
import contextlib
import itertools
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.web import Caller, bet, cheap_house, furnish, percentiles, take

TURNS, ACTS, REST_S = 2, 100, 0.02  # a player's pace, below the most that the house takes of one person
ADDRESSES = [f"127.0.0.{n}" for n in range(2, 12)]
START_S = 120.0
RUN = "from croupier.cli import main; main()"
GONE = (OSError, WebSocketException, asyncio.IncompleteReadError)
Came = Counter[str]  # what became of them
Flood = Callable[[int, str, Came], Awaitable[None]]  # one caller: the port, the address that he comes from

# ---- the floods


async def guess(port: int, source: str, came: Came) -> None:
    """A wrong password, and the next one as soon as there is an answer."""
    for number in itertools.count():
        body = json.dumps({"badge": f"nobody-{number}", "password": "a guess at a password"}).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        writer.write(_head("POST /api/v1/sessions", len(body)) + body)
        came[f"answered {(await reader.read())[9:12].decode()}"] += 1
        writer.close()


async def listen(port: int, source: str, came: Came) -> None:
    """An anonymous socket that stays; who is turned away is back a second later."""
    async with connect(f"ws://127.0.0.1:{port}/live", local_addr=(source, 0), open_timeout=START_S) as heard:
        async for _ in heard:
            came["messages"] += 1


async def half_sent(port: int, source: str, came: Came) -> None:
    """A request whose end never comes, until the house hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    writer.write(_head("POST /api/v1/sessions", 1_000) + b"{")
    came[f"answered {(await reader.read())[9:12].decode()}"] += 1
    writer.close()


async def slow_reader(port: int, source: str, came: Came) -> None:
    """Asks for the longest page again and again, and reads a byte a second."""
    loop = asyncio.get_running_loop()
    with socket.socket() as caller:
        caller.setblocking(False)
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        caller.bind((source, 0))
        await loop.sock_connect(caller, ("127.0.0.1", port))
        await loop.sock_sendall(caller, _head("GET /api/v1/openapi.json", 0) * 10)
        while await loop.sock_recv(caller, 1):
            came["bytes read"] += 1
            await asyncio.sleep(1.0)


FLOODS: dict[str, tuple[int, Flood]] = {
    "wrong sign-ins": (40, guess),
    "anonymous sockets": (1_000, listen),
    "half-sent requests": (200, half_sent),
    "slow readers": (100, slow_reader),
}


def _head(what: str, length: int) -> bytes:
    content = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
    close = "Connection: close\r\n" if what.startswith("POST") else ""
    return f"{what} HTTP/1.1\r\nHost: 127.0.0.1\r\n{content}{close}\r\n".encode()


async def _flood(port: int, name: str) -> None:
    """Until whoever measures has gone."""
    (count, one), came = FLOODS[name], Came()

    async def caller(source: str) -> None:
        while True:
            came["began"] += 1
            try:
                await one(port, source, came)
            except GONE as error:
                came[f"turned away: {type(error).__name__}"] += 1
            await asyncio.sleep(0 if one is guess else 1.0)

    callers = [asyncio.create_task(caller(ADDRESSES[number % len(ADDRESSES)])) for number in range(count)]
    print("on", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(came), flush=True)
    for task in callers:
        task.cancel()


# ---- the player


async def _acts(port: int, token: str) -> list[float]:
    """Seconds that each of a player's acts took, one after the other."""
    caller = await Caller(port).open()
    took = []
    for step in range(ACTS):
        act = bet(1) if step % 2 == 0 else take(1)
        took.append(await caller.post(token, "/api/v1/tables/T-0/acts", act))
        await asyncio.sleep(REST_S)
    caller.close()
    return took


@contextlib.contextmanager
def _server(folder: Path) -> Iterator[tuple[int, str]]:
    """The port of a house with one player at one table, and his token."""
    from croupier.house.record.database.storage import Storage

    url = f"sqlite:///{folder / 'floods.db'}"

    async def furnished() -> str:
        storage = Storage(url)
        storage.migrate()
        house = cheap_house(storage)
        tokens = await furnish(house, 1, 1)
        await house.stop()
        storage.close()
        return tokens[0][0]

    token = asyncio.run(furnished())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", RUN, "floor", "--database", url, "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + START_S
        while process.poll() is None and time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
                break
            time.sleep(0.1)
        yield port, token
    finally:
        process.terminate()
        process.wait(30)


@contextlib.contextmanager
def _flooded(port: int, name: str, came: Came) -> Iterator[None]:
    command = [sys.executable, "-m", "bench.floods", str(port), name]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.stdin.close()
        came.update(json.loads(process.stdout.readline() or "{}"))
        process.wait(30)


def _ratio(beside: list[float], alone: list[float]) -> str:
    shares = [sorted(beside)[int(len(beside) * at)] / sorted(alone)[int(len(alone) * at)] for at in (0.5, 0.95)]
    return " / ".join(f"{share:.1f}" for share in shares)


def main() -> None:
    console, grid = Console(), Table("beside", "alone, ms", "beside the flood, ms", "times as long (p50 / p95)")
    grid.title = "A player's act while others flood the house (p50 / p95 / p99)"
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (port, token):
        asyncio.run(_acts(port, token))  # the first ones find a cold server
        for name, (count, _) in FLOODS.items():
            alone, beside, came = list[float](), list[float](), Came()
            for _ in range(TURNS):
                alone += asyncio.run(_acts(port, token))
                with _flooded(port, name, came):
                    beside += asyncio.run(_acts(port, token))
            console.print(f"{count:,} {name}: {', '.join(f'{many:,} {what}' for what, many in came.items())}")
            grid.add_row(f"{count:,} {name}", percentiles(alone), percentiles(beside), _ratio(beside, alone))
    console.print(grid)


if __name__ == "__main__":
    asyncio.run(_flood(int(sys.argv[1]), sys.argv[2])) if len(sys.argv) > 2 else main()
