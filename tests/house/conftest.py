"""Every test that takes `storage` runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import argon2
import pytest

from croupier.house.people.persons import People
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.cluster import Cluster, binaries
from croupier.house.record.database.storage import Storage
from croupier.house.record.writer import Writer

from .crew import Crew
from .databases import MIGRATED, Kept, migrated
from .houses import Floor

# Real argon2, at its least cost: the tests are about who may sign, not about how slow a guess is.
CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
# A cluster is stopped in an orderly way here: nobody pulls the plug.
QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if binaries() is None:
        pytest.skip("no PostgreSQL on this machine: install the package `postgresql` to run this test")
    with Cluster(QUICK) as running:
        storage = Storage(running.create(MIGRATED))
        storage.migrate()
        storage.close()
        yield running


@pytest.fixture(scope="session")
def kept(cluster: Cluster) -> Kept:
    return Kept(cluster)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return migrated(tmp_path_factory.mktemp("migrated") / "floor.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty, migrated database."""
    if request.param == "sqlite":
        template: Path = request.getfixturevalue("migrated_file")
        path = tmp_path / "floor.db"
        path.write_bytes(template.read_bytes())
        yield f"sqlite:///{path}"
        return
    database: Kept = request.getfixturevalue("kept")
    yield database.url()
    database.empty()


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
