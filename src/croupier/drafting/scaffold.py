"""`croupier rulebooks new`: a rulebook that passes the check, every key explained, for a house to make its own."""

import datetime
import json
from pathlib import Path

from croupier.drafting.check import check_file
from croupier.drafting.kinds import kinds, vocabulary_of
from croupier.drafting.model_book import model_of
from croupier.drafting.schema import schema_of
from croupier.drafting.words import meanings, said_on_shelf
from croupier.rulebook import NotFound, Rulebook
from croupier.rulebook.editing.toml_text import Page
from croupier.rulebook.faults import Fault
from croupier.rulebook.houses import FILE as HOUSE_FILE
from croupier.rulebook.library import day_of
from croupier.rulebook.model import Irregularity, PayTable, Remedy, Setting, WagerRule
from croupier.rulebook.reading import SLUG
from croupier.rulebook.shapes import words

PROPERTY = """# The property whose rulebooks stand in this folder. The folder's name is the property's: {name}.
title = {title}
place = "City, State"
# document = "rules.txt"        # what its rules are printed in, where one document prints them all
# successor-of = "old-name"     # the same house under its earlier name
# about = "A sentence for the shelf."
"""
HEAD = """Every entry cites the rules it comes from: `clause`, and `line` or `lines` where the source numbers its lines.
`says` is one sentence in your own words. Amounts are text such as "$5"; odds are text such as "3 to 2", \
"9 for 1", "$1,000", "10%" (of a meter) or "Push". `if = { option = value }` limits an entry to what the house chose.
`croupier rulebooks words GAME` lists every word of the game; `croupier rulebooks --check FILE` checks the file."""

WAGERS = """`kind` is base, raise, odds, side, bonus, insurance, progressive or envy; `requires` names wagers that \
must stand first; `least`, `most` and `step` are amounts, where the rules print them. Several pay tables of one `name` \
are told apart by `if`, or the house chooses by `label`. `at-least = true`: the odds are printed as minimums."""


def write_new(folder: Path, house: str, game: str, on: str | None = None) -> list[Path]:
    """Write the property's file where there is none, the rulebook and its schema; what was written."""
    if not SLUG.match(house):
        raise NotFound(f"{house!r}: names of properties are lower case words joined by hyphens, such as my-house")
    day = day_of(on) or datetime.date.today()
    place = folder / house
    book, schema, home = place / f"{game}@{day}.toml", place / f"{game}.schema.json", place / HOUSE_FILE
    if book.exists():
        raise FileExistsError(17, "there is such a rulebook already", str(book))
    text = new_text(house, game, day)
    place.mkdir(parents=True, exist_ok=True)
    written = []
    if not home.exists():
        title = house.replace("-", " ").title()
        home.write_text(PROPERTY.format(name=house, title=json.dumps(title)))
        written.append(home)
    schema.write_text(json.dumps(schema_of(game), indent=1, ensure_ascii=False) + "\n")
    book.write_text(text)
    faults = check_file(book).faults
    if faults:  # a fault of the scaffold, not of the house: nothing half right stays behind
        book.unlink()
        raise Fault(book.name, [str(fault) for fault in faults])
    return [*written, book, schema]


def new_text(house: str, game: str, day: datetime.date) -> str:
    """A rulebook as text."""
    model = model_of(game, kinds())
    page = Page()
    page.line(f"#:schema ./{game}.schema.json")
    page.says(f"{model.title} at {house}: a draft. It begins as most houses play the game; make it what yours plays.")
    page.says(HEAD)
    page.pairs(format=1, property=house, game=game, title=model.title)
    page.says("The day on which the rules were approved; the file is named after it. `submitted` is optional.")
    page.pairs(approved=day)
    page.says("Where the rules are printed: a `section` of a document, `lines = [first, last]` of it, or an `address`.")
    page.pairs(source={"document": "Rules of play", "section": model.title})
    _settings(page, model)
    _stages(page, model)
    _wagers(page, model)
    _limits(page, model)
    _irregularities(page, model)
    _procedures(page, model)
    page.heading("Readings: where the text is damaged, silent or contradicts itself, how it is read, and why")
    page.says('[[readings]]\ngap = "..."\nread-as = "..."\nbecause = "..."')
    return page.text.replace(model.property, house)


def _settings(page: Page, model: Rulebook) -> None:
    known, means = vocabulary_of(model.game, model), meanings(model.game)
    said = said_on_shelf(model.game)
    page.heading("1. Rules with a value, and options: what the house may choose when it opens a table")
    for number, setting in enumerate(model.settings.values(), 1):
        expected = (known.optional | known.settings).get(setting.name)
        explained = means.get(f"rules.{setting.name}") or (
            f"For example: {said[setting.name]}" if setting.name in said else ""
        )
        page.gap()
        page.says(explained or "An option of this book: an `if` below asks for it.")
        if expected is not None:
            page.says(f"Expected: {words(expected)}.")
        _setting(page, setting, f"1.{number}")
    optional = [name for name in known.optional if name not in model.settings]
    if optional:
        page.gap()
        page.says(f"There may also be: {', '.join(optional[:60])}{' and more' if len(optional) > 60 else ''}.")


def _setting(page: Page, setting: Setting, clause: str) -> None:
    if not setting.optional:
        page.table(f"rules.{setting.name}", value=setting.value, clause=clause)
    elif setting.choices:
        page.table(f"options.{setting.name}", choices=list(setting.choices), default=setting.value, clause=clause)
    else:
        most = {} if setting.most is None else {"most": setting.most}
        page.table(f"options.{setting.name}", least=setting.least, **most, default=setting.value, clause=clause)


def _stages(page: Page, model: Rulebook) -> None:
    if not model.stages:
        return
    page.heading("2. The round, stage by stage: `says` is what the dealer is told to do")
    means = meanings(model.game)
    for number, name in enumerate(model.stages, 1):
        page.gap()
        page.table(f"stages.{name}", clause=f"2.{number}", says=means.get(f"stages.{name}", "") or name)


def _wagers(page: Page, model: Rulebook) -> None:
    if not model.wagers:
        return
    page.heading("3. Wagers and what they pay")
    page.says(WAGERS)
    for number, wager in enumerate(model.wagers.values(), 1):
        page.gap()
        page.table(f"wagers.{wager.name}", **_wager(wager), clause=f"3.{number}")
        for place, table in enumerate(wager.pay_tables, 1):
            page.gap()
            page.entry(
                f"wagers.{wager.name}.pay-tables", **_pay_table(table), clause=f"3.{number}.{place}", rows=table.rows
            )


def _wager(wager: WagerRule) -> dict[str, object]:
    made: dict[str, object] = {"title": wager.title, "kind": wager.kind}
    made |= {"if": _condition(wager.when)} if wager.when else {}
    made |= {"requires": list(wager.requires)} if wager.requires else {}
    made |= {key: f"${cents / 100:,.2f}" for key in ("least", "most", "step") if (cents := getattr(wager, key))}
    return made | ({"mandatory": True} if wager.mandatory else {})


def _pay_table(table: PayTable) -> dict[str, object]:
    made: dict[str, object] = {"label": table.label} if table.label else {}
    made |= {"name": table.name} if table.name != "main" else {}
    made |= {"to": table.to} if table.to != "player" else {}
    made |= {"at-least": True} if table.at_least else {}
    return made | ({"if": _condition(table.when)} if table.when else {})


def _condition(condition: dict[str, list[bool | int | str]]) -> dict[str, object]:
    return {name: values[0] if len(values) == 1 else values for name, values in condition.items()}


def _limits(page: Page, model: Rulebook) -> None:
    if not model.payout_limits:
        return
    page.heading("4. Payout limits: `fixed` by the rules, or for the house to set, not below `at-least`")
    for number, limit in enumerate(model.payout_limits, 1):
        made: dict[str, object] = {"name": limit.name}
        made |= {"wagers": list(limit.wagers)} if limit.wagers else {}
        made |= {"scope": limit.scope}
        money = {"fixed": limit.fixed, "at-least": limit.at_least}
        made |= {key: f"${cents / 100:,.2f}" for key, cents in money.items() if cents}
        made |= {"or-best-at-minimum": True} if limit.or_best_at_minimum else {}
        made |= {"times": dict(limit.times)} if limit.times else {}
        page.gap()
        page.entry("payout-limits", **made, clause=f"4.{number}")


def _irregularities(page: Page, model: Rulebook) -> None:
    if not model.irregularities:
        return
    page.heading("5. Irregularities: `when` it may be declared `at` which stages, `by` whom, and the `ruling` it gets")
    for number, entry in enumerate(model.irregularities, 1):
        page.gap()
        page.entry("irregularities", **_irregularity(entry), clause=f"5.{number}", says=_plain(entry.when))


def _irregularity(entry: Irregularity) -> dict[str, object]:
    made: dict[str, object] = {"when": entry.when}
    made |= {"at": list(entry.at)} if entry.at else {}
    made |= {"if": _condition(entry.condition)} if entry.condition else {}
    made |= {"by": entry.by} if entry.by != "dealer" else {}
    made |= _remedy(entry.remedy)
    choices = [_remedy(choice) | {"says": choice.says or _plain(choice.ruling)} for choice in entry.choices]
    return made | ({"choices": choices} if choices else {})


def _remedy(remedy: Remedy) -> dict[str, object]:
    return {"ruling": remedy.ruling} | ({"with": dict(remedy.terms)} if remedy.terms else {})


def _plain(name: str) -> str:
    return f"{name.replace('-', ' ').capitalize()}."


def _procedures(page: Page, model: Rulebook) -> None:
    if not model.procedures:
        return
    page.heading("6. Procedures: what is done around the game, with the values that the house works by")
    for number, procedure in enumerate(model.procedures, 1):
        page.gap()
        entry = {"name": procedure.name, "clause": f"6.{number}", "says": _plain(procedure.name)}
        page.entry("procedures", **entry, values=procedure.values)
