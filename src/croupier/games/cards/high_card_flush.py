"""High Card Flush: Ante, Raise, Flush Bonus and Straight Flush Bonus."""

from croupier.games.cards.flush_game import FlushGame, outcomes
from croupier.rounds.layout import Layout


class HighCardFlush(FlushGame):
    NAME = "high-card-flush"
    TITLE = "High Card Flush"
    LAYOUT = Layout(
        (("raise",), ("ante",), ("flush", "straight-flush"), ("*", "*")), (27, 27, 21, 17), 44, two_rows=True
    )
    HANDS = "flush"
    PICTURE = "Kd 9d 4d"
    RAISE, FLUSH_SIDE, STRAIGHT_SIDE = "raise", "flush-bonus", "straight-flush-bonus"
    PLACED_LATER = ("raise",)
    OUTCOMES = outcomes(RAISE, FLUSH_SIDE, STRAIGHT_SIDE)


GAME = HighCardFlush
