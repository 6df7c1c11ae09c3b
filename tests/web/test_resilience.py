"""Lost sockets, double clicks, two screens at one table, requests that come late: nothing is taken twice or wrongly."""

import asyncio
import sqlite3
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from croupier.demo.furnish import PASSWORD
from croupier.web.kit import presence

from .lab import BADGES, Lab, lab

TABLE, BY_HAND = "TCP-101", "TCP-111"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "three-card-poker", "roulette", "blackjack") as made:
        yield made


@pytest.fixture(autouse=True)
def whole(floor: Lab) -> Iterator[None]:
    """Whatever a test did to the house, the record is whole after it."""
    yield
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []


def seated(floor: Lab, table: str) -> tuple[Any, str, int]:
    """A guest with a seat: the client, the badge and the position."""
    client, badge = floor.guest()
    free = next(p.number for p in driver(floor, table).felt.positions if not p.patron)
    sit = {"act": {"act": "sit", "position": free, "patron": badge, "chips": 50_000}}
    assert client.post(f"/api/v1/tables/{table}/acts", json=sit).status_code == 200
    return client, badge, free


def driver(floor: Lab, table: str) -> Any:
    return floor.do(lambda: floor.house.table(table)).driver


def stakes(floor: Lab, table: str, position: int) -> list[tuple[str, int]]:
    return sorted((w.kind, w.stake) for w in driver(floor, table).felt.wagers if w.position == position)


def together(floor: Lab, client: Any, *requests: tuple[str, dict[str, Any]], **headers: str) -> list[httpx.Response]:
    """Send several requests of one caller at the same instant."""

    async def send() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app=floor.app, raise_app_exceptions=False)
        given = dict(client.headers) | headers
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver", headers=given) as same:
            return list(await asyncio.gather(*(same.post(path, json=body) for path, body in requests)))

    return list(floor.do(send))


# ---- sockets


@pytest.mark.parametrize("path", [f"/tables/{TABLE}/live", f"/api/v1/tables/{TABLE}/events"])
def test_a_lost_socket_leaves_nothing_behind_and_a_new_one_shows_where_the_table_stands(floor: Lab, path: str) -> None:
    client, _, position = seated(floor, TABLE)
    topic, before = f"table:{TABLE}", floor.house.hub.listening(f"table:{TABLE}")
    with client.websocket_connect(path) as socket:
        first = socket.receive_json()["entry"]
        assert floor.house.hub.listening(topic) == before + 1
    bet = {"act": {"act": "bet", "position": position, "wager": "ante", "amount": 1000}}
    client.post(f"/api/v1/tables/{TABLE}/acts", json=bet)
    for _ in range(3000):  # a machine may be busy; what is right comes far sooner
        if floor.house.hub.listening(topic) == before:
            break
        floor.do(lambda: asyncio.sleep(0.02))
    assert floor.house.hub.listening(topic) == before
    with client.websocket_connect(path) as socket:
        shown = socket.receive_json()
        if "fragments" in shown:
            assert "$10" in "".join(shown["fragments"].values())
        else:
            assert shown["entry"] > first
    take = {"act": {"act": "take", "position": position, "wager": "ante"}}
    assert client.post(f"/api/v1/tables/{TABLE}/acts", json=take).status_code == 200
    assert client.post(f"/api/v1/tables/{TABLE}/acts", json={"act": {"act": "leave", "position": position}}).is_success


def test_a_round_goes_on_when_its_player_is_cut_off(floor: Lab) -> None:
    """The wager stays where it lies and the decision waits for him."""
    client, _, position = seated(floor, TABLE)
    with client.websocket_connect(f"/tables/{TABLE}/live") as socket:
        socket.receive_json()
        bet = {"act": {"act": "bet", "position": position, "wager": "ante", "amount": 1000}}
        client.post(f"/api/v1/tables/{TABLE}/acts", json=bet)
        client.post(f"/api/v1/tables/{TABLE}/ready")
    asked = client.get(f"/api/v1/tables/{TABLE}").json()["asked"]
    assert asked["position"] == position
    chosen = {"act": {"act": "chosen", "name": "fold", "position": position}, "number": asked["number"]}
    assert client.post(f"/api/v1/tables/{TABLE}/acts", json=chosen).status_code == 200
    client.post(f"/api/v1/tables/{TABLE}/acts", json={"act": {"act": "leave", "position": position}})


# ---- double clicks


def test_a_wager_clicked_twice_lies_there_once(floor: Lab) -> None:
    client, _, position = seated(floor, "RO-101")
    kinds = driver(floor, "RO-101").game.posting.wagers
    kind = next(k for k in kinds if "straight" in k)
    bet = ("/tables/RO-101/act", {"action": "bet", "wager": f"{kind}:17", "amount": 1000})
    answers = together(floor, client, bet, bet, bet, **{"x-command": "click-1"})
    assert [a.status_code for a in answers] == [200] * 3, answers[0].text
    assert stakes(floor, "RO-101", position) == [(kind, 1000)]
    again = together(floor, client, bet, **{"x-command": "click-1"})
    assert again[0].status_code == 200
    assert stakes(floor, "RO-101", position) == [(kind, 1000)]
    assert together(floor, client, bet, **{"x-command": "click-2"})[0].status_code == 200
    assert stakes(floor, "RO-101", position) == [(kind, 2000)]
    together(floor, client, ("/tables/RO-101/act", {"action": "ready"}))
    assert stakes(floor, "RO-101", position) == []
    repeat = ("/tables/RO-101/act", {"action": "repeat"})
    answers = together(floor, client, repeat, repeat, **{"x-command": "click-3"})
    assert [a.status_code for a in answers] == [200, 200], answers[0].text
    assert stakes(floor, "RO-101", position) == [(kind, 2000)]
    together(floor, client, ("/tables/RO-101/act", {"action": "ready"}))


def test_a_command_of_somebody_else_is_not_answered_again(floor: Lab) -> None:
    one, _, first = seated(floor, "BJ-101")
    two, _, second = seated(floor, "BJ-101")
    path = "/api/v1/tables/BJ-101/acts"
    bet = {"act": "bet", "wager": "blackjack", "amount": 1000}
    assert one.post(path, json={"act": bet | {"position": first}, "command": "mine-1"}).status_code == 200
    answer = two.post(path, json={"act": bet | {"position": second}, "command": "mine-1"})
    assert answer.status_code == 404
    assert stakes(floor, "BJ-101", second) == []


def test_sitting_down_twice_at_once_takes_one_seat(floor: Lab) -> None:
    client, badge = floor.guest()
    answers = together(floor, client, *[("/tables/RO-101/sit", {}) for _ in range(4)])
    assert any(a.status_code == 303 for a in answers)
    held = [p.number for p in driver(floor, "RO-101").felt.positions if p.patron == badge]
    assert len(held) == 1
    assert floor.app.state.floor.worth(badge) == 1_000_00


def test_money_asked_for_twice_with_one_command_moves_once(floor: Lab) -> None:
    cage = floor.program("cage")
    body = {"act": "buy-in", "patron": "player-2", "cents": 12_300, "command": "cash-1"}
    before = floor.app.state.floor.purse("player-2")
    answers = together(floor, cage, *[("/api/v1/cage", body) for _ in range(3)])
    assert [a.status_code for a in answers] == [200] * 3
    assert floor.app.state.floor.purse("player-2") == before + 12_300


def test_demo_chips_asked_for_many_times_come_once(floor: Lab) -> None:
    client = floor.program("player")
    assert floor.app.state.floor.worth("player") == 0
    answers = together(floor, client, *[("/api/v1/cage", {"act": "demo"}) for _ in range(5)])
    assert sorted(a.status_code for a in answers) == [200, 422, 422, 422, 422]
    assert floor.app.state.floor.worth("player") == 1_000_00


# ---- two screens at one table


def test_two_screens_of_one_dealer_key_a_step_once(floor: Lab) -> None:
    dealer = floor.program("dealer")
    number = driver(floor, BY_HAND).number
    step = (f"/deal/{BY_HAND}/do", {"choice": "shuffled", "number": number})
    answers = together(floor, dealer, step, step)
    assert sorted(a.status_code for a in answers) == [200, 409]
    late = together(floor, dealer, step)[0]
    assert late.status_code == 409
    assert "moved on" in late.json()["error"]


def test_another_dealer_keys_nothing_until_he_is_brought_in(floor: Lab) -> None:
    other, supervisor = floor.program("dealer-3"), floor.program("supervisor")
    entry = driver(floor, BY_HAND).entry
    before = floor.record()
    close = {"act": {"act": "close"}}
    sit = {"act": {"act": "sit", "position": 1, "patron": "walk-in", "chips": 10_000}}
    for act in (close, sit):
        assert other.post(f"/api/v1/tables/{BY_HAND}/acts", json=act).status_code == 403
    assert floor.record() == before
    came = {"act": "dealer-in", "badge": "dealer-3"}
    assert supervisor.post(f"/api/v1/tables/{BY_HAND}/life", json=came).status_code == 200
    assert other.post(f"/api/v1/tables/{BY_HAND}/acts", json=sit).status_code == 200
    # In force at once: whoever dealt before deals no more, on a screen that was open all along.
    assert floor.program("dealer").post(f"/api/v1/tables/{BY_HAND}/acts", json=close).status_code == 403
    assert driver(floor, BY_HAND).entry == entry + 1, "he sat the patron down, and nobody did more"
    back = {"act": "dealer-in", "badge": BADGES["dealer"]}
    assert supervisor.post(f"/api/v1/tables/{BY_HAND}/life", json=back).status_code == 200


def test_a_request_that_comes_late_is_refused_and_takes_nothing(floor: Lab) -> None:
    client, badge, position = seated(floor, TABLE)
    bet = {"act": {"act": "bet", "position": position, "wager": "ante", "amount": 1000}}
    client.post(f"/api/v1/tables/{TABLE}/acts", json=bet)
    number = driver(floor, TABLE).number
    client.post(f"/api/v1/tables/{TABLE}/ready")
    before, chips = floor.record(), floor.app.state.floor.worth(badge)
    for path, body in (
        (f"/api/v1/tables/{TABLE}/acts", bet | {"number": number}),
        (f"/tables/{TABLE}/act", {"action": "bet", "wager": "ante", "amount": 1000, "number": number}),
        (f"/tables/{TABLE}/act", {"action": "choose:play", "number": number}),
    ):
        answer = client.post(path, json=body)
        assert answer.status_code == 409, answer.text
    assert floor.record() == before
    assert floor.app.state.floor.worth(badge) == chips


# ---- a database in trouble


@pytest.fixture
def full(floor: Lab) -> Iterator[list[bool]]:
    """A switch: while it is on, every transaction that writes finds the disk full."""
    on = [False]

    def begin(conn: Any) -> None:
        if on[0] and not conn.get_execution_options().get("croupier_reads"):
            raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    event.listen(floor.storage.engine, "begin", begin)
    yield on
    on[0] = False
    event.remove(floor.storage.engine, "begin", begin)


def test_a_full_disk_is_said_and_the_same_command_counts_once_when_there_is_room(floor: Lab, full: list[bool]) -> None:
    cage = floor.program("cage")
    client, badge, position = seated(floor, "RO-101")
    bet = {"act": {"act": "bet", "position": position, "wager": "red", "amount": 1000}, "command": f"full-{badge}"}
    floor.house.people.add_demo([("with-cash", "With cash", "player")], PASSWORD)
    cash = {"act": "buy-in", "patron": "with-cash", "cents": 500, "command": f"cash-{badge}"}
    slip = {"kind": "fill", "table": BY_HAND, "password": PASSWORD, "chips": {"2500": 4}, "command": f"fill-{badge}"}
    tries = (
        (client, "/api/v1/tables/RO-101/acts", bet),
        (cage, "/api/v1/cage", cash),
        (floor.program("supervisor"), "/api/v1/documents", slip),
    )
    before = floor.record()
    full[0] = True
    for caller, path, body in tries:
        answer = caller.post(path, json=body)
        assert answer.status_code == 503, answer.text
        assert "disk is full" in answer.json()["error"]
        assert "Nothing was taken" in answer.json()["error"]
    assert client.get("/api/v1/tables/RO-101").status_code == 200, "who looks is not disturbed"
    full[0] = False
    assert floor.record() == before
    for caller, path, body in tries:
        answers = [caller.post(path, json=body) for _ in range(2)]
        assert [a.is_success for a in answers] == [True, True], answers[0].text
        assert answers[0].json() == answers[1].json()
    assert stakes(floor, "RO-101", position) == [("red", 1000)]
    take = {"act": {"act": "take", "position": position, "wager": "red"}}
    assert client.post("/api/v1/tables/RO-101/acts", json=take).is_success
    assert client.post("/api/v1/tables/RO-101/acts", json={"act": {"act": "leave", "position": position}}).is_success


def test_a_database_that_can_not_be_read_is_said_without_a_word_of_the_fault(
    floor: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OperationalError("SELECT secret", {}, sqlite3.OperationalError("secret words"))

    client = floor.program("manager")
    monkeypatch.setattr(floor.app.state.floor, "tables", fails)
    for path in ("/api/v1/tables", "/tables-new"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert "secret" not in answer.text


def test_the_watch_over_empty_seats_outlives_a_database_that_was_away(
    floor: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LOOK_S", 0.01)
    watch = presence.Presence(floor.house)
    looked: list[str] = []

    async def look(table_id: str) -> None:
        looked.append(table_id)
        if len(looked) < 3:
            raise OperationalError("SELECT", {}, sqlite3.OperationalError("gone"))

    monkeypatch.setattr(watch, "look", look)

    async def whole() -> None:
        task = asyncio.create_task(watch.watch())
        for _ in range(3000):  # a machine may be busy; what is right comes far sooner
            await asyncio.sleep(0.01)
            if len(looked) >= 4:
                break
        task.cancel()

    floor.do(whole)
    assert len(looked) >= 4


def test_others_do_not_wait_for_ever_for_a_patron_whose_window_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr(presence, "time", types.SimpleNamespace(monotonic=lambda: now))
    with lab(tmp_path, "blackjack") as floor:
        watch = presence.Presence(floor.house)
        path = "/api/v1/tables/BJ-101"
        here = [seated(floor, "BJ-101") for _ in range(2)]
        for client, _, position in here:
            bet = {"act": "bet", "position": position, "wager": "blackjack", "amount": 2_500}
            assert client.post(f"{path}/acts", json={"act": bet}).is_success
        with watch.window("BJ-101", here[0][1]), watch.window("BJ-101", here[1][1]):
            assert here[0][0].post(f"{path}/ready").is_success
            rounds = driver(floor, "BJ-101").felt.round
            floor.do(lambda: watch.look("BJ-101"))
            assert driver(floor, "BJ-101").betting, "the second has time"
            for _ in range(12):
                now += presence.IDLE_S + 1
                floor.do(lambda: watch.look("BJ-101"))
                now += 1
                floor.do(lambda: watch.look("BJ-101"))
        found = driver(floor, "BJ-101")
        assert (found.betting, found.felt.round) == (True, rounds + 1), "it was dealt, decided and settled"


def test_nothing_is_kept_of_visitors_who_went_away(floor: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(presence, "time", types.SimpleNamespace(monotonic=lambda: now))
    watch = presence.Presence(floor.house)
    with watch.window("BJ-101", "still-here"):
        for number in range(500):
            watch.acted("BJ-101", f"guest-{number}")
        watch.acted("BJ-101", "still-here")
        watch.acted("BJ-101", "seated")
        for _ in range(4):
            now += presence.KEPT_S / 2
            assert watch.away_s("BJ-101", "seated") > 0
            assert watch.away_s("BJ-101", "still-here") == 0
            watch.acted("BJ-101", "another")
        assert watch.away_s("BJ-101", "seated") == 2 * presence.KEPT_S, "a seat is looked at: how long ago is known"
        assert {badge for _, badge in watch._seen} == {"still-here", "seated", "another"}
