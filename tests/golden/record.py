"""How the golden record was made: `python -m tests.golden.record PART...`, from the root of the repository.

The databases were recorded once, at migration 0011, and are never recorded again: later code is held to open what that
code wrote. What else there is may be recorded anew where a change is meant: `again`, where the people of the simulated
days are meant to act otherwise; `surface`, where the API, the URLs or the commands have grown. `version` keeps a small
database of the present version beside those of earlier ones: once before each release, and never again for the same.
"""

import argparse
import json
import lzma
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from croupier.demo.day import simulate, whole_shelf
from croupier.demo.day_plan import PLAN
from croupier.house import house
from croupier.house.keys import keyring
from croupier.house.poker_room.lists import desk as room_desk
from croupier.house.poker_room.table import live as room_live
from croupier.house.record.database.storage import Storage

from . import looking, night
from .looking import DATABASES, DAYS, HERE, NIGHT, SEED

# Checkpoints are taken often while the databases are recorded, so that many tables have one. Journals do not depend
# on them.
TABLE_ENTRIES, LIST_ENTRIES = 12, 5


def migrated(path: Path) -> str:
    storage = Storage.file(path)
    storage.migrate()
    storage.close()
    return f"sqlite:///{path}"


def databases(folder: Path) -> None:
    house.CHECKPOINT_ENTRIES = room_live.CHECKPOINT_ENTRIES = TABLE_ENTRIES
    room_desk.CHECKPOINT_ENTRIES = LIST_ENTRIES
    for day, plan in (("shelf", whole_shelf()), ("pit", PLAN)):
        (HERE / f"{day}.plan.json").write_bytes(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        print(day, simulate(migrated(folder / f"{day}.db"), DAYS[day].seed, DAYS[day].steps, plan))
    night.simulate(migrated(folder / f"{NIGHT}.db"), SEED)
    for name in DATABASES:
        _keep(name, folder / f"{name}.db")


def _keep(name: str, path: Path) -> None:
    storage = Storage.file(path)
    with storage.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("VACUUM")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    with storage.reading() as conn:
        lines = [*looking.heads(conn), *looking.book(conn), *looking.rows(conn), looking.last_seal(conn)]
    storage.close()
    (HERE / f"{name}.txt").write_text("\n".join(lines) + "\n")
    (HERE / f"{name}.db.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def again(folder: Path) -> None:
    """The heads of the days as the present code plays them."""
    for day, recorded in DAYS.items():
        url = migrated(folder / f"{day}-again.db")
        simulate(url, recorded.seed, recorded.steps, looking.plan_of(day))
        storage = Storage(url)
        with storage.reading() as conn:
            lines = [*looking.heads(conn), *looking.book(conn)]
        storage.close()
        (HERE / f"{day}.again.txt").write_text("\n".join(lines) + "\n")


def version(folder: Path) -> None:
    """A morning of linked tables, most of them in mid-round, as this version writes it."""
    os.environ[keyring.VARIABLE] = looking.KEY
    url = migrated(folder / "version.db")
    storage = Storage(url)
    with storage.reading() as conn:
        _, newest = storage.version(conn)
    kept = looking.VERSIONS / f"{newest}.db.xz"
    if kept.exists():
        sys.exit(f"{kept} is there: later code is held to it")
    print(newest, simulate(url, looking.SEED, looking.VERSION_STEPS, PLAN))
    with storage.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("VACUUM")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    storage.close()
    looking.VERSIONS.mkdir(exist_ok=True)
    kept.write_bytes(lzma.compress((folder / "version.db").read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def surface(folder: Path) -> None:
    found = looking.surface(folder)
    parts = {f"{kind}/{name}": part for kind, named in found.openapi.items() for name, part in named.items()}
    _lines("openapi", parts)
    _lines("commands", found.commands)
    (HERE / "urls.txt").write_text("\n".join(found.urls) + "\n")


def _lines(name: str, parts: Mapping[str, object]) -> None:
    """JSON with a line for each part, so that a change is seen where it was made."""
    lines = [f"{json.dumps(key)}: {json.dumps(parts[key], sort_keys=True)}" for key in sorted(parts)]
    (HERE / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


PARTS: dict[str, Callable[[Path], None]] = {
    "databases": databases,
    "again": again,
    "surface": surface,
    "version": version,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="+", choices=PARTS)
    chosen = parser.parse_args().parts
    if "databases" in chosen and list(HERE.glob("*.db.xz")):
        sys.exit("The databases are recorded; later code is held to them. Remove the old ones first if you must.")
    with tempfile.TemporaryDirectory() as folder:
        for part in chosen:
            PARTS[part](Path(folder))


if __name__ == "__main__":
    main()
