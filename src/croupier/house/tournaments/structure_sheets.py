"""Structure sheets to begin with (structure_sheets.toml): levels, chips and payouts for a plan to take."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from croupier.house.record.errors import NotFound
from croupier.house.tournaments.poker.plan import HEADS_UP, SATELLITE, SHOOTOUT, SURVIVOR, Level, Plan, Schedule

SHEETS = Path(__file__).with_name("structure_sheets.toml")


class Sheet(msgspec.Struct, frozen=True):
    structure: str
    chips: int
    levels: tuple[Level, ...]


@cache
def _read() -> tuple[dict[str, Sheet], dict[str, tuple[Schedule, ...]]]:
    raw = tomllib.loads(SHEETS.read_text(encoding="utf-8"))
    sheets = msgspec.convert(raw["levels"], dict[str, Sheet])
    pays = {
        name: tuple(Schedule(int(entries), tuple(shares)) for entries, shares in rows.items())
        for name, rows in raw["pays"].items()
    }
    return sheets, pays


def sheets() -> dict[str, Sheet]:
    return _read()[0]


def pays() -> dict[str, tuple[Schedule, ...]]:
    return _read()[1]


def plan_from(sheet: str = "daily", pay: str = "", **given: Any) -> Plan:
    """A plan with a sheet's levels and chips; whatever is given beside it counts more."""
    found = sheets().get(sheet)
    if found is None:
        raise NotFound(f"There is no structure sheet {sheet}.", f"There are {', '.join(sheets())}.")
    format_ = given.get("format", "standard")
    usual = "winner" if format_ in (SHOOTOUT, HEADS_UP) else "usual"
    rows = () if format_ in (SURVIVOR, SATELLITE) else pays().get(pay or usual)
    if rows is None:
        raise NotFound(f"There is no payout schedule {pay}.", f"There are {', '.join(pays())}.")
    base: dict[str, Any] = {"structure": found.structure, "chips": found.chips, "levels": found.levels, "pays": rows}
    return Plan(**(base | given))
