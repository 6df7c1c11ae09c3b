"""A dealer at the page alone: hold'em and stud dealt by hand, with the keyboard and by touch, hand after hand."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.equipment.cards import card_name
from croupier.poker.book.forms import FORMS

from .hand_dealt import ROOM, STAKES
from .server import Server
from .test_axe import CUT, violations
from .visitor import DESK, PHONE, Visitor

pytestmark = pytest.mark.browser
PLACE = "horseshoe-baltimore"
STEPS_MAX = 150


def opened(server: Server, name: str, form: str, stakes: dict[str, Any], seats: int) -> None:
    supervisor = server.client("supervisor")
    game = {"id": name, "property": PLACE, "mode": "dealer", "demo": True, "form": form, **stakes}
    supervisor.post(f"{ROOM}/tables", json=game).raise_for_status()
    supervisor.post(f"/api/v1/tables/{name}/life", json={"act": "dealer-in", "badge": "dealer"}).raise_for_status()
    for seat in range(1, seats + 1):
        guest = httpx.post(f"{server.address}/api/v1/guests", json={}, timeout=30).json()["person"]["badge"]
        sit = {"act": "sit", "seat": seat, "cents": 20000, "patron": guest}
        supervisor.post(f"{ROOM}/tables/{name}/acts", json={"act": sit}).raise_for_status()


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Server]:
    """A house with nothing on its floor but what the test opens."""
    running = Server(tmp_path, [])
    yield running
    running.close()


class Box:
    """The dealer's hands: he reads the next step off the page and presses what it asks for."""

    def __init__(self, visitor: Visitor, form: str, seed: str, touch: bool = False) -> None:
        self.visitor, self.page, self.touch = visitor, visitor.page, touch
        self.chance = random.Random(seed)
        self.form = form
        self.deck: list[str] = []
        self.read: list[str] = []

    def step(self) -> dict[str, str]:
        return dict(self.page.evaluate("() => ({...document.querySelector('#k-next').dataset})"))

    def wait(self, entry: str) -> None:
        self.visitor.until("e => Number(document.querySelector('#k-next').dataset.entry) > Number(e)", entry)
        self.visitor.until("() => !document.body.dataset.busy")

    def card(self) -> None:
        card = self.deck.pop()
        if self.touch:
            self.page.click(f"[data-rank='{card[0]}']")
            self.page.click(f"[data-suit-key='{card[1]}']")
        else:
            self.page.keyboard.press(card[0].lower())
            self.page.keyboard.press(card[1])

    def press(self, key: str, button: str) -> None:
        if self.touch:
            self.page.click(button)
        else:
            self.page.keyboard.press(key)

    def hand(self) -> None:
        self.deck = [card_name(card) for card in FORMS[self.form].deck]
        self.chance.shuffle(self.deck)
        began = False
        for _ in range(STEPS_MAX):
            step = self.step()
            if began and step["do"] in ("deal", "wait", "draw-button"):
                return
            began = True
            self.read.append(self.page.inner_text("#k-next h2"))
            self.do(step)
            self.wait(step["entry"])
        raise AssertionError(self.read[-12:])

    def do(self, step: dict[str, str]) -> None:
        what, count = step["do"], int(step["count"])
        if what in ("deal", "down", "push"):
            self.press("Enter", "[data-main]")
        elif what == "act":
            self.act()
        elif (
            what == "show" and self.chance.random() < 0.4 and self.visitor.page.locator(".k-seat:not(.out)").count() > 2
        ):
            self.press("m", "[data-act='muck']")
        elif what in ("draw-button", "board", "up", "show"):
            for _ in range(count):
                self.card()
            if count > 1:
                self.press("Enter", "[data-confirm]")
        else:
            raise AssertionError(step)

    def act(self) -> None:
        keys = self.page.evaluate("() => [...document.querySelectorAll('#k-act [data-key]')].map((b) => b.dataset.key)")
        dice = self.chance.random()
        if dice < 0.15 and "f" in keys and "c" in keys:
            self.press("f", "[data-key='f']")
        elif dice < 0.35 and "r" in keys:
            if self.page.locator(".k-pad").count() and not self.touch:
                least = int(self.page.get_attribute(".k-pad", "data-least")) // 100
                for figure in str(least + self.chance.randint(0, 9)):
                    self.page.keyboard.press(figure)
            self.press("r", "[data-key='r']")
        elif "c" in keys:
            self.press("c", "[data-key='c']")
        else:
            self.press("r", "[data-key='r']") if "r" in keys else self.press("f", "[data-key='f']")


def seen_by_axe(visitor: Visitor) -> list[str]:
    """What a screen reader would miss, at a desk and on a phone, and what is cut off there."""
    found = []
    for size in (PHONE, DESK):
        visitor.page.set_viewport_size(size)
        found += violations(visitor.page) + visitor.page.evaluate(CUT)
    return found


def total(server: Server, name: str) -> int:
    game = server.do(lambda: server.app.state.floor.room.table(name)).game
    return sum(game.balances().values())


@pytest.mark.parametrize(
    ("form", "hands", "touch"),
    [
        ("holdem", 3, False),
        pytest.param("holdem", 10, False, marks=pytest.mark.slow),
        ("holdem", 1, True),
        ("stud", 1, False),
    ],
)
def test_a_dealer_deals_from_the_page_alone(chromium: Any, quiet: Server, form: str, hands: int, touch: bool) -> None:
    name = f"KD-{form}-{hands}"
    opened(quiet, name, form, STAKES["no"] if form == "holdem" else STAKES["stud"], 4)
    visitor = Visitor(chromium, quiet, DESK)
    visitor.sign_in("dealer", f"/room/tables/{name}")
    visitor.ready()
    box = Box(visitor, form, f"{form} {hands} {touch}", touch)
    if touch:  # once: the screen between hands, and in the middle of one
        assert seen_by_axe(visitor) == []
        for _ in range(4):
            step = box.step()
            box.deck = box.deck or [card_name(card) for card in FORMS[form].deck]
            box.do(step)
            box.wait(step["entry"])
        assert seen_by_axe(visitor) == []
    for _ in range(hands):
        box.hand()
    game = quiet.do(lambda: quiet.app.state.floor.room.table(name)).game
    assert game.table.hands == hands
    assert total(quiet, name) == 80000, "every chip is in front of a seat, or in a box"
    assert any(words.startswith("Key seat") for words in box.read)
    visitor.close()


def test_an_irregularity_asks_for_its_facts_shows_its_ruling_and_is_declared(chromium: Any, quiet: Server) -> None:
    opened(quiet, "KD-RULED", "holdem", STAKES["no"], 3)
    visitor = Visitor(chromium, quiet, DESK)
    visitor.sign_in("dealer", "/room/tables/KD-RULED")
    visitor.ready()
    page, box = visitor.page, Box(visitor, "holdem", "ruled")
    box.deck = ["Ks", "4c", "9d"]
    for _ in range(2):
        step = box.step()
        box.do(step)
        box.wait(step["entry"])
    before = box.step()["entry"]
    visitor.chooses("hole-card-exposed")
    visitor.counts("[name='fact-seat']", 3)
    for name, value in (("position", "5"), ("count", "1")):
        page.fill(f"[name='fact-{name}']", value)
        page.locator(f"[name='fact-{name}']").blur()
        visitor.until("([n, v]) => document.querySelector(`[name='fact-${n}']`)?.value === v", [name, value])
    page.check("[name='fact-seat'][value='2']")
    page.click("[name='fact-card']")
    page.keyboard.press("7")
    page.keyboard.press("c")
    visitor.sees("#k-ruling", "Nothing has changed yet")
    assert box.step()["entry"] == before
    page.click("[data-declare]")
    visitor.until("e => Number(document.querySelector('#k-next').dataset.entry) > Number(e)", before)
    visitor.sees("#k-log", "Ruling: Hole card exposed")
    page.wait_for_selector("[data-undo][aria-disabled='true']")  # a ruling is not taken back
    visitor.close()


def test_a_figure_is_ruled_on_while_it_is_typed_and_a_refusal_stands_in_its_dialog(
    chromium: Any, quiet: Server
) -> None:
    opened(quiet, "KD-TYPED", "holdem", STAKES["no"], 3)
    visitor = Visitor(chromium, quiet, DESK)
    visitor.sign_in("dealer", "/room/tables/KD-TYPED")
    visitor.ready()
    page, box = visitor.page, Box(visitor, "holdem", "typed")
    box.deck = ["Ks", "4c", "9d"]
    for _ in range(2):
        step = box.step()
        box.do(step)
        box.wait(step["entry"])
    visitor.chooses("cards-exposed")
    visitor.counts("[name='fact-count']", 1)
    visitor.until(  # far down a long list it is seen at once
        "() => document.querySelector('#k-facts').getBoundingClientRect().top < window.innerHeight"
    )
    page.click("[name='fact-count']")
    page.keyboard.type("2")
    visitor.sees("#k-ruling", "Declare: misdeal")
    visitor.focuses("fact-count")
    page.click("[data-ruling-back]")
    page.click("[data-tap='2']")
    page.fill("#k-seat [name='cents']", "nothing")
    page.click("#k-seat button:has-text('Give chips')")
    visitor.counts("#k-seat .notice.error", 1)
    visitor.close()


def test_a_tap_on_a_seat_gives_chips_and_hands_are_tabled_before_the_board(chromium: Any, quiet: Server) -> None:
    """All in with the whole stack is A even where it only calls; chips bought in a hand play from the next one."""
    opened(quiet, "KD-TAP", "holdem", STAKES["no"], 2)
    visitor = Visitor(chromium, quiet, DESK)
    visitor.sign_in("dealer", "/room/tables/KD-TAP")
    visitor.ready()
    page, box = visitor.page, Box(visitor, "holdem", "tap")
    box.deck = ["Ks", "4c"]
    for _ in range(2):
        step = box.step()
        box.do(step)
        box.wait(step["entry"])
    first = box.step()["seat"]
    page.click(f"[data-tap='{first}']")
    page.fill("#k-seat [name='cents']", "50")
    page.click("#k-seat button:has-text('Give chips')")
    visitor.until("() => !document.querySelector('#k-seat').open")
    for _ in range(2):
        step = box.step()
        page.keyboard.press("a")
        box.wait(step["entry"])
    visitor.counts(".k-tabling", 2)
    step = box.step()
    page.fill(".k-tabling >> nth=0 >> [name='cards']", "As Ad")
    page.keyboard.press("Enter")
    box.wait(step["entry"])
    visitor.counts(".k-tabling", 1)
    visitor.sees("#k-seats", "Pair of aces")
    assert total(quiet, "KD-TAP") == 45000, "the chips that he bought lie aside until the next hand"
    visitor.close()


def test_a_mixed_game_goes_on_by_one_key_and_the_screen_names_the_game(chromium: Any, quiet: Server) -> None:
    legs = [("holdem", "fixed"), ("omaha-8", "fixed"), ("razz", "stud"), ("stud", "stud"), ("stud-8", "stud")]
    games = [{"form": form, **STAKES[limit]} for form, limit in legs]
    opened(quiet, "KD-MIXED", "holdem", STAKES["fixed"] | {"games": games}, 3)
    visitor = Visitor(chromium, quiet, DESK)
    visitor.sign_in("dealer", "/room/tables/KD-MIXED")
    visitor.ready()
    box = Box(visitor, "holdem", "mixed")
    for title in ("Omaha high-low", "Razz"):
        entry = box.step()["entry"]
        visitor.page.keyboard.press("n")
        box.wait(entry)  # the socket may tell of it before the request is answered, and no key counts until then
        visitor.sees("#k-game", title)
    visitor.sees("#k-limits", "bring-in $2")
    entry = box.step()["entry"]
    visitor.page.click("#k-act [data-form='stud-8']")  # the last of five lies on the screen too
    box.wait(entry)
    visitor.sees("#k-game", "Seven-card stud high-low")
    box.hand()
    assert any("up-card" in words for words in box.read)
    visitor.close()
