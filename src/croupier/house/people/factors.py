"""Second factors as they are stored: one for each person, and the roles that the house wants one of.

The secret itself is not stored: it is made from a salt, the badge and the house's key (CROUPIER_KEY in the server's
environment), so that who reads the database alone can't sign in. Without such a key the salt alone decides. Another
key makes every factor worthless, and an administrator lets people set up new ones.
"""

import hmac
import os
from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from croupier.house.people import one_time_codes as totp
from croupier.house.people.grants import Grant
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.writer import Tx


class CodeNeeded(Refused):
    """The password was right; this person has a second factor."""

    field = "code"


class WrongCode(Refused):
    """A code that the authenticator does not show now, or that was used."""

    field = "code"


class Factor(msgspec.Struct, frozen=True):
    badge: str
    salt: bytes
    confirmed: bool
    last_step: int  # of the last code used: none is used twice
    made_us: int


class Factors:
    def __init__(self, sources: Sources, key: bytes | None = None) -> None:
        self._sources = sources
        self._key = key if key is not None else os.environ.get("CROUPIER_KEY", "").encode()

    # ---- looking

    def find(self, conn: Connection, badge: str, *, lock: bool = False) -> Factor | None:
        query = select(schema.second_factor).where(schema.second_factor.c.badge == badge)
        row = conn.execute(query.with_for_update() if lock else query).one_or_none()
        return Factor(row.badge, bytes(row.salt), bool(row.confirmed), row.last_step, row.made_us) if row else None

    def roles(self, conn: Connection) -> tuple[str, ...]:
        """Roles that may do nothing without a second factor."""
        table = schema.second_factor_role
        return tuple(conn.scalars(select(table.c.role).order_by(table.c.role)))

    def confirmed(self, conn: Connection, badge: str) -> bool:
        found = self.find(conn, badge)
        return found is not None and found.confirmed

    def wanted(self, conn: Connection, grants: Iterable[Grant]) -> bool:
        """Whether the house wants a second factor of somebody with these roles, wherever he has them."""
        return not {grant.role for grant in grants}.isdisjoint(self.roles(conn))

    def signs(self, conn: Connection, badge: str, grants: Iterable[Grant]) -> bool:
        """Whether this person signs with a code: the house wants a second factor of a role, and here is one."""
        return self.wanted(conn, grants) and self.confirmed(conn, badge)

    def any(self, conn: Connection) -> bool:
        """Whether a page that asks for passwords should ask for codes too."""
        return conn.scalar(select(schema.second_factor.c.badge).limit(1)) is not None

    def secret(self, factor: Factor) -> bytes:
        return hmac.digest(self._key, factor.badge.encode() + b"\0" + factor.salt, "sha256")[: totp.SECRET_BYTES]

    # ---- changing

    def make(self, tx: Tx, badge: str, salt: bytes) -> Factor:
        """A new factor that counts once its first code was given; an unfinished one is replaced."""
        there = self.find(tx.conn, badge, lock=True)
        if there is not None and there.confirmed:
            raise Stale("There is a second factor already.", "Remove it first.")
        factor = Factor(badge, salt, False, 0, self._sources.now_us())
        self.drop(tx, badge)
        row = {"badge": badge, "salt": salt, "confirmed": 0, "last_step": 0, "made_us": factor.made_us}
        tx.conn.execute(insert(schema.second_factor).values(**row))
        return factor

    def drop(self, tx: Tx, badge: str) -> bool:
        return bool(tx.conn.execute(delete(schema.second_factor).where(schema.second_factor.c.badge == badge)).rowcount)

    def use(self, tx: Tx, badge: str, code: str, *, confirm: bool = False) -> None:
        """Take a code, once. Who has no factor gives none; `confirm` makes an unfinished one count."""
        factor = self.find(tx.conn, badge, lock=True)
        if factor is None or factor.confirmed == confirm:
            if confirm:
                raise Stale("No second factor waits for its first code.", "Set one up first.")
            return
        if not code.strip():
            raise CodeNeeded("This badge has a second factor.", "Give the code that your authenticator shows.")
        step = totp.matching(self.secret(factor), code, self._sources.now_us(), factor.last_step)
        if step is None:
            raise WrongCode("The code does not match or was used.", "Wait for the next one.")
        table = schema.second_factor
        tx.conn.execute(update(table).where(table.c.badge == badge).values(last_step=step, confirmed=1))

    def require(self, tx: Tx, role: str, by: str, wanted: bool) -> None:
        table = schema.second_factor_role
        tx.conn.execute(delete(table).where(table.c.role == role))
        if wanted:
            tx.conn.execute(insert(table).values(role=role, by=by, at_us=self._sources.now_us()))
