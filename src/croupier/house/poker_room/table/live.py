"""A poker table as one server holds it: its game, what an act writes, and how it comes back from its journal.

An act is applied in memory, then written as one unit: the journal's entry, the sealed order of a deck, the
money that moved, the command's answer. If the writing fails the game is thrown away and read again.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.equipment.entropy import shuffled
from croupier.equipment.shoe import seal
from croupier.house.money import purses
from croupier.house.money.purses import CASH_BUY
from croupier.house.people.persons import Person
from croupier.house.poker_room.table import acts, visits
from croupier.house.poker_room.table import chips_in_play as room_money
from croupier.house.poker_room.table.acts import KIND, Entry
from croupier.house.poker_room.table.game import Game, Saved
from croupier.house.poker_room.table.out_of_turn import keep_to_it
from croupier.house.poker_room.table.view import game_key
from croupier.house.poker_room.table.visits import Seated
from croupier.house.record import accounts, journals, kept_books
from croupier.house.record.aggregate import Unit
from croupier.house.record.clock import Sources
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Broken, Stale
from croupier.house.record.journals import Pages, SealedOrders, Stored, linked, to_text, to_us
from croupier.house.record.kept_books import Books
from croupier.house.record.ledger import Group, Ledger, Line, merged
from croupier.house.record.writer import Tx
from croupier.house.tables.life import FloorTable
from croupier.rounds.acts import By
from croupier.rulebook import rulebook

CHECKPOINT_ENTRIES = 200
SALT_BYTES = 16


Asked = Command[Person, acts.Anything]


class PokerUnit(Unit, kw_only=True):
    """What an act at a poker table writes."""

    command: Asked
    seated: tuple[Seated, ...] = ()
    dealt: int = 0  # hands; less than none where a deal is taken back


class RoomTable:
    def __init__(self, table: FloorTable, game: Game, pages: Pages, number: int, sealed: SealedOrders) -> None:
        self.table = table
        self.game = game
        self.pages = pages
        self.number = number  # of the journal's last entry
        self.sealed = sealed
        self.saved_at = 0

    # ---- acting

    def apply(self, command: Asked, by: By, now_us: int) -> PokerUnit:
        """Do an act in memory; the unit to be written."""
        game, act = self.game, command.act
        if command.number is not None and command.number != game.number:
            raise Stale("The table moved on before this arrived. Nothing was taken.")
        if isinstance(act, acts.Play):
            keep_to_it(game, act.seat, act.verb, act.to)
        saved = self._checkpoint(act)
        before, asked = game.balances(), game.number
        sat, hands = _sitting(game), game.table.hands
        events = game.apply(by, act, now_us, self.order)
        self.number += 1
        entry = Entry(self.number, to_text(now_us), by, asked, KIND, act, events)
        self.pages.file(linked(self.pages.head, entry.number, KIND, acts.encode(entry), now_us))
        entries, seals = self.pages.drain()
        seat = game.seat_of(command.by.badge)
        chips = game.balances().get(f"seat:{command.by.badge}", 0)
        receipt = Receipt(self.number, game.number, events, chips, seat)
        unit = PokerUnit(at_us=now_us, command=command, receipt=receipt, entries=entries, seals=seals)
        unit.lines = tuple(self._lines(before, act))
        unit.checkpoint = saved
        unit.seated, unit.dealt = tuple(_seated(game, act, sat, now_us)), game.table.hands - hands
        if isinstance(act, acts.Sit):
            unit.opens = (accounts.patron(act.patron), accounts.at_table(act.patron, self.table.id))
        if game.cash:
            unit.opens = (*unit.opens, accounts.outside(self.table.property))
        if isinstance(act, acts.Toke) and self.table.dealer:
            unit.opens = (accounts.token_box(self.table.property, self.table.dealer),)
        return unit

    def _checkpoint(self, act: acts.Anything) -> tuple[int, bytes] | None:
        """Taken before a deal, so that a table read again still has its last hand to look at and to rule on."""
        game = self.game
        due = self.number - self.saved_at >= CHECKPOINT_ENTRIES
        if not due or not isinstance(act, acts.Deal) or game.playing or game.redeal:
            return None
        self.saved_at = self.number
        return self.number, msgspec.json.encode(game.save())

    def _lines(self, before: dict[str, int], act: acts.Anything) -> list[Line]:
        """The change of every place at the table, and of the purses of those who came, bought or left."""
        after, place = self.game.balances(), self.table.property
        lines = []
        for name in (*after, *(n for n in before if n not in after)):
            cents = after.get(name, 0) - before.get(name, 0)
            if cents:
                lines.append((room_money.account(name, self.table.id, place, self.table.dealer), cents))
        lines += [(accounts.patron(patron), cents) for patron, cents in self.game.purses.items() if cents]
        if self.game.cash:
            lines.append((accounts.outside(place), -self.game.cash))
        if sum(cents for _, cents in lines):
            raise Broken(f"table {self.table.id} does not balance after {type(act).__name__}: {lines}")
        return lines

    def write(self, tx: Tx, unit: PokerUnit, ledger: Ledger) -> None:
        """Write a unit; may run more than once, so it changes nothing but the database."""
        journal, command = self.pages.journal_id, unit.command
        unit.file(tx, journal)
        act, by = type(command.act).__name__, command.by.badge
        if unit.opens:
            ledger.open(tx, *unit.opens)
        if merged(unit.lines):
            entry = unit.entries[-1].number
            kind = CASH_BUY if getattr(command.act, "cash", False) else act.lower()
            lines = self._tipped(tx, unit, ledger) if isinstance(command.act, acts.Toke) else unit.lines
            group = Group(kind=kind, by=by, lines=lines, table_id=self.table.id, journal=journal, entry=entry)
            ledger.post(tx, group)
        table, game = self.table, game_key(self.game.plan.form, self.game.plan.stakes)
        visits.write(tx, table.property, table.id, journal, unit.entries[-1].number, game, unit.at_us, unit.seated)
        if unit.dealt:
            visits.count_hands(tx, table.id, unit.at_us, unit.dealt)
        command.remember(tx, self.table.id, unit.at_us, unit.receipt)

    def _tipped(self, tx: Tx, unit: PokerUnit, ledger: Ledger) -> tuple[Line, ...]:
        """A tip in demo chips goes into no dealer's box, which the cage pays in cash."""
        tx.flush()
        given = next(name for name, cents in unit.lines if cents < 0)
        patron = given.removeprefix("patron:").partition("@")[0]
        if not purses.tips_in_demo(tx.conn, patron):
            return unit.lines
        pool = accounts.demo_tokes(self.table.property)
        ledger.open(tx, pool)
        return tuple((name if cents < 0 else pool, cents) for name, cents in unit.lines)

    # ---- chance

    def order(self, commitment: str) -> Sequence[int]:
        return self.sealed.get(commitment)[1]

    def shuffle(self, sources: Sources) -> acts.Deal:
        """The next deal: a deck in a new order, sealed; the last one opened."""
        game, entropy = self.game, sources.entropy
        deck = list(game.table.form.deck)
        order, salt = bytes(shuffled(deck, entropy)), entropy.token(SALT_BYTES)
        commitment = seal(order, salt)
        opened_salt, opened = self.sealed.get(game.commitment) if game.commitment else (b"", b"")
        drawn: dict[int, int] = {}
        table = game.table
        if not table.hands and table.stakes.blinds and table.positions.button < 0:
            ready = sorted(number for number, seat in table.seats.items() if seat.stack > 0)
            drawn = dict(zip(ready, shuffled(deck, entropy)))
        self.sealed.put(commitment, salt, order)
        return acts.Deal(commitment, opened_salt.hex(), opened.hex(), drawn)


def _sitting(game: Game) -> dict[str, int]:
    """Who sits, and since when he is away; 0 for who is there."""
    seats = game.table.seats.items()
    return {seat.name: game.away.get(number, 0) for number, seat in seats if seat.name in game.since}


def _seated(game: Game, act: acts.Anything, before: dict[str, int], now_us: int) -> Iterable[Seated]:
    """What an act changed about who sits, for the visits on record."""
    after = _sitting(game)
    for patron in after.keys() - before.keys():
        bought = act.cents if isinstance(act, acts.Sit) else 0
        yield Seated(patron, game.seat_of(patron), came=True, bought=bought)
    for patron in before.keys() - after.keys():
        away_us = now_us - before[patron] if before[patron] else 0
        yield Seated(patron, left=True, cashed=game.purses.get(patron, 0), away_us=away_us)
    for patron in before.keys() & after.keys():
        bought = act.cents if isinstance(act, acts.Buy) and game.seat_of(patron) == act.seat else 0
        back_us = now_us - before[patron] if before[patron] and not after[patron] else 0
        if bought or back_us:
            yield Seated(patron, bought=bought, away_us=back_us)


def load(conn: Connection, table: FloorTable, storage: Storage) -> RoomTable:
    """A table where its journal says: the last checkpoint, and every entry since."""
    journal = table.journal
    if table.unread:
        raise Broken(f"the settings of table {table.id} can't be read")
    books = kept_books.of_journal(conn, journal)
    number, game = from_checkpoint(conn, journal, books)
    saved, head = number, journals.head(conn, journal)  # in this order: another server may go on meanwhile
    pages = Pages(journal, head)
    sealed = SealedOrders(storage, pages)

    def play(stored: Stored) -> None:
        nonlocal game
        game = follow(game, acts.decode(stored.payload), lambda commitment: sealed.get(commitment)[1], books)

    journals.follow(conn, journal, number, head, play)
    if game is None:
        raise Broken(f"journal {journal} is empty")
    found = RoomTable(table, game, pages, head.number, sealed)
    found.saved_at = saved
    return found


def follow(game: Game | None, entry: Entry, order: Any, books: Books = rulebook) -> Game:
    """One entry of a journal again; it must settle what it settled."""
    at_us = to_us(entry.at)
    if game is None:
        if not isinstance(entry.act, acts.Opened):
            raise Broken("a poker table's journal begins with its opening")
        return Game(entry.act, at_us, books)
    if game.number != entry.request:
        raise Broken(f"entry {entry.number} came upon decision {entry.request}, the replay stands at {game.number}")
    events = game.apply(entry.by, entry.act, at_us, order)
    if msgspec.json.encode(events) != msgspec.json.encode(entry.events):
        raise Broken(f"entry {entry.number} settled otherwise than its replay")
    return game


def opening(opened: acts.Opened, by: By, pages: Pages, now_us: int) -> list[Stored]:
    """The first entry of a journal."""
    entry = Entry(1, to_text(now_us), by, 0, KIND, opened)
    stored = linked(pages.head, 1, KIND, acts.encode(entry), now_us)
    pages.head = stored.hash
    return [stored]


def from_checkpoint(conn: Connection, journal: str, books: Books = rulebook) -> tuple[int, Game | None]:
    """The game of the last checkpoint and the entry it stands at; 0 and None where there is none."""
    found = journals.load_checkpoint(conn, journal)
    if found is None:
        return 0, None
    try:
        return found[0], Game.load(msgspec.json.decode(found[1], type=Saved), books)
    except Exception:  # a cache that can't be read is no loss: the journal is whole
        return 0, None
