"""The facts of a tournament's hand for the promotions, from its journal: a table's last one, or one by its number."""

import asyncio
import copy

from sqlalchemy import Connection

from croupier.house.people.gaming_day import local_date
from croupier.house.poker_room.room import PokerRoom
from croupier.house.promotions.rules import HandFacts
from croupier.house.promotions.table_hands import facts_of, of_room
from croupier.house.record import journals
from croupier.house.record.errors import NotFound, Stale
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.state import Felt
from croupier.house.tournaments.poker.store import Event
from croupier.poker.seats import Seat


async def called(room: PokerRoom, table: str, hand: int = 0) -> tuple[str, HandFacts]:
    """The property and the facts of a finished hand: of a cash table by its name, of a tournament's as `EVENT/3`."""
    name, _, number = table.partition("/")
    if not number:
        return await of_room(room, name, hand)
    if not number.isdecimal():
        raise NotFound(f"{table} is no table of a tournament.", "It is named as EVENT/3.")
    return await of_tournament(room, name, int(number), hand)


async def of_tournament(room: PokerRoom, name: str, number: int, hand: int = 0) -> tuple[str, HandFacts]:
    """The same of a tournament's table."""

    def read() -> tuple[Event, HandFacts | None]:
        with room.house.storage.reading() as conn:
            event = store.get(conn, name)
            return event, hand_of(conn, event, number, hand)

    event, facts = await asyncio.to_thread(read)
    if facts is None and hand:
        words = f"Hand {hand:,} of table {number} of {name} is not on record, or is not over."
        raise NotFound(words, "Hands of a table are numbered from 1.")
    if facts is None:
        words = f"Table {number} of {name} has no finished hand."
        raise Stale(words, "It is called when all hands are tabled or mucked.")
    return event.property, facts


def hand_of(conn: Connection, event: Event, number: int, only: int = 0) -> HandFacts | None:
    """A finished hand of a tournament's table: by its number, or the last one that nothing was dealt after.

    Who was dealt in is who sat there then: who lost his last chips has left his seat when the hand is over.
    """
    decks = store.Decks()
    done = [decks.find(conn, act) for act in _acts(conn, event.id)]
    undone = {n for act in done if isinstance(act, acts.Undo) for n in act.acts}
    game = PokerTournament(event.plan, dict(event.options), store.books(conn, event.id))
    found: dict[int, HandFacts] = {}
    felt: Felt | None = None
    began, dealt = (0, 0), dict[int, Seat]()
    for place, act in enumerate(done, 1):
        here = getattr(act, "table", 0) == number and place not in undone
        deals = here and isinstance(act, acts.Deal)
        sat = {n: copy.copy(seat) for n, seat in game.felt(number).table.seats.items()} if deals else {}
        game.follow([act], undone & {place})
        if not here:
            continue
        if deals:
            if felt is not game.felt(number):
                found.clear()  # the table of before was broken: another bears its number
            felt, began = game.felt(number), (place, act.at_us)
            dealt = {n: sat[n] for n in felt.table.order}
        if felt is None or felt.redeal:
            continue
        hand = felt.table.hands
        if felt.hand is not None:
            found.pop(hand, None)
        elif hand not in found or isinstance(act, acts.Declare):  # a ruling may change what it paid
            played = dict.fromkeys((seat.name for seat in dealt.values()), 1)  # dealt in from their first hand on
            found[hand] = facts_of(
                felt.table,
                f"{event.id}/{number}",
                f"{event.id}/{number}/{began[0]}",
                local_date(conn, began[1]),
                began[1],
                act.at_us,
                played,
                event.id,
                {**felt.table.seats, **dealt},
            )
    if only:
        return found.get(only)
    return found[max(found)] if found and felt is not None and felt.hand is None else None


def dealt_on_record(conn: Connection, event: Event, table: str) -> bool:
    """Whether the hands of a tournament's table, as somebody names it, are on record."""
    if not event.plan.live:
        return True  # dealt by a machine, all of them are
    named = table.rpartition("/")[2].casefold().removeprefix("table").strip()
    return any(isinstance(act, acts.Deal) and str(act.table) == named for act in _acts(conn, event.id))


def _acts(conn: Connection, name: str) -> list[acts.Any]:
    """As they are written: decks lie in the vault."""
    return [store.decode(one.payload).act for one in journals.entries(conn, store.journal_of(name))]
