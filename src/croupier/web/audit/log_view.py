"""The log of people in sentences: who did what to what, found by person, subject, kind and time."""

import datetime
import re
from collections.abc import Mapping
from itertools import groupby
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

import msgspec

from croupier.equipment.money import money
from croupier.house.people.person import Logged
from croupier.house.record.clock import SECOND_US
from croupier.house.record.ledger import Ledger, Posted, csv_row
from croupier.house.record.storage import Reading
from croupier.web.audit import log_words
from croupier.web.felt.shown import View
from croupier.web.kit.context import BadRequest
from croupier.web.kit.words import account_words, badge_words

LINES_MAX = 200  # of one page; the older ones follow on the next
DAY_MAX = 50_000  # of the picture of one day
ROUND = re.compile(r"round (\d+) of (\S+)")
QUARTER_US = 15 * 60 * SECOND_US
QUARTERS = 96
SAME_WORK_US = SECOND_US // 4  # an act and what it moves are one unit of work, each with the time of its own writing


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


class Day(View, frozen=True, kw_only=True):
    """A day of the log as a picture: acts by quarters of an hour, and which of them the filters ask for."""

    name: str  # 2026-11-16
    since_us: int
    bars: tuple[tuple[int, int, bool], ...] = ()  # quarter, height, whether one was refused
    chosen: tuple[int, int] = (0, 0)  # first quarter, how many

    @property
    def until_us(self) -> int:
        return self.since_us + QUARTERS * QUARTER_US


def day_of(at_us: int, zone: str) -> Day:
    place = ZoneInfo(zone) if zone else datetime.UTC
    at = datetime.datetime.fromtimestamp(at_us / SECOND_US, place)
    start = int(at.replace(hour=0, minute=0, second=0, microsecond=0).timestamp()) * SECOND_US
    return Day(name=at.date().isoformat(), since_us=start)


def drawn(day: Day, lines: list[Logged], span: tuple[int | None, int | None]) -> Day:
    """The day with the acts of its lines, whatever hours the list is held to, and those hours marked."""
    counts, refused = [0] * QUARTERS, [False] * QUARTERS
    for line in lines:
        at = (line.at_us - day.since_us) // QUARTER_US
        if 0 <= at < QUARTERS:
            counts[at] += 1
            refused[at] = refused[at] or line.outcome == "refused"
    most = max(counts) or 1
    bars = tuple((at, max(2, 40 * count // most), refused[at]) for at, count in enumerate(counts) if count)
    since, until = (at if at is not None else end for at, end in zip(span, (day.since_us, day.until_us)))
    first = min(max(0, (since - day.since_us) // QUARTER_US), QUARTERS)
    last = min(max(first, -((day.since_us - until) // QUARTER_US)), QUARTERS)
    marked = (0, 0) if span == (None, None) else (first, last - first)
    return msgspec.structs.replace(day, bars=bars, chosen=marked)


def changed(ledger: Ledger, conn: Reading, line: Logged, document: str) -> list[tuple[str, str, str]]:
    """(account, before, after) of what an act moved: the postings of its own work, by the same person for the same."""
    if line.outcome == "refused":
        return []

    def its(group: Posted) -> bool:
        concerns = group.document == document if document else line.subject in (group.table_id, *_named(group))
        return group.by == line.by and concerns

    made = []
    for group in filter(its, ledger.groups(conn, from_us=line.at_us - SAME_WORK_US, to_us=line.at_us + SAME_WORK_US)):
        for name, _ in group.lines:
            posted = ledger.statement(conn, name, group.number - 1, 1)[0]
            made.append((account_words(name), money(posted.balance - posted.cents), money(posted.balance)))
    return made


def _named(group: Posted) -> set[str]:
    """What the accounts of a group are called after: tables, patrons."""
    return {part for name, _ in group.lines for part in re.split("[:@]", name)[1:]}


def as_csv(lines: list[Logged]) -> str:
    rows = [("number", "at_us", "by", "act", "subject", "outcome", "reason"), *map(msgspec.structs.astuple, lines)]
    return "".join(csv_row(row) for row in rows)
