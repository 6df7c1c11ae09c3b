"""What the golden record says, read from a database or the program: heads of journals, ledger, URLs, commands."""

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import typer.main
from sqlalchemy import Connection, text
from starlette.routing import WebSocketRoute

from croupier.cli import app as commands
from croupier.demo.day_plan import Plan
from croupier.house.house import House
from croupier.house.record import journals
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.ledger import Ledger
from croupier.house.record.sealing import seals
from croupier.house.tournaments.poker.store import EVENT
from croupier.web.app import create_app

HERE = Path(__file__).parent
SEED = "golden"
VERSIONS = HERE / "versions"  # a small database of each version, by the number of its newest migration
VERSION_STEPS = 60
KEY = "1f" * 32  # of the house that wrote them


class Recorded(msgspec.Struct, frozen=True):
    """A simulated house day: its seed and how many steps it has."""

    seed: str
    steps: int


DAYS = {"shelf": Recorded("golden", 400), "pit": Recorded("golden-4", 500)}  # every game once; jackpots are won
NIGHT = "night"
DATABASES = (*DAYS, NIGHT)
# What a later migration may add to, or what is a cache.
MOVING = ("alembic_version", "counter", "seal", "checkpoint")
# All but what came of carrying the acts of tournaments into the journal.
UNCARRIED = {
    "journal_head": f"id NOT LIKE '{EVENT}%'",
    "journal_entry": f"journal_id NOT LIKE '{EVENT}%'",
    "audit_log": "act <> 'record.carry'",
}


def plan_of(day: str) -> tuple[Plan, ...]:
    """The tables of a recorded day: rulebooks that came later are not among them."""
    return msgspec.json.decode((HERE / f"{day}.plan.json").read_bytes(), type=tuple[Plan, ...])


def unpacked(name: str, folder: Path) -> Path:
    path = folder / f"{name}.db"
    path.write_bytes(lzma.decompress((HERE / f"{name}.db.xz").read_bytes()))
    return path


# ---- databases


def heads(conn: Connection) -> list[str]:
    """Every journal with its number of entries and its last hash; of poker tournaments as they were before their acts
    were carried into the journal."""
    found = [(about.id, journals.head(conn, about.id)) for about in journals.of_table(conn)]
    lines = [f"journal {name} {head.number} {head.hash}" for name, head in found if not name.startswith(EVENT)]
    events = conn.execute(text("SELECT id, acts, hash FROM poker_tournament"))
    lines += [f"event {name} {acts} {stored_bytes(last).hex()}" for name, acts, last in events]
    return sorted(lines)


def book(conn: Connection) -> list[str]:
    """Every account with its balance, and how many groups the ledger has."""
    ledger = Ledger(Sources.seeded(SEED))
    balances = [f"account {name} {cents}" for name, cents in sorted(ledger.balances(conn).items())]
    digest = hashlib.sha256("\n".join(balances).encode()).hexdigest()
    return [*balances, f"ledger {ledger.last(conn)} groups, sum {ledger.total(conn)}, balances {digest}"]


def rows(conn: Connection) -> list[str]:
    """How many rows each table of the database has."""
    names = conn.scalars(text("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")).all()
    kept = [name for name in names if name not in MOVING]
    counts = {
        name: conn.scalar(text(f'SELECT count(*) FROM "{name}" WHERE {UNCARRIED.get(name, "true")}')) for name in kept
    }
    return [f"rows {name} {count}" for name, count in counts.items()]


def last_seal(conn: Connection) -> str:
    seal = seals.last(conn)
    return f"seal {seal.number} {seal.hash.hex()}"


def golden(name: str, *kinds: str) -> list[str]:
    """Lines of a golden text, of some kinds."""
    lines = (HERE / name).read_text().splitlines()
    return [line for line in lines if not kinds or line.partition(" ")[0] in kinds]


# ---- the program


class Surface(msgspec.Struct, frozen=True):
    """What people and programs outside rely on."""

    openapi: dict[str, Any]
    urls: list[str]
    commands: dict[str, list[str]]


def surface(folder: Path) -> Surface:
    storage = Storage.file(folder / "surface.db")
    storage.migrate()
    house = House(storage)
    try:
        made = create_app(house)
        return Surface(contract(made.openapi()), sorted(urls(made.routes)), options())
    finally:
        house.writer.close()
        storage.close()


def contract(document: dict[str, Any]) -> dict[str, Any]:
    """The document without its prose: what a program sends and gets, not how it is explained."""
    kept = {"paths": document["paths"], "components": document["components"]}
    found: dict[str, Any] = json.loads(json.dumps(_bare(kept)))
    return found


PROSE = ("description", "summary", "title", "examples", "example", "tags", "operationId")


def _bare(part: Any, named: bool = False) -> Any:
    """`named`: the keys are names of the house's own, such as those of fields."""
    if isinstance(part, dict):
        return {
            key: _bare(value, key in ("properties", "schemas", "paths", "responses") and not named)
            for key, value in part.items()
            if named or key not in PROSE
        }
    return [_bare(value) for value in part] if isinstance(part, list) else part


def urls(found: Iterable[Any]) -> Iterator[str]:
    """Every method and path, of pages and API; WS for a socket."""
    for route in found:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from urls(inner.routes)
        elif isinstance(route, WebSocketRoute) or not getattr(route, "methods", None):
            yield f"WS {route.path}"
        else:
            yield from (f"{method} {route.path}" for method in route.methods - {"HEAD", "OPTIONS"})


def options() -> dict[str, list[str]]:
    """Every command with its arguments and options."""
    group: Any = typer.main.get_command(commands)
    return {
        name: sorted(word for given in command.params for word in (*given.opts, *given.secondary_opts))
        for name, command in sorted(group.commands.items())
    }


def _asked(part: dict[str, Any]) -> set[str]:
    """What a caller must send: fields of a body that takes no others, parameters of an operation."""
    body = part.get("required", []) if part.get("additionalProperties") is False else []
    return {*body, *(one["name"] for one in part.get("parameters", []) if one.get("required"))}


def missing(was: Any, now: Any, where: str = "") -> Iterator[str]:
    """Whatever was there and is gone or different; what was added is no fault, unless callers must now send it."""
    if isinstance(was, dict) and isinstance(now, dict):
        yield from (f"{where} asks for {name} as well" for name in sorted(_asked(now) - _asked(was)))
        for key, value in was.items():
            if key in now:
                yield from missing(value, now[key], f"{where}/{key}")
            else:
                yield f"{where}/{key} is gone"
    elif isinstance(was, list) and isinstance(now, list):
        lacking = [one for one in was if not any(not list(missing(one, other)) for other in now)]
        yield from (f"{where} has lost {json.dumps(one)}" for one in lacking)
    elif was != now:
        yield f"{where} was {json.dumps(was)}, is {json.dumps(now)}"
