"""The rulebook pages: each readable beside its pay tables and readings, two of them side by side."""

import asyncio
import hashlib
from collections import Counter

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.approvals.history import Change, as_csv, history
from croupier.rulebook import rulebooks, unusable
from croupier.rulebook.model import Rulebook
from croupier.rulebook.redline import redline
from croupier.web.approvals.view import badges
from croupier.web.books import comparing
from croupier.web.books.blocks import PAYS, blocks_of
from croupier.web.books.view import sentences, sheets, told
from croupier.web.kit import render
from croupier.web.kit.context import Floor, floor_of, go, person, property_title, show
from croupier.web.kit.files import kept_as
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person

pages = Pages()


@pages.get("/rulebooks")
async def shelf(request: Request, house: str = "", q: str = "") -> HTMLResponse:
    who, floor = await person(request), floor_of(request)
    houses = floor.houses()
    found = [book for name in ([house] if house else houses) if name in houses for book in rulebooks(name)]
    wanted = q.lower()
    books = [b for b in found if not wanted or wanted in b.title.lower() or wanted in b.property]
    by_house: dict[str, list[Rulebook]] = {}
    for book in books:
        by_house.setdefault(book.property, []).append(book)
    return show(
        request,
        "rulebooks.html",
        me=shown_person(who, None),
        shelves=by_house,
        badges=await asyncio.to_thread(badges, floor_of(request), books),
        house=house,
        q=q,
        houses=[(n, p.title) for n, p in houses.items()],
        left_out=unusable() if who is not None and who.may("table.watch") else (),
        property_title=property_title,
    )


@pages.get("/rulebooks/compare")
async def compare_page(
    request: Request, one: str = "", other: str = "", all: int = 0, players: int = 0, csv: int = 0
) -> Response:
    """Two texts side by side, the older left: all of it or what differs, whole or only what matters to players."""
    who, floor = await person(request), floor_of(request)
    first, second = await asyncio.to_thread(comparing.both, floor, who, one, other)
    floor.check_shown(who, first.book.property, second.book.property)
    rows = await asyncio.to_thread(comparing.rows_of, first, second, bool(players))
    differing = [row for row in rows if row.mark]
    if csv:
        headers = kept_as("compared.csv")
        given = comparing.as_csv(rows if all else differing)
        return Response(given, media_type="text/csv; charset=utf-8", headers=headers)
    blocks = blocks_of(first.book, second.book, rows)
    same_game = first.book.plays == second.book.plays
    return show(
        request,
        "compare.html",
        me=shown_person(who, None),
        one=first,
        other=second,
        blocks=[block for block in blocks if block.mark or all],
        changes=sum(bool(block.mark) for block in blocks),
        everything=bool(all),
        players=bool(players),
        same=len(rows) - len(differing),
        sums=Counter((row.section == PAYS, row.mark) for row in differing),
        edges=comparing.edges(floor, first, second) if same_game else [],
        shares=comparing.shares(floor, first, second, blocks) if same_game else [],
        badges=await asyncio.to_thread(badges, floor, [text.book for text in (first, second) if not text.draft]),
        redline=redline,
        seal=hashlib.sha256(f"{first.book.digest} {second.book.digest}".encode()).hexdigest()[:16],
        drafts=await asyncio.to_thread(comparing.drafts, floor, who),
        property_title=property_title,
        books=[book for book in rulebooks() if floor.runs(book.property)],
    )


@pages.get("/rulebooks/changes")
async def changes_page(request: Request, house: str = "", players: int = 0, csv: int = 0) -> Response:
    """What changed at a house, and when; for everybody."""
    who, floor = await person(request), floor_of(request)
    houses = floor.houses()
    house = house or request.cookies.get("house", "")
    if house not in houses:
        house = floor.first()
    floor.check_shown(who, house)
    found = await asyncio.to_thread(_history, floor, house, bool(players))
    if csv:
        headers = kept_as(f"{house}-changes.csv")
        return Response(as_csv(found), media_type="text/csv; charset=utf-8", headers=headers)
    return show(
        request,
        "changes.html",
        me=shown_person(who, None),
        changes=[(change, told(change)) for change in found],
        house=house,
        house_title=property_title(house),
        houses=[(name, place.title) for name, place in houses.items()],
        players=bool(players),
        today=floor.house.today(),
    )


def _history(floor: Floor, house: str, players: bool) -> list[Change]:
    with floor.house.storage.reading() as conn:
        return history(conn, floor.house.approvals, house, players=players)


@pages.get("/rulebooks/{house}/{game}")
async def book_in_force(request: Request, house: str, game: str) -> Response:
    """The rules that hold today, for whoever writes the address by hand."""
    floor = floor_of(request)
    floor.check_shown(await person(request), house)

    def today() -> Rulebook:
        with floor.house.storage.reading() as conn:
            return floor.house.approvals.book(conn, house, game)

    return go(f"/rulebooks/{house}/{game}/{(await asyncio.to_thread(today)).approved}")


@pages.get("/rulebooks/{house}/{game}/{day}")
async def book_page(request: Request, house: str, game: str, day: str) -> HTMLResponse:
    who, floor = await person(request), floor_of(request)
    floor.check_shown(who, house)
    book = await asyncio.to_thread(_version, floor, house, game, day)
    shelf = sorted(rulebooks(game=game), key=lambda version: version.approved, reverse=True)
    # The one before this one first, then what else the house has, then other houses: that is what people compare with.
    shelf.sort(key=lambda other: (other.property != house, other.property == house and other.approved > book.approved))
    versions = [version for version in shelf if floor.runs(version.property)]
    return show(
        request,
        "rulebook.html",
        me=shown_person(who, None),
        book=book,
        sentences=sentences(book),
        sheets=sheets(book),
        versions=versions,
        badges=await asyncio.to_thread(badges, floor_of(request), [book]),
        property_title=property_title,
    )


@pages.get("/rulebooks/{house}/{game}/{day}/odds")
async def odds(request: Request, house: str, game: str, day: str) -> HTMLResponse:
    """The figures of a rulebook, or a word that they are coming."""
    floor = floor_of(request)
    floor.check_shown(await person(request), house)
    book = await asyncio.to_thread(_version, floor, house, game, day)
    with floor.house.storage.reading() as conn:
        found = floor.odds.look(book, floor.studio.text_of(conn, book))
    return HTMLResponse(render.macro("book_parts.html", "odds", found, book, request.url.path))


def _version(floor: Floor, house: str, game: str, day: str) -> Rulebook:
    """A version of the shelf, or one that the house has written and had approved."""
    with floor.house.storage.reading() as conn:
        return floor.house.approvals.version(conn, house, game, day)
