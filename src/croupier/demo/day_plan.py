"""Which tables a simulated day has, and what it reports."""

import datetime

import msgspec

from croupier.games import is_played
from croupier.house.record.clock import SECOND_US
from croupier.house.tables.life import MODES
from croupier.rulebook import catalogue, is_usable, rulebook


class Plan(msgspec.Struct, frozen=True):
    """One table of the day."""

    table_id: str
    property: str
    game: str
    mode: str
    options: dict[str, str] = {}
    demo: bool = False  # rules that another name of the house has superseded are shown, not dealt for money


PLAN = (
    Plan("TCP-1", "hard-rock-cincinnati", "three-card-poker", "dealer", {"progressive": "three-card"}),
    Plan("TCP-2", "hard-rock-cincinnati", "three-card-poker", "electronic", {"progressive": "three-card"}),
    Plan("TCP-3", "jack-cleveland", "three-card-poker", "electronic"),
    Plan("RO-1", "hard-rock-cincinnati", "roulette", "dealer"),
    Plan("RO-2", "jack-cleveland", "roulette", "electronic"),
    Plan("BAC-1", "hard-rock-cincinnati", "mini-midi-baccarat", "electronic"),
)


def whole_shelf(first_mode: int = 0) -> tuple[Plan, ...]:
    """A table for every game of every property that can be played, dealt by hand and electronic in turn."""
    plans: list[Plan] = []
    for place, games in catalogue().items():
        for game in games:
            if not is_played(place, game) or not is_usable(place, game):  # poker, progressives, a bad file
                continue
            mode = MODES[(len(plans) + first_mode) % 2]
            renamed = rulebook(place, game, datetime.date.max).property != place
            plans.append(Plan(f"T-{len(plans) + 1}", place, game, mode, demo=renamed))
    return tuple(plans)


def approved_us(plan: Plan) -> int:
    """The first noon on which the table's rules are in force."""
    noon = datetime.datetime.combine(rulebook(plan.property, plan.game).approved, datetime.time(12), datetime.UTC)
    return int(noon.timestamp()) * SECOND_US


class Report(msgspec.Struct):
    seed: str
    steps: int = 0
    done: dict[str, int] = {}
    refused: dict[str, int] = {}
    rounds: int = 0
    entries: int = 0
    groups: int = 0
    jackpots: int = 0
    documents: int = 0


class Failed(AssertionError):
    """An invariant does not hold; the words say at which step of which seed."""
