"""Patrons' cards of rank: registered once, and compared with the card that is shown for the head of an initial list."""

import datetime

import msgspec
from sqlalchemy import Connection, delete, insert, select

from croupier.house.people.gaming_day import local_date
from croupier.house.people.patron_names import check_patron
from croupier.house.people.persons import People, Person
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.writer import Tx
from croupier.poker import Room

TEXT_MAX = 60


class ShownCard(msgspec.Struct, frozen=True):
    """What stands on a card that a patron shows."""

    number: str
    name: str
    expires: str  # the last day on which it holds, such as 2027-03-31


class Card(msgspec.Struct, frozen=True):
    """A card as it is registered; a companion's card is of the same rank as its owner's."""

    property: str
    patron: str
    tier: str
    number: str
    name: str
    expires: str
    companion: bool = False
    by: str = ""
    at_us: int = 0


class PatronCards:
    def __init__(self, people: People, sources: Sources) -> None:
        self._people, self._sources = people, sources

    def register(self, tx: Tx, by: Person, card: Card) -> Card:
        """Enter a card, or a new one in the place of the old."""
        self._people.require(tx, by.badge, "card.register", card.property)
        check_patron(card.patron)
        texts = (card.tier, card.number, card.name)
        if any(not text.strip() or len(text) > TEXT_MAX for text in texts):
            raise Refused("A card has a tier, a number and a name.", f"Each of at most {TEXT_MAX} letters.")
        _day(card.expires)
        table = schema.patron_card
        made = msgspec.structs.replace(card, by=by.badge, at_us=self._sources.now_us())
        key = (table.c.property == card.property, table.c.patron == card.patron)
        tx.conn.execute(delete(table).where(*key))
        tx.conn.execute(insert(table).values(**msgspec.structs.asdict(made)))
        self._people.log(tx, by.badge, "card.register", card.patron, "done", f"{card.tier} until {card.expires}")
        return made

    def find(self, conn: Connection, property_: str, patron: str) -> Card | None:
        table = schema.patron_card
        query = select(table).where(table.c.property == property_, table.c.patron == patron)
        row = conn.execute(query).one_or_none()
        return Card(**row._mapping) if row else None

    def check(self, conn: Connection, property_: str, patron: str, shown: ShownCard | None, room: Room) -> None:
        """Refuse the head of the list to whoever shows no card, another's, one that ran out or one of another rank."""
        tier, clause = room.value("list-first"), room.clause("list-first")
        if shown is None:
            raise Refused("His card is checked first.", "Key its number, its name and its last day.", clause)
        known = self.find(conn, property_, patron)
        if known is None:
            raise NotFound(f"No card of badge {patron} is registered.", "Register it first.", clause)
        pairs = (("number", known.number, shown.number), ("name", known.name, shown.name))
        differs = [what for what, one, other in pairs if _plain(one) != _plain(other)]
        differs += ["last day"] if _day(known.expires) != _day(shown.expires) else []
        if differs:
            words = f"The card that was shown differs from the registered one in its {' and '.join(differs)}."
            raise Refused(words, "He stands on the list as anybody.", clause)
        if _day(known.expires) < local_date(conn, self._sources.now_us()):
            raise Refused(f"The card ran out on {known.expires}.", "He stands on the list as anybody.", clause)
        if known.tier != tier:
            raise Refused(f"A {known.tier} card has no first place.", f"A {tier} card has.", clause)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise Refused(f"{text!r} is no day.", "Write it as 2027-03-31.") from None
