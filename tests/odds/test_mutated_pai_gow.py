"""Side wagers of pai gow poker under rows changed at random: what the table pays and what the analysis says agree."""

import random

import numpy as np
import pytest
from mutated_books import books, faults, one_row_changed, random_rows, tables_of

from croupier.odds.games.pai_gow.books import pai_gow_poker
from croupier.odds.posting import every_wager, offering, open_posting
from croupier.odds.simulate.engine import Engine

GAME = "pai-gow-poker"
SIDES = ("fortune", "tiger-9", "ace-high")
STANDARD_ERRORS = 5
ALONE = ("without envy", "")  # one player at the table: nobody is envied


def beside(book, options=None):
    """The figures of the side wagers; the set hands, which take long, are not worked out for them."""
    posting = open_posting(book, options)
    offered = offering(posting, lambda rule: rule.name in SIDES)
    return {(figure.wager, figure.table, figure.note): figure.edge for figure in every_wager(offered, pai_gow_poker)}


def mutated(seed):
    """A rulebook with rows changed, all of one kind: odds for and to one are not compared, and are refused by name."""
    shelf, chance = books(GAME), random.Random(f"{GAME} {seed}")
    while True:
        book = random_rows(chance, shelf[seed % len(shelf)], fixed=(("fortune", "envy"),))
        if all(odds.kind != "for" for table in book.wagers["fortune"].pay_tables for _, odds in table.rows):
            return book


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(0, 400), *(pytest.param(seed, 6_000, marks=pytest.mark.slow) for seed in range(3))],
)
def test_the_table_pays_changed_rows_as_often_as_the_analysis_says(seed, rounds):
    book = mutated(seed)
    assert not faults(book)
    posting = open_posting(book)
    engine = Engine(posting, 1)
    found = {wager.name: wager.edge for wager in engine.wagers(engine.shard(np.random.SeedSequence(seed), rounds))}
    compared = []
    for (wager, table, note), edge in beside(book).items():
        if table == posting.tables[wager, "main"].label and note in ALONE and wager in found:
            error = edge.standard_deviation / rounds**0.5
            assert abs(float(found[wager].house_edge - edge.house_edge)) < STANDARD_ERRORS * error, (wager, note)
            compared.append(wager)
    assert "fortune" in compared


def test_every_row_of_a_side_wager_moves_a_figure():
    moved = set()
    for book in books(GAME):
        for wager, table, fallbacks in tables_of(book):
            for outcome in fallbacks if wager in SIDES else ():
                changed = one_row_changed(book, wager, table, outcome)
                if changed is None or (wager, table.name, outcome) in moved:
                    continue
                options = {name: values[0] for name, values in (book.wagers[wager].when | table.when).items()}
                assert beside(changed, options) != beside(book, options), (book.key, wager, table.name, outcome)
                moved.add((wager, table.name, outcome))
    assert len(moved) > 15
