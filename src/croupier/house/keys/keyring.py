"""The house's secret keys, which the record does not hold: what is encrypted in it can't be read from a copy alone.

They come in CROUPIER_KEY, one a line, the newest first (`files.key` names a file of them). What is written is encrypted
under the first; the others open what was written before, until it is encrypted anew (`croupier keys --renew`).
Without any key nothing is encrypted. What is kept names the key that it is under, so a missing one is told by name.
"""

import functools
import hashlib
import hmac
import os
from typing import Any

from croupier.house.record.errors import Broken

VARIABLE = "CROUPIER_KEY"
MARK = 0xFE  # begins what is encrypted: no card has this number, so no plain order begins so
NAME_BYTES, NONCE_BYTES = 4, 12


class MissingKey(Broken):
    """Something is encrypted under a key that this program was not given."""


class Keyring:
    def __init__(self, keys: tuple[bytes, ...] = ()) -> None:
        self.keys = keys
        self._by_name = {name_of(key): key for key in keys}

    def __bool__(self) -> bool:
        return bool(self.keys)

    @property
    def names(self) -> tuple[str, ...]:
        """What its keys are called, the newest first; a name tells nothing of the key."""
        return tuple(self._by_name)

    def seal(self, plain: bytes, about: str) -> bytes:
        """Encrypted under the newest key, and bound to what it is about: moved elsewhere it can't be opened."""
        if not self.keys:
            return plain
        name, nonce = bytes.fromhex(self.names[0]), os.urandom(NONCE_BYTES)
        hidden: bytes = _cipher(self.keys[0]).encrypt(nonce, plain, about.encode())
        return bytes([MARK]) + name + nonce + hidden

    def open(self, kept: bytes, about: str) -> bytes:
        """What was sealed; what was written while there was no key is as it was."""
        name = key_of(kept)
        if not name:
            return kept
        if name not in self._by_name:
            raise MissingKey(f"it is encrypted under the key {name}, which is none of this server's: see files.key")
        from cryptography.exceptions import InvalidTag

        start = 1 + NAME_BYTES
        nonce, hidden = kept[start : start + NONCE_BYTES], kept[start + NONCE_BYTES :]
        try:
            return bytes(_cipher(self._by_name[name]).decrypt(nonce, hidden, about.encode()))
        except InvalidTag:
            raise Broken("what was encrypted was changed, or is about something else") from None


def ring() -> Keyring:
    """The keys of this process."""
    return read(os.environ.get(VARIABLE, ""))


@functools.lru_cache(maxsize=8)
def read(text: str) -> Keyring:
    """The keys of a text, one a line, the newest first."""
    return Keyring(tuple(dict.fromkeys(line.strip().encode() for line in text.splitlines() if line.strip())))


def name_of(key: bytes) -> str:
    """Eight letters that name a key."""
    return hashlib.sha256(b"croupier key\0" + key).digest()[:NAME_BYTES].hex()


def key_of(kept: bytes) -> str:
    """Under which key something was sealed; empty where it is plain."""
    return kept[1 : 1 + NAME_BYTES].hex() if kept[:1] == bytes([MARK]) else ""


@functools.lru_cache(maxsize=8)
def _cipher(key: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(hmac.digest(key, b"croupier: what the record keeps", "sha256"))
