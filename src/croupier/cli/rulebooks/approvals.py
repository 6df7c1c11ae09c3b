"""`croupier approvals`: which rules were approved when, and what a second body said."""

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    @app.command()
    def approvals(
        property: Annotated[
            str | None, typer.Argument(metavar="PROPERTY", help="Only this property, such as oneida.")
        ] = None,
        on: Annotated[str | None, typer.Option(help="Only what was in force on this day, such as 2020-01-31.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    ) -> None:
        """List when rules were submitted and approved, and since when they are in force.

        For example:
            croupier approvals oneida
            croupier approvals hard-rock-cincinnati --on 2020-06-30 --json
        """
        import datetime

        import msgspec

        from croupier.cli import Mistake, left_out
        from croupier.rulebook.approvals import approvals as recorded

        found = recorded(property)
        left_out(property)
        if on:
            try:
                day = datetime.date.fromisoformat(on)
            except ValueError:
                raise Mistake(f"{on!r} is no date; write it as 2019-12-05") from None
            found = [a for a in found if a.in_force(day)]
        if as_json:
            typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
            return
        if not found:
            raise Mistake(
                f"nothing approved is on record{f' for {property}' if property else ''}{f' on {on}' if on else ''}"
            )
        _list(found)


def _list(found: list) -> None:  # type: ignore[type-arg]
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for name in dict.fromkeys(a.property for a in found):
        grid = Table("game", "submitted", "approved", "until", "second body", box=None, header_style="dim")
        for column in grid.columns[:4]:
            column.no_wrap = True
        for a in found:
            if a.property != name:
                continue
            second = ""
            if a.poll:
                result = "carried" if a.poll.carried else "sent back"
                second = f"e-poll {a.poll.number} {result}, {a.poll.support} for"
            shelf = "" if a.on_shelf else " *"
            grid.add_row(a.game + shelf, str(a.submitted or ""), str(a.approved), str(a.until or ""), second)
        console.print(f"[bold]{name}[/bold]")
        console.print(grid)
    if any(not a.on_shelf for a in found):
        console.print("[dim]* known from the record only; no rulebook of that day is on the shelf.[/dim]")
