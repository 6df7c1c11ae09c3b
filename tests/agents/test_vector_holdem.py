"""Compiled hold'em is the engine's hold'em: the same decks, stacks and moves give the same masks, sizes and chips."""

import gymnasium
import numpy as np
import pytest

import croupier.agents  # noqa: F401
from croupier.agents.poker_seeing import look
from croupier.agents.shelf import NotSaid
from croupier.agents.vector_holdem import HoldemVectorEnv
from croupier.poker import Hand

TABLES = 60
SIZES = ("least", "1/3", "1/2", "3/4", "1", "2", "most")
ROOMS = [
    ("horseshoe-baltimore", False),
    ("horseshoe-baltimore", True),
    ("horseshoe-cleveland", False),
    ("oneida", False),
]


def compare(table: HoldemVectorEnv, hands: list[Hand], seed: int) -> int:
    """Play every hand to its end through both; returns how many moves were compared."""
    rng = np.random.default_rng(seed)
    game, n = table.game, table.game.seats
    stacks = rng.integers(2, 60, (len(hands), n)) * 50 * rng.integers(1, 6, (len(hands), n))
    decks = np.array([rng.permutation(52) for _ in hands])
    seen, info = table.reset(seed=seed, options={"decks": decks, "stacks": stacks})
    hands[:] = [game.deal([int(c) for c in deck], [int(s) for s in row]) for deck, row in zip(decks, stacks)]
    going, moves = set(range(len(hands))), 0
    while going:
        masks = info["action_mask"]
        chosen = np.zeros(len(hands), dtype=np.int64)
        before = {}
        for k in sorted(going):
            hand = hands[k]
            if hand.over:  # all-in from the blinds: nothing was asked
                going.discard(k)
                continue
            assert masks[k].tolist() == game.mask(hand).tolist(), (k, hand.records)
            mine = look(game, hand, hand.actor)
            for name, value in mine.items():
                assert np.array_equal(seen[name][k], value), (name, seen[name][k], value, hand.records)
            chosen[k] = rng.choice(len(masks[k]), p=weights(masks[k]))
            before[k] = hand.actor
            game.play(hand, int(chosen[k]))
            moves += 1
        if not going:
            break
        seen, rewards, done, _, info = table.step(chosen)
        for k in sorted(going):
            hand = hands[k]
            assert bool(done[k]) == hand.over
            if hand.over:
                nets = [after - start for after, start in zip(hand.stacks, hand.start)]
                assert info["nets"][k].tolist() == nets, hand.records
                assert rewards[k] == nets[before[k]] / game.unit
                going.discard(k)
    return moves


def weights(mask: np.ndarray) -> np.ndarray:
    """Random, but seldom a fold, so that hands go on."""
    odds = mask.astype(float)
    odds[0] *= 0.15
    return odds / odds.sum()


@pytest.mark.parametrize(("room", "tournament"), ROOMS)
@pytest.mark.parametrize("seats", [2, 3, 6, 9])
def test_every_mask_size_view_and_result_is_the_engines(room: str, tournament: bool, seats: int) -> None:
    table = HoldemVectorEnv(
        TABLES, property=room, tournament=tournament, seats=seats, sizes=SIZES, opponents="self", stakes="no 1/2"
    )
    hands: list[Hand] = [None] * TABLES  # type: ignore[list-item]
    assert compare(table, hands, seats) > 3 * TABLES


def test_a_seed_gives_the_same_evening_and_another_seed_another() -> None:
    def evening(seed: int) -> list[list[float]]:
        table = gymnasium.make_vec("croupier/holdem-v0", num_envs=8, property="oneida", seats=6, opponents="random")
        _, info = table.reset(seed=seed)
        rewards = []
        for _ in range(60):
            _, reward, _, _, info = table.step(info["action_mask"].argmax(axis=1))
            rewards.append(reward.tolist())
        return rewards

    assert evening(5) == evening(5) != evening(6)


def test_programs_play_the_other_seats_and_all_chips_are_accounted_for() -> None:
    table = HoldemVectorEnv(64, property="horseshoe-baltimore", seats=6, opponents="caller")
    seen, info = table.reset(seed=1)
    ended = 0
    for _ in range(40):
        assert table.observation_space.contains({name: np.ascontiguousarray(part) for name, part in seen.items()})
        calls = np.where(info["action_mask"][:, 1] == 1, 1, 2)
        seen, _, done, _, info = table.step(calls)
        assert (info["nets"].sum(axis=1) == 0).all()
        ended += int(done.sum())
    assert ended >= 64 * 8  # four streets a hand, nobody ever raises


def test_a_move_that_is_not_open_changes_nothing() -> None:
    table = HoldemVectorEnv(4, property="oneida", opponents="self")
    seen, info = table.reset(seed=3)
    closed = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in info["action_mask"]])
    again, rewards, done, _, _ = table.step(closed)
    assert all(np.array_equal(seen[name], again[name]) for name in seen)
    assert not rewards.any() and not done.any()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"opponents": "steady"}, "compiled opponents are self, caller, random"),
        ({"stakes": "fixed 4/8"}, "no limit with two blinds"),
        ({"seats": 11}, "compiled tables seat 10, not 11"),
        ({"property": None}, "say which"),
    ],
)
def test_what_is_not_compiled_is_refused_in_words(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(NotSaid, match=words):
        HoldemVectorEnv(2, **{"property": "oneida", **arguments})  # type: ignore[arg-type]
