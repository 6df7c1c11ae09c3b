"""Two server processes on one PostgreSQL: they share the tables, and one goes on when the other is killed."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.demo.furnish import PASSWORD, PEOPLE
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.people.persons import Person
from croupier.house.record.database.cluster import Cluster, binaries
from croupier.house.record.database.storage import Storage
from croupier.house.tables.life import Settings
from croupier.house.tables.pit.desk import Pit

from .lab import CHEAP, PLACE, apart
from .server import LATE_S, caller

TABLE = "RO-1"
PLAYERS = ("player", "player-2")
RUN = "from croupier.cli import main; main()"


async def furnish(url: str) -> None:
    """One roulette table, open, and players with credit."""
    storage = Storage(url)
    storage.migrate()
    house = House(storage, hasher=CHEAP)
    house.people.add_demo(PEOPLE, PASSWORD)
    manager, pit = Person("manager", "M", "manager", True, False), Pit(house)
    settings = Settings(bank=1_000_000_00, demo=True)
    await pit.add_table(manager, TABLE, PLACE, "roulette", "electronic", "Pit 1", settings)
    await pit.begin_opening(manager, TABLE)
    await pit.open(house.people.vouch("supervisor"), TABLE)
    for badge in PLAYERS:
        await Cage(house).demo_chips(PLACE, badge, 1_000_00)
    await house.stop()
    storage.close()


class Process:
    """A house served by `croupier floor`."""

    def __init__(self, url: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-c", RUN, "floor", "--database", url, "--port", str(port)]
        self.address = f"http://127.0.0.1:{port}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # what it complains of is shown where it stops by itself
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self._said)

    def wait(self) -> None:
        early = caller(self.address, timeout=LATE_S)
        until = time.monotonic() + LATE_S
        while time.monotonic() < until:
            try:
                early.get("/healthz")
            except httpx.TransportError:
                assert self.process.poll() is None, f"the server stopped: {self._complaint()}"
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server did not start")

    def _complaint(self) -> str:
        self._said.seek(0)
        return self._said.read().decode(errors="replace")[-3_000:]

    def kill(self) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self._said.close()

    def player(self, badge: str) -> httpx.Client:
        client = caller(self.address)
        given = {"badge": badge, "password": PASSWORD}
        token = client.post("/api/v1/sessions", json=given).raise_for_status().json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        return client


@pytest.fixture
def url() -> Iterator[str]:
    if binaries() is None:
        pytest.skip("no PostgreSQL on this machine: install the package `postgresql` to run this test")
    with Cluster() as running:
        yield running.create("shared")


def act(client: httpx.Client, command: str = "", number: int | None = None, **given: object) -> httpx.Response:
    body = {"act": given, "command": command, "number": number}
    return client.post(f"/api/v1/tables/{TABLE}/acts", json=body)


def seen(client: httpx.Client, wagers: int) -> dict[str, Any]:
    """The table as a server shows it, once it has heard of so many wagers."""
    until = time.monotonic() + LATE_S
    while time.monotonic() < until:
        found: dict[str, Any] = client.get(f"/api/v1/tables/{TABLE}").json()
        lying = sum(len(position["wagers"]) for position in found["positions"])
        if lying == wagers:
            return found
        time.sleep(0.1)
    raise AssertionError(f"saw {lying} wagers, not {wagers}")


def test_two_processes_share_a_table_and_one_goes_on_alone(url: str, tmp_path: Path) -> None:
    apart(furnish(url))
    servers = [Process(url), Process(url)]
    try:
        for server in servers:
            server.wait()
        one, two = servers[0].player("player"), servers[1].player("player-2")
        act(one, act="sit", position=1, patron="player", chips=50_000).raise_for_status()
        act(two, act="sit", position=2, patron="player-2", chips=50_000).raise_for_status()
        act(one, "first", act="bet", position=1, wager="red", amount=1_000).raise_for_status()
        act(two, "second", act="bet", position=2, wager="black", amount=2_000).raise_for_status()
        found = seen(one, 2)
        assert found["entry"] == seen(two, 2)["entry"]

        # Each says at his own server that he wants no more wagers: the ball is spun once.
        for client in (one, two):
            said = client.post(f"/api/v1/tables/{TABLE}/ready", json={"number": found["number"]})
            assert said.status_code in (200, 409), said.text
        assert seen(one, 0)["round"] == seen(two, 0)["round"] == 2

        act(one, "third", act="bet", position=1, wager="red", amount=1_000).raise_for_status()
        act(two, "again", act="bet", position=2, wager="black", amount=2_000).raise_for_status()
        servers[0].kill()
        # His browser finds the other server and sends again what it had no answer to.
        one = servers[1].player("player")
        again = act(one, "third", act="bet", position=1, wager="red", amount=1_000)
        assert again.status_code == 200
        number = seen(one, 2)["number"]
        for client in (one, two):
            client.post(f"/api/v1/tables/{TABLE}/ready", json={"number": number}).raise_for_status()
        seen(one, 0)
        stale = act(two, "fourth", number, act="bet", position=2, wager="black", amount=2_000)
        assert stale.status_code == 409
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()
    _whole(url)


def _whole(url: str) -> None:
    from croupier.house.record import journals

    storage = Storage(url)
    house = House(storage, hasher=CHEAP)
    with storage.reading() as conn:
        assert house.ledger.audit(conn) == []
        assert journals.verify(conn, f"{TABLE}.1") is None
        worth = sum(house.ledger.worth(conn, f"patron:{badge}") for badge in PLAYERS)
        spun = [e for e in journals.entries(conn, f"{TABLE}.1") if e.kind == "Spin"]
    assert len(spun) == 2
    nets = (1_000 - 2_000, 2_000 - 1_000, -3_000)
    assert worth in {2 * 1_000_00 + first + second for first in nets for second in nets}
    house.writer.close()
    storage.close()
