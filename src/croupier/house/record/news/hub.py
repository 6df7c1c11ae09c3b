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


class Hub:
    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Queue[News]]] = {}

    @contextmanager
    def listen(self, *topics: str) -> Iterator["asyncio.Queue[News]"]:
        queue: asyncio.Queue[News] = asyncio.Queue(QUEUE_MAX)
        for topic in topics:
            self._listeners.setdefault(topic, set()).add(queue)
        try:
            yield queue
        finally:
            for topic in topics:
                listeners = self._listeners[topic]
                listeners.discard(queue)
                if not listeners:
                    del self._listeners[topic]

    def publish(self, news: News) -> None:
        for queue in self._listeners.get(news.topic, ()):
            if queue.full():  # forget the old: what counts is to look again
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(LAGGED)
            queue.put_nowait(news)

    def listening(self, topic: str) -> int:
        return len(self._listeners.get(topic, ()))
