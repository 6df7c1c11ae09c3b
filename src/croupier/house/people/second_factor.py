"""How people come to a second factor and lose it again: set up, confirmed, removed, reset by an administrator."""

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from croupier.house.people import one_time_codes as totp
from croupier.house.people import permissions
from croupier.house.people.persons import People, Person, Proof
from croupier.house.people.posted_amounts import ACT
from croupier.house.people.security_keys import SecurityKeys
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused
from croupier.house.record.writer import Tx, Writer

SALT_BYTES = 16


class NewSecret(msgspec.Struct, frozen=True):
    """A new secret, for a person's authenticator: shown once and kept nowhere."""

    secret: str
    uri: str


class FactorStanding(msgspec.Struct, frozen=True):
    set_up: bool  # of whichever kind
    required: bool
    since_us: int = 0  # of the authenticator
    authenticator: bool = False
    security_keys: int = 0


class SecondFactor:
    def __init__(self, people: People, writer: Writer) -> None:
        self._people = people
        self._writer = writer
        self._factors = people.factors
        self.keys = SecurityKeys(people, writer)

    def standing(self, badge: str) -> FactorStanding:
        with self._writer.storage.reading() as conn:
            person = self._people.get(conn, badge)
            factor = self._factors.find(conn, badge)
            required = self._factors.wanted(conn, person.grants)
        shown, keys = factor is not None and factor.confirmed, len(self.keys.of(badge))
        since_us = factor.made_us if factor and shown else 0
        return FactorStanding(shown or keys > 0, required, since_us, shown, keys)

    def begin(self, badge: str, password: str, code: str = "") -> NewSecret:
        """A new secret; it counts once its first code was given. Who has security keys has one of them sign for it."""
        proof = self._people.prove(badge, password, code)
        with self._writer.storage.reading() as conn:
            self._check_key(conn, badge)
            if self._factors.security_keys(conn, badge) and not proof.coded:
                raise Forbidden("A second factor is added with the one that there is.", "Touch your security key.")
        salt = self._people.sources.entropy.token(SALT_BYTES)
        return self._writer.run(using(self._begin_in, badge, salt))

    def _begin_in(self, tx: Tx, badge: str, salt: bytes) -> NewSecret:
        secret = self._factors.secret(self._factors.make(tx, badge, salt))
        self._people.log(tx, badge, "second-factor", badge, "done", "begun")
        return NewSecret(totp.text(secret), totp.uri(secret, badge))

    def _check_key(self, conn: Connection, badge: str) -> None:
        """Secrets of staff are kept under a key that the record does not hold, or not at all."""
        staff = any(grant.role != "player" for grant in self._people.get(conn, badge).grants)
        if staff and not self._factors.keys:
            raise Refused(
                "The house has no key to keep the secret of an authenticator under.",
                "Whoever keeps the server sets files.key (croupier doctor); or use a security key.",
            )

    def confirm(self, badge: str, code: str) -> None:
        """The authenticator shows the right code: from now on it is asked for. Whoever is signed in signs in anew."""
        self._guarded(badge, using(self._confirm_in, badge, code))

    def _confirm_in(self, tx: Tx, badge: str, code: str) -> None:
        self._factors.use(tx, badge, code, confirm=True)
        self._people.end_all(tx, badge)
        self._people.log(tx, badge, "second-factor", badge, "done", "set up")

    def remove(self, badge: str, password: str, code: str) -> None:
        """Give up one's own, with password and code; not where the house wants one of this role."""
        self._people.prove(badge, password)
        self._guarded(badge, using(self._remove_in, badge, code))

    def _remove_in(self, tx: Tx, badge: str, code: str) -> None:
        person = self._people.get(tx.conn, badge)
        if self._factors.wanted(tx.conn, person.grants) and not self._factors.security_keys(tx.conn, badge):
            raise Forbidden(f"The house wants a second factor of {permissions.WORDS[person.role]}.")
        self._factors.use(tx, badge, code)
        if not self._factors.drop_authenticator(tx, badge):
            raise NotFound("There is no second factor to remove.")
        self._people.end_all(tx, badge)
        self._people.log(tx, badge, "second-factor", badge, "done", "removed")

    def reset(self, by: Person, badge: str) -> None:
        """An administrator takes away the factor of somebody whose authenticator is lost; all sessions end."""
        if by.badge == badge:
            raise Refused("Nobody resets their own second factor.", "Another administrator does it.")
        self._writer.run(using(self._reset_in, by, badge))

    def _reset_in(self, tx: Tx, by: Person, badge: str) -> None:
        self._people.require(tx, by.badge, "people.manage")
        self.reset_in(tx, by, badge)

    def reset_in(self, tx: Tx, by: Person, badge: str) -> None:
        """Take a factor away inside a transaction."""
        self._people.get(tx.conn, badge)
        if not self._factors.drop(tx, badge):
            raise NotFound(f"Badge {badge} has no second factor.")
        self._people.end_all(tx, badge)
        self._people.log(tx, by.badge, "people.manage", badge, "done", "second factor reset")

    def require(self, by: Person, role: str, wanted: bool, proofs: tuple[Proof, Proof] | None = None) -> None:
        """Whether the house wants a second factor of everybody in a role; in force at once. That it is wanted no longer
        takes two people: nobody alone makes signing easier."""
        if role not in permissions.ROLES:
            raise Refused(f"There is no role {role!r}.", f"Roles are {', '.join(permissions.ROLES)}.")
        if not wanted and proofs is None:
            raise Refused("Two people sign that a second factor is wanted no longer.", "Give both passwords.")
        self._writer.run(using(self._require_in, by, role, wanted, proofs))

    def _require_in(self, tx: Tx, by: Person, role: str, wanted: bool, proofs: tuple[Proof, Proof] | None) -> None:
        self._people.require(tx, by.badge, "people.manage")
        if not wanted and proofs is not None:
            self._sign_both(tx, by, role, proofs)
        self._factors.require(tx, role, by.badge, wanted)
        words = "second factor required" if wanted else "second factor no longer required"
        self._people.log(tx, by.badge, "people.manage", f"role {role}", "done", words)

    def _sign_both(self, tx: Tx, by: Person, role: str, proofs: tuple[Proof, Proof]) -> None:
        first, second = proofs
        if first.badge != by.badge or second.badge == by.badge:
            raise Forbidden("One person signed twice.", "Somebody else is the second person.")
        self._people.sign(tx, first, "people.manage", f"role {role}")
        self._people.sign(tx, second, ACT, f"role {role}")

    def _guarded(self, badge: str, work: Callable[[Tx], None]) -> None:
        """Wrong codes count as failed signatures."""
        self._people.guesses.check(badge, "", signing=True)
        try:
            self._writer.run(work)
        except (Forbidden, NotFound):
            raise
        except Refused:
            self._writer.run(lambda tx: self._people.failed(tx, badge, "", signing=True))
            raise
