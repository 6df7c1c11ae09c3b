"""`croupier house`: a house of one's own, set up from a file and written to one."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import Mistake, say, writable
from croupier.cli.rulebooks.drafting import fault_lines

if TYPE_CHECKING:
    from croupier.house.plan.model import HousePlan

TASKS = {"new": "new FILE --property NAME", "init": "init FILE", "check": "check FILE", "export": "export"}


def register(app: typer.Typer) -> None:
    app.command()(house)


def house(
    what: Annotated[
        list[str], typer.Argument(metavar="new FILE | check FILE | init FILE | export", help="What is to be done.")
    ],
    database: Annotated[
        str, typer.Option(help="A file for SQLite, or a postgresql:// address.")
    ] = "house/croupier.sqlite3",
    to: Annotated[str | None, typer.Option(help="With export: the file to write, instead of the screen.")] = None,
    property_: Annotated[
        str | None,
        typer.Option("--property", help="With new: whose games are dealt (see croupier rulebooks)."),
    ] = None,
) -> None:
    """Write a first plan, check a plan, set up a house of your own from one, or write down the house that is there.

    A plan is a TOML file: the properties that the house runs, its name and mark, time zone and gaming day, chips, pits,
    tables with their postings, and people with their roles at each property. A file with a fault changes nothing.
    Everybody's one-time password is shown once. docs/first-day.md walks through it.

    For example:
        croupier house new plan.toml --property oneida
        croupier house check plan.toml
        croupier house init plan.toml --database house/croupier.sqlite3
        croupier house export --to plan.toml
    """
    from croupier.rulebook.faults import one_of

    task, *names = what
    if task == "export" and not names:
        writable(to, "--to")
        _export(database, to)
    elif task == "new" and len(names) == 1 and property_:
        _new(Path(names[0]), property_)
    elif task in ("init", "check") and len(names) == 1:
        plan = _read(names[0])
        if task == "init":
            _init(plan, database)
        else:
            typer.echo(f"{names[0]}: {_counted(plan)}, no faults")
    elif task in TASKS:
        begun = "; house new FILE --property NAME writes a plan to begin with" if task in ("init", "check") else ""
        raise Mistake(f"house {' '.join(what)}: expected {TASKS[task]}{begun}")
    else:
        raise Mistake(f"house {task}: {one_of(task, TASKS)}")


def _new(path: Path, place: str) -> None:
    from croupier.house.plan.first_plan import first_plan
    from croupier.house.plan.writing import to_toml
    from croupier.rulebook import properties
    from croupier.rulebook.faults import one_of

    if place not in properties():
        raise Mistake(f"--property {place}: {one_of(place, properties())}")
    if path.exists():
        raise Mistake(f"{path}: it is there already, and is not written over")
    plan = first_plan(place)
    path.write_text(to_toml(plan))
    say(f"{path} is written: {_counted(plan)}. Make it yours, then: croupier house check {path}")


def _read(path: str) -> "HousePlan":
    """The plan of a file; every fault of it on a line of its own, and exit status 2."""
    from croupier.house.plan.reading import read_plan

    plan, found = read_plan(Path(path).read_bytes())
    if plan is None:
        typer.echo("\n".join(fault_lines(path, found)), err=True)
        raise typer.Exit(2)
    return plan


def _counted(plan: "HousePlan") -> str:
    return f"{plan.profile.name}, {len(plan.tables)} tables, {len(plan.people)} people"


def _init(plan: "HousePlan", database: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from croupier.cli.running.database import open_storage
    from croupier.house.house import House
    from croupier.house.plan.desk import HouseDesk
    from croupier.house.plan.model import SetUp

    async def whole() -> SetUp:
        there = House(open_storage(database))
        try:
            return await HouseDesk(there).set_up(plan)
        finally:
            await there.stop()

    done = asyncio.run(whole())
    console = Console(highlight=False)
    grid = Table("badge", "name", "roles", "one-time password", box=None, header_style="dim")
    grid.columns[0].no_wrap = grid.columns[3].no_wrap = True  # what is copied by hand is never cut
    for person in plan.people:
        roles = ", ".join(str(grant) for grant in person.roles)
        grid.add_row(person.badge, person.name, roles, done.passwords[person.badge])
    console.print(grid)
    console.print(
        f"{_counted(plan)}. The passwords are shown this once. croupier floor --database {database} opens it."
    )


def _export(database: str, to: str | None) -> None:
    from croupier.cli.running.database import existing
    from croupier.house.house import House
    from croupier.house.plan.desk import HouseDesk
    from croupier.house.plan.writing import to_toml

    async def whole() -> str:
        there = House(existing(database))
        try:
            return to_toml(HouseDesk(there).plan())
        finally:
            await there.stop()

    text = asyncio.run(whole())
    if to is None:
        typer.echo(text, nl=False)
    else:
        Path(to).write_text(text)
        typer.echo(f"{to} is written.")
