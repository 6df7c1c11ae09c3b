"""What all visitors of a page see alike is made once for all of them, not once for each.

Whoever asks while it is being made waits for the next making, so what he is shown was made after he asked. Between two
visitors only the token of their forms differs; it is put in for each.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec


class Stamped(NamedTuple):
    """Markup that names the journal's entry which it shows, and that entry apart: what is new is told by the rest."""

    head: str
    rest: str

    def at(self, entry: int) -> str:
        return f'{self.head}data-entry="{entry}"{self.rest}'


Made = Mapping[str, str | Stamped]
Fragments = Callable[[Any], Awaitable[tuple[int, Made]]]
Extra = Callable[[], dict[str, Any]]
MOMENTARY = ("say", "motion", "alert", "decision")  # what is told once, when it happens


def whole(made: Made, entry: int) -> dict[str, str]:
    return {name: html.at(entry) if isinstance(html, Stamped) else html for name, html in made.items()}


class Seen(msgspec.Struct, frozen=True):
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
        self._current: asyncio.Task[Seen] | None = None
        self._next: asyncio.Task[Seen] | None = None
        self.visitors = 0
        self.makings = 0

    async def made(self) -> Seen:
        if self._next is None:
            self._next = asyncio.create_task(self._make(self._current))
        return await asyncio.shield(self._next)

    async def _make(self, before: "asyncio.Task[Seen] | None") -> Seen:
        if before is not None and not before.done():  # it may have looked before something moved
            await asyncio.wait({before})
        self._current, self._next = self._next, None
        self.makings += 1
        entry, fragments = await self._fragments(None)
        return Seen(entry, whole(fragments, entry), self._extra() if self._extra else {}, self._csrf)


class Together:
    """The pages that visitors have open, by address."""

    def __init__(self) -> None:
        self._pages: dict[str, Shared] = {}
        self._turn = asyncio.Lock()

    async def turn(self) -> None:
        """One visitor's page each turn of the event loop: however many look on, a player's act is between them."""
        async with self._turn:
            await asyncio.sleep(0)

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
