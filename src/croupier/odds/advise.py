"""What each choice is worth in a position, under the rules of one rulebook: for people, and for programs.

Values are in units of the initial wager, all money of the hand included, so that they compare as they stand. What
is already staked counts as lost by a fold. A position is the cards that the player sees and the wagers made so far.
What the choices of a game are worth is in its family, `odds/games/FAMILY/advice.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from croupier.equipment.cards import card_name, card_names
from croupier.equipment.shoe import Shoe, full_set
from croupier.odds.analysis import analysis_of
from croupier.odds.games.cards.boards import starting_classes
from croupier.odds.posting import BadInput, game_under
from croupier.odds.simulate.spots import is_asked, worth
from croupier.rulebook import Posting

Value = Fraction | float
FOLD = "fold"


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """What a player sees. `board` are community cards in the order they were turned; `bets` in initial wagers."""

    hand: tuple[int, ...]
    up: int | None = None
    board: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()  # cards of other hands, where they matter (blackjack)
    bets: tuple[int, ...] = ()  # raises made so far
    split: bool = False
    may_split: bool = False
    zapped: bool = False
    free: bool = False


class Advice(msgspec.Struct, frozen=True):
    """The value of each choice; of equals the first is the best, which is the one that the analysis plays."""

    values: dict[str, Value]
    within: dict[str, float] = {}  # half of the 99 % interval of each, where the engine played for it

    @property
    def best(self) -> str:
        return max(self.values, key=lambda choice: self.values[choice])

    def cost(self, choice: str) -> float:
        """What a choice gives up against the best one."""
        return float(self.values[self.best]) - float(self.values[choice])


def something_is_decided(posting: Posting) -> None:
    """Refuse a game whose wagers leave nothing to choose."""
    game = posting.rulebook.plays
    known = analysis_of(game)
    if (known is None or known.advise is None) and not is_asked(posting):
        raise BadInput(f"{game}: nothing is decided in this game once the wagers are made")


def advise(posting: Posting, position: Position) -> Advice:
    """The value of every choice that the rules allow here."""
    something_is_decided(posting)
    game = posting.rulebook.plays
    known = analysis_of(game)
    _are_in_play(posting, position)
    try:
        if known is None or known.advise is None:
            return _played(posting, position)
        return Advice(known.advise(posting, position))
    except ValueError as error:
        raise BadInput(f"{game}: {error}") from None


def _are_in_play(posting: Posting, position: Position) -> None:
    """Refuse a card that the game's pack lacks, and one that is there more often than in all decks."""
    cards = [*position.hand, *position.board, *position.seen, *([position.up] if position.up is not None else [])]
    shoes = game_under(posting).new_shoes() or [Shoe(1)]
    decks = shoes[0].decks
    pack = Counter(full_set(decks, shoes[0].jokers, shoes[0].spanish))
    for card in cards:
        if not pack[card]:
            raise BadInput(f"{card_name(card)} is no card of {posting.rulebook.plays}")
        if cards.count(card) > pack[card]:
            words = "one deck is" if decks == 1 else f"{decks} decks are"
            raise BadInput(f"{card_name(card)} is there {cards.count(card)} times; {words} in play")


def _played(posting: Posting, position: Position) -> Advice:
    """What the engine brought for each choice, where nobody has analysed the game."""
    found = worth(posting, position)
    return Advice({name: mean for name, (mean, _) in found.items()}, {name: half for name, (_, half) in found.items()})


def need(position: Position, hand: int, board: Sequence[int] = (0,), up: bool = False) -> None:
    """Refuse a position that the game does not have."""
    if len(position.hand) != hand:
        raise ValueError(f"a hand has {hand} cards, not {len(position.hand)} ({card_names(position.hand)})")
    if len(position.board) not in board:
        raise ValueError(f"--board takes {' or '.join(map(str, board))} cards here, not {len(position.board)}")
    if up != (position.up is not None):
        raise ValueError("the dealer's face-up card is needed (--up)" if up else "the dealer shows no card here")
    if position.seen:
        raise ValueError("cards of other hands are reckoned at games of twenty-one alone: leave out --seen")


def hand_name(cards: Sequence[int]) -> str:
    """AKs, T9o, 77: what two cards are before the suits matter."""
    classes, names = starting_classes()
    low, high = sorted(cards)
    return names[int(classes[low + high * (high - 1) // 2])]


def multiples(values: dict[int, Fraction], word: str) -> dict[str, Value]:
    return {f"{word} {multiple}x" if multiple else FOLD: value for multiple, value in values.items()}
