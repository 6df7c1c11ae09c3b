"""Compiled blackjack is the game's own procedure: the same shoes and moves give the same masks, views and cents."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import croupier.agents  # noqa: F401
from croupier.agents.house import HouseEnv
from croupier.agents.shelf import NotSaid
from croupier.agents.vector_blackjack import BlackjackVectorEnv
from croupier.equipment.shoe import full_set, seal
from croupier.rounds import acts
from croupier.rounds.chance import Chance
from croupier.rounds.requests import Shuffle
from croupier.rounds.table import Table

TABLES = 120
RULES: list[tuple[str, dict[str, Any]]] = [
    ("hard-rock-cincinnati", {}),
    ("hard-rock-cincinnati", {"decks": 1, "small-game": "hand-delivery", "small-game-double": "hard-9-to-11"}),
    ("hard-rock-cincinnati", {"decks": 2, "small-game": "pitch", "small-game-split": "equal-rank"}),
    ("hard-rock-cincinnati", {"decks": 2, "small-game-double": "hard-10-or-11", "small-game-split": "once"}),
    ("hard-rock-cincinnati", {"burn": "none", "blackjack-pays": "6 to 5", "smallest-chip": 250}),
    ("hard-rock-cincinnati", {"card-reader": False}),
    ("jack-cleveland", {"decks": 8, "double-face-down": False, "soft-17": "stand"}),
    ("horseshoe-cleveland", {"decks": 2, "small-game": "pitch"}),
]


class Given(Chance):
    """A shuffler that gives a shoe as it was put in."""

    order: list[int]

    def _shuffle(self, request: Shuffle, table: Table) -> acts.Shuffled:
        order = bytes(self.order)
        commitment = seal(order, b"salt")
        self.vault.put(commitment, b"salt", order)
        self._orders[commitment] = order
        return acts.Shuffled(request.cut, commitment, "", "")


def with_shoe(table: HouseEnv, order: list[int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A round dealt from this shoe."""
    chance = Given()
    chance.order = order
    table._chance, table._over = chance, False
    return table.reset()


def shoes(decks: int, seed: int) -> np.ndarray:
    """Random shoes; in half of them pairs and aces come early, so that there is much to split and to insure."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(TABLES):
        order = rng.permutation(np.array(full_set(decks, 0)))
        if number % 2:
            rank = rng.integers(13)
            aces = [card for card in order if card >> 2 == 12][: number % 3]
            front = ([card for card in order if card >> 2 == rank][:5] if rank != 12 else []) + aces
            rest = list(order)
            for card in front:
                rest.remove(card)
            order = np.array([rest[0], *rng.permutation(np.array(front + rest[1:4])), *rest[4:]])
        found.append(order)
    return np.array(found, dtype=np.uint8)


@pytest.mark.parametrize(("property", "options"), RULES)
@pytest.mark.parametrize("stake", [None, 15_00])
def test_every_mask_view_and_reward_is_the_games(property: str, options: dict[str, Any], stake: int | None) -> None:
    one = HouseEnv("blackjack", property, options=options, stake=stake)
    one.reset(seed=0)
    many = BlackjackVectorEnv(TABLES, property=property, options=options, stake=stake)
    given = shoes(int(one.game.posting["decks"]), 5)
    rng = np.random.default_rng(6)
    alone = [play_alone(one, [int(card) for card in order], rng) for order in given]
    seen, info = many.reset(seed=1, options={"shoes": given})
    for step in range(max(map(len, alone))):
        moves = np.zeros(TABLES, dtype=np.int64)
        going = [k for k in range(TABLES) if step < len(alone[k])]
        for k in going:
            view, mask, moves[k], *_ = alone[k][step]
            assert info["action_mask"][k].tolist() == mask.tolist()
            assert_same(seen, view, k)
        seen, rewards, done, _, info = many.step(moves)
        for k in going:
            *_, reward, cents, over, last = alone[k][step]
            assert (rewards[k], bool(done[k])) == (reward, over)
            assert info["cents"][k] == cents
            if over:
                assert_same(info["final_obs"], last, k)


def play_alone(table: HouseEnv, order: list[int], rng: np.random.Generator) -> list[tuple[Any, ...]]:
    """(view, mask, move, reward, cents, over, next view) of each step of a round played at random."""
    record: list[tuple[Any, ...]] = []
    seen, info = with_shoe(table, order)
    over = False
    while not over:
        mask, told = info["action_mask"], info["cents"]
        move = int(rng.choice(np.flatnonzero(mask)))
        if mask[3] and rng.random() < 0.8:
            move = 3  # split, to see many hands
        after, reward, over, _, info = table.step(move)
        record.append((seen, mask, move, reward, info["cents"] - told, over, after))
        seen = after
    return record


def assert_same(many: dict[str, Any], one: dict[str, Any], k: int) -> None:
    for name, part in one.items():
        assert np.array_equal(many[name][k], part), (name, many[name][k], part)


def test_the_expectation_of_a_fixed_policy_is_that_of_the_table_of_one() -> None:
    """Stand on 17 and more, else hit: compiled rounds from random shoes agree with the known value of this play."""
    many = gymnasium.make_vec("croupier/blackjack-v0", num_envs=512, property="hard-rock-cincinnati")
    seen, info = many.reset(seed=9)
    won, rounds = 0.0, 0
    for _ in range(900):
        cards = seen["own"][:, 0, :]
        low = np.where(cards < 0, 0, np.where(cards >> 2 == 12, 1, np.minimum((cards >> 2) + 2, 10))).sum(axis=1)
        soft = ((cards >= 0) & (cards >> 2 == 12)).any(axis=1) & (low + 10 <= 21)
        total = np.where(soft, low + 10, low)
        mask = info["action_mask"]
        move = np.where(mask[:, 0] == 0, mask.argmax(axis=1), np.where(total >= 17, 0, 1))
        seen, reward, done, _, info = many.step(move)
        won += reward.sum()
        rounds += int(done.sum())
    assert abs(won / rounds - -0.0573) < 0.008  # mimicking the dealer loses about 5.7 per cent


def test_a_seed_gives_the_same_evening_and_another_seed_another() -> None:
    def evening(seed: int) -> list[list[float]]:
        table = BlackjackVectorEnv(8, property="jack-cleveland")
        _, info = table.reset(seed=seed)
        rewards = []
        for _ in range(60):
            _, reward, _, _, info = table.step(info["action_mask"].argmax(axis=1))
            rewards.append(reward.tolist())
        return rewards

    assert evening(5) == evening(5) != evening(6)


def test_what_is_not_compiled_is_refused_in_words() -> None:
    with pytest.raises(NotSaid, match="say which"):
        gymnasium.make_vec("croupier/blackjack-v0", num_envs=2)
    with pytest.raises(NotSaid, match="no tournament"):
        BlackjackVectorEnv(2, property="hard-rock-cincinnati", options={"tournament": True})
    with pytest.raises(NotSaid, match="one shoe"):
        BlackjackVectorEnv(2, property="jack-cleveland", options={"dealing": "double-shoe"})
