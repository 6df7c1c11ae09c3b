"""A rulebook as data for other programs, and as pages for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.equipment.money import short_money
from croupier.rulebook.compare import words
from croupier.rulebook.model import Irregularity, PayTable, Reading, Rulebook, Setting, WagerRule

if TYPE_CHECKING:
    from rich.console import Console


def as_json(book: Rulebook) -> dict[str, Any]:
    """Plain data; odds as printed."""
    return {
        "property": book.property,
        "game": book.game,
        "title": book.title,
        "submitted": str(book.submitted) if book.submitted else None,
        "approved": str(book.approved),
        "document": book.document,
        "lines": list(book.lines),
        "source": book.source,
        "wagers": [_wager(w) for w in book.wagers.values()],
        "options": [_option(s) for s in book.settings.values() if s.optional],
        "exclusions": [{"if": e.together, "clause": e.clause, "line": e.line, "says": e.says} for e in book.exclusions],
        "rules": [_rule(s) for s in book.settings.values() if not s.optional],
        "stages": [{"name": s.name, "clause": s.clause, "line": s.line, "says": s.says} for s in book.stages.values()],
        "irregularities": [_irregularity(i) for i in book.irregularities],
        "procedures": [
            {"name": p.name, "clause": p.clause, "lines": list(p.lines), "says": p.says, "values": p.values}
            for p in book.procedures
        ],
        "payout_limits": [
            {
                "name": x.name,
                "clause": x.clause,
                "line": x.line,
                "scope": x.scope,
                "wagers": list(x.wagers),
                "fixed": x.fixed,
                "at_least": x.at_least,
                "or_best_at_minimum": x.or_best_at_minimum,
                "says": x.says,
            }
            for x in book.payout_limits
        ],
        "readings": [_reading(r) for r in book.readings],
    }


def _wager(w: WagerRule) -> dict[str, Any]:
    return {
        "name": w.name,
        "title": w.title,
        "kind": w.kind,
        "clause": w.clause,
        "line": w.line,
        "says": w.says,
        "requires": list(w.requires),
        "least": w.least,
        "most": w.most,
        "step": w.step,
        **({"sees": w.sees, "outcomes": w.outcomes, "on": list(w.on), "placed": w.placed} if w.sees else {}),
        "pay_tables": [_table(t) for t in w.pay_tables],
    }


def _table(t: PayTable) -> dict[str, Any]:
    return {
        "label": t.label or t.name,
        "name": t.name,
        "clause": t.clause,
        "line": t.line,
        "at_least": t.at_least,
        "to": t.to,
        "if": t.when,
        "rows": [[outcome, str(odds)] for outcome, odds in t.rows],
    }


def _option(s: Setting) -> dict[str, Any]:
    choices = list(s.choices) if s.choices else {"least": s.least, "most": s.most}
    return {"name": s.name, "choices": choices, "default": s.value, "clause": s.clause, "line": s.line, "says": s.says}


def _rule(s: Setting) -> dict[str, Any]:
    return {"name": s.name, "value": s.value, "clause": s.clause, "line": s.line, "says": s.says}


def _irregularity(i: Irregularity) -> dict[str, Any]:
    return {
        "clause": i.clause,
        "line": i.line,
        "when": i.when,
        "says": i.says,
        "ruling": i.remedy.ruling,
        "with": i.remedy.terms,
        "at": list(i.at),
        "by": i.by,
        "if": i.condition,
        "choices": [{"ruling": c.ruling, "says": c.says, "with": c.terms} for c in i.choices],
    }


def _reading(r: Reading) -> dict[str, Any]:
    return {
        "lines": list(r.lines),
        "gap": r.gap,
        "read_as": r.read_as,
        "because": r.because,
        "touches": list(r.touches),
    }


def show(book: Rulebook, console: Console) -> None:
    """The rulebook as a person would want to read it."""
    from rich.markup import escape
    from rich.padding import Padding
    from rich.rule import Rule
    from rich.table import Table

    def section(title: str) -> None:
        console.print()
        console.print(Rule(title, align="left", style="dim"))

    def cited(clause: str, line: int) -> str:
        return f"[dim]{escape(clause)}{f' · line {line}' if line else ''}[/dim]"

    dates = f"approved {book.approved}" + (f", submitted {book.submitted}" if book.submitted else "")
    console.print(f"[bold]{book.title}[/bold] at {book.property}, {dates}")
    console.print(f"[dim]{escape(book.source)}[/dim]")
    section("Wagers")
    for wager in book.wagers.values():
        limits = ", ".join(
            f"{k} {short_money(v)}"
            for k, v in (("from", wager.least), ("to", wager.most), ("in steps of", wager.step))
            if v
        )
        console.print(
            f"[bold]{wager.title}[/bold] [dim]({wager.name}, {wager.kind}{', ' + limits if limits else ''})[/dim] "
            f"{escape(wager.says)} {cited(wager.clause, wager.line)}"
        )
        for table in wager.pay_tables:
            least = ", at least" if table.at_least else ""
            when = "".join(f"; {k} {', '.join(map(words, v))}" for k, v in table.when.items())
            to = ", to the toke pool" if table.to != "player" else ""
            title = f"{table.label or table.name}{least}{to}{when}  ·  {table.clause}, line {table.line}"
            console.print(Padding(f"[dim]{escape(title)}[/dim]", (0, 0, 0, 3), expand=False))
            grid = Table(show_header=False, box=None, padding=(0, 3, 0, 0))
            for outcome, odds in table.rows:
                grid.add_row(outcome, str(odds))
            console.print(Padding(grid, (0, 0, 0, 5), expand=False))
    section("What the house may choose")
    for setting in book.settings.values():
        if setting.optional:
            choices = " | ".join(map(words, setting.choices)) or f"{setting.least} to {setting.most or 'any'}"
            console.print(
                f"[bold]{setting.name}[/bold] = {escape(choices)} [dim](default {escape(words(setting.value))})[/dim] "
                f"{escape(setting.says)} {cited(setting.clause, setting.line)}"
            )
    for exclusion in book.exclusions:
        choices = " with ".join(f"{name} {' or '.join(map(words, v))}" for name, v in exclusion.together.items())
        console.print(
            f"Not together: [bold]{escape(choices)}[/bold]. {escape(exclusion.says)} "
            f"{cited(exclusion.clause, exclusion.line)}"
        )
    section("Rules")
    for setting in book.settings.values():
        if not setting.optional:
            console.print(
                f"[bold]{setting.name}[/bold] = {escape(words(setting.value))}. {escape(setting.says)} "
                f"{cited(setting.clause, setting.line)}"
            )
    section("The round")
    for stage in book.stages.values():
        console.print(f"[bold]{stage.name}[/bold]: {escape(stage.says)} {cited(stage.clause, stage.line)}")
    section("Irregularities")
    for i in book.irregularities:
        console.print(f"[bold]{i.when}[/bold] → {i.remedy.ruling}: {escape(i.says)} {cited(i.clause, i.line)}")
        for choice in i.choices:
            console.print(f"    or {choice.ruling}: {escape(choice.says)}")
    if book.payout_limits:
        section("Payout limits")
        for limit in book.payout_limits:
            console.print(f"[bold]{limit.name}[/bold]: {escape(limit.says)} {cited(limit.clause, limit.line)}")
    section("Procedures")
    for procedure in book.procedures:
        console.print(
            f"[bold]{procedure.name}[/bold]: {escape(procedure.says)} {cited(procedure.clause, procedure.line)}"
        )
    section("Readings: where the text is damaged, silent or contradicts itself")
    for reading in book.readings:
        console.print(
            f"[dim]line {', '.join(map(str, reading.lines))}[/dim] {escape(reading.gap)} "
            f"[bold]Read as:[/bold] {escape(reading.read_as)} [dim]Because: {escape(reading.because)}[/dim]"
        )
