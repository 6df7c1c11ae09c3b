"""Security keys (WebAuthn) as a second factor: the house keeps public halves, so a copy of the record opens nothing.

A key is asked to sign a challenge that is good once and for a short time, and signs it only for the name under which
the house was opened. What comes back is exchanged for a code, which is given wherever an authenticator's code is: at
the door, and beside the password of a signature. So there is one way to take a second factor, whatever it is.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, Update, delete, insert, select, update

from croupier.house.people.factors import KEY_CODE, WrongCode, code_digest
from croupier.house.people.persons import People, Proof
from croupier.house.record import schema
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.desk import using
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.writer import Tx, Writer

CHALLENGE_BYTES, CODE_BYTES = 32, 16
GOOD_US = 3 * MINUTE_US
KEYS_MAX = 10  # of one person
LABEL_CHARS_MAX = 40
REGISTERS, SIGNS = "register", "sign"


class Site(msgspec.Struct, frozen=True):
    """Under which name a browser has opened the house; a key signs for that name alone."""

    host: str
    origin: str


class SecurityKey(msgspec.Struct, frozen=True):
    id: str
    label: str
    host: str
    made_us: int
    used_us: int


class SecurityKeys:
    def __init__(self, people: People, writer: Writer) -> None:
        self._people, self._writer = people, writer
        self._factors = people.factors

    def of(self, badge: str) -> list[SecurityKey]:
        """The keys of a person, the oldest first."""
        table = schema.security_key
        query = select(table.c.id, table.c.label, table.c.host, table.c.made_us, table.c.used_us)
        with self._writer.storage.reading() as conn:
            rows = conn.execute(query.where(table.c.badge == badge).order_by(table.c.made_us, table.c.id))
            return [SecurityKey(*row) for row in rows]

    # ---- enrolling

    def begin(self, badge: str, password: str, code: str, site: Site) -> dict[str, Any]:
        """What a browser needs to enrol a key: with the password, and with a code where there is a factor already."""
        from webauthn import generate_registration_options

        proof = self._people.prove(badge, password, code)
        with self._writer.storage.reading() as conn:
            name = self._people.get(conn, badge).name
            if self._factors.confirmed(conn, badge) and not proof.coded:
                raise Forbidden("A second factor is added with the one that there is.", "Give its code too.")
            there = _known(conn, badge)
        if len(there) >= KEYS_MAX:
            raise Refused(f"A person has at most {KEYS_MAX} security keys.", "Remove one first.")
        options = generate_registration_options(
            rp_id=site.host,
            rp_name="Croupier",
            user_name=badge,
            user_id=badge.encode(),
            user_display_name=name,
            challenge=self._challenge(badge, REGISTERS, site),
            exclude_credentials=_described(list(there)),
        )
        return _plain(options)

    def add(self, badge: str, challenge: str, credential: dict[str, Any], label: str, site: Site) -> SecurityKey:
        """The key that has answered: from now on it is asked for. Whoever is signed in signs in anew."""
        from webauthn import verify_registration_response

        self._waits(badge, challenge, REGISTERS, site)
        found = _held(
            verify_registration_response,
            credential=credential,
            expected_challenge=_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
        now, named = self._people.sources.now_us(), label.strip()[:LABEL_CHARS_MAX] or "Security key"
        key = SecurityKey(_text(found.credential_id), named, site.host, now, now)
        self._writer.run(using(self._add_in, badge, challenge, key, found, named))
        return key

    def _add_in(self, tx: Tx, badge: str, challenge: str, key: SecurityKey, found: Any, named: str) -> None:
        self._taken(tx, challenge)
        table = schema.security_key
        if tx.conn.scalar(select(table.c.badge).where(table.c.id == key.id)) is not None:
            raise Stale("This security key is enrolled already.", "Take another one.")
        row = {**msgspec.structs.asdict(key), "public_key": found.credential_public_key}
        tx.conn.execute(insert(table).values(**row, badge=badge, count=found.sign_count))
        self._people.end_all(tx, badge)
        self._people.log(tx, badge, "second-factor", badge, "done", f"security key added: {named}")

    def remove(self, badge: str, key: str, password: str, code: str) -> None:
        """Give up a key, with password and code (of any factor); not the last where the house wants one."""
        proof = self._people.prove(badge, password, code)
        self._writer.run(using(self._remove_in, badge, key, proof))

    def _remove_in(self, tx: Tx, badge: str, key: str, proof: Proof) -> None:
        table, factors = schema.security_key, self._factors
        if not proof.coded:
            raise Forbidden("A security key is removed with a second factor.", "Give a code, or touch a key.")
        if not tx.conn.execute(delete(table).where(table.c.badge == badge, table.c.id == key)).rowcount:
            raise NotFound("There is no such security key.")
        wanted = factors.wanted(tx.conn, self._people.get(tx.conn, badge).grants)
        if wanted and not factors.confirmed(tx.conn, badge):
            raise Forbidden("The house wants a second factor of this role.", "Set up another one first.")
        self._people.end_all(tx, badge)
        self._people.log(tx, badge, "second-factor", badge, "done", "security key removed")

    # ---- signing

    def ask(self, badge: str, site: Site) -> dict[str, Any]:
        """What a browser needs to have a key of this person sign; the password was given before (`People.prove`)."""
        from webauthn import generate_authentication_options

        with self._writer.storage.reading() as conn:
            mine = [name for name, host in _known(conn, badge).items() if host == site.host]
        if not mine:
            raise NotFound(f"This badge has no security key for {site.host}.", "Give the code of an authenticator.")
        challenge = self._challenge(badge, SIGNS, site)
        options = generate_authentication_options(
            rp_id=site.host, challenge=challenge, allow_credentials=_described(mine)
        )
        return _plain(options)

    def answer(self, challenge: str, credential: dict[str, Any], site: Site) -> str:
        """A code for a key's signature, good once and for a short time."""
        from webauthn import verify_authentication_response

        badge = self._waits("", challenge, SIGNS, site)
        table = schema.security_key
        with self._writer.storage.reading() as conn:
            mine = (table.c.badge == badge, table.c.id == str(credential.get("id", "")), table.c.host == site.host)
            key = conn.execute(select(table).where(*mine)).one_or_none()
        if key is None:
            raise WrongCode("This security key is not one of this badge.", "Take one that was enrolled.")
        found = _held(
            verify_authentication_response,
            credential=credential,
            expected_challenge=_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=stored_bytes(key.public_key),
            credential_current_sign_count=key.count,
        )
        code, now = KEY_CODE + self._people.sources.entropy.token(CODE_BYTES).hex(), self._people.sources.now_us()
        row = {"id": code_digest(code).hex(), "badge": badge, "purpose": SIGNS, "host": site.host}
        used = update(table).where(table.c.id == key.id).values(count=found.new_sign_count, used_us=now)
        self._writer.run(using(self._answer_in, challenge, row | {"until_us": now + GOOD_US}, code, used))
        return code

    def _answer_in(self, tx: Tx, challenge: str, row: dict[str, object], code: str, used: Update) -> None:
        self._taken(tx, challenge)
        tx.conn.execute(insert(schema.key_challenge).values(**row, code=code_digest(code)))
        tx.conn.execute(used)

    # ---- challenges

    def _challenge(self, badge: str, purpose: str, site: Site) -> bytes:
        made, now = self._people.sources.entropy.token(CHALLENGE_BYTES), self._people.sources.now_us()
        row = {"id": _text(made), "badge": badge, "purpose": purpose, "host": site.host, "until_us": now + GOOD_US}
        self._writer.run(using(self._challenge_in, now, row))
        return made

    def _challenge_in(self, tx: Tx, now: int, row: dict[str, object]) -> None:
        table = schema.key_challenge
        tx.conn.execute(delete(table).where(table.c.until_us <= now))
        tx.conn.execute(insert(table).values(**row))

    def _waits(self, badge: str, challenge: str, purpose: str, site: Site) -> str:
        """Whose challenge this is, if it is still good, for this and here."""
        table, now = schema.key_challenge, self._people.sources.now_us()
        with self._writer.storage.reading() as conn:
            row = conn.execute(select(table).where(table.c.id == challenge, table.c.code.is_(None))).one_or_none()
        if row is None or row.until_us <= now or row.purpose != purpose or badge not in ("", row.badge):
            raise Stale("Nothing waits for this security key any more.", "Begin again.")
        if row.host != site.host:
            raise WrongCode(f"The security key was asked for {row.host}.", "Begin again under one name.")
        return str(row.badge)

    def _taken(self, tx: Tx, challenge: str) -> None:
        """Each challenge is answered once."""
        table = schema.key_challenge
        if tx.conn.execute(delete(table).where(table.c.id == challenge)).rowcount != 1:
            raise Stale("This was answered already.", "Begin again.")


def _known(conn: Connection, badge: str) -> dict[str, str]:
    """The keys of a person, each with the name that it signs for."""
    table = schema.security_key
    return {row.id: row.host for row in conn.execute(select(table.c.id, table.c.host).where(table.c.badge == badge))}


def _held(verify: Any, **given: Any) -> Any:
    """What a key has answered, held to what it was asked; refused in words where it does not hold."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return verify(**given)
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise WrongCode(f"The security key's answer does not hold: {error}".rstrip(".") + ".", "Begin again.") from None


def _described(names: list[str]) -> list[Any]:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [PublicKeyCredentialDescriptor(id=_bytes(name)) for name in names]


def _plain(options: Any) -> dict[str, Any]:
    from webauthn import options_to_json

    return dict(msgspec.json.decode(options_to_json(options).encode()))


def _text(raw: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return str(bytes_to_base64url(raw))


def _bytes(text: str) -> bytes:
    from webauthn.helpers import base64url_to_bytes

    return bytes(base64url_to_bytes(text))
