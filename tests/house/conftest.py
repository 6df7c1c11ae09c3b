"""Every test that takes `storage` runs on SQLite and on PostgreSQL."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import argon2
import pytest

from croupier.house.people.persons import People
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.cluster import Cluster, binaries
from croupier.house.record.storage import Storage
from croupier.house.record.writer import Writer

from .crew import Crew
from .houses import Floor

# Real argon2, at its least cost: the tests are about who may sign, not about how slow a guess is.
CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_names = itertools.count(1)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if binaries() is None:
        pytest.skip("no PostgreSQL on this machine: install the package `postgresql` to run this test")
    with Cluster() as running:
        storage = Storage(running.create("migrated"))
        storage.migrate()
        storage.close()
        yield running


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "floor.db"
    storage = Storage.file(path)
    storage.migrate()
    with storage.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    storage.close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a fresh, migrated database."""
    if request.param == "sqlite":
        template: Path = request.getfixturevalue("migrated_file")
        path = tmp_path / "floor.db"
        path.write_bytes(template.read_bytes())
        yield f"sqlite:///{path}"
        return
    running: Cluster = request.getfixturevalue("cluster")
    name = f"test{next(_names)}"
    yield running.create(name, template="migrated")
    running.drop(name)


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    opened = Storage(url)
    yield opened
    opened.close()


@pytest.fixture
def writer(storage: Storage) -> Iterator[Writer]:
    running = Writer(storage)
    yield running
    running.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def sources(clock: HandClock) -> Sources:
    return Sources.seeded("floor", clock)


@pytest.fixture
def people(storage: Storage, writer: Writer, sources: Sources) -> People:
    return People(storage, writer, sources, CHEAP)


@pytest.fixture
def crew(storage: Storage, writer: Writer, sources: Sources, people: People) -> Crew:
    return Crew(storage, writer, sources, people)


@pytest.fixture
def floor(url: str) -> Floor:
    return Floor(url, hasher=CHEAP)
