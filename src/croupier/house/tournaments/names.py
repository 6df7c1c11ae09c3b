"""Names of tournaments: one for all kinds, because the purse of each lies in an account of that name."""

from sqlalchemy import Connection, select

from croupier.house.record import schema
from croupier.house.record.errors import Stale


def check_name(conn: Connection, name: str) -> None:
    """Refuse a name that a tournament has, at tables or of poker."""
    for kind, table in (("tournament", schema.tournament), ("poker tournament", schema.poker_tournament)):
        if conn.scalar(select(table.c.id).where(table.c.id == name)) is not None:
            raise Stale(f"There is a {kind} {name}.", "A name is used once.")
