"""The odds of roulette and Big Six from their rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.wheels.roulette import LAYOUT_ZEROS, ORDERED, ORDERS, Roulette
from croupier.games.wheels.roulette_layout import EVEN_MONEY
from croupier.odds.analysis import Analysis, later
from croupier.odds.exact import Edge
from croupier.odds.games.wheels import exact as wheels
from croupier.odds.posting import Figure, Table, Unanalysed, game_under, net, part, tables
from croupier.rulebook import Posting

AS_SINGLE_ZERO, FIRST_FIVE = "double-zero-as-single-zero", "first-five-numbers"
FEW = 3  # places named where a wager covers more pockets in some than in others


def places(posting: Posting) -> int:
    """Pockets of the wheel that can decide a spin; each number must be there once."""
    wheel = str(posting["wheel"])
    order = ORDERS[wheel]
    if sorted(map(str, posting[order])) != sorted(ORDERED[order]):
        raise Unanalysed(f"{order}: not every number stands on the wheel exactly once")
    return wheels.NUMBERS + LAYOUT_ZEROS[wheel]


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
    if (
        posting["wheel"] == AS_SINGLE_ZERO
        and FIRST_FIVE in posting.rulebook.wagers
        and FIRST_FIVE not in posting.wagers
    ):
        yield from part(posting, FIRST_FIVE, _first_five(posting))


def _first_five(posting: Posting) -> Iterator[Figure]:
    """The first five on a wheel whose double zero is no spin: four of them can still win."""
    for shown in posting.rulebook.wagers[FIRST_FIVE].pay_tables:
        odds = shown.odds("win")
        if odds is not None:
            edge = wheels.covering(wheels.COVERS[FIRST_FIVE] - 1, places(posting), net(odds, 1_00))
            words = "reading: taken on a layout that shows a double zero, which is no spin"
            yield Figure(
                wager=FIRST_FIVE, table=shown.label, line=shown.line, edge=edge, depends=("wheel",), note=words,
                reading=True,
            )  # fmt: skip


def _on_the_layout(posting: Posting, wager: str) -> Iterator[Figure]:
    covered = covers(posting, wager)
    if not covered:
        raise Unanalysed(f"wheel {posting['wheel']}: this layout has no place for it")
    for table in tables(posting, wager):
        for number, spots in covered.items():
            edge = _edge(posting, wager, number, table)
            note = "; ".join(text for text in ("" if len(covered) == 1 else _few(spots), table.note) if text)
            yield Figure(
                wager=wager, table=table.label, line=table.line, edge=edge, depends=("wheel",), note=note,
                on=() if len(covered) == 1 else tuple(spots),
            )  # fmt: skip


def _edge(posting: Posting, wager: str, covered: int, table: Table) -> Edge:
    """A wager on so many pockets; an even-money one by what the rulebook makes of a zero."""
    if wager not in EVEN_MONEY:
        return wheels.covering(covered, places(posting), table.nets["win"])
    prison = str(posting.get("en-prison", "none"))
    zeros = LAYOUT_ZEROS[str(posting["wheel"])]
    return wheels.even_money(covered, places(posting), zeros, table.nets["win"], table.nets["zero"], prison)


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


ROULETTE = Analysis(figures=roulette, axes=("wheel",), simulator=later("simulate.games:Roulette"))
BIG_SIX = Analysis(figures=big_six, simulator=later("simulate.games:BigSix"))
JOINT_ROULETTE = later("games.wheels.joint:spins")
JOINT_BIG_SIX = later("games.wheels.joint:signs")
