"""Every form of poker as a Gymnasium environment: one learner against programs, an episode a hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np

from croupier.agents.drawing import as_ansi, rendered
from croupier.agents.poker_drawing import draw_hand
from croupier.agents.poker_game import CHECK, PokerGame
from croupier.agents.poker_seeing import Seen, look, space_of
from croupier.agents.shelf import Day, NotSaid
from croupier.poker import Hand
from croupier.poker.bots import steady

Program = Callable[[Hand, random.Random], None]


class PokerEnv(gymnasium.Env[Seen, np.int64]):
    """One seat at one table. `opponents` is steady, caller or random, or a program `(hand, random) -> None`.

    Everybody has `stack` cents when a hand begins; the learner's place in the deal is drawn with the cards, unless
    `place` says it (0 is the first to the left of the button, the last place is the button).
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 4}

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
        place: int | None = None,
        opponents: str | Program = "steady",
        render_mode: str | None = None,
    ) -> None:
        self.game = PokerGame(
            form, property, on, options, tournament=tournament, seats=seats, stakes=stakes, stack=stack, sizes=sizes,
            rake=rake,
        )  # fmt: skip
        if place is not None and not 0 <= place < seats:
            raise NotSaid(f"a place is from 0 to {seats - 1}, not {place}")
        if isinstance(opponents, str) and opponents not in PROGRAMS:
            raise NotSaid(f"opponents are {', '.join(PROGRAMS)}, or a program; not {opponents!r}")
        self.opponents = opponents
        self.render_mode, self.fixed_place = render_mode, place
        self.action_space = gymnasium.spaces.Discrete(len(self.game.names))
        self.observation_space = space_of(self.game)
        self.place = 0
        self.hand: Hand | None = None
        self._random = random.Random(0)
        self._waits = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        rng = self.np_random
        self.place = int(rng.integers(self.game.seats)) if self.fixed_place is None else self.fixed_place
        self._random = random.Random(int(rng.integers(2**63)))
        self.hand = self.game.deal(self.game.shuffled(rng))
        self._others()
        self._waits = self.hand.over  # everybody folded to the blind: the pot waits to be collected
        return self._look(), self._info(told=not self._waits)

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        hand, number = self.hand, int(action)
        if not 0 <= number < len(self.game.names):
            raise NotSaid(f"a move is a number from 0 to {len(self.game.names) - 1}, not {action!r}")
        if hand is None or (hand.over and not self._waits):
            raise NotSaid("no hand is being played: reset the table before the next step")
        if not self._mask()[number]:
            words = f"{self.game.names[number]} is not open now"
            return self._look(), 0.0, False, False, {**self._info(), "reward": Fraction(0), "refused": words}
        if self._waits:
            self._waits = False
        else:
            self.game.play(hand, number)
            self._others()
        over = self._table.over
        reward = Fraction(self._net(), self.game.unit) if over else Fraction(0)
        return self._look(), float(reward), over, False, {**self._info(), "reward": reward}

    def render(self) -> Any:
        if self.render_mode is None or self.hand is None:
            return None
        return rendered(as_ansi(draw_hand(self.game, self.hand, self.place)), self.render_mode)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The mask by the name under which some learners ask for it."""
        return self._mask().astype(np.bool_)

    # The table

    @property
    def _table(self) -> Hand:
        assert self.hand is not None
        return self.hand

    def _others(self) -> None:
        """The programs play until the learner is asked or the hand is over; a pot nobody opened is dealt for again."""
        play = self.opponents if not isinstance(self.opponents, str) else None
        while True:
            hand = self._table
            while not hand.over and hand.actor != self.place:
                if play is not None:
                    play(hand, self._random)
                else:
                    PROGRAMS[str(self.opponents)](self.game, hand, self._random)
            again = next_deal(self.game, hand, self.np_random)
            if again is None:
                return
            self.hand = again

    def _net(self) -> int:
        return self.game.net(self._table, self.place)

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        if self._waits:
            return np.array([name == CHECK for name in self.game.names], dtype=np.int8)  # and the pot comes
        return self.game.mask(self._table)

    def _look(self) -> Seen:
        return look(self.game, self._table, self.place)

    def _info(self, told: bool = True) -> dict[str, Any]:
        cents = self._net() if self._table.over and told else 0
        return {
            "action_mask": self._mask(),
            "cents": cents,
            "units": Fraction(cents, self.game.unit),
            "unit": self.game.unit,
        }


def next_deal(game: PokerGame, hand: Hand, rng: np.random.Generator) -> Hand | None:
    """The next deal for a pot that nobody opened: its antes stay in, as long as everybody can ante again."""
    if not hand.over or not hand.carried or min(hand.stacks) < game.stakes.ante + game.unit:
        return None
    return game.deal(game.shuffled(rng), hand.stacks, hand.carried)


def _steady(game: PokerGame, hand: Hand, rng: random.Random) -> None:
    steady(hand, rng)


def _caller(game: PokerGame, hand: Hand, rng: random.Random) -> None:
    """Never folds and never raises; stands pat. Where a player must open or fold, he folds."""
    mask = game.mask(hand)
    for move in (1, 2, 3, game.first_draw, 0):
        if move < len(mask) and mask[move]:
            game.play(hand, move)
            return


def _random_legal(game: PokerGame, hand: Hand, rng: random.Random) -> None:
    game.play(hand, rng.choice([int(move) for move in np.flatnonzero(game.mask(hand))]))


PROGRAMS: dict[str, Callable[[PokerGame, Hand, random.Random], None]] = {
    "steady": _steady,
    "caller": _caller,
    "random": _random_legal,
}
