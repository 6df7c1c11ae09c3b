"""Values that no program would have written, in each column of each table: past the program, rows beside stay whole."""

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Column, LargeBinary, Table, Text, text

from croupier.house.record.database.storage import Storage

from .damage import PLACE, TABLES, Reopened

HUGE_CHARS, DEEP = 200_000, 50_000
INTEGERS = (
    "-1", "9223372036854775807", "-9223372036854775808", "'odd'", "x'00ff'", "NULL", "1.5", "4611686018427387904",
)  # fmt: skip
TEXTS = (
    "''", "'no such'", "CAST(x'c328ff' AS TEXT)", f"printf('%.{HUGE_CHARS}c', 'x')", "NULL",
    "'<script>alert(1)</script>' || char(10, 0, 8238)", "x'00ff'", "'../..%2f?a=b#c'",
)  # fmt: skip
BLOBS = (
    "x'00ff'", "CAST('null' AS BLOB)", "x''", "CAST('{}' AS BLOB)", "CAST('[]' AS BLOB)", "NULL", "CAST('7' AS BLOB)",
    f"CAST(printf('%.{DEEP}c', '[') AS BLOB)",
)  # fmt: skip
ROUNDS = len(INTEGERS)
# Rows that the furnished house has none of: each column by its name, else by its type.
PLAIN: dict[str, Any] = {
    "property": PLACE, "patron": "player", "by": "manager", "badge": "dealer", "table_id": "BJ-101", "kind": "call",
    "journal_id": "BJ-101.1", "journal": "BJ-101.1", "role": "dealer", "tournament": "", "meter": "", "chips": "{}",
    "document_id": "", "settled_us": None, "ended_us": None, "lifted_us": None, "out_us": None, "until_us": None,
}  # fmt: skip


def values_of(column: Column[Any]) -> Sequence[str]:
    if isinstance(column.type, LargeBinary):
        return BLOBS
    return TEXTS if isinstance(column.type, Text) else INTEGERS


def unguard(storage: Storage, conn: Any) -> None:
    for name in TABLES:
        for verb in ("update", "delete"):
            conn.execute(text(f"DROP TRIGGER IF EXISTS {name}_no_{verb}"))


@contextlib.contextmanager
def past_the_program(path: Path) -> Iterator[Any]:
    storage = Storage.file(path)
    with storage.engine.connect() as conn:
        raw: Any = conn.connection.driver_connection
        raw.execute("ROLLBACK") if raw.in_transaction else None
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute("PRAGMA ignore_check_constraints = ON")
        for name in TABLES:
            for verb in ("update", "delete"):
                raw.execute(f"DROP TRIGGER IF EXISTS {name}_no_{verb}")
        yield raw
        raw.commit()
    storage.close()


def nullable(table: Table, column: str) -> bool:
    return bool(table.c[column].nullable)


def put(raw: Any, name: str, column: str, turn: int) -> list[tuple[str, Any]]:
    """The first, the middle and the last row get an odd value each; what was put where."""
    table = TABLES[name]
    rows = [row[0] for row in raw.execute(f'SELECT rowid FROM "{name}" ORDER BY rowid')]
    places = list(dict.fromkeys((rows[0], rows[len(rows) // 2], rows[-1]))) if rows else []
    values, done = values_of(table.c[column]), []
    for nth, rowid in enumerate(places):
        value = values[(turn + 3 * nth) % len(values)]
        if value == "NULL" and not nullable(table, column):
            continue
        with contextlib.suppress(Exception):
            raw.execute(f'UPDATE "{name}" SET "{column}" = {value} WHERE rowid = {rowid}')
            done.append((value[:30], rowid))
    return done


@contextlib.contextmanager
def opened(house: Path, folder: Path, where: Sequence[tuple[str, str]], turn: int) -> Iterator[tuple[Reopened, Any]]:
    path = folder / "odd.sqlite3"
    for left in folder.glob("odd.sqlite3*"):
        left.unlink()
    shutil.copy(house, path)
    with past_the_program(path) as raw:
        done = {(name, column): put(raw, name, column, turn) for name, column in where}
    with Reopened(path) as made:
        yield made, done
