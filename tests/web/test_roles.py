"""Every route with every role and with nobody: only what the permissions allow, and a refusal changes nothing."""

import contextlib
import functools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.demo.furnish import PASSWORD
from croupier.house.people.permissions import PERMITS, ROLES

from .lab import BADGES, Lab, csrf, lab, routes
from .who_may.asking import BY_HAND, CASH_GAME, ELECTRONIC, EVERYBODY, GAME, ROOM, SIGNED, TOUCHED, Try
from .who_may.of_api import api, poker_events, promotions
from .who_may.of_pages import acts_of_pages, pages
from .who_may.open_doors import DOORS, ELSEWHERE, PUBLIC, SOCKETS

TRIES = [*pages(), *acts_of_pages(), *api(), *poker_events(), *promotions()]
CHANGING = [t for t in TRIES if t.method != "GET"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("roles"), "blackjack", "three-card-poker") as made:
        begun = made.program("supervisor").post(
            "/api/v1/documents", json={"kind": "fill", "table": BY_HAND, "chips": {"2500": 4}, **SIGNED}
        )
        assert begun.status_code == 201, begun.text
        spread = made.program("supervisor").post("/api/v1/room/tables", json=GAME)
        assert spread.json()["state"] == "open", spread.text
        slip = begun.json()["id"]
        for one in TRIES:
            one.path = one.path.replace("FILL", slip)
        yield made


@pytest.fixture(scope="module")
def browsers(floor: Lab) -> Any:
    """One signed-in browser a badge."""
    return functools.cache(floor.browser)


def test_every_route_is_tried(floor: Lab) -> None:
    """A new route must say here who may use it."""
    tried = {(t.method, t.route) for t in TRIES} | PUBLIC | DOORS | ELSEWHERE | {("WS", path) for path, _ in SOCKETS}
    found = set(routes(floor.app))
    # A path that another one of the list stands for: /api/v1/audit/{name} and the like are spelled out.
    assert found - tried == set()
    assert tried - found == set()


def test_the_openapi_document_lists_every_route_of_the_api(floor: Lab) -> None:
    listed = floor.anybody().get("/api/v1/openapi.json").json()["paths"]
    known = {(m.upper(), path) for path, methods in listed.items() for m in methods}
    routed = {(m, p) for m, p in routes(floor.app) if p.startswith("/api/") and m != "WS"}
    assert routed - known == {("GET", "/api/v1/openapi.json")}


@pytest.mark.parametrize("one", TRIES, ids=lambda one: one.id)
def test_who_may_not_is_refused_and_nothing_changes(floor: Lab, one: Try) -> None:
    before, logged = floor.record(), floor.refusals()
    refused = [role for role in ROLES if role not in one.may]
    for role in refused:
        answer = one.send(floor.program(BADGES[role]))
        assert answer.status_code == 403, (role, answer.status_code, answer.text[:200])
    assert floor.record() == before
    told = floor.refusals() - logged
    assert told == Counter(BADGES[role] for role in refused), "a refusal is not in the log, or twice"


@pytest.mark.parametrize("one", TRIES, ids=lambda one: one.id)
def test_nobody_gets_nothing(floor: Lab, one: Try) -> None:
    before = floor.record()
    forged = floor.anybody(authorization=f"Bearer {'0' * 64}")
    for client in (floor.anybody(), forged):
        answer = one.send(client)
        signs_in = answer.status_code == 303 and answer.headers["location"].startswith("/sign-in?next=/")
        assert answer.status_code in (401, 403) or signs_in, answer.status_code
        assert PASSWORD not in answer.text
    assert floor.record() == before


@pytest.mark.parametrize("one", [t for t in TRIES if t.method == "GET"], ids=lambda one: one.id)
def test_who_may_is_answered(floor: Lab, one: Try) -> None:
    for role in one.may:
        status = one.send(floor.program(BADGES[role])).status_code
        assert status == 200 if one.works else status not in (401, 403), (role, status)


def test_only_who_deals_declares_an_irregularity(floor: Lab) -> None:
    rules = floor.program("player").get(f"/api/v1/tables/{BY_HAND}/rules").json()
    live = floor.do(lambda: floor.house.table(BY_HAND))
    known = {i.when for i in live.driver.game.posting.rulebook.irregularities} | set(rules["declarable"])
    assert known
    before = floor.record()
    for role in EVERYBODY - PERMITS["table.declare"]:
        client = floor.program(BADGES[role])
        for when in known:
            body = {"act": {"act": "declared", "when": when}}
            answer = client.post(f"/api/v1/tables/{BY_HAND}/acts", json=body)
            # One that can't be declared now is refused to everybody in the same words.
            assert answer.status_code == 403 or (role == "player" and answer.status_code == 422), (role, when)
    assert floor.record() == before


@pytest.mark.parametrize("one", CHANGING, ids=lambda one: one.id)
def test_a_change_needs_a_request_of_our_own_page(floor: Lab, browsers: Any, one: Try) -> None:
    """A session's cookie alone changes nothing: another site can make a browser send it."""
    badge = BADGES[sorted(one.may)[0]] if one.may else "player"
    browser = browsers(badge)
    token = browser.headers["x-csrf"]
    del browser.headers["x-csrf"]
    before = floor.record()
    for headers in (
        {},
        {"x-csrf": "0" * 40},
        {"x-csrf": "\xe9".encode("latin-1")},
        {"x-csrf": csrf(floor.anybody().get("/sign-in").text)},
        {"x-csrf": token, "sec-fetch-site": "cross-site"},
        {"x-csrf": token, "sec-fetch-site": "same-site"},
    ):
        browser.headers.update(headers)
        assert one.send(browser).status_code == 403, headers
        for name in headers:
            del browser.headers[name]
    browser.headers["x-csrf"] = token
    assert floor.record() == before


def test_the_doors_need_a_request_of_our_own_page_too(floor: Lab) -> None:
    browser = floor.browser("player-2")
    del browser.headers["x-csrf"]
    before = floor.record()
    for method, path in DOORS - {("POST", "/api/v1/sessions"), ("POST", "/api/v1/guests")}:
        path = path.format(table_id=ELECTRONIC, tournament="NONE")
        given = {"/api/v1/security-keys/ask": SIGNED, "/api/v1/security-keys/answer": TOUCHED}.get(path, {})
        assert browser.request(method, path, json=None if method == "DELETE" else given).status_code == 403, path
    assert floor.record() == before
    assert browser.get("/account").status_code == 200


@pytest.mark.parametrize(("path", "permit"), SOCKETS)
def test_a_socket_is_for_who_may_look(floor: Lab, path: str, permit: str) -> None:
    path = path.format(table_id=CASH_GAME if "/room/" in path else BY_HAND, house=ROOM)
    for role in (*ROLES, ""):
        client = floor.program(BADGES[role]) if role else floor.anybody()
        allowed = role in PERMITS[permit]
        refused = contextlib.nullcontext() if allowed else pytest.raises(WebSocketDisconnect)
        with refused, client.websocket_connect(path) as socket:
            assert socket.receive_text()


def test_a_socket_of_another_site_is_refused(floor: Lab) -> None:
    browser = floor.browser("player-2")
    for path in (f"/tables/{ELECTRONIC}/live", f"/api/v1/tables/{ELECTRONIC}/events", "/live"):
        with (
            pytest.raises(WebSocketDisconnect),
            browser.websocket_connect(path, headers={"origin": "https://other.example"}) as socket,
        ):
            socket.receive_text()
        with browser.websocket_connect(path, headers={"origin": "http://testserver"}) as socket:
            assert socket.receive_text()
