"""Other servers on the same PostgreSQL: what they write is heard by LISTEN and NOTIFY."""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable

import psycopg
from sqlalchemy import URL

LOG = logging.getLogger("croupier")
CHANNEL = "croupier"
LOST = "lost"  # said to ourselves when the others were not heard for a while
POLL_S = 0.5
RETRY_S = 1.0


class Peers:
    """A thread that listens. A connection that is lost is made again, and everything is looked at afresh."""

    def __init__(self, url: URL, owner: str) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._owner = owner
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.ready = threading.Event()

    def start(self, loop: asyncio.AbstractEventLoop, heard: Callable[[str, int], None]) -> None:
        self._thread = threading.Thread(target=self._run, args=(loop, heard), name="floor-peers", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop, heard: Callable[[str, int], None]) -> None:
        lost = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as conn:
                    conn.execute(f"LISTEN {CHANNEL}".encode())
                    if lost:
                        self._tell(loop, heard, LOST, 0)
                    self.ready.set()
                    self._listen(conn, loop, heard)
            except Exception as error:  # whatever it was, the others are heard again
                lost = True
                self.ready.clear()
                if not isinstance(error, psycopg.OperationalError):
                    LOG.exception("listening to other servers")
                time.sleep(RETRY_S)

    def _listen(
        self,
        conn: "psycopg.Connection[tuple[object, ...]]",
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[str, int], None],
    ) -> None:
        while not self._stop.is_set():
            for notify in conn.notifies(timeout=POLL_S):
                owner, topic, number = notify.payload.split(" ")
                if owner != self._owner:
                    self._tell(loop, heard, topic, int(number))

    def _tell(
        self, loop: asyncio.AbstractEventLoop, heard: Callable[[str, int], None], topic: str, number: int
    ) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed
            loop.call_soon_threadsafe(heard, topic, number)
