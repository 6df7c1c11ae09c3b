"""One dealer, one sitting at the page: ten hands of no-limit hold'em with everything that a live evening brings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.equipment.cards import card_name
from croupier.poker.book.forms import FORMS

from .hand_dealt import ROOM, STAKES
from .server import Server
from .test_hand_dealt_browser import Box, opened
from .visitor import DESK, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAME = "KD-SITTING"
OVER = ("deal", "wait", "draw-button")


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, [])
    yield running
    running.close()


class Sitting(Box):
    """The dealer's keys, each waited for."""

    def key(self, *keys: str) -> None:
        entry = self.step()["entry"]
        for key in keys:
            self.page.keyboard.press(key)
        self.wait(entry)

    def dealt(self) -> None:
        """The next hand: a new deck, and everybody has his cards."""
        self.deck = [card_name(card) for card in FORMS["holdem"].deck]
        self.chance.shuffle(self.deck)
        step = self.step()
        self.do(step)
        self.wait(step["entry"])
        self.key("Enter")

    def along(self) -> None:
        """The hand to its end: check or call, cards as they are asked for, every hand shown."""
        while (step := self.step())["do"] not in OVER:
            if step["do"] == "act":
                self.key("c")
                continue
            if step["do"] == "show":
                for _ in range(int(step["count"])):
                    self.card()
                self.page.keyboard.press("Enter")
            else:
                self.do(step)
            self.wait(step["entry"])

    def tap(self, seat: int, button: str, **fields: str) -> None:
        """A tap on a seat, and what is done there."""
        entry = self.step()["entry"]
        self.page.click(f"[data-tap='{seat}']")
        form = self.page.locator("#k-seat form").filter(has=self.page.get_by_role("button", name=button, exact=True))
        for name, value in fields.items():
            form.first.locator(f"[name='{name}']").fill(value)
        form.first.get_by_role("button", name=button, exact=True).click()
        self.visitor.until("() => !document.querySelector('#k-seat').open")
        self.wait(entry)


def test_ten_hands_in_one_unbroken_sitting(chromium: Any, quiet: Server) -> None:
    opened(quiet, NAME, "holdem", STAKES["no"], 5)
    supervisor = quiet.client("supervisor")
    visitor = Visitor(chromium, quiet, DESK)
    visitor.sign_in("dealer", f"/room/tables/{NAME}")
    visitor.ready()
    box = Sitting(visitor, "holdem", "sitting")

    def seats() -> dict[int, dict[str, Any]]:
        shown = supervisor.get(f"{ROOM}/tables/{NAME}").json()["seats"]
        return {seat["seat"]: seat for seat in shown if seat["taken"]}

    def held() -> int:
        game = quiet.do(lambda: quiet.app.state.floor.room.table(NAME)).game
        return sum(game.balances().values())

    # 1: the button is drawn, a raise, everybody folds
    box.dealt()
    box.key("2", "0", "r")
    visitor.sees("[data-undo]", "Undo raise to $20")
    while box.step()["do"] == "act":
        box.key("f")
    visitor.sees("#k-next h2", "then deal")
    # 2: acts taken back one by one, then keyed as they were
    box.dealt()
    box.key("c")
    box.key("f")
    box.key("Control+z")
    box.key("Control+z")
    visitor.sees("[data-undo]", "Undo the cards")
    box.along()
    # 3: a misdeal is dealt again under the same number
    box.dealt()
    number = visitor.page.inner_text("#k-round")
    visitor.chooses("first-cards-exposed")
    visitor.sees("#k-ruling", "Nothing has changed yet")
    entry = box.step()["entry"]
    visitor.page.click("[data-declare]")
    box.wait(entry)
    visitor.sees("#k-next h2", "Deal the hand again")
    box.dealt()
    assert visitor.page.inner_text("#k-round").split(" · ")[0] == number.split(" · ")[0]
    box.along()
    visitor.sees("#k-push", "3 hands this down")
    # 4: a straddle from behind the blinds
    button = int(supervisor.get(f"{ROOM}/tables/{NAME}").json()["button"])
    order = [*(n for n in sorted(seats()) if n > button), *(n for n in sorted(seats()) if n <= button)]
    box.tap(order[0], "Straddles", cents="6")  # he has the next button
    visitor.sees("#k-next", "straddle $6")
    box.dealt()
    assert seats()[order[0]]["bet"] == 600
    box.along()
    # 5: three all in with unequal stacks; the hands are tabled before the board
    box.dealt()
    keyed = 0
    while box.step()["do"] == "act":
        box.key("a" if keyed < 3 else "f")
        keyed += 1
    visitor.counts(".k-tabling", 3)
    visitor.until("() => document.querySelector('#k-seats').getBoundingClientRect().bottom <= innerHeight + 1")
    step = box.step()
    visitor.page.fill(".k-tabling >> nth=0 >> [name='cards']", f"{box.deck.pop()} {box.deck.pop()}")
    visitor.page.keyboard.press("Enter")
    box.wait(step["entry"])
    visitor.counts(".k-tabling", 2)
    visitor.page.evaluate("() => document.activeElement.blur()")
    box.along()
    # 6: who lost all buys again, another one leaves and a new patron takes his seat
    for number, seat in seats().items():
        if not seat["chips"]:
            box.tap(number, "Give chips", cents="200")
    leaver = max(seats())
    box.tap(leaver, "Leaves the game")
    assert leaver not in seats()
    sit = {"act": "sit", "seat": leaver, "cents": 30_000, "patron": "Nora-Quist"}
    supervisor.post(f"{ROOM}/tables/{NAME}/acts", json={"act": sit}).raise_for_status()
    visitor.sees("#k-seats", "N.Q.")
    box.dealt()
    box.along()
    # 7 and 8: one goes away, his blinds pass him, he comes back and posts
    away = next(number for number, seat in seats().items() if seat["status"] == "in")
    box.tap(away, "Goes away: deal him out")
    for _ in range(2):
        box.dealt()
        box.along()
    box.tap(away, "Is back and posts")
    # 9: a hand that is beaten goes into the muck
    box.dealt()
    while box.step()["do"] != "show":
        step = box.step()
        if step["do"] == "act":
            box.key("c")
            continue
        box.do(step)
        box.wait(step["entry"])
    for _ in range(int(box.step()["count"])):
        box.card()
    box.key("Enter")
    while box.step()["do"] == "show":
        box.key("m")
    box.along()
    # 10: and one more
    before = held()
    box.dealt()
    box.along()
    assert held() == before
    assert quiet.do(lambda: quiet.app.state.floor.room.table(NAME)).game.table.hands == 10
    visitor.sees("#k-push", "10 hands this down")
    visitor.close()
