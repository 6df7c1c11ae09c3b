"""A brush and a floor person run an evening of two games with a must-move, by clicks on the board alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .at_the_board import PLACE, Board, sitting
from .server import Server
from .visitor import DESK, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAMES = ("Anna Berg", "Ben Cole", "Cora Dunn", "Dan Ems", "Eva Falk", "Finn Gray", "Gail Hahn", "Hal Ives", "Ida Jost")


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, [])
    yield running
    running.close()


def test_a_brush_runs_an_evening_of_two_games_with_a_must_move_by_clicks(chromium: Any, quiet: Server) -> None:
    floor = Board(chromium, quiet, "supervisor")
    floor.spread("EV-1", "4")
    with floor.page.expect_navigation():
        floor.page.click(".b-tile h2 a:text-is('EV-1')")
    floor.did("dealer", dealer="dealer")
    brush = Board(chromium, quiet, "clerk")
    for name in NAMES[:6]:
        brush.did("join", within=".b-list:has-text('1\u2013$3')", patron=name)
    brush.did("join", within=".b-list:has-text('1\u2013$3')", patron=NAMES[6], phone="yes")
    assert "held" in brush.page.inner_text("#b-lists")
    # Called in the order of the list, with the time that is left; the screen in the room says so.
    screen = Visitor(chromium, quiet, DESK)
    screen.go(f"/room/{PLACE}/screen")
    for seat, name in enumerate(NAMES[:4], 1):
        brush.did("give", within="#b-opening")
        assert "called" in brush.page.inner_text("#b-lists")
        screen.sees("#s-room", "AB" if seat == 1 else "EV-1")
        brush.opened(name)
        brush.did("seat", within=".b-name.current", to="EV-1", to_seat=str(seat), cents="200")
    assert sitting(quiet, "EV-1") == dict(enumerate(NAMES[:4], 1))
    # A page is read on the screen; a name that goes away is passed over and comes back.
    brush.opened(NAMES[4])
    brush.did("page", within=".b-name.current")
    screen.sees("#s-room", "EF")
    screen.close()
    # A second game feeds the first.
    floor.spread("EV-2", "6", "EV-1")
    brush.go()
    for seat, name in enumerate(NAMES[4:6], 1):
        brush.did("give", within="#b-opening")
        brush.opened(name)
        brush.did("seat", within=".b-name.current", to="EV-2", to_seat=str(seat), cents="150")
    # A seat opens in the main game: who asked changes to it first, the longest of the second game moves up.
    brush.seat("EV-1", 4)
    brush.did("ask", wanted="1")
    floor.go()
    floor.seat("EV-1", 1)
    floor.did("leave", counted="180")
    brush.go("?table=EV-1&seat=1")
    steps = brush.page.inner_text("#b-opening")
    assert steps.index("changes from seat 4 to seat 1") < steps.index("moves up to EV-1")
    brush.did("all", within="#b-first")
    assert sitting(quiet, "EV-1")[1] == NAMES[3]
    # He will not move: with three or fewer in his game he keeps his order; the next one moves instead.
    brush.seat("EV-2", 1)
    refusals = brush.page.locator("#b-panel form[action$='/board/refuse']")
    assert brush.send(refusals.nth(1), "Will not play short", counted="150") == ""
    assert NAMES[4] not in sitting(quiet, "EV-2").values()
    # He waits in his order: the open seat of the main game is his before anybody else's.
    brush.go()
    assert "EF is called to EV-1 seat 4" in brush.page.inner_text("#b-first")
    brush.did("give", within="#b-opening")
    brush.opened(NAMES[4])
    brush.did("seat", within=".b-name.current", to="EV-1", to_seat="4", cents="150")
    assert sitting(quiet, "EV-1") == {1: NAMES[3], 2: NAMES[1], 3: NAMES[2], 4: NAMES[4]}
    # Two who are kept apart, a locked-up seat taken back, a table change asked for, and what was asked taken back.
    brush.page.click("summary:has-text('Keep two apart')")
    brush.did("apart", one=NAMES[6], other=NAMES[7])
    brush.seat("EV-1", 2)
    brush.did("change", to="EV-2")
    assert "BC changes tables to EV-2 seat 1" in brush.page.inner_text("#b-first")
    # The evening ends: the second game is broken, its last player waits for a seat of the first, the table closes.
    floor.go("?table=EV-2")
    floor.page.click("summary:has-text('Break or close')")
    form = floor.form("break")
    assert floor.send(form, "Break the game", **{f"counted-{NAMES[5].replace(' ', '-')}": "150"}) == ""
    assert sitting(quiet, "EV-2") == {}
    brush.go()
    assert "FG" in brush.page.inner_text("#b-lists")
    floor.go("?table=EV-2")
    if floor.page.locator("#b-panel summary:has-text('Break or close')").count():  # breaking may have closed it
        floor.page.click("summary:has-text('Break or close')")
        floor.did("close", button="Close the table")
    floor.go()
    assert floor.page.locator(".b-tile h2 a:text-is('EV-2')").count() == 0
    floor.visitor.close()
    brush.visitor.close()


def test_refusals_of_a_must_move_by_clicks_cost_what_the_book_says(chromium: Any, quiet: Server) -> None:
    """2.SEAT.11 and 2.SEAT.12: five, four and three-handed, and one who will not move at all."""
    floor = Board(chromium, quiet, "supervisor")
    floor.spread("RF-1", "2")
    floor.spread("RF-2", "6", "RF-1")
    program = quiet.client("supervisor")
    for table, names in (("RF-1", NAMES[:2]), ("RF-2", NAMES[2:8])):
        for seat, name in enumerate(names, 1):
            given = {"act": "sit", "seat": seat, "cents": 15000, "patron": name}
            answer = program.post(f"/api/v1/room/tables/{table}/acts", json={"act": given})
            assert answer.status_code == 200, answer.text
    brush = Board(chromium, quiet, "clerk")

    def refuses(seat: int, button: str) -> str:
        brush.seat("RF-2", seat)
        form = brush.page.locator("#b-panel form[action$='/board/refuse']").filter(has_text=button)
        return str(brush.send(form, button, counted="150"))

    assert "2.SEAT.12" in refuses(1, "Will not play short"), "six are not short-handed"
    assert refuses(1, "Will not move") == ""  # he quits, and is on no list
    assert refuses(2, "Will not play short") == ""  # five: to the bottom, and barred
    assert refuses(3, "Will not play short") == ""  # four: behind him
    assert refuses(4, "Will not play short") == ""  # three: before those who sit behind
    assert sorted(sitting(quiet, "RF-2").values()) == sorted(NAMES[6:8])
    lists = program.get(f"/api/v1/room/lists/{PLACE}").json()["lists"]
    assert [one["patron"].replace("-", " ") for one in lists[0]["names"]] == [NAMES[5], NAMES[3], NAMES[4]]
    again = {"act": "sit", "seat": 2, "cents": 15000, "patron": NAMES[2]}
    back = program.post("/api/v1/room/tables/RF-2/acts", json={"act": again})
    assert (back.status_code, back.json()["clause"]) == (422, "2.SEAT.11, 2.SEAT.12")
    floor.visitor.close()
    brush.visitor.close()
