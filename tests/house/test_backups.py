"""A copy made while the house is open, a house made from it, and an anchor that neither can fool."""

import lzma
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house import proving
from croupier.house.record import backups
from croupier.house.record.clock import Sources
from croupier.house.record.cluster import Cluster
from croupier.house.record.ledger import Ledger
from croupier.house.record.storage import Foreign, Storage
from tests.golden.looking import HERE


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


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, " ".join(done.output.split()) + str(done.exception or "")


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


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM journal_head WHERE id = (SELECT min(id) FROM journal_head)",
        "DELETE FROM poker_tournament_act WHERE number = (SELECT max(number) FROM poker_tournament_act)",
        "UPDATE posting SET cents = cents + 1 WHERE group_number = 1",
        "UPDATE audit_log SET reason = 'nothing' WHERE number = 2",
    ],
)
def test_what_somebody_changed_in_the_record_is_found(tmp_path: Path, record: Path, statement: str) -> None:
    anchor = tmp_path / "kept.anchor"
    assert run("verify", "--database", record, "--write", anchor)[0] == 0
    if "journal_head" in statement:  # a journal that is taken out whole leaves no trace but in the anchor
        changed(record, "DELETE FROM journal_entry WHERE journal_id = (SELECT min(id) FROM journal_head)")
    changed(record, statement)
    code, said = run("verify", "--database", record, "--anchor", anchor)
    assert code == 1, said
    assert "not what it was" in said


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
    done = CliRunner().invoke(app, ["floor", "--database", str(record), "--port", "65321"])
    assert done.exit_code == 2
    assert "open it with that one" in " ".join(done.output.replace("│", " ").split())
