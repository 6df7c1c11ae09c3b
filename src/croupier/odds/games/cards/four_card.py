"""Four Card Poker: Ante and Play against six cards of which one is seen, the bonus on the Ante, exactly.

For each rank of the dealer's face-up card all of the player's hands are compared with all of the dealer's
other five cards. The comparison is made once, in thirteen shards; any pay table is then applied to it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Literal

import msgspec
import numpy as np

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.cards.deals import CHOOSE, all_sets, suit_masks
from croupier.odds.games.cards.four_ranks import CATEGORIES, SHIFT, best_four_values
from croupier.odds.games.cards.removal import sweep
from croupier.odds.simulate.tally import GameOdds, Outcome, check_rows, scale_of, tally
from croupier.odds.work import Part, Progress, run

DEALER_HANDS = comb(46, 5)
DEALS = 52 * comb(51, 5)
WIN, TIE, LOSS = range(3)
Ties = Literal["win", "push", "lose"]


class FourCardRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook may choose. Payoffs are to one."""

    ante_bonus: Mapping[str, Fraction | int]
    most: int = 3
    ties: Ties = "win"
    ante_pays: Fraction | int = 1
    play_pays: Fraction | int = 1


class Standing(msgspec.Struct, frozen=True):
    """Every kind of player's hand and face-up card: its value, how many deals it stands for, how it stands."""

    values: Array
    weights: Array
    below: Array
    level: Array


@compiled
def _standard_beside(sets: Array) -> tuple[Array, Array]:
    """Of sets of five cards beside a club, the standard ones when the three other suits change places."""
    masks = np.zeros(4, np.int64)
    rows = np.empty(sets.shape[0], np.int32)
    weights = np.empty(sets.shape[0], np.int8)
    count = 0
    for row in range(sets.shape[0]):
        suit_masks(sets[row], masks)
        if masks[1] < masks[2] or masks[2] < masks[3]:
            continue
        rows[count] = row
        weights[count] = 6
        if masks[1] == masks[2] and masks[2] == masks[3]:
            weights[count] = 1
        elif masks[1] == masks[2] or masks[2] == masks[3]:
            weights[count] = 3
        count += 1
    return rows[:count], weights[:count]


@functools.cache
def _distinct() -> Array:
    """All values that four cards can have, rising."""
    return np.unique(best_four_values(all_sets(52, 4), -1))


def _dense(values: Array) -> Array:
    return np.searchsorted(_distinct(), values).astype(np.int16)


class Comparison:
    """The work: one shard for each rank of the face-up card."""

    stages = 1

    def __init__(self) -> None:
        self._parts: list[Part] = []

    def shards(self, stage: int) -> int:
        return 13

    def run_shard(self, stage: int, shard: int) -> Part:
        up = shard * 4  # a club: the suits are alike
        numbered = all_sets(51, 5)
        sets = numbered + (numbered >= up).astype(np.int8)
        dealer_ranks = _dense(best_four_values(sets, up))
        rows, alike = _standard_beside(sets)
        values = best_four_values(sets[rows], -1)
        below, level = sweep(
            51, numbered, dealer_ranks, numbered[rows], _dense(values), dealer_ranks[rows], len(_distinct()) - 1
        )
        return {"rank": np.array([shard]), "values": values, "weights": 4 * alike.astype(np.int64), "below": below,
                "level": level}  # fmt: skip

    def absorb(self, stage: int, parts: Iterable[Part]) -> None:
        self._parts = sorted(parts, key=lambda part: int(part["rank"][0]))  # threads finish in any order

    def result(self) -> Standing:
        names = ("values", "weights", "below", "level")
        return Standing(**{name: np.concatenate([part[name] for part in self._parts]) for name in names})


@functools.cache
def _kept() -> dict[str, Standing]:
    return {}


def standing(*, progress: Progress | None = None, workers: int = 1) -> Standing:
    """The comparison, made at the first call and kept."""
    kept = _kept()
    if "all" not in kept:
        kept["all"] = run(Comparison(), progress=progress, workers=workers)
    return kept["all"]


def nets_of(rules: FourCardRules, category: str, ending: int, multiple: int) -> dict[str, Fraction | int]:
    """What each wager nets; a Play of 0 is a fold."""
    if multiple == 0:
        return {"ante": -1, "play": 0, "ante-bonus": 0}
    bonus = Fraction(rules.ante_bonus.get(category, 0))
    if ending == TIE:
        ending = {"win": WIN, "push": TIE, "lose": LOSS}[rules.ties]
    if ending == WIN:
        won = multiple * Fraction(rules.play_pays)
        return {"ante": Fraction(rules.ante_pays), "play": won, "ante-bonus": bonus}
    if ending == TIE:
        return {"ante": 0, "play": 0, "ante-bonus": bonus}
    return {"ante": -1, "play": -multiple, "ante-bonus": bonus}


def worth_of(rules: FourCardRules, values: Array, endings: Array) -> tuple[Array, int]:
    """The worth of every Play wager with every hand, summed over the dealer's hands and scaled; and the scale."""
    scale = scale_of(*rules.ante_bonus.values(), rules.ante_pays, rules.play_pays)
    worth = np.empty((rules.most + 1, len(values)), np.int64)
    for multiple in range(rules.most + 1):
        nets = np.array(
            [
                [int(scale * sum(nets_of(rules, category, ending, multiple).values())) for ending in range(3)]
                for category in CATEGORIES
            ],
            np.int64,
        )
        worth[multiple] = (nets[values >> SHIFT] * endings).sum(axis=1)
    return worth, scale


def _all_endings(table: Standing) -> Array:
    below, level = table.below.astype(np.int64), table.level.astype(np.int64)
    return np.stack([below, level, DEALER_HANDS - below - level], axis=1)


def choices(rules: FourCardRules) -> Array:
    """The best Play wager of each kind of hand and face-up card; 0 is the fold."""
    table = standing()
    return np.asarray(worth_of(rules, table.values, _all_endings(table))[0].argmax(axis=0))


@compiled
def _beside(sets: Array, up: int, best: Array, rows: Array, table: Array) -> None:
    """Give every set of five cards beside the face-up club the choice of its standard set."""
    by_number = np.full(CHOOSE[51, 5], -1, np.int8)
    for k in range(rows.shape[0]):
        by_number[rows[k]] = best[k]
    masks = np.zeros(4, np.int64)
    place = np.zeros(4, np.int64)
    moved = np.zeros(5, np.int64)
    for row in range(sets.shape[0]):
        suit_masks(sets[row], masks)
        for suit in range(1, 4):
            place[suit] = 1
            for other in range(1, 4):
                if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                    place[suit] += 1
        for k in range(5):
            moved[k] = (sets[row, k] & 252) | place[sets[row, k] & 3]
            moved[k] -= moved[k] > up
        table[row] = by_number[number_of(moved)]


@compiled
def number_of(cards: Array) -> int:
    """The number of five cards in any order; sorts them."""
    for k in range(1, 5):
        card = cards[k]
        j = k
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    number = 0
    for k in range(5):
        number += CHOOSE[cards[k], k + 1]
    return number


def choice_table(rules: FourCardRules) -> Array:
    """For each rank of a face-up club and each five other cards, by number without it, the best Play wager."""
    best = choices(rules).astype(np.int8).reshape(13, -1)
    numbered = all_sets(51, 5)
    table = np.zeros((13, len(numbered)), np.int8)
    for rank in range(13):
        sets = numbered + (numbered >= 4 * rank).astype(np.int8)
        rows, _ = _standard_beside(sets)
        _beside(sets, 4 * rank, best[rank], rows, table[rank])
    return table


def analyse(rules: FourCardRules, *, progress: Progress | None = None, workers: int = 1) -> GameOdds:
    """Ante, Play and the bonus under the best play, in Antes."""
    check_rows(rules.ante_bonus, CATEGORIES)
    table = standing(progress=progress, workers=workers)
    endings = _all_endings(table)
    best = choices(rules)
    outcomes: list[Outcome] = []
    made: dict[str, Fraction] = {}
    for multiple in range(rules.most + 1):
        chosen = best == multiple
        name = f"play {multiple}x" if multiple else "fold"
        made[name] = Fraction(int(table.weights[chosen].sum()), DEALS)
        for number, category in enumerate(CATEGORIES):
            rows = chosen & (table.values >> SHIFT == number)
            counts = (table.weights[rows, None] * endings[rows]).sum(axis=0)
            for ending in range(3):
                nets = nets_of(rules, category, ending, multiple)
                outcomes.append(Outcome(int(counts[ending]), nets, 1 + multiple))
    return tally(outcomes, choices=made)


def values_of(cards: Sequence[int], up: int, rules: FourCardRules) -> dict[int, Fraction]:
    """The worth of each Play wager with these five cards and this card of the dealer, in Antes; 0 is the fold."""
    sets = all_sets(52, 5)
    shared = np.zeros(len(sets), np.bool_)
    for card in (*cards, up):
        shared |= (sets == card).any(axis=1)
    dealers = best_four_values(sets[~shared], up)
    values = best_four_values(np.array([sorted(cards)], np.int8), -1)
    win, tie = int((dealers < values[0]).sum()), int((dealers == values[0]).sum())
    endings = np.array([[win, tie, DEALER_HANDS - win - tie]], np.int64)
    worth, scale = worth_of(rules, values, endings)
    return {m: Fraction(int(worth[m, 0]), scale * DEALER_HANDS) for m in range(rules.most + 1)}
