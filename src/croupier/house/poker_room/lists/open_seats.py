"""Who gets a seat that is open, in the order that the book prescribes, each with its clause.

A player of the table who asked for another seat of it first, then who must move to it, then who asked to change
tables, then the list. A step says what would be done; whoever does it, a machine or the brush, does it through
`must_moves`.
"""

from collections.abc import Iterable

import msgspec

from croupier.house.poker_room.lists.desk import key_of
from croupier.house.poker_room.lists.play_on import WORDS, due
from croupier.house.poker_room.lists.state import WAITING, Lists, Moving, Name, Wish
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.record.errors import NotFound, Refused
from croupier.house.tables.life import OPEN
from croupier.poker import Room

CHANGE, MOVE, TRANSFER, CALL = "change", "move", "transfer", "call"
HAS_CARDS = "He has cards: when the hand is over."


class SeatStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step: `patron` comes to a seat of `table`, from a seat of `source` or from the list."""

    kind: str
    patron: str
    table: str
    seat: int
    game: str
    clause: str
    source: str = ""
    source_seat: int = 0
    waits: str = ""  # why it can't be done yet
    counted: bool = False  # the chips that he takes along must be counted
    since_us: int = 0  # asked, sat down or given his name so long ago
    until: str = ""  # he plays on so long
    electronic: bool = False  # both tables deal by themselves


class Openings:
    """One look at a room: its lists and its open tables, as they stand now."""

    def __init__(
        self,
        state: Lists,
        tables: Iterable[RoomTable],
        book: Room,
        now_us: int,
        walk_ins: frozenset[str] = frozenset(),
    ) -> None:
        """`walk_ins` have no account: they play where somebody deals, never from a screen of their own."""
        self.state, self.book, self.now_us, self.walk_ins = state, book, now_us, walk_ins
        self.tables = {live.table.id: live for live in tables if live.table.state == OPEN}
        self._used: set[str] = set()

    def steps(self) -> list[SeatStep]:
        """All that is to be done, table by table; nobody is in two of them."""
        found = self._arrivals()
        for live in self.tables.values():
            for seat in self.open_seats(live):
                found += self._chain(live, seat)
        return found

    def open_seats(self, live: RoomTable) -> list[int]:
        return [seat for seat in live.game.free if seat not in self.state.locked(live.table.id)]

    def _arrivals(self) -> list[SeatStep]:
        """Players for whom a seat is locked up while they play on: they come when that is over."""
        found = []
        for one in self.state.moving:
            source, target = self.tables.get(one.table), self.tables.get(one.to)
            if source is None or target is None or not source.game.seat_of(one.patron):
                continue
            self._used.add(one.patron)
            kind = MOVE if source.game.plan.main == target.table.id else TRANSFER
            found.append(self._coming(kind, one.patron, source, target, one.seat, one))
        return found

    def _chain(self, live: RoomTable, seat: int) -> list[SeatStep]:
        """What a seat that is open leads to: whoever changes to it leaves another, until somebody new comes."""
        found: list[SeatStep] = []
        while (wish := self._wish(live, seat)) is not None:
            self._used.add(wish.patron)
            number = live.game.seat_of(wish.patron)
            waits = "A hand is being played." if live.game.playing else ""
            found.append(
                SeatStep(
                    kind=CHANGE, patron=wish.patron, table=live.table.id, seat=seat, game=key_of(live.game),
                    clause=self.book.clause("seat-change-first"), source=live.table.id, source_seat=number,
                    waits=waits, since_us=wish.since_us, electronic=_electronic(live),
                )
            )  # fmt: skip
            seat = number
        step = self._must_move(live, seat) or self._table_change(live, seat) or self._call(live, seat)
        return [*found, step] if step else found

    def _wish(self, live: RoomTable, seat: int) -> Wish | None:
        return next(
            (
                wish
                for wish in self.state.wishes
                if wish.table == live.table.id and not wish.to and wish.patron not in self._used
                and wish.seat in (0, seat) and live.game.seat_of(wish.patron)
            ),
            None,
        )  # fmt: skip

    def _must_move(self, main: RoomTable, seat: int) -> SeatStep | None:
        """Who has waited longest of those who must move; who keeps his order though he does not play is called."""
        feeders = [
            t for t in self.tables.values() if t.game.plan.main == main.table.id and key_of(t.game) == key_of(main.game)
        ]
        if not feeders:
            return None
        kept = [n for n in self.state.on(key_of(main.game)) if n.order_us and self._may_be_called(n)]
        first = min(kept, key=lambda n: n.order_us, default=None)
        moves = [(f.game.since[p], p, f) for f in feeders for p in _there(f.game) if p not in self._used]
        next_ = min(moves, key=lambda found: found[:2], default=None)
        if next_ is not None and (first is None or next_[0] < first.order_us):
            _, patron, feeder = next_
            self._used.add(patron)
            return self._coming(MOVE, patron, feeder, main, seat)
        return self._called(first, main, seat, self.book.clause("must-move")) if first else None

    def _coming(
        self, kind: str, patron: str, source: RoomTable, target: RoomTable, seat: int, moving: Moving | None = None
    ) -> SeatStep:
        waits = "" if may_go(source.game, patron) else HAS_CARDS
        if moving is not None and not source.game.seats_only and not due(source.game, moving):
            waits = waits or f"He {WORDS[moving.until]} first."
        return SeatStep(
            kind=kind, patron=patron, table=target.table.id, seat=seat, game=key_of(target.game),
            clause=self.book.clause("must-move" if kind == MOVE else "most-in-need"), source=source.table.id,
            source_seat=source.game.seat_of(patron), waits=waits, counted=source.game.seats_only,
            since_us=source.game.since.get(patron, 0), until=moving.until if moving else "",
            electronic=_electronic(source) and _electronic(target),
        )  # fmt: skip

    def _table_change(self, target: RoomTable, seat: int) -> SeatStep | None:
        for wish in self.state.wishes:
            source = self.tables.get(wish.table)
            if wish.to != target.table.id or wish.patron in self._used or source is None:
                continue
            if source.game.seat_of(wish.patron) and may_change(wish, source.game, target.game):
                self._used.add(wish.patron)
                return self._coming(TRANSFER, wish.patron, source, target, seat)
        return None

    def _call(self, live: RoomTable, seat: int) -> SeatStep | None:
        """The next name; to the table most in need, so that a fuller one waits."""
        game = key_of(live.game)
        name = next((n for n in self.state.on(game) if self._may_be_called(n) and self._may_play(n, live)), None)
        if name is None or self._most_in_need(game, name.patron) is not live:
            return None
        called = [n for n in self.state.names if n.table == live.table.id and not n.seat]
        if len(called) >= len(self.open_seats(live)):
            return None
        new = not live.game.table.hands and len(live.game.table.seats) < 2  # whoever arrives first chooses
        return self._called(name, live, 0 if new else seat, self.book.clause("list-order"))

    def _called(self, name: Name, live: RoomTable, seat: int, clause: str) -> SeatStep:
        self._used.add(name.patron)
        return SeatStep(
            kind=CALL, patron=name.patron, table=live.table.id, seat=seat, game=key_of(live.game), clause=clause,
            since_us=name.since_us, electronic=_electronic(live),
        )  # fmt: skip

    def against(self, table: str, seat: int, patron: str) -> SeatStep:
        """A step that the order does not prescribe, for somebody of this game; Refused where no rule bends so far."""
        live = self.tables.get(table)
        if live is None:
            raise NotFound(f"{table} is not open in this room.")
        seats = self.open_seats(live)
        if not seats or (seat and seat not in seats):
            raise Refused(f"Seat {seat} of {table} is not open." if seat else f"No seat is open at {table}.")
        seat, game = seat or seats[0], key_of(live.game)
        source = next((t for t in self.tables.values() if patron and t.game.seat_of(patron)), None)
        if source is live:
            clause, number = self.book.clause("seat-change-first"), live.game.seat_of(patron)
            waits = "A hand is being played." if live.game.playing else ""
            return SeatStep(
                kind=CHANGE, patron=patron, table=table, seat=seat, game=game, clause=clause, source=table,
                source_seat=number, waits=waits,
            )  # fmt: skip
        name = next((n for n in self.state.on(game) if n.patron == patron), None)
        if source is None and name is None:
            raise Refused("This name neither plays here nor is on the list of this game.", "Put it on the list first.")
        if self.state.barred(patron, game, self.now_us):
            raise Refused("He may not come back to this game yet.", "", self.book.clause("must-move"))
        if {s.name for s in live.game.table.seats.values()} & self.state.kept_from(patron):
            raise Refused("The house keeps two players of this game apart.", clause=self.book.clause("kept-apart"))
        if source is None or key_of(source.game) != game:
            if name is None:
                raise Refused("He plays another game.", "Put his name on the list of this one.")
            if name.status != WAITING:
                raise Refused("This name has been called.")
            return self._called(name, live, seat, self.book.clause("list-order"))
        return self._coming(MOVE if source.game.plan.main == table else TRANSFER, patron, source, live, seat)

    def _may_be_called(self, name: Name) -> bool:
        return name.patron not in self._used and self.state.callable(name, self.book, self.now_us)

    def _may_play(self, name: Name, live: RoomTable) -> bool:
        """Not beside one from whom he is kept apart, nor back to a feeder that is as short as when he left it."""
        if _electronic(live) and name.patron in self.walk_ins:
            return False
        rule = self.book.value("must-move")
        if name.order_us and live.game.plan.main and rule and len(live.game.table.seats) < rule["roll-from"]:
            return False
        return not {s.name for s in live.game.table.seats.values()} & self.state.kept_from(name.patron)

    def _most_in_need(self, game: str, patron: str) -> RoomTable | None:
        apart = self.state.kept_from(patron)
        return most_in_need(
            live
            for live in self.tables.values()
            if key_of(live.game) == game
            and self.open_seats(live)
            and not (_electronic(live) and patron in self.walk_ins)
            and not {s.name for s in live.game.table.seats.values()} & apart
        )


def most_in_need(tables: Iterable[RoomTable]) -> RoomTable | None:
    """Of tables with an open seat the one with the fewest players; a feeder before the game it feeds."""
    found = list(tables)
    feeders = [live for live in found if live.game.plan.main]
    return min(feeders or found, key=lambda live: len(live.game.table.seats), default=None)


def _electronic(live: RoomTable) -> bool:
    return live.table.mode == "electronic"


def _there(game: Game) -> list[str]:
    return [patron for patron in game.since if game.seat_of(patron) and game.seat_of(patron) not in game.away]


def may_go(game: Game, patron: str) -> bool:
    """Not while he has cards."""
    number = game.seat_of(patron)
    return bool(number) and not (game.playing and game.place_of(number) >= 0)


def may_change(wish: Wish, source: Game, target: Game) -> bool:
    """No transfer that leaves fewer players behind than there are where one goes, nor one with too few chips."""
    chips = source.balances().get(f"seat:{wish.patron}", 0)
    enough = source.seats_only or chips >= target.least
    return len(source.table.seats) - 1 >= len(target.table.seats) and enough
