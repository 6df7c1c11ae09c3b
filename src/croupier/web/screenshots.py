"""Pictures of the main pages, made from a house that plays: `python -m croupier.web.screenshots FOLDER`.

Needs Playwright for Python and a Chromium. A demonstration house is furnished in a folder of its own, people sit
down, deal and sign, and each page is photographed as they see it.
"""

import asyncio
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import uvicorn

from croupier.demo.furnish import PASSWORD, furnish, playable
from croupier.demo.poker_room import furnish_room
from croupier.house.house import House
from croupier.house.record.database.storage import Storage
from croupier.web.app import create_app
from croupier.web.kit.system_browser import system_browser

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PLACE = "hard-rock-cincinnati"
AT = """([felt, wager]) => { const a = document.querySelector(`${felt} .area[data-wager="${wager}"]`);
  a.scrollIntoView({ block: "nearest" }); const m = a.ownerSVGElement.getScreenCTM();
  const [x, y] = a.dataset.at.split(" ").map(Number); return [x * m.a + m.e, y * m.d + m.f]; }"""


class HouseToShow:
    """A furnished house that answers at `address`."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        self._up.wait(120)

    async def _serve(self) -> None:
        storage = Storage.file(self._folder / "house.sqlite3")
        storage.migrate()
        house = House(storage)
        house.start()
        await furnish(house, games=[pair for pair in playable() if pair[0] == PLACE])
        app = create_app(house, demo_password=PASSWORD, stop_house=True)
        await furnish_room(house, app.state.floor.room, app.state.floor.poker_tournaments)
        self._server = uvicorn.Server(uvicorn.Config(app, port=self.port, log_level="error", access_log=False))
        task = asyncio.create_task(self._server.serve())
        while not self._server.started:
            await asyncio.sleep(0.02)
        self._up.set()
        await task

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)


class Camera:
    def __init__(self, browser: Any, house: HouseToShow, folder: Path) -> None:
        self.browser, self.house, self.folder = browser, house, folder

    def window(self, size: dict[str, int] = DESK) -> Any:
        context = self.browser.new_context(viewport=size, has_touch=size is PHONE, reduced_motion="reduce")
        return context.new_page()

    def take(self, page: Any, name: str) -> None:
        page.mouse.move(2, 2)  # nothing is lit or named under it
        page.wait_for_timeout(400)
        page.screenshot(path=self.folder / f"{name}.jpg", type="jpeg", quality=82)
        print(f"{name}.jpg")

    def sign_in(self, badge: str, path: str) -> Any:
        page = self.window()
        page.goto(f"{self.house.address}/sign-in?next={path}")
        page.fill(".stack-form [name=badge]", badge)
        page.fill(".stack-form [name=password]", PASSWORD)
        page.click(".stack-form button")
        page.wait_for_url(lambda address: "sign-in" not in address)
        return page

    def sit(self, table: str, size: dict[str, int] = DESK) -> Any:
        page = self.window(size)
        page.goto(self.house.address)
        page.click(f"form[action='/tables/{table}/sit'] button")
        page.wait_for_url(f"**/tables/{table}")
        page.wait_for_function("() => document.body.dataset.ready === '1'")
        return page

    def wager(self, page: Any, *names: str) -> None:
        felt = ".phone-felt" if page.viewport_size["width"] < 720 else "#felt"
        for name in names:
            page.mouse.click(*page.evaluate(AT, [felt, name]))
            page.wait_for_timeout(300)

    def go_on(self, page: Any) -> None:
        page.click("form[data-act='ready'] button")
        page.wait_for_timeout(900)

    def decide(self, page: Any, wanted: str = "choose:stand") -> None:
        for _ in range(8):
            if page.get_attribute("#s-tray", "data-wagering") == "1":
                return
            chosen = page.locator(f"form[data-act='{wanted}']:not(.off)")
            form = chosen if chosen.count() else page.locator(".decisions form:not(.off)").last
            form.locator("button.decision").click()
            page.wait_for_timeout(600)

    # ---- the pages

    def stations(self) -> None:
        page = self.sit("BJ-101")
        self.wager(page, "blackjack", "blackjack", "blackjack")
        self.go_on(page)
        self.decide(page)
        for _ in range(12):  # until a hand waits for a decision
            self.wager(page, "blackjack")
            self.go_on(page)
            if page.locator("form[data-act='choose:hit']").count():
                break
            self.decide(page)
        self.take(page, "blackjack")
        self.decide(page)
        page = self.sit("RO-101")
        self.wager(
            page, "straight:20", "split:17-20", "four-numbers:19-20-22-23", "dozen:1st-12", "black", "straight:5"
        )
        self.go_on(page)
        self.take(page, "roulette")
        page = self.sit("CR-101")
        self.wager(page, "pass", "field", "place:6", "place:5", "hardway:8")
        for _ in range(12):
            self.go_on(page)
            if "Puck ON" in page.locator("#s-bar").inner_text():
                break
            self.wager(page, "pass")
        self.wager(page, "pass-odds", "come")
        self.take(page, "craps")

    def phones(self) -> None:
        page = self.sit("FBB-101", PHONE)
        self.wager(page, page.locator(".phone-felt .area:not(.closed)").last.get_attribute("data-wager"))
        self.go_on(page)
        self.take(page, "blackjack-phone")
        self.decide(page)
        page = self.sit("RO-101", PHONE)
        self.wager(page, "straight:17", "split:17-20", "dozen:1st-12", "black")
        self.take(page, "roulette-phone")

    def poker(self, table: str, name: str, size: dict[str, int] = DESK) -> None:
        """A visitor among programs in the poker room, his turn with cards on the board."""
        page = self.window(size)
        page.goto(f"{self.house.address}/room?house=horseshoe-baltimore")
        page.click(f"a.button[href^='/room/tables/{table}']")
        page.wait_for_selector("body[data-ready]")
        page.fill("#sit [name=name]", "Guest")
        page.click("#sit button.main")
        page.wait_for_selector("#p-own h2", state="attached")  # on a phone another tab may be in front
        felt = "#p-tall" if size is PHONE else "#p-desk"
        for _ in range(40):
            page.wait_for_selector("#p-act .decision", timeout=240_000)
            posts = page.locator("#p-act form:has([value=post])").count()  # rather than wait for the blind
            if not posts and page.locator(f"{felt} [data-key^='b0-']").count() >= 3:
                break
            entry = page.get_attribute("#p-act", "data-entry")
            page.locator("#p-act form:not(:has([value=fold])) .decision").first.click()
            page.wait_for_function("e => document.querySelector('#p-act').dataset.entry !== e", arg=entry)
            page.wait_for_timeout(300)
        self.take(page, name)

    def dealer(self) -> None:
        deal = self.sign_in("dealer", "/deal/TCP-111")
        deal.wait_for_url("**/deal/TCP-111")
        deal.click(".button.huge")
        deal.wait_for_timeout(500)
        players = [self.sit("TCP-111") for _ in range(2)]
        for page in players:
            self.wager(page, "ante", "pair-plus")
        deal.wait_for_selector(".button.huge:not([aria-disabled])")
        for _ in range(12):  # wagers closed, cards dealt, decisions relayed, until the dealer's cards are turned
            kind = deal.get_attribute("#d-next", "data-kind")
            if kind == "cards":
                break
            deal.locator("#d-pad .decision" if kind == "decide" else ".button.huge").first.click()
            deal.wait_for_timeout(500)
        for card in ("Qs", "8d", "4c"):
            deal.click(f".card-key[data-card='{card}']")
        deal.wait_for_timeout(500)
        deal.click("[data-confirm]")
        deal.wait_for_timeout(500)
        deal.check("[name=when][value='wrong-number-of-cards']")
        deal.wait_for_selector("#d-ruling .ruling")
        self.take(deal, "dealer")

    def floor(self) -> None:
        page = self.window()
        page.goto(self.house.address)
        self.take(page, "lobby")
        pit = self.sign_in("supervisor", "/pit/TCP-111")
        pit.click("details.begin summary:has-text('Fill')")
        form = pit.locator("details.begin[open] form")
        for value, count in (("10000", "40"), ("2500", "120"), ("500", "200")):
            form.locator(f"[name=chips-{value}]").fill(count)
        form.locator("[name=password]").fill(PASSWORD)
        form.locator("button.main").click()
        pit.wait_for_url("**/slips/fill-*")
        self.take(pit, "pit")
        audit = self.sign_in("surveillance", "/audit/search?table=BJ-101")
        audit.click("table a:has-text('Replay') >> nth=0")
        audit.wait_for_selector("#audit")
        self.take(audit, "audit")
        page.goto(f"{self.house.address}/rulebooks/{PLACE}/roulette/2019-12-05")
        page.wait_for_selector(".odds-figures", timeout=90_000)
        self.take(page, "rulebook")


def main(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    chromium = system_browser()
    if chromium is None:
        raise SystemExit("No Chromium on this machine: install the package `chromium`.")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        house = HouseToShow(Path(place))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        camera = Camera(browser, house, folder)
        camera.stations()
        camera.phones()
        camera.poker("PK-201", "poker")
        camera.poker("PK-202", "poker-phone", PHONE)
        camera.dealer()
        camera.floor()
        browser.close()
        house.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
