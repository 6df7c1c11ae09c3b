"""Round for round, on the same cards, the table engine and the simulation's kernels come to the same money."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.equipment.entropy import SeededEntropy
from croupier.games import open_table
from croupier.odds.analysis import analysis_of
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.baccarat import simulated as sim_baccarat
from croupier.odds.games.baccarat.books import charges_of, drawing_table
from croupier.odds.games.twentyone import simulated_run as sim_blackjack_run
from croupier.odds.games.twentyone.books import rules_of
from croupier.odds.games.twentyone.game import solve
from croupier.odds.posting import offering, open_posting
from croupier.odds.posting import table as pay_table
from croupier.odds.simulate import engine
from croupier.odds.strategy_bot import OptimalBot
from croupier.rounds import acts, events
from croupier.rounds.bots import DEALER, SUPERVISOR, sit
from croupier.rounds.chance import Chance
from croupier.rounds.requests import Betting, Do, Together
from croupier.rulebook import rulebook

HARD_ROCK = "hard-rock-cincinnati"


def rounds_of(game, number, wagers=None, seed=1):
    """Rounds at an electronic table, played as well as can be: what was dealt to whom, and what was settled."""
    driver = open_table(HARD_ROCK, game, chance=Chance(SeededEntropy(seed)))
    bot = OptimalBot(1)
    sit(driver, [bot])
    for _ in range(number):
        happened = []
        while not isinstance(driver.pending, Betting):
            happened += driver.answer(SUPERVISOR, acts.Done())
        for bet in wagers or bot.wagers(driver):
            happened += driver.answer(bot.by, bet)
        happened += driver.answer(DEALER, acts.Close())
        while not isinstance(driver.pending, Betting):
            request = driver.pending.parts[0] if isinstance(driver.pending, Together) else driver.pending
            if isinstance(request, Do):
                happened += driver.answer(SUPERVISOR, acts.Done())
            else:
                happened += driver.answer(bot.by, bot.decide(driver, request))
        dealt = [event for event in happened if isinstance(event, events.Dealt)]
        turned = [event.card for event in happened if isinstance(event, events.Turned) and event.to == "community"]
        # A street is known by the order in which its cards are turned, not by where they lie.
        place = {card: number for number, card in enumerate(turned)}
        dealt.sort(key=lambda event: place.get(event.card, 52) if event.to == "community" else -1)
        yield dealt, [event for event in happened if isinstance(event, events.Settled)]


def net(settled):
    """All money won or lost by the player, in units of the least wager at a table."""
    return Fraction(sum(event.net for event in settled if event.to == "player"), 10_00)


def cards_for(kernel, own, dealt):
    """The cards in the kernel's order; what was never dealt after a fold may be anything."""
    mine = [event.card for event in dealt if event.to.split(".")[0] == "1"]
    others = [event.card for event in dealt if event.to in ("dealer", "community")]
    assert len(mine) == own
    rest = (card for card in range(kernel.deck) if card not in (*mine, *others))
    return [*mine, *others, *(next(rest) for _ in range(kernel.cards - own - len(others)))]


@pytest.mark.parametrize(
    ("game", "number"),
    [("three-card-poker", 60), ("let-it-ride", 60), ("mississippi-stud", 40), ("high-card-flush", 60),
     ("crazy-four-poker", 4), ("dj-wild-stud-poker", 4)],
)  # fmt: skip
def test_poker_games(game, number):
    kernel, _ = analysis_of(game).kernel(open_posting(rulebook(HARD_ROCK, game)))
    for dealt, settled in rounds_of(game, number):
        cards = cards_for(kernel, analysis_of(game).own, dealt)
        nets, _ = kernel.nets(0, kernel.play(cards)[0])
        assert net(settled) == sum(nets.values()), (cards, settled)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "texas-holdem-bonus", "criss-cross-poker", "pai-gow-poker"])
def test_long_poker_games(game):
    kernel, _ = analysis_of(game).kernel(open_posting(rulebook(HARD_ROCK, game)))
    for dealt, settled in rounds_of(game, 40):
        cards = holdem_cards(dealt) if "holdem" in game else cards_for(kernel, analysis_of(game).own, dealt)
        nets, _ = kernel.nets(0, kernel.play(cards)[0])
        assert net(settled) == sum(nets.values()), (cards, settled)


def holdem_cards(dealt):
    """Two of the player, two of the dealer, the board; what was never dealt after a fold may be anything."""
    used = {event.card for event in dealt}
    rest = iter([card for card in range(52) if card not in used])
    found = []
    for place, count in (("1", 2), ("dealer", 2), ("community", 5)):
        cards = [event.card for event in dealt if event.to.split(".")[0] == place]
        found += [*cards, *(next(rest) for _ in range(count - len(cards)))]
    return found


@pytest.mark.parametrize("game", ["blackjack", "rockn-21", "free-bet-blackjack", "zombie-blackjack"])
def test_blackjack_games(game):
    posting = open_posting(rulebook(HARD_ROCK, game))
    solution = solve(rules_of(posting))
    same = 0
    for dealt, settled in rounds_of(game, 120):
        played = [event for event in dealt if event.to == "dealer" or event.to.startswith("1")]
        if len({event.to for event in played}) > 2:
            continue  # split hands are drawn to in another order
        given = np.array([event.card for event in played] + list(range(52)), dtype=np.uint8)
        record = np.zeros(1, dtype=np.uint8)
        sim_blackjack_run.simulate(solution, np.zeros(4, np.uint64), 1, False, given, record)
        assert net(settled) == sim_blackjack_run.net_of(solution.rules, int(record[0])), (dealt, settled)
        same += 1
    assert same > 100


def test_baccarat():
    posting = open_posting(rulebook(HARD_ROCK, "mini-midi-baccarat"))
    nets, charges = pay_table(posting, "banker").nets, charges_of(posting)
    bet = [acts.Bet(1, "banker", 10_00, "")]
    for dealt, settled in rounds_of("mini-midi-baccarat", 60, bet):
        hands = [event for event in dealt if event.to in ("player", "banker")]
        given = np.array([min(event.card >> 2, 8) + 2 if event.card >> 2 < 12 else 1 for event in hands], np.uint8) % 10
        counts = sim_baccarat.simulate(np.zeros(4, np.uint64), 1, 8, drawing_table(posting), given)
        (coup,) = counts
        assert net(settled) == baccarat.net_of(coup, "banker", "", nets, charges)


def test_what_was_played_with_some_wagers_is_not_taken_for_all_of_them(tmp_path, monkeypatch):
    """A check looks at the wagers that take no time; whoever asks for odds afterwards has them all."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    monkeypatch.setattr(engine, "ROUNDS", 60)
    posting = open_posting(rulebook("hard-rock-cincinnati", "big-six"))
    some = offering(posting, lambda rule: rule.name == "dollar-1")
    assert {figure.wager for figure in engine.figures(some)} == {"dollar-1"}
    assert {figure.wager for figure in engine.figures(posting)} == set(posting.wagers)
