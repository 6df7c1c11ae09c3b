"""What the forms of the house say, as the parts of a plan say it."""

from typing import Any

from croupier.equipment.money import money
from croupier.house.people.profile import ChipSet, PitName, Profile
from croupier.house.record.errors import Refused
from croupier.web.kit.context import words

ROWS = 10  # values that a form for chips has room for
USUAL = (("$1.00", "white"), ("$5.00", "red"), ("$25.00", "green"), ("$100.00", "black"), ("$500.00", "purple"))


def house(values: dict[str, Any]) -> dict[str, Any]:
    runs = [key.removeprefix("runs.") for key in values if key.startswith("runs.")]
    found: dict[str, Any] = {"name": words(values, "name").strip(), "properties": runs}
    return found | ({"mark": mark} if (mark := words(values, "mark").strip()) else {})


def day(values: dict[str, Any]) -> dict[str, Any]:
    hours = {name: _hours(values, name) for name in ("gaming-day", "cooling")}
    return {"time-zone": words(values, "time-zone").strip(), **hours}


def _hours(values: dict[str, Any], name: str) -> int:
    given = words(values, name).strip()
    if not given.isdecimal() or len(given) > 4:
        raise Refused(f"{name.replace('-', ' ').capitalize()}: {given!r} is no number of hours.", "Write it as 6.")
    return int(given)


def chips(values: dict[str, Any], sets: tuple[ChipSet, ...]) -> dict[str, Any]:
    """One set as the form has it, among those that are there."""
    name, place = words(values, "name").strip(), words(values, "property")
    pairs = [(words(values, f"value-{n}").strip(), words(values, f"colour-{n}")) for n in range(1, ROWS + 1)]
    found = {"name": name, "property": place, "values": [list(pair) for pair in pairs if pair[0]]}
    others = [one for one in sets if (one.name, one.property) != (name, place)]
    return {"chips": [*(_set(one) for one in others), found]}


def _set(one: ChipSet) -> dict[str, Any]:
    values = [[money(cents), colour] for cents, colour in one.values]
    return {"name": one.name, "property": one.property, "values": values}


def pits(values: dict[str, Any], profile: Profile) -> dict[str, Any]:
    """A name on each line, property by property."""
    lines = [
        (place, line.strip()) for place in profile.properties for line in words(values, f"pits.{place}").split("\n")
    ]
    return {"pits": [{"name": name, "property": place} for place, name in lines if name]}


def pit_lines(found: tuple[PitName, ...], place: str) -> str:
    return "\n".join(pit.name for pit in found if pit.property == place)
