"""The structure sheet of a poker tournament: what it costs, what is played, how the levels rise, how it pays.

The property's rulebook `tournaments` says what a sheet may state (formats, buy-ins, shares, blind structures); `faults`
lists everything in a sheet that it does not allow, all at once.
"""

import builtins
from collections.abc import Callable
from functools import cache

import msgspec

from croupier.equipment.money import money, parse_money
from croupier.poker.book.forms import Form
from croupier.poker.book.room import Room, open_room
from croupier.poker.book.stakes import FIXED, NO, POT, Stakes
from croupier.poker.errors import Refused as NotPoker
from croupier.poker.table import check_stakes
from croupier.rulebook import Rulebook, rulebook

BOOK = "tournaments"
STANDARD, BOUNTY, SURVIVOR, CASH_OUT = "standard", "bounty", "survivor", "cash-out"
SINGLE, SHOOTOUT, BRACKET, HEADS_UP = "single-table", "shootout", "bracket", "heads-up"
REBUY, SATELLITE = "rebuy", "satellite"
STAGED = (SHOOTOUT, BRACKET, HEADS_UP)  # tables are played out, and those who are left draw for the next ones
KINDS = {"non-ante": NO, "ante": NO, "pot-limit": POT, "limit": FIXED, "three-blind": NO}
WHOLE = 10_000  # shares are hundredths of a percent
ENTRIES_MAX, LEVELS_MAX, CHIPS_MAX = 5_000, 100, 10**9


class Level(msgspec.Struct, frozen=True):
    """One level. In a limit structure `bets` are the two sizes; a break has no blinds and deals no hand."""

    minutes: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bets: tuple[int, int] | None = None
    bring_in: int = 0
    chip: int = 0  # the smallest chip from here on; 0: as before
    form: str = ""  # the game of this level in a mixed event; empty: the event's
    structure: str = ""

    @property
    def is_break(self) -> bool:
        return not (self.blinds or self.ante or self.bring_in)


class Schedule(msgspec.Struct, frozen=True):
    """Shares of the pool by place, in hundredths of a percent, from so many entries on."""

    entries: int
    shares: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    property: str
    format: str = STANDARD
    form: str = "holdem"
    structure: str = "non-ante"
    on: str | None = None  # the day whose rules apply
    schedule: str = "daily"
    # money, in cents; the three parts make the buy-in
    prize: int
    administration: int = 0
    house: int = 0
    bounty: int = 0  # of the prize part
    rebuy: int = 0
    add_on: int = 0
    bad_beat: int = 0  # beside the buy-in, for the promotional funds
    special_hands: int = 0
    guarantee: int = 0
    target: str = ""  # a satellite's greater tournament, and its buy-in
    target_buy_in: int = 0
    cash_out_percent: int = 0
    # chips
    chips: int = 10_000
    rebuy_chips: int = 0
    rebuy_at_most: int = 0  # a rebuy is sold to who has no more chips than this
    add_on_chips: int = 0
    style: str = "A"
    # time
    levels: tuple[Level, ...]
    opens_us: int = 0
    late_minutes: int = 0  # registration goes on so long after the start
    reentry_minutes: int = 0
    rebuy_minutes: int = 0
    # tables
    seats: int = 9
    advance: int = 0  # from each table of a bracket
    most: int = ENTRIES_MAX
    pays: tuple[Schedule, ...] = ()
    promotions: bool = False  # the sheet says that it takes part in promotions
    think_s: int = 0  # dealt by a machine: the clock is called after so long; 0: somebody asks for it
    live: bool = False  # real cards: the director records who goes out, hands are keyed where he says so

    @builtins.property
    def buy_in(self) -> int:
        return self.prize + self.administration + self.house

    @builtins.property
    def entry(self) -> int:
        """All that a player pays to enter."""
        return self.buy_in + self.bad_beat + self.special_hands

    @builtins.property
    def forms(self) -> tuple[str, ...]:
        """The games that are dealt, in the order of the levels: several in a mixed event."""
        return tuple(dict.fromkeys(level.form or self.form for level in self.levels if not level.is_break))

    @builtins.property
    def staged(self) -> bool:
        return self.format in STAGED


@cache
def book_of(property_: str, on: str | None = None) -> Rulebook:
    return rulebook(property_, BOOK, on)


@cache
def room_of(property_: str, on: str | None = None) -> Room:
    return open_room(property_, on=on, tournament=True)


class TournamentRules:
    """What the rulebook says, by its own names."""

    def __init__(
        self, plan: Plan, options: dict[str, object] | None = None, books: Callable[..., Rulebook] | None = None
    ) -> None:
        """`books` finds the rulebooks that it was posted under; without it they are the shelf's."""
        self.book = books(plan.property, BOOK, plan.on) if books else book_of(plan.property, plan.on)
        self.room = (
            Room(books(plan.property, "poker", plan.on), tournament=True) if books else room_of(plan.property, plan.on)
        )
        self._chosen = options or {}

    def value(self, name: str) -> object:
        return self._chosen.get(name, self.book.settings[name].value)

    def table(self, name: str) -> dict[str, object]:
        value = self.book.settings[name].value
        assert isinstance(value, dict), f"{name} is a table"
        return value

    def number(self, name: str, key: str) -> int:
        found = self.table(name)[key]
        assert isinstance(found, int), f"{name}.{key} is a number"
        return found

    def cents(self, name: str, key: str) -> int:
        return parse_money(str(self.table(name)[key]))

    def clause(self, name: str) -> str:
        found = self.book.settings.get(name) or self.book.procedure(name)
        return found.clause if found else ""

    def names(self, name: str) -> tuple[str, ...]:
        value = self.book.settings[name].value
        assert isinstance(value, list), f"{name} is a list"
        return tuple(value)


def form_of(plan: Plan, level: Level | None = None, room: Room | None = None) -> Form:
    """The form of a level with a seat more for a final table; `room` as the tournament was posted under."""
    room = room or room_of(plan.property, plan.on)
    shape = room.form(level.form if level is not None and level.form else plan.form)
    most = max(shape.seats_most, plan.seats + 1)
    return msgspec.structs.replace(shape, seats_most=most) if most != shape.seats_most else shape


def stakes_of(plan: Plan, level: Level, chip: int) -> Stakes:
    kind = KINDS[level.structure or plan.structure]
    small, big = level.bets or (max(level.blinds, default=level.bring_in or level.ante), 0)
    return Stakes(kind, small, big, blinds=level.blinds, ante=level.ante, bring_in=level.bring_in, step=chip)


def chip_at(plan: Plan, index: int) -> int:
    """The smallest chip of a level: the last one named."""
    named = [level.chip for level in plan.levels[: index + 1] if level.chip]
    return named[-1] if named else 1


# ---- what a sheet may not say


def faults(plan: Plan) -> list[str]:
    asked = TournamentRules(plan)
    found: list[tuple[str, str]] = []
    found += _money_faults(plan, asked)
    found += _format_faults(plan, asked)
    found += _table_faults(plan, asked)
    found += _level_faults(plan, asked)
    found += _schedule_faults(plan, asked)
    return [f"{words} (clause {asked.clause(rule)})" for rule, words in found]


def _money_faults(plan: Plan, asked: TournamentRules) -> list[tuple[str, str]]:
    wrong = []
    least, most = asked.cents("buy-in", "least"), asked.cents("buy-in", "most")
    amounts = (plan.prize, plan.administration, plan.house, plan.bounty, plan.rebuy, plan.add_on)
    if min(*amounts, plan.bad_beat, plan.special_hands, plan.guarantee, plan.target_buy_in) < 0:
        return [("distribution", "an amount is below nothing")]
    if max(amounts) > 2 * most or max(plan.bad_beat, plan.special_hands) > most or plan.guarantee > 10**12:
        return [("buy-in", f"amounts are at most {money(2 * most)}")]
    if not least <= plan.buy_in <= most:
        wrong.append(("buy-in", f"the buy-in is from {money(least)} to {money(most)}, not {money(plan.buy_in)}"))
    share = asked.value("prize-pool-least-percent")
    assert isinstance(share, int)
    if plan.prize * 100 < plan.buy_in * share:
        wrong.append(("prize-pool-least-percent", f"at least {share} percent of the buy-in go to the prize pool"))
    if plan.schedule not in asked.names("schedules"):
        wrong.append(("schedules", f"a tournament is {' or '.join(asked.names('schedules'))}"))
    return wrong


def _format_faults(plan: Plan, asked: TournamentRules) -> list[tuple[str, str]]:
    if plan.format not in asked.names("formats"):
        return [("formats", f"{plan.format} is no format: {', '.join(asked.names('formats'))}")]
    wrong = []
    if bool(plan.bounty) != (plan.format == BOUNTY) or plan.bounty > plan.prize:
        wrong.append(("bounty", "a bounty is a part of the prize money, in a bounty tournament only"))
    percent = asked.number("cash-out", "most-percent-of-pool")
    if bool(plan.cash_out_percent) != (plan.format == CASH_OUT) or not 0 <= plan.cash_out_percent <= percent:
        wrong.append(("cash-out", f"a cash-out tournament sets aside 1 to {percent} percent of its pool"))
    sells = plan.rebuy or plan.add_on
    if sells and plan.format not in (REBUY, SATELLITE):
        wrong.append(("rebuy", "rebuys and add-ons are sold in rebuy tournaments and their satellites"))
    if plan.format == REBUY and not sells:
        wrong.append(("rebuy", "a rebuy tournament sells rebuys or add-ons"))
    if (plan.rebuy and plan.rebuy_chips <= 0) or (plan.add_on and plan.add_on_chips <= 0):
        wrong.append(("rebuy", "a rebuy or an add-on brings chips"))
    if not 0 <= plan.rebuy_chips <= CHIPS_MAX or not 0 <= plan.add_on_chips <= CHIPS_MAX or plan.rebuy_at_most < 0:
        wrong.append(("rebuy", "chips of a rebuy or an add-on are out of bounds"))
    if plan.reentry_minutes and (plan.format in _names(asked.table("reentry")["not-in"]) or plan.rebuy):
        wrong.append(("reentry", "there is no re-entry in a rebuy tournament"))
    if (plan.format == SATELLITE) != bool(plan.target) or (plan.target and plan.target_buy_in <= 0):
        wrong.append(("satellite", "a satellite names the tournament it leads to and its buy-in"))
    return wrong


def _table_faults(plan: Plan, asked: TournamentRules) -> list[tuple[str, str]]:
    wrong: list[tuple[str, str]] = []
    try:
        shapes = [asked.room.form(key) for key in (plan.form, *plan.forms)]
    except NotPoker as error:
        return [("formats", error.message)]
    most = min(*(shape.seats_most for shape in shapes), asked.number("final-table", "most"))
    if plan.format == HEADS_UP:
        most = asked.number("heads-up", "players-a-table")
    if plan.format in (SINGLE, SHOOTOUT):
        players = asked.number("single-table", "players")
        if plan.seats != players:
            wrong.append(("single-table", f"a single table has {players} players"))
    if not 2 <= plan.seats <= most:
        wrong.append(("final-table", f"a table has 2 to {most} seats"))
    if (plan.format == BRACKET) != bool(plan.advance) or not 0 <= plan.advance < plan.seats:
        wrong.append(("bracket", "a bracket says how many of each table go on"))
    if not 2 <= plan.most <= ENTRIES_MAX:
        wrong.append(("registration", f"2 to {ENTRIES_MAX:,} entries"))
    if not plan.style or len(plan.style) > 24:
        wrong.append(("chips", "one style of chips is assigned"))
    return wrong


def _level_faults(plan: Plan, asked: TournamentRules) -> list[tuple[str, str]]:
    if plan.structure not in asked.names("blind-structures"):
        return [("blind-structures", f"a structure is one of {', '.join(asked.names('blind-structures'))}")]
    times = (plan.late_minutes, plan.reentry_minutes, plan.rebuy_minutes)
    if min(times) < 0 or max(times) > 10_000 or plan.opens_us < 0:
        return [("registration", "times are minutes from the start")]
    if not 0 < len(plan.levels) <= LEVELS_MAX or plan.levels[0].is_break or plan.levels[-1].is_break:
        return [("blind-structures", f"1 to {LEVELS_MAX} levels, the first and the last with blinds")]
    wrong = []
    chip = 1
    for number, level in enumerate(plan.levels, 1):
        where = f"level {number}"
        if not 0 < level.minutes <= 10_000:
            wrong.append(("blind-structures", f"{where}: a level has its minutes"))
        if level.chip and (level.chip % chip or level.chip > plan.chips):
            wrong.append(("chip-race", f"{where}: the smallest chip is {chip} or a multiple of it"))
            continue
        chip = level.chip or chip
        if not level.is_break:
            wrong += [("blind-structures", f"{where}: {fault}") for fault in _bets_faults(plan, level, chip)]
    wrong += [("blind-structures", fault) for fault in _falling(plan)]
    if not 0 < plan.chips <= CHIPS_MAX or any(c % chip_at(plan, 0) for c in _sold(plan)):
        wrong.append(("chips", "stacks are made of the smallest chip of the first level"))
    return wrong


def _falling(plan: Plan) -> list[str]:
    """Levels whose blinds or bets are below those of the level before it that has the same game and structure."""
    before: dict[tuple[str, str], tuple[int, tuple[int, ...]]] = {}
    found = []
    for number, level in enumerate(plan.levels, 1):
        if level.is_break:
            continue
        game, sizes = (level.form, level.structure), (*level.blinds, *(level.bets or ()))
        earlier, larger = before.get(game, (0, ()))
        if any(size < least for size, least in zip(sizes, larger)):
            found.append(f"level {number}: its blinds or bets are below those of level {earlier}; they never fall")
        before[game] = (number, sizes)
    return found


def _sold(plan: Plan) -> tuple[int, ...]:
    return (plan.chips, plan.rebuy_chips, plan.add_on_chips)


def _bets_faults(plan: Plan, level: Level, chip: int) -> list[str]:
    sizes = (*level.blinds, level.ante, level.bring_in, *(level.bets or ()))
    if any(size < 0 or size > CHIPS_MAX or size % chip for size in sizes):
        return [f"blinds, antes and bets are multiples of {chip}"]
    structure = level.structure or plan.structure
    if structure not in KINDS:
        return [f"{structure} is no structure"]
    if bool(level.bets) != (structure == "limit"):
        return ["two bet sizes belong to a limit structure"]
    try:
        shape = form_of(plan, level)
    except NotPoker:  # told of with the tables
        return []
    stud = shape.family == "stud"
    if structure == "non-ante" and level.ante and not stud:
        return ["a structure without antes has one"]
    if not stud and len(level.blinds) != (3 if structure == "three-blind" else 2):
        return ["three blinds in a three-blind structure, otherwise two"]
    try:
        check_stakes(shape, stakes_of(plan, level, chip))
    except NotPoker as error:
        return [error.message]
    return []


def _schedule_faults(plan: Plan, asked: TournamentRules) -> list[tuple[str, str]]:
    if plan.format in (SURVIVOR, SATELLITE):
        return [("payout-schedule", f"a {plan.format} tournament has no schedule")] if plan.pays else []
    if not plan.pays or plan.pays[0].entries > 2:
        return [("payout-schedule", "a schedule is assigned before the start, from two entries on")]
    wrong = []
    if [row.entries for row in plan.pays] != sorted({row.entries for row in plan.pays}) or len(plan.pays) > 100:
        wrong.append(("payout-schedule", "rows go by rising numbers of entries"))
    for row in plan.pays:
        if sum(row.shares) != WHOLE or min(row.shares) <= 0 or list(row.shares) != sorted(row.shares, reverse=True):
            wrong.append(("payout-schedule", f"{row.entries} entries: shares fall and make 100 percent"))
        elif len(row.shares) > max(row.entries, 2):
            wrong.append(("payout-schedule", f"{row.entries} entries: more places than players"))
    return wrong


def _names(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list) else ()
