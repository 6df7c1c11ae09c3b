"""Reports: tables for the documentation, pages with plots, comparisons, progressives by their meter."""

from fractions import Fraction

import pytest

from croupier.odds import compare
from croupier.odds.games import progressives as progressive_odds
from croupier.odds.lines import lines_of
from croupier.odds.posting import open_posting
from croupier.odds.report import sheets
from croupier.odds.report.html import as_html
from croupier.odds.report.simulation import fan, run_as_html
from croupier.odds.report.text import as_markdown, edge_text, fraction_text
from croupier.odds.simulate import run as simulation
from croupier.rulebook import rulebook, rulebooks

HARD_ROCK = "hard-rock-cincinnati"


def test_the_table_of_the_documentation():
    text = as_markdown(lines_of(rulebook(HARD_ROCK, "three-card-poker"), every=False))
    assert "## three-card-poker at hard-rock-cincinnati, 2019-12-05" in text
    (row,) = [line for line in text.splitlines() if line.startswith("| pair-plus | Table I |")]
    assert "| 7.276018 % | 402/5525 | 25.6109 % |" in row
    assert "Strategy: optimal play" in text


def test_a_page_holds_all_its_plots_itself():
    book = rulebook(HARD_ROCK, "mississippi-stud")
    page = as_html([book], lines_of(book, every=False))
    assert page.count("<svg") == 5  # the emblem, edges, outcomes, third street, meters
    assert "Third Street" in page and "by meter" in page and "http-equiv" not in page
    assert "Hard Rock Cincinnati" in page and "data:font/woff" in page  # it looks like the house, without it
    assert not [drawn for drawn in page.split("<svg")[2:] if "width=" in drawn.partition(">")[0]]
    assert page == as_html([book], lines_of(book, every=False))


def test_a_simulation_is_a_page_with_its_edges_outcomes_and_bankrolls():
    run = simulation.simulate(simulation.spec_of(HARD_ROCK, "roulette", None, {}), 10_000, seed=1, keep=False)
    sessions = simulation.sessions(run, 20, 100)
    page = run_as_html(run, sessions)
    assert page.count("<svg") == 4 and "first-five-numbers" in page and "seed 1" in page
    assert page == run_as_html(run, sessions)  # the same seed draws the same page


def test_the_fan_of_bankrolls_ends_where_the_sessions_end():
    run = simulation.simulate(simulation.spec_of(HARD_ROCK, "roulette", None, {}), 10_000, seed=1, keep=False)
    sessions = simulation.sessions(run, 50, 200)
    ends = fan(run, sessions).quantiles[:, -1] - sessions.bankroll
    assert fan(run, sessions).at[-1] == 200
    assert ends == pytest.approx(sessions.results, abs=4)  # two samples of the same sessions


def test_common_outcomes_are_drawn_on_a_plain_scale():
    page = as_html([rulebook(HARD_ROCK, "big-six")], lines_of(rulebook(HARD_ROCK, "big-six"))[:1])
    assert ">60<" in page  # per cent, from nought on


def test_figures_as_people_read_them():
    line = lines_of(rulebook(HARD_ROCK, "big-six"))[0]
    assert edge_text(line) == "14.8148 %" and fraction_text(line) == "4/27"


def test_the_better_offer_comes_first():
    lines = [line for book in rulebooks(None, "three-card-poker") for line in lines_of(book, every=False)]
    rows = {row.wager: row for row in compare.compared(lines) if row.wager == "pair-plus"}
    first, last = rows["pair-plus"].offers[0], rows["pair-plus"].offers[-1]
    assert (first.property, first.pay_table) == ("oneida", "Ledger (c)")
    assert last.behind == pytest.approx(0.0727602 - 0.0052489, abs=1e-6)


def test_a_progressive_costs_nothing_at_its_break_even_meter():
    posting = open_posting(rulebook(HARD_ROCK, "three-card-poker"))
    found = {(one.name, one.stake): one for one in progressive_odds.linked(posting) if "best play" not in one.note}
    own = found["three-card", 100]
    assert own.break_even() == 10_080_00
    assert own.odds.house_edge(Fraction(own.break_even(), own.stake)) == 0
    assert own.top_chance() == Fraction(1, 22100)
    assert own.odds.house_edge(10_000, players=7) < own.odds.house_edge(10_000)
    assert found["multi-link", 500].break_even() == pytest.approx(5 * found["multi-link", 100].break_even(), rel=1e-6)
    curve = own.curve(10)
    assert curve[0][1] > curve[-1][1]


def test_a_progressive_that_one_deck_cannot_win_says_so():
    figures = list(progressive_odds.figures(open_posting(rulebook(HARD_ROCK, "blackjack"), {"decks": "1"})))
    assert [figure.wager for figure in figures] == ["blazing-7s"]
    assert "cannot be won" in figures[0].detail


def test_a_play_that_turns_at_nought_has_no_minus():
    assert [sheets.turning(-0.04, False), sheets.turning(4.36, True)] == ["+0.0 or less", "+4.4 or more"]
