"""An act that is refused changes nothing, whatever it was and whenever; one that is allowed loses no chip."""

import random
from typing import Any

import pytest

from croupier.equipment.cards import parse_card
from croupier.poker.book.forms import form
from croupier.poker.book.room import open_room
from croupier.poker.book.rules import CASH, PlayingRules
from croupier.poker.book.stakes import no_limit
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.history import snapshot
from croupier.poker.records import UNKNOWN, Awarded, Shown
from tests.poker.play import GAMES

Operation = tuple[str, tuple[Any, ...]]
ROOMS = [
    open_room(name, tournament=tournament)
    for name in ("horseshoe-baltimore", "oneida", "horseshoe-cleveland")
    for tournament in (False, True)
]


def anything(hand: Hand, rng: random.Random) -> Operation:
    """Any operation with any arguments, sensible or not."""
    player = rng.choice([None, rng.randrange(-1, hand.n + 1)])
    someone = rng.randrange(-1, hand.n + 1)
    cards = [rng.choice((UNKNOWN, UNKNOWN, rng.randrange(-2, 54))) for _ in range(rng.choice((0, 1, 1, 2, 3, 4, 5)))]
    whole = None if rng.random() < 0.5 else [rng.randrange(-1, 53) for _ in hand.hole[0]]
    return rng.choice(
        [
            ("fold", (player,)),
            ("check", (player,)),
            ("call", (player,)),
            ("bring_in", (player,)),
            ("raise_to", (rng.choice((-5, 0, 1, 2, 4, 8, rng.randint(0, 300))), player)),
            ("declare_open", (someone,)),
            ("draw", (cards, player)),
            ("deal_hole", (someone, cards)),
            ("deal_board", (cards,)),
            ("show", (player, whole)),
            ("muck_hand", (player,)),
            ("kill_loser", (someone,)),
            ("push", ()),
            ("run_board", (rng.choice((-1, 0, 1, 2, 3)),)),
        ]
    )


def sensible(hand: Hand, rng: random.Random) -> Operation:
    """Something that the hand waits for."""
    if hand.phase == "deal":
        return _cards_due(hand, rng)
    if hand.phase == "draw":
        return "draw", (rng.sample(hand.hole[hand.actor], rng.randint(0, 2)), None)
    if hand.phase == "show":
        return rng.choice([("show", (None, None)), ("muck_hand", (None,))])
    if hand.phase == "push":
        return ("kill_loser", (min(hand.losers),)) if hand.losers else ("push", ())
    if hand.phase == "runs":
        return "run_board", (rng.randint(1, 2),)
    options = hand.options()
    if options.bring_in:
        return "bring_in", (None,)
    if options.may_raise and rng.random() < 0.3:
        return "raise_to", (rng.choice(options.amounts or (options.least, options.most)), None)
    if options.check or options.call:
        return "check" if options.check else "call", (None,)
    return "fold", (None,)


def _cards_due(hand: Hand, rng: random.Random) -> Operation:
    free = [card for card in hand.form.deck if card not in hand.known]
    if any(hand.owed):
        i = rng.choice([i for i, owed in enumerate(hand.owed) if owed])
        count = rng.randint(1, hand.owed[i])
        return "deal_hole", (i, rng.sample(free, count) if rng.random() < 0.5 else [UNKNOWN] * count)
    return "deal_board", (rng.sample(free, hand.plan[0][1] if hand.plan else hand.owed_board),)


def chips(hand: Hand) -> int:
    pot = hand.carried if hand.over else hand.pot
    return sum(hand.stacks) + sum(hand.aside.values()) + pot + hand.collected


@pytest.mark.parametrize("game", list(GAMES))
def test_a_refused_operation_leaves_the_hand_as_it_was(game: str) -> None:
    refused = 0
    for seed in range(25):
        rng = random.Random(f"{game}:{seed}")
        name, stakes = GAMES[game]
        shape = form(name)
        rules = rng.choice([CASH, *(room.rules(shape) for room in ROOMS)])
        deck = rng.sample(list(shape.deck), shape.deck_size) if rng.random() < 0.4 else None
        stacks = [rng.randint(5, 60) for _ in range(rng.randint(2, min(7, shape.seats_most)))]
        hand = Hand(
            shape,
            stakes,
            stacks,
            rules=rules,
            deck=deck,
            auto_show=rng.random() < 0.5,
            dealer_pushes=rng.random() < 0.3,
            ask_runs=rng.random() < 0.5,
        )
        for _ in range(500):
            if hand.over:
                break
            operation, arguments = anything(hand, rng) if rng.random() < 0.6 else sensible(hand, rng)
            before = snapshot(hand)
            try:
                getattr(hand, operation)(*arguments)
            except Refused:
                refused += 1
                assert snapshot(hand) == before, (seed, operation, arguments)
            assert chips(hand) == sum(stacks), (seed, operation, arguments)
        assert hand.over, (seed, hand.phase)
    assert refused > 100


def all_in_before_the_flop(rules: PlayingRules = CASH, count: int = 2) -> Hand:
    """Keyed by the dealer, who sees no hole card: everybody is all-in and the flop is due."""
    hand = Hand(form("holdem"), no_limit(1, 2), [50] * count, rules=rules)
    for i in range(count):
        hand.deal_hole(i, [UNKNOWN, UNKNOWN])
    hand.raise_to(50)
    for _ in range(count - 1):
        hand.call()
    assert hand.phase == "deal"
    return hand


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


@pytest.mark.parametrize("tournament", [False, True])
def test_hands_all_in_whose_faces_nobody_keyed_are_still_to_be_shown(tournament: bool) -> None:
    rules = open_room("horseshoe-baltimore", tournament=tournament).rules(form("holdem"))
    hand = all_in_before_the_flop(rules)
    assert not any(hand.shown)
    hand.show(0, cards("As Ad"))
    for board in ("2c 7d 9h", "Jc", "3s"):
        hand.deal_board(cards(board))
    assert (hand.phase, hand.queue) == ("show", [1])
    hand.show(1, cards("Ks Kd"))
    assert hand.over
    assert hand.won == [100, 0]
    assert [record.player for record in hand.records if isinstance(record, Shown)] == [0, 1]


def test_a_hand_all_in_may_be_mucked_before_the_board_and_the_other_takes_the_pot() -> None:
    hand = all_in_before_the_flop()
    hand.muck_hand(1)
    assert hand.over
    assert hand.won == [100, 0]
    assert isinstance(hand.records[-1], Awarded)


def test_a_hand_all_in_that_is_given_up_is_owed_no_card() -> None:
    """Stud: the others have their fourth street, and the one who gave up was the last to whom a card was due."""
    name, stakes = GAMES["fl-stud"]
    hand = Hand(form(name), stakes, [3, 3, 3])
    for i, text in enumerate(("2s 3d 4h", "As Kd Qh", "9s 9d Th")):
        hand.deal_hole(i, cards(text))
    hand.bring_in()
    hand.call()
    hand.call()
    hand.deal_hole(0, cards("5c"))
    hand.deal_hole(1, cards("6c"))
    hand.muck_hand(2)
    assert (hand.at.name, hand.owed) == ("fifth street", [1, 1, 0])
