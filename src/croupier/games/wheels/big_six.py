"""Big Six: an upright wheel and a wager on each insignia it bears.

The game knows the insignia of the common American wheel. A wheel with others has sections of other names; the wagers on
them are described by the rulebook: `sees = "spin"`, `win = { sections = ["3"] }`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any, ClassVar

from croupier.games.wheels.wheelgame import WheelGame
from croupier.rounds import acts
from croupier.rounds.felt import Wager
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask
from croupier.rounds.requests import Choice, Decide, Do
from croupier.rounds.table import Table
from croupier.rulebook.described.wheel import SECTIONS
from croupier.rulebook.faults import Found, near, one_of
from croupier.rulebook.model import Irregularity, Rulebook, WagerRule
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


def _named(terms: object, where: str) -> Iterator[tuple[str, str]]:
    """Every sign that conditions name, however deep they lie, with its address."""
    if isinstance(terms, list):
        for number, each in enumerate(terms, 1):
            yield from _named(each, f"{where}[{number}]")
    elif isinstance(terms, dict):
        for key, value in terms.items():
            if key != "sections":
                yield from _named(value, f"{where}.{key}")
            elif value != "on":
                listed = value if isinstance(value, list) else [value]
                yield from ((f"{where}.sections[{n}]", str(sign)) for n, sign in enumerate(listed, 1))


class BigSix(WheelGame):
    NAME = "big-six"
    TITLE = "Big Six"
    FELT = "big-six"
    LETTERS = "BIG"
    SETTINGS = {"positions": int, "sections": Keys(other=Span(1))}
    OUTCOMES = {wager: {"main": {"win": None}} for wager in WAGER_ON.values()}
    RULINGS: ClassVar[tuple[str, ...]] = ("previous-section",)
    DESCRIBES = SECTIONS
    PLACE = "section"

    @classmethod
    def places_of(cls, book: Rulebook) -> Collection[str]:
        setting = book.settings.get("sections")
        wheels = setting.choices or (setting.value,) if setting else ()
        return {str(sign) for wheel in wheels if isinstance(wheel, dict) for sign in wheel}

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: what a wager is on stands on the wheel, and what stands there is wagered on."""
        found = super().faults(book)
        signs = cls.places_of(book)
        bet_on: set[str] = set()
        for wager in book.wagers.values():
            for where, sign in cls._signs_of(wager):
                bet_on.add(sign)
                if sign not in signs:
                    words = f"no section of the wheel bears it; {one_of(sign, sorted(signs))}, found {sign!r}"
                    found.append(Found(where, words))
        for sign in sorted(set(signs) - bet_on):
            known = sorted(bet_on | set(WAGER_ON))
            words = f"no wager of the book is on it; {one_of(sign, known)}"
            found.append(Found(f"rules.sections.value.{sign}", words, warning=sign.isdigit() or not near(sign, known)))
        return found

    @classmethod
    def _signs_of(cls, wager: WagerRule) -> Iterator[tuple[str, str]]:
        """(where it stands, the sign) of everything that a wager is on."""
        where = f"wagers.{wager.name}"
        if not wager.sees:
            yield from ((where, sign) for sign, name in WAGER_ON.items() if name == wager.name)
            return
        yield from ((f"{where}.on[{number}]", sign) for number, sign in enumerate(wager.on, 1))
        yield from _named(wager.outcomes, f"{where}.outcomes")

    def __init__(self, posting: Posting) -> None:
        super().__init__(posting)
        self._pockets = rim(posting["sections"])

    def pockets(self) -> tuple[str, ...]:
        return self._pockets

    def wins(self, wager: Wager, result: str) -> bool:
        return wager.kind == WAGER_ON.get(result)

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
