"""What the floor decides at a poker tournament, as pages and programs say it alike, and how it is carried out."""

from typing import Annotated, Literal

from pydantic import Field

from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.keeper import Done
from croupier.house.tournaments.poker.plan import Level
from croupier.web.kit.api import Cents, Commanded, Model, Word

Chips = Annotated[int, Field(strict=True, ge=0, le=10**9)]
Small = Annotated[int, Field(ge=0, le=10_000)]
Badge = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[A-Za-z0-9@._-]+$")]
# Who may decide: the floor, but for what whoever stands at the table or at the desk sees.
RIGHTS = {"cash-out": "event.register", "out": "event.deal", "count": "event.deal", "button": "event.deal"}
RUN = "tournament.run"
LIVE = (
    "out", "same-hand", "round", "count", "button", "keyed", "shift", "level", "rest", "served", "move", "break",
    "race", "levels",
)  # fmt: skip


# What each decision is told; a field of another one is refused, as one that nobody knows is.
TAKES = {
    "clock": {"on"}, "penalty": {"patron", "kind", "reason"}, "away": {"patron", "on"},
    "seat": {"patron", "table", "seat", "reason"}, "window": {"on"}, "cash-out": {"patron", "chips"},
    "agree": {"shares", "signed"}, "cancel": {"reason"}, "out": {"patron", "by"}, "same-hand": {"stacks"},
    "round": set(), "count": {"counts", "table", "chips"}, "button": {"table", "seat"}, "keyed": {"table", "on"},
    "shift": {"seconds"}, "level": {"level"}, "rest": {"minutes"}, "served": {"patron"},
    "move": {"patron", "table", "seat", "reason"}, "break": {"table", "reason"}, "race": {"table", "odd"},
    "levels": {"levels"},
}  # fmt: skip


class NewLevel(Model):
    minutes: Small
    blinds: list[Chips] = Field([], max_length=3)
    ante: Chips = 0
    bets: list[Chips] | None = Field(None, min_length=2, max_length=2, description="Both sizes of a limit structure.")
    bring_in: Chips = 0
    chip: Chips = Field(0, description="The smallest chip from this level on; 0: as before.")
    form: Word = Field("", description="The game of this level in a mixed event; empty: the event's.")
    structure: Word = Field("", description="Its structure; empty: the event's.")

    def level(self) -> Level:
        bets = (self.bets[0], self.bets[1]) if self.bets else None
        blinds = tuple(self.blinds)
        return Level(self.minutes, blinds, self.ante, bets, self.bring_in, self.chip, self.form, self.structure)


class Decided(Commanded):
    """One decision of the floor, or one thing that a director has seen at a live table."""

    what: Literal[
        "clock", "penalty", "away", "seat", "window", "cash-out", "agree", "cancel",
        "out", "same-hand", "round", "count", "button", "keyed", "shift", "level", "rest", "served", "move", "break",
        "race", "levels",
    ]  # fmt: skip
    on: bool = Field(False, description="The clock runs, the player is away, cash-outs begin, hands are keyed.")
    patron: Annotated[str, Field(max_length=120, pattern=r"^[A-Za-z0-9@._-]*$")] = ""
    kind: Word = Field("", description="Of a penalty.")
    reason: Word = Field("", description="Of what the book does not propose: a move, a table broken, a cancellation.")
    chips: Chips = 0
    table: int = Field(0, ge=0, le=1000)
    seat: int = Field(0, ge=0, le=20)
    shares: dict[Badge, Cents] = Field({}, max_length=100)
    signed: list[Badge] = Field([], max_length=100, description="Of a deal at a live tournament: all who are left.")
    by: list[Badge] = Field([], max_length=9, description="Who put a player out: he has the bounty.")
    stacks: dict[Badge, Chips] = Field({}, max_length=20, description="Of who went out in one hand, at its beginning.")
    counts: dict[Badge, Chips] = Field({}, max_length=5_000, description="Chips counted by player.")
    odd: dict[Badge, Chips] | None = Field(None, description="Of a race: how many small chips each player shows.")
    seconds: int = Field(0, ge=-3_600, le=3_600, description="More time in this level, or less.")
    minutes: Small = Field(0, description="Of a break.")
    level: int = Field(0, ge=0, le=200, description="The line of the sheet that the clock goes to, from 1 on.")
    levels: list[NewLevel] = Field([], max_length=100, description="The levels after the present one.")

    def check_fields(self) -> None:
        """Refuse what this decision is not told."""
        fields, takes = type(self).model_fields, TAKES[self.what]
        given = self.model_fields_set - takes - {"what", "command"}
        beside = sorted(
            name for name in given if getattr(self, name) != fields[name].get_default(call_default_factory=True)
        )
        if beside:
            told = f"It takes {', '.join(sorted(takes))}." if takes else "It takes nothing."
            raise Refused(f"{self.what!r} does not take {', '.join(map(repr, beside))}.", told)

    @property
    def right(self) -> str:
        return RIGHTS.get(self.what, RUN)

    def act(self) -> acts.Any:
        found = self._told() or self._seen()
        if found is None:
            raise Refused(f"{self.what!r} is nothing that is decided so.")
        return found

    def _told(self) -> acts.Any | None:
        match self.what:
            case "clock":
                return acts.Clock(at_us=0, running=self.on)
            case "penalty":
                return acts.Penalty(at_us=0, name=self.patron, kind=self.kind, reason=self.reason)
            case "away":
                return acts.Away(at_us=0, name=self.patron, away=self.on)
            case "seat":
                return acts.Correct(at_us=0, name=self.patron, place=(self.table, self.seat), reason=self.reason)
            case "window":
                return acts.Window(at_us=0, opens=self.on)
            case "cash-out":
                return acts.CashOut(at_us=0, name=self.patron, chips=self.chips)
            case "agree":
                return acts.Agree(at_us=0, shares=dict(self.shares), signed=tuple(self.signed))
            case "cancel":
                return acts.Cancel(at_us=0, reason=self.reason)
        return None

    def _seen(self) -> acts.Any | None:
        match self.what:
            case "out":
                return acts.Bust(at_us=0, name=self.patron, by=tuple(self.by))
            case "same-hand":
                return acts.SameHand(at_us=0, stacks=dict(self.stacks))
            case "round":
                return acts.Round(at_us=0)
            case "count":
                return acts.Count(at_us=0, chips=dict(self.counts), table=self.table, total=self.chips)
            case "button":
                return acts.Button(at_us=0, table=self.table, seat=self.seat)
            case "keyed":
                return acts.Keyed(at_us=0, table=self.table, on=self.on)
            case "shift":
                return acts.Shift(at_us=0, seconds=self.seconds)
            case "level":
                return acts.Jump(at_us=0, level=self.level)
            case "rest":
                return acts.Rest(at_us=0, minutes=self.minutes)
            case "served":
                return acts.Served(at_us=0, name=self.patron)
            case "move":
                return acts.Move(at_us=0, name=self.patron, place=(self.table, self.seat), reason=self.reason)
        return None


async def carry_out(desk: PokerTournaments, who: Person, name: str, given: Decided, command: str | None) -> Done:
    """The one way of a decision into the record, from a page or a program."""
    given.check_fields()
    if given.what == "break":
        return await desk.director.break_table(who, name, given.table, given.reason, command)
    if given.what == "race":
        return await desk.director.race(who, name, given.table, given.odd, command)
    if given.what == "levels":
        return await desk.director.alter(who, name, tuple(level.level() for level in given.levels), command)
    return await desk.do(who, name, given.act(), command)
