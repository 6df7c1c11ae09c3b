"""`croupier floor`: the house in a browser."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.floor.storage import Storage

DEFAULT_PORT = 8021


def register(app: typer.Typer) -> None:
    app.command()(floor)


def floor(
    database: Annotated[
        str, typer.Option(help="A file for SQLite, or a postgresql:// address that several servers may share.")
    ] = "house/croupier.sqlite3",
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at.", min=1, max=65535)] = DEFAULT_PORT,
    demo: Annotated[
        bool, typer.Option("--demo/--no-demo", help="Furnish the house with people and open tables.")
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the lobby in a browser.")] = False,
    secure: Annotated[bool, typer.Option(help="Served over https by a proxy: cookies say so.")] = False,
) -> None:
    """Open the house: lobby, stations, dealers' screens, pit and audit in a browser.

    The first start makes the database and an administrator with a one-time password, shown once. With --demo there
    are people of every role, with one password that is shown, and tables of every game are open.
    """
    import asyncio

    asyncio.run(_serve(database, host, port, demo, open_browser, secure))


async def _serve(database: str, host: str, port: int, demo: bool, open_browser: bool, secure: bool) -> None:
    import uvicorn
    from rich.console import Console

    from croupier.floor.demo import furnish
    from croupier.floor.house import House
    from croupier.web.app import create_app

    console = Console(highlight=False)
    house = House(_storage(database))
    house.start()
    one_time = house.people.first_start()
    if one_time:
        console.print(
            f"Administrator: badge [bold]admin[/bold], one-time password [bold]{one_time}[/bold] (shown once)"
        )
    password = ""
    if demo:
        with console.status("Opening the tables"):
            furnished = await furnish(house)
        password = furnished.password
        console.print(
            f"{furnished.tables} demo tables. Sign in as manager, supervisor, dealer, cage, surveillance or "
            f"player with the password [bold]{password}[/bold]"
        )
    application = create_app(house, secure=secure, demo=demo, demo_password=password, stop_house=True)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}/"
    console.print(
        f"The house is open at [bold]{address}[/bold]  [dim](Ctrl+C closes it; the record is always whole)[/dim]"
    )
    server = uvicorn.Server(uvicorn.Config(application, host=host, port=port, log_level="warning", access_log=False))
    if open_browser:
        _open_soon(address)
    with contextlib.suppress(KeyboardInterrupt):
        await server.serve()


def _storage(database: str) -> "Storage":
    from croupier.floor.storage import Storage

    if "://" in database:
        storage = Storage(database)
    else:
        path = Path(database)
        path.parent.mkdir(parents=True, exist_ok=True)
        storage = Storage.file(path)
    storage.migrate()
    return storage


def _open_soon(address: str) -> None:
    """Show the lobby where there is a desktop; elsewhere the printed address is enough."""
    import threading
    import webbrowser

    def show() -> None:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)

    timer = threading.Timer(1.0, show)
    timer.daemon = True
    timer.start()
