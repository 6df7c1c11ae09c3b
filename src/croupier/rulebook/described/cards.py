"""What a rulebook can say about cards.

| word | holds when |
|---|---|
| `same-rank`, `same-suit`, `same-colour`, `same-card` | so many cards agree (`true`: all of them) |
| `cards`, `ranks` | these cards, or cards of these ranks, are among them |
| `only-ranks`, `only-suits` | every card is one of these |
| `in-sequence` | the ranks follow one another; the ace stands next to the king and next to the two |
| `number-of-cards` | there are so many |
| `hand` | three cards, or the best five of more, are this poker hand (or one of these) |

A family of games adds its own: what cards count, who has won. Numbers are exact, a list, or `{ least, most }`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from croupier.equipment.cards import RANKS, SUIT_WORDS, parse_card
from croupier.hands.five import CATEGORIES5, best5, category5
from croupier.hands.three import CATEGORIES3, category3, is_mini_royal, rank3
from croupier.rulebook.described.conditions import Condition, Looks, Numbers, Reader, Seen
from croupier.rulebook.described.wager import Maker

Cards = Sequence[int]
Check = Callable[[Cards], bool]
ACE, LOW_ACE = 12, -1
NAMED = {"suits": True, "some_suits": True, "named_suits": True}
HANDS3 = (*CATEGORIES3, "mini-royal")


def about(sees: tuple[str, ...], check: Check, narrows: bool = False, **looks: bool) -> Condition:
    """A condition on the cards of one place, or of several together; a card that was never dealt meets none.

    One that `narrows` can't be met any more once some cards fail it, whatever lies beside them.
    """
    if len(sees) == 1:
        word = sees[0]

        def test(seen: Seen) -> bool | None:
            cards = seen.get(word)
            return None if cards is None else bool(cards) and check(cards)

    else:

        def test(seen: Seen) -> bool | None:
            together: list[int] = []
            waits = False
            for word in sees:
                cards = seen.get(word)
                if cards is None:
                    waits = True
                else:
                    together += cards
            if waits:
                return False if narrows and together and not check(together) else None
            return bool(together) and check(together)

    return Condition(test, Looks(frozenset(sees)) | Looks(**looks))  # type: ignore[arg-type]


def numbered(count: Callable[[Cards], int], least: int, most: int, **looks: bool) -> Maker:
    """A condition on a number that the cards make."""

    def make(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
        numbers = reader.numbers(value, where, least, most)
        return about(sees, lambda cards: numbers.holds(count(cards)), **looks)

    return make


def flagged(check: Check, **looks: bool) -> Maker:
    """A condition that cards meet, or with `false` do not."""

    def make(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
        wanted = reader.flag(value, where)
        return about(sees, lambda cards: check(cards) is wanted, **looks)

    return make


# ------------------------------------------------------------------------------------ cards that agree


def alike(key: Callable[[int], int], **looks: bool) -> Maker:
    def make(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
        if value is True:
            return about(sees, lambda cards: all_alike(key, cards), narrows=True, **looks)
        if type(value) is not int or value < 2:
            reader.fault(where, f"expected how many cards agree, two or more, or true for all; found {value!r}")
            return about(sees, lambda cards: False)
        some = {"some_suits": True} if looks.get("suits") or looks.get("colours") else {}
        return about(sees, lambda cards: so_many_alike(key, cards, value), **looks, **some)

    return make


def all_alike(key: Callable[[int], int], cards: Cards) -> bool:
    first = key(cards[0])
    return all(key(card) == first for card in cards)


def so_many_alike(key: Callable[[int], int], cards: Cards, number: int) -> bool:
    if len(cards) <= number:
        return len(cards) == number and all_alike(key, cards)
    return max(Counter(map(key, cards)).values()) >= number


def rank(card: int) -> int:
    return card >> 2


def suit(card: int) -> int:
    return card & 3


def colour(card: int) -> int:
    """Diamonds and hearts are red."""
    return 1 if (card & 3) in (1, 2) else 0


def in_sequence(cards: Cards) -> bool:
    """Ranks that follow one another without a gap or a pair."""
    ranks = sorted(card >> 2 for card in cards)
    if ranks[-1] == ACE and ranks[0] == 0:
        ranks = [LOW_ACE, *ranks[:-1]]
    return all(b - a == 1 for a, b in pairwise(ranks))


# ------------------------------------------------------------------------------------ cards by name


def _cards(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    wanted: list[int] = []
    for name in value if isinstance(value, list) else [value]:
        try:
            wanted.append(parse_card(str(name)))
        except ValueError as error:
            reader.fault(where, str(error))
    needed = Counter(wanted)
    return about(sees, lambda cards: needed <= Counter(cards), ranks=True, **NAMED)


def _ranks(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    needed = Counter(rank_numbers(reader, where, value, repeated=True))
    return about(sees, lambda cards: needed <= Counter(card >> 2 for card in cards), ranks=True)


def _only_ranks(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    allowed = frozenset(rank_numbers(reader, where, value))
    return about(sees, lambda cards: all(card >> 2 in allowed for card in cards), narrows=True, ranks=True)


def _only_suits(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    allowed = frozenset(SUIT_WORDS.index(word) for word in reader.words(value, where, SUIT_WORDS))
    return about(sees, lambda cards: all(card & 3 in allowed for card in cards), narrows=True, **NAMED)


def rank_numbers(reader: Reader, where: str, value: Any, *, repeated: bool = False) -> list[int]:
    """Ranks as cards are keyed: 2 to 9, T or 10, J, Q, K, A."""
    words = [str(word).upper().replace("10", "T") for word in (value if isinstance(value, list) else [value])]
    return [RANKS.index(word) for word in reader.words(words, where, tuple(RANKS), repeated=repeated)]


# ------------------------------------------------------------------------------------ poker hands


@lru_cache(maxsize=1024)
def poker_name(cards: tuple[int, ...]) -> str:
    """What three cards, or the best five of more, are called; asked again for every outcome of a wager."""
    if len(cards) == 3:
        value = rank3(*cards)
        if category3(value) == "pair" and len({suit(card) for card in cards}) == 1:
            return "flush"  # of several decks: two of one card are a pair and a flush, and the flush is better
        return "mini-royal" if is_mini_royal(value) else category3(value)
    if len(cards) < 5:
        return ""
    if len(set(cards)) == len(cards):
        return category5(best5(cards))
    return max((_of_several_decks(five) for five in combinations(cards, 5)), key=CATEGORIES5.index)


def _of_several_decks(five: tuple[int, ...]) -> str:
    """What five cards are called that may be the same card twice, which the ranks of one deck do not know."""
    if len(set(five)) == 5:
        return category5(best5(five))
    often = sorted(Counter(map(rank, five)).values(), reverse=True)
    if often[0] >= 4:
        return "four-of-a-kind"
    if often == [3, 2]:
        return "full-house"
    if len(set(map(suit, five))) == 1:
        return "flush"
    return "three-of-a-kind" if often[0] == 3 else "two-pair" if often == [2, 2, 1] else "pair"


def _hand(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    names = tuple(dict.fromkeys((*HANDS3, *CATEGORIES5)))
    wanted = set(reader.words(value, where, names))
    if "straight-flush" in wanted:
        wanted |= {"mini-royal", "royal-flush"}  # the highest straight flushes are straight flushes first of all
    return about(sees, lambda cards: poker_name(tuple(cards)) in wanted, ranks=True, suits=True)


MAKERS: dict[str, Maker] = {
    "same-rank": alike(rank, ranks=True),
    "same-suit": alike(suit, suits=True),
    "same-colour": alike(colour, colours=True),
    "same-card": alike(lambda card: card, ranks=True, suits=True),
    "cards": _cards,
    "ranks": _ranks,
    "only-ranks": _only_ranks,
    "only-suits": _only_suits,
    "in-sequence": flagged(in_sequence, ranks=True),
    "number-of-cards": numbered(len, 1, 60),
    "hand": _hand,
}

MEANS = {
    "same-rank": "so many cards agree in rank; true: all of them",
    "same-suit": "so many cards agree in suit; true: all of them",
    "same-colour": "so many cards agree in colour; true: all of them",
    "same-card": "so many cards are the same card of several decks; true: all of them",
    "cards": 'these cards are among them, such as ["Qh", "Qh"]',
    "ranks": 'cards of these ranks are among them, such as ["K", "Q"]',
    "only-ranks": "every card is of one of these ranks",
    "only-suits": "every card is of one of these suits",
    "in-sequence": "the ranks follow one another; an ace stands next to the king and next to the two",
    "number-of-cards": "there are so many",
    "hand": "three cards, or the best five of more, are this poker hand or one of these",
}

__all__ = ["MAKERS", "MEANS", "Cards", "Numbers", "about", "flagged", "numbered", "poker_name"]
