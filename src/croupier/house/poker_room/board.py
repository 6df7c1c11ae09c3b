"""The room at a glance: which games are spread, where a seat is open, who waits for what."""

from typing import Any

from sqlalchemy import Connection

from croupier.house.people.persons import Person
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.lists.state import Lists
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.view import game_key, listed_plan, stakes_words
from croupier.house.record import journals
from croupier.house.record.errors import Refused
from croupier.house.record.faults import OutOfOrder
from croupier.house.tables.life import CLOSED, CLOSING, OPEN, POKER, FloorTable
from croupier.poker import Room, form
from croupier.rulebook import catalogue
from croupier.rulebook.model import Rulebook

ENTRIES_A_HAND = 60  # more than a hand ever has, but for the longest


async def board(desk: ListDesk, property_: str | None, who: Person) -> dict[str, Any]:
    """Tables, games and lists of a room, or of all rooms."""
    room, now = desk.room, desk.house.sources.now_us()
    rows = [await _row(room, table, who) for table in room.tables(property_)]
    lists: list[dict[str, Any]] = []
    unread: list[dict[str, Any]] = []
    rooms = {place for place, games_of in catalogue().items() if POKER in games_of}
    for place in sorted({row["property"] for row in rows} | ({property_} & rooms if property_ else set())):
        try:
            state = await desk.current(place)
        except OutOfOrder as broken:  # seats are given by the floor until the lists are begun again
            unread.append({"property": place, "why": broken.fault.why if who.may("table.watch") else ""})
            continue
        lists += [{"property": place} | found for found in desk.shown(state, who, now)]
        for row in rows:
            if row["property"] == place:
                row["locked"] = state.locked(row["table"])
                row["free"] = [seat for seat in row["free"] if seat not in row["locked"]]
                if who.role == "player" and not _announced(desk.book(place), state, row["game"], who.badge):
                    row["free"] = []
    games: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        if row["state"] != OPEN:
            continue
        found = games.setdefault(
            (row["property"], row["game"]),
            {
                "property": row["property"],
                "game": row["game"],
                "title": row["title"],
                "stakes": row["stakes"],
                "tables": [],
                "seats_open": 0,
                "players": 0,
                "waiting": 0,
            },
        )
        found["tables"].append(row["table"])
        found["seats_open"] += len(row["free"])
        found["players"] += row["players"]
    for found in lists:
        key = (found["property"], found["game"])
        if key in games:
            games[key]["waiting"] = found["waiting"]
    return {"tables": rows, "games": list(games.values()), "lists": lists, "lists_out_of_order": unread}


def _announced(book: Room, state: Lists, game: str, patron: str) -> bool:
    """Whether a vacancy may be announced to a patron: in some rooms only to one who is on the list."""
    return book.value("announce", "any") == "any" or any(name.patron == patron for name in state.on(game))


async def _row(room: PokerRoom, table: FloorTable, who: Person) -> dict[str, Any]:
    plan = listed_plan(table)
    row: dict[str, Any] = {
        "table": table.id,
        "property": table.property,
        "mode": table.mode,
        "state": table.state,
        "demo": table.settings.demo,
        "game": game_key(plan.form, plan.stakes),
        "form": plan.form,
        "title": form(plan.form).title,
        "stakes": stakes_words(plan.stakes),
        "must_move_to": plan.main,
        "players": 0,
        "free": [],
        "buy_in": {"least": plan.least, "most": plan.most},
        "hands": 0,
        "yours": False,
    }
    if table.state in (OPEN, CLOSING):
        try:
            live = await room.table(table.id)
        except OutOfOrder as broken:
            return row | {"state": "broken", "why": broken.fault.why if who.may("table.watch") else ""}
        except Refused:  # it has closed at this moment
            return row | {"state": CLOSED}
        game = live.game
        row |= {
            "players": len(game.table.seats),
            "free": game.free if table.state == OPEN else [],
            "buy_in": {"least": game.least, "most": plan.most},
            "hands": game.table.hands,
            "yours": who.role == "player" and bool(game.seat_of(who.badge)),
            "rulebook": game.opened.book,
        }
    return row


def spreads(book: Rulebook) -> dict[str, Any]:
    """What may be chosen when a game is opened under a rulebook: forms, and the options left to the house."""
    room = Room(book)
    options = [
        {
            "name": setting.name,
            "choices": list(setting.choices),
            "least": setting.least,
            "most": setting.most,
            "default": setting.value,
            "clause": setting.clause,
            "says": setting.says,
        }
        for setting in book.settings.values()
        if setting.optional
    ]
    time = room.time()
    return {
        "rulebook": book.key,
        "forms": [
            {"form": key, "title": shape.title, "family": shape.family, "seats": shape.seats_most}
            for key, shape in room.forms().items()
        ],
        "options": options,
        "buy_in_bets": room.value("buy-in-bets", 0),
        "clock_seconds": room.value("clock-seconds", 0),
        "time": {"limit_from": time.limit_from, "blind_from": time.blind_from, "minutes": time.minutes}
        if time
        else None,
    }


def rulings(book: Rulebook) -> list[dict[str, Any]]:
    """The irregularities of a room's book: what may be declared, who rules, and what follows."""
    return [
        {
            "when": entry.when,
            "clause": entry.clause,
            "by": entry.by,
            "ruling": entry.remedy.ruling if not entry.choices else "",
            "choices": [remedy.ruling for remedy in entry.choices],
            "if": dict(entry.remedy.terms.get("where", {})),
            "says": entry.remedy.says or entry.says,
        }
        for entry in book.irregularities
        if entry.condition.get("play", ("cash",)) != ("tournament",)
        and entry.remedy.terms.get("where", {}).get("play") != "tournament"
    ]


def hands(conn: Connection, journal: str, last: int = 20) -> list[dict[str, Any]]:
    """The latest hands of a journal as everybody may know them: board, hands shown, pots, rake, rulings."""
    found: list[dict[str, Any]] = []
    head = journals.head(conn, journal).number
    for stored in journals.entries(conn, journal, after=max(0, head - last * ENTRIES_A_HAND)):
        entry = acts.decode(stored.payload)
        if isinstance(entry.act, acts.Deal):
            found.append({"entry": entry.number, "at": entry.at, "sealed": entry.act.commitment, "events": []})
        if found and isinstance(entry.act, acts.Undo):
            _take_back(found, entry.events[0])
        elif found:
            found[-1]["events"] += _new(found[-1]["events"], entry.events)
    return found[-last:]


def _new(told: list[dict[str, Any]], events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What an act added to a hand. Between two hands an electronic table's entries tell all of the last hand again."""
    over = any(event["type"] == "Awarded" for event in told)
    return events[len(told) :] if over and events[: len(told)] == told else events


def _take_back(found: list[dict[str, Any]], told: dict[str, Any]) -> None:
    """What was keyed by mistake is in the journal, and in no account of the hand."""
    if told["act"] == "deal":
        found.pop()
    elif told["events"]:
        del found[-1]["events"][-told["events"] :]
