"""The room's board for brush and floor: tables with their seats, the lists, open seats, dealers, tables that open."""

import asyncio
import math
from typing import Any

from croupier.equipment.money import money
from croupier.house.money.poker_funds import BAD_BEAT
from croupier.house.money.purses import DEMO_FUND
from croupier.house.papers.documents import FLOWS
from croupier.house.people.gaming_day import span
from croupier.house.people.persons import Person
from croupier.house.poker_room.lists.desk import key_of
from croupier.house.poker_room.lists.journal import Done
from croupier.house.poker_room.lists.open_seats import SeatStep
from croupier.house.poker_room.lists.state import CALLED, Lists
from croupier.house.poker_room.procedures.desk import SLIPS
from croupier.house.poker_room.staffing import Down
from croupier.house.poker_room.table.hands import time_due
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.poker_room.table.seats import extra_seat
from croupier.house.poker_room.table.view import game_key, plan_of, stakes_words
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.faults import OutOfOrder
from croupier.house.tables.life import CLOSED, CLOSING, OPENING, FloorTable
from croupier.poker import form
from croupier.poker.book.forms import FORMS
from croupier.poker.rulings.facts import by_a_seat
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.links import book_path
from croupier.web.kit.persons import initials, shown_person
from croupier.web.kit.words import clock
from croupier.web.poker.board.lists import brief_of, done_words, game_lists, to_spread
from croupier.web.poker.board.shown import (
    BoardView,
    Disc,
    OpeningTable,
    Request,
    ScreenList,
    ScreenView,
    SlipRow,
    StepRow,
    Tile,
)
from croupier.web.poker.procedures.fields import ticks

# What the board cites of the room's book.
CITED = (
    "list-order", "list-first", "must-move", "kept-apart", "time", "extra-player", "fairness", "half-rake",
    "opening-rake", "impound",
)  # fmt: skip
WIDE, HIGH, DISC = 304, 168, 17
VERBS = {"change": "Change", "move": "Move", "transfer": "Move", "call": "Call"}
PAGES_S = 120
ACTS_SHOWN = 3


async def board_view(floor: Floor, house: str, who: Person, chosen: dict[str, str] | None = None) -> BoardView:
    """Everything at once; `chosen` is the table, the seat, the game and the name that the reader has opened."""
    chosen, now = chosen or {}, floor.house.sources.now_us()
    tables = floor.room.tables(house)
    lives = await _lives(floor, tables)
    state, steps, broken = Lists(), [], False
    try:
        state, steps = await floor.list_desk.current(house), await floor.moves.openings(house)
    except OutOfOrder:
        broken = True
    book = floor.list_desk.book(house)

    def read() -> tuple[dict[str, str], list[Down], list[SlipRow], list[tuple[str, str]], str, list[Done], int]:
        with floor.house.storage.reading() as conn:
            done = [] if broken else floor.list_desk.latest(conn, house, ACTS_SHOWN)
            badges = {name.patron for name in state.names} | {
                seat.name for live in lives.values() for seat in live.game.table.seats.values()
            }
            badges |= {getattr(one.act, name, "") for one in done for name in ("patron", "one")} - {""}
            dealers = _dealers(floor, conn)
            return (
                floor.house.people.names(conn, badges),
                floor.staffing.downs(conn, house),
                _slips(conn, floor, house, who),
                dealers,
                span(conn, now).date.isoformat(),
                done,
                floor.staffing.pushed_next(conn, book, now),
            )

    named, downs, slips, dealers, gaming_day, done, push = await asyncio.to_thread(read)
    short = {badge: initials(named.get(badge, badge)) for badge in (*named, *(n.patron for n in state.names))}
    rows = [_step(step, short, now) for step in steps]
    down_of = {down.table: down for down in downs}
    shown = [t for t in tables if t.state != CLOSED]
    lists = game_lists(state, tables, lives, book, short, named, now, chosen)
    briefs = {one.game: one.brief for one in lists}
    return BoardView(
        me=shown_person(who, None),
        house=house,
        house_title=property_title(house),
        day=gaming_day,
        tiles=tuple(_tile(t, lives.get(t.id), state, short, down_of.get(t.id), now, chosen) for t in shown),
        closed=tuple(t.id for t in tables if t.state == CLOSED),
        lists=lists,
        steps=tuple(rows),
        requests=_requests(state, steps, short),
        downs=tuple((d.table, d.dealer, (now - d.since_us) // MINUTE_US if d.since_us else 0, d.next) for d in downs),
        dealers=tuple(dealers),
        opening=tuple(_opening(floor, t) for t in shown if t.state in (OPENING, CLOSING)),
        **_papers(floor, house),
        signs={kind: who.may(FLOWS[kind].steps[0].act) for kind in (*SLIPS, "checklist")},
        slips=tuple(slips),
        due=tuple(_due(t, lives[t.id], state, now) for t in shown if t.id in lives and _pays_time(lives[t.id], now)),
        acts=tuple((clock(one.at_us), words) for one in done if (words := done_words(one.act, short, briefs))),
        push=clock(push)[:5] if push else "",
        undo=state.before is not None,
        clock=clock(now),
        seated=sum(len(live.game.table.seats) for live in lives.values()),
        waiting=len(state.names),
        broken=broken,
        table=chosen.get("table", ""),
        seat=int(chosen["seat"]) if chosen.get("seat", "").isdecimal() else 0,
        asked=to_spread(chosen.get("spread", "")),
        games=tuple((one.game, f"{one.title} {one.stakes}") for one in lists),
        forms=tuple((key, shape.title) for key, shape in book.forms().items()),
        clauses={name: book.clause(name) for name in CITED},
        overrides=by_a_seat(),
        first=str(book.value("list-first") or ""),
        book=book_path(book.book),
        entry=state.number,
    )


def _dealers(floor: Floor, conn: Reading) -> list[tuple[str, str]]:
    """Everybody who deals, those who stand at no table first; of the others it is said where they do."""
    at = {stint.badge: stint.table_id for stint in floor.house.tables.stints(conn) if stint.out_us is None}
    people = [p for p in floor.house.people.everybody(conn, "dealer", guests=False) if p.active]
    found = [(p.badge, f"{p.name}, at {at[p.badge]}" if p.badge in at else p.name) for p in people]
    return sorted(found, key=lambda one: one[0] in at)


async def _lives(floor: Floor, tables: list[FloorTable]) -> dict[str, RoomTable]:
    found = {}
    for table in tables:
        if table.state not in (CLOSED, OPENING):
            try:
                found[table.id] = await floor.room.table(table.id)
            except (OutOfOrder, Refused, NotFound):
                continue
    return found


def discs(numbers: int) -> list[tuple[int, int]]:
    """Where the seats stand round the oval: seat 1 at the dealer's left, so on the viewer's right, then clockwise."""
    gap = math.pi / 8
    step = (2 * math.pi - 2 * gap) / numbers
    turns = [gap + step * (number + 0.5) for number in range(numbers)]
    return [
        (round(WIDE / 2 + (WIDE / 2 - DISC - 4) * math.sin(t)), round(HIGH / 2 - (HIGH / 2 - DISC - 4) * math.cos(t)))
        for t in turns
    ]


def _tile(
    table: FloorTable,
    live: RoomTable | None,
    state: Lists,
    short: dict[str, str],
    down: Down | None,
    now: int,
    chosen: dict[str, str],
) -> Tile:
    plan = plan_of(table)
    title, stakes = form(plan.form).title, stakes_words(plan.stakes)
    about: dict[str, Any] = {
        "table": table.id, "brief": brief_of(plan), "title": title, "stakes": stakes,
        "main": plan.main, "state": table.state,
        "dealer": table.dealer, "current": chosen.get("table") == table.id, "mode": table.mode,
        "down": (now - down.since_us) // MINUTE_US if down and down.since_us else 0,
    }  # fmt: skip
    if live is None:
        pill = "Opening" if table.state == OPENING else "Out of order"
        return Tile(**about, pill=pill, pill_kind="warn", middle=pill)
    game = live.game
    seats = max(game.seats, *game.table.seats, 0)
    places = discs(seats)
    locked = {lock.seat: lock for lock in state.locks if lock.table == table.id}
    drawn = tuple(_disc(live, n, *places[n - 1], locked, short, now) for n in range(1, seats + 1))
    free = [d.number for d in drawn if d.state == "open"]
    waits = sum(1 for name in state.on(key_of(game)) if name.status != CALLED)
    pill, kind = (f"{len(free)} open", "pos") if free else ("Full", "")
    if plan.main:
        pill, kind = f"Must move to {plan.main}", "warn"
    timed = game.room.time_game(plan.stakes)
    if timed and time_due(game, now):
        pill, kind = "Time due", "warn"
    note = f"{waits} wait" if waits and not free else "must-move game" if plan.main else ""
    lock = next(iter(locked.values()), None)
    if lock is not None:
        note = f"seat {lock.seat} locked up, {(now - lock.since_us) // MINUTE_US} min"
    return Tile(
        **about, pill=pill, pill_kind=kind, discs=drawn, note=note,
        middle=f"{len(game.table.seats)} of {game.seats}", pays="time" if timed else _rake(live),
        seats_only=game.seats_only, feeds=plan.main, playing=game.playing, in_play=game.table.carried,
        extra=extra_seat(game), half=game.table.half_rake, held=tuple(game.table.impounded.items()),
    )  # fmt: skip


def _rake(live: RoomTable) -> str:
    if live.game.table.half_rake:
        return "half rake"
    return "rake lowered" if live.game.table.rakes else "rake"


def _disc(
    live: RoomTable, number: int, x: int, y: int, locked: dict[int, Any], short: dict[str, str], now: int
) -> Disc:
    game = live.game
    seat = game.table.seats.get(number)
    if seat is not None:
        away = number in game.away or number in game.resting
        words = short.get(seat.name, initials(seat.name))
        since = (now - game.since.get(seat.name, now)) // MINUTE_US
        title = f"Seat {number}: {words}, badge {seat.name}, {since} min{', away' if away else ''}"
        return Disc(
            number=number, x=x, y=y, state="away" if away else "taken", words=words, title=title, patron=seat.name
        )
    if number == game.removed:
        return Disc(number=number, x=x, y=y, state="removed", words="", title=f"Seat {number} was removed")
    lock = locked.get(number)
    if lock is not None:
        title = f"Seat {number} locked up for badge {lock.patron}, {(now - lock.since_us) // MINUTE_US} min"
        return Disc(number=number, x=x, y=y, state="locked", words="", title=title, patron=lock.patron)
    return Disc(number=number, x=x, y=y, state="open", words=str(number), title=f"Seat {number} is open")


def _step(step: SeatStep, short: dict[str, str], now: int) -> StepRow:
    who = short.get(step.patron, initials(step.patron))
    from_ = f"{step.source} seat {step.source_seat}" if step.source else "the list"
    to = f"{step.table} seat {step.seat}" if step.seat else step.table
    words = {
        "change": f"{who} changes from seat {step.source_seat} to seat {step.seat}",
        "move": f"{who} moves up to {to}",
        "transfer": f"{who} changes tables to {to}",
        "call": f"{who} is called to {to}",
    }[step.kind]
    note = f"Must move from {from_}" if step.kind == "move" else f"From {from_}"
    return StepRow(
        words=words,
        note=note if step.kind != "change" else "Of this game, asked first",
        minutes=(now - step.since_us) // MINUTE_US if step.since_us else 0,
        verb=VERBS[step.kind],
        kind=step.kind,
        patron=step.patron,
        table=step.table,
        seat=step.seat,
        source=step.source,
        clause=step.clause,
        waits=step.waits,
        counted=step.counted,
        until=step.until,
        electronic=step.electronic,
    )


def _requests(state: Lists, steps: list[SeatStep], short: dict[str, str]) -> tuple[Request, ...]:
    """Seat and table changes that wait, the earliest first."""
    doing = {step.patron for step in steps}
    found = []
    for wish in state.wishes:
        if wish.patron in doing:
            continue
        what = f"to {wish.to}" if wish.to else f"to seat {wish.seat}" if wish.seat else "to any other seat"
        who = short.get(wish.patron, initials(wish.patron))
        words = f"{'Table' if wish.to else 'Seat'} change: {who}, {wish.table} {what}"
        found.append(Request(words=words, patron=wish.patron, why="waits for an open seat"))
    return tuple(found)


def _pays_time(live: RoomTable, now: int) -> bool:
    return live.game.room.time_game(live.game.plan.stakes) and bool(time_due(live.game, now))


def _due(table: FloorTable, live: RoomTable, state: Lists, now: int) -> tuple[str, str, str]:
    locked = len(state.locked(table.id)) if live.game.room.value("time-locked-seats", False) else 0
    seats = len(live.game.table.seats) + locked
    fee = live.game.plan.fee
    return table.id, f"{seats} seats at {money(fee)}, {money(seats * fee)}", live.game.room.clause("time")


def _papers(floor: Floor, house: str) -> dict[str, tuple[str, ...]]:
    """What the room's book has ticked when a table closes; nothing where it prints no such list."""
    try:
        book = floor.house.procedures.book(house)
    except NotFound:
        return {}
    return {
        "places": tuple(book.get("container-places", ())),
        "container": book.states("closed-table", "container") if book.prints("closed-table") else (),
        "removal": book.states("deck-removal", "steps") if book.prints("deck-removal") else (),
        "inspected": ticks(book, "deck", "inspect"),
    }


def _closing(floor: Floor, table: FloorTable) -> OpeningTable:
    plan = plan_of(table)
    with floor.house.storage.reading() as conn:
        lacks = floor.house.tables.closing_lacks(conn, table)
        decks = [deck.label for deck in floor.house.procedures.decks.at_table(conn, table.property, table.id)]
    return OpeningTable(
        table=table.id,
        title=form(plan.form).title,
        stakes=stakes_words(plan.stakes),
        lacks=tuple((lack.kind, lack.words) for lack in lacks),
        dealer=table.dealer,
        rack=True,
        closing=True,
        decks=tuple(decks),
    )


def _opening(floor: Floor, table: FloorTable) -> OpeningTable:
    if table.state == CLOSING:
        return _closing(floor, table)
    plan = plan_of(table)
    try:
        lacks = floor.spread.lacks(table)
    except (Refused, NotFound) as refused:
        return OpeningTable(table=table.id, title=form(plan.form).title, stakes=stakes_words(plan.stakes),
                            lacks=(("rules", str(refused)),), dealer=table.dealer)  # fmt: skip
    with floor.house.storage.reading() as conn:
        racked = floor.house.procedures.banks.find(conn, table.id) is not None
    return OpeningTable(
        table=table.id,
        title=form(plan.form).title,
        stakes=stakes_words(plan.stakes),
        lacks=tuple((lack.kind, lack.words) for lack in lacks),
        dealer=table.dealer,
        checks=floor.spread.checklist(table),
        rack=racked or not floor.house.procedures.book(table.property).prints("par-set"),
    )


def _slips(conn: Reading, floor: Floor, house: str, who: Person) -> list[SlipRow]:
    """Slips of the room that wait for their next line."""
    found = []
    for document in floor.house.documents.find(conn, property_=house, unfinished=True, limit=200):
        step = FLOWS[document.kind].after(document.state) if document.kind in SLIPS else None
        if step is None or document.kind.startswith("token"):
            continue
        found.append(
            SlipRow(
                id=document.id,
                title=f"{document.title}{f', {document.table_id}' if document.table_id else ''}",
                kind=document.kind,
                step=step.name,
                says=step.says,
                may=who.may(step.act),
                deck=str(document.signed[0].data.get("deck", "")),
                chips=any("chips" in signed.data for signed in document.signed),
            )
        )
    return found


# ---- the screen in the room


async def screen_view(floor: Floor, house: str) -> ScreenView:
    """Initials and places; who was paged in the last minutes; the jackpots as they were posted."""
    now = floor.house.sources.now_us()
    try:
        state = await floor.list_desk.current(house)
    except OutOfOrder:
        state = Lists()
    titles: dict[str, str] = {}
    for table in floor.room.open_tables(house):
        plan = plan_of(table)
        titles.setdefault(game_key(plan.form, plan.stakes), f"{form(plan.form).title} {stakes_words(plan.stakes)}")
    patrons = {name.patron for name in state.names} | {page.patron for page in state.paged}
    named, jackpots = await asyncio.to_thread(_posted, floor, house, patrons)
    short = {patron: initials(named.get(patron, patron)) for patron in patrons}
    games = (*titles, *dict.fromkeys(n.game for n in state.names if n.game not in titles))
    called = [n for n in state.names if n.status == CALLED]
    paged = [p for p in reversed(state.paged) if now - p.at_us < PAGES_S * 1_000_000]
    return ScreenView(
        house=house,
        house_title=property_title(house),
        called=tuple((short[n.patron], f"to {n.table}{f', seat {n.seat}' if n.seat else ''}") for n in called),
        paged=tuple((short[p.patron], p.words or "please come to the podium") for p in paged),
        lists=tuple(
            ScreenList(
                title=titles.get(game, game),
                names=tuple(short[n.patron] for n in state.on(game) if n.status != CALLED),
            )
            for game in games
        ),
        jackpots=jackpots,
        entry=state.number,
    )


def _posted(floor: Floor, house: str, badges: set[str]) -> tuple[dict[str, str], tuple[tuple[str, int], ...]]:
    """What those people are called, and the jackpots by type of game."""
    with floor.house.storage.reading() as conn:
        named = floor.house.people.names(conn, badges)
        held = floor.promotions.funds.by_type(conn, house)
    rows = [
        ((FORMS[game].title if game in FORMS else "All games") + words, kept.get(BAD_BEAT + kind, 0))
        for game, kept in held.items()
        for kind, words in (("", ""), (DEMO_FUND, ", demo chips"))
    ]
    return named, tuple(row for row in rows if row[1])
