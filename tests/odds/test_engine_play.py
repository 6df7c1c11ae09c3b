"""Tables played by programs under rulebooks changed at random come to the exact figures, within their statistics.

Nothing but the engine deals, decides what may be done and pays: the programs place wagers and take the best choice.
"""

import random
from fractions import Fraction

import numpy as np
import pytest
from kernel_play import Player
from mutated_books import PLAYER, books, driver_of, faults, random_rows, with_new_rule, with_rows, with_rule
from test_mutated_layouts import craps_book
from test_mutated_rulebooks import STANDARD_ERRORS, exact_edges, mutated

from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_class
from croupier.odds.analysis import analysis_of
from croupier.odds.games.twentyone.books import exact_edge, rules_of
from croupier.odds.posting import open_posting
from croupier.odds.simulate.engine import Engine
from croupier.odds.strategy_bot import OptimalBot
from croupier.rounds import acts, events
from croupier.rounds.bots import DEALER, play
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver

SLOW = pytest.mark.slow
DECIDED = (
    "three-card-poker", "let-it-ride", "mississippi-stud", "crazy-four-poker", "dj-wild-stud-poker", "high-card-flush",
    "i-luv-suits-poker", "four-card-poker",
)  # fmt: skip
DEALT = (
    "roulette", "big-six", "mini-midi-baccarat", "rock-bac-w-super-6-commission-free",
    "dragon-bonus-baccarat-commission-free",
)  # fmt: skip


def within(nets, edge, rounds):
    """Whether the mean of so many rounds lies where the exact edge and its deviation say."""
    return (
        abs(float(sum(nets)) / rounds + float(edge.house_edge))
        < STANDARD_ERRORS * edge.standard_deviation / rounds**0.5
    )


# ---------------------------------------------------------------------------------- games of decisions


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("game", DECIDED)
def test_a_card_game_played_as_well_as_can_be(game, seed):
    rounds = 2_000
    driver = driver_of(mutated(game, seed), seed)
    posting = driver.game.posting
    player = Player(driver, *analysis_of(game).kernel(posting))
    nets = {}
    for _ in range(rounds):
        paid, _ = player.round()
        together = sum((net for wager, net in paid.items() if wager not in player.sides), Fraction(0))
        for wager, net in {**{w: paid.get(w, Fraction(0)) for w in player.sides}, "": together}.items():
            nets.setdefault(wager, []).append(net)
    compared = set()
    for (wager, table, note), edge in exact_edges(posting).items():
        main = "together" in note and "both" not in note
        name = "" if main else wager
        if name not in nets or table not in ("", posting.tables[wager, "main"].label):
            continue
        if main or wager in player.sides:
            assert within(nets[name], edge, rounds), (wager, note)
            compared.add(name)
    assert compared == set(nets)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        ({"soft-17": "stand", "double-after-split": False}, {"win": "1 to 1", "blackjack": "2 to 1"}),
        ({"soft-17": "draw", "surrender": "late"}, {"win": "1 to 1", "blackjack": "6 to 5", "surrender": "1 for 2"}),
        ({"charlie": 6, "double-on": "hard-10-or-11"}, {"win": "1 to 1", "blackjack": "1 to 1"}),
    ],
)
def test_blackjack_of_two_decks(rules, rows):
    book = books("blackjack")[-1]
    for name, value in {"decks": 2, "small-game-double": "same", "small-game-split": "same", **rules}.items():
        book = with_new_rule(book, name, value)
    book = with_rows(book, "blackjack", rows)
    assert not faults(book)
    driver = Driver(game_class("blackjack")(open_posting(book)), chance=Chance(SeededEntropy(3)))
    nets = []
    rounds = 4_000

    def hear(happened):
        nets.append(sum(Fraction(e.net, 10_00) for e in happened if isinstance(e, events.Settled) and e.to == "player"))

    play(driver, [OptimalBot(1)], rounds, hear)
    assert within(nets, exact_edge(rules_of(driver.game.posting)), rounds)


# ------------------------------------------------------------------------------------- wheels and shoes


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("game", DEALT)
def test_a_game_without_decisions(game, seed):
    rounds = 400 if game == "roulette" else 1_500  # which has hundreds of places for a wager
    chance = random.Random(f"engine {game} {seed}")
    shelf = books(game)
    book = random_rows(chance, shelf[seed % len(shelf)])
    for name, value in {"vigorish": 4, "vigorish-unit": 1, "midi": False, "bonus-alone": True}.items():
        if name in book.settings:
            book = with_rule(book, name, value)
    assert not faults(book)
    posting = open_posting(book)
    engine = Engine(posting, 1)
    found = {}
    for wager in engine.wagers(engine.shard(np.random.SeedSequence(seed), rounds)):
        found.setdefault((wager.name, wager.note), wager.edge)
    compared = 0
    for (wager, table, note), edge in exact_edges(posting).items():
        label = posting.tables[wager, "main"].label if (wager, "main") in posting.tables else table
        same = [f for (name, on), f in found.items() if name == wager and (not note or not on or on == note)]
        if table != label or not same or "together" in note:
            continue
        error = edge.standard_deviation / rounds**0.5
        assert all(abs(float(f.house_edge - edge.house_edge)) < STANDARD_ERRORS * error for f in same), (wager, note)
        compared += 1
    assert compared >= 3


# ------------------------------------------------------------------------------------------------ dice


class Dice:
    """Somebody who has a Pass on every come-out and a Come with odds of the same amount on every throw after it."""

    stake = 84_00  # whole in cents at all odds there are here

    def __init__(self, posting, seed):
        self.game = game_class(posting.rulebook.game)(posting)
        self.driver = Driver(self.game, seats=1, chance=Chance(SeededEntropy(seed)))
        self.driver.answer(PLAYER, acts.Sit(1, "ann", 10_000_000_00))

    def throw(self):
        """The nets of every Come that this throw decides, with its odds, and of the Pass."""
        table = self.driver.table
        bets = [("come", "")] if table.felt.memo["point"] else [("pass", "")] if not table.wager("pass", 1) else []
        bets += [("come-odds", w.on) for w in table.wagers("come", 1) if w.on and not table.wager("come-odds", 1, w.on)]
        for wager, on in bets:
            self.driver.answer(PLAYER, acts.Bet(1, wager, self.stake, on))
        come, line = {}, []
        for event in self.driver.answer(DEALER, acts.Close()):
            if isinstance(event, events.Settled) and event.wager == "pass":
                line.append(event.net / self.stake)
            elif isinstance(event, events.Settled):
                come.setdefault(event.on, 0.0)
                come[event.on] += event.net / self.stake
        return list(come.values()), line


@pytest.mark.parametrize(
    ("game", "seed", "throws"),
    [
        ("crapless-craps", 1, 1_000),
        *(pytest.param(game, seed, 8_000, marks=SLOW) for game in ("craps", "crapless-craps") for seed in (1, 2)),
    ],
)
def test_a_come_with_odds_on_every_throw(game, seed, throws):
    """Wagers of one throw hang together, so the error is that of means over stretches of throws."""
    posting = open_posting(craps_book(game, seed), {"most": "$2,000"})
    stretches = []
    for part in range(20):
        table, nets = Dice(posting, 100 * seed + part), []
        for _ in range(throws // 20):
            nets += table.throw()[0]
        stretches.append(nets)
    exact = next(
        edge
        for (wager, _, note), edge in exact_edges(posting).items()
        if wager == "come" and "with 1 times odds" in note.split("; ")
    )
    mean = float(-exact.house_edge)
    for expected, moment in ((mean, 1), (float(exact.variance) + mean**2, 2)):
        means = [np.mean(np.array(nets) ** moment) for nets in stretches]
        assert abs(np.mean(means) - expected) < STANDARD_ERRORS * np.std(means, ddof=1) / len(means) ** 0.5, moment
