"""Baccarat from the full shoe: every hand counted in integers, then every wager read off that count.

The counts depend only on the decks and on the drawing table; a wager is a function of the two final
totals and of how many cards each hand holds. So one count serves every pay table and every variant.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from croupier.games.baccarat import counting as game
from croupier.odds.exact import Edge
from croupier.odds.games.dice.exact import Vigorish

Draws = frozenset[tuple[int, int]]


def drawing_table(rows: Mapping[int, str]) -> Draws:
    """Read rows of the table: banker's total, and the player's third cards on which it draws.

    >>> (6, 7) in drawing_table({6: "67"})
    True
    """
    return frozenset((banker, int(third)) for banker, thirds in rows.items() for third in thirds)


NO_THIRD = -1
ALL_THIRDS = "0123456789"
# Below three the banker's hand always draws, on seven never; these rows lie between.
STANDARD_DRAWS = drawing_table(
    {0: ALL_THIRDS, 1: ALL_THIRDS, 2: ALL_THIRDS, 3: "012345679", 4: "234567", 5: "4567", 6: "67"}
)


class Coup(msgspec.Struct, frozen=True):
    """How a hand of baccarat ended."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int


def shoe(decks: int) -> tuple[int, ...]:
    """Cards of each value 0 to 9 in a shoe."""
    return (16 * decks, *(4 * decks for _ in range(9)))


@functools.lru_cache(maxsize=32)
def coups(decks: int, draws: Draws = STANDARD_DRAWS) -> dict[Coup, int]:
    """How many of the ordered six-card deals from a full shoe end in each coup."""
    return count_coups(shoe(decks), draws)


HANDS = ("player", "banker")


def count_coups(
    cards: tuple[int, ...], draws: Draws = STANDARD_DRAWS, first: tuple[str, int] | None = None
) -> dict[Coup, int]:
    """As `coups`, from a shoe of any composition (cards of value 0 to 9).

    `first` names a hand and the value of its first card where somebody has seen it: those deals alone are counted.
    """
    total = sum(cards)
    left = list(cards)
    counts: dict[tuple[int, int, int, int], int] = {}
    pairs = [(a, b) for a in range(10) for b in range(a, 10)]
    for a, b in pairs:
        player_ways = _take_pair(left, a, b) * _halves(first, "player", a, b) // 2
        for c, d in pairs:
            ways = player_ways * (_take_pair(left, c, d) * _halves(first, "banker", c, d) // 2)
            if ways:
                _finish(left, total - 4, (a + b) % 10, (c + d) % 10, ways, draws, counts)
            _put_pair(left, c, d)
        _put_pair(left, a, b)
    return {Coup(*key): count for key, count in sorted(counts.items())}


def _halves(first: tuple[str, int] | None, hand: str, a: int, b: int) -> int:
    """How many halves of the orders of two values begin with the card that was seen."""
    if first is None or first[0] != hand:
        return 2
    return (a == first[1]) + (b == first[1])


def _take_pair(left: list[int], a: int, b: int) -> int:
    """Ordered ways to draw two values; the cards leave the shoe."""
    ways = left[a] * (left[b] - (1 if a == b else 0)) * (1 if a == b else 2)
    left[a] -= 1
    left[b] -= 1
    return max(ways, 0)


def _put_pair(left: list[int], a: int, b: int) -> None:
    left[a] += 1
    left[b] += 1


def _finish(
    left: list[int],
    cards: int,
    player: int,
    banker: int,
    ways: int,
    draws: Draws,
    counts: dict[tuple[int, int, int, int], int],
) -> None:
    """Deal third cards by the rules. Cards not needed are dealt too, so that all deals weigh the same."""

    def add(p: int, b: int, p_cards: int, b_cards: int, number: int) -> None:
        key = (p, b, p_cards, b_cards)
        counts[key] = counts.get(key, 0) + number

    two_more = cards * (cards - 1)
    if player >= 8 or banker >= 8:
        add(player, banker, 2, 2, ways * two_more)
    elif not game.player_draws(player):
        if not game.banker_draws(banker, NO_THIRD, 0):
            add(player, banker, 2, 2, ways * two_more)
        else:
            for third, count in enumerate(left):
                add(player, (banker + third) % 10, 2, 3, ways * count * (cards - 1))
    else:
        for third, count in enumerate(left):
            if not count:
                continue
            drawn = (player + third) % 10
            if (banker, third) in draws:
                for fourth, more in enumerate(left):
                    number = count * (more - (1 if fourth == third else 0))
                    add(drawn, (banker + fourth) % 10, 3, 3, ways * number)
            else:
                add(drawn, banker, 3, 2, ways * count * (cards - 1))


# --------------------------------------------------------------------------------- the wagers

Nets = Mapping[str, Fraction]
UNPAID = {"lose": Fraction(-1), "push": Fraction(0)}
BANKER = "banker"


class Charges(msgspec.Struct, frozen=True):
    """What a Banker wager is charged: a vigorish on what it wins, and on a tie a share of the wager itself."""

    vigorish: Vigorish = Vigorish(rate=Fraction(0), always=False)
    tied: Vigorish = Vigorish(rate=Fraction(0), always=False)

    def of(self, outcome: str, won: Fraction, stake_cents: int | None) -> Fraction:
        if outcome == "lose":
            return Fraction(0)
        if outcome == "push":
            return self.tied.of(Fraction(1), stake_cents)
        return self.vigorish.of(max(won, Fraction(0)), stake_cents)


def net_of(
    coup: Coup, wager: str, on: str, nets: Nets, charges: Charges | None = None, stake_cents: int | None = None
) -> Fraction:
    """What a wager nets on a coup: the row of the outcome that the game itself names, less what it is charged."""
    named = game.coup_outcomes(coup.player, coup.banker, coup.player_cards, coup.banker_cards)[wager, on]
    won = nets[named] if named in nets else UNPAID[named]
    return won if charges is None else won - charges.of(named, won, stake_cents)


def edge_of(
    counts: Mapping[Coup, int],
    wager: str,
    on: str,
    nets: Nets,
    charges: Charges | None = None,
    stake_cents: int | None = None,
) -> Edge:
    """Any wager of the game, from what each outcome nets."""
    totals: dict[Fraction, int] = {}
    for coup, count in counts.items():
        key = net_of(coup, wager, on, nets, charges, stake_cents)
        totals[key] = totals.get(key, 0) + count
    return Edge.from_counts(totals)
