"""What the floor takes from outside: the time, identifiers, chance. Injected, so that a day can be repeated."""

import datetime
import threading
import time
from collections.abc import Callable

from croupier.equipment.entropy import Entropy, SeededEntropy, SystemEntropy

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US
HOUR_US = 60 * MINUTE_US
DAY_US = 24 * HOUR_US
ID_BYTES = 12
IDS_AT_ONCE = 256


def system_clock() -> int:
    return time.time_ns() // 1_000


class HandClock:
    """A clock moved by hand, for tests and simulated days; it can be made to jump either way."""

    def __init__(self, now_us: int = 1_577_880_000 * SECOND_US) -> None:
        self.now_us = now_us

    def __call__(self) -> int:
        return self.now_us

    def advance(self, by_us: int) -> None:
        self.now_us += by_us


class Sources:
    """The clock (microseconds since 1970, UTC), the entropy and the identifiers drawn from it."""

    def __init__(self, clock: Callable[[], int] = system_clock, entropy: Entropy | None = None) -> None:
        self.now_us = clock
        self.entropy: Entropy = entropy if entropy is not None else SystemEntropy()
        self._repeats = not isinstance(self.entropy, SystemEntropy)  # what a seed gives is given again
        self._pool: list[str] = []  # the next one last
        self._lock = threading.Lock()

    def new_id(self, prefix: str = "") -> str:
        """An identifier that nobody can guess: 96 random bits, drawn from a pool."""
        try:
            return prefix + self._pool.pop()  # one thread's alone
        except IndexError:
            return prefix + self._drawn()

    def _drawn(self) -> str:
        with self._lock:
            drawn = self.entropy.token(ID_BYTES * IDS_AT_ONCE).hex()
            some = [drawn[at : at + 2 * ID_BYTES] for at in range(0, len(drawn), 2 * ID_BYTES)][::-1]
            first = some.pop()
            self._pool[:0] = some
            return first

    def new_command(self) -> str:
        """The identifier of a command that came without one. It begins with the time: what is done together then lies
        together in the index of commands, and a commit writes a page of it or two, not one for each act."""
        return self.new_id("command-" if self._repeats else f"command-{self.now_us():014x}-")

    @classmethod
    def seeded(cls, seed: int | str, clock: Callable[[], int] | None = None) -> "Sources":
        return cls(clock or HandClock(), SeededEntropy(seed))


def minutes_ahead(zone: datetime.tzinfo, at_us: int) -> int:
    """How many minutes the clock on a wall there is ahead of UTC at an instant; in some zones no full hours."""
    offset = time_of(at_us, zone).utcoffset()
    return int((offset or datetime.timedelta()).total_seconds() // 60)


FIRST_US = int(datetime.datetime(1, 1, 3, tzinfo=datetime.UTC).timestamp()) * SECOND_US
LAST_US = int(datetime.datetime(9999, 12, 29, tzinfo=datetime.UTC).timestamp()) * SECOND_US


def time_of(at_us: int, zone: datetime.tzinfo = datetime.UTC) -> datetime.datetime:
    """An instant as a calendar has it, in any zone. One that no calendar has or that is no number, because somebody
    wrote past the program, is its first or last: the row that it stands in is shown with the others, and a proof of the
    record names it."""
    known = min(max(at_us, FIRST_US), LAST_US) if isinstance(at_us, int) else FIRST_US
    return datetime.datetime.fromtimestamp(known / SECOND_US, zone)


def day_of(now_us: int) -> datetime.date:
    """The day of an instant in UTC. A house's own day, by which its rules hold, is `people.gaming_day.local_date`."""
    return time_of(now_us).date()
