"""The odds of roulette and Big Six from their rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.wheels.roulette import Roulette
from croupier.odds.games.wheels import exact as wheels
from croupier.odds.posting import Analyst, Axes, Figure, Unanalysed, game_under, part, tables
from croupier.rulebook import Posting

FEW = 3  # places named where a wager covers more pockets in some than in others


def places(posting: Posting) -> int:
    """Pockets of the wheel that can decide a spin; each number must be there once."""
    wheel = posting["wheel"]
    order = "single-zero-order" if wheel == "single-zero" else "double-zero-order"
    zeros = ["0"] if wheel == "single-zero" else ["0", "00"]
    if sorted(map(str, posting[order])) != sorted([*zeros, *(str(number) for number in range(1, 37))]):
        raise Unanalysed(f"{order}: not every number stands on the wheel exactly once")
    return wheels.pockets(wheel != "single-zero", wheel == "double-zero-as-single-zero")


def covers(posting: Posting, wager: str) -> dict[int, list[str]]:
    """How many pockets a wager covers, and where on the layout it covers so many; nowhere on some layouts."""
    game = game_under(posting)
    assert isinstance(game, Roulette)
    found: dict[int, list[str]] = {}
    for on, pockets in game.layout.get(wager, {}).items():
        found.setdefault(len(pockets), []).append(on)
    return found


def roulette(posting: Posting) -> Iterator[Figure]:
    for wager in posting.wagers:
        yield from part(posting, wager, _on_the_layout(posting, wager))


def _on_the_layout(posting: Posting, wager: str) -> Iterator[Figure]:
    covered = covers(posting, wager)
    if not covered:
        raise Unanalysed(f"wheel {posting['wheel']}: this layout has no place for it")
    for table in tables(posting, wager):
        for number, spots in covered.items():
            edge = wheels.covering(number, places(posting), table.nets["win"])
            note = "; ".join(text for text in ("" if len(covered) == 1 else _few(spots), table.note) if text)
            yield Figure(wager=wager, table=table.label, line=table.line, edge=edge, depends=("wheel",), note=note)


def _few(spots: list[str]) -> str:
    return f"on {', '.join(spots[:FEW])}{' and such' if len(spots) > FEW else ''}"


def insignia(posting: Posting, wager: str) -> str:
    """The sign of the wheel that a wager is on: `dollar-5` is on the sections that bear 5."""
    sign = wager.removeprefix("dollar-")
    if sign not in posting["sections"]:
        raise Unanalysed(f"sections: none of the wheel bears {sign}, which {wager} is on")
    return sign


def big_six(posting: Posting) -> Iterator[Figure]:
    for wager in posting.wagers:
        yield from part(posting, wager, _on_a_sign(posting, wager))


def _on_a_sign(posting: Posting, wager: str) -> Iterator[Figure]:
    sections: dict[str, int] = posting["sections"]
    sign = insignia(posting, wager)
    for table in tables(posting, wager):
        edge = wheels.big_six(sections, {sign: table.nets["win"]})[sign]
        note = f"{sections[sign]} of {sum(sections.values())} sections"
        yield Figure(wager=wager, table=table.label, line=table.line, edge=edge, detail=note, note=table.note)


ANALYSTS: dict[str, tuple[Analyst, Axes]] = {"roulette": (roulette, ("wheel",)), "big-six": (big_six, ())}
