"""What a player gains who plays split hands apart: by what was split, not as the same cards unsplit.

The exact analysis plays a split hand as it would play the same cards unsplit. Who remembers that the first card of
the other hand left the shoe too may play a few hands better. That class of strategies is a little wider; here is what
it is worth over the whole game.
"""

from __future__ import annotations

from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.hands import VALUES
from croupier.odds.games.twentyone.kernel import SPLIT
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.solve import UpTable, up_table


def gain(rules: TwentyOneRules) -> float:
    """What playing split hands apart adds to the expectation, per initial wager; never less than nothing."""
    tables = [up_table(rules, rules.shoe, up) for up in range(VALUES)]
    total = 0.0
    for deal in solve(rules).deals:
        if deal.first == deal.second and SPLIT in deal.values:
            apart = apart_value(tables[deal.up], deal.first)
            total += deal.chance * max(apart - max(deal.values.values()), 0.0)
    return total


def apart_value(table: UpTable, pair: int) -> float:
    """The value of splitting a pair where each hand knows that another began with the same card."""
    if table.shoe[pair] < 3 + (table.up == pair):
        return float(table.split[pair])
    left = tuple(int(count) - (value == pair) for value, count in enumerate(table.shoe))
    beside = up_table(table.rules, left, table.up)
    value, _ = table.split_value(pair, beside.actions)
    return max(value, float(table.split[pair]))
