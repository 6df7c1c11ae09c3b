"""One furnished house for all tests of the pages; the browser where there is one."""

from collections.abc import Iterator

import pytest

from croupier.web.kit import guard
from croupier.web.kit.system_browser import system_browser

from .server import Server
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
        pytest.skip("no Chromium on this machine: install the package `chromium` to run the browser tests")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright for Python is not installed")
    with playwright.sync_playwright() as running:
        windows = Windows(lambda: running.chromium.launch(executable_path=path, args=ARGUMENTS))
        yield windows
        windows.close()
