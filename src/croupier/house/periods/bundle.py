"""What a period is handed out as: one file of SQLite with the tables of the record, cut at two seals.

Everything between the seals is in it: the book, the log, the seals, what they cover, the journals whole from their
opening on, papers and their signatures, the rulebooks. Not in it is what is nobody's business outside: passwords,
second factors, sealed orders, what programs sent; their digests are there, under the seals.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import URL, Column, Connection, LargeBinary, MetaData, Table, Text, create_engine, select

from croupier.house.anchors.lineage import Link
from croupier.house.record import schema
from croupier.house.record.database import only_read
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.errors import Refused
from croupier.house.record.sealing.seals import Seal

DOMAIN = b"croupier period 1\n"  # the house's key signs nothing else with these words before it
PRIVATE = ("person", "second_factor", "security_key", "vault", "command", "room_hook")
# May stand in a bundle though another period has sealed them: names, openings, and the rules that journals were under.
CARRIED = ("account", "journal_head", "journal_rulebook", "kept_rulebook")

about = MetaData()
exported = Table(
    "exported", about, Column("name", Text, primary_key=True), Column("content", LargeBinary, nullable=False)
)


class Cut(msgspec.Struct, frozen=True):
    """A seal at which a period begins or ends."""

    number: int
    ledger: int
    log: int
    hash: str

    @classmethod
    def at(cls, seal: Seal) -> "Cut":
        return cls(seal.number, seal.ledger, seal.log, seal.hash.hex())

    @property
    def seal(self) -> Seal:
        return Seal(self.number, self.ledger, self.log, bytes.fromhex(self.hash))


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """What a bundle says of itself; the house signs it."""

    house: str
    first: str  # gaming days, both within
    last: str
    from_us: int
    until_us: int
    opening: Cut  # the last seal before the period: the one at which the period before ends
    closing: Cut
    balances: dict[str, int]  # of the accounts that are not empty at the opening, by their names
    later: dict[str, int]  # rows that went on changing after the period, by table: only digests of them are here

    @property
    def seals(self) -> int:
        return self.closing.number - self.opening.number


class Signature(msgspec.Struct, frozen=True):
    public_key: str
    signature: str
    lineage: tuple[Link, ...] = ()


def spelled(period: Period) -> bytes:
    """The period in one fixed spelling, as it is signed."""
    return DOMAIN + json.dumps(msgspec.to_builtins(period), sort_keys=True, separators=(",", ":")).encode()


@contextmanager
def opened(file: Path, *, new: bool = False) -> Iterator[Connection]:
    """The bundle in a file; a new one is made with its tables."""
    url = URL.create("sqlite", database=str(file))
    only = lambda: sqlite3.connect(only_read.address(file), uri=True, check_same_thread=False)  # noqa: E731
    engine = create_engine(url) if new else create_engine(url, creator=only)
    try:
        if new:
            schema.metadata.create_all(engine)
            about.create_all(engine)
        with engine.begin() as conn:
            yield conn
    finally:
        engine.dispose()


def is_bundle(file: Path) -> bool:
    """Whether a file is a bundle, and no record of a house."""
    if not file.is_file() or file.open("rb").read(16) != b"SQLite format 3\x00":
        return False
    with opened(file) as conn:
        return bool(conn.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = 'exported'").first())


def read(conn: Connection) -> tuple[Period, Signature | None]:
    """What the bundle says of itself, and who has signed it."""
    rows = {row.name: stored_bytes(row.content) for row in conn.execute(select(exported))}
    signature = rows.get("signature")
    try:
        period = msgspec.json.decode(rows.get("period", b""), type=Period)
        return period, msgspec.json.decode(signature, type=Signature) if signature else None
    except msgspec.DecodeError as error:
        raise Refused("The file does not say of itself which period it is.", f"It was changed: {error}.") from None


def file_digest(file: Path) -> str:
    """Of the whole file, as the log names it."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
