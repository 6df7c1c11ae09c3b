"""Mixed events: a game a level, the button frozen while stud is dealt, and who moves then (19.T.12A-B)."""

import random

import pytest

from croupier.demo.poker_tournament_players import choice
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.plan import Level, faults
from croupier.house.tournaments.poker.seating import next_big_blind

from .poker_events import Seeded, plan_of, replayed

MINUTE_US = 60 * 1_000_000
HORSE = ("holdem", "omaha-8", "razz", "stud", "stud-8")


def hand(made: Seeded, table: int, rng: random.Random) -> None:
    event = made.event
    event.do(made.director.deal(table))
    while event.tables.get(table) and event.tables[table].hand is not None:
        event.do(choice(event, table, rng, made.clock()))


def test_a_mixed_event_is_a_sheet_that_the_book_allows() -> None:
    plan = plan_of("horse", seats=8)
    assert faults(plan) == [] and plan.forms == HORSE
    assert "2 to 8 seats" in " ".join(faults(plan_of("horse", seats=9))), "stud seats eight"
    wrong = plan_of("horse", seats=8, levels=(Level(20, bets=(100, 200), ante=25, bring_in=25, form="pinochle"),))
    assert "pinochle" in " ".join(faults(wrong))
    blind = plan_of("horse", seats=8, levels=(Level(20, blinds=(50, 100), bets=(100, 200), form="stud"),))
    assert "ante and a bring-in" in " ".join(faults(blind))


def test_the_game_goes_with_the_level_and_the_button_stands_while_stud_is_dealt() -> None:
    made, rng = Seeded(6, "horse", seats=8).start(), random.Random(1)
    felt, began = made.event.tables[1], made.event.started_us
    seen = []
    for number, form in enumerate((*HORSE, "holdem")):
        made.clock.now_us = max(made.clock.now_us, began + number * 15 * MINUTE_US)
        before = felt.table.positions.button
        due = felt.table._next_positions().button if before > 0 and felt.table.stakes.blinds else before
        hand(made, 1, rng)
        seen.append(felt.table.form.key)
        if form in ("razz", "stud", "stud-8"):
            assert felt.table.positions.button == before, "frozen"
        elif before > 0 and number == 1:
            assert felt.table.positions.button == due
    assert tuple(seen) == (*HORSE, "holdem")
    assert replayed(made.event.plan, made.event.acts).in_play() == made.event.in_play()


def test_during_stud_of_a_mixed_event_the_next_big_blind_moves() -> None:
    made, rng = Seeded(16, "horse", seats=8).start(), random.Random(2)
    event = made.event
    for number in (1, 2):
        hand(made, number, rng)
    made.clock.now_us += 31 * MINUTE_US  # razz
    assert event.shape(made.clock.now_us).key == "razz"
    short = event.tables[2]
    for name in short.names()[:2]:
        event.do(acts.Penalty(at_us=made.clock(), name=name, kind="disqualification", reason="collusion"))
    move = made.director.due()
    assert isinstance(move, acts.Move) and move.place[0] == 2
    full = event.tables[1]
    assert move.name == full.table.seats[next_big_blind(full.table)].name


@pytest.mark.parametrize("players", [7, 20])
def test_a_mixed_event_is_played_to_its_end(players: int) -> None:
    made = Seeded(players, "horse", seats=8)
    event = made.play()
    assert event.state == "over" and len(event.places()) >= 1
    assert sum(prize.cents for prize in event.prizes()) == event.pools().prize
