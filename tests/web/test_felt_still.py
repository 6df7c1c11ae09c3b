"""The felt's place is measured before and after every act: it moves by nothing."""

from typing import Any

import pytest

from .server import Server
from .visitor import DESK, PHONE, Visitor

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


def test_on_a_phone_decisions_of_two_rows_push_nothing_out_of_its_place(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, PHONE)
    visitor.sit(server.fresh_table("mississippi-stud"))
    drawn = """() => { const b = document.querySelector(".phone-felt svg").getBoundingClientRect();
                       return [b.x, b.y, b.width, b.height]; }"""
    places = [visitor.page.evaluate(drawn)]
    visitor.place("ante")
    for act in ("ready", "choose:1x", "choose:1x"):
        visitor.press(act)
        places.append(visitor.page.evaluate(drawn))
    assert places == [places[0]] * len(places)
    visitor.close()
