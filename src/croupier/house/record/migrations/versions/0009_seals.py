"""Seals on the ledger and the log; what is there already is covered by the first one."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record import seals
from croupier.house.record.migrations import guards

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seal",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ledger", sa.BigInteger(), nullable=False),
        sa.Column("log", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_seal")),
    )
    guards.forbid_changes("seal")
    conn = op.get_bind()
    groups, postings, lines = ([tuple(row) for row in conn.execute(sa.select(table))] for table in seals.SEALED)
    if groups or lines:
        first = seals.following(seals.Seal(), groups, postings, lines)
        values = {"number": first.number, "ledger": first.ledger, "log": first.log, "hash": first.hash}
        conn.execute(
            sa.text("INSERT INTO seal (number, ledger, log, hash) VALUES (:number, :ledger, :log, :hash)"), values
        )
        conn.execute(sa.text("INSERT INTO counter (name, value) VALUES ('seal', 1)"))


def downgrade() -> None:
    guards.allow_changes("seal")
    op.drop_table("seal")
    op.execute("DELETE FROM counter WHERE name = 'seal'")
