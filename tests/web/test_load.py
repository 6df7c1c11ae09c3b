"""A house under load answers its tables: whoever asks for too much waits or is refused in words, and nobody else.

Nothing is timed: what is held back is held back by the test, and what must be answered is answered meanwhile.
"""

import asyncio
import json
import logging
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import argon2
import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.demo.furnish import PASSWORD
from croupier.house.people.password_work import PLACES, PLACES_OF_ONE, WORKERS, Lane
from croupier.house.record.news.hub import News
from croupier.web.kit import guard
from croupier.web.kit.line.caller_limits import Limits
from croupier.web.kit.line.connections import serving
from croupier.web.kit.shared_pages import Together

from .server import Server, caller, csrf

TABLE = "/api/v1/tables/BJ-101"
HANDSHAKE = (
    b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
LIMITS = Limits(
    anonymous_of_address=12, anonymous_in_all=16, sockets_of_person=3, connections_of_address=40, request_s=1.5
)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    games = [("hard-rock-cincinnati", "blackjack")]
    running = Server(tmp_path_factory.mktemp("busy"), games, LIMITS)
    running.app.state.floor.sign_ins = guard.Pace(10**6, 60)
    yield running
    running.close()


class Held(argon2.PasswordHasher):
    """A hasher that a test holds at its work."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.go, self.begun, self.most = threading.Event(), 0, 0
        self._now, self._lock = 0, threading.Lock()

    def verify(self, *args: Any, **kwargs: Any) -> bool:  # type: ignore[override]
        with self._lock:
            self.begun += 1
            self._now += 1
            self.most = max(self.most, self._now)
        try:
            assert self.go.wait(30)
            return super().verify(*args, **kwargs)
        finally:
            with self._lock:
                self._now -= 1


def test_guesses_wait_for_each_other_and_no_table_waits_for_them(busy: Server, monkeypatch: Any) -> None:
    """Forty wrong sign-ins at once: few are looked at, some wait, the rest are told so; a player plays meanwhile."""
    player, _ = busy.guest()
    held = Held()
    monkeypatch.setattr(busy.house.people, "_hasher", held)
    monkeypatch.setattr(busy.house.people, "at_the_door", Lane("held", of_one=PLACES))

    strangers = caller(busy.address, timeout=60)

    def guess(n: int) -> httpx.Response:
        return strangers.post("/api/v1/sessions", json={"badge": f"nobody-{n}", "password": "a guess at a password"})

    with ThreadPoolExecutor(40) as pool:
        guesses = [pool.submit(guess, n) for n in range(PLACES + 8)]
        refused = _first(guesses, 8)
        assert {answer.status_code for answer in refused} == {503}
        assert "try again in a few seconds" in refused[0].json()["error"]
        # All places are taken, and nothing moves until the test says so: the house goes on.
        assert busy.house.people.at_the_door.waiting == PLACES
        assert player.get(TABLE).status_code == 200
        sit = {
            "act": {
                "act": "sit",
                "position": 1,
                "patron": player.get("/api/v1/me").json()["person"]["badge"],
                "chips": 50_000,
            }
        }
        assert player.post(f"{TABLE}/acts", json=sit).status_code == 200
        page = caller(busy.address)
        form = {"badge": "player", "password": PASSWORD, "csrf": csrf(page.get("/sign-in").text)}
        shown = page.post("/sign-in", data=form)
        assert shown.status_code == 503
        assert "Too many passwords" in shown.text
        held.go.set()
        assert {done.result().status_code for done in guesses} == {503, 422}
    assert held.most <= WORKERS


def _first(futures: list[Any], count: int) -> list[httpx.Response]:
    """The first answers that come, while others wait."""
    from concurrent.futures import as_completed

    found = []
    for done in as_completed(futures, timeout=60):
        found.append(done.result())
        if len(found) == count:
            return found
    raise AssertionError("fewer came")


def test_who_signs_does_not_wait_behind_strangers_and_one_address_has_a_part_of_the_door(busy: Server) -> None:
    people = busy.house.people
    go = threading.Event()

    async def scenario() -> None:
        import asyncio

        door = [asyncio.create_task(people.at_the_door.run("10.0.0.1", go.wait, 30)) for _ in range(PLACES_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(Exception, match="Too many passwords"):
            await people.at_the_door.run("10.0.0.1", go.wait, 30)
        other = asyncio.create_task(people.at_the_door.run("10.0.0.2", go.wait, 30))
        proof = await people.signing.run("manager", people.prove, "manager", PASSWORD)
        assert proof.badge == "manager"
        go.set()
        assert all(await asyncio.gather(*door, other))

    busy.do(scenario)


# ---- sockets


def _listen(server: Server, path: str, token: str = "") -> ClientConnection:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return connect(
        server.address.replace("http", "ws") + path, additional_headers=headers, open_timeout=30, legacy=True
    )


def test_sockets_are_limited_by_address_and_person_and_told_why(
    busy: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
    opened = [_listen(busy, "/live?house=hard-rock-cincinnati") for _ in range(LIMITS.anonymous_of_address)]
    try:
        with pytest.raises(InvalidStatus) as refused:
            _listen(busy, "/live?house=hard-rock-cincinnati")
        assert refused.value.response.status_code == 429
        assert "Too many visitors" in json.loads(refused.value.response.body)["error"]
        client, _ = busy.guest()  # who is somebody has his own places
        token = client.headers["authorization"].removeprefix("Bearer ")
        mine = [_listen(busy, "/tables/BJ-101/live", token) for _ in range(LIMITS.sockets_of_person)]
        with pytest.raises(InvalidStatus) as also:
            _listen(busy, "/tables/BJ-101/live", token)
        assert "too many pages" in json.loads(also.value.response.body)["error"]
        for one in mine:
            one.close()
        _until(lambda: busy.app.state.floor.places.open == LIMITS.anonymous_of_address)
        _listen(busy, "/tables/BJ-101/live", token).close()
    finally:
        for one in opened:
            one.close()
    _until(lambda: busy.app.state.floor.places.open == 0)
    assert caplog.messages == [], "who asks for too many does not fill the log"


def test_the_document_of_the_api_is_made_once_and_a_table_answers_meanwhile(
    busy: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    contract, go, made = busy.app.state.contract, threading.Event(), []
    client, _ = busy.guest()
    monkeypatch.setattr(contract, "_kept", None)
    make = contract._make

    def held() -> Any:
        made.append(1)
        assert go.wait(30)
        return make()

    monkeypatch.setattr(contract, "_make", held)
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(httpx.get, f"{busy.address}/api/v1/openapi.json", timeout=60) for _ in range(6)]
        _until(lambda: bool(made))
        try:
            assert client.get(TABLE).status_code == 200
        finally:
            go.set()
        answers = [one.result() for one in asked]
    assert len(made) == 1
    assert {one.headers["content-encoding"] for one in answers} == {"gzip"}
    plain = httpx.get(f"{busy.address}/api/v1/openapi.json", headers={"accept-encoding": "identity"}, timeout=30)
    assert "content-encoding" not in plain.headers and {one.text for one in answers} == {plain.text}


def test_what_visitors_see_alike_is_made_once_for_all(busy: Server) -> None:
    """Ten visitors cost a making or two, not ten; each has the token of his own page in its forms."""
    opened = [_listen(busy, "/live?house=hard-rock-cincinnati") for _ in range(10)]
    try:
        for one in opened:
            assert json.loads(one.recv(30))["fragments"]["l-tables"]
        (page,) = busy.app.state.floor.together._pages.values()
        before, visitors = page.makings, page.visitors
        assert visitors == 10
        client, badge = busy.guest()
        sit = {"act": {"act": "sit", "position": 5, "patron": badge, "chips": 50_000}}
        client.post(f"{TABLE}/acts", json=sit).raise_for_status()
        busy.loop.call_soon_threadsafe(busy.house.hub.publish, News("floor", "moved"))
        for one in opened:
            assert "l-tables" in json.loads(one.recv(30))["fragments"]
        assert page.makings - before <= 3, "a making for all who wait, and one for what came meanwhile"
    finally:
        for one in opened:
            one.close()
    _until(lambda: busy.app.state.floor.places.open == 0)


def _until(holds: Any) -> None:
    """Wait for what the server does when it hears of a closing."""
    done = threading.Event()
    for _ in range(3000):
        if holds():
            return
        done.wait(0.01)
    raise AssertionError("it did not come about")


# ---- the line


def _raw(server: Server, sent: bytes) -> bytes:
    """What the server says to a caller who sends this and nothing more."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(sent)
        said = b""
        while part := line.recv(4096):
            said += part
        return said


HALVES = (
    b"",
    b"\r\n",
    b"GET /api/v1/tables HT",
    b"POST /api/v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{",
)


def test_sockets_that_come_at_once_are_let_in_one_each_turn() -> None:
    """And visitors are told one after the other: whatever else is to be done comes between any two."""
    opened: list[int] = []
    turn = 0

    async def app(scope: Any, receive: Any, send: Any) -> None:
        opened.append(turn)
        await receive()
        await send({"type": "websocket.close", "code": 1000})

    async def scenario() -> None:
        nonlocal turn
        server = uvicorn.Server(serving(app, host="127.0.0.1", port=0, lifespan="off"))
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0)
        port = server.servers[0].sockets[0].getsockname()[1]
        callers = [await asyncio.open_connection("127.0.0.1", port) for _ in range(12)]
        for _, writer in callers:
            writer.write(HANDSHAKE)
        callers[3][1].close()  # one has gone before he is let in
        while len(opened) < len(callers) - 1:
            await asyncio.sleep(0)
            turn += 1
        assert len(set(opened)) == len(opened)
        server.should_exit = True
        for _, writer in callers:
            writer.close()
        await running
        together, told = Together(), []

        async def visitor(number: int) -> None:
            await together.turn()
            told.append(number)

        waiting = [asyncio.create_task(visitor(number)) for number in range(5)]
        while len(told) < 5:
            before = len(told)
            await asyncio.sleep(0)
            assert len(told) <= before + 1
        await asyncio.gather(*waiting)

    asyncio.run(scenario())


def test_half_a_request_ends_by_itself(busy: Server) -> None:
    """Nothing at all, an empty line, half of a line, half of a body."""
    with ThreadPoolExecutor(len(HALVES)) as pool:
        for said in pool.map(lambda half: _raw(busy, half), HALVES):
            assert said.startswith(b"HTTP/1.1 408 ")
            assert b"did not arrive in time" in said


def test_a_head_without_end_is_cut_off(busy: Server) -> None:
    with socket.create_connection(("127.0.0.1", busy.port), timeout=30) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx-long: ")
        with pytest.raises(ConnectionError):  # nobody reads any more
            line.sendall(b"a" * 100_000_000)


def test_two_requests_in_one_breath_are_both_answered(busy: Server) -> None:
    one = b"GET /healthz HTTP/1.1\r\nhost: x\r\n"
    said = _raw(busy, one + b"\r\n" + one + b"connection: close\r\n\r\n")
    assert said.count(b"HTTP/1.1 200 ") == 2


def test_one_address_holds_only_so_many_connections(busy: Server) -> None:
    lines = []
    try:
        for _ in range(LIMITS.connections_of_address + 1):
            lines.append(socket.create_connection(("127.0.0.1", busy.port), timeout=30))
        said = b"".join(lines[-1].recv(4096) for _ in range(1))
        assert b"429" in said
    finally:
        for line in lines:
            line.close()


def test_nobody_is_believed_about_his_address_but_a_proxy_that_is_named(busy: Server) -> None:
    """What a caller says about himself does not change under which address his guesses are counted."""
    forged = {"x-forwarded-for": "203.0.113.9", "forwarded": "for=203.0.113.9"}
    given = {"badge": "forger", "password": "a guess at a password"}
    httpx.post(f"{busy.address}/api/v1/sessions", json=given, headers=forged).json()
    with busy.house.storage.reading() as conn:
        (line,) = busy.house.people.logged(conn, by="forger")
    assert line.reason == "127.0.0.1"


def test_a_page_whose_socket_is_refused_is_served_all_the_same(busy: Server) -> None:
    assert httpx.get(busy.address).status_code == 200
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        _listen(busy, "/pit/live").recv(10)


def test_after_all_this_everything_that_is_evidence_is_as_it_was_sealed(busy: Server) -> None:
    """Whatever desk wrote it, by whichever statement: the furnished house, its papers, its tables, its guests."""
    assert busy.house.proofs.look().wrong == ()
