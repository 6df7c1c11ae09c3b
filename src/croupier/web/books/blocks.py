"""Two texts as blocks, one a clause: what pays first, then the order of a rulebook, with the sentences of both."""

import re
from collections.abc import Iterable

import msgspec

from croupier.rulebook.model import Cited, Rulebook
from croupier.web.books.view import TOPICS, Row

PAYS = "pay-tables"
FIRST = "What pays"
VALUED = ("wagers", "rules", "options", "payout-limits", "exclusions")  # whose value stands beside their sentence
NUMBERED = re.compile(r" \((\d+)\)$")  # of several pay tables of one wager
ORDINALS = {"2": "second", "3": "third", "4": "fourth", "5": "fifth", "6": "sixth"}
BARE = ("stated", "part of the round")  # values that say nothing but that there is a sentence


class Side(msgspec.Struct, frozen=True):
    """What one text says: its sentence, the value in words, where it stands."""

    says: str = ""
    value: str = ""
    clause: str = ""
    line: int = 0

    @property
    def empty(self) -> bool:
        return not self.says and not self.value


class Block(msgspec.Struct, frozen=True):
    """One clause of both texts; a pay table has rows, everything else two sides."""

    id: str
    group: str
    title: str
    mark: str  # "", changed, added, removed
    one: Side
    other: Side
    rows: tuple[Row, ...] = ()
    same: tuple[Row, ...] = ()  # rows that both texts have

    @property
    def clause(self) -> str:
        return self.other.clause or self.one.clause

    @property
    def where(self) -> str:
        """The lines of both documents."""
        was, now = self.one.line, self.other.line
        if was and now and was != now:
            return f"line {was} → line {now}"
        return f"line {was or now}" if was or now else ""


def blocks_of(one: Rulebook, other: Rulebook, rows: Iterable[Row]) -> list[Block]:
    """Every statement in its block."""
    pays: dict[str, list[Row]] = {}
    made: list[Block] = []
    for row in rows:
        if row.section == PAYS:
            pays.setdefault(row.topic, []).append(row)
        else:
            made.append(_statement(one, other, row))
    tables = [_table(one, other, topic, found) for topic, found in pays.items()]
    return [
        msgspec.structs.replace(block, id=f"change-{number}") for number, block in enumerate((*tables, *made), start=1)
    ]


def _table(one: Rulebook, other: Rulebook, topic: str, rows: list[Row]) -> Block:
    marks = {row.mark for row in rows}
    mark = "" if marks == {""} else marks.pop() if len(marks) == 1 else "changed"
    first = rows[0]
    wager = first.key.partition(":")[0].partition(" ")[0]
    one_side = Side(value=wager, clause=first.one_clause, line=_table_line(one, wager))
    other_side = Side(value=wager, clause=first.other_clause, line=_table_line(other, wager))
    title = NUMBERED.sub(lambda found: f", {ORDINALS.get(found[1], found[1])}", topic.partition(": ")[2] or topic)
    kept = tuple(row for row in rows if not row.mark)
    differing = tuple(row for row in rows if row.mark)
    called = f"{title}{' pay table' if ', ' in title else ', pay table'}"
    return Block("", FIRST, called, mark, one_side, other_side, differing, kept)


def _table_line(book: Rulebook, wager: str) -> int:
    rule = book.wagers.get(wager)
    return rule.pay_tables[0].line if rule and rule.pay_tables else rule.line if rule else 0


def _statement(one: Rulebook, other: Rulebook, row: Row) -> Block:
    says = (sentence(one, row), sentence(other, row))
    valued = row.section in VALUED or says[0] == says[1] or row.mark == "changed"
    was = _side(valued, says[0], row.one, row.one_clause, cited(one, row))
    now = _side(valued, says[1], row.other, row.other_clause, cited(other, row))
    title = row.name if ": " not in row.topic else f"{row.topic.partition(': ')[2]}: {row.name.lower()}"
    return Block("", TOPICS[row.section], title, row.mark, was, now)


def _side(valued: bool, says: str, value: str, clause: str, entry: Cited | None) -> Side:
    """A sentence, and below it the value where it says more: numbers always, a remedy where it is what changed."""
    if not value:
        return Side(clause=clause)
    shown = value if valued or not says else ""
    shown = "" if says and (shown in BARE or shown == says) else shown
    return Side(says, shown, clause, entry.line if entry else 0)


def sentence(book: Rulebook, row: Row) -> str:
    """What a book says in its own sentence where a statement is the whole of an entry."""
    entry = cited(book, row)
    return entry.says if entry is not None and ":" not in row.key else ""


def cited(book: Rulebook, row: Row) -> Cited | None:
    """The entry that a statement comes from."""
    name = row.key.partition(":")[0]
    match row.section:
        case "wagers":
            return book.wagers.get(name)
        case "rules" | "options":
            return book.settings.get(name)
        case "stages":
            return book.stages.get(name)
        case "procedures":
            return next((entry for entry in book.procedures if entry.name == name), None)
        case "payout-limits":
            return next((entry for entry in book.payout_limits if entry.name == name), None)
        case "exclusions":
            return next((entry for entry in book.exclusions if " with ".join(entry.together) == name), None)
        case _:
            when, _, number = name.partition(" (")
            found = [entry for entry in book.irregularities if entry.when == when]
            place = int(number.rstrip(")")) - 1 if number else 0
            return found[place] if place < len(found) else None
