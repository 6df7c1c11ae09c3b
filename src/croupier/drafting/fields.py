"""The parts of a rulebook as fields of a form: what each is called, how it is shown and how what is typed is read."""

import datetime
import re
import tomllib
from typing import Any

import msgspec

from croupier.rulebook.editing.toml_text import written
from croupier.rulebook.load import KEYS, KINDS, PAID_TO, ROLES, SCOPES

PARTS = {  # section of a file -> the kind of its entries, as croupier.rulebook.load knows them
    "rules": "rule",
    "options": "option",
    "exclusions": "exclusion",
    "stages": "stage",
    "wagers": "wager",
    "payout-limits": "limit",
    "irregularities": "irregularity",
    "procedures": "procedure",
    "readings": "reading",
    "pay-tables": "pay-table",
}
TITLES = {
    "rules": "Rules",
    "options": "Options",
    "exclusions": "Not together",
    "stages": "The round",
    "wagers": "Wagers and what they pay",
    "payout-limits": "Payout limits",
    "irregularities": "Irregularities",
    "procedures": "Procedures",
    "readings": "Readings",
}
WORDS = {
    "says": "What it says",
    "line": "Source line",
    "lines": "Source lines",
    "read-as": "Read as",
    "if": "Only if",
    "at": "During",
    "by": "Declared by",
    "with": "With",
    "or-best-at-minimum": "Or the best win at the least wager",
    "at-least": "At least",
    "touches": "Touches",
    "sees": "What it sees",
    "on": "May be put on",
    "to": "Paid to",
    "mandatory": "Compulsory",
}
LONG, TEXT, NAMES, NUMBER, NUMBERS = "long", "text", "names", "number", "numbers"
YES_NO, CHOICE, VALUE = "yes-no", "choice", "value"
_KINDS = dict.fromkeys(("says", "gap", "read-as", "because"), LONG)
_KINDS |= dict.fromkeys(("requires", "at", "touches", "wagers", "on"), NAMES)
_KINDS |= dict.fromkeys(("if", "with", "values", "value", "default", "choices", "times", "outcomes"), VALUE)
_KINDS |= {"line": NUMBER, "lines": NUMBERS, "mandatory": YES_NO, "or-best-at-minimum": YES_NO}
_KINDS |= {"kind": CHOICE, "scope": CHOICE, "by": CHOICE, "to": CHOICE}
CHOICES = {"kind": KINDS, "scope": SCOPES, "by": ROLES, "to": PAID_TO}
OWN_GRID = ("pay-tables", "rows", "outcomes")  # shown as grids of their own
_NAME = re.compile(r"[A-Za-z0-9_-]+")


class Unreadable(ValueError):
    """What was typed into a field is not what the field takes; the message says what it does take."""


class Form(msgspec.Struct, frozen=True):
    """One field: its key, what it takes, and what stands in it."""

    key: str
    title: str
    kind: str
    text: str
    choices: tuple[str, ...] = ()


def forms(section: str, entry: dict[str, Any]) -> list[Form]:
    """Every field that an entry of a section may have, those that it has with what they say."""
    part = PARTS[section]
    keys = [key for key in KEYS[part].split() if key not in OWN_GRID]
    made = []
    for key in [*keys, *(key for key in entry if key not in keys and key not in OWN_GRID)]:
        value: Any = entry.get(key)
        for name in members(value):
            path = f"{key}.{name}"
            kind = kind_of(part, path, value[name])
            made.append(Form(path, title_of(path), kind, shown(value[name], kind)))
        kind = kind_of(part, key, value)
        made.append(Form(key, title_of(key), kind, shown(value, kind), CHOICES.get(key, ())))
    return made


def members(value: Any) -> list[str]:
    """The names within a compound value, each of which has a field of its own."""
    return [name for name in value if _NAME.fullmatch(name)] if isinstance(value, dict) else []


def title_of(key: str) -> str:
    head, _, member = key.partition(".")
    if member:
        return f"{title_of(head)}: {member.replace('-', ' ')}" if head not in ("value", "values") else title_of(member)
    return WORDS.get(key, key.replace("-", " ").capitalize())


def kind_of(part: str, key: str, value: Any = None) -> str:
    if "." in key:
        return _kind_of_member(value)
    if part == "pay-table" and key == "at-least":
        return YES_NO
    if part == "option" and key in ("least", "most"):
        return NUMBER
    kind = _KINDS.get(key, TEXT)
    fits = {TEXT: str, LONG: str, CHOICE: str, NUMBER: int, YES_NO: bool, NAMES: list, NUMBERS: list}
    if value is not None and kind in fits and type(value) is not fits[kind]:
        return VALUE  # a file may have something else there: it is shown as it stands
    return kind


def _kind_of_member(value: Any) -> str:
    """What a member of a compound value takes: as it is, so it stays."""
    if isinstance(value, bool):
        return YES_NO
    if isinstance(value, list) and value:
        if all(type(each) is str and "," not in each for each in value):
            return NAMES
        return NUMBERS if all(type(each) is int for each in value) else VALUE
    return {int: NUMBER, str: TEXT}.get(type(value), VALUE)


def shown(value: Any, kind: str) -> str:
    """What stands in a field."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if kind in (NAMES, NUMBERS):
        return ", ".join(map(str, value))
    if kind == YES_NO:
        return "yes" if value else "no"
    return written(value)


def read(typed: str, kind: str, was: Any = None) -> Any:
    """What somebody typed, as the file has it; None where the field is empty."""
    text = " ".join(typed.split()) if kind != VALUE else typed.strip()
    if not text:
        return None
    match kind:
        case "number":
            return _number(text)
        case "numbers":
            return [_number(part) for part in text.split(",") if part.strip()]
        case "names":
            return [part.strip() for part in text.split(",") if part.strip()]
        case "yes-no":
            if text.lower() not in ("yes", "no", "true", "false"):
                raise Unreadable(f"expected yes or no, found {text!r}")
            return text.lower() in ("yes", "true")
        case "value":
            return _value(text, was)
        case "date":
            try:
                return datetime.date.fromisoformat(text)
            except ValueError:
                raise Unreadable(f"expected a day such as 2025-02-26, found {text!r}") from None
    return text


def _number(text: str) -> int:
    if not text.strip().lstrip("-").isdecimal() or len(text) > 12:
        raise Unreadable(f"expected a whole number, found {text.strip()!r}")
    return int(text)


def _value(text: str, was: Any) -> Any:
    """A value of any kind: what it was decides between a word and a number."""
    if isinstance(was, str) and text[0] not in "[{":
        return text
    if text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    try:
        return tomllib.loads(f"x = {text}")["x"]
    except tomllib.TOMLDecodeError:
        if text[0] in "[{":
            raise Unreadable('expected a value such as 7, yes, [1, 2] or { hours = 4 }; words in "..."') from None
        return text
