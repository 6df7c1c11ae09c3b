"""Games played through their own engine, wager by wager: what is known of a game that nobody has analysed.

Programs place every wager that may be placed and decide as the game itself suggests (`Game.suggest`), at random where
it says nothing. Slow beside a compiled kernel, and right by construction: these are the rounds that tables play.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np

from croupier.equipment.entropy import SeededEntropy
from croupier.games import class_of
from croupier.odds.cache import remembered
from croupier.odds.exact import Edge
from croupier.odds.posting import Figure, Wager
from croupier.odds.work import Part
from croupier.rounds import acts
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Happening, Settled
from croupier.rounds.game import Game
from croupier.rulebook import Posting

ROUNDS = 10_000  # what `croupier odds` plays for an edge with its interval
WHOLE = ("base", "raise", "odds", "insurance")  # one game together, where its wagers grow as it is played
SELECTIONS_MOST = 40


class Everything(Bot):
    """Places the least on every wager of the table that may be placed, each once."""

    all_of_them = True

    def wagers(self, driver: Driver) -> list[acts.Bet]:
        game, table = driver.game, driver.table
        rules = sorted(game.posting.wagers.values(), key=lambda rule: rule.kind != "base")
        named = [rule.name for rule in rules if rule.name not in game.PLACED_LATER]
        bets = [(name, on) for name in named for on in game.selections(name)[:SELECTIONS_MOST]]
        return [
            acts.Bet(self.position, name, game.limits(table, self.position, name, on).least, on) for name, on in bets
        ]


class Engine:
    """A simulator that plays real tables."""

    unit = "rounds"

    def __init__(self, posting: Posting, players: int) -> None:
        self.posting, self.players = posting, players
        self.grows = any(rule.kind in ("raise", "odds") for rule in posting.wagers.values())

    def shard(self, seed: np.random.SeedSequence, rounds: int) -> Part:
        number = int(seed.generate_state(2, np.uint64)[0])
        game: Game = class_of(self.posting.rulebook)(self.posting)
        driver = Driver(game, mode="electronic", chance=Chance(SeededEntropy(number)))
        bots: list[Bot] = [Everything(place, seed=number + place) for place in range(1, self.players + 1)]
        counts: Counter[tuple[str, str, Fraction]] = Counter()
        heard: list[Settled] = []

        def hear(events: Iterable[Happening]) -> None:
            heard.extend(event for event in events if isinstance(event, Settled) and event.to == "player")

        for _ in range(rounds):
            heard.clear()
            play(driver, bots, 1, hear)
            for _, own in itertools.groupby(sorted(heard, key=lambda e: e.position), key=lambda e: e.position):
                counts.update(self._nets(list(own)))
        return {
            f"{wager};{on};{net.numerator};{net.denominator}": np.array([count], np.int64)
            for (wager, on, net), count in counts.items()
        }

    def _nets(self, ended: list[Settled]) -> Iterator[tuple[str, str, Fraction]]:
        """What one player's round brought on each wager; the wagers of a game that grows are one."""
        rules = self.posting.wagers
        together = [e for e in ended if self.grows and rules[e.wager].kind in WHOLE] if self.grows else []
        first = next((e for e in together if rules[e.wager].kind == "base"), None)
        if first is not None:
            yield first.wager, "", Fraction(sum(e.net for e in together), first.stake)
        by_wager: dict[tuple[str, str], list[Settled]] = {}
        for e in ended:
            if e not in together:
                by_wager.setdefault((e.wager, e.on), []).append(e)
        for (wager, on), parts in by_wager.items():
            yield wager, on, Fraction(sum(e.net for e in parts), max(e.stake for e in parts) or 1)

    def wagers(self, part: Part) -> list[Wager]:
        nets: dict[tuple[str, str], dict[Fraction, int]] = {}
        for key, count in part.items():
            wager, on, numerator, denominator = key.split(";")
            net = Fraction(int(numerator), int(denominator))
            nets.setdefault((wager, on), {})[net] = int(count[0])
        order = list(self.posting.wagers)
        found: list[Wager] = []
        for (wager, on), counts in sorted(nets.items(), key=lambda item: (order.index(item[0][0]), item[0][1])):
            main = not found and self.posting.wagers[wager].kind == "base"
            whole = self.grows and self.posting.wagers[wager].kind == "base"
            note = f"on {on}" if on else "all wagers of the hand together" if whole else ""
            edge = Edge.simulated(counts, strategy=self.played)
            found.append(Wager(wager, note, edge, main, on))
        return found

    @property
    def played(self) -> str:
        suggests = class_of(self.posting.rulebook).suggest is not Game.suggest
        return "as the game suggests" if suggests else "decisions at random" if self.grows else ""

    def table(self, part: Part) -> tuple[float, float] | None:
        return None


def figures(posting: Posting) -> Iterator[Figure]:
    """Edges with their intervals from a seeded run of the engine, kept under the digest of rulebook and code."""
    book = posting.rulebook
    chosen = sorted((name, str(value)) for name, value in posting.chosen.items())
    key = (book.digest, chosen, list(posting.wagers), ROUNDS)  # a check offers some wagers only
    code = class_of(book).__module__

    def run(*_: object) -> Part:
        return Engine(posting, 1).shard(np.random.SeedSequence(20_19), ROUNDS)

    part = remembered("engine", run, *key, code=code)
    for wager in Engine(posting, 1).wagers(part):
        shown = posting.tables.get((wager.name, "main"))
        yield Figure(
            wager=wager.name, table=shown.label if shown else "", line=shown.line if shown else 0, edge=wager.edge,
            on=(wager.on,) if wager.on else (), note=wager.note,
        )  # fmt: skip
