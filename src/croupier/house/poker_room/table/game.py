"""A cash game at one poker table: acts go in, and everything else follows from them.

It knows no database, no clock and no chance of its own: the time of an act, the order of a deck and the cards
drawn for the button come with the acts. So a journal replayed is the game again, to the last chip.
"""

import zoneinfo
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from croupier.house.poker_room.table import acts, takeback
from croupier.house.poker_room.table import hands as room_hands
from croupier.house.poker_room.table import seats as room_seats
from croupier.house.poker_room.table.acts import Opened, Plan
from croupier.house.poker_room.table.chips_in_play import Chips, balances
from croupier.house.poker_room.table.refusals import refusal, short
from croupier.house.record.errors import Broken, Refused
from croupier.house.record.kept_books import Books
from croupier.poker import Desk, Room, Table
from croupier.poker import Refused as PokerRefused
from croupier.poker.blinds import Positions
from croupier.poker.money import RakeChange
from croupier.poker.records import Awarded, BoardDealt, Carried, Collected, Record, Refunded, Ruled, Shown
from croupier.poker.seats import Seat
from croupier.poker.table import check_stakes
from croupier.poker.view import PUBLIC, record_for
from croupier.rounds.acts import By
from croupier.rulebook import rulebook

SETTLED = (Awarded, Collected, Refunded, Carried, Shown, BoardDealt)
Order = Callable[[str], Sequence[int]]  # the deck behind a commitment


class Saved(msgspec.Struct):
    """A game between two hands, as plain data."""

    opened: Opened
    plan: Plan
    seats: list[Seat]
    positions: Positions
    previous: Positions
    hands: int
    number: int
    taken: dict[str, int]
    names: dict[int, str]
    carried: int = 0
    carried_by: list[int] = []
    locked_out: list[int] = []
    passed_out: int = 0
    straddler: tuple[int, int] | None = None
    kill: tuple[int, int] | None = None
    half_rake: bool = False
    rakes: list[RakeChange] = []
    impounded: dict[str, int] = {}
    away: dict[int, int] = {}
    gone: dict[str, tuple[int, int]] = {}
    since: dict[str, int] = {}
    collected_us: int = 0
    commitment: str = ""
    opened_us: int = 0
    removed: int = 0
    volunteer: int = -1


class Game:
    def __init__(self, opened: Opened, at_us: int = 0, books: Books = rulebook) -> None:
        self.opened = opened
        self.plan: Plan = opened.plan
        self.zone = zoneinfo.ZoneInfo(opened.zone or "UTC")
        self.room = open_book(opened, books)
        self.table = Table(
            self.room,
            self.plan.form,
            self.plan.stakes,
            kill=self.plan.kill,
            qualifying=self.plan.qualifying,
        )
        self.rotation = [self.room.form(leg.form) for leg in self.plan.games]
        for leg, shape in zip(self.plan.games, self.rotation):
            check_stakes(shape, leg.stakes)
        self.chips = Chips()
        self.desk: Desk | None = None
        self.number = 0  # of the decision that is waited for: an act that names an older one is stale
        self.names: dict[int, str] = {}  # what the others call a seat
        self.pending: dict[int, int] = {}  # chips bought while a hand is played
        self.dead = 0  # blinds paid by players who came from elsewhere while a hand is played
        self.since: dict[str, int] = {}  # patron -> when he sat down: the order in which players must move
        self.leaving: set[int] = set()
        self.resting: set[int] = set()  # sit out as soon as the hand is over
        self.chopping: set[int] = set()
        self.runs: dict[int, int] = {}
        self.away: dict[int, int] = {}  # seat -> since when, in microseconds
        self.gone: dict[str, tuple[int, int]] = {}  # patron -> chips taken away, and when
        self.purses: dict[str, int] = {}  # what the last act moved to and from patrons' credit
        self.cash = 0  # what it brought in from outside, for chips of the rack
        self.commitment = ""  # of the deck in play
        self.redeal = False  # the last deal was a misdeal
        self.mark: tuple[Any, ...] = ()
        self.keyed: list[takeback.BeforeAct] = []  # the table before each act of this hand that may be taken back
        self.given = 0  # events of this hand that were told
        self.touched = False  # patrons sat down, bought or left since the deal
        self.playing = False  # a hand is dealt and its chips are not back in front of the players
        self.asked_us = 0  # since when the player in turn is waited for
        self.clock_us = 0  # when his time is up; 0: no clock runs
        self.rested_us = at_us  # since when no hand is played
        self.collected_us = at_us  # until when time was collected
        self.opened_us = at_us
        self.removed = 0  # the seat that went when somebody quit a game that began with one player too many

    # ---- what stands

    def coin(self, amount: int) -> str:
        """An amount as the table's screens say it: $75, $0.50."""
        return short(amount)

    @property
    def electronic(self) -> bool:
        return self.opened.mode == "electronic"

    @property
    def seats_only(self) -> bool:
        """Who sits and what is taken is keyed here, and no hand."""
        return self.plan.keyed == acts.SEATS

    @property
    def seats(self) -> int:
        return self.plan.seats or min(shape.seats_most for shape in (self.table.form, *self.rotation))

    @property
    def free(self) -> list[int]:
        taken = {*self.table.seats, self.removed}
        return [number for number in range(1, self.seats + 1) if number not in taken]

    @property
    def idle_us(self) -> int:
        """Since when nobody of the last hand sits here any more; 0: the game goes on, or has not begun."""
        first = min(self.since.values(), default=0)
        return first if self.table.hands and first > self.rested_us else 0

    def seat_of(self, patron: str) -> int:
        """Where this patron sits; 0 for nowhere."""
        return next((number for number, seat in self.table.seats.items() if seat.name == patron), 0)

    def place_of(self, seat: int) -> int:
        """The place in the hand's order of the deal; -1 for a seat without cards in this hand."""
        return self.table.order.index(seat) if self.table.hand is not None and seat in self.table.order else -1

    @property
    def turn(self) -> int:
        """The seat that is waited for; 0 if it is nobody's."""
        hand = self.table.hand
        return self.table.order[hand.actor] if self.playing and hand is not None and hand.actor >= 0 else 0

    @property
    def least(self) -> int:
        return max(self.plan.least, self.room.least_buy_in(self.plan.stakes))

    def balances(self) -> dict[str, int]:
        return balances(self.table, self.chips, self.pending, self.playing, self.dead)

    # ---- acting

    def apply(self, by: By, act: acts.Anything, at_us: int, order: Order) -> list[dict[str, Any]]:
        """Do an act; what it settled, as everybody may know it. Refused: nothing has changed."""
        hand = self.table.hand
        seen = len(hand.records) if hand is not None and (self.playing or self.plan.keyed) else 0
        kept = None if self.electronic else takeback.keep(self, act)
        saved = self.save() if kept is None and not self.playing else None
        self.purses, self.cash = {}, 0
        try:
            told = self._do(by, act, at_us, order)
        except PokerRefused as refused:
            if kept is not None:
                takeback.put_back(self, kept)
            elif saved is not None and not self.playing:
                self.put_back(saved)
            raise refusal(refused, self.coin, self.table.order) from refused
        except Refused:
            if kept is not None:
                takeback.put_back(self, kept)
            raise
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError, StopIteration) as error:
            raise Unsound(f"{type(act).__name__}: {error}") from error
        takeback.note(self, act, kept)
        if told is not None:
            return [told]
        if self.table.hand is not hand:
            seen = 0
        return self._events(seen)

    def _do(self, by: By, act: acts.Anything, at_us: int, order: Order) -> dict[str, Any] | None:
        if isinstance(act, Opened):
            raise Refused("This table is open.")
        handler = room_seats.HANDLERS.get(type(act)) or room_hands.HANDLERS.get(type(act))
        if handler is None:
            raise Refused("This is not done at a poker table.")
        told: dict[str, Any] | None = None
        if isinstance(act, acts.Deal):
            room_hands.deal(self, by, act, at_us, order)
        elif isinstance(act, acts.Undo):
            room_seats.staff(by)
            told = takeback.undo(self)
        else:
            handler(self, by, act, at_us)
        room_hands.go_on(self, at_us)
        return told

    def _events(self, seen: int) -> list[dict[str, Any]]:
        hand = self.table.hand
        if hand is None:
            return []
        if hand.records and not seen:
            self.given = 0
        found = [self.told(record) for record in hand.records[seen:] if isinstance(record, (*SETTLED, Ruled))]
        self.given += len(found)
        return found

    def told(self, record: Record, viewer: int = PUBLIC) -> dict[str, Any]:
        """A record as somebody may see it, with seats for the hand's places."""
        data = record_for(record, viewer)
        if "player" in data and data["player"] >= 0:
            data["seat"] = self.table.order[data.pop("player")]
        return data

    # ---- between two hands, as plain data

    def save(self) -> Saved:
        if self.playing:
            raise Broken("a hand that is played is kept by its journal, not by a checkpoint")
        return self.state()

    def state(self) -> Saved:
        """Seats, positions and chips; of a hand that is played, what it began with."""
        table, kill = self.table, self.table.kill
        return Saved(
            self.opened,
            self.plan,
            [msgspec.structs.replace(seat) for seat in table.seats.values()],
            msgspec.structs.replace(table.positions),
            msgspec.structs.replace(table.previous),
            table.hands,
            self.number,
            dict(self.chips.taken),
            dict(self.names),
            table.carried,
            sorted(table.carried_by),
            sorted(table.locked_out),
            table.passed_out,
            table.straddler,
            (kill.leg, kill.killer) if kill is not None else None,
            table.half_rake,
            list(table.rakes),
            dict(table.impounded),
            dict(self.away),
            dict(self.gone),
            dict(self.since),
            self.collected_us,
            self.commitment,
            self.opened_us,
            self.removed,
            table.volunteer,
        )

    def put_back(self, kept: Saved) -> None:
        table = self.table
        self.plan, table.stakes = kept.plan, kept.plan.stakes
        if table.form.key != kept.plan.form:
            table.form = self.room.form(kept.plan.form)
        table.seats = {seat.number: seat for seat in kept.seats}
        table.positions, table.previous, table.hands = kept.positions, kept.previous, kept.hands
        table.carried, table.passed_out, table.straddler = kept.carried, kept.passed_out, kept.straddler
        table.volunteer = kept.volunteer
        table.carried_by, table.locked_out = set(kept.carried_by), set(kept.locked_out)
        table.half_rake, table.rakes, table.impounded = kept.half_rake, list(kept.rakes), dict(kept.impounded)
        if table.kill is not None and kept.kill is not None:
            table.kill.leg, table.kill.killer = kept.kill
        self.number, self.names, self.away = kept.number, dict(kept.names), dict(kept.away)
        self.gone, self.collected_us, self.commitment = dict(kept.gone), kept.collected_us, kept.commitment
        self.chips.taken, self.since = dict(kept.taken), dict(kept.since)
        self.removed = kept.removed

    @classmethod
    def load(cls, kept: Saved, books: Books = rulebook) -> "Game":
        game = cls(kept.opened, kept.opened_us, books)
        game.put_back(kept)
        return game


class Unsound(Refused):
    """Facts that no rule could make sense of; the table is read again from its journal."""

    def __init__(self, words: str) -> None:
        super().__init__("This can't be done with what was said.", "Nothing was changed.")
        self.words = words  # for the log: no person reads an exception


def open_book(opened: Opened, books: Books = rulebook) -> Room:
    """The room's rules as they stood when the table opened."""
    _, _, day = opened.book.rpartition("@")
    book = books(opened.property, "poker", day)
    if book.key != opened.book:
        raise Broken(f"{opened.book} is no longer on the shelf")
    return Room(book, opened.plan.options)
