"""Second factors as they are stored: one authenticator for each person, his security keys, and the roles that the house
wants one of.

An authenticator's secret is kept encrypted under the house's key (`keys.keyring`), which the record does not hold:
who reads the database alone can't sign in. Without such a key the salt alone decides, which is not good enough for
staff. Secrets from before they were kept follow from a salt, the badge and whichever key was in use then; the next
right code says which, and they are kept from there on. That a security key has signed is told by a code, too.
"""

import hashlib
import hmac
from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from croupier.house.keys.keyring import Keyring, MissingKey, key_of, ring
from croupier.house.people import one_time_codes as totp
from croupier.house.people.grants import Grant
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.writer import Tx

KEY_CODE = "key-"  # begins what stands for the signature of a security key
# Made once: to put a question together takes longer than to answer it.
_ANYBODYS = (
    select(schema.second_factor.c.badge).where(schema.second_factor.c.confirmed == 1).limit(1),
    select(schema.security_key.c.badge).limit(1),
)


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
    sealed: bytes = b""  # the secret, under a key of the house


class Factors:
    def __init__(self, sources: Sources, keys: Keyring | None = None) -> None:
        self._sources = sources
        self._keys = keys

    @property
    def keys(self) -> Keyring:
        """The house's keys, as this server was given them."""
        return self._keys if self._keys is not None else ring()

    # ---- looking

    def find(self, conn: Connection, badge: str, *, lock: bool = False) -> Factor | None:
        query = select(schema.second_factor).where(schema.second_factor.c.badge == badge)
        row = conn.execute(query.with_for_update() if lock else query).one_or_none()
        if row is None:
            return None
        sealed = stored_bytes(row.sealed or b"")
        return Factor(row.badge, bytes(row.salt), bool(row.confirmed), row.last_step, row.made_us, sealed)

    def roles(self, conn: Connection) -> tuple[str, ...]:
        """Roles that may do nothing without a second factor."""
        table = schema.second_factor_role
        return tuple(conn.scalars(select(table.c.role).order_by(table.c.role)))

    def security_keys(self, conn: Connection, badge: str) -> bool:
        table = schema.security_key
        return conn.scalar(select(table.c.id).where(table.c.badge == badge).limit(1)) is not None

    def confirmed(self, conn: Connection, badge: str) -> bool:
        """Whether this person has a second factor, of whichever kind."""
        found = self.find(conn, badge)
        return (found is not None and found.confirmed) or self.security_keys(conn, badge)

    def there(self, conn: Connection, badge: str) -> bool:
        """Whether there is one to be taken away, also one whose first code was never given."""
        return self.find(conn, badge) is not None or self.security_keys(conn, badge)

    def wanted(self, conn: Connection, grants: Iterable[Grant]) -> bool:
        """Whether the house wants a second factor of somebody with these roles, wherever he has them."""
        return not {grant.role for grant in grants}.isdisjoint(self.roles(conn))

    def signs(self, conn: Connection, badge: str, grants: Iterable[Grant]) -> bool:
        """Whether this person signs with a code: the house wants a second factor of a role, and here is one."""
        return self.wanted(conn, grants) and self.confirmed(conn, badge)

    def any(self, conn: Connection) -> bool:
        """Whether a page that asks for passwords should ask for codes too."""
        return any(conn.scalar(query) is not None for query in _ANYBODYS)

    def secret(self, factor: Factor) -> bytes:
        return self._secrets(factor)[0]

    def _secrets(self, factor: Factor) -> list[bytes]:
        """What the authenticator was given; several where it is not known which key was in use."""
        if factor.sealed:
            try:
                return [self.keys.open(factor.sealed, factor.badge)]
            except MissingKey as missing:
                says = f"For whoever keeps the server: {missing}."
                raise Refused("This second factor can't be looked at.", says) from missing
        text = factor.badge.encode() + b"\0" + factor.salt
        return [hmac.digest(key, text, "sha256")[: totp.SECRET_BYTES] for key in self.keys.keys or (b"",)]

    def outdated(self, factor: Factor) -> bool:
        """Whether its secret is under another key than the newest, or under none."""
        return bool(self.keys) and key_of(factor.sealed) != self.keys.names[0]

    # ---- changing

    def make(self, tx: Tx, badge: str, salt: bytes) -> Factor:
        """A new factor that counts once its first code was given; an unfinished one is replaced."""
        there = self.find(tx.conn, badge, lock=True)
        if there is not None and there.confirmed:
            raise Stale("There is a second factor already.", "Remove it first.")
        factor = Factor(badge, salt, False, 0, self._sources.now_us())
        if self.keys:
            factor = msgspec.structs.replace(factor, sealed=self.keys.seal(self.secret(factor), badge))
        tx.conn.execute(delete(schema.second_factor).where(schema.second_factor.c.badge == badge))
        row = {"badge": badge, "salt": salt, "confirmed": 0, "last_step": 0, "made_us": factor.made_us}
        tx.conn.execute(insert(schema.second_factor).values(**row, sealed=factor.sealed or None))
        return factor

    def drop(self, tx: Tx, badge: str) -> bool:
        """Take away every second factor of a person."""
        tables = (schema.second_factor, schema.security_key, schema.key_challenge)
        gone = [tx.conn.execute(delete(table).where(table.c.badge == badge)).rowcount for table in tables]
        return bool(gone[0] or gone[1])

    def drop_authenticator(self, tx: Tx, badge: str) -> bool:
        table = schema.second_factor
        return bool(tx.conn.execute(delete(table).where(table.c.badge == badge)).rowcount)

    def use(self, tx: Tx, badge: str, code: str, *, confirm: bool = False) -> None:
        """Take a code, once. Who has no factor gives none; `confirm` makes an unfinished authenticator count."""
        factor = self.find(tx.conn, badge, lock=True)
        waits = factor is not None and factor.confirmed != confirm
        if not waits and (confirm or not self.security_keys(tx.conn, badge)):
            if confirm:
                raise Stale("No second factor waits for its first code.", "Set one up first.")
            return
        given = code.strip()
        if not given:
            how = "Give the code that your authenticator shows." if waits else "Press Security key, and touch it."
            raise CodeNeeded("This badge has a second factor.", how)
        if given.startswith(KEY_CODE) and not confirm:
            self._signed_by_key(tx, badge, given)
        elif factor is not None and waits:
            self._shown_by_authenticator(tx, factor, given)
        else:
            raise WrongCode("This badge has no authenticator.", "Press Security key, and touch it.")

    def _shown_by_authenticator(self, tx: Tx, factor: Factor, code: str) -> None:
        now_us, table = self._sources.now_us(), schema.second_factor
        for secret in self._secrets(factor):
            step = totp.matching(secret, code, now_us, factor.last_step)
            if step is not None:
                kept = {"sealed": self.keys.seal(secret, factor.badge)} if self.outdated(factor) else {}
                changed = update(table).where(table.c.badge == factor.badge)
                tx.conn.execute(changed.values(last_step=step, confirmed=1, **kept))
                return
        raise WrongCode("The code does not match or was used.", "Wait for the next one.")

    def _signed_by_key(self, tx: Tx, badge: str, code: str) -> None:
        """What a security key's signature was exchanged for: good once, and for a short time."""
        table = schema.key_challenge
        mine = (table.c.badge == badge, table.c.code == code_digest(code), table.c.until_us > self._sources.now_us())
        if tx.conn.execute(delete(table).where(*mine)).rowcount != 1:
            raise WrongCode("That signature of a security key was used, or is too old.", "Touch the key again.")

    def require(self, tx: Tx, role: str, by: str, wanted: bool) -> None:
        table = schema.second_factor_role
        tx.conn.execute(delete(table).where(table.c.role == role))
        if wanted:
            tx.conn.execute(insert(table).values(role=role, by=by, at_us=self._sources.now_us()))


def code_digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
