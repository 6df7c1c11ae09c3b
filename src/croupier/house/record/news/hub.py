"""Who listens to what: an in-process hub. A listener that falls behind is told so and looks again."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

QUEUE_MAX = 256


class News(msgspec.Struct, frozen=True):
    """Something committed. `topic` is `table:ID`, `floor`, `meter:NAME` or `patron:BADGE`."""

    topic: str
    kind: str
    number: int = 0  # the journal's entry that it shows
    data: Any = None


LAGGED = News("", "lagged")


class Bell:
    """For who looks again whatever it was that moved: it rings once for all that came since it was listened to."""

    def __init__(self) -> None:
        self._rang = False
        self._waiting: asyncio.Future[None] | None = None

    def ring(self) -> None:
        self._rang = True
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def rings(self, within_s: float) -> bool:
        """Waits until it rings, so long at most; whether it rang."""
        if not self._rang:
            loop = asyncio.get_running_loop()
            self._waiting, late = loop.create_future(), loop.call_later(within_s, self._wake)
            try:
                await self._waiting
            finally:
                late.cancel()
                self._waiting = None
        rang, self._rang = self._rang, False
        return rang


class Hub:
    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Queue[News] | Bell]] = {}

    @contextmanager
    def listen(self, *topics: str) -> Iterator["asyncio.Queue[News]"]:
        queue: asyncio.Queue[News] = asyncio.Queue(QUEUE_MAX)
        with self._listening(queue, topics):
            yield queue

    @contextmanager
    def bell(self, *topics: str) -> Iterator[Bell]:
        bell = Bell()
        with self._listening(bell, topics):
            yield bell

    @contextmanager
    def _listening(self, who: "asyncio.Queue[News] | Bell", topics: tuple[str, ...]) -> Iterator[None]:
        for topic in topics:
            self._listeners.setdefault(topic, set()).add(who)
        try:
            yield
        finally:
            for topic in topics:
                listeners = self._listeners[topic]
                listeners.discard(who)
                if not listeners:
                    del self._listeners[topic]

    def publish(self, news: News) -> None:
        for who in self._listeners.get(news.topic, ()):
            if isinstance(who, Bell):
                who.ring()
                continue
            if who.full():  # forget the old: what counts is to look again
                while not who.empty():
                    who.get_nowait()
                who.put_nowait(LAGGED)
            who.put_nowait(news)

    def listening(self, topic: str) -> int:
        return len(self._listeners.get(topic, ()))
