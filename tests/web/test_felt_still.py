"""The felt's place is measured before and after every act: it moves by nothing."""

from typing import Any

import pytest

from .server import Server
from .visitor import DESK, Visitor

pytestmark = pytest.mark.browser
BOX = """() => { const b = document.querySelector("#felt").getBoundingClientRect();
               return [b.x, b.y, b.width, b.height]; }"""


def test_the_felt_never_moves_and_no_message_lies_on_it(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, DESK)
    for game, wager in (("blackjack", "blackjack"), ("craps", "pass")):
        table = server.fresh_table(game)
        visitor.sit(table)
        places = [visitor.page.evaluate(BOX)]
        visitor.place(wager)
        places.append(visitor.page.evaluate(BOX))
        visitor.page.click("[data-double]")
        visitor.sees("#s-tray", "Clear")
        places.append(visitor.page.evaluate(BOX))
        visitor.press("ready")
        places.append(visitor.page.evaluate(BOX))
        visitor.play_out()
        places.append(visitor.page.evaluate(BOX))
        # A message takes the tray's place: it ends below the felt.
        visitor.page.evaluate("import('/assets/app.js').then(app => app.message('Nothing was taken.', 'warn'))")
        visitor.sees("#messages", "Nothing was taken.")
        top = visitor.page.evaluate("() => document.querySelector('#messages').getBoundingClientRect().top")
        places.append(visitor.page.evaluate(BOX))
        assert top >= places[0][1] + places[0][3]
        assert places == [places[0]] * len(places), game
    visitor.close()
