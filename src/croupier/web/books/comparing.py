"""Any two texts side by side: versions of the shelf, of the house's own, and drafts for those who may read them."""

import csv
import io
import re
from collections import Counter

import msgspec
from markupsafe import Markup

from croupier.house.approvals.history import PLAYS
from croupier.house.people.persons import Person
from croupier.house.record import kept_books
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import NotFound
from croupier.house.studio.desk import READ
from croupier.rulebook import rulebook, rulebooks
from croupier.rulebook.faults import Fault
from croupier.rulebook.model import Rulebook
from croupier.web.books.blocks import Block, sentence
from croupier.web.books.view import Row, compare
from croupier.web.draw.edge_bars import edge_bars, percent
from croupier.web.kit.context import Floor
from croupier.web.kit.long_work.odds_desk import Odd

DRAFT = "D-"  # how the names of drafts begin
DIGEST_MIN = 16
SIDES = ("older", "newer")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Text(msgspec.Struct, frozen=True):
    """One side: a book by the name that it was asked for by."""

    name: str
    book: Rulebook
    raw: bytes | None = None  # of a text that stands in no file
    written: bool = False  # in this house's studio: its sentences are the rules themselves
    faults: int = 0  # of a draft: nothing is paid by it before they are settled

    @property
    def draft(self) -> bool:
        return self.name.startswith(DRAFT)


class Edges(msgspec.Struct, frozen=True):
    """One wager's house edge on both sides; empty: not offered there. `glance` is both as people compare them."""

    title: str
    note: str
    one: str
    other: str
    bars: Markup = Markup()
    glance: tuple[str, str] = ("", "")


def named(floor: Floor, who: Person | None, name: str) -> Text:
    """A text by its name: `property/game@date` of a version, `D-0001` of a draft."""
    with floor.house.storage.reading() as conn:
        if name.startswith(DRAFT):
            if who is None or not who.may(READ):
                raise NotFound(f"There is no rulebook {name}.", "Drafts are read by the staff.")
            draft = floor.studio.drafts.get(conn, name)
            try:
                return Text(name, draft.book(), draft.raw, True, len(floor.studio.faults(draft)))
            except Fault as fault:
                raise NotFound(f"Draft {name} can't be read: {fault}.", "Settle its faults first.") from None
        place, _, version = name.partition("@")
        house, _, game = place.partition("/")
        if not version:
            book, written = rulebook(house, game), False
        elif _DAY.fullmatch(version):
            book = floor.house.approvals.version(conn, house, game, version)
            written = kept_books.text_of(conn, book.digest) is not None
        else:
            book, written = _submitted(floor, conn, who, name, version), True
        return Text(name or book.key, book, floor.studio.text_of(conn, book), written)


def _submitted(floor: Floor, conn: Reading, who: Person | None, name: str, digest: str) -> Rulebook:
    """A text that this house has submitted, by the digest that its approval's page has in its address."""
    for case in floor.house.approvals.cases(conn):
        if (
            case.written
            and len(digest) >= DIGEST_MIN
            and case.version.startswith(digest)
            and name.startswith(f"{case.property}/{case.game}@")
        ):
            if who is None or not who.may("table.watch"):
                break
            return kept_books.from_record(conn, case.version)
    raise NotFound(f"There is no rulebook {name}.", "Look at the list of rulebooks.")


def both(floor: Floor, who: Person | None, one: str, other: str) -> tuple[Text, Text]:
    """The older left; a draft stands right of what is in force. Who names one text sees it beside the one before."""
    given = named(floor, who, one or other or _latest_change(floor))
    beside = named(floor, who, other) if one and other else _one_before(floor, who, given)
    first, second = sorted((given, beside), key=lambda text: (text.draft, text.book.approved))
    return first, second


def _shelf(floor: Floor) -> list[Rulebook]:
    """What this house shows, the oldest first."""
    return sorted((book for book in rulebooks() if floor.runs(book.property)), key=lambda book: book.approved)


def _latest_change(floor: Floor) -> str:
    """The newest text of a game that had another one before."""
    books = _shelf(floor)
    games = Counter((book.property, book.game) for book in books)
    again = [book for book in books if games[book.property, book.game] > 1]
    if not books:
        raise NotFound("There is no rulebook to compare.", "Look at the list of rulebooks.")
    return (again or books)[-1].key


def _one_before(floor: Floor, who: Person | None, given: Text) -> Text:
    """The text that its house had before; else the same game, at this house later or at another."""
    book = given.book
    rest = [other for other in _shelf(floor) if other.plays == book.plays and other.key != given.name]
    own = [other for other in rest if (other.property, other.game) == (book.property, book.game)]
    earlier = [other for other in own if given.draft or other.approved < book.approved]
    found = earlier[-1:] or own[:1] or rest[-1:]
    if not found:
        raise NotFound(f"There is nothing to compare {given.name} with.", "It is the only text of its game.")
    return named(floor, who, found[0].key)


def drafts(floor: Floor, who: Person | None) -> list[tuple[str, str]]:
    """(name, title) of the drafts that somebody may choose."""
    if who is None or not who.may(READ):
        return []
    with floor.house.storage.reading() as conn:
        found = floor.studio.drafts.everyone(conn)
    return [(d.id, f"{d.title} · draft {d.id}, revision {d.revision}") for d in found if floor.runs(d.property)]


def rows_of(one: Text, other: Text, players: bool) -> list[Row]:
    """Every statement of both; with `players` only what matters to them.

    Two documents that we read say the same in other words; a text that was written in the studio is its words, and
    another sentence is a change."""
    found = [row for row in compare(one.book, other.book) if not players or row.section in PLAYS]
    if not other.written or (one.book.property, one.book.game) != (other.book.property, other.book.game):
        return found
    return [row if row.mark else _reworded(row, one.book, other.book) for row in found]


def _reworded(row: Row, one: Rulebook, other: Rulebook) -> Row:
    was, now = sentence(one, row), sentence(other, row)
    return row if was == now else msgspec.structs.replace(row, one=was, other=now, mark="changed")


class Shares(msgspec.Struct, frozen=True):
    """What one pay row gives back of the wager on both sides."""

    title: str
    one: str
    other: str


def shares(floor: Floor, one: Text, other: Text, blocks: list[Block]) -> list[Shares]:
    """The rows that differ, each with the share of the wager that it gives back; none while that is computed, none of
    a draft with a fault."""
    if one.faults or other.faults:
        return []
    sides = [{(r.wager, r.outcome): r.back for r in reversed(floor.odds.rows(t.book))} for t in (one, other)]
    made = []
    for block in blocks:
        for row in block.rows:
            key = block.one.value, row.key.partition(": ")[2]
            found = [side.get(key) for side in sides]
            if found != [None, None]:
                told = ["–" if share is None else percent(share) for share in found]
                made.append(Shares(f"{block.title.rpartition(',')[0]}: {row.name.lower()}", *told))
    return made


def edges(floor: Floor, one: Text, other: Text) -> list[Edges] | None:
    """The wagers of both with their edges; None while these are computed, none of a draft with a fault."""
    if one.faults or other.faults:
        return []
    found = [floor.odds.look(text.book, text.raw) for text in (one, other)]
    if found[0] is None or found[1] is None:
        return None
    first, second = ({_key(odd): odd for odd in odds or ()} for odds in found)
    every = [_edge(odd) for odd in (*first.values(), *second.values()) if not odd.part]
    scale = max([abs(edge) for edge in every if edge is not None] or [0.1])
    made = []
    for key in [*second, *(key for key in first if key not in second)]:
        rule = other.book.wagers.get(key[0]) or one.book.wagers.get(key[0])
        title = rule.title if rule else key[0].replace("-", " ").capitalize()
        note = " · ".join(part for part in (key[1] if key[1] != title else "", key[2]) if part)
        was, now = first.get(key), second.get(key)
        bars = edge_bars(_edge(was), _edge(now), scale, SIDES)
        both = was.edge if was else "", now.edge if now else ""
        brief = was.brief if was else "", now.brief if now else ""
        # Two figures that are the same to two places and differ are told to four.
        made.append(Edges(title, note, *both, bars, both if brief[0] == brief[1] and both[0] != both[1] else brief))
    return made


def _edge(odd: Odd | None) -> float | None:
    return odd.figures[0] if odd is not None and odd.figures else None


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
