"""No-limit hold'em at many tables at once: `gymnasium.make_vec("croupier/holdem-v0", num_envs=1024, property=...)`.

The tables are compiled (`holdem_kernel`) and follow the engine's rules. With `opponents="self"` the learner plays
every seat: each observation is that of the player in turn, and `info["nets"]` has everybody's cents when a hand ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.agents import holdem_kernel as kernel
from croupier.agents.poker_game import LEAST, PokerGame
from croupier.agents.poker_seeing import space_of
from croupier.agents.seeding import streams
from croupier.agents.shelf import Day, NotSaid
from croupier.poker.book.rules import CUMULATIVE, FULL_RAISE, ODD_LEFT_OF_BUTTON
from croupier.poker.book.stakes import NO

PROGRAMS = {"self": kernel.SELF, "caller": kernel.CALLER, "random": kernel.RANDOM}


class HoldemVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], Any]):
    """Many tables of one game. A hand that is over is followed by the next one in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int = 1,
        form: str = "holdem",
        property: str | None = None,
        on: Day = None,
        options: Mapping[str, Any] | None = None,
        tournament: bool = False,
        seats: int = 2,
        stakes: str | None = None,
        stack: int | None = None,
        sizes: Sequence[str] | None = None,
        place: int | None = None,
        opponents: str = "random",
        max_episode_steps: int | None = None,
    ) -> None:
        self.game = PokerGame(
            form, property, on, options, tournament=tournament, seats=seats, stakes=stakes, stack=stack, sizes=sizes
        )
        self._refuse_others(opponents)
        self.num_envs = num_envs
        self.single_action_space = gymnasium.spaces.Discrete(len(self.game.names))
        self.single_observation_space = self._seen = space_of(self.game)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        game, rules = self.game, self.game.rules
        place = kernel.ANY_PLACE if place is None else place
        self._rules = np.array(
            [seats, *game.stakes.blinds, game.stack, game.stakes.step, rules.reopen == CUMULATIVE, rules.odd_unit,
             PROGRAMS[opponents], place, len(game.names)],
            dtype=np.int64,
        )  # fmt: skip
        self._sizes = np.array(
            [(size.numerator, size.denominator) if isinstance(size, Fraction)
             else (kernel.LEAST if size == LEAST else kernel.MOST, 1) for size in game.sizes],
            dtype=np.int64,
        )  # fmt: skip
        self._tables = np.zeros(num_envs, dtype=kernel.TABLE)
        self._tables["deck"] = np.arange(52, dtype=np.uint8)
        self._states = np.zeros((num_envs, 4), dtype=np.uint64)
        self._masks = np.zeros((num_envs, len(game.names)), dtype=np.int8)
        self._seeded = False

    def _refuse_others(self, opponents: str) -> None:
        """What the compiled tables do not play is refused in words, never played otherwise."""
        game, rules = self.game, self.game.rules
        if opponents not in PROGRAMS:
            raise NotSaid(f"compiled opponents are {', '.join(PROGRAMS)}, not {opponents!r}")
        if game.seats > kernel.SEATS_MOST:
            raise NotSaid(f"compiled tables seat {kernel.SEATS_MOST}, not {game.seats}")
        if game.stakes.kind != NO or len(game.stakes.blinds) != 2 or game.stakes.ante:
            raise NotSaid('compiled hold\'em is no limit with two blinds and no ante, such as stakes="no 1/2"')
        one_each = rules.odd_one_each or rules.odd_turns
        if rules.reopen not in (FULL_RAISE, CUMULATIVE) or rules.odd_board != ODD_LEFT_OF_BUTTON or not one_each:
            raise NotSaid(f"{game.room.book.property} plays rules that the compiled tables lack")

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """`options["decks"]` and `options["stacks"]` are what to deal from and for, a row for each table.

        `options["reset_mask"]` says which tables begin anew.
        """
        options = options or {}
        if seed is not None or not self._seeded:
            self._states = streams(seed, self.num_envs)
            self._tables["deck"] = np.arange(52, dtype=np.uint8)
            self._seeded = True
        which = options.get("reset_mask", np.ones(self.num_envs, dtype=np.bool_))
        decks = options.get("decks")
        if decks is not None:
            self._tables["deck"] = np.asarray(decks, dtype=np.uint8)
            self._tables["start"] = self.game.stack
            if "stacks" in options:
                self._tables["start"][:, : self.game.seats] = options["stacks"]
        seen = np.zeros(self.num_envs, dtype=kernel.SEEN)
        kernel.reset_all(
            self._tables, self._states, self._rules, self._sizes, self._masks, seen, which, decks is not None
        )
        return self._told(seen), {"action_mask": self._masks.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        count = self.num_envs
        seen, last = np.empty(count, dtype=kernel.SEEN), np.zeros(count, dtype=kernel.SEEN)
        nets = np.zeros((count, self.game.seats), dtype=np.int64)
        rewards, done = np.empty(count, dtype=np.float64), np.empty(count, dtype=np.bool_)
        kernel.step_all(
            self._tables, self._states, self._rules, self._sizes, np.asarray(actions, dtype=np.int64), self._masks,
            seen, last, nets, rewards, done,
        )  # fmt: skip
        info: dict[str, Any] = {"action_mask": self._masks.copy(), "nets": nets}
        if done.any():
            info["final_obs"], info["_final_obs"] = self._told(last), done
        return self._told(seen), rewards, done, np.zeros(count, dtype=np.bool_), info

    def _told(self, seen: NDArray[Any]) -> dict[str, Any]:
        n = self.game.seats
        by_seat = ("stacks", "bets", "cards", "in_hand", "drawn")
        return {name: seen[name][:, :n] if name in by_seat else seen[name] for name in self._seen}
