"""Tournaments at tables: their plans, entries and tables."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("plan", sa.LargeBinary(), nullable=False),
        sa.Column("entry_cents", sa.BigInteger(), nullable=False),
        sa.Column("prizes", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_table(
        "tournament_entry",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournament.id"], name=op.f("fk_tournament_entry_tournament")),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_tournament_entry")),
        sa.UniqueConstraint("tournament", "patron", name=op.f("uq_tournament_entry_tournament_patron")),
    )
    op.create_table(
        "tournament_table",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("names", sa.LargeBinary(), nullable=False),
        sa.Column("button", sa.Integer(), nullable=False),
        sa.Column("begun_us", sa.BigInteger(), nullable=False),
        sa.Column("heat", sa.LargeBinary()),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_tournament_table_table_id")),
        sa.ForeignKeyConstraint(["tournament"], ["tournament.id"], name=op.f("fk_tournament_table_tournament")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_tournament_table")),
        sa.UniqueConstraint("tournament", "stage", "number", name=op.f("uq_tournament_table_tournament_stage_number")),
    )


def downgrade() -> None:
    op.drop_table("tournament_table")
    op.drop_table("tournament_entry")
    op.drop_table("tournament")
