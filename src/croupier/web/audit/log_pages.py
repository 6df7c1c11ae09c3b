"""The log of people: a page with filters in its address, one act in detail, and the list handed out."""

import asyncio
import datetime
from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.responses import Response

from croupier.house.people.persons import Person
from croupier.house.record.clock import SECOND_US
from croupier.house.record.errors import NotFound
from croupier.web.audit import log_export, log_view, log_words
from croupier.web.audit.log_view import LogFilters
from croupier.web.kit.context import Floor, floor_of, required_everywhere, show
from croupier.web.kit.files import kept_as
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person

pages = Pages()
Number = Annotated[int, Query(ge=0, le=2**53)]


@pages.get("/audit/log")
async def log_page(
    request: Request,
    badge: str = "",
    subject: str = "",
    kind: str = "",
    since: str = "",
    until: str = "",
    refused: bool = False,
    words: str = "",
    export: str = "",
    before: Number = 0,
    act: Number = 0,
) -> Response:
    """The log in sentences, by filters that stand in the address; the export holds exactly what they leave."""
    who = await required_everywhere(request, "audit.read")
    floor = floor_of(request)
    asked = LogFilters(
        badge=badge, subject=subject, kind=kind, since=since, until=until, refused=refused, words=words[:100]
    )
    if export:
        return await exported(floor, who, asked, export)
    facts = await asyncio.to_thread(_look, floor, asked, before, act)
    proved = await floor.house.proofs.latest(0.2)
    facts |= {"q": asked, "before": before, "act": act, "more": len(facts["rows"]) == log_view.LINES_MAX}
    return show(
        request, "log.html", me=shown_person(who, None), proved=proved, signs=floor.key is not None, **facts,
    )  # fmt: skip


async def exported(floor: Floor, who: Person, asked: LogFilters, kind: str) -> Response:
    """The list as a file; that it was handed out is an act itself."""
    if kind not in log_export.KINDS:
        raise NotFound(f"There is no export as {kind}.", "There are csv, json and pdf.")
    zone = floor.look().time_zone
    given, people = asked.given(zone), floor.house.people
    told = f"{kind}, {asked.said or 'the whole log'}"
    body = await floor.heavy.run(who.badge, _export, floor, who, asked, given, kind)
    await floor.house.write(lambda tx: people.log(tx, who.badge, "audit.export", "log", "done", told))
    named = kept_as(f"log.{kind}")
    return Response(body, media_type=log_export.KINDS[kind], headers=named)


def _export(floor: Floor, who: Person, asked: LogFilters, given: dict[str, Any], kind: str) -> bytes:
    zone = floor.look().time_zone
    at = datetime.datetime.fromtimestamp(floor.house.sources.now_us() / SECOND_US, datetime.UTC)
    with floor.house.storage.reading() as conn:
        found = floor.house.people.logged(conn, limit=None, **given)
        sentences = log_view.sentences(floor, conn, found)
        rows = [sentences.row(line) for line in found]
        lines = log_export.lines_of(conn, found, rows, zone)
    if kind != "pdf":
        return log_export.made(kind, lines=lines)
    by = sentences.who(who.badge)
    return log_export.made(kind, lines=lines, rows=rows, asked=asked, by=by, at=at, zone=zone, key=floor.key)


def _look(floor: Floor, asked: LogFilters, before: int, act: int) -> dict[str, Any]:
    house, people, zone = floor.house, floor.house.people, floor.look().time_zone
    given = asked.given(zone)
    since_us, until_us = given["since_us"], given["until_us"]
    with house.storage.reading() as conn:
        lines = people.logged(conn, limit=log_view.LINES_MAX, before=before or None, **given)
        chosen = act or (lines[0].number if lines else 0)
        around = people.logged_around(conn, chosen) if chosen else []
        whole, kinds = people.logged_kinds(conn)
        sentences = log_view.sentences(floor, conn, [*lines, *around])
        line = next((one for one in around if one.number == chosen), None)
        papers = house.documents.labelled(conn, {line.subject} if line else set())
        moved, chain = [], None
        if line is not None:
            paper = papers.get(line.subject, ("", ""))[0]
            moved = log_view.changed(house.ledger, conn, line, paper)
            chain = log_export.Chain(conn, line.number, line.number).of(line.number)
        day = log_view.day_of(lines[0].at_us if lines else since_us or house.sources.now_us(), zone)
        of_day = given | {"since_us": day.since_us, "until_us": day.until_us}
        day = log_view.drawn(day, people.logged(conn, limit=log_view.DAY_MAX, **of_day), (since_us, until_us))
        found = people.logged_count(conn, **given) if asked.any else whole
        badges = people.logged_people(conn)
        tables = sorted(table.id for table in house.tables.everyone(conn))
    rows = [sentences.row(one) for one in lines]
    return {
        "rows": rows, "hours": log_view.by_hour(rows, zone), "found": found, "whole": whole, "kinds": kinds,
        "day": day, "moved": moved, "around": [sentences.row(one) for one in around], "chosen": chosen,
        "chain": chain, "people": [(badge, sentences.who(badge)) for badge in badges], "tables": tables,
        "kind_words": log_words.kind_words,
    }  # fmt: skip
