"""What a game of twenty-one shows to a wager that its rulebook describes itself, and how those cards can fall.

| word | what is seen |
|---|---|
| `first-card` | the first card that the player is dealt |
| `first-two` | the player's first two cards |
| `third-card` | the next card that he is dealt, however he asked for it; none where he wants none |
| `up-card` | the dealer's up card |
| `dealer-two` | the dealer's first two cards |
| `dealer-hand` | the dealer's whole hand, which he then plays out |

Beside what can be said about any cards: `total` (21 at most while an ace can count one), `hard-total` (every ace counts
one), `blackjack`, `soft`, `bust`; and, with the up card, `rank-matches` and `suited-matches`: how many of the player's
cards match it; `up-card-between`: its rank lies between theirs.

Whether there is a third card hangs on how the hand is played, so an exact count of a wager that sees it is told that.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from math import factorial
from random import Random
from typing import Any

from croupier.equipment.cards import ACE, TEN
from croupier.games.dealing import Cards, Pack, Seen, Stage, choose, falling, falls, most_decks, never_dealt
from croupier.games.twentyone.counting import dealer_draws, is_blackjack, is_soft, points, total
from croupier.rulebook.described import Described, Looks, Showing
from croupier.rulebook.described import cards as said
from croupier.rulebook.described.conditions import Condition, Reader
from croupier.rulebook.described.conditions import Seen as Sight
from croupier.rulebook.faults import Found
from croupier.rulebook.model import PayTable, Rulebook

FIRST_CARD, FIRST_TWO, THIRD_CARD = "first-card", "first-two", "third-card"
UP_CARD, DEALER_TWO, DEALER_HAND = "up-card", "dealer-two", "dealer-hand"
DRAWN_MOST = 22  # more cards than a dealer ever holds
RED, BLACK = (1, 2), (0, 3)
_RANK_OF = {points(rank * 4): rank for rank in range(12, -1, -1)}  # a rank that counts so much
_MAKES_BLACKJACK = {11: 10, 10: 11}  # what must lie under an up card that counts so much


def two_are_blackjack(cards: Sequence[int]) -> bool:
    return len(cards) == 2 and is_blackjack(cards[0], cards[1])


def hard_total(cards: Sequence[int]) -> int:
    """The count with every ace as one."""
    return sum(1 if card >> 2 == ACE else points(card) for card in cards)


def _beside_up_card(reader: Reader, where: str, sees: tuple[str, ...], check: Any, suits: bool = False) -> Condition:
    """A condition on the player's two cards and the card that the dealer shows, which are told apart."""
    if not {FIRST_TWO, UP_CARD} <= set(sees):
        reader.fault(where, f"only a wager that sees {FIRST_TWO} + {UP_CARD} compares them")

    def test(seen: Sight) -> bool | None:
        own, up = seen.get(FIRST_TWO), seen.get(UP_CARD)
        return None if own is None or up is None else bool(check(own, up[0]))

    return Condition(test, Looks(frozenset({FIRST_TWO, UP_CARD}), ranks=True, suits=suits, apart=True))


def _matches(suited: bool) -> Any:
    def make(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
        numbers = reader.numbers(value, where, 0, 2)

        def check(own: Sequence[int], up: int) -> bool:
            return numbers.holds(sum(c == up if suited else c >> 2 == up >> 2 for c in own))

        return _beside_up_card(reader, where, sees, check, suited)

    return make


def _between(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    """Ranks in the order two to ace; a rank of the player's own lies between nothing."""
    wanted = reader.flag(value, where)

    def check(own: Sequence[int], up: int) -> bool:
        low, high = sorted(card >> 2 for card in own)
        return (low < up >> 2 < high) is wanted

    return _beside_up_card(reader, where, sees, check)


SHOWN = Showing(
    sees={
        FIRST_CARD: "the player's first card",
        FIRST_TWO: "the player's first two cards",
        THIRD_CARD: "the next card that the player is dealt, if he takes one",
        UP_CARD: "the dealer's up card",
        DEALER_TWO: "the dealer's first two cards",
        DEALER_HAND: "the dealer's whole hand",
    },
    makers={
        **said.MAKERS,
        "total": said.numbered(total, 2, 60, points=True),
        "hard-total": said.numbered(hard_total, 2, 60, points=True),
        "blackjack": said.flagged(two_are_blackjack, points=True),
        "soft": said.flagged(is_soft, points=True),
        "bust": said.flagged(lambda cards: total(cards) > 21, points=True),
        "rank-matches": _matches(suited=False),
        "suited-matches": _matches(suited=True),
        "up-card-between": _between,
    },
    means={
        **said.MEANS,
        "total": "they count so much, aces as eleven while that is not over 21",
        "hard-total": "they count so much, every ace as one",
        "blackjack": "two cards, an ace and one that counts ten",
        "soft": "an ace counts eleven",
        "bust": "they count more than 21",
        "rank-matches": "so many of the player's two cards are of the up card's rank",
        "suited-matches": "so many of the player's two cards are the up card's rank and suit",
        "up-card-between": "the up card's rank lies between the ranks of the player's two cards, an ace above a king",
    },
    within={FIRST_CARD: (FIRST_TWO,), UP_CARD: (DEALER_TWO, DEALER_HAND), DEALER_TWO: (DEALER_HAND,)},
    compares=frozenset({"rank-matches", "suited-matches", "up-card-between"}),
)


# ------------------------------------------------------------------------------ how the cards can fall


class Playing:
    """How first hands are played, as far as a third card hangs on it."""

    def __init__(self, draws: Callable[[Sequence[int], int], bool], looks_first: bool) -> None:
        self.draws = draws  # whether a card is taken with these two against an up card that counts so much
        self.looks_first = looks_first  # a blackjack of the dealer is known before anybody is dealt a third card

    def may(self, first_two: Sequence[int], up: int) -> bool:
        return not two_are_blackjack(first_two) and self.draws(first_two, up)

    def ends_round(self, up: int) -> int:
        """What a hole card must count to end the round before a third card; 0 where none does."""
        return _MAKES_BLACKJACK.get(up, 0) if self.looks_first else 0


class FirstTwo:
    """The player's first two cards, the first of them told apart from the second."""

    takes = 1

    def total(self, size: int) -> int:
        return size

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        first = list(seen[FIRST_CARD])
        drawn: list[int] = []
        for weight in choose(pack, 0, 1, drawn):
            seen[FIRST_TWO] = [*first, *drawn]
            yield weight
        seen.pop(FIRST_TWO, None)


class ThirdCard:
    """The card after the player's first two, as the hand is played; the hole card, and an up card that nobody asks for,
    are counted with it."""

    def __init__(self, playing: Playing, up_seen: bool) -> None:
        self.playing, self.up_seen = playing, up_seen
        self.takes = 2 if up_seen else 3

    def total(self, size: int) -> int:
        return falling(size, self.takes)

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        counts = [points(card) for card in pack.cards]
        left = Counter[int]()
        for count, copies in zip(counts, pack.left):
            left[count] += copies
        taken = self._taken(pack, counts, left, seen)
        for card, ways in zip(pack.cards, taken):
            if ways:
                seen[THIRD_CARD] = [card]
                yield ways
        none = self.total(pack.size) - sum(taken)
        if none:
            seen[THIRD_CARD] = []
            yield none
        seen.pop(THIRD_CARD, None)

    def _taken(self, pack: Pack, counts: list[int], left: Counter[int], seen: Seen) -> list[int]:
        """In how many ways each class of cards is dealt as the third, over the up card and the hole card."""
        taken = [0] * len(pack)
        for up in [points(seen[UP_CARD][0])] if self.up_seen else range(2, 12):
            if not self.playing.may(seen[FIRST_TWO], up):
                continue
            ending = self.playing.ends_round(up)
            for index, copies in enumerate(pack.left):
                count = counts[index]
                ups = 1 if self.up_seen else left[up] - (count == up)
                holes = pack.size - (1 if self.up_seen else 2)
                if ending:
                    holes -= left[ending] - (count == ending)
                taken[index] += copies * max(ups, 0) * holes
        return taken


class Three:
    """The player's first two cards and the up card, where nobody asks which of them is which."""

    takes = 3

    def total(self, size: int) -> int:
        return Cards(FIRST_TWO, self.takes).total(size)

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        drawn: list[int] = []
        for weight in choose(pack, 0, self.takes, drawn):
            seen[FIRST_TWO], seen[UP_CARD] = drawn[:2], drawn[2:]
            yield weight
        seen.pop(FIRST_TWO, None)
        seen.pop(UP_CARD, None)


class DealerTwo:
    """The dealer's first two cards; the first of them may lie open already."""

    def __init__(self, up_seen: bool) -> None:
        self.takes = 1 if up_seen else 2

    def total(self, size: int) -> int:
        return Cards(DEALER_TWO, self.takes).total(size)

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        up = list(seen.get(UP_CARD, ()))
        drawn: list[int] = []
        for weight in choose(pack, 0, self.takes, drawn):
            seen[DEALER_TWO] = [*up, *drawn]
            yield weight
        seen.pop(DEALER_TWO, None)


class DealerHand:
    """The dealer's hand played out, whatever of it lies open already."""

    takes = DRAWN_MOST

    def __init__(self, stands_on_soft_17: bool, looks: Looks) -> None:
        self.stands = stands_on_soft_17
        self.by_pattern = looks.suited and not (looks.ranks or looks.some_suits)

    def total(self, size: int) -> int:
        return falling(size, DRAWN_MOST)

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        held = list(seen.get(DEALER_TWO) or seen.get(UP_CARD) or ())
        expand = _by_pattern if self.by_pattern and not held else _by_class
        by_value: dict[int, list[int]] = {}
        for index, card in enumerate(pack.cards):
            by_value.setdefault(points(card), []).append(index)
        for drawn, orders in finishes(tuple(map(points, held)), self.stands):
            rest = falling(pack.size - len(drawn), DRAWN_MOST - len(drawn))
            for cards, ways in expand(pack, by_value, drawn):
                seen[DEALER_HAND] = [*held, *cards]
                yield orders * ways * rest
        seen.pop(DEALER_HAND, None)


Hands = Iterator[tuple[list[int], int]]  # cards, and the ways to draw them in the order of their values


def _by_class(pack: Pack, by_value: dict[int, list[int]], drawn: tuple[int, ...]) -> Hands:
    """Every hand of these values, by the classes of its cards."""
    return _products([list(_classes(pack, by_value.get(value, []), n)) for value, n in Counter(drawn).items()])


def _by_pattern(pack: Pack, by_value: dict[int, list[int]], drawn: tuple[int, ...]) -> Hands:
    """Hands of these values told apart only by whether all cards are of one suit, of one colour, or neither."""
    values = Counter(drawn)

    def ways(suits: tuple[int, ...]) -> int:
        found = 1
        for value, number in values.items():
            held = sum(pack.left[i] for i in by_value.get(value, []) if pack.cards[i] & 3 in suits)
            found *= falling(held, number)
        return found

    def hand(first: int, others: int) -> list[int]:
        """Cards that count so, the first of one suit and the rest of another."""
        ranks = [_RANK_OF[value] for value in drawn]
        return [rank * 4 + (others if place else first) for place, rank in enumerate(ranks)]

    suited = sum(ways((suit,)) for suit in range(4))
    coloured = ways(RED) + ways(BLACK) - suited
    yield hand(BLACK[0], BLACK[0]), suited
    yield hand(BLACK[0], BLACK[1]), coloured
    yield hand(BLACK[0], RED[0]), ways((*RED, *BLACK)) - coloured - suited


def _classes(pack: Pack, indexes: list[int], number: int) -> Hands:
    """So many cards of one value by their classes, with the ways to draw them at given places of the hand."""
    if not indexes:
        if number == 0:
            yield [], 1
        return
    index, others = indexes[0], indexes[1:]
    for here in range(number + 1):
        ways = falling(pack.left[index], here)
        if not ways:
            break
        for cards, more in _classes(pack, others, number - here):
            orders = factorial(number) // factorial(here) // factorial(number - here)
            yield [pack.cards[index]] * here + cards, ways * more * orders


def _products(parts: list[list[tuple[list[int], int]]]) -> Hands:
    if not parts:
        yield [], 1
        return
    for cards, ways in parts[0]:
        for more, others in _products(parts[1:]):
            yield cards + more, ways * others


@functools.cache
def finishes(held: tuple[int, ...], stands_on_soft_17: bool) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every set of values with which the dealer finishes from cards that count so, and in how many orders."""
    found: dict[tuple[int, ...], int] = {}
    waiting: dict[tuple[int, ...], int] = {(): 1}
    while waiting:
        following: dict[tuple[int, ...], int] = {}
        for drawn, orders in waiting.items():
            if len(held) + len(drawn) >= 2 and not _draws((*held, *drawn), stands_on_soft_17):
                found[drawn] = found.get(drawn, 0) + orders
                continue
            for value in range(2, 12):
                after = tuple(sorted((*drawn, value)))
                following[after] = following.get(after, 0) + orders
        waiting = following
    return tuple(found.items())


def _draws(values: tuple[int, ...], stands: bool) -> bool:
    count, aces = sum(values), values.count(11)
    while count > 21 and aces:
        count -= 10
        aces -= 1
    return dealer_draws(count, aces > 0, stands)


def stages(described: Described, stands_on_soft_17: bool, playing: Playing | None = None) -> list[Stage]:
    """What is dealt for a wager, in the order in which it comes to lie open."""
    sees, found = described.sees, list[Stage]()
    if set(sees) == {FIRST_TWO, UP_CARD} and not described.looks.apart:
        return [Three()]
    if FIRST_CARD in sees:
        found.append(Cards(FIRST_CARD, 1))
    if FIRST_TWO in sees or THIRD_CARD in sees:
        found.append(FirstTwo() if FIRST_CARD in sees else Cards(FIRST_TWO, 2))
    if UP_CARD in sees:
        found.append(Cards(UP_CARD, 1))
    if THIRD_CARD in sees:
        assert playing is not None, "a third card hangs on how the hand is played"
        found.append(ThirdCard(playing, UP_CARD in sees))
    if DEALER_TWO in sees:
        found.append(DealerTwo(UP_CARD in sees))
    if DEALER_HAND in sees:
        found.append(DealerHand(stands_on_soft_17, described.looks))
    return found


def pack_for(described: Described, copies: dict[int, int]) -> Pack:
    counts = described.looks.points or not {DEALER_HAND, THIRD_CARD}.isdisjoint(described.sees)
    return Pack(copies, described.looks, points if counts else None)


def deals(
    described: Described,
    rows: Collection[str],
    copies: dict[int, int],
    stands_on_soft_17: bool,
    on: str = "",
    playing: Playing | None = None,
) -> Iterator[tuple[str, int]]:
    """(outcome, weight) of every way the cards can fall from a full shoe."""
    return falls(described, rows, pack_for(described, copies), stages(described, stands_on_soft_17, playing), on)


def walk(
    described: Described,
    rows: Collection[str],
    copies: dict[int, int],
    stands_on_soft_17: bool,
    on: str = "",
    playing: Playing | None = None,
) -> Iterator[tuple[str, int]] | None:
    """The deals one by one; None where a whole hand, or a third card beside the dealer's, makes too many."""
    sees, looks = set(described.sees), described.looks
    if THIRD_CARD in sees and (playing is None or sees & {DEALER_TWO, DEALER_HAND}):
        return None
    players = sees - {UP_CARD, DEALER_TWO, DEALER_HAND}
    if DEALER_HAND in sees and looks.ranks and (looks.suited or players):
        return None
    if DEALER_HAND in sees and looks.suited and (looks.some_suits or len(sees) > 1):
        return None
    return deals(described, rows, copies, stands_on_soft_17, on, playing)


def sight(
    chance: Random, copies: dict[int, int], stands_on_soft_17: bool, playing: Playing | None = None
) -> dict[str, list[int]]:
    """A deal at random from a full shoe: everything that can be seen of it."""
    cards = [card for card, number in copies.items() for _ in range(number)]
    drawn = [cards[place] for place in chance.sample(range(len(cards)), 3 + DRAWN_MOST)]
    first_two, third, dealer = drawn[:2], drawn[-1:], drawn[2:4]
    while dealer_draws(total(dealer), is_soft(dealer), stands_on_soft_17):
        dealer.append(drawn[2 + len(dealer)])
    up, hole = map(points, drawn[2:4])
    if playing is None:
        third = third[: chance.randrange(2)]  # he may take one or not
    elif hole == playing.ends_round(up) or not playing.may(first_two, up):
        third = []
    return {
        FIRST_CARD: drawn[:1], FIRST_TWO: first_two, THIRD_CARD: third,
        UP_CARD: drawn[2:3], DEALER_TWO: drawn[2:4], DEALER_HAND: dealer,
    }  # fmt: skip


def copies(decks: int, spanish: bool = False) -> dict[int, int]:
    """How many there are of each card; a Spanish pack has no tens."""
    return {card: decks for card in range(52) if not (spanish and card >> 2 == TEN)}


def _always(first_two: Sequence[int], up: int) -> bool:
    return True


def _never(first_two: Sequence[int], up: int) -> bool:
    return False


def never_shown(book: Rulebook, described: Described) -> list[Found]:
    """Rows that no deal of a game of twenty-one reaches."""
    pack = book.settings.get("pack")
    spanish = pack is not None and set(pack.choices or (pack.value,)) == {"spanish"}

    def shoe(table: PayTable) -> dict[int, int]:
        return copies(most_decks(book, table), spanish)

    def all_deals(table: PayTable, on: str) -> Iterator[tuple[str, int]]:
        """Once with every third card taken, once with none: whatever the hand, both may happen."""
        rows = [name for name, _ in table.rows]
        for taken in (_always, _never) if THIRD_CARD in described.sees else (_never,):
            yield from deals(described, rows, shoe(table), True, on, Playing(taken, looks_first=False))

    def one_deal(table: PayTable, chance: Random) -> dict[str, list[int]]:
        return sight(chance, shoe(table), True)

    return never_dealt(book, described, all_deals, one_deal)
