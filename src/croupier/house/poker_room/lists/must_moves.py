"""Who goes where when a seat opens: a player of the game first, then who must move, who asked to, and then the list.

Also: a game that breaks, a player who will not move, and lock-ups that nobody came for.
"""

import asyncio
import contextlib
from collections.abc import Callable

from croupier.equipment.entropy import shuffled
from croupier.house.people.persons import Person
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.lists.desk import ListDesk, key_of
from croupier.house.poker_room.lists.keeper import Held
from croupier.house.poker_room.lists.open_seats import CALL, CHANGE, MOVE, TRANSFER, Openings, SeatStep
from croupier.house.poker_room.lists.play_on import Entitled, entitled
from croupier.house.poker_room.lists.state import CALLED, Lists
from croupier.house.poker_room.spread import Spread
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.commands.repeated import written
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.faults import OutOfOrder
from croupier.house.record.loops import Loop
from croupier.house.record.writer import Tx
from croupier.house.tables.life import OPEN
from croupier.poker.ranking import by_suit_high
from croupier.poker.seats import OUT
from croupier.rounds.acts import By

MAIN, SHORT = "main", "short"  # what is refused: the main game, or to play short-handed
LOOK_S = 1.0
STEPS_MAX = 32


Once = Callable[[Callable[[Tx], int]], Callable[[Tx], int]]  # what makes a work act once however often it is sent


def _as_it_is(work: Callable[[Tx], int]) -> Callable[[Tx], int]:
    return work


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
            tables = await self._tables(property_)
            return await self._late(held, state, tables) or await self._openings(held, state, tables)

    async def _tables(self, property_: str) -> list[RoomTable]:
        tables = []
        for table in self.room.open_tables(property_):
            if table.state == OPEN:
                with contextlib.suppress(OutOfOrder):  # nobody moves to or from it
                    tables.append(await self.room.table(table.id))
        return tables

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
            if (
                lock.reason not in ("called", lists.MOVES)
                and now - lock.since_us >= limit
                and live
                and state.on(key_of(live.game))
            ):
                await self.desk.machine(held, state, lists.Unlock(lock.table, lock.seat))
                return True
        return False

    async def _openings(self, held: Held, state: Lists, tables: list[RoomTable]) -> bool:
        """Where tables deal by themselves the room gives an open seat on by itself; elsewhere the brush does."""
        if await self._forget(held, state, tables):
            return True
        for step in self._look(held.property, state, tables).steps():
            if step.electronic and not step.waits and not step.counted and await self._by_itself(held, state, step):
                return True
        return False

    async def _forget(self, held: Held, state: Lists, tables: list[RoomTable]) -> bool:
        """Wishes of players who are gone, or for tables that are."""
        there = {live.table.id: live for live in tables}
        said = [(w.patron, w.table, w.to, bool(w.to)) for w in state.wishes]
        said += [(m.patron, m.table, m.to, True) for m in state.moving]
        for patron, table, to, moves in said:
            source = there.get(table)
            if source is None and not moves:
                continue  # it may open again
            gone = source is None or not source.game.seat_of(patron)
            if gone or (to and to not in there):
                await self.desk.machine(held, state, lists.Forget(patron))
                return True
        return False

    async def _by_itself(self, held: Held, state: Lists, step: SeatStep) -> bool:
        if step.kind == CALL and await self.room.seated(step.patron):  # he plays elsewhere: the list-person asks him
            return False
        said = state.moving_of(step.patron)
        if said is not None and not said.to and step.kind in (MOVE, TRANSFER):
            with contextlib.suppress(Refused):
                await self._lets_play_on(held, state, step, said.blind, By("chance"))
                return True
        try:
            await self._do(held, state, step, By("chance"))
        except Refused:
            if step.kind != CHANGE:  # antes lie in the pot: he changes later
                raise
            return False
        return True

    async def _do(
        self,
        held: Held,
        state: Lists,
        step: SeatStep,
        by: By,
        counted: int = -1,
        reason: str = "",
        once: Once = _as_it_is,
    ) -> None:
        """One step of an opening, written as one; the lists' lock is held."""
        act: lists.Anything = lists.Forget(step.patron)
        if step.kind == CALL:
            act = lists.Call(step.game, step.table, step.seat, step.patron, reason)
        elif step.kind != CHANGE:
            act = lists.Take(step.game, step.patron, step.table, step.seat)
        work = once(self.desk.prepare(held, state, by, act))

        def also(tx: Tx) -> None:
            work(tx)

        try:
            if step.kind == CALL:
                await self.house.write(work)
            elif step.kind == CHANGE:
                await self.room.machine(step.table, acts.Move(step.source_seat, step.seat), also=also)
            else:
                await self.room.transfer(step.patron, step.source, step.table, step.seat, also, counted)
        except BaseException:
            held.held = None
            raise
        self.desk.told(held)
        await self.desk.tell_out(held.property, act)

    async def _lets_play_on(self, held: Held, state: Lists, step: SeatStep, blind: bool, by: By) -> Entitled:
        """The seat is locked up for him while he plays what the book lets him."""
        source = await self.room.table(step.source)
        forced, waiting = step.kind == MOVE, len(state.on(key_of(source.game)))
        found = entitled(source.game, step.patron, forced=forced, waiting=waiting, blind=blind)
        hands = source.game.table.hands
        act = lists.PlayOn(step.source, step.patron, blind, step.table, step.seat, found.until, hands)
        await self.desk.write(held, state, by, act)
        return found

    # ---- what people decide

    def _look(self, property_: str, state: Lists, tables: list[RoomTable]) -> Openings:
        """The room's open seats as they stand now."""
        walk_ins = frozenset(name.patron for name in state.names)
        if walk_ins and any(live.table.mode == "electronic" for live in tables):  # elsewhere nobody asks
            with self.house.storage.reading() as conn:
                walk_ins -= self.house.people.names(conn, walk_ins).keys()
        return Openings(state, tables, self.desk.book(property_), self.house.sources.now_us(), walk_ins)

    async def openings(self, property_: str) -> list[SeatStep]:
        """What is to be done about open seats, in the book's order."""
        held = self.desk.held(property_)
        async with held.lock:
            state, tables = await self.desk.state(held), await self._tables(property_)
            return self._look(property_, state, tables).steps()

    async def give_seat(
        self,
        by: Person,
        property_: str,
        table: str,
        seat: int,
        patron: str,
        counted: int = -1,
        reason: str = "",
        command: str | None = None,
    ) -> SeatStep | None:
        """The brush does one step of an opening. What is not the next in the order takes a reason, and is on record.

        None: the same command has been done before.
        """
        by = by.at(property_)
        self._list_person(by)
        held = self.desk.held(property_)
        asked = f"room.seat {written((property_, table, seat, patron, counted, reason))}"
        async with held.lock:
            if self.house.answered(command, by.badge, asked, int) is not None:
                return None
            state, tables = await self.desk.state(held), await self._tables(property_)
            looked = self._look(property_, state, tables)
            step, against = _the_one(looked.steps(), table, seat, patron), ""
            if step is None:
                step = looked.against(table, seat, patron)
                if not reason.strip():
                    clause = self.desk.book(property_).clause("list-order")
                    raise Refused("Another comes before by the book.", "Say why this one goes first.", clause)
                against = f"{step.kind} of {patron} to seat {seat}, against the order: {reason}"[:400]
            if step.waits and not step.until:
                raise Stale(step.waits, "Then he comes.")

            def once(work: Callable[[Tx], int]) -> Callable[[Tx], int]:
                def told(tx: Tx) -> int:
                    if against:
                        self.house.people.log(tx, by.badge, "room.list", table, "done", against)
                    return work(tx)

                return self.house.once(command, by.badge, asked, int, told)

            await self._do(held, state, step, By(by.role, by.badge), counted, reason, once)
        return step

    async def give_all(self, by: Person, property_: str, table: str) -> list[SeatStep]:
        """Everything that can be done now about the open seats of a table, one after the other; what was done."""
        steps = [step for step in await self.openings(property_) if step.table == table]
        ready = [step for step in steps if not step.counted and not step.waits]
        for step in ready:
            await self.give_seat(by, property_, table, step.seat, step.patron)
        return ready

    async def lets_play_on(self, by: Person, table: str, patron: str = "", blind: bool = False) -> Entitled | None:
        """Who is to move says that he plays on first: the seat is locked up for him, or will be when one opens."""
        by = by.at(self.room.floor_table(table).property)
        patron = by.badge if by.role == "player" else patron
        if by.role != "player":
            self._list_person(by)
        live = await self.room.table(table)
        if not live.game.seat_of(patron):
            raise Refused(f"There is no seat for this name at {table}.")
        held = self.desk.held(live.table.property)
        async with held.lock:
            state, tables = await self.desk.state(held), await self._tables(held.property)
            steps = self._look(held.property, state, tables).steps()
            step = next((s for s in steps if s.patron == patron and s.kind in (MOVE, TRANSFER)), None)
            if step is not None:
                return await self._lets_play_on(held, state, step, blind, By(by.role, by.badge))
            if not live.game.plan.main and not any(w.patron == patron and w.to for w in state.wishes):
                raise Refused("He is not to move anywhere.", "A table change is asked for first.")
            await self.desk.write(held, state, By(by.role, by.badge), lists.PlayOn(table, patron, blind))
        return None

    def _list_person(self, by: Person) -> None:
        if not by.may("room.list"):
            raise Forbidden("This is for the player or the floor.", "A poker clerk or the floor gives the seats.")

    async def refuse_move(
        self, by: Person, table_id: str, patron: str = "", refuses: str = MAIN, counted: int = -1
    ) -> dict[str, object]:
        """A player of a feeding game will not go on, which is one of two refusals.

        The main game refused costs him the game for an hour, however many play. Not to play short-handed sends him to
        the bottom of the list for an hour with four or five players, and costs him nothing with three or fewer.
        """
        by = by.at(self.room.floor_table(table_id).property)
        patron = by.badge if by.role == "player" else patron
        if by.role != "player":
            self._list_person(by)
        live = await self.room.table(table_id)
        game, rule, clause = live.game, live.game.room.value("must-move"), live.game.room.clause("must-move")
        seat = game.seat_of(patron)
        if not game.plan.main or not rule:
            raise Refused(f"{table_id} feeds no other game.", clause=clause)
        if not seat:
            raise Refused(f"There is no seat for this name at {table_id}.")
        minutes = int(rule["refused-minutes"])
        act: lists.Anything = lists.Bar(key_of(game), patron, minutes, "He did not move to the main game.")
        if refuses == SHORT:
            minutes, act = self._short(game, patron, self.house.sources.now_us())
        held = self.desk.held(live.table.property)
        async with held.lock:
            work = self.desk.prepare(held, await self.desk.state(held), By(by.role, by.badge), act)
            leaves = acts.Leave(seat, "will not play short-handed" if refuses == SHORT else "will not move", counted)
            try:
                await self.room.machine(table_id, leaves, also=lambda tx: _only(work(tx)))
            except BaseException:
                held.held = None
                raise
        self.desk.told(held)
        return {"barred_minutes": minutes, "on_list": refuses == SHORT}

    def _short(self, game: Game, patron: str, now_us: int) -> tuple[int, lists.Rolled]:
        rule, players, clause = game.room.value("must-move"), len(game.table.seats), game.room.clause("must-move")
        key = key_of(game)
        if players < rule["roll-from"]:
            return 0, lists.Rolled(key, patron, game.since[patron], 0, f"{players}-handed: he keeps his place.")
        if players > rule["roll-to"]:
            words = f"{players} play here: it is not short-handed."
            raise Refused(words, f"From {rule['roll-to']} players down nobody has to play.", clause)
        minutes = int(rule["refused-minutes"])
        reason = f"He did not play {players}-handed."
        return minutes, lists.Rolled(key, patron, now_us, minutes, reason)

    def _kept_away(self, source: RoomTable) -> set[str]:
        """Players of a game who may sit in no other one."""
        with self.house.storage.reading() as conn:
            return self.house.procedures.conduct.kept_away(conn, source.table.property)

    async def break_game(self, by: Person, table_id: str, counted: dict[str, int] | None = None) -> dict[str, object]:
        """A game breaks: its players draw for the seats of a similar one; the rest stand at the top of the list.

        Where no hands are keyed the chips of everybody are counted before.
        """
        by = by.at(self.room.floor_table(table_id).property)
        if not by.may("table.close"):
            raise Forbidden("A game is broken by the floor.")
        source = await self.room.table(table_id)
        if source.game.playing:
            raise Stale("A hand is being played.", "The game breaks when it is over.")
        game, counts = source.game, counted or {}
        if game.seats_only and {seat.name for seat in game.table.seats.values()} - set(counts):
            raise Refused(f"No hands are keyed at {table_id}.", "Say what was counted in front of each player.")
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
                step = SeatStep(
                    kind=MOVE, patron=patron, table=target.table.id, seat=seat, game=key_of(game), clause="",
                    source=table_id,
                )  # fmt: skip
                await self._do(held, state, step, By(by.role, by.badge), counts.get(patron, -1))
                moved[patron] = {"table": target.table.id, "seat": seat}
            rest = {p: card for p, card in drawn.items() if p not in moved}
            act = lists.Broke(table_id, key_of(game), rest, [p for p in absent if p in rest])
            await self.desk.write(held, state, By(by.role, by.badge), act)
        for patron in sorted(set(counts) - set(moved)) if game.seats_only else ():
            left = (await self.room.table(table_id)).game.seat_of(patron)
            await self.room.machine(table_id, acts.Leave(left, "the game broke", counts[patron]))
        await self._spread.close(by, table_id)
        return {"drawn": drawn, "moved": moved, "listed": sorted(rest)}


def _only(_: object) -> None:
    """A work's number is of no interest to the table's."""


def _players(live: RoomTable) -> int:
    return len(live.game.table.seats)


def _open(live: RoomTable, state: Lists) -> list[int]:
    return [seat for seat in live.game.free if seat not in state.locked(live.table.id)]


def _the_one(steps: list[SeatStep], table: str, seat: int, patron: str) -> SeatStep | None:
    """The step that is meant: of a table, to a seat (0: any), for this patron or whoever it is."""
    return next((s for s in steps if s.table == table and seat in (0, s.seat) and patron in ("", s.patron)), None)
