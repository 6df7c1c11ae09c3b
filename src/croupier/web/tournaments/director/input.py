"""What a director types or taps, as the decision that a program would send."""

from typing import Any

from croupier.house.record.errors import Refused
from croupier.web.kit.context import words
from croupier.web.kit.forms import cents_of, count_of
from croupier.web.tournaments.decisions import TAKES, Decided, NewLevel
from croupier.web.tournaments.structure_input import chips_of, level_of, lines_of

SECONDS_MAX, MINUTES_MAX = 3_600, 600


def decision_of(act: str, patron: str, values: dict[str, Any]) -> Decided:
    """The decision `act` names, with the fields that its form has."""
    given: dict[str, Any] = {"what": act, "patron": patron, "on": words(values, "on", most=4) == "yes"}
    given |= {"reason": words(values, "reason", most=200), "kind": words(values, "kind", most=40)}
    given |= {
        name: count_of(values, name, name.capitalize(), 999) for name in ("table", "seat", "level") if values.get(name)
    }
    if act in ("cash-out", "count") and values.get("chips"):
        given["chips"] = chips_of(words(values, "chips"), "Chips")
    if act == "agree":
        given["shares"] = _named(values, "share-", lambda key, who: cents_of(values, key, who, 0))
        given["signed"] = [key.removeprefix("signed-") for key in values if key.startswith("signed-") and values[key]]
    elif act == "out":
        given["by"] = [by for by in words(values, "by", most=400).split() if by]
    elif act == "count":
        counted = _named(values, "count-", lambda key, who: chips_of(words(values, key), who))
        given["counts"] = {who: chips for who, chips in counted.items() if chips}
    elif act == "same-hand":
        given["stacks"] = _named(values, "stack-", lambda key, who: chips_of(words(values, key), who))
    elif act == "race":
        odd = _named(values, "odd-", lambda key, who: count_of(values, key, who, 1_000))
        given["odd"] = odd or None
    elif act == "shift":
        given["seconds"] = _seconds(words(values, "seconds", most=6).strip())
    elif act == "rest":
        given["minutes"] = count_of(values, "minutes", "Minutes", MINUTES_MAX)
    elif act == "levels":
        given["levels"] = [_level(line) for line in lines_of(values, "levels")]
    known = TAKES.get(act, given.keys()) | {"what"}
    return Decided(**{name: value for name, value in given.items() if name in known})


def _named(values: dict[str, Any], prefix: str, read: Any) -> dict[str, int]:
    """Fields that are there once for every player."""
    return {key.removeprefix(prefix): read(key, key.removeprefix(prefix)) for key in values if key.startswith(prefix)}


def _seconds(given: str) -> int:
    figure = given.removeprefix("-").removeprefix("+")
    if not (figure.isdecimal() and len(figure) <= 4 and 0 < int(figure) <= SECONDS_MAX):
        raise Refused(f"{given!r} is no time.", f"Seconds, from -{SECONDS_MAX:,} to {SECONDS_MAX:,}.")
    return -int(figure) if given.startswith("-") else int(figure)


def _level(line: str) -> NewLevel:
    level = level_of(line)
    return NewLevel(
        minutes=level.minutes,
        blinds=list(level.blinds),
        ante=level.ante,
        bets=list(level.bets) if level.bets else None,
        bring_in=level.bring_in,
        chip=level.chip,
        form=level.form,
        structure=level.structure,
    )
