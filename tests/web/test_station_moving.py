"""A station in the browser while nothing may be done: without a connection, and while the ball is on its way."""

from collections.abc import Iterator
from typing import Any

import pytest

from .server import Server
from .test_browser import _drop_sockets
from .visitor import DESK, MOVED, PHONE, LateAnswer, Visitor

pytestmark = pytest.mark.browser
DEAL = "form[data-act='ready'] button.decision"


@pytest.fixture
def visitor(chromium: Any, server: Server) -> Iterator[Visitor]:
    found = Visitor(chromium, server, DESK, motion="no-preference")
    yield found
    found.close()


def test_without_a_connection_every_control_is_off_and_says_why(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("blackjack"))
    visitor.place("blackjack")
    visitor.page.wait_for_selector(f"{DEAL}:not([aria-disabled])")
    visitor.context.set_offline(True)
    visitor.server.do(lambda: _drop_sockets(visitor.server))
    visitor.sees("#live", "Reconnecting")
    visitor.sees(DEAL, "Reconnecting")
    visitor.page.wait_for_selector(f"{DEAL}[aria-disabled=true]")
    visitor.page.wait_for_selector("[data-take][aria-disabled=true]", state="attached")
    visitor.context.set_offline(False)
    visitor.sees("#live", "Live")
    visitor.page.wait_for_selector(f"{DEAL}:not([aria-disabled])")
    visitor.until("s => !document.querySelector(s).innerText.includes('Reconnecting')", DEAL)


def test_a_line_that_is_gone_is_noticed_though_its_socket_still_looks_open(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("blackjack"))
    visitor.sees("#live", "Live")
    visitor.context.set_offline(True)  # the socket itself stays open
    visitor.sees("#live", "Reconnecting")
    visitor.context.set_offline(False)
    visitor.sees("#live", "Live")
    visitor.page.route("**/act", lambda route: route.abort())
    visitor.page.evaluate(
        "() => { globalThis.was = ''; new MutationObserver(() => {"
        " if (document.querySelector('#live').dataset.state === 'lost') globalThis.was = 'lost'; })"
        ".observe(document.querySelector('#live'), { attributes: true }); }"
    )
    visitor.tap("blackjack")
    visitor.until("() => globalThis.was === 'lost'")
    visitor.sees("#live", "Live")


def test_while_the_ball_is_on_its_way_no_wager_is_open(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("roulette"))
    visitor.place("red")
    visitor.page.click(DEAL)
    visitor.until(
        """() => document.querySelector("#s-status").innerText.includes("No more bets")
             && document.querySelector("[data-take]").getAttribute("aria-disabled") === "true"
             && document.querySelector("#s-tray").dataset.wagering === "0" """
    )
    visitor.page.keyboard.press("Space")  # what moves may be skipped
    visitor.sees("#s-status", "Wagers open")
    assert visitor.wagering


def test_a_press_on_the_next_decision_waits_for_the_last_answer_and_a_double_click_takes_one(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("mississippi-stud"))
    page = visitor.page

    def at() -> tuple[str, float, float]:
        """Which entry the decisions show, and where the one pressed here lies."""
        x, y, entry = page.evaluate(
            """() => { const bar = document.querySelector("#s-bar");
                 const button = bar.querySelector("form[data-act='choose:1x'] button.decision");
                 const { x, y } = button.getBoundingClientRect();
                 return [x + 20, y + 20, bar.dataset.entry]; }"""
        )
        return str(entry), x, y

    visitor.place("ante")
    visitor.press("ready")
    entry, x, y = at()
    page.mouse.click(x, y)
    visitor.until(MOVED, entry)
    visitor.answered()
    entry, *where = at()
    page.mouse.down(click_count=2)  # the other half of a double click, on what lies there now
    page.mouse.up(click_count=2)
    visitor.sees("#messages", "Pressed twice, taken once")
    assert (entry, *where) == at()
    late = LateAnswer(visitor, "**/act")
    page.mouse.click(x, y)
    visitor.until(MOVED, entry)  # by the socket
    late.come()
    entry, x, y = at()
    page.mouse.move(x, y)
    page.mouse.down()
    late.give()  # nothing is drawn anew under the finger
    page.mouse.up()
    visitor.until(MOVED, entry)
    visitor.until("() => document.querySelector('#s-tray').dataset.wagering === '1'")


def test_a_small_chip_on_an_empty_area_places_the_least(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("blackjack"))
    visitor.page.click("[data-chip='500']")
    visitor.place("blackjack")
    visitor.sees("#messages", "The least here is $10: $10 placed.")
    visitor.sees("#s-bar", "$10.00")


def test_a_phone_turned_to_its_side_shows_the_table_as_it_is(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, PHONE)
    visitor.sit(server.fresh_table("blackjack"))
    visitor.place("blackjack")
    visitor.page.set_viewport_size({"width": 1440, "height": 900})
    visitor.page.wait_for_selector("#felt .stake[data-own]")
    visitor.close()


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, {"width": 390, "height": 844}])
def test_on_a_short_phone_the_button_that_deals_is_whole(chromium: Any, server: Server, size: dict[str, int]) -> None:
    visitor = Visitor(chromium, server, size)
    visitor.sit(server.fresh_table("blackjack"))
    box = visitor.page.evaluate(
        """s => { const b = document.querySelector(s).getBoundingClientRect();
                  return [b.top, b.bottom, document.querySelector("#s-tray").getBoundingClientRect().top]; }""",
        DEAL,
    )
    assert box[0] < box[1] <= box[2]
    visitor.close()
