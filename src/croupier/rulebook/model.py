"""The approved rules of one game at one property, as dated and cited data."""

import builtins
import datetime
from typing import Any

import msgspec

from croupier.rulebook.payouts import Odds

Value = bool | int | str
Condition = dict[str, list[Value]]  # option -> the values under which something holds


class Cited(msgspec.Struct, frozen=True, kw_only=True):
    """Anything a rulebook says: its clause, its source lines, and what it means in our words."""

    clause: str
    lines: tuple[int, ...]
    says: str = ""

    @property
    def line(self) -> int:
        return self.lines[0] if self.lines else 0


class Row(msgspec.Struct, frozen=True):
    """One row of a pay table."""

    outcome: str
    odds: Odds
    clause: str
    line: int


class PayTable(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    name: str  # what the game calls it: "main", "bonus", "dealer-bonus"
    clause: str
    line: int
    at_least: bool  # printed as minimum odds: a table may pay more
    to: str  # who is paid: "player" or "toke-pool"
    when: Condition
    rows: tuple[tuple[str, Odds], ...]
    says: str = ""

    def odds(self, outcome: str) -> Odds | None:
        return next((odds for name, odds in self.rows if name == outcome), None)


class WagerRule(Cited, frozen=True, kw_only=True):
    name: str
    title: str
    kind: str  # base, raise, side, bonus, progressive, insurance, odds, envy
    when: Condition  # offered only under these options
    requires: tuple[str, ...]  # wagers that must stand before this one may be placed
    least: int | None  # cents; None: the table's own minimum
    most: int | None
    step: int | None
    mandatory: bool
    pay_tables: tuple[PayTable, ...]
    # A wager that the rulebook describes itself (see `croupier.rulebook.described`); empty where the game knows it.
    sees: str = ""
    outcomes: dict[str, Any] = {}  # outcome -> the conditions under which it has come about, in order
    on: tuple[str, ...] = ()  # what the patron may put it on
    placed: str = ""  # when it may be placed


class Setting(Cited, frozen=True, kw_only=True):
    """A rule with a value (`choices` empty), or an option: what the house may choose at opening."""

    name: str
    value: Any  # the rule's value, or the option's default
    choices: tuple[Value, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False


class Exclusion(Cited, frozen=True, kw_only=True):
    """Choices that may not stand together: each allowed by itself, not all at one table."""

    together: Condition


class Stage(Cited, frozen=True, kw_only=True):
    """A step of the round as this property words it; the game's procedure names the stage."""

    name: str


class Remedy(msgspec.Struct, frozen=True, kw_only=True):
    ruling: str
    says: str = ""
    terms: dict[str, Any] = {}


class Irregularity(Cited, frozen=True, kw_only=True):
    when: str
    at: tuple[str, ...]  # stages in which it may be declared; empty: any
    condition: Condition
    by: str  # the least role that may declare it
    remedy: Remedy
    choices: tuple[Remedy, ...] = ()  # what the supervisor (or the player) may choose between


# How a procedure is kept: by the program itself, by a person whom it asks, or by people who know it.
KEPT = ENACTED, PROMPTED, GUIDANCE = ("enacted", "prompted", "guidance")


class Procedure(Cited, frozen=True, kw_only=True):
    name: str
    values: dict[str, Any]
    kept: str = GUIDANCE
    by: str = ""  # what enacts it or asks for it: package.module:name


class PayoutLimit(Cited, frozen=True, kw_only=True):
    """A ceiling the house may set (or the rulebook fixes) on what is paid."""

    name: str
    wagers: tuple[str, ...]  # empty: all
    scope: str  # "hand" (one position's hand), "player" (one patron a round), "aggregate" (the whole table)
    fixed: int | None  # cents, when the rulebook itself sets it
    at_least: int | None  # cents: the least ceiling the house may set
    or_best_at_minimum: bool  # "or the most one could win at the least wager, whichever is greater"
    times: dict[str, int] = {}  # raises: how many times the least wager they may be beside it


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """Where the text is damaged, silent or contradicts itself: how it is read, and why."""

    lines: tuple[int, ...]
    gap: str
    read_as: str
    because: str
    touches: tuple[str, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    property: str
    game: str
    title: str
    submitted: datetime.date | None
    approved: datetime.date
    document: str
    lines: tuple[int, int]  # of the document; zeros where the source is a section or an address
    wagers: dict[str, WagerRule]
    settings: dict[str, Setting]
    stages: dict[str, Stage]
    irregularities: tuple[Irregularity, ...]
    procedures: tuple[Procedure, ...]
    payout_limits: tuple[PayoutLimit, ...]
    readings: tuple[Reading, ...]
    exclusions: tuple[Exclusion, ...] = ()
    plays_as: str = ""  # the game whose procedure this is, where the house calls it by a name of its own
    section: str = ""  # of the document, where its lines are not numbered
    address: str = ""  # where the rules are published, such as https://...
    path: str
    digest: str

    @builtins.property
    def key(self) -> str:
        return f"{self.property}/{self.game}@{self.approved}"

    @builtins.property
    def plays(self) -> str:
        """The game that is played, by the name that its module has."""
        return self.plays_as or self.game

    @builtins.property
    def source(self) -> str:
        """Where the rules are printed, in words."""
        lines = f"lines {self.lines[0]} to {self.lines[1]}" if self.lines[1] else ""
        return ", ".join(part for part in (self.document, lines, self.section, self.address) if part)

    def procedure(self, name: str) -> Procedure | None:
        return next((p for p in self.procedures if p.name == name), None)
