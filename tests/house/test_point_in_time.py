"""PostgreSQL brought back to a point in time by its own means, as deploy/ arranges it, and held to anchors."""

import itertools
import os
import shutil
import subprocess
import time
from pathlib import Path

import psycopg
import pytest

from croupier.house.record.database.cluster import Cluster, binaries
from croupier.house.record.database.storage import Storage

from .command_line import croupier
from .conftest import CHEAP
from .houses import Floor
from .houses import run as on_floor

SCRIPT = Path(__file__).parents[2] / "deploy/pitr.sh"
WAIT_S = 60
STARTS = itertools.count()
pytestmark = pytest.mark.skipif(binaries() is None, reason="no PostgreSQL on this machine")


def script(cluster: Cluster, *words: object) -> str:
    path = f"{cluster.bin}:{os.environ['PATH']}"
    command = [str(cluster.folder / "pitr.sh"), *map(str, words)]
    done = subprocess.run(command, user=cluster.user, env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def asked(cluster: Cluster, statement: bytes) -> str:
    with psycopg.connect(cluster._conninfo("postgres"), autocommit=True) as conn:
        row = conn.execute(statement).fetchone()
    assert row is not None
    return str(row[0])


def archived(cluster: Cluster, folder: Path) -> None:
    """All that was committed so far is in the archive."""
    wanted = asked(cluster, b"SELECT pg_walfile_name(pg_switch_wal())")
    deadline = time.monotonic() + WAIT_S
    while not (folder / wanted).exists():
        assert time.monotonic() < deadline, "the log was never archived"
        time.sleep(0.05)


def played(url: str, rounds: int, first: bool = False) -> None:
    floor = Floor(url, hasher=CHEAP, seed=f"server {next(STARTS)}")

    async def scenario(floor: Floor) -> None:
        if first:
            await floor.electronic()
            await floor.sit("E-1", "player-1", 1, 100_000_00)
        await floor.play("E-1", rounds)

    on_floor(scenario, floor)


@pytest.mark.slow
def test_a_house_is_brought_back_to_any_instant_since_a_copy_and_proves_it(tmp_path: Path) -> None:
    with Cluster() as cluster:
        home = cluster.folder
        shutil.copy(SCRIPT, home / "pitr.sh")
        archive = home / "archive"
        archive.mkdir()
        if cluster.user:
            shutil.chown(archive, cluster.user)
        cluster.stop()
        kept = {"archive_mode": "on", "archive_command": f'{home}/pitr.sh keep {archive} "%p" "%f"'}
        cluster._options = tuple(flag for name, value in kept.items() for flag in ("-c", f"{name}={value}"))
        cluster.start()
        url = cluster.create("house")
        storage = Storage(url)
        storage.migrate()
        storage.close()
        played(url, 2, first=True)
        base = script(cluster, "base", home, f"host={home} user=croupier dbname=postgres")
        played(url, 3)
        early, late = tmp_path / "early.anchor", tmp_path / "late.anchor"
        assert croupier("verify", "--database", url, "--write", early)[0] == 0
        then = asked(cluster, b"SELECT clock_timestamp()")
        played(url, 3)
        assert croupier("verify", "--database", url, "--write", late)[0] == 0
        archived(cluster, archive)
        cluster.stop()
        cluster._options = ()
        for named, until in (("whole", ()), ("then", (then,))):
            cluster.data = home / named
            script(cluster, "recover", base, archive, cluster.data, *until)
            cluster.start()
            promoted(cluster)
            code, said = croupier("verify", "--database", url, "--anchor", early)
            assert code == 0 and "holds everything up to" in said, said
            code, said = croupier("verify", "--database", url, "--anchor", late)
            assert (code == 0) == (named == "whole"), said
            played(url, 1)
            cluster.stop()


def until(cluster: Cluster, statement: bytes, wanted: str) -> None:
    """Wait until the database answers so."""
    deadline = time.monotonic() + WAIT_S
    while asked(cluster, statement) != wanted:
        assert time.monotonic() < deadline, f"{statement.decode()} was never {wanted}"
        time.sleep(0.05)


def promoted(cluster: Cluster) -> None:
    until(cluster, b"SELECT pg_is_in_recovery()", "False")


def test_the_script_keeps_every_piece_once_and_refuses_in_words(tmp_path: Path) -> None:
    archive, piece = tmp_path / "archive", tmp_path / "piece"
    archive.mkdir()
    piece.write_bytes(b"one")

    def kept(*words: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run([SCRIPT, *map(str, words)], capture_output=True, text=True, check=False)

    for _ in range(2):
        assert kept("keep", archive, piece, "0001").returncode == 0
    piece.write_bytes(b"two")
    again = kept("keep", archive, piece, "0001")
    assert again.returncode == 1 and "is another one" in again.stderr
    assert (archive / "0001").read_bytes() == b"one" and len(list(archive.iterdir())) == 1
    assert "is no copy" in kept("recover", tmp_path, archive, tmp_path / "new").stderr
    assert "there already" in kept("recover", tmp_path, archive, archive).stderr
    assert kept().returncode == 2
