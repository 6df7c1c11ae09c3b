"""What the page of the house shows: each step with what was decided, and who is still missing for a first table."""

from typing import Any

import msgspec

from croupier.equipment.money import money
from croupier.house.people.grants import confirmers
from croupier.house.people.persons import Person
from croupier.house.people.posted_amounts import posted
from croupier.house.people.profile import COLOURS, ChipSet, PitName, Profile, chip_sets, pits, profile
from croupier.house.plan.changes import in_words
from croupier.house.plan.desk import FirstDay
from croupier.house.plan.reading import games_of, zones
from croupier.house.plan.staff import in_words as staff_words
from croupier.house.plan.staff_desk import Change
from croupier.house.tables.life import FloorTable
from croupier.rulebook import properties, rulebook
from croupier.web.house.forms import ROWS, USUAL, pit_lines
from croupier.web.kit.context import Floor, property_title

# Whom it takes to open a table that is dealt by hand, and what for.
CREW = {
    "supervisor": "begins the opening, counts and signs; a second one, or a manager, confirms the fill",
    "dealer": "inspects, counts and deals",
    "cage": "brings the chips of the first fill, and sells chips to patrons",
    "security": "carries them",
    "player": "sits down",
}


class Step(msgspec.Struct, frozen=True):
    name: str
    title: str
    done: bool
    current: bool


TITLES = {
    "house": "Property and name",
    "day": "Time zone and gaming day",
    "chips": "Chips",
    "pits": "Pits",
    "tables": "Tables",
    "people": "People",
    "open": "A first table",
}


class HouseShown(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the page that is read from the record."""

    first: FirstDay
    steps: tuple[Step, ...]
    profile: Profile
    shelf: dict[str, str]  # property -> title, of all on the shelf
    houses: dict[str, str]  # those that this house runs
    gaming_day: int
    cooling: int
    sets: tuple[ChipSet, ...]
    chip_rows: tuple[tuple[str, str], ...]
    colours: tuple[str, ...]
    pits: tuple[PitName, ...]
    pit_lines: dict[str, str]
    games: dict[str, list[tuple[str, str]]]
    tables: tuple[FloorTable, ...]
    crew: tuple[tuple[str, str, str], ...]  # role, what for, who
    alone: bool  # nobody else may confirm yet
    zones: tuple[str, ...]


def shown(floor: Floor, who: Person) -> HouseShown:
    first = floor.house_desk.first_day()
    with floor.house.storage.reading() as conn:
        found, sets, named = profile(conn), chip_sets(conn), pits(conn)
        hours = {name: posted(conn, name) for name in ("gaming-day", "cooling")}
        staff = [person for person in floor.house.people.everybody(conn, guests=False) if person.active]
        alone = not confirmers(conn, who.badge, dismissed=True)
        tables = tuple(floor.house.tables.everyone(conn))
    places, coming = found.properties, floor.staff_desk.coming()
    rows = [(money(cents), colour) for cents, colour in sets[0].values] if sets else list(USUAL)
    return HouseShown(
        first=first,
        steps=_steps(first),
        profile=found,
        shelf={name: one.title for name, one in properties().items()},
        houses={name: property_title(name) for name in places},
        gaming_day=hours["gaming-day"],
        cooling=hours["cooling"],
        sets=sets,
        chip_rows=tuple(rows[:ROWS] + [("", "")] * (ROWS - len(rows))),
        colours=tuple(COLOURS),
        pits=named,
        pit_lines={place: pit_lines(named, place) for place in places},
        games={place: [(game, rulebook(place, game).title) for game in games_of(place)] for place in places},
        tables=tables,
        crew=tuple((role, what, _who(staff, coming, role, tables)) for role, what in CREW.items()),
        alone=alone,
        zones=tuple(
            sorted(zone for zone in zones() if "/" in zone and not zone.startswith(("Etc/", "posix", "right")))
        ),
    )


def _steps(first: FirstDay) -> tuple[Step, ...]:
    done = {name: bool(getattr(first, name, False)) for name in TITLES} | {"open": first.opened}
    return tuple(Step(name, title, done[name], name == first.next) for name, title in TITLES.items())


def _who(staff: list[Person], coming: list[Change], role: str, tables: tuple[FloorTable, ...]) -> str:
    """Who has a role where the first tables stand, and who will have it once he is confirmed; empty if nobody."""
    places = {table.property for table in tables} or {""}
    there = [person.badge for person in staff if any(person.has(role, place) for place in places)]
    asked = [c.badge for c in coming if c.role == role and (not c.property or c.property in places)]
    return ", ".join(there + [f"{badge} (waits for a second person)" for badge in asked])


def changes(floor: Floor) -> dict[str, Any]:
    """Proposals that wait and those that were answered, each in words."""
    desk = floor.house_desk
    waiting = [(document, in_words(document)) for document in desk.waiting()]
    return {
        "waiting": waiting,
        "decided": [(document, in_words(document)) for document in desk.decided()],
        "staff_waiting": [(document, staff_words(document)) for document in floor.staff_desk.waiting()],
    }
