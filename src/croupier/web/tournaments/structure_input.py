"""A structure sheet as a manager types it: money, chips, times, and levels and payouts a line each."""

import re
from typing import Any

from croupier.house.record.errors import Refused
from croupier.house.tournaments.poker.plan import Level, Plan, Schedule
from croupier.house.tournaments.structure_sheets import plan_from
from croupier.web.kit.context import words
from croupier.web.kit.forms import cents_of, count_of, moment_of

CHIPS_MAX = 10**9
LINES_MAX = 100
MONEY = ("prize", "administration", "house", "bounty", "rebuy", "add-on", "bad-beat", "special-hands", "guarantee")
COUNTS = ("late-minutes", "reentry-minutes", "rebuy-minutes", "advance", "cash-out-percent")
CHIPS = ("rebuy-chips", "rebuy-at-most", "add-on-chips")
_LEVEL = re.compile(
    r"(?P<minutes>\d{1,5})\s+(?:(?P<rests>break)|(?P<blinds>[\d,]+(?:/[\d,]+){0,2})?)"
    r"(?:\s*ante\s+(?P<ante>[\d,]+))?(?:\s*bets\s+(?P<bets>[\d,]+/[\d,]+))?"
    r"(?:\s*bring-in\s+(?P<bring>[\d,]+))?(?:\s*chip\s+(?P<chip>[\d,]+))?"
    r"(?:\s*game\s+(?P<form>[a-z0-9-]{1,40}))?(?:\s*structure\s+(?P<structure>[a-z-]{1,40}))?\s*$"
)
_ROW = re.compile(r"(\d{1,5})\s*:\s*((?:\d{1,3}(?:\.\d{1,2})?[\s,%]*)+)$")


def title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def plan_of(values: dict[str, Any]) -> Plan:
    given: dict[str, Any] = {
        "name": words(values, "name", most=80).strip() or words(values, "id").strip(),
        "property": words(values, "property", most=80),
        "format": words(values, "format", most=40),
        "form": words(values, "form", most=40) or "holdem",
        "schedule": words(values, "schedule", most=40) or "daily",
        "style": words(values, "style", most=40).strip() or "A",
        "target": words(values, "target", most=40).strip(),
        "target_buy_in": cents_of(values, "target-buy-in", "Target buy in", 0),
        "promotions": bool(words(values, "promotions", most=4)),
        "live": bool(words(values, "live", most=4)),
        "opens_us": moment_of(values, "opens"),
        "seats": count_of(values, "seats", "Seats") or 9,
        "think_s": count_of(values, "think", "Seconds to think"),
    }
    given |= {name.replace("-", "_"): cents_of(values, f"cents-{name}", title(name), 0) for name in MONEY}
    given |= {name.replace("-", "_"): count_of(values, name, title(name)) for name in COUNTS}
    given |= {name.replace("-", "_"): chips_of(words(values, name), title(name)) for name in CHIPS}
    if most := count_of(values, "most", "Most entries"):
        given["most"] = most
    if chips := chips_of(words(values, "chips"), "Chips"):
        given["chips"] = chips
    if structure := words(values, "structure", most=40):
        given["structure"] = structure
    if lines := lines_of(values, "levels"):
        given["levels"] = tuple(level_of(line) for line in lines)
    if lines := lines_of(values, "pays"):
        given["pays"] = tuple(_row(line) for line in lines)
    return plan_from(words(values, "sheet", most=40) or "daily", words(values, "pay", most=40), **given)


def options_of(values: dict[str, Any]) -> dict[str, bool | int | str]:
    """What the house chooses of the book's options; an empty field leaves the book's own choice."""
    found: dict[str, bool | int | str] = {}
    for name in ("hand-for-hand", "deals"):
        if chosen := words(values, name, most=4):
            found[name] = chosen == "yes"
    if words(values, "taxable-above").strip():
        found["taxable-above-dollars"] = cents_of(values, "taxable-above", "Taxable above") // 100
    return found


def lines_of(values: dict[str, Any], name: str) -> list[str]:
    lines = [line.strip() for line in words(values, name, most=8_000).splitlines() if line.strip()]
    if len(lines) > LINES_MAX:
        raise Refused(f"{title(name)}: {len(lines)} lines.", f"{LINES_MAX} at most.")
    return lines


def chips_of(given: str, what: str) -> int:
    figure = given.strip().replace(",", "") or "0"
    if not (figure.isdecimal() and len(figure) < 11 and int(figure) <= CHIPS_MAX):
        raise Refused(f"{what}: {given.strip()[:40]!r} is no count of chips.", "Write it as 10,000.")
    return int(figure)


def level_of(line: str) -> Level:
    found = _LEVEL.match(line)
    if found is None:
        raise Refused(f"Levels: {line[:40]!r} is no level.", "Write 20 100/200 ante 25 chip 100, or 15 break.")
    if found["rests"]:
        return Level(int(found["minutes"]))
    blinds = tuple(chips_of(size, "Blinds") for size in (found["blinds"] or "").split("/") if size)
    bets = tuple(chips_of(size, "Bets") for size in (found["bets"] or "").split("/") if size)
    return Level(
        int(found["minutes"]),
        blinds,
        chips_of(found["ante"] or "", "Ante"),
        (bets[0], bets[1]) if bets else None,
        chips_of(found["bring"] or "", "Bring-in"),
        chips_of(found["chip"] or "", "Chip"),
        found["form"] or "",
        found["structure"] or "",
    )


def _row(line: str) -> Schedule:
    found = _ROW.match(line)
    if found is None:
        raise Refused(
            f"Payouts: {line[:40]!r} is no row.", "Write from how many entries on, and percents: 10: 50 30 20."
        )
    shares = [round(float(share) * 100) for share in re.split(r"[\s,%]+", found[2].strip(" ,%"))]
    return Schedule(int(found[1]), tuple(shares))
