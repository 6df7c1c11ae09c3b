"""Side wagers that a counter could use at the tables of a report: what is worked out, or is begun when asked for."""

import asyncio
from typing import TYPE_CHECKING

import msgspec

from croupier.house.results.desk import Answer
from croupier.rulebook import NotFound, Posting
from croupier.web.books.number_sheets import protection_work
from croupier.web.kit.context import Floor
from croupier.web.kit.long_work.odds_desk import Job
from croupier.web.kit.words import plain

if TYPE_CHECKING:  # what guards a game loads compiled code
    from croupier.odds.protection.report import Guarded, Protection

SHOES = ("penetration", "cutting-card-from-bottom", "third-card")  # a game with one of these is dealt from a shoe
ACT_FROM = 10  # times what nobody sits down for
RANK = {"act": 0, "watch": 1, "none": 2}


class SideWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager at a table, for somebody who counts it. Money in cents an hour, at the table's most."""

    title: str
    table: str
    edge: float
    favourable: float  # share of the rounds, at the cut of the house
    worth: float
    verdict: str
    safer: str = ""  # what would lower it
    book: str = ""


class Counters(msgspec.Struct, frozen=True, kw_only=True):
    rows: tuple[SideWager, ...]
    waiting: int  # games that are being worked out
    unasked: int  # games that nobody has asked about


async def counters(floor: Floor, answer: Answer, begin: bool) -> Counters:
    """Each game of the report once, under the rules of its first table; `begin` has the unknown ones worked out."""
    games = await asyncio.to_thread(_games, floor, answer)
    rows: list[SideWager] = []
    waiting = unasked = 0
    for table, posting, raw in games:
        name = f"protection {posting.rulebook.digest}"
        job: Job | None = floor.odds.job(name)
        if job is None and begin:
            job = floor.odds.start(name, [(protection_work, (raw, posting.rulebook.path, None))])
        if job is None:
            unasked += 1
        elif not job.done:
            waiting += 1
        elif not job.failed and job.given[0].data is not None:
            rows += _rows(table, posting, job.given[0].data)
    rows.sort(key=lambda row: (RANK[row.verdict], -row.worth))
    return Counters(rows=tuple(rows), waiting=waiting, unasked=unasked)


def _games(floor: Floor, answer: Answer) -> list[tuple[str, Posting, bytes]]:
    """A table of every game that is dealt from a shoe, its posting and the rulebook's text."""
    there = {table.id: table for table in floor.tables(answer.report.place)}
    found: dict[str, tuple[str, Posting, bytes]] = {}
    with floor.house.storage.reading() as conn:
        for one in answer.report.tables:
            table = there.get(one.table)
            if table is None:
                continue
            if table.journal:
                posting = floor.results.known.posting(conn, table.journal)
            else:  # closed since: what it dealt by is what it would open by
                try:
                    posting = floor.house.posting(table)
                except (NotFound, ValueError):
                    continue
            book = posting.rulebook
            if book.digest not in found and any(name in posting.settings for name in SHOES):
                found[book.digest] = (one.table, posting, floor.studio.text_of(conn, book))
    return list(found.values())


def _rows(table: str, posting: Posting, data: object) -> list[SideWager]:
    from croupier.odds.protection.report import Protection

    found = msgspec.convert(data, Protection)
    return [_row(table, posting, found, one) for one in found.wagers if one.kind in posting.wagers]


def _row(table: str, posting: Posting, found: "Protection", one: "Guarded") -> SideWager:
    from croupier.odds.protection.report import SAFE_WIN

    most = posting.limits[one.kind].most if one.kind in posting.limits else 0
    here = min(one.depths, key=lambda row: abs(row.penetration - found.penetration))
    units = one.count_per_hour(here)
    safer = ""
    if units >= SAFE_WIN:
        calmer = [row for row in one.depths if row.penetration < here.penetration]
        half = next((row for row in reversed(calmer) if one.count_per_hour(row) <= units / 2), None)
        if half is not None:
            left = (1 - half.penetration) * one.decks, (1 - here.penetration) * one.decks
            worth = one.count_per_hour(half) * most / 100
            safer = f"cutting at {left[0]:.1f} decks instead of {left[1]:.1f} takes it to ${worth:,.2f}"
    book = posting.rulebook
    return SideWager(
        title=(posting.wagers[one.kind].title or plain(one.kind)) + one.wager.removeprefix(one.kind),
        table=table,
        edge=-one.expectation,
        favourable=here.favourable,
        worth=units * most,
        verdict="none" if units < SAFE_WIN else "watch" if units < ACT_FROM * SAFE_WIN else "act",
        safer=safer,
        book=f"/rulebooks/{book.property}/{book.game}/{book.approved}/protection",
    )
