"""The lists of a room as one server holds them: read from their journal, written act by act, told of."""

from collections.abc import Callable, Sequence

from croupier.house.poker_room.lists import journal as list_journal
from croupier.house.poker_room.lists.journal import Kept
from croupier.house.record import journals
from croupier.house.record.aggregate import Book, Keeper, Unit
from croupier.house.record.desk import Desk
from croupier.house.record.faults import LISTS
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx


class ListUnit(Unit, kw_only=True):
    """What an act on the lists writes; the number of its entry is its answer."""

    work: Callable[[Tx], int]


class Held(Keeper[Kept, ListUnit]):
    """The lists of one property as this server holds them."""

    @property
    def property(self) -> str:
        return self.book.name


class ListBook(Book[Kept, ListUnit]):
    """How the lists of one property are read, written and told of."""

    kind = LISTS

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__(name)
        self._desk = desk

    def load(self, was: Kept | None) -> Kept:
        faults = self._desk.faults
        faults.check(LISTS, self.name)
        with self._desk.storage.reading() as conn, faults.reading(LISTS, self.name, self.name):
            return list_journal.read(conn, self.name)

    def behind(self, held: Kept) -> bool:
        """Whoever keeps a patron away writes to the lists too, without their keeper."""
        with self._desk.storage.reading() as conn:
            now = list_journal.journal_of(conn, self.name)
            return (held.journal, held.head.number) != (now, journals.number_of(conn, now))

    def place(self, held: Kept) -> str:
        return self.name

    def write(self, tx: Tx, held: Kept, unit: ListUnit) -> int:
        return unit.work(tx)

    def written(self, held: Kept, units: Sequence[ListUnit]) -> None:
        tell(self._desk, self.name, held)


def tell(desk: Desk, property_: str, kept: Kept | None) -> None:
    """Whoever looks at one room, and whoever looks at all."""
    for place in (property_, ""):
        desk.hub.publish(News(f"room:{place}", "list", kept.head.number if kept else 0))
