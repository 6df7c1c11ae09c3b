"""The main wager of twenty-one to a counter: effects of removal, its worth by the true count, plays that change.

Worths are exact for a shoe. At a true count the shoe is the one that is to be expected there: half dealt, the cards
that the count tells apart moved against each other. Whole cards come nearest to it, and what they miss is made good by
the effects of removal. How often each true count is met, and where it lies on
average, comes from shoes dealt at random.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.equipment.cards import RANKS
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone.game import Play, assemble, deals_of, solve
from croupier.odds.games.twentyone.hands import ACE, TEN, VALUES, WORDS
from croupier.odds.games.twentyone.kernel import FREE, REAL, ZAP
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.solve import CHOICES, UpTable, up_table
from croupier.odds.protection.counts import HI_LO, Tags, true_counts
from croupier.odds.protection.depth import SEED
from croupier.odds.protection.shoes import CARDS, dealt_at_random

Values = tuple[int, ...]  # cards of each value, ace first
TRUE_COUNTS = range(-8, 11)
VALUE_RANK = tuple(RANKS.index(word) for word in WORDS)
DEVIATION = 1.15  # of a round, in wagers: what doubles and splits make of it
SAMPLES, STEPS = 4_000, 24
INDEX_DECKS = 10  # so many packs hold whole cards at every whole true count of Hi-Lo


class AtCount(msgspec.Struct, frozen=True):
    """One true count, rounded down: how often it is met, and what a unit is worth there."""

    count: int
    frequency: float
    by_chart: float  # playing as from a full shoe
    at_best: float  # playing for the shoe as it is, without insurance
    insured: float = 0.0  # what insurance for half of the wager adds where it gains

    @property
    def with_insurance(self) -> float:
        return self.at_best + self.insured


class Index(msgspec.Struct, frozen=True):
    """A play that changes at a true count: from it on `above` is better than what the full shoe asks for, or below.

    The count is the one that a counter has when he decides: his two cards and the up card are in it.
    """

    hand: str
    up: str
    usual: str
    instead: str
    count: int  # the whole one nearest to it, as lists print it
    crossing: float  # where both plays are worth the same
    above: bool
    gain: float  # of the wager, two true counts beyond it
    chance: float  # of the hand and the up card, from the full shoe


class Ramp(msgspec.Struct, frozen=True):
    """A way to wager by the count: least and most units, and what it makes in 100 rounds that are dealt."""

    name: str
    average: float
    per_100: float
    deviation: float


class Main(msgspec.Struct, frozen=True):
    """All of it for one game and one place of the cutting card."""

    expectation: float
    effects: tuple[float, ...]  # by value: ace, 2 to 9, ten
    counts: tuple[AtCount, ...]
    indices: tuple[Index, ...]
    insurance: float | None
    ramps: tuple[Ramp, ...]


# ------------------------------------------------------------------------------ what a shoe is worth


@functools.lru_cache(maxsize=8)
def basic(rules: TwentyOneRules) -> tuple[Play, ...]:
    """The play from the full shoe, by up card."""
    found = solve(rules)
    plays = []
    for up in range(VALUES):
        table = up_table(rules, rules.shoe, up)
        first = {(deal.first, deal.second): deal.choice for deal in found.deals if deal.up == up}
        plays.append(Play(table, first, (table.actions[REAL], table.actions[FREE])))
    return tuple(plays)


def worth(rules: TwentyOneRules, shoe: Values, *, at_best: bool = False) -> float:
    """What a unit is worth from a shoe: played as from the full one, or for this one."""
    plays, deals = [], []
    for usual in basic(rules):
        table = up_table(rules, shoe, usual.table.up)
        mine = deals_of(rules, shoe, table)
        deals.extend(mine)
        if at_best:
            first = {(deal.first, deal.second): deal.choice for deal in mine}
            plays.append(Play(table, first, (table.actions[REAL], table.actions[FREE])))
        else:
            plays.append(Play(table, usual.first, usual.actions))
    return assemble(rules, plays, deals, "").expectation


@functools.lru_cache(maxsize=8)
def effects(rules: TwentyOneRules) -> tuple[float, ...]:
    """What the player gains when one card of each value has left the full shoe, playing on as from it."""
    before = worth(rules, rules.shoe)
    return tuple(
        worth(rules, tuple(n - (value == gone) for value, n in enumerate(rules.shoe))) - before
        for gone in range(VALUES)
    )


# --------------------------------------------------------------------------------- at a true count


def value_tags(tags: Tags) -> tuple[float, ...]:
    """A count by value: the four ranks that count ten on average."""
    tens = [tags[rank] for rank in range(len(RANKS)) if bh.value_of(rank * 4) == TEN]
    return tuple(sum(tens) / len(tens) if value == TEN else float(tags[VALUE_RANK[value]]) for value in range(VALUES))


def expected_shoe(
    rules: TwentyOneRules, tags: Tags, count: float, size: float = 0.5
) -> tuple[Values, tuple[float, ...]]:
    """The nearest whole shoe to the one expected at a true count, and its surplus of each value.

    It has as many cards as half of the full shoe, or as `size` times that one.
    """
    marks, full = value_tags(tags), rules.shoe
    cards = sum(full) * size
    mean = sum(mark * n for mark, n in zip(marks, full)) / sum(full)
    spread = sum(n * size * (mark - mean) ** 2 for mark, n in zip(marks, full))
    moved = count * cards / 52 / spread if spread else 0.0
    wanted = [n * size * (1 - moved * (mark - mean)) for mark, n in zip(marks, full)]
    whole = [math.floor(n) for n in wanted]
    rest = sorted(range(VALUES), key=lambda value: whole[value] - wanted[value])
    for value in rest[: round(cards) - sum(whole)]:
        whole[value] += 1
    return tuple(max(n, 0) for n in whole), tuple(have - want for have, want in zip(whole, wanted))


def at_count(rules: TwentyOneRules, tags: Tags, count: float, *, at_best: bool) -> float:
    """What a unit is worth at a true count."""
    shoe, surplus = expected_shoe(rules, tags, count)
    scale = (sum(rules.shoe) - 1) / sum(shoe)
    made_good = sum(gain * more for gain, more in zip(effects(rules), surplus)) * scale
    return worth(rules, shoe, at_best=at_best) + made_good


def met(rules: TwentyOneRules, tags: Tags, penetration: float) -> dict[int, tuple[float, float]]:
    """How often each true count, rounded down, is met before the cutting card comes out, and the mean of those there.

    That mean lies below the middle: whole counts, nought above all, are met more often than those between them. What
    lies beyond the usual range counts with its last.
    """
    full = np.array([rules.shoe[bh.value_of(card)] // (16 if bh.value_of(card) == TEN else 4) for card in range(CARDS)])
    random = np.random.default_rng(SEED)
    cards = int(full.sum())
    depths = [round(cards * penetration * (step + 0.5) / STEPS) for step in range(STEPS)]
    marks = np.concatenate([true_counts(tags, full, dealt_at_random(full, gone, SAMPLES, random)) for gone in depths])
    floors = np.clip(np.floor(marks), TRUE_COUNTS[0], TRUE_COUNTS[-1])
    return {
        count: (float(there.mean()), float(marks[there].mean()) if there.any() else count + 0.5)
        for count in TRUE_COUNTS
        for there in [floors == count]
    }


def by_count(rules: TwentyOneRules, tags: Tags, penetration: float, pays: float | None) -> list[AtCount]:
    """Every true count of the usual range, worth what its mean is worth; `pays` is of insurance, none: not offered.

    Who plays one way whatever has gone is worth on average what the full shoe is worth. Shoes scatter around the one
    that is expected at their count, which makes them worth a little less: all counts bear that alike.
    """
    there = met(rules, tags, penetration)
    chart = {count: at_count(rules, tags, mean, at_best=False) for count, (_, mean) in there.items()}
    less = sum(share * chart[count] for count, (share, _) in there.items()) - worth(rules, rules.shoe)
    return [
        AtCount(
            count, share, chart[count] - less, at_count(rules, tags, mean, at_best=True) - less,
            max(0.0, insurance_at(rules, tags, mean, pays)) if pays is not None else 0.0,
        )
        for count, (share, mean) in there.items()
    ]  # fmt: skip


# ------------------------------------------------------------------------------ plays that change


def _hands(table: UpTable) -> dict[str, list[tuple[int, int]]]:
    """Two cards by what a chart calls them: pairs by themselves, other hands by their total."""
    rows: dict[str, list[tuple[int, int]]] = {}
    for first in range(VALUES):
        for second in range(first, VALUES):
            if (first, second) == (ACE, TEN):
                continue
            hand = table.hands.pair[first, second]
            count, hard = int(table.hands.total[hand]), int(table.hands.hard[hand])
            kind = f"pair {WORDS[first]}" if first == second else f"{'hard' if count == hard else 'soft'} {count}"
            rows.setdefault(kind, []).append((first, second))
    return rows


def _row_values(rules: TwentyOneRules, shoe: Values, up: int) -> dict[str, dict[str, float]]:
    """What each choice is worth for each row of a chart against an up card, per hand of that row."""
    table = up_table(rules, shoe, up)
    worths = {(d.first, d.second): d for d in deals_of(rules, shoe, table)}
    found: dict[str, dict[str, float]] = {}
    for row, hands in _hands(table).items():
        mine = [worths[hand] for hand in hands if hand in worths]
        weight = sum(deal.chance * deal.alive for deal in mine)
        if weight <= 0:
            continue
        common = set.intersection(*(set(deal.values) for deal in mine)) - {ZAP}
        found[row] = {
            CHOICES[choice]: sum(deal.chance * deal.values[choice] for deal in mine) / weight for choice in common
        }
    return found


def _row_chances(rules: TwentyOneRules, tags: Tags, up: int) -> dict[str, tuple[float, float]]:
    """How often each row of a chart is dealt against an up card, and what a count makes of its three cards."""
    table = up_table(rules, rules.shoe, up)
    chances = {(deal.first, deal.second): deal.chance for deal in deals_of(rules, rules.shoe, table)}
    marks = value_tags(tags)
    mean = sum(mark * n for mark, n in zip(marks, rules.shoe)) / sum(rules.shoe)
    found = {}
    for row, hands in _hands(table).items():
        weights = {hand: chances.get(hand, 0.0) for hand in hands}
        chance = sum(weights.values())
        pair = sum(weight * (marks[first] + marks[second]) for (first, second), weight in weights.items())
        found[row] = (chance, pair / chance + marks[up] - 3 * mean if chance else 0.0)
    return found


def indices(rules: TwentyOneRules, tags: Tags = HI_LO) -> list[Index]:
    """Every play that changes within the usual true counts, first those that are worth most to somebody who waits.

    Shoes are those before the deal; where two plays are worth the same is then stated as the count after it.
    """
    size = INDEX_DECKS / rules.decks if rules.decks > 2 else 0.5
    packs = rules.decks * size
    shoes = {count: expected_shoe(rules, tags, count, size)[0] for count in TRUE_COUNTS}
    found: list[Index] = []
    for up in range(VALUES):
        usual, chances = _row_values(rules, rules.shoe, up), _row_chances(rules, tags, up)
        rows = {count: _row_values(rules, shoe, up) for count, shoe in shoes.items()}
        for row, values in usual.items():
            chance, shown = chances[row]
            play = max(values, key=lambda choice: values[choice])
            for above in (True, False):
                change = _change(rows, row, play, above)
                if change is None:
                    continue
                instead, before, gain = change
                crossing = (before * packs + shown) / (packs - 3 / 52)
                found.append(Index(row, WORDS[up], play, instead, round(crossing), crossing, above, gain, chance))
    return sorted(found, key=lambda index: index.gain * index.chance / (1 + abs(index.count)), reverse=True)


def _change(
    rows: dict[int, dict[str, dict[str, float]]], row: str, play: str, above: bool
) -> tuple[str, float, float] | None:
    """Where a play stops being the best as the count rises or falls, and what the other gains two counts beyond."""
    counts = [count for count in rows if (count >= 0) == above]
    step = 1 if above else -1
    for count in counts if above else reversed(counts):
        values = rows[count].get(row)
        if values is None or play not in values:
            return None
        best = max(values, key=lambda choice: values[choice])
        if best != play:
            beyond = min(max(count + 2 * step, TRUE_COUNTS[0]), TRUE_COUNTS[-1])
            there = rows[beyond].get(row, values)
            nearer = rows.get(count - step, {}).get(row, values)
            missing, gained = nearer[play] - nearer[best], values[best] - values[play]
            crossing = count - step * gained / (gained + missing) if missing > 0 else float(count)
            return best, crossing, max(there[best] - there[play], 0.0)
    return None


def insurance_at(rules: TwentyOneRules, tags: Tags, count: float, pays: float) -> float:
    """What insuring every ace adds to a round at a true count, at half of the wager."""
    whole, surplus = expected_shoe(rules, tags, count)
    wanted = [have - more for have, more in zip(whole, surplus)]
    return wanted[ACE] / sum(wanted) * (wanted[TEN] * (pays + 1) / (sum(wanted) - 1) - 1) / 2


def insurance_from(rules: TwentyOneRules, tags: Tags = HI_LO, pays: float = 2.0) -> float | None:
    """The true count from which insurance gains, between whole counts too."""
    tenths = (tenth / 10 for tenth in range(-50, 201))
    return next((count for count in tenths if insurance_at(rules, tags, count, pays) > 0), None)


# -------------------------------------------------------------------------------- what is wagered


def ramps(counts: Sequence[AtCount], spreads: Sequence[int] = (1, 4, 8, 12)) -> list[Ramp]:
    """Flat wagers, spreads from one unit to so many, and wagers only where they gain."""
    made = [_ramp(f"1 to {most}" if most > 1 else "always one unit", counts, _spread(most)) for most in spreads]
    made.append(_ramp("only from the count that gains", counts, lambda here: 1.0 if here.with_insurance > 0 else 0.0))
    return made


Units = Callable[[AtCount], float]


def _spread(most: int) -> Units:
    def units(here: AtCount) -> float:
        return float(min(max(1, 2 * here.count), most)) if here.with_insurance > 0 else 1.0

    return units


def _ramp(name: str, counts: Sequence[AtCount], units: Units) -> Ramp:
    wagers: NDArray[np.float64] = np.array([units(here) for here in counts])
    share = np.array([here.frequency for here in counts])
    gain = np.array([here.with_insurance for here in counts])
    size = float((share * wagers**2).sum())
    return Ramp(
        name, float((share * wagers).sum()), 100 * float((share * wagers * gain).sum()),
        DEVIATION * math.sqrt(100 * size),
    )  # fmt: skip


def main_wager(rules: TwentyOneRules, penetration: float, pays: float | None, tags: Tags = HI_LO) -> Main:
    counts = by_count(rules, tags, penetration, pays)
    return Main(
        worth(rules, rules.shoe), effects(rules), tuple(counts), tuple(indices(rules, tags)),
        None if pays is None else insurance_from(rules, tags, pays), tuple(ramps(counts)),
    )  # fmt: skip
