"""The house's keys in use: what is encrypted under which, and everything anew under the newest.

A key is changed by putting a new one before the old one (`croupier keys --new`), starting the servers with both, and
encrypting anew what is under the old one (`--renew`), while the house is open. The old one then opens nothing that is
there; it is kept with the copies from its time. Every step stands in the log.
"""

import collections
import functools

import msgspec
from sqlalchemy import Connection, select, update

from croupier.house.keys.keyring import Keyring, MissingKey, key_of
from croupier.house.people.factors import Factors
from croupier.house.people.persons import SYSTEM
from croupier.house.record import audit_log, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.writer import Tx, Writer

AT_ONCE = 500
ACT, SUBJECT = "keys", "the house's keys"  # in the log of people


class Under(msgspec.Struct, frozen=True):
    """How much is under one key; the empty name is for what is not encrypted."""

    key: str
    orders: int  # of shoes and decks
    secrets: int  # of authenticators

    @property
    def words(self) -> str:
        return f"{self.orders:,} sealed orders, {self.secrets:,} secrets of authenticators"


def standing(conn: Connection) -> dict[str, Under]:
    """What is under which key, by the key's name."""
    orders: collections.Counter[str] = collections.Counter()
    for order in conn.scalars(select(schema.vault.c.order).execution_options(yield_per=AT_ONCE)):
        orders[key_of(stored_bytes(order))] += 1
    secrets = collections.Counter(
        key_of(stored_bytes(sealed or b"")) for sealed in conn.scalars(select(schema.second_factor.c.sealed))
    )
    return {name: Under(name, orders[name], secrets[name]) for name in sorted({*orders, *secrets})}


def missing(conn: Connection, keys: Keyring) -> list[Under]:
    """What nobody here can open."""
    return [under for name, under in standing(conn).items() if name and name not in keys.names]


def renew(writer: Writer, sources: Sources, keys: Keyring) -> Under:
    """Encrypt everything under the newest key, a part at a time; how much that was. What is under a key that is not
    here stays as it is, and so does an authenticator from before secrets were kept: its next code does it."""
    if not keys:
        raise MissingKey("there is no key: croupier keys --new FILE makes one")
    orders, after = 0, ""
    while True:
        looked, changed, after = writer.run(functools.partial(_orders, keys=keys, after=after))
        orders += changed
        if looked < AT_ONCE:
            break
    secrets = writer.run(lambda tx: _secrets(tx, Factors(sources, keys)))
    done = Under(keys.names[0], orders, secrets)
    words = f"encrypted anew under {done.key}: {done.words}"
    writer.run(lambda tx: audit_log.log(tx, sources.now_us(), SYSTEM, ACT, SUBJECT, "done", words))
    return done


def _orders(tx: Tx, keys: Keyring, after: str) -> tuple[int, int, str]:
    """One part of the vault: how many were looked at and changed, and the last."""
    table = schema.vault
    query = select(table.c.commitment, table.c.order).where(table.c.commitment > after)
    rows = tx.conn.execute(query.order_by(table.c.commitment).limit(AT_ONCE)).all()
    changed = 0
    for row in rows:
        kept = stored_bytes(row.order)
        if (name := key_of(kept)) == keys.names[0] or (name and name not in keys.names):
            continue
        order = keys.seal(keys.open(kept, row.commitment), row.commitment)
        tx.conn.execute(update(table).where(table.c.commitment == row.commitment).values(order=order))
        changed += 1
    return len(rows), changed, rows[-1].commitment if rows else after


def _secrets(tx: Tx, factors: Factors) -> int:
    table, changed = schema.second_factor, 0
    for badge in tx.conn.scalars(select(table.c.badge).where(table.c.sealed.is_not(None))).all():
        factor = factors.find(tx.conn, badge, lock=True)
        if factor is None or not factors.outdated(factor) or key_of(factor.sealed) not in factors.keys.names:
            continue
        sealed = factors.keys.seal(factors.secret(factor), badge)
        tx.conn.execute(update(table).where(table.c.badge == badge).values(sealed=sealed))
        changed += 1
    return changed
