"""One row of any table of the schema, damaged past the program; and every page and list that a house is asked for."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import LargeBinary, Text, select, text, update

from croupier.demo.furnish import DEMO_TABLE, PASSWORD
from croupier.demo.open_house import enliven
from croupier.demo.poker_room import furnish_room
from croupier.demo.submissions import furnish_submissions
from croupier.house.house import House
from croupier.house.record import schema
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.web.app import create_app
from croupier.web.kit import guard

from .client import Client
from .lab import CHEAP, PLACE, Lab, lab

GAMES = ("three-card-poker", "blackjack", "mini-midi-baccarat", "roulette")
ROOM = "horseshoe-baltimore"
TABLES = {str(table.name): table for table in schema.metadata.sorted_tables}

# What the manager is asked to be shown. Pages that read nothing but the shelf are left out.
PATHS = f"""
/ /account /approvals /audit /audit/anchor /audit/ledger /audit/log /audit/periods /audit/search /audit/verify /conduct
/deal/BJ-101 /healthz /history /house /meters /notices /out-of-order /people /people/manager /pit /pit/BJ-101
/poker-tournaments /poker-tournaments/new /promotions /promotions/new /readyz /results /room /room/papers
/room/tables/PK-201 /room/{ROOM}/board /room/{ROOM}/reports /room/{ROOM}/screen /slips /slots /studio /tables-new
/tables/BJ-101 /tickets /tips /tournaments /tournaments/new /rulebooks
/api/v1/approvals /api/v1/audit/anchor /api/v1/audit/balances /api/v1/audit/journals /api/v1/audit/ledger
/api/v1/audit/log /api/v1/audit/rounds /api/v1/coupons /api/v1/documents /api/v1/drafts /api/v1/house
/api/v1/house/changes /api/v1/me /api/v1/me/second-factor /api/v1/me/security-keys /api/v1/me/sessions /api/v1/meters
/api/v1/notices /api/v1/out-of-order /api/v1/people /api/v1/people/changes /api/v1/people/manager/sessions /api/v1/pit
/api/v1/poker-tournaments /api/v1/poker-tournaments/intercepts/{ROOM} /api/v1/posted /api/v1/procedures/{PLACE}/banks
/api/v1/procedures/{PLACE}/decks /api/v1/procedures/{PLACE}/sanctions /api/v1/promotions
/api/v1/promotions/funds/{PLACE} /api/v1/results/{PLACE} /api/v1/room /api/v1/room/comps/{ROOM}
/api/v1/room/lists/{ROOM} /api/v1/room/openings/{ROOM} /api/v1/room/screen/{ROOM} /api/v1/room/staffing/{ROOM}
/api/v1/room/tables/PK-201 /api/v1/second-factor/roles /api/v1/tables /api/v1/tables/BJ-101
/api/v1/tickets/{PLACE} /api/v1/tournaments
""".split()
# What is looked at by its name: whichever row is damaged may be this one, which is then refused in words.
BY_NAME = {
    "document": ("/slips/{}", "/slips/{}/void", "/api/v1/documents/{}"),
    "rule_draft": ("/studio/{}", "/studio/{}/text", "/studio/{}/what-if", "/api/v1/drafts/{}"),
    "promotion": ("/promotions/{}", "/api/v1/promotions/{}"),
    "tournament": ("/tournaments/{}", "/api/v1/tournaments/{}"),
    "poker_tournament": ("/poker-tournaments/{}", "/poker-tournaments/{}/wall", "/api/v1/poker-tournaments/{}"),
    "person": ("/people/{}",),
    "journal_head": ("/api/v1/audit/journals/{}/entries", "/api/v1/audit/journals/{}/verify"),
}  # fmt: skip


class Reopened(Lab):
    """A house that was furnished before, at a server of its own."""

    def __init__(self, path: Path, seed: str = "again") -> None:
        self.clock = HandClock()
        self.clock.advance(3600 * 10**6)
        self._beside = None
        self.storage = Storage.file(path)
        self.house = House(self.storage, Sources.seeded(seed, self.clock), CHEAP)
        self.app = create_app(self.house, demo_password=PASSWORD, stop_house=True)
        floor = self.app.state.floor
        floor.guests = floor.sign_ins = floor.acts = guard.Pace(10**9, 60)
        self._games = []
        self._tokens = {}

    def __enter__(self) -> "Reopened":
        self._main = Client(self.app)
        self._main.__enter__()
        return self

    def at_page(self, badge: str) -> Client:
        """Somebody with a session, as a browser shows it."""
        self.program(badge)
        client = self.anybody()
        client.headers["cookie"] = f"croupier={self._tokens[badge]}"
        return client


def furnished(folder: Path) -> Path:
    """A house with something of most kinds in its record."""
    with lab(folder, *GAMES) as made:
        made.do(lambda: furnish_room(made.house))
        made.do(lambda: furnish_submissions(made.house, PASSWORD))
        made.do(lambda: enliven(made.house, DEMO_TABLE))
        made.do(lambda: _more(made))
    return folder / "lab.sqlite3"


async def _more(made: Lab) -> None:
    """A hand that was called for a promotion, and an entry and a table of a tournament: the demonstration has none."""

    def work(tx: Any) -> None:
        name = tx.conn.scalar(select(schema.promotion.c.id).limit(1))
        blobs = {"facts": b"null", "finding": b'{"kind":"x","clause":""}'}
        row = {"id": "claim-1", "promotion": name, "place": 1, "table_id": "PK-201", "hand": "1", "document_id": ""}
        times = dict.fromkeys(("began_us", "tabled_us", "changed_us"), 1)
        tx.conn.execute(schema.promotion_claim.insert().values(**row, **blobs, **times, amount=0, state="called"))

    await made.house.write(work)


# ---- damage

Harm = Callable[[bytes], bytes]
TORN: dict[str, Harm] = {
    "unparsable": lambda _: b"\x00\xff",
    "wrong-type": lambda _: b"7",
    "truncated": lambda kept: kept[: len(kept) // 2],
}


def columns_of(name: str) -> list[str]:
    """What of a row can be torn: what is packed into one column, else its words."""
    table = TABLES[name]
    packed = [column.name for column in table.c if isinstance(column.type, LargeBinary)]
    if packed:
        return packed
    keys = {c.name for c in table.c if c.primary_key or c.foreign_keys or c.unique}
    return [column.name for column in table.c if isinstance(column.type, Text) and column.name not in keys]


def tear(storage: Storage, name: str, column: str, harm: Harm) -> bool:
    """Damage the first and the last row of a table in one column; whether there was one."""
    table = TABLES[name]
    with storage.writing() as conn:
        for verb in ("update", "delete"):
            conn.execute(text(f"DROP TRIGGER IF EXISTS {name}_no_{verb}"))
        keys = list(table.primary_key.columns)
        for order in (keys, [key.desc() for key in keys]):
            row = conn.execute(
                select(table).where(table.c[column].is_not(None)).order_by(*order).limit(1)
            ).one_or_none()
            if row is None:
                return False
            was = row._mapping[column]
            torn = harm(bytes(was)) if isinstance(was, bytes) else harm(str(was).encode()).decode("latin-1")
            this = [key == row._mapping[key.name] for key in keys]
            conn.execute(update(table).where(*this).values({column: torn}))
    return True


@contextlib.contextmanager
def damaged(house: Path, folder: Path, name: str, column: str, harm: Harm) -> Iterator[Reopened]:
    path = folder / "torn.sqlite3"
    for left in folder.glob("torn.sqlite3*"):
        left.unlink()
    shutil.copy(house, path)
    storage = Storage.file(path)
    there = tear(storage, name, column, harm)
    storage.close()
    assert there, f"{name} has no row to damage"
    with Reopened(path) as made:
        yield made


def asked(made: Reopened) -> dict[str, Any]:
    """Every answer of the house to its manager, by path."""
    page, program = made.at_page("manager"), made.program("manager")
    with made.storage.reading() as conn:
        named = {
            name: conn.execute(select(next(iter(TABLES[name].primary_key.columns)))).scalars().all() for name in BY_NAME
        }
    paths = list(PATHS)
    for name, shapes in BY_NAME.items():
        ends = dict.fromkeys((*sorted(named[name])[:1], *sorted(named[name])[-1:]))
        paths += [shape.format(key) for shape in shapes for key in ends]
    return {path: (program if path.startswith("/api/") else page).get(path) for path in paths}


def plain(answer: Any) -> Any:
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(answer.content)
    return answer.text
