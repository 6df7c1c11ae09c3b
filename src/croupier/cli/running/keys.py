"""`croupier keys`: the keys that the record does not hold, what is encrypted under each, and new ones."""

import os
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli import Mistake, say
from croupier.cli.running import DATABASE


def register(app: typer.Typer) -> None:
    app.command()(keys)


def keys(
    database: Annotated[str, typer.Option(help="The record: a file of SQLite, or a postgresql:// address.")] = DATABASE,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="The keys, one a line; else those of CROUPIER_KEY.")
    ] = None,
    new: Annotated[
        Path | None, typer.Option("--new", metavar="FILE", help="Put a new key before those of this file.")
    ] = None,
    renew: Annotated[bool, typer.Option("--renew", help="Encrypt everything anew under the newest key.")] = False,
) -> None:
    """List the house's keys and what is encrypted under each; make a new one; encrypt everything anew under it.

    Orders of shoes that are still to be dealt and the secrets of authenticators are encrypted under a key that the
    record does not hold. To change it: --new, start every server with the file, then --renew; the house stays open.

    For example:
        croupier keys --new house.key
        croupier keys --key house.key --database house/croupier.sqlite3
        croupier keys --key house.key --renew
    """
    if new is not None:
        if renew:
            raise Mistake("first --new, then every server starts with the new key, then --renew: not both at once")
        say(f"{new} begins with the new key {_new(new)}. Keep a copy of it apart from the record.")
        return
    _given(key)
    from croupier.cli.running.database import existing
    from croupier.house.keys import changing as used
    from croupier.house.keys.keyring import ring

    storage = existing(database)
    if renew:
        typer.echo(_renewed(storage))
    with storage.reading() as conn:
        found = used.standing(conn)
    names = ring().names
    for place, name in enumerate(names):
        held = found.get(name)
        typer.echo(f"{name}  {'in use' if place == 0 else 'old'}: {held.words if held else 'nothing'}")
    for name, held in found.items():
        if name not in names:
            typer.echo(f"{name or 'none':8}  {'MISSING' if name else 'not encrypted'}: {held.words}")
    if not names and not found:
        say("No key is given, and nothing here is encrypted. croupier keys --new FILE makes a key.")
    if any(name and name not in names for name in found):
        raise typer.Exit(1)


def _given(file: Path | None) -> None:
    """The keys of a file take the place of those in the environment."""
    if file is not None:
        from croupier.cli.running.settings import secret
        from croupier.house.keys.keyring import VARIABLE

        os.environ[VARIABLE] = secret(str(file))


def _new(file: Path) -> str:
    """A key before those that are there; the file is its owner's alone, and whole or as it was at any moment."""
    from croupier.house.keys.keyring import name_of
    from croupier.house.record.database.new_files import PRIVATE, write_over

    made = os.urandom(32).hex()
    try:
        before = file.read_text() if file.exists() else ""
    except UnicodeDecodeError:
        raise Mistake(f"{file} is no file of keys: name another one") from None
    for number, line in enumerate(before.splitlines(), 1):
        if len(line.split()) > 1 or line.startswith("["):  # a configuration, say
            raise Mistake(f"{file} is no file of keys (line {number} is none): name another one")
    write_over(file, f"{made}\n{before}".encode(), PRIVATE)
    return name_of(made.encode())


def _renewed(storage: object) -> str:
    from croupier.house.keys import changing as used
    from croupier.house.keys.keyring import ring
    from croupier.house.record.clock import Sources
    from croupier.house.record.database.storage import Storage
    from croupier.house.record.errors import Broken
    from croupier.house.record.writer import Writer

    assert isinstance(storage, Storage)
    writer = Writer(storage)
    try:
        done = used.renew(writer, Sources(), ring())
    except Broken as broken:
        raise Mistake(str(broken)) from None
    finally:
        writer.close()
    return f"Encrypted anew under {done.key}: {done.words}."
