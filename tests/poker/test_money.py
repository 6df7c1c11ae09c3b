"""Rake, drops and time: the arithmetic, and what the rooms' books make of it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.poker.book.room import open_room
from croupier.poker.book.stakes import fixed_limit, no_limit
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.money import Cut, Schedule
from croupier.poker.rulings import accidents
from croupier.poker.table import Table
from tests.poker.play import GAMES, new_hand, play_out, step

BALTIMORE = open_room("horseshoe-baltimore")


@given(pot=st.integers(0, 100_000))
def test_ten_per_cent_up_to_six_dollars_in_whole_dollars(pot: int) -> None:
    cut = BALTIMORE.cut(no_limit(100, 200))
    assert cut is not None and cut.rake is not None
    due = cut.rake.due(pot)
    assert due == min(pot // 1000 * 100, 600)


@given(first=st.integers(0, 5_000), second=st.integers(0, 5_000))
def test_a_larger_pot_never_pays_less(first: int, second: int) -> None:
    schedule = Schedule(percent=10, most=600, step=100, levels=((1_000, 50), (2_000, 50)))
    small, large = sorted((first, second))
    assert schedule.due(small) <= schedule.due(large)


@pytest.mark.parametrize("pot", [0, 999, 1_000, 1_999, 2_000, 50_000])
def test_the_jackpot_takes_a_dollar_at_ten_and_a_second_at_twenty(pot: int) -> None:
    """Clause 20.BB.1."""
    cut = BALTIMORE.cut(no_limit(100, 200))
    assert cut is not None and cut.drops is not None
    assert cut.drops.due(pot) == (0 if pot < 1_000 else 100 if pot < 2_000 else 200)


@pytest.mark.parametrize("game", GAMES)
def test_every_cent_is_accounted_for_with_rake_in_every_form(game: str) -> None:
    rng = random.Random(game)
    for _ in range(25):
        stacks = [rng.randint(4, 500) for _ in range(rng.randint(2, 6))]
        house = Cut(Schedule(percent=10, most=20), Schedule(levels=((10, 1), (20, 1))))
        hand = play_out(new_hand(game, stacks, rng, house=house), rng)
        assert sum(hand.stacks) + hand.collected + hand.carried == sum(stacks)
        assert hand.collected == house.raked + house.dropped
        assert house.raked <= 20 and house.dropped <= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_who_kills_losing_hands_pushes_what_the_machine_pushes(game: str) -> None:
    """Clause 3.TIE.5d: main pot and side pots are split apart, however many hands were taken in before the push."""
    for seed in range(40):
        rng = random.Random(f"{game} {seed}")
        stacks = [rng.randint(4, 60) for _ in range(rng.randint(3, 6))]
        deals = [random.Random(f"{game} {seed} deal") for _ in range(2)]
        machine = play_out(new_hand(game, stacks, deals[0]), deals[0], 0.4)
        hand = new_hand(game, stacks, deals[1], auto_show=False, dealer_pushes=True)
        while hand.phase not in ("show", "push", "over"):
            step(hand, deals[1], 0.4)
        while hand.phase == "show":
            hand.show()
        for loser in sorted(hand.losers):
            hand.kill_loser(loser)
        if hand.phase == "push":
            hand.push()
        assert hand.stacks == machine.stacks, (seed, stacks)


def test_stakes_from_which_time_is_paid() -> None:
    """Clauses 3.TIME.a-b."""
    assert BALTIMORE.time_game(fixed_limit(2_000, 4_000))
    assert not BALTIMORE.time_game(fixed_limit(1_000, 2_000))
    assert BALTIMORE.time_game(no_limit(500, 1_000))
    assert not BALTIMORE.time_game(no_limit(200, 500))


def test_time_falls_due_on_the_hour_and_the_half_hour_from_every_seat() -> None:
    """Clauses 3.TIME.c-d: the dealer who sits down at 14:30 collects before his first hand."""
    time = BALTIMORE.time()
    assert time is not None
    at = 14 * 60 + 30
    assert time.collections(at - 1, at) == 1
    assert time.collections(at, at + 29) == 0
    assert time.collections(14 * 60, 16 * 60) == 4
    assert time.due(8, 1, 600) == 5_400


def test_half_rake_when_a_short_table_asks() -> None:
    """Clause 3.RAKE.2."""
    holdem, stud = BALTIMORE.form("holdem"), BALTIMORE.form("stud")
    assert BALTIMORE.half_rake(holdem, 6, requested=True)
    assert not BALTIMORE.half_rake(holdem, 7, requested=True)
    assert not BALTIMORE.half_rake(holdem, 4, requested=False)
    assert BALTIMORE.half_rake(stud, 5, requested=True)
    assert not BALTIMORE.half_rake(stud, 6, requested=True)


def test_an_option_outside_its_bounds_is_refused() -> None:
    with pytest.raises(Refused, match="from 0 to 25"):
        open_room("oneida", options={"rake-percent": 26})
    with pytest.raises(Refused, match="one of"):
        open_room("horseshoe-baltimore", options={"button": "flying"})
    with pytest.raises(Refused, match="not for the house"):
        open_room("horseshoe-baltimore", options={"rake": "none"})


def test_side_pots_pay_their_part_of_the_rake() -> None:
    hand = new_hand("nl-holdem", [20, 200, 200], random.Random(2), house=Cut(Schedule(percent=10)))
    assert isinstance(hand, Hand)
    hand.raise_to(100)
    hand.call()
    hand.call()
    while not hand.over:
        hand.check()
    assert sum(hand.stacks) + hand.collected == 420
    assert hand.collected == 22


def test_half_rake_ends_when_the_table_fills() -> None:
    """3.RAKE.2: it is for six players or fewer in flop games, however long ago it was granted."""
    table = Table(BALTIMORE, "holdem", no_limit(100, 200), half_rake=True)
    for number in range(1, 7):
        table.sit(number, f"player {number}", 20_000)
    halved = table.deal().house
    assert isinstance(halved, Cut) and halved.rake is not None and halved.rake.due(200_00) == 3_00
    assert table.hand is not None
    accidents.void(table.hand)
    table.finish()
    table.sit(7, "player 7", 20_000, drew_for_button=True)
    whole = table.deal().house
    assert isinstance(whole, Cut) and whole.rake is not None and whole.rake.due(200_00) == 6_00


def test_an_odd_percentage_is_halved_exactly() -> None:
    cut = open_room("oneida", options={"rake-percent": 5}).cut(no_limit(100, 200), half=True)
    assert cut is not None and cut.rake is not None and cut.rake.due(200_00) == 5_00
