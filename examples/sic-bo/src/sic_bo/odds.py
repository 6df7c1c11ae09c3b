"""The odds of Sic Bo, exactly: all 216 throws of three dice, settled by the rules of the table itself."""

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from croupier.odds.analysis import Analysis
from croupier.odds.exact import Edge
from croupier.odds.posting import Figure, table
from croupier.rulebook import Posting
from sic_bo.game import ON, outcome

THROWS = tuple(itertools.product(range(1, 7), repeat=3))


def figures(posting: Posting) -> Iterator[Figure]:
    for wager in posting.wagers:
        shown = table(posting, wager)
        said: set[Edge] = set()
        for on in ON.get(wager, ("",)):
            nets: Counter[Fraction] = Counter()
            for dice in THROWS:
                nets[shown.pays.get(outcome(wager, on, dice), Fraction(-1))] += 1
            edge = Edge.from_counts(nets)
            alike = wager != "total"  # every face, pair and triple is as good as another
            if edge not in said:
                note = f"on {on}" if on and not alike else ""
                yield Figure(wager=wager, table=shown.label, line=shown.line, edge=edge, note=note)
            if alike:
                said.add(edge)


ANALYSIS = Analysis(figures=figures)
