"""Running the blackjack simulation: from rules and a stream to counts of every wager's outcomes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.equipment.cards import TEN as TEN_RANK
from croupier.games.twentyone import counting as twentyone
from croupier.odds.games.twentyone import sidebets
from croupier.odds.games.twentyone.game import Solution
from croupier.odds.games.twentyone.hands import value_of
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.simulated import (
    BLACKJACK_BLACK,
    BLACKJACK_MIXED,
    BLACKJACK_RED,
    CODES,
    SURRENDERED,
    ZERO,
    play,
    strategy,
)
from croupier.odds.simulate.streams import State

THREE_CARD_CODES = (len(twentyone.TRILUX), len(twentyone.ROCK_N_21))


def whole_shoe(rules: TwentyOneRules) -> NDArray[np.uint8]:
    """All cards of a shoe; a Spanish pack has no tens."""
    pack = [card for card in range(52) if not (rules.spanish and card >> 2 == TEN_RANK)]
    return np.tile(np.array(pack, dtype=np.uint8), rules.decks)


class Rounds(msgspec.Struct, frozen=True):
    """What a simulation counted; `codes` counts the results of the main wager (see `net_of`)."""

    rules: TwentyOneRules
    rounds: int
    codes: NDArray[np.int64]
    added: int  # units wagered beyond the initial ones
    pairs: NDArray[np.int64]  # dealer's blackjack or not x card x card
    threes: NDArray[np.int64]
    busts: NDArray[np.int64]
    twenty_twos: NDArray[np.int64]
    crowns: int

    def nets(self) -> dict[Fraction, int]:
        found: dict[Fraction, int] = {}
        for code, count in enumerate(self.codes):
            if count:
                net = net_of(self.rules, code)
                found[net] = found.get(net, 0) + int(count)
        return found

    def two_cards(self, names: tuple[str, ...], outcome: Callable[[int, int], int]) -> sidebets.Counts:
        """A bet on the player's two cards, from how often each pair of cards came."""
        counts = dict.fromkeys(names, 0)
        both = self.pairs.sum(axis=0)
        for a in range(52):
            for b in range(52):
                counts[names[outcome(a, b)]] += int(both[a, b])
        return counts

    def trilux(self) -> sidebets.Counts:
        rows = self.threes.reshape(THREE_CARD_CODES).sum(axis=1)
        return dict(zip(twentyone.TRILUX, rows.tolist()))

    def rockn_21(self) -> sidebets.Counts:
        rows = self.threes.reshape(THREE_CARD_CODES).sum(axis=0)
        return dict(zip(twentyone.ROCK_N_21, rows.tolist()))

    def buster(self) -> sidebets.Counts:
        counts = dict.fromkeys(twentyone.BUSTER, 0)
        for cards in range(3, 9):
            counts[twentyone.BUSTER[twentyone.buster(22, cards)]] += int(self.busts[cards])
        counts[sidebets.LOSE] = self.rounds - sum(counts.values())
        return counts

    def push_22(self) -> sidebets.Counts:
        found = dict(zip(twentyone.PUSH_22[1:], self.twenty_twos.tolist()))
        return {**found, sidebets.LOSE: self.rounds - sum(found.values())}


def net_of(rules: TwentyOneRules, code: int) -> Fraction:
    """What a result code of the main wager nets."""
    if code == SURRENDERED:
        return Fraction(-1, 2)
    if code in (BLACKJACK_MIXED, BLACKJACK_RED, BLACKJACK_BLACK):
        if not rules.blackjack_rows:
            return rules.blackjack_pays
        black, red, mixed = (pays for pays, _ in rules.blackjack_rows)
        return {BLACKJACK_MIXED: mixed, BLACKJACK_RED: red, BLACKJACK_BLACK: black}[code]
    return Fraction(code - ZERO)


@functools.cache
def _three_cards() -> NDArray[np.uint8]:
    """The rows of TriLux and of Rock N' 21 for every player's pair and up card, as one code."""
    codes = np.empty((52, 52, 52), dtype=np.uint8)
    for a in range(52):
        for b in range(52):
            for up in range(52):
                rock = twentyone.rock_n_21(a, b, up)
                codes[a, b, up] = twentyone.trilux(a, b, up) * THREE_CARD_CODES[1] + rock
    return codes.ravel()


def simulate(
    solution: Solution,
    state: State,
    rounds: int,
    side_bets: bool = True,
    given: NDArray[np.uint8] | None = None,
    record: NDArray[np.uint8] | None = None,
) -> Rounds:
    """Play so many rounds of a solved game by its strategy.

    `given` cards are dealt in order instead of shuffled ones (player, dealer's up card, player, hole card,
    then as drawn); `record` receives the result code of each round as far as it reaches.
    """
    if rounds < 0:
        raise ValueError("a simulation cannot have a negative number of rounds")
    plan = strategy(solution)
    shoe = whole_shoe(solution.rules) if given is None else given
    codes, money = np.zeros(CODES, dtype=np.int64), np.zeros(1, dtype=np.int64)
    pairs, threes = np.zeros(2 * 2704, dtype=np.int64), np.zeros(25, dtype=np.int64)
    busts, twenty_twos = np.zeros(9, dtype=np.int64), np.zeros(3, dtype=np.int64)
    crowns = np.zeros(1, dtype=np.int64)
    values = np.array([value_of(card) for card in range(52)], dtype=np.uint8)
    play(
        state, rounds, shoe, given is not None, values,
        _three_cards() if side_bets else np.empty(0, dtype=np.uint8),
        plan.options, plan.by_up, plan.free_split, plan.free_double, plan.first, plan.action, plan.draws,
        plan.child, plan.total, plan.pair, plan.dealer_next, codes, money, pairs, threes, busts, twenty_twos, crowns,
        np.empty(0, dtype=np.uint8) if record is None else record,
    )  # fmt: skip
    return Rounds(
        rules=solution.rules,
        rounds=rounds,
        codes=codes,
        added=int(money[0]),
        pairs=pairs.reshape(2, 52, 52),
        threes=threes,
        busts=busts,
        twenty_twos=twenty_twos,
        crowns=int(crowns[0]),
    )
