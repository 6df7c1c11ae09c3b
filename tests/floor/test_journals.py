"""Stored journals: chained, verified, replayable; commands done once; leases."""

import pytest
from sqlalchemy import text

from croupier.floor import journals
from croupier.floor.errors import NotFound
from croupier.floor.journals import Head
from croupier.floor.storage import Storage
from croupier.floor.writer import Writer


def record(writer: Writer, table_id: str, count: int) -> Head:
    head = writer.run(lambda tx: journals.create(tx, table_id))
    linked = journals.chain(table_id, head, [("Card", f"{n}".encode()) for n in range(head.number, count)], 5)
    return writer.run(lambda tx: journals.append(tx, table_id, linked))


def test_entries_come_back_in_order_across_pages(storage: Storage, writer: Writer) -> None:
    record(writer, "T1", 2_500)
    record(writer, "T2", 3)
    with storage.reading() as conn:
        assert [int(e.payload) for e in journals.entries(conn, "T1")] == list(range(2_500))
        assert [e.number for e in journals.entries(conn, "T1", after=2_490, upto=2_493)] == [2_491, 2_492, 2_493]
        assert journals.totals(conn) == {"T1": 2_500, "T2": 3}
        assert journals.verify(conn, "T1") is None
        assert journals.verify(conn, "T2") is None


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ("UPDATE journal_entry SET payload = prev WHERE number = 7", 7),
        ("UPDATE journal_entry SET at_us = 6 WHERE number = 7", 7),
        ("UPDATE journal_entry SET kind = 'Roll' WHERE number = 7", 7),
        ("DELETE FROM journal_entry WHERE number = 7", 7),
        ("DELETE FROM journal_entry WHERE number > 18", 19),
    ],
)
def test_tampering_is_found_at_its_entry(storage: Storage, writer: Writer, change: str, number: int) -> None:
    record(writer, "T1", 20)
    with storage.writing() as conn:
        if storage.is_sqlite:
            conn.execute(text("DROP TRIGGER journal_entry_no_update"))
            conn.execute(text("DROP TRIGGER journal_entry_no_delete"))
        else:
            conn.execute(text("DROP TRIGGER journal_entry_append_only ON journal_entry"))
        conn.execute(text(change))
    with storage.reading() as conn:
        fault = journals.verify(conn, "T1")
    assert fault is not None
    assert fault.number == number


def test_the_same_entry_hashes_differently_at_another_table_or_number() -> None:
    base = journals.digest(b"p", "T1", 1, 5, "Card", b"x")
    assert base != journals.digest(b"p", "T2", 1, 5, "Card", b"x")
    assert base != journals.digest(b"p", "T1", 2, 5, "Card", b"x")
    assert journals.digest(b"p", "T", 1, 5, "a\n1", b"x") != journals.digest(b"p", "T", 1, 5, "a", b"1\nx")


def test_a_command_is_recalled_by_its_sender_only(storage: Storage, writer: Writer) -> None:
    writer.run(lambda tx: journals.remember(tx, "c1", "bet", "ann", 1, b"done"))
    with storage.reading() as conn:
        assert journals.recall(conn, "c1", "ann") == b"done"
        assert journals.recall(conn, "c2", "ann") is None
        with pytest.raises(NotFound):
            journals.recall(conn, "c1", "bob")


def test_a_checkpoint_replaces_the_last_one(storage: Storage, writer: Writer) -> None:
    record(writer, "T1", 4)
    writer.run(lambda tx: journals.save_checkpoint(tx, "T1", 2, b"two"))
    writer.run(lambda tx: journals.save_checkpoint(tx, "T1", 4, b"four"))
    with storage.reading() as conn:
        assert journals.load_checkpoint(conn, "T1") == (4, b"four")
        assert journals.load_checkpoint(conn, "T9") is None


def test_one_server_at_a_time_holds_a_lease(writer: Writer) -> None:
    record(writer, "T1", 1)
    assert writer.run(lambda tx: journals.lease(tx, "T1", "a", 100, 50))
    assert not writer.run(lambda tx: journals.lease(tx, "T1", "b", 149, 50))
    assert writer.run(lambda tx: journals.lease(tx, "T1", "a", 140, 50))
    assert not writer.run(lambda tx: journals.lease(tx, "T1", "b", 189, 50))
    assert writer.run(lambda tx: journals.lease(tx, "T1", "b", 190, 50))
    writer.run(lambda tx: journals.release(tx, "b"))
    assert writer.run(lambda tx: journals.lease(tx, "T1", "a", 191, 50))
