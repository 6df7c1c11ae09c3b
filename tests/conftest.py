"""What all tests share: whoever asks for an event loop gets one, beside a browser too."""

import asyncio
import collections
import concurrent.futures
import contextlib
import gc
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

gc.disable()  # until all tests are gathered: what is made by then stays, and none of it is garbage

KEY = "1f" * 32  # of every house of the tests; those about a house without one take it away
os.environ.setdefault("CROUPIER_KEY", KEY)

# Houses write to memory where there is enough of it: each of their commits waits for the disk, and nobody pulls the
# plug here. Programs that the tests start find it too.
MEMORY, ENOUGH = "/dev/shm", 6 * 2**30
if os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("TMPDIR", MEMORY)
    tempfile.tempdir = None  # asked for again


def _aside(run: Callable[..., Any]) -> Callable[..., Any]:
    """Playwright keeps its loop running in the thread of its tests: others of the process run theirs beside it."""

    def running(main: Coroutine[Any, Any, Any], **options: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return run(main, **options)
        with concurrent.futures.ThreadPoolExecutor(1) as beside:
            return beside.submit(run, main, **options).result()

    return running


@pytest.fixture(scope="session", autouse=True)
def loops() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asyncio, "run", _aside(asyncio.run))
        yield


class Statements(dict[Any, Any]):
    """What SQLAlchemy has made of the statements of the house, for every database of one kind.

    Each of thousands of tests opens databases of its own, and each would put the same statements into words again: a
    fifth of what those tests cost. Plain text is left out: what it answers depends on the tables it finds.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)  # the first names the one database

    def __setitem__(self, key: Any, made: Any) -> None:
        if not getattr(made.statement, "_is_textual", False):
            super().__setitem__(key[1:], made)


@pytest.fixture(scope="session", autouse=True)
def statements() -> Iterator[None]:
    storage: Any = sys.modules.get("croupier.house.record.database.storage")
    if storage is None:  # no test that runs here opens a database
        yield
        return
    opens, made = storage.create_engine, collections.defaultdict[tuple[str, str], Statements](Statements)

    def opened(*words: Any, **options: Any) -> Any:
        engine = opens(*words, **options)
        engine._compiled_cache = made[engine.dialect.name, engine.dialect.driver]
        return engine

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(storage, "create_engine", opened)
        yield


# Folders whose files cost most each: they start houses and servers.
COSTLY = {"web", "examples", "house", "golden", "agents", "cli"}


# In CI a browser that failed a test is asked once more, as Playwright's own runner does there; the summary counts it.
# `steady` and everybody's own runs ask once.
SECOND_TRY = pytest.mark.flaky(reruns=1) if os.environ.get("CI") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """In a fresh clone the assertions of every file are compiled once, not by every worker: each of them begins at
    another place of the list, and finds what the others have compiled when it comes to theirs."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    root = Path(__file__).parent
    files = [path for path in sorted(root.rglob("test_*.py")) if (path.parent / "__init__.py").exists()]
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in files[first:] + files[:first]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # met again, and told, where it is gathered
            importlib.import_module(".".join(path.relative_to(root.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers take whole files, in this order: those with a browser among those that start houses, one of the first
    between two of the others, so that one worker waits for its browser while another works; then all the rest, so that
    nobody waits for one long file at the end. What looks at types comes late: `make test` looks at those of the whole
    beside the tests, and its findings are kept."""
    marked = {name: {item.path for item in items if item.get_closest_marker(name)} for name in ("browser", "late")}
    places: dict[Any, tuple[int, int]] = {}
    met = {"browser": 0, "costly": 0}
    for item in items:
        if SECOND_TRY and item.get_closest_marker("browser"):
            item.add_marker(SECOND_TRY)
        if item.path in places:
            continue
        if item.path in marked["browser"]:
            places[item.path] = (0, 2 * met["browser"])
            met["browser"] += 1
        elif item.path in marked["late"]:
            places[item.path] = (1, 0)
        elif item.nodeid.split("/")[1] in COSTLY:
            places[item.path] = (0, met["costly"])
            met["costly"] += 1
        else:
            places[item.path] = (2, 0)
    items.sort(key=lambda item: places[item.path])


def pytest_collection_finish() -> None:
    """Fourteen thousand tests and all that they import are looked through for garbage no more: that cost a tenth."""
    gc.freeze()
    gc.enable()
