"""Who goes where when a seat opens: a player of the game first, then who must move, who asked to, and then the list.

Also: a game that breaks, a player who will not move, and lock-ups that nobody came for.
"""

import asyncio
import contextlib

from croupier.equipment.entropy import shuffled
from croupier.house.people.persons import Person
from croupier.house.poker_room import acts, lists
from croupier.house.poker_room.game import Game
from croupier.house.poker_room.list_desk import Held, ListDesk, key_of
from croupier.house.poker_room.lists import CALLED, Lists, Wish
from croupier.house.poker_room.live import RoomTable
from croupier.house.poker_room.spread import Spread
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.faults import OutOfOrder
from croupier.house.record.loops import Loop
from croupier.house.tables.life import OPEN
from croupier.poker.ranking import by_suit_high
from croupier.poker.seats import OUT
from croupier.rounds.acts import By

LOOK_S = 1.0
STEPS_MAX = 32


class Moves:
    def __init__(self, desk: ListDesk, spread: Spread) -> None:
        self.desk = desk
        self.room = desk.room
        self.house = desk.house
        self._spread = spread
        self._loop = Loop("the poker room's lists")

    async def run(self) -> None:
        """Look at the lists every second, as long as the house is open."""
        await self._loop.run(self.look, lambda: LOOK_S)

    async def look(self) -> int:
        """Do what the lists ask for in every room; how much was done."""
        places = {table.property for table in await asyncio.to_thread(self.room.open_tables)}
        done = 0
        for place in sorted(places):
            with self._loop.apart(place):
                for _ in range(STEPS_MAX):
                    if not await self.step(place):
                        break
                    done += 1
        return done

    async def step(self, property_: str) -> bool:
        """The next thing that is due in one room, if any."""
        held = self.desk.held(property_)
        async with held.lock:
            state = await self.desk.state(held)
            tables = []
            for table in self.room.open_tables(property_):
                if table.state == OPEN:
                    with contextlib.suppress(OutOfOrder):  # nobody moves to or from it
                        tables.append(await self.room.table(table.id))
            return (
                await self._late(held, state, tables)
                or await self._seat_changes(held, state, tables)
                or await self._must_move(held, state, tables)
                or await self._table_changes(held, state, tables)
                or await self._calls(held, state, tables)
            )

    # ---- one thing after the other; the lists' lock is held

    async def _late(self, held: Held, state: Lists, tables: list[RoomTable]) -> bool:
        """A lock-up that nobody came for is picked up if another waits; one at a table that closed is over."""
        book, now = self.desk.book(held.property), self.house.sources.now_us()
        limit = int(book.value("lock-up-minutes", 0)) * MINUTE_US
        there = {live.table.id for live in tables}
        for name in state.names:
            if name.status == CALLED and name.table not in there:
                await self.desk.machine(held, state, lists.Pass(name.game, name.patron, reason="the table closed"))
                return True
        for lock in state.locks:
            if lock.table not in there:
                await self.desk.machine(held, state, lists.Unlock(lock.table, lock.seat))
                return True
        for name in state.names if limit else []:
            waits = [n for n in state.on(name.game) if n is not name and n.status != CALLED]
            if name.status == CALLED and now - name.called_us >= limit and waits:
                act = lists.Pass(name.game, name.patron, struck=not name.away, reason="called and not there")
                await self.desk.machine(held, state, act)
                return True
        for lock in state.locks if limit else []:
            live = next((t for t in tables if t.table.id == lock.table), None)
            if lock.reason != "called" and now - lock.since_us >= limit and live and state.on(key_of(live.game)):
                await self.desk.machine(held, state, lists.Unlock(lock.table, lock.seat))
                return True
        return False

    async def _seat_changes(self, held: Held, state: Lists, tables: list[RoomTable]) -> bool:
        for wish in state.wishes:
            live = next((t for t in tables if t.table.id == wish.table), None)
            if wish.to or live is None:
                continue
            number = live.game.seat_of(wish.patron)
            if not number:
                await self.desk.machine(held, state, lists.Forget(wish.patron))
                return True
            free = [s for s in _open(live, state) if wish.seat in (0, s)]
            if not free or live.game.playing:
                continue
            with contextlib.suppress(Refused):  # antes lie in the pot: he changes later
                await self.room.machine(live.table.id, acts.Move(number, free[0]))
                await self.desk.machine(held, state, lists.Forget(wish.patron))
                return True
        return False

    async def _must_move(self, held: Held, state: Lists, tables: list[RoomTable]) -> bool:
        """A seat in the main game goes to whoever has waited longest in the game that feeds it."""
        for feeder in tables:
            main = next((t for t in tables if t.table.id == feeder.game.plan.main), None)
            if main is None or key_of(main.game) != key_of(feeder.game):
                continue
            free = _open(main, state)
            patron = _next_to_move(feeder.game)
            if not free or not patron or not _may_go(feeder.game, patron):
                continue
            await self._transfer(held, state, patron, feeder, main, free[0])
            return True
        return False

    async def _table_changes(self, held: Held, state: Lists, tables: list[RoomTable]) -> bool:
        for wish in state.wishes:
            if not wish.to:
                continue
            source = next((t for t in tables if t.table.id == wish.table), None)
            target = next((t for t in tables if t.table.id == wish.to), None)
            if source is None or target is None or not source.game.seat_of(wish.patron):
                await self.desk.machine(held, state, lists.Forget(wish.patron))
                return True
            free = _open(target, state)
            if free and _may_change(wish, source.game, target.game) and _may_go(source.game, wish.patron):
                await self._transfer(held, state, wish.patron, source, target, free[0])
                return True
        return False

    async def _calls(self, held: Held, state: Lists, tables: list[RoomTable]) -> bool:
        """Where no list-person stands at the table, the room calls the next name by itself."""
        book, now = self.desk.book(held.property), self.house.sources.now_us()
        for game in dict.fromkeys(name.game for name in state.names):
            name = state.next(game, book, now)
            live = await self.desk.most_in_need(held, state, game, name.patron) if name else None
            if name is None or live is None or live.table.mode != "electronic":
                continue
            if await self.room.seated(name.patron):  # he plays elsewhere: the list-person asks him
                continue
            free, new = _open(live, state), not live.game.table.hands and len(live.game.table.seats) < 2
            called = [n for n in state.names if n.table == live.table.id and not n.seat]
            if len(called) >= len(free):
                continue
            # Seats of a new game go to whoever arrives first.
            seat = 0 if new else free[0]
            await self.desk.machine(held, state, lists.Call(game, live.table.id, seat, name.patron))
            return True
        return False

    async def _transfer(
        self, held: Held, state: Lists, patron: str, source: RoomTable, target: RoomTable, seat: int
    ) -> None:
        take = lists.Take(key_of(target.game), patron, target.table.id, seat)
        work = self.desk.prepare(held, state, By("chance"), take)
        try:
            await self.room.transfer(patron, source.table.id, target.table.id, seat, lambda tx: _only(work(tx)))
        except BaseException:
            held.kept = None
            raise
        self.desk.told(held)

    # ---- what people decide

    async def refuse_move(self, by: Person, table_id: str, patron: str = "") -> dict[str, object]:
        """A player of a feeding game will not go on: the main game refused costs him the game for an hour; not to play
        short-handed sends him to the bottom of the list, or with very few players costs him nothing."""
        by = by.at(self.room.floor_table(table_id).property)
        patron = by.badge if by.role == "player" else patron
        if by.role != "player" and not by.may("room.list"):
            raise Forbidden("This is for the player or the floor.")
        live = await self.room.table(table_id)
        game, rule = live.game, live.game.room.value("must-move")
        seat = game.seat_of(patron)
        if not game.plan.main or not rule:
            raise Refused(f"{table_id} feeds no other game.", clause=game.room.clause("must-move"))
        if not seat:
            raise Refused(f"There is no seat for this name at {table_id}.")
        players, key = len(game.table.seats), key_of(game)
        await self.room.machine(table_id, acts.Leave(seat, "will not move"))
        held = self.desk.held(live.table.property)
        async with held.lock:
            state = await self.desk.state(held)
            if players < rule["roll-from"]:
                await self.desk.machine(held, state, lists.Join(key, patron))
                return {"barred_minutes": 0, "on_list": True}
            minutes = int(rule["refused-minutes"])
            await self.desk.machine(held, state, lists.Bar(key, patron, minutes, "did not move"))
        return {"barred_minutes": minutes, "on_list": False}

    def _kept_away(self, source: RoomTable) -> set[str]:
        """Players of a game who may sit in no other one."""
        with self.house.storage.reading() as conn:
            return self.house.procedures.conduct.kept_away(conn, source.table.property)

    async def break_game(self, by: Person, table_id: str) -> dict[str, object]:
        """A game breaks: its players draw for the seats of a similar one; the rest stand at the top of the list."""
        by = by.at(self.room.floor_table(table_id).property)
        if not by.may("table.close"):
            raise Forbidden("A game is broken by the floor.")
        source = await self.room.table(table_id)
        if source.game.playing:
            raise Stale("A hand is being played.", "The game breaks when it is over.")
        game = source.game
        away = await asyncio.to_thread(self._kept_away, source)
        patrons = sorted({seat.name for seat in game.table.seats.values()} - away)
        absent = [seat.name for seat in game.table.seats.values() if seat.status == OUT and seat.name not in away]
        drawn = dict(zip(patrons, shuffled(list(range(52)), self.house.sources.entropy)))
        held = self.desk.held(source.table.property)
        moved = {}
        async with held.lock:
            state = await self.desk.state(held)
            order = sorted((p for p in patrons if p not in absent), key=lambda p: by_suit_high(drawn[p]), reverse=True)
            others = [t for t in await self.desk.tables(held.property, key_of(game)) if t.table.id != table_id]
            for patron in order:
                target = next((t for t in sorted(others, key=_players) if _open(t, state)), None)
                if target is None:
                    break
                seat = _open(target, state)[0]
                await self._transfer(held, state, patron, source, target, seat)
                moved[patron] = {"table": target.table.id, "seat": seat}
            rest = {p: card for p, card in drawn.items() if p not in moved}
            act = lists.Broke(table_id, key_of(game), rest, [p for p in absent if p in rest])
            await self.desk.write(held, state, By(by.role, by.badge), act)
        await self._spread.close(by, table_id)
        return {"drawn": drawn, "moved": moved, "listed": sorted(rest)}


def _only(_: object) -> None:
    """A work's number is of no interest to the table's."""


def _players(live: RoomTable) -> int:
    return len(live.game.table.seats)


def _open(live: RoomTable, state: Lists) -> list[int]:
    return [seat for seat in live.game.free if seat not in state.locked(live.table.id)]


def _next_to_move(game: Game) -> str:
    there = [patron for patron in game.since if game.seat_of(patron) not in game.away]
    return min(there, key=lambda patron: (game.since[patron], patron), default="")


def _may_go(game: Game, patron: str) -> bool:
    """Not while he has cards."""
    number = game.seat_of(patron)
    return bool(number) and not (game.playing and game.place_of(number) >= 0)


def _may_change(wish: Wish, source: Game, target: Game) -> bool:
    """No transfer that leaves fewer players behind than there are where one goes, nor one with too few chips."""
    chips = source.balances().get(f"seat:{wish.patron}", 0)
    return len(source.table.seats) - 1 >= len(target.table.seats) and chips >= target.least
