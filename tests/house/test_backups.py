"""A copy made while the house is open, a house made from it, and an anchor that neither can fool."""

import lzma
import sqlite3
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house import proving, walking_journals
from croupier.house.latest_proof import Proofs, Proved
from croupier.house.people.persons import People
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.database import backups
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.database.storage import Foreign, Storage
from croupier.house.record.ledger import Ledger
from croupier.house.record.sealing import evidence, seals
from croupier.house.record.sealing.rows_as_sealed import EvidenceStanding
from croupier.house.record.writer import Writer
from tests.golden.looking import HERE

from .command_line import croupier as run


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A night of poker with journals, lists and tournaments, at this program's version."""
    path = tmp_path_factory.mktemp("night") / "night.db"
    path.write_bytes(lzma.decompress((HERE / "night.db.xz").read_bytes()))
    storage = Storage.file(path)
    storage.migrate()
    with storage.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    storage.close()
    return path.read_bytes()


@pytest.fixture
def record(tmp_path: Path, night: bytes) -> Path:
    path = tmp_path / "house.sqlite3"
    path.write_bytes(night)
    return path


def changed(path: Path, statement: str) -> None:
    """What somebody does who owns the file: no key and no trigger of the database holds him."""
    with closing(sqlite3.connect(path)) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
        conn.execute(statement)
        conn.commit()


def test_a_copy_is_proved_against_its_anchor_and_a_house_is_made_from_it(tmp_path: Path, record: Path) -> None:
    copied, anchor, again = tmp_path / "copy.sqlite3", tmp_path / "kept.anchor", tmp_path / "again" / "house.sqlite3"
    code, said = run("backup", copied, "--database", record, "--anchor", anchor)
    assert code == 0, said
    assert "tournaments with" in said and str(copied) in said
    assert stat.S_IMODE(copied.stat().st_mode) == 0o600
    assert run("backup", copied, "--database", record)[0] != 0, "a copy never overwrites another"
    code, said = run("restore", copied, "--database", again, "--anchor", anchor)
    assert code == 0 and "holds everything up to" in said, said
    assert stat.S_IMODE(again.stat().st_mode) == 0o600
    code, said = run("restore", copied, "--database", again)
    assert code != 0 and "is there already" in said


def test_a_copy_of_a_house_that_never_rests_comes_to_its_end(
    tmp_path: Path, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something is committed after each few pages: the copy is that of the instant at which it was begun."""
    monkeypatch.setattr(backups, "PAGES", 50)
    storage, steps = Storage.file(record), list[int]()
    writer = Writer(storage)
    people, held = People(storage, writer, Sources()), proving.of_storage(storage)

    def meanwhile(done: int, total: int) -> None:
        assert len(steps) <= total // 50 + 1, "it begins anew with each commit"
        steps.append(done)
        people.guest(f"Guest {done}")

    backups.copy(storage, tmp_path / "copy.sqlite3", meanwhile)
    assert len(steps) > 3 and proving.of_storage(storage).seal == held.seal + len(steps)
    writer.close()
    storage.close()
    copied = Storage.file(tmp_path / "copy.sqlite3")
    assert proving.of_storage(copied) == held
    copied.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM journal_head WHERE id = (SELECT min(id) FROM journal_head)",
        "DELETE FROM poker_tournament_act WHERE number = (SELECT max(number) FROM poker_tournament_act)",
        "DELETE FROM journal_entry WHERE journal_id = 'tournament:BIG' AND number > 20",
        "UPDATE journal_entry SET payload = replace(payload, 'fold', 'call') WHERE journal_id = 'tournament:BIG'",
        "UPDATE posting SET cents = cents + 1 WHERE group_number = 1",
        "UPDATE audit_log SET reason = 'nothing' WHERE number = 2",
    ],
)
def test_what_somebody_changed_in_the_record_is_found(tmp_path: Path, record: Path, statement: str) -> None:
    anchor = tmp_path / "kept.anchor"
    assert run("verify", "--database", record, "--write", anchor)[0] == 0
    if "journal_head" in statement:  # a journal that is taken out whole
        changed(record, "DELETE FROM journal_entry WHERE journal_id = (SELECT min(id) FROM journal_head)")
    changed(record, statement)
    code, said = run("verify", "--database", record, "--anchor", anchor)
    assert code == 1, said
    assert "not what it was" in said


def _attacks(name: str) -> Iterator[str]:
    """What the owner of the database may do to one row of a table: take it away, or change any column of it."""
    table = schema.metadata.tables[name]
    some = f'"rowid" = (SELECT max("rowid") FROM "{name}")'
    yield f'DELETE FROM "{name}" WHERE {some}'
    for column in table.columns:
        if column.name in evidence.LEFT_OUT.get(name, ()) and name != "account":
            continue  # named there, with what holds it instead
        kind = column.type.python_type
        other = {int: "coalesce({0}, 0) + 1", bool: "NOT {0}", str: "coalesce({0}, '') || 'x'", bytes: "x'00ff'"}[kind]
        if not column.foreign_keys:
            yield f'UPDATE "{name}" SET "{column.name}" = {other.format(chr(34) + column.name + chr(34))} WHERE {some}'


@pytest.mark.parametrize("most", [2, pytest.param(99, marks=pytest.mark.slow)])
def test_nothing_is_changed_in_any_table_without_being_found(record: Path, most: int) -> None:
    """The owner of the database at every table of the schema, row and column, without an anchor: he changes what is
    there, and cannot write the seals again."""
    storage, ledger, tried = Storage.file(record), Ledger(Sources()), set()
    with storage.engine.connect() as conn:
        for words in ("COMMIT", "PRAGMA foreign_keys=OFF", "PRAGMA ignore_check_constraints=ON", "BEGIN"):
            conn.exec_driver_sql(words)
        assert list(proving.faults(conn, ledger)) == []
        standing = EvidenceStanding()
        assert seals.verify(conn, standing=standing) == []
        for (trigger,) in conn.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").all():
            conn.exec_driver_sql(f"DROP TRIGGER {trigger}")
        for name in schema.metadata.tables:
            if name in (*evidence.FLEETING, *evidence.DERIVED):
                continue
            whole = name in (*evidence.CHAINED, *evidence.GROWING, "account", "poker_tournament_act")
            for statement in islice(_attacks(name), most if whole else None):  # to walk all chains takes a while
                conn.exec_driver_sql("SAVEPOINT attack")
                done = conn.exec_driver_sql(statement).rowcount
                found = proving.faults(conn, ledger) if whole else iter(standing.faults(conn, [name]))
                assert next(found, "") or not done, statement
                tried |= {name} if done else set()
                conn.exec_driver_sql("ROLLBACK TO attack")
        conn.rollback()
    assert {"journal_head", "journal_entry", "document_step", "document", "person", "person_role", "command"} <= tried
    assert {"posting", "audit_log", "seal", "evidence", "poker_tournament", "floor_table"} <= tried


def test_journals_that_other_processes_walk_are_found_broken_where_one_alone_finds_them(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = "(SELECT max(journal_id) FROM journal_entry)"
    changed(record, f"UPDATE journal_entry SET payload = x'7b7d' WHERE journal_id = {journal} AND number = 3")
    changed(
        record,
        "INSERT INTO journal_entry SELECT journal_id, number + 1, kind, payload, prev, hash, at_us FROM journal_entry "
        "WHERE journal_id = 'tournament:BIG' ORDER BY number DESC LIMIT 1",
    )
    changed(record, "INSERT INTO command SELECT 'twice', act, by, at_us, result, content FROM command LIMIT 1")
    storage, ledger = Storage.file(record), Ledger(Sources())
    with storage.snapshot() as conn:
        alone = set(proving.faults(conn, ledger))
        monkeypatch.setattr(walking_journals, "WORTH_IT", 1)
        monkeypatch.setattr(walking_journals, "PORTION", 300)
        told: list[tuple[str, int, int]] = []
        together = set(proving.faults(conn, ledger, lambda *far: told.append(far), storage))
    storage.close()
    assert together == alone
    for words in ("its content does not match its hash", "journal tournament:BIG, entry", "command: "):
        assert any(words in fault for fault in alone), words
    what, walked, entries = told[-1]
    assert what == "entries" and walked == entries, "all that there is was walked"


def test_a_row_that_was_slipped_in_is_found(record: Path) -> None:
    changed(
        record, "INSERT INTO person_role SELECT badge, 'administrator', '' FROM person WHERE role = 'dealer' LIMIT 1"
    )
    code, said = run("verify", "--database", record)
    assert code == 1 and "administrator was never sealed" in said, said
    assert "person_role has lost" not in said and "posting has lost the guard" in said, said


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        (
            "DROP TRIGGER seal_no_update; CREATE TRIGGER seal_no_update BEFORE UPDATE ON seal BEGIN SELECT 1; END",
            "seal has lost the guard",
        ),
        ("CREATE TRIGGER more AFTER INSERT ON person BEGIN DELETE FROM session; END", "person has the trigger more"),
        (
            "ALTER TABLE document_step RENAME TO kept; CREATE VIEW document_step AS SELECT * FROM kept",
            "document_step has the view document_step",
        ),
        ("DROP INDEX ix_audit_log_by_number", "audit_log has lost the index ix_audit_log_by_number"),
        (
            "DROP INDEX ix_audit_log_by_number; "
            "CREATE INDEX ix_audit_log_by_number ON audit_log (by, number) WHERE number > 9; "
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = substr(sql, 1, instr(sql, ' WHERE') - 1) "
            "WHERE name = 'ix_audit_log_by_number'",
            "missing from index ix_audit_log_by_number",
        ),
        ("DROP TABLE tip_tube", "the table tip_tube is gone"),
        ("UPDATE counter SET value = value + 1 WHERE name = 'audit-log'", "numbers were given out; the last is"),
        (
            "CREATE TABLE own AS SELECT * FROM account; DROP TABLE account; ALTER TABLE own RENAME TO account",
            "account has lost the rule ck_account_least",
        ),
    ],
)
def test_what_stands_between_the_program_and_its_rows_is_named(record: Path, statements: str, found: str) -> None:
    with closing(sqlite3.connect(record)) as conn:
        conn.executescript(statements)
    code, said = run("verify", "--database", record)
    assert code == 1 and found in said, said


def test_a_record_that_was_rolled_back_lacks_what_the_anchor_names(tmp_path: Path, record: Path) -> None:
    earlier, anchor = tmp_path / "earlier.sqlite3", tmp_path / "kept.anchor"
    assert run("backup", earlier, "--database", record)[0] == 0
    storage = Storage.file(record)
    with storage.reading() as conn:
        held = proving.anchor(conn)
        later = proving.Anchor(
            held.at_us, held.seal + 1, "11" * 32, held.groups, held.lines, held.journals, held.tournaments
        )
        assert list(proving.missing(conn, held)) == []
        assert list(proving.missing(conn, later)) == [f"seal {held.seal + 1} is not here: the seals end at {held.seal}"]
    anchor.write_text("{}")
    code, said = run("verify", "--database", record, "--anchor", anchor)
    assert code != 0 and "is no anchor" in said


def test_a_copy_of_postgresql_goes_back_into_an_empty_database(tmp_path: Path, cluster: Cluster) -> None:
    storage = Storage(cluster.create("copied"))
    storage.migrate()
    copied = tmp_path / "copy.dump"
    backups.copy(storage, copied)
    again = Storage(cluster.create("again"))
    backups.restore(copied, again)
    again.migrate()
    with again.reading() as conn:
        assert list(proving.faults(conn, Ledger(Sources()))) == []
    with pytest.raises(backups.NoCopy):
        backups.restore(copied, again)
    for one in (storage, again):
        one.close()


def test_a_record_of_a_newer_program_is_refused_in_words(record: Path) -> None:
    changed(record, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Foreign, match="newer Croupier"):
        Storage.file(record).migrate()
    done = CliRunner().invoke(app, ["floor", "--database", str(record), "--port", "65322"])
    assert done.exit_code == 2
    assert "open it with that one" in " ".join(done.output.replace("│", " ").split())


def test_a_record_of_another_version_is_refused_in_words_and_an_older_one_is_copied(tmp_path: Path) -> None:
    """A kept record of before: it is copied as it is, and what is restored from the copy is of this version."""
    old, copied, again = tmp_path / "old.db", tmp_path / "copy.db", tmp_path / "again.db"
    old.write_bytes(lzma.decompress((HERE / "night.db.xz").read_bytes()))
    for command in (("verify",), ("anchor", "--new-key", "--key", tmp_path / "key")):
        code, said = run(*command, "--database", old)
        assert code != 0 and "croupier restore" in said and "Traceback" not in said, said
    assert run("backup", copied, "--database", old)[0] == 0
    code, said = run("restore", copied, "--database", again)
    assert code == 0 and "is whole" in said, said
    changed(old, "UPDATE alembic_version SET version_num = '9999'")
    for words in (("verify",), ("backup", tmp_path / "other.db")):
        code, said = run(*words, "--database", old)
        assert code != 0 and "newer Croupier" in said, said
    for content, says in ((b"", "no record of a house"), (b"not a database at all, but a text" * 40, "can't be read")):
        none = tmp_path / f"{len(content)}.db"
        none.write_bytes(content)
        code, said = run("verify", "--database", none)
        assert code != 0 and says in said, said
        assert none.read_bytes() == content


def test_a_mistake_is_told_before_anything_is_written(tmp_path: Path, record: Path) -> None:
    """No copy without its anchor, no record from what is none, no key in another file, no record made by a look."""
    other, keys, made = tmp_path / "other.sqlite3", tmp_path / "croupier.toml", tmp_path / "made.sqlite3"
    with closing(sqlite3.connect(other)) as conn:
        conn.execute("CREATE TABLE notes (words TEXT)")
    keys.write_text("[serving]\nport = 8021\n")
    newer = tmp_path / "newer.sqlite3"
    newer.write_bytes(record.read_bytes())
    changed(newer, "UPDATE alembic_version SET version_num = '9999'")
    for words, says in (
        (("backup", made, "--database", record, "--anchor", tmp_path / "none" / "x.anchor"), "there is no folder"),
        (("verify", "--database", record, "--write", tmp_path / "none" / "x.anchor"), "there is no folder"),
        (("restore", other, "--database", made), "is no copy of a record"),
        (("restore", newer, "--database", made), "newer Croupier"),
        (("floor", "--database", other, "--port", 65322), "no record of a house"),
        (("results", "--check", "--database", made), "there is no such record"),
        (("keys", "--new", keys), "is no file of keys (line 1"),
    ):
        code, said = run(*words)
        assert code != 0 and says in said.replace("│ ", ""), (words, said)
        assert not made.exists() and keys.read_text().startswith("[serving]"), words
    with closing(sqlite3.connect(other)) as conn:
        assert conn.execute("SELECT name FROM sqlite_master").fetchall() == [("notes",)]


def test_a_restore_that_was_interrupted_leaves_no_record(
    tmp_path: Path, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "made.sqlite3"

    def half(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:9000])
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(backups.shutil, "copyfile", half)
        with pytest.raises(KeyboardInterrupt):
            backups.restore(record, Storage.file(made))
    assert list(tmp_path.glob("*made*")) == []
    assert run("restore", record, "--database", made)[0] == 0


def test_looks_that_are_asked_for_at_once_are_taken_one_after_the_other(record: Path) -> None:
    """Each goes on from what the one before has walked: two at a time would find faults that are none."""
    storage, inside, most = Storage.file(record), [], []

    class Watched(Proofs):
        def _look(self) -> Proved:
            inside.append(1)
            most.append(len(inside))
            found = super()._look()
            inside.pop()
            return found

    proofs, together = Watched(storage, Ledger(Sources()), Sources()), threading.Barrier(4)

    def look() -> Proved:
        together.wait()
        return proofs.look()

    with ThreadPoolExecutor(4) as pool:
        found = [future.result() for future in [pool.submit(look) for _ in range(4)]]
    assert most == [1, 1, 1, 1]
    assert {(one.wrong, one.seal) for one in found} == {((), proofs.last.seal)}
    proofs.close()
    storage.close()


def test_a_proof_goes_on_where_the_last_one_ended_and_finds_what_came_meanwhile(record: Path) -> None:
    storage, ledger = Storage.file(record), Ledger(Sources())
    proofs = Proofs(storage, ledger, Sources())
    first = proofs.look()
    assert (first.wrong, first.whole_us) == ((), first.at_us)
    writer = Writer(storage)
    people = People(storage, writer, Sources())
    people.guest("Somebody")
    again = proofs.look()
    assert again.wrong == () and again.seal == first.seal + 1
    assert again.whole_us == first.whole_us, "nothing before the last seal was walked again"
    writer.close()
    changed(record, "UPDATE person SET name = 'Somebody else' WHERE name = 'Somebody'")
    (wrong,) = proofs.look().wrong
    assert "is not as it was sealed" in wrong
    changed(record, "UPDATE person SET name = 'Somebody' WHERE name = 'Somebody else'")
    mended = proofs.look()
    assert mended.wrong == () and mended.whole_us == mended.at_us
    proofs.close()
    storage.close()
