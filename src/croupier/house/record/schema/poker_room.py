"""The poker room: conduct, imprest banks, decks, cards of rank, visits, what the floor writes down."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
)

from croupier.house.record.schema.base import metadata

# ---- the poker room: conduct, imprest banks, decks

# Warnings, suspensions and barrings: until when, and lifted by whom.
sanction = Table(
    "sanction",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("patron", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("offence", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("by", Text, ForeignKey("person.badge"), nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("until_us", BigInteger),
    Column("lifted_us", BigInteger),
    Column("lifted_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("ix_sanction_property_patron_at_us", "property", "patron", "at_us"),
)

# Racks and chip carts with the amount that each is kept at.
imprest_bank = Table(
    "imprest_bank",
    metadata,
    Column("name", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("par", BigInteger, nullable=False),
    Column("by", Text, ForeignKey("person.badge"), nullable=False),
    Column("set_us", BigInteger, nullable=False),
)

# The log of all cards in the room: where each deck lies, and which cards a replacement deck has given.
deck = Table(
    "deck",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("received_us", BigInteger, nullable=False),
    Column("opened_us", BigInteger),
    Column("assigned_us", BigInteger),
    Column("due_us", BigInteger),
    Column("by", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("back", Text, nullable=False, server_default=""),
    Column("maker", Text, nullable=False, server_default=""),
    Column("ready", Text, nullable=False, server_default=""),  # shuffled before it came to the table
    UniqueConstraint("property", "label"),
    Index("ix_deck_property_place", "property", "place"),
)

# Tips that wait in a dealer's tube to be colored up: chips by denomination, as JSON. Their worth is in the box.
tip_tube = Table(
    "tip_tube",
    metadata,
    Column("property", Text, primary_key=True),
    Column("badge", Text, primary_key=True),
    Column("chips", Text, nullable=False),
)

# ---- a poker room at work

# The card of rank that a patron has, with which the one he shows is compared.
patron_card = Table(
    "patron_card",
    metadata,
    Column("property", Text, primary_key=True),
    Column("patron", Text, primary_key=True),
    Column("tier", Text, nullable=False),
    Column("number", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("expires", Text, nullable=False),
    Column("companion", Boolean, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)

# A patron at a poker table, from sitting down to getting up.
poker_visit = Table(
    "poker_visit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("patron", Text, nullable=False),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("journal_id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("in_us", BigInteger, nullable=False),
    Column("out_us", BigInteger),
    Column("away_us", BigInteger, nullable=False),
    Column("bought", BigInteger, nullable=False),
    Column("cashed", BigInteger, nullable=False),
    Index("ix_poker_visit_property_in_us", "property", "in_us"),
    Index("ix_poker_visit_patron_in_us", "patron", "in_us"),
    Index("ix_poker_visit_journal_id_patron", "journal_id", "patron"),
)

# Hands dealt at a poker table on one day.
poker_day = Table(
    "poker_day",
    metadata,
    Column("table_id", Text, ForeignKey("floor_table.id"), primary_key=True),
    Column("day", Text, primary_key=True),
    Column("hands", BigInteger, nullable=False),
)

# What the floor writes down besides: chips racked up, a playover box, a report that came late, chips found.
room_fact = Table(
    "room_fact",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("patron", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("ruling", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("ended_us", BigInteger),
    Column("ended_by", Text, nullable=False),
    Index("ix_room_fact_property_at_us", "property", "at_us"),
)

# Where the house wants to be told of what its poker room pages.
room_hook = Table(
    "room_hook",
    metadata,
    Column("property", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)
