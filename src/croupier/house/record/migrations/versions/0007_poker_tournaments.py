"""Poker tournaments and promotional funds: plans, acts, prizes, promotions, claims."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "poker_tournament",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("plan", sa.LargeBinary(), nullable=False),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("acts", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_poker_tournament")),
    )
    op.create_table(
        "poker_tournament_act",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"], ["poker_tournament.id"], name=op.f("fk_poker_tournament_act_tournament")
        ),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_poker_tournament_act")),
    )
    op.create_table(
        "poker_prize",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("paid_in", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("withheld", sa.BigInteger(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["poker_tournament.id"], name=op.f("fk_poker_prize_tournament")),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_poker_prize")),
    )
    op.create_table(
        "promotion",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promotion")),
    )
    op.create_table(
        "promotion_item",
        sa.Column("promotion", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["promotion"], ["promotion.id"], name=op.f("fk_promotion_item_promotion")),
        sa.PrimaryKeyConstraint("promotion", "key", name=op.f("pk_promotion_item")),
    )
    op.create_table(
        "promotion_claim",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("promotion", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("finding", sa.LargeBinary(), nullable=False),
        sa.Column("began_us", sa.BigInteger(), nullable=False),
        sa.Column("tabled_us", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["promotion"], ["promotion.id"], name=op.f("fk_promotion_claim_promotion")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promotion_claim")),
        sa.UniqueConstraint(
            "promotion", "table_id", "hand", "place", name=op.f("uq_promotion_claim_promotion_table_id_hand_place")
        ),
    )


def downgrade() -> None:
    op.drop_table("promotion_claim")
    op.drop_table("promotion_item")
    op.drop_table("promotion")
    op.drop_table("poker_prize")
    op.drop_table("poker_tournament_act")
    op.drop_table("poker_tournament")
