"""The log of people in sentences: who did what to what, found by person, subject, kind and time."""

import datetime
import re
from collections.abc import Mapping
from itertools import groupby
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

import msgspec

from croupier.house.people.person import Logged
from croupier.house.record.clock import SECOND_US
from croupier.house.record.ledger import csv_row
from croupier.web.audit import log_words
from croupier.web.felt.shown import View
from croupier.web.kit.context import BadRequest
from croupier.web.kit.words import badge_words

LINES_MAX = 200  # of one page; the older ones follow on the next
ROUND = re.compile(r"round (\d+) of (\S+)")
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

    @property
    def query(self) -> str:
        """The filters as they stand in the address, for the links to another page or to one line."""
        said = {name: value for name, value in msgspec.structs.asdict(self).items() if value}
        return urlencode(said | ({"refused": "1"} if self.refused else {}))


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
    icon: str = "check"


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


class Sentences:
    """Lines of the log as sentences, by the people, tables and papers that they name."""

    def __init__(self, roles: Mapping[str, str], tables: set[str], papers: Mapping[str, str]) -> None:
        self._roles, self._tables, self._papers = roles, tables, papers

    def row(self, line: Logged) -> LogRow:
        """One line as a sentence, with the one link that matters."""
        role = self._roles.get(line.by, "")
        who = badge_words(line.by) if role == "player" or not role else f"{role.capitalize()} {line.by}"
        refused = line.outcome == "refused"
        did = f"tried to {log_words.to_do(line.act)}" if refused else log_words.done(line.act)
        himself = line.act in log_words.WHOLE and line.subject == line.by
        # The reason of a sign-in is an address, that of an approval a record: they stand in the exports only.
        why = "" if line.act in log_words.WHOLE or line.reason.startswith("{") else line.reason
        link, words = self._link(line)
        return LogRow(
            number=line.number, at_us=line.at_us, by=line.by, who=who[:1].upper() + who[1:], did=did,
            subject="" if himself else badge_words(line.subject), why=why or ("Refused." if refused else ""),
            refused=refused, link=link, link_words=words, icon=_icon(line),
        )  # fmt: skip

    def _link(self, line: Logged) -> tuple[str, str]:
        if line.subject in self._tables and line.act == "audit.read" and (found := ROUND.fullmatch(line.reason)):
            return f"/audit/{line.subject}/{found[2]}/{found[1]}", f"Round {int(found[1]):,}"
        if line.subject in self._tables:
            return f"/audit?table={line.subject}", f"Table {line.subject}"
        if line.subject in self._papers:
            return f"/slips/{self._papers[line.subject]}", f"Slip {int(line.subject.rpartition(' ')[2]):06}"
        if self._roles.get(line.subject, "player") != "player":
            return f"/people/{quote(line.subject)}", f"Person {line.subject}"
        return "", ""


def _icon(line: Logged) -> str:
    """Refused, a person, money, or done."""
    if line.outcome == "refused":
        return "cross"
    kind = line.act.partition(".")[0]
    if kind in ("sign-in", "sign-out", "people", "second-factor"):
        return "person"
    return "cash" if kind in ("fill", "credit", "cage", "drop", "ticket", "bank") else "check"


def by_hour(rows: list[LogRow], zone: str) -> list[tuple[str, list[LogRow]]]:
    """The lines under the hour in which they were written: `2026-11-16, 15:00 – 16:00`."""
    place = ZoneInfo(zone) if zone else datetime.UTC

    def hour(row: LogRow) -> str:
        at = datetime.datetime.fromtimestamp(row.at_us / SECOND_US, place)
        return f"{at.date().isoformat()}, {at.hour:02}:00 – {(at.hour + 1) % 24:02}:00"

    return [(words, list(found)) for words, found in groupby(rows, key=hour)]


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
