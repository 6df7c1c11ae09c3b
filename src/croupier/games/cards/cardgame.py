"""What games dealt from one deck have in common: a shuffle before every round, decks that alternate, ways to deal."""

from functools import cached_property
from typing import Any, ClassVar

from croupier.rounds import events
from croupier.rounds.acts import Declared
from croupier.rounds.game import Game, Procedure
from croupier.rounds.procedure import deal_around, shuffle
from croupier.rounds.rulings import discard_card, void_round
from croupier.rounds.table import Table
from croupier.rulebook.model import Irregularity
from croupier.rulebook.posting import Limits

WAYS_OF_DEALING = ("hand", "manual-shoe", "automated-shoe")
FACE_UP, SEVERAL_FACE_UP = "card-face-up", "cards-face-up"  # irregularities of one card, and of more than one


class CardGame(Game):
    """A game whose deck is shuffled before each round of play."""

    EQUAL: ClassVar[tuple[str, ...]] = ()  # wagers that must all be of one amount

    def limits(self, table: Table, position: int, wager: str, on: str) -> Limits:
        """Once one of the equal wagers lies there, the others can only be as large."""
        limits = self.posting.limits[wager]
        if wager in self.EQUAL:
            for other in table.felt.wagers:
                if other.position == position and other.kind in self.EQUAL and other.kind != wager:
                    return Limits(other.stake, other.stake, limits.step)
        return limits

    def fresh_deck(self, table: Table) -> Procedure[None]:
        """Shuffle; where two decks alternate, take the other one."""
        felt = table.felt
        if len(felt.shoes) > 1 and felt.round > 1:
            felt.shoe = (felt.shoe + 1) % len(felt.shoes)
        felt.memo.pop("reshuffle", None)
        if felt.memo.pop("replace-cards", None):
            table.note("The deck has left the table; a new one is inspected and shuffled.")
        yield from shuffle(table)

    @cached_property
    def dealing(self) -> str:
        return str(self.posting["dealing"])

    def deal_hands(self, table: Table, places: list[tuple[str, str]], count: int) -> Procedure[None]:
        """Deal `count` cards to each place: one at a time by hand, in stacks from a shoe."""
        yield from deal_around(table, places, count, stacks=self.dealing == "automated-shoe")

    def conclude_hand(self, table: Table) -> None:
        """Settle what is due for one hand, its losing wagers before any is paid where the rulebook says so."""
        if self.posting.get("losing-first", False):
            table.due.sort(key=lambda payment: payment.outcome != "lose")
        table.conclude()

    # A second face-up card

    def rule_discard_card(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A card found face up is not used; a second one in the same round is ruled on as more than one."""
        answer = yield from discard_card(self, table, irregularity, irregularity.remedy, declared)
        if irregularity.when != FACE_UP:
            return answer
        if FACE_UP in table.felt.dealer.memo:
            for more in self.posting.irregularities():
                if more.when == SEVERAL_FACE_UP and table.felt.stage in more.at:
                    table.record(events.Ruled(more.when, more.remedy.ruling, more.clause, "table", more.says))
                    yield from void_round(self, table, more, more.remedy, declared)
        table.felt.dealer.memo[FACE_UP] = True
        return answer
