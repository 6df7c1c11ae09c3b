"""What the house takes from a pot: rake and jackpot drops, as the hand proceeds. (Filled from the rulebook.)"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


class House(Protocol):
    def at_street(self, hand: "Hand") -> None:
        """Cards for the next round were delivered."""

    def at_end(self, hand: "Hand") -> None:
        """The betting is over and the pot is about to be pushed."""
