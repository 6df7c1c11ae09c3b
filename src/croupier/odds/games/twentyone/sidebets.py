"""Side bets of the blackjack tables that the first cards decide, counted exactly for any number of decks.

A Spanish pack has no tens; what is left of it is counted as it is dealt. What a hand is comes from the game itself
(`games.twentyone`), so outcomes bear the names of the pay tables. Each bet comes as a count of its outcomes; `edge_of`
turns a count and a pay table into figures.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

from croupier.equipment.cards import ACE, DECK, KING, TEN
from croupier.games.twentyone import counting as twentyone
from croupier.odds.exact import Edge

LOSE = "lose"
CROWN_TREASURE = "crown-treasure"
Counts = dict[str, int]


@functools.cache
def pack(spanish: bool = False) -> tuple[int, ...]:
    """The cards of one deck as it is played with."""
    return tuple(card for card in DECK if not (spanish and card >> 2 == TEN))


def shoe_size(decks: int, spanish: bool = False) -> int:
    return len(pack(spanish)) * decks


def edge_of(counts: Mapping[str, int], pays: Mapping[str, Fraction | int], conditions: str = "") -> Edge:
    """The figures of a bet: an outcome without a row loses, a row without an outcome is refused."""
    check_rows(counts, pays)
    nets: dict[Fraction, int] = {}
    for outcome, count in counts.items():
        net = Fraction(pays.get(outcome, -1))
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets).given(conditions=conditions)


def check_rows(outcomes: Mapping[str, object], pays: Mapping[str, object]) -> None:
    unknown = set(pays) - set(outcomes)
    if unknown:
        raise ValueError(f"this bet has no outcome {', '.join(sorted(unknown))}: it has {', '.join(outcomes)}")


def count_pairs(decks: int, spanish: bool, names: tuple[str, ...], outcome: Callable[[int, int], int]) -> Counts:
    """Count every unordered pair of cards from so many decks."""
    counts = dict.fromkeys(names, 0)
    for low, high in combinations_with_replacement(pack(spanish), 2):
        counts[names[outcome(low, high)]] += comb(decks, 2) if low == high else decks * decks
    return counts


# ------------------------------------------------------------------------- the player's two cards


@functools.cache
def bet_the_set(decks: int, spanish: bool = False) -> Counts:
    """Two cards of one rank, of one suit or not."""
    return count_pairs(decks, spanish, twentyone.PAIRS, twentyone.bet_the_set)


@functools.cache
def royal_match(decks: int, spanish: bool = False) -> Counts:
    """King and queen of a suit, or two cards of a suit."""
    return count_pairs(decks, spanish, twentyone.ROYAL_MATCH, twentyone.royal_match)


@functools.cache
def crown_treasure(decks: int, spanish: bool = False) -> Counts:
    """Royal Match with a row for a royal match of player and dealer, over the player's and dealer's pairs."""
    dealer_pairs = comb(shoe_size(decks, spanish) - 2, 2)
    same_suit = 4 * decks * decks * (decks - 1) ** 2
    other_suits = 4 * decks * decks * 3 * decks * decks
    both = same_suit + other_suits
    counts = {outcome: count * dealer_pairs for outcome, count in royal_match(decks, spanish).items()}
    counts["royal-match"] -= both
    return {**counts, CROWN_TREASURE: both}


@functools.cache
def house_money(decks: int, spanish: bool = False) -> Counts:
    """House Money by itself, the win never added to the wager."""
    return count_pairs(decks, spanish, twentyone.HOUSE_MONEY, twentyone.house_money)


@functools.cache
def kings_bounty(decks: int, spanish: bool = False) -> Counts:
    """Two cards that total twenty, over the player's pairs and the dealer's."""
    names = twentyone.KINGS_BOUNTY
    pairs = count_pairs(decks, spanish, names, lambda a, b: twentyone.kings_bounty(a, b, False))
    dealer_pairs = comb(shoe_size(decks, spanish) - 2, 2)
    counts = {outcome: count * dealer_pairs for outcome, count in pairs.items()}
    with_blackjack = pairs["two-kings-of-spades"] * (4 * decks) * ((12 if spanish else 16) * decks - 2)
    counts["two-kings-of-spades-and-dealer-blackjack"] = with_blackjack
    counts["two-kings-of-spades"] -= with_blackjack
    return counts


# ------------------------------------------------------------ the player's two cards and the up card


@functools.cache
def trilux(decks: int, spanish: bool = False) -> Counts:
    """The player's two cards and the dealer's up card as a three-card poker hand."""
    counts = dict.fromkeys(twentyone.TRILUX, 0)
    for a, b, c in combinations_with_replacement(pack(spanish), 3):
        if a == c:
            ways = comb(decks, 3)
        elif a == b or b == c:
            ways = comb(decks, 2) * decks
        else:
            ways = decks**3
        counts[twentyone.TRILUX[twentyone.trilux(a, b, c)]] += ways
    return counts


@functools.cache
def rockn_21(decks: int, spanish: bool = False) -> Counts:
    """A blackjack, better with the ace of spades and jack of diamonds or against that jack."""
    names = twentyone.ROCK_N_21
    counts = dict.fromkeys(names, 0)
    aces = [card for card in pack(spanish) if card >> 2 == ACE]
    tens = [card for card in pack(spanish) if TEN <= card >> 2 <= KING]
    size = shoe_size(decks, spanish)
    jack = twentyone.JACK_OF_DIAMONDS
    for ace in aces:
        for ten in tens:
            pairs = decks * decks
            jacks = decks - (1 if ten == jack else 0)
            counts[names[twentyone.rock_n_21(ace, ten, jack)]] += pairs * jacks
            # any other up card will do for the row without the jack
            counts[names[twentyone.rock_n_21(ace, ten, ace)]] += pairs * (size - 2 - jacks)
    counts[LOSE] = comb(size, 2) * (size - 2) - sum(counts.values())
    return counts


# ------------------------------------------------------------------------ insurance as a bet


def insurance(decks: int, spanish: bool = False) -> Counts:
    """Against an ace, knowing no other card: the hole card counts ten or not."""
    return {"dealer-blackjack": (12 if spanish else 16) * decks, LOSE: 36 * decks - 1}
