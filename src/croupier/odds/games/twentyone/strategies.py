"""The best play of the blackjack games: charts by the dealer's card, and what a deviation costs."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.games.twentyone.described import Playing
from croupier.games.twentyone.game import TwentyOne
from croupier.odds.cache import remembered
from croupier.odds.games.twentyone.books import as_usually_paid, exact_edge, rules_of, value_of_points
from croupier.odds.games.twentyone.chart import Cell, Chart, chart
from croupier.odds.games.twentyone.game import solve
from croupier.odds.games.twentyone.hands import ACE, VALUES, WORDS, value_of
from croupier.odds.games.twentyone.kernel import STAND, SURRENDER
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.posting import game_under
from croupier.odds.strategy import Grid, Strategy
from croupier.rulebook import Posting

# A hand that may not be doubled or given up (it has more than two cards) is hit or stood: the small letter says which.
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R", "zap": "Z"}


def first_hands(posting: Posting) -> Playing:
    """With which first hands the analysed strategy takes another card; a split and an exchange bring one too."""
    game = game_under(posting)
    assert isinstance(game, TwentyOne)
    taken = remembered("twentyone-first-hands", _taken, as_usually_paid(rules_of(posting)))

    def draws(first_two: Sequence[int], up: int) -> bool:
        first, second = sorted(map(value_of, first_two))
        return (first, second, value_of_points(up)) in taken

    return Playing(draws, game.has_reader)


def _taken(rules: TwentyOneRules) -> frozenset[tuple[int, int, int]]:
    deals = solve(rules).deals
    return frozenset((deal.first, deal.second, deal.up) for deal in deals if deal.choice not in (STAND, SURRENDER))


def twentyone_strategy(posting: Posting) -> Strategy:
    rules = rules_of(posting)
    found: Chart = remembered("chart", chart, rules)
    order = [*range(1, VALUES), ACE]
    grids = []
    for kind, title in (("hard", "Hard totals"), ("soft", "Soft totals"), ("pair", "Pairs")):
        cells = [cell for cell in found.cells if cell.row.startswith(kind)]
        rows = tuple(dict.fromkeys(cell.row for cell in cells))
        grids.append(
            Grid(
                title,
                rows,
                tuple(WORDS[up] for up in order),
                {(cell.row, WORDS[cell.up]): _letters(cell) for cell in cells},
                {(cell.row, WORDS[cell.up]): _margin(cell) for cell in cells},
            )
        )
    edge = exact_edge(rules)
    words = (
        "S stand, H hit, P split, R surrender, Z zap; Dh double or else hit, Ds double or else stand; Rh and Rs alike.",
        f"Composition-dependent play: house edge {100 * float(edge.house_edge):.6f} %; this chart costs "
        f"{100 * found.cost:.6f} % more.",
        "Insurance: never without counting cards.",
    )
    costs = tuple(
        (f"{cell.row} against {WORDS[cell.up]}", cell.choice, other, loss)
        for cell in found.cells
        for other, loss in cell.costs.items()
    )
    return Strategy(posting.rulebook.game, tuple(grids), words, tuple(sorted(costs, key=lambda row: row[3])))


def _letters(cell: Cell) -> str:
    letter = LETTERS[cell.choice]
    if cell.choice != "double" and (cell.choice != "surrender" or cell.row.startswith("pair")):
        return letter
    return letter + ("h" if cell.values["hit"] > cell.values["stand"] else "s")


def _margin(cell: Cell) -> float:
    best = cell.values[cell.choice]
    others = [value for name, value in cell.values.items() if name != cell.choice]
    return best - max(others) if others else 0.0
