"""Migrated databases of tests: a file that stands alone, and one of PostgreSQL that is emptied for test after test."""

import itertools
from pathlib import Path

import psycopg

from croupier.house.record import schema
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.database.storage import Storage

MIGRATED = "migrated"
LEFT = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
# Tables, indexes, sequences and triggers with their numbers, and the version: a test may have changed any of them.
MADE_OF = """
    SELECT array_agg(part ORDER BY part) FROM (
        SELECT oid || relname AS part FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT oid || tgname || tgenabled::text FROM pg_trigger
        UNION ALL SELECT version_num FROM alembic_version) AS parts
"""


def migrated(path: Path) -> Path:
    """The file at this program's version, whole without any file beside it: it may be copied."""
    storage = Storage.file(path)
    storage.migrate()
    with storage.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    storage.close()
    return path


class Kept:
    """The PostgreSQL database that the next test gets, emptied in a moment, where a copy of its own takes a while; a
    test that changed what it is made of leaves it to nobody."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster, self._numbers = cluster, itertools.count(1)
        self._name, self._made_of = "", None

    def url(self) -> str:
        if not self._name:
            self._name = f"kept{next(self._numbers)}"
            self._cluster.create(self._name, template=MIGRATED)
            with self._connection() as conn:
                self._made_of = _made_of(conn)
        return self._cluster.url(self._name)

    def empty(self) -> None:
        """Every row goes, past the triggers that keep a record append-only; whoever is still connected goes first."""
        with self._connection() as conn:
            conn.execute(LEFT, (self._name,))
            whole = _made_of(conn) == self._made_of
            if whole:
                conn.execute("SET session_replication_role = replica")
                conn.execute("; ".join(f"DELETE FROM {table.name}" for table in schema.metadata.sorted_tables))
                conn.execute("SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'")
        if not whole:
            self._cluster.drop(self._name)
            self._name = ""

    def _connection(self) -> psycopg.Connection:
        return psycopg.connect(self._cluster.url(self._name).replace("+psycopg", ""), autocommit=True)


def _made_of(conn: psycopg.Connection) -> list[str] | None:
    try:
        row = conn.execute(MADE_OF).fetchone()
    except psycopg.errors.UndefinedTable:  # migrated down to nothing
        return None
    assert row is not None
    return list(row[0])
