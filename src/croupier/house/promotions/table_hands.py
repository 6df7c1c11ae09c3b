"""The facts of a hand for the promotions, read from its table: who was dealt in, showed, folded, won; and when."""

import asyncio
import copy
import datetime
from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection

from croupier.house.people.gaming_day import local_date
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.live import follow, from_checkpoint
from croupier.house.promotions.rules import HandFacts, Seat
from croupier.house.record import journals, kept_books
from croupier.house.record.errors import NotFound, Stale
from croupier.poker.hand import Hand
from croupier.poker.records import Awarded
from croupier.poker.seats import NEW
from croupier.poker.seats import Seat as AtTable
from croupier.poker.table import Table

RULED = (room_acts.Declare, room_acts.Override)  # may change what a hand that is over has paid


def facts_of(
    table: Table,
    name: str,
    number: str,
    day: datetime.date,
    began_us: int,
    tabled_us: int,
    hands_before: Mapping[str, int],
    tournament: str = "",
    seats: Mapping[int, AtTable] | None = None,
) -> HandFacts:
    """The last hand of a poker table. Only cards that were tabled count: the others nobody has seen."""
    hand = table.hand
    if hand is None or not hand.over:
        raise Stale("The hand is not over.", "It is called when all hands are tabled or mucked.")
    told = tuple(
        _seat(hand, seat, table.order.index(n) if n in table.order else -1, hands_before.get(seat.name, 0))
        for n, seat in sorted((table.seats if seats is None else seats).items())
    )
    return HandFacts(
        table=name,
        hand=number,
        game=table.form.key,
        day=day,
        pot=sum(hand.won) + hand.collected,
        board=tuple(hand.board) if hand.runs == 1 else (),
        seats=told,
        began_us=began_us,
        tabled_us=tabled_us,
        tournament=tournament,
    )


def _seat(hand: Hand, seat: AtTable, place: int, before: int) -> Seat:
    dealt = place >= 0
    tabled = dealt and hand.shown[place] and min(hand.hole[place], default=-1) >= 0
    return Seat(
        name=seat.name,
        cards=tuple(hand.hole[place]) if tabled else (),
        dealt=dealt,
        folded=dealt and not hand.alive[place],
        won=hand.won[place] if dealt else 0,
        hands_before=before,
        missed_blind=bool(seat.missed),
    )


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand of a cash table, as its journal has it."""

    number: int
    facts: HandFacts
    main_pot: tuple[str, ...]  # who won the main pot, or shares of it


async def of_room(room: PokerRoom, table_id: str, hand: int = 0) -> tuple[str, HandFacts]:
    """The property and the facts of a finished hand of a cash table: the last one, or an earlier one of this opening by
    its number, from the record."""
    table = room.floor_table(table_id)

    def read() -> Past | None:
        with room.house.storage.reading() as conn:
            found = journals.of_table(conn, table_id)[:1]
            past = [one for about in found for one in hands_of(conn, table_id, about.id, hand)]
        return past[-1] if past else None

    past = await asyncio.to_thread(read)
    if past is None and hand:
        raise NotFound(f"Hand {hand:,} of {table_id} is not on record, or is not over.", "Hands are numbered from 1.")
    if past is None:
        raise Stale(f"Table {table_id} has no finished hand.", "It is called when all hands are tabled or mucked.")
    return table.property, past.facts


def hands_of(conn: Connection, table_id: str, journal: str, only: int = 0, since_us: int | None = None) -> list[Past]:
    """Finished hands of a journal in their order: one by its number, those dealt from a moment on, or else the last."""
    books = kept_books.of_journal(conn, journal)
    start, game = from_checkpoint(conn, journal, books)
    if game and ((only and game.table.hands >= only) or (since_us is not None and game.rested_us >= since_us)):
        start, game = 0, None
    found: dict[int, Past] = {}
    began = (0, 0)
    dealt: dict[int, AtTable] = {}
    # Who was dealt in since he sat down; before a checkpoint, whoever is no newcomer there.
    played = {(s.name, game.since.get(s.name)) for s in game.table.seats.values() if s.status != NEW} if game else set()
    before: dict[str, int] = {}
    for stored in journals.entries(conn, journal, after=start):
        if stored.kind != room_acts.KIND:
            raise NotFound(f"{journal} is no journal of a poker table.")
        entry = room_acts.decode(stored.payload)
        game = follow(game, entry, lambda commitment: journals.sealed(conn, commitment)[1], books)
        if isinstance(entry.act, room_acts.Deal):
            began, seats = (stored.number, stored.at_us), game.table.seats
            dealt = {number: copy.copy(seats[number]) for number in game.table.order}
            before = {name: int((name, sat) in played) for name, sat in game.since.items()}
            played |= {(seat.name, game.since.get(seat.name)) for seat in dealt.values()}
        if game.playing or not dealt:
            found.pop(game.table.hands, None)  # not over yet, or taken back
        elif not game.redeal and (game.table.hands not in found or isinstance(entry.act, RULED)):
            today = local_date(conn, began[1])
            found[game.table.hands] = _past(game, table_id, f"{journal}/{began[0]}", today, began[1], dealt, before)
    past = [one for number, one in sorted(found.items()) if not only or number == only]
    if since_us is not None:
        return [one for one in past if one.facts.began_us >= since_us]
    return past[-1:] if not game or not game.playing or only else []


def _past(
    game: Game,
    table_id: str,
    number: str,
    day: datetime.date,
    began_us: int,
    dealt: Mapping[int, AtTable],
    before: Mapping[str, int],
) -> Past:
    """A hand the moment it is over. Who was dealt in is who sat there then: a seat may have changed hands since."""
    table, hand = game.table, game.table.hand
    assert hand is not None
    seats = {**table.seats, **dealt}
    facts = facts_of(table, table_id, number, day, began_us, game.rested_us, before, seats=seats)
    won = (table.order[one.player] for one in hand.records if isinstance(one, Awarded) and not one.pot)
    return Past(number=table.hands, facts=facts, main_pot=tuple(dict.fromkeys(seats[number].name for number in won)))


async def seated(room: PokerRoom, table_id: str) -> tuple[str, ...]:
    """Who sits at a cash table."""
    game = (await room.table(table_id)).game
    return tuple(seat.name for _, seat in sorted(game.table.seats.items()))
