"""Mistakes with the commands that keep the record: refused before anything is written, or finished whole."""

import gc
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.house.record.database.new_files import Occupied, new_file

from .test_backups import changed, night, record, run  # noqa: F401

ODD = "Haus № 7 – what? #1 x=y%20 'z'"
DAYS = ("--from", "2020-01-01", "--to", "2020-12-31")


def everything(folder: Path) -> dict[str, bytes]:
    """What lies in a folder; SQLite's own files beside a record come and go with who has it open."""
    gc.collect()  # whoever is done with a record has closed it, and what was written lies in its file
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal")))
    return {str(path): path.read_bytes() for path in files}


def test_no_command_writes_over_the_record_or_over_what_is_worth_more(tmp_path: Path, record: Path) -> None:  # noqa: F811
    key, plan = tmp_path / "anchors.key", tmp_path / "plan.toml"
    assert run("anchor", "--key", key, "--new-key", "--database", record, "--folder", tmp_path)[0] == 0
    assert run("house", "new", plan, "--property", "oneida")[0] == 0
    (signed,) = tmp_path.glob("anchor-*.json")
    run("verify", "--database", record)
    before = everything(tmp_path)
    for words, says in (
        (("backup", tmp_path / "new", "--anchor", record), "a database is there already"),
        (("backup", tmp_path / "new", "--anchor", tmp_path / "new"), "a file of its own"),
        (("backup", tmp_path / "new", "--anchor", key), "is no anchor"),
        (("verify", "--write", record), "a database is there already"),
        (("verify", "--write", key), "is no anchor"),
        (("verify", "--write", "/dev/zero"), "is no anchor"),
        (("verify", "--write", signed), "a signed anchor is there already"),
        (("house", "export", "--to", record), "a database is there already"),
        (("keys", "--new", record), "is no file of keys"),
        (("keys", "--new", key), "is no file of keys"),
        (("keys", "--key", record), "no line of text"),
        (("export", record, *DAYS), "never overwrites"),
        (("export", tmp_path / "new", "--from", "0001-01-01", "--to", "9999-12-31"), "is no gaming day"),
        (("prune", "--before", "9999-12-31"), "is no gaming day"),
        (("verify", "--anchor", signed, "--public-key", record), "is no public key"),
    ):
        code, said = run(*words, "--database", record)
        assert code != 0 and says in said, (words, said)
        assert everything(tmp_path) == before, words


def test_a_wrong_record_is_refused_before_a_key_or_a_record_is_made(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "empty.db")) as conn:
        conn.executescript("CREATE TABLE x (a); DROP TABLE x")
    before = everything(tmp_path)
    for named, says in (
        (tmp_path / "typo.db", "no such record"),
        (tmp_path / "empty.db", "is no record"),
        ("x://y", "names"),
    ):
        for words in (
            ("anchor", "--key", tmp_path / "new.key", "--new-key"),
            ("house", "export"),
            ("backup", tmp_path / "new"),
            ("keys",),
        ):
            code, said = run(*words, "--database", named)
            assert code != 0 and says in said, (words, said)
    assert run("restore", tmp_path / "empty.db", "--database", tmp_path / "made.db")[0] != 0
    assert everything(tmp_path).keys() == before.keys()


def test_files_may_be_called_anything(tmp_path: Path, record: Path) -> None:  # noqa: F811
    folder = tmp_path / ODD
    folder.mkdir()
    copied, again, period, kept = (folder / f"{name} {ODD}" for name in ("copy", "again", "period", "anchor"))
    assert run("backup", copied, "--database", record, "--anchor", kept)[0] == 0
    for words in (
        ("restore", copied, "--database", again, "--anchor", kept),
        ("verify", "--database", again, "--anchor", kept),
        ("export", period, *DAYS, "--database", again),
        ("verify", "--database", period),
    ):
        code, said = run(*words)
        assert code == 0, (words, said)
    assert run("backup", folder / ("x" * 300), "--database", record)[0] != 0


def test_a_torn_copy_leaves_no_record(tmp_path: Path, record: Path) -> None:  # noqa: F811
    torn, made = tmp_path / "torn", tmp_path / "made.sqlite3"
    torn.write_bytes(record.read_bytes()[:200_000])
    assert run("restore", torn, "--database", made)[0] != 0
    assert list(tmp_path.glob("made*")) == []


def test_of_two_who_write_the_same_file_one_is_refused(tmp_path: Path, record: Path) -> None:  # noqa: F811
    copied = tmp_path / "copy"
    left = tmp_path / ".copy.unfinished"
    left.write_bytes(b"somebody was killed here")
    with new_file(copied) as half:
        assert half == left and half.read_bytes() == b""
        code, said = run("backup", copied, "--database", record)
        assert code != 0 and "is being written by another command" in said
        half.write_bytes(b"whole")
    assert copied.read_bytes() == b"whole" and not left.exists()
    with pytest.raises(Occupied, match="is there already"), new_file(tmp_path / "late") as half:
        (tmp_path / "late").write_bytes(b"was quicker")
    assert (tmp_path / "late").read_bytes() == b"was quicker" and list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("seal", "number", "'odd'"),
        ("journal_head", "number", "x'00ff'"),
        ("journal_entry", "number", "'odd'"),
        ("document", "number", "'odd'"),
        ("posting", "cents", "'odd'"),
        ("counter", "value", "'odd'"),
    ],
)
def test_a_value_of_another_kind_is_named_and_ends_no_proof_with_an_error_of_the_program(
    record: Path,  # noqa: F811
    table: str,
    column: str,
    value: str,
) -> None:
    changed(record, f'UPDATE "{table}" SET "{column}" = {value} WHERE rowid = (SELECT max(rowid) FROM "{table}")')
    code, said = run("verify", "--database", record)
    assert code == 1 and "the record is not what it was" in said
    assert table.partition("_")[0] in said.replace("guard", ""), said


def test_bytes_that_are_no_letters_are_told_where_they_stand(record: Path) -> None:  # noqa: F811
    """One such word in a row made every look at the table fail."""
    changed(record, "UPDATE person SET name = CAST(x'4dff' AS TEXT) WHERE badge = (SELECT max(badge) FROM person)")
    code, said = run("verify", "--database", record)
    assert code == 1 and "is not as it was sealed" in said
