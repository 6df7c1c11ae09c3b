"""A live poker tournament through the API: walk-ins, knock-outs, moves confirmed, acts taken back, deals, payouts."""

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US, SECOND_US
from croupier.web.tournaments.director import wall as wall_view

from .lab import Lab, lab
from .live_event import API, LEVELS, ROOM, SHEET, Desk, Page


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("live"), "big-six") as made:
        made.clock.advance(365 * DAY_US)
        yield made


def test_a_live_event_with_re_entries_runs_from_walk_ins_to_payouts(floor: Lab) -> None:
    desk = Desk(floor, "WED", 14, seats=6)
    first = desk.walk_in(1)
    assert (first["what"], first["total"], first["chips"], first["entry"]) == ("entry", 15_000, 20_000, "walk-in-1")
    assert desk.director.get(f"{desk.path}/receipts/{first['number']}").json()["parts"][0] == ["Prize pool", 12_000]
    desk.start()
    assert [len(table["seats"]) for table in desk.board()["tables"]] == [5, 5, 4]
    gone = next(iter(desk.seats(1).values()))
    desk.did("out", patron=gone)
    again = desk.clerk.post(f"{desk.path}/entries", json={"patron": gone, "card": "TR"})
    assert again.status_code == 201, again.text
    assert (desk.board()["entries"], desk.board()["left"]) == (15, 14)
    desk.minutes(21)
    assert desk.board()["break"] is True
    desk.minutes(10)
    assert desk.confirm_all() == ["race"] * 3
    while (board := desk.board())["left"] > 1:
        if board["hand_for_hand"] and board["round_open"]:
            desk.did("round")
        fullest = max(board["tables"], key=lambda table: len(table["seats"]))
        desk.did("out", patron=list(fullest["seats"].values())[-1]["name"])
        if board["left"] < 11:
            desk.confirm_all()
    desk.confirm_all()
    board = desk.board()
    assert (board["state"], len(board["places"]), board["tables"][0]["table"]) == ("over", 14, 1)
    pool = 15 * 12_000
    accounts = desk.books()
    assert accounts["tournament:WED"] == pool
    prizes = desk.director.get(f"{desk.path}/prizes").json()
    assert sum(prize["cents"] for prize in prizes) == pool
    before = accounts[f"outside:{ROOM}"]
    for prize in prizes:
        number = prize["number"]
        shown = {"password": PASSWORD, "identification": "MD licence", "card": "TR", "command": f"check-{number}"}
        checked = [desk.send(f"prizes/{number}/check", **shown) for _ in range(2)]
        assert checked[0].status_code == 201 and checked[0].json() == checked[1].json(), checked[0].text
        signed = {"password": PASSWORD, "command": f"paid-{number}"}
        paid = [desk.send(f"prizes/{number}/steps/receive", **signed) for _ in range(2)]
        assert paid[0].status_code == 200 and paid[0].json() == paid[1].json(), paid[0].text
    accounts = desk.books()
    assert (accounts["tournament:WED"], accounts[f"outside:{ROOM}"]) == (0, before + pool)


def test_a_knock_out_is_taken_back_with_the_move_that_followed_and_the_bounty(floor: Lab) -> None:
    desk = Desk(floor, "HEADS", 20, format="bounty", bounty=2_500, late_minutes=0, reentry_minutes=0)
    desk.start()
    one, two, three, *_ = desk.seats(3).values()
    assert "bounty" in desk.refused("out", patron=one)
    assert "Somebody else at his table" in desk.refused("out", patron=one, by=[one])
    assert "is named twice" in desk.refused("out", patron=one, by=[two, two])
    desk.did("out", patron=one, by=[two])
    assert desk.books()["tournament:HEADS"] == 20 * 12_000 - 2_500
    short = min(desk.board()["tables"], key=lambda table: len(table["seats"]))
    assert (short["table"], len(short["seats"])) == (3, 5)
    found = desk.director.get(f"{desk.path}/proposal").json()
    assert (found["what"], found["act"]["place"][0]) == ("move", 3)
    assert found["clauses"] == ["19.T.12, 19.T.12C", "19.T.12A"]
    assert desk.director.get(f"{desk.path}/proposal").json() == found
    assert desk.send("proposal", key="0123456789abcdef").status_code == 409
    assert desk.send("proposal", key=found["key"]).status_code == 200
    assert len(desk.seats(3)) == 6
    out = desk.board()["undoable"] - 1
    assert desk.send("undo", act=out).status_code == 200
    assert one in desk.seats(3).values() and len(desk.seats(3)) == 6
    assert desk.board()["left"] == 20 and desk.books()["tournament:HEADS"] == 20 * 12_000
    assert desk.send("undo", act=out).status_code == 422
    desk.did("out", patron=one, by=[two, three])
    assert desk.books()["tournament:HEADS"] == 20 * 12_000 - 2_500
    live = floor.do(lambda: floor.app.state.floor.poker_tournaments.forget("HEADS"))
    assert live is None and desk.board()["left"] == 19  # read again from the record, what was undone left out


def test_the_desk_opens_before_the_first_act_and_has_one_undo_for_each(floor: Lab) -> None:
    desk = Desk(floor, "FRESH", 0)
    page = floor.browser("supervisor")
    assert "Undo" not in page.get("/poker-tournaments/FRESH/desk").raise_for_status().text
    for number in range(1, 4):
        desk.walk_in(number)
    assert "Undo the entry of" in page.get("/poker-tournaments/FRESH/desk").text
    desk.start()
    desk.did("out", patron=next(iter(desk.seats(1).values())))
    shown = page.get("/poker-tournaments/FRESH/desk").text
    assert shown.count('name="number" value=') == 1 and "Undo the" not in shown


def test_an_add_on_is_taken_back_by_its_own_name_and_open_tables_are_told_in_words(floor: Lab) -> None:
    sold = {"rebuy": 5_000, "add_on": 5_000, "rebuy_chips": 10_000, "add_on_chips": 10_000, "rebuy_minutes": 40}
    desk = Desk(floor, "SOLD", 10, format="rebuy", rebuy_at_most=20_000, reentry_minutes=0, **sold)
    desk.start()
    page, patron = Page(floor, "SOLD"), next(iter(desk.seats(1).values()))
    page.did("rebuy", patron=patron, held="1000")
    assert "Undo the rebuy of" in page.text()
    page.did("add-on", patron=patron)
    assert "Undo the add-on of" in page.text() and "Undo the rebuy of" not in page.text()
    refused = page.press("break", table="7", reason="short").text
    assert "There is no table 7. Open: 1, 2." in refused


def test_an_entry_by_mistake_is_taken_back_with_its_money_but_not_under_a_seat_that_was_played(floor: Lab) -> None:
    desk = Desk(floor, "MISTAKE", 3)
    before = desk.books()[f"outside:{ROOM}"]
    wrong = desk.walk_in(4)
    assert desk.books()[f"outside:{ROOM}"] == before - 15_000
    assert desk.send("undo").status_code == 200
    assert desk.books()[f"outside:{ROOM}"] == before and desk.board()["entries"] == 3
    assert desk.director.get(f"{desk.path}/receipts/{wrong['number']}").json()["undone"] is True
    desk.start()
    late = desk.walk_in(5)
    desk.did("out", patron=late["entry"])
    assert "hangs on it" in desk.send("undo", act=late["number"]).json()["error"]


def test_who_goes_out_in_one_hand_is_ranked_by_the_stacks_at_its_beginning(floor: Lab) -> None:
    desk = Desk(floor, "SAME", 10, late_minutes=0, reentry_minutes=0, seats=10)
    desk.start()
    names = list(desk.seats(1).values())
    for name in names[:3]:
        desk.did("out", patron=name)
    desk.did("same-hand", stacks={names[0]: 9_000, names[1]: 4_000, names[2]: 9_000})
    assert "not all out" in desk.refused("same-hand", stacks={names[0]: 1, names[5]: 2})
    for name in names[3:9]:
        desk.did("out", patron=name)
    assert desk.confirm_all() == ["end"]
    places = desk.board()["places"]
    assert places[-1] == [names[1]] and sorted(places[-2]) == sorted([names[0], names[2]])
    assert places[0] == [names[9]]


def test_the_clock_is_set_stopped_and_rests_and_levels_are_altered(floor: Lab) -> None:
    desk = Desk(floor, "CLOCK", 4)

    def clock() -> Any:
        return desk.director.get(f"{desk.path}/clock").json()

    assert clock()["state"] == "registering"
    desk.start()
    assert (clock()["left_s"], clock()["blinds"], clock()["next_break_s"]) == (1_200, [100, 200], 1_200)
    desk.did("shift", seconds=-60)
    assert (clock()["left_s"], clock()["registration_s"]) == (1_140, 1_140)
    desk.did("shift", seconds=3_600)
    assert clock()["left_s"] == 1_200  # no further than the beginning of the level
    desk.did("rest", minutes=5)
    desk.minutes(4)
    assert (clock()["state"], clock()["left_s"]) == ("break", 60)
    assert "break" in desk.refused("clock", on=False)
    desk.did("shift", seconds=60)  # the break is made longer, not the level
    assert (clock()["state"], clock()["left_s"]) == ("break", 120)
    desk.did("shift", seconds=-60)
    desk.minutes(2)
    assert (clock()["state"], clock()["left_s"]) == ("playing", 1_140)
    desk.did("clock", on=False)
    desk.minutes(30)
    assert (clock()["state"], clock()["left_s"], clock()["runs"]) == ("stopped", 1_140, False)
    desk.did("clock", on=True)
    desk.did("rest", minutes=15)
    desk.minutes(1)
    assert "End the break" in floor.browser("supervisor").get(f"/poker-tournaments/{desk.name}/desk").text
    desk.did("clock", on=True)
    assert (clock()["state"], clock()["left_s"]) == ("playing", 1_140)
    desk.did("level", level=3)
    assert (clock()["level"], clock()["levels"], clock()["left_s"], clock()["ante"]) == (2, 3, 1_200, 500)
    desk.minutes(2)  # a second press of the same level begins it not anew
    assert "is played already" in desk.refused("level", level=3)
    assert clock()["left_s"] == 1_080
    assert "blinds" in desk.refused("levels", levels=[{"minutes": 10, "blinds": [3, 4]}])
    desk.did("levels", levels=[{"minutes": 15, "blinds": [2_000, 4_000], "ante": 2_000}])
    assert (clock()["levels"], clock()["next_blinds"]) == (3, [2_000, 4_000])
    assert desk.send("undo").status_code == 200
    assert clock()["next_blinds"] == [1_000, 2_000]


def test_counts_are_compared_with_the_chips_in_play_before_hands_are_keyed_or_a_deal_is_tried(floor: Lab) -> None:
    desk = Desk(floor, "FINAL", 4, late_minutes=0, reentry_minutes=0, options={"deals": True})
    desk.start()
    a, b, c, d = desk.seats(1).values()
    assert "not keyed" in floor.program("dealer").post(f"{desk.path}/tables/1/hands", json={}).json()["error"]
    director = floor.browser("supervisor")
    ahead = director.get("/poker-tournaments/FINAL/desk", params={"how": "chips"}).text
    assert "Agree</summary>" in ahead and "Undo the " not in ahead
    desk.did("out", patron=d)
    page = director.get("/poker-tournaments/FINAL/desk").text
    assert page.count("Take back the knock-out") == 1 and "Undo the knock-out" not in page, "one button for one act"
    assert "Try a deal for the last 3" in page
    assert "20,000 too few" in desk.refused("keyed", table=1, on=True)
    assert "smallest is 100" in desk.refused("count", counts={a: 50})
    assert desk.send("deals", how="chips").status_code == 422
    desk.did("count", counts={a: 50_000, b: 20_000, c: 10_000})
    trial = desk.send("deals", how="icm").json()
    assert trial["sum"] == sum(trial["shares"].values()) == 4 * 12_000
    assert trial["shares"][a] > trial["shares"][b] > trial["shares"][c]
    even = desk.send("deals", how="even").json()["shares"]
    assert max(even.values()) - min(even.values()) <= 1
    agreed = {a: 24_000, b: 14_000, c: 10_000}
    assert desk.send("deals", how="own", sums=agreed).json()["shares"] == agreed
    short = desk.send("deals", how="own", sums=agreed | {c: 9_000})
    assert short.status_code == 422 and "$10.00 too little" in short.text
    assert "1 without a sum" in desk.send("deals", how="own", sums={a: 24_000, b: 24_000}).text
    assert "$10.00 too little" in desk.refused("agree", shares=agreed | {c: 9_000}, signed=[a, b, c])
    desk.did("keyed", table=1, on=True)
    assert "are keyed" in desk.refused("out", patron=a)
    dealt = floor.program("dealer").post(f"{desk.path}/tables/1/hands", json={})
    assert dealt.status_code == 201, dealt.text
    assert (
        floor.program("dealer").post(f"{desk.path}/tables/1/cards", json={}).status_code == 200
    )  # two each, face down
    stacks = desk.board()["tables"][0]["seats"].values()
    assert sum(seat["stack"] for seat in stacks) == 80_000 - 300  # the blinds lie in the pot
    hand = desk.director.get(f"{desk.path}/tables/1").json()["hand"]
    assert hand["pot"] == 300
    for _ in range(2):
        at = desk.director.get(f"{desk.path}/tables/1").json()
        seat = str(at["order"][at["hand"]["actor"]])
        body = {"verb": "fold", "patron": desk.seats(1)[seat]}
        assert floor.program("dealer").post(f"{desk.path}/tables/1/acts", json=body).status_code == 200
    desk.did("keyed", table=1, on=False)
    assert "signs the sheet" in desk.refused("agree", shares={a: 48_000, b: 0, c: 0})
    desk.did("agree", shares={a: 24_000, b: 14_000, c: 10_000}, signed=[a, b, c])
    assert desk.board()["state"] == "over" and desk.books()["tournament:FINAL"] == 48_000


def test_a_deal_is_tried_before_the_final_table_for_so_many_stacks(floor: Lab) -> None:
    pays = [{"entries": 2, "shares": [6_000, 4_000]}]
    desk = Desk(floor, "AHEAD", 8, seats=6, pays=pays, late_minutes=0, reentry_minutes=0)
    desk.start()
    director, whole = floor.browser("supervisor"), 8 * 20_000

    def tried(**asked: str) -> str:
        typed = {name.replace("_", "-"): value for name, value in asked.items()}
        page = director.get("/poker-tournaments/AHEAD/desk", params=typed)
        return page.text.split('id="deal"')[1].split("</section>")[0]

    at_first = tried()
    assert "<option selected>4</option>" in at_first and "trial, nothing is agreed" in at_first
    assert "Agree: no deals are posted" in at_first and f"{whole:,}" in at_first
    assert "Registration closed at the start." in director.get("/poker-tournaments/AHEAD/desk").text
    of_two = tried(how="chips", players="2", stack_1=f"{whole - 40_000:,}", stack_2="40,000")
    shares = [int(share.replace(",", "")) for share in re.findall(r"<strong>\$([\d,]+)\.00", of_two)]
    assert "<option selected>2</option>" in of_two and shares == [528, 432]  # 384 each, the rest by chips, 3 to 1
    assert "Each keeps second place, $384.00" in of_two and 'data-print="deal"' in of_two
    assert "10,000 too few" in tried(how="chips", players="2", stack_1=f"{whole - 40_000:,}", stack_2="30,000")
    # What was left as it stood follows the counts: only what somebody typed is tried as typed.
    left = tried(how="chips", players="2", stack_1="30,000", was_1="30000", stack_2="20,000", was_2="20000")
    assert f"{whole // 2:,}" in left and "too few" not in left
    stacks = {"1": whole - 40_000, "2": 40_000}
    assert desk.send("deals", how="chips", players=2, stacks=stacks).json()["shares"] == {"1": 52_800, "2": 43_200}
    assert desk.send("deals", players=2).json()["stacks"] == {"1": whole // 2, "2": whole // 2}
    assert "named 1 to 2" in desk.send("deals", players=2, stacks={"1": whole}).text
    assert "8 are" in desk.send("deals", players=9).text
    own = tried(how="own", players="2", sum_1="600", sum_2="360")
    assert 'value="600.00"' in own and "$960.00" in own and "too " not in own
    assert "$60.00 too little" in tried(how="own", players="2", sum_1="600", sum_2="300")
    assert "is no amount of money" in tried(how="own", players="2", sum_1="600", sum_2="x")


def test_an_agreed_deal_pays_its_shares_and_leaves_the_places_below_as_they_were(floor: Lab) -> None:
    """Nobody counted: the last three have equal stacks, and fourth and fifth place are still those who went out so."""
    pays = [{"entries": 2, "shares": [10_000]}, {"entries": 6, "shares": [4_000, 2_500, 1_500, 1_200, 800]}]
    desk = Desk(floor, "SHARED", 6, seats=6, pays=pays, late_minutes=0, reentry_minutes=0, options={"deals": True})
    desk.start()
    names = list(desk.seats(1).values())
    for gone in names[:3]:
        desk.did("out", patron=gone)
    a, b, c = names[3:]
    tried = Page(floor, "SHARED").client.get("/poker-tournaments/SHARED/desk", params={"how": "chips"}).text
    assert len(set(re.findall('aria-label="Stack of (Ann Player[0-9])"', tried))) == 3  # all have the same initials
    desk.did("agree", shares={a: 10_000, b: 27_600, c: 20_000}, signed=[a, b, c])
    paid = {one["patron"]: one["cents"] for one in desk.director.get(f"{desk.path}/prizes").json()}
    assert paid == {b: 27_600, c: 20_000, a: 10_000, names[2]: 8_640, names[1]: 5_760}
    board = desk.board()
    assert board["pays"] == [27_600, 20_000, 10_000, 8_640, 5_760] and board["places"][:4] == [
        [b],
        [c],
        [a],
        [names[2]],
    ]
    page = floor.browser("supervisor")
    shown = page.get("/poker-tournaments/SHARED").text
    assert "Not begun" not in shown and "$276.00" in shown and "$240.00" not in shown
    assert "It is over: prizes are paid" in page.get("/poker-tournaments/SHARED/desk").text
    assert "has won $276" in page.get("/poker-tournaments/SHARED/wall").text


def test_levels_rise(floor: Lab) -> None:
    """Blinds that fall are refused with their level; of a mixed event each game has its own."""
    falls = [LEVELS[0], LEVELS[1], LEVELS[3], {"minutes": 20, "blinds": [500, 1_000], "ante": 500}]
    refused = floor.program("manager").post(API, json=SHEET | {"id": "FALLS", "levels": falls})
    assert refused.status_code == 422 and "level 4: its blinds or bets are below those of level 3" in refused.text
    bets = {"minutes": 15, "ante": 100, "bets": [400, 800], "bring_in": 200, "form": "stud", "structure": "limit"}
    mixed = [LEVELS[0], bets | {"chip": 100}, LEVELS[2] | {"chip": 0}, LEVELS[3]]
    posted = floor.program("manager").post(API, json=SHEET | {"id": "MIXED", "seats": 8, "levels": mixed})
    assert posted.status_code == 201, posted.text


def test_the_wall_the_desk_and_the_table_of_a_mixed_event_name_the_game_that_is_played(floor: Lab) -> None:
    bets = {"minutes": 15, "ante": 100, "bets": [400, 800], "bring_in": 200, "form": "stud", "structure": "limit"}
    levels = [LEVELS[0], bets | {"chip": 100}, LEVELS[2] | {"chip": 0}]
    desk = Desk(floor, "GAMES", 3, seats=8, levels=levels)
    desk.start()
    page, wall = Page(floor, "GAMES"), "/poker-tournaments/GAMES/wall"
    assert "No limit Hold&#39;em · $150" in page.client.get(wall).text
    assert "Next level, Seven-card stud" in page.client.get(wall).text
    desk.did("level", level=2)
    assert "Limit Seven-card stud · $150" in page.client.get(wall).text
    assert "Level 2, Limit Seven-card stud. Bets 400 / 800, ante 100." in page.client.get(wall).text
    shown = page.text().split('id="d-clock"')[1].split("</section>")[0]
    assert "<strong>400 / 800</strong>" in shown and "Seven-card stud, ante 100, bring-in 200" in shown
    assert "Limit Seven-card stud" in page.client.get("/poker-tournaments/GAMES/tables/1").text


def test_what_the_floor_does_against_the_book_has_a_reason(floor: Lab) -> None:
    desk = Desk(floor, "REASON", 12, seats=6, late_minutes=0, reentry_minutes=0)
    desk.start()
    name = next(iter(desk.seats(1).values()))
    assert "No player moves" in desk.refused("move", patron=name, table=2, seat=1)
    gone = [*list(desk.seats(1).values())[1:4]]
    for one in gone:
        desk.did("out", patron=one)
    assert desk.board()["stopped_tables"] == [1]
    free = next(str(n) for n in range(1, 7) if str(n) not in desk.seats(1))
    other = next(iter(desk.seats(2).values()))
    desk.did("move", patron=other, table=1, seat=int(free), reason="a wheelchair fits there")
    assert desk.seats(1)[free] == other
    assert "Why this table" in desk.refused("break", table=2)
    desk.did("out", patron=next(iter(desk.seats(2).values())))
    desk.did("out", patron=next(iter(desk.seats(2).values())))
    desk.did("penalty", patron=other, kind="one-round", reason="a phone at the table")
    assert next(seat for seat in desk.board()["tables"][0]["seats"].values() if seat["name"] == other)["penalty"] == 4
    desk.did("served", patron=other)
    assert "serves no penalty" in desk.refused("served", patron=other)


# ---- the pages


def test_a_director_runs_an_event_with_a_re_entry_to_its_payouts_from_the_page_alone(floor: Lab) -> None:
    made = floor.program("manager").post(API, json=SHEET | {"id": "PAGE", "seats": 6})
    assert made.status_code == 201, made.text
    page = Page(floor, "PAGE")
    for number in range(12):
        where = page.did("walk-in", name=f"Guest {number}", card=f"P-{number}")
    shown = page.client.get(where).text
    assert "Guest 11</strong>: table" in shown and "/receipts/12" in shown
    assert "$150.00" in page.client.get(f"{page.path}/receipts/12").text
    page.did("start")
    first = page.seated()[1][0]
    page.did("out", patron=first)
    assert "12th</strong> " in page.text()
    assert "/desk?receipt=" in page.did("register", patron=first, card="P")
    page.did("out", patron=first)
    undo = re.search(r'name="number" value="(\d+)"', page.text())
    assert undo is not None
    page.did("undo", number=undo[1])
    assert first in page.everybody()
    page.did("count", **{f"count-{first}": "45,000"})
    assert "45,000" in page.text()
    refused = page.press("count", **{f"count-{first}": "45,001"})
    assert (refused.status_code, "smallest is 100" in refused.text) == (422, True)
    page.did("penalty", patron=first, kind="missed-hand", reason="a phone")
    page.did("rest", minutes="5")
    assert "Break · after level 1" in page.text()
    floor.clock.advance(40 * 60 * SECOND_US)
    page = Page(floor, "PAGE")  # he had to sign in again
    for _ in range(11):
        page.did("out", patron=max(page.seated().values(), key=len)[-1])
        if "Every table has finished its hand" in page.text():
            page.did("round")
        page.confirm_all()
    shown = page.client.get(page.path).text
    for number in re.findall(r"/prizes/(\d+)/check", shown):
        form = {"identification": "MD", "card": "P", "password": PASSWORD}
        page.did(f"prizes/{number}/check", **form)
        page.did(f"prizes/{number}/receive", password=PASSWORD)
    accounts = floor.program("surveillance").get("/api/v1/audit/balances").json()
    assert (accounts["sum"], accounts["accounts"]["tournament:PAGE"]) == (0, 0)


def test_the_wall_is_everybodys_and_follows_by_its_socket(floor: Lab) -> None:
    desk = Desk(floor, "WALL", 3)
    desk.start()
    anybody = floor.anybody()
    page = anybody.get("/poker-tournaments/WALL/wall").text
    assert "walk-in-1" not in page
    gaps = [int(gap) for gap in re.findall(r'dx="(\d+)">(?:First|\d+ places?)', page)]
    assert len(gaps) == 2 and all(wall_view.GAP < gap <= wall_view.GAP_MOST for gap in gaps)  # spread over the foot
    with anybody.websocket_connect("/poker-tournaments/WALL/wall/live") as socket:
        assert ">20:00<" in socket.receive_json()["fragments"]["w-face"]
        desk.did("level", level=3)
        told = socket.receive_json()
        assert "500 / 1,000" in told["fragments"]["w-face"] and told["say"] == [
            "Level 2. Blinds 500 / 1,000, ante 500."
        ]
    player = floor.browser("player")
    assert player.get("/poker-tournaments/WALL/desk").status_code == 403
    for client, allowed in ((player, False), (anybody, False), (floor.browser("dealer"), True)):
        refused = contextlib.nullcontext() if allowed else pytest.raises(WebSocketDisconnect)
        with refused, client.websocket_connect("/poker-tournaments/WALL/desk/live") as socket:
            assert "d-tables" in socket.receive_json()["fragments"]
        refused = contextlib.nullcontext() if allowed else pytest.raises(WebSocketDisconnect)
        with refused, client.websocket_connect("/poker-tournaments/WALL/tables/1/dealing") as socket:
            assert "k-next" in socket.receive_json()["fragments"]


def test_an_electronic_event_takes_no_walk_in_and_records_no_knock_out(floor: Lab) -> None:
    made = floor.program("manager").post(API, json=SHEET | {"id": "SCREENS", "live": False})
    assert made.status_code == 201
    body = {"name": "Ann", "card": "TR-1"}
    answer = floor.program("clerk").post(f"{API}/SCREENS/walk-ins", json=body)
    assert (answer.status_code, "live tournaments only" in answer.text) == (422, True)
    out = floor.program("supervisor").post(f"{API}/SCREENS/decisions", json={"what": "out", "patron": "player"})
    assert out.status_code == 422


# ---- rulings


def acting(desk: Desk) -> tuple[int, str]:
    at = desk.director.get(f"{desk.path}/tables/1").json()
    seat = at["order"][at["hand"]["actor"]]
    return seat, desk.seats(1)[str(seat)]


def test_at_a_table_that_nobody_keys_a_ruling_is_kept_with_its_clause(floor: Lab) -> None:
    desk = Desk(floor, "KEPT", 3)
    desk.start()
    path = f"{desk.path}/tables/1/rulings"
    body = {"when": "first-cards-exposed", "seat": 2}
    missing = desk.director.post(path, json=body)
    assert (missing.status_code, "misdeal, play-on" in missing.json()["error"]) == (422, True)
    wrong = desk.director.post(path, json={"when": "bad-weather"})
    assert (wrong.status_code, "nothing that the book rules on" in wrong.json()["error"]) == (422, True)
    body |= {"choice": "misdeal", "command": "rule-1"}
    assert desk.director.post(f"{path}/preview", json=body).json()["clause"] == "3.MIS.1a"
    assert desk.director.get(path).json()["given"] == []
    answers = [desk.director.post(path, json=body) for _ in range(2)]
    assert answers[0].status_code == 201 and answers[0].json() == answers[1].json()
    (given,) = desk.director.get(path).json()["given"]
    assert (given["ruling"], given["seat"], given["by"]) == ("misdeal", 2, "supervisor")
    page = floor.browser("dealer").get("/poker-tournaments/KEPT/tables/1/rulings?when=boxed-cards").text
    assert "Which ruling is given" in page and "3.MIS.1a" in page
    here, others = page.split('<optgroup label="In this game">')[1].split('<optgroup label="In other games">')
    assert "Flop too many" in here and "Two up cards" in others and "False openers" in others  # it is hold'em


def test_what_a_decision_is_not_told_is_refused_and_not_ignored(floor: Lab) -> None:
    desk = Desk(floor, "TOLD", 4, late_minutes=0, reentry_minutes=0)
    desk.start()

    def refused(path: str, **body: Any) -> str:
        who = floor.program("dealer") if path.startswith("tables") else desk.director
        answer = who.post(f"{desk.path}/{path}", json=body)
        assert answer.status_code == 422, answer.text
        return str(answer.json()["error"])

    assert refused("decisions", what="shift", minutes=5) == "'shift' does not take 'minutes'. It takes seconds."
    assert refused("decisions", what="round", table=1).endswith("It takes nothing.")
    desk.did("shift", seconds=60, reason="")  # a field left as it is says nothing
    desk.did("keyed", table=1, on=True)
    assert "takes no amount" in refused("tables/1/acts", verb="fold", amount=500, patron="walk-in-1")
    assert "takes no cards" in refused("tables/1/acts", verb="call", cards=["Ks"], patron="walk-in-1")
    assert "takes no cards" in refused("tables/1/cards", push=True, cards=["Ks"])
    path, dealer = "/poker-tournaments/TOLD/tables/1", floor.program("dealer")
    called = dealer.post(f"/api/v1{path}/call", json={"command": "called once"})
    assert floor.browser("dealer").post(f"{path}/dealing", json={"act": "call-floor"}).status_code == 200
    again = dealer.post(f"/api/v1{path}/call", json={"command": "called once"})
    assert (called.status_code, again.json()) == (201, called.json())
    assert floor.program("player").post(f"/api/v1{path}/call").status_code == 403
    assert dealer.post("/api/v1/poker-tournaments/TOLD/tables/99/call").status_code == 422


def test_a_string_raise_at_a_keyed_table_is_a_call_and_a_said_one_is_none(floor: Lab) -> None:
    """004:900 (19.T.44), 004:820 (19.T.5): blinds of 100 and 200; the lesser of two meanings."""
    desk = Desk(floor, "STRING", 4, late_minutes=0, reentry_minutes=0)
    desk.start()
    desk.did("keyed", table=1, on=True)
    dealer, table = floor.program("dealer"), f"{desk.path}/tables/1"
    assert dealer.post(f"{table}/hands", json={}).status_code == 201
    assert dealer.post(f"{table}/cards", json={}).status_code == 200

    def said(**told: Any) -> int:
        _, name = acting(desk)
        answer = dealer.post(f"{table}/said", json={"patron": name, **told})
        assert answer.status_code == 200, answer.text
        return int(desk.director.get(table).json()["hand"]["pot"])

    assert said(chips=[100, 100], later=[500]) == 500
    assert said(says="raise", meanings=[500, 5000]) == 1_000
    _, name = acting(desk)
    unknown = dealer.post(f"{table}/said", json={"patron": name, "stacks": [1]})
    assert unknown.status_code in (400, 422) and "stacks" in unknown.text
    out = dealer.post(f"{table}/said", json={"patron": name, "says": "bet", "first": "hands"})
    assert out.status_code in (400, 422)


def test_at_a_keyed_table_rulings_verbal_bets_and_the_clock_act_on_the_hand(floor: Lab) -> None:
    desk = Desk(floor, "RULED", 4, late_minutes=0, reentry_minutes=0)
    desk.start()
    desk.did("keyed", table=1, on=True)
    dealer, table = floor.program("dealer"), f"{desk.path}/tables/1"

    def seen() -> Any:
        return desk.director.get(table).json()

    def deals() -> None:
        assert dealer.post(f"{table}/hands", json={}).status_code == 201
        assert dealer.post(f"{table}/cards", json={}).status_code == 200

    deals()
    button = seen()["table"]["button"]
    body = {"when": "first-cards-exposed"}
    shown = desk.director.post(f"{table}/rulings/preview", json=body).json()
    assert shown["ruling"] == "misdeal" and ["The pot", -300] in shown["moves"] and seen()["hand"]["pot"] == 300
    assert desk.director.post(f"{table}/rulings", json=body).status_code == 201
    assert sum(seat["stack"] for seat in seen()["table"]["seats"].values()) == 80_000
    deals()  # an exact replay
    assert (seen()["table"]["button"], seen()["hand"]["pot"]) == (button, 300)
    seat, name = acting(desk)
    chips = {"patron": name, "chips": [1_000]}  # one large chip without a word is a call
    assert dealer.post(f"{table}/said", json=chips).status_code == 200
    assert seen()["hand"]["pot"] == 500
    seat, name = acting(desk)
    assert dealer.post(f"{table}/said", json={"patron": name, "says": "raise", "amount": 600}).status_code == 200
    assert seen()["hand"]["pot"] == 1_100
    seat, name = acting(desk)
    assert dealer.post(f"{table}/time", json={"up": True}).status_code == 409
    assert dealer.post(f"{table}/time", json={}).status_code == 422  # he has not thought long enough
    floor.clock.advance(130 * SECOND_US)
    assert dealer.post(f"{table}/time", json={}).status_code == 200
    floor.clock.advance(61 * SECOND_US)
    assert dealer.post(f"{table}/time", json={"up": True}).status_code == 200
    folded = seen()
    assert folded["hand"]["players"][folded["order"].index(seat)]["in_hand"] is False
    floor.do(lambda: floor.app.state.floor.poker_tournaments.forget("RULED"))
    assert seen() == folded  # the record leads to the same hand
    page = Page(floor, "RULED")
    answer = page.client.post(
        "/poker-tournaments/RULED/tables/1/rulings",
        data={"csrf": page.token, "act": "declare", "when": "first-cards-exposed"},
    )
    assert answer.status_code == 303
    given = desk.director.get(f"{table}/rulings").json()["given"]
    assert [one["ruling"] for one in given] == ["misdeal", "play-on"]  # too much has happened by now


def test_a_hand_of_the_final_table_is_keyed_with_its_real_cards_and_puts_a_player_out(floor: Lab) -> None:
    desk = Desk(floor, "CARDS", 3, late_minutes=0, reentry_minutes=0)
    desk.start()
    desk.did("keyed", table=1, on=True)
    dealer, table = floor.program("dealer"), f"{desk.path}/tables/1"

    def did(path: str, **body: Any) -> None:
        answer = dealer.post(f"{table}/{path}", json=body)
        assert answer.is_success, answer.text

    did("hands")
    director = floor.browser("supervisor").get("/poker-tournaments/CARDS/desk")
    assert director.status_code == 200 and "deal</button>" in " ".join(director.text.split()), "Undo the deal"
    page = floor.browser("dealer")
    assert "Deal two cards face down to each seat" in page.get("/poker-tournaments/CARDS/tables/1").text
    token = page.headers.pop("x-csrf")
    dealt = page.post("/poker-tournaments/CARDS/tables/1/act", data={"csrf": token, "act": "cards", "seat": "-1"})
    assert dealt.status_code == 303, dealt.text
    order = desk.director.get(table).json()["order"]
    _, folds = acting(desk)
    did("acts", verb="fold", patron=folds)
    seat, name = acting(desk)
    did("acts", verb="raise", amount=20_000, patron=name)
    caller, other = acting(desk)
    did("acts", verb="call", patron=other)
    wrong = dealer.post(f"{table}/cards", json={"seat": 0, "cards": ["Ks", "Ks", "2d"]})
    assert wrong.status_code == 422
    did("cards", seat=0, cards=["Ks", "7d", "2c"])
    assert desk.send("undo").status_code == 200  # a card was keyed wrong
    did("cards", seat=0, cards=["Ks", "7h", "2c"])
    did("cards", seat=0, cards=["3c"])
    did("cards", seat=0, cards=["4h"])
    faces = {name: ["Kd", "Kc"], other: ["Ad", "Qc"]}
    for _ in range(2):
        at = desk.director.get(table).json()
        if at["hand"]["phase"] != "show":
            break
        _, showing = acting(desk)
        did("acts", verb="show", cards=faces[showing], patron=showing)
    page = floor.browser("dealer")
    assert "Push the pots" in page.get("/poker-tournaments/CARDS/tables/1").text
    token = page.headers.pop("x-csrf")
    pushed = page.post("/poker-tournaments/CARDS/tables/1/act", data={"csrf": token, "act": "push"})
    assert pushed.status_code == 303, pushed.text
    board = desk.board()
    assert board["left"] == 2 and other not in [seat["name"] for seat in board["tables"][0]["seats"].values()]
    assert sum(seat["stack"] for seat in board["tables"][0]["seats"].values()) == 60_000 and len(order) == 3
    assert caller != seat


def test_a_clerk_sells_at_the_page_what_the_clerk_sells_by_the_program(floor: Lab) -> None:
    """A walk-in and a re-entry, each with the seat that was drawn and its receipt; the desk is the director's."""
    desk = Desk(floor, "CLERK", 3, seats=4)
    clerk, path = floor.browser("clerk"), "/poker-tournaments/CLERK"
    token = clerk.headers.pop("x-csrf")

    def sells(act: str, **form: str) -> str:
        answer = clerk.post(f"{path}/{act}", data={"csrf": token, **form})
        assert answer.status_code == 303, answer.text
        return str(clerk.get(answer.headers["location"]).text)

    assert clerk.get(f"{path}/desk").status_code == 403
    sold = sells("walk-in", name="Zoe Last", card="TR-Z")
    assert "Zoe Last</strong>: table" in sold and (number := re.search(rf"{path}/receipts/(\d+)", sold))
    assert f'href="{path}">' in clerk.get(f"{path}/receipts/{number[1]}").text
    again = clerk.post(f"{path}/walk-in", data={"csrf": token, "name": "Zoe Last", "card": "TR-Z"})
    assert again.status_code == 422 and 'value="Zoe Last"' in again.text
    desk.start()
    desk.did("out", patron="walk-in-4")
    page = clerk.get(path).text
    assert "Who is out" in page and "Zoe Last, card TR-Z" in page
    assert "Zoe Last</strong>: table" in sells("register", patron="walk-in-4", card="TR-Z", again="yes")
    assert (desk.board()["entries"], desk.board()["left"]) == (5, 4)


def test_a_round_hand_for_hand_is_one_hand_and_its_end_comes_before_a_table_of_one(floor: Lab) -> None:
    pays = [{"entries": 2, "shares": [10_000]}, {"entries": 7, "shares": [4_000, 3_000, 2_000, 1_000]}]
    Desk(floor, "ROUND", 7, seats=3, pays=pays, late_minutes=0, reentry_minutes=0).start()
    page = Page(floor, "ROUND")
    for _ in range(2):
        two = min(page.seated().values(), key=len)
        page.did("out", patron=two[0])
        page.confirm_all()
    assert "Hand for hand: every table deals" in page.text()
    page.did("round")
    assert "Did they go out in one hand?" not in page.text()  # another round is another hand
    for names in page.seated().values():
        page.did("out", patron=names[0])
    shown = page.text()
    assert min(map(len, page.seated().values())) == 1 and "no hand can be dealt" not in shown
    assert "Did they go out in one hand?" not in shown and "Every table has finished its hand" in shown
    page.did("round")
    assert "4th to 5th" in page.text()


def test_an_entry_that_was_won_pays_for_it_and_the_receipt_says_so(floor: Lab) -> None:
    parts = {"prize": 45_000, "administration": 3_000, "house": 2_000, "chips": 20_000}
    target = Desk(floor, "MAIN", 0, **parts)
    sheet = {"format": "satellite", "target": "MAIN", "target_buy_in": 50_000, "late_minutes": 0, "reentry_minutes": 0}
    desk = Desk(floor, "STEP", 6, **sheet | {"prize": 10_000, "administration": 1_500, "house": 1_000})
    desk.start()
    while (board := desk.board())["state"] == "playing":
        if not desk.confirm_all():
            desk.did("out", patron=next(iter(board["tables"][0]["seats"].values()))["name"])
    (prize,) = (one for one in desk.director.get(f"{desk.path}/prizes").json() if one["kind"] == "entry")
    winner = int(prize["patron"].rsplit("-", 1)[1])
    about = {"password": PASSWORD, "identification": "MD licence", "card": f"TR-STEP-{winner}"}
    for step, given in (("check", about), ("steps/receive", {"password": PASSWORD})):
        answer = desk.director.post(f"{desk.path}/prizes/{prize['number']}/{step}", json=given)
        assert answer.status_code in (200, 201), answer.text
    sold = target.clerk.post(f"{target.path}/walk-ins", json={"name": "A Winner", "card": f"TR-STEP-{winner}"}).json()
    assert (sold["total"], sold["won"]) == (50_000, 50_000)
    other = target.walk_in(2)
    assert (other["total"], other["won"]) == (50_000, 0)
    clerk = floor.browser("clerk")
    shown = clerk.get("/poker-tournaments/MAIN", params={"receipt": sold["number"]}).text
    assert "$0.00 paid, $500.00 by the entry that was won." in shown
    assert "By an entry that was won" in clerk.get(f"/poker-tournaments/MAIN/receipts/{sold['number']}").text
    assert "$500.00 paid." in clerk.get("/poker-tournaments/MAIN", params={"receipt": other["number"]}).text
    # Taken back it is an entry again, and no cash; the other one paid cash and has cash back.
    own, before = f"tournament:MAIN/entry/card-TR-STEP-{winner}", target.books()
    assert target.send("undo", act=sold["number"]).status_code == 200
    after = target.books()
    assert (before[own], after[own], after[f"outside:{ROOM}"]) == (0, 50_000, before[f"outside:{ROOM}"])
    assert target.send("undo", act=other["number"]).status_code == 200
    assert target.books()[f"outside:{ROOM}"] == before[f"outside:{ROOM}"] + 50_000
    again = target.clerk.post(f"{target.path}/walk-ins", json={"name": "A Winner", "card": f"TR-STEP-{winner}"}).json()
    assert (again["won"], target.books()[own]) == (50_000, 0)
    assert target.did("cancel", reason="no dealers") and target.books()[own] == 50_000
