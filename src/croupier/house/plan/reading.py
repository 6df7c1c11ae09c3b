"""Reading the plan of a house: one pass over the file, every fault with its place and what was probably meant."""

import datetime
import re
import tomllib
import zoneinfo
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from croupier.equipment.money import money, parse_money
from croupier.games import is_played
from croupier.house.people.grants import Grant
from croupier.house.people.permissions import ROLES
from croupier.house.people.posted_amounts import POSTED
from croupier.house.people.profile import COLOURS, ChipSet, PitName, Profile
from croupier.house.plan.model import FORMAT, HousePlan, PersonPlan, TablePlan
from croupier.house.record.errors import Refused
from croupier.house.tables.life import MODES, PIT_LETTERS_MAX, Settings
from croupier.house.tables.options import check_options
from croupier.rulebook import catalogue, is_usable, properties
from croupier.rulebook.faults import Found, near, one_of, placed, unreadable
from croupier.rulebook.positions import joined
from croupier.rulebook.reading import Reader, shown

NAME_MAX, MARK_MAX = 60, 4
HEX = re.compile(r"^#[0-9A-Fa-f]{6}$")
ID = re.compile(r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$")
CHIP_LEAST, CHIP_MOST = 25, 1_000_000_00
AMOUNTS = {"low": "low", "bank": "bank"}
COUNTS = {"seats": "seats", "betting-seconds": "betting_s", "rounds-per-hour": "rounds_per_hour"}


def read_plan(raw: bytes) -> tuple[HousePlan | None, list[Found]]:
    """The plan of a file and everything that is wrong with it; no plan where anything is."""
    try:
        text = raw.decode()
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [unreadable(error, raw)]
    r = Reader(empty_texts=True)
    plan = _whole(r, table)
    found = placed(r, text)
    return (None if any(not one.warning for one in found) else plan), found


def _whole(r: Reader, table: dict[str, Any]) -> HousePlan:
    r.only(table, "", "format house posted chips pits tables people")
    if r.take(table, "", "format", int) != FORMAT and not r.told("format"):
        r.fault("format", f"expected {FORMAT}, found {shown(table['format'])}")
    house = r.take(table, "", "house", dict)
    r.only(house, "house", "name mark time-zone properties second-factor")
    profile = read_profile(r, house, "house")
    places = profile.properties
    pits = read_pits(r, table, places)
    return HousePlan(
        profile,
        read_posted(r, r.take(table, "", "posted", dict, {}), "posted"),
        read_roles(r, house, "house", "second-factor"),
        read_chips(r, table, places),
        pits,
        _tables(r, table, places, pits),
        _people(r, table, places),
    )


# ---- the house


@cache
def zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def read_profile(r: Reader, table: dict[str, Any], where: str) -> Profile:
    name = r.take(table, where, "name", str)
    if not (0 < len(name.strip()) <= NAME_MAX and _plain(name)) and not r.told(joined(where, "name")):
        r.fault(
            joined(where, "name"), f"expected the name of the house, at most {NAME_MAX} letters, found {shown(name)}"
        )
    mark = r.take(table, where, "mark", str, initials(name))
    if not (0 < len(mark) <= MARK_MAX and mark.isalnum()) and not r.told(joined(where, "mark")):
        r.fault(joined(where, "mark"), f"expected 1 to {MARK_MAX} letters or digits, found {shown(mark)}")
    return Profile(name.strip(), mark, read_zone(r, table, where), read_properties(r, table, where))


def read_zone(r: Reader, table: dict[str, Any], where: str) -> str:
    zone: str = r.take(table, where, "time-zone", str)
    address = joined(where, "time-zone")
    if zone not in zones() and not r.told(address):
        meant = near(zone, zones())
        hint = f"did you mean {meant}? Expected" if meant else "expected"
        r.fault(address, f"{hint} a time zone such as Europe/Vienna, found {zone!r}")
        return "UTC"
    return zone


def read_properties(r: Reader, table: dict[str, Any], where: str) -> tuple[str, ...]:
    names = r.take(table, where, "properties", list)
    address = joined(where, "properties")
    if not names and not r.told(address):
        r.fault(address, "expected at least one property that this house runs")
    for number, name in enumerate(names, 1):
        if name not in properties():
            r.fault(f"{address}[{number}]", f"no such property; {one_of(name, properties())}")
        elif name in names[: number - 1]:
            r.fault(f"{address}[{number}]", f"{name} stands twice")
    return tuple(name for name in dict.fromkeys(map(str, names)) if name in properties())


def read_posted(r: Reader, table: dict[str, Any], where: str) -> dict[str, int]:
    r.only(table, where, " ".join(POSTED))
    found: dict[str, int] = {}
    for name in (name for name in table if name in POSTED):
        known, address = POSTED[name], joined(where, name)
        if known.unit == "cents":
            value = r.money(table, where, name)
        else:
            value = r.take(table, where, name, int, None)
        if value is None or r.told(address):
            continue
        if not known.least <= value <= known.most:
            span = f"{known.words(known.least)} to {known.words(known.most)}"
            r.fault(address, f"expected {span}, found {known.words(value)}")
        found[name] = value
    return found


def read_roles(r: Reader, table: dict[str, Any], where: str, key: str) -> tuple[str, ...]:
    """Names of roles."""
    names = r.names(table, where, key)
    for number, name in enumerate(names, 1):
        if name not in ROLES:
            r.fault(f"{joined(where, key)}[{number}]", f"no such role; {one_of(name, ROLES)}")
    return tuple(name for name in names if name in ROLES)


# ---- chips and pits


def read_chips(r: Reader, table: dict[str, Any], places: tuple[str, ...]) -> tuple[ChipSet, ...]:
    sets: list[ChipSet] = []
    for where, one in r.tables(table, "", "chips"):
        r.only(one, where, "name property values")
        name, place = r.take(one, where, "name", str), _place(r, one, where, places, empty=True)
        if (name, place) in [(other.name, other.property) for other in sets]:
            r.fault(joined(where, "name"), f"there is a set {name!r} already")
        sets.append(ChipSet(name, _values(r, one, where), place))
    return tuple(sets)


def _values(r: Reader, table: dict[str, Any], where: str) -> tuple[tuple[int, str], ...]:
    """`[["$5", "red"], ...]`: each value once, each with its colour."""
    found: dict[int, str] = {}
    address = joined(where, "values")
    raw = r.take(table, where, "values", list)
    if not raw and not r.told(address):
        r.fault(address, 'expected the values with their colours, such as [["$5", "red"], ["$25", "green"]]')
    for number, pair in enumerate(raw, 1):
        at = f"{address}[{number}]"
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
            r.fault(at, f'expected a value and its colour, such as ["$5", "red"], found {shown(pair)}')
            continue
        try:
            cents = parse_money(pair[0])
        except ValueError as error:
            r.fault(f"{at}[1]", str(error))
            continue
        if not CHIP_LEAST <= cents <= CHIP_MOST or cents % CHIP_LEAST:
            r.fault(f"{at}[1]", f"expected quarters, {money(CHIP_LEAST)} to {money(CHIP_MOST)}, found {pair[0]!r}")
        elif cents in found:
            r.fault(f"{at}[1]", f"{pair[0]} stands twice")
        if pair[1] not in COLOURS and not HEX.match(pair[1]):
            r.fault(f"{at}[2]", f"no such colour; {one_of(pair[1], COLOURS)}, or #RRGGBB")
        found[cents] = pair[1]
    return tuple(sorted(found.items(), reverse=True))


def read_pits(r: Reader, table: dict[str, Any], places: tuple[str, ...]) -> tuple[PitName, ...]:
    pits: list[PitName] = []
    for where, one in r.tables(table, "", "pits"):
        r.only(one, where, "name property")
        name, place = r.take(one, where, "name", str), _place(r, one, where, places)
        if not (0 < len(name) <= PIT_LETTERS_MAX and _plain(name)) and not r.told(joined(where, "name")):
            r.fault(joined(where, "name"), f"expected a name such as Pit 1, at most {PIT_LETTERS_MAX} letters")
        pit = PitName(name, place)
        if pit in pits:
            r.fault(joined(where, "name"), f"there is a {name} at {place} already")
        pits.append(pit)
    return tuple(pits)


def _place(r: Reader, table: dict[str, Any], where: str, places: tuple[str, ...], *, empty: bool = False) -> str:
    """The property of an entry; left out where the house runs one only, or where it may mean all."""
    default = "" if empty else places[0] if len(places) == 1 else ...
    place: str = r.take(table, where, "property", str, default)
    address = joined(where, "property")
    if place not in places and not (empty and not place) and places and not r.told(address):
        r.fault(address, f"this house does not run it; {one_of(place, places)}")
    return place


# ---- tables


def _tables(
    r: Reader, table: dict[str, Any], places: tuple[str, ...], pits: tuple[PitName, ...]
) -> tuple[TablePlan, ...]:
    found: list[TablePlan] = []
    for where, one in r.tables(table, "", "tables"):
        keys = f"id property game pit mode title day demo options {' '.join((*AMOUNTS, *COUNTS))}"
        r.only(one, where, keys)
        id_, place = r.take(one, where, "id", str), _place(r, one, where, places)
        if not (len(id_) <= 40 and ID.match(id_)) and not r.told(joined(where, "id")):
            r.fault(joined(where, "id"), f"expected letters, digits and hyphens, such as BJ-104, found {id_!r}")
        if id_.lower() in [other.id.lower() for other in found]:
            r.fault(joined(where, "id"), f"there is a table {id_} already")
        pit = r.take(one, where, "pit", str)
        there = [other.name for other in pits if other.property == place]
        if pit not in there and not r.told(joined(where, "pit")):
            r.fault(joined(where, "pit"), f"no such pit at {place}; {one_of(pit, there)}")
        mode = r.choose(one, where, "mode", MODES)
        settings = _settings(r, one, where)
        found.append(TablePlan(id_, place, _game(r, one, where, place, settings), pit, mode, settings))
    return tuple(found)


def _settings(r: Reader, table: dict[str, Any], where: str) -> Settings:
    values: dict[str, Any] = {name: r.money(table, where, key) or 0 for key, name in AMOUNTS.items()}
    for key, name in COUNTS.items():
        values[name] = r.take(table, where, key, int, 0)
        if values[name] < 0:
            r.fault(joined(where, key), f"expected 0 or more, found {values[name]}")
    return Settings(
        title=r.take(table, where, "title", str, ""),
        day=str(r.take(table, where, "day", (str, datetime.date), "") or ""),
        options=dict(r.take(table, where, "options", dict, {})),
        demo=r.take(table, where, "demo", bool, False),
        **values,
    )


def games_of(place: str) -> list[str]:
    """The house games that can be dealt at a property."""
    return [game for game in catalogue().get(place, []) if is_played(place, game) and is_usable(place, game)]


def _game(r: Reader, table: dict[str, Any], where: str, place: str, settings: Settings) -> str:
    """The game of a table, which its rulebook deals under these options."""
    game: str = r.take(table, where, "game", str)
    address = joined(where, "game")
    if place not in properties() or r.told(address):
        return game
    if game not in games_of(place):
        r.fault(address, f"{place} has no such game; {one_of(game, games_of(place))}")
        return game
    try:
        check_options(place, game, settings)
    except Refused as refused:
        r.fault(joined(where, _refused_at(place, game, settings)), refused.says)
    return game


def _refused_at(place: str, game: str, settings: Settings) -> str:
    """Where a refusal belongs: the option without which the table would open, else the first with which it does not."""

    def opens(*names: str) -> bool:
        options = {name: settings.options[name] for name in names}
        try:
            check_options(place, game, msgspec.structs.replace(settings, options=options))
        except Refused:
            return False
        return True

    if not opens():
        return "game"
    names = tuple(settings.options)
    without = (name for name in names if opens(*(other for other in names if other != name)))
    ends = (names[at] for at in range(len(names)) if not opens(*names[: at + 1]))
    return f"options.{next(without, None) or next(ends)}"


# ---- people


def _people(r: Reader, table: dict[str, Any], places: tuple[str, ...]) -> tuple[PersonPlan, ...]:
    found: list[PersonPlan] = []
    for where, one in r.tables(table, "", "people"):
        r.only(one, where, "badge name roles")
        badge = r.take(one, where, "badge", str)
        letters = badge.replace("-", "").replace("_", "")
        wrong = len(badge) > 40 or not letters.isalnum() or not badge.isascii()
        if wrong and not r.told(joined(where, "badge")):
            r.fault(joined(where, "badge"), f"expected letters, digits and hyphens, at most 40, found {badge!r}")
        if badge.lower() in [other.badge.lower() for other in found]:
            r.fault(joined(where, "badge"), f"badge {badge} stands twice")
        found.append(PersonPlan(badge, r.take(one, where, "name", str, badge), _grants(r, one, where, places)))
    if not any(Grant("administrator") in person.roles for person in found) and not r.told("people"):
        r.fault("people", 'expected somebody with the role "administrator", everywhere: nobody else adds people')
    return tuple(found)


def _grants(r: Reader, table: dict[str, Any], where: str, places: tuple[str, ...]) -> tuple[Grant, ...]:
    """`["manager", "dealer at PROPERTY"]`."""
    raw, address = r.names(table, where, "roles"), joined(where, "roles")
    grants = []
    for number, text in enumerate(raw, 1):
        role, _, place = (part.strip() for part in text.partition(" at "))
        at = f"{address}[{number}]"
        if role not in ROLES:
            r.fault(at, f"no such role; {one_of(role, ROLES)}")
        if place and place not in places:
            r.fault(at, f"this house does not run {place!r}; {one_of(place, places)}")
        grants.append(Grant(role, place))
    if not raw and not r.told(address):
        r.fault(address, 'expected at least one role, such as "manager" or "dealer at PROPERTY"')
    if "player" in (roles := {grant.role for grant in grants}) and len(roles) > 1:
        r.fault(address, "a patron is no staff; expected player alone, or roles without it")
    return tuple(sorted(set(grants)))


# ---- words


def initials(name: str) -> str:
    """The mark of a house that chose none."""
    letters = [word[0].upper() for word in re.findall(r"\w+", name)]
    return "".join(letters[:MARK_MAX]) or "H"


def _plain(text: str) -> bool:
    return text.isprintable() and not set(text) & set('<>"\\')


def in_one(found: Iterable[Found]) -> str:
    """All faults in one sentence, for a form that has no lines."""
    return "; ".join(str(one) for one in found)
