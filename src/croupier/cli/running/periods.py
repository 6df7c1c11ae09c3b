"""`croupier export` and `croupier prune`: gaming days handed out whole, and what need not be kept."""

import datetime
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli import Mistake, say
from croupier.cli.running import DATABASE


def register(app: typer.Typer) -> None:
    app.command()(export)
    app.command()(prune)


def export(
    file: Annotated[Path, typer.Argument(help="The file to write; one that is there is never overwritten.")],
    first: Annotated[str, typer.Option("--from", metavar="DATE", help="The first gaming day, as 2026-01-01.")],
    last: Annotated[str, typer.Option("--to", metavar="DATE", help="The last gaming day, within.")],
    database: Annotated[str, typer.Option(help="The record: a file of SQLite, or a postgresql:// address.")] = DATABASE,
    key: Annotated[
        Path | None, typer.Option(help="The house's key that signs it, as croupier anchor --new-key made it.")
    ] = None,
) -> None:
    """Write everything of some gaming days to one file that can be proved without the house.

    It holds the book, the log, journals, papers with their signatures, rulebooks and the seals over them, in the tables
    of the record: any program that reads SQLite reads it. Passwords, second factors and sealed orders are not in it.
    croupier verify --database FILE proves it, also against an anchor from within the period.

    For example:
        croupier export january.croupier --from 2026-01-01 --to 2026-01-31 --key anchors.key
        croupier verify --database january.croupier --public-key PUBLIC --anchor anchor-000000012345-1a2b3c4d.json
    """
    from croupier.cli.running.database import existing
    from croupier.house.anchors.signed import NoKey
    from croupier.house.periods import exporting

    days = _day(first, "--from"), _day(last, "--to")
    try:
        period = exporting.export(existing(database), *days, file, key)
    except NoKey as error:
        raise Mistake(str(error)) from None
    words = f"seals {period.opening.number + 1:,} to {period.closing.number:,}"
    signed = "signed" if key else "not signed: give the house's key with --key"
    say(f"Wrote {file.resolve()}: {period.first} to {period.last}, {words}, {signed}.")


def prune(
    before: Annotated[str, typer.Option(metavar="DATE", help="What ended before this gaming day goes, as 2026-01-01.")],
    database: Annotated[str, typer.Option(help="The record: a file of SQLite, or a postgresql:// address.")] = DATABASE,
) -> None:
    """Take away what need not be kept and proves nothing: ended sessions, wrong guesses, caches of closed journals.

    Evidence stays: the book, the log, journals, papers and the seals over them are never pruned, and the record is
    proved after it as before. What went stands in the log. The house may be open.

    For example:
        croupier prune --before 2025-01-01
    """
    from croupier.cli.running.database import existing
    from croupier.house.periods import exporting, pruning
    from croupier.house.record.clock import Sources
    from croupier.house.record.writer import Writer

    day, storage = _day(before, "--before"), existing(database)
    with storage.reading() as conn:
        before_us, _ = exporting.spans(conn, day, day)
    writer = Writer(storage)
    try:
        done = pruning.prune(writer, Sources(), before_us, day.isoformat())
    finally:
        writer.close()
    say(f"Taken away: {done.words}.")


def _day(text: str, option: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise Mistake(f"{option} takes a day such as 2026-01-31, not {text!r}") from None


def prove(
    file: Path, anchor: str | None, code: tuple[int, str] | None, public_keys: list[str], authorities: str | None
) -> None:
    """Prove a period by itself; exit status 1 where something in it is not as it was sealed."""
    from croupier.cli.running.anchoring import held_to
    from croupier.house.anchors.signed import NoKey, NotSigned, read_public
    from croupier.house.periods import bundle, proof

    kept = held_to(anchor, public_keys, authorities) if anchor else None
    with bundle.opened(file) as conn:
        period, signature = bundle.read(conn)
        try:
            signed = proof.check_signature(period, signature, tuple(read_public(one) for one in public_keys))
        except (NotSigned, NoKey) as error:
            raise Mistake(f"{file}: {error}") from None
        wrong = list(proof.faults(conn, period))
        if kept is not None:
            wrong += proof.against_anchor(conn, period, kept[0])
        if code is not None:
            wrong += proof.against_code(conn, period, *code)
    for words in wrong:
        typer.echo(words)
    if wrong:
        typer.echo(f"{len(wrong)} fault{'s' if len(wrong) > 1 else ''}: the period is not what it was.", err=True)
        raise typer.Exit(1)
    later = sum(period.later.values())
    went = f" {later:,} rows went on changing after it: only their digests are here." if later else ""
    held = " It holds what the anchor names." if kept is not None or code is not None else ""
    span = f"{period.first} to {period.last} of {period.house or 'the house'}, seals {period.opening.number + 1:,}"
    say(f"The period is whole: {span} to {period.closing.number:,}.{went}{held}{signed}")
