"""Side bets on the dealer's finished hand, from his exact distribution: Buster and Push 22.

The dealer is taken to play out his hand whatever the players hold (the Buster clause says so, the Push 22
clause is silent). What the players drew does not matter then: the cards after any stopping point of a
shuffled shoe are distributed like its first.
"""

from __future__ import annotations

import functools
from fractions import Fraction

from croupier.games.twentyone import counting as twentyone
from croupier.odds.exact import Edge
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone.hands import VALUES
from croupier.odds.games.twentyone.sidebets import LOSE, check_rows

Chances = dict[str, Fraction]
Finished = tuple[tuple[int, ...], int, int]  # counts by value, how the hand ends, in how many orders

SUITS = 4


def edge_of(chances: Chances, pays: dict[str, Fraction] | dict[str, int], conditions: str = "") -> Edge:
    """The figures of a bet: an outcome without a row loses, a row without an outcome is refused."""
    check_rows(chances, pays)
    rows = [(Fraction(pays.get(outcome, -1)), chance) for outcome, chance in chances.items()]
    return Edge.from_distribution(rows, conditions=conditions)


def _falling(n: int, k: int) -> int:
    result = 1
    for i in range(k):
        result *= n - i
    return max(result, 0) if n >= 0 else 0


@functools.cache
def finished_hands(decks: int, hits_soft_17: bool, spanish: bool = False) -> tuple[Finished, ...]:
    """Every hand with which the dealer can finish."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for up in range(VALUES):
        for drawn, (end, orders) in bh.dealer_hands(up, hits_soft_17).items():
            hand = (*drawn[:up], drawn[up] + 1, *drawn[up + 1 :])
            found[hand] = (end, found.get(hand, (end, 0))[1] + orders)
    shoe = bh.shoe(decks, spanish)
    return tuple(
        (hand, end, orders)
        for hand, (end, orders) in found.items()
        if all(count <= shoe[value] for value, count in enumerate(hand))
    )


def real_cards(hand: tuple[int, ...], cards_of_value: list[int]) -> int:
    """Ordered choices of real cards for a hand, in one order of its values."""
    ways = 1
    for value, count in enumerate(hand):
        ways *= _falling(cards_of_value[value], count)
    return ways


@functools.cache
def dealer_ends(decks: int, hits_soft_17: bool, spanish: bool = False) -> dict[int, Fraction]:
    """How the dealer ends from a full shoe, exactly."""
    shoe = [int(count) for count in bh.shoe(decks, spanish)]
    ends: dict[int, Fraction] = dict.fromkeys(range(bh.DEALER_ENDS), Fraction(0))
    for hand, end, orders in finished_hands(decks, hits_soft_17, spanish):
        ends[end] += Fraction(orders * real_cards(hand, shoe), _falling(sum(shoe), sum(hand)))
    return ends


@functools.cache
def buster(decks: int, hits_soft_17: bool, spanish: bool = False) -> Chances:
    """The dealer busts, by the number of his cards."""
    shoe = [int(count) for count in bh.shoe(decks, spanish)]
    chances: Chances = dict.fromkeys(twentyone.BUSTER, Fraction(0))
    for hand, end, orders in finished_hands(decks, hits_soft_17, spanish):
        cards = sum(hand)
        chance = Fraction(orders * real_cards(hand, shoe), _falling(sum(shoe), cards))
        total = 21 if end == bh.DEALER_BLACKJACK else end + 17
        chances[twentyone.BUSTER[twentyone.buster(total, cards)]] += chance
    return chances


@functools.cache
def push_22(decks: int, hits_soft_17: bool, spanish: bool = False) -> Chances:
    """The dealer ends with 22: all his cards of one suit, of one colour, or neither."""
    shoe = [int(count) for count in bh.shoe(decks, spanish)]
    suit = [count // SUITS for count in shoe]
    colour = [count // 2 for count in shoe]
    chances: Chances = dict.fromkeys(twentyone.PUSH_22, Fraction(0))
    for hand, end, orders in finished_hands(decks, hits_soft_17, spanish):
        deals = _falling(sum(shoe), sum(hand))
        ways = real_cards(hand, shoe)
        if end != bh.DEALER_22:
            chances[LOSE] += Fraction(orders * ways, deals)
            continue
        suited = SUITS * real_cards(hand, suit)
        coloured = 2 * real_cards(hand, colour)
        chances["suited-22"] += Fraction(orders * suited, deals)
        chances["same-color-22"] += Fraction(orders * (coloured - suited), deals)
        chances["other-22"] += Fraction(orders * (ways - coloured), deals)
    return chances
