"""An act as a program sends it is held to its fields: what it does not know is refused, in words."""

import functools
from typing import Any

import msgspec

from croupier.house.record.errors import Refused


def refuse_unknown(given: dict[str, Any], found: Any) -> None:
    """Refuse what an act does not take: whoever misspells a field hears of it, and nothing is done without it."""
    known = _fields(found.__class__)
    unknown = sorted(given.keys() - known - {"act"})
    if unknown:
        takes = f"It takes {', '.join(sorted(known))}." if known else "It takes nothing."
        raise Refused(f"{given['act']!r} does not take {', '.join(map(repr, unknown))}.", takes)


@functools.cache
def _fields(kind: type) -> frozenset[str]:
    """What a kind of act takes: to look it up took longer than to read the act."""
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind))
