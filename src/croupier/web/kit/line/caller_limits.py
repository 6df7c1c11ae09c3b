"""How much of the house one caller may hold: sockets by address and by person, connections, the time a request takes.

A socket costs something for as long as it is open. Nobody opens so many that others wait: what is beyond a limit is
refused in words before anything is made for it. Whoever signed in has more room than a passer-by.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec

from croupier.web.kit.guard import TooOften

Many = Annotated[int, msgspec.Meta(ge=1)]


class Limits(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """What a house allows; `croupier floor --config` may say otherwise."""

    sockets_of_address: Many = 1_000
    sockets_of_person: Many = 60
    anonymous_of_address: Many = 100
    anonymous_in_all: Many = 1_000
    connections_of_address: Many = 500  # besides sockets; a proxy that is trusted has no limit
    request_s: Annotated[float, msgspec.Meta(gt=0)] = 20.0  # from its first byte to its last


USUAL = Limits()


class Places:
    """Who holds how many sockets now."""

    def __init__(self, limits: Limits = USUAL) -> None:
        self.limits = limits
        self._addresses: Counter[str] = Counter()
        self._anonymous: Counter[str] = Counter()
        self._people: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._addresses.total()

    @property
    def anonymous(self) -> int:
        return self._anonymous.total()

    @contextlib.contextmanager
    def taken(self, address: str, badge: str) -> Iterator[None]:
        """A place for one socket; `badge` is empty for whoever is not signed in."""
        self._check(address, badge)
        mine = (self._addresses, address), (self._people, badge) if badge else (self._anonymous, address)
        for count, key in mine:
            count[key] += 1
        try:
            yield
        finally:
            for count, key in mine:
                count[key] -= 1
                if not count[key]:
                    del count[key]

    def _check(self, address: str, badge: str) -> None:
        limits = self.limits
        if self._addresses[address] >= limits.sockets_of_address:
            raise TooOften("Too many pages are open at this address.", "Close one and load this again.")
        if badge and self._people[badge] >= limits.sockets_of_person:
            raise TooOften("You have too many pages open.", "Close one and load this again.")
        if not badge and self._anonymous[address] >= limits.anonymous_of_address:
            raise TooOften("Too many visitors watch from this address.", "Sign in, or load the page again later.")
        if not badge and self.anonymous >= limits.anonymous_in_all:
            raise TooOften("Too many visitors watch.", "Sign in, or load the page again later.")
