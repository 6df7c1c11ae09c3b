"""People, their sessions, and the log of who did what."""

import sqlalchemy as sa
from alembic import op

from croupier.house.record.migrations.guards import allow_changes, forbid_changes

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

APPEND_ONLY = ("audit_log",)


def upgrade() -> None:
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
    for table in APPEND_ONLY:
        forbid_changes(table)


def downgrade() -> None:
    for table in APPEND_ONLY:
        allow_changes(table)
    op.drop_index("ix_session_badge", table_name="session")
    op.drop_table("session")
    op.drop_index("ix_sign_in_failure_subject_at_us", table_name="sign_in_failure")
    op.drop_table("sign_in_failure")
    op.drop_table("person")
    op.drop_index("ix_audit_log_subject_number", table_name="audit_log")
    op.drop_index("ix_audit_log_by_number", table_name="audit_log")
    op.drop_table("audit_log")
