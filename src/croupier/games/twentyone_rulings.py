"""Rulings of the games of twenty-one that no other game has."""

from typing import Any

from croupier.games.shoegame import SHOE_RULINGS
from croupier.games.twentyone_base import OPEN, STOOD, WAITING, place
from croupier.games.twentyone_play import Playing
from croupier.rounds import events
from croupier.rounds.acts import Declared
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask, turn_up
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Do
from croupier.rounds.rulings import which_position
from croupier.rounds.table import Table
from croupier.rulebook.model import Irregularity


class Rulings(Playing):
    RULINGS = (
        *SHOE_RULINGS,
        "dealer-card-later",
        "second-card-last",
        "card-later",
        "discard-dealer-card",
        "expose-hole-card",
        "permit-entry",
    )

    def rule_dealer_card_later(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """The dealer missed himself: the players get their cards first, then he gets what he lacks."""
        table.felt.dealer.memo["later"] = True
        table.note(irregularity.says, irregularity.clause)
        return LOOK_AGAIN
        yield

    def rule_second_card_last(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A hand with one card gets its second after all other players have theirs."""
        position = declared.position or (yield from which_position(table, irregularity))
        hand = table.hand(place(position))
        if len(hand.cards) < 2:
            hand.memo["last"] = True
        else:
            table.note(f"Position {position} has its two cards.", irregularity.clause)
        return LOOK_AGAIN

    def rule_card_later(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A card that was asked for and missed comes after the other players' cards."""
        position = declared.position or (yield from which_position(table, irregularity))
        for hand in table.position(position).hands:
            if hand.cards and hand.state in (OPEN, STOOD) and ("doubled" not in hand.memo or hand.state == OPEN):
                hand.state = WAITING
                return LOOK_AGAIN
        table.note(f"No hand of position {position} may take another card.", irregularity.clause)
        return LOOK_AGAIN

    def rule_discard_dealer_card(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """The dealer drew a card he may not have: it goes to the discard rack."""
        terms = irregularity.remedy.terms
        dealer = table.felt.dealer
        if len(dealer.cards) < 2 or not dealer.known:
            raise Refused("the dealer has no finished hand on the table", irregularity.clause)
        drawing = table.felt.stage == "dealer" and self.dealer_must_draw(table)
        if drawing or self.count(dealer) < int(terms.get("least-total", 0)):
            raise Refused(f"the dealer has {self.count(dealer)}: the card is his", irregularity.clause)
        yield from self.draw(table, "discards", "up")
        return LOOK_AGAIN

    def rule_expose_hole_card(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """The hole card lies open after the reader: the supervisor is told, and the round goes on as it stands.

        With a blackjack the originals are collected and doubles and splits go back; without one the hands are played.
        """
        if not self.may_have_blackjack(table):
            raise Refused("no card was read: the up card is neither an ace nor a ten", irregularity.clause)
        if self.dealer_shown(table):
            raise Refused("both cards of the dealer are face up already", irregularity.clause)
        yield from ask(Do("Tell the Table Games Supervisor.", by="supervisor"))
        yield from turn_up(table, "dealer")
        return LOOK_AGAIN

    def rule_permit_entry(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """The house lets players who sat out wager again before the next shuffle."""
        table.felt.memo.pop("entered", None)
        table.note(irregularity.says, irregularity.clause)
        return LOOK_AGAIN
        yield

    # Found by the round itself

    def found(self, table: Table, when: str) -> None:
        """An irregularity that the cards show by themselves goes on the record with its clause."""
        for irregularity in self.posting.irregularities():
            if irregularity.when == when:
                table.record(
                    events.Ruled(when, irregularity.remedy.ruling, irregularity.clause, "table", irregularity.says)
                )
                return

    def ran_out(self, table: Table) -> Procedure[None]:
        self.found(table, "insufficient-cards")
        yield from super().ran_out(table)
