"""An anchor under the house's own key: who keeps the record cannot make another one.

The key is a file that is no part of the record. Its public half is published: on paper, in a letter to the commission,
wherever it can be read by those who hold anchors. What is signed is the anchor's content in one fixed spelling, so
that a file that was formatted otherwise is still the same anchor.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import msgspec

from croupier.house.anchors.lineage import Link, reached
from croupier.house.proving import Anchor

DOMAIN = b"croupier anchor 1\n"  # this key signs nothing else with these words before it
PUBLIC_BYTES = 32


class NoKey(ValueError):
    """A file or a text that is no key of a house."""


class NotSigned(ValueError):
    """A signature that does not hold."""


class Signed(msgspec.Struct, frozen=True):
    """An anchor as it is handed out."""

    anchor: Anchor
    public_key: str
    signature: str
    time_stamp: str = ""  # a response by RFC 3161, in base64
    lineage: tuple[Link, ...] = ()  # by which earlier keys the one that signed is vouched for


def content(anchor: Anchor) -> bytes:
    """What is signed and stamped."""
    plain: Any = msgspec.to_builtins(anchor)
    return DOMAIN + json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()


# ---- keys


def new_key(file: Path) -> str:
    """Make a key in a file that only its owner reads; its public half. One that is there is never overwritten."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = Ed25519PrivateKey.generate()
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise NoKey(f"{file} is there already: a key is never overwritten") from None
    with os.fdopen(handle, "wb") as out:
        out.write(written)
    return public_half(key)


def read_key(file: Path) -> Any:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (ValueError, TypeError):
        raise NoKey(f"{file} holds no key: croupier anchor --new-key makes one") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise NoKey(f"{file} holds a key of another kind than Ed25519: croupier anchor --new-key makes one")
    return key


def public_half(key: Any) -> str:
    return str(key.public_key().public_bytes_raw().hex())


def read_public(text: str) -> str:
    """A public key as somebody gave it: as hex, or the name of a file that holds it."""
    try:
        said = Path(text).read_text() if Path(text).is_file() else text
        said = "".join(said.split()).lower()
        if len(bytes.fromhex(said)) != PUBLIC_BYTES:
            raise ValueError
    except ValueError:
        raise NoKey(f"{text!r} is no public key: 64 digits and letters a to f, or a file that holds them") from None
    return said


def in_groups(public_key: str) -> str:
    """A public key as people compare it, line against line."""
    return " ".join(public_key[at : at + 8] for at in range(0, len(public_key), 8))


# ---- signing


def sign(anchor: Anchor, key: Any) -> Signed:
    return Signed(anchor, public_half(key), key.sign(content(anchor)).hex())


def check(signed: Signed, keys: tuple[str, ...] = ()) -> None:
    """Refuse an anchor that another key signed than one of `keys`, or that was changed since."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if keys and signed.public_key not in reached(keys, signed.lineage):
        raise NotSigned(f"the anchor is signed by the key {in_groups(signed.public_key)}, which is none of the house's")
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.public_key))
        public.verify(bytes.fromhex(signed.signature), content(signed.anchor))
    except (InvalidSignature, ValueError):
        raise NotSigned("the anchor was changed after it was signed: its signature does not hold") from None


def name_of(anchor: Anchor) -> str:
    """What its file is called: the seal that it goes to, and a part of its digest."""
    return f"anchor-{anchor.seal:012d}-{hashlib.sha256(content(anchor)).hexdigest()[:8]}.json"


def written(signed: Signed) -> bytes:
    return msgspec.json.format(msgspec.json.encode(signed), indent=1) + b"\n"


def read(text: bytes) -> Signed | Anchor:
    """An anchor from its file: signed, or plain as `croupier backup --anchor` writes it."""
    try:
        return msgspec.json.decode(text, type=Signed)
    except msgspec.ValidationError:
        return msgspec.json.decode(text, type=Anchor)
