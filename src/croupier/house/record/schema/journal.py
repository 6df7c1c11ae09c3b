"""What was dealt and decided: journals, their rounds and wagers, checkpoints, sealed orders, answered commands."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from croupier.house.record.schema.base import metadata

# One journal for each opening of a table: BJ-104.3 is the third of table BJ-104.
journal_head = Table(
    "journal_head",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("opened_us", BigInteger, nullable=False),
    Column("closed_us", BigInteger),
    Column("rounds", BigInteger, nullable=False, server_default="0"),
    Column("drop_cents", BigInteger, nullable=False, server_default="0"),
    Column("win_cents", BigInteger, nullable=False, server_default="0"),
    Column("owner", Text, nullable=False, server_default=""),
    Column("lease_until_us", BigInteger, nullable=False, server_default="0"),
    Index("ix_journal_head_table_id_opened_us", "table_id", "opened_us"),
)

journal_entry = Table(
    "journal_entry",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("prev", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Index("ix_journal_entry_at_us", "at_us"),
)

# What a search finds rounds by; the journal itself remains the record.
round_played = Table(
    "round_played",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("round", BigInteger, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("house_net", BigInteger, nullable=False),
    Column("most_won", BigInteger, nullable=False),
    Column("patrons", Text, nullable=False),
    Column("rulings", Text, nullable=False),
    Index("ix_round_played_at_us", "at_us"),
)

# What each wager came to, to be added up; it follows from the journal: see croupier.house.tables.wager_rows.
wager_result = Table(
    "wager_result",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("at_us", BigInteger, nullable=False),
    Column("position", Integer, nullable=False),
    Column("patron", Text, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("wager", Text, nullable=False),
    Column("laid_on", Text, nullable=False),
    Column("unit", BigInteger, nullable=False),  # what was wagered at first; odds are shares of it
    Column("staked", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),  # the patron's
    Column("house", BigInteger, nullable=False),  # the table's
)

# The results of a journal added up as far as its rounds are over: follows from them, see croupier.house.results.sums.
journal_sum = Table(
    "journal_sum",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("payload", LargeBinary, nullable=False),
)

# The latest only: a cache, never the truth.
checkpoint = Table(
    "checkpoint",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("payload", LargeBinary, nullable=False),
)

# Sealed orders of the shoes of electronic tables, until the journal opens them.
vault = Table(
    "vault",
    metadata,
    Column("commitment", Text, primary_key=True),
    Column("journal_id", Text, ForeignKey("journal_head.id"), nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("order", LargeBinary, nullable=False),
)

# What was already done: a command sent twice finds its own answer here.
command = Table(
    "command",
    metadata,
    Column("id", Text, primary_key=True),
    Column("act", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("result", LargeBinary, nullable=False),
    Column("content", LargeBinary),  # a digest of what was asked for; none where it was done before they were kept
)
