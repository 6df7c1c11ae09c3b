"""A director runs an event of forty players with re-entries, from its first walk-in to its last prize, by clicks."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import MINUTE_US, HandClock, Sources, system_clock

from .server import Server
from .visitor import DESK, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
API, NAME, PLAYERS, AGAIN = "/api/v1/poker-tournaments", "FORTY", 40, 3
PAGE = f"/poker-tournaments/{NAME}"
SHEET = {
    "id": NAME,
    "name": "Friday forty",
    "property": "horseshoe-baltimore",
    "prize": 80_00,
    "administration": 12_00,
    "house": 8_00,
    "chips": 10_000,
    "seats": 9,
    "levels": [
        {"minutes": 20, "blinds": [100, 200], "chip": 100},
        {"minutes": 600, "blinds": [500, 1_000], "chip": 500},
        {"minutes": 600, "blinds": [1_000, 2_000]},
    ],
    "late_minutes": 20,
    "reentry_minutes": 20,
    "live": True,
}
# The last act that any piece of the desk shows: a piece in which nothing changed keeps its older number.
NEWEST = "() => Math.max(...[...document.querySelectorAll('[data-entry]')].map((one) => Number(one.dataset.entry)))"


@pytest.fixture
def clock() -> HandClock:
    return HandClock(system_clock())


@pytest.fixture
def house(tmp_path: Any, clock: HandClock) -> Iterator[Server]:
    running = Server(tmp_path, [], sources=Sources(clock))
    yield running
    running.close()


class Director:
    def __init__(self, chromium: Any, server: Server) -> None:
        self.visitor = Visitor(chromium, server, DESK)
        self.visitor.sign_in("supervisor", f"{PAGE}/desk")
        self.page = self.visitor.page
        self.visitor.ready()

    def sends(self, form: Any) -> None:
        """A form that comes back as a page."""
        with self.page.expect_navigation():
            form.locator("button").first.click()
        self.visitor.ready()
        assert self.page.locator("main .notice.error").count() == 0, self.page.inner_text("main .notice.error")

    def presses(self, button: Any) -> None:
        """A button of the desk: what follows arrives by itself."""
        before = self.page.evaluate(NEWEST)
        button.click()
        self.visitor.until(f"e => ({NEWEST})() > e", before)

    def enters(self, name: str, card: str) -> None:
        form = self.page.locator(".d-walk > form")
        form.locator("[name=name]").fill(name)
        form.locator("[name=card]").fill(card)
        self.sends(form)
        assert name in self.page.inner_text(".d-receipt")

    def re_enters(self, card: str) -> None:
        self.page.click(".d-walk summary:has-text('Re-entry')")
        form = self.page.locator(".d-walk details:has-text('Who is out') form")
        form.locator("[name=patron]").select_option(index=1)
        form.locator("[name=card]").fill(card)
        self.sends(form)

    @property
    def left(self) -> int:
        return int(self.page.locator("#d-tables .d-out").count())

    def knocks_out(self) -> None:
        tables = self.page.locator("#d-tables .d-table").all()
        fullest = max(tables, key=lambda table: table.locator(".d-out").count())
        self.presses(fullest.locator(".d-out").last)

    def confirms(self) -> int:
        """Whatever the book proposes, one after the other."""
        done = 0
        while (button := self.page.locator("#d-due button.main")).count():
            self.presses(button.first)
            done += 1
        finished = self.page.locator("#d-alerts button:has-text('finished its hand')")
        if finished.count():
            self.presses(finished.first)
        return done


def test_forty_players_and_re_entries_from_walk_in_to_payout(chromium: Any, house: Server, clock: HandClock) -> None:
    house.client("manager").post(API, json=SHEET).raise_for_status()
    desk = Director(chromium, house)
    for number in range(1, PLAYERS + 1):
        desk.enters(f"Guest {number:02}", f"TR-{number}")
    desk.presses(desk.page.locator("#d-clock button.main"))
    assert desk.left == PLAYERS and desk.page.locator("#d-tables .d-table").count() == 5
    # Somebody is knocked out by mistake and taken back; three come in again before re-entries close.
    desk.knocks_out()
    desk.presses(desk.page.locator("#d-outs button").first)
    assert desk.left == PLAYERS
    for number in range(AGAIN):
        desk.knocks_out()
        desk.re_enters(f"TR-again-{number}")
    assert desk.left == PLAYERS
    clock.advance(21 * MINUTE_US)
    desk.visitor.go(f"{PAGE}/desk")
    desk.visitor.ready()
    assert "again" not in desk.page.locator(".d-walk [name=patron] option").all_inner_texts()
    confirmed = desk.confirms()
    assert confirmed >= 5, "chips are raced off at every table"
    while desk.left > 1:
        desk.knocks_out()
        confirmed += desk.confirms()
    board = house.client("supervisor").get(f"{API}/{NAME}").json()
    assert (board["state"], board["entries"], len(board["places"])) == ("over", PLAYERS + AGAIN, PLAYERS)
    # The prizes are the whole pool, and each is paid at the page.
    prizes = house.client("supervisor").get(f"{API}/{NAME}/prizes").json()
    assert sum(prize["cents"] for prize in prizes) == (PLAYERS + AGAIN) * 80_00
    for prize in prizes:
        for step, fields in (("check", {"identification": "MD licence", "card": "TR"}), ("receive", {})):
            desk.visitor.go(PAGE)
            form = desk.page.locator(f"form[action$='/prizes/{prize['number']}/{step}']")
            desk.page.locator("details", has=form).locator("summary").last.click()
            for name, value in ({"password": PASSWORD} | fields).items():
                form.locator(f"[name={name}]").fill(value)
            with desk.page.expect_navigation():
                form.locator("button").last.click()
            assert desk.page.locator(".notice.error").count() == 0
    report = house.client("supervisor").get(f"{API}/{NAME}/report").json()
    assert {line["state"] for line in report} == {"paid"}
    assert house.client("surveillance").get("/api/v1/audit/balances").json()["wrong"] == []
    desk.visitor.close()
