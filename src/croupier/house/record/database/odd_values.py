"""Values that no program has written. SQLite keeps whatever somebody puts into a column, of whichever kind.

Each is read here as something that its readers can work with, so that it costs its own row alone. None of them is what
was sealed: a proof of the record reads what is stored and names the row.
"""

import functools
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import BigInteger, Boolean, Dialect, Integer, LargeBinary, Text
from sqlalchemy.types import TypeEngine

from croupier.house.record.schema.base import NUMBER_MAX

LEAST = -NUMBER_MAX
LOG = logging.getLogger("croupier")
SHOWN_BYTES = 400
Reads = Callable[[Any], Any]


class _Words(Text):
    """Where somebody has put bytes among words, they are shown as SQL writes them."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Reads:
        return _in_words


class _Number(Integer):
    """Where somebody has put words, bytes or a part of a whole, the number is none."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Reads:
        return _counted


class _LongNumber(BigInteger):
    def result_processor(self, dialect: Dialect, coltype: object) -> Reads:
        return _counted


class _Bytes(LargeBinary):
    """Where somebody has put words or a number, they are the bytes of what is written there."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Reads:
        return lambda stored: stored if type(stored) is bytes or stored is None else str(stored).encode()


class _Flag(Boolean):
    def result_processor(self, dialect: Dialect, coltype: object) -> Reads:
        return lambda stored: None if stored is None else bool(_counted(stored))


READ_AS: dict[type[TypeEngine[Any]], type[TypeEngine[Any]]] = {
    Text: _Words,
    Integer: _Number,
    BigInteger: _LongNumber,
    Boolean: _Flag,
    LargeBinary: _Bytes,
}


def _in_words(stored: Any) -> Any:
    return _as_sql(stored) if type(stored) is bytes else stored


def _counted(stored: Any) -> Any:
    """A number beyond all measure is the last that is counted with: one more is still a number of the database's."""
    if type(stored) is int:
        return stored if LEAST <= stored <= NUMBER_MAX else NUMBER_MAX if stored > 0 else LEAST
    return None if stored is None else _none(stored)


@functools.lru_cache(maxsize=256)  # said once, however often it is read
def _none(stored: Any) -> int:
    shown = _as_sql(stored) if isinstance(stored, bytes) else repr(stored)
    LOG.error("The record holds %s where a number belongs: croupier verify names the row.", shown[:SHOWN_BYTES])
    return 0


def _as_sql(stored: bytes) -> str:
    return f"x'{stored.hex()[:SHOWN_BYTES]}'"


@functools.lru_cache(maxsize=256)
def in_letters(stored: bytes) -> str:
    """Words of a row; bytes that are no letters are shown as they are: one such word took every list it stands in."""
    return stored.decode("utf-8", "backslashreplace")
