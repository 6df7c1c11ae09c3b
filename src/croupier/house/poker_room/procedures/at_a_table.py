"""A slip of the room is of a table of the room."""

import msgspec
from sqlalchemy import Connection, select

from croupier.house.record import schema
from croupier.house.record.errors import NotFound
from croupier.house.tables.life import POKER, Settings


def settings_of(conn: Connection, property_: str, table_id: str) -> Settings:
    """How a poker table of the property is set up; refused where there is none."""
    table = schema.floor_table
    here = (table.c.id == table_id, table.c.property == property_, table.c.game == POKER)
    stored = conn.scalar(select(table.c.settings).where(*here))
    if stored is None:
        raise NotFound(f"The room has no poker table {table_id!r}.", "A supervisor spreads its game first.")
    return msgspec.json.decode(bytes(stored), type=Settings)
