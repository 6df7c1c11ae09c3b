"""Whose wagers follow the cards: a patron's stakes beside what the shoe was worth, shoe after shoe.

Each shoe begins anew, so that shoes are independent of each other where wagers know nothing of the cards: the sum of
(stake - mean stake) x (worth - that of the full shoe) is then nought on average. Who counts makes it positive in shoe
after shoe. It is held to its own spread over the shoes (Student's test, one way), all patrons and wagers allowed for.
"""

import math
from collections.abc import Iterable

import msgspec

from croupier.house.results.bands import FAMILY, NORMAL, beyond_chance
from croupier.house.results.replay_study import Decisions, ShoePlay, Study

SHOES_LEAST = 8
ROUNDING = 1e-9
FOLLOWS_LEAST = 0.1  # by how much of the mean stake wagers must move with one deviation of the worth to be of any use


class Follower(msgspec.Struct, frozen=True, kw_only=True):
    """One patron and wager: how wagers moved with the cards. Money in cents, shares of a unit."""

    patron: str
    wager: str
    shoes: int
    rounds: int
    least: int
    most: int
    follows: float  # by how much of the mean stake wagers rise with one deviation of the worth
    gained: float  # what the moving of wagers was worth to the patron
    normal: float | None
    chance: float | None
    flagged: bool = False


class Mistakes(msgspec.Struct, frozen=True, kw_only=True):
    """What a patron's decisions gave up against perfect play."""

    patron: str
    made: int
    looked_at: int
    mistakes: int
    cents: float  # of those looked at

    @property
    def in_all(self) -> float:
        """As if the decisions that were not looked at were like the others."""
        return self.cents * self.made / self.looked_at if self.looked_at else 0.0


def followers(studies: Iterable[Study]) -> list[Follower]:
    """Every patron and wager at games dealt from a shoe, those whose wagers follow most first."""
    shoes: dict[tuple[str, str], list[ShoePlay]] = {}
    for study in studies:
        for play in study.shoes:
            shoes.setdefault((play.patron, play.wager), []).append(play)
    made = [_follower(*key, plays) for key, plays in sorted(shoes.items())]
    flags = beyond_chance([one.chance for one in made], FAMILY)
    marked = [
        msgspec.structs.replace(one, flagged=flag and one.follows >= FOLLOWS_LEAST) for one, flag in zip(made, flags)
    ]
    return sorted(marked, key=lambda one: -(one.normal or 0.0))


def _follower(patron: str, wager: str, plays: list[ShoePlay]) -> Follower:
    rounds, stakes = sum(play.rounds for play in plays), sum(play.stakes for play in plays)
    mean = stakes / rounds
    moved = [play.products - mean * play.worths for play in plays]
    spread = math.sqrt(sum(play.squares for play in plays) / rounds)
    gained = sum(moved)
    level = max(abs(one) for one in moved) <= ROUNDING * stakes  # who never changes his wager follows nothing
    normal = None if level else _student(moved)
    return Follower(
        patron=patron, wager=wager, shoes=len(plays), rounds=rounds, least=min(play.least for play in plays),
        most=max(play.most for play in plays), gained=gained,
        follows=gained / rounds / spread / mean if spread and mean else 0.0,
        normal=normal, chance=None if normal is None else NORMAL.cdf(-normal),
    )  # fmt: skip


def _student(values: list[float]) -> float | None:
    """Student's statistic of a mean against nought, as the normal deviation of the same chance; none for too few."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values)
    if count < SHOES_LEAST or spread <= 0:
        return None
    t, free = mean / math.sqrt(spread / (count - 1) / count), count - 1
    # Wallace's approximation of the normal deviation, good to some thousandths.
    size = math.sqrt(free * math.log1p(t * t / free)) * (8 * free + 1) / (8 * free + 3)
    return math.copysign(size, t)


def mistakes(studies: Iterable[Study]) -> list[Mistakes]:
    """Every patron who decided anything, the dearest first."""
    found: dict[str, list[Decisions]] = {}
    for study in studies:
        for one in study.decisions:
            found.setdefault(one.patron, []).append(one)
    made = [
        Mistakes(
            patron=patron, made=sum(one.made for one in parts), looked_at=sum(one.looked_at for one in parts),
            mistakes=sum(one.mistakes for one in parts), cents=sum(one.cents for one in parts),
        )
        for patron, parts in found.items()
    ]  # fmt: skip
    return sorted(made, key=lambda one: (-one.in_all, one.patron))
