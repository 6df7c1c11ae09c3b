"""`croupier draft`: from the text of a document to a draft rulebook. `croupier studio`: such a file in the editor."""

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import Mistake, say, writable

if TYPE_CHECKING:
    import socket

    from croupier.drafting.document.measure import Measured
    from croupier.drafting.document.reading import Found

LOOPBACK, STUDIO_PORT = "127.0.0.1", 8022
SHOWN = 40  # lines of what was not placed that a screen shows


def register(app: typer.Typer) -> None:
    app.command()(draft)
    app.command()(studio)


def draft(
    file: Annotated[str, typer.Argument(metavar="FILE.txt", help="The text of a document; with --measure a folder.")],
    game: Annotated[str, typer.Option("--game", "-g", help="The game whose section is read.")] = "",
    property: Annotated[str, typer.Option("--property", "-p", help="The house that the draft is for.")] = "my-house",
    lines: Annotated[str, typer.Option(help="Where the section stands, such as 12887-13377.")] = "",
    on: Annotated[str | None, typer.Option(help="The day of approval; default: as the text says, else today.")] = None,
    out: Annotated[str | None, typer.Option(help="The file to write; default: GAME@DAY.toml here.")] = None,
    without: Annotated[str, typer.Option(help="Leave a property's books out of what is known beforehand.")] = "",
    measure: Annotated[
        bool, typer.Option("--measure", help="Read every document of a folder and compare with the books here.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="What was found, as JSON.")] = False,
) -> None:
    """Read a game's rules out of a document's text and write them as a draft rulebook.

    Sections, pay tables, rules and irregularities are found by their words and numbers. Every entry cites its line;
    what could not be placed is listed, and is a fault of the check until somebody settles it.

    For example:
        croupier draft rules.txt --game three-card-poker
        croupier draft packet.txt -g four-card-poker --lines 2252-2772 --out four-card-poker@2024-09-11.toml
        croupier draft documents --measure
    """
    if measure:
        _measure(file, as_json)
        return
    if not game:
        raise Mistake("draft: which game? Say --game, such as --game three-card-poker")
    from croupier.drafting.document.reading import read_document
    from croupier.drafting.document.writing import text_of
    from croupier.rulebook.library import day_of
    from croupier.rulebook.reading import SLUG

    if not SLUG.match(property):
        raise Mistake(f"--property {property}: expected lower case words joined by hyphens, such as my-house")
    source = Path(file)
    found = read_document(_text(source), game, _span(lines), without)
    day = day_of(on) or found.approved or datetime.date.today()
    to = Path(out or f"{game}@{day}.toml")
    writable(to, "--out")
    if to.exists():
        raise FileExistsError(17, "there is such a file already", str(to))
    text = text_of(found, property, source.name, day)
    to.write_text(text)
    _tell(found, to, text, day, as_json)


def studio(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A rulebook's file, such as roulette@2026-01-01.toml.")],
    port: Annotated[int, typer.Option(help="The port to listen at.", min=1, max=65535)] = STUDIO_PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the editor in a browser.")] = True,
) -> None:
    """Edit a rulebook's file in the browser, on this machine alone and without a house.

    Every field has its fault beside it, as croupier rulebooks --check finds it. Saving writes to the file at once and
    changes only the lines that it changes; where another program has changed the file meanwhile, nothing is saved.
    The key in the address is good until the command ends.

    For example:
        croupier studio house/roulette@2026-01-01.toml
        croupier studio house/roulette@2026-01-01.toml --no-browser --port 8080
    """
    import asyncio
    import secrets

    from croupier.cli.floor import listener_at

    path = Path(file)
    if path.is_dir():
        raise Mistake(f"{file}: that is a folder; name a rulebook's file in it")
    if not path.exists():
        raise FileNotFoundError(2, "No such file; croupier rulebooks new begins one", file)
    writable(file, "studio")
    asyncio.run(_edit(path, secrets.token_urlsafe(18), listener_at(LOOPBACK, port), browser))


async def _edit(path: Path, key: str, listener: "socket.socket", browser: bool) -> None:
    import contextlib

    import uvicorn

    from croupier.cli.floor import open_soon
    from croupier.drafting.on_disk import OwnFile
    from croupier.web.kit.line.connections import serving
    from croupier.web.studio.own_file import create_file_app

    with listener:
        port = listener.getsockname()[1]
        server = uvicorn.Server(serving(create_file_app(OwnFile(path), key), host=LOOPBACK, port=port))
        address = f"http://{LOOPBACK}:{port}/{key}"
        typer.echo(f"{path} is open at {address} (Ctrl+C ends it).")
        if browser:
            open_soon(address)
        with contextlib.suppress(KeyboardInterrupt):
            await server.serve(sockets=[listener])


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except UnicodeDecodeError:
        raise Mistake(f"{path}: expected the text of a document (UTF-8)") from None


def _span(lines: str) -> tuple[int, int] | None:
    if not lines:
        return None
    first, dash, last = lines.partition("-")
    if not (dash and first.strip().isdigit() and last.strip().isdigit() and 0 < int(first) <= int(last)):
        raise Mistake(f"--lines {lines}: expected FIRST-LAST, such as 12887-13377")
    return int(first), int(last)


def _tell(found: "Found", to: Path, text: str, day: datetime.date, as_json: bool) -> None:
    from croupier.drafting.check import faults_in

    faults = faults_in(text, f"{found.game}@{day}.toml")
    if as_json:
        whole = {
            "file": str(to),
            "lines": [found.first, found.last],
            "rows": found.rows,
            "rules": sum(read.sure for read in found.settings),
            "proposed": sum(not read.sure for read in found.settings),
            "irregularities": len(found.irregularities),
            "not_placed": [{"line": u.line, "text": u.text, "why": u.why} for u in found.left],
            "faults": [str(fault) for fault in faults],
        }
        typer.echo(json.dumps(whole, indent=1, ensure_ascii=False))
        return
    typer.echo(f"{to} is written, from lines {found.first} to {found.last}.")
    typer.echo(f"{found.rows} pay rows, {len(found.irregularities)} irregularities", nl=False)
    typer.echo(f", {sum(read.sure for read in found.settings)} rules or options", nl=False)
    typer.echo(f" and {sum(not read.sure for read in found.settings)} more proposed in comments.")
    for unplaced in found.left[:SHOWN]:
        typer.echo(f"  {f'line {unplaced.line}: ' if unplaced.line else ''}{unplaced.text}: {unplaced.why}")
    if len(found.left) > SHOWN:
        typer.echo(f"  and {len(found.left) - SHOWN} more, listed at the end of the file")
    typer.echo(f"{len(faults)} faults to settle: croupier rulebooks --check {to}")


def _measure(folder: str, as_json: bool) -> None:
    from croupier.drafting.document.measure import measure
    from croupier.odds.catalogue import progress

    with progress(1, True, "books") as step:
        found = measure(Path(folder), step)
    if not found:
        raise Mistake(f"{folder}: no document of any rulebook here is in it")
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
        return
    say("Each book's own section, read by what the other houses say: right/wrong (silently)/missed.")
    typer.echo(f"  {'pay rows':<20} {'rules and options':<20} irregularities")
    for line in found:
        typer.echo(f"{line.key}\n{_line(line)}")
    for part in ("rows", "options", "irregularities"):
        whole = sum((getattr(line, part) for line in found[1:]), getattr(found[0], part))
        name = {"rows": "pay rows", "options": "rules and options"}.get(part, part)
        wrong = f"{whole.wrong} wrong ({whole.silent} silently)"
        typer.echo(f"{name}: {whole.right} right, {wrong}, {whole.missed} missed: {whole.share:.1%} found")


def _line(found: "Measured") -> str:
    parts = [f"{s.right}/{s.wrong}({s.silent})/{s.missed}" for s in (found.rows, found.options, found.irregularities)]
    return f"  {parts[0]:<20} {parts[1]:<20} {parts[2]}"
