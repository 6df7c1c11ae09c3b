"""Simulated baccarat: a fresh shoe for every coup, counted by how it ends.

Every wager is a function of the coup, so the count settles all of them; a record of coups can be kept for
following a bankroll or for comparing with the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands.compiled import compiled
from croupier.odds.games.baccarat.exact import STANDARD_DRAWS, Coup, Draws
from croupier.odds.simulate.streams import State, draw

CODES = 400  # player's total, banker's total, whether each has a third card


def code_of(coup: Coup) -> int:
    return ((coup.player * 10 + coup.banker) * 2 + coup.player_cards - 2) * 2 + coup.banker_cards - 2


def coup_of(code: int) -> Coup:
    return Coup(code // 40, code // 4 % 10, code // 2 % 2 + 2, code % 2 + 2)


@compiled
def deal(
    state: State,
    rounds: int,
    shoe: NDArray[np.uint8],
    draws: NDArray[np.bool_],
    given: bool,
    counts: NDArray[np.int64],
    record: NDArray[np.int16],
) -> None:
    """Deal so many coups from `shoe` (values 0 to 9), each from all of its cards.

    With `given` the cards are dealt as they lie, one coup after the other.
    """
    keep = record.size
    start = 0
    for i in range(rounds):
        taken = 4
        if given:
            first, second, third, fourth = shoe[start], shoe[start + 1], shoe[start + 2], shoe[start + 3]
        else:
            first, second = draw(state, shoe, 0), draw(state, shoe, 1)
            third, fourth = draw(state, shoe, 2), draw(state, shoe, 3)
        player = (first + third) % 10
        banker = (second + fourth) % 10
        player_third = 0
        banker_third = 0
        if player < 8 and banker < 8:
            if player < 6:
                card = shoe[start + taken] if given else draw(state, shoe, taken)
                taken += 1
                player_third = 1
                player = (player + card) % 10
                banker_third = 1 if draws[banker, card] else 0
            elif banker < 6:
                banker_third = 1
            if banker_third:
                more = shoe[start + taken] if given else draw(state, shoe, taken)
                taken += 1
                banker = (banker + more) % 10
        code = ((player * 10 + banker) * 2 + player_third) * 2 + banker_third
        counts[code] += 1
        if i < keep:
            record[i] = code
        if given:
            start += taken


def values_of(decks: int) -> NDArray[np.uint8]:
    """A shoe as baccarat values."""
    ranks = np.tile(np.repeat(np.arange(1, 14), 4), decks)
    return np.where(ranks >= 10, 0, ranks).astype(np.uint8)


def simulate(
    state: State,
    rounds: int,
    decks: int = 8,
    table: Draws = STANDARD_DRAWS,
    given: NDArray[np.uint8] | None = None,
    record: NDArray[np.int16] | None = None,
) -> dict[Coup, int]:
    """So many coups from fresh shoes, or from the `given` values dealt in order."""
    if rounds < 0:
        raise ValueError("a simulation cannot have a negative number of rounds")
    draws = np.zeros((10, 10), dtype=np.bool_)
    for banker, third in table:
        draws[banker, third] = True
    counts = np.zeros(CODES, dtype=np.int64)
    shoe = values_of(decks) if given is None else given
    kept = np.empty(0, dtype=np.int16) if record is None else record
    deal(state, rounds, shoe, draws, given is not None, counts, kept)
    return {coup_of(code): int(count) for code, count in enumerate(counts) if count}
