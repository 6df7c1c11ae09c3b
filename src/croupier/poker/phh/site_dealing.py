"""The cards of one hand while its text is read: what each street deals to whom, as actions of the format.

A text names the cards that its reader saw. Everybody else was dealt as many, which nobody knows: in stud those who
are in get a card a street, in draw games as many as they discard.
"""

import re
from collections.abc import Callable

from croupier.poker.book.forms import Form
from croupier.poker.errors import PHHError

_UNSEEN = "??"
STREETS = re.compile(
    r"^\*{2,3} *(?:dealing )?(flop|turn|river|[3-7](?:rd|th) street|(?:\w+ )?draw(?: \d)?)\b(.*)", re.IGNORECASE
)


class Dealing:
    """Who holds what, and the actions of the dealer that the text has told so far."""

    def __init__(self, form: Form, names: list[str], add: Callable[[str], None]) -> None:
        self.form, self.names, self.add = form, names, add
        count = len(names)
        self.first = [""] * count  # the starting hands, as far as they are known
        self.held: dict[int, list[str]] = {}  # what each holds once a later street is dealt, unseen cards among them
        self.alive = [True] * count
        self.board = ""
        self.street = 0
        self.new: dict[int, str] = {}  # the cards of this street that a line has named
        self.owed: dict[int, int] = {}  # how many cards this street deals, and to whom

    @property
    def opening(self) -> list[str]:
        """The dealer's first actions: a starting hand for each."""
        return [f"d dh p{i + 1} {self._start(i)}" for i in range(len(self.names))]

    def _start(self, i: int) -> str:
        return _UNSEEN * (len(self.form.first_cards) - len(self.first[i]) // 2) + self.first[i]

    def told(self, i: int, before: str, cards: str) -> None:
        """A line names cards of a player: his starting hand, or the cards of this street."""
        if not cards:
            return
        if not self.street and not self.owed:
            if len(before + cards) // 2 > len(self.form.first_cards):
                raise PHHError("cards", f"{self.names[i]} is dealt {before + cards}, more than a starting hand")
            self.first[i] = before + cards
            return
        known = {card for card in self._hand(i) if card != _UNSEEN}
        if before and known and apart(before) != known:
            was = " ".join(sorted(known))
            raise PHHError("cards", f"{self.names[i]} is told to hold {before}, but he was dealt {was}")
        self.new[i] = cards

    def _hand(self, i: int) -> list[str]:
        """What a player holds before the cards of this street."""
        if i not in self.held:
            self.held[i] = apart_in_order(self._start(i))
        return self.held[i]

    def begin(self, cards: str, repeated: str) -> None:
        """The head of a street: what was due before it is dealt, then its board; in stud a card for each is due."""
        self.deal()
        if repeated:
            self.same_board(repeated)
        if cards:
            self.board += cards
            self.add(f"d db {cards}")
        self.street += 1
        if self.form.family == "stud" and not cards:
            self.owed = {i: 1 for i, alive in enumerate(self.alive) if alive}

    def same_board(self, told: str) -> None:
        """The cards that a later line repeats are those that were dealt."""
        if told and apart(told) != apart(self.board):
            raise PHHError("board", f"the board is told as {told}, but {self.board or 'nothing'} was dealt")

    def discard(self, i: int, count: int, cards: str) -> None:
        """A draw of so many; whoever draws again has come to the next draw."""
        if i in self.owed:
            self.deal()
        thrown = apart_in_order(cards) or [_UNSEEN] * count
        if len(thrown) != count:
            raise PHHError("cards", f"{self.names[i]} discards {count}, but {cards} are {len(thrown)} cards")
        hand = self._hand(i)
        for card in thrown:
            if card not in hand and _UNSEEN not in hand and card != _UNSEEN:
                raise PHHError("cards", f"{self.names[i]} discards {card}, which he was not dealt")
            hand.remove(card if card in hand else _UNSEEN if _UNSEEN in hand else hand[-1])
        self.owed[i] = count
        self.add(f"p{i + 1} sd {''.join(thrown)}".rstrip())

    def drew(self, i: int, count: int) -> None:
        """`draws 2 cards` after `discards 2 cards` says it again."""
        if self.owed.get(i) != count:
            self.discard(i, count, "")

    def deal(self) -> None:
        """What this street owes, before anybody acts on it."""
        for i, count in sorted(self.owed.items()):
            cards = self.new.get(i, _UNSEEN * count)
            if len(cards) != 2 * count:
                raise PHHError("cards", f"{self.names[i]} is dealt {cards}, but {count} cards are due to him")
            if count:
                self.add(f"d dh p{i + 1} {cards}")
                self._hand(i).extend(apart_in_order(cards))
        self.owed, self.new = {}, {}

    def shown(self, i: int, cards: str) -> str:
        """A hand as it was shown; a room may name only the five cards that play."""
        hand = "".join(self._hand(i))
        return cards if len(cards) == len(hand) else hand if _UNSEEN not in hand else cards


def apart_in_order(told: str) -> list[str]:
    return [told[at : at + 2] for at in range(0, len(told), 2)]


def apart(told: str) -> set[str]:
    return set(apart_in_order(told))
