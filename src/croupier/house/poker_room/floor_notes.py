"""What the floor of a poker room writes down besides seats and hands, each by its clause.

A player's chips racked up, a seat played over under a box, a report that came late, a question how many cards somebody
drew, chips of a removed denomination found after a race, the inventory of tournament chips.
"""

import builtins
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from croupier.house.people.persons import Person
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.table.game import Game
from croupier.house.record import schema
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.poker import Room

RACK, PLAYOVER, REPORT, DRAW_COUNT = "rack-up", "playover", "late-report", "draw-count"
RACE, INVENTORY = "race-found", "chip-inventory"
RULES = {RACK: "rack-up", PLAYOVER: "playover", REPORT: "report-delay", DRAW_COUNT: "draw-count", RACE: "race-found",
         INVENTORY: "chip-inventory"}  # fmt: skip
LASTS = (RACK, PLAYOVER)
WORDS_MAX = 300


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    id: str = ""
    property: str
    kind: str
    table_id: str = ""
    patron: str = ""
    seat: int = 0
    words: str = ""
    ruling: str = ""  # what follows by the clause
    clause: str = ""
    data: dict[str, Any] = {}
    by: str = ""
    at_us: int = 0
    ended_us: int | None = None
    ended_by: str = ""

    @builtins.property
    def standing(self) -> bool:
        return self.kind in LASTS and self.ended_us is None


class Recorded:
    def __init__(self, desk: ListDesk) -> None:
        self.desk, self.room, self.house = desk, desk.room, desk.house

    async def write(self, by: Person, fact: Fact, command: str | None = None) -> Fact:
        """Put something on record, with what follows from it by the book; refused where the book does not know it."""
        by = by.at(fact.property)
        book = self.desk.book(fact.property)
        rule = RULES.get(fact.kind)
        if rule is None:
            raise NotFound(f"The room records no {fact.kind!r}.", f"It records {', '.join(RULES)}.")
        if book.value(rule) is None:
            raise Refused(f"The book of {fact.property} says nothing of {fact.kind}.", "Ask the floor.")
        if len(fact.words) > WORDS_MAX:
            raise Refused(f"At most {WORDS_MAX} letters.")
        game = await self._game(fact)
        ruled = _RULED[fact.kind](fact, book, game, by)
        made = msgspec.structs.replace(ruled, clause=book.clause(rule), id=self.house.sources.new_id("fact-"))
        work = using(self._write_in, by, fact, made)
        asked = f"room.record {written(msgspec.structs.replace(fact, id=''))}"
        subject = fact.table_id or fact.property
        done = await self.house.command(by.badge, "room.record", subject, asked, Fact, work, command)
        self.house.hub.publish(News(f"room:{fact.property}", "fact"))
        return done

    def _write_in(self, tx: Tx, by: Person, fact: Fact, made: Fact) -> Fact:
        self.house.people.require(tx, by.badge, "room.record", fact.property)
        self._alone(tx.conn, made)
        return self.insert(tx, made, by)

    async def _game(self, fact: Fact) -> Game | None:
        if not fact.table_id or fact.kind in (RACE, INVENTORY):
            return None
        live = await self.room.table(fact.table_id)
        if live.table.property != fact.property:
            raise NotFound(f"{fact.table_id} is not in this room.")
        return live.game

    def _alone(self, conn: Connection, fact: Fact) -> None:
        """A seat is racked up or played over once at a time."""
        for one in self.of(conn, fact.property, kinds=(fact.kind,)) if fact.kind in LASTS else ():
            if one.standing and (one.table_id, one.seat) == (fact.table_id, fact.seat):
                raise Stale(f"This stands for seat {fact.seat} already.", "It is ended first.")

    async def end(self, by: Person, property_: str, fact_id: str, command: str | None = None) -> Fact:
        """The player has taken his chips out of the rack, or the absent one is back."""
        asked = f"room.record-end {property_} {fact_id}"
        work = using(self._end_in, by, property_, fact_id)
        return await self.house.command(by.badge, "room.record", fact_id, asked, Fact, work, command)

    def _end_in(self, tx: Tx, by: Person, property_: str, fact_id: str) -> Fact:
        self.house.people.require(tx, by.badge, "room.record", property_)
        found = self.get(tx.conn, property_, fact_id)
        if not found.standing:
            raise Stale("This has ended.", "It ends once.")
        now, table = self.house.sources.now_us(), schema.room_fact
        change = {"ended_us": now, "ended_by": by.badge}
        tx.conn.execute(update(table).where(table.c.id == fact_id, table.c.ended_us.is_(None)).values(**change))
        return msgspec.structs.replace(found, **change)

    def insert(self, tx: Tx, fact: Fact, by: Person) -> Fact:
        made = msgspec.structs.replace(fact, by=by.badge, at_us=self.house.sources.now_us())
        row = msgspec.structs.asdict(made) | {"data": msgspec.json.encode(made.data)}
        tx.conn.execute(insert(schema.room_fact).values(**row))
        return made

    # ---- looking

    def of(
        self, conn: Connection, property_: str, kinds: tuple[str, ...] = (), table_id: str = "", limit: int = 500
    ) -> list[Fact]:
        """What is on record, the latest first."""
        table = schema.room_fact
        query = select(table).where(table.c.property == property_).order_by(table.c.at_us.desc(), table.c.id)
        if kinds:
            query = query.where(table.c.kind.in_(kinds))
        if table_id:
            query = query.where(table.c.table_id == table_id)
        return [_fact(row) for row in conn.execute(query.limit(limit))]

    def get(self, conn: Connection, property_: str, fact_id: str) -> Fact:
        table = schema.room_fact
        row = conn.execute(select(table).where(table.c.id == fact_id, table.c.property == property_)).one_or_none()
        if row is None:
            raise NotFound(f"There is nothing on record under {fact_id}.")
        return _fact(row)

    def there(self, conn: Connection, property_: str, prefix: str) -> bool:
        table = schema.room_fact
        here = (table.c.property == property_, table.c.id.startswith(prefix, autoescape=True))
        return conn.scalar(select(table.c.id).where(*here).limit(1)) is not None


def _fact(row: Any) -> Fact:
    return Fact(**(dict(row._mapping) | {"data": msgspec.json.decode(bytes(row.data))}))


# ---- what follows by the book

Ruled = Callable[[Fact, Room, Game | None, Person], Fact]


def _seat(fact: Fact, game: Game | None) -> tuple[Game, str]:
    if game is None:
        raise Refused("At which table is missing.", "Name it.")
    seat = game.table.seats.get(fact.seat)
    if seat is None:
        raise NotFound(f"Nobody sits at seat {fact.seat} of {fact.table_id}.")
    return game, seat.name


def _rack_up(fact: Fact, book: Room, game: Game | None, by: Person) -> Fact:
    _, patron = _seat(fact, game)
    ruling = "He may play on until his big blind, and takes the chips out of the rack if he stays."
    return msgspec.structs.replace(fact, patron=patron, ruling=ruling)


def _playover(fact: Fact, book: Room, game: Game | None, by: Person) -> Fact:
    """By the floor's leave, under a box, in time games only; the absent player is not asked."""
    there, patron = _seat(fact, game)
    if not by.may("table.rule"):
        raise Forbidden("Playing over takes the leave of the floor.", "", book.clause("playover"))
    if book.value("playover")["games"] == "time" and not book.time_game(there.plan.stakes):
        raise Refused("A seat is played over in time games only.", "This one is raked.", book.clause("playover"))
    if book.value("playover")["box"] and fact.data.get("box") is not True:
        raise Refused(
            "A playover box covers the absent player's chips.", "Put it on, and say so.", book.clause("playover")
        )
    if fact.seat not in there.away and fact.seat not in there.resting:
        raise Refused(f"Seat {fact.seat} is not away.", "Only an absent player's seat is played over.")
    if not fact.patron or fact.patron == patron:
        raise Refused("Who plays over is missing.", "Name his badge.")
    data = {**fact.data, "absent": patron}
    return msgspec.structs.replace(fact, data=data, ruling="He plays over until the player of the seat is back.")


def _late(fact: Fact, book: Room, game: Game | None, by: Person) -> Fact:
    """A delay may affect the ruling; about a pot nothing is ruled once the next deal has begun."""
    hand, minutes = fact.data.get("hand"), fact.data.get("minutes")
    if game is None or not isinstance(hand, int) or isinstance(hand, bool) or not 1 <= hand <= game.table.hands:
        raise Refused("Which hand it was is missing.", "Name its table and its number.")
    if not isinstance(minutes, int) or isinstance(minutes, bool) or minutes < 0:
        raise Refused("How late it was reported is missing.", "In minutes.")
    began = hand < game.table.hands
    ruling = "The next deal has begun: the result of that hand stands." if began else (
        "It was asked before the next deal: the floor rules, and may weigh the delay.")  # fmt: skip
    return msgspec.structs.replace(fact, ruling=ruling, data={**fact.data, "next_deal_began": began})


def _draw_count(fact: Fact, book: Room, game: Game | None, by: Person) -> Fact:
    _seat(fact, game)
    acted = fact.data.get("after_action")
    if not isinstance(acted, bool):
        raise Refused("Whether there was action after the draw is missing.", "Say after_action.")
    ruling = ("There was action after the draw: he need not answer, and the dealer may not." if acted
              else "No action after the draw: he answers, and so does the dealer.")  # fmt: skip
    return msgspec.structs.replace(fact, ruling=ruling)


def _race(fact: Fact, book: Room, game: Game | None, by: Person) -> Fact:
    """Chips of a removed denomination: exchanged at equal value; what is less than the smallest in play is removed."""
    worth, count, smallest = (fact.data.get(name) for name in ("denomination", "count", "smallest"))
    numbers = (worth, count, smallest)
    if any(not isinstance(n, int) or isinstance(n, bool) or n <= 0 for n in numbers):
        raise Refused("Denomination, count and the smallest chip in play are missing.", "Whole numbers above zero.")
    assert isinstance(worth, int) and isinstance(count, int) and isinstance(smallest, int)
    if worth >= smallest:
        raise Refused(f"A {worth} chip is still in play.", "Only removed denominations are exchanged.")
    exchanged = worth * count // smallest * smallest
    removed = worth * count - exchanged
    ruling = f"{exchanged} is exchanged for chips in play, {removed} is removed without compensation."
    return msgspec.structs.replace(fact, ruling=ruling, data={**fact.data, "exchanged": exchanged, "removed": removed})


def _inventory(fact: Fact, book: Room, game: Game | None, by: Person) -> Fact:
    """A count of tournament chips: the main inventory, or one tournament's."""
    chips = fact.data.get("chips")
    sound = isinstance(chips, dict) and chips and all(
        str(chip).isdecimal() and isinstance(n, int) and not isinstance(n, bool) and n >= 0 for chip, n in chips.items()
    )  # fmt: skip
    if not sound or not isinstance(chips, dict):
        raise Refused("The chips are missing.", "Each denomination and how many there are.")
    place = str(fact.data.get("place", ""))
    places = book.value("chip-inventory")["main"]
    if not fact.data.get("tournament") and place not in places:
        raise Refused(f"The main inventory is kept with the {' or '.join(places)}.", "Name the place, or a tournament.")
    total = sum(int(chip) * count for chip, count in chips.items())
    return msgspec.structs.replace(fact, data={**fact.data, "total": total}, ruling=f"{total} in tournament chips.")


_RULED: dict[str, Ruled] = {
    RACK: _rack_up,
    PLAYOVER: _playover,
    REPORT: _late,
    DRAW_COUNT: _draw_count,
    RACE: _race,
    INVENTORY: _inventory,
}
