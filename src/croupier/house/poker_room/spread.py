"""Games spread and closed: checked against the room's rulebook in force, opened by a supervisor, wound up."""

import contextlib

import msgspec

from croupier.equipment.money import money
from croupier.house.people.gaming_day import local_date
from croupier.house.people.persons import MACHINE, Person
from croupier.house.people.profile import profile
from croupier.house.poker_room.procedures.book import JOBS, or_above
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table import live as room_live
from croupier.house.poker_room.table.acts import Opened, Plan
from croupier.house.poker_room.table.chips_in_play import JACKPOT, RAKE
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.refusals import refusal
from croupier.house.poker_room.table.view import game_key, plan_of
from croupier.house.record import accounts, journals
from croupier.house.record.commands.receipts import Command
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.journals import Head, Pages
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables import loading
from croupier.house.tables.equipment import checklist
from croupier.house.tables.life import CLOSED, CLOSING, OPEN, OPENING, POKER, FloorTable, Lack, Settings
from croupier.poker import Refused as PokerRefused
from croupier.poker import Room, Stakes
from croupier.rounds.acts import By
from croupier.rounds.journal import START
from croupier.rulebook import Posting, rulebook
from croupier.rulebook.model import Rulebook

SIZE_MAX = 1_000_000_00


def check_plan(book: Rulebook, property_: str, mode: str, plan: Plan) -> Opened:
    """The opening of a game that the rulebook allows; Refused says what it does not allow, and by which clause."""
    stakes = plan.stakes
    sizes = (stakes.small, stakes.big, stakes.ante, stakes.bring_in, *stakes.blinds)
    if max(sizes) > SIZE_MAX or len(stakes.blinds) > 3:
        raise Refused(f"Bets here are at most {money(SIZE_MAX)}, with at most three blinds.")
    opened = Opened(property_, book.key, book.digest, mode, plan)
    try:
        room = Room(book, plan.options)
        shape = room.form(plan.form)
        game = Game(opened)
    except PokerRefused as refused:
        raise refusal(refused) from refused
    except (KeyError, TypeError) as error:
        raise Refused(f"{error} is no choice of {book.key}.") from error
    if plan.seats and not 2 <= plan.seats <= shape.seats_most:
        raise Refused(f"{shape.title} seats 2 to {shape.seats_most} here.", clause=room.clause("forms"))
    least = room.least_buy_in(stakes)
    if plan.least and plan.least < least:
        raise Refused(f"The least buy-in here is {money(least)}.", clause=room.clause("buy-in-bets"))
    if plan.most and plan.most < max(game.least, 1):
        raise Refused("The largest buy-in is not below the least.")
    if room.time_game(stakes) and not plan.fee:
        raise Refused(
            "This game pays time in lieu of rake.",
            "Say how much each seat pays, as on the plaque.",
            room.clause("time"),
        )
    return opened


def _raises(before: Stakes, after: Stakes) -> bool:
    """Whether a bet, a blind or an ante gets larger."""

    def sizes(stakes: Stakes) -> tuple[int, ...]:
        return stakes.small, stakes.big, stakes.ante, stakes.bring_in, max(stakes.blinds, default=0)

    return any(more > less for less, more in zip(sizes(before), sizes(after)))


class Spread:
    def __init__(self, room: PokerRoom) -> None:
        self.room = room
        self.house = room.house

    def book(self, property_: str, demo: bool) -> Rulebook:
        """The room's rules in force today; a demonstration deals by the latest."""
        latest = rulebook(property_, POKER)
        if demo:
            return latest
        with self.house.storage.reading() as conn:
            today = local_date(conn, self.house.sources.now_us())
            return self.house.approvals.in_force(conn, property_, POKER, today)

    async def open(
        self,
        by: Person,
        table_id: str,
        property_: str,
        plan: Plan,
        *,
        mode: str = "electronic",
        pit: str = "Poker room",
        demo: bool = False,
        command: str | None = None,
    ) -> FloorTable:
        """A supervisor spreads a game. A table that lacks an inspection or a count waits in opening until it has it."""
        house = self.house
        book = self.book(property_, demo)
        opened = check_plan(book, property_, mode, plan)
        posting = Posting(book, dict(plan.options))
        title = f"{Game(opened).table.form.title}"
        settings = Settings(title=title, options=dict(plan.options), demo=demo, cash_game=msgspec.to_builtins(plan))
        work = using(self._open_in, by, table_id, property_, mode, pit, settings, opened, posting)
        asked = f"room.open {table_id} {written((property_, plan, mode, pit, demo))}"
        table = await house.command(by.badge, "table.open", table_id, asked, FloorTable, work, command)
        await self.room.forget(table_id)
        self._told(property_, "opened", table_id)
        return table

    def _open_in(
        self,
        tx: Tx,
        by: Person,
        table_id: str,
        property_: str,
        mode: str,
        pit: str,
        settings: Settings,
        opened: Opened,
        posting: Posting,
    ) -> FloorTable:
        house = self.house
        house.people.require(tx, by.badge, "table.open", property_)
        table = house.tables.find(tx.conn, table_id, lock=True)
        if table is None:
            table = house.tables.add(tx, table_id, property_, POKER, mode, pit, settings)
            house.ledger.open(tx, accounts.jackpot_drop(table_id))
        if table.game != POKER or table.property != property_ or table.mode != mode:
            raise Refused(f"There is another table {table_id}.", "A name is used once.")
        house.check_rules(tx.conn, posting, settings)
        if table.state == CLOSED:
            table = house.tables.begin_opening(tx, table_id, settings)
        elif table.state != OPENING:
            raise Stale(f"Table {table_id} is {table.state}.")
        if house.tables.lacks(tx.conn, table, posting):
            return table
        return self._begin(tx, by, table, opened, posting)

    async def open_planned(self, by: Person, table_id: str, command: str | None = None) -> FloorTable:
        """A table that waited opens as it was planned; refused with the first thing that it still lacks."""
        table = self.room.floor_table(table_id)
        place, mode, demo = table.property, table.mode, table.settings.demo
        opened = await self.open(by, table.id, place, plan_of(table), mode=mode, demo=demo, command=command)
        lacks = self.lacks(opened)
        if lacks:
            raise Refused(f"{table.id} may not open yet: {lacks[0].words}", f"{len(lacks)} steps are open.")
        return opened

    def _told(self, property_: str, kind: str, table_id: str) -> None:
        for place in (property_, ""):
            self.house.hub.publish(News(f"room:{place}", kind, 0, table_id))

    def _begin(self, tx: Tx, by: Person, table: FloorTable, opened: Opened, posting: Posting) -> FloorTable:
        house, now = self.house, self.house.sources.now_us()
        opened = msgspec.structs.replace(opened, zone=profile(tx.conn).time_zone)
        journal = f"{table.id}.{table.openings + 1}"
        entries = room_live.opening(
            opened, By(by.at(table.property).acting("table.open").role, by.badge), Pages(journal, Head(0, START)), now
        )
        started = house.tables.open(tx, table.id, posting, journal)
        loading.begin(tx, table.id, journal, posting, entries, (), now)
        house.people.log(tx, by.badge, "table.open", table.id, "done", f"{opened.book} {opened.plan.form}")
        return started

    def lacks(self, table: FloorTable) -> list[Lack]:
        """What an opening table still needs before its first hand."""
        if table.state != OPENING:
            return []
        posting = Posting(self.book(table.property, table.settings.demo), dict(table.settings.options))
        with self.house.storage.reading() as conn:
            return self.house.tables.lacks(conn, table, posting)

    def checklist(self, table: FloorTable) -> tuple[str, ...]:
        """What somebody ticks on the checklist of a table that opens."""
        return checklist(Posting(self.book(table.property, table.settings.demo), dict(table.settings.options)))

    def closing_lacks(self, table: FloorTable) -> list[Lack]:
        """What a closing table still needs: a count, a slip that is under way."""
        if table.state != CLOSING:
            return []
        with self.house.storage.reading() as conn:
            return self.house.tables.closing_lacks(conn, table)

    async def change_limits(
        self, by: Person, table_id: str, stakes: Stakes, objectors: tuple[str, ...] = (), command: str | None = None
    ) -> None:
        """Other stakes between two hands. So many objections stop it while a game of equal stakes is spread."""
        room, house = self.room, self.house
        place = room.floor_table(table_id).property
        await house.write(lambda tx: house.people.require(tx, by.badge, "table.limits", place))
        live = await room.table(table_id)
        plan, book = live.game.plan, live.game.room
        changed = msgspec.structs.replace(plan, stakes=stakes)
        check_plan(book.book, live.table.property, live.table.mode, changed)
        if _raises(plan.stakes, stakes):
            self._check_raise(by.at(place), book)
        seated = {seat.name for seat in live.game.table.seats.values()}
        if set(objectors) - seated:
            raise Refused("Only a player of this game objects.", clause=book.clause("limit-change-objections"))
        key = game_key(plan.form, plan.stakes)
        others = [t for t in room.open_tables(live.table.property) if t.id != table_id and t.state == OPEN]
        equal = any(game_key(plan_of(t).form, plan_of(t).stakes) == key for t in others)
        stops = int(book.value("limit-change-objections", 0))
        if stops and len(set(objectors)) >= stops and equal:
            raise Refused(
                f"{len(set(objectors))} players object, and a game of equal stakes is spread.",
                "The limit stays.",
                book.clause("limit-change-objections"),
            )

        def also(tx: Tx) -> None:
            table = house.tables.get(tx.conn, table_id, lock=True)
            settings = msgspec.structs.replace(table.settings, cash_game=msgspec.to_builtins(changed))
            house.tables.change(tx, table, settings=settings)
            house.people.log(tx, by.badge, "table.limits", table_id, "done", game_key(plan.form, stakes))

        act = acts.Limits(stakes, tuple(sorted(set(objectors))))
        await room.do(table_id, Command(command or house.sources.new_command(), by, act), also)

    def _check_raise(self, by: Person, book: Room) -> None:
        """A higher limit takes management, where the book says so."""
        least = book.value("limit-raise-by", "")
        if least and by.role not in or_above(JOBS[least]):
            words = f"It takes a {least.replace('-', ' ')}."
            raise Forbidden("The limit is not raised without management.", words, book.clause("limit-raise-by"))

    async def close(self, by: Person, table_id: str, command: str | None = None) -> FloorTable:
        """No more hands; when the last one is over everybody takes his chips and the table closes."""
        house, room = self.house, self.room
        table = room.floor_table(table_id)
        work = using(self._close_in, by, table_id, table)
        asked = f"room.close {table_id}"
        table = await house.command(by.badge, "table.close", table_id, asked, FloorTable, work, command)
        await room.forget(table_id)
        if table.state == CLOSING:
            with contextlib.suppress(Refused):  # a count or a slip is missing: it stays as it is until it is there
                return await self.wind_up(table_id)
        return room.floor_table(table_id)

    def _close_in(self, tx: Tx, by: Person, table_id: str, table: FloorTable) -> FloorTable:
        house = self.house
        house.people.require(tx, by.badge, "table.close", table.property)
        found = house.tables.get(tx.conn, table_id, lock=True)
        if found.state == CLOSING:
            return found
        if found.state == OPENING:
            house.documents.give_up(tx, table_id, by, f"{table_id} is not opened")
            return house.tables.cancel(tx, table_id)
        house.people.log(tx, by.badge, "table.close", table_id, "done", "begun")
        return house.tables.begin_closing(tx, table_id)

    async def wind_up(self, table_id: str) -> FloorTable:
        """Close a table that is closing, if no hand is being played there; otherwise it stays as it is."""
        room, house = self.room, self.house
        table = room.floor_table(table_id)
        if table.state != CLOSING:
            return table
        live = await room.table(table_id)
        if live.game.playing or (live.game.seats_only and live.game.table.seats):  # who leaves is counted out first
            return table
        for seat in sorted(live.game.table.seats):
            await room.machine(table_id, acts.Leave(seat, "the table closes"))
        live = await room.table(table_id)
        journal, taken = live.pages.journal_id, live.game.chips.taken
        figures = (live.game.table.hands, taken[RAKE] + taken[JACKPOT], taken[RAKE])

        def also(tx: Tx) -> None:
            journals.close(tx, journal, house.sources.now_us(), *figures)
            house.tables.close(tx, table_id)

        sealed = live.game.commitment
        salt, order = live.sealed.get(sealed) if sealed else (b"", b"")
        command = Command(house.sources.new_command(), MACHINE, acts.Closed(salt.hex(), order.hex()))
        await room.submit(table_id, command, By("chance"), also)
        await room.forget(table_id)
        self._told(table.property, "closed", table_id)
        return room.floor_table(table_id)
