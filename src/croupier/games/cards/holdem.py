"""Hold'em against the dealer: two cards each, five in the middle, the best five of seven."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar

from croupier.equipment.cards import RANK_WORDS, card_names
from croupier.games.cards.community import CommunityGame, Step
from croupier.games.cards.described import BOARD_CARDS, DEALER_CARDS, OWN_CARDS
from croupier.hands.five import best5, describe5, ranks5
from croupier.rounds.game import Expected, Procedure
from croupier.rounds.procedure import deal_stack, turn_up
from croupier.rounds.table import Table

OWN, FLOP, TURN, RIVER = 2, 3, 4, 5  # cards of a hand, and cards in the middle on each street


def compare(player: int, dealer: int) -> str:
    """How a hand stands against the dealer's."""
    if player == dealer:
        return "push"
    return "win" if player > dealer else "lose"


class HoldemGame(CommunityGame):
    SHOWS = {OWN_CARDS: 2, DEALER_CARDS: 2, BOARD_CARDS: 5}
    COMMON: ClassVar[dict[str, Expected]] = {
        **CommunityGame.COMMON,
        "shoe-community": ("first-stack", "from-hand"),
        "dealer-stack": ("with-players", "after-decisions"),
    }

    # The deal

    @cached_property
    def laid_down(self) -> bool:
        return self.dealing == "automated-shoe" and self.posting["shoe-community"] == "first-stack"

    def exposure(self) -> Sequence[int]:
        return range(RIVER)

    @cached_property
    def dealer_last(self) -> bool:
        return self.dealing == "automated-shoe" and self.posting["dealer-stack"] == "after-decisions"

    def deal_plan(self, seats: Sequence[int]) -> Iterable[Step]:
        """One card at a time around the table and to the dealer; from the automated shoe in stacks."""
        if self.laid_down:
            yield "community", "down", RIVER
        for count in (OWN,) if self.dealing == "automated-shoe" else range(1, OWN + 1):
            for number in seats:
                yield str(number), "own", count
            if not self.dealer_last:
                yield "dealer", "down", count

    def reveal(self, table: Table, matters: bool) -> Procedure[None]:
        """The dealer's cards, dealt now if the shoe keeps them back; turned if anybody is left to beat."""
        table.at("reveal")
        if self.dealer_last:
            yield from deal_stack(table, "dealer", "down", OWN - len(table.felt.dealer.cards))
        if matters:
            yield from turn_up(table, "dealer")

    def progressive_cards(self, table: Table, position: int) -> Sequence[int] | None:
        """The two hole cards and the flop."""
        hand, board = table.hand(str(position)), table.hand("community").cards
        return [*hand.cards, *board[:FLOP]] if hand.state == "playing" else None

    # Values

    def value(self, table: Table, to: str) -> int:
        return best5([*table.hand(to).cards, *table.hand("community").cards])

    def why(self, table: Table, position: int, mine: int, theirs: int) -> str:
        """The comparison in words, given the values of both hands."""
        verb = {"win": "beats", "push": "ties with", "lose": "loses to"}[compare(mine, theirs)]
        return (
            f"On {card_names(table.hand('community').cards)}, your {card_names(table.hand(str(position)).cards)} "
            f"({describe5(mine)}) {verb} the dealer's {card_names(table.felt.dealer.cards)} "
            f"({describe5(theirs)}){_kicker(mine, theirs)}."
        )


def _kicker(mine: int, theirs: int) -> str:
    """The cards that decide between hands that sound alike."""
    if mine == theirs or describe5(mine) != describe5(theirs):
        return ""
    first = next((a, b) for a, b in zip(ranks5(mine), ranks5(theirs)) if a != b)
    return f", {RANK_WORDS[first[0]]} against {RANK_WORDS[first[1]]}"
