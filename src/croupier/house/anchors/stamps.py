"""A time stamp by RFC 3161 on an anchor: somebody outside says when it was there at the latest."""

import base64
import datetime
import hashlib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

TIMEOUT_S = 20
ANSWER_BYTES_MAX = 1 << 20
ASKED, ANSWERED = "application/timestamp-query", "application/timestamp-reply"


class NoStamp(ValueError):
    """The authority gave no time stamp, or one that does not hold."""


def ask(authority: str, content: bytes) -> str:
    """A time stamp on some bytes, in base64."""
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    asked = TimestampRequestBuilder().data(content).hash_algorithm(HashAlgorithm.SHA256).build()
    request = urllib.request.Request(authority, asked.as_bytes(), {"Content-Type": ASKED, "Accept": ANSWERED})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            given = answer.read(ANSWER_BYTES_MAX)
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise NoStamp(f"{authority} gave no time stamp: {error}") from None
    stamp = _read(given)
    if stamp.tst_info.nonce != asked.nonce:
        raise NoStamp(f"{authority} answered another question")
    _about(stamp, content)
    return base64.b64encode(given).decode()


def time_of(stamp: str, content: bytes, authorities: Path | None = None) -> datetime.datetime:
    """When the authority saw these bytes; with certificates, proved by one that they vouch for."""
    found = _read(_bytes(stamp))
    _about(found, content)
    if authorities is not None:
        _prove(found, content, authorities)
    at: datetime.datetime = found.tst_info.gen_time
    return at


def _bytes(stamp: str) -> bytes:
    try:
        return base64.b64decode(stamp, validate=True)
    except ValueError:
        raise NoStamp("the time stamp can't be read") from None


def _read(given: bytes) -> Any:
    from rfc3161_client import decode_timestamp_response

    try:
        found = decode_timestamp_response(given)
        found.tst_info  # noqa: B018  a refusal has none
    except ValueError as error:
        raise NoStamp(f"the answer is no time stamp: {error}") from None
    return found


def _about(stamp: Any, content: bytes) -> None:
    if bytes(stamp.tst_info.message_imprint.message) != hashlib.sha256(content).digest():
        raise NoStamp("the time stamp is on something else than this anchor")


def _prove(stamp: Any, content: bytes, authorities: Path) -> None:
    from cryptography.x509 import load_pem_x509_certificates
    from rfc3161_client import VerificationError, VerifierBuilder

    try:
        roots = load_pem_x509_certificates(authorities.read_bytes())
    except ValueError:
        raise NoStamp(f"{authorities} holds no certificate in the PEM form") from None
    try:
        VerifierBuilder(roots=list(roots)).build().verify(stamp, hashlib.sha256(content).digest())
    except (VerificationError, ValueError) as error:
        raise NoStamp(f"no certificate of {authorities} vouches for the time stamp: {error}") from None
