"""Tournaments at house tables and in the poker room."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, Table, Text, UniqueConstraint

from croupier.house.record.schema.base import metadata

# ---- tournaments at tables

tournament = Table(
    "tournament",
    metadata,
    Column("id", Text, primary_key=True),
    Column("plan", LargeBinary, nullable=False),
    Column("entry_cents", BigInteger, nullable=False),
    Column("prizes", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("stage", Integer, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

tournament_entry = Table(
    "tournament_entry",
    metadata,
    Column("tournament", Text, ForeignKey("tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("patron", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    UniqueConstraint("tournament", "patron"),
)

# One table of one stage; its heat once it has ended.
tournament_table = Table(
    "tournament_table",
    metadata,
    Column("table_id", Text, ForeignKey("floor_table.id"), primary_key=True),
    Column("tournament", Text, ForeignKey("tournament.id"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("names", LargeBinary, nullable=False),
    Column("button", Integer, nullable=False),
    Column("begun_us", BigInteger, nullable=False),
    Column("heat", LargeBinary),
    UniqueConstraint("tournament", "stage", "number"),
)

# ---- poker tournaments

poker_tournament = Table(
    "poker_tournament",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("plan", LargeBinary, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("acts", Integer, nullable=False),  # those from before, see below
    Column("hash", LargeBinary, nullable=False),  # of the last of them
    Column("changed_us", BigInteger, nullable=False),
)

# Acts from before they were entries of the journal, each hashed onto the last. They were carried over: what is here is
# evidence, for the seals and anchors that name it.
poker_tournament_act = Table(
    "poker_tournament_act",
    metadata,
    Column("tournament", Text, ForeignKey("poker_tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("by", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)

poker_prize = Table(
    "poker_prize",
    metadata,
    Column("tournament", Text, ForeignKey("poker_tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("patron", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("paid_in", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("withheld", BigInteger, nullable=False),
    Column("claim", Text, nullable=False),
    Column("document_id", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)
