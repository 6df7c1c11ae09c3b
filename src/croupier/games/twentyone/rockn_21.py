"""Rock'n 21: blackjack that pays by the colour of its two cards."""

from croupier.games.shoegame import CONTINUOUS, SHOE
from croupier.games.twentyone.counting import COLORED_BLACKJACKS, blackjack_color
from croupier.games.twentyone.felt import BASE
from croupier.games.twentyone.game import FAMILY_SETTINGS, MAIN, TwentyOne
from croupier.games.twentyone.sides import side_outcomes


class Rockn21(TwentyOne):
    NAME = "rockn-21"
    TITLE = "Rock'n 21"
    PICTURE = "7s 7h 7d"
    BLACKJACK_TABLE = "blackjack"
    SETTINGS = FAMILY_SETTINGS | {
        "dealing": (SHOE, CONTINUOUS),
        "mid-shoe-entry": ("open", "barred"),
        "double-face-down": bool,
    }
    OUTCOMES = (
        MAIN
        | {BASE: {"main": {"win": None}, "blackjack": dict.fromkeys(COLORED_BLACKJACKS)}}
        | side_outcomes("rock-n-21-side-bet", "buster", "trilux")
    )

    def blackjack_outcome(self, cards: list[int]) -> str:
        return COLORED_BLACKJACKS[blackjack_color(*cards)]


GAME = Rockn21
