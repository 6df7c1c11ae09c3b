"""The rulebooks that journals were opened under, by their digest."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations import guards

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_rulebook",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_kept_rulebook")),
    )
    op.create_table(
        "journal_rulebook",
        sa.Column("journal_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("journal_id", "key", name=op.f("pk_journal_rulebook")),
        sa.ForeignKeyConstraint(["digest"], ["kept_rulebook.digest"], name=op.f("fk_journal_rulebook_digest")),
    )
    for table in ("kept_rulebook", "journal_rulebook"):
        guards.forbid_changes(table)


def downgrade() -> None:
    for table in ("journal_rulebook", "kept_rulebook"):
        guards.allow_changes(table)
        op.drop_table(table)
