"""A driver put away as bytes and taken up again: the checkpoint of its round and the answers since.

A cache: the journal remains the truth, and what is taken up follows the journal from there.
"""

import msgspec

from croupier.rounds.acts import Anything, By, Opened
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game

Done = tuple[int, By, Anything]


class Saved(msgspec.Struct, frozen=True):
    number: int
    entry: int
    opened: Opened
    felt: bytes  # at the start of the round
    acts: list[Done]
    previous_felt: bytes
    previous_acts: list[Done]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Saved).decode


def save(driver: Driver) -> bytes:
    felt, acts = driver._checkpoint, list(driver._acts)
    previous_felt, previous_acts = driver._previous
    saved = Saved(driver.number, driver.entry, driver.opened, felt, acts, previous_felt, previous_acts)  # type: ignore[arg-type]
    return _encode(saved)


def opened_in(data: bytes) -> Opened:
    return _decode(data).opened


def load(data: bytes, game: Game) -> Driver:
    """The driver as it was; it has no chance and a journal in memory until it is given others."""
    saved = _decode(data)
    opened = saved.opened
    driver = Driver(
        game,
        seats=int(opened.options["seats"]),
        mode=opened.mode,
        name=opened.table,
        inventory=opened.inventory,
        resume=True,
    )
    driver.opened = opened
    driver.number, driver.entry = saved.number, saved.entry
    driver._checkpoint = saved.felt
    driver._previous = (saved.previous_felt, list(saved.previous_acts))
    driver._replay_round(saved.acts)
    return driver
