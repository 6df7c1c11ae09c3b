"""A security key made of software: it answers what a browser would pass on, and can be told to misbehave."""

import base64
import hashlib
import json
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, NEW = 0x01, 0x40


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class SoftKey:
    def __init__(self, name: bytes = b"soft-key-0000001") -> None:
        self.name, self.count = name, 0
        self._private = ec.generate_private_key(ec.SECP256R1())

    def _data(self, host: str, flags: int, more: bytes = b"") -> bytes:
        self.count += 1
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def _said(self, client: bytes, **parts: bytes) -> dict[str, Any]:
        response = {name: text(part) for name, part in {"clientDataJSON": client, **parts}.items()}
        return {"id": text(self.name), "rawId": text(self.name), "type": "public-key", "response": response}

    def enrolled(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        point = self._private.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        about = bytes(16) + len(self.name).to_bytes(2, "big") + self.name + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], PRESENT | NEW, about)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._said(_client("webauthn.create", options, origin), attestationObject=attested)

    def signed(self, options: dict[str, Any], origin: str, host: str = "") -> dict[str, Any]:
        data, client = self._data(host or options["rpId"], PRESENT), _client("webauthn.get", options, origin)
        signature = self._private.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._said(client, authenticatorData=data, signature=signature)


def _client(kind: str, options: dict[str, Any], origin: str) -> bytes:
    return json.dumps(
        {"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
    ).encode()
