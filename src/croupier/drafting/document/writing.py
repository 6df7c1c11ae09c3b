"""What was read, as a rulebook file: every entry with its line, what is not sure as a comment, damage as a reading."""

import datetime

from croupier.drafting.document.placing import Placed
from croupier.drafting.document.reading import Found
from croupier.drafting.document.rules import Read
from croupier.rulebook.compare import words as told
from croupier.rulebook.editing.toml_text import Page, pair

HEAD = """Read from a document by `croupier draft`. Every entry names the line it was read from. What is missing here is
a fault of the check; comments say what was seen and not placed. `croupier rulebooks --check` lists what is
left to do."""


def text_of(found: Found, house: str, document: str, day: datetime.date) -> str:
    """The draft as a file; the same document gives the same bytes."""
    page = Page()
    page.says(HEAD)
    title = found.known.books[-1].title if found.known.books else found.game.replace("-", " ").title()
    page.pairs(format=1, property=house, game=found.game, title=title, approved=day)
    page.pairs(source={"document": document, "lines": [found.first, found.last]})
    _settings(page, found)
    _stages(page, found)
    _wagers(page, found)
    _irregularities(page, found)
    _readings(page, found)
    _left(page, found)
    return page.text


def _settings(page: Page, found: Found) -> None:
    page.heading("Rules with a value, and options")
    for read in found.settings:
        page.gap()
        table = f"{'options' if read.like.optional else 'rules'}.{read.name}"
        pairs = _setting(read) | {"clause": read.clause.id or "1", "line": read.clause.first, "says": _said(read)}
        if read.stands:
            page.table(table, **pairs)
            continue
        page.says(f"Line {read.clause.first} seems to speak of this. Other books make of such words:")
        page.line(f"# [{table}]")
        for key, value in pairs.items():
            for line in pair(key, value).split("\n"):
                page.line(f"# {line}")


def _stages(page: Page, found: Found) -> None:
    if found.stages:
        page.heading("The round")
    for read in found.stages:
        page.gap()
        page.table(f"stages.{read.name}", clause=read.clause.id or "1", line=read.clause.first, says=_said(read))


def _setting(read: Read) -> dict[str, object]:
    if not read.like.optional:
        return {"value": read.value}
    if read.like.choices:
        return {"choices": list(read.like.choices), "default": read.value}
    most = {} if read.like.most is None else {"most": read.like.most}
    return {"least": read.like.least, **most, "default": read.value}


def _said(read: Read) -> str:
    """The first sentence of the passage, which whoever goes on puts into words of his own."""
    first = read.clause.text.split(". ")[0].strip()
    return first[:240] or read.name


def _wagers(page: Page, found: Found) -> None:
    page.heading("Wagers and what they pay")
    order = list(dict.fromkeys(placed.wager for placed in found.placed))
    for name in order:
        tables = [placed for placed in found.placed if placed.wager == name]
        rule = found.known.wager(name)
        line = min(match.row.line for placed in tables for match in placed.rows)
        page.gap()
        page.table(
            f"wagers.{name}",
            title=rule.title if rule else name.replace("-", " ").title(),
            kind=rule.kind if rule else "side",
            clause=found.clause_at(line),
            line=line,
        )
        for number, placed in enumerate(tables, 1):
            page.gap()
            page.entry(f"wagers.{name}.pay-tables", **_pay_table(placed, found, number, len(tables)))


def _pay_table(placed: Placed, found: Found, number: int, of: int) -> dict[str, object]:
    line = placed.rows[0].row.line
    rule = found.known.wager(placed.wager)
    title = rule.title if rule else placed.wager.replace("-", " ").title()
    same = f" {number}" if of > 1 and not placed.label else ""
    made: dict[str, object] = {"label": f"{placed.label or title}{same}"}
    if placed.table != "main":
        made["name"] = placed.table
    to = next((t.to for t in rule.pay_tables if t.name == placed.table), "player") if rule else "player"
    made |= {"to": to} if to != "player" else {}
    made |= {"clause": found.clause_at(line), "line": line}
    return made | {"rows": [[match.outcome, match.row.odds.odds] for match in placed.rows]}


def _irregularities(page: Page, found: Found) -> None:
    page.heading("Irregularities")
    for read in sorted(found.irregularities, key=lambda read: read.clause.first):
        page.gap()
        entry = read.like
        pairs: dict[str, object] = {"when": read.name, "clause": read.clause.id or "1", "line": read.clause.first}
        pairs |= {"at": list(entry.at)} if entry.at else {}
        pairs |= {"by": entry.by} if entry.by != "dealer" else {}
        pairs |= {"says": _said(read), "ruling": entry.remedy.ruling}
        if entry.remedy.terms:
            pairs["with"] = dict(entry.remedy.terms)
        choices = [{"ruling": c.ruling, "with": dict(c.terms), "says": c.says} for c in entry.choices]
        pairs |= {"choices": choices} if choices else {}
        page.entry("irregularities", **pairs)


def _readings(page: Page, found: Found) -> None:
    """What a scan has damaged, and rows whose words are only like those of the outcome."""
    page.heading("Readings")
    seen: set[tuple[int, str]] = set()
    for placed in found.placed:
        for match in placed.rows:
            row = match.row
            key = (row.line, row.odds.damaged if row.odds.damaged else match.outcome)
            if key in seen or not (row.odds.damaged or match.guessed):
                continue
            seen.add(key)
            page.gap()
            if row.odds.damaged:
                gap, read_as, because = (
                    f"The line prints {row.odds.damaged!r} for {row.label}.",
                    row.odds.odds,
                    "letters and figures that a scan confuses are read as the figures they resemble",
                )
            else:
                gap, read_as, because = (
                    f"The row is called {row.label!r}.",
                    match.outcome.replace("-", " "),
                    "no other outcome of the wager is as near, and no other row is as near to it",
                )
            entry = {"line": row.line, "gap": gap, "read-as": read_as, "because": because, "touches": [placed.wager]}
            page.entry("readings", **entry)

    for read in found.settings:
        if read.agreed and not read.sure:
            gap = f"Whether this passage states {_spoken(read.name)} with this value is not sure."
            likest = "it is likest to what other books say of that, and all of them have this value"
            _doubted(page, read, gap, f"It does: {told(read.value)}.", likest)

    for read in found.irregularities:
        if not read.sure:
            gap = f"Whether this passage is about {_spoken(read.name)}, and leaves no other remedy, is not sure."
            likest = "it is likest to what other books say of that, and speaks of the remedy"
            _doubted(page, read, gap, f"It is, and the remedy is: {_spoken(read.value)}.", likest)


def _spoken(name: object) -> str:
    return str(name).replace("-", " ")


def _doubted(page: Page, read: Read, gap: str, read_as: str, because: str) -> None:
    """A passage that was taken for something, said as a reading."""
    page.gap()
    entry = {"line": read.clause.first, "gap": gap, "read-as": read_as, "because": because, "touches": [read.name]}
    page.entry("readings", **entry)


def _left(page: Page, found: Found) -> None:
    if not found.left:
        return
    page.heading("Not placed: each of these lines is still to be read")
    for unplaced in found.left:
        where = f"line {unplaced.line}: " if unplaced.line else ""
        page.line(f"# {where}{unplaced.text} ({unplaced.why})"[:300])
