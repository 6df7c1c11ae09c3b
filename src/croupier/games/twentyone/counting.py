"""Counting to twenty-one: points, totals, who wins, and what the side bets pay on.

Plain functions over cards as small integers (`rank * 4 + suit`), so that the analyses compile the very same
ones. An outcome is a small integer; the tuples of names beside them are what pay tables call it.
"""

from collections.abc import Sequence

from croupier.equipment.cards import ACE, DIAMONDS, HEARTS, JACK, KING, QUEEN, SPADES, TEN, TWO, make_card

ACE_OF_SPADES = make_card(ACE, SPADES)
KING_OF_SPADES = make_card(KING, SPADES)
JACK_OF_DIAMONDS = make_card(JACK, DIAMONDS)

# The hand


POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)  # by rank


def points(card: int) -> int:
    """Face value, ten for pictures, eleven for an ace (until that would be too much)."""
    return POINTS[card >> 2]


def total(cards: Sequence[int]) -> int:
    """The point count: aces count eleven unless that goes over 21, then one."""
    count, aces = 0, 0
    for card in cards:
        rank = card >> 2
        count += POINTS[rank]
        if rank == ACE:
            aces += 1
    while count > 21 and aces > 0:
        count -= 10
        aces -= 1
    return count


def is_soft(cards: Sequence[int]) -> bool:
    """Whether an ace counts eleven."""
    low, aces = 0, 0
    for card in cards:
        if card >> 2 == ACE:
            low += 1
            aces += 1
        else:
            low += points(card)
    return aces > 0 and low + 10 <= 21


def is_ten(card: int) -> bool:
    return TEN <= card >> 2 <= KING


def is_blackjack(first: int, second: int) -> bool:
    """An ace and a card of ten points."""
    return (first >> 2 == ACE and is_ten(second)) or (second >> 2 == ACE and is_ten(first))


def same_value(first: int, second: int) -> bool:
    """A pair that may be split: two sevens, or a king and a ten."""
    return points(first) == points(second)


def dealer_draws(count: int, soft: bool, stands_on_soft_17: bool) -> bool:
    """The dealer draws to sixteen, and to a soft seventeen unless the layout says otherwise."""
    return count < 17 or (count == 17 and soft and not stands_on_soft_17)


LOST, PUSHED, WON, BLACKJACK = 0, 1, 2, 3


def against_dealer(player: int, blackjack: bool, dealer: int, dealer_blackjack: bool, pushes_22: bool) -> int:
    """The outcome of a hand: LOST, PUSHED, WON or (a blackjack that is paid) BLACKJACK."""
    if player > 21:
        return LOST
    if blackjack:
        return PUSHED if dealer_blackjack else BLACKJACK
    if dealer_blackjack:
        return LOST
    if dealer > 21:
        return PUSHED if dealer == 22 and pushes_22 else WON
    if player == dealer:
        return PUSHED
    return WON if player > dealer else LOST


def back_to_life(dealer: int) -> int:
    """A hand over 21 that lives on wins when the dealer ends above 22."""
    return WON if dealer > 22 else LOST


# Side bets on the first two cards

PAIRS = ("lose", "pair", "suited-pair")


def bet_the_set(first: int, second: int) -> int:
    if first >> 2 != second >> 2:
        return 0
    return 2 if first == second else 1


ROYAL_MATCH = ("lose", "suited", "royal-match")


def royal_match(first: int, second: int) -> int:
    if first & 3 != second & 3:
        return 0
    return 2 if first >> 2 != second >> 2 and QUEEN <= first >> 2 <= KING and QUEEN <= second >> 2 <= KING else 1


KINGS_BOUNTY = (
    "lose",
    "unsuited-20",
    "two-kings",
    "suited-20",
    "two-suited-queens-jacks-or-tens",
    "two-suited-kings",
    "two-kings-of-spades",
    "two-kings-of-spades-and-dealer-blackjack",
)


def kings_bounty(first: int, second: int, dealer_blackjack: bool) -> int:
    """Two cards that count twenty; an ace and a nine are a twenty too."""
    if points(first) + points(second) != 20:
        return 0
    if first == second:
        if first == KING_OF_SPADES:
            return 7 if dealer_blackjack else 6
        return 5 if first >> 2 == KING else 4
    if first & 3 == second & 3:
        return 3
    return 2 if first >> 2 == KING and second >> 2 == KING else 1


HOUSE_MONEY = ("lose", "straight", "pair", "straight-flush", "ace-king-suited")


def house_money(first: int, second: int) -> int:
    """Two cards as a poker hand of two; the ace stands next to the king and next to the two."""
    high, low = max(first >> 2, second >> 2), min(first >> 2, second >> 2)
    suited = first & 3 == second & 3
    if high == low:
        return 2
    if high - low == 1 or (high == ACE and low == TWO):
        if not suited:
            return 1
        return 4 if high == ACE and low == KING else 3
    return 0


# Side bets with the dealer's up card

ROCK_N_21 = ("lose", "blackjack", "blackjack-dealer-jack", "ace-jack", "ace-jack-dealer-jack")


def rock_n_21(first: int, second: int, up: int) -> int:
    """A blackjack; better with the ace of spades and the jack of diamonds, and with that jack as the up card."""
    if not is_blackjack(first, second):
        return 0
    named = max(first, second) == ACE_OF_SPADES and min(first, second) == JACK_OF_DIAMONDS
    return (3 if named else 1) + (1 if up == JACK_OF_DIAMONDS else 0)


TRILUX = ("lose", "flush", "straight", "three-of-a-kind", "straight-flush")


def trilux(first: int, second: int, up: int) -> int:
    """Three cards as a poker hand; with several decks a flush may hold a pair, and three alike are three of a kind."""
    a, b, c = first >> 2, second >> 2, up >> 2
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    if low == high:
        return 3
    flush = first & 3 == second & 3 == up & 3
    straight = (high - middle == 1 and middle - low == 1) or (high == ACE and middle == TWO + 1 and low == TWO)
    if straight:
        return 4 if flush else 2
    return 1 if flush else 0


# Side bets on the dealer's whole hand

BUSTER = ("lose", "three-cards", "four-cards", "five-cards", "six-cards", "seven-cards", "eight-cards")


def buster(count: int, cards: int) -> int:
    """The dealer over 21, by the number of his cards; eight stands for eight or more."""
    return min(cards, 8) - 2 if count > 21 else 0


PUSH_22 = ("lose", "other-22", "same-color-22", "suited-22")


def push_22(cards: Sequence[int]) -> int:
    """The dealer with exactly 22: all of one suit, all of one colour, or neither."""
    if total(cards) != 22:
        return 0
    suited, colored = True, True
    red = (cards[0] & 3) in (DIAMONDS, HEARTS)
    for card in cards:
        suited = suited and card & 3 == cards[0] & 3
        colored = colored and ((card & 3) in (DIAMONDS, HEARTS)) == red
    return 3 if suited else 2 if colored else 1


# A blackjack by the colour of its two cards

COLORED_BLACKJACKS = ("mixed-blackjack", "red-blackjack", "black-blackjack")


def blackjack_color(first: int, second: int) -> int:
    red_first, red_second = (first & 3) in (DIAMONDS, HEARTS), (second & 3) in (DIAMONDS, HEARTS)
    if red_first != red_second:
        return 0
    return 1 if red_first else 2


def count_words(cards: Sequence[int]) -> str:
    """The count as it is announced: `soft 17`, `20`, `23, over 21,`."""
    count = total(cards)
    if count > 21:
        return f"{count}, over 21,"
    return f"soft {count}" if is_soft(cards) else str(count)
