"""`croupier results`: what the floor won beside what its very wagers were worth."""

import asyncio
import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli import Mistake, writable
from croupier.cli.running import DATABASE

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.house.results.desk import Answer

SHOWN = ("tables", "dealers", "counts", "patrons", "counting", "review", "meters")
LINE = ("rounds", "win", "expected", "deviations", "flagged")
COLUMNS = {  # what 80 letters have room for; --json has it all
    "tables": ("table", "game", "win", "expected", "deviations", "drop", "hold", "pace", "flagged"),
    "games": ("game", *LINE),
    "wagers": ("game", "wager", *LINE),
    "dealers": ("dealer", *LINE),
    "days": ("day", *LINE),
    "counts": ("dealer", "counts", "hours", "cents", "an_hour", "deviations", "flagged"),
    "patrons": ("patron", "most_at", "hours", "average", "expected", "win", "comp", "flagged"),
    "counting": ("patron", "wager", "shoes", "least", "most", "gained", "deviations", "flagged"),
    "meters": ("meter", "shown", "liability", "break_even", "share", "days"),
}
ROWS_SHOWN = 20
HEADINGS = {  # where a field's name is not what people say
    "deviations": "SD off", "flagged": "flag", "investigate": "look", "cents": "differ", "an_hour": "an hour",
    "most_at": "most at", "break_even": "even at", "liability": "owed", "pace": "an hour",
}  # fmt: skip
NOTED = ("tables",)  # the name of the game has no room beside the figures
WRAPPED = ("game", "wager")
LEFT = (*WRAPPED, "most_at", "")
WHOLE_DOLLARS = 1_000_000  # cents: from $10,000 on they would only take the room of a name


def register(app: typer.Typer) -> None:
    app.command()(results)


def results(
    property: Annotated[str, typer.Argument(help="The property; default: the first with a table.")] = "",
    what: Annotated[str, typer.Option("--list", help="One list: tables, games, wagers, dealers and so on.")] = "",
    first: Annotated[str, typer.Option(help="The first gaming day; default: 30 days.")] = "",
    last: Annotated[str, typer.Option(help="The last gaming day; default: today.")] = "",
    table: Annotated[str, typer.Option(help="One table alone.")] = "",
    quick: Annotated[
        bool, typer.Option(help="What is known at once: no odds are counted, no rounds replayed.")
    ] = False,
    fill: Annotated[bool, typer.Option(help="Make the rows that journals from before lack, and end.")] = False,
    check: Annotated[bool, typer.Option(help="Hold every row to its journal, and end.")] = False,
    to: Annotated[str | None, typer.Option(help="Write one list to this file, as CSV.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    database: Annotated[str, typer.Option(help="A file for SQLite, or a postgresql:// address.")] = DATABASE,
) -> None:
    """What tables, games, wagers, dealers and patrons won beside the exact worth of the very wagers that were made.

    With a band that is honest for skewed payoffs, flags that allow for how many rows were looked at, hold, drop and
    pace, ratings and comps, the 30-day review, wagers that follow the cards, counts by dealer and meters.

    For example:
        croupier results
        croupier results hard-rock-cincinnati --first 2026-10-01 --last 2026-10-30
        croupier results --list patrons --to patrons.csv
        croupier results --fill
    """
    from croupier.house.results.sheets import LISTS

    if what and what not in LISTS:
        raise Mistake(f"results --list {what}: there are {', '.join(LISTS)}")
    if to is not None and not what:
        raise Mistake("results --to: name the list with --list")
    writable(to, "--to")
    days = (_day(first, "--first"), _day(last, "--last"))
    asyncio.run(_whole(database, property, days, table, (what, to, as_json), (quick, fill, check)))


def _day(text: str, option: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text) if text else None
    except ValueError:
        raise Mistake(f"results {option} {text}: write a day as 2026-11-16") from None


async def _whole(
    database: str,
    place: str,
    days: tuple[datetime.date | None, datetime.date | None],
    table: str,
    shown: tuple[str, str | None, bool],
    ways: tuple[bool, bool, bool],
) -> None:
    from rich.console import Console

    from croupier.cli.running.database import existing
    from croupier.house.house import House
    from croupier.house.results.desk import AskedPeriod, ResultsDesk, complete

    house = House(existing(database))
    quick, fill, check = ways
    try:
        if fill or check:
            _rows(house, fill)
            return
        with house.storage.reading() as conn:
            places = list(dict.fromkeys(one.property for one in house.tables.everyone(conn)))
        if not places:
            raise Mistake("results: this house has no tables yet")
        desk, asked = (
            ResultsDesk(house),
            AskedPeriod(property=place or places[0], first=days[0], last=days[1], table=table),
        )
        if place and place not in places:
            raise Mistake(f"results {place}: this house has tables at {', '.join(places)}")
        with Console(stderr=True).status("Adding up") as status:
            answer = desk.answer(asked) if quick else complete(desk, asked, lambda words: status.update(words))
        _show(answer, *shown)
    finally:
        await house.stop()


def _rows(house: Any, fill: bool) -> None:
    from croupier.house.results import rows_from_journals

    with house.storage.reading() as conn:
        names = rows_from_journals.journals_with_results(conn)
    done = rows_from_journals.fill(house.storage, house.writer if fill else None, names)
    rows, missing, differing = (sum(getattr(one, name) for one in done) for name in ("rows", "missing", "differing"))
    said = "were added" if fill else "are missing"
    typer.echo(f"{len(done):,} journals, {rows:,} rows: {missing:,} {said}, {differing:,} differ")
    for one in done:
        if one.broken:
            typer.echo(f"  {one.journal} can't be played again: {one.broken}")
        elif one.differing or (one.missing and not fill):
            typer.echo(f"  {one.journal}: {one.missing:,} missing, {one.differing:,} differ")
    if differing or (missing and not fill) or any(one.broken for one in done):
        raise typer.Exit(1)


def _show(answer: "Answer", what: str, to: str | None, as_json: bool) -> None:
    from croupier.house.results.sheets import LISTS, as_csv, rows, summary

    if to is not None:
        found = rows(answer, what)
        Path(to).write_text(as_csv(found))
        typer.echo(f"{to} is written: {len(found):,} rows.")
        return
    names = (what,) if what else SHOWN
    if as_json:
        lists = {name: rows(answer, name) for name in ((what,) if what else LISTS)}
        typer.echo(json.dumps({**summary(answer), **lists}, indent=1))
        return
    _print(answer, names)


def _print(answer: "Answer", names: tuple[str, ...]) -> None:
    from rich.console import Console

    from croupier.equipment.money import money
    from croupier.house.results.sheets import rows, summary

    console, total = Console(highlight=False), summary(answer)
    console.print(f"[bold]{total['property']}[/bold], {total['first']} to {total['last']}, {total['rows']:,} rows")
    console.print(
        f"win {money(total['win'])}, expected {money(total['expected'])}, drop {money(total['drop'])}, "
        f"{total['rounds']:,} rounds"
    )
    if total["waiting_for_odds"]:
        console.print(f"odds not counted yet: {', '.join(total['waiting_for_odds'])}", style="dim")
    for name in names:
        if found := rows(answer, name):
            console.print()
            _grid(console, name, found, total["property"])


def _grid(console: "Console", name: str, found: list[dict[str, Any]], place: str) -> None:
    """One list as a table that 80 letters hold: names stand whole, and what game a table plays stands under it."""
    from rich.markup import escape
    from rich.table import Table

    from croupier.house.results.sheets import LISTS
    from croupier.odds.report.text import Footnotes

    columns = [c for c in COLUMNS.get(name, tuple(found[0])) if c != "game" or name not in NOTED]
    shown, notes = found[:ROWS_SHOWN], Footnotes()
    columns = [c for c in columns if c not in ("flagged", "investigate") or any(row[c] for row in shown)]
    grid = Table(title=LISTS[name][0], title_justify="left", box=None, pad_edge=False)
    for number, column in enumerate([*columns, *([""] if name in NOTED else [])]):
        left = not number or column in LEFT
        heading = HEADINGS.get(column, column.replace("_", " "))
        grid.add_column(heading, justify="left" if left else "right", no_wrap=column not in WRAPPED, header_style="dim")
    for row in shown:
        cells = [_cell(c, row[c]).removeprefix(f"{place}-" if c == "meter" else "") for c in columns]
        note = [notes.number(str(row["game"]))] if name in NOTED else []
        style = "red" if row.get("flagged") or row.get("investigate") else ""
        grid.add_row(*map(escape, [*cells, *note]), style=style)
    console.print(grid)
    notes.print(console)
    if len(found) > ROWS_SHOWN:
        console.print(f"and {len(found) - ROWS_SHOWN:,} more: --list {name} --json", style="dim")


def _cell(name: str, value: Any) -> str:
    from croupier.equipment.money import money, short_money
    from croupier.house.results.sheets import MONEY, SHARES

    if value is None:
        return ""
    if name in MONEY or name == "liability":
        return short_money(round(value, -2)) if abs(value) >= WHOLE_DOLLARS else money(value)
    if isinstance(value, bool):
        return "yes" if value else ""
    if name in SHARES:
        said = f"{value * 100:.2f} %"
    else:
        said = f"{value:,}" if isinstance(value, int | float) else str(value)
    return f"−{said[1:]}" if isinstance(value, int | float) and said.startswith("-") else said
