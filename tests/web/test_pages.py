"""Pages as first served: whole, within the strict policy, and for whom they are."""

import re

import pytest

from .server import Server, csrf

PUBLIC = ("/", "/api", "/sign-in", "/rulebooks", "/rulebooks/hard-rock-cincinnati/three-card-poker/2019-12-05")
BY_ROLE = {
    "player": ("/history", "/cage", "/account", "/tables/BJ-101/money"),
    "dealer": ("/pit", "/deal/TCP-111", "/slips", "/notices", "/meters", "/account"),
    "supervisor": ("/pit", "/pit/TCP-111", "/pit/BJ-101", "/slips", "/notices", "/audit/search?q=BJ-101"),
    "manager": ("/pit", "/tables-new", "/audit", "/audit/ledger", "/audit/log", "/people", "/people/dealer"),
    "cage": ("/pit", "/cage", "/tickets", "/audit/ledger"),
    "surveillance": ("/audit", "/audit/ledger", "/audit/log", "/audit/search?amount=$5&since=2020-01-01", "/pit"),
    "commission": ("/audit", "/people"),
    "admin-demo": ("/people", "/audit"),
}


def check(html: str, address: str) -> None:
    assert " style=" not in html, address
    assert not re.findall(r"\son[a-z]+=\"", html), address
    assert not re.findall(r"<script(?![^>]*src=)", html), address
    outside = html.replace("http://www.w3.org", "").replace("http://127.0.0.1", "")
    assert "http://" not in outside, address
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), (address, [i for i in ids if ids.count(i) > 1][:5])
    assert html.count("<h1") == 1, address
    assert 'lang="en"' in html
    assert 'href="#main"' in html


@pytest.mark.parametrize("path", PUBLIC)
def test_anybody_sees_lobby_and_rulebooks(server: Server, path: str) -> None:
    answer = server.client().get(path)
    assert answer.status_code == 200
    check(answer.text, path)


@pytest.mark.parametrize("badge", BY_ROLE)
def test_each_role_sees_its_pages_whole(server: Server, badge: str) -> None:
    browser = server.browser_session(badge)
    for path in BY_ROLE[badge]:
        answer = browser.get(path)
        assert answer.status_code == 200, (badge, path, answer.text[-400:])
        check(answer.text, path)


def test_every_game_of_the_house_has_a_station_anybody_may_watch(server: Server) -> None:
    client = server.client()
    lobby = client.get("/").text
    tables = re.findall(r'action="/tables/([A-Z0-9-]+)/sit"', lobby)
    assert len(tables) > 15
    for table in tables:
        answer = client.get(f"/tables/{table}")
        assert answer.status_code == 200, table
        check(answer.text, table)


def test_answers_carry_the_strict_policy(server: Server) -> None:
    headers = server.client().get("/").headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


def test_first_view_is_light(server: Server) -> None:
    """Everything but the font, as it travels."""
    client = server.client()
    total = 0
    for path in (
        "/tables/RO-101",
        "/assets/croupier.css",
        "/assets/htmx.js",
        "/assets/station.js",
        "/assets/app.js",
        "/assets/live.js",
        "/assets/felt.js",
    ):
        with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
            total += sum(len(chunk) for chunk in answer.iter_raw())
    assert total < 150_000


def test_assets_are_kept_by_their_digest(server: Server) -> None:
    client = server.client()
    page = client.get("/").text
    address = re.search(r'href="(/assets/croupier.css\?[0-9a-f]+)"', page)
    assert address
    answer = client.get(address[1])
    assert "immutable" in answer.headers["cache-control"]
    again = client.get(address[1], headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/assets/manrope.woff").headers["content-type"] == "font/woff"
    assert client.get("/assets/../app.py").status_code == 404
    assert client.get("/assets/secret.js").status_code == 404


def test_a_page_that_is_not_there_says_so(server: Server) -> None:
    answer = server.client().get("/tables/NO-999")
    assert answer.status_code == 404
    assert "There is no table NO-999" in answer.text


def test_a_closed_table_says_what_it_waits_for(server: Server) -> None:
    manager = server.client("manager")
    made = manager.post(
        "/api/v1/tables", json={"id": "BJ-990", "property": "hard-rock-cincinnati", "game": "blackjack"}
    )
    assert made.status_code == 201
    lobby = server.client().get("/").text
    assert "BJ-990" in lobby
    refused = server.client().get("/tables/BJ-990")
    assert refused.status_code == 409
    assert "closed" in refused.text


def test_theme_and_suits_are_remembered(server: Server) -> None:
    client = server.client()
    assert 'data-theme="dark"' in client.get("/").text
    client.cookies.set("theme", "light")
    client.cookies.set("suits", "four")
    page = client.get("/").text
    assert 'data-theme="light"' in page
    assert 'data-suits="four"' in page
    client.cookies.set("theme", '"><script>')
    assert "<script>" not in client.get("/").text


def test_a_hand_can_be_played_without_scripts(server: Server) -> None:
    """Forms and reloads alone: the socket only saves the reloading."""
    browser, table = server.browser_session("player-2"), server.fresh_table("blackjack")
    sat = browser.post(f"/tables/{table}/sit", data={"csrf": csrf(browser.get("/").text)})
    assert f"/tables/{table}" in str(sat.url)
    form = {"csrf": csrf(sat.text), "action": "bet", "wager": "blackjack", "amount": "1000"}
    assert "$10" in browser.post(f"/tables/{table}/act", data=form).text
    dealt = browser.post(f"/tables/{table}/act", data={"csrf": csrf(sat.text), "action": "ready"}).text
    for _ in range(12):
        if 'data-wagering="1"' in dealt:
            break
        action = re.search(
            r'data-act="((?:choose|stake)[^"]*)"(?:(?!</form>).)*<button class="decision(?:(?!>).)*"\s*>', dealt, re.S
        )
        free = next((act for act in ("choose:stand", "stake:0") if f'data-act="{act}"' in dealt), "")
        name = free or (action[1] if action else "choose:no")
        dealt = browser.post(f"/tables/{table}/act", data={"csrf": csrf(dealt), "action": name}).text
    assert 'data-wagering="1"' in dealt
    assert "settled" in dealt
    left = browser.post(f"/tables/{table}/leave", data={"csrf": csrf(dealt)})
    assert left.status_code == 200


def test_who_compares_one_text_or_none_sees_it_beside_the_one_before(server: Server) -> None:
    client = server.client()
    for asked, expected in (
        ("one=oneida/four-card-poker@2024-09-11", "2023-02-24"),
        ("other=jack-cleveland/three-card-poker", "Three Card Poker"),
        ("", "Older"),
    ):
        page = client.get(f"/rulebooks/compare?{asked}", headers={"accept": "text/html"})
        assert page.status_code == 200 and expected in page.text, asked
    assert client.get("/rulebooks/compare?one=nowhere/nothing").status_code == 404


def test_a_rulebook_without_a_day_is_the_one_in_force_and_is_compared_with_the_one_before(server: Server) -> None:
    client = server.client()
    found = client.get("/rulebooks/oneida/four-card-poker", headers={"accept": "text/html"}, follow_redirects=True)
    assert (found.status_code, found.url.path) == (200, "/rulebooks/oneida/four-card-poker/2024-09-11")
    (others,) = re.findall(r'<select class="input" name="other">(.*?)</select>', found.text, re.S)
    keys = re.findall(r'<option value="([^"]+)"', others)
    assert keys[0] == "oneida/four-card-poker@2023-02-24" and len(keys) > 2
    before = client.get("/rulebooks/oneida/four-card-poker/2023-02-24", headers={"accept": "text/html"}).text
    assert re.findall(r'<option value="(oneida[^"]+)"', before)[0] == "oneida/four-card-poker@2024-09-11"
    assert client.get("/rulebooks/oneida/chess").status_code == 404
