"""Stored journals: chained, verified, replayable; commands done once; leases."""

import pytest
from sqlalchemy import text, update

from croupier.equipment.shoe import seal
from croupier.house.record import journals, schema
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Broken, NotFound
from croupier.house.record.journals import Pages
from croupier.house.record.writer import Writer
from croupier.rounds.acts import By, Fall, Shuffled
from croupier.rounds.journal import Entry, verify


def record(writer: Writer, journal: str, count: int) -> Pages:
    table = journal.partition(".")[0]
    pages = Pages(journal, writer.run(lambda tx: journals.create(tx, journal, table, 0)))
    for number in range(1, count + 1):
        entry = Entry(
            number, journals.to_text(5_000_000 + number), By("dealer", "d"), number, "Card", Fall(number % 52)
        )
        pages.append(entry)
    stored, seals = pages.drain()
    writer.run(lambda tx: journals.append(tx, journal, stored, seals))
    return pages


def test_entries_come_back_in_order_across_pages(storage: Storage, writer: Writer) -> None:
    record(writer, "T1.1", 2_500)
    record(writer, "T2.1", 3)
    with storage.reading() as conn:
        assert [e.entry.number for e in journals.entries(conn, "T1.1")] == list(range(1, 2_501))
        assert [e.number for e in journals.entries(conn, "T1.1", after=2_490, upto=2_493)] == [2_491, 2_492, 2_493]
        assert [(a.id, a.number) for a in journals.of_table(conn, "T1")] == [("T1.1", 2_500)]
        assert journals.verify(conn, "T1.1") is None
        assert journals.verify(conn, "T2.1") is None


def test_a_stored_journal_is_a_journal_file_of_the_core(storage: Storage, writer: Writer) -> None:
    record(writer, "T1.1", 20)
    with storage.reading() as conn:
        lines = [stored.line for stored in journals.entries(conn, "T1.1")]
    assert [entry.act for entry in verify(lines, "export")] == [Fall(n) for n in range(1, 21)]


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ("UPDATE journal_entry SET payload = prev WHERE number = 7", 7),
        ("UPDATE journal_entry SET payload = 'words' WHERE number = 7", 7),
        ("UPDATE journal_entry SET hash = prev WHERE number = 7", 7),
        ("UPDATE journal_entry SET at_us = 6 WHERE number = 7", 7),
        ("UPDATE journal_entry SET kind = 'Roll' WHERE number = 7", 7),
        ("DELETE FROM journal_entry WHERE number = 7", 7),
        ("DELETE FROM journal_entry WHERE number > 18", 19),
    ],
)
def test_tampering_is_found_at_its_entry(storage: Storage, writer: Writer, change: str, number: int) -> None:
    record(writer, "T1.1", 20)
    with storage.writing() as conn:
        if storage.is_sqlite:
            conn.execute(text("DROP TRIGGER journal_entry_no_update"))
            conn.execute(text("DROP TRIGGER journal_entry_no_delete"))
        else:
            conn.execute(text("DROP TRIGGER journal_entry_append_only ON journal_entry"))
        conn.execute(text(change))
    with storage.reading() as conn:
        fault = journals.verify(conn, "T1.1")
    assert fault is not None
    assert fault.number == number


def test_a_checkpoint_replaces_the_last_one(storage: Storage, writer: Writer) -> None:
    record(writer, "T1.1", 4)
    writer.run(lambda tx: journals.save_checkpoint(tx, "T1.1", 2, b"two"))
    writer.run(lambda tx: journals.save_checkpoint(tx, "T1.1", 4, b"four"))
    with storage.reading() as conn:
        assert journals.load_checkpoint(conn, "T1.1") == (4, b"four")
        assert journals.load_checkpoint(conn, "T9") is None


def test_one_server_at_a_time_holds_a_lease(writer: Writer) -> None:
    record(writer, "T1.1", 1)
    assert writer.run(lambda tx: journals.lease(tx, "T1.1", "a", 100, 50))
    assert not writer.run(lambda tx: journals.lease(tx, "T1.1", "b", 149, 50))
    assert writer.run(lambda tx: journals.lease(tx, "T1.1", "a", 140, 50))
    assert not writer.run(lambda tx: journals.lease(tx, "T1.1", "b", 189, 50))
    assert writer.run(lambda tx: journals.lease(tx, "T1.1", "b", 190, 50))
    writer.run(lambda tx: journals.release(tx, "b"))
    assert writer.run(lambda tx: journals.lease(tx, "T1.1", "a", 191, 50))


def test_a_sealed_order_is_found_by_its_commitment(storage: Storage, writer: Writer) -> None:
    pages, commitment = record(writer, "T1.1", 1), seal(b"order", b"salt")
    pages.append(Entry(2, journals.to_text(9), By("chance"), 2, "Shuffle", Shuffled(0, commitment)))
    pages.seals.append((commitment, b"salt", b"order"))
    stored, seals = pages.drain()
    writer.run(lambda tx: journals.append(tx, "T1.1", stored, seals))
    with storage.reading() as conn:
        assert journals.sealed(conn, commitment) == (b"salt", b"order")
        with pytest.raises(NotFound):
            journals.sealed(conn, "abd")
    with storage.writing() as conn:  # somebody would have other cards come
        conn.execute(update(schema.vault).values(order=b"redor"))
    with storage.reading() as conn, pytest.raises(Broken, match="not the one that was committed to"):
        journals.sealed(conn, commitment)


def test_times_keep_their_microseconds() -> None:
    for at_us in (0, 1, 999_999, 1_577_880_000_123_457, 4_000_000_000_000_001):
        assert journals.to_us(journals.to_text(at_us)) == at_us
