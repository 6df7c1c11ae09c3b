"""Takes the pictures of the README: `make pictures`. Needs the system's Chromium.

A furnished house on a database of its own is opened, people do what the browser tests do, and each page is caught.
"""

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.web.conftest import CHROMIUMS
from tests.web.server import Server
from tests.web.test_browser import DESK, PHONE, Visitor

IMAGES = Path(__file__).parent / "images"


def main() -> None:
    import shutil

    path = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit("no Chromium on this machine: install the package `chromium` to take the pictures")
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        for take in (lobby, blackjack, roulette, craps, dealer, pit, rulebook, phone):
            take(browser, server)
            print(f"docs/images/{take.__name__}.jpg")
        browser.close()
        server.close()


def catch(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_timeout(700)
    visitor.page.screenshot(path=str(IMAGES / f"{name}.jpg"), type="jpeg", quality=82)
    visitor.context.close()


def lobby(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, DESK)
    visitor.go("/")
    visitor.ready()
    catch(visitor, "lobby")


def blackjack(browser: Any, server: Server) -> None:
    """Until there is a decision to make."""
    visitor = Visitor(browser, server, DESK)
    visitor.sit(server.fresh_table("blackjack"))
    for _ in range(10):
        visitor.place("blackjack")
        visitor.press("ready")
        if visitor.page.locator("form[data-act='choose:hit']:not(.off)").count():
            break
        visitor.play_out()
    catch(visitor, "blackjack")


def roulette(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, DESK)
    visitor.sit(server.fresh_table("roulette"))
    for wager in ("red", "straight:17", "dozen:2nd-12"):
        if visitor.area(wager).count():
            visitor.place(wager)
    visitor.press("ready")
    catch(visitor, "roulette")


def craps(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, DESK)
    visitor.sit(server.fresh_table("craps"))
    visitor.place("pass")
    for _ in range(30):
        visitor.press("ready")
        if "Puck ON" in visitor.page.locator("#s-bar").inner_text():
            break
        if visitor.page.locator("form[data-act='ready'] button[aria-disabled]").count():
            visitor.place("pass")
    visitor.place("pass-odds")
    catch(visitor, "craps")


def dealer(browser: Any, server: Server) -> None:
    """Dealt by hand, an irregularity about to be declared."""
    screen, player = Visitor(browser, server, DESK), Visitor(browser, server, DESK)
    table = server.fresh_table("three-card-poker", "dealer", "dealer-3")
    screen.sign_in("dealer-3", f"/deal/{table}")
    screen.page.wait_for_url(f"**/deal/{table}")
    screen.ready()

    def press() -> None:
        request = screen.page.get_attribute("#d-next", "data-request")
        screen.page.locator(".button.huge").first.click()
        screen.page.wait_for_function("r => document.querySelector('#d-next').dataset.request !== r", arg=request)

    if screen.page.get_attribute("#d-next", "data-kind") == "shuffle":
        press()
    player.sit(table)
    player.place("ante")
    screen.page.wait_for_selector(".button.huge:not([aria-disabled])")
    press()
    press()
    player.page.wait_for_selector("form[data-act='choose:play']")
    screen.page.keyboard.press("F2")
    screen.page.check("[name=when][value='dealer-card-exposed']")
    screen.page.wait_for_selector("#d-ruling .ruling")
    player.context.close()
    catch(screen, "dealer")


def pit(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, DESK)
    visitor.sign_in("supervisor", "/pit")
    visitor.page.wait_for_url("**/pit*")
    visitor.ready()
    catch(visitor, "pit")


def rulebook(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, DESK)
    visitor.go("/rulebooks/hard-rock-cincinnati/three-card-poker/2019-12-05")
    catch(visitor, "rulebook")


def phone(browser: Any, server: Server) -> None:
    visitor = Visitor(browser, server, PHONE)
    visitor.sit(server.fresh_table("roulette"))
    catch(visitor, "phone")


if __name__ == "__main__":
    main()
