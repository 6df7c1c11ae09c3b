"""The commands that keep the record, on a disk without room and where they may not write or read."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .test_backups import night, record, run  # noqa: F401

DAYS = ("--from", "2020-01-01", "--to", "2020-01-02")
SMALL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0})); from croupier.cli import main; main()"
OWNER = ("--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all")  # root like anybody else


def croupier(*words: object, room: int = 2**40, plain: bool = False) -> tuple[int, str]:
    """A command of its own, which may write files of so many bytes."""
    command = [sys.executable, "-c", SMALL.format(room), *map(str, words)]
    if plain and os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("setpriv is not here: apt-get install util-linux, or run this as somebody else than root")
        command = ["setpriv", *OWNER, *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_what_finds_no_room_names_its_file_and_leaves_nothing_behind(tmp_path: Path, record: Path) -> None:  # noqa: F811
    kept, there = tmp_path / "kept.sqlite3", tmp_path / "full"
    there.mkdir()
    assert run("backup", kept, "--database", record)[0] == 0
    before = kept.read_bytes()
    for words, named, room in (
        (("backup", there / "b.sqlite3", "--database", record), "b.sqlite3", 500_000),
        (("restore", kept, "--database", there / "again.sqlite3"), "again.sqlite3", 500_000),
        (("export", there / "e.croupier", *DAYS, "--database", record), "e.croupier", 100_000),
        (("verify", "--database", record, "--write", there / "v.anchor"), "v.anchor", 500),
        (("keys", "--new", there / "house.key"), "house.key", 10),
    ):
        code, said = croupier(*words, room=room)
        assert code == 2 and f"{there / named}" in said and "Traceback" not in said, said
        assert list(there.iterdir()) == [], words
    assert kept.read_bytes() == before


def test_a_record_that_may_only_be_read_is_proved_copied_and_handed_out(tmp_path: Path, record: Path) -> None:  # noqa: F811
    shut = tmp_path / "shut"
    shut.mkdir()
    shutil.copyfile(record, shut / "house.sqlite3")
    (shut / "house.sqlite3").chmod(0o400)
    shut.chmod(0o500)
    here = ("--database", shut / "house.sqlite3")
    try:
        assert "The record is whole" in croupier("verify", *here, plain=True)[1]
        assert croupier("backup", tmp_path / "copy.sqlite3", *here, plain=True)[0] == 0
        assert croupier("export", tmp_path / "e.croupier", *DAYS, *here, plain=True)[0] == 0
        for words in (("prune", "--before", "2025-01-01"), ("keys", "--renew")):
            code, said = croupier(*words, *here, plain=True)
            assert code and "Traceback" not in said, said
        code, said = croupier("backup", shut / "own.sqlite3", *here, plain=True)
        assert code == 2 and f"{shut / 'own.sqlite3'}: may not be written" in said
        code, said = croupier("export", shut / "own.croupier", *DAYS, *here, plain=True)
        assert code == 2 and f"{shut / 'own.croupier'}: Permission denied" in said
        assert [path.name for path in shut.iterdir()] == ["house.sqlite3"]
    finally:
        shut.chmod(0o700)
