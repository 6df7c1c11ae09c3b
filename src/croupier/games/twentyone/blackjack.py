"""Blackjack: closer to twenty-one than the dealer, with insurance, doubles, splits and the side bets of each house."""

from collections.abc import Sequence

from croupier.games.progressive import Progressive
from croupier.games.shoegame import CONTINUOUS, DOUBLE_SHOE, SHOE
from croupier.games.twentyone.felt import DEAD, HAND_DELIVERY, PITCH
from croupier.games.twentyone.game import FAMILY_SETTINGS, MAIN, TwentyOne
from croupier.games.twentyone.play import DOUBLES, SPLITS
from croupier.games.twentyone.sides import DEAL, side_outcomes
from croupier.rounds.game import Procedure
from croupier.rounds.table import Table


class Blackjack(TwentyOne, Progressive):
    NAME = "blackjack"
    TITLE = "Blackjack"
    PICTURE = "As Jd"
    LETTERS = "BJ"
    SETTINGS = FAMILY_SETTINGS | {
        "dealing": (SHOE, DOUBLE_SHOE, CONTINUOUS),
        "small-game": (SHOE, PITCH, HAND_DELIVERY),
        "pitch-up-card": ("dealt-up", "turned"),
        "small-game-double": DOUBLES,
        "small-game-split": SPLITS,
        "mid-shoe-entry": ("open", "barred"),
        "double-face-down": bool,
        "tournament": bool,
    }
    OUTCOMES = MAIN | side_outcomes(
        "bet-the-set", "royal-match", "kings-bounty", "rock-n-21-side-bet", "buster", "trilux"
    )

    # A linked progressive looks at the player's first two cards and the dealer's up card

    def settle_sides(self, table: Table, moment: str, positions: list[int]) -> Procedure[None]:
        yield from super().settle_sides(table, moment, positions)
        if moment == DEAL and self.posting.progressive:
            yield from self.settle_progressives(table)

    def settle_round(self, table: Table, playing: list[int]) -> Procedure[None]:
        yield from self.settle_progressives(table)  # cards that were dealt face down are shown only now
        yield from super().settle_round(table, playing)

    def progressive_cards(self, table: Table, position: int) -> Sequence[int] | None:
        hands, dealer = table.position(position).hands, table.felt.dealer
        if hands[0].state == DEAD or len(hands[0].cards) < 2:
            return None
        first = [hand.cards[0] for hand in hands[:2]] if len(hands) > 1 else hands[0].cards[:2]
        return [*first, dealer.cards[dealer.memo["up"]]]


GAME = Blackjack
