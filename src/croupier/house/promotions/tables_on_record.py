"""What the record knows of a promotion's tables, so that nobody states it otherwise: who plays where, whose hands are
dealt there, how long somebody has played, and what in the count room is a promotion's to allocate.

Tables that the record does not know (a draw on paper, another house's) are as whoever runs the promotion keys them.
"""

from collections.abc import Collection

from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.people.permissions import WORDS
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.poker_room.table import visits
from croupier.house.promotions import table_hands, tournament_hands
from croupier.house.promotions.rules import HandFacts
from croupier.house.promotions.store import Promotion
from croupier.house.record import accounts, journals
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.tables.life import CLOSING, OPEN, POKER, FloorTable
from croupier.house.tournaments.poker import store as events


def tables(house: PokerDesk, conn: Connection, made: Promotion) -> list[FloorTable]:
    """The poker tables of the record at which a promotion is played: those designated for it, or all of the room."""
    named = made.terms.tables
    there = house.tables.everyone(conn, made.property, poker=True)
    here = [t for t in there if (t.id in named or not named) and t.settings.demo == bool(made.terms.demo)]
    return [table for table in here if feeds(house, table)]


def feeds(house: PokerDesk, table: FloorTable | None) -> bool:
    """Whether the game of a table drops money for the funds, as one that they pay must; tables of tournaments, and
    those on paper, are not known here."""
    return table is None or table.game != POKER or house.posting(table).get("jackpot") is not False


def players(house: PokerDesk, conn: Connection, made: Promotion) -> dict[str, tuple[str, ...]]:
    """Who sits at each of these tables that is open."""
    now = house.sources.now_us()
    dealt = [table.id for table in tables(house, conn, made) if table.state in (OPEN, CLOSING)]
    found: dict[str, tuple[str, ...]] = dict.fromkeys(dealt, ())
    for visit in visits.within(conn, made.property, now, now + 1, tables=tuple(dealt)) if dealt else ():
        found[visit.table_id] += (visit.patron,)
    return found


def check_drawn(house: PokerDesk, conn: Connection, made: Promotion, named: Collection[str], clause: str) -> None:
    """Refuse a draw that leaves out a table at which somebody plays, or names one at which nobody does."""
    there = players(house, conn, made)
    for table, seated in there.items():
        if seated and table not in named:
            raise Refused(f"{table} plays and takes part too.", "Every table that plays is drawn of.", clause)
    empty = [table for table in named if table in there and not there[table]]
    if empty:
        raise Refused(f"Nobody plays at {', '.join(empty)}.", "Tables that play are drawn of.", clause)


def check_sitting(house: PokerDesk, conn: Connection, made: Promotion, named: Collection[str], clause: str) -> None:
    """Refuse to draw among others than those who sit at the promotion's tables."""
    there = players(house, conn, made)
    if not there:
        return
    sitting = {name for seated in there.values() for name in seated}
    other, missing = sorted(set(named) - sitting), sorted(sitting - set(named))
    if other:
        raise Refused(f"{', '.join(other)} sits at none of its tables.", "Players who sit there are drawn of.", clause)
    if missing:
        words = f"{len(missing)} of those who sit there are not named."
        raise Refused(words, "Every player who sits there takes part.", clause)


def pot_winners(
    house: PokerDesk, conn: Connection, table_id: str, patron: str, since_us: int, clause: str
) -> tuple[str, ...]:
    """Who won the pot of the next hand that was dealt at a drawn table: as its record has it, or, at a table that the
    record does not know, the patron who is named."""
    table = house.tables.find(conn, table_id)
    recorded = table is not None and table.game == POKER
    check_paid(house, conn, patron, known=not recorded)
    if not recorded:
        return (patron,)
    past = [
        one
        for about in reversed(journals.of_table(conn, table_id))
        if about.closed_us is None or about.closed_us >= since_us
        for one in table_hands.hands_of(conn, table_id, about.id, since_us=since_us)
    ]
    if not past:
        raise Stale(f"No hand was played at {table_id} since it was drawn.", "Its next pot is won first.", clause)
    if patron not in past[0].main_pot:
        words = f"{patron} did not win the pot of hand {past[0].number:,} at {table_id}."
        raise Refused(words, "The amount is on top of the next hand's main pot.", clause)
    return past[0].main_pot


def check_keyed(house: PokerDesk, conn: Connection, hand: HandFacts) -> None:
    """Refuse a hand that can't have been, and one keyed beside the record: of a table whose hands are on it, or of a
    time that has not come."""
    cards = [*hand.board, *(card for seat in hand.seats for card in seat.cards)]
    if len(set(cards)) != len(cards):
        raise Refused("A card is there twice.", "Every card of the deck once.")
    if len({seat.name for seat in hand.seats}) != len(hand.seats):
        raise Refused("A player is there twice.", "Every player once.")
    if not hand.table or not hand.hand:
        raise Refused("The hand has no table or no number.", "Both are keyed: it is claimed once.")
    if _dealt_on_record(house, conn, hand):
        words = f"The hands of {hand.table} are on record."
        raise Refused(words, "Call it from its table, by its number if it is not the last one.")
    now = house.sources.now_us()
    if max(hand.began_us, hand.tabled_us) > now:
        raise Refused("The hand is of a time that has not come.", "Key when it began and when it was tabled.")
    if hand.tabled_us and hand.began_us > hand.tabled_us:
        raise Refused("The hand was tabled before it began.", "Key both times as surveillance has them.")


def _dealt_on_record(house: PokerDesk, conn: Connection, hand: HandFacts) -> bool:
    if not hand.tournament:
        table = house.tables.find(conn, hand.table)
        return table is not None and table.game == POKER
    try:
        event = events.get(conn, hand.tournament)
    except NotFound:
        return False
    return tournament_hands.dealt_on_record(conn, event, hand.table)


def check_minutes(house: PokerDesk, conn: Connection, made: Promotion, total: int, clause: str) -> None:
    """Refuse hours keyed where visits are on record, and more than there have been since the promotion began."""
    known = {table.id for table in tables(house, conn, made)}
    if known and known >= set(made.terms.tables):
        raise Refused("The visits at its tables are on record.", "Count the hours from them.", clause)
    now, terms = house.sources.now_us(), made.terms
    most = max(0, min(terms.to_us or now, now) - (terms.from_us or made.changed_us)) // MINUTE_US
    if total > most:
        raise Refused(f"{total} minutes are more than have passed.", f"{most} at most.", clause)


def check_time(made: Promotion, now_us: int, clause: str) -> None:
    """Refuse what is drawn outside the time that is posted."""
    terms = made.terms
    if (terms.from_us and now_us < terms.from_us) or (terms.to_us and now_us >= terms.to_us):
        raise Stale(f"{made.id} is drawn within the time that is posted.", "That has not begun, or is over.", clause)


def check_paid(house: PokerDesk, conn: Connection, badge: str, *, known: bool = True) -> None:
    """Refuse to let anybody but a patron win; who has no badge is one, where `known` does not ask for a badge."""
    try:
        person = house.people.get(conn, badge)
    except NotFound:
        if known:
            raise
        return
    if person.role != "player":
        raise Refused(f"Badge {badge} is {WORDS[person.role]}.", "Promotions are for patrons.")


def check_counted(house: PokerDesk, conn: Connection, property_: str, cents: int) -> None:
    """Refuse to allocate what lies in the count room for a drop that is not counted yet."""
    room, waiting = accounts.count_room(property_), 0
    for slip in house.documents.find(conn, kind="drop", property_=property_, unfinished=True, limit=None):
        for group in house.ledger.groups(conn, document=slip.id):
            waiting += sum(part for name, part in group.lines if name == room)
    free = house.ledger.balance(conn, room) - waiting
    if waiting and cents > free:
        words = f"{money(waiting)} in the count room are of drop boxes that are not counted yet."
        raise Refused(words, f"{money(max(0, free))} can be allocated.")
