"""Sessions that end, cookies and headers, pages without inline code, sign-ins slowed down, odd input refused."""

import collections
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.demo.furnish import PASSWORD
from croupier.house.people import persons as people
from croupier.house.people import wrong_passwords
from croupier.house.record.clock import MINUTE_US
from croupier.web.kit import guard

from .lab import BADGES, PLACE, Lab, csrf, lab, routes

TABLE, BY_HAND = "TCP-101", "TCP-111"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("security"), "blackjack", "three-card-poker", "roulette", "craps") as made:
        client, badge = made.guest()
        sit = {"act": "sit", "position": 3, "patron": badge, "chips": 50_000}
        bet = {"act": "bet", "position": 3, "wager": "ante", "amount": 1000}
        for act in (sit, bet):
            assert client.post(f"/api/v1/tables/{TABLE}/acts", json={"act": act}).status_code == 200
        client.post(f"/api/v1/tables/{TABLE}/ready")
        chosen = {"act": {"act": "chosen", "name": "play", "position": 3}}
        assert client.post(f"/api/v1/tables/{TABLE}/acts", json=chosen).status_code == 200
        yield made


# ---- sessions


def test_a_session_that_is_not_used_expires(floor: Lab) -> None:
    browser = floor.browser("player-2")
    floor.clock.advance(people.IDLE_US_MAX - MINUTE_US)
    assert browser.get("/account").status_code == 200
    floor.house.people.log_refusal("player-2", "wait", "for the writer", "")
    floor.clock.advance(people.IDLE_US_MAX - MINUTE_US)
    assert browser.get("/account").status_code == 200
    floor.house.people.log_refusal("player-2", "wait", "for the writer", "")
    floor.clock.advance(people.IDLE_US_MAX + MINUTE_US)
    assert browser.get("/account").status_code == 401
    assert browser.get("/api/v1/me").status_code == 401


def test_a_session_in_use_ends_at_its_last_hour(floor: Lab) -> None:
    browser = floor.browser("player-2")
    for _ in range(people.SESSION_US_MAX // (10 * MINUTE_US)):
        assert browser.get("/account").status_code == 200
        floor.house.people.log_refusal("player-2", "wait", "for the writer", "")
        floor.clock.advance(10 * MINUTE_US)
    assert browser.get("/account").status_code == 401


def test_a_page_left_open_does_not_keep_its_session(floor: Lab) -> None:
    """The socket of an open page looks for news all night; only what the person does counts as use."""
    browser = floor.browser("surveillance")
    with browser.websocket_connect("/pit/live") as socket:
        assert socket.receive_json()["fragments"]
        for _ in range(4):
            floor.clock.advance(10 * MINUTE_US)
            floor.do(lambda: floor.app.state.floor.pit.call_supervisor(_person(floor), TABLE, "somebody"))
            if "code" in (told := socket.receive()):
                assert told["code"] == 4401
                break
        else:
            pytest.fail("the socket outlived its session")
    assert browser.get("/pit").status_code == 401


def _person(floor: Lab, badge: str = "supervisor") -> people.Person:
    with floor.storage.reading() as conn:
        return floor.house.people.get(conn, badge)


def test_a_session_can_be_ended_from_another_one(floor: Lab) -> None:
    one, two = floor.browser("cage-2"), floor.browser("cage-2")
    with floor.storage.reading() as conn:
        handle = floor.house.people.sessions(conn, "cage-2")[-1].handle
    assert one.post("/account/end", data={"handle": handle}).status_code == 303
    assert [c.get("/account").status_code for c in (one, two)].count(200) == 1


def test_a_program_ends_a_session_of_its_own_or_an_administrators_of_anybody(floor: Lab) -> None:
    signed = {"badge": "cage-2", "password": PASSWORD}
    tokens = [floor.anybody().post("/api/v1/sessions", json=signed).json()["token"] for _ in range(2)]
    mine, other = (floor.anybody(authorization=f"Bearer {token}") for token in tokens)
    handles = [one["handle"] for one in mine.get("/api/v1/me/sessions").json()]
    with floor.storage.reading() as conn:
        assert handles == [one.handle for one in floor.house.people.sessions(conn, "cage-2")]
    assert mine.delete(f"/api/v1/people/supervisor/sessions/{handles[0]}").status_code == 403
    admin = floor.program("admin-demo")
    assert admin.get("/api/v1/people/cage-2/sessions").json() == mine.get("/api/v1/me/sessions").json()
    assert "person" not in admin.get("/api/v1/people/cage-2/sessions").json()[0]
    assert admin.delete(f"/api/v1/people/cage-2/sessions/{handles[-1]}").status_code == 204
    (alive,) = [client for client in (mine, other) if client.get("/api/v1/me").status_code == 200]
    assert alive.delete(f"/api/v1/me/sessions/{handles[-1]}").status_code == 404
    for handle in alive.get("/api/v1/me/sessions").json():
        alive.delete(f"/api/v1/me/sessions/{handle['handle']}")
    assert alive.get("/api/v1/me").status_code == 401


def test_signing_out_ends_the_token_and_the_cookie(floor: Lab) -> None:
    browser = floor.browser("cage-2")
    token = browser.cookies[guard.SESSION]
    answer = browser.post("/sign-out")
    assert any("croupier=;" in c and "Max-Age=0" in c for c in answer.headers.get_list("set-cookie"))
    assert floor.anybody(cookie=f"{guard.SESSION}={token}").get("/account").status_code == 303
    assert floor.anybody(authorization=f"Bearer {token}").get("/api/v1/me").status_code == 401


def test_a_new_password_ends_every_session_and_token(floor: Lab) -> None:
    admin = floor.program("admin-demo")
    made = admin.post("/api/v1/people", json={"badge": "temp-9", "role": "player"}).json()
    token = floor.anybody().post("/api/v1/sessions", json=made | {"label": "x"}).json()["token"]
    client = floor.anybody(authorization=f"Bearer {token}")
    assert client.get("/pit").headers["location"] == "/account"  # the one-time password comes first
    assert client.get("/api/v1/pit").status_code == 403
    assert client.post(f"/tables/{TABLE}/sit", data={"position": "1"}).headers["location"] == "/account"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/pit/live") as socket:
        socket.receive_text()
    change = {"old": made["password"], "new": "four plain words here"}
    assert client.post("/account/password", json=change).status_code == 303
    assert client.get("/api/v1/me").status_code == 401


def test_signing_in_makes_a_new_session(floor: Lab) -> None:
    """A session put into a browser beforehand is not the one that signs in."""
    fixed = floor.browser("player-2").cookies[guard.SESSION]
    client = floor.anybody()
    client.cookies.set(guard.SESSION, fixed)
    token = csrf(client.get("/sign-in").text)
    client.post("/sign-in", data={"badge": "cage-2", "password": PASSWORD, "csrf": token})
    assert client.cookies.get(guard.SESSION, domain="testserver.local") != fixed
    assert floor.anybody(cookie=f"{guard.SESSION}={fixed}").get("/api/v1/me").json()["person"]["badge"] == "player-2"


# ---- signing in, slowed


def test_a_badge_is_closed_after_failed_sign_ins(floor: Lab) -> None:
    client = floor.anybody()
    given = {"badge": "security", "password": "not the password"}
    for _ in range(wrong_passwords.FAILURES_OF_BADGE_MAX):
        assert client.post("/api/v1/sessions", json=given).status_code == 422
    right = {"badge": "security", "password": PASSWORD}
    assert client.post("/api/v1/sessions", json=right).status_code == 403
    form = right | {"csrf": csrf(client.get("/sign-in").text)}
    assert client.post("/sign-in", data=form).status_code == 403
    floor.clock.advance(wrong_passwords.FAILURES_US + MINUTE_US)
    assert client.post("/api/v1/sessions", json=right).status_code == 201


def test_failed_signatures_count_as_failed_sign_ins(floor: Lab) -> None:
    client = floor.program("supervisor-2")
    for _ in range(wrong_passwords.FAILURES_OF_BADGE_MAX):
        refused = client.post(f"/api/v1/tables/{BY_HAND}/life", json={"act": "close", "password": "a guess"})
        assert refused.status_code == 422
    given = {"badge": "supervisor-2", "password": PASSWORD}
    assert floor.anybody().post("/api/v1/sessions", json=given).status_code == 403
    floor.clock.advance(wrong_passwords.FAILURES_US + MINUTE_US)


def test_sign_ins_and_guests_from_one_address_are_paced(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    held = floor.app.state.floor
    monkeypatch.setattr(held, "sign_ins", guard.Pace(3, 60))
    monkeypatch.setattr(held, "guests", guard.Pace(3, 60))
    floor.house.people.add_demo([("paced", "Paced", "player")], PASSWORD)  # whose password nobody has guessed at
    client = floor.anybody()
    right = {"badge": "paced", "password": PASSWORD}
    assert [client.post("/api/v1/sessions", json=right).status_code for _ in range(4)] == [201, 201, 201, 429]
    form = right | {"csrf": csrf(client.get("/sign-in").text)}
    assert client.post("/sign-in", data=form).status_code == 403
    assert [client.post("/api/v1/guests", json={}).status_code for _ in range(4)] == [201, 201, 201, 429]


def test_acts_of_one_person_are_paced(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor.app.state.floor, "acts", guard.Pace(5, 60))
    client, _ = floor.guest()
    assert [client.get("/api/v1/me").status_code for _ in range(6)] == [200] * 5 + [429]


# ---- cookies and headers


def test_every_cookie_is_kept_from_scripts_and_other_sites(tmp_path: Any) -> None:
    with lab(tmp_path, "blackjack", secure=True) as house:
        client = house.anybody()
        pages = [client.get("/sign-in"), client.get("/")]
        form = {"badge": "player", "password": PASSWORD, "csrf": csrf(pages[0].text)}
        # The jar keeps secure cookies from plain http, so the visit is handed back by hand.
        made = pages[0].headers.get_list("set-cookie")
        visit = next(c for c in made if c.startswith("__Host-visit=")).partition(";")[0]
        pages.append(house.anybody(cookie=visit).post("/sign-in", data=form))
        assert pages[-1].status_code == 303
        cookies = [c for page in pages for c in page.headers.get_list("set-cookie")]
        assert {c.partition("=")[0] for c in cookies} == {"__Host-visit", "house", "__Host-croupier", "__Host-known"}
        for one in cookies:
            for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Secure"):
                assert part in one, one
        # A cookie under the plain name may come from a neighbour in the same domain: it opens nothing.
        token = next(c for c in cookies if c.startswith("__Host-croupier=")).partition(";")[0]
        assert house.anybody(cookie=token).get("/account").status_code == 200
        assert house.anybody(cookie=token.removeprefix("__Host-")).get("/account").status_code == 303
        assert "max-age=31536000" in pages[0].headers["strict-transport-security"]


def test_a_page_has_a_token_of_its_own_each_time(floor: Lab) -> None:
    """So that the lengths of compressed pages tell nothing about it; any of them is good for the session."""
    browser = floor.browser("player-2")
    tokens = {csrf(browser.get("/account").text) for _ in range(3)}
    assert len(tokens) == 3
    for token in tokens:
        browser.headers["x-csrf"] = token
        assert browser.post("/account/end", json={"handle": "none"}).status_code == 404
    browser.headers["x-csrf"] = token[:16] + "0" * 40
    assert browser.post("/account/end", json={"handle": "none"}).status_code == 403


def test_a_house_answers_only_to_its_own_names(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_HOSTS", "testserver tables.example")
    with lab(tmp_path, "blackjack") as house:
        assert house.anybody().get("/healthz").status_code == 200
        assert house.anybody(host="tables.example").get("/healthz").status_code == 200
        assert house.anybody(host="other.example").get("/healthz").status_code == 400


@pytest.fixture(scope="module")
def answers(floor: Lab) -> list[tuple[str, Any]]:
    """An answer of every kind: pages, parts, files, refusals, faults; asked for once and looked at in several ways."""
    return list(_answers(floor))


def _answers(floor: Lab) -> Iterator[tuple[str, Any]]:
    filled = collections.defaultdict(lambda: "1")  # what has no better value here
    filled |= {"table_id": TABLE, "name": "app.js", "journal": f"{TABLE}.1", "round_": "1", "kind": "csv"}
    filled |= {"house": "oneida", "property": "oneida", "game": "three-card-poker", "day": "2024-09-11"}
    filled |= {"badge": "dealer", "document_id": "none", "act": "none", "step": "x", "notice_id": "none"}
    filled |= {"tournament": "none", "version": "2024-09-11"}
    for role in ("manager", "player", ""):
        client = floor.program(BADGES[role]) if role else floor.anybody()
        for method, path in routes(floor.app):
            if method != "WS" and not (role and path in ("/sign-out", "/api/v1/sessions")):
                path = path.format_map(filled)
                yield f"{role} {method} {path}", client.request(method, path, json=None if method == "GET" else {})
    client = floor.anybody()
    for path in ("/no/such/page", "/tables/NONE", "/%00", "/?house=%00", "/assets/../app.py"):
        yield path, client.get(path)
    yield "too large", client.post("/sign-in", content=b"x" * (guard.BODY_BYTES_MAX + 1))
    yield "no length", client.post("/api/v1/guests", content=(b"x" * 1024 for _ in range(80)))


def test_every_answer_says_what_a_browser_may_do_with_it(answers: list[tuple[str, Any]]) -> None:
    for what, answer in answers:
        assert answer.status_code < 500, (what, answer.text[:300])
        for name, value in guard.HEADERS.items():
            assert answer.headers.get(name) == value, (what, name)
        if not what.endswith(("app.js", "/rulebooks")):
            assert "cache-control" in answer.headers, what
        if not what.endswith(("app.js", "favicon.ico")):
            assert answer.headers["cache-control"] == "no-store", what
        assert answer.headers.get("access-control-allow-origin") is None
    assert len(answers) > 200


def test_a_fault_of_ours_is_answered_without_a_word_of_it(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(floor.app.state.floor, "tables", fails)
    for path in ("/", "/pit"):
        assert floor.program("manager").get(path).json()["clause"] == ""
        answer = floor.program("manager").get(path, headers={"accept": "text/html"})
        assert (answer.status_code, answer.headers["content-type"]) == (500, "text/html; charset=utf-8")
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text
        assert answer.headers["content-security-policy"] == guard.POLICY


# ---- pages without inline code


class Inline(HTMLParser):
    """Finds what the content policy would block, and addresses of other hosts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name, value in given.items():
            if name == "style" or name.startswith(("on", "hx-on")):
                self.found.append(f"<{tag} {name}={value!r}>")
            if name in ("href", "src", "action", "xlink:href") and _elsewhere(value or ""):
                self.found.append(f"<{tag} {name}={value!r}>")
        if tag == "style" or (tag == "script" and "src" not in given):
            self.found.append(f"<{tag}>")
        if tag in ("iframe", "object", "embed", "base"):
            self.found.append(f"<{tag}>")


def _elsewhere(address: str) -> bool:
    return address.lower().strip().startswith(("http:", "https:", "//", "javascript:", "data:", "vbscript:"))


def inline(html: str) -> list[str]:
    parser = Inline()
    parser.feed(html)
    return parser.found


def test_the_search_for_inline_code_finds_it() -> None:
    html = '<p style="a"><b onclick=x><script>1</script><a href="javascript:1"><img src="//x.example/y">'
    assert len(inline(html)) == 5


def test_no_page_has_inline_code_or_reaches_another_host(floor: Lab, answers: list[tuple[str, Any]]) -> None:
    pages = 0
    for what, answer in answers:
        if answer.headers.get("content-type", "").startswith("text/html"):
            pages += 1
            assert not inline(answer.text), what
    assert pages > 60
    for table in ("BJ-101", TABLE, "RO-101", "CR-101"):
        for badge in ("player", "supervisor"):
            assert not inline(floor.program(badge).get(f"/tables/{table}").text)
            with floor.program(badge).websocket_connect(f"/tables/{table}/live?phone=1") as socket:
                for name, html in socket.receive_json()["fragments"].items():
                    assert not inline(html), name


def test_what_people_write_is_shown_as_text(floor: Lab) -> None:
    """A name, a call, a search and an address that look like markup stay words."""
    evil = "<img src=x onerror=alert(1)>"
    floor.house.people.add(_person(floor, "admin-demo"), "evil-1", evil, "dealer", "four plain words here")
    floor.program("dealer").post(f"/api/v1/tables/{BY_HAND}/call", json={"words": evil})
    floor.program("manager").post(f"/pit/{BY_HAND}/dealer-in", json={"badge": "evil-1"})
    for path in (
        "/people",
        "/people/evil-1",
        "/pit",
        "/notices",
        f"/pit/{BY_HAND}",
        f"/pit/{TABLE}",
        f"/audit/search?q={evil}",
        f"/audit/search?since={evil}",
        f"/rulebooks?q={evil}",
        f"/slips?house={evil}",
        f"/sign-in?next=/{evil}",
        f"/tables/{evil}",
        f"/deal/{BY_HAND}/ruling?when={evil}",
        f"/audit/log?badge={evil}",
    ):
        for page in (floor.program("manager").get(path), floor.program("manager").get(path, headers={"referer": evil})):
            assert evil not in page.text, path
            assert not inline(page.text), path
    floor.program("manager").post(f"/pit/{BY_HAND}/dealer-in", json={"badge": "dealer"})


def test_the_way_back_stays_here(floor: Lab) -> None:
    for referer in ("https://a.example//evil.example/x", "https://a.example/\\evil.example"):
        page = floor.program("player").get("/pit", headers={"referer": referer}).text
        assert "evil.example" not in page


# ---- odd input


JSON = {"content-type": "application/json"}
ODD = [
    "",
    "\0",
    "²",
    "１２",
    "-",
    "--5",
    "9" * 30,
    "\ud800",
    "a\r\nset-cookie: x=1",
    "../../etc",
    "%00",
    "é" * 50,
    "1e9",
]


def test_odd_values_in_forms_are_refused_in_words(floor: Lab) -> None:
    """Whatever a field holds, the answer is a refusal and not a fault; and nothing changes."""
    fields = {
        "/tables/{t}/sit": ["position"],
        "/tables/{t}/act": ["action", "wager", "amount", "number", "cards", "on"],
        "/deal/{d}/key": ["cards", "dice", "pocket", "number"],
        "/deal/{d}/do": ["choice", "amount", "number"],
        "/deal/{d}/mark": ["position", "amount", "patron", "wager", "what"],
        "/deal/{d}/declare": ["when", "position"],
        "/pit/{d}/document": ["kind", "chips-2500", "amount", "counted", "expected", "label"],
        "/pit/{d}/dealer-in": ["badge"],
        "/cage/buy-in": ["house", "patron", "amount", "command"],
        "/cage/ticket": ["amount"],
        "/cage/redeem": ["ticket"],
        "/tables/{t}/money/insert": ["ticket", "command"],
        "/tables/{t}/money/ticket": ["position", "command"],
        "/tables/{t}/money/buy": ["amount"],
        "/people": ["badge", "role", "name"],
        "/tables-new": ["table", "house", "game", "day", "mode"],
        "/account/end": ["badge", "handle"],
        "/sign-in": ["badge", "next"],
    }
    who = {"/tables": "player", "/deal": "dealer", "/pit": "supervisor", "/cage/b": "cage", "/cage/": "player"}
    who |= {"/people": "admin-demo", "/tables-new": "manager", "/account": "dealer", "/sign-in": "player"}
    for path, names in fields.items():
        badge = next(b for start, b in sorted(who.items(), reverse=True) if path.startswith(start))
        client = floor.program(badge)
        usual = {"action": "stake", "choice": "close", "kind": "fill", "password": PASSWORD, "position": "1"}
        usual |= {"table": "odd<>", "house": "hard-rock-cincinnati", "game": "blackjack", "amount": "", "new": "x"}
        for name in names:
            for value in ODD:
                given = {k: v for k, v in usual.items() if k in names or k == "password"} | {name: value}
                body = json.dumps(given).encode()
                answer = client.post(path.format(t="RO-101", d=BY_HAND), content=body, headers=JSON)
                assert answer.status_code < 500, (path, name, value, answer.text[:300])
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []


def test_odd_addresses_are_refused_in_words(floor: Lab) -> None:
    paths = [
        "/?house={}",
        "/?day={}",
        "/pit?house={}&slip={}",
        "/tickets?house={}",
        "/tickets/{}/1",
        "/tickets/hard-rock-cincinnati/{}",
        "/slips?table={}&kind={}",
        "/audit/search?since={}",
        "/audit/search?until={}",
        "/audit/search?amount={}",
        "/audit/search?q=${}",
        "/audit/search?patron={}&ruling={}&table={}",
        "/audit/ledger?account={}",
        "/audit/ledger.{}",
        f"/audit/{TABLE}/{{}}/journal.jsonl",
        f"/audit/{TABLE}/{{}}/1",
        f"/audit/{{}}/{TABLE}.1/1",
        f"/audit/{{}}/{TABLE}.1/1/export.csv",
        f"/audit/{TABLE}/{TABLE}.1/1/export.{{}}",
        f"/audit/{TABLE}/{TABLE}.1/{{}}",
        "/people/{}",
        "/tables/{}",
        f"/tables/{TABLE}/about?wager={{}}",
        f"/tables/{TABLE}/clause?clause={{}}",
        "/rulebooks/{}/{}/{}",
        "/rulebooks/oneida/three-card-poker/{}",
        "/rulebooks/compare?one={}&other={}",
        "/assets/{}",
        "/meters?house={}",
    ]
    odd = [
        "²",
        "9" * 30,
        "9999-12-31",
        "0001-01-01",
        "%0d%0aset-cookie:%20x=1",
        "é☃",
        "%00",
        "%ff",
        "a'b\"c",
        "-1",
        "%2e%2e",
    ]
    client = floor.program("manager")
    for path in paths:
        for value in odd:
            answer = client.get(path.replace("{}", value))
            assert answer.status_code < 500, (path, value, answer.text[:300])
            assert not any("x=1" in c for c in answer.headers.get_list("set-cookie"))


@pytest.mark.parametrize(
    "value", ['"\\ud800"', "1e400", "NaN", "[" * 900 + "]" * 900, "99999999999999999999999", "null"]
)
def test_odd_json_is_refused_in_words(floor: Lab, value: str) -> None:
    client = floor.program("dealer")
    bodies = [
        f'{{"act": {value}}}',
        f'{{"act": {{"act": "bet", "position": 1, "wager": {value}, "amount": 5}}}}',
        f'{{"act": {{"act": "bet", "position": {value}, "wager": "ante", "amount": {value}}}}}',
        f'{{"act": {{"act": "sit", "position": 1, "patron": {value}, "chips": {value}}}}}',
        f'{{"act": {{"act": "declared", "when": {value}}}}}',
        f'{{"act": {{"act": "undone", "entry": {value}}}, "number": {value}, "command": {value}}}',
        value,
    ]
    for body in bodies:
        for path in (f"/api/v1/tables/{BY_HAND}/acts", f"/deal/{BY_HAND}/do", f"/deal/{BY_HAND}/key"):
            answer = client.post(path, content=body.encode(), headers=JSON)
            assert 400 <= answer.status_code < 500, (path, body[:80], answer.text[:300])


def test_names_that_look_like_others_are_not_given_out(floor: Lab) -> None:
    """A badge, a patron and a table are plain letters: none looks like another one and is not."""
    admin, manager, cage = (floor.program(badge) for badge in ("admin-demo", "manager", "cage"))
    for name in ("d\u0435aler", "\uff11", "\xdf", "a\u200b"):  # a Cyrillic letter, a wide digit, a ligature, a blank
        assert admin.post("/api/v1/people", json={"badge": name, "role": "dealer"}).status_code == 422
        table = {"id": name, "property": "hard-rock-cincinnati", "game": "blackjack"}
        assert manager.post("/api/v1/tables", json=table).status_code == 422
        exchange = {"act": "buy-in", "patron": name, "cents": 100}
        assert cage.post("/api/v1/cage", json=exchange).status_code == 422


@pytest.mark.parametrize("amount", [True, "500", 500.0, 5.5, "5e2", None, [500]])
def test_only_a_whole_number_is_an_amount(floor: Lab, amount: Any) -> None:
    client, badge = floor.guest()
    before = floor.app.state.floor.purse(badge)
    asked = {"act": "cash-out", "property": PLACE, "patron": badge, "cents": amount}
    answer = client.post("/api/v1/cage", json=asked)
    assert (answer.status_code, "cents" in answer.text) == (422, True), answer.text
    assert floor.app.state.floor.purse(badge) == before


@pytest.mark.parametrize("count", [True, "52", 52.0])
def test_only_a_whole_number_is_a_count(floor: Lab, count: Any) -> None:
    for given in ({"kind": "stub", "counted": count, "expected": 52}, {"kind": "fill", "chips": {"500": count}}):
        asked = {**given, "table": BY_HAND, "password": PASSWORD}
        answer = floor.program("supervisor").post("/api/v1/documents", json=asked)
        assert (answer.status_code, "integer" in answer.text) == (422, True), answer.text
