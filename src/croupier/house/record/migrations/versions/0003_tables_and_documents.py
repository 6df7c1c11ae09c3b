"""The floor: tables, dealers, equipment, slips, progressives."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations.guards import allow_changes, forbid_changes

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

APPEND_ONLY = ("document_step",)


def upgrade() -> None:
    op.create_table(
        "document",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened_us", sa.BigInteger(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint("kind", "property", "number", name=op.f("uq_document_kind_property_number")),
    )
    op.create_index("ix_document_state", "document", ["state"], unique=False)
    op.create_index("ix_document_table_id_kind_number", "document", ["table_id", "kind", "number"], unique=False)
    op.create_table(
        "floor_table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("pit", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("journal", sa.Text(), nullable=False),
        sa.Column("openings", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_floor_table")),
    )
    op.create_index("ix_floor_table_property_game", "floor_table", ["property", "game"], unique=False)
    op.create_table(
        "meter",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("to_meter_ppm", sa.Integer(), nullable=False),
        sa.Column("to_reserve_ppm", sa.Integer(), nullable=False),
        sa.Column("meter_rest_ppm", sa.BigInteger(), nullable=False),
        sa.Column("reserve_rest_ppm", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meter")),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("raised_us", sa.BigInteger(), nullable=False),
        sa.Column("raised_by", sa.Text(), nullable=False),
        sa.Column("settled_us", sa.BigInteger(), nullable=True),
        sa.Column("settled_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    op.create_index("ix_notice_settled_us", "notice", ["settled_us"], unique=False)
    op.create_table(
        "dealer_stint",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("in_us", sa.BigInteger(), nullable=False),
        sa.Column("out_us", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_dealer_stint_badge")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_dealer_stint_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dealer_stint")),
    )
    op.create_index("ix_dealer_stint_table_id_in_us", "dealer_stint", ["table_id", "in_us"], unique=False)
    op.create_table(
        "document_step",
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.badge"], name=op.f("fk_document_step_by")),
        sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=op.f("fk_document_step_document_id")),
        sa.PrimaryKeyConstraint("document_id", "line", name=op.f("pk_document_step")),
    )
    op.create_table(
        "equipment_set",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("in_us", sa.BigInteger(), nullable=False),
        sa.Column("due_us", sa.BigInteger(), nullable=True),
        sa.Column("out_us", sa.BigInteger(), nullable=True),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=op.f("fk_equipment_set_document_id")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_equipment_set_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_equipment_set")),
    )
    op.create_index("ix_equipment_set_table_id_out_us", "equipment_set", ["table_id", "out_us"], unique=False)
    op.create_table(
        "jackpot",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("journal", sa.Text(), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("share_ppm", sa.Integer(), nullable=False),
        sa.Column("shown", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("keyed_us", sa.BigInteger(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["meter"], ["meter.name"], name=op.f("fk_jackpot_meter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jackpot")),
        sa.UniqueConstraint("meter", "place", name=op.f("uq_jackpot_meter_place")),
    )
    op.create_index("ix_jackpot_table_id_entry", "jackpot", ["table_id", "entry"], unique=False)
    op.create_table(
        "meter_link",
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["meter"], ["meter.name"], name=op.f("fk_meter_link_meter")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_meter_link_table_id")),
        sa.PrimaryKeyConstraint("meter", "table_id", "wager", name=op.f("pk_meter_link")),
    )
    for table in APPEND_ONLY:
        forbid_changes(table)


def downgrade() -> None:
    for table in APPEND_ONLY:
        allow_changes(table)
    op.drop_table("meter_link")
    op.drop_index("ix_jackpot_table_id_entry", table_name="jackpot")
    op.drop_table("jackpot")
    op.drop_index("ix_equipment_set_table_id_out_us", table_name="equipment_set")
    op.drop_table("equipment_set")
    op.drop_table("document_step")
    op.drop_index("ix_dealer_stint_table_id_in_us", table_name="dealer_stint")
    op.drop_table("dealer_stint")
    op.drop_index("ix_notice_settled_us", table_name="notice")
    op.drop_table("notice")
    op.drop_table("meter")
    op.drop_index("ix_floor_table_property_game", table_name="floor_table")
    op.drop_table("floor_table")
    op.drop_index("ix_document_table_id_kind_number", table_name="document")
    op.drop_index("ix_document_state", table_name="document")
    op.drop_table("document")
