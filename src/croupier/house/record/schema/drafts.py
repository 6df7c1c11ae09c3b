"""Drafts of rules and every state of their text."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, Table, Text

from croupier.house.record.schema.base import metadata

rule_draft = Table(
    "rule_draft",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("base", Text, nullable=False),  # the digest of the text that it began from; empty: a new game
    Column("began_us", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
)

# Every state of a draft's text: who changed what and when, nothing ever taken out.
rule_draft_revision = Table(
    "rule_draft_revision",
    metadata,
    Column("draft", Text, ForeignKey("rule_draft.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at_us", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("kind", Text, nullable=False),  # begun, edited, submitted, dropped
    Column("says", Text, nullable=False),
    Column("text", LargeBinary, nullable=False),  # zlib
)
