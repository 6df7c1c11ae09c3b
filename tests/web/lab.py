"""A furnished house behind the application in this process: seeded chance, a clock moved by hand, sockets too."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import argon2
import msgspec
from sqlalchemy import func, select
from starlette.routing import WebSocketRoute

from croupier.demo.furnish import PASSWORD, furnish
from croupier.house.house import House
from croupier.house.record import schema
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.web.app import create_app
from croupier.web.kit import guard

from .client import Client

CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PLACE = "hard-rock-cincinnati"
BADGES = {
    "player": "player",
    "dealer": "dealer",
    "clerk": "clerk",
    "supervisor": "supervisor",
    "manager": "manager",
    "cage": "cage",
    "security": "security",
    "surveillance": "surveillance",
    "commission": "commission",
    "administrator": "admin-demo",
    "attendant": "attendant",
    "slot-supervisor": "slot-supervisor",
}
# What a refused request may leave behind: that it was refused, and that somebody was there.
TRACES = {"audit_log", "seal", "evidence", "session", "sign_in_failure", "counter", "checkpoint"}
BY_ITSELF = {"journal_sum"}  # the house adds up closed tables whenever it comes to it, whatever is asked meanwhile
KEPT = [str(table.name) for table in schema.metadata.sorted_tables if table.name not in TRACES | BY_ITSELF]


def apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Run in a thread of its own: the browser's driver keeps a loop running in the tests' thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@cache
def _empty_database() -> bytes:
    """A migrated database without a row, made once: a house of a test begins with a copy."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        storage = Storage.file(path)
        storage.migrate()
        with storage.engine.connect() as conn:
            conn.exec_driver_sql("COMMIT")
            conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        storage.close()
        return path.read_bytes()


def _migrated(path: Path) -> Storage:
    path.write_bytes(_empty_database())
    return Storage.file(path)


class Lab:
    def __init__(
        self,
        folder: Path,
        games: Iterable[str],
        storage: Storage | None = None,
        secure: bool = False,
        beside: "Lab | None" = None,
    ):
        """`beside`: another server of the same house, on the same database and by the same clock."""
        self.clock: HandClock = beside.clock if beside else HandClock()
        self._beside = beside
        self.storage = storage or _migrated(folder / "lab.sqlite3")
        if storage is not None:
            storage.migrate()
        self.house = House(self.storage, Sources.seeded("beside" if beside else "lab", self.clock), CHEAP)
        self.app = create_app(self.house, secure=secure, demo_password=PASSWORD, stop_house=True)
        floor = self.app.state.floor
        # Everybody here calls from one address; the limits have tests of their own.
        floor.guests = floor.sign_ins = floor.acts = guard.Pace(10**9, 60)
        self._games = [(PLACE, game) for game in games]
        self._tokens: dict[str, str] = {}

    def __enter__(self) -> "Lab":
        self._main = Client(self.app)
        self._main.__enter__()
        if self._beside is None:
            self.do(lambda: furnish(self.house, games=self._games))
        return self

    def __exit__(self, *error: object) -> None:
        self._main.__exit__(*error)
        self.storage.close()

    def do(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Run something in the house's own loop."""
        assert self._main.portal is not None
        return self._main.portal.call(work)

    def for_money(self, *names: str) -> "Lab":
        """Furnished tables that deal for money from now on: what was bought at the cage can be brought to them."""
        tables = self.house.tables

        async def changed() -> None:
            for name in names:

                def work(tx: Any, name: str = name) -> None:
                    table = tables.get(tx.conn, name)
                    tables.change(tx, table, settings=msgspec.structs.replace(table.settings, demo=False))

                await self.house.write(work)
                await self.house.forget(name)

        self.do(changed)
        return self

    # ---- callers

    def anybody(self, **headers: str) -> Client:
        """A caller without a session, and a cookie jar of its own."""
        client = Client(self.app, headers=headers, follow_redirects=False, raise_server_exceptions=False)
        return client.beside(self._main)

    def program(self, badge: str) -> Client:
        """Somebody with a token; the session is kept between calls."""
        if badge not in self._tokens:
            self._tokens[badge] = self.house.people.new_token(badge, "test")
        return self.anybody(authorization=f"Bearer {self._tokens[badge]}")

    def browser(self, badge: str) -> Client:
        """Somebody at a page: cookies and page tokens."""
        client = self.anybody()
        form = {"badge": badge, "password": PASSWORD, "csrf": csrf(client.get("/sign-in").text)}
        answer = client.post("/sign-in", data=form)
        assert answer.status_code == 303, answer.text
        client.headers["x-csrf"] = csrf(client.get("/account").text)
        return client

    def guest(self) -> tuple[Client, str]:
        made = self.anybody().post("/api/v1/guests", json={}).json()
        return self.anybody(authorization=f"Bearer {made['token']}"), made["person"]["badge"]

    # ---- what is on record

    def record(self) -> dict[str, list[Any]]:
        """Every row of every table that a refusal must not touch, as the database has it, once the poker tables have
        done what is due by the clock: the house does it by itself, a moment sooner or later."""
        while self.do(self.app.state.floor.room_clock.look):
            pass
        with self.storage.reading() as conn:
            cursor = conn.connection.cursor()
            return {name: cursor.execute(f"SELECT * FROM {name}").fetchall() for name in KEPT}

    def refusals(self) -> Counter[str]:
        """How often each person was refused something, by the log."""
        log = schema.audit_log.c
        with self.storage.reading() as conn:
            found = conn.execute(
                select(log.by, func.count().label("many")).where(log.outcome == "refused").group_by(log.by)
            )
            return Counter({row.by: row.many for row in found})


def csrf(page: str) -> str:
    return page.split('<meta name="csrf" content="')[1].split('"')[0]


def routes(app: Any) -> Iterator[tuple[str, str]]:
    """Every (method, path) of the application; WS for a socket."""

    def walk(found: Iterable[Any]) -> Iterator[tuple[str, str]]:
        for route in found:
            inner = getattr(route, "original_router", None)
            if inner is not None:
                yield from walk(inner.routes)
            elif isinstance(route, WebSocketRoute) or not getattr(route, "methods", None):
                yield "WS", route.path
            else:
                yield from ((method, route.path) for method in route.methods - {"HEAD", "OPTIONS"})

    return walk(app.routes)


@contextlib.contextmanager
def lab(folder: Path, *games: str, **given: Any) -> Iterator[Lab]:
    with Lab(folder, games, **given) as made:
        yield made


def sent(floor: Lab, badge: str, path: str, **form: str) -> Any:
    """A form as a page sends it."""
    client = floor.browser(badge)
    token = client.headers.pop("x-csrf")
    return client.post(path, data={"csrf": token, **form})
