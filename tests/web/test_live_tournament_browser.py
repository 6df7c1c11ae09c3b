"""The director's desk in a browser: one tap knocks out, Undo brings back, keys stop the clock and confirm moves."""

from typing import Any

import pytest

from .server import Server
from .visitor import DESK, LateAnswer, Visitor

NAME = "BROWSER"
SHEET = {
    "id": NAME,
    "name": "The director's evening",
    "property": "horseshoe-baltimore",
    "prize": 8_000,
    "administration": 1_200,
    "house": 800,
    "chips": 5_000,
    "seats": 4,
    "levels": [{"minutes": 600, "blinds": [100, 200], "chip": 100}, {"minutes": 20, "blinds": [200, 400]}],
    "pays": [{"entries": 2, "shares": [7_000, 3_000]}],
    "live": True,
}


@pytest.mark.browser
def test_a_director_taps_undoes_and_confirms_in_a_browser(chromium: Any, server: Server) -> None:
    server.client("manager").post("/api/v1/poker-tournaments", json=SHEET).raise_for_status()
    director = Visitor(chromium, server, DESK)
    director.sign_in("supervisor", f"/poker-tournaments/{NAME}/desk")
    director.ready()
    clerk, path = server.client("clerk"), f"/api/v1/poker-tournaments/{NAME}"
    for number in range(7):
        body = {"name": f"Anna Guest{number}", "card": f"B-{number}"}
        clerk.post(f"{path}/walk-ins", json=body).raise_for_status()
    director.page.fill("[data-walk]", "Zoe Last")
    director.page.fill(".d-walk [name=card]", "B-7")
    director.page.click(".d-walk button.main")
    director.sees(".d-receipt", "Zoe Last")
    director.ready()
    director.page.click("#d-clock button.main")
    director.counts("#d-tables .d-out", 8)
    director.sees("#d-clock", "Stop")
    late, names = LateAnswer(director, "**/away"), director.page.locator("#dt-1 .d-name[data-seat]")
    names.nth(0).click()
    director.page.click("#d-seat button:text-is('Away')")
    director.sees("#dt-1", "away")  # by the socket
    director.page.keyboard.press("Escape")
    names.nth(1).click()
    director.page.fill("#d-seat [placeholder='For what']", "phone at the table")
    late.give()
    assert director.page.input_value("#d-seat [placeholder='For what']") == "phone at the table"
    assert director.page.locator("#d-seat").get_attribute("open") is not None  # it was opened for somebody else
    director.page.keyboard.press("Escape")
    for left in (7, 6):
        director.page.click("#dt-1 .d-out >> nth=0")
        director.counts("#d-tables .d-out", left)
    director.sees("#d-due", "Table 1 is short")
    director.sees("#d-alerts", "Did they go out in one hand?")
    director.until(
        "() => document.querySelector('#d-outs').offsetHeight < 64"
    )  # a strip lies over nothing but its line
    director.page.locator("body").press("b")
    director.counts("#dt-1 .d-out", 3)
    director.sees("#d-due", "Nothing is proposed")
    director.page.click("#d-outs button >> nth=0")
    director.counts("#d-tables .d-out", 7)
    director.page.locator("body").press("Space")
    director.sees("#d-clock", "Go on")
    wall = Visitor(chromium, server, DESK)
    wall.go(f"/poker-tournaments/{NAME}/wall")
    wall.until("() => document.body.dataset.ready === '1'")
    wall.until("() => document.querySelector('#w-face').textContent.includes('Stopped')")
    director.page.locator("body").press("Space")
    wall.until("() => !document.querySelector('#w-face').textContent.includes('Stopped')")
    wall.close()
    director.close()


@pytest.mark.browser
def test_next_level_pressed_twice_is_done_once_and_the_director_is_told(chromium: Any, server: Server) -> None:
    """Before it is answered, and again before what follows from it is drawn."""
    levels = [{"minutes": 20, "blinds": [size, 2 * size], "chip": 100} for size in (100, 200, 300, 400)]
    path = "/api/v1/poker-tournaments/TWICE"
    sheet = SHEET | {"id": "TWICE", "levels": levels}
    server.client("manager").post("/api/v1/poker-tournaments", json=sheet).raise_for_status()
    for number in range(2):
        body = {"name": f"Ben Guest{number}", "card": f"TW-{number}"}
        server.client("clerk").post(f"{path}/walk-ins", json=body).raise_for_status()
    server.client("supervisor").post(f"{path}/start").raise_for_status()
    director, told, held = Visitor(chromium, server, DESK), [], []

    def socket(route: Any) -> None:
        house = route.connect_to_server()
        house.on_message(lambda words: held.append(words) if told else route.send(words))

    director.page.route_web_socket("**/desk/live", socket)
    director.sign_in("supervisor", "/poker-tournaments/TWICE/desk")
    director.ready()
    director.sees("#d-clock", "Next level")
    late, button = LateAnswer(director, "**/level"), director.page.locator("#d-clock button:has-text('Next level')")
    told.append("from now on nothing is drawn")
    button.click()
    late.come()
    button.click()
    director.sees("#messages", "done once")
    director.page.click("#messages button")
    late.give()
    button.click()
    director.sees("#messages", "done once")
    board = server.client("supervisor").get(path).json()
    assert board["level"] == 2, board
    director.close()


@pytest.mark.browser
def test_what_is_sold_from_the_start_on_is_sold_at_a_desk_that_was_open_before(chromium: Any, server: Server) -> None:
    path, more = "/api/v1/poker-tournaments/SELLS", {"rebuy": 4_000, "rebuy_chips": 5_000, "rebuy_at_most": 5_000}
    more |= {"add_on": 6_000, "add_on_chips": 8_000, "rebuy_minutes": 60}
    sheet = SHEET | more | {"id": "SELLS", "format": "rebuy"}
    server.client("manager").post("/api/v1/poker-tournaments", json=sheet).raise_for_status()
    for number in range(2):
        body = {"name": f"Cy Guest{number}", "card": f"SE-{number}"}
        server.client("clerk").post(f"{path}/walk-ins", json=body).raise_for_status()
    director = Visitor(chromium, server, DESK)
    director.sign_in("supervisor", "/poker-tournaments/SELLS/desk")
    director.ready()
    director.page.click("#d-clock button.main")
    director.sees("#d-clock", "Stop")
    name = director.page.locator("#dt-1 .d-name[data-seat]").first
    name.click()
    director.page.click("#d-seat button:text-is('Sell the add-on')")
    director.sees(".d-receipt", "$60.00 paid")
    director.ready()
    name.click()
    director.page.click("#d-seat button:text-is('Sell the add-on')")
    director.sees("#d-seat .notice", "bought once, by a player with a seat. Clause 19.F.c.9")
    director.close()
