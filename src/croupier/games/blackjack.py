"""Blackjack: closer to twenty-one than the dealer, with insurance, doubles, splits and the side bets of each house."""

from croupier.games.shoegame import CONTINUOUS, DOUBLE_SHOE, SHOE
from croupier.games.twentyone_base import HAND_DELIVERY, PITCH
from croupier.games.twentyone_game import FAMILY_SETTINGS, MAIN, TwentyOne
from croupier.games.twentyone_play import DOUBLES, SPLITS
from croupier.games.twentyone_sides import side_outcomes


class Blackjack(TwentyOne):
    NAME = "blackjack"
    TITLE = "Blackjack"
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


GAME = Blackjack
