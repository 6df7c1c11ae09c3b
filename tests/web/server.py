"""A furnished house behind a real server, in a thread of its own."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

import argon2
import httpx
import uvicorn

from croupier.demo.furnish import PASSWORD, furnish, playable
from croupier.house.house import House
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.web.app import create_app
from croupier.web.kit.line.caller_limits import Limits
from croupier.web.kit.line.connections import serving

# Nothing is encrypted between a test and its server: the certificates of the world are not read for every caller.
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
LATE_S = 120  # a machine may be busy; what is right comes far sooner
CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def caller(address: str, **options: Any) -> httpx.Client:
    """Somebody who calls a server of this machine."""
    return httpx.Client(base_url=address, verify=PLAIN, **{"timeout": LATE_S, **options})


class Server:
    """`address` answers when the constructor returns."""

    def __init__(
        self,
        folder: Path,
        games: Iterable[tuple[str, str]] | None = None,
        limits: Limits | None = None,
        sources: Sources | None = None,
        demo: bool = True,
    ) -> None:
        self._sources = sources
        self._demo = demo  # else a house as its first start leaves it: one administrator, and `one_time` for him
        self._limits = limits or Limits()
        self._games = list(games) if games is not None else [g for g in playable() if g[0] == "hard-rock-cincinnati"]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._made = 0
        self._ready = threading.Event()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(LATE_S), "the server did not start"
        if self._failed:
            raise self._failed

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # shown to whoever waits for the server
            self._failed = error
            self._ready.set()

    async def _serve(self) -> None:
        storage = Storage.file(self._folder / "house.sqlite3")
        storage.migrate()
        self.house = House(storage, self._sources, CHEAP)
        self.house.start()
        self.one_time = self.house.people.first_start() or ""
        if self._demo:
            await furnish(self.house, games=self._games)
        password = PASSWORD if self._demo else ""
        app = create_app(self.house, demo=self._demo, demo_password=password, stop_house=True, limits=self._limits)
        self.app = app
        self.loop = asyncio.get_running_loop()
        self._server = uvicorn.Server(serving(app, self._limits, host="127.0.0.1", port=self.port))
        task = asyncio.create_task(self._server.serve())
        while not self._server.started:
            await asyncio.sleep(0.01)
        self._ready.set()
        await task

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def do(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Run something in the house's own loop."""
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(LATE_S)

    def client(self, badge: str = "", **headers: str) -> httpx.Client:
        """A program: signed in with a token, or nobody."""
        client = caller(self.address, headers=headers)
        if badge:
            given = {"badge": badge, "password": PASSWORD}
            token = client.post("/api/v1/sessions", json=given).raise_for_status().json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
        return client

    def fresh_table(self, game: str, mode: str = "electronic", dealer: str = "") -> str:
        """A table of its own for a test, open."""
        self._made += 1
        name = f"T{self._made}-{game[:2].upper()}"
        manager, supervisor = self.client("manager"), self.client("supervisor")
        body = {"id": name, "property": "hard-rock-cincinnati", "game": game, "mode": mode, "demo": True}
        manager.post("/api/v1/tables", json=body).raise_for_status()
        life = f"/api/v1/tables/{name}/life"
        supervisor.post(life, json={"act": "begin-opening"}).raise_for_status()
        if dealer:
            for table in self.client("manager").get("/api/v1/pit").json():
                if table["table"]["dealer"] == dealer:
                    old = f"/api/v1/tables/{table['table']['id']}/life"
                    supervisor.post(old, json={"act": "dealer-out"}).raise_for_status()
            supervisor.post(life, json={"act": "dealer-in", "badge": dealer}).raise_for_status()
        supervisor.post(life, json={"act": "open", "password": PASSWORD}).raise_for_status()
        return name

    def guest(self) -> tuple[httpx.Client, str]:
        client = caller(self.address)
        made = client.post("/api/v1/guests", json={}).raise_for_status().json()
        client.headers["authorization"] = f"Bearer {made['token']}"
        return client, made["person"]["badge"]

    def browser_session(self, badge: str) -> httpx.Client:
        """A browser without scripts: cookies, forms and their tokens."""
        client = caller(self.address, follow_redirects=True)
        page = client.get("/sign-in").text
        form = {"badge": badge, "password": PASSWORD, "csrf": csrf(page)}
        client.post("/sign-in", data=form).raise_for_status()
        return client


def csrf(page: str) -> str:
    return page.split('<meta name="csrf" content="')[1].split('"')[0]
