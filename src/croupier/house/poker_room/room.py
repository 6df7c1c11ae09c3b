"""The poker room: its tables driven one act after the other, written, then shown.

Each table has a lock: an act is applied, written as one unit and only then answered and published. A look waits
until nothing is under way, so nobody sees what is not yet safe. Whatever fails in writing, the table is read
again from its journal.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeGuard

import msgspec
from sqlalchemy import select

from croupier.equipment.money import money
from croupier.house.money import purses
from croupier.house.people.patron_names import as_badge, check_patron
from croupier.house.people.permissions import WORDS, require
from croupier.house.people.persons import MACHINE, Person
from croupier.house.poker_room.out_of_order import BrokenPokerTables
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.poker_room.procedures.shown_decks import Undealt
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table import live as room_live
from croupier.house.poker_room.table.game import Game, Unsound
from croupier.house.poker_room.table.live import Asked, PokerUnit, RoomTable
from croupier.house.poker_room.table.refusals import one_seat
from croupier.house.poker_room.table.rulings import declared
from croupier.house.poker_room.table.seats import NAME_CHARS_MAX, check_box, check_removed, seat_at
from croupier.house.poker_room.table.view import view
from croupier.house.record import accounts, journals, schema
from croupier.house.record.aggregate import Act, Book, Keeper, Spoiled
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Broken, Forbidden, NotFound, Refused, Stale
from croupier.house.record.faults import POKER_TABLE, OutOfOrder
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables.life import CLOSING, OPEN, POKER, FloorTable
from croupier.poker.dealing import stub
from croupier.rounds.acts import By

LOG = logging.getLogger("croupier")
AT_TABLE = ("player", "dealer", "supervisor", "manager")
FLOOR = ("supervisor", "manager")
DECK_REMOVED = "deck-removed"
DECLARE = "table.declare"
DECK_DEFECTIVE = ("missing-or-extra-deck-cards", "void-round")  # the round is void, and the deck is replaced
OWN_CHIPS = (
    acts.Buy | acts.Toke | acts.Post | acts.Button | acts.Straddle | acts.Kill
)  # what a player does with his own
BOT = "bot-"  # badges of players that are programs, in a demonstration


class Gate(Protocol):
    """Who stands between the door and a seat: the room's lists."""

    async def sit(self, table_id: str, command: Asked) -> Receipt: ...
    async def move(self, table_id: str, command: Asked) -> Receipt: ...
    async def collect(self, table_id: str, command: Asked) -> Receipt: ...


def _buyer(live: RoomTable, act: acts.Sit | acts.Buy) -> str:
    return act.patron if isinstance(act, acts.Sit) else seat_at(live.game, act.seat).name


def _given_chips(act: acts.Anything, live: RoomTable, by: Person) -> TypeGuard[acts.Sit | acts.Buy]:
    """Whether the staff gives a patron demo chips over the table: where they are played, and somebody deals."""
    bought = isinstance(act, acts.Buy) or (isinstance(act, acts.Sit) and not act.moved)
    return bought and live.table.settings.demo and live.table.mode == "dealer" and by.role != "player"


def _check_own_credit(game: Game, by: Person, act: acts.Sit | acts.Buy, patron: str) -> None:
    """Refuse to whoever is not the patron what the patron has with the house: he could be seated without his word, and
    counted out with less."""
    if by.badge == patron or not act.cents or (isinstance(act, acts.Sit) and act.moved):
        return
    words, clause = f"The credit of {patron} is his own.", game.room.clause("own-chips")
    raise Forbidden(words, "He brings it himself; what he pays at the table is cash.", clause)


def _cannot_pay(demo: bool, electronic: bool, by: Person, patron: str, purse: int, cents: int) -> Refused:
    """Why these chips can't be given: what he has, and what the staff may do about it."""
    whose = "You have" if by.badge == patron else f"{patron} has"
    mend = f"{money(cents)} was asked for."
    if by.role != "player" and electronic:
        mend += " A table dealt by machine is played from a patron's own account."
    elif by.role != "player" and not demo:
        mend += " If he pays at the table, say that it is cash."
    return Refused(f"{whose} {money(purse)} with the house.", mend)


def _sends_deck_away(live: RoomTable, receipt: Receipt) -> Iterator[tuple[str, str]]:
    """(why, clause) of each ruling by which the deck of a table dealt by hand is replaced."""
    for event in receipt.happened if live.table.mode == "dealer" else ():
        ruled = (event.get("when"), event.get("ruling"))
        if ruled[1] == DECK_REMOVED or ruled == DECK_DEFECTIVE:
            yield str(event.get("says") or "The deck leaves the table."), str(event.get("clause", ""))


class PokerRoom:
    def __init__(self, house: PokerDesk) -> None:
        self.house = house
        self.gate: Gate | None = None
        self._listed: tuple[int | None, list[FloorTable]] = (None, [])  # the open tables, and when they were read
        self._keepers: dict[str, Keeper[RoomTable, PokerUnit]] = {}
        house.procedures.undealt = self._undealt
        house.procedures.sales.taken = lambda *about: house.cash_taken(*about)
        house.faults.closers[POKER_TABLE] = BrokenPokerTables(
            house.tables, house.ledger, house.progressives, house.sources, self.table, self.forget
        )

    # ---- tables

    def keeper(self, table_id: str) -> Keeper[RoomTable, PokerUnit]:
        if table_id not in self._keepers:
            self._keepers[table_id] = Keeper(self.house, PokerBook(self, table_id))
        return self._keepers[table_id]

    def floor_table(self, table_id: str) -> FloorTable:
        with self.house.storage.reading() as conn:
            found = self.house.tables.find(conn, table_id)
        if found is None or found.game != POKER:
            raise NotFound(f"There is no poker table {table_id}.")
        return found

    def tables(self, property_: str | None = None) -> list[FloorTable]:
        with self.house.storage.reading() as conn:
            return self.house.tables.everyone(conn, property_, poker=True)

    def open_tables(self, property_: str | None = None) -> list[FloorTable]:
        """The tables that are dealt at; read again when something was written, by whomever."""
        moment = self.house.storage.moment()
        if moment is None or self._listed[0] != moment:
            self._listed = moment, [table for table in self.tables() if table.state in (OPEN, CLOSING)]
        return [table for table in self._listed[1] if property_ in (None, table.property)]

    async def table(self, table_id: str) -> RoomTable:
        """The table as it stands, with nothing under way. Look, and do not await in between."""
        return await self.keeper(table_id).look()

    async def forget(self, table_id: str) -> None:
        await self.keeper(table_id).forget()

    async def _undealt(self, table_id: str) -> Undealt | None:
        """The cards of a table as its record has them; None where it is not open."""
        if self.floor_table(table_id).state not in (OPEN, CLOSING):
            return None
        game = (await self.table(table_id)).game
        hand = game.table.hand
        return Undealt(game.table.form.deck_size, stub(hand) if hand is not None else None, game.playing)

    async def view(self, table_id: str, who: Person) -> dict[str, object]:
        live = await self.table(table_id)
        who = who.at(live.table.property)
        shown = view(live.game, table_id, who, self.house.sources.now_us())
        shown["state"] = live.table.state
        shown["demo"] = live.table.settings.demo
        shown["dealer"] = live.table.dealer if who.role != "player" else ""
        return shown

    # ---- acting

    async def act(
        self,
        table_id: str,
        by: Person,
        act: acts.Anything,
        number: int | None = None,
        command_id: str | None = None,
        said: str = "",
    ) -> Receipt:
        """One act of one person. Returns when it is safe; raises Refused and changes nothing."""
        by = self.here(table_id, by)
        act = self._addressed(by, act)
        if isinstance(act, acts.Declare | acts.Collect):  # the house adds to them by how the table and the lists stand
            said = said or f"{type(act).__name__} {written(act)}"
        command = Command(command_id or self.house.sources.new_command(), by, act, number, said)
        if command_id:
            known = self.recalled(table_id, command)
            if known is not None:
                return known
        if isinstance(act, acts.Declare):
            command = msgspec.structs.replace(command, act=await self._declared(table_id, by, act))
        if isinstance(act, acts.Sit | acts.Move | acts.Collect) and self.gate is not None:
            self.by(table_id, by, act)
            return await self._through(self.gate, act)(table_id, command)
        return await self.do(table_id, command)

    def _through(self, gate: Gate, act: acts.Anything) -> Callable[[str, Asked], Awaitable[Receipt]]:
        if isinstance(act, acts.Collect):
            return gate.collect
        return gate.sit if isinstance(act, acts.Sit) else gate.move

    async def _declared(self, table_id: str, by: Person, act: acts.Declare) -> acts.Declare:
        """An irregularity with its facts, each of its kind: for whoever may declare one here, and then by its rule."""
        require(by.acting(DECLARE).role, DECLARE)
        self.by(table_id, by, act)
        game = (await self.table(table_id)).game
        return declared(game, act.when, act.seat, act.choice, dict(act.facts))

    async def do(
        self, table_id: str, command: Asked, also: Callable[[Tx], None] | None = None, *, seats_given: bool = False
    ) -> Receipt:
        """An act of a person, and what is written with it."""
        by = self.here(table_id, command.by)
        command = msgspec.structs.replace(command, by=by, act=self._addressed(by, command.act))
        given = self.by(table_id, by, command.act)
        return await self.submit(table_id, command, given, also, seats_given=seats_given)

    def here(self, table_id: str, person: Person) -> Person:
        """Somebody as he stands at the property of a table."""
        return person.at(self.floor_table(table_id).property) if person.bound else person

    def by(self, table_id: str, person: Person, act: acts.Anything | None = None) -> By:
        person = self.here(table_id, person)
        if person.role == "clerk" and isinstance(act, acts.Sit):  # the brush gives the seats, and nothing else
            return By(person.role, person.badge)
        if person.role not in AT_TABLE:
            raise Forbidden(f"Acting at a table is not for {WORDS[person.role]}.", "Watch it instead.")
        if person.role == "dealer":
            table = self.floor_table(table_id)
            if table.dealer != person.badge:
                who = f"Badge {table.dealer} deals here." if table.dealer else "Nobody deals here yet."
                raise Forbidden(who, "A supervisor brings another dealer in.")
        return By(person.role, person.badge)

    def _addressed(self, by: Person, act: acts.Anything) -> acts.Anything:
        """An act with what the house adds to it: who sits down, that chips bring back who had none, and that who moves
        may have dealt off."""
        if isinstance(act, acts.Buy):
            return msgspec.structs.replace(act, dealt_in=True, comes_back=True)
        if isinstance(act, acts.Move):
            return msgspec.structs.replace(act, dealt_off=True)
        if isinstance(act, acts.Sit):
            if by.role == "player":
                act = msgspec.structs.replace(act, patron=by.badge, moved=False)
            elif by.role not in (*FLOOR, "clerk"):
                raise Forbidden("Seats are given by the floor.", "")
            else:
                named = act.name or (act.patron if " " in act.patron.strip() else "")
                act = msgspec.structs.replace(act, patron=as_badge(act.patron), name=named.strip()[:NAME_CHARS_MAX])
            check_patron(act.patron)
        if isinstance(act, acts.Opened | acts.Closed):
            raise Forbidden("A table is opened and closed by the floor.")
        return act

    def recalled(self, table_id: str, command: Asked) -> Receipt | None:
        with self.house.storage.reading() as conn:
            return command.recall(conn, table_id)

    async def submit(
        self,
        table_id: str,
        command: Asked,
        by: By,
        also: Callable[[Tx], None] | None = None,
        *,
        seats_given: bool = False,
    ) -> Receipt:
        """Apply and write one act; where another server was first, on the table as it then stands."""

        def apply(live: RoomTable) -> PokerUnit:
            live.table = self.floor_table(table_id)  # closing, or another dealer
            self._check(live, command.by, command.act, seats_given=seats_given)
            unit = self._applied(live, command, by)
            unit.also = also
            return unit

        # Looked up on record at once: sent twice, it gets its first answer before any rule says no.
        asked = Act(command.id, lambda look: self.recalled(table_id, command), apply)
        receipt: Receipt = await self.keeper(table_id).act(asked)
        return receipt

    def _applied(self, live: RoomTable, command: Asked, by: By) -> PokerUnit:
        try:
            return live.apply(command, by, self.house.sources.now_us())
        except Unsound as unsound:
            raise Spoiled(unsound) from unsound
        except Broken as broken:
            LOG.exception("an act at poker table %s", live.table.id)
            words = Refused("This can't be done: the chips would not add up.", "The table stands as it was.")
            raise Spoiled(words) from broken
        except Refused:
            live.pages.drain()  # an order that was sealed for a deal that did not come about
            raise

    def write(self, tx: Tx, live: RoomTable, unit: PokerUnit) -> None:
        """A unit, and what is looked at and done with it: who may sit, which deck goes, cash that became chips."""
        house, act, by = self.house, unit.command.act, unit.command.by.badge
        if _given_chips(act, live, unit.command.by):
            self._lend(tx, live, act)
        self._admit(tx, live, act)
        live.write(tx, unit, house.ledger)
        if isinstance(act, acts.Sit) and not act.moved:
            self._check_alone(tx, live, act.patron)
        for why, clause in _sends_deck_away(live, unit.receipt):
            house.care.send_away(tx, live.table.id, "cards", why, by, clause)
            house.procedures.decks.leave(tx, live.table.property, live.table.id)
        if isinstance(act, acts.Sit | acts.Buy) and act.cash:
            house.cash_taken(tx, live.table.property, live.table.id, _buyer(live, act), by)

    def _check(self, live: RoomTable, by: Person, act: acts.Anything, *, seats_given: bool = False) -> None:
        """What needs more than this table to be decided. `seats_given`: nobody but the floor gives seats just now."""
        table, game = live.table, live.game
        if table.state == CLOSING and isinstance(act, acts.Sit | acts.Buy | acts.Deal):
            raise Stale("This table is closing.", "No more hands are dealt.")
        if isinstance(act, OWN_CHIPS) and game.electronic and by.role != "player":
            clause = game.room.clause("own-chips")
            raise Forbidden("A player acts for himself here.", "Nobody else spends his chips or his credit.", clause)
        if isinstance(act, acts.Drop):
            check_box(game, act.kind)
        if isinstance(act, acts.Sit | acts.Move):
            check_removed(game, act.to if isinstance(act, acts.Move) else act.seat)
        if isinstance(act, acts.Sit | acts.Buy) and act.cash and table.settings.demo:
            raise Refused("Nobody takes cash at a demo table.", "Demo chips and cash are not mixed.")
        if isinstance(act, acts.Sit | acts.Buy) and not act.cash and not _given_chips(act, live, by):
            patron = _buyer(live, act)
            if not (table.settings.demo or seats_given):
                _check_own_credit(game, by, act, patron)
            with self.house.storage.reading() as conn:
                purse = self.house.ledger.balance(conn, accounts.patron(patron))
            if purse < act.cents and not (isinstance(act, acts.Sit) and act.moved):
                raise _cannot_pay(table.settings.demo, game.electronic, by, patron, purse, act.cents)

    def _lend(self, tx: Tx, live: RoomTable, act: acts.Sit | acts.Buy) -> None:
        """Demo chips for what the patron has not: they are worth nothing outside."""
        ledger, patron = self.house.ledger, _buyer(live, act)
        names = (accounts.outside(live.table.property), accounts.patron(patron))
        tx.flush()
        purses.check(tx.conn, ledger, patron, purses.DEMO)
        ledger.open(tx, *names)
        lacks = act.cents - ledger.balance_in(tx, names[1])
        if lacks > 0:
            ledger.move(tx, purses.DEMO_CHIPS, MACHINE.badge, *names, lacks)

    def _admit(self, tx: Tx, live: RoomTable, act: acts.Anything) -> None:
        """Nobody sits down who is suspended or barred from the property; cash does not mix with demo chips."""
        if isinstance(act, acts.Sit | acts.Buy) and act.cash:
            patron = _buyer(live, act)
            tx.flush()
            purses.check(tx.conn, self.house.ledger, patron, purses.MONEY)
        elif isinstance(act, acts.Sit | acts.Buy) and act.cents:
            self.house.brought(tx, live.table, _buyer(live, act))
        if isinstance(act, acts.Sit):
            self.house.procedures.welcome(tx.conn, live.table.property, act.patron)
        elif isinstance(act, acts.Deal) and live.table.mode == "dealer":  # the dealer has counted, the deck is good
            table = live.table
            self.house.procedures.check_hand(tx.conn, table, live.game.idle_us)
            decks = self.house.procedures.decks.at_table(tx.conn, table.property, table.id)
            self.house.tables.check_deck(tx.conn, table, since_us=[deck.assigned_us or 0 for deck in decks])

    def _check_alone(self, tx: Tx, live: RoomTable, patron: str) -> None:
        """Refuse a second seat that was given at another server in this very moment: with the chips of this one on the
        ledger, which numbers one group after the other, those of any earlier one are seen."""
        tx.flush()
        own, table = accounts.at_table(patron, ""), schema.floor_table
        others = [name.removeprefix(own) for name, held in self.house.ledger.balances(tx.conn, own).items() if held]
        query = select(table.c.id).where(table.c.id.in_(others), table.c.id != live.table.id, table.c.game == POKER)
        if elsewhere := tx.conn.scalar(query.limit(1)):
            raise one_seat(elsewhere, live.game.room)

    async def seated(self, patron: str) -> str:
        """The table at which this patron has a seat. Asked while no table's lock is held."""
        for table in await asyncio.to_thread(self.open_tables):
            with contextlib.suppress(OutOfOrder, Stale):
                if (await self.table(table.id)).game.seat_of(patron):
                    return table.id
        return ""

    def watched(self, live: RoomTable) -> bool:
        """Whether anybody but programs plays at a table or looks at it; a demonstration rests until somebody does."""
        seats = live.game.table.seats.values()
        people = [s for s in seats if not s.name.startswith(BOT) and s.number not in live.game.away]
        return bool(people) or live.table.state == CLOSING or self.house.hub.listening(f"table:{live.table.id}") > 0

    def told(self, live: RoomTable, receipt: Receipt) -> None:
        hub = self.house.hub
        hub.publish(News(f"table:{live.table.id}", "moved", receipt.entry, receipt.happened))
        for place in (live.table.property, ""):  # whoever looks at one room, and whoever looks at all
            hub.publish(News(f"room:{place}", "moved", receipt.entry, live.table.id))

    async def transfer(
        self,
        patron: str,
        source: str,
        target: str,
        seat: int,
        also: Callable[[Tx], None] | None = None,
        counted: int = -1,
    ) -> Receipt:
        """From one table to another with all chips, in one step: nobody is ever at both, or at neither.

        Where no hands are keyed only a count tells what he has.
        """
        one, two = (self.keeper(name) for name in sorted((source, target)))
        async with one.lock, two.lock:
            from_, to = self.keeper(source), self.keeper(target)
            left, taken = await from_.current(), await to.current()
            number = left.game.seat_of(patron)
            if not number:
                raise NotFound(f"This patron does not sit at {source}.")
            if left.game.playing and left.game.place_of(number) >= 0:
                raise Stale("He has cards.", "He moves when the hand is over.")
            counted = counted if left.game.seats_only else -1
            if left.game.seats_only and counted < 0:
                raise Refused(f"No hands are keyed at {source}.", "Say how much he takes along, as it was counted.")
            chips = counted if left.game.seats_only else left.game.balances()[f"seat:{patron}"]
            blinds = left.game.table.stakes.blinds
            missed = sum(blinds[which] for which in left.game.table.seats[number].missed)
            owes = missed if taken.game.room.value("must-move-blinds") == "dead" else 0
            name = left.game.names.get(number, "")
            name = "" if name == f"Seat {number}" else name  # nobody's own
            try:
                leaves = self._machine_unit(left, acts.Leave(number, f"to {target}", counted))
                sits = self._machine_unit(taken, acts.Sit(seat, chips, patron, name, True, owes))
                await self.house.write(using(self._move_in, ((left, leaves), (taken, sits)), also))
            except BaseException:
                from_.held = to.held = None
                raise
        from_.wrote(left, [leaves])
        to.wrote(taken, [sits])
        receipt: Receipt = sits.receipt
        return receipt

    def _move_in(self, tx: Tx, moves: Iterable[tuple[RoomTable, PokerUnit]], also: Callable[[Tx], None] | None) -> None:
        for live, unit in moves:
            live.write(tx, unit, self.house.ledger)
        if also is not None:
            also(tx)

    def _machine_unit(self, live: RoomTable, act: acts.Anything) -> PokerUnit:
        command = Command(self.house.sources.new_command(), MACHINE, act)
        return live.apply(command, By("chance"), self.house.sources.now_us())

    # ---- what the house does by itself

    async def machine(
        self,
        table_id: str,
        act: acts.Anything,
        number: int | None = None,
        also: Callable[[Tx], None] | None = None,
    ) -> Receipt:
        command = Command(self.house.sources.new_command(), MACHINE, act, number)
        return await self.submit(table_id, command, By("chance"), also)

    async def deal(self, table_id: str) -> Receipt:
        """The shuffler of an electronic table begins the next hand."""

        def apply(live: RoomTable) -> PokerUnit:
            self._check(live, MACHINE, acts.Deal())
            if live.game.playing:
                raise Stale("A hand is being played.")
            command = Command(self.house.sources.new_command(), MACHINE, live.shuffle(self.house.sources))
            return self._applied(live, command, By("chance"))

        receipt: Receipt = await self.keeper(table_id).act(Act("", lambda look: None, apply))
        return receipt

    async def stop(self) -> None:
        """Nothing depends on it: the record is whole at any instant."""
        for keeper in self._keepers.values():
            await keeper.stop()


class PokerBook(Book[RoomTable, PokerUnit]):
    """How one poker table is read, written and told of."""

    kind = POKER_TABLE

    def __init__(self, room: PokerRoom, name: str) -> None:
        super().__init__(name)
        self._room, self._desk = room, room.house

    def load(self, was: RoomTable | None) -> RoomTable:
        table = self._room.floor_table(self.name)
        if table.state not in (OPEN, CLOSING):
            raise Stale(f"Table {self.name} is {table.state}.", "A supervisor opens it.")
        faults = self._desk.faults
        faults.check(POKER_TABLE, self.name)
        with self._desk.storage.reading() as conn, faults.reading(POKER_TABLE, self.name, table.property):
            return room_live.load(conn, table, self._desk.storage)

    def behind(self, held: RoomTable) -> bool:
        desk, journal = self._desk, held.pages.journal_id
        with desk.storage.reading() as conn:
            table = desk.tables.get(conn, self.name)
            elsewhere = desk.peers is not None and journals.head(conn, journal).number != held.number
        if table.journal != journal or elsewhere:
            return True
        held.table = table  # the pit brings dealers in and closes tables: another may deal by now
        return False

    def place(self, held: RoomTable) -> str:
        return held.table.property

    def write(self, tx: Tx, held: RoomTable, unit: PokerUnit) -> Receipt:
        self._room.write(tx, held, unit)
        receipt: Receipt = unit.receipt
        return receipt

    def written(self, held: RoomTable, units: Sequence[PokerUnit]) -> None:
        for unit in units:
            self._room.told(held, unit.receipt)
