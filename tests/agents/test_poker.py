"""Poker for programs: every form of every room, with the engine's own bet sizes and each player's own view."""

import contextlib
import io
import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import croupier.agents  # noqa: F401
from croupier.agents import aec
from croupier.agents.poker import PokerEnv
from croupier.agents.poker_game import PokerGame
from croupier.agents.poker_seeing import look
from croupier.agents.shelf import NotSaid, poker_forms, rooms
from croupier.poker import Hand, Refused, open_room

FORMS = [(form, room) for form, houses in poker_forms().items() for room in houses]
ONE_ROOM = [(form, houses[0]) for form, houses in poker_forms().items()]
IDS = ["-".join(pair) for pair in FORMS]


def a_hand(game: PokerGame, seed: int) -> Hand:
    return game.deal(game.shuffled(np.random.default_rng(seed)))


@pytest.mark.parametrize(("form", "room"), ONE_ROOM)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_official_checkers_pass_every_form(form: str, room: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        check_env(gymnasium.make(f"croupier/{form}-v0", property=room, seats=3, render_mode="ansi").unwrapped)
        api_test(aec.env(form, property=room, seats=3), num_cycles=30)
        seed_test(lambda: aec.env(form, property=room, seats=3), num_cycles=20)


@pytest.mark.parametrize(("form", "room"), FORMS, ids=IDS)
def test_the_mask_is_what_the_engine_takes_and_refuses(form: str, room: str) -> None:
    """Every open move is taken; every closed one would be refused, or is another move's size; chips are conserved."""
    game = PokerGame(form, room, seats=4)
    rng = random.Random(1)
    for seed in range(3):
        hand = a_hand(game, seed)
        while not hand.over:
            mask = game.mask(hand)
            assert mask.any()
            for move, verify in enumerate((hand.can_fold, hand.can_check, hand.can_call, hand.can_bring_in)):
                assert bool(mask[move]) == (hand.phase == "bet" and verify())
            if hand.phase == "bet":
                sizes = [to for to in game.raises(hand, hand.options()) if to]
                assert len(set(sizes)) == len(sizes) == mask[4 : game.first_draw].sum()
                assert all(hand.can_raise_to(to) for to in sizes)
                assert bool(sizes) == hand.options().may_raise
            game.play(hand, rng.choice(np.flatnonzero(mask).tolist()))
        assert sum(hand.stacks) + hand.carried == 4 * game.stack


@pytest.mark.parametrize(("form", "room"), ONE_ROOM)
def test_no_byte_of_the_observation_depends_on_unseen_cards(form: str, room: str) -> None:
    game = PokerGame(form, room, seats=4)
    rng = random.Random(2)
    for seed in range(4):
        hand = a_hand(game, seed)
        while not hand.over:
            player = hand.actor
            before, mask = look(game, hand, player), game.mask(hand)
            kept = [list(held) for held in hand.hole], list(hand.deck)
            for i in range(hand.n):
                if i != player and not hand.shown[i]:
                    hand.hole[i] = [c if up else rng.randrange(52) for c, up in zip(hand.hole[i], hand.up[i])]
            hand.deck[hand.top :] = rng.sample(hand.deck[hand.top :], len(hand.deck) - hand.top)
            after = look(game, hand, player)
            assert all(np.asarray(before[name]).tobytes() == np.asarray(after[name]).tobytes() for name in before)
            assert game.mask(hand).tobytes() == mask.tobytes()
            hand.hole[:], hand.deck[:] = kept
            game.play(hand, rng.choice(np.flatnonzero(mask).tolist()))


@pytest.mark.parametrize("opponents", ["steady", "caller", "random", lambda hand, rng: hand.fold()])
def test_one_seat_plays_against_programs_for_exact_units(opponents: object) -> None:
    table = PokerEnv("holdem", "horseshoe-baltimore", seats=6, opponents=opponents)  # type: ignore[arg-type]
    rng = random.Random(3)
    _, info = table.reset(seed=3)
    hands = 0
    while hands < 30:
        seen, reward, over, _, info = table.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
        assert table.observation_space.contains(seen) and reward == float(info["reward"])
        if over:
            hands += 1
            assert info["units"] == info["reward"] and info["cents"] == info["units"] * 200
            _, info = table.reset()


def test_a_hand_that_ends_before_the_seat_is_asked_waits_to_be_collected() -> None:
    table = PokerEnv("holdem", "oneida", place=0, seats=2, opponents=lambda hand, rng: hand.fold())
    _, info = table.reset(seed=1)  # the button folds his small blind
    assert info["action_mask"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0] and info["cents"] == 0
    _, reward, over, _, info = table.step(1)
    assert over and reward == 0.5 and info["cents"] == 100


def test_all_seats_play_at_one_table_and_the_rewards_cancel() -> None:
    table = aec.env("draw-joker", property="horseshoe-baltimore", seats=5)
    for seed in range(12):
        table.reset(seed=seed)
        won: dict[str, float] = {}
        for name in table.agent_iter():
            seen, _, over, _, info = table.last()
            won[name] = float(info["units"])
            moves = np.flatnonzero(seen["action_mask"])
            table.step(None if over else int(moves[seed % len(moves)]))
        assert len(won) == 5 and abs(sum(won.values())) < 1e-9  # a pot that nobody opened is dealt for again


def test_a_move_that_is_not_open_is_refused() -> None:
    table = aec.env("holdem", property="oneida")
    table.reset(seed=1)
    with pytest.raises(NotSaid, match="is not open to"):
        table.step(1)  # a check before the blind is called
    alone = PokerEnv("holdem", "oneida", place=1)
    before, _ = alone.reset(seed=1)
    after, reward, over, _, info = alone.step(1)
    assert info["refused"] == "check is not open now" and reward == 0 and not over
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_every_form_that_a_room_spreads_is_registered() -> None:
    spread = {form for room in rooms() for form in open_room(room).forms()}
    assert spread == set(poker_forms()) and len(rooms()) == 3
    assert all(f"croupier/{form}-v0" in gymnasium.registry for form in spread)


def test_stakes_may_be_said_as_people_say_them() -> None:
    said, short = (PokerGame("holdem", property="oneida", seats=2, stakes=text) for text in ("no-limit 1/2", "no 1/2"))
    assert said.stakes == short.stakes


def test_rake_is_the_rooms_own() -> None:
    raked = PokerGame("holdem", "horseshoe-baltimore", seats=2, rake=True)
    hand = a_hand(raked, 1)
    while not hand.over:
        open_moves = raked.mask(hand)
        raked.play(hand, next(move for move in (6, 2, 1) if open_moves[move]))  # the pot, a call, a check
    assert sum(hand.stacks) < 2 * raked.stack


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"form": "canasta"}, "spread in no room"),
        ({"property": None}, "say which"),
        ({"property": "hard-rock-cincinnati"}, "not at 'hard-rock-cincinnati'"),
        ({"seats": 1}, "is played by 2 to"),
        ({"stakes": "huge"}, "are no stakes"),
        ({"stack": 5}, "does not cover one bet"),
        ({"sizes": ("least", "enough")}, "'enough' is no size"),
        ({"opponents": "friendly"}, "opponents are steady, caller, random"),
        ({"place": 7}, "a place is from 0 to 1"),
    ],
)
def test_what_can_not_be_is_refused_in_words(arguments: dict[str, object], words: str) -> None:
    with pytest.raises((NotSaid, Refused), match=words):
        PokerEnv(**{"form": "holdem", "property": "oneida", **arguments})  # type: ignore[arg-type]
