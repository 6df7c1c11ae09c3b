"""Roulette and Big Six: a wager is the number of places it covers on the wheel."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.odds.exact import Edge, merged

NUMBERS = 36  # beside the zeros
SINGLE_ZERO = 37
DOUBLE_ZERO = 38

# How many pockets each wager of the layout covers.
COVERS: dict[str, int] = {
    "straight": 1,
    "split": 2,
    "three-numbers": 3,
    "four-numbers": 4,
    "first-five-numbers": 5,
    "six-numbers": 6,
    "column": 12,
    "dozen": 12,
    "red": 18,
    "black": 18,
    "odd": 18,
    "even": 18,
    "1-18": 18,
    "19-36": 18,
}
# The first five numbers include the double zero, so the wager exists only where it does.
NEEDS_DOUBLE_ZERO = frozenset({"first-five-numbers"})


def pockets(double_zero: bool, used_as_single_zero: bool = False) -> int:
    """Pockets that can decide a spin: a double zero that voids the spin decides nothing."""
    return DOUBLE_ZERO if double_zero and not used_as_single_zero else SINGLE_ZERO


def covering(covered: int, places: int, pays: Fraction | int) -> Edge:
    """A wager that wins on so many of the equally likely places of a wheel."""
    if not 0 < covered <= places:
        raise ValueError(f"a wager covers between 1 and {places} places of this wheel, not {covered}")
    return Edge.from_counts(merged((pays, covered), (-1, places - covered)))


def even_money(
    covered: int, places: int, zeros: int, pays: Fraction | int, on_zero: Fraction | int = -1, prison: str = "none"
) -> Edge:
    """A wager on half of the numbers, of which a zero takes a part, or which goes to prison on one.

    From prison it is given back if it wins the next spin; a second zero takes it, or leaves it there.
    """
    other = places - covered - zeros
    rows: list[tuple[Fraction | int, Fraction]] = [(pays, Fraction(covered, places)), (-1, Fraction(other, places))]
    zero = Fraction(zeros, places)
    if prison == "none":
        return Edge.from_distribution([*rows, (on_zero, zero)])
    decided = places - (zeros if prison == "second-zero-stays" else 0)
    back = Fraction(covered, decided)
    return Edge.from_distribution([*rows, (0, zero * back), (-1, zero * (1 - back))])


def roulette(wager: str, pays: Fraction | int, places: int = DOUBLE_ZERO) -> Edge:
    if wager not in COVERS:
        raise ValueError(f"{wager!r} is no roulette wager: {', '.join(COVERS)}")
    if wager in NEEDS_DOUBLE_ZERO and places < DOUBLE_ZERO:
        raise ValueError(f"{wager} needs a double zero")
    return covering(COVERS[wager], places, pays)


def big_six(sections: Mapping[str, int], pays: Mapping[str, Fraction | int]) -> dict[str, Edge]:
    """Every insignia of a Big Six wheel, from how many sections bear it and what it pays."""
    unknown = set(pays) - set(sections)
    if unknown:
        raise ValueError(f"no section of the wheel bears {', '.join(sorted(unknown))}")
    places = sum(sections.values())
    return {name: covering(sections[name], places, odds) for name, odds in pays.items()}
