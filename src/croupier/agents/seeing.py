"""What a seat at a house game may see, as arrays of a fixed shape.

Everything comes from `croupier.rounds.view`, which strips each face that is not the seat's to see; nothing else of
the table is read. Cards are the library's integers; EMPTY is no card, FACE_DOWN one that the seat may not see.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from croupier.agents.moves import Question
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game
from croupier.rounds.requests import Amount, Arrange
from croupier.rounds.view import view

EMPTY, FACE_DOWN = -1, 53
ASKED = ("nothing", "wagers", "choice", "size", "set")
HAND_MARKS = ("split", "doubled", "free-split", "free-double", "exchanged")
MARKS = ("point", "last", "throws", "come-outs", "point-since-seven-out", "hands-after-cut")
SHOE_WIDTH, WIDTH, PLACES = 24, 8, 2  # cards of a hand from a shoe, of any other, and common places
OUT_OF_SIGHT = ("burn", "discards", "segregated", "determinant", "aside", "seat-")
CENTS_MOST = 2**53  # what a float64 still counts exactly

Observation = dict[str, Any]


def cards_box(shape: tuple[int, ...]) -> gymnasium.spaces.Space[Any]:
    return gymnasium.spaces.Box(low=EMPTY, high=FACE_DOWN, shape=shape, dtype=np.int8)


def cents_box(shape: tuple[int, ...]) -> gymnasium.spaces.Space[Any]:
    return gymnasium.spaces.Box(low=0, high=CENTS_MOST, shape=shape, dtype=np.int64)


class Eyes:
    """The observation of one seat. Its parts are named in `space`."""

    def __init__(self, game: Game, position: int) -> None:
        self.position = position
        self.stages = game.STAGES
        self.slots = _slots(game)
        self.width = SHOE_WIDTH if "double" in game.PLACED_LATER else WIDTH
        self.hands = int(game.posting.get("split-hands", 1))
        self._own = np.full((self.hands, self.width), EMPTY, dtype=np.int8)
        self._table = np.full((PLACES, self.width), EMPTY, dtype=np.int8)
        box = gymnasium.spaces.Box
        self.space = gymnasium.spaces.Dict(
            {
                "stage": gymnasium.spaces.Discrete(len(self.stages)),
                "asked": gymnasium.spaces.Discrete(len(ASKED)),
                "hand": gymnasium.spaces.Discrete(self.hands),
                "own": cards_box((self.hands, self.width)),
                "own_marks": box(low=0, high=1, shape=(self.hands, len(HAND_MARKS)), dtype=np.int8),
                "dealer": cards_box((self.width,)),
                "table": cards_box((PLACES, self.width)),
                "marks": box(low=0, high=2**31, shape=(len(MARKS),), dtype=np.int64),
                "stakes": cents_box((len(self.slots),)),
                "chips": cents_box((1,)),
            }
        )

    def look(self, driver: Driver, who: By, question: Question | None, over: bool) -> Observation:
        seen = view(driver, who)
        seat = seen["positions"][self.position - 1]
        own, dealer, table = self._own.copy(), self._own[0].copy(), self._table.copy()
        own_marks = np.zeros((self.hands, len(HAND_MARKS)), dtype=np.int8)
        for row, hand in enumerate(seat["hands"][: self.hands]):
            _lay(own[row], hand["cards"])
            if hand["memo"]:
                own_marks[row] = [bool(hand["memo"].get(mark)) for mark in HAND_MARKS]
        _lay(dealer, seen["dealer"]["cards"])
        in_sight = [name for name in sorted(seen["places"]) if not name.startswith(OUT_OF_SIGHT)]
        for row, name in enumerate(in_sight[:PLACES]):
            _lay(table[row], seen["places"][name]["cards"])
        stakes = np.zeros(len(self.slots), dtype=np.int64)
        for wager in seat["wagers"]:
            stakes[self.slots.get((wager["kind"], wager["on"]), self.slots[wager["kind"], ""])] += wager["stake"]
        memo = seen["memo"]
        marks = np.array([min(int(memo.get(mark, 0)), 2**31) for mark in MARKS], dtype=np.int64)
        return {
            "stage": np.int64(self.stages.index(seen["stage"])),
            "asked": np.int64(_asked(question, over)),
            "hand": np.int64(getattr(question, "hand", 0)),
            "own": own,
            "own_marks": own_marks,
            "dealer": dealer,
            "table": table,
            "marks": marks,
            "stakes": stakes,
            "chips": np.array([seat["chips"]], dtype=np.int64),
        }


def _slots(game: Game) -> dict[tuple[str, str], int]:
    """A place in the vector of stakes for every wager and what it may be on.

    A wager that travels (Come) may come to lie on what its odds may be on.
    """
    found: dict[tuple[str, str], int] = {}
    for wager in game.posting.wagers:
        travels = game.selections(f"{wager}-odds") if f"{wager}-odds" in game.posting.wagers else ()
        for on in dict.fromkeys(("", *game.selections(wager), *travels)):
            found[wager, on] = len(found)
    return found


def _lay(row: NDArray[np.int8], cards: list[int | None]) -> None:
    if cards:
        shown = [FACE_DOWN if card is None else card for card in cards[: len(row)]]
        row[: len(shown)] = shown


def _asked(question: Question | None, over: bool) -> int:
    if over:
        return ASKED.index("nothing")
    if question is None:
        return ASKED.index("wagers")
    kind = "size" if isinstance(question, Amount) else "set" if isinstance(question, Arrange) else "choice"
    return ASKED.index(kind)
