"""Tournaments at tables as pages show them: plan, purse, entries, each table's standings and whose turn it is."""

import asyncio
import builtins
from typing import Any

import msgspec

from croupier.equipment.money import money, short_money
from croupier.games import class_of
from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.faults import OutOfOrder
from croupier.house.tables.absentees import next_for_absent
from croupier.house.tables.live import Live
from croupier.house.tournaments.table.desk import TournamentStanding
from croupier.house.tournaments.table.play import Stand, Turns, turns_of
from croupier.house.tournaments.table.rules import Plan, TournamentTerms, asked, book_of, own_options
from croupier.house.tournaments.table.store import (
    CALLED_OFF,
    ENTERING,
    OVER,
    PAID,
    PLAYING,
    SUBMITTED,
    Seated,
    Tournament,
)
from croupier.rounds import acts
from croupier.rulebook import NotFound as NoBook
from croupier.rulebook import Rulebook, catalogue, rulebook
from croupier.rulebook.model import Setting
from croupier.web.felt.shown import TournamentStrip as Strip
from croupier.web.kit import words
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.links import book_path
from croupier.web.tournaments.shown import TableTournamentCard as Card

LOBBY_MAX = 6
STATES = {
    SUBMITTED: ("Waits for approval", "warn"),
    ENTERING: ("Open for entry", "pos"),
    PLAYING: ("Playing", "info"),
    OVER: ("Over, prizes to be paid", "warn"),
    PAID: ("Paid", ""),
    CALLED_OFF: ("Called off", "warn"),
}


class Row(msgspec.Struct, frozen=True):
    """A participant at a table."""

    place: int
    name: str
    chips: int
    mine: bool = False
    turn: bool = False
    advanced: bool = False
    out: bool = False


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    stage: int
    number: int
    rows: tuple[Row, ...]
    note: str  # rounds played, time left
    state: str  # playing, over, ended
    turn: str = ""
    mine: bool = False
    away: str = ""  # what a supervisor does for who is away
    entry: int = 0  # the journal's last, that a form has seen


class View(msgspec.Struct, frozen=True, kw_only=True):
    card: Card
    property_title: str
    facts: tuple[tuple[str, str], ...]
    book: str
    book_words: str
    clause: str
    office: str  # who approves its rules; empty: nobody is named
    entries: int
    entered: bool
    names: tuple[str, ...]
    purse: int
    prizes: tuple[tuple[int, str, int, str], ...]  # place, share, amount, who
    tables: tuple[TableView, ...]
    stage: int
    key: str  # what its forms hang on; another key: look again
    my_table: str = ""
    draws: str = ""  # the button that draws, if a draw is possible
    why_not_draw: str = ""
    purse_left: int = 0


# ---- lists


def card(found: Tournament, entries: int | None = None) -> Card:
    plan = found.plan
    said, kind = STATES.get(found.state, (found.state, "neg"))
    if found.state == PLAYING:
        said = f"Stage {found.stage}"
    note = f"{limit(plan)} · tables of {plan.seats}, {plan.advance} go on"
    if entries is not None:
        note = f"{entries} {'entry' if entries == 1 else 'entries'} · {note}"
    return Card(
        id=found.id,
        name=plan.name,
        property=plan.property,
        game=_title(plan),
        state=found.state,
        state_words=said,
        kind=kind,
        fee=found.entry_cents,
        note=note,
        prizes=", ".join(f"{share}%" for share in found.prizes[:5]) or "none",
        link=f"/tournaments/{found.id}",
    )


def _title(plan: Plan) -> str:
    try:
        return book_of(plan).title
    except NoBook:
        return words.plain(plan.game)


def limit(plan: Plan) -> str:
    """When a table of this plan ends."""
    parts = []
    if plan.rounds:
        parts.append(f"{plan.rounds} {'round' if plan.rounds == 1 else 'rounds'}")
    if plan.minutes:
        parts.append(f"{plan.minutes} min")
    return " or ".join(parts)


async def cards(floor: Floor, house: str = "", states: tuple[str, ...] = ()) -> tuple[Card, ...]:
    """Those that may be entered first, then those that are played, then the past."""
    order = (ENTERING, SUBMITTED, PLAYING, OVER, PAID, CALLED_OFF)
    found = [pair for pair in await floor.tournaments.counted(states) if house in ("", pair[0].plan.property)]
    found.sort(key=lambda pair: (words.place_in(order, pair[0].state), -pair[0].changed_us))
    return tuple(card(one, entries) for one, entries in found)


async def current(floor: Floor, house: str) -> tuple[Card, ...]:
    """What the lobby shows: to be entered, or being played."""
    return (await cards(floor, house, (ENTERING, PLAYING)))[:LOBBY_MAX]


# ---- one tournament


async def view(floor: Floor, who: Person | None, name: str) -> View:
    standing = await asyncio.to_thread(floor.tournaments.standing, name)
    found, plan = standing.tournament, standing.tournament.plan
    book = book_of(plan)
    shown = names_for(standing, who)
    tables = [await _table(floor, one, shown, who) for one in standing.tables]
    me = who.badge if who else ""
    draws, why = _draws(standing)
    return View(
        card=card(found, len(standing.entries)),
        property_title=property_title(plan.property),
        facts=_facts(plan, book),
        book=book_path(book),
        book_words=f"{book.title}, approved {book.approved}",
        clause=asked(book).clause,
        office=asked(book).approved_by,
        entries=len(standing.entries),
        entered=me in standing.entries,
        names=tuple(shown[badge] for badge in standing.entries),
        purse=standing.purse,
        prizes=_prizes(standing, shown),
        tables=tuple(reversed(tables)),
        stage=found.stage,
        key=f"{found.state}.{found.stage}.{'.'.join(t.state for t in tables)}",
        my_table=next((t.id for t in tables if t.mine and t.state != "ended"), ""),
        draws=draws,
        why_not_draw=why,
        purse_left=100 - sum(found.prizes),
    )


def names_for(standing: TournamentStanding, who: Person | None) -> dict[str, str]:
    """Staff sees badges; everybody else his own entry and the numbers of the others."""
    staff = who is not None and who.role != "player"
    me = who.badge if who else ""
    return {
        badge: "You" if badge == me else words.badge_words(badge) if staff else f"Entry {n}"
        for n, badge in enumerate(standing.entries, 1)
    }


def _draws(standing: TournamentStanding) -> tuple[str, str]:
    found = standing.tournament
    if found.state == ENTERING:
        if len(standing.entries) < 2:
            return "", "At least two participants play."
        return "Close the entries and draw the tables", ""
    if found.state != PLAYING:
        return "", ""
    last = [t for t in standing.tables if t.stage == found.stage]
    playing = sum(1 for t in last if t.heat is None)
    if playing:
        said = "table plays" if playing == 1 else "tables play"
        return "", f"{playing} {said}: each is ended before the next stage is drawn."
    return f"Draw stage {found.stage + 1}", ""


def _prizes(standing: TournamentStanding, shown: dict[str, str]) -> tuple[tuple[int, str, int, str], ...]:
    found = standing.tournament
    held = standing.purse if found.state != PAID else found.entry_cents * len(standing.entries)
    places = [shown[name] for name in standing.places]
    return tuple(
        (n, f"{share}%", held * share // 100, places[n - 1] if n <= len(places) else "")
        for n, share in enumerate(found.prizes, 1)
    )


def _facts(plan: Plan, book: Rulebook) -> tuple[tuple[str, str], ...]:
    rules = asked(book)
    most = short_money(plan.most) if plan.most else "all one has"
    rows = [
        ("Chips at the start", f"{short_money(plan.chips)}, worth nothing outside"),
        ("Wagers", f"{short_money(plan.least)} to {most}"),
        ("A table ends after", limit(plan)),
        ("Seats at a table", f"{plan.seats}, drawn by lot"),
        ("Go on from each table", str(plan.advance)),
        ("Equal chips at the end", "parted by lot"),
    ]
    if plan.betting_order:
        said = "the button moves to the left each round" if plan.betting_order == "button" else "fixed"
        rows.append(("Order of wagers", said))
    if plan.first_shooter:
        rows.append(("First shooter", "drawn by lot" if plan.first_shooter == "draw" else plan.first_shooter))
    if plan.dice_pass:
        rows.append(("Dice pass", plan.dice_pass))
    if rules.one_of:
        rows.append(("Everybody has", f"{' or '.join(book.wagers[w].title for w in rules.one_of)}, every round"))
    rows += [(words.option_title(name), words.value_words(value)) for name, value in plan.options.items()]
    if plan.approved:
        reference = f", {plan.approved.reference}" if plan.approved.reference else ""
        rows.append(("Rules approved by", f"{plan.approved.by}, {plan.approved.day}{reference}"))
    return tuple(rows)


async def _table(floor: Floor, seated: Seated, shown: dict[str, str], who: Person | None) -> TableView:
    me = who.badge if who else ""
    about: dict[str, Any] = {
        "id": seated.table_id,
        "stage": seated.stage,
        "number": seated.number,
        "mine": me in seated.names,
    }
    if seated.heat is not None:
        heat = seated.heat
        rows = tuple(
            Row(n, shown[s.name], s.chips, s.name == me, advanced=s.name in heat.advanced)
            for n, s in enumerate(heat.standings, 1)
        )
        equal = len({s.chips for s in heat.standings}) < len(heat.standings)
        note = f"The standings are final{'; equal chips were parted by lot' if equal else ''}."
        return TableView(**about, rows=rows, note=note, state="ended")
    try:
        live = await floor.house.table(seated.table_id)
    except OutOfOrder:
        note = "The table is out of order. A manager calls the tournament off, and fees go back."
        return TableView(**about, rows=(), note=note, state="ended")
    except Refused:  # it was called off
        return TableView(**about, rows=(), note="The table has closed.", state="ended")
    turns = turns_of(live)
    if turns is None:  # it is a table like any other
        return TableView(**about, rows=(), note="No tournament is played at this table.", state="ended")
    over = turns.over
    due = turns.turn() if live.driver.betting and not over else 0
    waited, stands = turns.names[due - 1] if due else "", turns.standings()
    rows = tuple(
        Row(
            rank(stands, s.chips),
            shown[s.name],
            s.chips,
            s.name == me,
            s.name == waited,
            out=s.chips < turns.least,
        )
        for s in stands
    )
    turn = ("Your wager is waited for." if waited == me else f"{shown[waited]} wagers next.") if waited else ""
    if not turn and not over:
        turn = "Everybody has wagered." if live.driver.betting else "The round is played."
    note = "The limit is reached: a supervisor ends this table." if over else rounds_words(turns)
    about |= {"away": _away(live, shown), "entry": live.driver.entry}
    return TableView(**about, rows=rows, note=note, state="over" if over else "playing", turn=turn)


def _away(live: Live, shown: dict[str, str]) -> str:
    """What would be done for a participant who is away, in words."""
    answer, turns = next_for_absent(live), live.turns
    if answer is None or turns is None:
        return ""
    if isinstance(answer, acts.Close):
        return "Close the wagers"
    position = int(getattr(answer, "position", 0))
    name = shown[turns.names[position - 1]] if 0 < position <= len(turns.names) else "who is asked"
    if isinstance(answer, acts.Bet):
        title = words.wager_title(live.driver.game.posting, answer.wager, answer.on)
        return f"Wager {short_money(answer.amount)} on {title} for {name}"
    return f"Take the decision without a cost for {name}"


def rank(stands: list[Stand], chips: int) -> int:
    """A place; equal chips share it until the table has ended."""
    return 1 + sum(1 for stand in stands if stand.chips > chips)


def rounds_words(turns: Turns) -> str:
    plan = turns.plan
    said = f"{turns.played} of {plan.rounds} rounds played" if plan.rounds else f"{turns.played} rounds played"
    left = turns.minutes_left
    return f"{said}, {left} min left" if left is not None else said


# ---- the station


def limits(live: Live) -> str:
    """What the sign says where one may wager all one has; empty where the limits are a table's own."""
    turns = getattr(live, "turns", None)
    return f"{short_money(turns.plan.least)} – all you have" if turns is not None and not turns.plan.most else ""


def strip(live: Live, who: Person | None) -> Strip | None:
    """For who sits at, or watches, a table of a tournament."""
    turns = getattr(live, "turns", None)
    if turns is None:
        return None
    plan, me = turns.plan, who.badge if who else ""
    stands = turns.standings()
    chips = next((s.chips for s in stands if s.name == me), -1)
    place = rank(stands, chips) if chips >= 0 else 0
    over = turns.over
    due = turns.turn() if live.driver.betting and not over else 0
    my_turn = bool(due) and turns.names[due - 1] == me
    if over:
        left, turn = "No rounds left", "The table has reached its limit. A supervisor ends it."
    else:
        rounds = plan.rounds - turns.played
        said = f"{rounds} {'round' if rounds == 1 else 'rounds'} left" if plan.rounds else f"{turns.played} played"
        minutes = turns.minutes_left
        left = f"{said} · {minutes} min" if minutes is not None else said
        turn = "Your turn to wager" if my_turn else f"Position {due} wagers" if due else ""
    standing = f"{place} of {len(stands)}" if place else f"{len(stands)} play"
    leader = f" · leader {money(stands[0].chips)}" if stands and place != 1 else ""
    link = f"/tournaments/{live.table.settings.tournament}"
    return Strip(
        name=plan.name,
        link=link,
        chips=max(0, chips),
        left=left,
        place=standing + leader,
        turn=turn,
        my_turn=my_turn,
        over=over,
    )


# ---- planning


class Choice(msgspec.Struct, frozen=True):
    """A game for which a property's book has rules on tournaments."""

    game: str
    title: str
    property: str
    approved: str
    by: str
    clause: str
    states: tuple[str, ...]
    options: tuple[Setting, ...]

    @builtins.property
    def key(self) -> str:
        """How a form names it."""
        return f"{self.property}/{self.game}"


def choices() -> list[Choice]:
    found = []
    for place, games in catalogue().items():
        for game in games:
            try:
                book = rulebook(place, game)
                class_of(book)
                rules = asked(book)
            except (NoBook, NotFound):
                continue
            found.append(_choice(book, rules))
    return found


def _choice(book: Rulebook, rules: TournamentTerms) -> Choice:
    left = tuple(own_options(book))
    approved = str(book.approved)
    return Choice(book.game, book.title, book.property, approved, rules.approved_by, rules.clause, rules.states, left)


def houses(floor: Floor) -> list[tuple[str, str]]:
    offering = {choice.property for choice in choices()}
    return [(name, about.title) for name, about in floor.houses().items() if name in offering]
