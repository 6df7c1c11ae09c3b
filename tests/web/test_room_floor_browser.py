"""What a brush and a floor person decide by clicks: refusals, one player too many, a call nobody hears, the slips."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US, MINUTE_US, HandClock, Sources, system_clock

from .at_the_board import PLACE, Board, sitting
from .server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LIST = ".b-list:has-text('1\u2013$3')"


class Evening:
    """A house whose clock is moved by hand, with a brush and a floor person at its board."""

    def __init__(self, chromium: Any, server: Server, clock: HandClock) -> None:
        self.chromium, self.server, self.clock = chromium, server, clock
        self.floor, self.brush = Board(chromium, server, "supervisor"), Board(chromium, server, "clerk")

    def seats(self, table: str, *names: str, first: int = 1) -> None:
        """Players walk in and sit down, one after the other, where nobody waits."""
        for number, name in enumerate(names, first):
            self.clock.advance(MINUTE_US)
            self.brush.go(f"?table={table}&seat={number}")
            self.brush.did("seat", within="#b-panel", patron=name, cents="200")

    def refuses(self, table: str, seat: int, words: str) -> str:
        """A press on one of the two refusals of a player; what the page said against it."""
        self.brush.go()
        self.brush.seat(table, seat)
        forms = self.brush.page.locator("#b-panel form[action$='/board/refuse']")
        return self.brush.send(forms.filter(has_text=words), words, counted="200")

    def listed(self) -> list[tuple[str, str]]:
        """The list as it stands on the board: initials, and how each name stands."""
        self.brush.go()
        rows = self.brush.page.locator(f"{LIST} .b-line")
        return [
            (row.locator("strong").first.inner_text(), row.locator("strong").last.inner_text()) for row in rows.all()
        ]

    def later(self, minutes: int) -> None:
        """Time passes while both go on looking at the board: who is idle too long is signed out."""
        for _ in range(minutes // 10):
            self.clock.advance(10 * MINUTE_US)
            self.floor.go()
            self.brush.go()

    def close_down(self, *tables: str) -> None:
        """Everybody goes home, so that the next evening begins with empty lists."""
        for table in tables:
            for seat in sitting(self.server, table):
                self.floor.go(f"?table={table}&seat={seat}")
                self.floor.did("leave", counted="200")
            self.floor.go(f"?table={table}")
            self.floor.page.click("summary:has-text('Break or close')")
            self.floor.did("close", button="Close the table")
        self.brush.go()
        while self.brush.page.locator(".b-line").count():
            with self.brush.page.expect_navigation():
                self.brush.page.locator(".b-line").first.click()
            self.brush.visitor.ready()
            self.brush.did("withdraw", within=".b-name.current")
            self.brush.go()


@pytest.fixture(scope="module")
def evening(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    clock = HandClock(system_clock())
    running = Server(tmp_path_factory.mktemp("floor"), [], sources=Sources(clock))
    made = Evening(chromium, running, clock)
    yield made
    made.floor.visitor.close()
    made.brush.visitor.close()
    running.close()


def test_will_not_move_and_will_not_play_short_are_refusals_of_their_own(evening: Evening) -> None:
    """2.SEAT.11 and 2.SEAT.12: out for an hour; at the bottom for an hour with four or five; in order with three."""
    floor, brush = evening.floor, evening.brush
    floor.spread("RF-1", "2")
    floor.spread("RF-2", "8", "RF-1")
    evening.seats("RF-1", "Main One", "Main Two")
    evening.seats("RF-2", "Anna Berg", "Ben Cole", "Cora Dunn", "Dan Ems", "Eva Falk", "Finn Gray")
    # Six play: that is not short-handed, and nothing changes.
    assert "6 play here" in evening.refuses("RF-2", 1, "Will not play short")
    assert sitting(evening.server, "RF-2")[1] == "Anna Berg" and evening.listed() == []
    # He will not move: he is out of this game and its list for an hour.
    assert evening.refuses("RF-2", 1, "Will not move") == ""
    assert 1 not in sitting(evening.server, "RF-2") and evening.listed() == []
    brush.go()
    assert "60 minutes more" in brush.send(brush.form("join", LIST), patron="Anna Berg")
    brush.go("?table=RF-2&seat=1")
    assert brush.send(brush.form("seat", "#b-panel"), patron="Anna Berg", cents="200") != ""
    assert 1 not in sitting(evening.server, "RF-2")
    # With five and with four players who does not play goes below everybody, for an hour.
    for seat, short in ((2, "BC"), (3, "CD")):
        assert evening.refuses("RF-2", seat, "Will not play short") == ""
        assert evening.listed()[-1] == (short, "out 60 min more")
    brush.did("join", within=LIST, patron="Gail Hahn")
    assert [row[0] for row in evening.listed()] == ["BC", "CD", "GH"]
    # With three his order is kept: before all who wait, and the open seat of the main game is his.
    assert evening.refuses("RF-2", 4, "Will not play short") == ""
    assert evening.listed()[0] == ("DE", "keeps his must-move place")
    floor.go("?table=RF-1&seat=2")
    floor.did("leave", counted="200")
    brush.go()
    assert "DE is called to RF-1 seat 2" in brush.page.inner_text("#b-first")
    brush.did("give", within="#b-opening")
    brush.opened("Dan Ems")
    brush.did("seat", within=".b-name.current", to="RF-1", to_seat="2", cents="200")
    # The next seats are theirs who still play; who was sent to the bottom is out, and comes after them and the hour.
    for seat, mover in ((1, "EF"), (2, "FG")):
        floor.go(f"?table=RF-1&seat={seat}")
        floor.did("leave", counted="200")
        brush.go()
        assert f"{mover} moves up to RF-1 seat {seat}" in brush.page.inner_text("#b-first")
        brush.did("give", within="#b-opening", counted="200")
    floor.go("?table=RF-1&seat=1")
    floor.did("leave", counted="200")
    brush.go()
    assert "BC is called" not in brush.page.inner_text("#b-first")
    evening.later(60)
    assert evening.listed()[:2] == [("BC", "keeps his must-move place"), ("CD", "keeps his must-move place")]
    assert "BC is called to RF-1 seat 1" in brush.page.inner_text("#b-first")
    assert brush.send(brush.form("join", LIST), patron="Anna Berg") == ""
    evening.close_down("RF-2", "RF-1")


def test_the_seat_of_the_first_who_quits_an_over_full_game_goes_from_the_board(evening: Evening) -> None:
    """2.SEAT.10: a supervisor starts a game with one player too many; the brush may not."""
    floor, brush = evening.floor, evening.brush
    floor.spread("OF-1", "4")
    evening.seats("OF-1", "Anna Arm", "Ben Bow", "Cora Cap", "Dan Dot")
    brush.go("?table=OF-1")
    assert brush.page.locator("summary:has-text('one player too many')").count() == 0
    floor.go("?table=OF-1")
    floor.page.click("summary:has-text('one player too many')")
    form = floor.page.locator("#b-panel details:has-text('one player too many') form")
    assert floor.send(form, "Seat", patron="Eva Elm", cents="200") == ""
    assert sitting(evening.server, "OF-1")[5] == "Eva Elm"
    floor.go("?table=OF-1")
    assert floor.page.locator("summary:has-text('one player too many')").count() == 0
    # The first who quits takes his seat with him.
    floor.seat("OF-1", 2)
    floor.did("leave", counted="150")
    floor.go()
    assert floor.page.locator(".b-disc.removed").count() == 1
    assert floor.page.locator(".b-oval a[aria-label='Seat 2 was removed']").count() == 1
    assert floor.page.locator(".b-tile:has-text('OF-1') .pill").inner_text() == "Full"
    brush.go()
    brush.did("join", within=LIST, patron="Finn Fox")
    brush.opened("Finn Fox")
    refused = brush.send(
        brush.form("seat", ".b-name.current"), "Seat", **{"to": "OF-1", "to_seat": "2", "cents": "200"}
    )
    assert "Seat 2 was removed" in refused and "2.SEAT.10" in refused
    # The next one leaves a seat like any other; when the fifth goes the table has its own four again.
    floor.go("?table=OF-1&seat=5")
    floor.did("leave", counted="150")
    floor.go()
    assert floor.page.locator(".b-disc.removed").count() == 0
    assert floor.page.locator(".b-oval a[aria-label='Seat 2 is open']").count() == 1
    evening.close_down("OF-1")


def test_what_was_refused_stands_beside_its_form_with_what_was_typed(chromium: Any, tmp_path: Path) -> None:
    """At an open seat and at a name of the list: one corrects the sum, and types nothing else again."""
    house = Server(tmp_path, [])
    floor, brush = Board(chromium, house, "supervisor"), Board(chromium, house, "clerk")
    floor.spread("RF-1", "4")
    brush.go("?table=RF-1&seat=2")
    assert "least buy-in" in brush.send(brush.form("seat", "#b-panel"), patron="Anna Arm", cents="5")
    form = brush.form("seat", "#b-panel")
    assert form.locator(".notice.error").count() == brush.page.locator(".notice.error").count() == 1
    assert [form.locator(f"[name='{name}']").input_value() for name in ("patron", "cents")] == ["Anna Arm", "5"]
    assert brush.form("give", "#b-panel").locator("[name='patron']").input_value() == "", "no other form has it"
    brush.did("seat", within="#b-panel", cents="200")
    assert sitting(house, "RF-1") == {2: "Anna Arm"}
    brush.did("join", within=LIST, patron="Gus Gold")
    brush.opened("Gus Gold")
    assert "least buy-in" in brush.send(brush.form("seat", ".b-name.current"), to_seat="3", cents="6")
    form = brush.form("seat", ".b-name.current")
    assert form.locator(".notice.error").is_visible() and form.locator("[name='cents']").input_value() == "6"
    floor.visitor.close()
    brush.visitor.close()
    house.close()


def test_a_call_that_nobody_answers_runs_out_on_the_board(evening: Evening) -> None:
    """2.PROC.22: after ten minutes the seat is given on if another waits; who said that he goes keeps his place."""
    floor, brush = evening.floor, evening.brush
    floor.spread("TM-1", "4")
    evening.seats("TM-1", "Anna Arm", "Ben Bow", "Cora Cap")
    brush.go()
    floor.go()
    typed = floor.form("join", LIST).locator("[name='patron']")
    typed.fill("Jo")
    for name in ("Gus Gold", "Hal Hill", "Ida Iron"):
        brush.did("join", within=LIST, patron=name)
    # What comes while somebody types is shown when he has ended.
    floor.visitor.sees("#b-first", "GG")
    assert typed.input_value() == "Jo" and floor.page.locator(f"{LIST} .b-line").count() == 0
    typed.fill("")
    floor.page.keyboard.press("Tab")
    floor.page.locator("#b-search").focus()
    floor.visitor.counts(".b-list .b-line", 3)
    brush.did("give", within="#b-opening")
    assert evening.listed()[0] == ("GG", "10:00 left")
    evening.clock.advance(9 * MINUTE_US)
    floor.go()
    assert evening.listed()[0] == ("GG", "1:00 left")
    # The room looks by itself: he is struck, the board says so without being asked, and the next is to be called.
    evening.clock.advance(MINUTE_US)
    brush.visitor.sees("#b-first", "HH is called to TM-1 seat 4")
    assert [row[0] for row in evening.listed()] == ["HH", "II"]
    brush.opened("Hal Hill")
    brush.did("away", within=".b-name.current")
    brush.go()
    brush.did("give", within="#b-opening")  # the one who went away is passed over
    assert ("II", "10:00 left") in evening.listed()
    brush.opened("Hal Hill")
    brush.did("here", within=".b-name.current")
    evening.later(10)
    brush.visitor.sees("#b-first", "HH is called to TM-1 seat 4")
    assert [row[0] for row in evening.listed()] == ["HH"]
    # Nobody else waits: his call is kept though its time has passed.
    brush.did("give", within="#b-opening")
    evening.later(20)
    assert evening.listed() == [("HH", "lapsed")]
    evening.close_down("TM-1")


def test_bankroll_tickets_come_from_the_visits_on_record_by_clicks(evening: Evening) -> None:
    """20.SH.6: an hour at the tables earns a ticket; the hours are those of the visits, counted once."""
    evening.floor.spread("BK-1", "4")
    evening.seats("BK-1", "Roll One")
    evening.later(30)
    evening.seats("BK-1", "Roll Two", first=2)
    evening.later(40)
    now = evening.clock.now_us
    terms = {"id": "ROLL", "property": PLACE, "kind": "bankroll", "tables": ["BK-1"], "amount": 100_00, "minutes": 60}
    manager = Board(evening.chromium, evening.server, "manager")
    posted = evening.server.client("manager").post(
        "/api/v1/promotions", json=terms | {"from_us": now - DAY_US, "to_us": now + DAY_US}
    )
    posted.raise_for_status()
    for _ in range(2):  # counted again, never added again
        manager.visitor.go("/promotions/ROLL")
        with manager.page.expect_navigation():
            manager.page.click("form[action$='/hours'] button")
        rows = manager.page.locator("section[aria-labelledby=played] tbody tr").all_inner_texts()
        played = {row.split("\t")[0].strip(): int(row.split("\t")[1]) for row in rows}
        assert sorted(played.values()) == [40, 71], rows
    manager.visitor.close()
    evening.close_down("BK-1")


def test_a_table_opens_and_closes_by_clicks_with_its_rack_and_deck_slips(evening: Evening) -> None:
    """The slips of 3.TBL, 4, 5 and 6, each at the page of who signs it."""
    floor = evening.floor
    manager = Board(evening.chromium, evening.server, "manager")
    floor.go()
    floor.page.click("summary:has-text('Spread a game')")
    about = {"id": "CL-1", "small": "2", "big": "5", "mode": "dealer", "jackpot": "yes"}
    floor.did("spread", button="Spread it", **about)
    manager.go()
    new = "section[aria-label='New table CL-1']"
    manager.did("rack", within=new, par="500", password=PASSWORD)
    floor.go()
    floor.did("dealer", within=new, dealer="dealer")
    floor.page.click("summary:has-text('Receive a deck')")
    floor.did("deck", deck="D-70", password=PASSWORD)
    dealer = Board(evening.chromium, evening.server, "dealer")
    forms = dealer.page.locator(f"{new} form[action$='/board/slip']")
    rack = {"chips-2500": "20", "password": PASSWORD}
    assert dealer.send(forms.filter(has=dealer.page.locator("[name='chips-2500']")), **rack) == ""
    assert dealer.send(forms.filter(has_text="Deck, by its label"), deck="D-70", password=PASSWORD) == ""
    boxes = forms.filter(has_text="on the table")
    for box in boxes.locator("[type=checkbox]").all():
        box.check()
    assert dealer.send(boxes, password=PASSWORD) == ""
    listed = dealer.page.locator(f"{new} form[action$='/board/checklist']")
    for one in listed.locator("[type=checkbox]").all():
        one.check()
    assert dealer.send(listed, password=PASSWORD) == ""
    floor.go()
    sign = floor.page.locator("form[action$='/board/sign']")
    assert floor.send(sign.filter(has=floor.page.locator("[name='chips-2500']")), **rack) == ""
    assert floor.send(sign, password=PASSWORD) == ""
    floor.did("open", within=new, button="Open the table")
    assert floor.page.locator(".b-tile h2 a:text-is('CL-1')").count() == 1
    # It closes: the count, the deck and the container, and then it is gone by itself.
    floor.go("?table=CL-1")
    floor.page.click("summary:has-text('Break or close')")
    floor.did("close", button="Close the table")
    closing = "section[aria-label='Closing CL-1']"
    assert "D-70" in floor.page.inner_text(closing)
    dealer.go()
    forms = dealer.page.locator(f"{closing} form[action$='/board/slip']")
    count = forms.filter(has_text="Shift that ended")
    assert dealer.send(count, shift="swing", **rack) == ""
    deck = dealer.page.locator(f"{closing} form[action$='/board/slip']").filter(has_text="D-70")
    for one in deck.locator("[type=checkbox]").all():
        one.check()
    assert dealer.send(deck, password=PASSWORD) == ""
    floor.go()
    sign = floor.page.locator("form[action$='/board/sign']").filter(has_text="Container waits")
    assert "Not done" in floor.send(sign, **rack)
    for one in sign.locator("[type=checkbox]").all():
        one.check()
    assert floor.send(sign, **rack) == ""
    floor.visitor.until("() => ![...document.querySelectorAll('.b-tile h2')].some(one => one.innerText === 'CL-1')")
    assert evening.server.app.state.floor.room.floor_table("CL-1").state == "closed"
    for board in (manager, dealer):
        board.visitor.close()
