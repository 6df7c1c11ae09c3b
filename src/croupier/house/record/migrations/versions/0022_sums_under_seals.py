"""What was kept of added-up journals is evidence from here on; what is there was not, and is added up again."""

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from croupier.house.record.sealing import evidence, seals

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

kept = sa.table("journal_sum", sa.column("journal_id"))
counter = sa.table("counter", sa.column("name"), sa.column("value"))


def upgrade() -> None:
    conn = op.get_bind()
    names = list(conn.scalars(sa.select(kept.c.journal_id).order_by(kept.c.journal_id)))
    if names:
        conn.execute(sa.delete(kept))
        _seal(conn, names)


def _seal(conn: sa.Connection, names: list[str]) -> None:
    """A seal on their absence: a later version that goes back and comes again may have sealed some of them."""
    page = msgspec.msgpack.encode(evidence.Page(tuple(("journal_sum", (name,), None) for name in names)))
    made = seals.following(seals.last(conn), (), (), (), names=0, page=page)
    values: dict[str, Any] = {
        "number": made.number, "ledger": made.ledger, "log": made.log, "hash": made.hash, "names": made.names,
    }  # fmt: skip
    conn.execute(sa.insert(sa.table("seal", *(sa.column(name) for name in values))).values(values))
    conn.execute(sa.text("INSERT INTO evidence VALUES (:seal, :rows)"), {"seal": made.number, "rows": page})
    conn.execute(sa.delete(counter).where(counter.c.name == seals.COUNTER))
    conn.execute(sa.insert(counter).values(name=seals.COUNTER, value=made.number))


def downgrade() -> None:
    """An older program does not read sums of this form, and makes its own."""
