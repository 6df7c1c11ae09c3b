"""A poker room in words: its games, lists and tables, and its door for one reader."""

from typing import Any

from croupier.house.people.persons import Person
from croupier.house.poker_room.board import board
from croupier.house.poker_room.table.refusals import short
from croupier.house.record.errors import NotFound
from croupier.house.tables.life import POKER
from croupier.rulebook import NotFound as NoRulebook
from croupier.web.kit.context import Floor, property_title
from croupier.web.kit.persons import shown_person
from croupier.web.poker.shown import ListView, RoomRow, RoomView
from croupier.web.tournaments.poker_view import STRANGER, current


async def room_view(floor: Floor, house: str, who: Person | None, balance: int | None = None) -> RoomView:
    seen = await board(floor.list_desk, house, who or STRANGER)
    lists = {one["game"]: one for one in seen["lists"]}
    games = [_list(game, lists.get(game["game"], {})) for game in seen["games"]]
    try:
        book = f"/rulebooks/{floor.spread.book(house, True).key}"
    except (NoRulebook, LookupError, ValueError):
        book = ""
    return RoomView(
        me=shown_person(who, balance),
        house=house,
        house_title=property_title(house),
        houses=tuple(floor.houses_with(POKER).items()),
        rows=tuple(_row(row, _door(floor, row, who), _dealt(floor, row)) for row in seen["tables"]),
        lists=tuple(games),
        floor=who is not None and who.may("table.open"),
        keeps_list=who is not None and who.may("room.list"),
        book=book,
        events=await current(floor, house, who),
        lists_out_of_order=bool(seen["lists_out_of_order"]),
    )


def room_of(floor: Floor, house: str) -> str:
    """A property with a poker room, as an address names it."""
    if house not in floor.houses_with(POKER):
        raise NotFound("That property has no poker room.")
    return house


def _door(floor: Floor, row: dict[str, Any], who: Person | None) -> str:
    """Staff take no seats: who deals at a table deals, the floor keys with him, others watch."""
    if who is None or who.role == "player" or row["state"] == "broken":
        return ""
    by_hand = row["mode"] == "dealer"
    if by_hand and floor.room.floor_table(row["table"]).dealer == who.badge:
        return "Deal"
    return "Its screen" if by_hand and who.role in ("supervisor", "manager") else "Watch"


def _dealt(floor: Floor, row: dict[str, Any]) -> str:
    if row["mode"] != "dealer":
        return "by machine"
    dealer = floor.room.floor_table(row["table"]).dealer
    return f"dealer, badge {dealer}" if dealer else "no dealer now"


def _row(row: dict[str, Any], door: str, dealt: str) -> RoomRow:
    least, most = row["buy_in"]["least"], row["buy_in"]["most"]
    stakes, _, forced = row["stakes"].partition(", ")
    return RoomRow(
        table=row["table"],
        form=row["form"],
        title=row["title"],
        stakes=stakes,
        forced=forced,
        players=row["players"],
        seats=row["players"] + len(row["free"]),
        free=len(row["free"]),
        buy_in=f"{short(least)} to {short(most)}" if most else f"{short(least)} or more",
        hands=row["hands"],
        dealt=dealt,
        note=f"Must move to {row['must_move_to']}" if row["must_move_to"] else "",
        yours=row["yours"],
        door=door,
        open=row["state"] == "open",
        broken=row["state"] == "broken",
        why=row.get("why", ""),
    )


def _list(game: dict[str, Any], found: dict[str, Any]) -> ListView:
    called = found.get("called")
    return ListView(
        game=game["game"],
        title=game["title"],
        stakes=game["stakes"],
        tables=tuple(game["tables"]),
        players=game["players"],
        seats_open=game["seats_open"],
        waiting=game["waiting"],
        you=found.get("you", 0),
        called=f"Table {called['table']}" + (f", seat {called['seat']}" if called["seat"] else "") if called else "",
        names=tuple(
            (
                str(name["place"]),
                name["patron"],
                f"{name['minutes']} min, {str(name.get('status', '')).replace('-', ' ')}".rstrip(", "),
            )
            for name in found.get("names", ())
        ),
    )
