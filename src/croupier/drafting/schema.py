"""A JSON Schema of the rulebook file, for the editor: made from the loader's keys and from the game's own words.

Draft 7, which the common TOML language servers read. A file names its schema in its first line: `#:schema PATH`.
"""

from typing import Any

from croupier.drafting.kinds import not_played, vocabulary_of
from croupier.drafting.words import meanings, said_on_shelf
from croupier.rulebook import NotFound
from croupier.rulebook.load import FORMAT, KEYS, KINDS, PAID_TO, ROLES, SCOPES
from croupier.rulebook.model import KEPT
from croupier.rulebook.shapes import Expected, Span, json_schema, words
from croupier.rulebook.vocabulary import Outcomes, Vocabulary

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
NAME: Schema = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
DAY: Schema = {"type": "string", "format": "date"}
MONEY: Schema = {"type": "string", "description": "An amount such as $5 or $1,000."}
ODDS: Schema = {"type": "string", "description": "Odds as printed: 40 to 1, 9 for 1, $1,000, 10% (of a meter), Push."}
SCALAR: Schema = {"type": ["boolean", "integer", "string"]}
LINE: Schema = {"type": "integer", "minimum": 1, "description": "The line of the source document."}
LINES: Schema = {"type": "array", "items": LINE, "minItems": 1, "description": "Lines of the source document."}
NAMES: Schema = {"type": "array", "items": TEXT, "uniqueItems": True}
CONDITION: Schema = {
    "type": "object",
    "description": "Only under these choices of the house: option = value, or option = [values].",
    "additionalProperties": {"anyOf": [SCALAR, {"type": "array", "items": SCALAR, "minItems": 1}]},
}
# What each key is, wherever it stands.
TYPES: dict[str, Schema] = {
    "clause": {**TEXT, "description": "The clause of the approved rules."},
    "line": LINE,
    "lines": LINES,
    "says": {**TEXT, "description": "What it means, in one sentence of one's own."},
    "if": CONDITION,
    "choices": {"type": "array", "items": SCALAR, "minItems": 1, "description": "What the house may choose."},
    "least": {"type": "integer", "description": "The least number that the house may choose."},
    "most": {"type": "integer", "description": "The largest number that the house may choose."},
    "default": {**SCALAR, "description": "What holds unless the house chooses otherwise."},
    "value": {"description": "What the rule says."},
    "title": TEXT,
    "kind": {"enum": list(KINDS)},
    "requires": {**NAMES, "description": "Wagers that must stand before this one may be placed."},
    "mandatory": {"type": "boolean", "description": "Whether everybody who wagers must place it."},
    "label": {**TEXT, "description": "What the house chooses the table by where there are several."},
    "name": TEXT,
    "at-least": {"type": "boolean", "description": "The odds are printed as minimums; the house may post better ones."},
    "to": {"enum": list(PAID_TO)},
    "when": {**NAME, "description": "What went wrong, in a few words joined by hyphens."},
    "ruling": TEXT,
    "with": {"type": "object", "description": "What the ruling is given."},
    "at": {**NAMES, "description": "The stages in which it may be declared; any where it is left out."},
    "by": {"enum": list(ROLES), "description": "The least role that may declare it."},
    "values": {"type": "object"},
    "wagers": {**NAMES, "description": "The wagers that are limited; all where it is left out."},
    "scope": {"enum": list(SCOPES)},
    "fixed": {**MONEY, "description": "The limit that the rules themselves set."},
    "or-best-at-minimum": {"type": "boolean"},
    "times": {"type": "object", "additionalProperties": json_schema(Span(1))},
    "gap": {**TEXT, "description": "Where the text is damaged, silent or contradicts itself."},
    "read-as": {**TEXT, "description": "How it is read."},
    "because": {**TEXT, "description": "Why it is read so."},
    "touches": NAMES,
    "sees": {**TEXT, "description": "What a wager that the book describes itself looks at."},
    "outcomes": {"type": "object", "description": "Each outcome with the conditions under which it has come about."},
    "on": {**NAMES, "description": "What the player may put it on."},
    "placed": {**TEXT, "description": "When it may be placed."},
    "document": {**TEXT, "description": "The document that prints the rules."},
    "section": {**TEXT, "description": "Its section, where its lines are not numbered."},
    "address": {**TEXT, "description": "Where the rules are published, such as https://..."},
}


def schema_of(game: str = "") -> Schema:
    """The schema of a rulebook of one game, or of any."""
    known = Vocabulary()
    if game:
        try:
            known = vocabulary_of(game)
        except NotFound:
            raise NotFound(not_played(game)) from None
    means = meanings(game) if game else {}
    said = said_on_shelf(game) if game else {}
    explained = {name: means.get(f"rules.{name}") or said.get(name, "") for name in known.optional | known.settings}
    parts: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "property": NAME,
        "game": NAME,
        "plays-as": {
            **NAME,
            "description": "The game that is played, where the house has its own name for it.",
        },
        "title": TEXT,
        "submitted": DAY,
        "approved": DAY,
        "source": _source(),
        "rules": _settings(known, explained, option=False),
        "options": _settings(known, explained, option=True),
        "exclusions": _list(_part("exclusion", must=("if", "clause"))),
        "stages": _stages(known, means),
        "wagers": _wagers(known),
        "irregularities": _list(_irregularity(known, means)),
        "procedures": _list(_procedure()),
        "payout-limits": _list(_limit()),
        "readings": _list(_part("reading", must=("gap", "read-as", "because"))),
    }
    assert parts.keys() == set(KEYS["file"].split())
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"Rulebook of {game}" if game else "Rulebook",
        "type": "object",
        "properties": parts,
        "required": ["format", "property", "game", "title", "approved", "source"],
        "additionalProperties": False,
    }


def _part(part: str, *, must: tuple[str, ...], **other: Schema) -> Schema:
    """A table with the keys that the loader knows; `other` where a key means something else here."""
    named = {key.replace("_", "-"): schema for key, schema in other.items()}
    keys = {key: named.get(key, TYPES.get(key, {})) for key in KEYS[part].split()}
    return {"type": "object", "properties": keys, "required": list(must), "additionalProperties": False}


def _procedure() -> Schema:
    return _part("procedure", must=("name", "clause"), kept={"enum": list(KEPT)}, by={"type": "string"})


def _list(entry: Schema) -> Schema:
    return {"type": "array", "items": entry}


def _source() -> Schema:
    lines = {"type": "array", "items": LINE, "minItems": 2, "maxItems": 2, "description": "First and last line."}
    made = _part("source", must=(), lines=lines)
    made["anyOf"] = [
        {"required": ["document", "lines"]},
        {"required": ["document", "section"]},
        {"required": ["address"]},
    ]
    return made


def _settings(known: Vocabulary, means: dict[str, str], *, option: bool) -> Schema:
    """Rules or options by name; a name that the game does not read is left to the book's own conditions."""
    named = known.optional | known.settings
    entries = {name: _setting(expected, option) for name, expected in named.items()}
    for name, entry in entries.items():
        entry["description"] = " ".join(
            part for part in (means.get(name, ""), f"Expected: {words(named[name])}.") if part
        )
    anything = _setting(object, option)
    return {"type": "object", "properties": entries, "propertyNames": NAME, "additionalProperties": anything}


def _setting(expected: Expected, option: bool) -> Schema:
    one = json_schema(expected)
    if not option:
        return _part("rule", must=("value", "clause"), value=one)
    choices = {**TYPES["choices"], "items": one or SCALAR}
    return _part("option", must=("default", "clause"), choices=choices, default=one or SCALAR)


def _stages(known: Vocabulary, means: dict[str, str]) -> Schema:
    stage = _part("stage", must=("clause",))
    if known.stages is None:
        return {"type": "object", "propertyNames": NAME, "additionalProperties": stage}
    named = {name: {**stage, "description": means.get(f"stages.{name}", "")} for name in known.stages}
    return {"type": "object", "properties": named, "required": list(known.stages), "additionalProperties": False}


def _wagers(known: Vocabulary) -> Schema:
    if known.wagers is None:
        return {"type": "object", "propertyNames": NAME, "additionalProperties": _wager(None)}
    named = {name: _wager(tables) for name, tables in known.wagers.items()}
    described = _wager(None)
    described["required"] = [*described["required"], "sees", "outcomes"]
    return {"type": "object", "properties": named, "additionalProperties": described}


def _wager(tables: Outcomes | None) -> Schema:
    row = {"type": "array", "items": [TEXT, ODDS], "minItems": 2, "maxItems": 2}
    names: Schema = TEXT
    if tables:
        outcomes = list(dict.fromkeys(outcome for known in tables.values() for outcome in known))
        row["items"] = [{"enum": outcomes}, ODDS]
        names = {"enum": list(tables)}
    rows = {"type": "array", "items": row, "minItems": 1}
    table = _part("pay-table", must=("clause", "rows"), name=names, rows=rows)
    return _part(
        "wager", must=("title", "kind", "clause"), least=MONEY, most=MONEY, step=MONEY, pay_tables=_list(table)
    )


def _irregularity(known: Vocabulary, means: dict[str, str]) -> Schema:
    ruling: Schema = TEXT
    if known.rulings is not None:
        told = "; ".join(f"{name}: {means.get(f'rulings.{name}', '')}" for name in known.rulings)
        ruling = {"enum": list(known.rulings), "description": told}
    choice = _part("choice", must=("ruling",), ruling=ruling)
    return _part("irregularity", must=("when", "clause", "ruling"), ruling=ruling, choices=_list(choice))


def _limit() -> Schema:
    least = {**MONEY, "description": "The least limit that the house may set."}
    return _part("limit", must=("name", "scope", "clause"), at_least=least)
