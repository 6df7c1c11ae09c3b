"""An evening of two games with a must-move run from the board alone; the screen in the room, messages, pushes."""

import http.server
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import MINUTE_US

from .hand_dealt import STAKES, Dealer, chips, seat, spread
from .lab import Lab, lab
from .test_room_api import PLACE, ROOM

BOARD = f"/room/{PLACE}/board"
GAME = "holdem-no-1-3"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "roulette") as made:
        made.house.people.add_demo([("dealer-b", "Dealer B", "dealer"), ("dealer-c", "Dealer C", "dealer")], PASSWORD)
        yield made


class Brush:
    """Somebody at the board, by forms alone."""

    def __init__(self, floor: Lab, badge: str) -> None:
        self.client, self.number = floor.browser(badge), 0

    def does(self, act: str, **form: Any) -> None:
        answer = self.sends(act, **form)
        assert answer.status_code == 303, (act, form, answer.status_code, told(answer.text))

    def sends(self, act: str, **form: Any) -> Any:
        self.number += 1
        given = {name.replace("_", "-"): str(value) for name, value in form.items()}
        return self.client.post(f"{BOARD}/{act}", data=given | {"csrf": self.client.headers["x-csrf"]})

    def sees(self, **query: str) -> str:
        answer = self.client.get(BOARD, params=query)
        assert answer.status_code == 200, answer.text[:500]
        return str(answer.text)


def told(page: str) -> str:
    """What a page says was refused."""
    return page.split('class="notice error"', 1)[-1][:600]


def last_acts(page: str) -> list[str]:
    """What the board tells of the last acts on the lists, each with its time."""
    told = page.split('aria-label="Last acts"')[1].split("</section>")[0]
    return re.findall(r'<span class="t2">\d\d:\d\d:\d\d</span><span class="grow">([^<]+)</span>', told)


def seats(floor: Lab, table: str) -> dict[int, str]:
    shown = floor.program("supervisor").get(f"{ROOM}/tables/{table}").json()["seats"]
    return {seat["seat"]: seat["patron"] for seat in shown if seat["taken"]}


def funded(floor: Lab, count: int) -> list[str]:
    return [floor.guest()[1] for _ in range(count)]


def test_a_brush_runs_an_evening_of_two_games_with_a_must_move_from_the_page(floor: Lab) -> None:
    brush, floorman = Brush(floor, "clerk"), Brush(floor, "supervisor")
    spread = {"form": "holdem", "limit": "no", "small": 1, "big": 3, "least": 100, "most": 300, "demo": "yes"}
    floorman.does("spread", id="BD-1", mode="dealer", keyed="seats", seats=3, jackpot="yes", **spread)
    floorman.does("dealer", table="BD-1", dealer="dealer")
    assert "Deals at" not in brush.sees()
    patrons = funded(floor, 6)
    for patron in patrons[:5]:
        brush.does("join", game=GAME, patron=patron)
        floor.clock.advance(1)
    brush.does("join", game=GAME, patron=patrons[5], phone="yes")
    page = brush.sees(game=GAME, name=patrons[0])
    assert "held 60 min" in page and "is called to BD-1" in page
    for patron in patrons[:3]:
        brush.does("give", table="BD-1", seat=0)
        called = floor.program("clerk").get(f"{ROOM}/lists/{PLACE}").json()["lists"][0]["names"][0]
        assert (called["patron"], called["status"]) == (patron, "called")
        brush.does("seat", game=GAME, name=patron, to="BD-1", to_seat=patrons.index(patron) + 1, cents=200)
        floor.clock.advance(1)
    assert seats(floor, "BD-1") == dict(enumerate(patrons[:3], 1))
    # A second game feeds the first.
    floorman.does("spread", id="BD-2", mode="dealer", keyed="seats", seats=6, main="BD-1", **spread)
    for patron in patrons[3:5]:
        brush.does("give", table="BD-2", seat=0)
        brush.does("seat", game=GAME, name=patron, to="BD-2", to_seat=patrons.index(patron) - 2, cents=150)
        floor.clock.advance(1)
    # A seat opens in the main game: who asked changes to it, who must move comes after, with counted chips.
    brush.does("ask", table="BD-1", patron=patrons[2], wanted=1)
    floorman.does("leave", table="BD-1", seat=1, counted=180)
    page = brush.sees(table="BD-1", seat="1")
    assert page.index("changes from seat 3 to seat 1") < page.index("moves up to BD-1 seat 3")
    brush.does("all", table="BD-1")
    left = floor.program("clerk").post(f"{ROOM}/openings/{PLACE}/tables/BD-1")
    assert (left.status_code, left.json()) == (200, []), "what is left waits for a count"
    assert seats(floor, "BD-1") == {1: patrons[2], 2: patrons[1]}
    refused = brush.sends("give", table="BD-1", seat=3, patron=patrons[4], counted=100)
    assert refused.status_code == 422 and "Another comes before by the book" in told(refused.text)
    brush.does("give", table="BD-1", seat=3, counted=160.00)
    assert seats(floor, "BD-1")[3] == patrons[3]
    # He who is left will not play short: he keeps his order. The table is empty and closes.
    brush.does("refuse", table="BD-2", patron=patrons[4], refuses="short", counted=140)
    assert seats(floor, "BD-2") == {}
    state = floor.do(lambda: floor.app.state.floor.list_desk.current(PLACE))
    assert [n.patron for n in state.on(GAME)] == [patrons[4], patrons[5]]
    floorman.does("close", table="BD-2")
    # Time passes: a locked-up seat, a page, a mistake taken back, two kept apart, and the end of the evening.
    floorman.does("leave", table="BD-1", seat=2, counted=200)
    brush.does("lock", to="BD-1", to_seat=2, name=patrons[4], game=GAME)
    assert "locked up" in brush.sees()
    before = last_acts(brush.sees())
    assert len(before) == 3 and before[0].endswith(" has a seat locked up, BD-1 seat 2")
    assert brush.sees().count("/board/undo") == 1, "the newest alone is taken back"
    brush.does("undo")
    assert "locked up" not in brush.sees() and last_acts(brush.sees())[:2] == before[1:]
    assert "/board/undo" not in brush.sees(), "what went before it stands"
    brush.does("apart", one=patrons[3], other=patrons[5])
    floor.clock.advance(9 * MINUTE_US)
    brush.does("withdraw", game=GAME, name=patrons[4])
    assert "moves up" not in brush.sees()
    floorman.does("drop", table="BD-1", cents=30, kind="rake")
    chips = {f"counted-{patrons[2]}": 200, f"counted-{patrons[3]}": 150}
    done = floorman.client.post(
        f"{BOARD}/break", data={"table": "BD-1", **chips, "csrf": floorman.client.headers["x-csrf"]}
    )
    assert done.status_code == 303, told(done.text)
    assert floor.app.state.floor.room.floor_table("BD-1").state == "closed"


def test_who_may_not_keep_the_list_has_no_board_and_a_refusal_stands_on_it(floor: Lab) -> None:
    assert floor.browser("player").get(BOARD).status_code == 403
    watching = floor.browser("surveillance").get(BOARD)
    assert watching.status_code == 200 and "Badge or name" not in watching.text, "who watches is offered nothing"
    assert floor.browser("clerk").get("/room/jack-cleveland/board").status_code == 404
    brush = Brush(floor, "clerk")
    for act, form, words in (
        ("spread", {"id": "X-1", "form": "holdem", "limit": "no", "small": 1, "big": 3}, "not for a poker clerk"),
        ("call", {"game": "holdem-no-9-9"}, "Nobody on this list"),
        ("unlock", {"table": "BD-1", "seat": 9}, "not locked up"),
    ):
        answer = brush.sends(act, **form)
        assert answer.status_code in (403, 422) and words in answer.text, (act, answer.status_code)
    page = floor.browser("clerk")
    form = {"csrf": page.headers.pop("x-csrf"), "game": GAME, "name": "Gone Home"}
    stale = page.post(f"{BOARD}/withdraw", data=form)  # somebody else took the name off meanwhile
    assert stale.status_code == 422 and "not on the list" in stale.text and 'id="b-lists"' in stale.text
    assert brush.sends("dance").status_code == 400


def test_a_table_opens_from_the_board_with_its_rack_deck_and_boxes(floor: Lab) -> None:
    """The slips of 4, 5, 6 and 3.TBL, each signed by who signs it."""
    brush = {badge: Brush(floor, badge) for badge in ("supervisor", "manager")}
    given = {"id": "BD-9", "form": "holdem", "limit": "no", "small": 2, "big": 5, "mode": "dealer", "jackpot": "yes"}
    brush["supervisor"].does("spread", **given)
    page = brush["supervisor"].sees()
    assert "Open: waits for" in page and "The bad beat box is not attached" in page
    assert brush["supervisor"].sends("open", table="BD-9").status_code == 422
    brush["manager"].does("rack", table="BD-9", par=500, password=PASSWORD)
    brush["dealer"] = Brush(floor, "dealer-b")
    floorman, dealer = brush["supervisor"], brush["dealer"]
    floorman.does("dealer", table="BD-9", dealer="dealer-b")
    floorman.does("deck", deck="D-90", password=PASSWORD)
    assert floorman.sends("deck", deck="D-91", password="wrong").status_code in (401, 403, 422)
    rack = {"chips-2500": 20, "password": PASSWORD}
    boxes = {"item-drop": "drop", "item-bad-beat": "bad-beat", "password": PASSWORD}
    dealer.does("slip", kind="opening", table="BD-9", **rack)
    floorman.does("sign", slip=waiting(floorman), step="verify", **rack)
    dealer.does("slip", kind="deck", table="BD-9", deck="D-90", password=PASSWORD)
    floorman.does("sign", slip=waiting(floorman), step="verify", deck="D-90", password=PASSWORD)
    dealer.does("slip", kind="boxes", table="BD-9", **boxes)
    dealer.does("checklist", table="BD-9", password=PASSWORD)
    assert "Open the table" in floorman.sees()
    floorman.does("open", table="BD-9")
    assert floor.app.state.floor.room.floor_table("BD-9").state == "open"
    # and closes with its count, its container and its deck in the drawer
    floorman.does("close", table="BD-9")
    assert "Closing BD-9" in dealer.sees()
    dealer.does("slip", kind="closing", table="BD-9", shift="swing", **rack)
    items = {f"item-{name}": name for name in ("locked", "marked", "slip-visible")}
    done = {f"item-{name}": name for name in ("suited", "bagged", "labelled")}
    dealer.does("slip", kind="deck-removal", table="BD-9", deck="D-90", password=PASSWORD, **done)
    refused = floorman.sends("sign", slip=waiting(floorman), step="verify", container="cage", **rack)
    assert refused.status_code == 422 and "Not done" in told(refused.text)
    floorman.does("sign", slip=waiting(floorman), step="verify", container="cage", **rack, **items)
    floor.do(floor.app.state.floor.room_clock.look)
    assert floor.app.state.floor.room.floor_table("BD-9").state == "closed"


def waiting(brush: Brush) -> str:
    """The slip that waits for this person."""
    return brush.sees().split('name="slip" value="')[1].split('"')[0]


def test_dealers_are_pushed_on_by_one_table(floor: Lab) -> None:
    supervisor = floor.program("supervisor")
    for name, dealer in (("PU-1", "dealer-2"), ("PU-2", "dealer-b")):
        game = {"id": name, "property": PLACE, "mode": "dealer", "demo": True, "form": "omaha", "small": 300}
        supervisor.post(f"{ROOM}/tables", json=game | {"blinds": [100, 300]}).raise_for_status()
        for stands in ("PU-1", "PU-2"):
            shown = supervisor.get(f"{ROOM}/staffing/{PLACE}").json()
            if any((d["table"], d["dealer"]) == (stands, dealer) for d in shown):
                supervisor.post(f"/api/v1/tables/{stands}/life", json={"act": "dealer-out"})
        if dealer == "dealer-2":
            floor.house.people.add_demo([("dealer-2x", "Dealer X", "dealer")], PASSWORD)
            dealer = "dealer-2x"
        brought = supervisor.post(f"/api/v1/tables/{name}/life", json={"act": "dealer-in", "badge": dealer})
        assert brought.status_code == 200, brought.text
    assert re.search(r"push at \d\d:[03]0<", Brush(floor, "supervisor").sees())
    given = {"dealer": "dealer-c", "tables": ["PU-1", "PU-2"], "command": "push-1"}
    path = f"{ROOM}/staffing/{PLACE}/push"
    done = supervisor.post(path, json=given)
    assert done.json() == {"dealers": {"PU-1": "dealer-c", "PU-2": "dealer-2x"}, "out": "dealer-b"}, done.text
    assert supervisor.post(path, json=given).json() == done.json(), "sent twice, done once"
    assert supervisor.post(path, json={"dealer": "player"}).status_code == 422
    assert floor.program("clerk").post(path, json={"dealer": "dealer-b"}).status_code == 403


def test_the_screen_tells_initials_and_messages_go_to_the_houses_address(floor: Lab) -> None:
    heard: list[dict[str, Any]] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    listener = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    try:
        path = f"{ROOM}/hooks/{PLACE}"
        address = f"http://127.0.0.1:{listener.server_port}/told"
        assert floor.program("clerk").post(path, json={"url": address}).status_code == 403
        assert floor.program("manager").post(path, json={"url": "ftp://example"}).status_code == 422
        assert floor.program("manager").post(path, json={"url": address}).status_code == 200
        acts = f"{ROOM}/lists/{PLACE}/acts"
        page = {"act": {"act": "page", "patron": "Lou;Tennant", "words": "your seat is ready"}}
        assert floor.program("clerk").post(acts, json=page).status_code == 422, "a badge or a name"
        page["act"]["patron"] = "Lóu Tennant"  # a name is on the record as a badge is written
        assert floor.program("clerk").post(acts, json=page).status_code == 200
        floor.do(floor.app.state.floor.hooks.settled)
        assert heard == [{"property": PLACE, "kind": "page", "patron": "Lou-Tennant", "words": "your seat is ready"}]
    finally:
        floor.program("manager").post(path, json={"url": ""})
        listener.shutdown()
        listener.server_close()
    screen = floor.anybody().get(f"/room/{PLACE}/screen")
    assert screen.status_code == 200 and "your seat is ready" in screen.text
    assert "<strong>LT</strong>" in screen.text and "Lou-Tennant" not in screen.text, "initials, never a badge"
    shown = floor.program("player").get(f"{ROOM}/screen/{PLACE}").json()
    assert ["LT", "your seat is ready"] in shown["paged"]
    floor.clock.advance(3 * MINUTE_US)
    assert "your seat is ready" not in floor.anybody().get(f"/room/{PLACE}/screen").text


def test_the_stakes_of_a_game_are_changed_from_the_board_as_a_program_does(floor: Lab) -> None:
    manager, path = Brush(floor, "manager"), f"{ROOM}/tables/BD-STAKES"
    game = {"id": "BD-STAKES", "form": "holdem", "limit": "no", "mode": "dealer", "small": 1, "big": 3, "demo": "yes"}
    manager.does("spread", **game)
    assert "Other stakes" in manager.sees(table="BD-STAKES")
    stakes = {"limit": "no", "small": 2, "big": 5}
    assert Brush(floor, "dealer").sends("limits", table="BD-STAKES", **stakes).status_code == 403
    nobody = manager.sends("limits", table="BD-STAKES", objectors="somebody, else", **stakes)
    assert nobody.status_code == 422 and "Only a player of this game objects" in nobody.text
    manager.does("limits", table="BD-STAKES", **stakes)
    raised = floor.program("manager").get(path).json()["stakes"]
    back = {"limit": "no", "small": 300, "blinds": [100, 300]}
    assert floor.program("manager").post(f"{path}/limits", json=back).status_code == 200
    manager.does("limits", table="BD-STAKES", **stakes)
    assert floor.program("manager").get(path).json()["stakes"] == raised != ""
    manager.does("close", table="BD-STAKES")


def test_a_mixed_game_and_a_list_for_a_game_that_is_not_spread_begin_on_the_board(floor: Lab) -> None:
    supervisor, clerk = Brush(floor, "supervisor"), Brush(floor, "clerk")
    game = {"id": "BD-MIXED", "form": "holdem", "limit": "fixed", "mode": "dealer", "small": 4, "big": 8, "demo": "yes"}
    stud = {"leg_stud": "stud", "leg_razz": "razz", "ante": 1, "bring_in": 2}
    refused = supervisor.sends("spread", **game | {"big": 1})
    assert refused.status_code == 422 and "limit game" in refused.text
    unknown = supervisor.sends("spread", **game | {"form": "go-fish"})
    assert unknown.status_code == 422 and "no game of poker" in unknown.text
    supervisor.does("spread", **game | stud)
    told_of = floor.program("supervisor").get(f"{ROOM}/tables/BD-MIXED").json()
    assert (told_of["form"], told_of["dealing"]["games"]) == ("holdem", ["holdem", "stud", "razz"])
    wanted = {"new_form": "omaha-8", "limit": "fixed", "small": 4, "big": 8}
    clerk.does("join", patron="Nora Quinn", phone="yes", **wanted)
    listed = floor.program("clerk").get(f"{ROOM}/lists/{PLACE}").json()["lists"]
    names = {one["game"]: [name["patron"] for name in one["names"]] for one in listed}
    assert names["omaha-8-fixed-4-8"] == ["Nora-Quinn"]
    board = supervisor.sees()
    assert "not spread, 1 of 6" in board and "omaha-8-fixed-4-8#b-spread" in board, "ten seats, four of them empty"
    assert "NQ is on the list, Omaha 8 limit $4–$8" in board
    tabs = re.findall(r'data-tab="([^"]+)"', board)
    assert len(tabs) > 1 and tabs == re.findall(r'data-list="([^"]+)"', board)  # a phone shows one list at a time
    asked = supervisor.sees(spread="omaha-8-fixed-4-8")
    assert '<option value="omaha-8" selected>' in asked and 'name="small"' in asked
    clerk.does("withdraw", game="omaha-8-fixed-4-8", name="Nora Quinn")
    supervisor.does("close", table="BD-MIXED")


def test_who_walked_in_is_called_to_a_table_where_somebody_deals(floor: Lab) -> None:
    game = {"property": PLACE, "demo": True, "form": "omaha", "limit": "pot", "small": 300, "blinds": [100, 300]}
    for name, mode in (("WI-1", "electronic"), ("WI-2", "dealer")):
        made = floor.program("supervisor").post(f"{ROOM}/tables", json=game | {"id": name, "mode": mode})
        assert made.status_code == 201, made.text
    _, patron = floor.guest()  # the table that is dealt by hand has more players
    sits = {"act": "sit", "seat": 1, "cents": 20000, "patron": patron}
    floor.program("supervisor").post(f"{ROOM}/tables/WI-2/acts", json={"act": sits}).raise_for_status()
    clerk, listed = floor.program("clerk"), f"{ROOM}/lists/{PLACE}/acts"
    about = {"game": "omaha-pot-1-3", "patron": "Walt-Inn"}
    clerk.post(listed, json={"act": {"act": "join", **about}}).raise_for_status()
    assert "walked in" in Brush(floor, "clerk").sees()
    refused = clerk.post(listed, json={"act": {"act": "call", "table": "WI-1", **about}})
    assert refused.status_code == 422 and "is played from screens" in refused.text
    clerk.post(listed, json={"act": {"act": "call", **about}}).raise_for_status()
    names = [one for one in clerk.get(f"{ROOM}/lists/{PLACE}").json()["lists"] if one["game"] == about["game"]]
    assert names[0]["names"][0]["table"] == "WI-2"


def test_the_floors_word_is_given_from_the_board_as_a_program_gives_it(floor: Lab) -> None:
    """A rule set aside, half rake, a lower rake, a disputed pot that is held and decided: each with its reason."""
    table = spread(floor, "FW-1", PLACE, form="holdem", **STAKES["fixed"])
    seat(floor, table, 1, 2, 3)
    hand, brush = Dealer(floor.program("dealer"), table, "holdem", "word"), Brush(floor, "supervisor")
    hand.one(hand.look())
    shown = hand.one(hand.look()) and hand.look()
    first = shown["dealing"]["next"]["seat"]
    shut = brush.sends("half-rake", table="FW-1", half="yes")
    assert shut.status_code in (409, 422) and "hand" in told(shut.text)
    brush.does("override", table="FW-1", ruling="dead-hand", seat=first, reason="Misread by the dealer")
    assert not next(one for one in hand.look()["seats"] if one["seat"] == first)["in_hand"]
    hand.hand()
    brush.does("half-rake", table="FW-1", half="yes")
    assert "Full rake again" in brush.sees(table="FW-1")
    brush.does("rake", table="FW-1", percent="5", most="3", reason="Short table")
    stacks = {one["seat"]: one["chips"] for one in hand.look()["seats"] if one["taken"]}
    winner = max(stacks, key=lambda number: stacks[number])
    brush.does("impound", table="FW-1", seat=winner, cents="10", reason="Pot of hand 1")
    assert "$10.00 held" in brush.sees(table="FW-1") and chips(hand.look()) == sum(stacks.values()) - 10_00
    other = next(number for number in stacks if number != winner)
    brush.does("release", table="FW-1", reason="Pot of hand 1", seat=other)
    after = {one["seat"]: one["chips"] for one in hand.look()["seats"] if one["taken"]}
    assert after[other] == stacks[other] + 10_00 and "held" not in brush.sees(table="FW-1").split("The floor")[1][:900]
    answer = floor.program("dealer").post(f"{table}/acts", json={"act": {"act": "half-rake", "half": False}})
    assert answer.status_code == 403, "the floor's word is the floor's"


def test_who_is_passed_over_keeps_his_place_and_the_next_name_is_called(floor: Lab) -> None:
    """2.SEAT.2: the place is kept as for one who went away, until he is here; by the page as by a program."""
    brush, clerk = Brush(floor, "clerk"), floor.program("clerk")
    game = {"form": "holdem", "limit": "no", "small": 1, "big": 3, "least": 100, "most": 300, "demo": "yes"}
    Brush(floor, "supervisor").does("spread", id="PO-1", mode="dealer", keyed="seats", seats=3, **game)
    for name in ("Ann First", "Ben Next", "Cy Last"):
        brush.does("join", game=GAME, patron=name)
        floor.clock.advance(1)
    brush.does("give", table="PO-1", seat=0)
    brush.does("pass", game=GAME, name="Ann First")
    brush.does("give", table="PO-1", seat=0)
    given = {"act": {"act": "pass", "game": GAME, "patron": "Ben-Next"}}
    assert clerk.post(f"{ROOM}/lists/{PLACE}/acts", json=given).status_code == 200
    page = brush.sees()
    assert "CL is called to PO-1" in page and page.count("away, keeps his place") == 2
    assert last_acts(page)[0] == "BN was passed over, Hold&#39;em NL $1–$3"
    brush.does("here", name="Ann First")
    assert "AF is called to PO-1" in brush.sees()
    # Who plays elsewhere and waits for another game is named by his table.
    brush.does("give", table="PO-1", seat=0)
    brush.does("seat", game=GAME, name="Ann First", to="PO-1", to_seat=1, cents=200)
    brush.does("join", patron="Ann First", new_form="omaha-8", limit="fixed", small=4, big=8)
    assert "from PO-1" in brush.sees()
