"""Triggers that keep a table append-only in the database itself, whoever connects to it."""

from alembic import op

BODY = " BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END "
STATEMENT_BEFORE = 2 + 8 + 16 + 32  # as PostgreSQL files it: before, DELETE, UPDATE, TRUNCATE, once a statement


def on_sqlite(table: str) -> list[str]:
    """The two guards of a table, word for word."""
    return [
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for verb in ("UPDATE", "DELETE")
    ]


def forbid_changes(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for words in on_sqlite(table):
            op.execute(words)
        return
    op.execute(f"CREATE OR REPLACE FUNCTION croupier_append_only() RETURNS trigger LANGUAGE plpgsql AS $${BODY}$$")
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
    )


def allow_changes(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER {table}_no_{verb}")
    else:
        op.execute(f"DROP TRIGGER {table}_append_only ON {table}")
