"""The system's browser as the tests open windows in it."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import psutil

CLOSES_S = 60.0
# The driver's own list, which a second one replaces, and what costs a window more than its page does: the pages of the
# address bar that nobody sees, and a process kept for the next page.
_DRIVERS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
_UNSEEN = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-gpu-compositing",
    f"--disable-features={_DRIVERS},{_UNSEEN}",
)


class Windows:
    """A browser that is launched again where it was lost.

    Once in thousands of times Chromium never answers that a window is to be closed, and nothing limits that wait. It is
    ended then, together with the windows that are closed anyway; what the tests look at was looked at before.
    """

    def __init__(self, launch: Callable[[], Any]) -> None:
        self._launch = launch
        self._browser = launch()

    def new_context(self, **options: Any) -> Any:
        if not self._browser.is_connected():
            self._browser = self._launch()
        browser, context = self._browser, self._browser.new_context(**options)
        closes = context.close

        def close() -> None:
            try:
                with ended_when_late():
                    closes()
            except Exception:
                if browser.is_connected():
                    raise

        context.close = close
        return context

    def close(self) -> None:
        with contextlib.suppress(Exception), ended_when_late():
            self._browser.close()


@contextlib.contextmanager
def ended_when_late() -> Iterator[None]:
    late = threading.Timer(CLOSES_S, end)
    late.start()
    try:
        yield
    finally:
        late.cancel()


def end() -> None:
    """End the browsers of this process; the processes of their pages end with them."""
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "chrom" in child.name() and not any(word.startswith("--type=") for word in child.cmdline()):
                child.kill()
