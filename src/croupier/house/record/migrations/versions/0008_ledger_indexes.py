"""The groups of a document and the corrections of a group are found without reading the whole book."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column, where in (("document", "document <> ''"), ("corrects", "corrects IS NOT NULL")):
        op.create_index(
            op.f(f"ix_ledger_group_{column}"),
            "ledger_group",
            [column],
            sqlite_where=sa.text(where),
            postgresql_where=sa.text(where),
        )


def downgrade() -> None:
    for column in ("corrects", "document"):
        op.drop_index(op.f(f"ix_ledger_group_{column}"), "ledger_group")
