"""A second PostgreSQL that follows the first, takes its place: nothing acknowledged is lost, or the loss is named."""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from croupier.house.record import journals
from croupier.house.record.commands import receipts
from croupier.house.record.database.cluster import Cluster, binaries
from croupier.house.record.database.storage import Storage
from croupier.house.record.sealing import seals

from .conftest import CHEAP
from .houses import Floor
from .test_point_in_time import croupier, played, promoted, until

ROUNDS = 6
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(binaries() is None, reason="no PostgreSQL on this machine"),
]


class Standby(Cluster):
    """A copy of a running server that goes on reading what that one writes."""

    def __init__(self, first: Cluster) -> None:
        self._first = first
        super().__init__()

    def _initdb(self) -> None:
        source = f"host={self._first.folder} user=croupier application_name=standby"
        command = [self.bin / "pg_basebackup", "-d", source, "-D", self.data, "-R", "-X", "stream", "-c", "fast"]
        subprocess.run(command, user=self.user, cwd=self.folder, check=True, capture_output=True)

    def promote(self) -> None:
        command = [self.bin / "pg_ctl", "promote", "-D", self.data]
        subprocess.run(command, user=self.user, cwd=self.folder, check=True, capture_output=True)
        promoted(self)

    def deaf(self) -> None:
        """It hears nothing more of the first, as when the line between them is cut."""
        with psycopg.connect(self._conninfo("postgres"), autocommit=True) as conn:
            conn.execute("ALTER SYSTEM SET primary_conninfo = ''")
            conn.execute("SELECT pg_reload_conf()")
        until(self, b"SELECT count(*) FROM pg_stat_wal_receiver", "0")


@contextmanager
def pair(*, waits: bool) -> Iterator[tuple[Cluster, Standby, str]]:
    """A server with a house, and its standby; `waits`: a commit is acknowledged when the standby has it."""
    with Cluster() as first:
        url = first.create("house")
        storage = Storage(url)
        storage.migrate()
        storage.close()
        played(url, 1, first=True)
        with Standby(first) as second:
            if waits:
                with psycopg.connect(first._conninfo("postgres"), autocommit=True) as conn:
                    conn.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
                    conn.execute("SELECT pg_reload_conf()")
                until(first, b"SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "1")
            yield first, second, url


def killed(cluster: Cluster) -> None:
    """The machine is gone: no farewell, no last write, its files with it."""
    assert cluster._process is not None
    os.killpg(cluster._process.pid, signal.SIGKILL)
    cluster._process.wait()
    shutil.rmtree(cluster.data, ignore_errors=True)


def acknowledged(url: str, then: "Cluster") -> list[tuple[str, int]]:
    """The house plays until its database is killed under it; every act that was acknowledged, with its entry."""
    floor, heard = Floor(url, hasher=CHEAP, seed="to the end"), list[tuple[str, int]]()

    async def told(table: str, *about: object, **given: object) -> object:
        name = f"act-{len(heard)}"
        receipt = await answer(table, *about, command_id=name, **given)  # type: ignore[arg-type]
        heard.append((name, receipt.entry))
        return receipt

    async def to_the_end() -> None:
        floor.staff()
        await floor.play("E-1", ROUNDS)
        killed(then)
        await floor.house.rest()

    answer = floor.house.answer
    floor.house.answer = told  # type: ignore[assignment,method-assign]
    asyncio.run(to_the_end())
    floor.house.writer.close()
    floor.storage.close()
    return heard


def missing(url: str, heard: list[tuple[str, int]]) -> list[str]:
    """Which of them a record does not have. It is whole by itself in any case."""
    storage = Storage(url)
    floor = Floor(url, hasher=CHEAP, seed="look")
    try:
        with storage.reading() as conn:
            assert floor.house.ledger.audit(conn) == []
            assert seals.verify(conn) == []
            assert journals.verify(conn, "E-1.1") is None
            upto = journals.number_of(conn, "E-1.1")
            lost = [name for name, entry in heard if not receipts.done(conn, name)]
            assert lost == [name for name, entry in heard if entry > upto]
            return lost
    finally:
        floor.house.writer.close()
        floor.storage.close()
        storage.close()


def test_a_standby_that_commits_wait_for_has_all_that_was_acknowledged() -> None:
    with pair(waits=True) as (first, second, url):
        heard = acknowledged(url, first)
        began = time.monotonic()
        second.promote()
        there = second.url("house")
        assert missing(there, heard) == []
        played(there, 1)
        print(
            f"{len(heard)} acts acknowledged, none lost; a round again {time.monotonic() - began:.1f} s after promoting"
        )


def test_what_a_standby_that_nobody_waited_for_has_lost_is_named_by_the_last_anchor(tmp_path: Path) -> None:
    with pair(waits=False) as (first, second, url):
        early, late = tmp_path / "early.anchor", tmp_path / "late.anchor"
        assert croupier("verify", "--database", url, "--write", early)[0] == 0
        until(first, b"SELECT bool_and(replay_lsn >= pg_current_wal_lsn()) FROM pg_stat_replication", "True")
        second.deaf()
        played(url, 1)
        assert croupier("verify", "--database", url, "--write", late)[0] == 0
        heard = acknowledged(url, first)
        second.promote()
        there = second.url("house")
        assert missing(there, heard) == [name for name, _ in heard]
        assert croupier("verify", "--database", there, "--anchor", early)[0] == 0
        code, said = croupier("verify", "--database", there, "--anchor", late)
        assert code != 0, said
        print(said)
        played(there, 1)
