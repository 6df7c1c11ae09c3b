"""The gaming day: it begins at the hour that the house posts, on the clock of the house's time zone.

Where clocks are put forward or back a gaming day has 23 or 25 hours.
"""

import datetime
from collections.abc import Iterator

from sqlalchemy import Connection

from croupier.house.people.posted_amounts import posted
from croupier.house.people.profile import profile
from croupier.house.record.clock import time_of
from croupier.house.record.errors import Refused

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
MICROSECOND = datetime.timedelta(microseconds=1)
DAY = datetime.timedelta(days=1)
YEAR_MAX = 9998


class Span:
    """A gaming day: its date, when it began and when the next one does."""

    def __init__(self, date: datetime.date, hour: int, zone: datetime.tzinfo) -> None:
        if not EPOCH.year <= date.year <= YEAR_MAX:  # at the ends of the calendar there is no day before or after
            raise Refused(f"{date} is no gaming day of a house.", f"Give one from {EPOCH.year} to {YEAR_MAX}.")
        self.date = date
        self.start_us = _moment(date, hour, zone)
        self.end_us = _moment(date + DAY, hour, zone)
        self.before_us = _moment(date - DAY, hour, zone)  # when the one before began

    def holds(self, at_us: int) -> bool:
        return self.start_us <= at_us < self.end_us


class Calendar:
    """The gaming days of a house, one after the other, as it counts them now."""

    def __init__(self, conn: Connection) -> None:
        self._hour, self._zone = posted(conn, "gaming-day"), profile(conn).zone

    def date(self, at_us: int) -> datetime.date:
        local = time_of(at_us, self._zone)
        return local.date() if local.hour >= self._hour else local.date() - DAY

    def day(self, date: datetime.date) -> Span:
        return Span(date, self._hour, self._zone)

    def over(self, from_us: int, to_us: int) -> Iterator[Span]:
        """Every gaming day of which something lies between two moments."""
        at = self.day(self.date(from_us))
        while at.start_us < to_us:
            yield at
            at = self.day(at.date + DAY)


def span(conn: Connection, now_us: int) -> Span:
    """The gaming day that a moment belongs to."""
    calendar = Calendar(conn)
    return calendar.day(calendar.date(now_us))


def local_date(conn: Connection, now_us: int) -> datetime.date:
    """The date on the house's own calendar: by it rules are in force."""
    return time_of(now_us, profile(conn).zone).date()


def _moment(date: datetime.date, hour: int, zone: datetime.tzinfo) -> int:
    at = datetime.datetime.combine(date, datetime.time(hour), zone)
    return (at.astimezone(datetime.UTC) - EPOCH) // MICROSECOND
