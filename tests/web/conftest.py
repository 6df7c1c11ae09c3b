"""One furnished house for all tests of the pages; the browser where there is one."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.web.kit import guard
from croupier.web.kit.system_browser import system_browser

from .server import Server
from .visitor import DESK, Visitor
from .windows import ARGUMENTS, Windows


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"))
    floor = running.app.state.floor
    # All tests call from one address: the limits on it have a test of their own.
    floor.guests, floor.sign_ins = guard.Pace(10**6, 60), guard.Pace(10**6, 60)
    yield running
    running.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator["object"]:
    """The system's browser through Playwright."""
    path = system_browser()
    if path is None:
        pytest.skip(
            "no Chromium on this machine: install `chromium-headless-shell` or `chromium` to run the browser tests"
        )
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright for Python is not installed")
    with playwright.sync_playwright() as running:
        windows = Windows(lambda: running.chromium.launch(executable_path=path, args=ARGUMENTS))
        yield windows
        windows.close()


@pytest.fixture
def visitor(chromium: Any, server: Server) -> Iterator[Visitor]:
    """Somebody with a window of his own."""
    found = Visitor(chromium, server, DESK)
    yield found
    found.close()


@pytest.fixture
def second(chromium: Any, server: Server) -> Iterator[Visitor]:
    """Somebody else, with his."""
    found = Visitor(chromium, server, DESK)
    yield found
    found.close()
