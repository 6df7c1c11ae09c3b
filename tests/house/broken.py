"""Ways in which one table, list or tournament comes to harm, and a house with one of each kind to do it to."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Table, text, update

from croupier.games import game_class
from croupier.house.out_of_order import OutOfOrderDesk
from croupier.house.poker_room.lists import journal as list_journal
from croupier.house.poker_room.lists.state import Join, Lists
from croupier.house.poker_room.table.game import Game
from croupier.house.record import schema
from croupier.house.record.database.storage import Storage
from croupier.house.record.faults import LISTS, POKER_TABLE, TABLE, TOURNAMENT
from croupier.house.tournaments.poker import plan as event_plan
from croupier.house.tournaments.poker import store as event_store
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.rounds import acts
from croupier.rulebook import NotFound, library

from .poker_events import NAME, plan_of
from .rooms import PLACE, Room

KINDS = (TABLE, POKER_TABLE, LISTS, TOURNAMENT)
SUBJECT = {TABLE: "E-1", POKER_TABLE: "PK-1", LISTS: PLACE, TOURNAMENT: NAME}
BESIDE, GAME = "E-2", "holdem-no-1-3"


class Whole(Room):
    """A house with one table, one poker table with its list, one tournament, and a roulette table beside them."""

    def wake(self) -> None:
        super().wake()
        self.sent: tuple[str, Any] | None = None  # who acts how at the poker table
        self.events = PokerTournaments(self.house)
        self.broken = OutOfOrderDesk(self.house)

    async def furnish(self) -> None:
        await self.electronic("E-1")
        await self.electronic(BESIDE, "roulette")
        for n, table in ((1, "E-1"), (2, "E-1"), (3, BESIDE)):
            await super(Room, self).sit(table, f"player-{n}", n, 500_00)
        await self.house.answer("E-1", self.person("player-1"), acts.Bet(1, "ante", 25_00))
        await self.house.answer("E-1", self.person("player-2"), acts.Bet(2, "pair-plus", 10_00))
        await self.game(seats=3)
        await self._poker()
        plan = plan_of()
        await self.events.plan(self.person("manager-1"), NAME, plan)
        for n in (8, 9):
            await self.fund(f"player-{n}", 1_000_00, PLACE)
            await self.events.register(self.person("supervisor-1"), NAME, f"player-{n}", f"TR-{n}")

    async def enter_more(self, number: int) -> None:
        badge = f"player-{number}"
        await self.fund(badge, 1_000_00, PLACE)
        await self.events.register(self.person("supervisor-1"), NAME, badge, f"TR-{number}")

    async def _poker(self) -> None:
        for seat, n in ((1, 4), (2, 5), (3, 6)):
            await self.sit("PK-1", f"player-{n}", seat)
        await self.room.deal("PK-1")  # the blinds are in the pot
        await self.ask("player-7", Join(GAME))

    async def reread(self) -> None:
        """As a server that has just started: everything is read from the record."""
        for kind, subject in SUBJECT.items():
            self.house.faults.forget(kind, subject)
            await self.house.faults.closers[kind].forget(subject)


def unguarded(storage: Storage, table: Table, conn: Any) -> None:
    """Take the database's own guard off a table, as somebody with the file in his hands can."""
    if storage.is_sqlite:
        for verb in ("update", "delete"):
            conn.execute(text(f"DROP TRIGGER IF EXISTS {table.name}_no_{verb}"))
    else:
        conn.execute(text(f"DROP TRIGGER IF EXISTS {table.name}_append_only ON {table.name}"))


def changed_byte(floor: Whole, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One digit of the second entry becomes another."""
    table, event = schema.journal_entry, event_store.journal_of(NAME)
    journal = {TABLE: "E-1.1", POKER_TABLE: "PK-1.1", LISTS: list_journal.name_of(PLACE), TOURNAMENT: event}[kind]
    number = 1 if kind == LISTS else 2
    with floor.storage.writing() as conn:
        unguarded(floor.storage, table, conn)
        where = (table.c.journal_id == journal, table.c.number == number)
        row = conn.execute(table.select().where(*where)).one()
        payload = bytes(row.payload)
        place = payload.rindex(b"0") if b"0" in payload else payload.rindex(b"1")
        conn.execute(update(table).where(*where).values(payload=payload[:place] + b"7" + payload[place + 1 :]))


def changed_row(floor: Whole, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was set up with is no longer readable; a list has nothing but its journal."""
    if kind == LISTS:
        changed_byte(floor, kind, monkeypatch)
        return
    table, column = (schema.poker_tournament, "plan") if kind == TOURNAMENT else (schema.floor_table, "settings")
    with floor.storage.engine.begin() as conn:
        conn.execute(update(table).where(table.c.id == SUBJECT[kind]).values({column: b"\x00\xff"}))


def fresh_shelf() -> None:
    """Forget what was read from the shelf."""
    for kept in (list_journal._book, event_plan.room_of, event_plan.book_of):
        kept.cache_clear()


def no_rulebook(floor: Whole, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of its rules is no longer on the shelf, and the record is from before rulebooks were kept in it."""
    gone = {TABLE: "three-card-poker", TOURNAMENT: event_plan.BOOK}.get(kind, "poker")
    versions = library._versions

    def without(name: str, game: str, shelf: Any) -> Any:
        if game == gone:
            raise NotFound(f"no rulebook of {game!r} at {name}")
        return versions(name, game, shelf)

    monkeypatch.setattr(library, "_versions", without)
    fresh_shelf()


def failing_game(floor: Whole, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug: what plays it raises."""

    def fails(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the ace of spades")

    owner: Any = {TABLE: game_class("three-card-poker"), POKER_TABLE: Game, LISTS: Lists, TOURNAMENT: PokerTournament}
    monkeypatch.setattr(owner[kind], {TABLE: "round", TOURNAMENT: "do"}.get(kind, "apply"), fails)


Harm = Callable[[Whole, str, pytest.MonkeyPatch], None]
HARMS: dict[str, Harm] = {
    "changed-byte": changed_byte,
    "changed-row": changed_row,
    "no-rulebook": no_rulebook,
    "failing-game": failing_game,
}
