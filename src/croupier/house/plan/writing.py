"""Writing the plan of a house as the file that sets it up elsewhere."""

import json
from typing import Any

from croupier.equipment.money import money
from croupier.house.people.posted_amounts import POSTED
from croupier.house.plan.model import FORMAT, HousePlan, TablePlan
from croupier.house.plan.reading import AMOUNTS, COUNTS

HEAD = """# The plan of a house: `croupier house init FILE` sets it up in an empty database.
# Passwords are in no file: everybody gets a one-time password, shown once.
"""


def to_toml(plan: HousePlan) -> str:
    """The plan as text; read again, it is the same plan."""
    profile = plan.profile
    house = {
        "name": profile.name,
        "mark": profile.mark,
        "time-zone": profile.time_zone,
        "properties": list(profile.properties),
    }
    if plan.second_factor:
        house["second-factor"] = list(plan.second_factor)
    posted = {name: money(cents) if POSTED[name].unit == "cents" else cents for name, cents in plan.posted.items()}
    parts = [HEAD, f"format = {FORMAT}\n", _section("[house]", house)]
    if posted:
        parts.append(_section("[posted]", posted, whole=True))
    for one in plan.chips:
        values = [[money(cents), colour] for cents, colour in one.values]
        parts.append(_section("[[chips]]", {"name": one.name, "property": one.property, "values": values}))
    parts += [_section("[[pits]]", {"name": pit.name, "property": pit.property}) for pit in plan.pits]
    parts += [_table(table) for table in plan.tables]
    for person in plan.people:
        roles = [str(grant) for grant in person.roles]
        parts.append(_section("[[people]]", {"badge": person.badge, "name": person.name, "roles": roles}))
    return "\n".join(parts)


def _table(table: TablePlan) -> str:
    settings = table.settings
    values: dict[str, Any] = {
        "id": table.id,
        "property": table.property,
        "pit": table.pit,
        "game": table.game,
        "mode": table.mode,
        "title": settings.title,
        "day": settings.day,
        "demo": settings.demo,
    }
    values |= {key: money(getattr(settings, name)) for key, name in AMOUNTS.items() if getattr(settings, name)}
    values |= {key: getattr(settings, name) for key, name in COUNTS.items()}
    text = _section("[[tables]]", values)
    return text + _section("[tables.options]", settings.options, whole=True) if settings.options else text


def _section(head: str, values: dict[str, Any], *, whole: bool = False) -> str:
    """A table of the file; what is empty, zero or false is left out, unless it is written `whole`."""
    lines = [f"{_key(name)} = {_value(value)}" for name, value in values.items() if value or whole]
    return "\n".join([head, *lines, ""])


def _key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else json.dumps(name)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return json.dumps(value, ensure_ascii=False)  # a JSON string, number or boolean is one of TOML too
