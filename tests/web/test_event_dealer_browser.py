"""The dealer of a tournament's final table at the page alone: the cash dealer's screen, in chips, with undo."""

from typing import Any

import pytest

from croupier.equipment.cards import card_name
from croupier.poker.book.forms import FORMS

from .server import Server
from .test_hand_dealt_browser import Box, seen_by_axe
from .visitor import DESK, Visitor

pytestmark = pytest.mark.browser
NAME = "FINAL"
SHEET = {
    "id": NAME,
    "name": "The final table",
    "property": "horseshoe-baltimore",
    "prize": 8_000,
    "administration": 1_200,
    "house": 800,
    "chips": 5_000,
    "seats": 9,
    "levels": [{"minutes": 600, "blinds": [100, 200], "chip": 100}],
    "pays": [{"entries": 2, "shares": [7_000, 3_000]}],
    "live": True,
}


def begun(server: Server, players: int) -> str:
    """A tournament at one table whose hands are keyed; its API path."""
    planned = server.client("manager").post("/api/v1/poker-tournaments", json=SHEET)
    assert planned.status_code == 201, planned.text
    path, clerk, director = f"/api/v1/poker-tournaments/{NAME}", server.client("clerk"), server.client("supervisor")
    for number in range(players):
        body = {"name": f"Anna Guest{number}", "card": f"F-{number}"}
        clerk.post(f"{path}/walk-ins", json=body).raise_for_status()
    director.post(f"{path}/start", json={}).raise_for_status()
    director.post(f"{path}/decisions", json={"what": "keyed", "table": 1, "on": True}).raise_for_status()
    return path


def test_the_final_table_is_dealt_from_the_page_alone(chromium: Any, server: Server) -> None:
    path = begun(server, 4)
    supervisor = server.client("supervisor")
    visitor = Visitor(chromium, server, DESK)
    visitor.sign_in("dealer", f"/poker-tournaments/{NAME}/tables/1")
    visitor.ready()
    visitor.sees("#k-next h2", "Deal the next hand")
    page, box = visitor.page, Box(visitor, "holdem", "final")

    def stands() -> dict[str, Any]:
        return dict(supervisor.get(f"{path}/tables/1").json())

    def do(key: str) -> None:
        step = box.step()
        page.keyboard.press(key)
        box.wait(step["entry"])

    do("Enter")
    do("Enter")
    first = box.step()["seat"]
    visitor.sees("#k-next h2", f"Key seat {first}'s act: 200 to call")
    assert "$" not in page.inner_text(".dealer main"), "a tournament's chips are no dollars"
    for figure in "650":
        page.keyboard.press(figure)
    do("r")
    visitor.sees("[data-undo]", "Undo raise to 700")  # 650 is made 700 by the chips that play
    assert stands()["hand"]["level"] == 700
    do("Control+z")
    visitor.sees("#k-next h2", f"Key seat {first}'s act: 200 to call")
    assert stands()["hand"]["level"] == 200
    assert seen_by_axe(visitor) == []
    # a misdeal, previewed and declared
    visitor.chooses("first-cards-exposed")
    visitor.sees("#k-ruling", "Nothing has changed yet")
    step = box.step()
    page.click("[data-declare]")
    box.wait(step["entry"])
    visitor.sees("#k-next h2", "Deal the hand again")
    visitor.sees("#k-next", "A ruling was given")
    for _ in range(3):
        box.hand()
    # all in before the flop: hands are tabled, and the loser goes out by himself
    do("Enter")
    do("Enter")
    while box.step()["do"] == "act":
        keys = page.evaluate("() => [...document.querySelectorAll('#k-act [data-key]')].map((b) => b.dataset.key)")
        do("a" if "a" in keys else "c")
    box.deck = [card_name(card) for card in FORMS["holdem"].deck]
    box.chance.shuffle(box.deck)
    while box.step()["do"] not in ("deal", "wait"):
        step = box.step()
        box.do(step)
        box.wait(step["entry"])
    after = stands()
    assert sum(seat["stack"] for seat in after["table"]["seats"].values()) == 20_000
    assert supervisor.get(path).json()["left"] < 4
    visitor.close()
