"""Seals cover every row that is evidence; what is there already gets seals of its own."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations import guards
from croupier.house.record.sealing import evidence, seals

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evidence",
        sa.Column("seal", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rows", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("seal", name=op.f("pk_evidence")),
    )
    seal_all(op.get_bind())
    guards.forbid_changes("evidence")


def seal_all(conn: sa.Connection) -> None:
    """Seals on all evidence that is there, after the last one."""
    last = seals.last(conn)
    for page in evidence.everything(conn):
        made = seals.following(last, (), (), (), names=0, page=page)
        values = {"number": made.number, "ledger": made.ledger, "log": made.log, "hash": made.hash, "names": made.names}
        places = ", ".join(f":{name}" for name in values)
        conn.execute(sa.text(f"INSERT INTO seal ({', '.join(values)}) VALUES ({places})"), values)
        conn.execute(sa.text("INSERT INTO evidence VALUES (:seal, :rows)"), {"seal": made.number, "rows": page})
        last = made
    if last.number:
        conn.execute(sa.text("DELETE FROM counter WHERE name = 'seal'"))
        conn.execute(sa.text("INSERT INTO counter VALUES ('seal', :number)"), {"number": last.number})


def downgrade() -> None:
    """What knows no evidence takes the seals made meanwhile for broken: the rows themselves are as they were."""
    guards.allow_changes("evidence")
    op.drop_table("evidence")
