"""A paper that leaves the house as a PDF under the house's own key: whoever changes a byte of it is found out.

The signature stands in the file itself, as readers of PDF look for it: over every byte but its own place, in the form
of RFC 5652 with Ed25519 (RFC 8419), with a certificate that the key has made for itself. Who that key belongs to is
told by the house, on paper; `croupier verify --database FILE.pdf --public-key KEY` compares.
"""

import datetime
import hashlib
import re
from typing import Any

from croupier.house.anchors.signed import NotSigned, in_groups

BEGINS = b"%PDF-"
PLACE_HEX = 4096  # characters kept free for the signature
FREE = b"<" + b"0" * PLACE_HEX + b">"
RANGE = b"[0 0000000000 0000000000 0000000000]"
WHERE = re.compile(rb"/ByteRange \[0 (\d{10}) (\d{10}) (\d{10})\]")

SIGNED_DATA, DATA = "1.2.840.113549.1.7.2", "1.2.840.113549.1.7.1"
CONTENT_TYPE, MESSAGE_DIGEST = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4"
SIGNING_TIME = "1.2.840.113549.1.9.5"
SHA512, ED25519 = "2.16.840.1.101.3.4.2.3", "1.3.101.112"
SEQUENCE, SET, OCTETS, INTEGER, IDENTIFIER, UTC_TIME, INSIDE = 0x30, 0x31, 0x04, 0x02, 0x06, 0x17, 0xA0


def sign(pdf: bytes, key: Any, at: datetime.datetime) -> bytes:
    """A PDF whose signature dictionary has `RANGE` and `FREE` in their places, signed."""
    start = pdf.index(FREE)
    end = start + len(FREE)
    told = b"[0 %010d %010d %010d]" % (start, end, len(pdf) - end)
    pdf = pdf.replace(RANGE, told, 1)
    made = _signature(hashlib.sha512(pdf[:start] + pdf[end:]).digest(), key, at).hex().encode()
    return pdf[:start] + b"<" + made.ljust(PLACE_HEX, b"0") + b">" + pdf[end:]


def check(pdf: bytes, keys: tuple[str, ...] = ()) -> tuple[str, datetime.datetime]:
    """By which key a PDF was signed, and when by its own word; refused where it was changed since or none of `keys`
    signed it."""
    found = WHERE.search(pdf)
    if found is None:
        raise NotSigned("nobody has signed this paper")
    start, end, after = (int(part) for part in found.groups())
    if end + after != len(pdf) or not start < end <= len(pdf):
        raise NotSigned("the paper was changed after it was signed: something was added to it")
    digest = hashlib.sha512(pdf[:start] + pdf[end:]).digest()
    try:
        public_key, at = _signer(bytes.fromhex(pdf[start + 1 : end - 1].decode("ascii")), digest)
    except (ValueError, IndexError, StopIteration) as error:
        if isinstance(error, NotSigned):
            raise
        raise NotSigned("the paper's signature can't be read: it was changed") from None
    if keys and public_key not in keys:
        raise NotSigned(f"the paper is signed by {in_groups(public_key)}, which is none of the house's")
    return public_key, at


# ---- the signature


def _signature(digest: bytes, key: Any, at: datetime.datetime) -> bytes:
    certificate, issuer, serial = _certificate(key, at)
    stamped = _der(UTC_TIME, f"{at:%y%m%d%H%M%SZ}".encode())
    attributes = sorted(
        _der(SEQUENCE, _oid(kind) + _der(SET, value))
        for kind, value in (
            (CONTENT_TYPE, _oid(DATA)),
            (MESSAGE_DIGEST, _der(OCTETS, digest)),
            (SIGNING_TIME, stamped),
        )
    )
    said = b"".join(attributes)
    signature = key.sign(_der(SET, said))  # signed as a set, kept under a tag of its own
    sha = _der(SEQUENCE, _oid(SHA512))
    signer = _der(
        SEQUENCE,
        _number(1)
        + _der(SEQUENCE, issuer + _number(serial))
        + sha
        + _der(INSIDE, said)
        + _der(SEQUENCE, _oid(ED25519))
        + _der(OCTETS, signature),
    )
    content = _number(1) + _der(SET, sha) + _der(SEQUENCE, _oid(DATA)) + _der(INSIDE, certificate) + _der(SET, signer)
    return _der(SEQUENCE, _oid(SIGNED_DATA) + _der(INSIDE, _der(SEQUENCE, content)))


def _certificate(key: Any, at: datetime.datetime) -> tuple[bytes, bytes, int]:
    """What the key says of itself: the certificate, its issuer and its serial number."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509.oid import NameOID

    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "The house's record")])
    serial = int.from_bytes(hashlib.sha256(key.public_key().public_bytes_raw()).digest()[:8], "big") >> 1
    day = datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(serial)
        .not_valid_before(at - day)
        .not_valid_after(at + 3650 * day)
        .sign(key, None)
    )
    return made.public_bytes(Encoding.DER), name.public_bytes(), serial


def _signer(held: bytes, digest: bytes) -> tuple[str, datetime.datetime]:
    """The public key of the certificate that signed, where digest and signature are this paper's."""
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    whole = _parts(held)
    if len(whole) != 1:
        raise NotSigned("the paper was changed after it was signed: something follows its signature")
    data = _parts(_parts(whole[0][1])[1][1])[0][1]
    *_, certificates, signers = _parts(data)
    certificate = x509.load_der_x509_certificate(certificates[1])
    public = certificate.public_key()
    if not isinstance(public, Ed25519PublicKey):
        raise NotSigned("the paper is signed by a key of another kind than the house's")
    signer = _parts(_parts(signers[1])[0][1])
    said, signature = signer[3][1], signer[5][1]
    told = {_parts(one)[0][1]: _parts(_parts(one)[1][1])[0][1] for _, one in _parts(said)}
    try:
        public.verify(signature, _der(SET, said))
        public.verify(certificate.signature, certificate.tbs_certificate_bytes)
    except InvalidSignature:
        raise NotSigned("the paper was changed after it was signed: its signature does not hold") from None
    if told.get(_parts(_oid(MESSAGE_DIGEST))[0][1]) != digest:
        raise NotSigned("the paper was changed after it was signed: its signature is of another text")
    stamped = told[_parts(_oid(SIGNING_TIME))[0][1]].decode("ascii")
    at = datetime.datetime.strptime(stamped, "%y%m%d%H%M%SZ").replace(tzinfo=datetime.UTC)
    return public.public_bytes_raw().hex(), at


# ---- its spelling


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes((tag, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + content


def _number(value: int) -> bytes:
    return _der(INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def _oid(dotted: str) -> bytes:
    first, second, *rest = map(int, dotted.split("."))
    made = bytearray()
    for number in (40 * first + second, *rest):
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.append(0x80 | number & 0x7F)
        made += bytes(reversed(groups))
    return _der(IDENTIFIER, bytes(made))


def _parts(data: bytes) -> list[tuple[int, bytes]]:
    """What stands one after the other: (tag, content). What follows the end of the first sequence is padding."""
    found, at = [], 0
    while at + 1 < len(data) and data[at]:
        tag, size, at = data[at], data[at + 1], at + 2
        if size & 0x80:
            size, at = int.from_bytes(data[at : at + (size & 0x7F)], "big"), at + (size & 0x7F)
        found.append((tag, data[at : at + size]))
        at += size
    return found
