"""Button and blinds over many hands: everybody meets his blinds once a round, whoever comes, goes and moves (8.2)."""

import random
from collections import Counter

import pytest

from croupier.poker.book.room import open_room
from croupier.poker.book.stakes import Stakes, no_limit
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.records import UNKNOWN
from croupier.poker.seats import between
from croupier.poker.table import Table

ALWAYS = (1, 4, 7)


def fold_round(table: Table, hand: Hand) -> None:
    while not hand.over:
        while hand.phase == "deal":
            place = next(place for place, owed in enumerate(hand.owed) if owed)
            hand.deal_hole(place, [UNKNOWN] * hand.owed[place])
        hand.fold()
    table.finish()


def others_come_and_go(table: Table, rng: random.Random) -> None:
    for number in (2, 3, 5, 6, 8, 9):
        seat, lot = table.seats.get(number), rng.random()
        if seat is None:
            if lot < 0.06:
                table.sit(number, f"guest {number}", 100_000)
        elif lot < 0.05:
            table.leave(number)
        elif seat.status == "in" and lot < 0.12:
            table.sit_out(number)
        elif seat.status == "out" and lot < 0.4:
            table.sit_in(number, post=rng.random() < 0.5)
        elif seat.status == "new" and lot < 0.25:
            table.post(number)
        elif lot > 0.95 and (free := [n for n in range(1, 10) if n not in table.seats]):
            table.change_seat(number, rng.choice(free))


@pytest.mark.parametrize("method", ["moving", "dead"])
@pytest.mark.parametrize("stakes", [no_limit(100, 200), Stakes("fixed", 200, 400, blinds=(200,))])
@pytest.mark.parametrize("seed", range(3))
def test_who_stays_has_the_big_blind_as_often_as_his_neighbours(method: str, stakes: Stakes, seed: int) -> None:
    rng = random.Random(seed)
    table = Table(open_room("horseshoe-baltimore", options={"button": method}), "holdem", stakes)
    for number in (*ALWAYS, 2, 5):
        table.sit(number, f"player {number}", 1_000_000)
    bigs: Counter[int] = Counter()
    for _ in range(250):
        others_come_and_go(table, rng)
        hand = table.deal(None)
        posted = [number for place, number in enumerate(table.order) if hand.blinds[place] == 200]
        assert posted and set(ALWAYS) <= set(table.order)
        bigs.update(posted)
        fold_round(table, hand)
    assert max(bigs[n] for n in ALWAYS) - min(bigs[n] for n in ALWAYS) <= 1, bigs


def seated(method: str, *seats: int) -> Table:
    table = Table(open_room("oneida", options={"button": method}), "holdem", no_limit(100, 200))
    for number in seats:
        table.sit(number, f"player {number}", 100_000)
    return table


def test_a_player_whom_the_moving_button_reaches_too_early_posts_the_big_blind_on_it() -> None:
    """21.1: a player may post a blind on the button; the action still starts left of the regular big blind."""
    table = seated("moving", 1, 2, 3, 4, 5, 6)
    table.positions.button = 1
    fold_round(table, table.deal(None))
    assert table.positions.blinds == (2, 3)
    table.leave(2)
    table.leave(3)
    hand = table.deal(None)
    assert table.positions.button == 4 and table.positions.blinds == (5, 6)
    assert [table.order[place] for place in range(hand.n) if hand.blinds[place] == 200] == [5, 6, 4]
    while hand.phase == "deal":
        place = next(place for place, owed in enumerate(hand.owed) if owed)
        hand.deal_hole(place, [UNKNOWN] * hand.owed[place])
    assert table.order[hand.actor] == 1


def test_who_comes_back_between_button_and_blinds_neither_gets_the_button_nor_sends_a_blind_round_again() -> None:
    table = seated("moving", 1, 2, 3, 4, 5)
    table.positions.button = 1
    table.sit_out(3)
    fold_round(table, table.deal(None))
    assert table.positions.blinds == (2, 4) and table.seats[3].missed
    table.sit_in(3, post=True)
    hand = table.deal(None)
    assert (table.positions.button, *table.positions.blinds) == (2, 4, 5) and 3 not in table.order
    fold_round(table, hand)


def test_between_counts_places_though_the_last_seat_is_empty() -> None:
    assert between(7, 8, [1, 2, 7, 9]) == []
    assert between(7, 2, [1, 3, 7, 9]) == [9, 1]


def test_the_button_is_not_bought_from_elsewhere_when_the_small_blind_is_dead() -> None:
    table = Table(open_room("horseshoe-baltimore"), "holdem", no_limit(100, 200))
    for number in (1, 2, 4, 7):
        table.sit(number, f"player {number}", 100_000)
    table.positions.button = 1
    fold_round(table, table.deal(None))
    assert table.positions.blinds == (2, 4)
    table.leave(4)  # the small blind of the next hand is dead
    table.sit(9, "late", 100_000)
    with pytest.raises(Refused, match="not between"):
        table.buy_button(9)


@pytest.mark.parametrize("method", ["moving", "dead"])
def test_with_three_blinds_nobody_has_the_big_one_twice_in_a_row_whoever_comes_and_goes(method: str) -> None:
    hands, fewest = 0, 9
    for seed in range(30):
        rng = random.Random(f"three {seed}")
        room = open_room("horseshoe-baltimore", options={"button": method})
        table = Table(room, "holdem", Stakes("no", 500, 0, blinds=(100, 200, 500)))
        for number in ALWAYS:
            table.sit(number, f"regular {number}", 10**6)
        before = -1
        for _ in range(60):
            others_come_and_go(table, rng)
            hand = table.deal(None)
            bigs = [number for number, live in zip(table.order, hand.blinds) if live == 500]
            assert before not in bigs or len(table.order) == 2, (seed, table.positions, before)
            assert len(bigs) < len(table.order), (seed, table.positions)
            before, hands, fewest = table.positions.big, hands + 1, min(fewest, len(table.order))
            fold_round(table, hand)
    assert hands == 1_800 and fewest == 3
