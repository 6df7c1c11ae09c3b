"""The log of people in sentences: who did what to what, found by person, subject, kind and time."""

import datetime
import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

import msgspec

from croupier.equipment.money import money
from croupier.house.money.counts import FIRST_COUNTS, unlike, unseen
from croupier.house.papers.documents import FLOWS, Document, Documents, Signed
from croupier.house.people.person import RULED, Logged
from croupier.house.people.persons import SYSTEM
from croupier.house.record.clock import SECOND_US, time_of
from croupier.house.record.database.storage import Reading
from croupier.house.record.faults import Unreadable
from croupier.house.record.ledger import Ledger, Posted
from croupier.house.tournaments.table.store import all_of
from croupier.web.audit import log_told, log_words
from croupier.web.audit.log_told import ROUND, plainly
from croupier.web.felt.shown import View
from croupier.web.kit.context import BadRequest, Floor, property_title
from croupier.web.kit.words import account_words, badge_words, role_words

LINES_MAX = 100  # of one page; the older ones follow on the next
DAY_MAX = 50_000  # of the picture of one day
TABLE = re.compile(r"[A-Z]+-\d+")
TICKET = re.compile(r"^ticket ([a-z][a-z0-9-]*) (\d+)$")  # as `house/cage` names one that is voided
COUNTS = frozenset(step.act for flow in FLOWS.values() for step in flow.steps[1:] if flow.kind in FIRST_COUNTS)
RUN = ("event.", "tournament.", "promotion.", "approval.decide")  # acts whose subject may have a page of its own
ROUND_OF = re.compile(r"^round \d+ of [^\s:]+: ")
QUARTER_US = 15 * 60 * SECOND_US
QUARTERS = 96
SAME_WORK_US = SECOND_US // 4  # an act and what it moves are one unit of work, each with the time of its own writing


class LogFilters(msgspec.Struct, frozen=True, kw_only=True):
    """The filters, as they stand in the address."""

    badge: str = ""
    subject: str = ""
    kind: str = ""
    since: str = ""
    until: str = ""
    refused: bool = False
    words: str = ""

    def span(self, zone: str) -> tuple[int | None, int | None]:
        return _moment(self.since, zone), _moment(self.until, zone)

    def given(self, zone: str) -> dict[str, Any]:
        """The filters as the record takes them."""
        since_us, until_us = self.span(zone)
        return {
            "by": self.badge or None, "subject": self.subject or None, "kind": self.kind, "since_us": since_us,
            "until_us": until_us, "refused": self.refused, "words": self.words,
        }  # fmt: skip

    @property
    def any(self) -> bool:
        return self != LogFilters()

    @property
    def query(self) -> str:
        """The filters as they stand in the address, for the links to another page or to one line."""
        said = {name: value for name, value in msgspec.structs.asdict(self).items() if value}
        return urlencode(said | ({"refused": "1"} if self.refused else {}))

    @property
    def said(self) -> str:
        """The filters in words: `table TCP-111, 14:00 to 16:15`."""
        parts = [f"person {self.badge}"] if self.badge else []
        parts += [f"{'table' if TABLE.fullmatch(self.subject) else 'about'} {self.subject}"] if self.subject else []
        parts += [f"kind {log_words.kind_words(self.kind)}"] if self.kind else []
        parts += [f"from {self.since.replace('T', ' ')}"] if self.since else []
        parts += [f"until {self.until.replace('T', ' ')}"] if self.until else []
        parts += ["refusals and rulings only"] if self.refused else []
        return ", ".join([*parts, *([f"with “{self.words}”"] if self.words else [])])


class LogRow(View, frozen=True, kw_only=True):
    number: int
    at_us: int
    by: str
    who: str
    did: str
    subject: str
    where: str = ""  # the table of a slip
    why: str = ""
    refused: bool = False
    ruled: bool = False
    signed: bool = False
    link: str = ""
    link_words: str = ""
    icon: str = "check"

    @property
    def look(self) -> str:
        """The colour of its icon: by outcome, then by kind."""
        if self.refused:
            return "neg"
        return {"flag": "warn", "cash": "quiet", "person": "info"}.get(self.icon, "pos")

    @property
    def sentence(self) -> str:
        place = f" at {self.where}" if self.where else ""
        return " ".join(f"{self.who} {self.did} {self.subject}".split()) + f"{place}."


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

    def __init__(
        self,
        roles: Mapping[str, str],
        tables: set[str],
        papers: Mapping[str, tuple[str, str, str]],  # what a slip goes by: itself, its table, its label
        pages: Mapping[str, tuple[str, str]] | None = None,  # name of a tournament or promotion: its page, its words
        differing: Mapping[str, Sequence[tuple[Signed, str, str]]]
        | None = None,  # a slip's lines and how they differed
    ) -> None:
        self._roles, self._tables, self._papers, self._pages = roles, tables, papers, pages or {}
        self._differing = differing or {}

    def who(self, badge: str) -> str:
        """Role and badge, as the floor says it: `Supervisor 2207`; a badge that begins with its role is said once."""
        role = self._roles.get(badge, "")
        if badge == SYSTEM:
            return "The house"
        if role in ("", "player"):
            return _capital(badge_words(badge))
        rest = badge[len(role) :].lstrip("-") if badge.startswith(role) else badge
        return f"{_capital(role_words(role))} {rest}".strip()

    def row(self, line: Logged) -> LogRow:
        """One line as a sentence, with the one link that matters."""
        refused, paper = line.outcome == "refused", self._papers.get(line.subject)
        asked = log_words.to_do(line.act)
        if paper:  # fills and counts are called by their number: the verb alone goes before it
            asked = asked.partition(" ")[0]
        said = log_told.told(line)
        did = f"tried to {asked}" if refused else said.did or log_words.past(asked)
        unlike = "" if refused or not paper else self._unlike(line, paper[0])
        if unlike:
            did = "counted"
        himself = line.act in log_words.WHOLE and line.subject == line.by
        link, words = self._link(line, said)
        why = unlike or (said.why if said.why is not None and not refused else self._why(line))
        return LogRow(
            number=line.number, at_us=line.at_us, by=line.by, who=self.who(line.by), did=did,
            subject="" if himself else said.subject or self._subject(line.subject),
            where=said.where or (paper[1] if paper else ""),
            why=why or ("Refused." if refused else ""), refused=refused, ruled=line.act in RULED,
            signed=line.outcome == "signed", link=link, link_words=words, icon=_icon(line),
        )  # fmt: skip

    def _subject(self, subject: str) -> str:
        if subject in self._papers:
            kind, _, number = self._papers[subject][2].rpartition(" ")
            return f"{FLOWS[kind].title.lower()} {int(number):06}"
        if found := TICKET.match(subject):
            return f"ticket {int(found[2]):06} of {property_title(found[1])}"
        return badge_words(subject)

    def _why(self, line: Logged) -> str:
        """Why, in words. The reason of a sign-in is an address, that of an approval a record: they stand in the exports
        only; one that repeats the act says nothing."""
        reason = ROUND_OF.sub("", line.reason)
        if line.act in log_words.WHOLE or reason.startswith("{") or reason in line.act:
            return ""
        return _capital(reason if line.outcome == "refused" else plainly(reason))

    def _unlike(self, line: Logged, slip: str) -> str:
        """That a count was not the other one, where that is what was signed."""
        its = (
            said
            for one, act, said in self._differing.get(slip, ())
            if (one.by, act) == (line.by, line.act) and one.at_us >= line.at_us
        )  # a signature is logged just before its line is written
        return next(its, "")

    def _link(self, line: Logged, said: log_told.Told) -> tuple[str, str]:
        if said.link:
            return said.link, said.link_words
        if line.subject in self._tables and (found := ROUND.match(line.reason)):
            return f"/audit/{line.subject}/{found[2]}/{found[1]}", f"Round {int(found[1]):,}"
        if line.subject in self._tables:
            return f"/audit/search?table={line.subject}", f"Table {line.subject}"
        if line.subject in self._papers:
            slip, _, label = self._papers[line.subject]
            return f"/slips/{slip}", f"Slip {int(label.rpartition(' ')[2]):06}"
        if self._roles.get(line.subject, "player") != "player":
            return f"/people/{quote(line.subject)}", f"Person {line.subject}"
        return self._pages.get(line.subject, ("", ""))


def sentences(floor: Floor, conn: Reading, lines: list[Logged]) -> Sentences:
    """What tells these lines: the people, tables and papers they name, and the pages of what they speak of."""
    house = floor.house
    papers = house.documents.labelled(conn, {line.subject for line in lines})
    counted = {papers[line.subject][0] for line in lines if line.subject in papers and line.act in COUNTS}
    return Sentences(
        {person.badge: person.role for person in house.people.everybody(conn)},
        {table.id for table in house.tables.everyone(conn)},
        papers,
        _pages_of(floor, conn) if any(line.act.startswith(RUN) for line in lines) else {},
        {slip: _differing(house.documents, conn, slip) for slip in counted},
    )


def _pages_of(floor: Floor, conn: Reading) -> dict[str, tuple[str, str]]:
    """The pages of tournaments and promotions by name, for lines that speak of them."""
    found = {one.id: (f"/poker-tournaments/{quote(one.id)}", "Tournament") for one in floor.poker_tournaments.all()}
    found |= {one.id: (f"/tournaments/{quote(one.id)}", "Tournament") for one in all_of(conn)}
    return found | {one.id: (f"/promotions/{quote(one.id)}", "Promotion") for one in floor.promotions.all()}


def _differing(documents: Documents, conn: Reading, slip: str) -> list[tuple[Signed, str, str]]:
    try:
        return differing(documents.get(conn, slip))
    except Unreadable:  # its line stands in the log as it was written
        return []


def differing(document: Document) -> list[tuple[Signed, str, str]]:
    """A slip's lines with their acts; of a count that differed how: by how much once nobody counts apart any more."""
    flow, shown = FLOWS[document.kind], {one.line for one in unlike(unseen(document))}
    again = "Both count again." if flow.kept else "The slip stopped there."
    told = {}
    for one in unlike(document):
        by = f" by {money(one.counted - one.first, sign=True)}: {money(one.counted)} after {money(one.first)}"
        told[one.line] = f"It differed from the first count{by if one.line in shown else ''}. {again}"
    acts = {step.name: step.act for step in flow.steps}
    return [(line, acts.get(line.step, ""), told.get(number, "")) for number, line in enumerate(document.signed)]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _icon(line: Logged) -> str:
    """Refused, a ruling, a person, money, or done."""
    if line.outcome == "refused":
        return "cross"
    if line.act in RULED:
        return "flag"
    kind = line.act.partition(".")[0]
    if kind in ("sign-in", "sign-out", "people", "second-factor"):
        return "person"
    return "cash" if kind in ("fill", "credit", "cage", "drop", "ticket", "bank") else "check"


def by_hour(rows: list[LogRow], zone: str) -> list[tuple[str, list[LogRow]]]:
    """The lines under the hour in which they were written: `2026-11-16, 15:00 – 16:00`."""
    place = ZoneInfo(zone) if zone else datetime.UTC

    def hour(row: LogRow) -> str:
        at = time_of(row.at_us, place)
        return f"{at.date().isoformat()}, {at.hour:02}:00 – {(at.hour + 1) % 24:02}:00"

    return [(words, list(found)) for words, found in groupby(rows, key=hour)]


class Day(View, frozen=True, kw_only=True):
    """A day of the log as a picture: acts by quarters of an hour, and which of them the filters ask for."""

    name: str  # 2026-11-16
    since_us: int
    acts: int = 0
    bars: tuple[tuple[int, int, str], ...] = ()  # quarter, height, whether one was refused or ruled
    chosen: tuple[int, int] = (0, 0)  # first quarter, how many

    @property
    def until_us(self) -> int:
        return self.since_us + QUARTERS * QUARTER_US


def day_of(at_us: int, zone: str) -> Day:
    place = ZoneInfo(zone) if zone else datetime.UTC
    at = time_of(at_us, place)
    start = int(at.replace(hour=0, minute=0, second=0, microsecond=0).timestamp()) * SECOND_US
    return Day(name=at.date().isoformat(), since_us=start)


def drawn(day: Day, lines: list[Logged], span: tuple[int | None, int | None]) -> Day:
    """The day with the acts of its lines, whatever hours the list is held to, and those hours marked."""
    counts, marks = [0] * QUARTERS, [""] * QUARTERS
    for line in lines:
        at = (line.at_us - day.since_us) // QUARTER_US
        if 0 <= at < QUARTERS:
            counts[at] += 1
            marks[at] = "refused" if line.outcome == "refused" else marks[at] or ("ruled" if line.act in RULED else "")
    most = max(counts) or 1
    bars = tuple((at, max(2, 34 * count // most), marks[at]) for at, count in enumerate(counts) if count)
    since, until = (at if at is not None else end for at, end in zip(span, (day.since_us, day.until_us)))
    first = min(max(0, (since - day.since_us) // QUARTER_US), QUARTERS)
    last = min(max(first, -((day.since_us - until) // QUARTER_US)), QUARTERS)
    marked = (0, 0) if span == (None, None) else (first, last - first)
    return msgspec.structs.replace(day, bars=bars, chosen=marked, acts=sum(counts))


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
