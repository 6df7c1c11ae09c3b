"""More sentences of Baltimore's book that no case file plays, each tried through the API alone."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from croupier.house.poker_room.table.view import game_key, plan_of
from croupier.house.record.clock import DAY_US, MINUTE_US

from .hand_dealt import ROOM, STAKES
from .lab import Lab, lab
from .live_event import API, SHEET, Desk
from .test_book_examples_http import PLACE, Box, four

EVENT = count(1)
CLOSED = {"late_minutes": 0, "reentry_minutes": 0}
TIMED = {"limit": "no", "small": 1000, "blinds": [500, 1000], "fee": 700}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("more-examples"), "big-six") as made:
        made.clock.advance(365 * DAY_US)
        yield made


def ruled(box: Box, when: str, seat: int = 0, choice: str = "", **facts: Any) -> dict[str, Any]:
    """What would be ruled, by the facts alone."""
    body = {"when": when, "seat": seat, "choice": choice, "facts": facts}
    answer = box.supervisor.post(f"{box.table}/rulings/preview", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def key_of(floor: Lab, box: Box) -> str:
    """The game's list, as the room calls it."""
    return game_key("holdem", plan_of(floor.app.state.floor.room.floor_table(name_of(box))).stakes)


def name_of(box: Box) -> str:
    return box.table.rsplit("/", 1)[1]


def listed(floor: Lab, badge: str = "clerk", status: int = 200, **act: Any) -> Any:
    answer = floor.program(badge).post(f"{ROOM}/lists/{PLACE}/acts", json={"act": act})
    assert answer.status_code == status, (act, answer.text)
    return answer.json()


def steps(floor: Lab, table: str) -> list[dict[str, Any]]:
    found = floor.program("supervisor").get(f"{ROOM}/openings/{PLACE}").json()
    return [step for step in found if step["table"] == table]


def stakes(cents: int) -> dict[str, Any]:
    """A no-limit game of blinds that no other test spreads: its list is its own."""
    return {"limit": "no", "small": 2 * cents, "blinds": [cents, 2 * cents]}


# ---- section 2: the room


def test_time_is_picked_up_from_everybody_before_the_deal(floor: Lab) -> None:
    """004:134 (2.PROC.3), 004:227."""
    box = Box(floor, "holdem", TIMED, {1: 1000, 2: 1000, 3: 1000})
    floor.clock.advance(30 * MINUTE_US)
    drawn = {"1": "As", "2": "Kd", "3": "Qd"}
    assert "Time is due" in box.refused(act="deal", drawn=drawn)
    box.do(act="collect")
    assert [box.chips(seat) for seat in (1, 2, 3)] == [993, 993, 993]
    box.do(act="deal", drawn=drawn)


def test_chips_bought_in_a_hand_play_from_the_next_one(floor: Lab) -> None:
    """004:138 (2.PROC.7): table stakes."""
    box = Box(floor, "holdem", STAKES["no"], {1: 100, 2: 300, 3: 300}, most=500_00)
    box.deal()
    assert box.turn == 1
    box.do(act="buy", seat=1, cents=200_00)
    assert box.options["most"] == 100_00
    box.plays("fold", "fold")
    assert box.chips(1) == 300


def test_two_objections_keep_the_limit_while_an_equal_game_is_spread(floor: Lab) -> None:
    """004:154 (2.PROC.18)."""
    box = Box(floor, "holdem", stakes(400), {1: 300, 2: 300, 3: 300})
    new = {"limit": "no", "small": 900, "blinds": [400, 900]}
    objectors = [box.patrons[1], box.patrons[2]]
    path = f"{box.table}/limits"
    other = Box(floor, "holdem", stakes(400), {1: 300})
    manager = floor.program("manager")
    alone = box.supervisor.post(path, json=new)
    assert alone.status_code == 403 and "without management" in alone.text, "a higher limit takes its approval"
    said = manager.post(path, json=new | {"objectors": objectors})
    assert said.status_code == 422 and said.json()["clause"] == "2.PROC.18", said.text
    stranger = manager.post(path, json=new | {"objectors": [other.patrons[1]]})
    assert stranger.status_code == 422, "only a player of this game objects"
    assert manager.post(path, json=new | {"objectors": objectors[:1]}).status_code == 200
    assert box.shown["blinds"] is not None


def test_a_telephoned_name_is_a_live_one_after_an_hour(floor: Lab) -> None:
    """004:168 (2.SEAT.1)."""
    box = Box(floor, "holdem", stakes(100), {1: 300, 2: 300})
    game = "holdem-no-1-2"
    listed(floor, act="join", game=game, patron="Ann-Phone", phone=True)
    listed(floor, act="join", game=game, patron="Ben-Here")
    assert steps(floor, name_of(box))[0]["patron"] == "Ben-Here"
    floor.clock.advance(60 * MINUTE_US)
    assert steps(floor, name_of(box))[0]["patron"] == "Ann-Phone", "her place was kept"
    for patron in ("Ann-Phone", "Ben-Here"):
        listed(floor, act="withdraw", game=game, patron=patron)


def test_a_new_player_goes_where_he_is_needed_and_nobody_leaves_a_shorter_game(floor: Lab) -> None:
    """004:170 (2.SEAT.3)."""
    full = Box(floor, "holdem", stakes(150), dict.fromkeys(range(1, 6), 300))
    short = Box(floor, "holdem", stakes(150), dict.fromkeys(range(1, 4), 300))
    game = key_of(floor, full)
    listed(floor, act="join", game=game, patron="Ned-New")
    assert steps(floor, name_of(full)) == [] and steps(floor, name_of(short))[0]["patron"] == "Ned-New"
    listed(floor, act="withdraw", game=game, patron="Ned-New")
    listed(floor, act="change", table=name_of(short), to=name_of(full), patron=short.patrons[1])
    assert steps(floor, name_of(full)) == [], "two would stay behind, five play there"
    listed(floor, act="change", table=name_of(full), to=name_of(short), patron=full.patrons[1])
    (step,) = steps(floor, name_of(short))
    assert (step["kind"], step["patron"], step["clause"]) == ("transfer", full.patrons[1], "2.SEAT.3")
    for box in (full, short):
        listed(floor, act="forget", patron=box.patrons[1])


def test_two_whom_the_house_keeps_apart_do_not_play_in_one_game(floor: Lab) -> None:
    """004:172 (2.SEAT.5)."""
    box = Box(floor, "holdem", stakes(250), {1: 300, 2: 300})
    listed(floor, act="apart", one=box.patrons[1], other="Wife-Of-One")
    told = box.floors(act="sit", seat=3, cents=30000, patron="Wife-Of-One")
    assert (told.status_code, told.json()["clause"]) == (422, "2.SEAT.5")
    listed(floor, act="apart", one=box.patrons[1], other="Wife-Of-One", apart=False)
    assert box.floors(act="sit", seat=3, cents=30000, patron="Wife-Of-One").status_code == 200


@pytest.mark.parametrize(("playing", "stays"), [(4, True), (5, False)])
def test_who_declines_a_new_game_keeps_his_place_only_while_it_is_far_from_full(
    floor: Lab, playing: int, stays: bool
) -> None:
    """004:184 (2.SEAT.13): ten seats, and by his playing five or four would be empty."""
    box = Box(floor, "holdem", stakes(40 * playing), dict.fromkeys(range(1, playing + 1), 300), seats=10)
    client, patron = floor.guest()
    game = key_of(floor, box)
    act = {"act": "join", "game": game}
    assert client.post(f"{ROOM}/lists/{PLACE}/acts", json={"act": act}).status_code == 200
    listed(floor, act="call", game=game, patron=patron, table=name_of(box))
    answer = client.post(f"{ROOM}/lists/{PLACE}/acts", json={"act": {"act": "pass", "game": game}})
    assert answer.status_code == 200, answer.text
    lists = client.get(f"{ROOM}/lists/{PLACE}").json()["lists"]
    assert any(one["game"] == game and one["you"] for one in lists) == stays


def test_of_two_players_who_want_a_seat_the_first_who_asked_has_it(floor: Lab) -> None:
    """004:186 (2.SEAT.15)."""
    box = Box(floor, "holdem", stakes(350), {1: 300, 2: 300, 3: 300}, seats=3)
    for seat in (3, 2):
        listed(floor, act="ask", table=name_of(box), seat=1, patron=box.patrons[seat])
        floor.clock.advance(1)
    listed(floor, act="join", game=key_of(floor, box), patron="Nora-New")
    box.do(act="leave", seat=1)
    found = steps(floor, name_of(box))
    assert (found[0]["kind"], found[0]["patron"]) == ("change", box.patrons[3])
    assert found[-1]["patron"] == "Nora-New", "a new player after those of the game"
    listed(floor, act="withdraw", game=key_of(floor, box), patron="Nora-New")


def test_a_broken_game_draws_for_seats_and_who_is_absent_only_for_his_place(floor: Lab) -> None:
    """004:188 (2.SEAT.17)."""
    other = Box(floor, "holdem", stakes(300), dict.fromkeys(range(1, 8), 300), seats=8)
    box = Box(floor, "holdem", stakes(300), {1: 300, 2: 300, 3: 300})
    game = key_of(floor, box)
    box.do(act="out", seat=3)
    answer = box.supervisor.post(f"{box.table}/break", json={})
    assert answer.status_code == 200, answer.text
    done = answer.json()
    assert set(done["drawn"]) == set(box.patrons.values()) and len(done["moved"]) == 1
    assert box.patrons[3] not in done["moved"] and box.patrons[3] in done["listed"]
    names = next(
        one for one in floor.program("clerk").get(f"{ROOM}/lists/{PLACE}").json()["lists"] if one["game"] == game
    )
    assert len(names["names"]) == 2 and len(other.shown["seats"]) >= 8
    for patron in done["listed"]:
        listed(floor, act="withdraw", game=game, patron=patron)


# ---- section 3: dead hands, irregularities, shown cards


def stud(floor: Lab, form: str, *doors: str) -> Box:
    box = Box(floor, form, STAKES["stud"], dict.fromkeys(range(1, len(doors) + 1), 200))
    box.deal()
    for card in doors:
        box.do(act="key", seat=box.shown["dealing"]["next"]["seat"], cards=[card])
    return box


def test_up_cards_that_are_turned_down_facing_a_bet_are_a_dead_hand(floor: Lab) -> None:
    """004:258 (3.DEAD.1d)."""
    box = stud(floor, "stud", "9h", "2c", "Kd")
    box.plays("bring-in")
    seat = box.turn
    assert ruled(box, "up-cards-moved", seat)["ruling"] == "dead-hand"
    box.plays("call", "call")
    for card in ("9s", "3c", "Qd"):
        box.do(act="key", seat=box.shown["dealing"]["next"]["seat"], cards=[card])
    body = {"when": "up-cards-moved", "seat": box.turn, "facts": {}}
    free = box.supervisor.post(f"{box.table}/rulings/preview", json=body)
    assert free.status_code == 422 or free.json()["ruling"] != "dead-hand", "no bet is faced"


@pytest.mark.parametrize(("viewer", "ruling"), [("to-act", "show-to-all"), ("later", "withheld"), ("out", "withheld")])
def test_cards_that_one_was_shown_are_shown_to_all(floor: Lab, viewer: str, ruling: str) -> None:
    """004:326, 004:332 (3.SHOW.5): at once where he can use them, else when the betting is over."""
    box = four(floor)
    box.deal()
    found = ruled(box, "cards-shown-to-one", box.turn, viewer=viewer)
    assert (found["ruling"], found["clause"]) == (ruling, "3.SHOW.5")


def test_who_calls_beaten_by_what_he_sees_gets_nothing_back(floor: Lab) -> None:
    """004:593 (12.18)."""
    box = stud(floor, "stud", "9h", "2c", "Kd")
    box.plays("bring-in", "call")
    found = ruled(box, "beaten-by-up-cards", 3)
    assert found["clause"] == "12.18" and not any(cents for _, cents in found["moves"])


# ---- section 8: blinds


def test_where_no_post_is_required_a_new_player_is_dealt_in_at_once(floor: Lab) -> None:
    """004:486 (8.5b): not between the button and the big blind."""
    box = Box(floor, "holdem", STAKES["no"], {1: 300, 2: 300, 4: 300, 6: 300}, options={"post-required": False})
    box.deal()
    box.plays("fold", "fold", "fold")
    box.sit(3, 300)  # the button goes to 2, the blinds to 4 and 6: seat 3 lies between them
    box.sit(8, 300)
    box.deal()
    dealt = {one["seat"]: one["in_hand"] for one in box.shown["seats"] if one["taken"]}
    assert dealt[8] and not dealt[3] and box.front(8) == 0


def test_who_lost_all_and_comes_back_before_the_second_round_owes_no_blind(floor: Lab) -> None:
    """004:492 (8.11)."""
    box = Box(floor, "holdem", STAKES["no"], {1: 100, 2: 300, 3: 300, 4: 300}, most=300_00)
    box.deal()  # seat 1 has the button
    box.plays(("raise", 20), "all-in", "fold", "fold", "call")
    box.board("2c", "7d", "Jh")
    box.board("3s")
    box.board("9h")
    shows = {4: ["As", "Ad"], 1: ["Ks", "Kd"]}
    while box.shown["dealing"]["next"]["do"] == "show" or box.turn in shows:
        seat = box.turn
        if seat not in shows:
            break
        box.do(act="play", seat=seat, verb="show", cards=shows.pop(seat))
    box.do(act="push")
    assert box.chips(1) == 0
    box.do(act="buy", seat=1, cents=100_00)
    box.deal()
    mine = next(one for one in box.shown["seats"] if one["seat"] == 1)
    assert mine["in_hand"] and not mine["missed"]
    assert mine["bet"] in (0, 100, 300), "no more than the blind of his place"


# ---- omaha, stud high-low, razz, lowball, draw


def test_omaha_is_made_of_two_cards_of_the_hand_and_three_of_the_board(floor: Lab) -> None:
    """004:537, 004:541 (10.1): four hearts on the board and one in the hand are no flush."""
    box = Box(floor, "omaha", STAKES["fixed"], {1: 300, 2: 300})
    box.deal()
    box.plays("call", "check")
    box.board("2h", "5h", "9h")
    box.plays("check", "check")
    box.board("Kh")
    box.plays("check", "check")
    box.board("3c")
    box.plays("check", "check")
    hands = {1: ["Ah", "Ad", "Qc", "Qs"], 2: ["Kd", "Kc", "7s", "8s"]}
    first = box.turn
    assert box.refused(act="play", seat=first, verb="show", cards=hands[first][:2])
    for _ in hands:
        seat = box.turn
        box.do(act="play", seat=seat, verb="show", cards=hands[seat])
    box.do(act="push")
    assert box.chips(2) > 300 > box.chips(1), "three kings beat a pair of aces"


def test_an_open_pair_changes_no_limit_in_stud_high_low(floor: Lab) -> None:
    """004:621 (14.6)."""
    box = stud(floor, "stud-8", "9h", "2c", "Kd")
    box.plays("bring-in", "call", "call")
    for card in ("9s", "3c", "Qd"):
        box.do(act="key", seat=box.shown["dealing"]["next"]["seat"], cards=[card])
    assert box.turn == 1 and box.options["amounts"] == [400]


def test_the_highest_card_brings_it_in_at_razz_and_the_lowest_board_leads(floor: Lab) -> None:
    """004:605 (13): what else stud says holds."""
    box = stud(floor, "razz", "9h", "Kc", "Kd")
    assert box.turn == 3, "the king of diamonds before the king of clubs"
    box.plays("bring-in", "call", "call")
    for card in ("9s", "3c", "2d"):
        box.do(act="key", seat=box.shown["dealing"]["next"]["seat"], cards=[card])
    assert box.turn == 3 and box.options["amounts"] == [400], "king-deuce is lower than king-trey and a pair"


def test_a_new_player_waits_for_the_big_blind_at_lowball(floor: Lab) -> None:
    """004:649 (15.LB.3)."""
    box = Box(floor, "lowball", STAKES["fixed"], dict.fromkeys(range(1, 8), 300))
    box.do(act="deal", drawn=dict(zip("1234567", ("2c", "Kd", "Qd", "Jd", "9d", "8d", "7d"))))
    while box.shown["playing"]:
        if box.shown["dealing"]["next"]["do"] == "down":
            box.do(act="key", seat=-1)
        box.plays("fold")
    box.sit(8, 300)
    told = box.send(act="post", seat=8)
    assert told.status_code == 422, told.text


@pytest.mark.parametrize(
    ("dealt", "acted", "ruling"), [(False, False, "may-act"), (True, False, "refused"), (False, True, "refused")]
)
def test_a_draw_may_be_changed_until_a_card_has_fallen(floor: Lab, dealt: bool, acted: bool, ruling: str) -> None:
    """004:664-666 (15.LB.12, 16.6); 004:667 (15.LB.12c): other cards, but as many, after somebody acted."""
    box = Box(floor, "lowball", STAKES["fixed"], dict.fromkeys((1, 2, 3), 300))
    box.do(act="deal", drawn={"1": "2c", "2": "Kd", "3": "Qd"})
    box.do(act="key", seat=-1)
    box.plays("call", "call", "check")
    facts: dict[str, Any] = {"card-dealt": dealt, "acted-on": acted}
    if acted:  # only then it matters
        as_many = ruled(box, "change-of-draw", box.turn, **facts, **{"same-number": True})
        assert (as_many["ruling"], as_many["clause"]) == ("may-act", "15.LB.12c")
        facts["same-number"] = False
    found = ruled(box, "change-of-draw", box.turn, **facts)
    assert (found["ruling"], found["clause"]) == (ruling, "15.LB.12, 16.6")


def test_a_bet_and_four_raises_are_the_most_at_draw_too(floor: Lab) -> None:
    """004:707 (16.1)."""
    box = Box(floor, "draw", STAKES["antes"], dict.fromkeys((1, 2, 3), 300))
    box.do(act="deal", drawn={"1": "As", "2": "Kd", "3": "Qd"})
    box.do(act="key", seat=-1)
    box.plays(("bet", 4), ("raise", 8), ("raise", 12), ("raise", 16), ("raise", 20))
    assert not box.options["amounts"]


def test_pot_limit_has_no_last_raise(floor: Lab) -> None:
    """004:295 (3.BET.2)."""
    box = Box(floor, "holdem", STAKES["pot"], dict.fromkeys((1, 2, 3, 4), 3000))
    box.deal()
    for to in (9, 18, 27, 36, 45, 54, 63):
        box.plays(("raise", to))
    assert box.options["most"] > 7200


# ---- section 19: tournaments


def event(floor: Lab, players: int, **sheet: Any) -> Desk:
    return Desk(floor, f"EX{next(EVENT)}", players, **sheet)


def not_played(floor: Lab, **sheet: Any) -> str:
    answer = floor.program("manager").post(API, json=SHEET | {"id": f"NO{next(EVENT)}"} | sheet)
    assert answer.status_code == 422, answer.text
    return str(answer.json()["error"])


def to_the_end(desk: Desk, left: int = 1) -> None:
    while (board := desk.board())["left"] > left and board["state"] != "over":
        if board["hand_for_hand"] and board["round_open"]:
            desk.did("round")
        fullest = max(board["tables"], key=lambda table: len(table["seats"]))
        desk.did("out", patron=list(fullest["seats"].values())[-1]["name"])
        desk.confirm_all()


def test_a_buy_in_is_from_fifty_to_ten_thousand_dollars_and_four_fifths_of_it_prizes(floor: Lab) -> None:
    """004:960, 004:966 (19.F.a, b)."""
    assert "$50.00" in not_played(floor, prize=40_00, administration=5_00, house=4_99)
    assert "$10,000.00" in not_played(floor, prize=9_000_00, administration=500_00, house=500_01)
    assert "80" in not_played(floor, prize=79_99, administration=10_00, house=10_01)
    assert event(floor, 0, prize=80_00, administration=12_00, house=8_00).board()["state"] == "registering"
    assert event(floor, 0, prize=40_00, administration=5_00, house=5_00).board()["state"] == "registering"


def test_one_in_ten_survives_and_one_more_gets_the_rest(floor: Lab) -> None:
    """004:984-992 (19.F.3), as printed with 106 players: here 16, of whom one gets ten prizes and one the other six."""
    desk = event(floor, 16, format="survivor", prize=200_00, administration=20_00, house=5_00, **CLOSED)
    desk.start()
    to_the_end(desk)
    desk.confirm_all()
    prizes = desk.director.get(f"{desk.path}/prizes").json()
    assert sorted(prize["cents"] for prize in prizes) == [1_200_00, 2_000_00]


def test_chips_are_cashed_out_at_the_price_of_the_pool(floor: Lab) -> None:
    """004:994-1013 (19.F.4): half a cent a chip; at most half a stack; the price is reckoned anew."""
    sheet: dict[str, Any] = {"format": "cash-out", "cash_out_percent": 25, "prize": 200_00, "administration": 20_00}
    desk = event(floor, 10, **sheet, house=5_00, chips=10_000, **CLOSED)
    desk.start()
    board = desk.board()
    first = next(iter(desk.seats(1).values()))
    assert desk.refused("cash-out", patron=first, chips=1_000)
    desk.did("window", on=True)
    assert desk.refused("cash-out", patron=first, chips=5_001)
    before = desk.books()
    desk.did("cash-out", patron=first, chips=1_000)
    after = desk.books()
    pool = f"tournament:{desk.name}"
    assert before[pool] - after[pool] == 5_00, board
    desk.did("window", on=False)


def test_a_single_table_has_ten_players(floor: Lab) -> None:
    """004:1015 (19.F.5a)."""
    assert "10" in not_played(floor, format="single-table", seats=9, **CLOSED)


def test_a_satellite_gives_an_entry_for_each_price_collected(floor: Lab) -> None:
    """004:1038 (19.F.10): every $500 of the pool is one entry; the rest is money."""
    target = event(floor, 0, prize=450_00, administration=30_00, house=20_00)
    sheet: dict[str, Any] = {"format": "satellite", "target": target.name, "target_buy_in": 500_00}
    desk = event(floor, 12, **sheet, prize=50_00, administration=6_00, house=4_00, pays=[], **CLOSED)
    desk.start()
    to_the_end(desk)
    desk.confirm_all()
    prizes = desk.director.get(f"{desk.path}/prizes").json()
    assert sorted((prize["kind"], prize["cents"]) for prize in prizes) == [("cash", 100_00), ("entry", 500_00)]


@pytest.mark.parametrize(("seats", "final"), [(6, 7), (9, 10)])
def test_the_final_table_has_one_player_more_than_the_others(floor: Lab, seats: int, final: int) -> None:
    """004:844 (19.T.13)."""
    desk = event(floor, seats * 2, seats=seats, **CLOSED)
    desk.start()
    to_the_end(desk, final + 1)
    assert len(desk.board()["tables"]) == 2
    to_the_end(desk, final)
    assert [len(table["seats"]) for table in desk.board()["tables"]] == [final]


# ---- what the dealer keys as it came


def test_refusals_name_seats_and_dollars(floor: Lab) -> None:
    box = Box(floor, "holdem", STAKES["no"], {2: 300, 5: 300, 7: 300})
    box.deal()
    assert box.refused(act="play", seat=5, verb="fold") == "Seat 5 acts out of turn: seat 2 is to act."
    assert box.refused(act="play", seat=2, verb="raise", to=450) == "A raise to $4.50 is too small: at least $6."
    assert box.refused(act="play", seat=2, verb="check") == "There is a bet of $3: fold, call or raise."
    assert "'fold' does not take 'to'" in box.refused(act="play", seat=2, verb="fold", to=900)
    assert "'call' does not take 'cards'" in box.refused(act="play", seat=2, verb="call", cards=["Ks"])


def test_a_second_chip_beside_the_first_is_a_raise(floor: Lab) -> None:
    """004:317 (3.BET.17): $25 in front, a raise to $20, and another $25 chip: both play."""
    box = four(floor)
    box.deal()
    box.plays("call", ("raise", 20), "fold", "call")
    box.says(chips=(25,), in_front=[2500])
    assert box.front(4) == 50


def test_a_number_that_can_mean_two_sizes_is_the_lesser(floor: Lab) -> None:
    box = four(floor)
    box.deal()
    box.plays("call", "call", "call", "check")
    box.board("2c", "7d", "Jh")
    seat = box.turn
    box.says("bet", meanings=[500, 5000])
    assert box.front(seat) == 5


def test_a_stud_hand_that_folded_without_a_bet_keeps_getting_its_cards(floor: Lab) -> None:
    """004:576 (12.8): the dealer is told so."""
    box = Box(floor, "stud", STAKES["stud"], {1: 200, 2: 200, 3: 200})
    box.deal()
    for cards, plays in (
        (("2c", "9h", "Kd"), ("bring-in", "call", "call")),
        (("2h", "9d", "3d"), ("fold", "check", "check")),
    ):
        for card in cards:
            box.do(act="key", seat=box.shown["dealing"]["next"]["seat"], cards=[card])
        box.plays(*plays)
    asked = box.shown["dealing"]["next"]
    assert asked["seats"] == [1, 3] and "Seat 2 folded without a bet: deal it in" in asked["then"]


def test_who_plays_the_button_and_moves_comes_in_without_a_post(floor: Lab) -> None:
    """004:496-497 (8.13-14): four places are more than three, unless he has just dealt off."""
    for button, status in ((3, "in"), (1, "new")):
        box = Box(floor, "holdem", STAKES["no"], dict.fromkeys((1, 2, 3, 4, 5, 6, 8, 9), 300))
        for _ in range(9):
            box.deal()
            there = box.shown["button"] == button and box.shown["hands"] > 2
            box.all_fold()
            if there:
                break
        box.do(act="move", seat=3, to=7)
        assert next(one for one in box.shown["seats"] if one["seat"] == 7)["status"] == status


def test_a_pot_is_killed_at_will_in_lowball_where_that_is_offered(floor: Lab) -> None:
    """004:773 (17.11), 004:774: one kill a deal; the limits are doubled."""
    limit = {"limit": "fixed", "small": 1000, "big": 2000, "blinds": [500, 1000]}
    box = Box(
        floor, "lowball", limit, dict.fromkeys((1, 2, 3, 4), 300), kill="full", options={"voluntary-kill-lowball": True}
    )
    assert "at will" in four(floor).refused(act="kill", seat=2)
    floor.program("supervisor").post(f"/api/v1/tables/{floor.dealt_at}/life", json={"act": "dealer-out"})  # type: ignore[attr-defined]
    told = {"act": "dealer-in", "badge": "dealer"}
    assert floor.program("supervisor").post(f"/api/v1/tables/{name_of(box)}/life", json=told).status_code == 200
    floor.dealt_at = name_of(box)  # type: ignore[attr-defined]
    box.deal()
    box.all_fold()
    box.do(act="kill", seat=2)
    assert "one kill" in box.refused(act="kill", seat=3)
    assert "the kill $20 of seat 2: bets are $20 and $40" in box.shown["dealing"]["next"]["then"]
    box.deal()
    assert box.front(2) == 20 and box.options["amounts"] == [4000]


def test_a_fold_out_of_turn_binds_at_a_tournaments_keys_whatever_the_others_do(floor: Lab) -> None:
    """004:867 (19.T.29): the one behind folds, the one in turn raises; the fold is keyed, and nothing else."""
    desk = event(floor, 4, **CLOSED)
    desk.start()
    desk.did("keyed", table=1, on=True)
    dealer, table = floor.program("dealer"), f"{desk.path}/tables/1"
    assert dealer.post(f"{table}/hands", json={}).status_code == 201
    assert dealer.post(f"{table}/cards", json={}).status_code == 200

    def seat_at(place: int) -> tuple[int, str]:
        seat = desk.director.get(table).json()["order"][place]
        return seat, desk.seats(1)[str(seat)]

    first = desk.director.get(table).json()["hand"]["actor"]
    (_, raiser), (behind, folder) = seat_at(first), seat_at((first + 1) % 4)
    facts = {"when": "out-of-turn", "seat": behind, "facts": {"did": "fold"}}
    assert desk.director.post(f"{table}/rulings", json=facts).status_code == 201
    said = {"patron": raiser, "says": "raise", "amount": 600}
    assert dealer.post(f"{table}/said", json=said).status_code == 200
    answer = dealer.post(f"{table}/acts", json={"patron": folder, "verb": "call"})
    assert answer.status_code == 422 and f"Seat {behind} is held to the fold" in answer.json()["error"], answer.text
    assert dealer.post(f"{table}/acts", json={"patron": folder, "verb": "fold"}).status_code == 200
