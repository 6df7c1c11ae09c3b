"""Every house game as a Gymnasium environment: one seat, one round after the other, by a property's rulebook.

An episode is a round: the seat's wagers are placed, the cards are dealt, and each step answers one question of the
table. Where the wager itself is the decision (roulette, craps, baccarat) the steps place wagers and say `deal`, and
an episode ends when none of the seat's wagers is left on the layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np

from croupier.agents.drawing import draw_table, rendered
from croupier.agents.moves import COLLECT, DEAL, Moves, Question, question_for
from croupier.agents.seeding import PracticeEntropy
from croupier.agents.seeing import Eyes, Observation
from croupier.agents.shelf import Day, NotSaid, house_games, property_for
from croupier.games import open_game
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.bots import Bot
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.journal import START, Entry
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Betting, Decide, Do, Meter

SEAT = 1
DEALER, SUPERVISOR = By("dealer"), By("supervisor")
UNITS = 1000  # what the seat sits down with
SHOES = ("fresh", "running")


class NoJournal:
    """A table for practice keeps no record."""

    head = START

    def append(self, entry: Entry) -> None:
        """Forgotten at once."""

    def sync(self) -> None:
        """Nothing to write."""

    def entries(self) -> Any:
        return iter(())


class HouseEnv(gymnasium.Env[Observation, np.int64]):
    """One seat at one table.

    `wagers` are the seat's wagers in cents by name; without them the base wagers at `stake` (the table's least), or,
    where nothing but the wager is decided, those that the steps place. `shoe="running"` deals on from one episode to
    the next until the cutting card comes, as a counter would want it. `meters` are what progressive meters show.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        property: str | None = None,
        on: Day = None,
        options: Mapping[str, Any] | None = None,
        wagers: Mapping[str, int] | None = None,
        stake: int | None = None,
        shoe: str = "fresh",
        meters: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if game not in house_games():
            raise NotSaid(f"{game!r} is no house game of the shelf; there are {', '.join(house_games())}")
        if shoe not in SHOES:
            raise NotSaid(f"shoe is {' or '.join(SHOES)}, not {shoe!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise NotSaid(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        self.property = property_for(game, property, house_games()[game])
        self.game = open_game(self.property, game, on, dict(options or {}))
        self.render_mode, self.shoe, self.meters = render_mode, shoe, dict(meters or {})
        self.who = By("player", f"seat{SEAT}")
        self.wagers = dict(wagers) if wagers is not None else None
        self.bets_itself = wagers is None and not self.game.moves()
        self._chance = Chance(PracticeEntropy(0))
        self.driver = self._new_table()
        self.unit = stake or self._least()
        self.moves = Moves(self.game, SEAT, self.unit, betting=self.bets_itself)
        self.eyes = Eyes(self.game, SEAT)
        self.action_space = gymnasium.spaces.Discrete(len(self.moves))
        self.observation_space = self.eyes.space
        self._over, self._waits, self._told, self._start, self._round = True, False, 0, 0, 0
        self.question: Question | None = None

    def _least(self) -> int:
        """The unit: the first wager that is named, or the least of the first base wager."""
        if self.wagers:
            return next(iter(self.wagers.values()))
        found = Bot(SEAT).wagers(self.driver)
        return found[0].amount if found else min(limits.least for limits in self.game.posting.limits.values())

    def _new_table(self) -> Driver:
        return Driver(self.game, seats=SEAT, journal=NoJournal(), chance=self._chance)

    # Gymnasium's own

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        fresh = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if fresh:
            self._chance = Chance(PracticeEntropy(int(self.np_random.integers(2**63))))
        if fresh or not self._over or not (self.driver.felt.shoes or self.shoe == "running"):
            self.driver = self._new_table()
        if self.shoe == "fresh":
            self.driver.felt.memo["reshuffle"] = True  # looked at when the next round begins
        self._sit()
        self._round, self._told, self._over = self.driver.felt.round, 0, False
        if not self.bets_itself:
            self._place()
            self._answer(DEALER, acts.Close())
        self._waits = self._over
        return self._look(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = int(action)
        if not 0 <= number < len(self.moves):
            raise NotSaid(f"a move is a number from 0 to {len(self.moves) - 1}, not {action!r}")
        if self._over and not self._waits:
            raise NotSaid("the episode is over: reset the table before the next step")
        refused = self._do(number)
        if refused:
            return self._look(), 0.0, False, False, {**self._info(), "reward": Fraction(0), "refused": refused}
        before, self._told = self._told, self._net()
        reward = Fraction(self._told - before, self.unit)
        return self._look(), float(reward), self._over, False, {**self._info(), "reward": reward}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendered(draw_table(self.driver), self.render_mode)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The mask by the name under which some learners ask for it."""
        return self._mask().astype(np.bool_)

    # The table

    def _sit(self) -> None:
        driver, chips = self.driver, UNITS * self.unit
        if not driver.table.position(SEAT).patron:
            driver.answer(self.who, acts.Sit(SEAT, self.who.name, chips))
        elif driver.table.chips(SEAT) < chips // 2:
            driver.answer(self.who, acts.Buy(SEAT, chips))
        self._start = self._wealth()

    def _place(self) -> None:
        """The wagers of the round before its first card."""
        driver = self.driver
        if self.wagers is not None:
            for name, cents in self.wagers.items():
                driver.answer(self.who, acts.Bet(SEAT, name, cents))
        else:
            for bet in Bot(SEAT).wagers(driver):
                self._bet(bet.wager, bet.on, self.unit)
                if self.game.incomplete_free(driver.table, SEAT):
                    break
            self._add_required()
        if faults := self._faults():
            raise NotSaid(f"these wagers can't stand: {faults[0]}")
        if not driver.table.has_wager(SEAT):
            raise NotSaid("these wagers can't stand: there are none")

    def _bet(self, wager: str, on: str, cents: int) -> None:
        limits = self.game.limits(self.driver.table, SEAT, wager, on)
        self.driver.answer(self.who, acts.Bet(SEAT, wager, max(limits.least, min(limits.most, cents)), on))

    def _add_required(self) -> None:
        """Side wagers that this table requires beside the others, at their least."""
        for name, rule in self.game.posting.wagers.items():
            if any(rule.title in fault for fault in self._faults()) and not self.driver.table.wager(name, SEAT):
                self._bet(name, self.game.selections(name)[0], 0)

    def _faults(self) -> list[str]:
        return [why for _, why, _ in self.game.incomplete(self.driver.table)]

    def _do(self, number: int) -> str:
        """Make a move; why it can't be made, where it can't. A move that can't be made changes nothing."""
        move = self.moves.list[number]
        if self._waits:
            if move.kind != COLLECT:
                return "the round is over; only its result is to be collected"
            self._waits = False
            return ""
        act = self.moves.act(number, self.driver, self.question)
        by = DEALER if move.kind == DEAL else self.who
        if act is None:
            return f"{move.name} is no answer to {self.driver.pending.asks(self.driver.table)}"
        try:
            self.driver.check(by, act)
        except Refused as refused:
            return str(refused)
        self._answer(by, act)
        return ""

    def _answer(self, by: By, act: acts.Act) -> None:
        """One act, and all that people other than the seat have to say until the seat is asked again."""
        self.driver.answer(by, act)
        while (follow := self._others()) is not None:
            self.driver.answer(*follow)
        self.question = question_for(self.driver.pending, SEAT)
        if isinstance(self.driver.pending, Betting):
            self._over = self.driver.felt.round > self._round and not self.driver.table.has_wager(SEAT)

    def _others(self) -> tuple[By, acts.Act] | None:
        """What somebody else answers now, or None where the seat is asked."""
        request = self.driver.pending
        if isinstance(request, Do):
            return SUPERVISOR, acts.Done()
        if isinstance(request, Meter):
            if request.name not in self.meters:
                raise NotSaid(f"the round needs the {request.name} meter: say meters={{{request.name!r}: cents}}")
            return SUPERVISOR, acts.Reads(self.meters[request.name])
        if not isinstance(request, Decide):
            return None
        first = next(choice.name for choice in request.choices if not choice.blocked)
        if request.by != "player":
            return SUPERVISOR, acts.Chosen(first)
        asked = any(choice.name in self.moves.names for choice in request.choices)
        return None if asked else (self.who, acts.Chosen(first, SEAT))  # a ceremony: who turns the cards

    # What is told

    def _wealth(self) -> int:
        """Chips and own wagers on the layout: a wager is lost when it is settled, not when it is placed."""
        table = self.driver.table
        return table.chips(SEAT) + sum(wager.stake for wager in table.felt.wagers if wager.position == SEAT)

    def _net(self) -> int:
        return self._wealth() - self._start

    def _look(self) -> Observation:
        return self.eyes.look(self.driver, self.who, self.question, self._over)

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        if self._over:
            return np.array([self._waits and move.kind == COLLECT for move in self.moves.list], dtype=np.int8)
        return self.moves.mask(self.driver, self.question)

    def _info(self) -> dict[str, Any]:
        """Beside the mask: the result so far in whole cents and as an exact fraction of the unit.

        A result that waits to be collected is not told before it is.
        """
        cents = self._told
        return {
            "action_mask": self._mask(),
            "asks": self.driver.pending.asks(self.driver.table),
            "cents": cents,
            "units": Fraction(cents, self.unit),
            "unit": self.unit,
        }
