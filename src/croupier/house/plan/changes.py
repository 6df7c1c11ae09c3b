"""Changes of what the house has decided about itself: one person proposes, another confirms, and it is in force.

A proposal is a document like any slip. The first administrator of an empty house has nobody to confirm: until there is
a second person who may, his own signature is enough, and stands on the document.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from croupier.house.papers.documents import Document
from croupier.house.people.grants import confirmers
from croupier.house.people.person import Person
from croupier.house.people.persons import People
from croupier.house.people.posted_amounts import ACT as POST
from croupier.house.people.posted_amounts import posted
from croupier.house.people.profile import CHIPS, HOUSE, PITS, Profile, profile
from croupier.house.plan.reading import in_one, read_chips, read_pits, read_posted, read_profile, read_zone
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.sentences import listed
from croupier.house.record.settings import decide
from croupier.house.record.writer import Tx
from croupier.rulebook import properties
from croupier.rulebook.faults import one_of
from croupier.rulebook.reading import Reader

KIND, ACT = "house", "house.plan"
DAY = "day"
PARTS = {
    HOUSE: "the properties, the name and the mark",
    DAY: "the time zone, the gaming day and the cooling time",
    CHIPS: "the chips",
    PITS: "the pits",
}
KEYS = {HOUSE: "name mark properties", DAY: "time-zone gaming-day cooling", CHIPS: "chips", PITS: "pits"}


class Decision(msgspec.Struct, frozen=True):
    """A part of the plan as it was read: settings by name, values to post, and both in words."""

    settings: dict[str, Any]
    posts: dict[str, int]
    words: str


def read_part(conn: Connection, part: str, value: dict[str, Any]) -> Decision:
    """What a proposal decides; refused with everything that is wrong with it."""
    if part not in PARTS:
        raise Refused(f"{part!r} is no part of a house's plan.", f"{one_of(part, PARTS).capitalize()}.")
    now, r = profile(conn), Reader(empty_texts=True)
    r.only(value, "", KEYS[part])
    decision = _READERS[part](r, value, now)
    if r:
        raise Refused(f"{in_one(r)}.")
    return decision


def _house(r: Reader, value: dict[str, Any], now: Profile) -> Decision:
    found = read_profile(r, {**value, "time-zone": now.time_zone or "UTC"}, "")
    found = msgspec.structs.replace(found, time_zone=now.time_zone)
    return Decision({HOUSE: found}, {}, f"{found.name} ({found.mark}) runs {', '.join(found.properties)}")


def _day(r: Reader, value: dict[str, Any], now: Profile) -> Decision:
    zone = read_zone(r, value, "")
    posts = read_posted(r, {name: value[name] for name in ("gaming-day", "cooling") if name in value}, "")
    words = ", ".join([zone, *(f"{name} {hours} h" for name, hours in posts.items())])
    return Decision({HOUSE: msgspec.structs.replace(now, time_zone=zone)}, posts, words)


def _chips(r: Reader, value: dict[str, Any], now: Profile) -> Decision:
    sets = read_chips(r, value, now.properties)
    return Decision({CHIPS: sets}, {}, ", ".join(f"{one.name}: {len(one.values)} values" for one in sets) or "none")


def _pits(r: Reader, value: dict[str, Any], now: Profile) -> Decision:
    found = read_pits(r, value, now.properties)
    return Decision({PITS: found}, {}, ", ".join(f"{pit.name} at {pit.property}" for pit in found) or "none")


_READERS = {HOUSE: _house, DAY: _day, CHIPS: _chips, PITS: _pits}


class HouseChanges:
    """What the signatures of a change do."""

    def __init__(self, people: People, sources: Sources) -> None:
        self._people = people
        self._sources = sources

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        asked = data if step == "propose" else document.data("propose")
        part = str(asked.get("part", ""))
        decision = read_part(tx.conn, part, asked.get("value") or {})
        self._check_left(tx.conn, decision)
        if step == "propose" and confirmers(tx.conn, by.badge, dismissed=True):
            return None
        self.apply(tx, by.badge, part, decision)
        return "confirmed"

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """Nothing has changed before the last signature."""

    def apply(self, tx: Tx, by: str, part: str, decision: Decision) -> None:
        for name, value in decision.settings.items():
            decide(tx, name, value, by, self._sources.now_us())
        for name, amount in decision.posts.items():
            if amount != posted(tx.conn, name):
                self._people.log(tx, by, POST, name, "done", str(amount))
        self._people.log(tx, by, ACT, part, "done", decision.words)
        tx.flush()

    def _check_left(self, conn: Connection, decision: Decision) -> None:
        """No property is given up whose tables are open."""
        found = decision.settings.get(HOUSE)
        if found is None or not found.properties:
            return
        table = schema.floor_table.c
        open_ = select(table.id, table.property).where(table.state != "closed", table.property.not_in(found.properties))
        for row in conn.execute(open_.limit(1)):
            raise Stale(f"Table {row.id} of {row.property} is not closed.", "Close the tables of a property first.")


def in_words(document: Document) -> str:
    """What a proposal asks for: `the pits: Pit 1 and High limit at Hard Rock Cincinnati`."""
    asked = document.data("propose")
    part, value = str(asked.get("part", "")), asked.get("value") or {}
    said = {HOUSE: _house_said, DAY: _day_said, CHIPS: _chips_said, PITS: _pits_said}.get(part)
    return f"{PARTS.get(part, part)}: {said(value) if said else ''}".removesuffix(": ")


def _title(place: object) -> str:
    found = properties().get(str(place))
    return found.title if found else str(place)


def _house_said(value: dict[str, Any]) -> str:
    places = [_title(place) for place in value.get("properties") or ()]
    called = [str(value[name]) for name in ("name", "mark") if value.get(name)]
    named = f"{called[0]}, marked {called[1]}" if len(called) == 2 else "".join(called)
    return "; ".join(part for part in (named, f"runs {listed(places)}" if places else "") if part)


def _day_said(value: dict[str, Any]) -> str:
    said = [str(value["time-zone"])] if value.get("time-zone") else []
    if "gaming-day" in value:
        said.append(f"the gaming day begins at {value['gaming-day']}:00")
    if "cooling" in value:
        said.append(f"{value['cooling']} {'hour' if str(value['cooling']) == '1' else 'hours'} of cooling")
    return ", ".join(said)


def _chips_said(value: dict[str, Any]) -> str:
    sets = []
    for one in value.get("chips") or ():
        values = ", ".join(" ".join(map(str, pair)) for pair in one.get("values") or ())
        sets.append(f"{one.get('name', '')}{' at ' + _title(one['property']) if one.get('property') else ''}: {values}")
    return "; ".join(sets) or "none"


def _pits_said(value: dict[str, Any]) -> str:
    places: dict[str, list[str]] = {}
    for one in value.get("pits") or ():
        places.setdefault(str(one.get("property", "")), []).append(str(one.get("name", "")))
    return (
        "; ".join(f"{listed(names)}{' at ' + _title(place) if place else ''}" for place, names in places.items())
        or "none"
    )
