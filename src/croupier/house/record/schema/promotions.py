"""Promotional funds of a poker room: what runs, what players gather, what they claim."""

from sqlalchemy import BigInteger, Column, ForeignKey, LargeBinary, Table, Text, UniqueConstraint

from croupier.house.record.schema.base import metadata

promotion = Table(
    "promotion",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

# Squares chosen, minutes played, tickets: what players gather in a promotion, each key once.
promotion_item = Table(
    "promotion_item",
    metadata,
    Column("promotion", Text, ForeignKey("promotion.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("patron", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)

promotion_claim = Table(
    "promotion_claim",
    metadata,
    Column("id", Text, primary_key=True),
    Column("promotion", Text, ForeignKey("promotion.id"), nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("hand", Text, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Column("finding", LargeBinary, nullable=False),
    Column("began_us", BigInteger, nullable=False),
    Column("tabled_us", BigInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("document_id", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
    UniqueConstraint("promotion", "table_id", "hand", "place"),
)
