"""The record that a command works on: opened and brought up to date, or there already and looked at as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import Mistake

if TYPE_CHECKING:
    from croupier.house.record.database.storage import Storage

Database = Annotated[
    str, typer.Option(help="The record: a file of SQLite, or a postgresql:// address.", show_default=True)
]
HERE = "house/croupier.sqlite3"
NO_RECORD = "{} is no record of a house: it is empty, or something else's"


def named(database: str) -> Storage:
    """The database of this name, not yet looked at; refused in words where the name is none."""
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError

    from croupier.house.record.database.storage import Storage

    try:
        return Storage(database) if "://" in database else Storage.file(database)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError):
        says = f"{database!r} names no database. Give a file, sqlite:///FILE or postgresql://USER@HOST/NAME."
        raise typer.BadParameter(says) from None


def open_storage(database: str) -> Storage:
    """The database, brought up to date; refused in words where there is none to be had."""
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.house.record.database.storage import Foreign

    storage = named(database)
    try:
        if "://" not in database:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        storage.migrate()
    except Foreign as other:
        raise typer.BadParameter(f"{hidden(database)} can't be used: {other}.") from None
    except (SQLAlchemyError, OSError) as error:
        words = str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__]
        raise typer.BadParameter(f"The database {hidden(database)} can't be used: {words[0]}") from None
    return storage


def existing(database: str, older: bool = False) -> Storage:
    """A record that is there and of this program's version, or `older`; refused in words where none is."""
    if "://" not in database and not Path(database).is_file():
        raise Mistake(f"{database}: there is no such record; name it with --database")
    if "://" not in database and not Path(database).stat().st_size:  # to open it would make a database of it
        raise Mistake(NO_RECORD.format(database))
    storage = named(database)
    _of_this_version(storage, database, older)
    return storage


def _of_this_version(storage: Storage, database: str, older: bool) -> None:
    """Refuse what this program would misread."""
    from sqlalchemy.exc import DBAPIError

    from croupier.house.record.database.storage import Foreign

    named = hidden(database)
    try:
        with storage.reading() as conn:
            there, newest = storage.version(conn)
    except Foreign as other:
        raise Mistake(f"{named} can't be used: {other}") from None
    except DBAPIError as error:
        raise Mistake(f"{named} can't be read: {str(error.orig).partition(chr(10))[0]}") from None
    if there is None:
        raise Mistake(NO_RECORD.format(named))
    if there != newest and not older:
        raise Mistake(
            f"{named} is of version {there}, this program is of {newest}: open it once with croupier floor, or make a "
            "copy (croupier backup) and a record from it (croupier restore), which is brought to this version"
        )


def hidden(database: str) -> str:
    """An address without the password in it."""
    before, at, after = database.rpartition("@")
    return f"{before.rpartition(':')[0]}:…@{after}" if at and ":" in before.partition("://")[2] else database
