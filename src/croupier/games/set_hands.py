"""What pai gow shows to a wager that its rulebook describes itself, and how its cards can fall.

| word | what is seen |
|---|---|
| `own-cards`, `dealer-cards` | the seven cards of the player, of the dealer |
| `high-hand`, `low-hand` | the player's five and two cards as he has set them |
| `dealer-high`, `dealer-low` | the dealer's, set by the house way |

The joker is an ace, or completes a straight or a flush; so it agrees with every suit and colour. What is said of cards
is said of one of these at a time; only `result` compares the set hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from croupier.equipment.cards import JOKER, SUIT_WORDS, parse_card
from croupier.games.cards.house_way import Ways, high_value, rank, set_low, ways_from
from croupier.games.dealing import Cards, Pack, falls, never_dealt
from croupier.hands.paigow import CATEGORIES7, best7, category_high, holds7, rank_low
from croupier.rulebook.described import Described, Looks, Showing
from croupier.rulebook.described.cards import about, colour, rank_numbers, suit
from croupier.rulebook.described.conditions import Condition, Reader
from croupier.rulebook.described.conditions import Seen as Sight
from croupier.rulebook.described.wager import Maker
from croupier.rulebook.faults import Found
from croupier.rulebook.model import PayTable, Rulebook

OWN, DEALER = "own-cards", "dealer-cards"
HIGH, LOW, DEALER_HIGH, DEALER_LOW = "high-hand", "low-hand", "dealer-high", "dealer-low"
SEVEN, FIVE = 7, 5
PACK = (*range(52), JOKER)
RESULTS = ("lose", "push", "win")
SET_HANDS = frozenset({HIGH, LOW, DEALER_HIGH, DEALER_LOW})
HANDS = tuple(dict.fromkeys((*CATEGORIES7, "pair", "high-card")))
WORDS = {
    OWN: "the player's seven cards",
    HIGH: "the player's High hand",
    LOW: "the player's Low hand",
    DEALER: "the dealer's seven cards",
    DEALER_HIGH: "the dealer's High hand",
    DEALER_LOW: "the dealer's Low hand",
}
Check = Callable[[Sequence[int]], bool]


@lru_cache(maxsize=64)
def _held(cards: tuple[int, ...]) -> frozenset[str]:
    return holds7(cards)


@lru_cache(maxsize=64)
def _best(cards: tuple[int, ...]) -> str:
    """Asked again for every outcome of a wager."""
    return best7(cards)


def name_of(cards: Sequence[int]) -> str:
    """What seven cards are at their best, or a hand of five or two."""
    if len(cards) == SEVEN:
        return _best(tuple(cards))
    if len(cards) == FIVE:
        return category_high(high_value(cards))
    return "pair" if rank(cards[0]) == rank(cards[1]) else "high-card"


def _of_one(make: Callable[[Reader, str, Any], Check], **looks: bool) -> Maker:
    """A condition on one hand at a time."""

    def maker(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
        if len(sees) != 1:
            reader.fault(where, f"say of which of them: {' or '.join(f'{word} = {{ ... }}' for word in sees)}")
        return about(sees[:1], make(reader, where, value), ranks=True, **looks)

    return maker


def _hand(reader: Reader, where: str, value: Any) -> Check:
    wanted = frozenset(reader.words(value, where, HANDS))
    return lambda cards: name_of(cards) in wanted


def _holds(reader: Reader, where: str, value: Any) -> Check:
    wanted = frozenset(reader.words(value, where, HANDS))
    return lambda cards: not wanted.isdisjoint(_held(tuple(cards)) if len(cards) == SEVEN else {name_of(cards)})


def _is_pai_gow(cards: Sequence[int]) -> bool:
    return len(set(map(rank, cards))) == len(cards) and name_of(cards) == "high-card"


def _flag(check: Check) -> Callable[[Reader, str, Any], Check]:
    def make(reader: Reader, where: str, value: Any) -> Check:
        wanted = reader.flag(value, where)
        return lambda cards: check(cards) is wanted

    return make


def _highest(reader: Reader, where: str, value: Any) -> Check:
    wanted = frozenset(rank_numbers(reader, where, value))
    return lambda cards: max(map(rank, cards)) in wanted


def _ranks(reader: Reader, where: str, value: Any) -> Check:
    needed = Counter(rank_numbers(reader, where, value, repeated=True))
    return lambda cards: needed <= Counter(map(rank, cards))


def _only_ranks(reader: Reader, where: str, value: Any) -> Check:
    allowed = frozenset(rank_numbers(reader, where, value))
    return lambda cards: all(rank(card) in allowed for card in cards)


def _only_suits(reader: Reader, where: str, value: Any) -> Check:
    allowed = frozenset(SUIT_WORDS.index(word) for word in reader.words(value, where, SUIT_WORDS))
    return lambda cards: all(card == JOKER or suit(card) in allowed for card in cards)


def _cards(reader: Reader, where: str, value: Any) -> Check:
    wanted: set[int] = set()
    for name in value if isinstance(value, list) else [value]:
        try:
            wanted.add(parse_card(str(name)))
        except ValueError as error:
            reader.fault(where, str(error))
    return lambda cards: wanted <= set(cards)


def _alike(key: Callable[[int], int], wild: bool) -> Callable[[Reader, str, Any], Check]:
    """So many cards that agree; `wild`: the joker agrees with all of them."""

    def make(reader: Reader, where: str, value: Any) -> Check:
        if value is not True and (type(value) is not int or not 2 <= value <= SEVEN):
            reader.fault(where, f"expected how many cards agree, 2 to {SEVEN}, or true for all; found {value!r}")
            return lambda cards: False

        def check(cards: Sequence[int]) -> bool:
            plain = [card for card in cards if not (wild and card == JOKER)]
            most = max(Counter(map(key, plain)).values(), default=0) + len(cards) - len(plain)
            return most >= (len(cards) if value is True else value)

        return check

    return make


def _result(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    if not set(sees) >= SET_HANDS:
        reader.fault(where, f"only a wager that sees {' + '.join(sorted(SET_HANDS))} compares them")
    wanted = frozenset(reader.words(value, where, RESULTS))

    def test(seen: Sight) -> bool | None:
        if any(seen.get(word) is None for word in SET_HANDS):
            return None
        won = (high_value(seen[HIGH]) > high_value(seen[DEALER_HIGH])) + (
            rank_low(seen[LOW]) > rank_low(seen[DEALER_LOW])
        )
        return RESULTS[won] in wanted  # a copy is the dealer's

    return Condition(test, Looks(SET_HANDS, ranks=True, suits=True, apart=True))


SHOWN = Showing(
    sees=WORDS,
    makers={
        "hand": _of_one(_hand, suits=True),
        "holds": _of_one(_holds, suits=True),
        "pai-gow": _of_one(_flag(_is_pai_gow), suits=True),
        "joker": _of_one(_flag(lambda cards: JOKER in cards)),
        "highest": _of_one(_highest),
        "ranks": _of_one(_ranks),
        "only-ranks": _of_one(_only_ranks),
        "same-rank": _of_one(_alike(rank, wild=False)),
        "cards": _of_one(_cards, suits=True),
        "only-suits": _of_one(_only_suits, suits=True),
        "same-suit": _of_one(_alike(suit, wild=True), suits=True),
        "same-colour": _of_one(_alike(colour, wild=True), suits=True),
        "result": _result,
    },
    means={
        "hand": "seven cards at their best, or the set hand, are this hand or one of these",
        "holds": "this hand or one of these can be made of the cards, whatever better one can be too",
        "pai-gow": "no pair, no straight and no flush among them",
        "joker": "the joker is among them",
        "highest": "the highest card is of one of these ranks, the joker an ace",
        "ranks": 'cards of these ranks are among them, such as ["A", "A"], the joker an ace',
        "only-ranks": "every card is of one of these ranks, the joker an ace",
        "same-rank": "so many cards agree in rank, the joker an ace; true: all of them",
        "cards": 'these cards are among them, such as ["As", "joker"]',
        "only-suits": "every card is of one of these suits, or the joker",
        "same-suit": "so many cards agree in suit, the joker with any; true: all of them",
        "same-colour": "so many cards agree in colour, the joker with any; true: all of them",
        "result": "win, push or lose: the player's two hands beside the dealer's",
    },
    compares=frozenset({"result"}),
)


# ------------------------------------------------------------------------------ how the cards can fall


def parts(cards: Sequence[int], low: Collection[int]) -> tuple[list[int], list[int]]:
    """The High and the Low hand."""
    return [card for card in cards if card not in low], list(low)


def shown(mine: Sequence[int], my_low: Collection[int], theirs: Sequence[int], low: Collection[int]) -> dict[str, Any]:
    """Two hands of seven cards, by every word that sees them."""
    (high_hand, low_hand), (dealer_high, dealer_low) = parts(mine, my_low), parts(theirs, low)
    return {
        OWN: list(mine), HIGH: high_hand, LOW: low_hand,
        DEALER: list(theirs), DEALER_HIGH: dealer_high, DEALER_LOW: dealer_low,
    }  # fmt: skip


def sight(chance: Random, ways: Ways, sees: Collection[str]) -> dict[str, Any]:
    """A deal at random, both hands set by the house way where anybody looks at that."""
    drawn = chance.sample(PACK, 2 * SEVEN)
    mine, theirs = drawn[:SEVEN], drawn[SEVEN:]
    if SET_HANDS.isdisjoint(sees):
        return {OWN: mine, DEALER: theirs}
    return shown(mine, set_low(mine, ways), theirs, set_low(theirs, ways))


def walk(described: Described, rows: Collection[str], on: str) -> Iterator[tuple[str, int]] | None:
    """Every seven cards by their ranks; None where suits, or more than one hand of seven, make too many."""
    if described.looks.suits or described.sees not in ((OWN,), (DEALER,)):
        return None
    return falls(described, rows, Pack(dict.fromkeys(PACK, 1), described.looks), [Cards(described.sees[0], SEVEN)], on)


def never_shown(book: Rulebook, described: Described) -> list[Found]:
    """Rows that no seven cards reach; where there are too many ways to walk through them, nothing is said."""
    if walk(described, (), "") is None:
        return []
    ways = ways_from(book.settings["house-way"].value)

    def all_deals(table: PayTable, on: str) -> Iterator[tuple[str, int]]:
        yield from walk(described, [name for name, _ in table.rows], on) or ()

    return never_dealt(book, described, all_deals, lambda table, chance: sight(chance, ways, described.sees))
