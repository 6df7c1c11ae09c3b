"""Sic Bo: three dice in a shaker, and wagers on their total, on single faces, pairs and triples."""

from collections.abc import Sequence

from croupier.equipment.dice import dice_name
from croupier.rounds.felt import Wager
from croupier.rounds.game import Game, Outcomes, Procedure
from croupier.rounds.procedure import ask, betting
from croupier.rounds.requests import Roll
from croupier.rounds.table import Table
from croupier.rulebook.posting import Limits

FACES = tuple(map(str, range(1, 7)))
TOTALS = tuple(map(str, range(4, 18)))
PAIRS = tuple(f"{a}-{b}" for a in range(1, 7) for b in range(a + 1, 7))
ON = {"single": FACES, "double": FACES, "triple": FACES, "total": TOTALS, "pair": PAIRS}
EVEN = ("small", "big", "odd", "even")


def outcome(wager: str, on: str, dice: Sequence[int]) -> str:
    """What three dice are to a wager: a row of its pay table, or `lose`."""
    total, triple = sum(dice), len(set(dice)) == 1
    match wager:
        case "small" | "big" | "odd" | "even":
            holds = {"small": total <= 10, "big": total > 10, "odd": total % 2 == 1, "even": total % 2 == 0}[wager]
            return "win" if holds and not triple else "lose"
        case "total":
            return f"on-{total}" if total == int(on) else "lose"
        case "single":
            return {0: "lose", 1: "once", 2: "twice", 3: "thrice"}[list(dice).count(int(on))]
        case "double":
            return "win" if list(dice).count(int(on)) >= 2 else "lose"
        case "triple":
            return "win" if triple and dice[0] == int(on) else "lose"
        case "any-triple":
            return "win" if triple else "lose"
        case "pair":
            return "win" if set(map(int, on.split("-"))) <= set(dice) else "lose"
    raise ValueError(f"no wager {wager}")


class SicBo(Game):
    NAME = "sic-bo"
    TITLE = "Sic Bo"
    FAMILY, FELT, LETTERS, EQUIPMENT = "dice", "board", "SIC", ("dice",)
    HANDS = ""
    STAGES = ("betting", "throw", "settlement")
    SETTINGS = {"positions": int}
    OUTCOMES: dict[str, Outcomes] = {
        **{wager: {"main": {"win": None}} for wager in (*EVEN, "any-triple", "double", "triple", "pair")},
        "total": {"main": {f"on-{total}": None for total in TOTALS}},
        "single": {"main": {"once": None, "twice": None, "thrice": None}},
    }

    def selections(self, wager: str) -> tuple[str, ...]:
        return ON.get(wager, ("",))

    def limits(self, table: Table, position: int, wager: str, on: str) -> Limits:
        return self.posting.limits[wager]

    def round(self, table: Table) -> Procedure[None]:
        yield from betting(self, table)
        table.at("throw")
        thrown = yield from ask(Roll(3))
        table.felt.memo["fell"] = dice_name(thrown.faces)
        table.at("settlement")
        for wager in list(table.felt.wagers):
            self.settle_wager(table, wager, thrown.faces)
        table.conclude()

    def settle_wager(self, table: Table, wager: Wager, dice: Sequence[int]) -> None:
        ended = outcome(wager.kind, wager.on, dice)
        table.settle(wager, ended, because=f"The dice show {dice_name(dice)}, {sum(dice)} together.")
