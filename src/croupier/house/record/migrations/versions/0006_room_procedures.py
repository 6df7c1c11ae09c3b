"""The poker room: sanctions, imprest banks, the log of decks."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sanction",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("offence", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("until_us", sa.BigInteger()),
        sa.Column("lifted_us", sa.BigInteger()),
        sa.Column("lifted_by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.badge"], name=op.f("fk_sanction_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanction")),
    )
    op.create_index("ix_sanction_property_patron_at_us", "sanction", ["property", "patron", "at_us"], unique=False)
    op.create_table(
        "imprest_bank",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("par", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("set_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.badge"], name=op.f("fk_imprest_bank_by")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_imprest_bank")),
    )
    op.create_table(
        "deck",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("received_us", sa.BigInteger(), nullable=False),
        sa.Column("opened_us", sa.BigInteger()),
        sa.Column("assigned_us", sa.BigInteger()),
        sa.Column("due_us", sa.BigInteger()),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck")),
        sa.UniqueConstraint("property", "label", name=op.f("uq_deck_property_label")),
    )
    op.create_index("ix_deck_property_place", "deck", ["property", "place"], unique=False)


def downgrade() -> None:
    op.drop_table("deck")
    op.drop_table("imprest_bank")
    op.drop_table("sanction")
