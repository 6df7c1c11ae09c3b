"""The log of people in sentences: who did what to what, found by person, subject, kind and time."""

import datetime
from zoneinfo import ZoneInfo

import msgspec

from croupier.house.people.person import Logged
from croupier.house.record.clock import SECOND_US
from croupier.house.record.ledger import csv_row
from croupier.web.audit import log_words
from croupier.web.felt.shown import View
from croupier.web.kit.context import BadRequest
from croupier.web.kit.words import badge_words

LINES_MAX = 500
QUARTER_US = 15 * 60 * SECOND_US
QUARTERS = 96


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The filters, as they stand in the address."""

    badge: str = ""
    subject: str = ""
    kind: str = ""
    since: str = ""
    until: str = ""
    refused: bool = False

    def span(self, zone: str) -> tuple[int | None, int | None]:
        return _moment(self.since, zone), _moment(self.until, zone)

    @property
    def any(self) -> bool:
        return self != Asked()


class LogRow(View, frozen=True, kw_only=True):
    number: int
    at_us: int
    by: str
    who: str
    did: str
    subject: str
    why: str = ""
    refused: bool = False
    link: str = ""
    link_words: str = ""


def _moment(words: str, zone: str) -> int | None:
    if not words:
        return None
    try:
        found = datetime.datetime.fromisoformat(words)
    except ValueError:
        raise BadRequest(f"{words[:40]!r} is no time. Write it as 2026-11-16T14:00.") from None
    if found.tzinfo is None:
        found = found.replace(tzinfo=ZoneInfo(zone) if zone else datetime.UTC)
    try:
        return int(found.timestamp()) * SECOND_US
    except (OverflowError, OSError, ValueError):
        raise BadRequest(f"{words[:40]!r} is no time of this house.") from None


def row(line: Logged, roles: dict[str, str], tables: set[str]) -> LogRow:
    """One line of the log as a sentence, with the one link that matters."""
    role = roles.get(line.by, "")
    who = badge_words(line.by) if role == "player" or not role else f"{role.capitalize()} {line.by}"
    refused = line.outcome == "refused"
    did = f"tried to {log_words.to_do(line.act)}" if refused else log_words.done(line.act)
    himself = line.act in log_words.WHOLE and line.subject == line.by
    subject = "" if himself else badge_words(line.subject)
    # The reason of a sign-in is an address: it stands in the exports only.
    why = "" if line.act in log_words.WHOLE else line.reason
    link, words = "", ""
    if line.subject in tables:
        link, words = f"/audit?table={line.subject}", f"Table {line.subject}"
    return LogRow(
        number=line.number, at_us=line.at_us, by=line.by, who=who[:1].upper() + who[1:], did=did, subject=subject,
        why=(why or "Refused.") if refused else why, refused=refused, link=link, link_words=words,
    )  # fmt: skip


def bars(rows: list[LogRow], zone: str) -> tuple[str, list[tuple[int, int, bool]]]:
    """The day of the newest line: how many acts in each quarter of an hour, and whether one was refused."""
    if not rows:
        return "", []
    place = ZoneInfo(zone) if zone else datetime.UTC
    newest = datetime.datetime.fromtimestamp(rows[0].at_us / SECOND_US, place)
    start = int(newest.replace(hour=0, minute=0, second=0, microsecond=0).timestamp()) * SECOND_US
    counts, refused = [0] * QUARTERS, [False] * QUARTERS
    for line in rows:
        at = (line.at_us - start) // QUARTER_US
        if 0 <= at < QUARTERS:
            counts[at] += 1
            refused[at] = refused[at] or line.refused
    most = max(counts) or 1
    tall = [(at, max(2, 40 * count // most), refused[at]) for at, count in enumerate(counts) if count]
    return newest.date().isoformat(), tall


def as_csv(lines: list[Logged]) -> str:
    rows = [("number", "at_us", "by", "act", "subject", "outcome", "reason"), *map(msgspec.structs.astuple, lines)]
    return "".join(csv_row(row) for row in rows)
