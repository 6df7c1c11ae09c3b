"""From hand to hand: money conserved at a table, disputes, misdeals dealt again, chips on their way."""

import random

import pytest

from croupier.equipment.cards import parse_cards
from croupier.poker.book.room import open_room
from croupier.poker.book.stakes import fixed_limit, no_limit
from croupier.poker.errors import Refused
from croupier.poker.rulings.desk import Desk
from croupier.poker.table import Table
from tests.poker.play import play_out

ROOMS = ("horseshoe-baltimore", "oneida", "horseshoe-cleveland")


def deck(rng: random.Random, table: Table) -> list[int]:
    cards = list(range(table.form.deck_size))
    rng.shuffle(cards)
    return cards


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("method", ["moving", "dead"])
def test_two_hundred_hands_conserve_every_cent(room: str, method: str) -> None:
    """Players leave, return, post and bust; chips on the table and with the house always add up."""
    rng = random.Random(f"{room}:{method}")
    table = Table(open_room(room, options={"button": method}), "holdem", no_limit(100, 200))
    bought = taken = 0
    for seat in range(1, 8):
        table.sit(seat, f"player {seat}", 20_000)
        bought += 20_000
    for _ in range(200):
        bought += shuffle_seats(table, rng)
        hand = play_out(table.deal(deck(rng, table)), rng)
        taken += hand.collected
        table.finish()
        assert sum(seat.stack for seat in table.seats.values()) + taken == bought


def shuffle_seats(table: Table, rng: random.Random) -> int:
    bought = 0
    for number, seat in list(table.seats.items()):
        if not seat.stack or seat.status == "out":
            if seat.stack < 1_000:
                seat.stack += 20_000
                bought += 20_000
            table.sit_in(number, post=rng.random() < 0.5)
        elif rng.random() < 0.05 and sum(s.status != "out" and s.stack > 0 for s in table.seats.values()) > 3:
            table.sit_out(number)
    if len(table.seats) > 4 and rng.random() < 0.05:
        bought -= table.leave(rng.choice(list(table.seats)))
    if len(table.seats) < 8 and rng.random() < 0.1:
        free = rng.choice([number for number in range(1, 10) if number not in table.seats])
        table.sit(free, "new", 20_000)
        bought += 20_000
        if rng.random() < 0.5:
            table.post(free)
    return bought


@pytest.mark.parametrize("room", ROOMS)
def test_every_form_of_every_room_is_dealt_with_its_rake(room: str) -> None:
    rng = random.Random(room)
    house = open_room(room)
    for key, shape in house.forms().items():
        if shape.family == "stud":
            stakes = fixed_limit(400, 800, ante=100, bring_in=200)
        elif shape.family == "draw" and "low" not in key and key != "deuce-to-seven":
            stakes = fixed_limit(400, 800, ante=100)
        else:
            stakes = fixed_limit(400, 800, blinds=(200, 400))
        table = Table(house, key, stakes)
        for seat in range(1, 6):
            table.sit(seat, f"player {seat}", 20_000)
        taken = 0
        for _ in range(15):
            hand = play_out(table.deal(deck(rng, table)), rng)
            taken += hand.collected
            table.finish()
            total = sum(seat.stack for seat in table.seats.values()) + taken + table.carried
            assert total == 100_000, key
            for seat in table.seats.values():
                if seat.stack < 1_000:
                    seat.stack += 20_000
                    seat.status, seat.busted = "in", False
                    taken -= 20_000


def test_a_form_the_room_does_not_spread_is_refused() -> None:
    with pytest.raises(Refused, match="not spread here"):
        Table(open_room("oneida"), "razz", fixed_limit(400, 800, ante=100, bring_in=200))


def test_big_o_seats_eight() -> None:
    table = Table(open_room("horseshoe-baltimore"), "big-o", no_limit(100, 200))
    for seat in range(1, 9):
        table.sit(seat, "x", 10_000)
    with pytest.raises(Refused, match="seats 8"):
        table.sit(9, "x", 10_000)


def played(rng: random.Random) -> Table:
    table = Table(open_room("horseshoe-baltimore"), "holdem", no_limit(100, 200))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 20_000)
    play_out(table.deal(deck(rng, table)), rng)
    table.finish()
    return table


def test_a_pot_may_be_disputed_until_the_next_deal_begins() -> None:
    """Clause 2.DEC.4: the next deal closes the dispute."""
    table = played(random.Random(1))
    assert table.dispute() is table.hand
    table.deal(deck(random.Random(2), table))
    with pytest.raises(Refused) as refusal:
        table.dispute()
    assert refusal.value.clause == "2.DEC.4"


def test_a_disputed_side_pot_is_held_while_the_game_goes_on() -> None:
    """Clause 2.DEC.6."""
    table = played(random.Random(1))
    rich = max(table.seats.values(), key=lambda seat: seat.stack)
    before = sum(seat.stack for seat in table.seats.values())
    table.impound(rich.number, 240, "side pot of hand 1")
    assert sum(seat.stack for seat in table.seats.values()) == before - 240
    assert table.impounded == {"side pot of hand 1": 240}
    table.deal(deck(random.Random(2), table))
    other = next(number for number in table.seats if number != rich.number)
    assert table.release("side pot of hand 1", other) == 240


def test_a_misdeal_is_dealt_again_with_the_same_button() -> None:
    """Clause 19.T.33B: an exact replay."""
    rng = random.Random(4)
    table = played(rng)
    hand = table.deal(deck(rng, table))
    order, positions, hands = list(table.order), table.positions, table.hands
    Desk(table.room, hand).declare("button-out-of-position")
    again = table.redeal(deck(rng, table))
    assert (table.order, table.positions, table.hands) == (order, positions, hands)
    assert sum(again.stacks) + again.pot == sum(hand.start)


def test_a_played_hand_is_not_dealt_again() -> None:
    table = played(random.Random(9))
    if table.hand is not None and table.hand.stacks != table.hand.start:
        with pytest.raises(Refused):
            table.redeal()


def test_a_voluntary_kill_needs_four_kill_blinds() -> None:
    """Clause 17.11: blinds of two and four chips need sixteen."""
    room = open_room("horseshoe-baltimore", options={"voluntary-kill-lowball": True})
    table = Table(room, "lowball", fixed_limit(2, 4, blinds=(1, 2)), kill="full")
    for seat, stack in ((1, 20), (2, 20), (3, 20)):
        table.sit(seat, "x", stack)
    table.seats[1].stack = 15
    table.seats[2].stack = 16
    with pytest.raises(Refused) as refusal:
        table.voluntary_kill(1, 2)
    assert refusal.value.rule == "kill-stack"
    assert table.voluntary_kill(2, 2) == 4
    with pytest.raises(Refused, match="third card"):
        table.voluntary_kill(2, 3)


def test_a_single_blind_of_less_than_half_passes_to_the_next_player() -> None:
    """Clause 15.LB.4."""
    table = Table(open_room("horseshoe-baltimore"), "lowball", fixed_limit(1_000, 2_000, blinds=(1_000,)))
    for seat in (1, 2, 3, 4):
        table.sit(seat, "x", 20_000)
    table.positions.button = 1
    table.seats[2].stack = 400
    hand = table.deal()
    assert hand.blinds[table.order.index(3)] == 1_000
    assert hand.blinds[table.order.index(2)] == 0
    assert 2 in table.order


def test_a_mixed_rotation_freezes_the_button_during_stud() -> None:
    """Clause 19.T.12B."""
    rng = random.Random(12)
    table = Table(open_room("horseshoe-baltimore", tournament=True), "holdem", fixed_limit(200, 400))
    for seat in range(1, 7):
        table.sit(seat, "x", 50_000)
    stud = fixed_limit(200, 400, ante=50, bring_in=100)
    rotation = [
        ("holdem", fixed_limit(200, 400)),
        ("omaha-8", fixed_limit(200, 400)),
        ("razz", stud),
        ("stud", stud),
        ("stud-8", stud),
        ("draw-jacks", fixed_limit(200, 400, ante=50)),
        ("deuce-to-seven", no_limit(100, 200)),
    ]
    for _ in range(2):
        for key, stakes in rotation:
            before = table.positions.button
            table.change_game(key, stakes)
            play_out(table.deal(deck(rng, table)), rng, aggression=0.1)
            table.finish()
            if table.form.family == "stud":
                assert table.positions.button == before
            assert sum(seat.stack for seat in table.seats.values()) + table.carried == 300_000


def test_who_lost_all_his_chips_owes_no_blinds_within_a_round() -> None:
    """Clause 8.11."""
    table = Table(open_room("horseshoe-baltimore"), "holdem", no_limit(200, 500))
    for seat in (1, 2, 3, 4):
        table.sit(seat, "x", 20_000)
    seat = table.seats[3]
    seat.status, seat.busted, seat.missed, seat.rounds_missed = "out", True, (0, 1), 1
    table.sit_in(3)
    assert seat.missed == ()
    seat.status, seat.busted, seat.missed, seat.rounds_missed = "out", True, (0, 1), 2
    table.sit_in(3)
    assert seat.missed == (0, 1)


def test_a_fraction_of_a_dollar_does_not_play() -> None:
    """Clause 3.BET.8."""
    table = Table(open_room("horseshoe-baltimore"), "holdem", no_limit(100, 200))
    table.sit(1, "x", 10_050)
    table.sit(2, "y", 20_000)
    hand = table.deal()
    assert sorted(hand.start) == [10_000, 20_000]
    for i in range(2):
        hand.deal_hole(i, [-1, -1])
    hand.fold()
    table.finish()
    assert sum(seat.stack for seat in table.seats.values()) == 30_050


def test_who_has_only_an_ante_plays_for_the_antes_and_again_if_nobody_opens() -> None:
    """Clause 16.13."""
    table = Table(open_room("horseshoe-baltimore"), "draw-jacks", fixed_limit(500, 1_000, ante=100))
    for seat in (1, 2, 3):
        table.sit(seat, "x", 20_000)
    table.seats[2].stack = 100
    hand = table.deal()
    for i in range(3):
        hand.deal_hole(i, [-1] * 5)
    while not hand.over:
        hand.check()
    assert hand.carried == 300
    table.finish()
    again = table.deal()
    assert sorted(table.order) == [1, 2, 3]
    place = table.order.index(2)
    for i in range(3):
        again.deal_hole(i, parse_cards("As Ad Ac 2h 3h") if i == place else [-1] * 5)
    again.raise_to(500)
    again.call()
    assert again.alive[place] and not again.stacks[place]


def test_lowball_posts_only_when_short_handed() -> None:
    """Clause 15.LB.3."""
    table = Table(open_room("horseshoe-baltimore"), "lowball", fixed_limit(400, 800))
    for seat in range(1, 8):
        table.sit(seat, "x", 10_000)
    table.hands = 1
    table.sit(8, "new", 10_000)
    with pytest.raises(Refused, match="waits for the big blind"):
        table.post(8)
    for seat in (1, 2):
        table.leave(seat)
    table.post(8)


def test_a_voluntary_kill_doubles_the_limits_of_that_deal_only() -> None:
    """Clauses 17.11-12."""
    room = open_room("horseshoe-baltimore", options={"voluntary-kill-lowball": True})
    table = Table(room, "lowball", fixed_limit(400, 800, blinds=(200, 400)), kill="full")
    for seat in range(1, 6):
        table.sit(seat, "x", 20_000)
    table.voluntary_kill(4, 2)
    with pytest.raises(Refused) as refusal:
        table.voluntary_kill(5, 2)
    assert refusal.value.rule == "one-kill"
    hand = table.deal(deck(random.Random(1), table))
    assert hand.stakes.small == 800
    assert hand.options().amounts == (1_600,)
    play_out(hand, random.Random(2))
    table.finish()
    assert table.deal(deck(random.Random(3), table)).stakes.small == 400
