"""The lobby of one property: what is open, for how much, what is on the meters."""

import asyncio
from collections import Counter

import msgspec

from croupier.equipment.money import money
from croupier.games import class_of
from croupier.house.people.persons import Person
from croupier.house.record.faults import TABLE, Fault, OutOfOrder
from croupier.house.tables.life import CLOSED, CLOSING, OPEN, OPENING, FloorTable
from croupier.house.tables.live import Live
from croupier.rounds.game import Game
from croupier.rulebook import NotFound, Posting, catalogue, rulebooks
from croupier.web.felt import kinds
from croupier.web.felt.kinds.kind import Group
from croupier.web.felt.lettering import lettering
from croupier.web.felt.meters import meters
from croupier.web.felt.seating import sit_waits
from croupier.web.kit import words
from croupier.web.kit.context import DEMO_CENTS, Floor, property_title
from croupier.web.kit.links import book_path
from croupier.web.kit.persons import shown_person
from croupier.web.lobby.shown import Filter, House, LobbyView, TableCard
from croupier.web.tournaments import table_view as tournaments


def houses(floor: Floor, current: str) -> tuple[House, ...]:
    shelf = catalogue()
    found = []
    for name, about in floor.houses().items():
        books = rulebooks(name)
        years = sorted({book.approved.year for book in books})
        span = f"{years[0]}\u00a0–\u2060\u00a0{years[-1]}" if len(years) > 1 else f"from {years[0]}" if years else ""
        count = len(shelf.get(name, []))
        note = f"{count} {'game' if count == 1 else 'games'}{' · ' + span if span else ''}"
        found.append(House(name=name, title=about.title, note=note, current=name == current))
    return tuple(found)


def group_of(game: type[Game]) -> Group:
    return kinds.of(game.FELT).group(game)


def plain_first(game: type[Game]) -> tuple[int, bool, int]:
    """The order of games: by their groups, in each the plain one before its kin, craps before crapless craps."""
    group = group_of(game)
    return group.rank, group.id != game.NAME, len(game.NAME)


async def lobby(floor: Floor, who: Person | None, house: str, day: str) -> LobbyView:
    known = floor.houses()
    if house not in known:
        house = floor.first()
    tables = [table for table in floor.tables(house) if not table.settings.book]  # drafts are tried elsewhere
    cards, seated, open_count = [], 0, 0
    broken = []
    for table in tables:
        try:
            live = await floor.house.table(table.id) if table.state in (OPEN, CLOSING) else None
            posting = live.driver.game.posting if live else _posting(floor, table)
            if posting is None or (table.settings.tournament and live is None):
                continue
            with floor.house.faults.showing(TABLE, table.id, table.property):
                card = _card(table, live, posting, who)
                if table.state == OPENING:
                    card = msgspec.structs.replace(card, waits=_waits_for(floor, table, posting))
        except OutOfOrder as fault:
            broken.append(_out_of_order(table, fault.fault, who))
            continue
        if live:
            seated += live.occupancy
            open_count += 1
        cards.append((posting, card))
    shown = (*_in_order(cards), *broken)
    balance = await asyncio.to_thread(floor.worth, who.badge) if who and who.role == "player" else None
    title = property_title(house)
    every = houses(floor, house)
    mine = next(h for h in every if h.name == house)
    summary = f"{open_count} {'table' if open_count == 1 else 'tables'} open · {seated} patrons seated" + (
        f" · a demo seat comes with {money(DEMO_CENTS)} in demo chips" if floor.demo else ""
    )
    about = known[house]
    note = (
        f"{title} is {property_title(about.successor_of)} under its later name." if about.successor_of else about.about
    )
    return LobbyView(
        me=shown_person(who, balance),
        houses=every,
        house=mine,
        summary=summary,
        day=day,
        meters=meters(floor, house),
        books=_in_force(house, day),
        tournaments=await tournaments.current(floor, house),
        poker_room=await asyncio.to_thread(_poker, floor, house),
        filters=_filters(shown),
        tables=shown,
        house_note=note,
        demo_link=f"/demo?house={house}" if floor.demo and any(c.action == "sit" for c in shown) else "",
    )


def _out_of_order(table: FloorTable, fault: Fault, who: Person | None) -> TableCard:
    """A table that can't be read: everybody sees that, staff sees why and where it is closed."""
    staff = who is not None and who.may("table.watch")
    return TableCard(
        table=table.id,
        game=table.game,
        title=table.settings.title or words.plain(table.game),
        vignette=kinds.of(Game.FELT).vignette(Game),  # its rules can't be asked: the plainest table
        group=group_of(Game),
        limits="",
        note="What you have here is on record and goes back to you." if not staff else f"{fault.why}.".capitalize(),
        seats=0,
        action="broken" if staff else "closed",
        waits="Out of order",
        link=f"/out-of-order/{TABLE}/{table.id}",
        demo=table.settings.demo,
    )


def _in_order(cards: list[tuple[Posting, TableCard]]) -> tuple[TableCard, ...]:
    """Lowest limit first; among equal limits one table of each kind of game before the second of any."""
    before: Counter[tuple[bool, int, int]] = Counter()
    placed = []
    # The plain game stands for its kind: craps before crapless craps.
    for posting, card in sorted(cards, key=lambda pair: (pair[1].game != pair[1].group.id, len(pair[1].game))):
        bases = [limit.least for name, limit in posting.limits.items() if posting.wagers[name].kind == "base"]
        group = card.group.rank
        least = min(bases or [limit.least for limit in posting.limits.values()], default=0)
        closed = card.action == "closed"
        placed.append(((closed, least, before[closed, least, group], group), card))
        before[closed, least, group] += 1
    return tuple(card for _, card in sorted(placed, key=lambda pair: pair[0]))


def _poker(floor: Floor, house: str) -> str:
    """What the poker room has open; empty where there is none."""
    games = len(floor.room.open_tables(house))
    if games:
        return f"{games} game{'s' if games > 1 else ''} open"
    return "no game is open" if any(book.game == "poker" for book in rulebooks(house)) else ""


def _in_force(house: str, day: str) -> tuple[tuple[str, str, str], ...]:
    """The rulebooks of a day: title, approval, address."""
    try:
        found = rulebooks(house, on=day)
    except NotFound:
        return ()
    return tuple((book.title, str(book.approved), book_path(book)) for book in found)


def _posting(floor: Floor, table: FloorTable) -> Posting | None:
    try:
        return floor.house.posting(table)
    except (NotFound, ValueError):
        return None


def _waits_for(floor: Floor, table: FloorTable, posting: Posting) -> str:
    """What a table that is being opened lacks."""
    with floor.house.storage.reading() as conn:
        lacking = floor.house.tables.lacks(conn, table, posting)
    return lacking[0].words.removesuffix(".") if lacking else "A supervisor signs and opens it"


def _filters(cards: tuple[TableCard, ...]) -> tuple[Filter, ...]:
    found = [Filter(id="all", title="All games", count=len(cards), current=True)]
    for group, count in sorted(Counter(card.group for card in cards).items()):
        found.append(Filter(id=group.id, title=group.title, count=count))
    return tuple(found)


def _card(table: FloorTable, live: Live | None, posting: Posting, who: Person | None) -> TableCard:
    lines, _ = lettering(posting)
    note = _note(posting, lines, live)
    seats = len(live.driver.felt.positions) if live else 0
    taken = live.occupancy if live else 0
    badge = who.badge if who else ""
    mine = live is not None and any(p.patron == badge for p in live.driver.felt.positions if badge)
    action, link, waits = "sit", f"/tables/{table.id}", ""
    if live is None:
        action = "closed"
        waits = "A supervisor opens it" if table.state == CLOSED else ""
    elif mine:
        action = "back"
    elif who is not None and who.role == "dealer" and table.dealer == who.badge:
        action, link = "deal", f"/deal/{table.id}"
    elif (who is not None and who.role != "player") or taken >= seats or table.state == CLOSING:
        action = "watch"
    if action == "sit" and live is not None and not live.driver.felt.wagers:
        waits = sit_waits(live)  # a round with wagers is over in a moment; what a ruling asks may take a while
        action = "watch" if waits else action
    open_seats = seats - taken
    seats_note = f"{open_seats} of {seats} open" if open_seats else "Full"
    point = int(live.driver.felt.memo.get("point", 0)) if live else 0
    game = class_of(posting.rulebook)
    return TableCard(
        table=table.id,
        game=table.game,
        title=table.settings.title or posting.rulebook.title,
        vignette=kinds.of(game.FELT).vignette(game, point),
        group=group_of(game),
        limits=(tournaments.limits(live) if live else "") or words.limits_words(posting),
        note=note,
        seats=min(seats, 16),
        taken=min(taken, 16),
        seats_note=seats_note,
        action=action,
        waits=waits,
        link=link,
        demo=table.settings.demo,
    )


def _note(posting: Posting, lines: tuple[str, ...], live: Live | None) -> str:
    felt = kinds.of(class_of(posting.rulebook).FELT)
    parts = felt.note(posting, lines)
    decks = posting.get("decks")
    if isinstance(decks, int) and decks > 1:
        parts.append(f"{decks} decks")
    parts += felt.beside(posting)
    if live and (point := live.driver.felt.memo.get("point")):
        parts.append(f"point is {point}")
    if live:
        by_hand = "dealt by a dealer" if live.table.dealer else "waits for a dealer"
        parts.append("dealt electronically" if live.table.mode == "electronic" else by_hand)
    said = " · ".join(parts)
    return said[:1].upper() + said[1:]
