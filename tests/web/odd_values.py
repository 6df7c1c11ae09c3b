"""Values that no program writes, in any column of any table, past the program; and everything a manager may look at.

The house has a row in every table: what the demonstration has none of is written by the house itself, so that seals
cover it as they cover the rest.
"""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Column, LargeBinary, Text, func, select

from croupier.demo import players
from croupier.equipment.entropy import SeededEntropy
from croupier.house.people.persons import Person
from croupier.house.record import schema
from croupier.house.record.clock import SECOND_US
from croupier.rounds import acts

from .damage import BY_NAME, PATHS, ROOM, TABLES, Reopened, furnished
from .lab import PLACE

PLAYED = "BJ-101"
ROUNDS = 2
HUGE_CHARS, DEEP = 200_000, 50_000
INTEGERS = {
    "words": "'odd'",
    "bytes": "x'00ff'",
    "part": "1.5",
    "negative": "-1",
    "most": "9223372036854775807",
    "least": "-9223372036854775808",
    "far": "4611686018427387904",
    "nothing": "NULL",
}
TEXTS = {
    "words": "'no such'",
    "bytes": "x'00ff'",
    "part": "CAST(x'c328ff' AS TEXT)",
    "negative": "'../..%2f?a=b#c'",
    "most": f"printf('%.{HUGE_CHARS}c', 'x')",
    "least": "''",
    "far": "'<script>alert(1)</script>' || char(10, 0, 8238)",
    "nothing": "NULL",
}
BLOBS = {
    "words": "'odd'",
    "bytes": "x'00ff'",
    "part": "CAST('{}' AS BLOB)",
    "negative": "-1",
    "most": f"CAST(printf('%.{DEEP}c', '[') AS BLOB)",
    "least": "x''",
    "far": "CAST('null' AS BLOB)",
    "nothing": "NULL",
}
VALUES = tuple(INTEGERS)
COLUMNS = [(name, str(column.name)) for name, table in TABLES.items() for column in table.columns]
# Rows that nobody in the demonstration has caused: each column by its name, else by its type.
PLAIN: dict[str, Any] = {
    "property": PLACE, "patron": "player", "by": "manager", "badge": "dealer", "table_id": PLAYED, "kind": "call",
    "journal_id": f"{PLAYED}.1", "journal": f"{PLAYED}.1", "role": "dealer", "chips": "{}", "document_id": "",
    "game": "texas-hold-em", "data": b"{}", "names": b'["player"]', "place": "room", "day": "2024-01-01",
}  # fmt: skip
OPEN = ("settled_us", "ended_us", "lifted_us", "out_us", "until_us", "opened_us", "due_us", "heat", "code", "sealed")
OWN: dict[str, Mapping[str, Any]] = {
    "jackpot": {"state": "keyed", "place": 1, "share_ppm": 1_000_000},
    "journal_sum": {"payload": b""},
    "notice": {"settled_by": "", "raised_by": "dealer", "words": "The dealer calls."},
    "poker_prize": {"state": "due", "kind": "cash"},
    "sanction": {"kind": "warning"},
    "security_key": {"host": "testserver", "label": "a key"},
    "house_setting": {"name": "of-nothing", "value": b"{}"},
}
FROM = {"tournament": "tournament", "meter": "meter", "promotion": "promotion"}  # whose key they name

LOOKED_AT = [
    *PATHS,
    *f"""
/api/v1/audit/journals/{PLAYED}.1/entries /api/v1/audit/journals/{PLAYED}.1/verify
/api/v1/audit/rounds/{PLAYED}/{PLAYED}.1/1 /api/v1/house/plan /api/v1/poker-tournaments/sheets
/api/v1/procedures/{PLACE}/staffing /api/v1/procedures/{PLACE}/tips /api/v1/procedures/{ROOM}/tips
/api/v1/procedures/{ROOM}/tables/PK-201 /api/v1/promotions/funds/{PLACE}/log /api/v1/promotions/tables/PK-201
/api/v1/promotions/claims/claim-1/shares /api/v1/results/{PLACE}/tables /api/v1/room/reports/{ROOM}/hands
/api/v1/room/tables/PK-201/hands /api/v1/room/tables/PK-201/rulings /api/v1/tables/{PLAYED}/rules
/audit/ledger.csv /audit/{PLAYED}/{PLAYED}.1/journal.jsonl /audit/{PLAYED}/{PLAYED}.1/1
/history/{PLAYED}/{PLAYED}.1/1 /house/plan.toml /metrics /people/player /people/dealer /pit/search?q=BJ
/audit/search?patron=player /results/tables /results/wagers /room/tables/PK-201/ruling /tables/{PLAYED}/about
/tables/{PLAYED}/money /deal/{PLAYED}/ruling
/tickets/{PLACE}/1 /api/v1/tickets/{PLACE}/1 /first-day /tables/RO-101 /deal/RO-101 /pit/RO-101
""".split(),
]


def values_of(column: Column[Any]) -> Mapping[str, str]:
    if isinstance(column.type, LargeBinary):
        return BLOBS
    return TEXTS if isinstance(column.type, Text) else INTEGERS


# ---- a house with a row in every table


def grown(folder: Path) -> Path:
    path = furnished(folder)
    with Reopened(path, "grown") as made:
        made.program("dealer")
        made.program("manager")
        _of_manager(path).write_text(made._tokens["manager"])
        badge = made.guest()[1]
        made.do(lambda: _rounds(made, Person(badge, "Guest", "player", True, True)))
        made.do(lambda: made.house.write(_the_rest))
    return path


def _of_manager(path: Path) -> Path:
    """A session from before: where nothing can be written nobody signs in, and yet everything is shown."""
    return path.with_suffix(".token")


async def _rounds(made: Reopened, player: Person) -> None:
    chance, house = SeededEntropy("odd"), made.house
    dealer = Person("dealer", "Dealer", "dealer", True, False)
    await house.answer(PLAYED, player, acts.Sit(1, player.badge, 100_00))
    while (driver := (await house.table(PLAYED)).driver).felt.round < ROUNDS or not driver.betting:
        made.clock.advance(SECOND_US)
        if driver.betting:
            bet = players.wager(chance, driver, 1)
            if bet is not None:
                await house.answer(PLAYED, player, bet)
            await house.close_wagers(PLAYED)
            continue
        given = players.fact(chance, driver)
        who = dealer if given else player
        await house.answer(PLAYED, who, given or players.decision(chance, driver), driver.number)


def _the_rest(tx: Any) -> None:
    for name, table in TABLES.items():
        if tx.conn.scalar(select(func.count()).select_from(table)):
            continue
        row = {str(column.name): _plain(tx.conn, column) for column in table.columns}
        tx.conn.execute(table.insert().values(**row | OWN.get(name, {})))
    for series in ("jackpot", "promotion"):
        table, of = (schema.jackpot, "meter") if series == "jackpot" else (schema.promotion_claim, "promotion")
        tx.take_number(f"{series}:{tx.conn.scalar(select(table.c[of]))}")


def _plain(conn: Any, column: Column[Any]) -> Any:
    name = str(column.name)
    for key in column.foreign_keys:
        if key.column.table.name not in ("person", "floor_table", "journal_head"):
            return conn.scalar(select(key.column).limit(1))
    if name in OPEN and column.nullable:
        return None
    if name in PLAIN and isinstance(column.type, Text | LargeBinary):
        return PLAIN[name]
    return b"{}" if isinstance(column.type, LargeBinary) else "odd-1" if isinstance(column.type, Text) else 1


# ---- an odd value


@contextlib.contextmanager
def past_the_program(path: Path) -> Iterator[sqlite3.Connection]:
    """By somebody who puts the guards back where they were."""
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA ignore_check_constraints = ON")
    guards = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        raw.execute(f"DROP TRIGGER {name}")
    yield raw
    for _, words in guards:
        raw.execute(words)
    raw.commit()
    raw.close()


def put(path: Path, where: Sequence[tuple[str, str]], kind: str, at: str) -> list[tuple[str, str]]:
    """In one row of each of these columns; where that was possible."""
    done = []
    with past_the_program(path) as raw:
        for name, column in where:
            if kind == "nothing" and not TABLES[name].c[column].nullable:
                continue
            row = f'SELECT rowid FROM "{name}" WHERE {_not_the_manager(name)} ORDER BY rowid {at} LIMIT 1'
            with contextlib.suppress(sqlite3.Error):  # a key that is there, a rule that holds still
                value = values_of(TABLES[name].c[column])[kind]
                change = f'UPDATE "{name}" SET "{column}" = {value} WHERE rowid = ({row}) AND "{column}" IS NOT {value}'
                done += [(name, column)] * raw.execute(change).rowcount
    return done


def _not_the_manager(name: str) -> str:
    """Whoever looks must be able to."""
    return "badge <> 'manager'" if "badge" in TABLES[name].c else "1"


@contextlib.contextmanager
def planted(
    house: Path, folder: Path, where: Sequence[tuple[str, str]], kind: str, at: str = "ASC"
) -> Iterator[tuple[Reopened, list[tuple[str, str]]]]:
    path = folder / "odd.sqlite3"
    for left in folder.glob("odd.sqlite3*"):
        left.unlink()
    shutil.copy(house, path)
    done = put(path, where, kind, at)
    with Reopened(path) as made:
        made._tokens["manager"] = _of_manager(house).read_text()
        yield made, done


def looked_at(made: Reopened) -> list[str]:
    """Every address, those of the first and the last thing of each kind among them."""
    found = list(LOOKED_AT)
    with made.storage.reading() as conn:
        for name, shapes in BY_NAME.items():
            key = next(iter(TABLES[name].primary_key.columns))
            names = sorted(str(one) for one in conn.execute(select(key)).scalars())
            ends = [one for one in dict.fromkeys((*names[:1], *names[-1:])) if one.isprintable() and "/" not in one]
            found += [shape.format(one) for shape in shapes for one in ends if one and len(one) < 100]
    return found


def broken(made: Reopened, paths: Sequence[str]) -> dict[str, str]:
    """Those that the house fails to show, with the end of what it says."""
    page, program = made.at_page("manager"), made.program("manager")
    found = {}
    for path in paths:
        try:
            answer = (program if path.startswith("/api/") else page).get(path)
        except httpx.InvalidURL:
            continue
        refused = answer.status_code == 503 and "nothing was taken" in answer.text  # who reads it is put on the log
        if answer.status_code >= 500 and path != "/readyz" and not refused:
            found[path] = f"{answer.status_code} {answer.text[-200:]}"
    return found
