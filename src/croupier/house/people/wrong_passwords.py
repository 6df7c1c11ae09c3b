"""Wrong guesses at a password: who made too many waits, and whose badge it is does not.

Guesses are counted where they come from. A badge that is guessed at from many addresses is closed to strangers only: a
browser or an address from which its owner has signed in before has a count of its own. What makes a browser known is
a cookie that the house signs for a badge; it opens nothing, it only says whose wrong guesses are whose.
"""

import hashlib
import hmac
import ipaddress

from sqlalchemy import Connection, delete, func, insert, select

from croupier.house.record import schema, settings
from croupier.house.record.clock import DAY_US, MINUTE_US, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Forbidden
from croupier.house.record.writer import Tx, Writer

FAILURES_US = 15 * MINUTE_US
FAILURES_OF_BADGE_MAX = 5  # from one address, by one known browser, or by signing
FAILURES_ANYWHERE_MAX = 20  # of a badge from all addresses that are not its owner's
FAILURES_OF_ADDRESS_MAX = 30
KNOWN_US = 90 * DAY_US  # how long an address is one of its owner's
KEY = "known-browsers"
NONCE_BYTES = 12
MARKS_MAX = 8  # badges that one browser is known for: the screens of a pit are shared
IPV6_NETWORK = 64  # what one subscriber is given; he may take any address of it


def network(address: str) -> str:
    """The address that guesses and requests are counted under: of IPv6 the network, since a caller has all of it."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return address
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.ip_network((int(read), IPV6_NETWORK), strict=False).network_address)


class Guesses:
    def __init__(self, storage: Storage, writer: Writer, sources: Sources) -> None:
        self._storage, self._writer, self._sources = storage, writer, sources
        self._kept: bytes = b""

    def check(self, badge: str, address: str, marks: str = "", signing: bool = False) -> None:
        """Refuse further guesses, where they come from. Who signs has a session already: failed sign-ins do not
        concern him."""
        where = network(address)
        with self._storage.reading() as conn:
            limits = self._limits(badge, where, marks, signing)
            full = any(self._recent(conn, subject) >= most for subject, most in limits.items())
            if full or (not signing and self._closed_to_strangers(conn, badge, where, marks)):
                what = "signatures" if signing else "sign-ins"
                closed = Forbidden(f"Too many failed {what}.", f"Wait {FAILURES_US // MINUTE_US} minutes.")
                closed.field = "password"
                raise closed

    def _limits(self, badge: str, address: str, marks: str, signing: bool) -> dict[str, int]:
        limits = {f"sign:{badge}": FAILURES_OF_BADGE_MAX}
        if signing:
            return limits
        if nonce := self._nonce(badge, marks):
            return limits | {f"browser:{nonce}": FAILURES_OF_BADGE_MAX}
        limits[_at(badge, address)] = FAILURES_OF_BADGE_MAX
        if address:
            limits[f"address:{address}"] = FAILURES_OF_ADDRESS_MAX
        return limits

    def _closed_to_strangers(self, conn: Connection, badge: str, address: str, marks: str) -> bool:
        if self._recent(conn, f"badge:{badge}") < FAILURES_ANYWHERE_MAX or self._nonce(badge, marks):
            return False
        return not (address and self._signed_in_from(conn, badge, address))

    def _recent(self, conn: Connection, subject: str) -> int:
        table, now = schema.sign_in_failure, self._sources.now_us()
        # What lies ahead was written before the clock was set back, and would keep a badge closed till then.
        recent = table.c.at_us.between(now - FAILURES_US + 1, now + FAILURES_US)
        return conn.scalar(select(func.count()).where(table.c.subject == subject[:200], recent)) or 0

    def _signed_in_from(self, conn: Connection, badge: str, address: str) -> bool:
        """Whether the log has this badge signing in from there, not long ago."""
        log = schema.audit_log.c
        mine = (log.by == badge, log.act == "sign-in", log.outcome == "done")
        since = log.at_us > self._sources.now_us() - KNOWN_US
        seen = conn.scalars(select(log.reason).where(*mine, since).distinct()).all()
        return any(network(one) == address for one in seen)

    def failed(self, tx: Tx, badge: str, address: str, marks: str = "", signing: bool = False) -> None:
        """Put a wrong guess on record: one made by signing counts for signing in too."""
        table, now, where = schema.sign_in_failure, self._sources.now_us(), network(address)
        if signing:
            subjects = [f"badge:{badge}", f"sign:{badge}"]
        elif nonce := self._nonce(badge, marks):
            subjects = [f"browser:{nonce}"]
        else:
            subjects = [f"badge:{badge}", _at(badge, where), f"address:{where}"]
        for subject in subjects:
            tx.conn.execute(insert(table).values(id=self._sources.new_id(), subject=subject[:200], at_us=now))
        tx.conn.execute(delete(table).where(table.c.at_us < now - DAY_US))

    def forgive(self, tx: Tx, badge: str, address: str, marks: str) -> None:
        """The password was right: the guesses that came from there were its owner's slips. Strangers' stay."""
        nonce = self._nonce(badge, marks)
        past = f"browser:{nonce}" if nonce else _at(badge, network(address))[:200]
        table = schema.sign_in_failure
        tx.conn.execute(delete(table).where(table.c.subject == past))

    # ---- browsers that are known

    def marked(self, badge: str, marks: str) -> str:
        """What a browser keeps after its owner signed in: one mark a badge, the latest last."""
        if self._nonce(badge, marks):
            return marks
        nonce = self._sources.entropy.token(NONCE_BYTES).hex()
        return "~".join([*_split(marks)[1 - MARKS_MAX :], f"{nonce}.{self._sign(badge, nonce)}"])

    def _nonce(self, badge: str, marks: str) -> str:
        """The mark that the house once gave this browser for this badge; empty where it did not."""
        for mark in _split(marks):
            nonce, _, signed = mark.partition(".")
            if hmac.compare_digest(signed, self._sign(badge, nonce)):
                return nonce
        return ""

    def _sign(self, badge: str, nonce: str) -> str:
        return hmac.new(self._key(), f"{nonce} {badge}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:40]

    def _key(self) -> bytes:
        """Made once in the life of a house; kept in its record. `check` asks for it before a transaction does."""
        if not self._kept:
            with self._storage.reading() as conn:
                found = settings.setting(conn, KEY, bytes)
            self._kept = found or self._writer.run(self._make_key)
        return self._kept

    def _make_key(self, tx: Tx) -> bytes:
        found = settings.setting(tx.conn, KEY, bytes)
        if found is None:
            found = self._sources.entropy.token(32)
            settings.decide(tx, KEY, found, "system", self._sources.now_us())
        return found


def _at(badge: str, address: str) -> str:
    return f"at:{address}:{badge}"


def _split(marks: str) -> list[str]:
    return [mark for mark in marks.split("~") if mark.isascii() and 0 < len(mark) < 100][-MARKS_MAX:]
