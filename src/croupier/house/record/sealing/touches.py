"""Which rows of evidence the statements of a transaction touch, and how each of them was found.

Noticed where statements are executed: no desk has to remember to say what it changes.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Delete, Engine, Insert, Table, Update, event, select
from sqlalchemy.exc import InvalidRequestError

from croupier.house.record.sealing import evidence

INFO = "croupier_touched"


def watch(engine: Engine) -> None:
    """Note the rows of evidence that statements touch, on connections that a transaction has opened for writing."""
    event.listen(engine, "before_execute", _before)
    event.listen(engine, "after_execute", _after)


def begin(conn: Connection) -> evidence.Touched:
    """From here on this connection's statements are noted."""
    touched: evidence.Touched = {}
    conn.info[INFO] = touched
    return touched


def _before(conn: Connection, clause: Any, multiparams: Any, params: Any, options: Any) -> None:
    """Rows that are about to be changed or taken away: the keys they have now, and how they stand. They are locked as
    the statement will lock them, so that nobody changes one in between."""
    if not isinstance(clause, Update | Delete):
        return
    table, touched = clause.table, conn.info.get(INFO)
    if touched is None or not isinstance(table, Table) or table.name not in evidence.TABLES:
        return
    keys, query = touched.setdefault(table.name, {}), select(table)
    if multiparams or params:  # its conditions hold for many at once
        keys.setdefault(evidence.WHOLE, None)
    elif clause.whereclause is not None:
        query = query.where(clause.whereclause)
    for row in map(tuple, conn.execute(query.with_for_update(key_share=isinstance(clause, Update)))):
        keys.setdefault(evidence.key_of(table, row), b"".join(evidence.digests(table, row)))


def _after(conn: Connection, clause: Any, multiparams: Any, params: Any, options: Any, result: Any) -> None:
    if not isinstance(clause, Insert):
        return
    table, touched = clause.table, conn.info.get(INFO)
    if touched is None or not isinstance(table, Table) or table.name not in evidence.TABLES:
        return
    names = [column.name for column in table.primary_key.columns]
    keys = touched.setdefault(table.name, {})
    added = result.context.compiled_parameters
    for given in added:
        key = tuple(evidence.plain(given[name]) for name in names if given.get(name) is not None)
        if len(key) < len(names):  # the database numbers it
            key = _numbered(result) if len(added) == 1 else evidence.WHOLE
        if len(key) == len(names):
            keys.setdefault(key, None)
        else:
            keys[evidence.WHOLE] = evidence.UNKNOWN


def _numbered(result: Any) -> evidence.Key:
    """The key that the database gave to the one row of a statement: to look at all rows for it costs more with each."""
    try:
        key = tuple(result.inserted_primary_key or ())
    except InvalidRequestError:
        return evidence.WHOLE
    return evidence.WHOLE if None in key else tuple(evidence.plain(part) for part in key)


def note(conn: Connection, table: Table, rows: Iterable[Sequence[Any]]) -> None:
    """Rows that were added without a statement of SQLAlchemy's."""
    touched = conn.info.get(INFO)
    if touched is not None and table.name in evidence.TABLES:
        keys = touched.setdefault(str(table.name), {})
        for values in rows:
            keys.setdefault(evidence.key_of(table, values), None)
