"""Alarms: a clock that jumps, a disk that fills, a record that somebody changed are notices in the pit."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.house import alarms, readiness
from croupier.house.alarms import Alarms
from croupier.house.house import House

from .conftest import CHEAP
from .houses import Floor, run


def waiting(house: House) -> list[str]:
    with house.storage.reading() as conn:
        return sorted(notice.kind for notice in house.notices.waiting(conn))


def _newest(house: House) -> str:
    with house.storage.reading() as conn:
        return house.storage.version(conn)[1]


def test_what_nobody_looks_at_is_told_once_and_settled_when_it_has_passed(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    time = {"wall": 1_000.0, "steady": 0.0}
    monkeypatch.setattr(readiness, "DISK_LOW", 0)
    monkeypatch.setattr(readiness, "DISK_LEAST", 0)

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        house = floor.house
        found = Alarms(house, lambda: time["wall"], lambda: time["steady"])

        async def passed(wall_s: float, steady_s: float) -> list[str]:
            time["wall"] += wall_s
            time["steady"] += steady_s
            return [alarm.kind for alarm in await found.look()]

        assert await passed(61, 60) == []
        assert await passed(60 + 3_600, 60) == [alarms.MOVED]
        assert await passed(60 - 7_200, 60) == [alarms.MOVED]
        assert await passed(60, 60) == []
        with house.storage.reading() as conn:
            said = [line.reason for line in house.people.logged(conn, by="system") if line.act == alarms.ACT]
            words = sorted(notice.words for notice in house.notices.waiting(conn))
        assert said == ["moved by -7200.0 s", "moved by +3600.0 s"]
        assert "back by 7,200 s" in words[0] and "forward by 3,600 s" in words[1]
        monkeypatch.setattr(readiness, "DISK_LOW", 1 << 60)
        for _ in range(2):
            assert await passed(60, 60) == [alarms.DISK]
        assert waiting(house).count(alarms.DISK) == 1
        monkeypatch.setattr(readiness, "DISK_LOW", 0)
        assert await passed(60, 60) == []
        assert alarms.DISK not in waiting(house)
        for version, expected in (("9999", [alarms.UPGRADED]), ("0018", [alarms.UPGRADED]), (_newest(house), [])):
            with closing(sqlite3.connect(path)) as conn:  # a newer program, or an older copy, under our hands
                conn.execute("UPDATE alembic_version SET version_num = ?", (version,))
                conn.commit()
            assert await passed(60, 60) == expected
            assert alarms.UPGRADED not in waiting(house), "it can write nothing into that record"
            assert (alarms.UPGRADED in caplog.text) == bool(expected), "whoever runs it reads its log"
            caplog.clear()
        with closing(sqlite3.connect(path)) as conn:
            conn.execute("UPDATE person SET name = 'Another' WHERE badge = 'cage-1'")
            conn.commit()
        for _ in range(2):  # a proof that was under way may have begun before the change
            await house.proofs.latest(patience_s=60)
        assert await passed(60, 60) == [alarms.CHANGED]
        assert alarms.CHANGED in waiting(house)

    run(scenario, Floor(f"sqlite:///{path}", hasher=CHEAP))
