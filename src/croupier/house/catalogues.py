"""What a database's own catalogue says of the record's tables, held to what this program makes.

Who owns the database need not touch a row: a column that fills itself in, a key that takes two badges for one, an index
that keeps quiet about rows that are there twice, a function that stands before the database's own. Each is told here in
words; what he has put beside the record and the program never meets is his.
"""

import functools
import re
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Connection, Index, Table, UniqueConstraint, create_engine, text

from croupier.house.record import schema
from croupier.house.record.migrations import guards

OTHERWISE = "{table} has {what} otherwise than this program made it"
ANOTHER = "{table} has the rule {rule}, which is none of the program's: it may refuse what the program writes, or not"
HERE = "c.relnamespace = 'public'::regnamespace"
OWN = (  # of no extension
    "NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = '{0}'::regclass::oid AND d.objid = o.oid "
    "AND d.deptype = 'e')"
)
MADE_BY_INITDB = 16384  # what has a lower number came with the database
PATH = {'"$user"', "$user", "public", "pg_catalog", ""}  # schemas that a house may be looked for in
UNSOUND = {  # settings kept for a database or a role, and the values under which the record can't be trusted
    "session_replication_role": {"replica", "local"},
    "synchronous_commit": {"off", "false", "no", "0"},
    "default_transaction_read_only": {"on", "true", "yes", "1"},
    "zero_damaged_pages": {"on", "true", "yes", "1"},
    "ignore_system_indexes": {"on", "true", "yes", "1"},
    "transform_null_equals": {"on", "true", "yes", "1"},
}
QUIETLY = {  # words in the making of a table that SQLite tells of nowhere else
    r"\bON\s+CONFLICT\b": "a rule that drops or writes over rows where it should refuse them (ON CONFLICT)",
    r"\bCOLLATE\b": "a column that compares otherwise than letter by letter (COLLATE)",
}
REMARK = re.compile(r"/\*.*?\*/|--[^\n]*", re.DOTALL)


def faults(conn: Connection) -> Iterator[str]:
    """What the tables are otherwise than this program made them, and what the database does by itself."""
    yield from _sqlite(conn) if conn.dialect.name == "sqlite" else _postgresql(conn)


def hidden(conn: Connection) -> list[str]:
    """What answers in the database's stead. Told before anything else is asked: no answer is to be trusted then."""
    if conn.dialect.name == "sqlite":
        return []
    first = conn.scalar(text("SELECT (pg_catalog.current_schemas(true))[1]"))
    if first != "pg_catalog" and not str(first).startswith("pg_temp"):
        return [f"the schema {first} is searched before the database's own: no answer is sure"]
    return sorted(_before_its_own(conn))


# ---- SQLite

Made = dict[tuple[str, str], Any]  # of a table, by what of it


def _sqlite(conn: Connection) -> Iterator[str]:
    made = _as_made()
    there = _described(conn)
    for (table, what), wanted in made.items():
        if there.get((table, what)) != wanted:
            yield OTHERWISE.format(table=table, what=what)
    for table, what in sorted(there.keys() - made.keys()):
        if what.startswith("the index") and there[table, what][0]:
            yield ANOTHER.format(table=table, rule=what.split()[-1])
    for name, words in conn.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'")):
        for rule, says in QUIETLY.items() if name in schema.metadata.tables else ():
            if re.search(rule, REMARK.sub(" ", words), re.IGNORECASE):
                yield f"{name} has {says}"


@functools.cache
def _as_made() -> Made:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.connect() as conn:
        return _described(conn)


def _described(conn: Connection) -> Made:
    """Columns with what they take, compare by and fill in; indexes with the rows that they hold and their order."""
    found: Made = {}
    for name, kind, rowless, strict in conn.execute(
        text("SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main'")
    ):
        if name not in schema.metadata.tables:
            continue
        found[name, "its rows"] = (kind, rowless, strict)
        for column in conn.execute(text("SELECT * FROM pragma_table_xinfo(:name)"), {"name": name}).mappings():
            if column["name"] in schema.metadata.tables[name].columns:
                takes = (column["type"].upper(), column["notnull"], column["dflt_value"], column["pk"])
                found[name, f"the column {column['name']}"] = (*takes, column["hidden"])
        listed = conn.execute(text("SELECT * FROM pragma_index_list(:name)"), {"name": name}).mappings().all()
        for index in listed:
            parts = conn.execute(text("SELECT * FROM pragma_index_xinfo(:name)"), {"name": index["name"]}).mappings()
            keys = tuple((part["name"], part["desc"], part["coll"]) for part in parts if part["key"])
            # SQLite numbers the indexes of keys and rules by itself: those are known by their columns.
            known = index["name"] if index["origin"] == "c" else f"of {', '.join(str(key[0]) for key in keys)}"
            found[name, f"the index {known}"] = (index["unique"], index["partial"], keys)
    return found


# ---- PostgreSQL


def _postgresql(conn: Connection) -> Iterator[str]:
    yield from _columns(conn)
    yield from _series(conn)
    yield from _indexes(conn)
    yield from _asleep(conn)
    yield from _beside(conn)


def _columns(conn: Connection) -> Iterator[str]:
    """What they fill in by themselves, and by which order they compare."""
    found = conn.execute(
        text(
            "SELECT c.relname, a.attname, format_type(a.atttypid, NULL) AS type, a.attidentity, a.attgenerated, "
            "pg_get_expr(f.adbin, f.adrelid) AS fills, a.attcollation = t.typcollation AS plain "
            "FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid "
            "LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum "
            f"WHERE {HERE} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped"
        )
    )
    for row in found:
        table = schema.metadata.tables.get(row.relname)
        if table is None or row.attname not in table.columns:
            continue
        wanted = _fills(table.columns[row.attname], row.type)
        if (row.fills or "") != wanted or row.attidentity or row.attgenerated or not row.plain:
            yield OTHERWISE.format(table=row.relname, what=f"the column {row.attname}")


def _fills(column: "Column[Any]", kind: str) -> str:
    """What the database puts into a column where nothing is given, as it writes that."""
    if column is column.table.autoincrement_column:
        return f"nextval('{_series_of(column)}'::regclass)"
    if column.server_default is None:
        return ""
    return f"'{column.server_default.arg}'::{kind}"  # type: ignore[attr-defined]


def _series_of(column: "Column[Any]") -> str:
    return f"{column.table.name}_{column.name}_seq"


def _series(conn: Connection) -> Iterator[str]:
    """The numbers that the database gives to rows by itself."""
    for table in schema.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        name = _series_of(column)
        one = conn.execute(
            text(
                "SELECT increment_by, cycle, coalesce(last_value, 0) AS last FROM pg_sequences "
                "WHERE schemaname = 'public' AND sequencename = :name"
            ),
            {"name": name},
        ).one_or_none()
        most = conn.scalar(text(f'SELECT coalesce(max("{column.name}"), 0) FROM "{table.name}"'))
        if one is None or one.increment_by != 1 or one.cycle:
            yield OTHERWISE.format(table=table.name, what=f"the series {name}")
        elif one.last < most:
            yield f"{table.name}: {one.last} numbers were given out; the last is {most}: the next is given twice"


def _indexes(conn: Connection) -> Iterator[str]:
    """Which rows they hold, when they refuse one that is there already, and by which order."""
    wanted = {str(one.name): _of_some(one) for table in schema.metadata.sorted_tables for one in _rules(table)}
    found = conn.execute(
        text(
            "SELECT c.relname, x.relname AS name, i.indimmediate, pg_get_expr(i.indpred, i.indrelid) AS some, "
            "m.amname = 'btree' AND NOT EXISTS (SELECT 1 FROM unnest(i.indclass::oid[]) k "
            "JOIN pg_opclass q ON q.oid = k WHERE NOT q.opcdefault) AND NOT EXISTS (SELECT 1 FROM generate_subscripts("
            "i.indkey, 1) g JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[g] "
            "WHERE i.indcollation[g] <> a.attcollation) AS plain "
            "FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid "
            f"JOIN pg_am m ON m.oid = x.relam WHERE {HERE}"
        )
    )
    for row in found:
        if row.name in wanted and (not row.indimmediate or not row.plain or _bare(row.some) != wanted[row.name]):
            yield OTHERWISE.format(table=row.relname, what=f"the index {row.name}")
    others = text(
        "SELECT c.relname, k.conname FROM pg_constraint k "
        f"JOIN pg_class c ON c.oid = k.conrelid WHERE {HERE} "
        "AND (k.contype = 'x' OR k.condeferrable AND k.contype <> 'f')"
    )
    for name, rule in conn.execute(others):  # of those that refer elsewhere the comparison of tables tells
        if name in schema.metadata.tables:
            yield ANOTHER.format(table=name, rule=rule)


def _rules(table: Table) -> Iterator[Any]:
    yield table.primary_key
    yield from table.indexes
    yield from (one for one in table.constraints if isinstance(one, UniqueConstraint))


def _of_some(one: Any) -> str:
    where = one.dialect_options["postgresql"].get("where") if isinstance(one, Index) else None
    return "" if where is None else _bare(str(where))


def _bare(words: str | None) -> str:
    """A condition without what the database writes around it."""
    return re.sub(r"::\w+|[()\s\"]", "", words or "").lower()


def _asleep(conn: Connection) -> Iterator[str]:
    """Rules between tables that hold nobody, and a guard that is another one under its words."""
    asleep = text(
        "SELECT DISTINCT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
        f"WHERE {HERE} AND t.tgisinternal AND t.tgenabled <> 'O'"
    )
    for (name,) in conn.execute(asleep):
        if name in schema.metadata.tables:
            yield f"{name} has rules that are switched off: what it refers to need not be there"
    guard = text(
        "SELECT p.proconfig IS NULL AND NOT p.prosecdef AND l.lanname = 'plpgsql' AND p.prosrc = :body FROM pg_proc p "
        "JOIN pg_language l ON l.oid = p.prolang WHERE p.proname = 'croupier_append_only' "
        "AND p.pronamespace = 'public'::regnamespace"
    )
    if not all(conn.scalars(guard, {"body": guards.BODY})):
        yield "the function croupier_append_only, which guards what is only added to, is another one"


def _beside(conn: Connection) -> Iterator[str]:
    """What the database does by itself at every connection, and settings under which the record can't be trusted."""
    kept = text(
        "SELECT unnest(s.setconfig) FROM pg_db_role_setting s WHERE s.setdatabase IN (0, "
        "(SELECT oid FROM pg_database WHERE datname = current_database())) AND s.setrole IN (0, "
        "(SELECT oid FROM pg_roles WHERE rolname = current_user))"
    )
    for setting in conn.scalars(kept):
        name, _, value = setting.partition("=")
        others = {part.strip() for part in value.split(",")} - PATH if name == "search_path" else set()
        if others or value in UNSOUND.get(name, ()):
            yield f"the database sets {name} to {value} for whoever comes: ALTER DATABASE or ROLE ... RESET {name}"
    events = f"SELECT evtname FROM pg_event_trigger o WHERE {OWN.format('pg_event_trigger')}"
    for name in conn.scalars(text(events)):
        yield f"the database has the event trigger {name}, which is none of the program's"


def _before_its_own(conn: Connection) -> Iterator[str]:
    """Functions, operators and casts of somebody's own that may be taken for the database's. It is asked in types that
    the database's operators fit exactly: the place of those nobody can take."""
    own = "'pg_catalog'::regnamespace::oid"
    where = "o.{0} IN (SELECT unnest(current_schemas(false))::text::regnamespace::oid)"
    queries = {
        "the function": "SELECT DISTINCT o.proname FROM pg_proc o JOIN pg_proc p ON p.proname = o.proname "
        f"AND p.pronamespace = {own} WHERE {where.format('pronamespace')} AND {OWN.format('pg_proc')}",
        "the operator": f"SELECT DISTINCT o.oprname FROM pg_operator o WHERE {where.format('oprnamespace')} "
        f"AND {OWN.format('pg_operator')}",
        "the cast from": "SELECT o.castsource::regtype::text || ' to ' || o.casttarget::regtype::text FROM pg_cast o "
        f"WHERE o.oid >= '{MADE_BY_INITDB}'::oid AND {OWN.format('pg_cast')}",
    }
    for what, query in queries.items():
        for name in conn.scalars(text(query)):
            yield f"the database has {what} {name} of somebody's own, which stands before its own: no answer is sure"
