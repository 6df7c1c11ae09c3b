"""Side bets of the blackjack tables that the first cards decide, counted exactly for any number of decks.

Each bet comes as a count of its outcomes; `edge_of` turns a count and a pay table into figures. Cards are
numbered rank * 4 + suit as everywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

from croupier.equipment.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    JACK,
    KING,
    NINE,
    QUEEN,
    SPADES,
    TEN,
    make_card,
    rank_of,
    suit_of,
)
from croupier.odds.exact import Edge

LOSE = "lose"
Counts = dict[str, int]

ACE_OF_SPADES = make_card(ACE, SPADES)
JACK_OF_DIAMONDS = make_card(JACK, DIAMONDS)
KING_OF_SPADES = make_card(KING, SPADES)


def edge_of(counts: Mapping[str, int], pays: Mapping[str, Fraction | int], conditions: str = "") -> Edge:
    """The figures of a bet: an outcome without a row loses, a row without an outcome is refused."""
    unknown = set(pays) - set(counts)
    if unknown:
        raise ValueError(f"this bet has no outcome {', '.join(sorted(unknown))}: it has {', '.join(counts)}")
    nets: dict[Fraction, int] = {}
    for outcome, count in counts.items():
        net = Fraction(pays.get(outcome, -1))
        nets[net] = nets.get(net, 0) + count
    return Edge.from_counts(nets).given(conditions=conditions)


def counted(outcomes: tuple[str, ...]) -> Counts:
    """A count of nothing yet, with every outcome that the bet knows."""
    return {**dict.fromkeys(outcomes, 0), LOSE: 0}


def count_pairs(decks: int, outcomes: tuple[str, ...], classify: Callable[[int, int], str]) -> Counts:
    """Count every unordered pair of cards from so many decks."""
    counts = counted(outcomes)
    for low, high in combinations_with_replacement(range(52), 2):
        counts[classify(low, high)] += comb(decks, 2) if low == high else decks * decks
    return counts


# ------------------------------------------------------------------------- the player's two cards


BET_THE_SET = ("suited-pair", "pair")


@functools.cache
def bet_the_set(decks: int) -> Counts:
    """Two cards of one rank, of one suit or not."""

    def classify(a: int, b: int) -> str:
        if rank_of(a) != rank_of(b):
            return LOSE
        return "suited-pair" if a == b else "pair"

    return count_pairs(decks, BET_THE_SET, classify)


ROYAL_MATCH = ("royal-match", "suited")


def is_royal_match(a: int, b: int) -> bool:
    return suit_of(a) == suit_of(b) and {rank_of(a), rank_of(b)} == {KING, QUEEN}


@functools.cache
def royal_match(decks: int) -> Counts:
    """King and queen of a suit, or two cards of a suit."""

    def classify(a: int, b: int) -> str:
        if suit_of(a) != suit_of(b):
            return LOSE
        return "royal-match" if is_royal_match(a, b) else "suited"

    return count_pairs(decks, ROYAL_MATCH, classify)


CROWN_TREASURE = ("crown-treasure", *ROYAL_MATCH)


@functools.cache
def crown_treasure(decks: int) -> Counts:
    """Royal Match with a row for a royal match of player and dealer, over the player's and dealer's pairs."""
    pairs = royal_match(decks)
    dealer_pairs = comb(52 * decks - 2, 2)
    same_suit = 4 * decks * decks * (decks - 1) ** 2
    other_suits = 4 * decks * decks * 3 * decks * decks
    both = same_suit + other_suits
    counts = {outcome: count * dealer_pairs for outcome, count in pairs.items()}
    counts["royal-match"] -= both
    return {"crown-treasure": both, **counts}


HOUSE_MONEY = ("ace-king-suited", "straight-flush", "pair", "straight")


def house_money_hand(a: int, b: int, ace_low: bool = True) -> str:
    """Ace and king of a suit, neighbours of a suit, a pair, or neighbours; an ace is also below the deuce."""
    low, high = sorted((rank_of(a), rank_of(b)))
    if low == high:
        return "pair"
    if not (high - low == 1 or (ace_low and (low, high) == (0, ACE))):
        return LOSE
    if suit_of(a) != suit_of(b):
        return "straight"
    return "ace-king-suited" if (low, high) == (KING, ACE) else "straight-flush"


@functools.cache
def house_money(decks: int, ace_low: bool = True) -> Counts:
    """House Money by itself, the win never added to the wager."""
    return count_pairs(decks, HOUSE_MONEY, lambda a, b: house_money_hand(a, b, ace_low))


KINGS_BOUNTY = (
    "two-kings-of-spades-and-dealer-blackjack",
    "two-kings-of-spades",
    "two-suited-kings",
    "two-suited-queens-jacks-or-tens",
    "suited-20",
    "two-kings",
    "unsuited-20",
)


def is_twenty(a: int, b: int) -> bool:
    ranks = sorted((rank_of(a), rank_of(b)))
    return (ranks[0] >= TEN and ranks[1] <= KING) or ranks == [NINE, ACE]


@functools.cache
def kings_bounty(decks: int) -> Counts:
    """Two cards that total twenty, over the player's pairs and the dealer's."""

    def classify(a: int, b: int) -> str:
        if not is_twenty(a, b):
            return LOSE
        if a == b:
            if a == KING_OF_SPADES:
                return "two-kings-of-spades"
            return "two-suited-kings" if rank_of(a) == KING else "two-suited-queens-jacks-or-tens"
        if suit_of(a) == suit_of(b):
            return "suited-20"
        return "two-kings" if rank_of(a) == rank_of(b) == KING else "unsuited-20"

    pairs = count_pairs(decks, KINGS_BOUNTY, classify)
    dealer_pairs = comb(52 * decks - 2, 2)
    counts = {outcome: count * dealer_pairs for outcome, count in pairs.items()}
    both = pairs["two-kings-of-spades"] * (4 * decks) * (16 * decks - 2)
    counts["two-kings-of-spades-and-dealer-blackjack"] = both
    counts["two-kings-of-spades"] -= both
    return counts


# ------------------------------------------------------------ the player's two cards and the up card


TRILUX = ("straight-flush", "three-of-a-kind", "straight", "flush")


def trilux_hand(a: int, b: int, c: int) -> str:
    """Three cards as a poker hand; the ace is high or low, and only the best row counts."""
    flush = suit_of(a) == suit_of(b) == suit_of(c)
    low, middle, high = sorted((rank_of(a), rank_of(b), rank_of(c)))
    straight = (middle, high) == (low + 1, low + 2) or (low, middle, high) == (0, 1, ACE)
    if straight:
        return "straight-flush" if flush else "straight"
    if low == high:
        return "three-of-a-kind"
    return "flush" if flush else LOSE


@functools.cache
def trilux(decks: int) -> Counts:
    """The player's two cards and the dealer's up card as a three-card poker hand."""
    counts = counted(TRILUX)
    for a, b, c in combinations_with_replacement(range(52), 3):
        if a == c:
            ways = comb(decks, 3)
        elif a == b or b == c:
            ways = comb(decks, 2) * decks
        else:
            ways = decks**3
        counts[trilux_hand(a, b, c)] += ways
    return counts


ROCKN_21 = (
    "ace-of-spades-jack-of-diamonds-and-jack-of-diamonds",
    "ace-of-spades-jack-of-diamonds",
    "blackjack-and-jack-of-diamonds",
    "blackjack",
)


def rockn_21_hand(a: int, b: int, up: int) -> str:
    """The row of a player's two cards and the up card."""
    low, high = sorted((rank_of(a), rank_of(b)))
    if high != ACE or not TEN <= low <= KING:
        return LOSE
    best = {a, b} == {ACE_OF_SPADES, JACK_OF_DIAMONDS}
    return ROCKN_21[(0 if best else 2) + (0 if up == JACK_OF_DIAMONDS else 1)]


@functools.cache
def rockn_21(decks: int) -> Counts:
    """A blackjack, better with the ace of spades and jack of diamonds or against that jack."""
    counts = counted(ROCKN_21)
    aces = [make_card(ACE, suit) for suit in range(CLUBS, SPADES + 1)]
    tens = [make_card(rank, suit) for rank in range(TEN, ACE) for suit in range(CLUBS, SPADES + 1)]
    others = 52 * decks - 2
    blackjacks = 0
    for ace in aces:
        for ten in tens:
            pairs = decks * decks
            jacks = decks - (1 if ten == JACK_OF_DIAMONDS else 0)
            best = (ace, ten) == (ACE_OF_SPADES, JACK_OF_DIAMONDS)
            with_jack, plain = (ROCKN_21[0], ROCKN_21[1]) if best else (ROCKN_21[2], ROCKN_21[3])
            counts[with_jack] += pairs * jacks
            counts[plain] += pairs * (others - jacks)
            blackjacks += pairs
    counts[LOSE] = comb(52 * decks, 2) * others - blackjacks * others
    return counts


# ------------------------------------------------------------------------ insurance as a bet


def insurance(decks: int) -> Counts:
    """Against an ace, knowing no other card: the hole card is a ten or not."""
    return {"dealer-blackjack": 16 * decks, LOSE: 36 * decks - 1}
