"""What the record stands on: the tables as this program made them, with their keys, rules and indexes.

Whoever owns the database can take a rule away without touching a row: an account may then fall below nothing, a number
be given twice. An index that leaves rows out hides them from whoever looks by it, while a walk from end to end still
finds them. All of it is told here.
"""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, CheckConstraint, Connection, Integer, LargeBinary, Table, func, inspect, select, text

from croupier.house import catalogues
from croupier.house.approvals.case import ACTS, place_of
from croupier.house.cage.tickets import DEMO_OUT, OUT, PAID
from croupier.house.record import schema

FAULTS_MAX = 20
PERMANENT = "p"
Changes = list[tuple[str, str]]
Series = tuple[str, str, int, int]  # its counter, in words, how many rows are numbered by it, and the last number
OTHERWISE_HELD = (
    "ledger",
    "seal",
    "readiness",
)  # the book's and the seals' own proofs; nothing is numbered by the last
UNCOUNTED = ("approval:", "rule-draft:", "try:")  # locks of one subject, and tables where a draft is tried


def changes(conn: Connection) -> Changes:
    """What this program would have to add, change or take away, and in which words that is told; what somebody has
    added and refuses no row (an index, a table of his own) is his."""
    context = MigrationContext.configure(conn, opts={"compare_type": True})
    found = compare_metadata(context, schema.metadata)
    steps = [step for one in found for step in (one if isinstance(one, list) else [one])]
    return [(what, _words(what, about)) for what, *about in steps]


def lost(changed: Changes) -> list[str]:
    """Tables and columns that are not there: nothing else can be read then."""
    return sorted(words for what, words in changed if what in ("add_table", "add_column"))


def faults(conn: Connection, changed: Changes) -> Iterator[str]:
    """What the database no longer keeps, in words, and which of its indexes leave rows out."""
    there = inspect(conn)
    yield from sorted({words for _, words in changed if words})
    for table in schema.metadata.sorted_tables:
        keys = [str(column.name) for column in table.primary_key.columns]
        if there.get_pk_constraint(table.name)["constrained_columns"] != keys:
            yield f"{table.name} has lost its key"
        yield from _rules(table, there.get_check_constraints(table.name))
    yield from catalogues.faults(conn)
    yield from _sqlite(conn) if conn.dialect.name == "sqlite" else _postgresql(conn)
    yield from miscounted(conn)


def _words(what: str, about: Sequence[Any]) -> str:
    if what == "add_table":
        return f"the table {about[0].name} is gone"
    if what == "add_column":
        return f"{about[1]} has lost the column {about[2].name}"
    if what in ("add_index", "add_constraint"):
        kind = "index" if what == "add_index" else "rule"
        return f"{about[0].table.name} has lost the {kind} {about[0].name}, or has another one under its name"
    if what == "add_fk":
        return f"{about[0].parent.name} has lost the rule {about[0].name}"
    if what in ("modify_nullable", "modify_type"):
        return f"{about[1]} takes other values in the column {about[2]} than this program made it for"
    if what in ("remove_constraint", "remove_fk") or (what == "remove_index" and about[0].unique):
        table = about[0].parent if what == "remove_fk" else about[0].table
        return _own(table.name, about[0].name) if table.name in schema.metadata.tables else ""
    return ""


def _own(table: str, rule: object) -> str:
    return f"{table} has the rule {rule}, which is none of the program's: it may refuse what the program writes"


def _rules(table: Table, there: Iterable[Any]) -> Iterator[str]:
    found = {rule["name"]: _plain(rule["sqltext"]) for rule in there}
    for rule in table.constraints:
        if isinstance(rule, CheckConstraint) and found.get(str(rule.name)) != _plain(str(rule.sqltext)):
            yield f"{table.name} has lost the rule {rule.name}, or has another one under its name"
    for name in sorted(found.keys() - {str(rule.name) for rule in table.constraints}, key=str):
        yield _own(table.name, name)


def _plain(words: str) -> str:
    return "".join(words.lower().replace("(", "").replace(")", "").replace('"', "").split())


def _sqlite(conn: Connection) -> Iterator[str]:
    """The database's own look at its pages and indexes."""
    for said in conn.scalars(text(f"PRAGMA integrity_check({FAULTS_MAX})")):
        if said != "ok":
            yield f"the file is damaged: {said}"


def _postgresql(conn: Connection) -> Iterator[str]:
    """Tables that a crash empties or that others stand before; indexes that leave rows out, as far as the server can
    tell by itself (the extension amcheck)."""
    names = list(schema.metadata.tables)
    here = "c.relnamespace = 'public'::regnamespace"
    for name, kept, first in conn.execute(
        text(
            "SELECT c.relname, c.relpersistence::text, to_regclass(quote_ident(c.relname)) = c.oid "
            f"FROM pg_class c WHERE {here} AND c.relname = ANY(:names)"
        ),
        {"names": names},
    ):
        if kept != PERMANENT:
            yield f"{name} is not kept through a crash: somebody made it unlogged"
        if not first:
            yield f"{name} of another schema stands before the record's own in the search path"
    unsound = text(
        "SELECT c.relname, i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid "
        f"WHERE {here} AND NOT (i.indisvalid AND i.indisready AND i.indislive)"
    )
    for name, index in conn.execute(unsound):
        yield f"{name} has the index {index}, which the database does not use: it may leave rows out"
    unproved = text(
        "SELECT c.relname, k.conname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid "
        f"WHERE {here} AND NOT k.convalidated"
    )
    for name, rule in conn.execute(unproved):
        yield f"{name} has the rule {rule}, which was never held to the rows that were there"
    if conn.scalar(text("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")):
        yield from _indexes(conn, here)


def _indexes(conn: Connection, here: str) -> Iterator[str]:
    query = text(
        "SELECT i.indexrelid::bigint, i.indexrelid::regclass::text FROM pg_index i "
        "JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam "
        f"WHERE {here} AND a.amname = 'btree' AND i.indisvalid"
    )
    for number, name in conn.execute(query).all():
        point = conn.begin_nested()
        try:
            conn.execute(text("SELECT bt_index_check(CAST(:index AS oid), true)"), {"index": number})
        except Exception as error:
            yield f"the index {name} is damaged: {str(getattr(error, 'orig', error)).splitlines()[0]}"
        finally:
            point.rollback()


def telling(conn: Connection, walk: Iterable[str]) -> Iterator[str]:
    """What a walk of the record finds; where it comes upon a value that nobody can work with, that value is named and
    the walk is over: what lies behind it was not looked at."""
    try:
        yield from walk
    except Exception:
        odd = list(_odd(conn))
        if not odd:
            raise
        yield from odd


def _odd(conn: Connection) -> Iterator[str]:
    """Values that no program writes: a number beyond all measure, or, on SQLite, which takes everything everywhere, of
    another kind than their column's."""
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            is_number, quoted = isinstance(column.type, Integer | Boolean), f'"{column.name}"'
            counts = isinstance(column.type, Integer)
            sound = [f"{quoted} BETWEEN {-schema.NUMBER_MAX} AND {schema.NUMBER_MAX}"] if counts else []
            if conn.dialect.name == "sqlite":
                kind = "integer" if is_number else "blob" if isinstance(column.type, LargeBinary) else "text"
                sound.append(f"typeof({quoted}) = '{kind}'")
            if sound:
                where = f"{quoted} IS NOT NULL AND NOT ({' AND '.join(sound)})"
                if many := conn.scalar(text(f'SELECT count(*) FROM "{table.name}" WHERE {where}')):
                    what = "numbers" if is_number else "values"
                    yield f"{table.name} has {many} {what} in the column {column.name} that nobody can work with"


def miscounted(conn: Connection) -> Iterator[str]:
    """Series of numbers that no seal covers, held to the rows that are numbered by them: one that was moved gives a
    number twice, or leaves some out."""
    given = {row.name: row.value for row in conn.execute(select(schema.counter))}
    held = set(OTHERWISE_HELD)
    for name, words, count, last in (*_of_rows(conn), *_of_tickets(conn), *_of_polls(conn)):
        held.add(name)
        if count != last:
            what = "is missing" if count < last else "was given twice"
            yield f"{words}: {count} are numbered up to {last}: a number {what}"
        if given.get(name, 0) != last:
            yield f"{words}: {given.get(name, 0)} numbers were given out; the last is {last}"
    for name, value in sorted(given.items()):
        if name.startswith(UNCOUNTED):
            if not 0 <= value < schema.NUMBER_MAX:
                yield f"the series {name} stands at {value}, where no program has left it"
        elif name not in held and value:
            yield f"the series {name}: {value} numbers were given out, and nothing is numbered by it"


def _of_rows(conn: Connection) -> Iterator[Series]:
    """What stands in rows of its own: slips, lines, counts, drafts; jackpots of a meter and claims of a promotion."""
    paper, draft = schema.document.c, schema.rule_draft.c
    jackpot, claim = schema.jackpot.c, schema.promotion_claim.c
    many = func.count()
    of_papers = select(paper.kind, paper.property, many, func.max(paper.number))
    for kind, place, count, last in conn.execute(of_papers.group_by(paper.kind, paper.property)):
        yield f"{kind}:{place}", f"{kind} of {place}", count, last
    for series, words, of, number in (
        ("jackpot", "jackpot of the meter", jackpot.meter, jackpot.place),
        ("promotion", "claim of the promotion", claim.promotion, claim.place),
    ):
        for name, count, last in conn.execute(select(of, many, func.max(number)).group_by(of)):
            yield f"{series}:{name}", f"{words} {name}", count, last
    for name, words, column in (
        ("audit-log", "line of the log", schema.audit_log.c.number),
        ("balance-count", "count of a balance", schema.balance_count.c.number),
    ):
        count, last = conn.execute(select(many, func.coalesce(func.max(column), 0)).select_from(column.table)).one()
        yield name, words, count, last
    drafts = [_number(name, "-") for name in conn.scalars(select(draft.id))]
    yield "rule-draft", "draft of rules", len(drafts), max(drafts, default=0)


def _of_tickets(conn: Connection) -> Iterator[Series]:
    """Tickets and payouts by hand are numbered by the book alone: each series, how many there are, and the last."""
    group = schema.ledger_group.c
    series: dict[str, list[int]] = {}
    for name in conn.scalars(select(group.document).where(group.kind.in_((OUT, DEMO_OUT, PAID)))):
        if number := _number(name, " "):  # those from before they were numbered have none
            series.setdefault(name.rpartition(" ")[0], []).append(number)
    for of, numbers in sorted(series.items()):
        kind, _, place = of.partition(" ")
        yield f"{kind}:{place}", f"{kind} of {place}", len(numbers), max(numbers)


def _of_polls(conn: Connection) -> Iterator[Series]:
    """Polls of a property's second body are numbered by the log alone."""
    line = schema.audit_log.c
    asked = select(line.subject, line.reason).where(line.act == ACTS["poll"], line.outcome == "done")
    series: dict[str, list[int]] = {}
    for name, reason in conn.execute(asked):
        with contextlib.suppress(msgspec.DecodeError):  # somebody's own words: its seal is broken
            said = msgspec.json.decode(reason, type=_Poll)
            if said.step != "poll":
                continue
            series.setdefault(place_of(name), []).append(said.poll)
    for place, numbers in sorted(series.items()):
        yield f"poll:{place}", f"poll of {place}", len(numbers), max(numbers)


class _Poll(msgspec.Struct, frozen=True):
    step: str
    poll: int = 0


def _number(name: str, after: str) -> int:
    number = name.rpartition(after)[2]
    return int(number) if number.isdecimal() else 0
