"""Simulations agree with the exact figures, repeat from their seed, and play single rounds as in bulk."""

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np
import pytest
from printed_tables import (
    ACES_UP,
    ANTE_BONUS3,
    ANTE_BONUS4,
    BAD_BEAT,
    BLIND,
    CRISS_CROSS,
    FIVE_CARD_BONUS,
    FLUSH_BONUS,
    HOLE_BONUS,
    LET_IT_RIDE,
    LET_IT_RIDE_PAIRS,
    MISSISSIPPI,
    NATURAL_TRIPS,
    PAIR_PLUS,
    QUEENS_UP,
    RAISES,
    RIDE_BONUS,
    RUN_BONUS,
    SIX_CARD,
    STUD_PAIRS,
    SUPER_BONUS,
    TRIPS,
    WILD_BLIND,
    WILD_TRIPS,
)

from croupier.equipment.cards import ACE, QUEEN, SIX, parse_cards
from croupier.odds.exact import NORMAL_99, Edge
from croupier.odds.games.cards import (
    crazy_four,
    criss_cross,
    dj_wild,
    fivecard,
    four_card,
    high_card_flush,
    let_it_ride,
    mississippi,
    texas_bonus,
    three_card,
    ultimate,
)
from croupier.odds.games.cards.simulated.criss_cross import CrissCrossKernel
from croupier.odds.games.cards.simulated.dj_wild import DjWildKernel
from croupier.odds.games.cards.simulated.four_card import CrazyFourKernel, FourCardKernel
from croupier.odds.games.cards.simulated.high_card_flush import FlushKernel
from croupier.odds.games.cards.simulated.holdem import TexasBonusKernel, UltimateKernel
from croupier.odds.games.cards.simulated.stud import LetItRideKernel, MississippiKernel
from croupier.odds.games.cards.simulated.three_card import ThreeCardKernel
from croupier.odds.simulate.dealing import below, deal, stream
from croupier.odds.simulate.kernels import Kernel, run_shard, simulate

Case = tuple[Kernel, Mapping[str, Edge]]


def three() -> Case:
    rules = three_card.ThreeCardRules(ante_bonus=ANTE_BONUS3)
    return ThreeCardKernel(rules, pair_plus=PAIR_PLUS, six_card=SIX_CARD), {
        "base": three_card.analyse(rules).main,
        "pair-plus": three_card.three_card_bet(PAIR_PLUS),
        "six-card-bonus": fivecard.six_card_bonus(SIX_CARD),
    }


def crazy() -> Case:
    rules = crazy_four.CrazyFourRules(super_bonus=SUPER_BONUS)
    return CrazyFourKernel(rules, queens_up=QUEENS_UP, pair_from=QUEEN), {
        "base": crazy_four.analyse(rules).main,
        "queens-up": crazy_four.four_card_bet(QUEENS_UP, pair_from=QUEEN),
    }


def wild() -> Case:
    rules = dj_wild.DjWildRules(blind=WILD_BLIND)
    kernel = DjWildKernel(rules, wild_pays=WILD_TRIPS, natural_pays=NATURAL_TRIPS, bad_beat=BAD_BEAT)
    return kernel, {
        "base": dj_wild.analyse(rules).main,
        "trips": dj_wild.trips_bet(WILD_TRIPS, NATURAL_TRIPS),
        "two-way-bad-beat": dj_wild.two_way_bad_beat(BAD_BEAT),
    }


def ride() -> Case:
    rules = let_it_ride.LetItRideRules(pays=LET_IT_RIDE, pairs=LET_IT_RIDE_PAIRS)
    return LetItRideKernel(rules, three_card_bonus=PAIR_PLUS, bonus=RIDE_BONUS), {
        "base": let_it_ride.analyse(rules).main,
        "three-card-bonus": three_card.three_card_bet(PAIR_PLUS),
        "let-it-ride-bonus": fivecard.hand_bet(RIDE_BONUS),
    }


def stud() -> Case:
    rules = mississippi.MississippiRules(pays=MISSISSIPPI, pairs=STUD_PAIRS)
    return MississippiKernel(rules, three_card_bonus=PAIR_PLUS), {
        "base": mississippi.analyse(rules).odds.main,
        "three-card-bonus": three_card.three_card_bet(PAIR_PLUS),
    }


def flush() -> Case:
    rules = high_card_flush.FlushRules(raises=RAISES)
    return FlushKernel(rules, flush=FLUSH_BONUS, straight_flush=RUN_BONUS), {
        "base": high_card_flush.analyse(rules).odds.main,
        "flush-bonus": high_card_flush.flush_bet(FLUSH_BONUS),
        "straight-flush-bonus": high_card_flush.straight_flush_bet(RUN_BONUS),
    }


def four() -> Case:
    rules = four_card.FourCardRules(ante_bonus=ANTE_BONUS4)
    return FourCardKernel(rules, aces_up=ACES_UP), {
        "base": four_card.analyse(rules).main,
        "aces-up": crazy_four.four_card_bet(ACES_UP, pair_from=ACE),
    }


def holdem() -> Case:
    rules = ultimate.UltimateRules(blind=BLIND)
    return UltimateKernel(rules, trips=TRIPS), {
        "base": ultimate.analyse(rules).odds.main,
        "trips": fivecard.hand_bet(TRIPS, cards=7),
    }


def bonus() -> Case:
    rules = texas_bonus.TexasBonusRules()
    return TexasBonusKernel(rules, bonus=HOLE_BONUS), {
        "base": texas_bonus.analyse(rules).odds.main,
        "bonus": texas_bonus.bonus_bet(HOLE_BONUS),
    }


def cross() -> Case:
    rules = criss_cross.CrissCrossRules(pays=CRISS_CROSS, pairs=STUD_PAIRS)
    return CrissCrossKernel(rules, bonus=FIVE_CARD_BONUS, bonus_pairs={SIX: 1}), {
        "base": criss_cross.analyse(rules).odds.main,
        "five-card-bonus": fivecard.hand_bet(FIVE_CARD_BONUS, {SIX: 1}),
    }


def check(case: Case, rounds: int, seed: int) -> None:
    """Every figure within four standard errors, by the exact variance."""
    kernel, exact = case
    for group, figures in simulate(kernel, rounds, seed=seed).items():
        edge = exact[group]
        error = edge.standard_deviation / rounds**0.5
        assert abs(float(figures.whole.house_edge - edge.house_edge)) < 4 * error, group
        assert abs(float(figures.whole.average_stake - edge.average_stake)) < 0.01, group
        assert figures.whole.interval == pytest.approx(NORMAL_99 * error, rel=0.5)


@pytest.mark.parametrize("build", [three, crazy, wild, ride, stud, flush])
def test_a_simulation_agrees_with_the_exact_analysis(build: Callable[[], Case]) -> None:
    check(build(), 2_000_000, seed=2024)


@pytest.mark.slow
@pytest.mark.parametrize("build", [three, crazy, wild, ride, stud, flush, four, holdem, bonus, cross])
def test_a_hundred_million_rounds_agree_with_the_exact_analysis(build: Callable[[], Case]) -> None:
    check(build(), 100_000_000, seed=1)


def test_the_same_seed_gives_the_same_rounds_whoever_runs_the_shards() -> None:
    kernel, _ = ride()
    whole = simulate(kernel, 40_000, seed=3, shards=4)
    parts = [run_shard(kernel, 10_000, child) for child in np.random.SeedSequence(3).spawn(4)]
    counts = sum(part["counts"] for part in reversed(parts))
    nets = [kernel.nets(0, code)[0] for code in range(kernel.codes)]
    lost = sum(
        (-sum(map(Fraction, nets[code].values()), Fraction(0)) * int(n) for code, n in enumerate(counts[0]) if n),
        Fraction(0),
    )
    assert whole["base"].whole.house_edge == lost / 40_000
    assert simulate(kernel, 40_000, seed=4, shards=4) != whole


def test_a_single_round_on_given_cards() -> None:
    kernel, _ = three()
    codes = kernel.play(parse_cards("As Ks Qs 2c 2d 2h"))
    nets = [kernel.nets(group, code)[0] for group, code in enumerate(codes)]
    # A straight flush beats three deuces: Ante and Play win, the bonus and Pair Plus are paid.
    assert nets[0] == {"ante": 1, "play": 1, "ante-bonus": 5}
    assert nets[1] == {"pair-plus": 40}
    assert nets[2] == {"six-card-bonus": 7}


def test_no_rounds_are_refused() -> None:
    kernel, _ = ride()
    with pytest.raises(ValueError, match="at least one round"):
        simulate(kernel, 0)


def test_dealing_is_fair() -> None:
    """Every card comes to every place equally often, within five standard errors."""
    state = stream(np.random.SeedSequence(9))
    deck = np.arange(52)
    seen = np.zeros((7, 52))
    rounds = 20_000
    for _ in range(rounds):
        deal(state, deck, 7)
        seen[np.arange(7), deck[:7]] += 1
    error = (rounds / 52 * (1 - 1 / 52)) ** 0.5
    assert abs(seen - rounds / 52).max() < 5 * error
    assert sorted(deck.tolist()) == list(range(52))
    assert {below(state, 3) for _ in range(100)} == {0, 1, 2}
