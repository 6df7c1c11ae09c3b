"""What all tests share: whoever asks for an event loop gets one, beside a browser too."""

import asyncio
import concurrent.futures
import os
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

KEY = "1f" * 32  # of every house of the tests; those about a house without one take it away
os.environ.setdefault("CROUPIER_KEY", KEY)


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
