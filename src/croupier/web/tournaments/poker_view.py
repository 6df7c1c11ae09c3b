"""Poker tournaments in words: the list of a room, one tournament with its clock, tables, places and prizes."""

import asyncio

import msgspec

from croupier.demo.poker_tournament import programmed
from croupier.equipment.money import money
from croupier.house.papers.flows import FLOWS
from croupier.house.people.persons import Person
from croupier.house.poker_room.table.view import WORDS
from croupier.house.record.faults import TOURNAMENT, Fault, OutOfOrder
from croupier.house.tournaments.poker import store
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.plan import BOOK, KINDS, Level, Plan, TournamentRules, room_of
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.prizes.pools import ENTRY
from croupier.house.tournaments.poker.state import CANCELLED, OVER, PLAYING, REGISTERING, Felt
from croupier.house.tournaments.poker.store import CHECKED, DUE, PAID, Event
from croupier.house.tournaments.poker.view import shown
from croupier.web.felt.shown import Fact
from croupier.web.kit import words
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.links import book_path
from croupier.web.tournaments.director.words import Labels, reenters
from croupier.web.tournaments.shown import EventCard, EventTable, EventView, PlaceRow, PrizeRow, SeatRow, Share
from croupier.web.tournaments.structure_words import blinds_words, chips, facts, levels, pools

STATES = {
    REGISTERING: ("Open for registration", "pos"),
    PLAYING: ("Playing", "info"),
    OVER: ("Over", ""),
    CANCELLED: ("Cancelled", ""),
}
PRIZE_STATES = {DUE: "to be paid", CHECKED: "checked, to be signed for", PAID: "paid"}
STEPS = {
    "check": "Identification and card",
    "manage": "The manager's Paid In slip",
    "escort": "Security goes along",
    "receive": "The player's signature",
}
LISTED_MAX = 200
STRANGER = Person("", "Visitor", "player", True, False)
ROOM_MAX = 3  # how many the poker room's page shows


# ---- the list


async def cards(floor: Floor, house: str, who: Person | None) -> tuple[EventCard, ...]:
    """Those that may be entered first, then those that are played, then the past."""
    order = (REGISTERING, PLAYING, OVER, CANCELLED)
    found = await asyncio.to_thread(floor.poker_tournaments.all, house)
    found.sort(key=lambda event: (words.place_in(order, event.state), -event.changed_us))
    return tuple([await _card(floor, event, who) for event in found[:LISTED_MAX]])


async def _card(floor: Floor, event: Event, who: Person | None) -> EventCard:
    """One of many: that it is out of order costs the others nothing."""
    try:
        live = await floor.poker_tournaments.live(event.id)
        with floor.house.faults.showing(TOURNAMENT, event.id, event.property):
            return card(live.event, live.game, who)
    except OutOfOrder as broken:
        return _out_of_order(event, broken.fault, who)


def _out_of_order(event: Event, fault: Fault, who: Person | None) -> EventCard:
    plan, ended = event.plan, event.state in (OVER, CANCELLED)
    staff = who is not None and who.may("table.watch")
    said, kind = STATES[event.state] if ended else ("Out of order", "neg")
    note = f"{fault.why}" if staff else "what was paid is on record"
    link = f"/out-of-order/{TOURNAMENT}/{event.id}" if staff and not ended else f"/poker-tournaments/{event.id}"
    return EventCard(
        id=event.id,
        name=plan.name,
        house=plan.property,
        game=words.plain(plan.format).lower(),
        state=event.state,
        state_words=said,
        kind=kind,
        entry=plan.entry,
        note=note,
        prize="",
        link=link,
    )


async def current(floor: Floor, house: str, who: Person | None) -> tuple[EventCard, ...]:
    """What the poker room shows: to be entered, or being played."""
    if house not in floor.houses_with(BOOK):
        return ()
    found = await cards(floor, house, who)
    return tuple(one for one in found if one.state in (REGISTERING, PLAYING))[:ROOM_MAX]


def card(event: Event, game: PokerTournament, who: Person | None) -> EventCard:
    plan = event.plan
    said, kind = STATES.get(event.state, (event.state, "neg"))
    left = len(game.left())
    count = f"{game.entries} {'entry' if game.entries == 1 else 'entries'}"
    note = f"{left} of {game.entries} left" if event.state == PLAYING else count
    pool = game.pools().prize
    return EventCard(
        id=event.id,
        name=plan.name,
        house=plan.property,
        game=f"{game_title(game.asked, plan)}, {words.plain(plan.format).lower()}",
        state=event.state,
        state_words=said,
        kind=kind,
        entry=plan.entry,
        note=f"{note} · {chips(plan.chips)} chips",
        prize=f"{money(pool)} prize pool" if pool else "no prize pool yet",
        link=f"/poker-tournaments/{event.id}",
        yours=who is not None and who.badge in game.players,
    )


def game_title(asked: TournamentRules, plan: Plan, level: Level | None = None) -> str:
    """What is played: at a level of a mixed event the game of that level."""
    mixed = len(plan.forms) > 1
    if not mixed or level is None:
        title = "mixed games" if mixed else asked.room.form(plan.forms[0]).title
        return f"{WORDS[KINDS[plan.structure]]} {title}"
    return f"{WORDS[KINDS[level.structure or plan.structure]]} {asked.room.form(level.form or plan.form).title}"


# ---- one tournament


class Names:
    """Staff see badges; everybody else his own entry and the numbers of the others."""

    def __init__(self, game: PokerTournament, who: Person | None) -> None:
        self.me = who.badge if who is not None else ""
        self.staff = who is not None and who.role != "player"
        self._numbers = {name: n for n, name in enumerate(game.players, 1)}
        self._labels = {player.name: player.label for player in game.players.values() if player.label}

    def of(self, badge: str) -> str:
        if badge and badge == self.me:
            return "You"
        if self.staff:
            return self._labels.get(badge) or words.badge_words(badge)
        number = self._numbers.get(badge)
        return f"Entry {number}" if number else "A player"

    def listed(self, badges: list[str]) -> str:
        return ", ".join(self.of(badge) for badge in badges)


async def view(floor: Floor, who: Person | None, name: str) -> EventView:
    live = await floor.poker_tournaments.live(name)
    now = floor.house.sources.now_us()
    found = _view(live, who, now)
    if who is not None and found.card.state == OVER:
        rows = await asyncio.to_thread(_prizes, floor, live, who)
        key = f"{found.key}.{'.'.join(row.state + row.step for row in rows)}"
        found = msgspec.structs.replace(found, prizes=rows, key=key)
    return found


class LevelNow(msgspec.Struct, frozen=True):
    """The clock as it is shown."""

    title: str
    then: str
    clock: str
    ends_s: int
    runs: bool


def _level_words(plan: Plan, index: int) -> str:
    """Levels are counted without the breaks, as the clock on the wall counts them."""
    played = [not level.is_break for level in plan.levels]
    if not played[index]:
        return "Break"
    return f"Level {sum(played[: index + 1])} of {sum(played)}"


def level_now(live: Live, now: int) -> LevelNow:
    game, plan = live.game, live.game.plan
    board = shown(live, STRANGER, now)
    index = game.level_index(now)
    playing = game.state == PLAYING
    return LevelNow(
        _level_words(plan, index) if playing else STATES[game.state][0],
        _then(plan, index),
        _clock(game, board["level_ends_s"]),
        board["level_ends_s"] if playing else 0,
        board["clock_runs"],
    )


def _view(live: Live, who: Person | None, now: int) -> EventView:
    game, event, plan = live.game, live.event, live.game.plan
    board = shown(live, who or STRANGER, now)
    names = Names(game, who)
    mine = game.players.get(names.me)
    seat = (mine.table, mine.seat) if mine else (0, 0)
    index, level = game.level_index(now), level_now(live, now)
    due = _due(game, now)
    registers = bool(board["registers"]) and game.entries < plan.most
    sells = game.state == PLAYING and game.within(plan.rebuy_minutes, now)
    window = bool(board["cash_out"])
    again = reenters(game, Labels(game), now) if names.staff else ()
    book = game.asked.book
    return EventView(
        card=card(event, game, who),
        house_title=property_title(plan.property),
        book=book_path(book),
        book_words=f"Rules of {book.approved}",
        acts=event.acts,
        key=_key(game, names, (registers, window, bool(due), sells, bool(again)), seat),
        facts=facts(plan, game.asked),
        levels=levels(plan, index if game.state == PLAYING else -1),
        level=level.title,
        blinds=blinds_words(plan.levels[index]),
        then=level.then,
        ends_s=level.ends_s,
        runs=level.runs,
        clock_words=level.clock,
        entries=game.entries,
        left=len(game.left()),
        chips=board["chips_in_play"],
        average=board["average"],
        pool=game.pools().prize,
        pools=pools(game),
        tables=tuple(_table(live, felt, names, now) for _, felt in sorted(game.tables.items())),
        places=_places(game, names),
        outs=_outs(game, names),
        due=due,
        breaking=", ".join(str(number) for number in board["breaking_order"]),
        registers=registers,
        why_closed=_why_closed(game, now),
        players=tuple((badge, names.of(badge)) for badge in game.players) if names.staff else (),
        seated=tuple((badge, _where(game, badge, names)) for badge in game.left()) if names.staff else (),
        again=again,
        penalties=game.asked.names("penalties"),
        clauses={rule: game.asked.clause(rule) for rule in CITED},
        entered=mine is not None,
        my_table=seat[0],
        my_seat=seat[1],
        my_chips=game.stack(names.me) if mine else 0,
        rebuys=bool(plan.rebuy) and sells,
        add_ons=bool(plan.add_on) and sells,
        window=window,
        may_window=_may_window(game, now),
        deals=bool(game.asked.value("deals")) and game.state == PLAYING,
        proposed=tuple(
            Share(names.of(name), money(cents), name == names.me, name in game.consented)
            for name, cents in game.proposed.items()
            if game.state == PLAYING
        ),
        agree_cents=sum(cents for cents, _ in game.paid()[: len(game.left())]) if game.entries else 0,
        stopped=bool(game.stopped_us),
        hands=game.hands,
        programs=programmed(event.id),
        live=plan.live,
    )


def _key(game: PokerTournament, names: Names, stands: tuple[bool, ...], seat: tuple[int, int]) -> str:
    """What the forms of this reader hang on: those of the staff name the players."""
    staff = (bool(game.stopped_us), bool(game.hands), len(game.left())) if names.staff else ()
    asks = (len(game.proposed), len(game.consented)) if game.proposed else ()
    parts = (game.state, stands[0], *(stands[1:] if names.staff else ()), seat, *staff, *asks)
    return ".".join(str(part) for part in parts)


CITED = (
    "registration", "reentry", "rebuy", "seats-drawn", "breaking", "balancing", "redraws", "chip-race", "levels",
    "penalties", "cancel", "cash-out", "deals", "payout", "paid-in", "intercept-notices", "payout-schedule",
    "final-table", "hand-for-hand",
)  # fmt: skip


def _then(plan: Plan, index: int) -> str:
    if index + 1 == len(plan.levels):
        return "the last level"
    return f"then {blinds_words(plan.levels[index + 1]).lower()}"


def clock(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


def _clock(game: PokerTournament, ends_s: int) -> str:
    if game.state != PLAYING:
        return "Not begun" if game.state == REGISTERING else ""
    if game.stopped_us:
        return f"stands at {clock(ends_s)}"
    return clock(ends_s) if ends_s else "no end"


def _why_closed(game: PokerTournament, now: int) -> str:
    if game.state in (OVER, CANCELLED):
        return "It is over." if game.state == OVER else "It was cancelled."
    if game.entries >= game.plan.most:
        return f"All {game.plan.most:,} entries are taken."
    if game.state == REGISTERING and now < game.plan.opens_us:
        return f"Registration opens at {words.moment(game.plan.opens_us)}."
    return "Registration has closed."


def _may_window(game: PokerTournament, now: int) -> bool:
    open_ = game.state == PLAYING and not game.cash_out_closed and game.pools().cash_out > 0
    return open_ and not game.sells(now) and len(game.tables) > 1


def _where(game: PokerTournament, badge: str, names: Names) -> str:
    player = game.players[badge]
    return f"{names.of(badge)}, table {player.table} seat {player.seat}, {chips(game.stack(badge))}"


def _due(game: PokerTournament, now: int) -> tuple[Fact, ...]:
    """What the floor does before the next hands, each with its clause."""
    if game.state != PLAYING:
        return ()
    clause = game.asked.clause
    found = []
    if game.end_due():
        found.append(Fact("The end", "So few are left that it is over.", clause("payout-schedule")))
    if count := game.redraw_due():
        what = "the final table" if count == 1 else f"{count} tables"
        found.append(Fact("Draw", f"Seats are drawn again for {what}.", clause("redraws")))
    elif broken := game.break_due():
        found.append(Fact("Break", f"Table {broken} is broken.", clause("breaking")))
    elif short := game.balance_due():
        found.append(Fact("Balance", f"Table {short} lacks players.", clause("balancing")))
    raced = [number for number in sorted(game.tables) if game.race_due(number, now)]
    if raced:
        said = f"Chips below {chips(game.chip(now))} are raced off at {_tables(raced)}."
        found.append(Fact("Colour up", said, clause("chip-race")))
    if game.hand_for_hand(now):
        found.append(Fact("Hand for hand", "Every table deals one hand and waits.", clause("hand-for-hand")))
    return tuple(found)


def _tables(numbers: list[int]) -> str:
    return f"table {numbers[0]}" if len(numbers) == 1 else f"tables {', '.join(map(str, numbers))}"


ENDED = {OVER: "Over", CANCELLED: "Cancelled"}


def _table(live: Live, felt: Felt, names: Names, now: int) -> EventTable:
    game, number = live.game, felt.number
    rows = []
    for seat, there in sorted(felt.table.seats.items()):
        player = game.players[there.name]
        away = "away" if player.away else ""
        note = f"penalty, {player.penalty} to miss" if player.penalty else away
        mine = there.name == names.me
        rows.append(
            SeatRow(
                seat=seat,
                badge=there.name if names.staff else "",
                name=names.of(there.name),
                chips=game.stack(there.name),
                mine=mine,
                button=felt.table.positions.button == seat,
                note=note,
            )
        )
    state = "done" if felt.done else "playing" if felt.hand is not None else "waiting"
    said = {"done": "Has played its part", "playing": "A hand is played", "waiting": "Between hands"}
    return EventTable(
        number=number,
        link=f"/poker-tournaments/{live.event.id}/tables/{number}",
        rows=tuple(rows),
        state=state,
        note=said[state] if game.state == PLAYING else ENDED.get(game.state, "Not begun"),
        mine=any(row.mine for row in rows),
        may_deal=state == "waiting" and felt.players > 1 and game.state == PLAYING,
    )


# ---- places


def _places(game: PokerTournament, names: Names) -> tuple[PlaceRow, ...]:
    """What each place pays for the field as it is, and who has it."""
    if not game.entries or game.state == CANCELLED:
        return ()
    held = _held(game, names)
    return tuple(
        PlaceRow(
            place=str(n),
            pays=cents,
            kind="an entry" if kind == ENTRY else "",
            names=held.get(n, ("", False))[0],
            mine=held.get(n, ("", False))[1],
        )
        for n, (cents, kind) in enumerate(game.pays(), 1)
    )


def _held(game: PokerTournament, names: Names) -> dict[int, tuple[str, bool]]:
    """Who has which place; of who is still in only once it is over."""
    found, place = {}, 1
    left = set(game.left()) if game.state != OVER else set()
    for group in game.places():
        if not left & set(group):
            for n in range(place, place + len(group)):
                found[n] = (names.listed(group), names.me in group)
        place += len(group)
    return found


def _outs(game: PokerTournament, names: Names) -> tuple[PlaceRow, ...]:
    """Who is out, the last to go first."""
    rows, place = [], 1
    left = set(game.left()) if game.state != OVER else set()
    paid = [cents for cents, _ in game.pays()]
    for group in game.places() if game.state in (PLAYING, OVER) else []:
        if not left & set(group):
            last = place + len(group) - 1
            said = str(place) if last == place else f"{place} to {last}"
            won = sum(paid[place - 1 : last]) if game.state == OVER or place <= len(paid) else 0
            rows.append(PlaceRow(place=said, names=names.listed(group), pays=won // len(group), mine=names.me in group))
        place += len(group)
    return tuple(rows)


# ---- prizes


def _prizes(floor: Floor, live: Live, who: Person) -> tuple[PrizeRow, ...]:
    """The Tournament Financial Report as far as this person may see it: a player his own lines."""
    payouts, names = floor.poker_tournaments.payouts, Names(live.game, who)
    rows = []
    with floor.house.storage.reading() as conn:
        report = payouts.report(conn, live.event.id)
        for due, line in zip(store.prizes(conn, live.event.id), report):
            if who.role == "player" and due.patron != who.badge:
                continue
            step = "check" if due.state == DUE else ""
            if due.state == CHECKED:
                document = floor.house.documents.get(conn, due.document_id)
                waits = FLOWS[document.kind].after(document.state)
                step = waits.name if waits else ""
            rows.append(
                PrizeRow(
                    number=due.number,
                    place=due.place,
                    name=names.of(due.patron),
                    cents=due.cents,
                    kind=f"entry to {live.event.plan.target}" if due.kind == ENTRY else "cash",
                    state=due.state,
                    state_words=PRIZE_STATES.get(due.state, due.state),
                    taxable=line.taxable,
                    search=line.search,
                    withheld=due.withheld,
                    claim=due.claim,
                    signed=", ".join(words.badge_words(badge) for badge in line.signed_by),
                    step=step,
                    step_words=STEPS.get(step, ""),
                    mine=due.patron == who.badge,
                )
            )
    return tuple(rows)


# ---- planning


def forms(property_: str) -> tuple[tuple[str, str], ...]:
    """The forms of poker that the room may spread in a tournament."""
    return tuple((key, shape.title) for key, shape in room_of(property_).forms().items())
