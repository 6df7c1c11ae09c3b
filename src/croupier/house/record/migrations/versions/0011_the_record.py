"""The record as 0.1.0 began it: journals and ledger, people, tables and documents, tournaments, promotions, seals.

Nothing older was ever released: a database begins here, and every later change of it is a migration of its own.
"""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations.guards import allow_changes, forbid_changes

revision = "0011"
down_revision = None
branch_labels = None
depends_on = None
APPEND_ONLY = (
    "journal_entry",
    "round_played",
    "command",
    "ledger_group",
    "posting",
    "balance_count",
    "audit_log",
    "document_step",
    "seal",
)
TABLES = (  # in the order in which they refer to each other
    "account",
    "command",
    "counter",
    "journal_head",
    "ledger_group",
    "balance_count",
    "checkpoint",
    "journal_entry",
    "posting",
    "round_played",
    "vault",
    "audit_log",
    "person",
    "sign_in_failure",
    "session",
    "document",
    "floor_table",
    "meter",
    "notice",
    "dealer_stint",
    "document_step",
    "equipment_set",
    "jackpot",
    "meter_link",
    "second_factor",
    "second_factor_role",
    "tournament",
    "tournament_entry",
    "tournament_table",
    "sanction",
    "imprest_bank",
    "deck",
    "poker_tournament",
    "poker_tournament_act",
    "poker_prize",
    "promotion",
    "promotion_item",
    "promotion_claim",
    "seal",
)


def upgrade() -> None:
    _journals_and_ledger()
    _people()
    _tables_and_documents()
    _second_factors()
    _table_tournaments()
    _room_procedures()
    _poker_tournaments()
    _seals()
    for table in APPEND_ONLY:
        forbid_changes(table)


def downgrade() -> None:
    for table in APPEND_ONLY:
        allow_changes(table)
    for table in reversed(TABLES):
        op.drop_table(table)


def _journals_and_ledger() -> None:
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
        sa.Column("content", sa.LargeBinary(), nullable=True),
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
    for column, where in (("document", "document <> ''"), ("corrects", "corrects IS NOT NULL")):
        op.create_index(
            op.f(f"ix_ledger_group_{column}"),
            "ledger_group",
            [column],
            sqlite_where=sa.text(where),
            postgresql_where=sa.text(where),
        )
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


def _people() -> None:
    op.create_table(
        "audit_log",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit_log")),
    )
    op.create_index("ix_audit_log_by_number", "audit_log", ["by", "number"], unique=False)
    op.create_index("ix_audit_log_subject_number", "audit_log", ["subject", "number"], unique=False)
    op.create_table(
        "person",
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("password_version", sa.Integer(), nullable=False),
        sa.Column("must_change", sa.Integer(), nullable=False),
        sa.Column("active", sa.Integer(), nullable=False),
        sa.Column("created_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("badge", name=op.f("pk_person")),
    )
    op.create_table(
        "sign_in_failure",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_failure")),
    )
    op.create_index("ix_sign_in_failure_subject_at_us", "sign_in_failure", ["subject", "at_us"], unique=False)
    op.create_table(
        "session",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("started_us", sa.BigInteger(), nullable=False),
        sa.Column("seen_us", sa.BigInteger(), nullable=False),
        sa.Column("expires_us", sa.BigInteger(), nullable=False),
        sa.Column("ended_us", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_session_badge")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_session")),
    )
    op.create_index("ix_session_badge", "session", ["badge"], unique=False)


def _tables_and_documents() -> None:
    op.create_table(
        "document",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened_us", sa.BigInteger(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint("kind", "property", "number", name=op.f("uq_document_kind_property_number")),
    )
    op.create_index("ix_document_state", "document", ["state"], unique=False)
    op.create_index("ix_document_table_id_kind_number", "document", ["table_id", "kind", "number"], unique=False)
    op.create_table(
        "floor_table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("pit", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("journal", sa.Text(), nullable=False),
        sa.Column("openings", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_floor_table")),
    )
    op.create_index("ix_floor_table_property_game", "floor_table", ["property", "game"], unique=False)
    op.create_table(
        "meter",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("to_meter_ppm", sa.Integer(), nullable=False),
        sa.Column("to_reserve_ppm", sa.Integer(), nullable=False),
        sa.Column("meter_rest_ppm", sa.BigInteger(), nullable=False),
        sa.Column("reserve_rest_ppm", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meter")),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("raised_us", sa.BigInteger(), nullable=False),
        sa.Column("raised_by", sa.Text(), nullable=False),
        sa.Column("settled_us", sa.BigInteger(), nullable=True),
        sa.Column("settled_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    op.create_index("ix_notice_settled_us", "notice", ["settled_us"], unique=False)
    op.create_table(
        "dealer_stint",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("in_us", sa.BigInteger(), nullable=False),
        sa.Column("out_us", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_dealer_stint_badge")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_dealer_stint_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dealer_stint")),
    )
    op.create_index("ix_dealer_stint_table_id_in_us", "dealer_stint", ["table_id", "in_us"], unique=False)
    op.create_table(
        "document_step",
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.badge"], name=op.f("fk_document_step_by")),
        sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=op.f("fk_document_step_document_id")),
        sa.PrimaryKeyConstraint("document_id", "line", name=op.f("pk_document_step")),
    )
    op.create_table(
        "equipment_set",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("in_us", sa.BigInteger(), nullable=False),
        sa.Column("due_us", sa.BigInteger(), nullable=True),
        sa.Column("out_us", sa.BigInteger(), nullable=True),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=op.f("fk_equipment_set_document_id")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_equipment_set_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_equipment_set")),
    )
    op.create_index("ix_equipment_set_table_id_out_us", "equipment_set", ["table_id", "out_us"], unique=False)
    op.create_table(
        "jackpot",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("journal", sa.Text(), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("share_ppm", sa.Integer(), nullable=False),
        sa.Column("shown", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("keyed_us", sa.BigInteger(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["meter"], ["meter.name"], name=op.f("fk_jackpot_meter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jackpot")),
        sa.UniqueConstraint("meter", "place", name=op.f("uq_jackpot_meter_place")),
    )
    op.create_index("ix_jackpot_table_id_entry", "jackpot", ["table_id", "entry"], unique=False)
    op.create_table(
        "meter_link",
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["meter"], ["meter.name"], name=op.f("fk_meter_link_meter")),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_meter_link_table_id")),
        sa.PrimaryKeyConstraint("meter", "table_id", "wager", name=op.f("pk_meter_link")),
    )


def _second_factors() -> None:
    op.create_table(
        "second_factor",
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("confirmed", sa.Integer(), nullable=False),
        sa.Column("last_step", sa.BigInteger(), nullable=False),
        sa.Column("made_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["badge"], ["person.badge"], name=op.f("fk_second_factor_badge")),
        sa.PrimaryKeyConstraint("badge", name=op.f("pk_second_factor")),
    )
    op.create_table(
        "second_factor_role",
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("role", name=op.f("pk_second_factor_role")),
    )


def _table_tournaments() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("plan", sa.LargeBinary(), nullable=False),
        sa.Column("entry_cents", sa.BigInteger(), nullable=False),
        sa.Column("prizes", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_table(
        "tournament_entry",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournament.id"], name=op.f("fk_tournament_entry_tournament")),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_tournament_entry")),
        sa.UniqueConstraint("tournament", "patron", name=op.f("uq_tournament_entry_tournament_patron")),
    )
    op.create_table(
        "tournament_table",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("names", sa.LargeBinary(), nullable=False),
        sa.Column("button", sa.Integer(), nullable=False),
        sa.Column("begun_us", sa.BigInteger(), nullable=False),
        sa.Column("heat", sa.LargeBinary()),
        sa.ForeignKeyConstraint(["table_id"], ["floor_table.id"], name=op.f("fk_tournament_table_table_id")),
        sa.ForeignKeyConstraint(["tournament"], ["tournament.id"], name=op.f("fk_tournament_table_tournament")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_tournament_table")),
        sa.UniqueConstraint("tournament", "stage", "number", name=op.f("uq_tournament_table_tournament_stage_number")),
    )


def _room_procedures() -> None:
    op.create_table(
        "sanction",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("offence", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("until_us", sa.BigInteger()),
        sa.Column("lifted_us", sa.BigInteger()),
        sa.Column("lifted_by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.badge"], name=op.f("fk_sanction_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanction")),
    )
    op.create_index("ix_sanction_property_patron_at_us", "sanction", ["property", "patron", "at_us"], unique=False)
    op.create_table(
        "imprest_bank",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("par", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("set_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.badge"], name=op.f("fk_imprest_bank_by")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_imprest_bank")),
    )
    op.create_table(
        "deck",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("received_us", sa.BigInteger(), nullable=False),
        sa.Column("opened_us", sa.BigInteger()),
        sa.Column("assigned_us", sa.BigInteger()),
        sa.Column("due_us", sa.BigInteger()),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck")),
        sa.UniqueConstraint("property", "label", name=op.f("uq_deck_property_label")),
    )
    op.create_index("ix_deck_property_place", "deck", ["property", "place"], unique=False)


def _poker_tournaments() -> None:
    op.create_table(
        "poker_tournament",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("plan", sa.LargeBinary(), nullable=False),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("acts", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_poker_tournament")),
    )
    op.create_table(
        "poker_tournament_act",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"], ["poker_tournament.id"], name=op.f("fk_poker_tournament_act_tournament")
        ),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_poker_tournament_act")),
    )
    op.create_table(
        "poker_prize",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("paid_in", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("withheld", sa.BigInteger(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["poker_tournament.id"], name=op.f("fk_poker_prize_tournament")),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_poker_prize")),
    )
    op.create_table(
        "promotion",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("property", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promotion")),
    )
    op.create_table(
        "promotion_item",
        sa.Column("promotion", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("patron", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["promotion"], ["promotion.id"], name=op.f("fk_promotion_item_promotion")),
        sa.PrimaryKeyConstraint("promotion", "key", name=op.f("pk_promotion_item")),
    )
    op.create_table(
        "promotion_claim",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("promotion", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("finding", sa.LargeBinary(), nullable=False),
        sa.Column("began_us", sa.BigInteger(), nullable=False),
        sa.Column("tabled_us", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("changed_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["promotion"], ["promotion.id"], name=op.f("fk_promotion_claim_promotion")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promotion_claim")),
        sa.UniqueConstraint(
            "promotion", "table_id", "hand", "place", name=op.f("uq_promotion_claim_promotion_table_id_hand_place")
        ),
    )


def _seals() -> None:
    op.create_table(
        "seal",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ledger", sa.BigInteger(), nullable=False),
        sa.Column("log", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("names", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_seal")),
    )
