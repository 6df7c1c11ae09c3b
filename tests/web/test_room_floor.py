"""The brush's rules through the API: who moves, who plays on, who refuses, what stands on the table and on a card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import MINUTE_US

from .hand_dealt import seat as seat_guests
from .hand_dealt import spread
from .lab import Lab, lab, sent
from .money_table import WITH_ADMIN
from .test_room_api import PLACE, ROOM, act, game_of, opened, seated

PAIRS = iter([(small * 100, big * 100) for big in range(2, 10) for small in range(1, big)])


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "roulette") as made:
        yield made


@pytest.fixture
def stakes(floor: Lab) -> Iterator[dict[str, Any]]:
    """Stakes of a game of this test's own, so that no list of another test is in the way."""
    small, big = next(PAIRS)
    yield {"small": big, "blinds": [small, big], "think_s": 0, "pause_s": 60}
    for table in floor.app.state.floor.room.open_tables(PLACE):
        floor.program("supervisor").post(f"{ROOM}/tables/{table.id}/close", json={})


def key(stakes: dict[str, Any]) -> str:
    small, big = stakes["blinds"]
    return f"holdem-no-{small // 100}-{big // 100}"


def badges(floor: Lab, table: str) -> dict[int, str]:
    seats = floor.program("supervisor").get(table).json()["seats"]
    return {seat["seat"]: seat["patron"] for seat in seats if seat["taken"]}


def names(floor: Lab, game: str) -> list[str]:
    lists = floor.program("supervisor").get(f"{ROOM}/lists/{PLACE}").json()["lists"]
    return [name["patron"] for one in lists if one["game"] == game for name in one["names"]]


def refused(client: Any, table: str, **given: Any) -> Any:
    return client.post(f"{table}/refuse-move", json=given)


@pytest.mark.parametrize(
    ("players", "refuses", "minutes", "listed"),
    [
        (2, "main", 60, False),  # however few play
        (5, "short", 60, True),
        (4, "short", 60, True),
        (3, "short", 0, True),
    ],
)
def test_two_refusals_of_a_must_move_cost_differently(
    floor: Lab, stakes: dict[str, Any], players: int, refuses: str, minutes: int, listed: bool
) -> None:
    """2.SEAT.11 and 2.SEAT.12, document 004 lines 182 and 183."""
    name = f"{refuses}{players}"
    main = opened(floor, f"MAIN-{name}", seats=2, **stakes)
    seated(floor, main, 1, 2)
    feeder = opened(floor, f"FEED-{name}", main=f"MAIN-{name}", **stakes)
    there = seated(floor, feeder, *range(1, players + 1))
    badge = badges(floor, feeder)[1]
    waiter, other = floor.guest()
    waiter.post(f"{ROOM}/lists/{PLACE}/acts", json={"act": {"act": "join", "game": key(stakes)}})
    done = refused(there[1], feeder, refuses=refuses)
    assert (done.status_code, done.json()) == (200, {"barred_minutes": minutes, "on_list": listed})
    assert badge not in badges(floor, feeder).values()
    order = [badge, other] if not minutes else [other, badge]
    assert names(floor, key(stakes)) == (order if listed else [other])
    back = act(there[1], feeder, act="sit", seat=9, cents=20000)
    if minutes:
        assert (back.status_code, back.json()["clause"]) == (422, "2.SEAT.11, 2.SEAT.12")
        floor.clock.advance(61 * MINUTE_US)
    state = floor.do(lambda: floor.app.state.floor.list_desk.current(PLACE))
    assert state.barred(badge, key(stakes), floor.house.sources.now_us()) is None


def test_six_players_are_not_short_handed(floor: Lab, stakes: dict[str, Any]) -> None:
    full_main(floor, "MAIN-six", stakes)
    feeder = opened(floor, "FEED-six", main="MAIN-six", **stakes)
    there = seated(floor, feeder, *range(1, 7))
    told = refused(there[1], feeder, refuses="short")
    assert (told.status_code, told.json()["clause"]) == (422, "2.SEAT.11, 2.SEAT.12")
    assert len(badges(floor, feeder)) == 6, "nothing has changed"
    assert refused(there[1], feeder, refuses="both").status_code == 422


def test_who_keeps_his_order_is_called_to_the_main_game_before_those_who_sat_down_later(
    floor: Lab, stakes: dict[str, Any]
) -> None:
    main = opened(floor, "MAIN-kept", seats=2, mode="dealer", demo=True, **stakes)
    supervisor = floor.program("supervisor")
    for seat in (1, 2):
        _, badge = floor.guest()
        sit = {"act": "sit", "seat": seat, "cents": 20000, "patron": badge}
        assert supervisor.post(f"{main}/acts", json={"act": sit}).status_code == 200
    feeder = opened(floor, "FEED-kept", main="MAIN-kept", **stakes)
    there = seated(floor, feeder, 1, 2, 3)
    first, second = badges(floor, feeder)[1], badges(floor, feeder)[2]
    refused(there[1], feeder, refuses="short")
    assert act(supervisor, main, act="leave", seat=2).status_code == 200
    steps = supervisor.get(f"{ROOM}/openings/{PLACE}").json()
    step = next(s for s in steps if s["table"] == "MAIN-kept")
    assert (step["kind"], step["patron"], step["clause"]) == ("call", first, "2.SEAT.11, 2.SEAT.12")
    wrong = {"table": "MAIN-kept", "seat": 2, "patron": second}
    told = supervisor.post(f"{ROOM}/openings/{PLACE}", json=wrong)
    assert (told.status_code, "Another comes before" in told.text) == (422, True)
    done = supervisor.post(f"{ROOM}/openings/{PLACE}", json=wrong | {"reason": "the first went home"})
    assert (done.status_code, done.json()["step"]["kind"]) == (200, "move")
    assert badges(floor, main)[2] == second
    with floor.storage.reading() as conn:
        log = floor.house.people.logged(conn, by="supervisor", limit=50)
    assert any("the first went home" in line.reason for line in log)


def test_the_seat_of_the_first_who_quits_an_over_full_game_is_removed(floor: Lab, stakes: dict[str, Any]) -> None:
    """2.SEAT.10, line 181."""
    table = opened(floor, "OVER", seats=4, **stakes)
    there = seated(floor, table, 1, 2, 3, 4)
    supervisor = floor.program("supervisor")
    extra, badge = floor.guest()
    assert act(extra, table, act="sit", seat=5, cents=20000).status_code == 422, "only a supervisor decides so"
    assert act(supervisor, table, act="sit", seat=5, cents=20000, patron=badge).status_code == 200
    assert act(there[2], table, act="leave", seat=2).status_code == 200
    newcomer, _ = floor.guest()
    told = act(newcomer, table, act="sit", seat=2, cents=20000)
    assert (told.status_code, told.json()["clause"]) == (422, "2.SEAT.10")
    assert game_of(floor, table).free == []
    assert act(there[3], table, act="leave", seat=3).status_code == 200
    assert game_of(floor, table).free == [3]
    assert act(extra, table, act="leave", seat=5).status_code == 200
    assert game_of(floor, table).free == [2, 3], "the chair that was added is gone"
    floor.do(lambda: floor.app.state.floor.room.forget("OVER"))
    assert game_of(floor, table).free == [2, 3], "and the journal says the same"


def full_main(floor: Lab, name: str, stakes: dict[str, Any]) -> Any:
    """A dealer's main game with two seats, both taken."""
    supervisor = floor.program("supervisor")
    main = opened(floor, name, seats=2, mode="dealer", demo=True, **stakes)
    for seat in (1, 2):
        _, badge = floor.guest()
        act(supervisor, main, act="sit", seat=seat, cents=20000, patron=badge)
    return main


def hand(floor: Lab, table: str, clients: dict[int, Any]) -> Any:
    """One hand of an electronic table, folded to the last player; the positions that it was played with."""
    floor.do(lambda: floor.app.state.floor.room.deal(table.rpartition("/")[2]))
    for _ in range(20):
        game = game_of(floor, table)
        if not game.playing:
            return game.table.positions
        act(clients[game.turn], table, act="play", seat=game.turn, verb="fold")
    raise AssertionError("the hand never ended")


def test_who_must_move_plays_his_button_if_he_has_taken_a_blind(floor: Lab, stakes: dict[str, Any]) -> None:
    """2.SEAT.14, line 185; the seat in the main game is locked up for him meanwhile."""
    main = full_main(floor, "MAIN-button", stakes)
    feeder = opened(floor, "FEED-button", main="MAIN-button", **stakes)
    there = seated(floor, feeder, 1, 2, 3, 4)
    supervisor, first = floor.program("supervisor"), badges(floor, feeder)[1]
    positions = hand(floor, feeder, there)
    while positions.small != 1:
        positions = hand(floor, feeder, there)
    act(supervisor, main, act="leave", seat=2)
    done = there[1].post(f"{feeder}/play-on", json={})
    assert (done.status_code, done.json()) == (200, {"until": "button", "clause": "2.SEAT.14, 2.SEAT.16"})
    lists = supervisor.get(f"{ROOM}/lists/{PLACE}").json()
    assert ("MAIN-button", 2, first) in [(k["table"], k["seat"], k["patron"]) for k in lists["locks"]]
    step = next(s for s in supervisor.get(f"{ROOM}/openings/{PLACE}").json() if s["patron"] == first)
    assert step["waits"] == "He plays his button first."
    assert hand(floor, feeder, there).button == 1
    step = next(s for s in supervisor.get(f"{ROOM}/openings/{PLACE}").json() if s["patron"] == first)
    assert (step["waits"], step["kind"]) == ("", "move")
    given = {"table": "MAIN-button", "seat": 2, "patron": first, "command": "one"}
    assert supervisor.post(f"{ROOM}/openings/{PLACE}", json=given).status_code == 200
    assert supervisor.post(f"{ROOM}/openings/{PLACE}", json=given).json() == {"step": None}, "sent twice, done once"
    assert badges(floor, main)[2] == first
    positions = game_of(floor, feeder).table.positions
    idle = next(seat for seat in (2, 3, 4) if seat not in positions.blinds)
    badge = badges(floor, feeder)[idle]
    act(supervisor, main, act="leave", seat=2)
    told = supervisor.post(f"{feeder}/play-on", json={"patron": badge})
    state = [s for s in supervisor.get(f"{ROOM}/openings/{PLACE}").json() if s["table"] == "MAIN-button"]
    if state[0]["patron"] == badge:
        assert (told.status_code, "taken no blind" in told.text) == (422, True)


@pytest.mark.parametrize(("waiting", "until"), [(0, "blind"), (1, "blind"), (2, "")])
def test_who_changes_by_his_own_will_plays_up_to_the_blind_unless_two_wait(
    floor: Lab, stakes: dict[str, Any], waiting: int, until: str
) -> None:
    """2.SEAT.16, line 187: `move-at-once-names` is two."""
    target = opened(floor, f"TO-{waiting}", seats=3, mode="dealer", demo=True, **stakes)
    source = opened(floor, f"FROM-{waiting}", seats=4, **stakes)
    there = seated(floor, source, 1, 2, 3, 4)
    positions = hand(floor, source, there)
    mover = next(seat for seat in (1, 2, 3, 4) if seat not in positions.blinds and seat != positions.button)
    change = {"act": "change", "table": f"FROM-{waiting}", "to": f"TO-{waiting}"}
    assert there[mover].post(f"{ROOM}/lists/{PLACE}/acts", json={"act": change}).status_code == 200
    for _ in range(waiting):
        client, badge = floor.guest()
        client.post(f"{ROOM}/lists/{PLACE}/acts", json={"act": {"act": "join", "game": key(stakes)}})
        client.post(f"{ROOM}/lists/{PLACE}/acts", json={"act": {"act": "away"}})
    done = there[mover].post(f"{source}/play-on", json={})
    if until:
        assert (done.status_code, done.json()["until"], done.json()["clause"]) == (200, "blind", "2.SEAT.16")
        badge = badges(floor, source)[mover]
        for _ in range(4):
            step = next(s for s in floor.program("clerk").get(f"{ROOM}/openings/{PLACE}").json()
                        if s["patron"] == badge)  # fmt: skip
            if not step["waits"]:
                break
            hand(floor, source, there)
        moved = floor.program("clerk").post(
            f"{ROOM}/openings/{PLACE}", json={"table": f"TO-{waiting}", "patron": badge}
        )
        assert moved.status_code == 200, moved.text
        assert mover not in game_of(floor, source).table.positions.blinds, "he never paid another blind"
        assert badge in badges(floor, target).values()
    else:
        assert (done.status_code, done.json()["clause"]) == (422, "2.SEAT.16")


@pytest.mark.parametrize("waiting", [0, 1])
def test_who_changes_stud_tables_plays_one_more_hand_if_nobody_waits(
    floor: Lab, stakes: dict[str, Any], waiting: int
) -> None:
    """2.SEAT.16, line 187."""
    size = stakes["small"]
    stud = {"form": "stud", "limit": "fixed", "small": size, "big": 2 * size, "blinds": [], "ante": 100}
    given = {"bring_in": 100, "think_s": 0, "pause_s": 60, **stud}
    opened(floor, f"S-TO-{waiting}", mode="dealer", demo=True, **given)
    source = opened(floor, f"S-FROM-{waiting}", seats=4, **given)
    there = seated(floor, source, 1, 2, 3)
    game = floor.program("clerk").get(source).json()["game"]
    if waiting:
        client, _ = floor.guest()
        client.post(f"{ROOM}/lists/{PLACE}/acts", json={"act": {"act": "join", "game": game}})
    change = {"act": "change", "table": f"S-FROM-{waiting}", "to": f"S-TO-{waiting}"}
    there[1].post(f"{ROOM}/lists/{PLACE}/acts", json={"act": change})
    done = there[1].post(f"{source}/play-on", json={})
    assert done.status_code == (422 if waiting else 200)
    assert done.json()["clause"] == "2.SEAT.16"
    if not waiting:
        assert done.json()["until"] == "hand"


def test_a_must_move_from_a_table_where_only_seats_are_keyed_is_counted(floor: Lab, stakes: dict[str, Any]) -> None:
    main = full_main(floor, "MAIN-seats", stakes)
    supervisor = floor.program("supervisor")
    feeder = opened(floor, "FEED-seats", main="MAIN-seats", mode="dealer", demo=True, keyed="seats", **stakes)
    for seat in (1, 2):
        _, badge = floor.guest()
        act(supervisor, feeder, act="sit", seat=seat, cents=20000, patron=badge)
        floor.clock.advance(1)
    first = badges(floor, feeder)[1]
    act(supervisor, main, act="leave", seat=2)
    given = {"table": "MAIN-seats", "seat": 2}
    told = supervisor.post(f"{ROOM}/openings/{PLACE}", json=given)
    assert (told.status_code, "counted" in told.text) == (422, True)
    done = supervisor.post(f"{ROOM}/openings/{PLACE}", json=given | {"counted": 27300})
    assert (done.status_code, done.json()["step"]["patron"]) == (200, first)
    seats = {s["seat"]: s for s in supervisor.get(main).json()["seats"] if s["taken"]}
    assert (seats[2]["patron"], seats[2]["chips"]) == (first, 27300)
    assert supervisor.get(feeder).json()["dealing"]["in_play"] == 40000 - 27300


def test_a_card_is_compared_with_the_registered_one(floor: Lab) -> None:
    """2.SEAT.8, lines 175 to 179: name and last day of a Seven Star card are verified."""
    clerk, (_, badge) = floor.program("clerk"), floor.guest()
    game, path = "stud-fixed-4-8", f"{ROOM}/lists/{PLACE}/acts"
    join = {"act": {"act": "join", "game": game, "patron": badge, "first": True}}
    card = {"number": "7712-0041", "name": "Ada  Quill", "expires": "2099-01-31"}
    assert clerk.post(path, json=join).status_code == 422, "a card is shown"
    assert clerk.post(path, json=join | {"card": card}).status_code == 404, "and registered"
    known = {"patron": badge, "tier": "seven-star", **card, "name": "ada quill"}
    assert floor.program("dealer").post(f"{ROOM}/cards/{PLACE}", json=known).status_code == 403
    assert clerk.post(f"{ROOM}/cards/{PLACE}", json=known).status_code == 201
    for change, words in (
        ({"number": "7712-0042"}, "number"),
        ({"name": "Ada Quilt"}, "name"),
        ({"expires": "2098-01-31"}, "last day"),
    ):
        told = clerk.post(path, json=join | {"card": card | change})
        assert (told.status_code, words in told.json()["error"], told.json()["clause"]) == (422, True, "2.SEAT.8")
    floor.program("clerk").post(path, json={"act": {"act": "join", "game": game, "patron": "walk-in"}})
    assert clerk.post(path, json=join | {"card": card}).status_code == 200
    assert names(floor, game) == [badge, "walk-in"]
    for tier, expires in (("diamond", "2099-01-31"), ("seven-star", "2001-01-31")):
        _, other = floor.guest()
        body = known | {"patron": other, "tier": tier, "expires": expires}
        assert clerk.post(f"{ROOM}/cards/{PLACE}", json=body).status_code == 201
        given = {"act": join["act"] | {"patron": other}, "card": card | {"expires": expires}}
        assert clerk.post(path, json=given).status_code == 422


def test_no_name_is_called_before_its_turn_without_a_reason(floor: Lab, stakes: dict[str, Any]) -> None:
    opened(floor, "CALLS", mode="dealer", demo=True, **stakes)
    clerk, path = floor.program("clerk"), f"{ROOM}/lists/{PLACE}/acts"
    for name in ("walk-a", "walk-b"):
        clerk.post(path, json={"act": {"act": "join", "game": key(stakes), "patron": name}})
    call = {"act": "call", "game": key(stakes), "table": "CALLS", "patron": "walk-b"}
    told = clerk.post(path, json={"act": call})
    assert (told.status_code, told.json()["clause"]) == (422, "2.SEAT.2, 2.SEAT.8")
    assert clerk.post(path, json={"act": call | {"reason": "walk-a went to dinner"}}).status_code == 200


def test_jackpots_are_kept_by_type_of_game_with_a_daily_log(floor: Lab) -> None:
    """20.BB.1, 6 and 8, lines 1097, 1104 and 1106."""
    table = spread(floor, "BOX-TYPE", PLACE, form="holdem", small=500, blinds=[200, 500], keyed="seats")
    manager, path = floor.program("manager"), f"/api/v1/promotions/funds/{PLACE}"
    for game in ("holdem", "omaha"):
        body = {"what": "seed", "fund": "bad-beat", "cents": 100000, "game": game, **WITH_ADMIN}
        assert manager.post(path, json=body).status_code == 200
    seat_guests(floor, table, 1, 2)
    assert act(floor.program("dealer"), table, act="drop", cents=1000, kind="jackpot").status_code == 200
    body = {"what": "allocate", "cents": 1000, "table": "BOX-TYPE", "game": "holdem"}
    assert manager.post(path, json=body).json() == {"parts": {"bad-beat": 100, "special-hands": 900}}
    assert manager.post(path, json=body | {"game": "canasta"}).status_code == 422
    told = floor.program("supervisor").get(f"{path}/log").json()
    assert told["clause"] == "20.BB.8-9"
    # The table deals for demo chips: its funds are of these, beside any of money.
    assert told["now"]["holdem"] == {"bad-beat/demo": 100100, "special-hands/demo": 900}
    assert told["now"]["omaha"]["bad-beat/demo"] == 100000
    line = next(one for one in told["log"] if (one["game"], one["fund"]) == ("holdem", "bad-beat/demo"))
    assert (line["opening"], line["seeded"], line["allocated"], line["closing"]) == (0, 100000, 100, 100100)
    assert floor.program("dealer").get(f"{path}/log").status_code == 403


@pytest.mark.parametrize("jackpot", [True, False])
def test_the_boxes_are_attached_before_a_table_opens(floor: Lab, jackpot: bool) -> None:
    """3.TBL.1 and 2, lines 205 and 206: the bad beat box only where the game feeds the jackpot."""
    name = f"BOX-{jackpot}"
    given = {"id": name, "property": PLACE, "mode": "dealer", "form": "holdem", "small": 300, "blinds": [100, 300]}
    answer = floor.program("supervisor").post(f"{ROOM}/tables", json=given | {"options": {"jackpot": jackpot}})
    assert (answer.status_code, answer.json()["state"]) == (201, "opening"), answer.text

    def lacking() -> list[str]:
        table = floor.app.state.floor.room.floor_table(name)
        return [lack.words for lack in floor.app.state.floor.spread.lacks(table) if lack.kind == "boxes"]

    drop, beat = (f"The {box} is not attached. (clause 3.TBL.1-3)" for box in ("drop box", "bad beat box"))
    assert lacking() == ([beat, drop] if jackpot else [drop])
    slip = {"kind": "boxes", "table": name, "password": PASSWORD}
    path = f"/api/v1/procedures/{PLACE}/slips"
    assert floor.program("dealer").post(path, json=slip).status_code == 422, "which boxes must be said"
    assert floor.program("clerk").post(path, json=slip | {"items": ["drop"]}).status_code == 403
    assert floor.program("dealer").post(path, json=slip | {"items": ["drop"]}).status_code == 201
    assert lacking() == ([beat] if jackpot else [])
    early = floor.program("supervisor").post(f"{ROOM}/tables/{name}/open", json={})
    page = sent(floor, "supervisor", f"/room/{PLACE}/board/open", table=name)
    for answer in (early, page):
        assert answer.status_code == 422 and f"{name} may not open yet" in answer.text, answer.text
    if jackpot:
        assert floor.program("dealer").post(path, json=slip | {"items": ["drop", "bad-beat"]}).status_code == 201
        assert lacking() == []
