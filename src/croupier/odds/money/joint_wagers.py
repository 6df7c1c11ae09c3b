"""Wagers that one player makes together: how their results hang together, and the distribution of their sum.

Two wagers on one spin, one coup or one hand are not two chances. Where every outcome can be gone through (wheels,
baccarat, Ante and Pair Plus) the joint results are exact; card games with a compiled kernel are played very often with
one seed, others at a table of their own engine. Amounts are in units; every wager is of so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec
import numpy as np

from croupier.equipment.entropy import SeededEntropy
from croupier.games import class_of
from croupier.odds.analysis import analysis_of, beside
from croupier.odds.exact import Edge
from croupier.odds.money.stakes import Joint, Stake
from croupier.odds.posting import BadInput, game_under
from croupier.odds.simulate.kernels import Kernel
from croupier.odds.strategy_bot import OptimalBot
from croupier.rounds import acts
from croupier.rounds.bots import play
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Happening, Settled
from croupier.rulebook import Posting

KERNEL_ROUNDS, ENGINE_ROUNDS = 100_000, 10_000
SEED = 16


class Together(msgspec.Struct, frozen=True):
    """Several wagers as one. `covariance` has a row and a column a wager, in square units."""

    stakes: tuple[Stake, ...]
    edge: Edge  # of all of them, per unit of the first
    means: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    method: str

    def correlation(self, first: int, second: int) -> float:
        spread = self.covariance[first][first] * self.covariance[second][second]
        return self.covariance[first][second] / spread**0.5 if spread > 0 else 0.0


def together(posting: Posting, stakes: Sequence[Stake]) -> Together:
    """All of these wagers, made again every round."""
    stakes = [_placed(posting, stake) for stake in stakes]
    joint, method = _joint(posting, stakes)
    whole = sum(joint.values())
    sums: Counter[Fraction] = Counter()
    for nets, count in joint.items():
        sums[sum((stake.units * net for stake, net in zip(stakes, nets)), Fraction(0))] += count
    edge = Edge.from_counts(dict(sums)) if method == "exact" else Edge.simulated(dict(sums))
    rows = np.array([[float(stake.units * net) for stake, net in zip(stakes, nets)] for nets in joint])
    weights = np.array([count / whole for count in joint.values()])
    means = weights @ rows
    spread = (rows - means).T @ ((rows - means) * weights[:, None])
    return Together(tuple(stakes), edge, tuple(means.tolist()), tuple(map(tuple, spread.tolist())), method)


def _placed(posting: Posting, stake: Stake) -> Stake:
    """The wager as the layout has it; one that lies in a single place need not name it."""
    if stake.wager not in posting.wagers:
        raise BadInput(f"{stake.wager}: {posting.rulebook.game} has {', '.join(posting.wagers)}")
    places = game_under(posting).selections(stake.wager)
    if stake.on in places:
        return stake
    if not stake.on and len(places) == 1:
        return msgspec.structs.replace(stake, on=places[0])
    shown = ", ".join(places[:12]) + (", ..." if len(places) > 12 else "")
    raise BadInput(f"{stake.name}: expected one of {shown}, as {stake.wager}:{places[0]}")


def _joint(posting: Posting, stakes: Sequence[Stake]) -> tuple[Joint, str]:
    if not any(posting.wagers[stake.wager].sees for stake in stakes):  # no analysis knows what a book describes itself
        exactly = beside(posting.rulebook, "JOINT")
        if exactly is not None and (joint := exactly(posting, stakes)):
            return joint, "exact"
    found = analysis_of(posting.rulebook.plays)
    if found is not None and found.kernel is not None:
        kernel, groups = found.kernel(posting)
        if all(stake.wager in groups.values() for stake in stakes):
            return _hands(kernel, groups, stakes), "simulated"
    return _rounds(posting, stakes), "simulated"


# ----------------------------------------------------------------------------------------- many rounds


def _hands(kernel: Kernel, groups: dict[str, str], stakes: Sequence[Stake]) -> Joint:
    names = [groups.get(group, "") for group in kernel.groups]
    places = [names.index(stake.wager) for stake in stakes]
    chance = np.random.default_rng(SEED)
    codes: Counter[tuple[int, ...]] = Counter()
    for _ in range(KERNEL_ROUNDS):
        dealt = kernel.play(chance.permutation(kernel.deck)[: kernel.cards].tolist())
        codes[tuple(int(dealt[place]) for place in places)] += 1
    joint: Joint = Counter()
    for ends, count in codes.items():
        nets = (kernel.nets(place, code)[0].values() for place, code in zip(places, ends))
        joint[tuple(sum(map(Fraction, one), Fraction(0)) for one in nets)] += count
    return joint


class _Player(OptimalBot):
    """Makes the named wagers every round and plays its hands as well as they can be played."""

    all_of_them = True

    def __init__(self, stakes: Sequence[Stake]) -> None:
        super().__init__(1, seed=SEED)
        self.stakes, self.unit = stakes, 0

    def wagers(self, driver: Driver) -> list[acts.Bet]:
        game, table_ = driver.game, driver.table
        if not self.unit:
            least = [game.limits(table_, 1, stake.wager, stake.on).least / stake.units for stake in self.stakes]
            self.unit = int(np.lcm.reduce([stake.units.denominator for stake in self.stakes]))
            self.unit *= -(-int(max(least)) // self.unit)
        return [acts.Bet(1, stake.wager, int(self.unit * stake.units), stake.on) for stake in self.stakes]


def _rounds(posting: Posting, stakes: Sequence[Stake]) -> Joint:
    """Rounds at a table; what is raised, doubled, split or insured counts with the game's first wager."""
    driver = Driver(class_of(posting.rulebook)(posting), mode="electronic", chance=Chance(SeededEntropy(SEED)))
    player, heard = _Player(stakes), list[Settled]()

    def hear(events: Iterable[Happening]) -> None:
        heard.extend(event for event in events if isinstance(event, Settled) and event.to == "player")

    joint: Joint = Counter()
    for _ in range(ENGINE_ROUNDS):
        heard.clear()
        play(driver, [player], 1, hear)
        joint[tuple(_nets(stakes, heard, player.unit))] += 1
    return joint


def _nets(stakes: Sequence[Stake], heard: Sequence[Settled], unit: int) -> Iterator[Fraction]:
    named = {(stake.wager, stake.on) for stake in stakes}
    for place, stake in enumerate(stakes):
        own = [e for e in heard if (e.wager, e.on) == (stake.wager, stake.on)]
        own += [e for e in heard if place == 0 and (e.wager, e.on) not in named]
        yield Fraction(sum(e.net for e in own), unit) / stake.units
