"""What holds in every hand of every form, whatever the players do."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.poker.book.rules import CASH, TOURNAMENT
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from tests.poker.play import GAMES, new_hand, play_out, step


def snapshot(hand: Hand) -> tuple[object, ...]:
    return (
        list(hand.stacks),
        list(hand.bets),
        list(hand.put),
        hand.phase,
        list(hand.queue),
        hand.level,
        len(hand.records),
        len(hand.ops),
        hand.street,
        list(hand.alive),
        hand.top,
    )


def chips(hand: Hand) -> int:
    return sum(hand.stacks) + (hand.carried if hand.over else hand.pot)


seeds = st.integers(0, 2**32)
tables = st.lists(st.integers(0, 400), min_size=2, max_size=6)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25, deadline=None)
@given(seed=seeds, stacks=tables, tournament=st.booleans())
def test_chips_are_conserved_in_every_state(game: str, seed: int, stacks: list[int], tournament: bool) -> None:
    rng = random.Random(seed)
    stacks = [max(stack, 4) for stack in stacks]
    hand = new_hand(game, stacks, rng, TOURNAMENT if tournament else CASH)
    while not hand.over:
        assert chips(hand) == sum(stacks)
        step(hand, rng)
    assert chips(hand) == sum(stacks)
    assert all(stack >= 0 for stack in hand.stacks)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=seeds, stacks=tables)
def test_the_list_of_legal_actions_is_exact(game: str, seed: int, stacks: list[int]) -> None:
    """Everything listed passes its check; everything else is refused and changes nothing."""
    rng = random.Random(seed)
    hand = new_hand(game, [max(stack, 4) for stack in stacks], rng)
    while not hand.over:
        if hand.phase == "bet":
            check_options(hand)
        step(hand, rng)


def check_options(hand: Hand) -> None:
    options = hand.options()
    shallowest, hand.shallowest = hand.shallowest, 0  # every stack looked at, as after a ruling, says the same
    assert hand.options() == options
    hand.shallowest = shallowest
    before = snapshot(hand)
    assert hand.can_fold() == options.fold
    assert hand.can_check() == options.check
    assert hand.can_call() == bool(options.call)
    assert hand.can_bring_in() == bool(options.bring_in)
    ceiling = hand.stacks[options.player] + hand.bets[options.player] + 3
    for to in range(ceiling):
        assert hand.can_raise_to(to) == (options.may_raise and options.allows(to)), (to, options)
    for wrong in (hand.fold, hand.check, hand.call):
        with pytest.raises(Refused):
            wrong((options.player + 1) % hand.n)
    for verb, allowed in (
        (hand.check, options.check),
        (hand.call, bool(options.call)),
        (hand.bring_in, bool(options.bring_in)),
    ):
        if not allowed:
            with pytest.raises(Refused) as refusal:
                verb()
            assert refusal.value.rule
    with pytest.raises(Refused):
        hand.raise_to(ceiling)
    assert snapshot(hand) == before


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10, deadline=None)
@given(seed=seeds)
def test_a_hand_replays_from_its_operations(game: str, seed: int) -> None:
    rng = random.Random(seed)
    hand = play_out(new_hand(game, [200] * 4, rng), rng)
    again = Hand(hand.form, hand.stakes, hand.start, rules=hand.rules, deck=random_deck(game, seed))
    for name, *arguments in hand.ops:
        getattr(again, name)(*arguments)
    assert again.records == hand.records
    assert again.stacks == hand.stacks


def random_deck(game: str, seed: int) -> list[int]:
    rng = random.Random(seed)
    return new_hand(game, [200] * 4, rng).deck


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_dealt_twice(game: str) -> None:
    rng = random.Random(7)
    for _ in range(40):
        hand = play_out(new_hand(game, [300] * 6, rng), rng, aggression=0.1)
        live = [hand.hole[i] for i in range(hand.n) if hand.alive[i]]
        held = [card for cards in live for card in cards] + hand.board
        assert len(held) == len(set(held))


def test_eight_players_can_see_seventh_street_in_stud() -> None:
    """The deck runs out: a common card, or the burns scrambled, and the hand still ends."""
    rng = random.Random(3)
    for shortage in ("common-card", "scramble-all", "scramble-last"):
        import msgspec

        rules = msgspec.structs.replace(CASH, stud_short=shortage)
        hand = new_hand("fl-stud", [500] * 8, rng, rules)
        while not hand.over:
            options = hand.options()
            hand.bring_in() if options.bring_in else hand.check() if options.check else hand.call()
        assert sum(hand.stacks) == 4000
        total = [card for cards in hand.hole for card in cards] + hand.board
        assert len(total) == len(set(total))
        assert len(hand.hole[0]) + len(hand.board) == 7
