"""The editor's page, for a draft of the house and for a file on one's own machine alike."""

import re
import tomllib
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.drafting import fields
from croupier.drafting.check import check_text
from croupier.drafting.kinds import BOOKS, kinds, vocabulary_of
from croupier.drafting.sheet import Cell, Sheet, SheetEntry, SheetPage, back, page, sheet
from croupier.drafting.sheet import edits as edits_of
from croupier.drafting.words import words_of
from croupier.house.record.errors import Refused
from croupier.rulebook import NotFound
from croupier.rulebook.editing.fields import Misfit, look
from croupier.rulebook.editing.merging import Conflict, Edit, apply
from croupier.rulebook.faults import Found
from croupier.rulebook.payouts import parse_odds
from croupier.web.kit.context import words
from croupier.web.kit.render import initial_caps
from croupier.web.studio import fault_words
from croupier.web.studio.fault_words import Fix

ROWS_NEW = 6  # lines of the form that adds a side bet
NAMED = ("rules", "options", "stages", "wagers")  # whose entries have a name of their own
# What an entry of each section must say from the start; what is still wrong then stands beside it.
FIRST: dict[str, dict[str, Any]] = {
    "rules": {"value": True},
    "options": {"choices": [True, False], "default": False},
    "irregularities": {"ruling": "void-round"},
    "payout-limits": {"scope": "hand"},
    "readings": {"read-as": "", "because": ""},
}


class Words(msgspec.Struct, frozen=True):
    """What a game knows, for the lists that a form offers."""

    sees: dict[str, str]
    conditions: dict[str, str]
    rulings: dict[str, str]  # what each means
    stages: tuple[str, ...]
    wagers: tuple[str, ...]
    rules: tuple[str, ...]


class Editor(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the editor shows of a text."""

    page: SheetPage
    sheet: Sheet | None
    at: str
    new: str  # the section that something is added to
    words: Words
    source: str
    day: str
    title: str
    was: str  # what the text is compared with, in words
    base_day: str = ""  # the day of what it is compared with
    faults: tuple["ShownFault", ...] = ()
    warnings: tuple["ShownFault", ...] = ()


def compose(text: str, name: str, before: str, at: str, new: str = "", was: str = "In force") -> Editor:
    made = page(text, name, before)
    found: Sequence[Found] = (*made.faults, *made.warnings)
    listed = [entry for _, _, section in made.sections for entry in section]
    entries = [entry.address for entry in listed]
    if not at and not new:
        at = _first(listed)
    head = tomllib.loads(text)
    source, known = head.get("source"), _words(str(head.get("plays-as") or head.get("game") or ""))
    opened = sheet(text, at, fault_words.in_words(found), before) if at in entries else None
    return Editor(
        page=made,
        sheet=_to_choose(fault_words.called(opened), known),
        at=at,
        new=new if new in fields.TITLES else "",
        words=known,
        source=_told(source) if isinstance(source, dict) else "",
        day=str(head.get("approved", "")),
        title=str(head.get("title", "")),
        was=was,
        base_day=str(tomllib.loads(before).get("approved", "")) if before else "",
        faults=shown_faults(made.faults, text, before),
        warnings=shown_faults(made.warnings, text, before),
    )


def _to_choose(made: Sheet | None, known: Words) -> Sheet | None:
    """A sheet whose ruling is chosen from those that the game knows; what stands there otherwise is one of them too."""
    if made is None or made.entry.section != "irregularities" or not known.rulings:
        return made

    def chosen(cell: Cell) -> Cell:
        if cell.key != "ruling":
            return cell
        there = () if cell.text in known.rulings or not cell.text else (cell.text,)
        return msgspec.structs.replace(cell, kind=fields.CHOICE, choices=(*known.rulings, *there))

    cells, more = tuple(map(chosen, made.cells)), tuple(map(chosen, made.more))
    return msgspec.structs.replace(made, cells=cells, more=more)


def _first(entries: list[SheetEntry]) -> str:
    """What an editor opens at: what is wrong, what was changed, else what pays, which most people come for."""
    wrong = [entry for entry in entries if entry.faults]
    pays = [entry for entry in entries if entry.section == "wagers"]
    changed = [entry for entry in pays if entry.mark] or [entry for entry in entries if entry.mark]
    return next((found[0].address for found in (wrong, changed, pays, entries) if found), "")


class ShownFault(msgspec.Struct, frozen=True):
    """One finding of the check, in words, with its entry and the rows that would settle it."""

    where: str
    place: str
    entry: str
    says: str
    line: int
    warning: bool
    fixes: tuple[Fix, ...] = ()


def shown_faults(found: Sequence[Found], text: str, before: str = "") -> tuple[ShownFault, ...]:
    book, old = tomllib.loads(text), tomllib.loads(before) if before else {}
    return tuple(
        ShownFault(
            one.where,
            fault_words.place(book, one.where),
            fault_words.entry_of(one.where),
            initial_caps(fault_words.said(one)),
            one.line,
            one.warning,
            fault_words.fixes(one, text, old),
        )
        for one in found
    )


def _told(source: dict[str, object]) -> str:
    """`document, lines 8112 to 8518`, `document, section 4`: what its file is called helps no reader."""
    lines = source.get("lines")
    if isinstance(lines, list):
        return f"document, lines {' to '.join(map(str, lines))}"
    said = [f"{key} {value}" for key, value in source.items() if key not in ("document", "lines")]
    return ", ".join(["document", *said] if "document" in source else said)


def _words(game: str) -> Words:
    try:
        known, told = vocabulary_of(game), words_of(game)
    except NotFound:
        return Words({}, {}, {}, (), (), ())
    described = told["described"]
    conditions = {k: v for k, v in described.get("conditions", {}).items() if k not in ("any", "not")}
    return Words(
        described.get("sees", {}),
        conditions,
        {ruling["name"]: ruling["means"].replace("`", "") for ruling in told["rulings"]},
        tuple(known.stages or ()),
        tuple(known.wagers or ()),
        tuple(known.optional | known.settings),
    )


def games() -> list[str]:
    """What a new draft may be of."""
    return [kind for kind in kinds() if kind not in BOOKS]


class Wrong(ValueError):
    """A form that can't be taken; the message says what was expected."""


def asked(
    act: str, at: str, section: str, saw: str, values: dict[str, Any], before: str = ""
) -> tuple[list[Edit], dict[str, str]]:
    """What a form of the editor asks for; `before` is the text that an entry may be brought back to."""
    if act == "remove":
        return [Edit("remove", at)], {}
    if act == "back":
        return back(saw, before, at), {}
    try:
        if act == "add":
            return addition(saw, section, values), {}
        return edits_of(saw, at, _given(saw, values))
    except Wrong as error:
        raise Refused(str(error), "Nothing was changed.") from None
    except Misfit as error:
        raise Refused(f"{initial_caps(str(error))}.", "Nothing was changed.") from None


def _given(text: str, values: dict[str, Any]) -> dict[str, str]:
    """What a form says, its outcomes as the file has them."""
    game = str(tomllib.loads(text).get("plays-as") or tomllib.loads(text).get("game") or "")
    try:
        wagers = vocabulary_of(game).wagers or {}
    except NotFound:
        wagers = {}
    known = [outcome for tables in wagers.values() for rows in tables.values() for outcome in rows]
    typed = {name: words(values, name, most=4000) for name in values}
    return fault_words.as_in_the_file(text, known, typed)


def addition(text: str, section: str, values: dict[str, Any]) -> list[Edit]:
    """What a form that adds an entry asks for."""
    if section not in fields.TITLES:
        raise Wrong(f"A book has no {section!r}.")
    if section == "wagers":
        return _wager(text, values)
    entry = dict(FIRST.get(section, {}))
    name = words(values, "name").strip()
    if not name:
        raise Wrong("It has no name. Write a few words, such as card face up.")
    for key in ("clause", "line", "says"):
        if section == "readings" and key != "line":
            continue
        if (typed := words(values, key, most=2000).strip()) or key == "clause":
            entry[key] = fields.read(typed, fields.kind_of("rule", key)) if key == "line" else typed
    if section in NAMED:
        return [Edit("add", f"{section}.{slug(name)}", entry)]
    key = {"irregularities": "when", "readings": "gap", "exclusions": "says"}.get(section, "name")
    known = name if section in ("readings", "exclusions") else slug(name)
    return [Edit("add", section, {key: known} | entry)]


def slug(words_: str) -> str:
    """A name as files write it."""
    made = re.sub(r"[^a-z0-9]+", "-", words_.lower()).strip("-")
    if not made:
        raise Wrong(f"{words_!r} gives no name. Use letters and digits.")
    return made


def _wager(text: str, values: dict[str, Any]) -> list[Edit]:
    """A side bet that the book itself describes: what it sees, when each outcome has come about, and what it pays."""
    title, clause = words(values, "title").strip(), words(values, "clause").strip()
    sees, says = words(values, "sees").strip(), words(values, "says", most=2000).strip()
    if not title or not clause:
        raise Wrong("A wager needs a title and a clause.")
    outcomes: dict[str, Any] = {}
    rows: list[list[str]] = []
    for number in range(1, ROWS_NEW + 1):
        outcome, odds = words(values, f"outcome-{number}").strip(), words(values, f"odds-{number}").strip()
        if not outcome and not odds:
            continue
        if not outcome or not odds:
            raise Wrong(f"Row {number} needs both an outcome and its odds.")
        try:
            parse_odds(odds)
            condition = fields.read(words(values, f"value-{number}") or "true", fields.VALUE)
        except ValueError as error:
            raise Wrong(f"Row {number}: {error}.") from None
        outcomes[slug(outcome)] = {words(values, f"condition-{number}"): condition}
        rows.append([slug(outcome), odds])
    if not rows:
        raise Wrong("A wager needs at least one row that pays.")
    book = tomllib.loads(text)
    line = _line(book, values)
    cited = {"clause": clause, **({"line": line} if line else {})}
    limits = {key: typed for key in ("least", "most") if (typed := words(values, key).strip())}
    entry: dict[str, Any] = {
        "title": title,
        "kind": "side",
        **cited,
        **limits,
        "sees": sees,
        "says": says or f"{title}.",
    }
    base = [name for name, wager in book.get("wagers", {}).items() if wager.get("kind") == "base"]
    if base and values.get("requires"):
        entry["requires"] = base[:1]
    table = {"label": title, **cited, "rows": rows}
    made = [Edit("add", f"wagers.{slug(title)}", entry | {"outcomes": outcomes, "pay-tables": [table]})]
    if line:
        reading = {"line": line, "gap": f"The document that this version began from has no {title}."}
        reading |= {"read-as": "It stands behind this line, as written here.", "because": "the submission puts it in"}
        made.append(Edit("add", "readings", reading | {"touches": [slug(title)]}))
    return made


def _line(book: dict[str, Any], values: dict[str, Any]) -> int:
    """The line behind which a new wager stands: as given, or that of the last wager."""
    if typed := words(values, "line").strip():
        try:
            return int(fields.read(typed, fields.NUMBER))
        except ValueError as error:
            raise Wrong(f"Line: {error}.") from None
    if not look(book, "source.lines"):
        return 0
    last = [wager.get("line") or (wager.get("lines") or [0])[-1] for wager in book.get("wagers", {}).values()]
    return int(last[-1]) if last else int(look(book, "source.lines")[0])


def found_by_address(found: Sequence[Found], text: str, before: str = "") -> list[dict[str, Any]]:
    """What the check found, for a page that is being typed into."""
    return [msgspec.to_builtins(one) for one in shown_faults(found, text, before)]


def unread_by_address(unread: dict[str, str]) -> list[dict[str, Any]]:
    """What could not be read of a form, as the check would say it."""
    return [{"where": where, "says": initial_caps(says), "warning": False, "line": 0} for where, says in unread.items()]


def checked(text: str, name: str, at: str, values: dict[str, Any]) -> dict[str, Any]:
    """What would be wrong if a form were saved as it is being typed."""
    try:
        edits, unread = edits_of(text, at, _given(text, values))
        now = apply(text, edits)
        found = check_text(now, name)
    except Misfit as error:
        return {"found": unread_by_address({at: str(error)}), "faults": 1}
    told = unread_by_address(unread) + found_by_address(found.found, now, text)
    return {"found": told, "faults": len(found.faults) + len(unread)}


def both(conflicts: Sequence[Conflict]) -> dict[str, Conflict]:
    return {conflict.address: conflict for conflict in conflicts}
