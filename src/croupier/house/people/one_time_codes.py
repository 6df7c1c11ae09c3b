"""One-time codes from the clock (RFC 6238 over RFC 4226), as the common authenticators make them.

Six digits of an HMAC-SHA-1 over the number of half minutes since 1970. A code is good for its own half minute and
for the ones beside it, since no two clocks agree, and for one use only.
"""

import base64
import hmac
from urllib.parse import quote, urlencode

from croupier.house.record.clock import SECOND_US

DIGITS = 6
STEP_S = 30
DRIFT_STEPS = 1  # how far a person's clock may be off
SECRET_BYTES = 20
ISSUER = "Croupier"


def step_of(now_us: int) -> int:
    """The number of the half minute."""
    return now_us // (STEP_S * SECOND_US)


def code(secret: bytes, step: int, digits: int = DIGITS) -> str:
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 0x0F
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def matching(secret: bytes, given: str, now_us: int, used: int) -> int | None:
    """The step whose code this is, later than the last one used; every candidate costs the same time."""
    plain = "".join(given.split())
    now, found = step_of(now_us), None
    for step in range(now - DRIFT_STEPS, now + DRIFT_STEPS + 1):
        same = hmac.compare_digest(code(secret, step).encode(), plain.encode())
        if same and step > used:
            found = step
    return found


def text(secret: bytes) -> str:
    """The secret as a person keys it into an authenticator, in groups of four letters."""
    letters = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def uri(secret: bytes, badge: str) -> str:
    """The address that authenticators read."""
    label = quote(f"{ISSUER}:{badge}", safe=":")
    values = {"secret": text(secret).replace(" ", ""), "issuer": ISSUER, "digits": DIGITS, "period": STEP_S}
    return f"otpauth://totp/{label}?{urlencode(values)}"
