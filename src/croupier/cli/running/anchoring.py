"""`croupier anchor`: an anchor of the record, signed with the house's key and handed out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import Mistake, say
from croupier.cli.running.database import HERE, Database, existing

if TYPE_CHECKING:
    from croupier.house.anchors.signed import Signed
    from croupier.house.proving import Anchor


def register(app: typer.Typer) -> None:
    @app.command()
    def anchor(
        key: Annotated[str, typer.Option(help="The file with the house's key, kept apart from the record.")],
        database: Database = HERE,
        folder: Annotated[str | None, typer.Option(help="Put the anchor and its page to print here.")] = None,
        hook: Annotated[str, typer.Option(help="Post the anchor to this address, too.")] = "",
        authority: Annotated[str, typer.Option(help="Have it stamped by this RFC 3161 time stamp authority.")] = "",
        new_key: Annotated[bool, typer.Option("--new-key", help="Make the key first, in a file of its own.")] = False,
        follows: Annotated[
            str | None, typer.Option(help="With --new-key: the key before, which vouches for the new one.")
        ] = None,
        public: Annotated[bool, typer.Option("--public", help="Only print the key's public half.")] = False,
    ) -> None:
        """Sign how far the record goes and hand that out; `croupier verify --anchor` holds a record to it.

        The page that is printed has a code: with it alone a record can be held to the anchor. Publish the public key
        where those who keep anchors read it. A house with [anchors] in its configuration does this by itself.

        For example:
            croupier anchor --key anchors.key --new-key --folder anchors
            croupier anchor --key anchors.key --public
            croupier anchor --key 2027.key --new-key --follows anchors.key
            croupier anchor --key anchors.key --folder anchors --hook https://archive.example/anchors
        """
        from croupier.house.anchors import handing_out, lineage, signed, stamps

        file = Path(key)
        try:
            if follows and not new_key:
                raise Mistake("--follows is for a key that is made: give --new-key, too")
            before = signed.read_key(Path(follows)) if follows else None
            # Before a key is made: one that was made for a record that is refused stays behind.
            storage = None if public else existing(database)
            if new_key:
                made_key = signed.new_key(file)
                if follows:
                    lineage.follow(before, Path(follows), made_key, file)
                say(f"Wrote {file.resolve()}, its public half is {signed.in_groups(made_key)}", err=True)
            if storage is None:
                typer.echo(signed.public_half(signed.read_key(file)))
                return
            ways = handing_out.Ways(key=file, folder=Path(folder) if folder else None, hook=hook, authority=authority)
            made = handing_out.make(storage, ways)
        except (signed.NoKey, stamps.NoStamp) as error:
            raise Mistake(str(error)) from None
        typer.echo(handing_out.page(made), nl=False)
        failed = handing_out.deliver(made, ways)
        for words in failed:
            typer.echo(f"Not handed out: {words}", err=True)
        if failed:
            raise typer.Exit(1)
        if folder:
            typer.echo(f"Wrote {Path(folder).resolve() / signed.name_of(made.anchor)}")


def held_to(anchor: str, public_keys: list[str], authorities: str | None) -> tuple[Anchor, str]:
    """An anchor from its file with its signature and its time stamp proved, and what these say of it."""
    import msgspec

    from croupier.house.anchors import signed
    from croupier.house.anchors.signed import Signed

    try:
        found = signed.read(Path(anchor).read_bytes())
        keys = tuple(signed.read_public(one) for one in public_keys)
    except msgspec.MsgspecError as error:
        raise Mistake(f"{anchor} is no anchor: {error}") from None
    except signed.NoKey as error:
        raise Mistake(str(error)) from None
    if not isinstance(found, Signed):
        if keys:
            raise Mistake(f"{anchor} is not signed: whoever could write to it could change it")
        return found, ""
    return found.anchor, _proved(anchor, found, keys, authorities)


def _proved(file: str, found: Signed, keys: tuple[str, ...], authorities: str | None) -> str:
    from croupier.house.anchors import signed, stamps

    try:
        signed.check(found, keys)
        says = f" It is signed by {signed.in_groups(found.public_key)}"
        says += "." if keys else ": compare that with the key the house has published, or give it as --public-key."
        if found.time_stamp:
            at = stamps.time_of(
                found.time_stamp, signed.content(found.anchor), Path(authorities) if authorities else None
            )
            proved = "" if authorities else ", as it says itself: --authorities FILE proves it"
            says += f" It was there on {at:%Y-%m-%d at %H:%M:%S} UTC by its time stamp{proved}."
        elif authorities:
            raise Mistake(f"{file} has no time stamp")
    except (signed.NotSigned, stamps.NoStamp) as error:
        raise Mistake(f"{file}: {error}") from None
    return says
