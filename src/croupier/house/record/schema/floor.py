"""Tables of the floor: dealers, equipment, notices; the progressives that they feed."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from croupier.house.record.schema.base import metadata

# ---- tables of the floor

floor_table = Table(
    "floor_table",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("pit", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("openings", Integer, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Index("ix_floor_table_property_game", "property", "game"),
)

dealer_stint = Table(
    "dealer_stint",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("badge", Text, ForeignKey("person.badge"), nullable=False),
    Column("in_us", BigInteger, nullable=False),
    Column("out_us", BigInteger),
    Index("ix_dealer_stint_table_id_in_us", "table_id", "in_us"),
)

# Cards, dice, ball or wheel in play: since when, inspected by whom, due when.
equipment_set = Table(
    "equipment_set",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("in_us", BigInteger, nullable=False),
    Column("due_us", BigInteger),
    Column("out_us", BigInteger),
    Column("document_id", Text, ForeignKey("document.id"), nullable=False),
    Index("ix_equipment_set_table_id_out_us", "table_id", "out_us"),
)

# Equipment that a ruling, a count or an inspection sent away from a table, and why.
equipment_gone = Table(
    "equipment_gone",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Index("ix_equipment_gone_table_id_at_us", "table_id", "at_us"),
)

# What waits for somebody: an irregularity, a call for the supervisor, a count that differed.
notice = Table(
    "notice",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("raised_us", BigInteger, nullable=False),
    Column("raised_by", Text, nullable=False),
    Column("settled_us", BigInteger),
    Column("settled_by", Text, nullable=False),
    Index("ix_notice_settled_us", "settled_us"),
)

# ---- progressives

meter = Table(
    "meter",
    metadata,
    Column("name", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("to_meter_ppm", Integer, nullable=False),
    Column("to_reserve_ppm", Integer, nullable=False),
    Column("meter_rest_ppm", BigInteger, nullable=False),
    Column("reserve_rest_ppm", BigInteger, nullable=False),
    Column("active", Integer, nullable=False),
)

meter_link = Table(
    "meter_link",
    metadata,
    Column("meter", Text, ForeignKey("meter.name"), primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), primary_key=True),
    Column("wager", Text, primary_key=True),
)

jackpot = Table(
    "jackpot",
    metadata,
    Column("id", Text, primary_key=True),
    Column("meter", Text, ForeignKey("meter.name"), nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("entry", BigInteger, nullable=False),
    Column("position", Integer, nullable=False),
    Column("patron", Text, nullable=False),
    Column("wager", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("share_ppm", Integer, nullable=False),
    Column("shown", BigInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("keyed_us", BigInteger, nullable=False),
    Column("document_id", Text, nullable=False),
    UniqueConstraint("meter", "place"),
    Index("ix_jackpot_table_id_entry", "table_id", "entry"),
)
