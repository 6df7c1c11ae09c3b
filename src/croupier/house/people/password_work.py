"""Work on passwords: slow on purpose, so it has threads of its own, few of them, and a short queue.

A stranger may ask for as much of it as he likes. What he asks for waits here and not before a table; whoever finds the
queue full is told so at once. Signatures of people who are signed in wait in a lane of their own, and nobody fills a
lane alone: callers from one address have a part of its places.
"""

import asyncio
import contextlib
import os
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from croupier.house.record.errors import Busy

P = ParamSpec("P")
T = TypeVar("T")
WORKERS = max(1, (os.cpu_count() or 1) // 2)
PLACES = 24  # under way and waiting together
PLACES_OF_ONE = 6  # of them for callers from one address
NICE = 10  # a table that wants the processor comes first


class Lane:
    """A few threads and a bounded number of places before them."""

    def __init__(
        self,
        name: str,
        places: int = PLACES,
        of_one: int = PLACES_OF_ONE,
        workers: int = WORKERS,
        busy: str = "Too many passwords are being looked at.",
    ) -> None:
        self.name, self.places, self.of_one, self._busy = name, places, of_one, busy
        self._taken: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=name, initializer=step_back)

    @property
    def waiting(self) -> int:
        """Works that are under way or wait."""
        return self._taken.total()

    async def run(self, caller: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it when its turn comes; refused at once where too many wait already, or too many of this caller's."""
        if self.waiting >= self.places or self._taken[caller] >= self.of_one:
            raise Busy(self._busy, "Nothing was done; try again in a few seconds.")
        self._taken[caller] += 1
        try:
            future = self._pool.submit(work, *args, **kwargs)
        except RuntimeError:
            self._leave(caller)
            raise Busy("The house is closing.", "Nothing was done.") from None
        loop = asyncio.get_running_loop()

        def left(_: object) -> None:  # the place is free when the work is done, also where nobody waits for it any more
            with contextlib.suppress(RuntimeError):  # the loop has closed
                loop.call_soon_threadsafe(self._leave, caller)

        future.add_done_callback(left)
        return await asyncio.wrap_future(future)

    def _leave(self, caller: str) -> None:
        self._taken[caller] -= 1
        if not self._taken[caller]:
            del self._taken[caller]

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def step_back() -> None:
    """Let this thread, and those that the hash itself starts, come after the ones that serve tables."""
    with contextlib.suppress(OSError, AttributeError):  # where the system knows no priority of a thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
