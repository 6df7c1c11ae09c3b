"""A dealer of real cards who reads nothing but what the table asks: the next step, and the options of a seat."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from croupier.equipment.cards import card_name
from croupier.poker.book.forms import FORMS

from .lab import Lab

ROOM = "/api/v1/room"
STAKES: dict[str, dict[str, Any]] = {
    "no": {"limit": "no", "small": 300, "blinds": [100, 300]},
    "pot": {"limit": "pot", "small": 300, "blinds": [100, 300]},
    "fixed": {"limit": "fixed", "small": 400, "big": 800, "blinds": [200, 400]},
    "stud": {"limit": "fixed", "small": 400, "big": 800, "ante": 100, "bring_in": 200},
    "antes": {"limit": "fixed", "small": 400, "big": 800, "ante": 100},
}
STEPS_MAX = 200


def stakes_for(form: str) -> dict[str, Any]:
    shape = FORMS[form]
    if shape.family == "stud":
        return STAKES["stud"]
    return STAKES["antes"] if shape.openers else STAKES["fixed"]


def spread(floor: Lab, name: str, place: str, **game: Any) -> str:
    """A game of the room, a dealer in the box."""
    told = floor.program("supervisor")
    given = {"id": name, "property": place, "mode": "dealer", "demo": True, **game}
    answer = told.post(f"{ROOM}/tables", json=given)
    assert answer.status_code == 201, answer.text
    assert answer.json()["state"] == "open", answer.text
    last = getattr(floor, "dealt_at", "")
    if last:  # a dealer stands at one table
        assert told.post(f"/api/v1/tables/{last}/life", json={"act": "dealer-out"}).status_code == 200
    floor.dealt_at = name  # type: ignore[attr-defined]
    brought = told.post(f"/api/v1/tables/{name}/life", json={"act": "dealer-in", "badge": "dealer"})
    assert brought.status_code == 200, brought.text
    return f"{ROOM}/tables/{name}"


def seat(floor: Lab, table: str, *seats: int, cents: int = 20000) -> None:
    """Guests with demo chips, whom the floor gives these seats."""
    for number in seats:
        _, patron = floor.guest()
        given = {"act": "sit", "seat": number, "cents": cents, "patron": patron}
        answer = floor.program("supervisor").post(f"{table}/acts", json={"act": given})
        assert answer.status_code == 200, answer.text


class Dealer:
    """Keys whatever the table asks for next; cards come off a deck of his own."""

    def __init__(self, client: Any, table: str, form: str, seed: str, choose: Callable[..., str] | None = None) -> None:
        self.client, self.table, self.form = client, table, form
        self.chance = random.Random(seed)
        self.choose = choose
        self.deck: Iterator[str] = iter(())
        self.steps: list[str] = []
        self.pots: set[str] = set()  # every pot that was seen, by name

    def look(self) -> dict[str, Any]:
        answer = self.client.get(self.table)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def act(self, **act: Any) -> dict[str, Any]:
        answer = self.client.post(f"{self.table}/acts", json={"act": act})
        assert answer.status_code == 200, (act, answer.text, self.steps[-5:])
        return dict(answer.json())

    def cards(self, count: int) -> list[str]:
        return [next(self.deck) for _ in range(count)]

    def shuffle(self, shown: dict[str, Any]) -> None:
        deck = [card_name(card) for card in FORMS[shown["form"]].deck]
        self.chance.shuffle(deck)
        self.deck = iter(deck)

    def hand(self) -> dict[str, Any]:
        """One hand from the deal to the push; the table as it then stands."""
        began = False
        for _ in range(STEPS_MAX):
            shown = self.look()
            if began and not shown["playing"]:
                return shown
            self.one(shown)
            began = True
        raise AssertionError(f"a hand of {self.form} does not end: {self.steps[-10:]}")

    def one(self, shown: dict[str, Any]) -> dict[str, Any]:
        """What the table asks for, once."""
        asked = shown["dealing"]["next"]
        self.steps.append(asked["words"])
        self.pots |= {pot["name"] for pot in shown["dealing"]["pots"]}
        assert asked["words"][0].isupper() and "{" not in asked["words"]
        return dict(getattr(self, "_" + asked["do"].replace("-", "_"))(shown, asked))

    def _draw_button(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        self.shuffle(shown)
        drawn = dict(zip(map(str, asked["seats"]), self.cards(len(asked["seats"]))))
        self.shuffle(shown)
        return self.act(act="deal", drawn=drawn)

    def _deal(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        self.shuffle(shown)
        return self.act(act="deal")

    def _time(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        return self.act(act="collect")

    def _down(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        return self.act(act="key", seat=-1)

    def _up(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        return self.act(act="key", seat=asked["seat"], cards=self.cards(1))

    def _board(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        return self.act(act="key", cards=self.cards(asked["count"]))

    def _draw(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        count = self.chance.randint(0, min(3, asked["count"]))
        return self.act(act="play", seat=asked["seat"], verb="draw", places=list(range(count)))

    def _act(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        found, number = shown["dealing"]["options"], asked["seat"]
        verb = self.choose(self, found) if self.choose is not None else self._verb(found)
        given: dict[str, Any] = {"act": "play", "seat": number, "verb": verb}
        if verb in ("bet", "raise"):
            given["to"] = (found["amounts"] or [found["least"]])[0]
        return self.act(**given)

    def _verb(self, found: dict[str, Any]) -> str:
        """Mostly along, sometimes up, seldom away."""
        if found["bring_in"]:
            return "bring-in"
        dice = self.chance.random()
        if dice < 0.25 and (found["amounts"] or found["most"]):
            return "raise"
        if dice < 0.32 and found["fold"] and found["call"]:
            return "fold"
        if found["check"]:
            return "check"
        return "call" if found["call"] else "raise" if found["amounts"] or found["most"] else "fold"

    def _show(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        cards = self.cards(asked.get("count", 0))  # those that nobody has seen; the others are on record
        return self.act(act="play", seat=asked["seat"], verb="show", cards=cards)

    def _push(self, shown: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        return self.act(act="push")


def chips(shown: dict[str, Any]) -> int:
    return sum(s["chips"] for s in shown["seats"] if s["taken"])
