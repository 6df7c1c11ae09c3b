"""Decks with their backs and makers, and the tubes in which dealers' tips wait to be colored up."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

ADDED = ("back", "maker", "ready")


def upgrade() -> None:
    for name in ADDED:
        op.add_column("deck", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "tip_tube",
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("chips", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("property", "badge", name=op.f("pk_tip_tube")),
    )


def downgrade() -> None:
    op.drop_table("tip_tube")
    for name in ADDED:
        op.drop_column("deck", name)
