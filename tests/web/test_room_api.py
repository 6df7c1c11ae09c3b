"""The poker room through its API: a game opened, a seat taken, a hand played, and nobody's cards told to another."""

import functools
import json
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.house.poker_room.lists import state as room_lists
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.record import journals

from .lab import Lab, lab

PLACE = "horseshoe-baltimore"
ROOM = "/api/v1/room"
GAME = {
    "id": "PK-9",
    "property": PLACE,
    "demo": True,
    "form": "holdem",
    "limit": "no",
    "small": 300,
    "blinds": [100, 300],
    "least": 10000,
    "most": 30000,
    "pause_s": 0,
}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "roulette") as made:
        yield made


CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')


def opened(floor: Lab, name: str, **changes: Any) -> str:
    answer = floor.program("supervisor").post(f"{ROOM}/tables", json=GAME | {"id": name} | changes)
    assert answer.status_code == 201, answer.text
    assert answer.json()["state"] == "open"
    return f"{ROOM}/tables/{name}"


def seated(floor: Lab, table: str, *seats: int) -> dict[int, Any]:
    """A guest at each of these seats."""
    found = {}
    for seat in seats:
        floor.clock.advance(1)  # who came first is known
        client, _ = floor.guest()
        answer = client.post(f"{table}/acts", json={"act": {"act": "sit", "seat": seat, "cents": 20000}})
        assert answer.status_code == 200, answer.text
        found[seat] = client
    return found


def look(floor: Lab) -> None:
    """The room does what is due."""
    floor.do(floor.app.state.floor.room_clock.look)


def game_of(floor: Lab, table: str) -> Any:
    return floor.do(lambda: floor.app.state.floor.room.table(table.rpartition("/")[2])).game


def act(client: Any, table: str, **act: Any) -> Any:
    return client.post(f"{table}/acts", json={"act": act})


def test_a_game_is_opened_played_and_closed(floor: Lab) -> None:
    table = opened(floor, "PK-1", pause_s=30)
    players = seated(floor, table, 1, 2, 3)
    floor.clock.advance(60_000_000)
    look(floor)
    for _ in range(200):
        shown = players[1].get(table).json()
        if not shown["playing"]:
            break
        turn = shown["turn"]
        mine = players[turn].get(table).json()
        choice = mine["you"]["options"]
        verb = "check" if choice["check"] else "call"
        answer = players[turn].post(
            f"{table}/acts", json={"act": {"act": "play", "seat": turn, "verb": verb}, "number": mine["number"]}
        )
        assert answer.status_code == 200, answer.text
        if answer.json()["happened"] and any(e["type"] == "Awarded" for e in answer.json()["happened"]):
            break
    hand = players[1].get(f"{table}/hands").json()[-1]
    assert any(event["type"] == "Awarded" for event in hand["events"])
    for verb in ("out", "back"):  # between two hands nothing is added to the last one
        act(players[1], table, act=verb, seat=1)
    assert players[1].get(f"{table}/hands").json()[-1] == hand
    rooms = players[1].get(ROOM, params={"property": PLACE}).json()
    game = next(g for g in rooms["games"] if "PK-1" in g["tables"])
    assert (game["stakes"], game["players"], game["seats_open"]) == ("No limit $1–$3", 3, 7)
    closing = floor.program("supervisor").post(f"{table}/close", json={})
    assert closing.json()["state"] in ("closing", "closed")
    for _ in range(20):
        if floor.app.state.floor.room.floor_table("PK-1").state == "closed":
            break
        state = game_of(floor, table)
        if state.playing:
            act(players[state.turn], table, act="play", seat=state.turn, verb="fold")
        look(floor)
    assert players[1].get(table).status_code == 409
    verified = floor.program("manager").get("/api/v1/audit/journals/PK-1.1/verify")
    assert verified.json().get("holds"), verified.text
    assert floor.program("manager").get("/api/v1/audit/journals/PK-1.1/entries").status_code == 200
    told = floor.program("surveillance").get(f"{ROOM}/journals/PK-1.1/hands/1")
    assert told.status_code == 200, told.text
    assert told.json()["opened"] and told.json()["seal_holds"] and told.json()["steps"][0]["act"]["act"] == "deal"
    assert players[1].get(f"{ROOM}/journals/PK-1.1/hands/1").status_code == 403
    for wrong in ("PK-1.1/hands/999", "NONE.1/hands/1", "RO-101.1/hands/1"):
        assert floor.program("surveillance").get(f"{ROOM}/journals/{wrong}").status_code == 404


@pytest.mark.parametrize("form", ["holdem", "omaha-8", "stud", "lowball"])
def test_nobody_is_told_another_players_cards_or_the_stub(floor: Lab, form: str) -> None:
    """On the bytes of every answer: a card that is neither one's own, nor up, nor shown is in none of them."""
    changes: dict[str, Any] = {"form": form, "limit": "fixed", "small": 400, "big": 800, "blinds": [200, 400]}
    if form == "stud":
        changes |= {"blinds": [], "ante": 100, "bring_in": 200}
    table = opened(floor, f"SEC-{form}", pause_s=30, think_s=0, **changes)
    name = table.rpartition("/")[2]
    players = seated(floor, table, 1, 2, 3)
    watchers = {badge: floor.program(badge) for badge in ("player", "supervisor")}
    paths = [table, f"{ROOM}?property={PLACE}"]
    floor.clock.advance(60_000_000)
    for _ in range(60):
        look(floor)
        game = game_of(floor, table)
        hand = game.table.hand
        if hand is None or (hand.over and game.table.hands > 1):
            break
        for seat, client in [*players.items(), *((0, client) for client in watchers.values())]:
            place = game.place_of(seat) if seat else -1
            for path in paths:
                told = client.get(path).content
                assert_hidden(told, game, place)
        if hand.street == 1:
            with players[1].websocket_connect(f"{table}/events") as socket:
                assert_hidden(socket.receive_text().encode(), game, game.place_of(1))
        if not game.playing:
            floor.clock.advance(60_000_000)
            continue
        turn = game.turn
        if hand.phase == "draw":
            done = act(players[turn], table, act="play", seat=turn, verb="draw", places=[0, 1])
        else:
            found = hand.options()
            verb = "bring-in" if found.bring_in else "check" if found.check else "call"
            done = act(players[turn], table, act="play", seat=turn, verb=verb)
        assert done.status_code == 200, done.text
        assert_hidden(done.content, game_of(floor, table), game_of(floor, table).place_of(turn))
    assert game.table.hands > 1
    entries = floor.program("surveillance").get(f"/api/v1/audit/journals/{name}.1/entries").json()
    assert players[1].get(f"/api/v1/audit/journals/{name}.1/entries").status_code == 403
    last = max(i for i, e in enumerate(entries) if e["entry"]["act"]["act"] == "deal")
    sealed = game.commitment
    order = floor.do(lambda: floor.app.state.floor.room.table(name)).order(sealed)
    assert bytes(order).hex() not in json.dumps(entries[last:]), "a deck in play is opened to nobody"


def assert_hidden(told: bytes, game: Any, place: int) -> None:
    from croupier.equipment.cards import card_name

    hand = game.table.hand
    may = {card for board in hand.boards for card in board}
    for i in range(hand.n):
        if i == place or hand.shown[i]:
            may |= set(hand.hole[i])
        may |= set(hand.up_cards(i))
    if 0 <= place < hand.n:
        may |= {card for record in hand.records for card in getattr(record, "discards", ()) if record.player == place}
        may |= {
            card
            for record in hand.records
            if type(record).__name__ == "Dealt" and record.player == place
            for card in record.cards
        }
    may |= {
        card
        for record in hand.records
        if type(record).__name__ == "Dealt"
        for card, up in zip(record.cards, record.up)
        if up
    }
    names = {card_name(card).encode() for card in may}
    assert set(CARD.findall(told)) <= names
    raw = bytes(hand.deck)
    assert raw.hex().encode() not in told
    assert json.dumps(list(hand.deck)).encode() not in told


def test_what_can_not_be_read_or_is_not_allowed_is_refused_in_words(floor: Lab) -> None:
    table = opened(floor, "PK-3")
    client, _ = floor.guest()
    for wrong, status in (
        ({"act": "fly"}, 400),
        ({"act": "sit", "seat": 1, "cents": 10**30}, 400),
        ({"act": "sit", "seat": 1, "cents": 10**12}, 422),
        ({"act": "sit", "seat": 99, "cents": 20000}, 422),
        ({"act": "buy", "seat": 4, "cents": 20000}, 404),
        ({"act": "declare", "when": "misdeal"}, 403),
        ({"act": "play", "seat": 1, "verb": "fold"}, 404),
        ({"act": "sit", "seat": 1, "cents": 20000, "name": "\u0000"}, 400),
    ):
        answer = client.post(f"{table}/acts", json={"act": wrong})
        assert answer.status_code == status, (wrong, answer.text)
        assert answer.json()["error"]
    assert client.post(f"{ROOM}/tables", json=GAME | {"id": "PK-4"}).status_code == 403
    assert client.get(f"{ROOM}/tables/NONE").status_code == 404
    assert client.get(f"{ROOM}/spreads", params={"property": "nowhere"}).status_code == 404
    spreads = client.get(f"{ROOM}/spreads", params={"property": PLACE}).json()
    assert {"form": "razz", "title": "Razz", "family": "stud", "seats": 8} in spreads["forms"]
    refused = floor.program("supervisor").post(f"{ROOM}/tables", json=GAME | {"id": "PK-5", "form": "badugi"})
    assert refused.status_code == 422
    assert "not spread here" in refused.json()["error"]


# ---- anything at all


def strange(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a field of an act: plausible, at the edge, and of another type."""
    numbers = st.integers(-2, 12) | st.sampled_from([100, 300, 600, 1200, 20_000, 2**31, 2**63, -(2**63), 10**12])
    verbs = ["", "fold", "check", "call", "raise", "show", "run", "draw", "holdem-no-1-3", "FZ-1", "player", "no-burn"]
    more = ["first-cards-exposed", "boxed-cards", "misdeal", "dealer-decides", "x" * 60, "\u00e9", "dead-hand"]
    words = st.sampled_from([*verbs, *more])
    facts = st.dictionaries(st.sampled_from(["count", "card", "players", "by", "x-y", "significant"]), numbers | words)
    usual = {int: numbers, str: words, bool: st.booleans()}.get(kind)
    if usual is None:
        usual = st.lists(numbers, max_size=5) | facts | numbers | st.none()
    return usual | usual | usual | st.sampled_from([None, 1.5, [], {}, True])


@functools.cache  # a kind of acts has one strategy: hypothesis takes long to make each of its fields
def any_act(kinds: Any) -> st.SearchStrategy[dict[str, Any]]:
    made = []
    for kind in typing.get_args(kinds):
        hints = typing.get_type_hints(kind)
        fields = {name: strange(hints[name]) for name in kind.__struct_fields__}
        made.append(st.fixed_dictionaries({"act": st.just(kind.__struct_config__.tag)}, optional=fields))
    return st.one_of(made)


def test_no_act_makes_the_room_fail_and_no_refused_one_moves_a_chip(floor: Lab) -> None:
    electronic, by_hand = opened(floor, "FZ-1"), opened(floor, "FZ-2", mode="dealer", demo=True)
    players = list(seated(floor, electronic, 1, 2, 3).values())
    supervisor = floor.program("supervisor")
    for seat in (1, 2):
        _, badge = floor.guest()
        act(supervisor, by_hand, act="sit", seat=seat, cents=20_000, patron=badge)
    act(supervisor, by_hand, act="deal", drawn={"1": 5, "2": 9})
    act(supervisor, by_hand, act="key", seat=-1)
    callers = [*players, supervisor, floor.program("manager"), floor.program("dealer")]

    @given(data=st.data())
    @settings(max_examples=250, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def run(data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(callers))
        if data.draw(st.integers(0, 5)) == 0:
            path, kinds = f"{ROOM}/lists/{PLACE}", room_lists.FROM_PEOPLE
        else:
            path, kinds = data.draw(st.sampled_from([electronic, by_hand])), room_acts.FROM_PEOPLE
        answer = client.post(f"{path}/acts", json={"act": data.draw(any_act(kinds))})
        assert answer.status_code in (200, 400, 403, 404, 409, 422), answer.text
        look(floor)

    run()
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
        for about in journals.of_table(conn):
            assert journals.verify(conn, about.id) is None
    before = {table: game_of(floor, table).balances() for table in (electronic, by_hand)}
    room = floor.app.state.floor.room
    for table in (electronic, by_hand):
        name = table.rpartition("/")[2]
        floor.do(lambda name=name: room.forget(name))
        assert game_of(floor, table).balances() == before[table], "read again, it stands where it stood"
