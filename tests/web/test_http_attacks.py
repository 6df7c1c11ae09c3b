"""Who means harm over HTTP: another one's place and money, paths and requests that are made to be misread, other sites.

Each attempt goes over a real connection; what a client library would mend or refuse by itself is sent as it stands.
"""

import json
import re
import socket
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from croupier.demo.furnish import PASSWORD

from .server import Server, caller, csrf

PLACE = "hard-rock-cincinnati"
CAGE = "/api/v1/cage"
WAIT_S = 30


def raw(server: Server, sent: str) -> bytes:
    """What is answered to these very letters."""
    with socket.create_connection(("127.0.0.1", server.port), WAIT_S) as line:
        line.sendall(sent.encode())
        heard = b""
        while more := line.recv(65536):
            heard += more
    return heard


def status(heard: bytes) -> int:
    return int(heard.split(b" ", 2)[1]) if heard.startswith(b"HTTP/1.1 ") else 0


# ---- paths

WRITTEN = """
//api/v1/documents /api/v1//documents /api/v1/./documents /x/../api/v1/documents /%61pi/v1/documents
/api%2fv1%2fdocuments /api/v1/documents/ /API/V1/DOCUMENTS /api/v1/documents;x=1 /api/v1/documents%20
/api/v1/documents%09 /api/v1/documents.json /api/v1/documents%23 /api/v1/documents%3f \\api\\v1\\documents /pit%2e
/pit/ //pit /./pit /pit; /PIT /audit/%2e%2e/pit /people/..%2fpit /assets/..%2f..%2fweb%2fapp.py
/assets/%2e%2e/%2e%2e/app.py /assets/..%5c..%5capp.py /assets//etc/passwd /studio/../pit http://127.0.0.1/pit
http://elsewhere.example/pit /api/v1/tables/RO-101%2f..%2f..%2fdocuments /api/v1/tables/..;/documents
/api/v1/people/player%2f..%2fmanager/sessions /%252e%252e/pit
"""


@pytest.mark.parametrize("path", WRITTEN.split())
def test_no_way_of_writing_an_address_opens_it(server: Server, path: str, signed_in: str) -> None:
    head = f"Host: 127.0.0.1:{server.port}\r\nCookie: croupier={signed_in}\r\nConnection: close\r\n"
    heard = raw(server, f"GET {path} HTTP/1.1\r\n{head}\r\n")
    assert 300 <= status(heard) < 500, heard[:200]
    if status(heard) < 400:  # and nobody is sent elsewhere
        leads = re.search(rb"(?i)\nlocation: (.*)\r", heard)
        assert leads and re.match(rb"/[^/\\]|http://127\.0\.0\.1:\d+/", leads[1]), heard[:300]


@pytest.fixture(scope="module")
def signed_in(server: Server) -> str:
    return str(server.browser_session("player").cookies["croupier"])


# ---- requests that two readers would understand differently

MISREAD = {
    "two lengths": "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "a length and parts": "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /pit HTTP/1.1\r\n\r\n",
    "parts of another kind": "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a part without a length": "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a length below nothing": "Content-Length: -1\r\n\r\n",
    "a length with a sign": "Content-Length: +5\r\n\r\nhello",
    "a length in other digits": "Content-Length: \u0663\r\n\r\nabc",
    "a length beyond the limit": "Content-Length: 99999999999\r\n\r\n",
    "a folded line": "X-One: a\r\n b\r\n\r\n",
    "a blank before a colon": "Authorization : x\r\n\r\n",
    "a line that ends early": "X-One: a\0b\r\n\r\n",
}


@pytest.mark.parametrize("how", MISREAD)
def test_a_request_that_can_be_read_in_two_ways_is_refused_and_answered_once(server: Server, how: str) -> None:
    heard = raw(server, f"POST /api/v1/guests HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{MISREAD[how]}")
    assert status(heard) in (400, 413), heard[:200]
    assert heard.count(b"HTTP/1.1 ") == 1


# ---- sockets

ORIGINS = (
    "null", "http://elsewhere.example", "http://127.0.0.1:{port}.elsewhere.example", "http://127.0.0.1",
    "http://127.0.0.1:1", "http://a@127.0.0.1:{port}", "http://elsewhere.example/http://127.0.0.1:{port}",
    "http://elsewhere.example#127.0.0.1:{port}", "://", "http://", "127.0.0.1:{port}/", "http://localhost:{port}",
)  # fmt: skip
SOCKETS = ("/live", "/tables/RO-101/live", "/api/v1/tables/RO-101/events", "/api/v1/room/events")


def opened(server: Server, path: str, session: str, origin: str) -> bool:
    told = {"Cookie": f"croupier={session}", "Origin": origin.format(port=server.port)}
    try:
        with connect(f"ws://127.0.0.1:{server.port}{path}", additional_headers=told, open_timeout=WAIT_S) as line:
            line.recv(WAIT_S)
    except (ConnectionClosed, InvalidStatus):
        return False
    return True


@pytest.mark.parametrize("path", SOCKETS)
def test_a_page_of_another_site_hears_nothing(server: Server, path: str, signed_in: str) -> None:
    assert opened(server, path, signed_in, "http://127.0.0.1:{port}")
    assert [origin for origin in ORIGINS if opened(server, path, signed_in, origin)] == []


# ---- forms and programs

FORMS = ("/cage/demo", "/cage/ticket", "/account/end", "/account/password", "/tables/RO-101/sit", "/sign-out")


@pytest.mark.parametrize("path", FORMS)
def test_no_form_is_taken_with_another_token_or_from_elsewhere(server: Server, path: str) -> None:
    one, other, anybody = server.browser_session("player"), server.browser_session("player-2"), caller(server.address)
    own = csrf(one.get("/account").text)
    tokens = ["", csrf(other.get("/account").text), csrf(anybody.get("/sign-in").text), own[:20], own.upper(), "\0"]
    tokens += ["0" * 16 + own[16:], "\u00e9" * 56]
    sent: list[dict[str, Any]] = [{"data": {"csrf": token}} for token in tokens]
    sent += [{"data": {"csrf": own}, "headers": {"sec-fetch-site": site}} for site in ("cross-site", "same-site")]
    sent += [{"data": {"x": "y"}, "params": {"csrf": own}}]
    sent += [{"content": f"csrf={own}", "headers": {"content-type": "text/plain"}}]
    sent += [{"content": json.dumps({"csrf": own}), "headers": {"content-type": "application/json"}}]
    for given in sent:
        assert one.post(path, **given, follow_redirects=False).status_code == 403, given
    assert one.get("/api/v1/me").status_code == 200


def test_a_session_that_somebody_laid_out_is_not_the_one_that_is_used(server: Server) -> None:
    browser = caller(server.address, cookies={"croupier": "laid-out", "visit": "laid-out-too"})
    given = {"badge": "player", "password": PASSWORD, "csrf": csrf(browser.get("/sign-in").text)}
    made = browser.post("/sign-in", data=given)
    (session,) = (one for one in made.headers.get_list("set-cookie") if one.startswith("croupier="))
    assert made.status_code == 303 and "laid-out" not in session
    assert caller(server.address, cookies={"croupier": "laid-out"}).get("/api/v1/me").status_code == 401


def test_a_made_up_token_beside_a_cookie_is_no_way_round_the_page(server: Server) -> None:
    browser = server.browser_session("player")
    for said in ("Bearer", "Bearer x", "Basic x"):
        headers = {"authorization": said}
        answer = browser.post("/cage/demo", data={}, headers=headers, follow_redirects=False)
        assert answer.status_code in (401, 403) or "/sign-in" in answer.headers.get("location", ""), said
        given = {"old": PASSWORD, "new": "another one 1"}
        assert browser.post("/api/v1/me/password", json=given, headers=headers).status_code in (401, 403), said


# ---- somebody else's place and money


def worth(client: httpx.Client) -> int:
    return int(client.get("/api/v1/me").json()["worth"])


def test_one_acts_at_nobodys_place_and_with_nobodys_money(server: Server) -> None:
    table = server.fresh_table("three-card-poker")
    (one, first), (two, second) = server.guest(), server.guest()
    acts = f"/api/v1/tables/{table}/acts"
    sit = {"act": {"act": "sit", "position": 1, "patron": first, "chips": 50_000}, "command": f"sit-{table}"}
    assert one.post(acts, json=sit).status_code == 200
    bet = {"act": {"act": "bet", "position": 1, "wager": "ante", "amount": 1_000}, "command": f"bet-{table}"}
    assert one.post(acts, json=bet).status_code == 200
    before = server.do(lambda: server.house.table(table)).driver.entry, worth(one), worth(two)
    free = {"act": "sit", "position": 2, "patron": second, "chips": 1_000}
    own: list[dict[str, Any]] = [
        {**free, "position": 1}, {**free, "patron": first}, {**free, "chips": -1}, {**free, "chips": 10**17},
        {**free, "chips": 2**64 - 1}, {**free, "position": 0}, {**free, "position": 10**30}, {**free, "patron": "!"},
        {"act": "leave", "position": 1}, {"act": "take", "position": 1, "wager": "ante"}, bet["act"],
        *({"act": name, "position": 1, "entry": 1} for name in ("settled", "dealt", "undone", "shuffled", "__init__")),
    ]  # fmt: skip
    sent = [json.dumps({"act": act}) for act in own] + [json.dumps(sit), json.dumps(bet)]
    last = f'"patron": "{second}"'
    sent += [
        f'{{"act": {{"act": "sit", "position": 2, "patron": "{second}", "patron": "{first}", "chips": 1000}}}}',
        f'{{"act": {{"act": "sit", "position": 2, "p\\u0061tron": "{first}", "chips": 1000}}}}',
        *(
            f'{{"act": {{"act": "sit", "position": 2, {last}, "chips": {odd}}}}}'
            for odd in ("NaN", "1e3", '"１０００"')
        ),
        *(f'{{"act": {{"act": "sit", "position": {odd}, {last}, "chips": 1000}}}}' for odd in ("true", "9" * 5_000)),
        '{"act": ' * 5_000 + "1" + "}" * 5_000,
        '{"act": {"act": "leave", "position": 1}}{"x": 1}',
        '[{"act": {"act": "leave", "position": 1}}]',
        '{"__proto__": {"role": "manager"}, "act": {"act": "leave", "position": 1}}',
        f'{{"act": {{"act": "leave", "position": 1}}, "command": "{"c" * 50_000}"}}',
    ]
    for body in sent:
        answer = two.post(acts, content=body.encode(), headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (body[:120], answer.text[:200])
    assert 400 <= two.post(acts, content='{"act": 1}'.encode("utf-16")).status_code < 500
    asked: list[dict[str, Any]] = [
        {"act": "cash-out", "patron": first, "cents": 100}, {"act": "buy-in", "patron": second, "cents": 100},
        *({"act": "ticket", "cents": cents} for cents in (-100, 0, 10**15, 2**64)),
        *({"act": "redeem", "ticket": code} for code in ("' or 1=1 --", "%", "１２３４", f"patron:{first}", "0" * 40)),
    ]  # fmt: skip
    for given in asked:
        assert 400 <= two.post(CAGE, json={"property": PLACE, **given}).status_code < 500, given
    assert (server.do(lambda: server.house.table(table)).driver.entry, worth(one), worth(two)) == before
    printed = one.post(CAGE, json={"act": "ticket", "property": PLACE, "cents": 700, "command": f"t-{table}"}).json()
    again = two.post(CAGE, json={"act": "ticket", "property": PLACE, "cents": 700, "command": f"t-{table}"})
    assert again.status_code == 404 and printed["ticket"] not in again.text
