"""Big Six: an upright wheel of 54 sections and a wager on each insignia it bears."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from croupier.games.wheels.wheelgame import WheelGame
from croupier.rounds import acts
from croupier.rounds.felt import Wager
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask
from croupier.rounds.requests import Choice, Decide, Do
from croupier.rounds.table import Table
from croupier.rulebook.model import Irregularity
from croupier.rulebook.posting import Posting
from croupier.rulebook.shapes import Keys, Span

# The wager on each insignia. A section is called by its insignia: 1, 2, 5, 10, 20, joker, logo.
WAGER_ON = {
    "1": "dollar-1",
    "2": "dollar-2",
    "5": "dollar-5",
    "10": "dollar-10",
    "20": "dollar-20",
    "joker": "joker",
    "logo": "logo",
}


def rim(sections: dict[str, int]) -> tuple[str, ...]:
    """The sections around the wheel, each insignia spread as evenly as its number allows.

    The rulebooks print how many sections bear an insignia, not where they stand.
    """
    alike = {count: [n for n, c in sections.items() if c == count] for count in sections.values()}
    places = []
    for name, count in sections.items():
        peers = alike[count]
        phase = Fraction(2 * peers.index(name) + 1, 2 * len(peers))  # joker and logo face each other
        places += [((k + phase) / count, -count, name) for k in range(count)]
    return tuple(name for _, _, name in sorted(places))


class BigSix(WheelGame):
    NAME = "big-six"
    TITLE = "Big Six"
    FELT, LETTERS = "big-six", "BIG"
    SETTINGS = {"positions": int, "sections": Keys(must=dict.fromkeys(WAGER_ON, Span(1)))}
    OUTCOMES = {wager: {"main": {"win": None}} for wager in WAGER_ON.values()}
    RULINGS: ClassVar[tuple[str, ...]] = ("previous-section",)

    def __init__(self, posting: Posting) -> None:
        super().__init__(posting)
        self._pockets = rim(posting["sections"])

    def pockets(self) -> tuple[str, ...]:
        return self._pockets

    def wins(self, wager: Wager, result: str) -> bool:
        return wager.kind == WAGER_ON[result]

    def result_words(self, result: str) -> str:
        return f"The clapper rests on the {'$' + result if result.isdecimal() else result}."

    def rule_previous_section(
        self, table: Table, irregularity: Irregularity, declared: acts.Declared
    ) -> Procedure[Any]:
        """The clapper sticks on a peg: wait; if it does not fall, the section passed last is the winner."""
        choices = (Choice("fell", says="the section it fell on wins"), Choice("stuck", says="a supervisor is called"))
        answer = yield from ask(Decide(choices, by="dealer", question="Wait a few seconds: did the clapper fall?"))
        if answer.name == "stuck":
            yield from ask(Do("Call the section passed last; the dealer keys it as the winner.", by="supervisor"))
        table.note(irregularity.says, irregularity.clause)
        return LOOK_AGAIN


GAME = BigSix
