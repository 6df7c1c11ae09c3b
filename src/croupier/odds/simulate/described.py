"""Wagers that a rulebook describes itself, beside a compiled game: cards, dice and ball fall for them at random.

No kernel knows them, so they are dealt one by one: fewer rounds than the game's own wagers get, and wider intervals.
The rounds are dealt by the game itself, not taken from the walk that counts the exact odds: each proves the other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.dice.described import courses
from croupier.odds.described.figures import BY_PLAY, nets, playing_under, points_of
from croupier.odds.exact import Edge
from croupier.odds.posting import Wager, game_under, table
from croupier.odds.work import Part
from croupier.rulebook import Posting
from croupier.rulebook.described import Described
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.described.dice import ROLL, ROLLS

if TYPE_CHECKING:
    from croupier.odds.simulate.games import Simulator

ROUNDS_MOST = 2_000  # of each wager in a shard: a described wager is looked at by Python, condition by condition
PREFIX = "described;"


class WithDescribed:
    """A simulator with the described wagers of its posting beside its own."""

    def __init__(self, game: Simulator, posting: Posting) -> None:
        self.inner, self.posting, self.unit = game, posting, game.unit
        self.game = game_under(posting)

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        found: Part = dict(self.inner.shard(seed, rounds))
        other = np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, 1))
        chance = random.Random(int(other.generate_state(2, np.uint64)[0]))
        for described in self.game.described.values():
            for on in described.rule.on or ("",):
                fall = self._falls(described, on, chance)
                counts = Counter(fall() for _ in range(min(rounds, ROUNDS_MOST)))
                for outcome, count in counts.items():
                    found[f"{PREFIX}{described.name};{on};{outcome}"] = np.array([count], np.int64)
        return found

    def _falls(self, described: Described, on: str, chance: random.Random) -> Callable[[], str]:
        """What one round comes to, dealt anew each time it is called."""
        rows = list(table(self.posting, described.name).pays)
        if set(described.sees) & {ROLL, ROLLS}:
            return self._thrown(described, rows, on, chance)
        if self.game.described_by_play(described) and self.game.playing is None:
            self.game.playing = playing_under(self.posting)
        try:
            self.game.described_sight(described, chance)
        except NotImplementedError:  # nothing is dealt: where the ball may come to rest is all there is
            ways = list(self.game.described_ways(described, rows, on) or ())
            return lambda: chance.choices([name for name, _ in ways], [weight for _, weight in ways])[0]

        def dealt() -> str:
            seen = {**self.game.described_sight(described, chance), ON: on}
            return described.outcome(seen, rows) or "lose"

        return dealt

    def _thrown(self, described: Described, rows: list[str], on: str, chance: random.Random) -> Callable[[], str]:
        start, states = courses(described, rows, points_of(self.posting), on, 0)

        def thrown() -> str:
            state = start
            while True:
                steps = states[state]
                _, outcome, state = chance.choices(steps, [ways for ways, _, _ in steps])[0]
                if outcome:
                    return outcome

        return thrown

    def wagers(self, part: Part) -> list[Wager]:
        return [*self.inner.wagers(_own(part)), *self._described(part)]

    def _described(self, part: Part) -> Iterator[Wager]:
        for described in self.game.described.values():
            for on in described.rule.on or ("",):
                start = f"{PREFIX}{described.name};{on};"
                counts = {key.removeprefix(start): int(part[key][0]) for key in part if key.startswith(start)}
                shown = table(self.posting, described.name)
                found = nets(self.game, described, {name: Fraction(count) for name, count in counts.items()}, shown)
                given = [f"on {on.replace('-', ' ')}" if on else "", self.game.described_given(described)]
                given += [BY_PLAY] if self.game.described_by_play(described) else []
                edge = Edge.simulated({net: int(count) for net, count in found.items()})
                yield Wager(described.name, "; ".join(filter(None, given)), edge)

    def table(self, part: Part) -> tuple[float, float] | None:
        return self.inner.table(_own(part))


def _own(part: Part) -> Part:
    """What the compiled game counted."""
    return {key: value for key, value in part.items() if not key.startswith(PREFIX)}
