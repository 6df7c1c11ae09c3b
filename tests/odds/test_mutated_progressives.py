"""Books of progressives changed row by row: each row moves the figures beside a game, and the right way."""

from fractions import Fraction

import msgspec
import pytest
from mutated_books import books, with_rows, with_rule

from croupier.odds.games.progressives import figures
from croupier.odds.posting import open_posting
from croupier.rulebook import Posting, rulebooks

BESIDE = {
    "multi-link": "let-it-ride", "three-card": "three-card-poker", "fortune-pai-gow": "pai-gow-poker",
    "blazing-7s": "blackjack",
}  # fmt: skip
BOOKS = {book.property: book for book in rulebooks(None, "progressives", None)}
LINKED = [(house, wager) for house, book in BOOKS.items() for wager in book.wagers]
MOVES = {"seed": 7_777, "increment": 31, "stake": "$3"}


def edges(book, wager):
    """The figures of a progressive beside its game under a book of progressives, as texts and edges."""
    game = next(each for each in books(BESIDE[wager]) if each.property == book.property)
    only = msgspec.structs.replace(book, wagers={wager: book.wagers[wager]})
    posting = open_posting(game)
    posting = Posting(game, dict(posting.chosen), only)
    return {figure.note: (figure.edge.house_edge, figure.detail) for figure in figures(posting)}


def dearer(odds):
    """The next better row of its kind."""
    if odds.kind == "percent":
        return f"{int(odds.value * 100) + 1}%" if odds.value < 1 else "99%"
    if odds.kind == "dollars":
        return f"${int(odds.value) // 100 + 1}"
    first, kind, second = odds.text.replace(",", "").split()
    return f"{int(first) + 1} {kind} {second}"


@pytest.mark.slow
@pytest.mark.parametrize(("house", "wager"), LINKED)
def test_every_row_of_a_progressive_moves_its_figures_the_right_way(house, wager):
    book = BOOKS[house]
    before = edges(book, wager)
    assert before
    for table in book.wagers[wager].pay_tables[:2]:
        rows = {outcome: odds.text for outcome, odds in table.rows}
        for outcome, odds in table.rows:
            changed = with_rows(book, wager, {**rows, outcome: dearer(odds)}, table.name)
            after = edges(changed, wager)
            moves = [after[note][0] - before[note][0] for note in before if note in after]
            less = odds.kind == "percent" and odds.value == 1
            assert any(moves) and all(move >= 0 if less else move <= 0 for move in moves), (table.name, outcome)


@pytest.mark.parametrize(("house", "wager"), LINKED)
@pytest.mark.parametrize("rule", MOVES)
def test_every_number_of_a_progressive_moves_its_figures(house, wager, rule):
    book = BOOKS[house]
    if f"{wager}-{rule}" in book.settings:
        assert edges(with_rule(book, f"{wager}-{rule}", MOVES[rule]), wager) != edges(book, wager)


def test_a_meter_breaks_even_where_its_edge_is_nothing():
    house, wager = LINKED[0]
    book = BOOKS[house]
    note, (edge, detail) = next(iter(edges(book, wager).items()))
    dollars = int(detail.split("meter of $")[1].split(".")[0].replace(",", ""))
    there = next(
        value
        for words, (value, _) in edges(with_rule(book, f"{wager}-seed", dollars), wager).items()
        if note[:30] in words
    )
    assert edge > 0 and abs(there) < Fraction(1, 1_000)
