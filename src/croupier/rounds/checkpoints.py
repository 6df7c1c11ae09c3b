"""A driver put away as bytes and taken up again: the checkpoint of its round and the answers since.

A cache: the journal remains the truth, and what is taken up follows the journal from there.
"""

import msgspec

from croupier.rounds.acts import Opened
from croupier.rounds.driver import Driver, Standing
from croupier.rounds.game import Game

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Standing).decode


def save(driver: Driver) -> bytes:
    return _encode(driver.standing())


def opened_in(data: bytes) -> Opened:
    return _decode(data).opened


def load(data: bytes, game: Game) -> Driver:
    """The driver as it was; it has no chance and a journal in memory until it is given others."""
    standing = _decode(data)
    opened = standing.opened
    driver = Driver(
        game,
        seats=int(opened.options["seats"]),
        mode=opened.mode,
        name=opened.table,
        inventory=opened.inventory,
        resume=True,
    )
    driver.stand(standing)
    return driver
