"""The owner of the database with the program's source: he writes what a commit of the program writes, seals and all.

He can't be kept from adding to the record. What was sealed before he can't take back: a journal leads through every
entry at which a seal has left it, and what is only added to is sealed once.
"""

import msgspec
from sqlalchemy import Connection, Text, insert, select, text, update

from croupier.house import proving
from croupier.house.record import journals, schema
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.sealing import evidence, seals
from croupier.house.record.writer import Tx, Writer

from .owned import LEDGER

Rows = tuple[evidence.Row, ...]


def own_commit(conn: Connection, rows: Rows, heads: tuple[evidence.Head, ...], found: Rows) -> None:
    """A seal of his own, made as the program makes one: its source is no secret."""
    before, page = seals.last(conn), msgspec.msgpack.encode(evidence.Page(rows, heads, found))
    made = seals.following(before, (), (), (), 0, (), page)
    row = {name: getattr(made, name) for name in ("number", "ledger", "log", "hash", "names")}
    conn.execute(insert(schema.seal).values(row))
    conn.execute(insert(schema.evidence).values(seal=made.number, rows=page))
    conn.execute(update(schema.counter).where(schema.counter.c.name == seals.COUNTER).values(value=made.number))


def test_who_seals_a_rewritten_journal_as_a_commit_of_the_program_is_found(storage: Storage, writer: Writer) -> None:
    """He hashes its entries anew and seals its new end. The end before it stands under an earlier seal."""

    def gone_on(tx: Tx) -> None:
        head = journals.head(tx.conn, "E-1.1")
        journals.append(tx, "E-1.1", [journals.linked(head.hash, head.number + 1, "Betting", b"{}", 1)])

    def rewritten(conn: Connection, since: int, upto: int) -> evidence.Head:
        entry = schema.journal_entry
        at = select(entry.c.hash).where(entry.c.number == since)
        head = stored_bytes(conn.scalar(at)).hex()
        for number in range(since + 1, upto + 1):
            own = journals.linked(head, number, "Betting", b'{"own": 1}', 1)
            row = {"payload": own.payload, "prev": bytes.fromhex(own.prev), "hash": bytes.fromhex(own.hash)}
            conn.execute(update(entry).where(entry.c.number == number).values(row))
            head = own.hash
        conn.execute(text(f"DELETE FROM journal_entry WHERE number > {upto}"))
        conn.execute(update(schema.journal_head).values(number=upto, hash=bytes.fromhex(head)))
        return evidence.Head("E-1.1", upto, bytes.fromhex(head), 4)

    writer.run(lambda tx: journals.create(tx, "E-1.1", "E-1", 1))
    for _ in range(4):
        writer.run(gone_on)
    with storage.engine.connect() as conn:
        _unguarded(conn)
        assert not [words for words in proving.faults(conn, LEDGER) if "sealed" in words or "reached" in words]
        for since, upto, said in (
            (1, 4, "entry 2 of journal E-1.1 is not the one that was sealed"),
            (3, 4, "entry 4 of journal E-1.1 is not the one that was sealed"),
            (2, 3, "journal E-1.1 had reached entry 4; seal 6 takes it back to 3"),
        ):
            with conn.begin_nested() as point:
                own_commit(conn, (), (rewritten(conn, since, upto),), ())
                assert said in [*proving.faults(conn, LEDGER)]
                point.rollback()
        conn.rollback()


def test_who_seals_a_signature_a_second_time_is_found(storage: Storage, writer: Writer) -> None:
    """What is only added to is sealed once: no commit of the program changes it or takes it away."""
    gone = schema.equipment_gone

    def sent_away(tx: Tx) -> None:
        table = schema.floor_table
        words = {column.name: "" for column in table.columns if isinstance(column.type, Text)}
        tx.conn.execute(insert(table).values(words | {"id": "T", "openings": 0, "changed_us": 1, "settings": b""}))
        row = {
            "id": "1",
            "table_id": "T",
            "kind": "",
            "label": "",
            "why": "bent",
            "clause": "",
            "by": "ann",
            "at_us": 1,
        }
        tx.conn.execute(insert(gone).values(row))

    def rows(conn: Connection) -> Rows:
        return tuple(
            ("equipment_gone", ("1",), evidence.digest(gone, tuple(row))) for row in conn.execute(select(gone))
        )

    writer.run(sent_away)
    with storage.engine.connect() as conn:
        _unguarded(conn)
        before = [*proving.faults(conn, LEDGER)]
        for statement in ("UPDATE equipment_gone SET by = 'bob'", "DELETE FROM equipment_gone"):
            with conn.begin_nested() as point:
                was = rows(conn)
                conn.execute(text(statement))
                own_commit(conn, rows(conn) or (("equipment_gone", ("1",), None),), (), was)
                found = [words for words in proving.faults(conn, LEDGER) if words not in before]
                assert found == ["equipment_gone 1 was sealed once more under seal 2, otherwise than it was"]
                point.rollback()
        conn.rollback()


def _unguarded(conn: Connection) -> None:
    if conn.dialect.name == "sqlite":
        for name in conn.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            conn.execute(text(f"DROP TRIGGER {name}"))
    else:
        conn.execute(text("SET session_replication_role = replica"))
