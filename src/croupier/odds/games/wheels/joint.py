"""What several wagers on one spin net together, over every pocket or section of the wheel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from croupier.games.wheels.roulette import Roulette
from croupier.games.wheels.roulette_layout import is_number
from croupier.odds.games.wheels.books import insignia
from croupier.odds.money.stakes import Joint, Stake
from croupier.odds.posting import game_under, table
from croupier.rulebook import Posting


def spins(posting: Posting, stakes: Sequence[Stake]) -> Joint:
    """Roulette; nothing where a zero imprisons wagers, which the next spin decides."""
    game = game_under(posting)
    assert isinstance(game, Roulette)
    if str(posting.get("en-prison", "none")) != "none":
        return Counter()
    pays = [table(posting, stake.wager).nets for stake in stakes]
    covered = [set(game.layout[stake.wager][stake.on]) for stake in stakes]
    pockets = {pocket for places in game.layout.values() for pockets in places.values() for pocket in pockets}
    joint: Joint = Counter()
    for pocket in pockets:
        zero = not is_number(pocket)
        joint[tuple(
            nets["win"] if pocket in places else nets.get("zero", Fraction(-1)) if zero else Fraction(-1)
            for nets, places in zip(pays, covered)
        )] += 1  # fmt: skip
    return joint


def signs(posting: Posting, stakes: Sequence[Stake]) -> Joint:
    """Big Six, by the signs of its sections."""
    laid_on = [insignia(posting, stake.wager) for stake in stakes]
    pays = [table(posting, stake.wager).nets["win"] for stake in stakes]
    joint: Joint = Counter()
    for sign, sections in posting["sections"].items():
        joint[tuple(win if sign == own else Fraction(-1) for own, win in zip(laid_on, pays))] += sections
    return joint
