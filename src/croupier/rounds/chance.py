"""Chance answers for the shuffler, the dice and the wheel of an electronic table.

The order of a shoe is sealed before its first card: the commitment goes into the journal, the order
into the vault, and the seal is opened in the journal when the shoe is finished. So Chance has no
state of its own: the next card follows from the vault and from how many cards have been dealt.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from croupier.equipment.dice import throw
from croupier.equipment.entropy import Entropy, SystemEntropy, shuffled
from croupier.equipment.shoe import UNSEEN, Shoe, full_set, seal
from croupier.equipment.wheels import spin
from croupier.rounds import acts
from croupier.rounds.requests import Card, Peek, Request, Roll, Shuffle, Spin, Stack
from croupier.rounds.table import Table


class Vault(Protocol):
    """Where sealed orders lie until they are opened; a put must be safe before it returns."""

    def put(self, commitment: str, salt: bytes, order: bytes) -> None: ...
    def get(self, commitment: str) -> tuple[bytes, bytes]: ...


class MemoryVault:
    """Keeps the last few seals of a table in this process."""

    def __init__(self, keep: int = 64) -> None:
        self._sealed: dict[str, tuple[bytes, bytes]] = {}
        self._keep = keep

    def put(self, commitment: str, salt: bytes, order: bytes) -> None:
        self._sealed[commitment] = (salt, order)
        if len(self._sealed) > self._keep:
            del self._sealed[next(iter(self._sealed))]

    def get(self, commitment: str) -> tuple[bytes, bytes]:
        return self._sealed[commitment]


class FileVault(MemoryVault):
    """A file beside the journal, readable by its owner only."""

    def __init__(self, path: Path, keep: int = 64) -> None:
        super().__init__(keep)
        if path.exists():
            for line in path.read_text().splitlines():
                if len(words := line.split(" ")) == 3 and len(words[2]) % 2 == 0:
                    super().put(words[0], bytes.fromhex(words[1]), bytes.fromhex(words[2]))
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def put(self, commitment: str, salt: bytes, order: bytes) -> None:
        os.write(self._file, f"{commitment} {salt.hex()} {order.hex()}\n".encode())
        os.fsync(self._file)
        super().put(commitment, salt, order)


class Chance:
    """The machines of an electronic table."""

    by = acts.By("chance")

    def __init__(self, entropy: Entropy | None = None, vault: Vault | None = None) -> None:
        self.entropy: Entropy = entropy or SystemEntropy()
        self.vault: Vault = vault or MemoryVault()
        self._orders: dict[str, bytes] = {}
        self._machines: dict[type[Request], Callable[[Any, Table], acts.Answer]] = {
            Card: self._card,
            Stack: self._stack,
            Shuffle: self._shuffle,
            Roll: self._roll,
            Spin: self._spin,
            Peek: self._peek,
        }

    def answer(self, request: Request, table: Table) -> acts.Answer | None:
        """The answer of the machines, or None where the request is for people."""
        machine = self._machines.get(type(request))
        return machine(request, table) if machine else None

    def _card(self, request: Card, table: Table) -> acts.Fall:
        shoe = table.shoe
        return acts.Fall(self._order(shoe)[shoe.dealt])

    def _stack(self, request: Stack, table: Table) -> acts.Falls:
        shoe = table.shoe
        return acts.Falls(tuple(self._order(shoe)[shoe.dealt : shoe.dealt + request.count]))

    def _roll(self, request: Roll, table: Table) -> acts.Thrown:
        return acts.Thrown(throw(self.entropy, request.count))

    def _spin(self, request: Spin, table: Table) -> acts.Landed:
        return acts.Landed(spin(self.entropy, request.pockets))

    def _peek(self, request: Peek, table: Table) -> acts.Saw:
        return acts.Saw(has_blackjack(table.felt.dealer.cards))

    def _order(self, shoe: Shoe) -> bytes:
        commitment = shoe.commitment
        order = self._orders.get(commitment)
        if order is None:
            order = self._orders[commitment] = self.vault.get(commitment)[1]
        return order

    def _shuffle(self, request: Shuffle, table: Table) -> acts.Shuffled:
        shoe = table.shoe
        rest = full_set(shoe.decks, shoe.jokers, shoe.spanish)
        kept = [card for _, hand in table.hands() for card in hand.cards if card != UNSEEN] if request.kept else []
        for card in kept:
            rest.remove(card)
        order = bytes(kept + shuffled(rest, self.entropy))
        salt = self.entropy.token(16)
        commitment = seal(order, salt)
        self.vault.put(commitment, salt, order)
        self._orders[commitment] = order
        opened_salt, opened = b"", b""
        if shoe.commitment:
            opened_salt, opened = self.vault.get(shoe.commitment)
            self._orders.pop(shoe.commitment, None)
        return acts.Shuffled(request.cut, commitment, opened_salt.hex(), opened.hex())


def has_blackjack(cards: list[int]) -> bool:
    """An ace and a ten-value card: what the card reader looks for."""
    if len(cards) != 2:
        return False
    low, high = sorted(card >> 2 for card in cards)
    return high == 12 and 8 <= low <= 11


class Stacked:
    """Chance that deals given cards, dice and spins in order: for cases, demonstrations and tests."""

    by = acts.By("chance")

    def __init__(self, *falls: acts.Answer) -> None:
        self.falls = list(falls)

    def answer(self, request: Request, table: Table) -> acts.Answer | None:
        if isinstance(request, Shuffle):
            return acts.Shuffled(request.cut)
        if isinstance(request, Peek):
            return acts.Saw(has_blackjack(table.felt.dealer.cards))
        if isinstance(request, Card | Stack | Roll | Spin) and self.falls:
            return self.falls.pop(0)
        return None
