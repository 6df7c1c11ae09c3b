"""Any two texts side by side: versions of the shelf, of the house's own, and drafts for those who may read them."""

import csv
import io

import msgspec

from croupier.house.approvals.history import PLAYS
from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound
from croupier.house.studio.desk import READ
from croupier.rulebook import rulebook
from croupier.rulebook.faults import Fault
from croupier.rulebook.model import Rulebook
from croupier.web.books.view import Row, compare
from croupier.web.kit.context import Floor
from croupier.web.kit.odds_desk import Odd

DRAFT = "D-"  # how the names of drafts begin


class Text(msgspec.Struct, frozen=True):
    """One side: a book by the name that it was asked for by."""

    name: str
    book: Rulebook
    raw: bytes | None = None  # of a text that stands in no file

    @property
    def draft(self) -> bool:
        return self.name.startswith(DRAFT)


class Edges(msgspec.Struct, frozen=True):
    """One wager's house edge on both sides; empty: not offered there."""

    title: str
    note: str
    one: str
    other: str


def named(floor: Floor, who: Person | None, name: str) -> Text:
    """A text by its name: `property/game@date` of a version, `D-0001` of a draft."""
    with floor.house.storage.reading() as conn:
        if name.startswith(DRAFT):
            if who is None or not who.may(READ):
                raise NotFound(f"There is no rulebook {name}.", "Drafts are read by the staff.")
            draft = floor.studio.drafts.get(conn, name)
            try:
                return Text(name, draft.book(), draft.raw)
            except Fault as fault:
                raise NotFound(f"Draft {name} can't be read: {fault}.", "Settle its faults first.") from None
        place, _, day = name.partition("@")
        house, _, game = place.partition("/")
        book = floor.house.approvals.version(conn, house, game, day) if day else rulebook(house, game)
        return Text(name or book.key, book, floor.studio.text_of(conn, book))


def both(floor: Floor, who: Person | None, one: str, other: str) -> tuple[Text, Text]:
    """The older left; a draft stands right of what is in force."""
    first, second = sorted(
        (named(floor, who, one), named(floor, who, other)), key=lambda text: (text.draft, text.book.approved)
    )
    return first, second


def drafts(floor: Floor, who: Person | None) -> list[tuple[str, str]]:
    """(name, title) of the drafts that somebody may choose."""
    if who is None or not who.may(READ):
        return []
    with floor.house.storage.reading() as conn:
        found = floor.studio.drafts.everyone(conn)
    return [(d.id, f"{d.title} · draft {d.id}, revision {d.revision}") for d in found if floor.runs(d.property)]


def rows_of(one: Rulebook, other: Rulebook, players: bool) -> list[Row]:
    """Every statement of both; with `players` only what matters to them."""
    return [row for row in compare(one, other) if not players or row.section in PLAYS]


def edges(floor: Floor, one: Text, other: Text) -> list[Edges] | None:
    """The wagers of both with their edges; None while these are computed."""
    found = [floor.odds.look(text.book, text.raw) for text in (one, other)]
    if found[0] is None or found[1] is None:
        return None
    first, second = ({_key(odd): odd for odd in odds or ()} for odds in found)
    made = []
    for key in [*second, *(key for key in first if key not in second)]:
        rule = other.book.wagers.get(key[0]) or one.book.wagers.get(key[0])
        title = rule.title if rule else key[0].replace("-", " ").capitalize()
        note = " · ".join(part for part in (key[1] if key[1] != title else "", key[2]) if part)
        sides = [side[key].edge if key in side else "" for side in (first, second)]
        made.append(Edges(title, note, *sides))
    return made


def _key(odd: Odd) -> tuple[str, str, str]:
    return odd.wager, odd.table, odd.conditions


def as_csv(rows: list[Row]) -> str:
    """The statements as a table."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("topic", "rule", "one", "clause", "other", "clause", "difference"))
    for row in rows:
        said = (row.topic, row.name, row.one, row.one_clause, row.other, row.other_clause, row.mark)
        writer.writerow([f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell for cell in said])
    return out.getvalue()
