"""Keys that follow one another: each new key of the house is vouched for by the one before, in words it has signed.

So whoever was given the first public key, in a letter of years ago, proves what the present one signs, and the old ones
stay good for what they have signed. The links stand in a file beside the key, and in every anchor and period.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

DOMAIN = b"croupier key follows 1\n"


class Link(msgspec.Struct, frozen=True):
    """One key says that another takes its place."""

    public_key: str
    following: str
    signature: str

    @property
    def holds(self) -> bool:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.public_key))
            public.verify(bytes.fromhex(self.signature), DOMAIN + bytes.fromhex(self.following))
        except (InvalidSignature, ValueError):
            return False
        return True


def file_of(key: Path) -> Path:
    """Where the links to a key stand."""
    return key.with_name(f"{key.name}.lineage")


def of(key: Path) -> tuple[Link, ...]:
    """The links that lead to a key, from the first one on; none for a first key."""
    file = file_of(key)
    return msgspec.json.decode(file.read_bytes(), type=tuple[Link, ...]) if file.is_file() else ()


def follow(old: Any, old_file: Path, following: str, new_file: Path) -> None:
    """Write down that the old key is followed by another."""
    public = str(old.public_key().public_bytes_raw().hex())
    link = Link(public, following, old.sign(DOMAIN + bytes.fromhex(following)).hex())
    file_of(new_file).write_bytes(msgspec.json.encode((*of(old_file), link)))


def reached(known: Iterable[str], links: tuple[Link, ...]) -> set[str]:
    """The keys that somebody trusts who knows some of them."""
    trusted = set(known)
    for link in links:
        if link.public_key in trusted and link.holds:
            trusted.add(link.following)
    return trusted
