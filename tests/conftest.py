"""What all tests share: whoever asks for an event loop gets one, beside a browser too."""

import asyncio
import concurrent.futures
import os
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

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


# Folders whose files cost most each: they start houses and servers.
COSTLY = {"web", "examples", "house", "golden", "agents", "cli"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers take whole files, in this order: a browser's first, then those that start houses, then the others, so
    that nobody waits for one long file at the end. What looks at types comes late: `make test` looks at those of the
    whole beside the tests, and its findings are kept."""
    marked = {name: {item.path for item in items if item.get_closest_marker(name)} for name in ("browser", "late")}

    def turn(item: pytest.Item) -> int:
        if item.path in marked["browser"]:
            return 0
        if item.path in marked["late"]:
            return 2
        return 1 if item.nodeid.split("/")[1] in COSTLY else 3

    items.sort(key=turn)
