"""Second factors of people, and the roles of which the house wants one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "second_factor",
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("confirmed", sa.Integer(), nullable=False),
        sa.Column("last_step", sa.BigInteger(), nullable=False),
        sa.Column("made_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_second_factor_badge")),
        sa.PrimaryKeyConstraint("badge", name=op.f("pk_second_factor")),
    )
    op.create_table(
        "second_factor_role",
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("role", name=op.f("pk_second_factor_role")),
    )


def downgrade() -> None:
    op.drop_table("second_factor_role")
    op.drop_table("second_factor")
