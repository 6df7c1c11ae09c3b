"""A copy that a careless person took of a running database: whole but short, or torn, and told so in words."""

import asyncio
import contextlib
import random
import shutil
import sqlite3
from pathlib import Path

import msgspec

from croupier.cli import is_mistake, one_line
from croupier.house.proving import anchor

from .conftest import CHEAP
from .houses import Floor
from .test_backups import CliRunner, app, run

PAGE = 4096


def test_a_file_copied_without_its_log_is_short_and_an_anchor_says_so(migrated_file: Path, tmp_path: Path) -> None:
    path, copied, kept = tmp_path / "house.db", tmp_path / "copied.db", tmp_path / "kept.anchor"
    path.write_bytes(migrated_file.read_bytes())

    async def scenario() -> None:
        floor = Floor(f"sqlite:///{path}", hasher=CHEAP)
        floor.staff()
        await floor.electronic()
        with floor.storage.engine.connect() as conn:
            conn.exec_driver_sql("COMMIT")
            conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        await floor.sit("E-1", "player-1", 1)
        await floor.play("E-1", 3)
        shutil.copy(path, copied)  # what was written since lies in the log beside it
        with floor.storage.reading() as conn:
            kept.write_bytes(msgspec.json.encode(anchor(conn)))
        await floor.house.stop()
        floor.storage.close()

    asyncio.run(scenario())
    assert run("verify", "--database", path, "--anchor", kept)[0] == 0
    assert run("verify", "--database", copied)[0] == 0, "it is a whole record of an earlier moment"
    code, said = run("verify", "--database", copied, "--anchor", kept)
    assert code == 1 and "the seals end at" in said


def test_rows_that_somebody_put_beside_the_chains_are_found(migrated_file: Path, tmp_path: Path) -> None:
    """No chain leads to them, so each chain holds by itself."""
    path = tmp_path / "house.db"
    path.write_bytes(migrated_file.read_bytes())
    assert run("verify", "--database", path)[0] == 0
    with contextlib.closing(sqlite3.connect(path)) as conn:  # which keeps no foreign keys unless it is told to
        conn.execute("INSERT INTO journal_entry VALUES ('B-9.1', 1, 'Betting', x'7b7d', x'00', x'00', 1)")
        conn.execute("INSERT INTO evidence VALUES (99, x'9290')")
        conn.commit()
    code, said = run("verify", "--database", path)
    assert code == 1 and "journal B-9.1 has entries and no head" in said and "evidence 99 belongs to no seal" in said


def test_a_torn_copy_is_told_in_words(migrated_file: Path, tmp_path: Path) -> None:
    """Pages of two moments, as whoever copies a file that is written gets them: every command says what it is."""
    whole, path, chance = migrated_file.read_bytes(), tmp_path / "torn.db", random.Random(5)
    torn = 0
    for _ in range(5):
        content = bytearray(whole)
        for _ in range(8):
            at = PAGE * chance.randrange(1, len(whole) // PAGE)
            content[at : at + PAGE] = bytes(PAGE)
        path.write_bytes(content)
        for command in ("verify", "keys", "backup"):
            target = [str(tmp_path / "again.db")] if command == "backup" else []
            done = CliRunner().invoke(app, [command, *target, "--database", str(path)])
            (tmp_path / "again.db").unlink(missing_ok=True)
            if done.exit_code and isinstance(done.exception, Exception):
                assert is_mistake(done.exception), done.exception
                torn += "croupier backup makes one" in one_line(done.exception)
    assert torn >= 3
