"""A database of each version that was kept: opened by this program it is whole, and its tables play on."""

import asyncio
import lzma
from pathlib import Path

import pytest
from sqlalchemy import func, select
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house import catalogues, proving
from croupier.house.keys import changing as keys
from croupier.house.keys.keyring import ring
from croupier.house.record import schema
from croupier.house.record.clock import HandClock
from croupier.house.record.database.storage import Foreign, Storage

from ..house.conftest import CHEAP
from ..house.houses import Floor
from . import looking

KEPT = sorted(looking.VERSIONS.glob("*.db.xz"))


def test_a_version_is_kept() -> None:
    """Or an earlier one from which the present one is reached: a release keeps its own."""
    assert KEPT


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.name.partition(".")[0])
def test_a_kept_database_is_whole_and_its_tables_play_on(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_KEY", looking.KEY)
    path = tmp_path / "house.db"
    path.write_bytes(lzma.decompress(kept.read_bytes()))
    storage = Storage.file(path)
    with storage.reading() as conn:
        before = proving.anchor(conn)
    storage.migrate()
    assert path.stat().st_mode & 0o777 == 0o600
    with storage.reading() as conn:
        last = int(conn.scalar(select(func.max(schema.journal_entry.c.at_us))) or 0)
        assert not keys.missing(conn, ring()), "what is encrypted can be opened"
    storage.close()

    async def plays_on() -> None:
        floor = Floor(f"sqlite:///{path}", HandClock(last), hasher=CHEAP)
        with floor.storage.reading() as conn:
            assert list(proving.faults(conn, floor.house.ledger)) == []
            assert list(proving.missing(conn, before)) == []
            assert list(catalogues.faults(conn)) == [], "migrated, it is made as a new one is"
            tables = [t for t in floor.house.tables.everyone(conn) if t.state == "open" and t.mode == "electronic"]
        assert len(tables) >= 2
        for table in tables:
            await floor.play(table.id, 1)
        with floor.storage.reading() as conn:
            assert list(proving.faults(conn, floor.house.ledger)) == []
        await floor.house.stop()
        floor.storage.close()

    asyncio.run(plays_on())


def test_programs_and_records_of_different_versions_refuse_each_other_in_words(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(lzma.decompress(KEPT[-1].read_bytes()))
    storage = Storage.file(path)
    for version, words in (("9999", "written by a newer Croupier"), ("0001", "from before 0.1.0")):
        with storage.writing() as conn:
            conn.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")
        with pytest.raises(Foreign, match=words):
            storage.migrate()
        for command in ("verify", "keys"):
            done = CliRunner().invoke(app, [command, "--database", str(path)])
            assert done.exit_code != 0 and words in f"{done.output} {done.exception}", command
    storage.close()
