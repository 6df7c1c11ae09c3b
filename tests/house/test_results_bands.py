"""Bands are held to exact distributions, flags to how many rows there are, expectations to the lines they come from."""

import datetime
from collections import defaultdict

import numpy as np
import pytest

from croupier.house.results.bands import Moments, band, beyond_chance, chance, score
from croupier.house.results.counts import Counted, by_dealer
from croupier.house.results.expected import chosen_lines, counted, expectation, of_wager
from croupier.house.results.report import DAY_STEPS, Period, Played, Report, report
from croupier.house.results.sums import STEP_US, Cell, Summed
from croupier.house.tables.life import FloorTable, Settings
from croupier.house.tables.wager_rows import units
from croupier.odds.exact import Edge
from croupier.odds.money.evening import after
from croupier.odds.posting import open_posting
from croupier.rulebook import rulebook

HOUSE = "hard-rock-cincinnati"
WAGERS = {
    "a number": Edge.from_counts({35: 1, -1: 37}),
    "even money": Edge.from_counts({1: 18, -1: 20}),
    "a pair and more": Edge.from_counts({40: 48, 30: 52, 6: 720, 3: 1_096, 1: 3_744, -1: 16_440}),
}


@pytest.mark.parametrize("name", WAGERS)
@pytest.mark.parametrize("rounds", [400, 2_000])
def test_19_of_20_periods_fall_inside_whatever_the_skew(name: str, rounds: int) -> None:
    edge = WAGERS[name]
    unit = expectation(name, (), edge)
    moments = Moments(unit.edge * rounds, unit.variance * rounds, unit.third * rounds)
    found = band(moments)
    assert found is not None
    results, chances = after(edge.distribution, rounds)
    won = -results
    low, high = (float(chances[won < found.low].sum()), float(chances[won > found.high].sum()))
    assert 0.005 < low < 0.05 and 0.005 < high < 0.05 and abs(low + high - 0.05) < 0.03
    assert abs(float((won * chances).sum()) - moments.mean) < 1e-6 * rounds
    least = score(moments, found.low)
    assert least is not None and chance(least) == pytest.approx(0.05, abs=1e-6)


def test_a_few_wagers_at_long_odds_have_no_band() -> None:
    unit = expectation("a number", (), WAGERS["a number"])
    assert band(Moments(unit.edge, unit.variance, unit.third)) is None
    assert score(Moments(), 0.0) is None


def test_flags_allow_for_how_many_rows_were_looked_at() -> None:
    assert beyond_chance([0.0001, 0.5, None, 0.02], 0.05) == [True, False, False, True]
    assert beyond_chance([0.02] + [0.5] * 19, 0.05) == [False] * 20
    random = np.random.default_rng(5)
    flagged = sum(any(beyond_chance(list(random.random(40)), 0.01)) for _ in range(2_000))
    assert flagged < 40  # one list in a hundred


def honest_month(random: np.random.Generator, tables: int = 8, days: int = 30, rounds: int = 200) -> Report:
    """Even money at tables that pay what they owe, each of another game, a dollar a round."""
    figures = (expectation("red", (), WAGERS["even money"]),)
    played = []
    for number in range(tables):
        won = 2 * random.binomial(rounds, 18 / 38, days) - rounds
        nets = [int(100 * net) for net in won]
        money = (rounds, rounds * 100, rounds * 100**2, rounds * 100**3, rounds * 100)
        cells = tuple(Cell(day * DAY_STEPS, "", "", "red", "", *money, net, -net) for day, net in enumerate(nets))
        name = f"T-{number}"
        table = FloorTable(name, HOUSE, name, "Pit 1", "electronic", "open", name, 1, "", 0, Settings())
        summed = Summed(name, len(cells), cells, (), ())
        played.append(Played(summed=summed, table=table, title=name, figures=figures))
    first = datetime.date(1970, 1, 1)
    period = Period(first, first + datetime.timedelta(days=days - 1), 0, days * DAY_STEPS * STEP_US)
    return report(played, period, defaultdict(int), place=HOUSE, chips="", comp_percent=0, computed_us=0)


def test_one_money_cut_by_game_wager_and_day_is_seldom_flagged_where_nothing_is_wrong() -> None:
    random = np.random.default_rng(11)
    months = [honest_month(random) for _ in range(150)]
    cuts = [[line for lines in (one.games, one.wagers, one.days) for line in lines if line.flagged] for one in months]
    assert all(len(one.days) == 30 and one.days[0].low is not None for one in months)
    assert sum(map(bool, cuts)) <= 6  # one list in a hundred; at one in twenty there were 18


def test_a_fitted_third_moment_is_that_of_the_distribution_where_there_is_one_win() -> None:
    edge = WAGERS["a number"]
    bare = Edge(house_edge=edge.house_edge, hit=edge.hit, push=edge.push, variance=edge.variance)
    exact, fitted = expectation("x", (), edge), expectation("x", (), bare)
    assert (exact.method, fitted.method) == ("exact", "fitted")
    assert fitted.third == pytest.approx(exact.third)


def test_a_line_is_found_for_every_wager_and_where_it_is_laid() -> None:
    craps = counted(rulebook(HOUSE, "craps"), {})
    assert of_wager(craps, "place", "6").edge == pytest.approx(1 / 66)  # type: ignore[union-attr]
    assert of_wager(craps, "hop", "3-3").edge == pytest.approx(5 / 36)  # type: ignore[union-attr]
    assert of_wager(craps, "hop", "2-4").edge == pytest.approx(1 / 9)  # type: ignore[union-attr]
    assert of_wager(craps, "hop", "6-1") is None  # the smaller die is named first
    always, on_wins = (counted(rulebook(HOUSE, "craps"), {"vigorish-when": when}) for when in ("on-wager", "on-win"))
    assert of_wager(always, "buy", "4").edge == pytest.approx(1 / 20)  # type: ignore[union-attr]
    assert of_wager(on_wins, "buy", "4").edge == pytest.approx(1 / 60)  # type: ignore[union-attr]
    assert of_wager(craps, "come", "8").edge == pytest.approx(7 / 495)  # type: ignore[union-attr]
    assert of_wager(craps, "pass-odds", "").edge == 0  # type: ignore[union-attr]
    assert of_wager(craps, "nothing", "") is None
    posting = open_posting(rulebook(HOUSE, "mississippi-stud"))
    assert {units(posting)[name] for name in ("ante", "third-street", "fifth-street")} == {"ante"}
    assert units(posting)["three-card-bonus"] == "three-card-bonus"
    assert chosen_lines(posting, ()) == ()


def test_nobody_is_short_where_counts_agree_and_whoever_is_is_named() -> None:
    even = [Counted("T", day, 0, {"a": 4.0, "b": 4.0}) for day in range(20)]
    assert not any(one.flagged or one.cents for one in by_dealer(even))
    turns = [("a", "b"), ("b", "c"), ("a", "c")]
    short = [
        Counted(
            "T",
            day,
            -40_00 - day % 5 * 100 if "b" in turns[day % 3] else day % 2 * 100,
            dict.fromkeys(turns[day % 3], 4.0),
        )
        for day in range(30)
    ]
    assert [one.dealer for one in by_dealer(short) if one.flagged] == ["b"]
    assert by_dealer([]) == []
