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
        brush.did("join", within=".b-list:has-text('1-$3')", patron=name)
    brush.did("join", within=".b-list:has-text('1-$3')", patron=NAMES[6], phone="yes")
    assert "held" in brush.page.inner_text("#b-lists")
    # Called in the order of the list, with the time that is left; the screen in the room says so.
    screen = Visitor(chromium, quiet, DESK)
    screen.go(f"/room/{PLACE}/screen")
    for seat, name in enumerate(NAMES[:4], 1):
        brush.did("give", within="#b-first")
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
        brush.did("give", within="#b-first")
        brush.opened(name)
        brush.did("seat", within=".b-name.current", to="EV-2", to_seat=str(seat), cents="150")
    # A seat opens in the main game: who asked changes to it first, the longest of the second game moves up.
    brush.seat("EV-1", 4)
    brush.did("ask", wanted="1")
    floor.go()
    floor.seat("EV-1", 1)
    floor.did("leave", counted="180")
    brush.go("?table=EV-1&seat=1")
    steps = brush.page.inner_text("#b-first .b-steps")
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
    brush.did("give", within="#b-first")
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
