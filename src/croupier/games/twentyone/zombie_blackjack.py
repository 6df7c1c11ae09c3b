"""Zombie Blackjack: against a seven to an ace, a hand over 21 comes back to life when the dealer ends above 22."""

from croupier.games.shoegame import CONTINUOUS, SHOE
from croupier.games.twentyone.counting import WON, back_to_life, points
from croupier.games.twentyone.felt import BASE, DOUBLE, HAND_DELIVERY, PITCH, SPLIT
from croupier.games.twentyone.game import FAMILY_SETTINGS, MAIN
from croupier.games.twentyone.house_money import HouseMoney
from croupier.games.twentyone.play import DOUBLES, SPLITS
from croupier.games.twentyone.sides import side_outcomes
from croupier.rounds.felt import Hand
from croupier.rounds.table import Table
from croupier.rulebook.shapes import ListOf, Span

BACK_TO_LIFE = "back-to-life"  # the pay table of wagers that were moved to the insignia


class ZombieBlackjack(HouseMoney):
    NAME = "zombie-blackjack"
    TITLE = "Zombie Blackjack"
    PICTURE = "Ac Qs"
    LETTERS = "ZOM"
    SETTINGS = FAMILY_SETTINGS | {
        "dealing": (SHOE, CONTINUOUS),
        "small-game": (SHOE, PITCH, HAND_DELIVERY),
        "pitch-up-card": ("dealt-up", "turned"),
        "small-game-double": DOUBLES,
        "small-game-split": SPLITS,
        "back-to-life-up-cards": ListOf(Span(2, 11)),
        "mid-shoe-entry": ("open", "barred"),
        "double-face-down": bool,
        "tournament": bool,
    }
    OUTCOMES = (
        MAIN
        | {wager: MAIN[wager] | {BACK_TO_LIFE: {"win": None}} for wager in (BASE, DOUBLE, SPLIT)}
        | side_outcomes("house-money", "bet-the-set", "trilux")
    )

    def undead(self, table: Table, hand: Hand) -> bool:
        """A hand over 21 whose wagers lie on the insignia; with an ace up it counts as eleven points."""
        return self.count(hand) > 21 and points(self.up_card(table)) in self.posting["back-to-life-up-cards"]

    def busted(self, table: Table, position: int, index: int) -> None:
        if self.undead(table, table.position(position).hands[index]):
            table.note(f"Position {position} is over 21: move its wager to the Back to Life insignia.")

    def live(self, table: Table, hand: Hand) -> bool:
        return super().live(table, hand) or (bool(hand.cards) and self.undead(table, hand))

    def settle_hand(self, table: Table, position: int, index: int, hand: Hand) -> None:
        if not self.undead(table, hand) or self.dealer_blackjack(table):
            super().settle_hand(table, position, index, hand)
            return
        dealer = self.count(table.felt.dealer)
        won = back_to_life(dealer) == WON
        for wager in self.hand_wagers(table, position, index):
            because = f"Back to Life: your {self.count(hand)} against the dealer's {dealer}."
            table.settle(wager, "win" if won else "lose", table=BACK_TO_LIFE, because=because)


GAME = ZombieBlackjack
