"""A poker tournament as one server holds it: its acts played again from the record, its units written, told of."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.house.record import journals
from croupier.house.record.aggregate import Book, Unit
from croupier.house.record.desk import Desk
from croupier.house.record.errors import Broken
from croupier.house.record.faults import TOURNAMENT, OutOfOrder
from croupier.house.record.journals import Stored
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.director import Director
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.state import CANCELLED, OVER
from croupier.house.tournaments.poker.store import Event


class Live:
    """A tournament as this server holds it: its row, and the game that its journal leads to."""

    def __init__(self, desk: Desk, event: Event, game: PokerTournament) -> None:
        self.event, self.game, self.decks = event, game, store.Decks()
        self.director = Director(game, desk.sources.entropy, desk.sources.now_us)


class Done(msgspec.Struct, frozen=True):
    """Where the tournament stands after an act."""

    tournament: str
    acts: int
    state: str


Made = Callable[[Live], Iterator[acts.Any]]  # the acts that somebody asks for, as the tournament stands


class EventUnit(Unit, kw_only=True):
    """What acts of a tournament write."""

    work: Callable[[Tx], Any]


class EventBook(Book[Live, EventUnit]):
    """How one poker tournament is read, written and told of."""

    kind = TOURNAMENT

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__(name)
        self._desk = desk

    def load(self, was: Live | None) -> Live:
        faults = self._desk.faults
        with self._desk.storage.reading() as conn:
            event = store.get(conn, self.name)
            faults.check(TOURNAMENT, self.name)
            try:
                with faults.reading(TOURNAMENT, self.name, event.property):
                    if event.unread:
                        raise Broken(f"the plan of {event.id} can't be read")
                    return self._followed(conn, event, was)
            except OutOfOrder:
                if event.state in (OVER, CANCELLED):  # nobody has to do anything about it any more
                    faults.forget(TOURNAMENT, self.name)
                raise

    def behind(self, held: Live) -> bool:
        with self._desk.storage.reading() as conn:
            return journals.head(conn, store.journal_of(self.name)) != _head(held.event)

    def place(self, held: Live) -> str:
        return held.event.property

    def write(self, tx: Tx, held: Live, unit: EventUnit) -> Any:
        return unit.work(tx)

    def written(self, held: Live, units: Sequence[EventUnit]) -> None:
        tell(self._desk, self.name)

    def _followed(self, conn: Connection, event: Event, live: Live | None) -> Live:
        """Play the acts that this server has not seen, or all of them."""
        found: list[acts.Any] = []
        if live is None or live.event.acts >= event.acts:
            game = PokerTournament(event.plan, dict(event.options), store.books(conn, event.id))
            live = Live(self._desk, event, game)
        journal, after = store.journal_of(event.id), len(live.game.acts)
        decks = live.decks

        def take(one: Stored) -> None:
            found.append(decks.find(conn, store.decode(one.payload).act))

        journals.follow(conn, journal, after, _head(event), take)
        _play(live.game, event, found)
        live.event = event
        return live


def _head(event: Event) -> journals.Head:
    return journals.Head(event.acts, event.hash)


def _play(game: PokerTournament, event: Event, found: list[acts.Any]) -> None:
    """Acts from the record; of a whole journal those that were taken back are not played at all."""
    whole = not game.acts
    try:
        if whole:
            game.follow(found, {n for act in found if isinstance(act, acts.Undo) for n in act.acts})
            return
        for act in found:
            game.do(act)
    except Exception as error:
        words = f"act {len(game.acts) + 1} of {event.id} can't be played again: {type(error).__name__}"
        raise Broken(words) from error


def tell(desk: Desk, name: str) -> None:
    desk.hub.publish(News("floor", "tournament", data=name))
    desk.hub.publish(News(f"tournament:{name}", "moved"))
