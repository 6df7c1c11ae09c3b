"""A tournament at tables: entries, tables drawn by lot, chips without value, rounds, who advances, who wins.

Each table is dealt by the game's own procedure under the rulebook's tournament options; what is added here is whose
turn it is to wager, that everybody wagers, and what no tournament allows. The chips never leave the tables: entry
fees and prizes are money and stand in the ledger.
"""

from collections.abc import Callable, Sequence

import msgspec

from croupier.equipment.entropy import Entropy
from croupier.equipment.money import money
from croupier.games import open_table
from croupier.house.money import purses
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Tx
from croupier.house.tables.live import Live
from croupier.house.tournaments.table.rules import (
    BUTTON,
    Plan,
    asked,
    book_of,
    check_take,
    check_wager,
    faults,
    has_its_wager,
    titles,
)
from croupier.rounds import acts, events
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.requests import Betting

DEALER = By("dealer")
MINUTE_US = 60 * 1_000_000


class Stand(msgspec.Struct, frozen=True):
    """A participant and his chips, with what still stands on the layout."""

    name: str
    chips: int


class Heat(msgspec.Struct, frozen=True):
    """How one table ended, the best first, and the first few of them who go on."""

    stage: int
    table: int
    standings: tuple[Stand, ...]
    advanced: tuple[str, ...]


class Turns:
    """What a tournament adds to a table: whose turn it is, what is not allowed, when it ends, who stands where.

    It follows from the plan, the lot of the button and the acts, so it is rebuilt from a journal by `acted`.
    """

    def __init__(
        self, plan: Plan, names: Sequence[str], driver: Driver, button: int, begun_us: int, now_us: Callable[[], int]
    ) -> None:
        self.plan, self.rules = plan, asked(book_of(plan))
        self.driver, self.button = driver, button
        self.names = list(names)
        self.played = 0
        self._now_us = now_us
        self._wagered: list[int] = []  # positions that have wagered in this round, in turn
        self._ends_us = begun_us + plan.minutes * MINUTE_US if plan.minutes else 0

    # ---- looking

    @property
    def least(self) -> int:
        """The least wager."""
        return self.plan.least

    @property
    def kinds(self) -> tuple[str, ...]:
        """The wagers of which everybody makes one; none named: a base wager."""
        return tuple(self.rules.one_of)

    def position_of(self, name: str) -> int:
        return self.names.index(name) + 1

    def worth(self, position: int) -> int:
        """Chips in front of a participant and on the layout."""
        table = self.driver.table
        return table.chips(position) + sum(w.stake for w in table.wagers(position=position))

    def playing(self) -> list[int]:
        """Positions still in, in the order in which they wager: from the button to the left."""
        taken = [p.number for p in self.driver.felt.positions if p.patron and self.worth(p.number) >= self.plan.least]
        return [n for n in taken if n >= self.button] + [n for n in taken if n < self.button]

    def turn(self) -> int:
        """Whose wager is waited for; 0 when everybody has one."""
        return next((n for n in self.playing() if self.lacks_wager(n)), 0)

    def lacks_wager(self, position: int) -> bool:
        """Who has put all on other wagers is excused until they are decided."""
        table = self.driver.table
        return table.chips(position) >= self.plan.least and not has_its_wager(
            self.rules, table.wagers(position=position)
        )

    @property
    def over(self) -> bool:
        """The limit of rounds or time is reached, or one participant is left; never in the middle of a round."""
        if not self.driver.betting:
            return False
        played = self.plan.rounds and self.played >= self.plan.rounds
        late = self._ends_us and self._now_us() >= self._ends_us and not self._wagered
        return bool(played or late or len(self.playing()) < 2)

    @property
    def minutes_left(self) -> int | None:
        """Of the time limit, begun minutes counted; None where there is none."""
        if not self._ends_us:
            return None
        return max(0, -(-(self._ends_us - self._now_us()) // MINUTE_US))

    def standings(self) -> list[Stand]:
        stands = [Stand(name, self.worth(n)) for n, name in enumerate(self.names, 1)]
        return sorted(stands, key=lambda s: -s.chips)

    # ---- acting

    def check(self, act: acts.Act) -> None:
        """Refuse what no tournament allows; the table's own rules come after."""
        if isinstance(act, acts.Sit | acts.Buy | acts.Leave):
            raise Refused("Tournament chips are neither bought nor taken away.", "", self.rules.clause)
        if not isinstance(self.driver.pending, Betting):
            return
        if self.over:
            raise Stale("This table has ended.", "The standings are final.")
        if isinstance(act, acts.Close):
            self._check_close()
        elif isinstance(act, acts.Bet):
            self.check_turn(act.position)
            check_wager(self.rules, self.driver.table, act)
        elif isinstance(act, acts.Take):
            check_take(self.rules, self.driver.table, act)

    def acted(self, act: acts.Act, round_before: int) -> None:
        """An act was done; the turn goes on, and with a new round the button."""
        if isinstance(act, acts.Bet) and act.position not in self._wagered:
            self._wagered.append(act.position)
        if self.driver.felt.round > round_before:
            self._next_round()

    def check_turn(self, position: int) -> None:
        """Refuse a wager of who is not at turn."""
        if not self.plan.betting_order:
            return
        order = self.playing()
        if position not in order:
            raise Refused(f"Position {position} has too few chips left.", f"The least is {money(self.plan.least)}.")
        if self._wagered and position != self._wagered[-1] and position in self._wagered:
            raise Stale(f"Position {position} has wagered.", "The turn has gone on.", self.rules.clause)
        due = self.turn()
        if due and position != due and (not self._wagered or position != self._wagered[-1]):
            raise Refused(f"Position {due} wagers before position {position}.", "", self.rules.clause)

    def _check_close(self) -> None:
        due = self.turn()
        if due:
            wanted = titles(self.driver.game.posting, self.rules.one_of) or "standing"
            raise Refused(f"Position {due} has no {wanted} wager.", "Everybody wagers.", self.rules.clause)

    def _next_round(self) -> None:
        self.played += 1
        self._wagered.clear()
        if self.plan.betting_order == BUTTON:
            seats = [p.number for p in self.driver.felt.positions if self.worth(p.number) >= self.plan.least]
            self.button = next((n for n in seats if n > self.button), seats[0] if seats else 1)


class TournamentTable(Turns):
    """One table of a tournament away from the floor's record. Players act through it; it asks the table itself last."""

    def __init__(
        self, plan: Plan, names: Sequence[str], entropy: Entropy, now_us: Callable[[], int], name: str = "table"
    ) -> None:
        driver = open_table(
            plan.property, plan.game, plan.on, options_of(plan), chance=Chance(entropy), seats=len(names), name=name
        )
        seat(driver, plan, names)
        super().__init__(plan, names, driver, 1 + int(entropy.below(len(names))), now_us(), now_us)

    def answer(self, by: By, act: acts.Act) -> list[events.Happening]:
        """One act of one participant, or of the dealer."""
        self.check(act)
        before = self.driver.felt.round
        happened = self.driver.answer(by, act)
        self.acted(act, before)
        return happened


def seat(driver: Driver, plan: Plan, names: Sequence[str]) -> None:
    for position, participant in enumerate(names, 1):
        driver.answer(By("player", participant), acts.Sit(position, participant, plan.chips))


def groups_of(names: list[str], seats: int, entropy: Entropy) -> list[list[str]]:
    """As many tables as are needed, seats by lot, nobody alone."""
    drawn = list(names)
    for last in range(len(drawn) - 1, 0, -1):
        other = entropy.below(last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    count = -(-len(drawn) // seats)
    return [drawn[n::count] for n in range(count)]


def heat_of(plan: Plan, stands: list[Stand], stage: int, number: int, tables: int, entropy: Entropy) -> Heat:
    """How a table ended, and who goes on. Equal chips at the line are parted by lot."""
    lots = {stand.name: entropy.below(1 << 30) for stand in stands}
    ranked = sorted(stands, key=lambda s: (-s.chips, lots[s.name]))
    most = min(plan.advance, len(ranked) - 1)  # somebody leaves every table, so that the stages end
    going_on = tuple(s.name for s in ranked[:most]) if tables > 1 else ()
    return Heat(stage, number, tuple(ranked), going_on)


def options_of(plan: Plan) -> dict[str, object]:
    """The rulebook's tournament options, where it has them, and the limits of the plan."""
    book = book_of(plan)
    options: dict[str, object] = {**plan.options}
    if "tournament" in book.settings:
        options["tournament"] = True
    options["least"], options["most"] = money(plan.least), money(plan.most or plan.chips * 1_000)
    return options


class TableTournament:
    """The whole of it: entries, stages of tables, a final table, places."""

    def __init__(self, plan: Plan, entropy: Entropy, now_us: Callable[[], int]) -> None:
        wrong = faults(plan)
        if wrong:
            raise Refused(f"{plan.name} may not begin: {'; '.join(wrong)}")
        self.plan, self._entropy, self._now_us = plan, entropy, now_us
        self.entries: list[str] = []
        self.heats: list[Heat] = []
        self.stage = 0

    def enter(self, name: str) -> int:
        """An entry; its number. A participant enters once, before the first table."""
        if self.stage:
            raise Stale(f"{self.plan.name} has begun.", "Entries are closed.")
        if not name or name in self.entries:
            raise Refused(f"{name or 'Nobody'} can't enter again.", "One entry a participant.")
        self.entries.append(name)
        return len(self.entries)

    def left(self) -> list[str]:
        """Who plays in the next stage."""
        if not self.stage:
            return list(self.entries)
        return [name for heat in self.heats if heat.stage == self.stage for name in heat.advanced]

    @property
    def finished(self) -> bool:
        last = [heat for heat in self.heats if heat.stage == self.stage]
        return bool(self.stage) and len(last) == 1

    def draw_tables(self) -> list[TournamentTable]:
        """The next stage."""
        names = self.left()
        if self.finished or len(names) < 2:
            raise Stale(f"{self.plan.name} needs no further table.", "At least two participants play.")
        groups = groups_of(names, self.plan.seats, self._entropy)
        self.stage += 1
        return [
            TournamentTable(self.plan, group, self._entropy, self._now_us, f"{self.plan.name} {self.stage}.{n}")
            for n, group in enumerate(groups, 1)
        ]

    def end_table(self, number: int, table: TournamentTable, tables: int) -> Heat:
        """A table has ended: its standings, and who goes on."""
        if not table.over:
            raise Stale("This table still plays.", "It ends at its limit.")
        heat = heat_of(self.plan, table.standings(), self.stage, number, tables, self._entropy)
        self.heats.append(heat)
        return heat

    def places(self) -> list[str]:
        """First, second, third ... of the final table."""
        if not self.finished:
            raise Stale(f"{self.plan.name} is not over.", "The final table decides.")
        return [stand.name for stand in self.heats[-1].standings]


class Purse:
    """Entry fees and prizes in the ledger. Every cent that comes in goes out: to the places or back to the house."""

    def __init__(self, ledger: Ledger, tournament: str) -> None:
        self._ledger = ledger
        self.account = f"tournament:{tournament}"

    def collect(self, tx: Tx, by: str, source: str, cents: int) -> int:
        """An entry fee, from a patron's credit."""
        self._ledger.open(tx, self.account)
        purses.check_fund(tx, self.account, source)
        return self._ledger.move(tx, "tournament-entry", by, source, self.account, cents)

    def pay(self, tx: Tx, by: str, target: str, cents: int, kind: str = "tournament-prize") -> int:
        """A prize, or a fee that goes back; never more than the purse holds."""
        held = self._ledger.balance_in(tx, self.account)
        if cents > held:
            raise Refused(f"The purse holds {money(held)}.", f"{money(cents)} was asked for.")
        purses.check_fund(tx, self.account, target)
        return self._ledger.move(tx, kind, by, self.account, target, cents)


def turns_of(live: Live) -> Turns | None:
    """Whose turn it is at a table; None where it is in no tournament, or not everybody sits yet."""
    return live.turns if isinstance(live.turns, Turns) else None
