"""Who may do what, whatever request is tried: sessions, forged requests, roles, secrets."""

import json

import pytest
from fastapi.routing import APIRoute

from croupier.demo.furnish import PASSWORD
from croupier.house.record.errors import Forbidden
from croupier.web.kit.guard import Pace, TooOften, check_forgery
from croupier.web.lobby.pages import safe_next
from croupier.web.routes import PAGES

from .server import Server, caller, csrf


def test_a_session_cookie_can_not_be_read_by_scripts(server: Server) -> None:
    client = caller(server.address)
    page = client.get("/sign-in").text
    form = {"badge": "player", "password": PASSWORD, "csrf": csrf(page)}
    answer = client.post("/sign-in", data=form)
    cookie = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("croupier="))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie


def test_signing_out_ends_the_session_at_once(server: Server) -> None:
    browser = server.browser_session("cage-2")
    token = browser.cookies["croupier"]
    assert browser.get("/pit").status_code == 200
    browser.post("/sign-out", data={"csrf": csrf(browser.get("/account").text)})
    stolen = caller(server.address, cookies={"croupier": token})
    assert stolen.get("/pit").status_code == 303


def test_a_wrong_password_tells_nothing(server: Server) -> None:
    client = caller(server.address)
    token = csrf(client.get("/sign-in").text)
    texts = []
    for badge in ("security", "nobody-at-all"):
        answer = client.post("/sign-in", data={"badge": badge, "password": "wrong words here", "csrf": token})
        assert answer.status_code == 403
        texts.append(answer.text.split('role="alert"')[1].split("</p>")[0])
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/tables/BJ-101/sit", {}),
        ("/tables/BJ-101/act", {"action": "ready"}),
        ("/sign-out", {}),
        ("/cage/demo", {}),
        ("/account/token", {"label": "x"}),
    ],
)
def test_a_request_without_the_page_token_is_refused(server: Server, path: str, fields: dict[str, str]) -> None:
    browser = server.browser_session("player")
    assert browser.post(path, data=fields).status_code == 403
    assert browser.post(path, data={**fields, "csrf": "0" * 40}).status_code == 403


def test_every_form_of_every_page_shows_that_it_is_ours() -> None:
    forms = [one for room in PAGES for one in room.routes if isinstance(one, APIRoute) and one.methods != {"GET"}]
    assert len(forms) > 70
    unguarded = [one.path for one in forms if check_forgery not in [use.call for use in one.dependant.dependencies]]
    assert unguarded == []


def test_a_request_from_another_site_is_refused(server: Server) -> None:
    browser = server.browser_session("player")
    token = csrf(browser.get("/account").text)
    answer = browser.post("/cage/demo", data={"csrf": token}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


ONLY = [
    ("get", "/pit", {"player"}),
    ("get", "/pit/BJ-101", {"player"}),
    ("get", "/deal/TCP-111", {"player", "cage", "security", "surveillance", "commission"}),
    ("get", "/audit", {"player", "dealer", "supervisor", "cage", "security"}),
    ("get", "/audit/ledger", {"player", "dealer", "supervisor", "security"}),
    ("get", "/audit/log", {"player", "dealer", "supervisor", "cage", "security"}),
    ("get", "/people", {"player", "dealer", "supervisor", "cage", "security", "surveillance"}),
    ("get", "/tables-new", {"player", "dealer", "supervisor", "cage", "security", "surveillance", "commission"}),
    ("get", "/slips", {"player"}),
    ("get", "/api/v1/pit", {"player"}),
    ("get", "/api/v1/people", {"player", "dealer", "supervisor", "cage", "security", "surveillance"}),
    ("get", "/api/v1/audit/journals", {"player", "dealer", "supervisor", "cage", "security"}),
    ("get", "/api/v1/audit/log", {"player", "dealer", "supervisor", "cage", "security"}),
    ("get", "/api/v1/audit/balances", {"player", "dealer", "supervisor", "security"}),
    ("get", "/api/v1/documents", {"player"}),
    ("get", "/api/v1/notices", {"player"}),
    ("post", "/api/v1/people", {"player", "dealer", "supervisor", "manager", "cage", "security", "surveillance"}),
    ("post", "/api/v1/tables", {"player", "dealer", "supervisor", "cage", "security", "surveillance"}),
]
BODIES = {
    "/api/v1/people": {"badge": "x-1", "role": "dealer"},
    "/api/v1/tables": {"id": "Q-1", "property": "hard-rock-cincinnati", "game": "blackjack"},
}


@pytest.mark.parametrize(("method", "path", "roles"), ONLY, ids=[f"{m} {p}" for m, p, _ in ONLY])
def test_roles_that_may_not_are_refused(server: Server, method: str, path: str, roles: set[str]) -> None:
    for badge in sorted(roles):
        client = server.client(badge)
        answer = client.get(path) if method == "get" else client.post(path, json=BODIES[path])
        assert answer.status_code == 403, (badge, path, answer.status_code)


@pytest.mark.parametrize("path", sorted({p for _, p, _ in ONLY}))
def test_nobody_sees_operators_pages_without_a_session(server: Server, path: str) -> None:
    answer = server.client().get(path)
    assert answer.status_code in ((401, 405) if path.startswith("/api/") else (303,))


def test_a_player_sees_no_card_that_is_not_his(server: Server) -> None:
    """Neither another hand, nor the dealer's hole cards, nor the order of the shoe, by any request."""
    one, badge = server.guest()
    two, other = server.guest()
    for client, who, position in ((one, badge, 1), (two, other, 2)):
        sit = {"act": {"act": "sit", "position": position, "patron": who, "chips": 50_000}}
        client.post("/api/v1/tables/TCP-101/acts", json=sit).raise_for_status()
        bet = {"act": {"act": "bet", "position": position, "wager": "ante", "amount": 1000}}
        client.post("/api/v1/tables/TCP-101/acts", json=bet).raise_for_status()
    one.post("/api/v1/tables/TCP-101/ready").raise_for_status()
    assert two.post("/api/v1/tables/TCP-101/ready").json()["dealt"]
    live = server.do(lambda: server.house.table("TCP-101"))
    hidden = {c for p in live.driver.felt.positions if p.number == 2 for h in p.hands for c in h.cards}
    shown = one.get("/api/v1/tables/TCP-101").json()
    mine = {c for p in shown["positions"] if p["number"] == 1 for h in p["hands"] for c in h["cards"]}
    assert None not in mine
    theirs = [c for p in shown["positions"] if p["number"] == 2 for h in p["hands"] for c in h["cards"]]
    assert theirs == [None, None, None]
    assert hidden.isdisjoint(mine)
    assert other not in json.dumps(shown)
    page = one.get("/tables/TCP-101").text
    from croupier.web.draw.cards import card_symbol

    felt = page.split('id="felt"')[1]
    for card in hidden:
        assert f'href="#{card_symbol(card)}"' not in felt
    for path in ("/api/v1/audit/journals/TCP-101.1/entries", "/audit/TCP-101/TCP-101.1/1"):
        assert one.get(path).status_code == 403


def test_a_player_acts_for_nobody_else(server: Server) -> None:
    one, badge = server.guest()
    two, _ = server.guest()
    sit = {"act": {"act": "sit", "position": 1, "patron": badge, "chips": 50_000}}
    one.post("/api/v1/tables/FCP-101/acts", json=sit).raise_for_status()
    bet = {"act": {"act": "bet", "position": 1, "wager": "ante", "amount": 1000}}
    assert two.post("/api/v1/tables/FCP-101/acts", json=bet).status_code == 403
    close = {"act": {"act": "close"}}
    assert two.post("/api/v1/tables/FCP-101/acts", json=close).status_code == 403
    meter = {"act": {"act": "reads", "cents": 10**9}}
    assert two.post("/api/v1/tables/FCP-101/acts", json=meter).status_code == 403


def test_a_dismissed_person_is_out_at_once(server: Server) -> None:
    admin = server.client("admin-demo")
    new = {"badge": "temp-1", "role": "surveillance", "password": PASSWORD}
    asked = admin.post("/api/v1/people", json=new).json()
    assert asked["state"] == "proposed"
    confirm = f"/api/v1/people/changes/{asked['document']}"
    made = server.client("manager").post(confirm, json={"password": PASSWORD}).json()
    given = {"badge": "temp-1", "password": made["password"]}
    client = caller(server.address)
    token = client.post("/api/v1/sessions", json=given).json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    assert client.get("/api/v1/audit/journals").status_code == 403  # the one-time password comes first
    browser = server.browser_session("admin-demo")
    browser.post("/people/temp-1/dismiss", data={"csrf": csrf(browser.get("/people").text)})
    assert client.get("/api/v1/me").status_code == 401


def test_a_body_beyond_the_limit_is_not_read(server: Server) -> None:
    client, _ = server.guest()
    assert client.post("/api/v1/cage", content=b"x" * 70_000).status_code == 413


def test_too_many_requests_are_slowed() -> None:
    pace = Pace(3, 60)
    for _ in range(3):
        pace.check("here")
    with pytest.raises(TooOften):
        pace.check("here")
    pace.check("elsewhere")
    assert issubclass(TooOften, Forbidden)


@pytest.mark.parametrize("path", ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\x", "javascript:1"])
def test_only_our_own_paths_are_followed_after_signing_in(path: str) -> None:
    assert safe_next(path) == "/"
    assert safe_next("/pit?house=oneida") == "/pit?house=oneida"


def test_who_was_signed_out_meanwhile_is_told_so_and_comes_back_to_his_page(server: Server) -> None:
    """The session ended in another window: a station's tap and a form of the pit both say what happened."""
    page = server.browser_session("supervisor")
    token = csrf(page.get("/pit").text)
    page.post("/sign-out", data={"csrf": token})
    tapped = page.post("/tables/BJ-101/act", json={"action": "ready"}, headers={"x-csrf": token})
    assert tapped.status_code == 401
    assert "signed out" in tapped.json()["error"]
    came = {"referer": f"{server.address}/pit?house=oneida"}
    sent = page.post("/people/player/suspend", data={"csrf": token}, headers=came, follow_redirects=False)
    assert (sent.status_code, sent.headers["location"]) == (303, "/sign-in?next=/pit%3Fhouse%3Doneida&again=1")
    assert "You are signed out." in page.get(sent.headers["location"]).text
    assert "You are signed out." not in page.get("/sign-in?next=/pit").text


def test_a_page_of_another_session_is_out_of_date(server: Server) -> None:
    token = csrf(server.browser_session("supervisor").get("/pit").text)
    other = server.browser_session("dealer")
    answer = other.post("/tables/BJ-101/act", json={"action": "ready"}, headers={"x-csrf": token})
    assert answer.status_code == 403
    assert "out of date" in answer.json()["error"]
