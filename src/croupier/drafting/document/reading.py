"""A document read as a draft: pay rows, rules and irregularities with their lines, and what was not placed."""

import datetime
import re

import msgspec

from croupier.drafting.document.knowledge import Knowledge, knowledge_of
from croupier.drafting.document.placing import Placed, Unplaced, place
from croupier.drafting.document.rules import Read, rules_of
from croupier.drafting.document.sections import section_of
from croupier.drafting.document.sentences import spoken
from croupier.drafting.document.tables import tables_of
from croupier.drafting.document.text import Clause, clauses_of, lines_of

_DAY = re.compile(r"approved[^\d]{0,60}(\d{1,2})/(\d{1,2})/(\d{4})", re.IGNORECASE)


class Found(msgspec.Struct, frozen=True):
    """Everything that was read of one game."""

    game: str
    first: int
    last: int
    approved: datetime.date | None
    placed: list[Placed]
    settings: list[Read]
    stages: list[Read]
    irregularities: list[Read]
    left: list[Unplaced]
    clauses: list[Clause]
    known: Knowledge

    def clause_at(self, line: int) -> str:
        """The number of the passage that a line belongs to."""
        before = [clause for clause in self.clauses if clause.first <= line and clause.id]
        return before[-1].id if before else "1"

    @property
    def rows(self) -> int:
        return sum(len(placed.rows) for placed in self.placed)


def read_document(text: str, game: str, lines: tuple[int, int] | None = None, without: str = "") -> Found:
    """Read a game's section; `without` leaves a property's own books out of what is known beforehand."""
    first, last = lines or section_of(text, game)
    known = knowledge_of(game, without)
    mine = [line for line in lines_of(text) if first <= line.number <= last]
    clauses = clauses_of(mine)
    placed, left = place(tables_of(mine), known)
    said, more = spoken(clauses, known, {(p.wager, p.table) for p in placed})
    rules = rules_of(clauses, known)
    return Found(
        game,
        first,
        last,
        _approved("\n".join(text.split("\n")[first - 1 : last])),
        [*placed, *said],
        rules.settings,
        rules.stages,
        rules.irregularities,
        sorted([*left, *more, *rules.left], key=lambda unplaced: unplaced.line),
        clauses,
        known,
    )


def _approved(text: str) -> datetime.date | None:
    """The latest day on which the section says that it was approved."""
    days = []
    for month, day, year in _DAY.findall(text):
        try:
            days.append(datetime.date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return max(days, default=None)
