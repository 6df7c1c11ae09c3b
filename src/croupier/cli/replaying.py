"""Replay: what an auditor runs."""

import json
from pathlib import Path

import msgspec
import typer


def replay_journal(path: Path, as_json: bool, quiet: bool) -> None:
    if path.suffix.lower() in (".phh", ".phhs", ".txt"):
        from croupier.poker.phh import replay_command

        replay_command(path, as_json)
        return
    from croupier.games import game_of
    from croupier.rounds.events import Ruled, Settled, Voided
    from croupier.rounds.journal import MemoryJournal, read_journal
    from croupier.rounds.replay import steps

    entries = read_journal(path)
    found: list[dict[str, object]] = []
    rounds, driver = 0, None
    for entry, driver in steps(entries, game_of):
        if entry.number == 1 and not (quiet or as_json):
            opened = driver.opened
            typer.echo(
                f"{opened.table}: {opened.game} at {opened.property}, approved {opened.approved}, {opened.mode}, "
                f"chance {opened.chance}"
            )
        for event in entry.events:
            found.append({"entry": entry.number, "at": entry.at, **msgspec.to_builtins(event)})
            if quiet or as_json:
                continue
            if isinstance(event, Settled):
                typer.echo(f"  {entry.number:>6}  {settled_words(event)}")
            elif isinstance(event, Ruled):
                typer.echo(
                    f"  {entry.number:>6}  ruling on {event.when}: {event.ruling}, clause {event.clause}, by {event.by}"
                )
            elif isinstance(event, Voided):
                typer.echo(f"  {entry.number:>6}  round void (clause {event.clause})")
        rounds = driver.felt.round
    assert driver is not None and isinstance(driver.journal, MemoryJournal)
    if as_json:
        typer.echo(json.dumps(found, indent=1))
        return
    sums = driver.table.balance()
    typer.echo(
        f"{len(entries)} entries, {rounds - 1} rounds finished, chain whole, every settlement agrees, accounts sum "
        f"to ${sums / 100:.2f}. Last hash {driver.journal.head}"
    )


def settled_words(event: object) -> str:
    from croupier.equipment.money import money
    from croupier.rounds.events import Settled

    assert isinstance(event, Settled)
    on = f" {event.on}" if event.on else ""
    odds = f" at {event.odds}" if event.odds else ""
    to = f" to the {event.to}" if event.to != "player" else ""
    table = f" ({event.table})" if event.table != "main" else ""
    return (
        f"position {event.position}: {event.wager}{on}{table} {event.result} {money(event.net, sign=True)}{to}  "
        f"[{event.outcome}{odds}; {money(event.stake)}; clause {event.clause}] {event.because}"
    )
