"""Money: accounts, groups of postings, counts. What proves them: seals, evidence, the rulebooks that were kept."""

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text, text

from croupier.house.record.schema.base import metadata

account = Table(
    "account",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("opened_us", BigInteger, nullable=False),
    Column("least", BigInteger),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("least IS NULL OR balance >= least", name="least"),
)

BELONGS, CORRECTS = text("document <> ''"), text("corrects IS NOT NULL")

ledger_group = Table(
    "ledger_group",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_us", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("entry", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
    Column("corrects", BigInteger),
    Column("memo", Text, nullable=False),
    Index("ix_ledger_group_table_id_number", "table_id", "number"),
    Index("ix_ledger_group_at_us", "at_us"),
    # Most groups belong to no document and correct nothing: only the others are listed.
    Index("ix_ledger_group_document", "document", sqlite_where=BELONGS, postgresql_where=BELONGS),
    Index("ix_ledger_group_corrects", "corrects", sqlite_where=CORRECTS, postgresql_where=CORRECTS),
)

posting = Table(
    "posting",
    metadata,
    Column("group_number", BigInteger, ForeignKey("ledger_group.number"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("account_id", Integer, ForeignKey("account.id"), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Index("ix_posting_account_id_group_number", "account_id", "group_number"),
)

# What each commit added to the book and to the log, chained: see croupier.house.record.sealing.seals.
seal = Table(
    "seal",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("ledger", BigInteger, nullable=False),
    Column("log", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("names", BigInteger),  # which accounts' names it covers
)

# Every other row that a commit touched, under its seal: see croupier.house.record.sealing.evidence.
evidence = Table(
    "evidence",
    metadata,
    Column("seal", BigInteger, primary_key=True, autoincrement=False),
    Column("rows", LargeBinary, nullable=False),
)

# The rulebooks that journals were opened under, as their files were: see croupier.house.record.kept_books.
kept_rulebook = Table(
    "kept_rulebook",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("key", Text, nullable=False),  # property/game@approved
    Column("text", LargeBinary, nullable=False),
)

journal_rulebook = Table(
    "journal_rulebook",
    metadata,
    Column("journal_id", Text, primary_key=True),  # of a tournament: tournament:NAME
    Column("key", Text, primary_key=True),
    Column("digest", Text, ForeignKey("kept_rulebook.digest"), nullable=False),
)

# A balance assertion is a count: what the book said, what hands counted, the difference.
balance_count = Table(
    "balance_count",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_us", BigInteger, nullable=False),
    Column("account_id", Integer, ForeignKey("account.id"), nullable=False),
    Column("book", BigInteger, nullable=False),
    Column("counted", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("document", Text, nullable=False),
)
