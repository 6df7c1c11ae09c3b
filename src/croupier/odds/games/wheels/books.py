"""The odds of roulette and Big Six from their rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.games.wheels import exact as wheels
from croupier.odds.posting import Analyst, Axes, Figure, tables
from croupier.rulebook import Posting


def places(posting: Posting) -> int:
    """Pockets of the wheel that can decide a spin."""
    wheel = posting["wheel"]
    return wheels.pockets(wheel != "single-zero", wheel == "double-zero-as-single-zero")


def roulette(posting: Posting) -> Iterator[Figure]:
    for wager in posting.wagers:
        for table in tables(posting, wager):
            edge = wheels.roulette(wager, table.pays["win"], places(posting))
            yield Figure(wager=wager, table=table.label, line=table.line, edge=edge, depends=("wheel",))


def insignia(posting: Posting, wager: str) -> str:
    """The sign of the wheel that a wager is on: `dollar-5` is on the sections that bear 5."""
    sign = wager.removeprefix("dollar-")
    if sign not in posting["sections"]:
        raise ValueError(f"{posting.rulebook.key}: no section of the wheel bears {sign}")
    return sign


def big_six(posting: Posting) -> Iterator[Figure]:
    sections: dict[str, int] = posting["sections"]
    for wager in posting.wagers:
        sign = insignia(posting, wager)
        for table in tables(posting, wager):
            edge = wheels.big_six(sections, {sign: table.pays["win"]})[sign]
            note = f"{sections[sign]} of {sum(sections.values())} sections"
            yield Figure(wager=wager, table=table.label, line=table.line, edge=edge, detail=note)


ANALYSTS: dict[str, tuple[Analyst, Axes]] = {"roulette": (roulette, ("wheel",)), "big-six": (big_six, ())}
