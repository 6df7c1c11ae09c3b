"""The log of people handed out: exactly the list with its filters, each line with sentence, link and chain value."""

import bisect
import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from croupier.house.anchors import papers, signed
from croupier.house.people.person import Logged
from croupier.house.record.clock import SECOND_US, time_of
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import csv_row
from croupier.house.record.sealing import seals
from croupier.house.record.sealing.seals import Seal
from croupier.web.audit.log_view import LogFilters, LogRow
from croupier.web.draw.pdf import GREY, HIGH, RED, WIDE, Paper

KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json", "pdf": "application/pdf"}
PDF_LINES_MAX = 20_000
LEFT, TOP, FOOT = 40, 48, HIGH - 46
SAID = WIDE - 2 * LEFT - 66 - 128  # what time and chain leave to the sentence


class HandedOutAct(msgspec.Struct, frozen=True):
    """One act as it is handed out."""

    number: int
    at_us: int
    by: str
    act: str
    subject: str
    outcome: str
    reason: str
    time: str
    sentence: str
    link: str
    chain: str  # of the seal that covers it


class Chain:
    """The seals over lines of the log: which one covers a line, and the one before."""

    def __init__(self, conn: Reading, first: int, last: int) -> None:
        self._seals = seals.of_lines(conn, first, last)

    def of(self, number: int) -> tuple[Seal, Seal] | None:
        """The seal before the one that covers a line, and that one; nothing before it is sealed."""
        at = bisect.bisect_left(self._seals, number, key=lambda seal: seal.log)
        return (self._seals[at - 1], self._seals[at]) if 0 < at < len(self._seals) else None


def lines_of(conn: Reading, lines: Sequence[Logged], rows: Sequence[LogRow], zone: str) -> list[HandedOutAct]:
    numbers = [line.number for line in lines]
    chain = Chain(conn, min(numbers), max(numbers)) if numbers else None
    made = []
    for line, row in zip(lines, rows, strict=True):
        found = chain.of(line.number) if chain else None
        made.append(
            HandedOutAct(
                **msgspec.structs.asdict(line),
                time=moment(line.at_us, zone),
                sentence=f"{row.sentence} {row.why}".strip(),
                link=row.link,
                chain=found[1].hash.hex() if found else "",
            )
        )
    return made


def moment(at_us: int, zone: str) -> str:
    place = ZoneInfo(zone) if zone else datetime.UTC
    return f"{time_of(at_us, place):%Y-%m-%d %H:%M:%S}"


def as_csv(lines: Sequence[HandedOutAct]) -> str:
    return "".join(csv_row(row) for row in (HandedOutAct.__struct_fields__, *map(msgspec.structs.astuple, lines)))


def as_pdf(
    lines: Sequence[HandedOutAct],
    rows: Sequence[LogRow],
    asked: LogFilters,
    by: str,
    at: datetime.datetime,
    zone: str,
    key: Path | None,
) -> bytes:
    """The list on paper under the house's key."""
    if key is None:
        raise Refused(
            "This house has no key to sign with.", "Name one by [anchors] key; croupier anchor --new-key makes it."
        )
    if len(lines) > PDF_LINES_MAX:
        raise Refused(f"{len(lines):,} acts are too many for a paper.", "Choose hours, a person or a table.")
    private = signed.read_key(key)
    return papers.sign(_paper(lines, rows, asked, by, at, zone, signed.public_half(private)).file(), private, at)


def _paper(
    lines: Sequence[HandedOutAct],
    rows: Sequence[LogRow],
    asked: LogFilters,
    by: str,
    at: datetime.datetime,
    zone: str,
    public: str,
) -> Paper:
    paper = Paper("Who did what")
    many = f"{len(lines):,} act{'' if len(lines) == 1 else 's'}"
    paper.write("Who did what", LEFT, TOP + 10, 20, bold=True)
    told = (
        f"{many}, newest first. {_capital(asked.said) if asked.any else 'The whole log'}.",
        f"Exported by {by} at {moment(int(at.timestamp()) * SECOND_US, zone)} {zone or 'UTC'}; that is an act too.",
        f"Signed by the house's key {signed.in_groups(public)}",
    )
    y = TOP + 32.0
    for words in told:
        for part in paper.wrapped(words, WIDE - 2 * LEFT, 8.5):
            paper.write(part, LEFT, y, 8.5, ink=GREY)
            y += 12
    y += 10
    for line, row in zip(lines, rows, strict=True):
        sentence = paper.wrapped(row.sentence, SAID, 9)
        why = paper.wrapped(row.why, SAID, 8) if row.why else []
        high = 12 * len(sentence) + 10 * len(why) + 8
        if y + high > FOOT:
            paper.turn()
            y = float(TOP)
        paper.write(line.time[:10], LEFT, y, 7, ink=GREY)
        paper.write(line.time[11:], LEFT, y + 10, 8)
        at_y = y
        for part in sentence:
            paper.write(part, LEFT + 66, at_y, 9, bold=row.refused or row.ruled, ink=RED if row.refused else (0, 0, 0))
            at_y += 12
        for part in why:
            paper.write(part, LEFT + 66, at_y, 8, ink=GREY)
            at_y += 10
        paper.write(f"act {line.number}  {row.link_words}", WIDE - LEFT - 122, y, 7, ink=GREY)
        paper.write(f"chain {line.chain[:16]}", WIDE - LEFT - 122, y + 9, 7, ink=GREY)
        y += max(high, 24)
        paper.rule(y - 9)
        y += 4
    _feet(paper, lines)
    return paper


def _feet(paper: Paper, lines: Sequence[HandedOutAct]) -> None:
    """The chain value that the list ends with, and how many pages there are, on each of them."""
    ends = f"Chain {lines[0].chain}" if lines else "No act"
    for page in range(len(paper.pages)):
        paper.write(ends, LEFT, HIGH - 26, 7, ink=GREY, page=page)
        paper.write(f"{page + 1} of {len(paper.pages)}", WIDE - LEFT - 34, HIGH - 26, 7, ink=GREY, page=page)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def made(kind: str, **given: Any) -> bytes:
    """The file of one kind."""
    if kind == "csv":
        return as_csv(given["lines"]).encode()
    if kind == "json":
        return msgspec.json.encode(given["lines"])
    return as_pdf(**given)
