"""Roulette: fourteen wagers on a wheel with one zero, two or three, or with two of which one voids the spin.

Where a zero does not take the whole of an even-money wager, a rulebook has a row for it: `["zero", "1 for 2"]` gives
half of it back (la partage on one zero, surrender on two). Or the wager goes to prison until the next spin.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import lcm
from typing import Any

from croupier.equipment.money import money, parse_money
from croupier.equipment.wheels import ZEROS, colour
from croupier.games.wheels.roulette_layout import EVEN_MONEY, layout, pocket_number
from croupier.games.wheels.wheelgame import STAYS, WheelGame
from croupier.rounds import acts
from croupier.rounds.felt import Wager
from croupier.rounds.refusal import Refused
from croupier.rounds.table import Table
from croupier.rulebook.described import Described
from croupier.rulebook.described.wheel import SHOWN
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Rulebook
from croupier.rulebook.posting import Limits, Posting
from croupier.rulebook.shapes import ListOf

WHEELS = ("single-zero", "double-zero", "double-zero-as-single-zero", "triple-zero")
POCKETS = tuple(str(number) for number in range(37))
# The rule that prints the order of each wheel's pockets, and the zeros that its layout has.
ORDERS = {
    "single-zero": "single-zero-order",
    "double-zero": "double-zero-order",
    "double-zero-as-single-zero": "double-zero-order",
    "triple-zero": "triple-zero-order",
}
ORDERED = {
    "single-zero-order": POCKETS,
    "double-zero-order": (*POCKETS, "00"),
    "triple-zero-order": (*POCKETS, "00", "000"),
}
LAYOUT_ZEROS = {"single-zero": 1, "double-zero": 2, "double-zero-as-single-zero": 1, "triple-zero": 3}
PRISON = "in-prison"  # the memo of a wager that waits for the next spin
EN_PRISON = ("none", "second-zero-loses", "second-zero-stays")
INSIDE = ("straight", "split", "three-numbers", "four-numbers", "first-five-numbers", "six-numbers")


class Roulette(WheelGame):
    NAME = "roulette"
    TITLE = "Roulette"
    FELT = "roulette"
    LETTERS = "RO"
    SETTINGS = {
        "positions": int,
        "wheel": WHEELS,
        "zero-trios": ListOf(str, least=0),
        "value-chips-inside": ("free", "one-person"),
    }
    OPTIONAL = {**{name: ListOf(pockets) for name, pockets in ORDERED.items()}, "en-prison": EN_PRISON}
    OUTCOMES = {
        **{wager: {"main": {"win": None}} for wager in (*INSIDE, "column", "dozen")},
        **{wager: {"main": {"win": None, "zero": "lose"}} for wager in EVEN_MONEY},
    }  # fmt: skip
    DESCRIBES = SHOWN

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: a wheel has every number once, and a trio is three boxes, a zero among them."""
        found = super().faults(book)
        wheel = book.settings.get("wheel")
        needed = {ORDERS.get(str(name), "") for name in (wheel.choices or (wheel.value,) if wheel else ())}
        for name, pockets in ORDERED.items():
            setting = book.settings.get(name)
            if setting is None and name in needed:
                found.append(Found(f"rules.{name}", f"missing; expected the {len(pockets)} pockets in their order"))
            order = setting.value if setting and isinstance(setting.value, list) else list(pockets)
            if missing := [pocket for pocket in pockets if pocket not in order]:
                found.append(Found(f"rules.{name}.value", f"the wheel lacks {', '.join(missing)}"))
        trios = book.settings.get("zero-trios")
        for number, trio in enumerate(trios.value if trios and isinstance(trios.value, list) else [], 1):
            boxes = str(trio).split("-")
            known = set(boxes) <= {*ZEROS, "1", "2", "3"} and len(set(boxes)) == len(boxes) == 3
            if not known or not {*ZEROS} & set(boxes):
                words = f"expected three numbers that lie together, a zero among them, such as 0-1-2, found {trio!r}"
                found.append(Found(f"rules.zero-trios.value[{number}]", words))
        return found + cls._placeless_faults(book) + cls._prison_faults(book)

    @classmethod
    def _placeless_faults(cls, book: Rulebook) -> list[Found]:
        """A wager that no layout has, of the wheels that it is offered at, could never be placed."""
        wheel = book.settings.get("wheel")
        if wheel is None:
            return []
        found = []
        for wager in book.wagers.values():
            asked = wager.when.get("wheel", wheel.choices or (wheel.value,))
            wheels = [name for name in asked if name in LAYOUT_ZEROS]
            if wager.name in INSIDE and wheels and not any(wager.name in layout(LAYOUT_ZEROS[w], []) for w in wheels):
                words = f"no layout of {', '.join(wheels)} has a place for it; expected a wheel that has one"
                found.append(Found(f"wagers.{wager.name}", words))
        return found

    @classmethod
    def _prison_faults(cls, book: Rulebook) -> list[Found]:
        """A wager that goes to prison on a zero is not paid by a row for it too."""
        setting = book.settings.get("en-prison")
        if setting is None or set(setting.choices or (setting.value,)) == {"none"}:
            return []
        rows = [
            (wager, n) for wager in book.wagers.values() for n, t in enumerate(wager.pay_tables, 1) if t.odds("zero")
        ]
        words = "a zero can't be paid by a row and put the wager in prison; expected one or the other"
        return [Found(f"wagers.{wager.name}.pay-tables[{n}].rows", words) for wager, n in rows]

    @classmethod
    def places_of(cls, book: Rulebook) -> Collection[str]:
        wheel = book.settings.get("wheel")
        orders = {ORDERS.get(str(name), "") for name in (wheel.choices or (wheel.value,) if wheel else ())}
        return {str(pocket) for name in orders if name in book.settings for pocket in book.settings[name].value}

    def decided(self) -> Iterable[str]:
        single = self.posting["wheel"] == "double-zero-as-single-zero"
        return [pocket for pocket in self._pockets if not (single and pocket == "00")]

    def described_depends(self, described: Described) -> tuple[str, ...]:
        return ("wheel",)

    def __init__(self, posting: Posting) -> None:
        super().__init__(posting)
        wheel = posting["wheel"]
        groups = [tuple(pocket_number(n) for n in group.split("-")) for group in posting["zero-trios"]]
        self.layout = layout(LAYOUT_ZEROS[wheel], groups)
        self._pockets = tuple(str(pocket) for pocket in posting[ORDERS[wheel]])
        self._prison = str(posting.get("en-prison", "none"))

    # Wagers

    def selections(self, wager: str) -> tuple[str, ...]:
        if wager in self.described:
            return super().selections(wager)
        return tuple(self.layout.get(wager, {"": frozenset()}))

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        if wager not in self.layout and wager not in self.described:
            return "this layout has no such place"
        if (standing := table.wager(wager, position, on)) and PRISON in standing.memo:
            return "the wager that lies there is in prison until the next spin"
        if wager in INSIDE and self._shares_value_chips(table, position):
            return "another patron plays value chips inside; take non-value chips of a colour of your own"
        return super().blocked(table, position, wager, on)

    def limits(self, table: Table, position: int, wager: str, on: str) -> Limits:
        """Non-value chips are worth what was marked: a wager is a whole number of them."""
        limits = super().limits(table, position, wager, on)
        value = self.chips_of(table, position).get("value", 0)
        if not value:
            return limits
        step = lcm(limits.step, value)
        return Limits(-(-limits.least // step) * step, limits.most // step * step, step)

    # Chips without value: a colour for each patron, given out when he sits down

    def chips_of(self, table: Table, position: int) -> dict[str, int]:
        """The patron's chips: `colour` (0: value chips) and what one is worth (0: as the table's step)."""
        found: dict[str, int] = table.felt.memo.get("chips", {}).get(table.position(position).patron, {})
        return found

    def after_betting(self, table: Table, act: acts.Act) -> None:
        chips: dict[str, dict[str, int]] = table.felt.memo.setdefault("chips", {})
        if isinstance(act, acts.Sit):
            chips.setdefault(act.patron, {"colour": self._free_colour(table), "value": 0})
        elif isinstance(act, acts.Leave):
            seated = {p.patron for p in table.felt.positions}
            for patron in [p for p in chips if p not in seated]:
                clause = self.posting.clause("value-chips-inside")
                table.note(f"{patron}'s non-value chips are cashed in for value chips.", clause)
                del chips[patron]

    def _free_colour(self, table: Table) -> int:
        used = {c["colour"] for c in table.felt.memo["chips"].values()}
        return next(n for n in range(1, len(table.felt.positions) + 1) if n not in used)

    def said(self, table: Table) -> list[acts.Call]:
        """Which chips each patron plays and what one was marked at, unless it is what he is given anew anyhow."""
        places: dict[str, int] = {}
        for position in table.felt.positions:
            if position.patron:
                places.setdefault(position.patron, position.number)
        chips = {patron: self.chips_of(table, place) for patron, place in places.items()}
        if all(mine == {"colour": number, "value": 0} for number, mine in enumerate(chips.values(), 1)):
            return []
        calls = [acts.Call(place, "value-chips") for place in places.values()]  # colours are handed back, then given
        for patron, mine in chips.items():
            if number := mine.get("colour", 0):
                worth = money(mine["value"]) if mine["value"] else ""
                calls.append(acts.Call(places[patron], "non-value", str(number), worth))
        return calls

    def _shares_value_chips(self, table: Table, position: int) -> bool:
        """Where only one person at a time may play value chips inside: whether another one does."""
        if self.posting["value-chips-inside"] == "free" or self.chips_of(table, position).get("colour", 0):
            return False
        mine = table.position(position).patron
        return any(
            w.kind in INSIDE
            and table.position(w.position).patron != mine
            and not self.chips_of(table, w.position).get("colour", 0)
            for w in table.felt.wagers
        )

    def check_call(self, table: Table, call: acts.Call) -> None:
        """`value-chips`; or `non-value [COLOUR [VALUE]]`, such as `non-value 3 $5`."""
        clause = self.posting.clause("value-chips-inside")
        if call.word not in ("value-chips", "non-value"):
            raise Refused("say value-chips, or non-value with a colour's number and what a chip is worth", clause)
        patron = table.position(call.position).patron
        if any(table.position(w.position).patron == patron for w in table.felt.wagers):
            raise Refused("chips are changed while none of yours lies on the layout", clause)
        if call.word == "non-value":
            self._check_colour(table, patron, call, clause)

    def _check_colour(self, table: Table, patron: str, call: acts.Call, clause: str) -> None:
        most = len(table.felt.positions)
        if call.wager and not (call.wager.isdecimal() and 1 <= int(call.wager) <= most):
            raise Refused(f"the colours of this table are 1 to {most}, not {call.wager!r}", clause)
        for other, chips in table.felt.memo.get("chips", {}).items():
            if other != patron and call.wager and chips["colour"] == int(call.wager):
                raise Refused(f"another patron plays colour {call.wager}", clause)
        if call.on:
            try:
                value = parse_money(call.on)
            except ValueError as error:
                raise Refused(str(error), clause) from None
            if not value:
                raise Refused("a chip is worth more than $0.00", clause)

    def call(self, table: Table, call: acts.Call) -> None:
        chips: dict[str, Any] = table.felt.memo.setdefault("chips", {})
        patron = table.position(call.position).patron
        had = chips.pop(patron, {"colour": 0, "value": 0})
        if call.word == "value-chips":
            chips[patron] = {"colour": 0, "value": 0}
            return
        number = int(call.wager) if call.wager else had["colour"] or self._free_colour(table)
        value = parse_money(call.on) if call.on else 0
        chips[patron] = {"colour": number, "value": value}
        if value:
            table.note(f"A chip of colour {number} is worth {money(value)}.", self.posting.clause("value-chips-inside"))

    # Even-money wagers when a zero comes

    def may_take(self, table: Table, wager: Wager, cents: int) -> None:
        if PRISON in wager.memo:
            raise Refused("a wager in prison waits for the next spin", self.posting.clause("en-prison"))

    def outlives(self, wager: Wager) -> bool:
        return PRISON in wager.memo

    def outcome(self, wager: Wager, result: str) -> str:
        """A wager that leaves prison is given back and wins nothing; a zero sends an even-money wager there."""
        zero = result in ZEROS and wager.kind in EVEN_MONEY
        if zero and self._prison != "none" and (PRISON not in wager.memo or self._prison == "second-zero-stays"):
            return STAYS
        found = super().outcome(wager, result)
        if PRISON in wager.memo:
            return "lose" if found == "lose" else "push"
        return self.resolve(wager.kind, "zero") if zero else found

    def stays(self, table: Table, wager: Wager, why: str) -> None:
        if PRISON not in wager.memo:
            title = self.posting.wagers[wager.kind].title
            table.note(f"{why} Position {wager.position}'s {title} is in prison.", self.posting.clause("en-prison"))
        wager.memo[PRISON] = True

    # The spin

    def pockets(self) -> tuple[str, ...]:
        return self._pockets

    def counts(self, table: Table, result: str) -> bool:
        if result == "00" and self.posting["wheel"] == "double-zero-as-single-zero":
            self.ruled_by_itself(table, "double-zero-on-single-zero-table")
            return False
        return True

    def wins(self, wager: Wager, result: str) -> bool:
        return pocket_number(result) in self.layout[wager.kind][wager.on]

    def result_words(self, result: str) -> str:
        return f"The ball rests in {result}, {colour(result)}."


GAME = Roulette
