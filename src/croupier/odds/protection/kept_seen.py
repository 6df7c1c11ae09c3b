"""What seen cards are worth in games that take long to play again: figures that come with the package.

They are kept under digests of the rules that they follow from and of the code that counts them, as all odds are
(`odds.pack`); where either differs they are counted as ever.

    python -m croupier.odds.protection     count what is stale or missing, and write the file
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from croupier.odds import meaning
from croupier.odds.pack import STOPS
from croupier.odds.protection.seen_boards import SeenBoards
from croupier.odds.protection.seen_pai_gow import AtCard

FILE = Path(__file__).with_name("seen.json")
ROOTS: dict[str, list[meaning.Part]] = {
    "ultimate": [("croupier.odds.protection.seen_boards", "SeenWork"), ("croupier.odds.shards", "run_work")],
    "pai-gow": [("croupier.odds.protection.seen_pai_gow", "by_card")],
}


class Kept(msgspec.Struct, frozen=True):
    """The figures by key."""

    ultimate: dict[str, SeenBoards] = {}
    pai_gow: dict[str, list[AtCard]] = {}


Found = TypeVar("Found")


@functools.cache
def packed(path: Path = FILE) -> Kept:
    """The file's figures; a missing or damaged file has none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except (OSError, msgspec.MsgspecError):
        return Kept()


def key_of(game: str, rules: Any) -> str:
    """What the figures of a game follow from."""
    said = msgspec.json.encode(rules, enc_hook=str, order="deterministic")
    return hashlib.sha256(said + code_digest(game).encode()).hexdigest()[:24]


@functools.cache
def code_digest(game: str) -> str:
    return meaning.digest(ROOTS[game], STOPS)


def kept(game: str, rules: Any, count: Callable[[], Found]) -> Found:
    """The figures of these rules that come along, or else counted now."""
    found: Found | None = getattr(packed(), game.replace("-", "_")).get(key_of(game, rules))
    return count() if found is None else found
