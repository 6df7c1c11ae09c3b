"""The shoe: what is left to be dealt, what has been seen, and where the cutting card lies.

The shoe in the table's record knows counts, never the order: the order of an electronic shoe is
sealed by its shuffler (`croupier.rounds.chance`), and nobody knows that of cards dealt by hand. One
shoe serves every way of dealing: a deck in the hand, a dealing shoe, a shuffling device with two
alternating batches, a continuous shuffler, or the two sides of a double shoe.
"""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from croupier.equipment.cards import JOKER, TEN

UNSEEN = -1  # a card that lies face down and whose face is not on record


def full_set(decks: int, jokers: int = 0, spanish: bool = False) -> list[int]:
    """All cards of a set: `decks` packs of 52, with `jokers` jokers in each; a Spanish pack has no tens."""
    return list(_full_set(decks, jokers, spanish))


@cache
def _full_set(decks: int, jokers: int, spanish: bool) -> tuple[int, ...]:
    pack = [card for card in range(52) if not (spanish and card >> 2 == TEN)]
    return (*(card for card in pack for _ in range(decks)), *[JOKER] * (jokers * decks))


class Shoe(msgspec.Struct):
    """One set of cards in play. `cut` is how many cards may go before the cutting card appears."""

    decks: int
    jokers: int = 0
    batch: int = 0  # which of the alternating batches, or which side of a double shoe
    dealt: int = 0  # cards that have left the shoe, seen or not
    cut: int = 0
    commitment: str = ""  # the shuffler's seal on the order; empty when shuffled by hand
    seen: list[int] = msgspec.field(default_factory=list)  # faces on record, in the order they became known
    fresh: bool = False  # shuffled, and no card dealt yet
    spanish: bool = False  # packs of 48: no tens

    @property
    def size(self) -> int:
        return self.decks * ((48 if self.spanish else 52) + self.jokers)

    @property
    def left(self) -> int:
        return self.decks * ((48 if self.spanish else 52) + self.jokers) - self.dealt

    @property
    def past_cut(self) -> bool:
        """The cutting card has come out: the round is finished and the cards are shuffled.

        Lying first when a round begins it has not: it comes out in that round, which is dealt to its end.
        """
        return self.dealt > self.cut or not self.cut

    def copies(self, card: int) -> int:
        if self.spanish and card >> 2 == TEN:
            return 0
        return self.jokers * self.decks if card == JOKER else self.decks

    def unseen(self, card: int) -> int:
        """How many of this card may still appear."""
        return self.copies(card) - self.seen.count(card)

    def draw(self, card: int) -> None:
        """A card leaves the shoe; UNSEEN when nobody sees its face."""
        self.dealt += 1
        self.fresh = False
        if card != UNSEEN:
            self.seen.append(card)

    def draw_stack(self, cards: Sequence[int]) -> None:
        """Several cards leave the shoe at once."""
        self.dealt += len(cards)
        self.fresh = False
        self.seen.extend(cards if UNSEEN not in cards else [card for card in cards if card != UNSEEN])

    def reveal(self, card: int) -> None:
        """A card that had left face down shows its face."""
        self.seen.append(card)

    def shuffle(self, commitment: str, cut: int) -> None:
        self.dealt = 0
        self.seen.clear()
        self.commitment, self.cut, self.fresh = commitment, cut, True

    def return_cards(self, cards: Iterable[int], count: int) -> None:
        """Cards go back into a continuous shuffler, or discards are shuffled into the shoe again."""
        self.dealt -= count
        for card in cards:
            self.seen.remove(card)


def seal(order: Iterable[int], salt: bytes) -> str:
    """The commitment to an order: published before the first card, checked when the shoe is opened."""
    return hashlib.sha256(salt + bytes(order)).hexdigest()
