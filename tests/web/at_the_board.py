"""Somebody at the room's board in a browser, who presses what lies there."""

from typing import Any

from .server import Server
from .visitor import DESK, Visitor

PLACE = "horseshoe-baltimore"
BOARD, ROOM = f"/room/{PLACE}/board", "/api/v1/room"


class Board:
    """Somebody at the board: he opens a name, a seat or a table by a click, and presses what lies there."""

    def __init__(self, chromium: Any, server: Server, badge: str) -> None:
        self.visitor = Visitor(chromium, server, DESK)
        self.visitor.sign_in(badge, BOARD)
        self.page = self.visitor.page
        self.visitor.ready()

    def go(self, query: str = "") -> None:
        self.visitor.go(BOARD + query)
        self.visitor.ready()

    def send(self, form: Any, button: str = "", **fields: str) -> str:
        """Fill a form and press its button; what the page refused, or nothing."""
        for name, value in fields.items():
            field = form.locator(f"[name='{name.replace('_', '-')}']:not([type='hidden'])").first
            if field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(bool(value))
            else:
                field.fill(value)
        with self.page.expect_navigation():
            form.locator("button").filter(has_text=button).first.click()
        self.visitor.ready()
        wrong = self.page.locator(".notice.error")
        return wrong.first.inner_text() if wrong.count() else ""

    def form(self, act: str, within: str = "body") -> Any:
        return self.page.locator(f"{within} form[action$='/board/{act}']").first

    def did(self, act: str, within: str = "body", button: str = "", **fields: str) -> None:
        assert self.send(self.form(act, within), button, **fields) == "", act

    def opened(self, words: str) -> None:
        """A click on a name of a list."""
        initials = "".join(part[0] for part in words.split())
        with self.page.expect_navigation():
            self.page.click(f".b-line:has(strong:text-is('{initials}'))")
        self.visitor.ready()

    def seat(self, table: str, number: int) -> None:
        """A click on a seat of a table."""
        with self.page.expect_navigation():
            self.page.locator(f".b-oval a[href*='table={table}&seat={number}#']").click()
        self.visitor.ready()

    def spread(self, name: str, seats: str, main: str = "") -> None:
        self.go()
        self.page.click("summary:has-text('Spread a game')")
        about = {"id": name, "small": "1", "big": "3", "least": "100", "most": "300", "seats": seats}
        self.did("spread", button="Spread it", **about, keyed="seats", main=main, demo="yes")


def sitting(server: Server, table: str) -> dict[int, str]:
    shown = server.client("supervisor").get(f"{ROOM}/tables/{table}").json().get("seats", ())  # none once it is closed
    return {seat["seat"]: seat["patron"].replace("-", " ") for seat in shown if seat["taken"]}
