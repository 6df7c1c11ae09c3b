"""The list-person's desk: names taken, called and passed over, seats locked up, players moved as the book says.

The lists of a property have a journal of their own. A seat taken from the list is one transaction: the table's
journal, the ledger and the lists' journal go on together or not at all.
"""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from croupier.equipment.money import money
from croupier.house.people.patron_names import as_badge, check_patron
from croupier.house.people.persons import MACHINE, Person
from croupier.house.poker_room.lists import journal as list_journal
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.lists.keeper import Held, ListBook, ListUnit, tell
from croupier.house.poker_room.lists.messages import Hooks
from croupier.house.poker_room.lists.state import CALLED, KIND, Lists, Name
from croupier.house.poker_room.out_of_order import BrokenLists
from croupier.house.poker_room.procedures.patron_cards import ShownCard
from croupier.house.poker_room.room import FLOOR, PokerRoom
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.live import Asked, RoomTable
from croupier.house.poker_room.table.refusals import one_seat
from croupier.house.poker_room.table.seats import owed_on_return
from croupier.house.poker_room.table.view import game_key, plan_of
from croupier.house.record import accounts, journals
from croupier.house.record.aggregate import TRIES_MAX, Unit
from croupier.house.record.commands.receipts import Receipt
from croupier.house.record.commands.repeated import written
from croupier.house.record.database.storage import Reading
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Overtaken, Refused
from croupier.house.record.faults import LISTS, OutOfOrder
from croupier.house.record.writer import Tx
from croupier.house.tables.life import OPEN, POKER
from croupier.poker import Room
from croupier.rounds.acts import By
from croupier.rulebook import NotFound as NoRulebook
from croupier.rulebook import rulebook

CHECKPOINT_ENTRIES = 100
OWN = (lists.Join, lists.Withdraw, lists.Away, lists.Here, lists.Pass, lists.Ask, lists.Change, lists.Forget)
PLACED = lists.Join | lists.Call | lists.Lock | lists.Ask | lists.Change
LIST_PERSON = "room.list"
PAGE_CHARS_MAX = 120
NAMED = ("patron", "one", "other")  # fields that name people


class ListDesk:
    def __init__(self, room: PokerRoom) -> None:
        self.room = room
        self.house = room.house
        room.gate = self
        self.house.faults.closers[LISTS] = BrokenLists(self.house.sources, self.current, self.forget)
        self.hooks = Hooks(self.house)
        self._held: dict[str, Held] = {}

    # ---- reading

    def book(self, property_: str) -> Room:
        """The room's book of today; the last that its lists were written by where the shelf has none any more."""
        try:
            return list_journal.book_of(property_, self.house.today())
        except NoRulebook:
            with self.house.storage.reading() as conn:
                return list_journal.last_book(conn, property_)

    def held(self, property_: str) -> Held:
        if property_ not in self._held:
            self._check_room(property_)
            self._held[property_] = Held(self.house, ListBook(self.house, property_))
        return self._held[property_]

    def _check_room(self, property_: str) -> None:
        """There is such a room, or there was one when its lists were begun."""
        try:
            rulebook(property_, POKER)
        except NoRulebook:
            with self.house.storage.reading() as conn:
                if not journals.of_table(conn, f"{list_journal.LIST}{property_}"):
                    raise

    async def state(self, held: Held) -> Lists:
        """The lists, read again where somebody else has moved them on. The lock is held."""
        return (await held.current()).lists

    async def forget(self, property_: str) -> None:
        held = self.held(property_)
        await held.forget()
        self.told(held)

    async def current(self, property_: str) -> Lists:
        return (await self.held(property_).look()).lists

    def latest(self, conn: Reading, property_: str, count: int) -> list[list_journal.Done]:
        """The last acts on the lists, the newest first."""
        return list_journal.latest(conn, property_, count)

    # ---- acting

    async def act(
        self,
        property_: str,
        by: Person,
        act: lists.Anything,
        command: str | None = None,
        card: ShownCard | None = None,
    ) -> int:
        """One act on the lists; the number of its entry. A name at the head of a list shows its card."""
        by = by.at(property_)
        act = self._addressed(by, act)
        asked = f"{KIND} {property_} {type(act).__name__} {written(act)}"
        known = self.house.answered(command, by.badge, asked, int)
        if known is not None:
            return known
        held = self.held(property_)
        async with held.lock:
            for last in (False,) * (TRIES_MAX - 1) + (True,):
                known = self.house.answered(command, by.badge, asked, int)  # it may have come twice at once
                if known is not None:
                    return known
                state = await self.state(held)
                if isinstance(act, lists.Join) and act.first and self.book(property_).value("list-first") is not None:
                    self._check_card(property_, act.patron, card)
                done = await self._checked(held, state, by, act)
                try:
                    number = await self.write(held, state, By(by.role, by.badge), done, command, asked)
                    break
                except Overtaken:  # another server was first: look again
                    if last:
                        raise
        await self.tell_out(property_, done)
        return number

    async def tell_out(self, property_: str, act: lists.Anything) -> None:
        """Who is called or paged is told by message too, where the house has set an address."""
        if isinstance(act, lists.Call):
            told = {"kind": "call", "patron": act.patron, "game": act.game, "table": act.table, "seat": act.seat}
            await self.hooks.send(property_, told)
        elif isinstance(act, lists.Page):
            await self.hooks.send(property_, {"kind": "page", "patron": act.patron, "words": act.words})

    def _check_card(self, property_: str, patron: str, card: ShownCard | None) -> None:
        with self.house.storage.reading() as conn:
            self.house.procedures.cards.check(conn, property_, patron, card, self.book(property_))

    def _addressed(self, by: Person, act: lists.Anything) -> lists.Anything:
        """A player acts for himself; the list-person for anybody."""
        if by.role == "player":
            if not isinstance(act, OWN):
                raise Forbidden("This is for the list-person.")
            changes: dict[str, object] = {"patron": by.badge}
            if isinstance(act, lists.Join):
                changes |= {"first": False, "top": False}
            if isinstance(act, lists.Pass):
                changes |= {"struck": False, "reason": "declined", "away": False}
            return msgspec.structs.replace(act, **changes)
        if not by.may(LIST_PERSON):
            raise Forbidden(f"The lists are not for a {by.role}.", "A poker clerk or the floor keeps them.")
        named = {field: as_badge(words) for field in NAMED if (words := getattr(act, field, ""))}
        for patron in named.values():
            check_patron(patron)
        passed = {"away": not act.struck} if isinstance(act, lists.Pass) else {}
        return msgspec.structs.replace(act, **named, **passed)

    async def _checked(self, held: Held, state: Lists, by: Person, act: lists.Anything) -> lists.Anything:
        """The act with what the tables add to it, or a refusal."""
        if isinstance(act, lists.Join):
            await self._check_game(held, state, by, act)
        if isinstance(act, lists.Call):
            return await self._call(held, state, act)
        if isinstance(act, lists.Lock):
            game = (await self._table(held, act.table)).game
            if act.seat not in game.free:
                raise Refused(f"Seat {act.seat} is not free.")
            if not act.reason.strip():
                self._check_first(state, key_of(game), act.patron, game.room, "Say why a seat is kept for another.")
                return msgspec.structs.replace(act, reason="locked up")
        if isinstance(act, lists.Ask | lists.Change):
            await self._check_wish(held, act)
        if isinstance(act, lists.Pass) and by.role == "player":
            return await self._declined(held, state, act)
        if isinstance(act, lists.Page) and len(act.words) > PAGE_CHARS_MAX:
            raise Refused(f"A page has at most {PAGE_CHARS_MAX} letters.")
        if isinstance(act, lists.Bar) and not 1 <= act.minutes <= 10_080:
            raise Refused("Say for how many minutes, at most a week.")
        return act

    async def _table(self, held: Held, table_id: str) -> RoomTable:
        live = await self.room.table(table_id)
        if live.table.property != held.property:
            raise NotFound(f"{table_id} is not in this room.")
        return live

    async def _check_game(self, held: Held, state: Lists, by: Person, act: lists.Join) -> None:
        games = {game_key(plan_of(t).form, plan_of(t).stakes) for t in self.room.open_tables(held.property)}
        if act.game not in games and not state.on(act.game) and by.role == "player":
            raise Refused("This game is not spread.", "The list-person begins a list for a new one.")
        if not act.game or len(act.game) > 60 or not act.game.replace("-", "").replace(".", "").isalnum():
            raise Refused("Name the game, such as holdem-no-1-3.")
        for live in await self.tables(held.property, act.game):
            if live.game.seat_of(act.patron):
                raise Refused("There is a seat for this name in this game.", clause=live.game.room.clause("one-seat"))

    async def _call(self, held: Held, state: Lists, act: lists.Call) -> lists.Call:
        """Who and where: the first on the list who is there, to the table most in need of a player."""
        book, now = self.book(held.property), self.house.sources.now_us()
        patron = act.patron
        if not patron:
            name = state.next(act.game, book, now)
            if name is None:
                raise Refused("Nobody on this list is there to be called.", clause=book.clause("list-order"))
            patron = name.patron
        else:
            self._check_turn(state, act, book, now)
        if act.table:
            live = await self._table(held, act.table)
            if key_of(live.game) != act.game or live.table.state != OPEN:
                raise Refused(f"{act.table} does not play this game.")
            if live.game.electronic and self._walked_in(patron):
                raise Refused(f"{act.table} is played from screens.", "Who has no account plays where somebody deals.")
        else:
            found = await self.most_in_need(held, state, act.game, patron)
            if found is None:
                raise Refused("No seat is open in this game.")
            live = found
        free = [seat for seat in live.game.free if seat not in state.locked(live.table.id)]
        seat = act.seat or (free[0] if free and live.game.table.hands else 0)
        if (act.seat and act.seat not in free) or not free:
            raise Refused("This seat is not open.")
        return lists.Call(act.game, live.table.id, seat, patron, act.reason)

    def _check_turn(self, state: Lists, act: lists.Call, book: Room, now_us: int) -> None:
        """Whoever calls a name before its turn says why, which is on record."""
        if state.barred(act.patron, act.game, now_us):
            raise Refused("He may not come back to this game yet.", "", book.clause("must-move"))
        if not act.reason.strip():
            self._check_first(state, act.game, act.patron, book, "Say why another is called first.")

    def _check_first(self, state: Lists, game: str, patron: str, book: Room, otherwise: str) -> None:
        """Vacant seats go to whoever has waited longest; refused while somebody else has."""
        first = state.next(game, book, self.house.sources.now_us())
        if first is not None and first.patron != patron:
            raise Refused(f"Badge {first.patron} comes before on this list.", otherwise, book.clause("list-order"))

    async def _declined(self, held: Held, state: Lists, act: lists.Pass) -> lists.Pass:
        """Who does not want to play in a new game keeps his place only while it is far from full."""
        name = state.find(act.patron, act.game)
        if name.status != CALLED:
            raise Refused("You have not been called.")
        live = await self._table(held, name.table)
        most = live.game.room.value("keep-place-empty-seats")
        new = live.game.table.hands == 0 or bool(live.game.plan.main)
        struck = not new or (most is not None and len(live.game.free) - 1 <= most)
        return msgspec.structs.replace(act, struck=struck)

    async def _check_wish(self, held: Held, act: lists.Ask | lists.Change) -> None:
        live = await self._table(held, act.table)
        if not live.game.seat_of(act.patron):
            raise Refused(f"There is no seat for this name at {act.table}.")
        if isinstance(act, lists.Ask):
            if act.seat and not 1 <= act.seat <= live.game.seats:
                raise Refused(f"There is no seat {act.seat}.")
            return
        other = await self._table(held, act.to)
        if other.table.id == live.table.id or key_of(other.game) != key_of(live.game):
            raise Refused(
                "A table change is to another table of the same game.", clause=live.game.room.clause("most-in-need")
            )

    async def write(
        self,
        held: Held,
        state: Lists,
        by: By,
        act: lists.Anything,
        command: str | None = None,
        asked: str = "",
    ) -> int:
        work = self.house.once(command, by.name, asked, int, self.prepare(held, state, by, act))
        assert held.held is not None, "the lists were read"
        number: int = await held.write(held.held, ListUnit(work=work))
        return number

    def prepare(self, held: Held, state: Lists, by: By, act: lists.Anything) -> Callable[[Tx], int]:
        """Apply an act in memory; the work that writes it. If that fails the lists are read again."""
        kept, now = held.held, self.house.sources.now_us()
        assert kept is not None and kept.lists is state, "the lists were read"
        begins = kept.head.number == 0
        book = self.book(held.property)
        stored = list_journal.next_entry(kept, by, act, now, book)
        due = stored.number - kept.saved_at >= CHECKPOINT_ENTRIES
        unit = Unit(entries=[stored])
        if due:
            kept.saved_at = stored.number
            unit.checkpoint = (stored.number, msgspec.json.encode(state))
        waits = act.patron if isinstance(act, PLACED) and by.role != "chance" else ""
        return using(self._write_in, held.property, waits, kept, book, unit, now if begins else 0)

    def _write_in(
        self, tx: Tx, property_: str, waits: str, kept: list_journal.Kept, book: Room, unit: Unit, begun_us: int
    ) -> int:
        if waits:  # nobody waits for a seat that he may not take
            self.house.procedures.welcome(tx.conn, property_, waits)
        if begun_us:
            journals.create(tx, kept.journal, kept.journal.rpartition(".")[0], begun_us)
        list_journal.keep_book(tx, kept, book)
        unit.file(tx, kept.journal)
        return unit.entries[-1].number

    def told(self, held: Held) -> None:
        tell(self.house, held.property, held.held)

    # ---- sitting down

    async def sit(self, table_id: str, command: Asked) -> Receipt:
        """A seat taken as the lists allow: the name goes off its list in the same step."""
        act, by = command.act, command.by
        assert isinstance(act, acts.Sit)
        held = self.held(self.room.floor_table(table_id).property)
        async with held.lock:
            if (known := self.room.recalled(table_id, command)) is not None:
                return known
            try:
                state = await self.state(held)
            except OutOfOrder:
                if by.role not in FLOOR:
                    raise
                return await self.room.do(table_id, command, seats_given=True)  # the floor gives them without the lists
            live = await self.room.table(table_id)
            patron = act.patron if by.role != "player" else by.badge
            await self._may_sit(held, state, live, by, patron, act.seat, moved=act.moved)
            if not act.moved:
                await self._check_return(held, live, patron, act.cents)
            game = key_of(live.game)
            if not any(n.patron == patron for n in state.on(game)) and not any(k.patron == patron for k in state.locks):
                return await self.room.do(table_id, command)
            work = self.prepare(held, state, By("chance"), lists.Take(game, patron, table_id, act.seat))

            def also(tx: Tx) -> None:
                work(tx)

            try:
                receipt = await self.room.do(table_id, command, also)
            except BaseException:
                held.held = None
                raise
        self.told(held)
        return receipt

    async def move(self, table_id: str, command: Asked) -> Receipt:
        """Another seat of the same table, if nobody has it locked up or asked for it before."""
        act = command.act
        assert isinstance(act, acts.Move)
        held = self.held(self.room.floor_table(table_id).property)
        async with held.lock:
            if (known := self.room.recalled(table_id, command)) is not None:
                return known
            state, live = await self.state(held), await self.room.table(table_id)
            seat = live.game.table.seats.get(act.seat)
            if state.lock_on(table_id, act.to):
                raise Refused(f"Seat {act.to} is locked up.", clause=live.game.room.clause("new-game-seats"))
            asked = [w for w in state.wishes if w.table == table_id and not w.to and w.seat in (0, act.to)]
            if asked and seat is not None and asked[0].patron != seat.name:
                raise Refused("Another asked for this seat before.", clause=live.game.room.clause("seat-change-first"))
            return await self.room.do(table_id, command)

    async def collect(self, table_id: str, command: Asked) -> Receipt:
        """Time from every seat of a table, and from whoever has one locked up there and can pay."""
        act = command.act
        assert isinstance(act, acts.Collect)
        locked = () if act.waived else await self.locked_up(await self.room.table(table_id))
        return await self.room.do(table_id, msgspec.structs.replace(command, act=acts.Collect(act.waived, locked)))

    async def locked_up(self, live: RoomTable) -> tuple[str, ...]:
        """Patrons for whom a seat is locked up at a table and who can pay for it."""
        state = await self.current(live.table.property)
        patrons = {lock.patron for lock in state.locks if lock.table == live.table.id}

        def read() -> dict[str, int]:
            with self.house.storage.reading() as conn:
                balance = self.house.ledger.balance
                return {patron: balance(conn, accounts.patron(patron)) for patron in patrons}

        purses = await asyncio.to_thread(read) if patrons else {}
        return tuple(sorted(patron for patron, cents in purses.items() if cents >= live.game.plan.fee))

    async def _may_sit(
        self, held: Held, state: Lists, live: RoomTable, by: Person, patron: str, seat: int, *, moved: bool
    ) -> None:
        book, now, game = live.game.room, self.house.sources.now_us(), key_of(live.game)
        with self.house.storage.reading() as conn:
            self.house.procedures.welcome(conn, held.property, patron)
        elsewhere = await self.room.seated(patron)
        if elsewhere and elsewhere != live.table.id:
            raise one_seat(elsewhere, book)
        bar = state.barred(patron, game, now)
        if bar is not None:
            raise Refused("Not in this game yet.", bar.reason, book.clause("must-move"))
        others = {s.name for s in live.game.table.seats.values()} & state.kept_from(patron)
        if others:
            raise Refused("The house keeps two players of this game apart.", clause=book.clause("kept-apart"))
        await self._check_new_game(held, live, patron)
        lock = state.lock_on(live.table.id, seat)
        if lock is not None and lock.patron != patron:
            raise Refused(f"Seat {seat} is locked up.", "Choose another.", book.clause("new-game-seats"))
        called = any(n.patron == patron and n.table == live.table.id for n in state.on(game) if n.status == CALLED)
        if by.role != "player":
            if not called and lock is None and not moved:
                self._check_first(state, game, patron, book, "Call him, or lock the seat up for another with a reason.")
            return
        ahead = state.ahead(patron, game, book, now)
        if ahead and not called and lock is None:
            raise Refused(
                f"{ahead} wait for this game.",
                "Join the list; you will be called.",
                book.clause("seat-permission") or book.clause("list-order"),
            )
        if not called and lock is None and floor_gives_seats(live):
            raise Refused("The floor gives the seats here.", "Join the list.", book.clause("seat-permission"))

    async def _check_return(self, held: Held, live: RoomTable, patron: str, cents: int) -> None:
        """Who has just cashed out of a game comes back to it with as much, to whichever of its tables he comes."""
        now, own = self.house.sources.now_us(), live.game.gone.get(patron, (0, 0))[1]
        for other in await self.tables(held.property, key_of(live.game)):
            took, left_us = other.game.gone.get(patron, (0, 0))
            same_kind = other.table.settings.demo == live.table.settings.demo
            if other is live or left_us <= own or not same_kind or not owed_on_return(other.game, patron, now):
                continue
            if cents != took:
                raise Refused(
                    f"{patron} left this game at {other.table.id} with {money(took)}.",
                    "Who returns so soon brings the same amount.",
                    live.game.room.clause("return-minutes"),
                )

    async def _check_new_game(self, held: Held, live: RoomTable, patron: str) -> None:
        """Who won much in a running game may not take it to a new one of the kind at once."""
        game, now = live.game, self.house.sources.now_us()
        wait = int(game.room.value("new-game-wait-minutes", 0)) * 60_000_000
        if not wait or not game.plan.most or now - game.opened_us > wait:
            return
        for other in await self.tables(held.property, key_of(game)):
            cents, left_us = other.game.gone.get(patron, (0, 0))
            if other is not live and cents > game.plan.most and now - left_us < wait:
                raise Refused(
                    "You left a game of this kind with more than the largest buy-in.",
                    "A new one is open to you after an hour.",
                    game.room.clause("new-game-wait-minutes"),
                )

    # ---- where a seat is open

    async def tables(self, property_: str, game: str) -> list[RoomTable]:
        found = []
        for table in self.room.open_tables(property_):
            plan = plan_of(table)
            if game_key(plan.form, plan.stakes) == game and table.state == OPEN:
                with contextlib.suppress(OutOfOrder):
                    found.append(await self.room.table(table.id))
        return found

    async def most_in_need(self, held: Held, state: Lists, game: str, patron: str = "") -> RoomTable | None:
        """The table of a game with an open seat that has the fewest players; a feeder before the game it feeds."""
        apart = state.kept_from(patron) if patron else set()
        tables = await self.tables(held.property, game)
        screens = not (patron and any(live.game.electronic for live in tables) and self._walked_in(patron))
        open_ = [
            live
            for live in tables
            if (screens or not live.game.electronic)
            and [seat for seat in live.game.free if seat not in state.locked(live.table.id)]
            and not {s.name for s in live.game.table.seats.values()} & apart
        ]
        feeders = [live for live in open_ if live.game.plan.main]
        return min(feeders or open_, key=lambda live: len(live.game.table.seats), default=None)

    def _walked_in(self, patron: str) -> bool:
        """Whether somebody has no account: he plays where somebody deals, never from a screen of his own."""
        with self.house.storage.reading() as conn:
            return patron not in self.house.people.names(conn, {patron})

    async def machine(self, held: Held, state: Lists, act: lists.Anything) -> None:
        """What the room's own list-person does; the lock is held."""
        await self.write(held, state, By("chance", MACHINE.badge), act)

    def shown(self, state: Lists, who: Person, now_us: int) -> list[dict[str, object]]:
        """The lists as somebody may see them: a player learns how long they are and where he stands."""
        staff = who.may(LIST_PERSON) or who.role in ("surveillance", "dealer")
        games = dict.fromkeys(name.game for name in state.names)
        return [
            {
                "game": game,
                "waiting": len(state.on(game)),
                "you": next((i for i, n in enumerate(state.on(game), 1) if n.patron == who.badge), 0),
                "called": next(
                    (_offer(n) for n in state.on(game) if n.patron == who.badge and n.status == CALLED), None
                ),
                "names": [_name(i, n, now_us) for i, n in enumerate(state.on(game), 1)] if staff else [],
            }
            for game in games
        ]


def _offer(name: Name) -> dict[str, object]:
    return {"table": name.table, "seat": name.seat, "called_us": name.called_us}


def _name(place: int, name: Name, now_us: int) -> dict[str, object]:
    return {"place": place, "minutes": (now_us - name.since_us) // 60_000_000, **msgspec.to_builtins(name)}


def key_of(game: Game) -> str:
    return game_key(game.plan.form, game.plan.stakes)


def floor_gives_seats(live: RoomTable) -> bool:
    """Whether nobody sits down here by himself: he is called, or a seat is locked up for him."""
    return live.table.mode == "dealer" and bool(live.game.room.value("seat-permission", False))
