"""Several players at one table: their hands share the dealer's, so a table's result spreads more than theirs alone.

What one hand loses on average does not hang on the others; what the table wins in a round does. These kernels count
every hand as the single-player ones do, and beside them the sum and the square of the whole table's result.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.odds.games.cards.bits import Array
from croupier.odds.games.twentyone.hands import ACE, TEN
from croupier.odds.games.twentyone.kernel import DOUBLE, REAL, SPLIT, STAND, SURRENDER, ZAP
from croupier.odds.games.twentyone.simulated import (
    AHEAD,
    BACK_DOUBLED,
    HANDS_MOST,
    PUSH_22_BLACKJACKS,
    SURRENDERED,
    TAKES_ALL,
    ZERO,
    blackjack_code,
    gives_up_early,
    play_split,
    ready,
    settle_hand,
)
from croupier.odds.simulate.dealing import stream
from croupier.odds.simulate.kernels import Kernel
from croupier.odds.simulate.seats import seats_of
from croupier.odds.simulate.streams import State, draw_pairs
from croupier.odds.work import Part

PLAYERS_MOST = 26
BATCH = 100_000  # rounds of a poker game whose results are added up together
TOTAL, SQUARE, ROUNDS = range(3)  # of the table's results, in scaled units


def scale_of(nets: Sequence[Fraction]) -> int:
    return lcm(*(net.denominator for net in nets)) if nets else 1


def kernel_shard(kernel: Kernel, own: int, players: int, seed: np.random.SeedSequence, rounds: int) -> Part:
    """Rounds of a poker game with several players, each by the kernel's own rules."""
    needed = own * players + kernel.cards - own
    if needed > kernel.deck:
        raise ValueError(f"{players} players need {needed} cards; the deck has {kernel.deck}")
    state = stream(seed)
    counts = np.zeros((len(kernel.groups), kernel.codes), np.int64)
    total, square = Fraction(0), Fraction(0)
    nets: dict[int, Fraction] = {}
    for first in range(0, rounds, BATCH):
        some = min(BATCH, rounds - first)
        table = seats_of(players, own, some)
        kernel.run(state, some * players, table, counts)
        for code in np.flatnonzero(np.bincount(table.log)).tolist():
            if code not in nets:
                nets[code] = sum(map(Fraction, kernel.nets(0, code)[0].values()), Fraction(0))
        scale = scale_of(list(nets.values()))
        worth = np.zeros(max(nets) + 1, np.int64)
        for code, net in nets.items():
            worth[code] = int(net * scale)
        results = worth[table.log].reshape(some, players).sum(axis=1)
        total += Fraction(int(results.sum()), scale)
        square += Fraction(int((results * results).sum()), scale * scale)
    return {"counts": counts, "table": np.array([float(total), float(square), rounds])}


@compiled
def play_table(
    state: State,
    rounds: int,
    players: int,
    shoe: NDArray[np.uint8],
    value: NDArray[np.uint8],
    options: NDArray[np.int64],
    by_up: NDArray[np.bool_],
    free_split: NDArray[np.bool_],
    free_double: NDArray[np.bool_],
    first_choice: NDArray[np.int8],
    action: NDArray[np.int8],
    draws: NDArray[np.bool_],
    child: NDArray[np.int16],
    total: NDArray[np.uint8],
    pair: NDArray[np.int16],
    dealer_next: NDArray[np.int16],
    scaled: NDArray[np.int64],
    nets: NDArray[np.int64],
    money: NDArray[np.int64],
    table: NDArray[np.int64],
) -> None:
    """Rounds of blackjack from fresh shoes: all players decide, then the dealer draws once for all of them."""
    ends = np.zeros((players, HANDS_MOST, 4), dtype=np.int64)
    hands = np.zeros(players, dtype=np.int64)
    codes = np.zeros(players, dtype=np.int64)
    natural = np.zeros(players, dtype=np.bool_)
    doubled_lives = options[BACK_DOUBLED] != 0
    for _ in range(rounds):
        drawn = draw_pairs(state, shoe, 0, players + 1 + AHEAD)
        shown, hole = shoe[players], shoe[2 * players + 1]
        up, under = value[shown], value[hole]
        dealer = dealer_next[dealer_next[0, up], under]
        dealer_blackjack = dealer == -21 and (up == ACE or under == ACE)
        taken = 2 * players + 2
        open_hands = False
        for player in range(players):
            card1, card2 = shoe[player], shoe[players + 1 + player]
            first, second = value[card1], value[card2]
            codes[player] = -1
            hands[player] = 1
            natural[player] = first + second == TEN and (first == ACE or second == ACE)
            if natural[player]:
                codes[player] = ZERO if dealer_blackjack else blackjack_code(card1, card2)
                open_hands = open_hands or options[PUSH_22_BLACKJACKS] != 0
                continue
            if first_choice[0, up, first, second] == SURRENDER:
                early = gives_up_early(up, options)
                codes[player] = ZERO - 1 if dealer_blackjack and not early else SURRENDERED
                continue
            if dealer_blackjack and not options[TAKES_ALL]:
                codes[player] = ZERO - 1
                continue
            open_hands = True
            choice = first_choice[0, up, first, second]
            if choice == ZAP:
                drawn = ready(state, shoe, taken + 1, drawn)
                first, second = value[shoe[taken]], value[shoe[taken + 1]]
                taken += 2
                choice = first_choice[1, up, first, second]
            if choice == SPLIT:
                taken, drawn, number, more = play_split(
                    state, shoe, taken, drawn, value, up, first, options, free_split[first], free_double, action,
                    draws, child, total, pair, ends[player],
                )  # fmt: skip
                hands[player] = number
                money[0] += more
                continue
            hand = pair[first, second]
            own, won, lost, doubled = int(total[hand]), 1, 1, 0
            if choice == DOUBLE:
                won, doubled = 2, 1
                if not free_double[hand]:
                    lost = 2
                    money[0] += 1
            while choice != STAND:
                drawn = ready(state, shoe, taken, drawn)
                hand = child[hand, value[shoe[taken]]]
                taken += 1
                if hand < 0:
                    own = 22
                    break
                own = int(total[hand])
                choice = STAND if doubled else action[REAL, up, hand]
            ends[player, 0, 0], ends[player, 0, 1], ends[player, 0, 2], ends[player, 0, 3] = own, won, lost, doubled
        if open_hands:
            while dealer >= 0:
                drawn = ready(state, shoe, taken, drawn)
                dealer = dealer_next[dealer, value[shoe[taken]]]
                taken += 1
        count = -dealer if dealer < 0 else 0
        result = 0
        for player in range(players):
            if codes[player] < 0:
                net = 0
                for j in range(hands[player]):
                    row = ends[player, j]
                    net += (
                        -row[2]
                        if dealer_blackjack
                        else settle_hand(
                            row[0], row[1], row[2], row[3], count, by_up[up, 0], by_up[up, 1], doubled_lives
                        )
                    )
                codes[player] = ZERO + net
            elif natural[player] and count == 22 and options[PUSH_22_BLACKJACKS] and by_up[up, 0]:
                codes[player] = ZERO
            nets[codes[player]] += 1
            result += scaled[codes[player]]
        table[TOTAL] += result
        table[SQUARE] += result * result
        table[ROUNDS] += 1


def spread(table: Array, scale: int) -> tuple[float, float]:
    """The mean and the deviation of a table's result in a round, in wagers."""
    rounds = float(table[ROUNDS])
    mean = float(table[TOTAL]) / rounds
    variance = float(table[SQUARE]) / rounds - mean * mean
    return mean / scale, float(np.sqrt(max(variance, 0.0))) / scale
