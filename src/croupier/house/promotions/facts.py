"""The facts of a hand for the promotions, read from its table: who was dealt in, showed, folded, won; and when."""

import datetime
from collections.abc import Mapping

from sqlalchemy import Connection

from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.promotions.rules import HandFacts, Seat
from croupier.house.record import journals
from croupier.house.record.clock import day_of
from croupier.house.record.errors import Stale
from croupier.house.tournaments.poker.acts import Deal
from croupier.house.tournaments.poker.keeper import Live
from croupier.poker.hand import Hand
from croupier.poker.seats import Seat as AtTable
from croupier.poker.table import Table

LOOK_BACK = 2_000  # entries of a journal within which the last deal is looked for


def facts_of(
    table: Table,
    name: str,
    number: str,
    day: datetime.date,
    began_us: int,
    tabled_us: int,
    hands_before: Mapping[str, int],
    tournament: str = "",
) -> HandFacts:
    """The last hand of a poker table. Only cards that were tabled count: the others nobody has seen."""
    hand = table.hand
    if hand is None or not hand.over:
        raise Stale("The hand is not over.", "It is called when all hands are tabled or mucked.")
    seats = tuple(
        _seat(hand, seat, table.order.index(n) if n in table.order else -1, hands_before.get(seat.name, 0))
        for n, seat in sorted(table.seats.items())
    )
    return HandFacts(
        table=name,
        hand=number,
        game=table.form.key,
        day=day,
        pot=sum(hand.won) + hand.collected,
        board=tuple(hand.board) if hand.runs == 1 else (),
        seats=seats,
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


def of_event(live: Live, number: int) -> HandFacts:
    """The facts of the last hand of a tournament's table."""
    game, felt = live.game, live.game.felt(number)
    began = next((act.at_us for act in reversed(game.acts) if isinstance(act, Deal) and act.table == number), 0)
    before = dict.fromkeys(felt.names(), 1)  # everybody is dealt in from his first hand on
    hand = f"{live.event.id}/{number}/{felt.table.hands}"
    ended = game.acts[-1].at_us
    return facts_of(felt.table, f"table {number}", hand, day_of(began), began, ended, before, live.event.id)


async def of_room(room: PokerRoom, table_id: str) -> tuple[str, HandFacts]:
    """The property and the facts of the last hand of a cash table."""
    live = await room.table(table_id)
    game = live.game
    if game.playing or game.redeal or game.table.hand is None:
        raise Stale(f"Table {table_id} has no finished hand.", "It is called when all hands are tabled or mucked.")
    with room.house.storage.reading() as conn:
        entry, began = _last_deal(conn, live.pages.journal_id, live.number)
    before = {patron: int(since < began) for patron, since in game.since.items()}
    number = f"{live.pages.journal_id}/{entry}"
    facts = facts_of(game.table, table_id, number, day_of(began), began, game.rested_us, before)
    return live.table.property, facts


def _last_deal(conn: Connection, journal_id: str, last: int) -> tuple[int, int]:
    """The entry that began the hand (the green button), and when."""
    found = (0, 0)
    for stored in journals.entries(conn, journal_id, max(0, last - LOOK_BACK), last):
        if isinstance(room_acts.decode(stored.payload).act, room_acts.Deal):
            found = (stored.number, stored.at_us)
    if not found[0]:
        raise Stale("The hand is too long ago.", "It is keyed by its dealer.")
    return found


async def seated(room: PokerRoom, table_id: str) -> tuple[str, ...]:
    """Who sits at a cash table."""
    game = (await room.table(table_id)).game
    return tuple(seat.name for _, seat in sorted(game.table.seats.items()))
