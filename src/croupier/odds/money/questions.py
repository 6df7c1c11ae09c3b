"""Questions about money as people write them; `asked.py` answers them. Light enough for a page to build."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.rulebook.posting import BadOption


class AskedEvening(msgspec.Struct, frozen=True, kw_only=True):
    """So many rounds of one unit on a wager, alone or with others beside it (`pair-plus=1`, `straight-up:17=0.5`)."""

    wager: str = ""
    beside: tuple[str, ...] = ()
    rounds: int = 200
    bankroll: float | None = None
    rebate: float = 0.0  # per cent of a loss
    options: dict[str, str] = {}


class AskedHour(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays (`5x25`), how fast, and what would change: limits in dollars, options of the rulebook."""

    players: tuple[str, ...]
    wager: str = ""
    rounds: int = 60
    least: float = 0.0
    most: float | None = None
    stay: float = 50.0  # per cent of those below a new least wager
    options: dict[str, str] = {}


def options_of(pairs: Iterable[str]) -> dict[str, str]:
    """`decks=6`, as a page or a program sends it."""
    chosen = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"{pair!r}: expected name=value, such as decks=6")
        chosen[name.strip()] = value.strip()
    return chosen
