"""The database: migrations on both kinds, append-only tables, rows written in bulk."""

from pathlib import Path

import msgspec
import pytest
from alembic import command as alembic
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.house import proving
from croupier.house.record import journals, schema
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.database.storage import Foreign, Storage, alembic_config
from croupier.house.record.ledger import Ledger
from croupier.house.record.sealing import evidence
from croupier.house.record.writer import Tx, Writer
from croupier.house.tournaments.poker import store as tournaments
from croupier.rounds.journal import START, chain


def test_the_migrations_make_the_tables_that_the_program_expects(storage: Storage) -> None:
    with storage.reading() as conn:
        assert compare_metadata(MigrationContext.configure(conn), schema.metadata) == []


def test_migrating_twice_is_harmless_and_going_back_leaves_nothing(storage: Storage) -> None:
    storage.migrate()
    with storage.writing() as conn:
        alembic.downgrade(alembic_config(conn), "base")
    with storage.reading() as conn:
        assert inspect(conn).get_table_names() == ["alembic_version"]
    storage.migrate()


def test_an_existing_file_keeps_its_rows_through_a_migration(tmp_path: Path) -> None:
    storage = Storage.file(tmp_path / "old.db")
    storage.migrate("0011")
    with storage.writing() as conn:
        storage.insert_rows(conn, schema.account, [(1, "cage:a", 0, None, 125)])
    storage.migrate()
    with storage.reading() as conn:
        assert conn.scalar(select(schema.account.c.balance)) == 125


def test_a_record_from_before_the_first_release_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    storage = Storage.file(tmp_path / "older.db")
    storage.migrate("0011")
    with storage.writing() as conn:
        conn.execute(text("UPDATE alembic_version SET version_num = '0007'"))
    with pytest.raises(Foreign, match=r"from before 0\.1\.0"):
        storage.migrate()
    with storage.reading() as conn:
        assert conn.scalar(text("SELECT version_num FROM alembic_version")) == "0007"


@pytest.mark.parametrize("table", schema.APPEND_ONLY)
def test_the_database_itself_refuses_to_change_what_was_recorded(storage: Storage, table: str) -> None:
    if table == "journal_entry":
        with storage.writing() as conn:
            storage.insert_rows(conn, schema.journal_head, [("T1.1", "T1", 0, b"", 0, None, 0, 0, 0, "", 0)])
            storage.insert_rows(conn, schema.journal_entry, [("T1.1", 1, "Card", b"\x00\xff", b"", b"h", 7)])
        for statement in ("UPDATE journal_entry SET kind = 'Roll'", "DELETE FROM journal_entry"):
            with pytest.raises(DBAPIError, match="append-only"), storage.writing() as conn:
                conn.execute(text(statement))
    with storage.reading() as conn:
        if storage.is_sqlite:
            query = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :name"
        else:
            query = "SELECT 2 * count(*) FROM pg_trigger WHERE tgrelid = CAST(:name AS regclass) AND NOT tgisinternal"
        assert conn.scalar(text(query), {"name": table}) == 2


def test_bytes_text_and_nulls_survive_the_bulk_insert(storage: Storage) -> None:
    rows = [(1, "patron:a\tb\\n\n", 5, None, -3), (2, 'ünïcode "quote"', 6, -10, 0)]
    with storage.writing() as conn:
        storage.insert_rows(conn, schema.account, rows)
        storage.insert_rows(conn, schema.command, [("c", "act", "p", 1, bytes(range(256)), None)])
    with storage.reading() as conn:
        assert [tuple(row) for row in conn.execute(select(schema.account).order_by(schema.account.c.id))] == rows
        assert conn.scalar(select(schema.command.c.result)) == bytes(range(256))


def test_foreign_keys_are_kept(storage: Storage) -> None:
    with pytest.raises(IntegrityError), storage.writing() as conn:
        storage.insert_rows(conn, schema.posting, [(99, 1, 1, 5)])


def test_sqlite_syncs_every_commit_fully(tmp_path: Path) -> None:
    storage = Storage.file(tmp_path / "floor.db")
    with storage.reading() as conn:
        assert conn.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert conn.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert conn.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="does not survive"):
        Storage("sqlite://")


def test_two_servers_may_migrate_at_once(cluster: Cluster) -> None:
    import threading

    url = cluster.create("race")
    errors: list[BaseException] = []

    def start() -> None:
        try:
            Storage(url).migrate()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_a_reader_is_not_held_up_by_a_writer(storage: Storage, writer: Writer) -> None:
    def work(tx: Tx) -> int:
        tx.append(schema.account, (1, "cage:a", 0, None, 0))
        tx.flush()
        with storage.reading() as conn:
            return len(conn.execute(select(schema.account)).all())

    assert writer.run(work) == 0


def test_acts_of_tournaments_are_carried_into_the_journal_and_back_on_both_databases(storage: Storage) -> None:
    """As a program of before wrote them: each act hashed onto the last, in a table of their own."""
    with storage.writing() as conn:
        alembic.downgrade(alembic_config(conn), "0020")
    storage.revision = "0020"
    event, act, last = schema.poker_tournament, schema.poker_tournament_act, START
    acts: list[tuple[str, int, str, bytes, bytes]] = []
    for number, by in enumerate(("clerk", "director", "director"), 1):
        payload = f'{{"type":"Clock","at_us":{1_600_000_000_000_000 + number},"running":true}}'.encode()
        last = chain(last, by.encode() + b" " + payload)
        acts.append(("SUNDAY", number, by, payload, bytes.fromhex(last)))

    def written(tx: Tx) -> None:
        for name, many, hash_ in (("SUNDAY", 3, last), ("NEXT", 0, START)):
            row = {"id": name, "property": "p", "plan": b"{}", "options": b"{}", "state": "playing", "changed_us": 7}
            tx.conn.execute(event.insert().values(**row, acts=many, hash=bytes.fromhex(hash_)))
        tx.storage.insert_rows(tx.conn, act, acts)

    writer = Writer(storage)
    writer.run(written)
    writer.close()
    storage.migrate()
    with storage.reading() as conn:
        assert list(proving.faults(conn, Ledger(Sources()))) == []
        found = tournaments.journal(conn, "SUNDAY")
        assert [("SUNDAY", one.number, one.by, one.payload) for one in found] == [row[:4] for row in acts]
        assert {about.id: about.number for about in journals.of_table(conn)} == {
            "tournament:SUNDAY": 3,
            "tournament:NEXT": 0,
        }
        anchor = proving.anchor(conn)
        before = msgspec.structs.replace(anchor, tournaments=(proving.Head("SUNDAY", 3, last),))
        assert list(proving.missing(conn, before)) == list(proving.missing(conn, anchor)) == []
        other = msgspec.structs.replace(anchor, tournaments=(proving.Head("SUNDAY", 3, "0" * 64),))
        assert list(proving.missing(conn, other)) == ["entry 3 of tournament SUNDAY is another one here"]
    with storage.writing() as conn:
        alembic.downgrade(alembic_config(conn), "0020")
        assert [tuple(map(_plain, row)) for row in conn.execute(select(act).order_by(act.c.number))] == acts
        assert conn.scalar(select(func.count()).select_from(schema.journal_entry)) == 0
    storage.migrate()


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def test_an_account_that_is_opened_is_sealed_by_itself_however_many_there_are(storage: Storage, writer: Writer) -> None:
    ledger = Ledger(Sources())
    for name in ("cage:a", "cage:b", "cage:c"):
        writer.run(lambda tx, name=name: ledger.open(tx, name))  # type: ignore[misc]
    with storage.reading() as conn:
        pages = [evidence.read(bytes(row.rows)).rows for row in conn.execute(select(schema.evidence))]
        ids = list(conn.scalars(select(schema.account.c.id).order_by(schema.account.c.id)))
        assert [[key for name, key, _ in page if name == "account"] for page in pages[-3:]] == [[(i,)] for i in ids]
        told: list[tuple[str, int, int]] = []
        assert list(proving.faults(conn, ledger, lambda *far: told.append(far))) == []
        sealed = proving.anchor(conn).seal
        assert sealed >= 3
        assert told == [("seals", sealed, sealed)]


def test_commands_without_an_identifier_are_named_in_the_order_of_time_unless_a_seed_names_them() -> None:
    clock = HandClock()
    sources, made = Sources(clock), []
    for _ in range(12):
        clock.advance(1)
        made.append(sources.new_command())
    assert made == sorted(made)
    assert Sources.seeded(8).new_command() == Sources.seeded(8).new_id("command-")  # a recorded day is as it was
