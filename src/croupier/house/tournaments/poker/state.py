"""A poker tournament as it stands: players, tables, clock, who is out. It follows from the plan and the acts alone."""

from collections.abc import Callable, Iterable

import msgspec

from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker.acts import WALK_IN, Deal, Out, Place, Play, Rebuy, Register, Ruling
from croupier.house.tournaments.poker.acts import Any as AnyAct
from croupier.house.tournaments.poker.plan import BRACKET, Level, Plan, TournamentRules, chip_at, form_of, stakes_of
from croupier.house.tournaments.poker.prizes.pools import (
    CASH,
    Pools,
    Prize,
    Sold,
    amounts,
    award,
    check_sums,
    ends_with,
    pools_of,
)
from croupier.house.tournaments.poker.seating import final_size, redraw_at
from croupier.poker.book.forms import Form
from croupier.poker.book.room import Room
from croupier.poker.book.rules import PlayingRules
from croupier.poker.errors import Refused as NotPoker
from croupier.poker.hand import Hand
from croupier.poker.rulings.desk import Desk
from croupier.poker.table import Table
from croupier.rulebook import Rulebook

MINUTE_US = 60 * 1_000_000
REGISTERING, PLAYING, OVER, CANCELLED = "registering", "playing", "over", "cancelled"


class EventRoom(Room):
    """The room's tournament rules at one table: the chip in play, and whether two are left in the whole event."""

    chip = 1
    last_two = False

    def rules(
        self, shape: Form | None = None, *, two_left: bool = False, time_game: bool = False, pot_limit: bool = False
    ) -> PlayingRules:
        found = super().rules(shape, two_left=self.last_two, time_game=time_game, pot_limit=pot_limit)
        return msgspec.structs.replace(found, odd_unit=self.chip)


class EventTable(Table):
    """A player with too few chips for the ante and the forced bet is all-in for what he has, and dealt in."""

    def _ante_players(self) -> list[int]:
        players = [number for number, seat in self.seats.items() if seat.stack]
        if len(players) < 2:
            raise NotPoker("players", "a hand needs two players with chips")
        return players


class Player(msgspec.Struct):
    name: str
    table: int = 0  # 0: out
    seat: int = 0
    entries: int = 1
    rebuys: int = 0
    add_ons: int = 0
    away: bool = False
    penalty: int = 0  # hands still to be missed
    tables_won: int = 0
    bounties: int = 0  # cents won
    cashed: int = 0
    paid: int = 0  # all that he paid, in cents
    label: str = ""  # of a walk-in, who has no account
    card: str = ""

    @property
    def walked_in(self) -> bool:
        return self.name.startswith(WALK_IN)


class Felt:
    """One table of the tournament."""

    def __init__(self, plan: Plan, asked: TournamentRules, number: int, level: Level, chip: int) -> None:
        self.number = number
        self.room = EventRoom(asked.room.book, tournament=True)
        self.chip = self.room.chip = chip
        self.table = EventTable(self.room, form_of(plan, level, asked.room), stakes_of(plan, level, chip))
        self.opened: list[int] = []  # seats in the order in which they became free
        self.done = False  # of a stage: those who are left go on
        self.starting: dict[str, int] = {}  # stacks at the beginning of the hand
        self.desk: Desk | None = None  # of the hand that was dealt last
        self.redeal = False  # it was a misdeal: the same is dealt again
        self.clock_us = 0  # when the time of the player in turn is up; 0: nobody called the clock
        self.asked_us = 0  # since when he thinks
        self.total = 0  # of a live table: all its chips, as they were counted last
        self.button_us = 0  # and when somebody said where its button lies

    @property
    def hand(self) -> Hand | None:
        hand = self.table.hand
        return hand if hand is not None and not hand.over else None

    @property
    def players(self) -> int:
        return len(self.table.seats)

    def names(self) -> list[str]:
        return [seat.name for _, seat in sorted(self.table.seats.items())]

    def free(self, seats: int) -> list[int]:
        return [n for n in range(1, seats + 1) if n not in self.table.seats]

    def seat_of(self, name: str) -> int:
        return next(n for n, seat in self.table.seats.items() if seat.name == name)


class State:
    """Looking at a tournament. `croupier.house.tournaments.poker.play` changes it."""

    def __init__(
        self, plan: Plan, options: dict[str, object] | None = None, books: Callable[..., Rulebook] | None = None
    ) -> None:
        self.made_of = (plan, options, books)
        self.plan, self.asked = plan, TournamentRules(plan, options, books)
        self.players: dict[str, Player] = {}
        self.tables: dict[int, Felt] = {}
        self.acts: list[AnyAct] = []
        self.state = REGISTERING
        self.started_us = 0
        self.stopped_us = 0  # when the clock was stopped; 0: it runs
        self.idle_us = 0  # how long it has stood
        self.hands = 0
        self.stage = 1
        self.sold = Sold()
        self.issued = 0  # chips
        self.removed = 0
        self.cashed = 0  # cents
        self.window = False
        self.window_pool = self.window_chips = 0  # as they stood when the time began
        self.cash_out_closed = False
        self.outs: list[list[Out]] = []  # groups who share their places, the first to go first
        self.round_outs: dict[int, list[list[Out]]] = {}  # by table, of a round played hand for hand
        self.round_dealt: set[int] = set()
        self.now_us = 0  # the latest time that was seen
        self.redrawn: set[int] = set()
        self.most_tables = 0
        self.agreed: dict[str, int] = {}
        self.disqualified: set[str] = set()
        self.proposed: dict[str, int] = {}  # a division that waits for everybody's own consent
        self.consented: set[str] = set()
        self.rulings: list[Ruling] = []
        # with real cards
        self.lots = ""
        self.keyed: set[int] = set()  # tables whose hands are keyed
        self.counted_us = 0
        self.rest: tuple[int, int] = (0, 0)  # a break of the floor's own: from when until when
        self.undone: set[int] = set()  # numbers of acts
        self.walk_ins: dict[str, str] = {}  # by card: who walked in with it
        self.out_at: dict[str, int] = {}  # when a player went out

    # ---- time

    def tick(self, at_us: int) -> None:
        """Time goes on without an act."""
        self.now_us = max(self.now_us, at_us)

    @property
    def breaking(self) -> tuple[int, ...]:
        """The order in which tables break, posted when registration closes: the highest number first."""
        closed = self.state == PLAYING and not self.registers(self.now_us)
        return tuple(sorted(self.tables, reverse=True)) if closed else ()

    def elapsed_us(self, at_us: int) -> int:
        """What the clock shows."""
        if not self.started_us:
            return 0
        until, (rests, goes_on) = self.stopped_us or at_us, self.rest
        rested = min(until, goes_on) - rests if until > rests else 0
        return max(0, until - self.started_us - self.idle_us - rested)

    def resting_us(self, at_us: int) -> int:
        """How long a break that the floor has called still lasts."""
        return max(0, self.rest[1] - at_us) if self.rest[0] <= at_us else 0

    def level_us(self, index: int) -> int:
        """When a level begins, by the clock."""
        return sum(level.minutes for level in self.plan.levels[:index]) * MINUTE_US

    def level_index(self, at_us: int) -> int:
        """The level that the clock shows; the last one has no end."""
        minutes = self.elapsed_us(at_us) // MINUTE_US
        for index, level in enumerate(self.plan.levels):
            if minutes < level.minutes:
                return index
            minutes -= level.minutes
        return len(self.plan.levels) - 1

    def level(self, at_us: int) -> Level:
        return self.plan.levels[self.level_index(at_us)]

    def shape(self, at_us: int) -> Form:
        """The game that is dealt now: in a mixed event it changes with the levels."""
        return form_of(self.plan, self.level(at_us), self.asked.room)

    def chip(self, at_us: int) -> int:
        return chip_at(self.plan, self.level_index(at_us))

    def within(self, minutes: int, at_us: int) -> bool:
        return not self.started_us or self.elapsed_us(at_us) <= minutes * MINUTE_US

    def registers(self, at_us: int) -> bool:
        """Whether new players are taken."""
        if self.state == REGISTERING:
            return at_us >= self.plan.opens_us
        return self.state == PLAYING and self.plan.late_minutes > 0 and self.within(self.plan.late_minutes, at_us)

    def sells(self, at_us: int) -> bool:
        """Whether entries of any kind may still be bought: until then nobody knows what is paid."""
        minutes = max(self.plan.late_minutes, self.plan.reentry_minutes, self.plan.rebuy_minutes)
        return self.state == REGISTERING or (self.state == PLAYING and minutes > 0 and self.within(minutes, at_us))

    # ---- players and chips

    @property
    def entries(self) -> int:
        return self.sold.entries

    def left(self) -> list[str]:
        return [player.name for player in self.players.values() if player.table]

    def player(self, name: str) -> Player:
        found = self.players.get(name)
        if found is None:
            raise Refused(f"{name or 'Nobody'} has not entered.", "", self.asked.clause("registration"))
        return found

    def called(self, name: str) -> str:
        """A player as the desk calls him."""
        found = self.players.get(name)
        return found.label if found is not None and found.label else name

    def felt(self, number: int) -> Felt:
        found = self.tables.get(number)
        if found is None:
            opened = ", ".join(str(one) for one in sorted(self.tables)) or "none"
            raise Refused(f"There is no table {number}.", f"Open: {opened}.")
        return found

    def check_card(self, card: str, name: str = "") -> None:
        """Refuse a card that somebody else has shown here: it is one person's, who has one seat under whatever name."""
        shown = {player.card: player.name for player in self.players.values()} | self.walk_ins
        if shown.get(card, name) != name:
            again = "Who lost his chips comes in again by his entry."
            raise Refused(f"Card {card} has entered.", again, self.asked.clause("registration"))

    def check_divided(self, at_us: int) -> None:
        """Refuse a division of the prizes where none is made, and while hands are played or chips are sold."""
        clause = self.asked.clause("deals")
        if not self.asked.value("deals"):
            raise Refused("Prizes are paid by the schedule.", "No deals are made here.", clause)
        if self.state != PLAYING or not self.idle() or self.sells(at_us) or self.round_dealt:
            raise Stale("Prizes are divided between hands, when nothing more is sold.", "", clause)

    def check_shares(self, shares: dict[str, int]) -> None:
        """Refuse shares that are not of everybody who is left, and not of all that is left to win."""
        left, paid = self.left(), [cents for cents, _ in self.paid()]
        due = sum(paid[: len(left)])
        check_sums(shares, left, due, self.asked.clause("deals"))

    def stack(self, name: str) -> int:
        player = self.player(name)
        if not player.table:
            return 0
        felt = self.tables[player.table]
        hand = felt.hand
        if hand is not None and player.seat in felt.table.order:
            return hand.stacks[felt.table.order.index(player.seat)]
        return felt.table.seats[player.seat].stack

    def in_play(self) -> int:
        """Chips on all tables, those in pots included; with real cards all that were given out and not taken away."""
        if self.plan.live:
            return self.issued - self.removed
        total = 0
        for felt in self.tables.values():
            hand = felt.hand
            dealt = set(felt.table.order) if hand is not None else set()
            total += sum(seat.stack for n, seat in felt.table.seats.items() if n not in dealt)
            if hand is not None:
                total += sum(hand.stacks) + hand.pot
        return total

    def counted(self) -> int:
        """What the last counts of all who are in make together."""
        return sum(self.stack(name) for name in self.left())

    def free_places(self) -> list[Place]:
        seats = self.plan.seats
        return [(n, seat) for n, felt in sorted(self.tables.items()) for seat in felt.free(seats)]

    def counts(self) -> dict[int, int]:
        return {number: felt.players for number, felt in self.tables.items()}

    # ---- money

    def pools(self) -> Pools:
        return pools_of(self.plan, self.asked, self.sold, self.cashed, self.cash_out_closed)

    def paid(self) -> list[tuple[int, str]]:
        """Prizes by place for the field as it is."""
        pool = self.pools().prize
        return amounts(self.plan, self.asked, pool, self.entries)

    def ends_with(self) -> int:
        return ends_with(self.plan, self.asked, self.pools().prize, self.entries)

    def places(self) -> list[list[str]]:
        """Finishing order, the best first, ties together; those still in by their chips."""
        alive = sorted(self.left(), key=lambda name: -self.stack(name))
        groups: list[list[str]] = []
        stop = self.ends_with() if self.entries else 1
        if self.state == OVER and self.agreed:
            groups = [[name] for name, _ in self._ranked()]
        elif self.state == OVER and len(alive) <= stop:
            groups = [[name] for name in alive]
        else:
            for name in alive:
                if groups and self.stack(groups[-1][0]) == self.stack(name):
                    groups[-1].append(name)
                else:
                    groups.append([name])
        out = [[one.name for one in group] for group in reversed(self.outs)]
        return groups + out

    def prizes(self) -> list[Prize]:
        """What each place is paid, once it is over."""
        if self.state != OVER:
            raise Stale(f"{self.plan.name} is {self.state}.", "Prizes are known when it is over.")
        if self.agreed:
            return self._agreed_prizes()
        return award(self.places(), self.paid())

    def _agreed_prizes(self) -> list[Prize]:
        ranked = self._ranked()
        prizes = [Prize(n, name, cents) for n, (name, cents) in enumerate(ranked, 1) if cents]
        rest = award(self.places(), self.paid())
        return prizes + [prize for prize in rest if prize.name not in self.agreed]

    def _ranked(self) -> list[tuple[str, int]]:
        """Those who divided the rest, the largest share first."""
        return sorted(self.agreed.items(), key=lambda share: -share[1])

    def pays(self) -> list[tuple[int, str]]:
        """What each place pays: by the schedule, and once the last have divided the rest, as they agreed."""
        if not self.entries:
            return []
        if self.state != OVER or not self.agreed:
            return self.paid()
        return [(cents, CASH) for _, cents in self._ranked()] + self.paid()[len(self.agreed) :]

    # ---- what has to be done before the next hand

    def hand_for_hand(self, at_us: int) -> bool:
        """One place before the money, with several tables; a round that has begun is played to its end."""
        if self.round_dealt:
            return True
        if not self.asked.value("hand-for-hand") or len(self.tables) < 2 or self.plan.staged or self.sells(at_us):
            return False
        return len(self.left()) == len(self.paid()) + 1

    def end_due(self) -> bool:
        """So few are left that it is over; while entries are sold, only when one is."""
        left = len(self.left())
        if self.state != PLAYING or self.round_dealt or (self.sells(self.now_us) and left > 1):
            return False
        last = not self.plan.staged or len(self.tables) == 1 or left == 1
        return last and left <= self.ends_with() and self.idle()

    def redraw_due(self) -> int:
        """For how many tables seats are to be drawn again; 0 for none."""
        if not self.breaking or self.round_dealt:
            return 0
        tables, left = len(self.tables), len(self.left())
        if self.plan.staged:
            going_on = tables > 1 and all(felt.done for felt in self.tables.values())
            return -(-left // self.plan.seats) if going_on else 0
        if tables > 1 and left <= final_size(self.asked, self.plan.seats):
            return 1
        due = tables in redraw_at(self.asked, self.entries) and tables < self.most_tables and tables > 1
        return tables if due and tables not in self.redrawn and self.break_due() == 0 else 0

    def break_due(self) -> int:
        """The table that is to be broken; 0 for none."""
        if not self.breaking or self.round_dealt or self.plan.staged or len(self.tables) < 3:
            return 0
        if len(self.left()) > (len(self.tables) - 1) * self.plan.seats:
            return 0
        return next((number for number in self.breaking if number in self.tables), max(self.tables))

    def balance_due(self) -> int:
        """The table that lacks players; 0 when all are even enough."""
        if self.state != PLAYING or self.round_dealt or self.plan.staged or len(self.tables) < 2:
            return 0
        counts = self.counts()
        short = min(counts, key=lambda number: (counts[number], number))
        apart = max(counts.values()) - counts[short]
        few = len(counts) <= self.asked.number("balancing", "within-one-from-tables")
        allowed = self.asked.number("balancing", "within" if few else "halts-when-short") - (not few)
        return short if apart > allowed else 0

    def halted(self) -> list[int]:
        """Tables so short that they stop until they are filled."""
        if self.state != PLAYING or self.plan.staged or self.round_dealt or len(self.tables) < 2:
            return []
        counts = self.counts()
        short = self.asked.number("balancing", "halts-when-short")
        return [number for number, count in sorted(counts.items()) if max(counts.values()) - count >= short]

    def race_due(self, number: int, at_us: int) -> bool:
        felt = self.felt(number)
        return felt.hand is None and self.chip(at_us) > felt.chip

    def turn(self, number: int) -> int:
        """The act after which the table's hand stands as it does: what somebody answers who saw it there."""
        for act in range(len(self.acts), 0, -1):
            found = self.acts[act - 1]
            if isinstance(found, Deal | Play) and found.table == number:
                return act
        return 0

    def bought_last(self, name: str) -> int:
        """The number of the act with which a player bought chips last: his receipt's; 0 for none."""
        for number in range(len(self.acts), 0, -1):
            act = self.acts[number - 1]
            if isinstance(act, Register | Rebuy) and act.name == name and number not in self.undone:
                return number
        return 0

    def idle(self, numbers: Iterable[int] | None = None) -> bool:
        """No hand is under way at these tables (or at any)."""
        chosen = self.tables if numbers is None else numbers
        return all(self.tables[number].hand is None for number in chosen)

    def goal(self, felt: Felt) -> int:
        """How many are left when a table of a stage has done its work."""
        if len(self.tables) == 1:
            return 1
        return self.plan.advance if self.plan.format == BRACKET else 1
