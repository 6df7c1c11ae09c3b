"""What games of a wheel share: a spin that counts; losing wagers are collected before winning ones are paid."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, ClassVar

from croupier.rounds import acts, events
from croupier.rounds.felt import Wager
from croupier.rounds.game import Game, Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask, betting
from croupier.rounds.requests import Choice, Decide, Do, Spin
from croupier.rounds.table import Table
from croupier.rulebook.described import Described
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.described.wheel import SPIN
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Irregularity, Rulebook

STAYS = "stays"  # the outcome of a wager that waits for another spin
KEPT_RESULTS = 20  # how many results the board beside the wheel shows


class WheelGame(Game):
    """A game whose round is one spin."""

    FAMILY = "wheels"
    EQUIPMENT = ("wheel",)
    STAGES = ("betting", "spin", "settlement")
    RULINGS: ClassVar[tuple[str, ...]] = ("no-spin", "no-spin-inspect-ball")

    PLACE: ClassVar[str] = "pocket"  # what a place of the wheel is called

    @classmethod
    def places_of(cls, book: Rulebook) -> Collection[str]:
        """Where any wheel that a book allows may come to rest."""
        raise NotImplementedError

    @classmethod
    def never_seen(cls, book: Rulebook, described: Described) -> list[Found]:
        """Every place of every wheel of the book is looked at."""
        found = []
        for number, table in enumerate(described.rule.pay_tables, 1):
            rows = [name for name, _ in table.rows]
            sights = [{SPIN: place, ON: on} for place in cls.places_of(book) for on in described.rule.on or ("",)]
            reached = {described.outcome(seen, rows) for seen in sights}
            where = f"wagers.{described.name}.pay-tables[{number}].rows"
            missing = [row for row, name in enumerate(rows, 1) if name not in reached]
            found += [Found(f"{where}[{row}]", f"no {cls.PLACE} makes {rows[row - 1]!r}") for row in missing]
        return found

    def described_ways(self, described: Described, rows: Collection[str], on: str) -> Iterable[tuple[str, int]] | None:
        return [(described.outcome({SPIN: place, ON: on}, rows) or "lose", 1) for place in self.decided()]

    def pockets(self) -> tuple[str, ...]:
        """Where the wheel may come to rest, in its order."""
        raise NotImplementedError

    def decided(self) -> Iterable[str]:
        """The places at which a spin counts."""
        return self.pockets()

    def wins(self, wager: Wager, result: str) -> bool:
        raise NotImplementedError

    def result_words(self, result: str) -> str:
        """What the dealer announces."""
        raise NotImplementedError

    def counts(self, table: Table, result: str) -> bool:
        """Whether a spin that ended here stands; one that does not is spun again."""
        return True

    # The round

    def round(self, table: Table) -> Procedure[None]:
        yield from betting(self, table)
        table.at("spin")
        result = yield from self.spin(table)
        table.at("settlement")
        self.settle_spin(table, result)

    def spin(self, table: Table) -> Procedure[str]:
        while True:
            answer = yield from ask(Spin(self.pockets()))
            result = str(answer.pocket)
            table.fell(result)
            if self.counts(table, result):
                return result

    def settle_spin(self, table: Table, result: str) -> None:
        """Losing wagers are collected first, then the winning ones are paid."""
        table.felt.memo["results"] = [result, *table.felt.memo.get("results", [])][:KEPT_RESULTS]
        why = self.result_words(result)
        won = []
        for wager in list(table.felt.wagers):
            outcome = self.outcome(wager, result)
            if outcome == STAYS:
                self.stays(table, wager, why)
            elif outcome == "lose":
                table.settle(wager, "lose", because=why)
            else:
                won.append((wager, outcome))
        for wager, outcome in won:
            table.settle(wager, outcome, because=why)
        table.conclude()

    def stays(self, table: Table, wager: Wager, why: str) -> None:
        """A wager that this spin leaves on the layout."""

    def outcome(self, wager: Wager, result: str) -> str:
        """What a result makes of a wager: by its description where the rulebook has one."""
        if described := self.described.get(wager.kind):
            return described.outcome({SPIN: result, ON: wager.on}, self.paid_outcomes(wager.kind)) or "lose"
        return "win" if self.wins(wager, result) else "lose"

    # Spins that do not count

    def ruled_by_itself(self, table: Table, when: str) -> None:
        """Put a ruling on the record that the result itself asks for, where the rulebook has one."""
        for irregularity in self.posting.irregularities():
            if irregularity.when == when:
                table.record(
                    events.Ruled(when, irregularity.remedy.ruling, irregularity.clause, "dealer", irregularity.says)
                )
                return

    def rule_no_spin(self, table: Table, irregularity: Irregularity, declared: acts.Declared) -> Procedure[Any]:
        """No spin: the ball is taken out before it comes to rest, wagers stand, the wheel is spun again."""
        table.note(f"No spin. {irregularity.remedy.says or irregularity.says}", irregularity.clause)
        return LOOK_AGAIN
        yield

    def rule_no_spin_inspect_ball(
        self, table: Table, irregularity: Irregularity, declared: acts.Declared
    ) -> Procedure[Any]:
        """No spin, and the dealer looks at the ball; a damaged one is replaced by a supervisor."""
        choices = (Choice("sound", says="the ball is used again"), Choice("damaged", says="a new ball is given out"))
        answer = yield from ask(Decide(choices, by="dealer", question="No spin. Inspect the ball: sound or damaged?"))
        if answer.name == "damaged":
            yield from ask(Do("Give the dealer a new ball.", by="supervisor"))
        table.note("No spin; the wheel is spun again.", irregularity.clause)
        return LOOK_AGAIN
