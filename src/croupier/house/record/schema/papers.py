"""Documents and their signed lines."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from croupier.house.record.schema.base import metadata

document = Table(
    "document",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("property", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("opened_us", BigInteger, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
    UniqueConstraint("kind", "property", "number"),
    Index("ix_document_table_id_kind_number", "table_id", "kind", "number"),
    Index("ix_document_state", "state"),
)

document_step = Table(
    "document_step",
    metadata,
    Column("document_id", Text, ForeignKey("document.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("step", Text, nullable=False),
    Column("by", Text, ForeignKey("person.badge"), nullable=False),
    Column("role", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
