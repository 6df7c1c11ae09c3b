"""The journal, the commands already done, and the ledger."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations.guards import allow_changes, forbid_changes

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = ("journal_entry", "round_played", "command", "ledger_group", "posting", "balance_count")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("opened_us", sa.BigInteger(), nullable=False),
        sa.Column("least", sa.BigInteger(), nullable=True),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("least IS NULL OR balance >= least", name=op.f("ck_account_least")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name", name=op.f("uq_account_name")),
    )
    op.create_table(
        "command",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_command")),
    )
    op.create_table(
        "counter",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counter")),
    )
    op.create_table(
        "journal_head",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("opened_us", sa.BigInteger(), nullable=False),
        sa.Column("closed_us", sa.BigInteger(), nullable=True),
        sa.Column("rounds", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("drop_cents", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("win_cents", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("owner", sa.Text(), server_default="", nullable=False),
        sa.Column("lease_until_us", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal_head")),
    )
    op.create_index("ix_journal_head_table_id_opened_us", "journal_head", ["table_id", "opened_us"], unique=False)
    op.create_table(
        "ledger_group",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("journal", sa.Text(), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("corrects", sa.BigInteger(), nullable=True),
        sa.Column("memo", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_ledger_group")),
    )
    op.create_index("ix_ledger_group_at_us", "ledger_group", ["at_us"], unique=False)
    op.create_index("ix_ledger_group_table_id_number", "ledger_group", ["table_id", "number"], unique=False)
    op.create_table(
        "balance_count",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("book", sa.BigInteger(), nullable=False),
        sa.Column("counted", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_balance_count_account_id")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_balance_count")),
    )
    op.create_table(
        "checkpoint",
        sa.Column("journal_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal_head.id"], name=op.f("fk_checkpoint_journal_id")),
        sa.PrimaryKeyConstraint("journal_id", name=op.f("pk_checkpoint")),
    )
    op.create_table(
        "journal_entry",
        sa.Column("journal_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("prev", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal_head.id"], name=op.f("fk_journal_entry_journal_id")),
        sa.PrimaryKeyConstraint("journal_id", "number", name=op.f("pk_journal_entry")),
    )
    op.create_index("ix_journal_entry_at_us", "journal_entry", ["at_us"], unique=False)
    op.create_table(
        "posting",
        sa.Column("group_number", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_posting_account_id")),
        sa.ForeignKeyConstraint(["group_number"], ["ledger_group.number"], name=op.f("fk_posting_group_number")),
        sa.PrimaryKeyConstraint("group_number", "line", name=op.f("pk_posting")),
    )
    op.create_index("ix_posting_account_id_group_number", "posting", ["account_id", "group_number"], unique=False)
    op.create_table(
        "round_played",
        sa.Column("journal_id", sa.Text(), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("staked", sa.BigInteger(), nullable=False),
        sa.Column("house_net", sa.BigInteger(), nullable=False),
        sa.Column("most_won", sa.BigInteger(), nullable=False),
        sa.Column("patrons", sa.Text(), nullable=False),
        sa.Column("rulings", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal_head.id"], name=op.f("fk_round_played_journal_id")),
        sa.PrimaryKeyConstraint("journal_id", "entry", name=op.f("pk_round_played")),
    )
    op.create_index("ix_round_played_at_us", "round_played", ["at_us"], unique=False)
    op.create_table(
        "vault",
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("journal_id", sa.Text(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("order", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal_head.id"], name=op.f("fk_vault_journal_id")),
        sa.PrimaryKeyConstraint("commitment", name=op.f("pk_vault")),
    )
    for table in APPEND_ONLY:
        forbid_changes(table)


def downgrade() -> None:
    for table in APPEND_ONLY:
        allow_changes(table)
    op.drop_table("vault")
    op.drop_index("ix_round_played_at_us", table_name="round_played")
    op.drop_table("round_played")
    op.drop_index("ix_posting_account_id_group_number", table_name="posting")
    op.drop_table("posting")
    op.drop_index("ix_journal_entry_at_us", table_name="journal_entry")
    op.drop_table("journal_entry")
    op.drop_table("checkpoint")
    op.drop_table("balance_count")
    op.drop_index("ix_ledger_group_table_id_number", table_name="ledger_group")
    op.drop_index("ix_ledger_group_at_us", table_name="ledger_group")
    op.drop_table("ledger_group")
    op.drop_index("ix_journal_head_table_id_opened_us", table_name="journal_head")
    op.drop_table("journal_head")
    op.drop_table("counter")
    op.drop_table("command")
    op.drop_table("account")
