"""A poker room at work: patrons' cards, visits, hands by day, what the floor writes down, where pages are sent."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "patron_card",
        *(_text(name) for name in ("property", "patron", "tier", "number", "name", "expires")),
        sa.Column("companion", sa.Boolean(), nullable=False),
        _text("by"),
        _number("at_us"),
        sa.PrimaryKeyConstraint("property", "patron", name=op.f("pk_patron_card")),
    )
    op.create_table(
        "poker_visit",
        *(_text(name) for name in ("id", "property", "patron", "table_id", "journal_id", "game")),
        sa.Column("seat", sa.Integer(), nullable=False),
        _number("in_us"),
        _number("out_us", nullable=True),
        *(_number(name) for name in ("away_us", "bought", "cashed")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_poker_visit")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_poker_visit_table_id")),
    )
    for columns in (["property", "in_us"], ["patron", "in_us"], ["journal_id", "patron"]):
        op.create_index(f"ix_poker_visit_{'_'.join(columns)}", "poker_visit", columns)
    op.create_table(
        "poker_day",
        _text("table_id"),
        _text("day"),
        _number("hands"),
        sa.PrimaryKeyConstraint("table_id", "day", name=op.f("pk_poker_day")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_poker_day_table_id")),
    )
    op.create_table(
        "room_fact",
        *(_text(name) for name in ("id", "property", "table_id", "kind", "patron")),
        sa.Column("seat", sa.Integer(), nullable=False),
        *(_text(name) for name in ("words", "ruling", "clause")),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        _text("by"),
        _number("at_us"),
        _number("ended_us", nullable=True),
        _text("ended_by"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_room_fact")),
    )
    op.create_index("ix_room_fact_property_at_us", "room_fact", ["property", "at_us"])
    op.create_table(
        "room_hook",
        *(_text(name) for name in ("property", "url", "by")),
        _number("at_us"),
        sa.PrimaryKeyConstraint("property", name=op.f("pk_room_hook")),
    )


def downgrade() -> None:
    for table in ("room_hook", "room_fact", "poker_day", "poker_visit", "patron_card"):
        op.drop_table(table)
