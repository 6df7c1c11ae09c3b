"""Seals cover the names of accounts; those that are there already get a seal of their own."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record import seals

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seal", sa.Column("names", sa.BigInteger(), nullable=True))
    conn = op.get_bind()
    last = seals.last(conn)
    made = seals.of_names(conn, last) if last.number else None
    if made is not None:
        values = {"number": made.number, "ledger": made.ledger, "log": made.log, "hash": made.hash, "names": made.names}
        columns = ", ".join(values)
        places = ", ".join(f":{name}" for name in values)
        conn.execute(sa.text(f"INSERT INTO seal ({columns}) VALUES ({places})"), values)
        conn.execute(sa.text("UPDATE counter SET value = :number WHERE name = 'seal'"), {"number": made.number})


def downgrade() -> None:
    """What knows no names takes the seals made meanwhile for broken: the ledger itself is as it was."""
    op.drop_column("seal", "names")
