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
