"""What the house has decided about itself, and the roles of its people at each property."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "person_role",
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("badge", "role", "property", name=op.f("pk_person_role")),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_person_role_badge")),
    )
    # Whoever was there keeps what he had: his role, everywhere.
    op.execute("INSERT INTO person_role (badge, role, property) SELECT badge, role, '' FROM person")
    op.create_table(
        "house_setting",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house_setting")),
    )


def downgrade() -> None:
    op.drop_table("house_setting")
    op.drop_table("person_role")
