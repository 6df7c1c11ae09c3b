"""What the house has decided about itself, by name: the present value of each; their history is on documents and in
the log."""

from typing import TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from croupier.house.record import schema
from croupier.house.record.writer import Tx

T = TypeVar("T")
# Made once: to put a question together takes longer than to answer it.
_NAMED = select(schema.house_setting.c.value).where(schema.house_setting.c.name == bindparam("setting"))


def setting(conn: Connection, name: str, kind: type[T]) -> T | None:
    """A decision as it stands; None while nothing was decided."""
    found = conn.scalar(_NAMED, {"setting": name})
    return msgspec.json.decode(bytes(found), type=kind) if found is not None else None


def decide(tx: Tx, name: str, value: object, by: str, now_us: int) -> None:
    """Another value; in force at once."""
    table = schema.house_setting
    tx.conn.execute(delete(table).where(table.c.name == name))
    row = {"name": name, "value": msgspec.json.encode(value), "by": by, "changed_us": now_us}
    tx.conn.execute(insert(table).values(**row))
