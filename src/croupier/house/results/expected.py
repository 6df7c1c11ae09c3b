"""What a unit on each wager of a posting is worth to the house: mean, variance and third moment, from its exact odds.

The odds that come with the package answer at once; what they lack is counted by the analyses, which may take its time
and is done elsewhere (`journal_expectations`). Kept odds have no distributions: their third moment is that of
wins spread like a gamma distribution of the same mean and variance, and the figure says so (`fitted`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from croupier.house.tables.wager_rows import COUPON, units
from croupier.rulebook import Posting, Rulebook

if TYPE_CHECKING:
    from croupier.odds.exact import Edge
    from croupier.odds.lines import Line

PAYS = ("pay.",)  # options that change rows: kept odds know nothing of them
EXACT, FITTED, SIMULATED = "exact", "fitted", "simulated"


class Expected(msgspec.Struct, frozen=True):
    """One wager: what a unit of it nets the house on average, and how that spreads."""

    wager: str
    on: tuple[str, ...]  # empty: on whatever it is laid
    edge: float
    variance: float
    third: float  # the third central moment of the house's net
    stake: float  # all that is staked, for a unit at first
    method: str  # exact, fitted (its third moment), simulated
    since: int = 0  # the half hour from which on it holds: what a progressive is worth moves with its meter

    def fits(self, on: str) -> bool:
        return not self.on or on in self.on


Figures = tuple[Expected, ...]
GIVEN = Expected(COUPON, (), 0.0, 0.0, 0.0, 0.0, EXACT)


def kept(posting: Posting) -> Figures | None:
    """The figures of a posting from the odds that come with the package; None where they must be counted."""
    from croupier.odds import pack
    from croupier.odds.lines import analyst_of

    if any(name.startswith(PAYS) for name in posting.chosen):
        return None
    found = analyst_of(posting.rulebook.plays)
    axes = found[1] if found else ()
    asked = {name: str(value) for name, value in posting.chosen.items() if name in axes}
    lines = pack.look(posting.rulebook, asked, every=False)
    return None if lines is None else chosen_lines(posting, lines[0])


def counted(book: Rulebook, options: dict[str, str]) -> Figures:
    """The figures of a rulebook under these options, counted now; runs where it may take its time."""
    from croupier.odds.lines import lines_of
    from croupier.odds.posting import open_posting

    return chosen_lines(open_posting(book, options), lines_of(book, options, every=False))


def chosen_lines(posting: Posting, lines: Iterable[Line]) -> Figures:
    """Of all lines those that hold at this table: the pay table in force, the game's own wagers taken together."""
    mine = [line for line in lines if line.edge is not None and not line.reading]
    found: list[Expected] = []
    for wager in dict.fromkeys(units(posting).values()):
        here = [line for line in mine if line.wager == wager]
        if posting.wagers[wager].kind == "progressive":
            here = here or [line for line in mine if line.wager == posting.progressive]
        found += _of_wager(posting, wager, here)
    return tuple(found)


def _of_wager(posting: Posting, wager: str, lines: Sequence[Line]) -> Iterable[Expected]:
    table = posting.tables.get((wager, "main"))
    in_force = [line for line in lines if table is not None and line.pay_table == table.label] or list(lines)
    charged = posting.get("vigorish-when")
    seen: set[tuple[str, ...]] = set()
    for line in [line for line in in_force if line.charged and line.charged == charged] or in_force:
        if line.on not in seen and line.edge is not None:
            seen.add(line.on)
            yield expectation(wager, line.on, line.edge)
            if not line.on:
                return


def expectation(wager: str, on: tuple[str, ...], edge: Edge) -> Expected:
    """The house's moments of a wager, from its edge."""
    mean, variance = -float(edge.house_edge), float(edge.variance)
    if edge.distribution:
        third = sum((float(net) - mean) ** 3 * float(chance) for net, chance in edge.distribution)
        method = EXACT if edge.method == "exact" else SIMULATED
    else:
        third = _fitted(mean, variance, float(edge.hit), float(edge.push))
        method = FITTED if edge.method == "exact" else SIMULATED
    return Expected(wager, on, -mean, variance, -third, float(edge.average_stake), method)


def _fitted(mean: float, variance: float, hit: float, push: float) -> float:
    """The third central moment of a wager that loses a unit or wins, where wins spread like a gamma distribution."""
    lost = max(0.0, 1.0 - hit - push)
    if hit <= 0:
        return 0.0
    won = max((mean + lost) / hit, 1e-9)
    spread = max(0.0, (variance + mean * mean - lost) / hit - won * won) / won**2
    square, cube = won**2 * (1 + spread), won**3 * (1 + spread) * (1 + 2 * spread)
    raw2, raw3 = hit * square + lost, hit * cube - lost
    return raw3 - 3 * mean * raw2 + 2 * mean**3


def of_wager(figures: Figures, wager: str, on: str, step: int = 0) -> Expected | None:
    """What holds for a wager as it was laid; where nothing says on what, the mean of all its places."""
    if wager == COUPON:
        return GIVEN
    mine = [one for one in figures if one.wager == wager and one.since <= step]
    latest = max((one.since for one in mine), default=0)
    mine = [one for one in mine if one.since == latest]
    fitting = next((one for one in mine if one.fits(on)), None)
    if fitting is not None or not mine or on:
        return fitting
    return Expected(
        wager,
        (),
        edge=sum(one.edge for one in mine) / len(mine),
        variance=sum(one.variance for one in mine) / len(mine),
        third=sum(one.third for one in mine) / len(mine),
        stake=sum(one.stake for one in mine) / len(mine),
        method=mine[0].method,
    )
