"""Processes that work for a command: Ctrl+C is heard by the command alone, which ends them."""

import contextlib
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Processes that are begun in here do not hear Ctrl+C: each would tell at length where it was interrupted. What
    is pressed meanwhile is heard when this ends."""
    if not hasattr(signal, "pthread_sigmask"):  # where a process inherits no mask
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ended(pool: ProcessPoolExecutor) -> None:
    """End a pool whose work nobody waits for any more, and its processes in the middle of theirs."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
