"""What all visitors of a page see alike is made once for all of them, not once for each.

Whoever asks while it is being made waits for the next making, so what he is shown was made after he asked. Between two
visitors only the token of their forms differs; it is put in for each.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec

Fragments = Callable[[Any], Awaitable[tuple[int, dict[str, str]]]]
Extra = Callable[[], dict[str, Any]]
MOMENTARY = ("say", "motion", "alert", "decision")  # what is told once, when it happens


class Made(msgspec.Struct, frozen=True):
    entry: int
    fragments: dict[str, str]
    extra: dict[str, Any]
    csrf: str  # of the page that it was made for

    def for_page(self, csrf: str) -> dict[str, str]:
        if not self.csrf or csrf == self.csrf:
            return self.fragments
        return {name: html.replace(self.csrf, csrf) for name, html in self.fragments.items()}


class Shared:
    """One page as every visitor sees it."""

    def __init__(self, fragments: Fragments, extra: Extra | None, csrf: str) -> None:
        self._fragments, self._extra, self._csrf = fragments, extra, csrf
        self._current: asyncio.Task[Made] | None = None
        self._next: asyncio.Task[Made] | None = None
        self.visitors = 0
        self.makings = 0

    async def made(self) -> Made:
        if self._next is None:
            self._next = asyncio.create_task(self._make(self._current))
        return await asyncio.shield(self._next)

    async def _make(self, before: "asyncio.Task[Made] | None") -> Made:
        if before is not None and not before.done():  # it may have looked before something moved
            await asyncio.wait({before})
        self._current, self._next = self._next, None
        self.makings += 1
        entry, fragments = await self._fragments(None)
        return Made(entry, fragments, self._extra() if self._extra else {}, self._csrf)


class Together:
    """The pages that visitors have open, by address."""

    def __init__(self) -> None:
        self._pages: dict[str, Shared] = {}

    @contextlib.contextmanager
    def page(self, address: str, fragments: Fragments, extra: Extra | None, csrf: str) -> Iterator[Shared]:
        shared = self._pages.setdefault(address, Shared(fragments, extra, csrf))
        shared.visitors += 1
        try:
            yield shared
        finally:
            shared.visitors -= 1
            if not shared.visitors:
                del self._pages[address]
