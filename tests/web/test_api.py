"""The API: a bot in ten lines, commands that act once, stale ones refused, sockets that tell."""

import asyncio
import html
import json

import pytest
import websockets

from .lab import apart
from .server import Server


def test_a_bot_plays_in_ten_lines(server: Server) -> None:
    client, badge = server.guest()
    table = "/api/v1/tables/BJ-101"
    free = next(t for t in client.get("/api/v1/tables").json() if t["id"] == "BJ-101")["free"][0]
    client.post(f"{table}/acts", json={"act": {"act": "sit", "position": free, "patron": badge, "chips": 50_000}})
    client.post(f"{table}/acts", json={"act": {"act": "bet", "position": free, "wager": "blackjack", "amount": 1000}})
    client.post(f"{table}/ready")
    while (asked := client.get(table).json()["asked"]) and asked["kind"] != "Betting":
        open_ = [c["name"] for c in asked.get("choices", ()) if not c["blocked"]]
        act = (
            {"act": "chosen", "name": "stand" if "stand" in open_ else open_[-1]}
            if open_
            else {"act": "staked", "amount": 0}
        )
        client.post(
            f"{table}/acts", json={"act": {**act, "position": free}, "number": asked["number"]}
        ).raise_for_status()
    assert client.get(table).json()["round"] >= 2
    assert client.get("/api/v1/audit/rounds").json()[0]["table_id"] == "BJ-101"
    client.post(f"{table}/acts", json={"act": {"act": "leave", "position": free}})


def test_a_command_sent_twice_acts_once(server: Server) -> None:
    client, badge = server.guest()
    table = "/api/v1/tables/RO-101/acts"
    client.post(table, json={"act": {"act": "sit", "position": 1, "patron": badge, "chips": 50_000}}).raise_for_status()
    bet = {"act": {"act": "bet", "position": 1, "wager": "red", "amount": 1000}, "command": f"mine-{badge}"}
    first = client.post(table, json=bet).json()
    second = client.post(table, json=bet).json()
    assert first == second
    assert second["balance"] == 49_000
    thief, _ = server.guest()
    assert thief.post(table, json=bet).status_code in (403, 404)
    client.post(table, json={"act": {"act": "take", "position": 1, "wager": "red"}})
    client.post(table, json={"act": {"act": "leave", "position": 1}}).raise_for_status()


def test_a_stale_act_is_refused_and_takes_nothing(server: Server) -> None:
    client, badge = server.guest()
    table = "/api/v1/tables/BIG-101/acts"
    client.post(table, json={"act": {"act": "sit", "position": 2, "patron": badge, "chips": 50_000}}).raise_for_status()
    wager = client.get("/api/v1/tables/BIG-101/rules").json()["wagers"]
    name = next(iter(wager))
    bet = {"act": {"act": "bet", "position": 2, "wager": name, "amount": 1000}, "number": 10**6}
    answer = client.post(table, json=bet)
    assert answer.status_code == 409
    assert "Nothing was taken" in answer.json()["error"]
    client.post(table, json={"act": {"act": "leave", "position": 2}}).raise_for_status()
    assert client.get("/api/v1/me").json()["balance"] == 100_000


def test_what_can_not_be_read_is_refused_in_words(server: Server) -> None:
    client, _ = server.guest()
    table = "/api/v1/tables/BJ-101/acts"
    for body in ({}, {"act": {}}, {"act": {"act": "fly"}}, {"act": {"act": "bet", "position": "x"}}, {"act": 3}):
        answer = client.post(table, json=body)
        assert answer.status_code in (400, 422)
        assert answer.json()["error"]
    assert client.post(table, content=b"{", headers={"content-type": "application/json"}).status_code in (400, 422)


def test_a_socket_tells_of_every_move(server: Server) -> None:
    client, badge = server.guest()
    token = client.headers["authorization"]

    async def listen() -> list[int]:
        address = server.address.replace("http", "ws") + "/api/v1/tables/CFP-101/events"
        async with websockets.connect(address, additional_headers={"authorization": token}) as socket:
            entries = [json.loads(await socket.recv())["entry"]]
            sit = {"act": {"act": "sit", "position": 4, "patron": badge, "chips": 20_000}}
            await asyncio.to_thread(client.post, "/api/v1/tables/CFP-101/acts", json=sit)
            entries.append(json.loads(await asyncio.wait_for(socket.recv(), 60))["entry"])
            return entries

    first, second = apart(listen())
    assert second > first
    client.post("/api/v1/tables/CFP-101/acts", json={"act": {"act": "leave", "position": 4}}).raise_for_status()


def test_a_fill_goes_through_five_hands_by_the_api(server: Server) -> None:
    chips = {"10000": 4, "2500": 12}
    password = "demo chips only"
    supervisor = server.client("supervisor")
    begun = supervisor.post(
        "/api/v1/documents", json={"kind": "fill", "table": "TCP-111", "password": password, "chips": chips}
    )
    assert begun.status_code == 201, begun.text
    slip = begun.json()["id"]
    again = supervisor.post(f"/api/v1/documents/{slip}/steps/prepare", json={"password": password, "chips": chips})
    assert again.status_code == 403
    for badge, step in (("cage", "prepare"), ("security", "carry"), ("dealer", "count"), ("supervisor-2", "confirm")):
        given = {"password": password} | ({"chips": chips} if step in ("prepare", "count") else {})
        signed = server.client(badge).post(f"/api/v1/documents/{slip}/steps/{step}", json=given)
        assert signed.status_code == 200, signed.text
    assert signed.json()["state"] == "confirmed"
    balances = server.client("surveillance").get("/api/v1/audit/balances").json()
    assert balances["sum"] == 0
    assert balances["wrong"] == []


def test_the_chain_of_a_journal_can_be_walked(server: Server) -> None:
    client = server.client("commission")
    journals = client.get("/api/v1/audit/journals").json()
    assert journals
    for about in journals[:5]:
        walked = client.get(f"/api/v1/audit/journals/{about['id']}/verify").json()
        assert walked["holds"], walked


def test_rulebooks_are_public_and_compared(server: Server) -> None:
    client = server.client()
    assert any(p["name"] == "oneida" for p in client.get("/api/v1/properties").json())
    old = client.get("/api/v1/rulebooks/oneida/three-card-poker", params={"on": "2023-01-01"}).json()
    new = client.get("/api/v1/rulebooks/oneida/three-card-poker").json()
    assert old["approved"] < new["approved"]
    path = "/api/v1/rulebooks/hard-rock-cincinnati/three-card-poker/compare"
    assert all(row["mark"] for row in client.get(path, params={"other": "oneida"}).json())
    assert client.get("/api/v1/rulebooks/oneida/no-such-game").status_code == 404
    odds = client.get("/api/v1/rulebooks/oneida/three-card-poker/odds", params={"on": "2023-01-01"}).json()
    assert (odds["rulebook"], bool(odds["wagers"])) == (f"oneida/three-card-poker@{old['approved']}", odds["ready"])
    assert client.get("/api/v1/rulebooks/oneida/no-such-game/odds").status_code == 404


def test_the_bot_on_the_page_runs_as_printed(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    page = server.client().get("/api").text
    printed = html.unescape(page.split('<pre class="code"')[1].split(">", 1)[1].split("</pre>")[0])
    table = server.fresh_table("blackjack")
    for _ in range(2):  # it leaves as it came
        exec(printed.replace("BJ-101", table), {})
    assert table in capsys.readouterr().out


DEEP = '{"act":' * 900 + "9" * 40 + "}" * 900


def test_a_request_is_answered_alike_by_the_short_way_and_the_long(server: Server) -> None:
    """Stated with its charset, a body goes through the framework; without, past it."""
    table = server.fresh_table("three-card-poker")
    asked = [
        "",
        "nonsense",
        "[]",
        "null",
        "[" * 100_000,
        '{"act": 5}',
        '{"act": {"act": "bet"}}',
        '{"act": {}, "x": 1}',
    ]
    asked += ['{"act": {"act": "sit", "position": 99, "patron": "player", "amount": 5}}', '{"act": {}, "number": -1}']
    asked += [DEEP, '{"act": {"act": "\\ud800"}}', '{"act": {"act": "bet", "position": 1e400}}']
    for client in (server.client(), server.client("player")):
        for path in (f"/api/v1/tables/{table}/acts", "/api/v1/tables/no%20such/acts", "/api/v1/tables/NONE/acts"):
            for body in asked:
                short, long = (
                    client.post(path, content=body, headers={"content-type": kind})
                    for kind in ("application/json", "application/json; charset=utf-8")
                )
                assert short.status_code < 500, (path, body[:40], short.text)
                assert (short.status_code, short.json()) == (long.status_code, long.json()), (path, body[:40])
