"""`croupier floor`: the house in a browser."""

import contextlib
import errno
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.running import DATABASE, DEFAULT_PORT, ConfigFile
from croupier.cli.running.database import hidden, open_storage

if TYPE_CHECKING:
    import asyncio

    from croupier.cli.running.settings import Anchors, Serving, Settings
    from croupier.house.house import House
    from croupier.house.record.database.storage import Storage

BACKLOG = 2048


def register(app: typer.Typer) -> None:
    app.command()(floor)


def floor(
    database: Annotated[
        str, typer.Option(help="A file for SQLite, or a postgresql:// address that several servers may share.")
    ] = DATABASE,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at.", min=1, max=65535)] = DEFAULT_PORT,
    demo: Annotated[
        bool, typer.Option("--demo/--no-demo", help="Furnish the house with people and open tables.")
    ] = False,
    programs: Annotated[
        bool,
        typer.Option(
            "--programs/--no-programs", help="In a demonstration: programs play at several tables while somebody looks."
        ),
    ] = True,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the lobby in a browser.")] = False,
    secure: Annotated[bool, typer.Option(help="Served over https by a proxy: cookies say so.")] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address of a proxy that is believed about whom it forwards; may be given again."),
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Open the house: lobby, stations, dealers' screens, pit and audit in a browser.

    The first start makes the database and an administrator with a one-time password, shown once. With --demo there
    are people of every role, with one password that is shown, and tables of every game are open.

    For example:
        croupier floor --demo --open
        croupier floor --database postgresql://croupier@localhost/house --port 8080
        croupier floor --config croupier.toml
    """
    import asyncio

    from croupier.cli.running.logs import arrange
    from croupier.cli.running.settings import Serving, Settings, export, read

    settings = read(config) if config else Settings()
    export(settings)
    arrange(settings.logging.form)
    serving = Serving(host, port, settings.serving.names, secure, _networks(proxy or []))
    # Both before anything else: a password that is shown once is not shown for a house that does not open.
    listener = listener_at(host, port)
    try:
        storage = open_storage(database)
    except BaseException:
        listener.close()  # the next one may have the port at once
        raise
    asyncio.run(_serve(storage, listener, serving, settings, demo, demo and programs, open_browser))


def _networks(named: list[str]) -> tuple[str, ...]:
    """The proxies as addresses or networks; refused in words where one is neither."""
    import ipaddress

    for one in named:
        try:
            ipaddress.ip_network(one)
        except ValueError as error:
            raise typer.BadParameter(f"--proxy takes an address or a network such as 10.0.0.0/24: {error}.") from None
    return tuple(named)


def listener_at(host: str, port: int) -> socket.socket:
    """The address is ours from here on; refused in words where another program has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # a browser that comes while the house starts waits a moment, and is answered
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            says = f"Port {port} of {host} is taken by another program. Choose another with --port."
        else:
            says = f"Nothing can listen at {host}:{port}: {error.strerror or error}."
        raise typer.BadParameter(says) from None
    return listener


async def _serve(
    storage: "Storage",
    listener: socket.socket,
    at: "Serving",
    settings: "Settings",
    demo: bool,
    programs: bool,
    open_browser: bool,
) -> None:
    import uvicorn
    from rich.console import Console

    from croupier.cli.running.memory import settle
    from croupier.demo.furnish import furnish
    from croupier.house.house import House
    from croupier.web.app import create_app
    from croupier.web.kit.line.connections import serving

    console = Console(highlight=False)
    house = House(storage)
    house.start()
    one_time = house.people.first_start()
    if one_time:
        console.print(
            f"Administrator: badge [bold]admin[/bold], one-time password [bold]{one_time}[/bold] (shown once)"
        )
    password = ""
    if demo:
        with console.status("Opening the tables"):
            password = (await furnish(house, alive=programs)).password
    limits, anchors = settings.limits, handing_out(house, settings.anchors)
    application = create_app(
        house,
        secure=at.secure,
        demo=demo,
        demo_password=password,
        stop_house=True,
        limits=limits,
        programs=programs,
        key=_key(settings.anchors, house, demo),
    )
    address = f"http://{'localhost' if at.host in ('127.0.0.1', '0.0.0.0', '::') else at.host}:{at.port}/"
    kept = hidden(house.storage.engine.url.render_as_string(hide_password=False))
    console.print(f"Address   [bold]{address}[/bold]  [dim](Ctrl+C closes the house)[/dim]")
    console.print(f"Record    [bold]{_file_of(kept)}[/bold]", soft_wrap=True)
    if demo:
        console.print(f"Password  [bold]{password}[/bold]  [dim](of every demo badge; /sign-in lists them all)[/dim]")
    server = uvicorn.Server(serving(application, limits, at.proxies, host=at.host, port=at.port))
    if open_browser:
        open_soon(address)
    settle()
    with contextlib.suppress(KeyboardInterrupt):
        await server.serve(sockets=[listener])
    if anchors is not None:
        anchors.cancel()


def _key(anchors: "Anchors", house: "House", demo: bool) -> Path | None:
    """The key that signs what leaves the house: the one that the configuration names; a demonstration makes its own."""
    from croupier.house.anchors.signed import new_key

    if anchors.key:
        return Path(anchors.key)
    kept = house.storage.engine.url.database or ""
    if not demo or house.storage.engine.dialect.name != "sqlite" or not Path(kept).is_file():
        return None
    file = Path(kept).with_suffix(".key")
    if not file.exists():
        new_key(file)
    return file


def handing_out(house: "House", anchors: "Anchors") -> "asyncio.Task[None] | None":
    """Anchors at their period, where the configuration asks for them."""
    if not anchors.wanted:
        return None
    import asyncio

    from croupier.house.anchors.handing_out import Period, Ways
    from croupier.house.anchors.signed import NoKey, read_key

    folder = Path(anchors.folder) if anchors.folder else None
    ways = Ways(key=Path(anchors.key), folder=folder, hook=anchors.hook, authority=anchors.authority)
    try:
        read_key(ways.key)
    except (NoKey, OSError) as error:
        raise typer.BadParameter(f"anchors.key: {error}") from None
    return asyncio.create_task(Period(house, ways, anchors.every_hours).run(), name="anchors")


def _file_of(database: str) -> str:
    """Where the record lies: a file by its whole name, a server by its address."""
    return str(Path(database.removeprefix("sqlite:///")).resolve()) if database.startswith("sqlite:") else database


def open_soon(address: str) -> None:
    """Show a page where there is a desktop; elsewhere the printed address is enough."""
    import threading
    import webbrowser

    def show() -> None:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)

    timer = threading.Timer(1.0, show)
    timer.daemon = True
    timer.start()
