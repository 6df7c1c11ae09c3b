"""Drafts of rules, with every state of their text."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations import guards

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rule_draft",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("base", sa.Text(), nullable=False),
        sa.Column("began_us", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rule_draft")),
    )
    op.create_table(
        "rule_draft_revision",
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("says", sa.Text(), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("draft", "number", name=op.f("pk_rule_draft_revision")),
        sa.ForeignKeyConstraint(["draft"], ["rule_draft.id"], name=op.f("fk_rule_draft_revision_draft")),
    )
    for table in ("rule_draft", "rule_draft_revision"):
        guards.forbid_changes(table)


def downgrade() -> None:
    for table in ("rule_draft_revision", "rule_draft"):
        guards.allow_changes(table)
        op.drop_table(table)
