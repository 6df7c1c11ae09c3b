"""`croupier backup`, `restore`, `verify`: copies of the record, and the proof that one is whole."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import Mistake, say, writable
from croupier.cli.running.anchoring import held_to
from croupier.cli.running.database import HERE, Database, existing, named

if TYPE_CHECKING:
    from rich.progress import TaskID

    from croupier.house.proving import Anchor, Told
    from croupier.house.record.database.storage import Storage


def register(app: typer.Typer) -> None:
    @app.command()
    def backup(
        file: Annotated[str, typer.Argument(help="The copy to write; one that is there is never overwritten.")],
        database: Database = HERE,
        anchor: Annotated[str | None, typer.Option(help="Write what the copy holds to this file, too.")] = None,
    ) -> None:
        """Copy the record while the house is open.

        Keep the anchor apart from the copy: with it `croupier verify --anchor` proves later that a record, this one
        or a restored one, holds everything up to that instant.

        For example:
            croupier backup monday.sqlite3 --anchor monday.anchor
            croupier backup monday.dump --database postgresql://croupier@localhost/house
        """
        from rich.progress import Progress

        from croupier.house.record.database import backups

        writable(file, "backup")
        _for_an_anchor(anchor, "--anchor", file)
        storage = existing(database, older=True)  # before an upgrade it is copied as it is
        with Progress(transient=True) as bar:
            task = bar.add_task("copying", total=None)
            try:
                backups.copy(storage, Path(file), lambda done, total: bar.update(task, completed=done, total=total))
            except backups.NoCopy as error:
                raise Mistake(str(error)) from None
        held = _anchor(Path(file) if storage.is_sqlite else None, storage)
        say(f"Wrote {Path(file).resolve()}: {_words(held)}.")
        if anchor:
            _write(anchor, held)

    @app.command()
    def restore(
        file: Annotated[str, typer.Argument(help="A copy that croupier backup wrote.")],
        database: Annotated[str, typer.Option(help="A file that is not there yet, or an empty PostgreSQL database.")],
        anchor: Annotated[str | None, typer.Option(help="Prove that it holds all that this anchor names.")] = None,
    ) -> None:
        """Make a record from a copy, bring it to this program's version, and say how far it goes.

        For example:
            croupier restore monday.sqlite3 --database again/croupier.sqlite3 --anchor monday.anchor
        """
        from croupier.house.record.database import backups

        kept = _kept(anchor)
        storage = named(database)
        try:
            backups.restore(Path(file), storage)
        except backups.NoCopy as error:
            raise Mistake(str(error)) from None
        _brought_here(storage, file)
        _prove(storage, kept)
        _say_what_stays_closed(storage)

    @app.command()
    def verify(
        database: Database = HERE,
        anchor: Annotated[str | None, typer.Option(help="Prove that it holds all that this anchor names.")] = None,
        code: Annotated[str | None, typer.Option(help="The same by the code of an anchor on paper.")] = None,
        public_key: Annotated[
            list[str] | None, typer.Option(help="The house's public key, or a file with it; may be given again.")
        ] = None,
        authorities: Annotated[
            str | None, typer.Option(help="Certificates of time stamp authorities, in a file of the PEM form.")
        ] = None,
        write: Annotated[str | None, typer.Option("--write", help="Write a new anchor to this file.")] = None,
        since: Annotated[
            str | None, typer.Option(help="Walk only what came after this anchor; what came before is held to it.")
        ] = None,
        full: Annotated[bool, typer.Option("--full", help="Walk everything, also with --since.")] = False,
    ) -> None:
        """Walk every chain of the record: the book, the log, every journal. Exit status 1 where one is broken.

        A long record is walked whole from time to time, and in between from the last anchor on. Such a look does not
        read again what was sealed before the anchor: a row that somebody changed there may wait for the whole walk.

        For example:
            croupier verify
            croupier verify --anchor monday.anchor
            croupier verify --write tuesday.anchor
            croupier verify --since monday.anchor --write tuesday.anchor
            croupier verify --database january.croupier
            croupier verify --database log.pdf --public-key anchors.public
            croupier verify --code "1204 9X3K 0ATQ 77ZB 2M4E WR1C 8HJ5 N0PD VY6S"
        """
        if _is_period(database):
            from croupier.cli.running.periods import prove

            prove(Path(database), anchor or since, _code(code), public_key or [], authorities)
            return
        if _is_paper(database):
            _prove_paper(Path(database), public_key or [])
            return
        _for_an_anchor(write, "--write")
        if since and anchor:
            raise Mistake("--since holds the record to its anchor, too: give one of --since and --anchor")
        storage = existing(database)
        kept = _kept(since or anchor, public_key, authorities)
        held = _prove(storage, kept, _code(code), only_since=since is not None and not full)
        if write:
            _write(write, held)


def _brought_here(storage: Storage, file: str) -> None:
    """A record that was just made is brought to this program's version, or gone: nobody can use what it can't read."""
    from croupier.house.record.database.storage import Foreign

    try:
        storage.migrate()
    except BaseException as error:
        if storage.is_sqlite:
            storage.close()
            for left in ("", "-wal", "-shm", "-journal"):
                Path(f"{storage.url.database}{left}").unlink(missing_ok=True)
        if isinstance(error, Foreign):
            raise Mistake(f"{file} can't be used: {error}") from None
        raise


def _for_an_anchor(path: str | None, flag: str, copied: str = "") -> None:
    """Refuse a place for an anchor where something else lies that is worth more, the record before all."""
    import msgspec

    from croupier.house.anchors import signed

    writable(path, flag)
    if path is None:
        return
    if copied and Path(path).resolve() == Path(copied).resolve():
        raise Mistake(f"{flag} {path}: the copy goes there; give the anchor a file of its own")
    if not Path(path).exists():
        return
    try:
        there = signed.read(Path(path).read_bytes()) if Path(path).is_file() else None  # a device has no end
    except msgspec.MsgspecError:
        there = None
    if there is None:
        raise Mistake(f"{flag} {path}: it is there already, is no anchor, and is not written over")
    if isinstance(there, signed.Signed):
        raise Mistake(f"{flag} {path}: a signed anchor is there already, and this one would not be: name another file")


def _say_what_stays_closed(storage: Storage) -> None:
    """A copy holds no key: whoever restores it under another one hears what nobody can open."""
    from croupier.house.keys import changing, keyring

    with storage.reading() as conn:
        for under in changing.missing(conn, keyring.ring()):
            typer.echo(
                f"It is under a key that is not here, {under.key}: {under.words}. No table goes on with such an order "
                f"and no authenticator is asked until {keyring.VARIABLE} or files.key names it, too.",
                err=True,
            )


def _is_period(database: str) -> bool:
    """Whether this is a period that was handed out, and no record of a house."""
    if "://" in database or not Path(database).is_file():
        return False
    from croupier.house.periods.bundle import is_bundle

    return is_bundle(Path(database))


def _is_paper(database: str) -> bool:
    """Whether this is a paper that the house signed."""
    from croupier.house.anchors.papers import BEGINS

    if "://" in database or not Path(database).is_file():
        return False
    with Path(database).open("rb") as file:
        return file.read(len(BEGINS)) == BEGINS


def _prove_paper(file: Path, public_keys: list[str]) -> None:
    """Say who signed a paper and when; exit status 1 where it was changed since, or somebody else signed it."""
    from croupier.house.anchors import papers
    from croupier.house.anchors.signed import NoKey, NotSigned, in_groups, read_public

    try:
        key, at = papers.check(file.read_bytes(), tuple(read_public(key) for key in public_keys))
    except NoKey as error:
        raise Mistake(str(error)) from None
    except NotSigned as error:
        typer.echo(f"{file}: {error}.", err=True)
        raise typer.Exit(1) from None
    whose = "" if public_keys else " Compare the key with the house's own: --public-key does it."
    say(f"Signed at {at:%Y-%m-%d %H:%M:%S} UTC by the key {in_groups(key)}; not changed since.{whose}")


def _anchor(copied: Path | None, storage: Storage) -> Anchor:
    """What a copy holds: read from the copy itself where it can be opened."""
    from croupier.house import proving
    from croupier.house.record.database.storage import Storage

    source = storage if copied is None else Storage.file(copied)
    with source.reading() as conn:
        return proving.anchor(conn)


def _prove(
    storage: Storage,
    kept: tuple[Anchor, str] | None,
    code: tuple[int, str] | None = None,
    *,
    only_since: bool = False,
) -> Anchor:
    from croupier.house import catalogues, foundations, proving
    from croupier.house.anchors import codes
    from croupier.house.record.clock import Sources
    from croupier.house.record.ledger import Ledger

    with storage.snapshot() as conn, _walking() as told:
        since = kept[0] if kept is not None and only_since else None
        lost = catalogues.hidden(conn)
        changed = [] if lost else foundations.changes(conn)
        lost += foundations.lost(changed)
        wrong = [*lost, *proving.unguarded(conn)]
        if not lost:
            walked = proving.faults(conn, Ledger(Sources()), told, storage, since)
            under = foundations.faults(conn, changed)
            wrong = [*foundations.telling(conn, walked), *wrong, *foundations.telling(conn, under)]
            if kept is not None and since is None:
                wrong += foundations.telling(conn, proving.missing(conn, kept[0]))
            if code is not None:
                wrong += foundations.telling(conn, codes.missing(conn, *code))
            if not wrong:
                held = proving.anchor(conn)
    wrong = list(dict.fromkeys(wrong))
    for words in wrong:
        typer.echo(words)
    if wrong:
        say(f"{len(wrong)} fault{'s' if len(wrong) > 1 else ''}: the record is not what it was.", err=True)
        raise typer.Exit(1)
    proved = "" if kept is None else f" It holds everything up to {_moment(kept[0].at_us)}, as the anchor names it."
    proved += kept[1] if kept is not None else ""
    proved += "" if code is None else f" It holds everything up to seal {code[0]:,}, as the code names it."
    whole = "The record is whole" if since is None else _since_words(since, held)
    say(f"{whole}: {_words(held)}.{proved}")
    return held


def _since_words(since: Anchor, held: Anchor) -> str:
    return (
        f"What came after the anchor is whole ({held.seal - since.seal:,} seals, {held.entries - since.entries:,} "
        "entries), and what came before ends in the seal and the entries that it names; croupier verify --full reads "
        "that again, too. The record"
    )


@contextlib.contextmanager
def _walking() -> Iterator[Told]:
    """A bar on a terminal that says what of a record is walked, and how far; gone when it is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        tasks: dict[str, TaskID] = {}

        def told(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield told


def _words(held: Anchor) -> str:
    last = f"; the last at {_moment(held.at_us)}" if held.at_us else ""
    return (
        f"{held.groups:,} ledger entries, {len(held.journals):,} journals and {len(held.tournaments):,} tournaments "
        f"with {held.entries:,} entries, {held.lines:,} lines of the log{last}"
    )


def _moment(at_us: int) -> str:
    from croupier.house.record.clock import time_of

    return time_of(at_us).strftime("%Y-%m-%d %H:%M:%S UTC")


def _kept(
    anchor: str | None, public_keys: list[str] | None = None, authorities: str | None = None
) -> tuple[Anchor, str] | None:
    """The anchor that a record is held to, and what its signature says; none where none is named."""
    if anchor is None:
        if public_keys or authorities:
            raise Mistake("a public key and authorities are for an anchor: name it with --anchor")
        return None
    return held_to(anchor, public_keys or [], authorities)


def _code(text: str | None) -> tuple[int, str] | None:
    from croupier.house.anchors import codes

    try:
        return codes.read(text) if text is not None else None
    except codes.NoCode as error:
        raise Mistake(str(error)) from None


def _write(path: str, held: Anchor) -> None:
    import msgspec

    from croupier.house.record.database.new_files import write_over

    write_over(Path(path), msgspec.json.format(msgspec.json.encode(held), indent=1))
    say(f"Wrote {Path(path).resolve()}: keep it where whoever keeps the record can't reach it.")
