"""Somebody at the pages in a browser: every wait is for what the page shows, never for a time."""

from typing import Any

from croupier.demo.furnish import PASSWORD

from .server import Server, csrf

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
POLL_MS = 50
LATEST_MS = 60_000  # a machine may be busy; what is right comes far sooner
# Bar and tray come as two fragments of one update: both must show the new state.
MOVED = "e => ['#s-tray', '#s-bar'].every(id => document.querySelector(id).dataset.entry !== e)"

# One press may be two answers (no surrender, then the hands): what is asked between them is asked of nobody.
ASKED = """() => document.body.dataset.busy ? ''
  : document.querySelector('#s-tray').dataset.wagering === '1' ? 'wagers'
  : document.querySelector('.decisions form:not(.off)')?.dataset.act"""


class Visitor:
    """One browser window, watched: an error on the page fails the test."""

    def __init__(self, chromium: Any, server: Server, size: dict[str, int], motion: str = "reduce") -> None:
        self.server = server
        self.context = chromium.new_context(viewport=size, has_touch=size is PHONE, reduced_motion=motion)
        self.context.set_default_timeout(LATEST_MS)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self._console(message))
        self.size = size

    def _console(self, message: Any) -> None:
        if (
            message.type == "error"
            and "Failed to load resource" not in message.text
            and "WebSocket" not in message.text
        ):
            self.errors.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(self.server.address + path)

    def until(self, holds: str, given: Any = None) -> None:
        """Wait until a function of the page holds; on the way from one page to the next nothing holds yet.

        Asked by a timer: a window that draws no frames answers too. What the page showed stands in the failure.
        """
        asked = f"given => {{ try {{ return ({holds})(given); }} catch {{ return false; }} }}"
        try:
            self.page.wait_for_function(asked, arg=given, polling=POLL_MS)
        except Exception as late:
            shown = self.page.evaluate("() => document.querySelector('main')?.innerText ?? document.body?.innerText")
            raise AssertionError(f"{holds} never held for {given!r} at {self.page.url}, with\n{shown}") from late

    def ready(self) -> None:
        """Wait until the page's script runs and its socket is not lost."""
        self.until("() => document.body.dataset.ready === '1'")
        self.until("() => document.querySelector('#live')?.dataset.state !== 'lost'")

    def sees(self, selector: str, words: str) -> None:
        """Wait until an element holds these words."""
        self.until("([s, w]) => document.querySelector(s).innerText.includes(w)", [selector, words])

    def counts(self, selector: str, number: int) -> None:
        """Wait until exactly so many elements are there."""
        self.until("([s, n]) => document.querySelectorAll(s).length === n", [selector, number])

    def focuses(self, name: str) -> None:
        """Wait until the field of this name, or what is labelled so, has the focus: a page sets it when it is drawn."""
        self.until("n => [document.activeElement.name, document.activeElement.ariaLabel].includes(n)", name)

    def shown(self, selector: str) -> int:
        """How many of these elements can be seen now."""
        found = "s => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility()).length"
        return int(self.page.evaluate(found, selector))

    def shows_fewer(self, selector: str, number: int) -> None:
        """Wait until some of these elements can be seen, and fewer than so many."""
        found = "([s, n]) => { const k = [...document.querySelectorAll(s)].filter((e) => e.checkVisibility()).length; "
        self.until(found + "return 0 < k && k < n; }", [selector, number])

    def sign_in(self, badge: str, path: str) -> None:
        """Come in with a session of one's own; by the page where that is what is looked at (`sign_in_by_form`)."""
        self.known(badge)
        self.go(path)

    def known(self, badge: str) -> None:
        """The window is of this person, wherever it goes first."""
        token = str(self.server.client(badge).headers["authorization"]).removeprefix("Bearer ")
        self.context.add_cookies([{"name": "croupier", "value": token, "url": self.server.address}])

    def sign_in_by_form(self, badge: str, path: str = "/") -> None:
        self.go(f"/sign-in?next={path}")
        self.page.fill(".stack-form [name=badge]", badge)
        self.page.fill(".stack-form [name=password]", PASSWORD)
        self.page.click(".stack-form button")
        self.page.wait_for_url(lambda address: "sign-in" not in address)

    def sit(self, table: str) -> None:
        """Send the lobby's form that seats him at the table; the lobby itself is not drawn for it (`sit_by_lobby`)."""
        asked, way = self.context.request, f"/tables/{table}/sit"
        lobby = asked.get(self.server.address + "/").text()
        assert f'action="{way}"' in lobby, f"the lobby seats nobody at {table}"
        sat = asked.post(self.server.address + way, form={"csrf": csrf(lobby)}, max_redirects=0)
        assert sat.status == 303, sat.text()
        self.go(sat.headers["location"])
        self._seated(table)

    def sit_by_lobby(self, table: str) -> None:
        self.go("/")
        self.page.click(f"form[action='/tables/{table}/sit'] button")
        self._seated(table)

    def _seated(self, table: str) -> None:
        self.page.wait_for_url(f"**/tables/{table}")
        self.ready()

    def area(self, wager: str) -> Any:
        felt = ".phone-felt" if self.size is PHONE else "#felt"
        return self.page.locator(f"{felt} .area[data-wager='{wager}']")

    def tap(self, wager: str, times: int = 1) -> None:
        """Tap where an area's chips lie: the middle of an L is not on it."""
        felt = ".phone-felt" if self.size is PHONE else "#felt"
        self.area(wager).first.wait_for()
        x, y = self.page.evaluate(
            """([felt, wager]) => {
                 const a = document.querySelector(`${felt} .area[data-wager="${wager}"]`);
                 a.scrollIntoView({ block: "nearest" });
                 const m = a.ownerSVGElement.getScreenCTM(), [x, y] = a.dataset.at.split(" ").map(Number);
                 return [x * m.a + m.e, y * m.d + m.f]; }""",
            [felt, wager],
        )
        self.page.mouse.click(x, y, click_count=times)

    def box(self, selector: str) -> dict[str, float]:
        """Where an element lies, read in one go: between two questions the socket may draw it anew."""
        self.until("s => document.querySelector(s).checkVisibility()", selector)
        return dict(self.page.evaluate("s => document.querySelector(s).getBoundingClientRect().toJSON()", selector))

    def answered(self) -> None:
        """Wait until every act of this page has its answer: the socket may have shown what it led to before."""
        self.until("() => !document.body.dataset.busy")

    def place(self, wager: str) -> None:
        """Tap an area and wait until the chips are recorded."""
        self.answered()
        before = self.page.locator("#s-balance").inner_text()
        self.tap(wager)
        self.until("b => document.querySelector('#s-balance').innerText !== b", before)

    @property
    def wagering(self) -> bool:
        return self.page.get_attribute("#s-tray", "data-wagering") == "1"

    def press(self, action: str) -> None:
        """Press a decision and wait until the table has moved on."""
        self.answered()
        entry = self.page.get_attribute("#s-bar", "data-entry")
        self.page.click(f"form[data-act='{action}'] button.decision")
        self.until(MOVED, entry)

    def play_out(self) -> list[str]:
        """Answer whatever is asked with the first thing possible, until wagers are open again."""
        taken = []
        for _ in range(20):
            self.until(ASKED)  # others may decide first
            name = self.page.evaluate(ASKED)
            if name == "wagers":
                return taken
            if name == "house-way":  # it sets without sending
                self.page.click("form[data-act='house-way'] button.decision")
                name = "set-hands"
            taken.append(name)
            self.press(name)
        raise AssertionError(f"the round never ended: {taken}")

    def chooses(self, when: str) -> None:
        """An irregularity on a dealer's screen, out of the fold in which it lies."""
        fold = f"document.querySelector(`[data-when='{when}']`).closest('details')"
        self.page.evaluate(f"() => {{ const fold = {fold}; if (fold) fold.open = true; }}")
        self.page.click(f"[data-when='{when}']")

    def close(self) -> None:
        errors = list(self.errors)
        self.context.close()
        assert not errors


class LateAnswer:
    """The next answer to an address is in, and given to the page only when the test says so."""

    def __init__(self, visitor: Visitor, address: str) -> None:
        self.page = visitor.page
        self.address = address
        self.held: list[tuple[Any, Any]] = []
        self.page.route(address, self._hold, times=1)

    def _hold(self, route: Any) -> None:
        self.held.append((route, route.fetch()))

    def come(self) -> None:
        """Wait until the house has answered; the page has not been told."""
        for _ in range(LATEST_MS // POLL_MS):
            if self.held:
                return
            self.page.wait_for_timeout(POLL_MS)
        raise AssertionError(f"no answer came from {self.address}")

    def give(self) -> None:
        """The answer is with the page when this returns."""
        self.come()
        ((route, answer),) = self.held
        with self.page.expect_request_finished(lambda request: request == route.request):
            route.fulfill(response=answer)
