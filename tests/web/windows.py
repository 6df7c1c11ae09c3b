"""The system's browser as the tests open windows in it."""

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

import psutil
from playwright.sync_api import Error, Locator, Page

CLOSES_S = 60.0
ARRIVES_MS = 20_000
# A press that leads to another page is done when that page is there: what is read after it is never the old page's.
# The driver itself returns as soon as the button is up.
_LEAVING = """
const leads = (e) => {
  const way = e.type === "submit" ? e.target : e.target.closest?.("a[href]");
  if (!way || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || way.hasAttribute("download")) return false;
  if (way.target && way.target !== "_self") return false;
  if (e.type === "submit") return way.method !== "dialog" && !e.submitter?.formTarget;
  const there = new URL(way.href), here = new URL(location.href);
  if (!there.protocol.startsWith("http")) return false;
  return !there.hash || there.href.replace(there.hash, "") !== here.href.replace(here.hash, "");
};
for (const kind of ["click", "submit"])
  window.addEventListener(kind, (e) => { if (leads(e)) window.leavingThisPage = true; });
window.addEventListener("pageshow", () => { window.leavingThisPage = false; });
"""
_ARRIVED = "() => !window.leavingThisPage && document.readyState !== 'loading'"
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


def _arriving(presses: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(presses)
    def press(here: Page | Locator, *args: Any, **options: Any) -> None:
        presses(here, *args, **options)
        page = here if isinstance(here, Page) else here.page
        with contextlib.suppress(Error):  # a file was sent instead of a page, or the window is closed
            page.wait_for_function(_ARRIVED, polling=20, timeout=ARRIVES_MS)

    return press


for _kind in (Page, Locator):
    for _name in ("click", "dblclick", "press", "tap"):
        setattr(_kind, _name, _arriving(getattr(_kind, _name)))


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
        context.add_init_script(_LEAVING)
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
