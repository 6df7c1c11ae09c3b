"""Roulette: fourteen wagers on a wheel with one zero or two, or with two of which one voids the spin."""

from __future__ import annotations

from math import lcm
from typing import Any

from croupier.equipment.money import money, parse_money
from croupier.equipment.wheels import colour
from croupier.games.wheels.roulette_layout import layout, pocket_number
from croupier.games.wheels.wheelgame import WheelGame
from croupier.rounds import acts
from croupier.rounds.felt import Wager
from croupier.rounds.refusal import Refused
from croupier.rounds.table import Table
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Rulebook
from croupier.rulebook.posting import Limits, Posting
from croupier.rulebook.shapes import ListOf

WHEELS = ("single-zero", "double-zero", "double-zero-as-single-zero")
POCKETS = tuple(str(number) for number in range(37))
INSIDE = ("straight", "split", "three-numbers", "four-numbers", "first-five-numbers", "six-numbers")


class Roulette(WheelGame):
    NAME = "roulette"
    TITLE = "Roulette"
    FELT, LETTERS = "roulette", "RO"
    SETTINGS = {
        "positions": int,
        "wheel": WHEELS,
        "single-zero-order": ListOf(POCKETS),
        "double-zero-order": ListOf((*POCKETS, "00")),
        "zero-trios": ListOf(str, least=0),
        "value-chips-inside": ("free", "one-person"),
    }
    OUTCOMES = {
        wager: {"main": {"win": None}}
        for wager in (*INSIDE, "column", "dozen", "red", "black", "odd", "even", "1-18", "19-36")
    }  # fmt: skip

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: a wheel has every number once, and a trio is three boxes, a zero among them."""
        found = super().faults(book)
        for name, pockets in (("single-zero-order", POCKETS), ("double-zero-order", (*POCKETS, "00"))):
            setting = book.settings.get(name)
            order = setting.value if setting and isinstance(setting.value, list) else list(pockets)
            if missing := [pocket for pocket in pockets if pocket not in order]:
                found.append(Found(f"rules.{name}.value", f"the wheel lacks {', '.join(missing)}"))
        trios = book.settings.get("zero-trios")
        for number, trio in enumerate(trios.value if trios and isinstance(trios.value, list) else [], 1):
            boxes = str(trio).split("-")
            known = set(boxes) <= {*POCKETS, "00"} and len(set(boxes)) == len(boxes) == 3
            if not known or not {"0", "00"} & set(boxes):
                words = f"expected three numbers, a zero among them, such as 0-1-2, found {trio!r}"
                found.append(Found(f"rules.zero-trios.value[{number}]", words))
        return found

    def __init__(self, posting: Posting) -> None:
        super().__init__(posting)
        wheel = posting["wheel"]
        groups = [tuple(pocket_number(n) for n in group.split("-")) for group in posting["zero-trios"]]
        self.layout = layout(wheel == "double-zero", groups)
        order = posting["single-zero-order" if wheel == "single-zero" else "double-zero-order"]
        self._pockets = tuple(str(pocket) for pocket in order)

    # Wagers

    def selections(self, wager: str) -> tuple[str, ...]:
        return tuple(self.layout.get(wager, {"": frozenset()}))

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        if wager not in self.layout:
            return "this layout has no double zero"
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
