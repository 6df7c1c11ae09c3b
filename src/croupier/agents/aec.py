"""Every form of poker for several learners at one table: a PettingZoo environment in which each acts in his turn.

from croupier.agents import aec
table = aec.env("holdem", property="horseshoe-baltimore", seats=6)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from croupier.agents.drawing import as_ansi, rendered
from croupier.agents.poker import next_deal
from croupier.agents.poker_drawing import draw_hand
from croupier.agents.poker_game import PokerGame
from croupier.agents.poker_seeing import look, space_of
from croupier.agents.shelf import Day, NotSaid
from croupier.poker import Hand


class PokerTable(AECEnv):  # type: ignore[misc]
    """All seats of one table; an episode is a hand, and the button is drawn with the cards."""

    metadata = {
        "render_modes": ["ansi", "human", "rgb_array"], "name": "croupier_poker_v0", "is_parallelizable": False,
        "render_fps": 4,
    }  # fmt: skip

    def __init__(
        self,
        form: str,
        property: str | None = None,
        on: Day = None,
        options: Mapping[str, Any] | None = None,
        tournament: bool = False,
        seats: int = 2,
        stakes: str | None = None,
        stack: int | None = None,
        sizes: Sequence[str] | None = None,
        rake: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = PokerGame(
            form, property, on, options, tournament=tournament, seats=seats, stakes=stakes, stack=stack, sizes=sizes,
            rake=rake,
        )  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(seats)]
        mask = gymnasium.spaces.Box(0, 1, (len(self.game.names),), np.int8)
        seen = gymnasium.spaces.Dict({"observation": space_of(self.game), "action_mask": mask})
        self._spaces = dict.fromkeys(self.possible_agents, seen)
        self._moves = {agent: gymnasium.spaces.Discrete(len(self.game.names)) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self._offset = 0
        self.hand: Hand | None = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._moves[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._offset = int(self._rng.integers(self.game.seats))
        self.hand = self.game.deal(self.game.shuffled(self._rng))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": look(self.game, self._table, self.place_of(agent)), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.game.names) or not self._mask(agent)[int(action)]:
            raise NotSaid(f"move {action!r} is not open to {agent} now; the action mask says what is")
        self._cumulative_rewards[agent] = 0.0
        self.game.play(self._table, int(action))
        while (again := next_deal(self.game, self._table, self._rng)) is not None:
            self.hand = again
        if self._table.over:
            self.rewards = {name: float(self.net(name)) for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()

    def render(self) -> Any:
        if self.render_mode is None or self.hand is None:
            return None
        return rendered(as_ansi(draw_hand(self.game, self.hand, self.place_of(self.agent_selection))), self.render_mode)

    def close(self) -> None:
        """Nothing stays open."""

    # The table

    @property
    def _table(self) -> Hand:
        assert self.hand is not None
        return self.hand

    def place_of(self, agent: str) -> int:
        """A player's place in the deal: 0 is the first to the left of the button."""
        return (self.possible_agents.index(agent) + self._offset) % self.game.seats

    def net(self, agent: str) -> Fraction:
        """What a player has won so far, in units of the least bet."""
        return Fraction(self.game.net(self._table, self.place_of(agent)), self.game.unit)

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        if self._table.over or self._table.actor != self.place_of(agent):
            return np.zeros(len(self.game.names), dtype=np.int8)
        return self.game.mask(self._table)

    def _tell(self) -> None:
        """Whose turn it is, and what everybody is told beside his observation."""
        hand = self._table
        if not hand.over:
            self.agent_selection = next(name for name in self.agents if self.place_of(name) == hand.actor)
        self.infos = {
            name: {
                "action_mask": self._mask(name),
                "units": self.net(name) if hand.over else Fraction(0),
                "cents": self.game.net(hand, self.place_of(name)) if hand.over else 0,
            }
            for name in self.agents
        }


def env(form: str, **arguments: Any) -> AECEnv:
    """A table with PettingZoo's own guards: no step before a reset, and turns in their order."""
    return wrappers.OrderEnforcingWrapper(PokerTable(form, **arguments))


raw_env = PokerTable
