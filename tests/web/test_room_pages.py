"""The poker room through its pages: sitting down, acting, lists, dealing by hand, and in a browser."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.demo.poker_room import furnish_room
from croupier.equipment.cards import card_name
from croupier.house.poker_room.clockwork import RoomClock
from croupier.house.record.clock import SECOND_US

from .lab import Lab, csrf, lab
from .server import Server
from .test_room_api import GAME, PLACE, ROOM, look, opened
from .visitor import DESK, PHONE, Visitor

POST = "#p-act form:has([name=act][value=post]) .decision"
TURN = "#p-act form:not(:has([name=act][value=post], [name=act][value=bank])) .decision"
BANK = "#p-act form:has([name=act][value=bank]) .decision"

FELT = """() => { const felt = [...document.querySelectorAll('.poker-felt')].find(one => one.checkVisibility());
                const box = felt.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }"""
OWN = """() => { const felt = [...document.querySelectorAll('.poker-felt')].find(one => one.checkVisibility());
               const box = felt.getBoundingClientRect(), own = felt.querySelector('.plate.own').getBoundingClientRect();
               const card = felt.querySelector('.own-cards .card').getBoundingClientRect();
               return [(own.x + own.width / 2 - box.x) / box.width, (own.y - box.y) / box.height,
                       card.width * felt.viewBox.baseVal.width / box.width]; }"""


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        yield made


def visitor(floor: Lab, table: str, seat: int, dollars: str = "200", name: str = "") -> tuple[Any, Any]:
    """Somebody without a session sits down: a guest with demo chips; his window, and how it was answered."""
    client = floor.anybody()
    page = client.get(f"/room/tables/{table}")
    form = {"csrf": csrf(page.text), "seat": str(seat), "cents": dollars, "name": name}
    return client, client.post(f"/room/tables/{table}/sit", data=form)


def acts(client: Any, table: str, **values: str) -> Any:
    path = f"/room/tables/{table}"
    token = csrf(client.get(path).text)
    return client.post(f"{path}/act", data={"csrf": token, **values})


def chips_at(floor: Lab, table: str) -> list[int]:
    game = floor.do(lambda: floor.app.state.floor.room.table(table)).game
    return sorted(cents for name, cents in game.balances().items() if name.startswith("seat:"))


def test_visitors_sit_down_and_play_a_hand_by_forms_alone(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)
    ada, sat = visitor(floor, "PK-1", 1, name="Ada")
    assert sat.status_code == 303
    bea, sat = visitor(floor, "PK-1", 2, name="Bea")
    assert sat.status_code == 303
    assert re.search(r"sat down \d\d:\d\d with \$200\.00", ada.get("/room/tables/PK-1").text)
    look(floor)
    windows = {"Ada": ada, "Bea": bea}
    for _ in range(40):
        text = ada.get("/room/tables/PK-1").text
        turn = re.search(r"<(?:strong|span)>(Your turn|Bea to act)</", text)
        if not turn:
            break
        who = windows["Ada" if turn[1] == "Your turn" else "Bea"]
        page = who.get("/room/tables/PK-1").text
        verb = "check" if 'name="act" value="check"' in page else "call"
        assert acts(who, "PK-1", act=verb).status_code == 303
    log = ada.get("/room/tables/PK-1").text
    assert "win" in log.partition('id="p-log"')[2]
    assert sum(chips_at(floor, "PK-1")) <= 40000, "what is missing is the rake and the drop"


def test_a_seat_is_taken_once_however_often_the_form_is_sent(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)
    client, _ = visitor(floor, "PK-1", 1)
    page = client.get("/room/tables/PK-1").text
    for _ in range(2):
        form = {"csrf": csrf(page), "act": "buy", "cents": "50", "command": "one-click"}
        assert client.post("/room/tables/PK-1/act", data=form).status_code == 303
    game = floor.do(lambda: floor.app.state.floor.room.table("PK-1")).game
    assert sum(game.pending.values()) + chips_at(floor, "PK-1")[0] in (25000, 30000)
    assert chips_at(floor, "PK-1")[0] + sum(game.pending.values()) <= 30000


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"cents": "much"}, "is no amount"),
        ({"cents": "5"}, "The least buy-in is $100.00"),
        ({"seat": "99"}, "There is no seat 99"),
    ],
)
def test_what_is_refused_is_said_on_the_page_and_changes_nothing(floor: Lab, form: dict[str, str], words: str) -> None:
    opened(floor, "PK-1", demo=True)
    client = floor.anybody()
    token = csrf(client.get("/room/tables/PK-1").text)
    answer = client.post("/room/tables/PK-1/sit", data={"csrf": token, "seat": "1", "cents": "200", **form})
    assert answer.status_code in (409, 422), answer.text
    assert words in answer.text
    assert chips_at(floor, "PK-1") == []


def test_nobody_sees_anothers_cards_on_a_page(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)
    ada, _ = visitor(floor, "PK-1", 1, name="Ada")
    visitor(floor, "PK-1", 2, name="Bea")
    look(floor)
    game = floor.do(lambda: floor.app.state.floor.room.table("PK-1")).game
    hidden = game.table.hand.hole[game.place_of(2)]
    for client in (ada, floor.anybody(), floor.browser("supervisor")):
        text = client.get("/room/tables/PK-1").text.partition("<main")[2]  # the symbols of all cards stand before it
        for card in hidden:
            assert f"#card-{card_name(card)}" not in text


def test_a_seat_that_was_taken_meanwhile_is_refused_without_naming_its_holder(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)
    visitor(floor, "PK-1", 1, name="Ada")
    _, answer = visitor(floor, "PK-1", 1, name="Bea")
    assert answer.status_code == 422
    assert "Seat 1 is taken." in answer.text
    assert "taken by" not in answer.text


def test_who_comes_to_a_game_that_runs_may_post_and_play_the_next_hand(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)
    for seat in (1, 2, 3):
        visitor(floor, "PK-1", seat)
    look(floor)
    late, _ = visitor(floor, "PK-1", 4, name="Late")
    page = late.get("/room/tables/PK-1").text
    assert 'name="act" value="post"' in page
    assert "Post $" in page
    assert acts(late, "PK-1", act="post").status_code == 303
    page = late.get("/room/tables/PK-1").text
    assert 'name="act" value="post"' not in page
    assert "Posts next" in page


def _rested(floor: Lab, *seats: int, dollars: str = "200") -> dict[int, Any]:
    """Players of a first hand that all were there for; the next one is not dealt until the clock is moved."""
    opened(floor, "PK-1", demo=True, pause_s=60)
    players = {seat: visitor(floor, "PK-1", seat, dollars, f"P{seat}")[0] for seat in seats}
    floor.clock.advance(61 * SECOND_US)
    look(floor)
    return players


def test_between_two_hands_who_is_no_blind_may_straddle_from_his_page(floor: Lab) -> None:
    players = _rested(floor, 1, 2, 3, 4)
    assert all('value="straddle"' not in one.get("/room/tables/PK-1").text for one in players.values())
    for _ in range(3):  # a hand is played: everybody folds to the blind
        game = floor.do(lambda: floor.app.state.floor.room.table("PK-1")).game
        assert acts(players[game.turn], "PK-1", act="fold", number=str(game.number)).status_code == 303
    pages = {seat: one.get("/room/tables/PK-1").text for seat, one in players.items()}
    may = [seat for seat, page in pages.items() if 'name="act" value="straddle"' in page]
    assert len(may) == 2, "the two who will be the blinds may not"
    assert "wins $" in pages[1] and 'class="decision"' not in pages[1]  # nothing that waits for an answer
    assert acts(players[may[0]], "PK-1", act="straddle", to="600").status_code == 303
    after = players[may[0]].get("/room/tables/PK-1").text
    assert "Straddles $6" in after and 'value="straddle"' not in after


def test_who_lost_all_is_told_by_what_he_showed_and_in_the_next_hand_as_without_chips(floor: Lab) -> None:
    players = _rested(floor, 1, 2, 3)

    def plays(**act: str) -> int:
        game = floor.do(lambda: floor.app.state.floor.room.table("PK-1")).game
        seat = int(game.turn)
        answer = acts(players[seat], "PK-1", number=str(game.number), **act)
        assert answer.status_code == 303, answer.text
        return seat

    def plates() -> dict[int, str]:
        """What each plate is read aloud as, to a visitor who only looks."""
        page = floor.anybody().get("/room/tables/PK-1").text
        return {int(seat): words for seat, words in re.findall(r'aria-label="Seat (\d), ([^"]+)"', page)}

    folded = plays(act="fold")
    both = {plays(act="raise", to="20000"), plays(act="call")}
    lost = [seat for seat in both if ", $0, " in plates()[seat]]
    assert len(lost) == 1 and folded not in both
    assert not plates()[lost[0]].endswith(("Away", "No chips")), "what his hand came to stands there"
    floor.clock.advance(61 * SECOND_US)
    look(floor)
    assert plates()[lost[0]].split(", ")[2] == "No chips"


def test_what_is_bought_or_asked_for_in_a_hand_is_told_apart_from_what_plays_in_it(floor: Lab) -> None:
    players = _rested(floor, 1, 2, 3, 4, dollars="150")
    game = floor.do(lambda: floor.app.state.floor.room.table("PK-1")).game
    ada = players[game.turn]
    assert acts(ada, "PK-1", act="buy", cents="20").status_code == 303
    page = ada.get("/room/tables/PK-1").text
    assert "<strong>$150.00</strong>" in page and ">$150<" in page and "$147 stays" in page
    assert "$20.00 more</strong> plays" in page and "leave with\n  $170.00" in page
    asks = {"csrf": csrf(page), "act": "ask", "table": "PK-1"}
    assert ada.post(f"/room/lists/{PLACE}", data=asks).headers["location"] == "/room/tables/PK-1"
    page = ada.get("/room/tables/PK-1").text
    assert "You asked for any other seat" in page and "Keep this seat" in page
    ada.post(f"/room/lists/{PLACE}", data=asks | {"act": "forget"})
    assert "Ask to change seat" in ada.get("/room/tables/PK-1").text


def test_a_name_is_put_on_a_list_and_taken_off(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)
    for seat in range(1, 11):
        visitor(floor, "PK-1", seat)
    client = floor.browser("player")
    page = client.get(f"/room?house={PLACE}")
    assert page.status_code == 200
    game = re.search(r'name="game" value="([^"]+)"', page.text)
    assert game is not None
    token = client.headers.pop("x-csrf")
    for act, words in (("join", "You are number 1"), ("withdraw", "Put my name on the list")):
        sent = client.post(f"/room/lists/{PLACE}", data={"csrf": token, "act": act, "game": game[1]})
        assert sent.status_code == 303, sent.text
        assert words in client.get(f"/room?house={PLACE}").text
        at_table = client.get("/room/tables/PK-1").text
        assert ("You are number 1 of 1" if act == "join" else "Every seat is taken") in at_table
        assert ("Take my name off" if act == "join" else "Join the list") in at_table


def test_the_dealer_gives_chips_for_cash_that_he_counted(floor: Lab) -> None:
    """Not at a demo table; there is no such form there."""
    opened(floor, "PK-1", demo=True, mode="dealer")
    house, supervisor = floor.house, floor.program("supervisor")
    brought = {"act": "dealer-in", "badge": "dealer"}
    assert supervisor.post("/api/v1/tables/PK-1/life", json=brought).status_code == 200
    dealer = floor.browser("dealer")
    table = floor.app.state.floor.room.floor_table("PK-1")
    assert "Cash counted" not in dealer.get("/room/tables/PK-1").text
    settings = msgspec.structs.replace(table.settings, demo=False)  # as if it had been opened with its signatures
    floor.do(lambda: house.write(lambda tx: house.tables.change(tx, table, settings=settings)))
    sit = {"act": "sit", "seat": 1, "cents": 20_000, "patron": "player", "cash": True}
    assert supervisor.post("/api/v1/room/tables/PK-1/acts", json={"act": sit}).status_code == 200
    assert "Cash counted" in dealer.get("/room/tables/PK-1").text
    form = {"act": "buy", "cash": "1", "cents": "$100", "seat": "1", "command": "cash"}
    assert acts(dealer, "PK-1", **form).status_code == 303
    other = acts(dealer, "PK-1", **form | {"cents": "$50"})
    assert (other.status_code, "used for another command" in other.text) == (409, True)
    assert acts(dealer, "PK-1", **form).status_code == 303
    assert chips_at(floor, "PK-1") == [30_000]


def test_rooms_that_are_not_there(floor: Lab) -> None:
    client = floor.anybody()
    assert client.get("/room?house=hard-rock-cincinnati").status_code == 404
    assert client.get("/room/tables/NONE").status_code == 404
    assert client.get("/room").status_code == 200


def _own_seat_is_at_the_bottom(visitor: Visitor) -> None:
    across, down, card = visitor.page.evaluate(OWN)
    assert abs(across - 0.5) < 0.01 and down > 0.85
    assert 98 <= card < 101  # with its shadow


def _nothing_is_given_up_unasked(visitor: Visitor) -> None:
    """In turn with a live hand: a fold for nothing and leaving are asked about, and asking changes nothing."""
    page = visitor.page
    fold = page.locator("#p-act form:has([name=act][value=fold]) .decision")
    assert bool(fold.get_attribute("data-asks")) == bool(page.locator("#p-act [name=act][value=check]").count())
    if fold.get_attribute("data-asks"):
        page.keyboard.press("f")
        visitor.sees("#p-act", "fold all the same?")
    if visitor.size is PHONE:
        page.click("[data-phone=seat]")
    page.click("#p-own summary:has-text('Leave')")
    visitor.sees("#p-own .p-asks", "Your hand is folded")
    page.click("#p-own summary:has-text('Leave')")
    if visitor.size is PHONE:
        page.click("[data-phone=table]")
    assert page.locator(TURN).count(), "it is no longer his turn"  # others may sit down or buy chips meanwhile


# Decisions that a low window hides, though the felt may be pushed along.
UNDER_THE_TABS = """() => { const tabs = document.querySelector(".phone-tabs").getBoundingClientRect().top;
  return [...document.querySelectorAll("#p-act .decision")].filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().bottom > tabs).map((one) => one.innerText); }"""
# In one act of the page: the hand may end meanwhile, and what asked about it goes with it.
LEAVE = """() => { const own = document.querySelector("#p-own");
  const asks = [...own.querySelectorAll("details")].find((one) => one.innerText.includes("Leave"));
  if (asks) asks.open = true;
  [...own.querySelectorAll("button")].find((one) => /leave with/i.test(one.innerText)).click(); }"""


@pytest.mark.browser
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_visitor_plays_against_programs_in_a_browser(
    chromium: Any, server: Server, size: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody_is_hurried(*_: Any) -> bool:  # however busy the machine
        return False

    monkeypatch.setattr(RoomClock, "_clock", nobody_is_hurried)
    floor = server.app.state.floor
    server.do(lambda: furnish_room(server.house, floor.room, floor.poker_tournaments))
    visitor = Visitor(chromium, server, size)
    visitor.go("/room?house=horseshoe-baltimore")
    visitor.page.click("text=Take a seat >> nth=0")
    visitor.ready()
    visitor.page.fill("#sit [name=name]", "Rounder")
    visitor.page.click("#sit button")
    visitor.ready()
    visitor.until("() => document.querySelector('#p-money').textContent.includes('Your stack')")
    places = [visitor.page.evaluate(FELT)]
    visitor.page.wait_for_selector("#p-act .decision", timeout=180_000)
    if visitor.page.locator(POST).count():  # a game is on: he need not wait for the big blind
        visitor.page.click(POST)
    visitor.page.wait_for_selector(TURN, timeout=180_000)
    places.append(visitor.page.evaluate(FELT))
    visitor.sees("#p-hand", "hand ")
    _own_seat_is_at_the_bottom(visitor)
    if size is PHONE:
        visitor.page.set_viewport_size({"width": 375, "height": 667})
        assert visitor.page.evaluate(UNDER_THE_TABS) == []
        visitor.page.set_viewport_size(PHONE)
    _nothing_is_given_up_unasked(visitor)
    if size is DESK:
        for pressed, shown in (("Sit out next hand", "Come back"), ("Come back", "Sit out next hand")):
            visitor.page.click(f"#p-own button:has-text('{pressed}') >> nth=0")
            visitor.sees("#p-own", shown)
            visitor.until("s => !document.querySelector(s).disabled", TURN)  # the hand goes on: its decision is open
        visitor.page.keyboard.press("t")
        visitor.until("s => document.querySelector(s).getAttribute('aria-disabled') === 'true'", BANK)
        visitor.until("() => document.querySelector('#p-desk').textContent.includes('Time bank runs')")
    before = visitor.page.get_attribute("#p-act", "data-entry")
    visitor.page.click(f"{TURN} >> nth=1")  # check or call
    visitor.until("e => Number(document.querySelector('#p-act').dataset.entry) > Number(e)", before)
    visitor.until("() => document.querySelector('#p-log').textContent.includes('You')")
    places.append(visitor.page.evaluate(FELT))
    assert places == [places[0]] * 3, "the felt has moved"
    if size is PHONE:
        visitor.page.click("[data-phone=seat]")
    visitor.page.evaluate(LEAVE)
    visitor.until("() => !document.querySelector('#p-own').textContent.includes('Leave')")
    assert visitor.errors == []
    visitor.context.close()


def test_where_the_floor_gives_the_seats_nobody_is_led_to_one(floor: Lab) -> None:
    """Baltimore's book, 2.PROC.12: at a dealer's table a seat is taken by who was called or has it locked up."""
    opened(floor, "PK-1", demo=True, mode="dealer")
    player, sits = floor.browser("player"), 'action="/room/tables/PK-1/sit"'
    page = player.get("/room/tables/PK-1").text
    assert "The floor gives the seats here. Put your name on the list" in page and "Join the list" in page
    assert sits not in page and "Choose a seat" not in page
    assert floor.anybody().get("/room/tables/PK-1").text.count(sits) == 0
    locked = {"act": "lock", "table": "PK-1", "seat": 4, "patron": "player", "reason": "he phoned"}
    floor.program("supervisor").post(f"/api/v1/room/lists/{PLACE}/acts", json={"act": locked}).raise_for_status()
    page = player.get("/room/tables/PK-1").text
    assert sits in page and "The floor gives the seats" not in page
    form = {"csrf": csrf(page), "seat": "4", "cents": "200", "name": ""}
    assert player.post("/room/tables/PK-1/sit", data=form).status_code == 303


def test_where_others_wait_for_the_game_nobody_is_led_to_a_seat_that_would_be_refused(floor: Lab) -> None:
    opened(floor, "PK-1", demo=True)
    player, sits = floor.browser("player"), 'action="/room/tables/PK-1/sit"'
    page = player.get("/room/tables/PK-1").text
    assert sits in page and "by machine" in player.get(f"/room?house={PLACE}").text
    waits = {"act": "join", "game": "holdem-no-1-3", "patron": "Anna Berg"}
    floor.program("supervisor").post(f"/api/v1/room/lists/{PLACE}/acts", json={"act": waits}).raise_for_status()
    page = player.get("/room/tables/PK-1").text
    assert sits not in page and "Choose a seat" not in page
    assert "1 waits for this game: put your name on the list." in page


@pytest.mark.browser
def test_an_advance_choice_holds_for_its_round_of_betting_and_a_named_price_falls_with_a_raise(
    chromium: Any, server: Server
) -> None:
    table = f"{ROOM}/tables/PK-AHEAD"
    game = GAME | {"id": "PK-AHEAD", "demo": True, "think_s": 0, "pause_s": 0}
    server.client("supervisor").post(f"{ROOM}/tables", json=game).raise_for_status()
    players = {seat: server.guest()[0] for seat in (1, 2, 3)}
    for seat, player in players.items():
        sit = {"act": "sit", "seat": seat, "cents": 20000}
        player.post(f"{table}/acts", json={"act": sit}).raise_for_status()
    visitor = Visitor(chromium, server, DESK)

    def acts_in_turn(verb: str, to: int = 0) -> None:
        seat = players[1].get(table).json()["turn"]
        play = {"act": "play", "seat": seat, "verb": verb, "to": to}
        players[seat].post(f"{table}/acts", json={"act": play}).raise_for_status()

    def ticks(name: str) -> None:
        tick = f"[data-ahead='{name}']"
        visitor.until("t => !document.querySelector(t).hasAttribute('aria-disabled')", tick)
        visitor.page.click(tick)
        ticked(name)

    def ticked(*names: str) -> None:
        found = "[...document.querySelectorAll(`[data-ahead][aria-checked='true']`)].map((t) => t.dataset.ahead)"
        visitor.until(f"names => String({found}) === String(names)", list(names))

    def has_put(dollars: str) -> None:
        visitor.sees("#p-log li.you .p-sum", dollars)

    supervisor = server.client("supervisor")
    while len(((now := supervisor.get(table).json())["hand"] or {"order": ()})["order"]) < 3:
        if now["turn"]:  # the room dealt by itself as soon as two sat there
            acts_in_turn("fold")
        else:
            server.do(server.app.state.floor.room_clock.look)
    own = now["hand"]["order"][1]  # the big blind acts last
    token = players[own].headers["authorization"].removeprefix("Bearer ")
    visitor.context.add_cookies([{"name": "croupier", "value": token, "url": server.address}])
    visitor.go("/room/tables/PK-AHEAD")
    visitor.ready()
    ticks("call")
    acts_in_turn("raise", 12_00)
    ticked()
    dropped = "Advance choice dropped: you ticked Check, and it is $9 to call now."
    visitor.sees("[data-told]", dropped)
    acts_in_turn("call")
    visitor.page.wait_for_selector(TURN)
    visitor.sees("[data-told]", dropped)
    visitor.page.keyboard.press("c")
    visitor.sees("#p-log", "Flop")
    visitor.until("() => document.querySelector('[data-told]').textContent === ''")
    ticks("call-any")
    acts_in_turn("bet", 10_00)
    has_put("$10.00")
    ticks("call-any")
    acts_in_turn("raise", 40_00)
    ticked("call-any")
    acts_in_turn("call")
    visitor.sees("#p-log section:nth-of-type(2) li.you .p-sum", "$40.00")
    visitor.sees("#p-log", "Turn")
    ticked()
    ticks("check-fold")
    acts_in_turn("check")
    ticked()
    ticks("check-fold")
    acts_in_turn("check")
    visitor.sees("[data-told]", "you ticked Check or fold, and another round of betting has begun")
    ticked()
    ticks("fold")
    acts_in_turn("bet", 10_00)
    visitor.until("() => [...document.querySelectorAll('#p-log li.you')].some((l) => l.innerText.includes('folds'))")
    visitor.close()
