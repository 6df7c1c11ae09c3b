"""What a policy is worth, counted out: the best play is worth the best, and learners from nothing come close to it."""

import re
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.agents import evaluating
from croupier.games import open_game
from croupier.hands import rank3
from croupier.odds.games.cards import three_card
from croupier.odds.games.cards.books import three_card_rules
from croupier.odds.games.twentyone.books import rules_of
from croupier.odds.games.twentyone.chart import chart
from croupier.odds.games.twentyone.hands import WORDS

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "agents"


def test_the_best_play_of_three_cards_gives_nothing_away() -> None:
    posting = open_game("hard-rock-cincinnati", "three-card-poker").posting
    least = three_card.least_play(three_card_rules(posting))
    assert evaluating.three_card_poker(posting, lambda cards: rank3(*cards) >= least).points == 0
    blind = evaluating.three_card_poker(posting, lambda cards: True)
    assert blind.points == pytest.approx(100 * (blind.best - blind.learned)) and blind.points > 3
    assert evaluating.three_card_poker(posting, lambda cards: False).learned == -1


def test_three_wagers_that_ride_lose_three_times_what_one_does() -> None:
    posting = open_game("jack-cleveland", "let-it-ride").posting
    always = evaluating.let_it_ride_game(posting, lambda cards: True)
    never = evaluating.let_it_ride_game(posting, lambda cards: False)
    assert always.learned == pytest.approx(3 * never.learned) and always.best == never.best > never.learned


def test_a_chart_is_worth_what_the_chart_says() -> None:
    posting = open_game("jack-cleveland", "blackjack").posting
    best = chart(rules_of(posting))
    cells = {(cell.row, cell.up): cell for cell in best.cells}

    def chooses(total: int, soft: bool, pair: int, up: int, two_cards: bool) -> str:
        row = f"pair {WORDS[pair - 1]}" if pair else f"{'soft' if soft else 'hard'} {total}"
        cell = cells.get((row, up - 1))
        if cell is None:  # a hand that the chart never meets
            return "hit" if total < 12 else "stand"
        if cell.choice == "double" and not two_cards:
            return max(("stand", "hit"), key=lambda move: cell.values[move])
        return cell.choice

    worth = evaluating.blackjack(posting, chooses)
    assert worth.learned == pytest.approx(best.solution.expectation, abs=2e-5)
    assert 0 <= worth.points < 0.02
    assert evaluating.blackjack(posting, lambda *hand: "stand").points > 10


@pytest.fixture
def given_away(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., float]:
    """Runs an example as a program, in this process, which has loaded what it needs; what it says of itself is read."""

    def run(name: str, *arguments: str) -> float:
        path = str(EXAMPLES / f"{name}.py")
        monkeypatch.setattr(sys, "argv", [path, *arguments])
        runpy.run_path(path, run_name="__main__")
        told = capsys.readouterr().out
        assert re.search(r"in [\d.]+ s", told)
        said = re.search(r"([-\d.]+) points given away", told)
        assert said is not None
        return float(said[1])

    return run


@pytest.mark.parametrize(
    ("name", "arguments", "most"),
    [
        ("three_card_poker", ("--rounds", "2500", "--property", "oneida"), 3.0),
        ("let_it_ride", ("--rounds", "2500", "--property", "jack-cleveland"), 20.0),
        ("blackjack", ("--millions", "0.6", "--property", "jack-cleveland"), 6.0),
    ],
)
def test_a_short_lesson_is_already_better_than_none(
    given_away: Callable[..., float], name: str, arguments: tuple[str, ...], most: float
) -> None:
    assert -1e-9 <= given_away(name, *arguments) < most


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", ["three_card_poker", "let_it_ride", "blackjack"])
def test_a_whole_lesson_ends_within_a_tenth_of_a_point_of_the_best(given_away: Callable[..., float], name: str) -> None:
    assert -1e-9 <= given_away(name, "--property", "hard-rock-cincinnati") < 0.1
