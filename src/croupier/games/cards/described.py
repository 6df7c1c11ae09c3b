"""What a card game against the dealer shows to a wager that its rulebook describes itself, and how its cards can fall.

| word | what is seen |
|---|---|
| `own-cards` | the player's cards |
| `dealer-cards` | the dealer's cards |
| `board` | the community cards |

Which of them a game has, and how many cards each holds, is the game's to say. A folded hand loses a described wager
unless a rule `fold-forfeits-NAME` says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from math import comb, factorial, prod
from random import Random

from croupier.games.dealing import Cards, Pack, Seen, Stage, falls, never_dealt
from croupier.rulebook.described import Described, Looks, Showing
from croupier.rulebook.described import cards as said
from croupier.rulebook.faults import Found
from croupier.rulebook.model import PayTable, Rulebook

OWN_CARDS, DEALER_CARDS, BOARD_CARDS = "own-cards", "dealer-cards", "board"
WORDS = {OWN_CARDS: "the player's cards", DEALER_CARDS: "the dealer's cards", BOARD_CARDS: "the community cards"}
Shows = Mapping[str, int]  # what a game shows, and how many cards lie there
WALKED_MOST = 3_000_000  # ways to fall that are still walked through one by one
SUITS = 4


def showing(shows: Shows) -> Showing:
    """What can be said in a game that shows so many cards."""
    return Showing(
        sees={word: f"{WORDS[word]}, {count} of them" for word, count in shows.items()},
        makers=said.MAKERS,
        means=said.MEANS,
    )


class Alike:
    """So many cards, those together that differ only in which suit is which."""

    def __init__(self, words: tuple[str, ...], shows: Shows) -> None:
        self.words, self.shows = words, shows
        self.takes = sum(shows[word] for word in words)

    def total(self, size: int) -> int:
        return comb(size, self.takes)

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        for cards, weight in by_suits(self.takes):
            first = 0
            for word in self.words:
                seen[word] = cards[first : first + self.shows[word]]
                first += self.shows[word]
            yield weight
        for word in self.words:
            seen.pop(word, None)


def by_suits(count: int) -> Iterator[tuple[list[int], int]]:
    """Every set of so many cards of a deck up to the names of the suits, and how many sets it stands for."""
    for sizes in _sizes(count, SUITS, 13):
        for ranks in _ranks(sizes):
            same = [ranks.count(one) for one in set(ranks)]
            weight = factorial(SUITS)
            for number in same:
                weight //= factorial(number)
            yield [rank * 4 + suit for suit, held in enumerate(ranks) for rank in held], weight


def _sizes(count: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
    """How many cards each suit has, the longest first."""
    if suits == 0:
        if count == 0:
            yield ()
        return
    for here in range(min(count, most), -1, -1):
        if here * suits < count:
            break
        for others in _sizes(count - here, suits - 1, here):
            yield (here, *others)


def _ranks(sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The ranks of each suit; suits of one length stand in order, so that none is met twice."""
    if not sizes:
        yield ()
        return
    for others in _ranks(sizes[1:]):
        for ranks in combinations(range(13), sizes[0]):
            if not others or sizes[0] != sizes[1] or ranks <= others[0]:
                yield (ranks, *others)


def renamed(looks: Looks) -> bool:
    """Whether it is all the same which suit is which, and which card of those seen lies where."""
    return not (looks.apart or looks.named_suits or looks.colours)


def ways(described: Described, shows: Shows) -> int:
    """How many ways to fall a walk would meet at most."""
    if renamed(described.looks):
        return comb(52, sum(shows[word] for word in described.sees)) // 20
    pack = Pack(dict.fromkeys(range(52), 1), described.looks)
    return prod(pack.hands(shows[word]) for word in described.sees)


def deals(described: Described, rows: Collection[str], shows: Shows, on: str = "") -> Iterator[tuple[str, int]]:
    """(outcome, weight) of every way the cards of a deck can fall."""
    looks = described.looks
    pack = Pack(dict.fromkeys(range(52), 1), looks)
    if renamed(looks):
        return falls(described, rows, pack, [Alike(described.sees, shows)], on)
    stages: list[Stage] = [Cards(word, shows[word]) for word in described.sees]
    return falls(described, rows, pack, stages, on)


def walk(described: Described, rows: Collection[str], shows: Shows, on: str = "") -> Iterator[tuple[str, int]] | None:
    """The deals one by one; None where there are too many."""
    return deals(described, rows, shows, on) if ways(described, shows) <= WALKED_MOST else None


def sight(described: Described, shows: Shows, chance: Random) -> dict[str, list[int]]:
    """A deal at random."""
    drawn = chance.sample(range(52), sum(shows[word] for word in described.sees))
    return {word: [drawn.pop() for _ in range(shows[word])] for word in described.sees}


def never_shown(book: Rulebook, described: Described, shows: Shows) -> list[Found]:
    """Rows that no deal reaches; where there are too many deals to walk through, nothing is said."""
    if ways(described, shows) > WALKED_MOST:
        return []

    def all_deals(table: PayTable, on: str) -> Iterator[tuple[str, int]]:
        return deals(described, [name for name, _ in table.rows], shows, on)

    return never_dealt(book, described, all_deals, lambda table, chance: sight(described, shows, chance))
