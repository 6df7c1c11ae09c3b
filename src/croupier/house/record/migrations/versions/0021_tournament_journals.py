"""Acts of poker tournaments are entries of the one journal.

Those that are there are carried over, act by act with their bytes, and sealed. The rows that they come from stay as
they were, for the seals and anchors over them; nothing is added to them any more. A line of the log says what was done.
"""

import hashlib
import json
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from croupier.house.record import schema
from croupier.house.record.migrations import guards
from croupier.house.record.sealing import evidence, seals

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

PREFIX, KIND, START = "tournament:", "poker-tournament", "0" * 64
AT_ONCE = 1_000
event = sa.table("poker_tournament", *(sa.column(name) for name in ("id", "acts", "hash", "changed_us")))
act = sa.table("poker_tournament_act", *(sa.column(name) for name in ("tournament", "number", "by", "payload", "hash")))
head = sa.table("journal_head", *(sa.column(name) for name in ("id", "table_id", "number", "hash", "opened_us")))
entry = sa.table(
    "journal_entry",
    *(sa.column(name) for name in ("journal_id", "number", "kind", "payload", "prev", "hash", "at_us")),
)
log = sa.table(
    "audit_log", *(sa.column(name) for name in ("number", "at_us", "by", "act", "subject", "outcome", "reason"))
)
counter = sa.table("counter", sa.column("name"), sa.column("value"))


def upgrade() -> None:
    conn = op.get_bind()
    carried = [_carried(conn, row.id, row.changed_us) for row in conn.execute(sa.select(event).order_by(event.c.id))]
    if carried:
        _seal(conn, carried)
    guards.forbid_changes("poker_tournament_act")


def _carried(conn: sa.Connection, name: str, changed_us: int) -> dict[str, Any]:
    """The journal of one tournament, with all its acts; the row of its head."""
    journal, prev, number, opened_us = f"{PREFIX}{name}", START, 0, None
    made: list[dict[str, Any]] = []
    for old in conn.execute(sa.select(act).where(act.c.tournament == name).order_by(act.c.number)):
        payload = _bytes(old.payload)
        at_us = json.loads(payload)["at_us"]
        opened_us = at_us if opened_us is None else opened_us
        number = old.number
        kept = _spelled(number, at_us, old.by, payload)
        own = hashlib.sha256(prev.encode() + kept).hexdigest()
        hashes = {"prev": bytes.fromhex(prev), "hash": bytes.fromhex(own)}
        made.append({"journal_id": journal, "number": number, "kind": KIND, "payload": kept, "at_us": at_us, **hashes})
        prev = own
    last = {"number": number, "hash": bytes.fromhex(prev)}
    row = {"id": journal, "table_id": journal, "opened_us": changed_us if opened_us is None else opened_us, **last}
    conn.execute(sa.insert(head).values(**row))
    for start in range(0, len(made), AT_ONCE):
        conn.execute(sa.insert(entry), made[start : start + AT_ONCE])
    return row


def _spelled(number: int, at_us: int, by: str, payload: bytes) -> bytes:
    """An entry as the program writes it."""
    seconds, rest = divmod(at_us, 1_000_000)
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    before = f'{{"number":{number},"at":"{moment}.{rest:06d}+00:00","by":{json.dumps(by, ensure_ascii=False)}'
    return before.encode() + b',"kind":"' + KIND.encode() + b'","act":' + payload + b"}"


def _seal(conn: sa.Connection, carried: list[dict[str, Any]]) -> None:
    """A seal on the new journals and on the line of the log that tells of them."""
    pages = evidence.Page(tuple(_rows(carried)), tuple(_heads(carried)))
    acts = sum(row["number"] for row in carried)
    number = int(conn.scalar(sa.select(sa.func.max(log.c.number))) or 0) + 1
    reason = f"{acts} acts of {len(carried)} tournaments carried into the journal; the rows of before stay as evidence"
    line = (number, time.time_ns() // 1000, "system", "record.carry", "poker tournaments", "done", reason)
    conn.execute(sa.insert(log).values(dict(zip((column.name for column in log.c), line))))
    _count(conn, "audit-log", number)
    page = msgspec.msgpack.encode(pages)
    made = seals.following(seals.last(conn), (), (), [line], names=0, page=page)
    values = {"number": made.number, "ledger": made.ledger, "log": made.log, "hash": made.hash, "names": made.names}
    conn.execute(sa.insert(sa.table("seal", *(sa.column(name) for name in values))).values(values))
    conn.execute(sa.text("INSERT INTO evidence VALUES (:seal, :rows)"), {"seal": made.number, "rows": page})
    _count(conn, seals.COUNTER, made.number)


def _rows(carried: list[dict[str, Any]]) -> Iterator[evidence.Row]:
    for row in carried:
        values = [row.get(column.name) for column in schema.journal_head.columns]
        yield "journal_head", (row["id"],), evidence.digest(schema.journal_head, values)


def _heads(carried: list[dict[str, Any]]) -> Iterator[evidence.Head]:
    return (evidence.Head(row["id"], row["number"], row["hash"]) for row in carried if row["number"])


def _count(conn: sa.Connection, name: str, value: int) -> None:
    conn.execute(sa.delete(counter).where(counter.c.name == name))
    conn.execute(sa.insert(counter).values(name=name, value=value))


def _bytes(found: Any) -> bytes:
    return found.encode() if isinstance(found, str) else bytes(found)


def downgrade() -> None:
    """Acts go back to where they were, those that were added meanwhile too; the seals made meanwhile tell of journals
    that are no longer there."""
    conn = op.get_bind()
    guards.allow_changes("poker_tournament_act")
    guards.allow_changes("journal_entry")
    for row in conn.execute(sa.select(event.c.id, event.c.acts, event.c.hash)).all():
        journal, number, last = f"{PREFIX}{row.id}", row.acts, _bytes(row.hash)
        later = sa.select(entry).where(entry.c.journal_id == journal, entry.c.number > number).order_by(entry.c.number)
        for one in conn.execute(later).all():
            told = msgspec.json.decode(_bytes(one.payload), type=dict[str, msgspec.Raw])
            by, payload = msgspec.json.decode(told["by"], type=str), bytes(told["act"])
            number = one.number
            last = hashlib.sha256(last.hex().encode() + by.encode() + b" " + payload).digest()
            added = {"tournament": row.id, "number": number, "by": by, "payload": payload, "hash": last}
            conn.execute(sa.insert(act).values(added))
        conn.execute(sa.update(event).where(event.c.id == row.id).values(acts=number, hash=last))
        conn.execute(sa.delete(entry).where(entry.c.journal_id == journal))
        conn.execute(sa.delete(head).where(head.c.id == journal))
    guards.forbid_changes("journal_entry")
