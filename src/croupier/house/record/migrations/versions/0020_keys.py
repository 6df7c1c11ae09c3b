"""Secrets of second factors under the house's key, and security keys."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("second_factor", sa.Column("sealed", sa.LargeBinary(), nullable=True))
    op.create_table(
        "security_key",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("made_us", sa.BigInteger(), nullable=False),
        sa.Column("used_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_security_key")),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_security_key_badge")),
    )
    op.create_index(op.f("ix_security_key_badge"), "security_key", ["badge"])
    op.create_table(
        "key_challenge",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("until_us", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_key_challenge")),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_key_challenge_badge")),
    )
    op.create_index(op.f("ix_key_challenge_badge"), "key_challenge", ["badge"])


def downgrade() -> None:
    for table in ("key_challenge", "security_key"):
        op.drop_table(table)
    op.drop_column("second_factor", "sealed")
