"""Equipment that was sent away from a table, and why."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations import guards

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "equipment_gone",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_equipment_gone_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_equipment_gone")),
    )
    op.create_index("ix_equipment_gone_table_id_at_us", "equipment_gone", ["table_id", "at_us"], unique=False)
    guards.forbid_changes("equipment_gone")


def downgrade() -> None:
    guards.allow_changes("equipment_gone")
    op.drop_table("equipment_gone")
