"""What every table of the record is made with, and which of them are only ever added to."""

from sqlalchemy import BigInteger, Column, MetaData, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

APPEND_ONLY = (
    "journal_entry",
    "round_played",
    "wager_result",
    "command",
    "ledger_group",
    "posting",
    "balance_count",
    "audit_log",
    "document_step",
    "seal",
    "evidence",
    "kept_rulebook",
    "journal_rulebook",
    "equipment_gone",
    "poker_tournament_act",
    "rule_draft",
    "rule_draft_revision",
)

NUMBER_MAX = 2**62  # no program counts so far

# Numbers given out without gaps: the ledger's groups, the slips of each kind and property.
counter = Table(
    "counter",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)
