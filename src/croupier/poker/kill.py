"""Kill pots: who must post an over-blind on the next hand, and at which limits."""

import msgspec

from croupier.poker.book.stakes import Stakes
from croupier.poker.errors import Refused

CONSECUTIVE, SCOOP = "consecutive", "scoop"


class KillRule(msgspec.Struct, frozen=True, kw_only=True):
    """A room's kill: the numbers are the rulebook's."""

    numerator: int = 2  # 2/1 doubles the blind and the limits, 3/2 is the half kill
    denominator: int = 1
    trigger: str = CONSECUTIVE
    first_leg_needs_flop: bool = True
    second_leg_blinds: int = 0  # the second pot must win this many big blinds
    scoop_bets: int = 0  # a scooped pot must be this many times the upper limit
    qualifying: int = 0  # or a fixed amount that the house has set
    voluntary_blinds: int = 0  # stack of a voluntary killer in kill blinds
    voluntary_cards: int = 0  # cards that may be seen before deciding
    clause: str = ""

    def amount(self, big_blind: int) -> int:
        return big_blind * self.numerator // self.denominator

    def stakes(self, stakes: Stakes) -> Stakes:
        return stakes.killed(self.numerator, self.denominator)


class Won(msgspec.Struct, frozen=True):
    """How a hand ended, as far as kills care."""

    winner: int = -1  # the seat that won the whole pot; -1 if it was split
    pot: int = 0
    flop: bool = True
    scoop: bool = False  # high and low, in a split game
    won: int = 0  # what the winner took from the pot


class Kill(msgspec.Struct):
    """The kill button: neutral, a leg up, or a kill due."""

    rule: KillRule
    leg: int = -1
    killer: int = -1

    def after(self, hand: Won, stakes: Stakes) -> None:
        """Move the button after a hand that was played at `stakes` (the posted limits, not the killed ones)."""
        was_killer, leg = self.killer, self.leg
        self.killer = -1
        self.leg = -1
        if self.rule.trigger == SCOOP:
            if hand.winner >= 0 and hand.scoop and hand.pot >= self._qualifying(stakes):
                self.killer = hand.winner
            return
        if hand.winner < 0:
            return  # split: neither kill nor leg
        if not hand.flop and self.rule.first_leg_needs_flop:
            return
        if was_killer == hand.winner or (leg == hand.winner and self._second_leg(hand, stakes)):
            self.killer = hand.winner  # a killer who wins again kills again
        else:
            self.leg = hand.winner

    def _second_leg(self, hand: Won, stakes: Stakes) -> bool:
        least = max(self.rule.second_leg_blinds * stakes.big_blind, self.rule.qualifying)
        return hand.won >= least

    def _qualifying(self, stakes: Stakes) -> int:
        return max(self.rule.scoop_bets * stakes.big, self.rule.qualifying)

    def leave(self, seat: int) -> None:
        """A player who leaves the table forfeits his leg; the button becomes neutral."""
        if self.leg == seat:
            self.leg = -1

    def verify_voluntary(self, stack: int, big_blind: int, most_cards_dealt: int) -> int:
        """The blind of a voluntary kill in lowball, or a refusal."""
        amount = self.rule.amount(big_blind)
        if self.killer >= 0:
            raise Refused("one-kill", "only one kill is allowed on a deal", self.rule.clause)
        if most_cards_dealt > self.rule.voluntary_cards:
            raise Refused(
                "late-kill", "a player has received a third card: the pot may no longer be killed", self.rule.clause
            )
        if stack < self.rule.voluntary_blinds * amount:
            words, least = (
                "a voluntary kill of {amount} needs a stack of {least}, not {stack}",
                self.rule.voluntary_blinds,
            )
            raise Refused("kill-stack", words, self.rule.clause, amount=amount, least=least * amount, stack=stack)
        return amount
