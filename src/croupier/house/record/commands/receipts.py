"""Commands: what somebody asks for under an identifier of his own, and the answer that it got.

Sent again as it was, a command gets its first answer; with something else in it, it is refused. What tells the two
apart is a digest of the content, kept with the answer in the transaction that did what it tells of.
"""

import functools
import hashlib
import json
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, select

from croupier.house.record import schema
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.errors import NotFound, Reused
from croupier.house.record.writer import Tx


class Badged(Protocol):
    """Whoever asks: nothing else of him is kept with a command."""

    @property
    def badge(self) -> str: ...


Act = TypeVar("Act", covariant=True)
Who = TypeVar("Who", bound=Badged, covariant=True)
ACT_CHARS_MAX = 300
_ORDERED = json.JSONEncoder(sort_keys=True)


def _chunks_of() -> Any:
    """What `json.dumps` makes anew for every text, made once where this Python has it so; it writes the same."""
    words = (_ORDERED.default, json.encoder.encode_basestring_ascii, None, ": ", ", ", True, False, True)
    try:
        return json.encoder.c_make_encoder(None, *words)  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        return None


_chunks = _chunks_of()


class Receipt(msgspec.Struct, frozen=True):
    """What an act led to; the same again if the command is sent again."""

    entry: int
    number: int
    happened: list[Any] = []
    balance: int = 0  # the actor's chips at the table
    seat: int = 0  # his, at a poker table


kept = msgspec.json.Encoder().encode  # a receipt as the record keeps it


class Command(msgspec.Struct, Generic[Who, Act], frozen=True):
    """One act of one person at a table: sent twice, it acts once."""

    id: str
    by: Who
    act: Act
    number: int | None = None  # of the request that it answers
    said: str = ""  # the sender's own words, where the act was made from them and from how the table stood
    signed: bool = False  # its sender has given his password for this very act

    def content(self, table_id: str) -> bytes:
        """The number is none of it: who looks again and asks for the same wants the same."""
        try:
            return _digest_at(table_id, self.said or self.act)
        except TypeError:  # an act that holds a table of its own
            return digest_of(table_id, self.said or self.act)

    def filed(self, table_id: str) -> str:
        """What it is called among the commands."""
        return f"{type(self.act).__name__} {table_id}"

    def remember(self, tx: Tx, table_id: str, at_us: int, receipt: Receipt) -> None:
        content, result = self.content(table_id), kept(receipt)
        remember(tx, self.id, self.filed(table_id), content, self.by.badge, at_us, result)

    def recall(self, conn: Connection, table_id: str) -> Receipt | None:
        """The answer that it got before at this table."""
        stored = recall(conn, self.id, self.filed(table_id), self.content(table_id), self.by.badge)
        return msgspec.json.decode(stored, type=Receipt) if stored is not None else None


def digest_of(*parts: Any) -> bytes:
    """A digest of what was asked for, whatever it is made of."""
    plain = msgspec.to_builtins(parts, str_keys=True)
    # Escaped, so that half a character of a broken program has a digest too; it is refused later.
    return hashlib.sha256(_in_order(plain).encode()).digest()


_digest_at = functools.lru_cache(maxsize=4096)(digest_of)  # a patron makes the same wager again and again


def _in_order(plain: Any) -> str:
    return "".join(_chunks(plain, 0)) if _chunks else _ORDERED.encode(plain)


def remember(tx: Tx, command_id: str, act: str, content: bytes, by: str, at_us: int, result: bytes) -> None:
    tx.commands += 1
    tx.append(schema.command, (command_id, act[:ACT_CHARS_MAX], by, at_us, result, content))


def recall(conn: Connection, command_id: str, act: str, content: bytes, by: str) -> bytes | None:
    """The answer to a command already done; None if it is new. Nobody reads another's answers."""
    table = schema.command
    row = conn.execute(select(table).where(table.c.id == command_id)).one_or_none()
    if row is None:
        return None
    if row.by != by:
        raise NotFound("This command's identifier belongs to another person.", "Use a new identifier for each act.")
    # What was done before digests were kept is told apart by its act alone.
    same = stored_bytes(row.content) == content if row.content is not None else row.act == act[:ACT_CHARS_MAX]
    if not same:
        raise Reused()
    return stored_bytes(row.result)


def first(conn: Connection, command_id: str, by: str, content: bytes) -> Receipt | None:
    """What somebody's command of this content led to, whatever kind of act it came to."""
    table = schema.command.c
    query = select(table.result).where(table.id == command_id, table.by == by, table.content == content)
    result = conn.scalar(query)
    return None if result is None else msgspec.json.decode(stored_bytes(result), type=Receipt)


def asked(conn: Connection, command_id: str, by: str) -> str:
    """What somebody asked for under a command that was done; nothing where none of his was."""
    table = schema.command
    return conn.scalar(select(table.c.act).where(table.c.id == command_id, table.c.by == by)) or ""


def done(conn: Connection, command_id: str) -> bool:
    return conn.scalar(select(schema.command.c.id).where(schema.command.c.id == command_id)) is not None


def begun(conn: Connection, command_id: str, by: str) -> dict[str, int]:
    """A person's acts that were named after one command, `tap-7.2.ante` after `tap-7`, each with its entry."""
    table, first = schema.command, f"{command_id}."
    within = (table.c.id >= first) & (table.c.id < f"{command_id}/")  # "/" follows "."
    found = conn.execute(select(table.c.id, table.c.result).where(within, table.c.by == by))
    return {row.id: msgspec.json.decode(stored_bytes(row.result), type=Receipt).entry for row in found}
