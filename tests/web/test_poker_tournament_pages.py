"""Poker tournaments through their pages: posted, registered for, played by forms, run, paid; and in a browser."""

import datetime
import re
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.demo.poker_room import furnish_room
from croupier.demo.poker_tournament import furnish_event
from croupier.equipment.cards import card_name
from croupier.house.record.clock import DAY_US, SECOND_US
from croupier.house.tournaments.poker import store

from .lab import Lab, csrf, lab, sent
from .server import Server
from .visitor import DESK, PHONE, Visitor

ROOM = "horseshoe-baltimore"
ROOT = "/poker-tournaments"
PAGE = f"{ROOT}/SUN"
FORM = {
    "id": "SUN",
    "name": "Sunday's small one",
    "property": ROOM,
    "format": "standard",
    "form": "holdem",
    "schedule": "daily",
    "cents-prize": "80",
    "cents-administration": "12",
    "cents-house": "8",
    "chips": "5,000",
    "levels": "20 2500/5000 chip 100\n20 5000/10000",
    "pays": "2: 70 30",
    "seats": "6",
}


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(365 * DAY_US)
        yield made


def visitor(floor: Lab, page: str = PAGE) -> Any:
    """Somebody without a session registers: a guest with demo chips."""
    client = floor.anybody()
    answer = client.post(f"{page}/enter", data={"csrf": csrf(client.get(page).text)})
    assert answer.status_code == 303, answer.text
    return client


def game(floor: Lab, name: str = "SUN") -> Any:
    return floor.do(lambda: floor.app.state.floor.poker_tournaments.live(name)).game


def rich(floor: Lab, *badges: str) -> None:
    for badge in badges:
        floor.do(lambda badge=badge: floor.app.state.floor.cage.demo_chips(ROOM, badge, 50_000))


def started(floor: Lab) -> None:
    """Two players of the house are in, and the clock runs."""
    assert sent(floor, "manager", f"{ROOT}/new", **FORM).status_code == 303
    rich(floor, "player", "player-2")
    for badge in ("player", "player-2"):
        assert sent(floor, "clerk", f"{PAGE}/register", patron=badge, card=f"TR-{badge}").status_code == 303
    assert sent(floor, "supervisor", f"{PAGE}/start").status_code == 303


def turn(floor: Lab) -> tuple[str, str]:
    """Who is asked at table 1, and the number that his form carries."""
    felt = game(floor).tables[1]
    return felt.table.seats[felt.table.order[felt.hand.actor]].name, str(game(floor).turn(1))


def played_out(floor: Lab) -> None:
    """Everybody calls and checks until one player has all the chips."""
    table = f"{PAGE}/tables/1"
    for _ in range(40):
        if game(floor).state == "over":
            break
        assert sent(floor, "dealer", f"{table}/act", act="deal").status_code == 303
        while game(floor).state == "playing" and game(floor).tables[1].hand is not None:
            badge, _ = turn(floor)
            options = game(floor).tables[1].hand.options()
            act = "call" if options.call else "check"
            played = floor.program(badge).post(f"/api/v1{table}/acts", json={"verb": act})
            assert played.status_code == 200, played.text


# ---- posting


def test_levels_of_a_mixed_event_and_when_it_opens_are_posted_alike_by_page_and_program(floor: Lab) -> None:
    now = floor.clock.now_us
    opens = (now // (60 * SECOND_US) + 30) * 60 * SECOND_US
    at = datetime.datetime.fromtimestamp(opens // SECOND_US, datetime.UTC).strftime("%Y-%m-%dT%H:%M")
    lines = "15 50/100 bets 100/200 chip 25\n15 ante 25 bets 100/200 bring-in 50 game stud structure limit"
    mixed = {"levels": lines, "structure": "limit", "seats": "8", "opens": at}
    assert sent(floor, "manager", f"{ROOT}/new", **FORM | mixed).status_code == 303
    levels = [
        {"minutes": 15, "blinds": [50, 100], "bets": [100, 200], "chip": 25},
        {"minutes": 15, "ante": 25, "bets": [100, 200], "bring_in": 50, "form": "stud", "structure": "limit"},
    ]
    sheet = {"id": "API", "name": FORM["name"], "property": ROOM, "prize": 8_000, "administration": 1_200, "house": 800}
    sheet |= {"chips": 5_000, "seats": 8, "structure": "limit", "levels": levels, "opens_us": opens}
    sheet |= {"pays": [{"entries": 2, "shares": [7_000, 3_000]}]}
    manager, clerk = floor.program("manager"), floor.program("clerk")
    made = manager.post("/api/v1/poker-tournaments", json=sheet)
    assert made.status_code == 201, made.text
    typed, keyed = (manager.get(f"/api/v1/poker-tournaments/{name}").json() for name in ("SUN", "API"))
    assert typed["plan"] == keyed["plan"] and typed["plan"]["opens_us"] == opens
    assert [level["form"] for level in keyed["plan"]["levels"]] == ["", "stud"]
    rich(floor, "player")
    early = clerk.post("/api/v1/poker-tournaments/API/entries", json={"patron": "player", "card": "TR"})
    assert (early.status_code, typed["registers"]) == (409, False)
    assert "Registration opens at" in floor.anybody().get(PAGE).text
    wrong = sent(floor, "manager", f"{ROOT}/new", **FORM | {"id": "X", "opens": "tomorrow"})
    assert (wrong.status_code, "is no time" in wrong.text) == (422, True)
    floor.clock.advance(30 * 60 * SECOND_US)
    entered = clerk.post("/api/v1/poker-tournaments/API/entries", json={"patron": "player", "card": "TR"})
    assert entered.status_code == 201
    assert sent(floor, "clerk", f"{PAGE}/register", patron="player", card="TR").status_code == 303


def test_a_sheet_is_checked_and_every_fault_is_said_at_once_with_what_was_typed(floor: Lab) -> None:
    assert sent(floor, "supervisor", f"{ROOT}/new", **FORM).status_code == 403
    wrong = sent(floor, "manager", f"{ROOT}/new", **FORM | {"cents-prize": "1", "cents-bounty": "5", "pays": "2: 50"})
    assert wrong.status_code == 422
    for words in ("19.F.a.i", "19.F.b.ii", "19.F.c.2", "19.F.b.iv-v"):
        assert words in wrong.text
    assert "Sunday&#39;s small one" in wrong.text and "20 2500/5000 chip 100" in wrong.text
    for change, words in (
        ({"cents-prize": "much"}, "is no amount of money"),
        ({"chips": "many"}, "is no count of chips"),
        ({"levels": "20 minutes"}, "is no level"),
        ({"pays": "all of it"}, "is no row"),
        ({"seats": "six"}, "is no number"),
        ({"id": "no name!"}, "names no tournament"),
        ({"property": "nowhere"}, "nowhere"),
        ({"sheet": "none"}, "no structure sheet"),
        ({"deals": "yes", "taxable-above": "x"}, "is no amount of money"),
    ):
        refused = sent(floor, "manager", f"{ROOT}/new", **FORM | change)
        assert (refused.status_code, words in refused.text) == (422, True), (change, refused.text[:3000])
    for _ in range(2):  # a double click
        assert sent(floor, "manager", f"{ROOT}/new", **FORM, command="post").status_code == 303
    again = sent(floor, "manager", f"{ROOT}/new", **FORM)
    assert (again.status_code, "There is a poker tournament SUN" in again.text) == (409, True)


def test_the_page_says_what_the_sheet_says_each_with_its_clause(floor: Lab) -> None:
    more = {"format": "rebuy", "cents-rebuy": "50", "rebuy-chips": "5000", "rebuy-at-most": "5000"}
    more |= {"cents-add-on": "20", "add-on-chips": "2000", "rebuy-minutes": "60", "cents-special-hands": "1"}
    sent(floor, "manager", f"{ROOT}/new", **FORM | more | {"deals": "yes"})
    page = floor.anybody().get(PAGE)
    assert page.status_code == 200
    for words in ("$80.00 to the prizes", "$50.00 for 5,000, with 5,000 or less", "$20.00 for 2,000, once", "19.F.c.9"):
        assert words in page.text
    for words in ("2,500 / 5,000", "5,000 / 10,000", "$1.00 for the special hands fund", "may divide what is left"):
        assert words in page.text
    assert "SUN" in floor.anybody().get(f"{ROOT}?house={ROOM}").text
    assert "Sunday" in floor.anybody().get(f"/room?house={ROOM}").text


# ---- registering


def test_the_desk_registers_once_and_a_refusal_stands_beside_what_was_typed(floor: Lab) -> None:
    sent(floor, "manager", f"{ROOT}/new", **FORM)
    poor = sent(floor, "clerk", f"{PAGE}/register", patron="player", card="TR-1")
    assert poor.status_code in (409, 422) and "Nothing was changed" in poor.text and 'value="TR-1"' in poor.text
    unknown = sent(floor, "clerk", f"{PAGE}/register", patron="no-one", card="TR-1")
    assert (unknown.status_code, 'value="no-one"' in unknown.text) == (422, True)
    rich(floor, "player")
    no_card = sent(floor, "clerk", f"{PAGE}/register", patron="player", card=" ")
    assert (no_card.status_code, "19.F.f" in no_card.text) == (422, True)
    for _ in range(2):
        assert sent(floor, "clerk", f"{PAGE}/register", patron="player", card="TR", command="one").status_code == 303
    assert game(floor).entries == 1
    twice = sent(floor, "clerk", f"{PAGE}/register", patron="player", card="TR")
    assert (twice.status_code, "is in." in twice.text) == (422, True)
    assert sent(floor, "dealer", f"{PAGE}/register", patron="player", card="TR").status_code == 403
    assert sent(floor, "clerk", f"{PAGE}/withdraw", patron="player").status_code == 303
    assert game(floor).entries == 0
    assert floor.program("player").get("/api/v1/me").json()["balance"] == 50_000


def test_a_visitor_of_a_demonstration_registers_and_withdraws(floor: Lab) -> None:
    sent(floor, "manager", f"{ROOT}/new", **FORM)
    guest = visitor(floor)
    page = guest.get(PAGE).text
    assert "You have seat" in page and "$900.00" in page
    form = {"csrf": csrf(page), "command": "w"}
    for _ in range(2):
        assert guest.post(f"{PAGE}/own/withdraw", data=form).status_code == 303
    assert game(floor).entries == 0 and "$1,000.00" in guest.get(PAGE).text
    late = guest.post(f"{PAGE}/own/rebuy", data=form | {"command": "r"})
    assert (late.status_code, "has not entered" in late.text) == (422, True)
    program, _ = floor.guest()
    own = f"/api/v1{PAGE}/own"
    seats = [program.post(f"{own}/enter", json={"command": "in"}).json() for _ in range(2)]
    assert seats[0] == seats[1] and seats[0]["table"] and game(floor).entries == 1
    assert program.post(f"{own}/rebuy").status_code == 422
    assert program.post(f"{own}/withdraw").json() == {"table": 0, "seat": 0}
    assert floor.program("clerk").post(f"{own}/enter").status_code == 403
    assert "It takes a player" in sent(floor, "clerk", f"{PAGE}/enter").text and game(floor).entries == 0
    floor.app.state.floor.demo = False
    outside = program.post(f"{own}/enter")
    assert (outside.status_code, "Staff register players" in outside.text) == (422, True)
    refused = guest.post(f"{PAGE}/enter", data=form | {"command": "e"})
    assert (refused.status_code, "Staff register players" in refused.text) == (422, True)
    stranger = floor.anybody()
    away = stranger.post(f"{PAGE}/enter", data={"csrf": csrf(stranger.get(PAGE).text)})
    assert away.status_code == 303 and away.headers["location"].startswith("/sign-in")


# ---- playing


def test_a_hand_is_played_by_forms_and_nobody_sees_anothers_cards(floor: Lab) -> None:
    started(floor)
    table = f"{PAGE}/tables/1"
    assert sent(floor, "player", f"{table}/act", act="deal").status_code == 403
    assert sent(floor, "dealer", f"{table}/act", act="deal").status_code == 303
    badge, number = turn(floor)
    other = "player" if badge == "player-2" else "player-2"
    hand = game(floor).tables[1].hand
    mine, theirs = hand.hole[hand.actor], hand.hole[1 - hand.actor]
    for who, hidden in ((badge, theirs), (other, mine), ("dealer", [*mine, *theirs]), ("manager", [*mine, *theirs])):
        text = floor.browser(who).get(table).text.partition("<main")[2]
        for card in hidden:
            assert f"#card-{card_name(card)}" not in text, who
    text = floor.browser(badge).get(table).text
    assert "Your turn" in text and f"#card-{card_name(mine[0])}" in text and "Tournament chips" in text
    early = sent(floor, other, f"{table}/act", act="call")
    assert early.status_code in (409, 422) and "Nothing was changed" in early.text
    stale = sent(floor, badge, f"{table}/act", act="call", number=str(int(number) - 1))
    assert (stale.status_code, "The hand moved on" in stale.text) == (409, True)
    for change, words in (({"cents": "much"}, "is no amount"), ({"cents": "0.5"}, "Chips are whole")):
        odd = sent(floor, badge, f"{table}/act", act="raise", number=number, **change)
        assert (odd.status_code, words in odd.text) == (422, True)
    assert sent(floor, badge, f"{table}/act", act="jump").status_code == 400
    for _ in range(2):
        assert sent(floor, badge, f"{table}/act", act="call", number=number, command="call").status_code == 303
    assert "call" in floor.anybody().get(table).text
    assert floor.anybody().get(f"{PAGE}/tables/9").status_code in (404, 422)


def test_nobody_plays_the_hand_of_a_player_who_has_a_screen(floor: Lab) -> None:
    """Baltimore 2.PROC.10-11 (004:141-142): one person plays a hand, with his own chips."""
    started(floor)
    table = f"{PAGE}/tables/1"
    sent(floor, "dealer", f"{table}/act", act="deal")
    badge, number = turn(floor)
    page = floor.browser("dealer").get(table).text
    assert f'name="patron" value="{badge}"' not in page
    for who in ("clerk", "dealer", "supervisor"):
        answer = sent(floor, who, f"{table}/act", act="fold", patron=badge, number=number)
        assert answer.status_code == 403
    assert "A player acts for himself here" in answer.text and game(floor).tables[1].hand is not None


def test_the_floor_keeps_the_clock_gives_penalties_and_cancels(floor: Lab) -> None:
    started(floor)
    again = sent(floor, "supervisor", f"{PAGE}/start")
    assert (again.status_code, "has begun" in again.text) == (409, True)
    assert sent(floor, "supervisor", f"{PAGE}/clock", on="no").status_code == 303
    page = floor.browser("supervisor").get(PAGE).text
    assert "stands at" in page and "Let the clock go on" in page
    halted = sent(floor, "dealer", f"{PAGE}/tables/1/act", act="deal")
    assert (halted.status_code, "The clock stands" in halted.text) == (409, True)
    assert sent(floor, "supervisor", f"{PAGE}/clock", on="yes").status_code == 303
    wrong = sent(floor, "supervisor", f"{PAGE}/penalty", patron="player", kind="prison", reason="loud")
    assert (wrong.status_code, "19.T.52" in wrong.text, 'value="loud"' in wrong.text) == (422, True, True)
    assert sent(floor, "supervisor", f"{PAGE}/penalty", patron="player", kind="missed-hand").status_code == 303
    assert sent(floor, "supervisor", f"{PAGE}/away", patron="player-2", on="yes").status_code == 303
    page = floor.browser("supervisor").get(PAGE).text
    assert "penalty, 1 to miss" in page and "away" in page
    assert sent(floor, "supervisor", f"{PAGE}/arrange").status_code == 303
    for act, form in (
        ("window", {"on": "yes"}),
        ("cash-out", {"patron": "player", "chips": "100"}),
        ("agree", {"share-player": "50"}),
        ("rebuy", {"patron": "player"}),
        ("add-on", {"patron": "player"}),
        ("cancel", {"reason": " "}),
    ):
        refused = sent(floor, "supervisor", f"{PAGE}/{act}", **form)
        assert refused.status_code in (409, 422) and "Nothing was changed" in refused.text, act
    assert sent(floor, "supervisor", f"{PAGE}/cancel", reason="storm").status_code == 303
    assert game(floor).state == "cancelled" and "Cancelled" in floor.anybody().get(PAGE).text
    assert floor.program("player").get("/api/v1/me").json()["balance"] == 50_000


def test_a_tournament_is_played_to_its_end_and_every_prize_is_signed_for(floor: Lab) -> None:
    started(floor)
    played_out(floor)
    winner = game(floor).places()[0][0]
    loser = "player" if winner == "player-2" else "player-2"
    page = floor.browser(winner).get(PAGE).text
    assert "Your prize" in page and "$112.00" in page and "Standings" in page
    assert loser not in page.partition("<main")[2], "a player does not learn who the others are"
    prize = f"{PAGE}/prizes/1"
    seen = {"identification": "MD-1", "card": "TR-1", "password": PASSWORD}
    wrong = sent(floor, "clerk", f"{prize}/check", **seen | {"password": "no"})
    assert wrong.status_code in (403, 422) and "prize1-password-error" in wrong.text and 'value="MD-1"' in wrong.text
    early = sent(floor, winner, f"{prize}/receive", password=PASSWORD)
    assert (early.status_code, "has not been checked" in early.text) == (409, True)
    for _ in range(2):
        assert sent(floor, "clerk", f"{prize}/check", **seen, command="check").status_code == 303
    assert sent(floor, loser, f"{prize}/receive", password=PASSWORD).status_code == 403
    before = floor.program(winner).get("/api/v1/me").json()["balance"]
    for _ in range(2):
        assert sent(floor, winner, f"{prize}/receive", password=PASSWORD, command="mine").status_code == 303
    assert floor.program(winner).get("/api/v1/me").json()["balance"] == before + 11_200
    assert "paid" in floor.browser("cage").get(PAGE).text
    match = seen | {"searched": "yes", "claim": "C-5", "withhold": "10"}
    assert sent(floor, "clerk", f"{PAGE}/prizes/2/check", **match).status_code == 303
    slip = {"reason": "support", "claim": "C-5", "initials": "MM", "password": PASSWORD}
    untold = sent(floor, "manager", f"{PAGE}/prizes/2/manage", **slip)
    assert (untold.status_code, "19.PAY.4" in untold.text, 'value="support"' in untold.text) == (422, True, True)
    told = slip | {"told-security": "yes", "told-surveillance": "yes"}
    assert sent(floor, "manager", f"{PAGE}/prizes/2/manage", **told).status_code == 303
    assert sent(floor, "security", f"{PAGE}/prizes/2/escort", password=PASSWORD).status_code == 303
    assert sent(floor, loser, f"{PAGE}/prizes/2/receive", password=PASSWORD).status_code == 303
    listed = floor.browser("cage").get(f"{ROOT}?house={ROOM}").text
    assert "C-5" in listed and "$10.00" in listed
    assert "C-5" not in floor.browser("player").get(f"{ROOT}?house={ROOM}").text


def test_a_guest_has_no_password_and_signs_for_his_prize_by_his_session(floor: Lab) -> None:
    sent(floor, "manager", f"{ROOT}/new", **FORM)
    guests = [visitor(floor), visitor(floor)]
    sent(floor, "supervisor", f"{PAGE}/start")
    played_out(floor)
    seen = {"identification": "MD-1", "card": "TR-1", "password": PASSWORD}
    assert sent(floor, "clerk", f"{PAGE}/prizes/1/check", **seen).status_code == 303
    winner = next(guest for guest in guests if "Sign for $112.00" in guest.get(PAGE).text)
    other = next(guest for guest in guests if guest is not winner)
    for guest, status in ((other, 403), (winner, 303), (winner, 303)):
        form = {"csrf": csrf(guest.get(PAGE).text), "command": "prize"}
        assert guest.post(f"{PAGE}/prizes/1/receive", data=form).status_code == status
    assert "$1,012.00" in winner.get(PAGE).text


def test_pages_that_are_not_there(floor: Lab) -> None:
    client = floor.anybody()
    for path in (f"{ROOT}/NONE", f"{ROOT}/NONE/tables/1", f"{ROOT}?house=hard-rock-cincinnati"):
        assert client.get(path).status_code == 404, path
    for path, form in ((f"{PAGE}/start", {}), (f"{PAGE}/prizes/1/escort", {"password": PASSWORD})):
        badge = "security" if "prizes" in path else "supervisor"
        assert sent(floor, badge, path, **form).status_code == 404, path
    assert sent(floor, "supervisor", f"{PAGE}/dance").status_code == 400


# ---- programs


def test_programs_fill_the_seats_when_a_visitor_is_in_and_play_to_the_end(floor: Lab) -> None:
    desk, programs = floor.app.state.floor.poker_tournaments, floor.app.state.floor.event_programs
    floor.do(lambda: furnish_room(floor.house, floor.app.state.floor.room, desk))
    name = "DEMO-1"
    assert floor.do(lambda: furnish_event(desk)) == name, "one is open for registration: no second one"
    page = f"{ROOT}/{name}"

    def look(seconds: float = 5.0) -> int:
        floor.clock.advance(int(seconds * SECOND_US))
        return int(floor.do(programs.look))

    waiting = game(floor, name).entries
    for _ in range(3):
        look()
    assert game(floor, name).entries == waiting, "nobody has come: they wait"
    guest = visitor(floor, page)
    for _ in range(60):
        look()
        if game(floor, name).state == "playing":
            break
    assert game(floor, name).state == "playing" and game(floor, name).entries == 9
    assert "DEMO-2" in guest.get(f"{ROOT}?house={ROOM}").text, "the next one is posted"
    me = next(badge for badge in game(floor, name).players if badge.startswith("guest-"))
    for _ in range(400):  # he never acts: he is away after a while, and the others play on
        look()
        if game(floor, name).players[me].away:
            break
    assert game(floor, name).players[me].away
    mine = game(floor, name).players[me].table
    assert "I am back" in guest.get(f"{page}/tables/{mine}").text
    back = guest.post(f"{page}/own/back", data={"csrf": csrf(guest.get(page).text)})
    assert back.status_code == 303 and not game(floor, name).players[me].away
    for _ in range(3_000):
        look()
        if game(floor, name).state == "over":
            break
    assert game(floor, name).state == "over", "who stays or not, it is played to its end"
    for _ in range(4):
        look()
    with floor.storage.reading() as conn:
        prizes = store.prizes(conn, name)
        assert floor.house.ledger.audit(conn) == []
    assert {prize.state for prize in prizes if prize.patron != me} <= {"paid"}
    assert {prize.place for prize in prizes} == {1, 2}, "two are paid, and who goes out together shares"
    assert "Standings" in guest.get(page).text


@pytest.mark.browser
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_visitor_registers_plays_and_sees_the_standings_in_a_browser(
    chromium: Any, server: Server, size: dict[str, int]
) -> None:
    floor = server.app.state.floor
    server.do(lambda: furnish_room(server.house, floor.room, floor.poker_tournaments))
    name = server.do(lambda: furnish_event(floor.poker_tournaments))
    visitor = Visitor(chromium, server, size)
    visitor.go(f"{ROOT}?house={ROOM}")
    visitor.ready()
    visitor.page.click(f"a.button[href='{ROOT}/{name}']")
    visitor.ready()
    visitor.page.click("button:has-text('Register for')")
    visitor.sees("main", "You have seat")
    visitor.ready()
    visitor.page.click("main > p a:has-text('Go to your table')")
    visitor.until("() => location.pathname.includes('/tables/')")
    visitor.ready()
    visitor.sees("#p-chips", "3,000")
    visitor.page.wait_for_selector("#p-act .decision", timeout=180_000)
    visitor.until("() => document.querySelector('#p-status').textContent.includes('Your turn')")
    number = visitor.page.get_attribute("#p-act [name=number]", "value")
    # Folds where something is to be called, else checks: a fold for nothing would ask first.
    visitor.page.click("#p-act .decision:not(.second):not([data-asks]) >> nth=0")
    visitor.until("n => document.querySelector('#p-act [name=number]')?.value !== n", number)
    visitor.until("() => document.querySelector('#p-log').textContent.includes('You')")
    if size is PHONE:
        visitor.page.click("[data-phone=hand]")
    visitor.page.click("text=Standings, places and prizes")
    visitor.ready()
    visitor.sees("#e-figures", "of 9")
    visitor.sees("#e-tables", "You")
    visitor.sees("#e-places", "$")
    assert re.search(r"\d+:\d\d", visitor.page.inner_text("#e-figures"))
    visitor.close()
