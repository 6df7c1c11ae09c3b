"""Replay: what an auditor runs."""

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typer

from croupier.cli import Mistake, is_mistake, one_line, say

if TYPE_CHECKING:
    from croupier.rounds.events import Settled

HISTORIES = (".phh", ".phhs", ".txt")


def replay_files(paths: list[Path], as_json: bool, quiet: bool) -> None:
    """One file as it is; several each under its name, and all that is wrong with any of them."""
    if len(paths) == 1:
        replay_journal(paths[0], as_json, quiet)
        return
    wrong, together = 0, {}
    for path in paths:
        try:
            if as_json:
                together[str(path)], fault = replayed(path)
                if fault is not None:
                    raise fault
            else:
                typer.echo(f"{path}")
                replay_journal(path, False, quiet)
        except Exception as error:
            if not is_mistake(error):
                raise
            wrong += 1
            typer.echo(f"croupier: {path}: {one_line(error).removeprefix(f'{path}: ')}", err=True)
    if as_json:
        typer.echo(json.dumps(together, indent=1))
    else:
        typer.echo(
            f"{len(paths)} files, {wrong} of them not as they should be" if wrong else f"{len(paths)} files agree"
        )
    if wrong:
        raise typer.Exit(2)


def convert_files(paths: list[Path], to: str) -> None:
    """Poker hands in another form: what cannot be read or written is named, and costs no other hand."""
    from croupier.poker.phh import convert

    if to not in ("phh", "text"):
        raise Mistake(f"--to {to}: hands are written as phh or text")
    for path in paths:
        if path.suffix.lower() not in HISTORIES:
            raise Mistake(f"{path}: only poker hand histories are written in another form ({', '.join(HISTORIES)})")
    written, errors = convert(paths, to)
    typer.echo(written, nl=False)
    for error in errors:
        typer.echo(f"croupier: {error}", err=True)
    if errors:
        raise typer.Exit(2)


def replayed(path: Path) -> tuple[Any, Exception | None]:
    """What a file came to, as JSON has it, and what is wrong with it."""
    if path.suffix.lower() in HISTORIES:
        from croupier.poker.phh import report

        text, errors = report(path, True)
        return json.loads(text or "null"), errors[0] if errors else None
    return _settled(path), None


def replay_journal(path: Path, as_json: bool, quiet: bool) -> None:
    if path.suffix.lower() in HISTORIES:
        from croupier.poker.phh import replay_command

        replay_command(path, as_json, quiet)
        return
    if as_json:
        typer.echo(json.dumps(_settled(path), indent=1))
        return
    from croupier.games import game_of
    from croupier.rounds.events import Ruled, Settled, Voided
    from croupier.rounds.journal import MemoryJournal, read_journal
    from croupier.rounds.replay import steps

    entries = read_journal(path)
    rounds, driver = 0, None
    for entry, driver in steps(entries, game_of):
        if entry.number == 1 and not quiet:
            opened = driver.opened
            say(
                f"{opened.table}: {opened.game} at {opened.property}, approved {opened.approved}, {opened.mode}, "
                f"chance {opened.chance}"
            )
        for event in entry.events if not quiet else ():
            if isinstance(event, Settled):
                typer.echo("\n".join(settled_lines(entry.number, event)))
            elif isinstance(event, Ruled):
                typer.echo(
                    f"  {entry.number:>6}  ruling on {event.when}: {event.ruling}, clause {event.clause}, by {event.by}"
                )
            elif isinstance(event, Voided):
                typer.echo(f"  {entry.number:>6}  round void (clause {event.clause})")
        rounds = driver.felt.round
    assert driver is not None and isinstance(driver.journal, MemoryJournal)
    sums = driver.table.balance()
    finished = f"{rounds - 1} round{'s' if rounds != 2 else ''}"
    typer.echo(
        f"{len(entries)} entries, {finished} finished, chain whole, every settlement agrees,\n"
        f"accounts sum to ${sums / 100:.2f}.\n"
        f"Last hash {driver.journal.head}"
    )


def _settled(path: Path) -> list[dict[str, object]]:
    """What happened at the table, entry by entry, each proved by playing it again."""
    from croupier.games import game_of
    from croupier.rounds.journal import read_journal
    from croupier.rounds.replay import steps

    return [
        {"entry": entry.number, "at": entry.at, **msgspec.to_builtins(event)}
        for entry, _ in steps(read_journal(path), game_of)
        for event in entry.events
    ]


def settled_lines(entry: int, event: "Settled") -> Iterator[str]:
    """A settlement and under it its reason, within 80 columns."""
    from croupier.equipment.money import money

    on = f" {event.on}" if event.on else ""
    odds = f" at {event.odds}" if event.odds else ""
    to = f" to the {event.to}" if event.to != "player" else ""
    table = f" ({event.table})" if event.table != "main" else ""
    yield (
        f"  {entry:>6}  position {event.position}: {event.wager}{on}{table} {event.result} "
        f"{money(event.net, sign=True)}{to}"
    )
    said = f"[{event.outcome}{odds}; {money(event.stake)}; clause {event.clause}] {event.because}"
    yield from textwrap.wrap(said, 80, initial_indent=" " * 10, subsequent_indent=" " * 10, break_on_hyphens=False)
