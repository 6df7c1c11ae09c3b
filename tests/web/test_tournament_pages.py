"""Table tournaments through the pages: planned, entered, withdrawn, drawn, played, ended, paid; what is refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US

from .lab import PLACE, Lab, csrf, lab, sent
from .server import Server
from .test_second_factor import code
from .visitor import DESK, PHONE, Visitor

FORM = {
    "id": "FRIDAY",
    "name": "The Friday open",
    "game": f"{PLACE}/mini-midi-baccarat",
    "chips": "1,000",
    "least": "25",
    "rounds": "1",
    "seats": "4",
    "advance": "1",
    "betting-order": "fixed",
    "fee": "$100.00",
    "prizes": "70, 20",
}
PAGE = "/tournaments/FRIDAY"


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(365 * DAY_US)
        yield made


def planned(floor: Lab) -> None:
    """The Friday open: planned by a manager, its rules approved by the office."""
    assert sent(floor, "manager", "/tournaments/new", **FORM).status_code == 303
    approved = sent(floor, "commission", f"{PAGE}/approve", password=PASSWORD, reference="Letter 7")
    assert approved.status_code == 303, approved.text


def visitor(floor: Lab) -> Any:
    """Somebody without a session enters: a guest with demo chips."""
    client = floor.anybody()
    form = {"csrf": csrf(client.get(PAGE).text)}
    answer = client.post(f"{PAGE}/enter", data=form)
    assert answer.status_code == 303, answer.text
    return client


def test_a_plan_is_checked_and_every_fault_is_said_at_once(floor: Lab) -> None:
    assert sent(floor, "supervisor", "/tournaments/new", **FORM).status_code == 403
    wrong = sent(floor, "manager", "/tournaments/new", **FORM | {"rounds": "", "betting-order": ""})
    assert wrong.status_code == 422
    for words in ("A table must end", "The betting order is missing"):
        assert words in wrong.text
    assert 'value="The Friday open"' in wrong.text  # what was entered stays
    for change, words in (
        ({"fee": "much"}, "is no amount"),
        ({"seats": "many"}, "is no number"),
        ({"prizes": "half"}, "whole percents"),
        ({"prizes": "70, 40"}, "100 together at most"),
        ({"id": "no name!"}, "names no tournament"),
        ({"game": f"{PLACE}/roulette"}, "no rules on tournaments"),
        ({"game": "nowhere/craps"}, "nowhere"),
    ):
        refused = sent(floor, "manager", "/tournaments/new", **FORM | change)
        assert (refused.status_code, words in refused.text) == (422, True), change
    assert sent(floor, "manager", "/tournaments/new", **FORM).status_code == 303
    again = sent(floor, "manager", "/tournaments/new", **FORM)
    assert (again.status_code, "There is a tournament FRIDAY" in again.text) == (409, True)


def test_the_form_shows_what_a_game_leaves_to_the_rules_and_the_page_what_was_stated(floor: Lab) -> None:
    cards = FORM | {"game": f"{PLACE}/blackjack"}
    looked = sent(floor, "manager", "/tournaments/new", **cards, look="1")
    assert (looked.status_code, 'name="option.tournament-ace-hands"' in looked.text) == (200, True)
    assert 'value="The Friday open"' in looked.text and 'name="option.tournament"' not in looked.text
    assert "FRIDAY" not in floor.browser("manager").get("/tournaments").text  # nothing was planned by looking
    other = sent(floor, "manager", "/tournaments/new", **FORM, **{"option.tournament-ace-hands": "4"})
    assert (other.status_code, "no option of a tournament" in other.text) == (422, True)
    assert 'name="option.dragon-bonus"' in other.text  # those of the game that was chosen
    stated = {"option.tournament-ace-hands": "4", "option.tournament-blackjack": ""}
    assert sent(floor, "manager", "/tournaments/new", **cards, **stated).status_code == 303
    page = floor.browser("commission").get(PAGE).text
    assert "Tournament ace hands" in page and "Tournament blackjack" not in page


def test_what_everybody_wagers_at_a_craps_tournament_is_named_as_its_book_names_it(floor: Lab) -> None:
    dice = FORM | {"game": f"{PLACE}/craps", "first-shooter": "draw", "dice-pass": "clockwise"}
    assert sent(floor, "manager", "/tournaments/new", **dice).status_code == 303
    page = floor.browser("commission").get(PAGE).text
    assert "Pass Bet or Don&#39;t Pass Bet, every round" in page and "drawn by lot" in page


def test_who_enters_may_withdraw_until_the_draw(floor: Lab) -> None:
    planned(floor)
    floor.do(lambda: floor.app.state.floor.cage.demo_chips(PLACE, "player", 5_00))  # not enough, yet not none
    poor = sent(floor, "player", f"{PAGE}/enter")
    assert (poor.status_code, "buy in at the cage first" in poor.text, "To the cage" in poor.text) == (422, True, True)
    first, second = visitor(floor), visitor(floor)
    page = first.get(PAGE).text
    assert "$200.00" in page  # the purse
    form = {"csrf": csrf(page), "command": "w"}
    for _ in range(2):  # a double click
        assert first.post(f"{PAGE}/withdraw", data=form).status_code == 303
    assert "$100.00" in first.get(PAGE).text
    again = first.post(f"{PAGE}/withdraw", data=form | {"command": "w2"})
    assert (again.status_code, "has not entered" in again.text) == (409, True)
    assert first.post(f"{PAGE}/enter", data=form | {"command": "e2"}).status_code == 303  # a new number, not a used one
    signed = {"password": PASSWORD, "stage": "0"}
    assert sent(floor, "supervisor", f"{PAGE}/draw", **signed).status_code == 303
    late = second.post(f"{PAGE}/withdraw", data={"csrf": csrf(second.get(PAGE).text)})
    assert (late.status_code, "Entries stand" in late.text) == (409, True)
    stale = sent(floor, "supervisor", f"{PAGE}/draw", **signed)
    assert (stale.status_code, "is at stage 1" in stale.text) == (409, True)
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []


def test_who_is_not_at_turn_finds_his_areas_and_chips_closed_and_reads_why(floor: Lab) -> None:
    planned(floor)
    players = [visitor(floor), visitor(floor)]
    sent(floor, "supervisor", f"{PAGE}/draw", password=PASSWORD)
    shown = [client.get("/tables/FRIDAY-1-1").text for client in players]
    mine = [page for page in shown if "Your turn to wager" in page]
    other = [page for page in shown if "Your turn to wager" not in page]
    assert (len(mine), len(other)) == (1, 1)
    assert 'data-wagering="1"' in mine[0]
    assert "wagers before position" not in mine[0]
    assert 'data-wagering="0"' in other[0]
    assert "Wait for your turn" in other[0]
    assert "not now: Position" in other[0]  # each area says it


def test_forms_of_who_runs_it_take_a_password_and_stand_for_nobody_else(floor: Lab) -> None:
    planned(floor)
    alone = visitor(floor)
    early = sent(floor, "supervisor", f"{PAGE}/draw", password=PASSWORD)
    assert (early.status_code, "At least two participants" in early.text) == (409, True)
    visitor(floor)
    wrong = sent(floor, "supervisor", f"{PAGE}/draw", password="not it")
    assert (wrong.status_code, "Nothing was changed" in wrong.text) == (422, True)
    assert sent(floor, "supervisor", f"{PAGE}/draw", password=PASSWORD).status_code == 303
    table = "FRIDAY-1-1"
    playing = sent(floor, "supervisor", f"{PAGE}/end", password=PASSWORD, table=table)
    assert (playing.status_code, "still plays" in playing.text) == (409, True)
    assert sent(floor, "supervisor", f"{PAGE}/end", password=PASSWORD, table="BIG-101").status_code == 404
    assert sent(floor, "supervisor", f"{PAGE}/pay", password=PASSWORD).status_code == 403
    unpaid = sent(floor, "manager", f"{PAGE}/pay", password=PASSWORD)
    assert (unpaid.status_code, "is playing" in unpaid.text) == (409, True)
    assert sent(floor, "supervisor", f"{PAGE}/fly", password=PASSWORD).status_code == 422
    # Names are for the staff; a player learns numbers.
    badges = floor.program("manager").get("/api/v1/tournaments/FRIDAY").json()["entries"]
    assert badges[1] not in alone.get(PAGE).text
    assert f"guest {badges[0][6:12]}" in floor.program("supervisor").get(PAGE).text
    # Its table is neither opened nor closed from the pit.
    refused = sent(floor, "supervisor", f"/pit/{table}/begin-closing")
    assert "belongs to FRIDAY" in refused.text


def test_a_manager_calls_it_off_and_the_fees_go_back(floor: Lab) -> None:
    planned(floor)
    guests = [visitor(floor) for _ in range(2)]
    assert sent(floor, "supervisor", f"{PAGE}/draw", password=PASSWORD).status_code == 303
    assert "Call it off" not in floor.browser("supervisor").get(PAGE).text
    assert "Call it off and sign" in floor.browser("manager").get(PAGE).text
    form = {"password": PASSWORD, "reason": "a leak in the roof", "command": "off"}
    wordless = sent(floor, "manager", f"{PAGE}/call-off", **form | {"reason": " ", "command": "no"})
    assert (wordless.status_code, "takes a reason" in wordless.text) == (422, True)
    for _ in range(2):  # a double click
        assert sent(floor, "manager", f"{PAGE}/call-off", **form).status_code == 303
    page = guests[0].get(PAGE).text
    assert "Called off. The fees went back." in page and "Call it off" not in page
    assert guests[0].get("/tables/FRIDAY-1-1", follow_redirects=False).headers["location"] == PAGE
    assert floor.program("manager").get("/api/v1/tournaments/FRIDAY").json()["purse"] == 0
    again = floor.program("manager").post("/api/v1/tournaments/FRIDAY/call-off", json={**form, "command": "late"})
    assert again.status_code == 409
    assert "Called off" in floor.browser("manager").get("/tournaments").text
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []


def test_signatures_take_the_code_of_who_has_a_second_factor(floor: Lab) -> None:
    planned(floor)
    visitor(floor), visitor(floor)
    wants = {"role": "supervisor", "wanted": True}
    client = floor.program("supervisor")
    client.post("/api/v1/me/second-factor", json={"password": PASSWORD}).raise_for_status()
    client.post("/api/v1/me/second-factor/confirm", json={"code": code(floor, "supervisor")}).raise_for_status()
    floor.program("admin-demo").post("/api/v1/second-factor/roles", json=wants).raise_for_status()
    client = floor.anybody(authorization=f"Bearer {floor.house.people.new_token('supervisor', 'again')}")
    assert 'name="code"' in client.get(PAGE).text
    draw = {"password": PASSWORD, "command": "draw-it"}
    for path in (f"{PAGE}/draw", "/api/v1/tournaments/FRIDAY/draw"):
        assert client.post(path, json=draw).status_code in (403, 422), path
        assert client.post(path, json=draw | {"code": "000000"}).status_code == 422, path
    assert client.get("/api/v1/tournaments/FRIDAY").json()["tables"] == []
    right = {"code": code(floor, "supervisor")}
    assert client.post(f"{PAGE}/draw", json=draw | right).status_code == 303
    assert client.post(f"{PAGE}/draw", json=draw | right).status_code == 303  # sent twice, it is recalled
    assert len(client.get("/api/v1/tournaments/FRIDAY").json()["tables"]) == 1


def test_a_supervisor_goes_on_for_who_is_away(floor: Lab) -> None:
    """Everybody has left: the least wagers, the close, and the table reaches its limit; each form acts once."""
    planned(floor)
    players = [visitor(floor) for _ in range(2)]
    sent(floor, "supervisor", f"{PAGE}/draw", password=PASSWORD)
    done = []
    for _ in range(3):
        page = floor.program("supervisor").get(PAGE).text
        entry = page.split('name="entry" value="')[1].split('"')[0]
        done.append(page.split("lets the table go on: ")[1].split(".</p>")[0])
        form = {"password": PASSWORD, "table": "FRIDAY-1-1", "entry": entry}
        assert sent(floor, "supervisor", f"{PAGE}/go-on", **form).status_code == 303
        again = sent(floor, "supervisor", f"{PAGE}/go-on", **form)
        assert again.status_code == 409, done
    assert [words.partition(" for ")[0] for words in done] == ["wager $25 on Banker"] * 2 + ["close the wagers"]
    station = players[0].get("/tables/FRIDAY-1-1").text
    assert "The table has reached its limit" in station and "Wagers open" not in station
    assert sent(floor, "supervisor", f"{PAGE}/end", password=PASSWORD, table="FRIDAY-1-1").status_code == 303
    assert floor.anybody().get("/tables/FRIDAY-1-1").headers["location"] == PAGE  # ended: its standings are there
    assert sent(floor, "manager", f"{PAGE}/pay", password=PASSWORD).status_code == 303
    paid = floor.program("manager").get(PAGE).text
    assert "Equal chips at the end" in paid and "equal chips were parted by lot" in paid
    assert "$140.00" in paid
    assert "$40.00" in paid
    assert "FRIDAY-1-1" not in floor.anybody().get("/").text
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []


# ---- in the browser


@pytest.mark.browser
def test_a_small_tournament_in_the_browser(chromium: Any, server: Server) -> None:
    """Two visitors enter from the lobby, play one round in turn, and the winner is paid."""
    manager, supervisor = (Visitor(chromium, server, DESK) for _ in range(2))
    manager.sign_in("manager", "/tournaments/new")
    page = manager.page
    for name in ("id", "name", "rounds", "seats", "advance", "fee", "prizes"):
        page.fill(f"[name={name}]", FORM[name])
    page.select_option("[name=game]", FORM["game"])
    page.select_option("[name=betting-order]", "fixed")
    with page.expect_navigation():
        page.click("button:has-text('Plan the tournament')")
    manager.sees("#t-figures", "Waits for approval")
    office = Visitor(chromium, server, DESK)
    office.sign_in("commission", PAGE)
    office.page.fill("[name=password]", PASSWORD)
    with office.page.expect_navigation():
        office.page.click("button:has-text('Approve and sign')")
    manager.sees("#t-figures", "Open for entry")

    players = [Visitor(chromium, server, DESK), Visitor(chromium, server, PHONE)]
    for player in players:
        player.go(f"/?house={PLACE}")
        player.page.click("#l-tournaments a:has-text('Look and enter The Friday open')")
        with player.page.expect_navigation():
            player.page.click("button:has-text('Enter for $100.00')")
        player.sees("#t-figures", "you are in")
    manager.sees("#t-figures", "$200.00")  # by itself

    supervisor.sign_in("supervisor", PAGE)
    supervisor.ready()
    supervisor.page.fill("[name=password]", PASSWORD)
    with supervisor.page.expect_navigation():
        supervisor.page.click("button:has-text('draw the tables')")
    for player in players:
        player.page.click("p.notice a:has-text('Go to your table')")
        player.ready()
        player.sees("#s-strip", "1 round left")
    first, second = sorted(players, key=lambda p: "Your turn" not in p.page.inner_text("#s-strip"))
    first.sees("#s-strip", "Your turn to wager")
    supervisor.sees("#t-tables", "wagers next")
    for player in (first, second):
        player.sees("#s-strip", "Your turn to wager")
        player.page.click("[data-chip='2500']")
        player.place("banker" if player is first else "player")
    for player in (first, second):
        player.page.click("form[data-act='ready'] button.decision")
    for player in players:
        player.sees("#s-strip", "A supervisor ends it")

    for who, button in ((supervisor, "End table FRIDAY-1-1"), (manager, "Pay the places and sign")):
        who.page.wait_for_selector(f"button:has-text('{button}')")  # the page has looked again by itself
        who.page.locator("form", has_text=button).locator("[name=password]").fill(PASSWORD)
        with who.page.expect_navigation():
            who.page.click(f"button:has-text('{button}')")
    manager.sees("#t-figures", "Paid")
    manager.sees("#t-prizes", "$140.00")
    for visitor_ in (manager, supervisor, *players):
        visitor_.close()
