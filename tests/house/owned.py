"""A record in the hands of whoever owns its database: a night of poker on both databases, and what is told of it."""

import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, select, text

from croupier.house import catalogues, foundations, proving
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.database.storage import Storage
from croupier.house.record.ledger import Ledger
from croupier.house.record.sealing import evidence

from .databases import migrated

NIGHT = Path(__file__).parent.parent / "golden" / "night.db.xz"
LEDGER = Ledger(Sources())


def night(path: Path) -> Path:
    """Journals, lists, papers and tournaments of a night, in a file of this program's version."""
    path.write_bytes(lzma.decompress(NIGHT.read_bytes()))
    return migrated(path)


@contextmanager
def carried(cluster: Cluster, name: str, folder: Path) -> Iterator[Storage]:
    """The same night, carried row by row into PostgreSQL."""
    source, storage = Storage.file(night(folder / "night.db")), Storage(cluster.create(name))
    storage.migrate()
    with source.reading() as there, storage.writing() as conn:
        for table in schema.metadata.sorted_tables:
            if table.name == "counter":
                conn.execute(text("DELETE FROM counter"))
            if rows := list(evidence.plain_rows(there, select(table))):
                storage.insert_rows(conn, table, rows)
        conn.execute(text("SELECT setval('account_id_seq', (SELECT max(id) FROM account))"))
    yield storage
    source.close()
    storage.close()


def told(conn: Connection) -> list[str]:
    """What `croupier verify` says."""
    if found := catalogues.hidden(conn):
        return found
    changed = foundations.changes(conn)
    if found := foundations.lost(changed):
        return found
    under = foundations.telling(conn, foundations.faults(conn, changed))
    return [*foundations.telling(conn, proving.faults(conn, LEDGER)), *proving.unguarded(conn), *under]
