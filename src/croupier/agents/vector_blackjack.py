"""Blackjack at many tables at once: `gymnasium.make_vec("croupier/blackjack-v0", num_envs=1024, property=...)`.

The tables are compiled (`blackjack_kernel`) and follow the game's own procedure, with the same moves and the same
observation as the environment of one table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.agents import blackjack_kernel as kernel
from croupier.agents.house import UNITS, HouseEnv
from croupier.agents.seeding import streams
from croupier.agents.shelf import Day, NotSaid
from croupier.equipment.shoe import full_set
from croupier.games.twentyone.felt import BASE, DOUBLE, HAND_DELIVERY, INSURANCE, PITCH, SPLIT
from croupier.games.twentyone.game import TwentyOne

DOUBLES = {"same": kernel.ANY_TWO, "hard-9-to-11": kernel.HARD_9_TO_11, "hard-10-or-11": kernel.HARD_10_OR_11}


class BlackjackVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], Any]):
    """Many tables of one game. A round that is over is followed by the next one in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "blackjack",
        property: str | None = None,
        on: Day = None,
        options: Mapping[str, Any] | None = None,
        stake: int | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        one = HouseEnv(game, property, on, options, stake=stake)
        assert isinstance(one.game, TwentyOne)
        self.game, self.unit, self.moves = one.game, one.unit, one.moves
        self._refuse_others()
        self.num_envs = num_envs
        self.single_action_space, self.single_observation_space = one.action_space, one.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._pays = np.array([self._odds(*row) for row in PAID], dtype=np.int64)
        kinds = (BASE, BASE, DOUBLE, SPLIT, INSURANCE)
        self._slots = np.array([one.eyes.slots[kind, ""] for kind in kinds], dtype=np.int64)
        self._rules = self._vector()
        self._seen = seen_type(one.observation_space)
        self._tables = np.zeros(num_envs, dtype=kernel.TABLE)
        self._states = np.zeros((num_envs, 4), dtype=np.uint64)
        self._masks = np.zeros((num_envs, len(one.moves)), dtype=np.int8)
        self._full = np.array(full_set(int(one.game.posting["decks"]), 0), dtype=np.uint8)
        self._seeded = False

    def _refuse_others(self) -> None:
        """What the compiled tables do not play is refused in words, never played otherwise."""
        game, posting = self.game, self.game.posting
        plain = ("stand", "hit", "double", "split", "double-less")
        if tuple(name for name in game.moves() if name != "double-hidden") != plain or game.tournament:
            raise NotSaid("compiled blackjack has no even money and no tournament: use vectorization_mode='sync'")
        if game.mandatory or posting.progressive:
            raise NotSaid("compiled blackjack has no side wagers: use vectorization_mode='sync'")
        if game.way() == "double-shoe" or game.most_hands > kernel.HANDS_MOST:
            raise NotSaid("compiled blackjack deals from one shoe, to eight hands at most")
        if any(ceiling.cents < 4 * kernel.HANDS_MOST * self.unit for ceiling in posting.ceilings):
            raise NotSaid(f"a stake of {self.unit} cents may reach a ceiling of this table: use a smaller one")

    def _odds(self, wager: str, outcome: str) -> tuple[int, int]:
        row = self.game.posting.row(wager, outcome)
        assert row is not None and row.odds.kind == "to", f"{wager} {outcome} is not paid by odds"
        return row.odds.value.numerator, row.odds.value.denominator

    def _vector(self) -> NDArray[np.int64]:
        game, posting = self.game, self.game.posting
        by_hand = game.way() in (PITCH, HAND_DELIVERY)
        stages = [game.STAGES.index(name) for name in ("betting", "insurance", "decisions")]
        return np.array(
            [
                52 * int(posting["decks"]), self.unit, game.unit, posting["soft-17"] == "stand",
                posting["dealer-22"] == "push", game.has_reader, game.most_hands, game.ace_hands(),
                DOUBLES[game.double_rule], game.split_rule == "equal-rank",
                by_hand or posting.get("burn", "none") == "one", game.way() == HAND_DELIVERY,
                int(posting.get("payout-unit", 1)), *stages, UNITS * self.unit, "double-hidden" in game.moves(),
            ],
            dtype=np.int64,
        )  # fmt: skip

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """`options["shoes"]` are shoes to deal from, a row for each table; `options["reset_mask"]` which tables."""
        options = options or {}
        if seed is not None or not self._seeded:
            self._states = streams(seed, self.num_envs)
            self._tables["shoe"][:, : self._full.size] = self._full
            self._seeded = True
        which = options.get("reset_mask", np.ones(self.num_envs, dtype=np.bool_))
        shoes = options.get("shoes")
        if shoes is not None:
            self._tables["shoe"][:, : self._full.size] = np.asarray(shoes, dtype=np.uint8)
        seen = np.zeros(self.num_envs, dtype=self._seen)
        kernel.reset_all(
            self._tables, self._states, self._rules, self._pays, self._slots, self._masks, seen, which,
            int(shoes is not None),
        )  # fmt: skip
        return self._told(seen), {"action_mask": self._masks.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        count = self.num_envs
        seen, last = np.empty(count, dtype=self._seen), np.zeros(count, dtype=self._seen)
        nets, rewards = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.float64)
        done = np.empty(count, dtype=np.bool_)
        kernel.step_all(
            self._tables, self._states, self._rules, self._pays, self._slots, np.asarray(actions, dtype=np.int64),
            self._masks, seen, last, nets, rewards, done,
        )  # fmt: skip
        info: dict[str, Any] = {"action_mask": self._masks.copy(), "cents": nets}
        if done.any():
            info["final_obs"], info["_final_obs"] = self._told(last), done
        return self._told(seen), rewards, done, np.zeros(count, dtype=np.bool_), info

    def _told(self, seen: NDArray[Any]) -> dict[str, Any]:
        return {name: seen[name] for name in self._seen.names or ()}


PAID = ((BASE, "win"), (BASE, "blackjack"), (DOUBLE, "win"), (SPLIT, "win"), (INSURANCE, "win"))


def seen_type(space: gymnasium.spaces.Space[Any]) -> np.dtype[Any]:
    """The observation of one table as a record that the compiled tables fill in."""
    assert isinstance(space, gymnasium.spaces.Dict)
    return np.dtype([(name, part.dtype, part.shape) for name, part in space.items()])
