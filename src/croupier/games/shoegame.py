"""What games dealt from a shoe have in common: the cutting card, burns, batches, the continuous and the double shoe.

A shoe lasts for many rounds. It is shuffled when its cutting card has come out, when a supervisor orders it
and when it is new; `ready_shoe` sees to that at the start of a round. `draw` is how a card leaves it: it uses
a card that was drawn in error first, and deals with a shoe that has run out.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from croupier.equipment.cards import ACE, DIAMONDS, HEARTS, TEN, rank_of, suit_of
from croupier.equipment.shoe import UNSEEN, Shoe
from croupier.rounds.acts import Declared
from croupier.rounds.game import Game, Procedure
from croupier.rounds.procedure import LOOK_AGAIN, ask, shuffle
from croupier.rounds.refusal import Refused, Void
from croupier.rounds.requests import Card, Request, Shuffle
from croupier.rounds.table import Table
from croupier.rulebook.model import Irregularity

SHOE, DOUBLE_SHOE, CONTINUOUS = "shoe", "double-shoe", "continuous"
BURNS = ("none", "one", "by-value")
SIDES = ("left", "right")  # of a double shoe: its first and its second set of cards
OFF_TABLE = ("burn", "discards", "segregated", "determinant")  # places whose cards go back into a shuffle
SHOE_RULINGS = ("new-shoe", "recut", "burn-card", "shuffle-discards", "wrong-side")


def once(request: Request) -> Procedure[Any]:
    """Ask once: the answer, or None where a ruling says to look again at what should be asked."""
    answer = yield request
    return None if answer is LOOK_AGAIN else answer


def burn_value(card: int) -> int:
    """How many cards follow a first burn card that counts: an ace one, tens and pictures ten."""
    rank = rank_of(card)
    return 1 if rank == ACE else 10 if rank >= TEN else rank + 2


def is_red(card: int) -> bool:
    return suit_of(card) in (DIAMONDS, HEARTS)


class ShoeGame(Game):
    """A game whose shoe outlives the round.

    Reads `dealing` (one of the names above), `burn`, `penetration` (how much of the shoe lies above the
    cutting card, in hundredths), `batches`, and `red-side` of a double shoe. What the table remembers:
    `shoe-since` is the round before which the shoe was shuffled, `reshuffle` asks for a new one.
    """

    def way(self) -> str:
        """How the cards are dealt at this table."""
        return str(self.posting.get("dealing", SHOE))

    def new_shoes(self) -> list[Shoe]:
        decks, sets = int(self.posting["decks"]), 2 if self.way() == DOUBLE_SHOE else self.batches()
        return [Shoe(decks, self.JOKERS, batch, spanish=self.spanish) for batch in range(sets)]

    @cached_property
    def spanish(self) -> bool:
        """Packs of 48 cards, without the tens."""
        return bool(self.posting.get("pack", "standard") == "spanish")

    # Shuffle, cut and burn

    def cut_depth(self, shoe: Shoe) -> int:
        """How many cards lie above the cutting card."""
        return shoe.size * int(self.posting.get("penetration", 75)) // 100

    def check_cut(self, table: Table, cut: int) -> None:
        """The cutting card lies no deeper than the rulebook lets a house post it."""
        rule = self.posting.rulebook.settings.get("penetration")
        most = rule.most if rule else None
        if most is None or self.way() == CONTINUOUS:
            return
        deepest = -(-table.shoe.size * int(most) // 100)
        if rule and cut > deepest:
            words = f"the cutting card lies at most {deepest} of {table.shoe.size} cards deep, not {cut}"
            raise Refused(words, rule.clause)

    def shoe_done(self, table: Table) -> bool:
        """The cutting card has come out (a shoe never shuffled counts as finished)."""
        return table.shoe.past_cut

    def ready_shoe(self, table: Table) -> Procedure[None]:
        """At the start of a round: a new shoe where one is due."""
        felt = table.felt
        due = felt.memo.pop("reshuffle", False)
        if felt.memo.pop("replace-cards", False):
            table.note("The cards have left the table; others are inspected and shuffled.")
            due = True
        if self.way() == CONTINUOUS:
            yield from self.refill(table)
        elif self.way() == DOUBLE_SHOE:
            for side in range(len(felt.shoes)):
                if due or felt.shoes[side].past_cut:
                    yield from self.shuffle_side(table, side)
        elif due or self.shoe_done(table):
            yield from self.fresh_shoe(table)

    def fresh_shoe(self, table: Table) -> Procedure[None]:
        """Shuffle and cut, the other batch where two alternate, and burn as the rulebook says."""
        felt = table.felt
        if len(felt.shoes) > 1 and "shoe-since" in felt.memo:
            felt.shoe = (felt.shoe + 1) % len(felt.shoes)
        yield from shuffle(table, self.cut_depth(table.shoe))
        felt.memo["shoe-since"] = felt.round
        yield from self.burn_first(table)

    def shuffle_side(self, table: Table, side: int) -> Procedure[None]:
        """One side of a double shoe by itself, without burning; the side in play stays the side in play."""
        in_play, table.felt.shoe = table.felt.shoe, side
        yield from shuffle(table, self.cut_depth(table.shoe))
        table.felt.shoe = in_play
        table.felt.memo["shoe-since"] = table.felt.round

    def refill(self, table: Table) -> Procedure[None]:
        """A continuous shuffler takes the last round's cards back. At a machine's table it seals a new order."""
        table.felt.memo["shoe-since"] = table.felt.round
        if table.electronic:
            yield from shuffle(table)
        else:
            table.shoe.shuffle("", table.shoe.size)
            table.felt.aside.clear()

    def burn_first(self, table: Table) -> Procedure[None]:
        """What is burned from a new shoe: nothing, its first card, or its first card and as many as it counts."""
        burn = self.posting.get("burn", "none")
        if burn == "one":
            yield from self.draw(table, "burn", "down")
        elif burn == "by-value":
            card = yield from self.draw(table, "burn", "up")
            for _ in range(burn_value(card)):
                yield from self.draw(table, "burn", "down")

    def determine_side(self, table: Table) -> Procedure[None]:
        """The determinant card of a double shoe: its colour says which side this round is dealt from.

        Drawn from the side last in play. Of its own side it becomes the first card dealt; otherwise it is put apart.
        """
        felt = table.felt
        if table.shoe.left == 0:
            yield from self.ran_out(table)
        answer = yield from ask(Card("determinant", "up"))
        table.shoe.draw(answer.card)
        red = SIDES.index(str(self.posting.get("red-side", SIDES[0])))
        side = red if is_red(answer.card) else 1 - red
        if side == felt.shoe:
            felt.aside.append(answer.card)
        else:
            table.lay("segregated", answer.card, "up")
            felt.shoe = side

    # Cards

    def draw(self, table: Table, to: str, face: str, stop: Callable[[], bool] | None = None) -> Procedure[int]:
        """The next card to a place. Where `stop` holds, looked at after each ruling, no card is dealt (UNSEEN)."""
        felt = table.felt
        while not (stop and stop()):
            if felt.aside:
                card = felt.aside.pop(0)
                table.lay(to, card, "down" if card == UNSEEN else face)  # a face nobody saw is keyed when it turns
                return card
            if felt.shoes[felt.shoe].left <= 0:
                yield from self.ran_out(table)
                continue
            answer = yield Card(to, face)
            if answer is not LOOK_AGAIN:
                table.give(to, answer.card, face)
                return int(answer.card)
        return UNSEEN

    def ran_out(self, table: Table) -> Procedure[None]:
        """The shoe is empty in the middle of a round. Here the discards are shuffled; a game may void instead."""
        yield from self.shuffle_discards(table)

    def shuffle_discards(self, table: Table) -> Procedure[None]:
        """All cards that are not in a hand are shuffled and cut; one is burned and the round goes on."""
        felt, shoe = table.felt, table.shoe
        for place in OFF_TABLE:
            felt.places.pop(place, None)
        felt.aside.clear()
        lying = [card for _, hand in table.hands() for card in hand.cards]
        if len(lying) >= shoe.size:
            raise Void("", (), "Every card lies on the table and none is left to shuffle.")
        answer = yield from ask(Shuffle(len(lying), kept=len(lying)))
        shoe.shuffle(answer.commitment, len(lying) - 1)  # the cutting card has come out: a new shoe after this round
        shoe.dealt, shoe.fresh = len(lying), False
        shoe.seen.extend(card for card in lying if card != UNSEEN)
        if shoe.left > 1:
            yield from self.draw(table, "burn", "down")

    # Rulings on the shoe

    def rule_new_shoe(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A supervisor has the cards shuffled between two rounds."""
        if self.way() == DOUBLE_SHOE:
            for side in range(len(table.felt.shoes)):
                yield from self.shuffle_side(table, side)
        elif self.way() == CONTINUOUS:
            yield from self.refill(table)
        else:
            yield from self.fresh_shoe(table)
        return LOOK_AGAIN

    def rule_recut(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """The cut was wrong: shuffled and cut again, as long as no card has been dealt from this shoe."""
        if table.felt.memo.get("shoe-since") != table.felt.round or self.way() == CONTINUOUS:
            raise Refused("cards have been dealt since the cut", irregularity.clause)
        if self.way() == DOUBLE_SHOE:
            yield from self.shuffle_side(table, table.felt.shoe)
        else:
            yield from shuffle(table, self.cut_depth(table.shoe))
            yield from self.burn_first(table)
        return LOOK_AGAIN

    def rule_burn_card(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """One card goes to the discard rack unseen."""
        yield from self.draw(table, "burn", "down")
        return LOOK_AGAIN

    def rule_discard_card(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """The next card of the shoe is not used."""
        yield from self.draw(table, "discards", "up" if irregularity.remedy.terms.get("seen", True) else "down")
        return LOOK_AGAIN

    def rule_use_as_next_card(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A card drawn in error lies ready as the next one; where it was seen, it is keyed now."""
        if not irregularity.remedy.terms.get("seen", False):
            table.note(irregularity.remedy.says or irregularity.says, irregularity.clause)
            return None
        if table.shoe.left <= 0:
            yield from self.ran_out(table)
        answer = yield from ask(Card("aside", "up"))
        table.shoe.draw(answer.card)
        table.felt.aside.append(answer.card)
        return LOOK_AGAIN

    def rule_shuffle_discards(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """Too few cards to finish the round, said by the dealer before the count of the record says so."""
        yield from self.shuffle_discards(table)
        return LOOK_AGAIN

    def rule_wrong_side(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A round dealt from the wrong side of a double shoe counts as dealt from the right one and is finished.

        The record moves to the side the cards really leave. A machine can't take the wrong side: there it is noted.
        """
        if self.way() != DOUBLE_SHOE:
            raise Refused("this table deals from no double shoe", irregularity.clause)
        felt, here = table.felt, table.shoe
        table.note(irregularity.says, irregularity.clause)
        if not table.electronic:
            other = felt.shoes[1 - felt.shoe]
            lying = [card for to, hand in table.hands() if to not in OFF_TABLE for card in hand.cards]
            if len(lying) >= other.left:
                raise Refused(f"the other side has only {other.left} cards left", irregularity.clause)
            here.return_cards([card for card in lying if card != UNSEEN], len(lying))
            for card in lying:
                other.draw(card)
            felt.shoe = 1 - felt.shoe
        return LOOK_AGAIN
        yield
