"""Rulings of the games of twenty-one that no other game has."""

from typing import Any

from croupier.games.shoegame import SHOE_RULINGS
from croupier.games.twentyone.felt import BASE, BUST, DEAD, INSURANCE, OPEN, STOOD, WAITING, place
from croupier.games.twentyone.play import Playing
from croupier.rounds import events
from croupier.rounds.acts import Declared
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask, turn_up
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Choice, Decide, Do
from croupier.rounds.rulings import void_hand, which_position
from croupier.rounds.table import Table
from croupier.rulebook.model import Irregularity

COLLECTED = "collected"  # insurance that a reader's "no" took, by position


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
        hands = table.position(position).hands
        index = yield from self.which_hand([n for n, hand in enumerate(hands) if self.may_lack_card(hand)])
        if index < 0:
            table.note(f"No hand of position {position} may take another card.", irregularity.clause)
        else:
            hands[index].state = WAITING
        return LOOK_AGAIN

    def may_lack_card(self, hand: Hand) -> bool:
        """Whether a card could have been asked for that this hand did not get."""
        if len(hand.cards) < 2 or self.one_card_only(hand) or (hand.known and self.count(hand) >= 21):
            return False
        return hand.state == OPEN or (hand.state == STOOD and "doubled" not in hand.memo)

    def which_hand(self, found: list[int]) -> Procedure[int]:
        """Ask the dealer which of a position's hands it is about; -1 where there is none."""
        if len(found) < 2:
            return found[0] if found else -1
        choices = tuple(Choice(str(index + 1)) for index in found)
        answer = yield from ask(Decide(choices, by="dealer", question="Which hand of the position?"))
        return int(answer.name) - 1

    def rule_void_hand(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """One hand is dead. Of a split pair the others play on, and the original wager measures them to the end."""
        position = declared.position or (yield from which_position(table, irregularity))
        hands = table.position(position).hands
        if len(hands) == 1:
            named = Declared(declared.when, position)
            return (yield from void_hand(self, table, irregularity, irregularity.remedy, named))
        index = yield from self.which_hand([n for n, hand in enumerate(hands) if hand.state not in (BUST, DEAD)])
        if index < 0:
            table.note(f"No hand of position {position} is in play.", irregularity.clause)
            return LOOK_AGAIN
        for wager in self.hand_wagers(table, position, index):
            if wager.kind == BASE:
                wager.memo["dead"] = irregularity.clause
            else:
                table.give_back(wager, irregularity.clause, irregularity.says)
        hands[index].state = DEAD
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
        if self.dealer_blackjack(table):
            self.insurance_back(table)
        return LOOK_AGAIN

    def insurance_back(self, table: Table) -> None:
        """Insurance that was collected before the blackjack came to light lies on its line again: it has won."""
        felt = table.felt
        for position, stake in felt.dealer.memo.pop(COLLECTED, []):
            felt.last_wager += 1
            felt.wagers.append(Wager(felt.last_wager, INSURANCE, position, stake, round=felt.round))
            table.move("inventory", "layout", stake, "insurance collected in error")
            rule = self.posting.wagers[INSURANCE]
            because = "The dealer has blackjack: the insurance was collected in error."
            table.record(
                events.Settled(
                    position, INSURANCE, "", stake, "returned", "void", stake, clause=rule.clause, because=because
                )
            )

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
