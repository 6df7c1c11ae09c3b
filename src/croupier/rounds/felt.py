"""The table as a tree of plain data: everything that outlives an answer, and nothing else.

A round keeps nothing of value in its locals, so a snapshot of the felt at the start of the round and
the answers since then give the table back after a crash, an undo or a replay.
"""

from typing import Any

import msgspec

from croupier.equipment.shoe import UNSEEN, Shoe


class Hand(msgspec.Struct, gc=False):
    """Cards at one place. `faces` has a letter for each card: u up, o own, d down."""

    cards: list[int] = msgspec.field(default_factory=list)
    faces: str = ""
    state: str = ""  # the game's word for how it stands: stood, bust, folded, dead
    memo: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def known(self) -> bool:
        return UNSEEN not in self.cards

    def open_cards(self) -> tuple[int, ...]:
        """The cards that everybody sees, in the order they were turned."""
        return tuple(card for card, face in zip(self.cards, self.faces) if face == "u" and card != UNSEEN)


class Wager(msgspec.Struct, gc=False):
    """Chips on the layout. `on` is what the wager is on where its kind alone does not say (17-20, a point)."""

    id: int
    kind: str
    position: int
    stake: int
    on: str = ""
    hand: int = 0
    round: int = 0  # in which it was placed
    memo: dict[str, Any] = msgspec.field(default_factory=dict)


class Position(msgspec.Struct):
    number: int
    patron: str = ""
    hands: list[Hand] = msgspec.field(default_factory=lambda: [Hand()])


class Felt(msgspec.Struct):
    positions: list[Position]
    accounts: dict[str, int]
    shoes: list[Shoe] = msgspec.field(default_factory=list)
    shoe: int = 0  # the batch in play
    round: int = 0
    stage: str = ""
    dealer: Hand = msgspec.field(default_factory=Hand)
    places: dict[str, Hand] = msgspec.field(default_factory=dict)
    wagers: list[Wager] = msgspec.field(default_factory=list)
    last_wager: int = 0
    aside: list[int] = msgspec.field(default_factory=list)  # cards drawn in error that will be used as the next ones
    memo: dict[str, Any] = msgspec.field(default_factory=dict)  # what the game keeps from round to round
    paid: dict[str, int] = msgspec.field(default_factory=dict)  # paid so far this round, by ceiling


snapshot = msgspec.msgpack.Encoder().encode
restore = msgspec.msgpack.Decoder(Felt).decode
