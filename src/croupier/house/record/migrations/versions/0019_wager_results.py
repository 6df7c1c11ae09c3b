"""What each wager came to, as rows to be added up; `croupier results --fill` makes those of journals from before."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations import guards

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    numbers = ("unit", "staked", "net", "house")
    op.create_table(
        "wager_result",
        sa.Column("journal_id", sa.Text(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Text(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.Column("laid_on", sa.Text(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in numbers),
        sa.PrimaryKeyConstraint("journal_id", "round", "entry", "line", name=op.f("pk_wager_result")),
        sa.ForeignKeyConstraint(["journal_id"], ["journal_head.id"], name=op.f("fk_wager_result_journal_id")),
    )
    op.create_table(
        "journal_sum",
        sa.Column("journal_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("journal_id", name=op.f("pk_journal_sum")),
        sa.ForeignKeyConstraint(["journal_id"], ["journal_head.id"], name=op.f("fk_journal_sum_journal_id")),
    )
    guards.forbid_changes("wager_result")


def downgrade() -> None:
    guards.allow_changes("wager_result")
    op.drop_table("journal_sum")
    op.drop_table("wager_result")
