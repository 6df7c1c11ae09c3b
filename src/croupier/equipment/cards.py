"""Playing cards as small integers.

A card is `rank * 4 + suit`: rank 0 is the deuce and 12 the ace, suits run clubs, diamonds, hearts,
spades. 52 is a joker. Small integers keep ranking and counting fast, and the same functions serve
the table and the compiled analyses.
"""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"

JOKER = 52
DECK = range(52)
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


def rank_of(card: int) -> int:
    return card >> 2


def suit_of(card: int) -> int:
    return card & 3


def make_card(rank: int, suit: int) -> int:
    return rank * 4 + suit


_NAMES = (*(RANKS[c >> 2] + SUITS[c & 3] for c in DECK), "Jk")
_CARDS = {name.lower(): card for card, name in enumerate(_NAMES)}
_CARDS |= {"10" + suit: make_card(TEN, number) for number, suit in enumerate(SUITS)}
_CARDS |= {"joker": JOKER}


def card_name(card: int) -> str:
    """The short name as a dealer keys it: `Ks`, `Td`, `Jk` for the joker."""
    return _NAMES[card]


def card_words(card: int) -> str:
    """The name as it is read aloud: `six of hearts`."""
    if card == JOKER:
        return "joker"
    return f"{RANK_WORDS[card >> 2]} of {SUIT_WORDS[card & 3]}"


def parse_card(text: str) -> int:
    """Read one card: `Ks`, `kS`, `10d`, `Td`, `Jk`."""
    try:
        return _CARDS[text.strip().lower()]
    except KeyError:
        raise ValueError(f"{text!r} is no card: key a rank and a suit, such as Ks, 10d, 7h, or Jk") from None


def parse_cards(text: str) -> list[int]:
    """Read several cards separated by spaces or commas."""
    return [parse_card(word) for word in text.replace(",", " ").split()]


def card_names(cards: Iterable[int]) -> str:
    return " ".join([_NAMES[card] for card in cards])
