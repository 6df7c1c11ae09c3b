"""Cleveland's and Oneida's rooms by clicks: exchanges, the first buy-in, tips, promotions, visits and comps."""

import datetime
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record import accounts
from croupier.house.record.clock import DAY_US, MINUTE_US, HandClock, Sources, system_clock
from croupier.web.kit import guard

from .money_table import WITH_ADMIN
from .server import Server
from .two_rooms import Room
from .visitor import DESK, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CLEVELAND, ONEIDA, TABLE = "horseshoe-cleveland", "oneida", "P-1"
# Whatever lies folded over a form is opened.
OPEN = "form => { for (let at = form; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true; }"
_names = itertools.count(1)


class Served:
    """What `Room` asks of a house, behind a server that browsers call too."""

    def __init__(self, server: Server, clock: HandClock) -> None:
        self.server, self.clock, self.house, self.storage = server, clock, server.house, server.house.storage
        self.app, self.do, self.program = server.app, server.do, server.client


class Desk:
    """One person at a window of his own, who fills a form of a page and presses its button."""

    def __init__(self, chromium: Any, server: Server, badge: str) -> None:
        self.visitor = Visitor(chromium, server, DESK)
        self.visitor.known(badge)
        self.page = self.visitor.page

    def send(self, form: Any, **fields: Any) -> str:
        """What the page refused, or nothing."""
        form.evaluate(OPEN)
        for name, value in ({"password": PASSWORD} | fields).items():
            field = form.locator(f"[name='{name}']:not([type='hidden'])")
            if not field.count() and name == "password":
                continue
            if field.first.evaluate("e => e.tagName") == "SELECT":
                field.first.select_option(value)
            elif field.first.get_attribute("type") == "checkbox":
                field.first.set_checked(bool(value))
            else:
                field.first.fill(str(value))
        with self.page.expect_navigation():
            form.locator("button:not([type='button'])").last.click()
        wrong = self.page.locator(".notice.error, .field-error, [role=alert]")
        return str(wrong.first.inner_text()) if wrong.count() else ""

    def papers(self, place: str = CLEVELAND) -> None:
        self.visitor.go(f"/room/papers?house={place}")

    def begins(self, kind: str, **fields: Any) -> str:
        self.papers()
        form = self.page.locator(f"form[action='/room/papers/slip']:has([name='kind'][value='{kind}'])")
        return self.send(form, **fields)

    def signs(self, kind: str, **fields: Any) -> str:
        """The next line of the only slip of a kind that is under way."""
        self.papers()
        form = self.page.locator(f"form[action='/room/papers/sign']:has([name='kind'][value='{kind}'])")
        return self.send(form.first, **fields)


class Floor:
    def __init__(self, chromium: Any, server: Server, room: Room, clock: HandClock) -> None:
        self._chromium, self.server, self.room, self.clock = chromium, server, room, clock
        self._desks: dict[str, Desk] = {}

    def __call__(self, badge: str) -> Desk:
        if badge not in self._desks:
            self._desks[badge] = Desk(self._chromium, self.server, badge)
        return self._desks[badge]

    def close(self) -> None:
        for desk in self._desks.values():
            desk.visitor.close()


@pytest.fixture(scope="module")
def floor(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    clock = HandClock(system_clock())
    running = Server(tmp_path_factory.mktemp("two-rooms"), [], sources=Sources(clock))
    running.app.state.floor.sign_ins = guard.Pace(10**6, 60)
    room = Room(Served(running, clock), CLEVELAND)  # type: ignore[arg-type]
    room.open(TABLE)
    made = Floor(chromium, running, room, clock)
    yield made
    made.close()
    running.close()


def where(room: Room) -> list[int]:
    return room.balance(accounts.inventory(TABLE), accounts.transit(CLEVELAND), accounts.cage(CLEVELAND))


def test_a_tables_bank_is_changed_evenly_under_lammers_at_the_papers(floor: Floor) -> None:
    """22.A, every line at the page of who signs it."""
    rack, _, cage = where(floor.room)
    assert floor("dealer").begins("even-exchange", table=TABLE, cents="60", **{"chips-500": 8}) == ""
    assert floor("supervisor").signs("even-exchange", cents="60", **{"chips-500": 8}) == ""
    assert "22.A" in floor("clerk").signs("even-exchange", lammers="90")
    assert where(floor.room) == [rack, 0, cage]
    assert floor("clerk").signs("even-exchange", lammers="100") == ""
    assert where(floor.room) == [rack - 100_00, 100_00, cage]
    assert "is not even" in floor("cage").signs("even-exchange", **{"chips-100": 99})
    assert floor("cage").signs("even-exchange", **{"chips-100": 100}) == ""
    assert floor("dealer").signs("even-exchange", **{"chips-100": 100}) == ""
    assert "still lie" in floor("supervisor").signs("even-exchange")
    assert floor("supervisor").signs("even-exchange", lammers_collected=True) == ""
    assert where(floor.room) == [rack, 0, cage]


def test_a_patron_changes_cash_for_chips_of_the_rooms_bank_at_the_papers(floor: Floor) -> None:
    """22.B, 22.D."""
    asked = {"table": TABLE, "patron": "player-2", "cents": "80", "chips-500": 4, "lammers": "100"}
    assert "22.B" in floor("clerk").begins("patron-exchange", **asked | {"lammers": "80"})
    assert floor("clerk").begins("patron-exchange", **asked) == ""
    assert floor("cage").signs("patron-exchange", bank="satellite-bank", **{"chips-500": 20}) == ""
    assert "lammers" in floor("clerk").signs("patron-exchange")
    assert floor("clerk").signs("patron-exchange", lammers_collected=True) == ""
    assert floor.room.balance(accounts.patron("player-2")) == [80_00]


def test_the_first_buy_in_is_drawn_sold_and_brought_back_at_the_papers(floor: Floor) -> None:
    """22.E."""
    rack, _, cage = where(floor.room)
    drawn = {"chips-500": 100, "chips-100": 100}
    assert floor("clerk").begins("first-buy-in", table=TABLE, **drawn) == ""
    assert floor("cage").signs("first-buy-in", **drawn) == ""
    assert "22.E" in floor("dealer").signs("first-buy-in", lammers="500")
    assert floor("dealer").signs("first-buy-in", lammers="600") == ""
    rest = {"cents": "300", "chips-500": 50, "chips-100": 50}
    sales = "player 200\nWalk-In-7 100"
    assert "22.E" in floor("dealer").signs("first-buy-in", sales=sales, **rest | {"cents": "299"})
    assert floor("dealer").signs("first-buy-in", sales=sales, **rest) == ""
    assert "lammers" in floor("clerk").signs("first-buy-in", **rest)
    assert floor("clerk").signs("first-buy-in", lammers_collected=True, **rest) == ""
    assert floor("cage").signs("first-buy-in", **rest) == ""
    assert where(floor.room) == [rack, 0, cage] and floor.room.balance(accounts.patron("player")) == [200_00]


def test_tips_of_a_hand_wait_in_the_tube_and_the_clerks_get_their_three_per_cent(floor: Floor) -> None:
    """23(A) to 23(D): the box, the tube of twenty-five chips, the wages, the clerks' part."""
    dealer, room = floor("dealer"), floor.room
    assert dealer.begins("token-box", box="7") == ""
    (name,) = room.seat(TABLE, 8)
    tips(floor("supervisor"), "50", 8)  # no dealer keys his own: the floor does, for who sits there
    assert room.balance(accounts.token_box(CLEVELAND, "dealer")) == [50_00], name
    dealer.papers()
    tube = dealer.page.locator("form[action='/room/papers/tube']")
    assert dealer.send(tube, **{"chips-100": 20}) == ""
    dealer.papers()
    assert "The tube holds 25 chips" in dealer.send(
        dealer.page.locator("form[action='/room/papers/tube']"), **{"chips-100": 6}
    )
    dealer.papers()
    assert dealer.send(dealer.page.locator("form[action='/room/papers/tube']"), **{"chips-100": 5}) == ""
    assert "The shift is not over" in dealer.signs("token-box")
    life = f"/api/v1/tables/{TABLE}/life"
    room.ask("supervisor", life, act="dealer-out")
    assert "23(C)" in dealer.signs("token-box")
    up = {"chips-100": 25, "into-2500": 1}
    ticks = {"item-announced": True, "item-before-the-tray": True}
    assert "23(C)" in dealer.begins("tips-colored-up", **up)
    assert dealer.begins("tips-colored-up", **up, **ticks) == ""
    assert dealer.signs("token-box") == ""
    assert floor("cage").signs("token-box", **{"chips-2500": 2}) == ""
    assert room.balance(accounts.payroll("dealer"), accounts.clerk_tips(CLEVELAND)) == [48_50, 1_50]
    floor("manager").visitor.go(f"/tips?house={CLEVELAND}")
    assert "$1.50" in floor("manager").page.inner_text("main")
    # The clerks' part goes by the hours that a supervisor has confirmed.
    assert floor("cage").begins("clerk-tips", cents="1.50") == ""
    assert floor("clerk").begins("work-card", job="poker-clerk", minutes="95") == ""
    assert floor("supervisor").signs("work-card") == ""
    assert floor("manager").signs("clerk-tips") == ""
    assert room.balance(accounts.clerk_tips(CLEVELAND)) == [0]
    room.ask("supervisor", life, act="dealer-in", badge="dealer")


def tips(desk: Desk, dollars: str, seat: int) -> None:
    """A patron tips from his chips: the table's screen sends by itself and stays."""
    desk.visitor.go(f"/room/tables/{TABLE}")
    desk.visitor.ready()
    form = desk.page.locator("form:has(button:text-is('Tip'))")
    form.evaluate(OPEN)
    form.locator("[name=cents]").fill(dollars)
    form.locator("[name=seat]").select_option(str(seat))
    form.locator("button").last.click()
    desk.visitor.until("() => document.querySelector('main').innerText.includes('$150')")


def test_oneida_prints_none_of_these_slips_and_its_papers_say_so(floor: Floor) -> None:
    """The book prints no exchange, no tube, no clerks' part: what it does instead is told, and no form is offered."""
    dealer = floor("dealer")
    dealer.papers(ONEIDA)
    shown = dealer.page.inner_text("main")
    assert "What it does not print" in shown
    for kind in ("even-exchange", "first-buy-in", "token-box", "tips-colored-up"):
        assert dealer.page.locator(f"form[action='/room/papers/slip']:has([name='kind'][value='{kind}'])").count() == 0
    assert dealer.page.locator("form[action='/room/papers/tube']").count() == 0
    assert dealer.page.locator("form[action='/room/papers/slip']:has([name='kind'][value='deck'])").count() == 1


# ---- promotions


def post(floor: Floor, kind: str, **terms: Any) -> str:
    name = f"{kind}-{next(_names)}"
    given = {"id": name, "property": CLEVELAND, "kind": kind, "tables": [TABLE], "amount": 100_00} | terms
    floor.room.ask("manager", "/api/v1/promotions", 201, **given)
    seed = {"what": "seed", "fund": "special-hands", "cents": given["amount"], **WITH_ADMIN}
    floor.room.ask("manager", f"/api/v1/promotions/funds/{CLEVELAND}", **seed)
    return f"/promotions/{name}"


def steps(floor: Floor, page: str) -> None:
    """The two signatures before the payment."""
    for badge, step in (("supervisor", "verify"), ("surveillance", "surveil")):
        desk = floor(badge)
        desk.visitor.go(page)
        assert desk.send(desk.page.locator(f"form[action$='/{step}']").first) == "", step


def test_the_high_card_promotion_is_drawn_dealt_and_shared_by_clicks(floor: Floor) -> None:
    """21(c)2 as printed: a table is drawn, one card a player, the highest rank wins and equal ranks share."""
    room = floor.room
    page = post(floor, "high-card", amount=300_01)
    names = room.seat(TABLE, 1, 2, 3)
    seated = [s for s in room.program("supervisor").get(f"/api/v1/room/tables/{TABLE}").json()["seats"] if s["taken"]]
    cards = {seat["patron"]: ["2c", "3d", "4h", "5s"][n] for n, seat in enumerate(seated)}
    cards |= {names[0]: "Kd", names[1]: "Ks"}
    floorman = floor("supervisor")
    floorman.visitor.go(page)
    assert floorman.page.locator("form[action$='/cards']").count() == 0, "no card before a table is drawn"
    assert floorman.send(floorman.page.locator("form[action$='/tables']"), tables=TABLE, count="1") == ""
    assert "card" in floorman.send(floorman.page.locator("form[action$='/cards']"), cards="Kd Ks").lower()
    in_order = " ".join(cards[seat["patron"]] for seat in seated)
    assert floorman.send(floorman.page.locator("form[action$='/cards']"), cards=in_order) == ""
    steps(floor, page)
    cage = floor("cage")
    cage.visitor.go(page)
    assert cage.send(cage.page.locator("form[action$='/pay']")) == ""
    assert sorted(room.balance(*(accounts.patron(name) for name in names))) == [0, 150_00, 150_01]


def test_a_payout_above_599_is_searched_for_support_with_its_tax_form_by_clicks(floor: Floor) -> None:
    """24.A to 24.E: the form, the search with its number, the papers, what is withheld, and its cancellation."""
    page = post(floor, "hot-seat", amount=1_000_00, tables=["PAPER-1"])
    floorman, cage, room = floor("supervisor"), floor("cage"), floor.room
    floorman.visitor.go(page)
    assert floorman.send(floorman.page.locator("form[action$='/seat']"), patrons="player") == ""
    steps(floor, page)
    intercept, tax = f"intercept:{CLEVELAND}", f"tax:{CLEVELAND}"
    before = room.balance(accounts.patron("player"))[0]

    def pays(**fields: Any) -> str:
        cage.visitor.go(page)
        return cage.send(cage.page.locator("form[action$='/pay']"), **fields)

    assert "tax form" in pays()
    signed = {"w2g-player": True}
    assert "24." in pays(**signed)
    found = signed | {"search-number-player": "77", "search-owed-player": "300", "search-tax-player": "240"}
    assert "Not printed" in pays(**found)
    papers = {"search-paper-player-jackpot-worksheet": True, "search-paper-player-prize-winners-receipt": True}
    assert pays(**found, **papers) == ""
    assert room.balance(intercept, tax) == [300_00, 240_00]
    assert room.balance(accounts.patron("player"))[0] - before == 460_00


def test_a_small_payout_asks_for_no_search(floor: Floor) -> None:
    page = post(floor, "hot-seat", amount=599_00, tables=["PAPER-1"])
    floorman, cage = floor("supervisor"), floor("cage")
    floorman.visitor.go(page)
    assert floorman.send(floorman.page.locator("form[action$='/seat']"), patrons="player") == ""
    steps(floor, page)
    cage.visitor.go(page)
    assert "Number of the search" not in cage.page.inner_text("main")
    assert cage.send(cage.page.locator("form[action$='/pay']")) == ""


# ---- visits, hours, comps


def test_visits_become_hours_comps_and_a_spreadsheet_by_clicks(floor: Floor) -> None:
    """Last of the file: a day passes."""
    room, clock = floor.room, floor.clock
    clock.advance(2 * DAY_US - clock.now_us % DAY_US - 60 * MINUTE_US)  # eleven at night: the evening is one gaming day
    room._clients.clear()  # everybody signs in again
    (name,) = room.seat(TABLE, 6)
    day = datetime.datetime.fromtimestamp(clock.now_us / 1e6, datetime.UTC).date().isoformat()
    clock.advance(125 * MINUTE_US)
    room.leave(TABLE, 6)
    clock.advance(DAY_US)
    room._clients.clear()
    reports = f"/room/{CLEVELAND}/reports"
    manager = Desk(floor._chromium, floor.server, "manager")  # signed in again: a day has passed
    manager.visitor.go(f"{reports}?what=visits&first={day}&last={day}")
    row = manager.page.locator(f"tbody tr:has-text('{name}')").inner_text()
    assert "125" in row and "$200.00" in row
    with manager.page.expect_download() as loaded:
        manager.page.click("button[name=csv]")
    sheet = loaded.value.path().read_text()
    assert name in sheet and "bought (cents)" in sheet.splitlines()[0]
    manager.visitor.go(f"{reports}?what=hours&first={day}&last={day}")
    assert manager.send(manager.page.locator("form[action$='/comps']"), day=day, rate="1.50") == ""
    manager.visitor.go(f"{reports}?what=hours")
    left = manager.page.locator(f"section:has(h2:text-is('Comps')) tr:has-text('{name}')")
    assert "$3.00" in left.inner_text(), "two full hours"
    assert "were given" in manager.send(manager.page.locator("form[action$='/comps']"), day=day, rate="1.50")
    manager.visitor.go(f"{reports}?what=hours")
    used = {"patron": name, "cents": "2", "words": "dinner"}
    assert manager.send(manager.page.locator("form[action$='/use-comp']"), **used) == ""
    manager.visitor.go(f"{reports}?what=hours")
    assert "$1.00" in left.inner_text()
    manager.visitor.close()
