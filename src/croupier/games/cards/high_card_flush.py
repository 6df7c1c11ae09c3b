"""High Card Flush: Ante, Raise, Flush Bonus and Straight Flush Bonus."""

from croupier.games.cards.flush_game import FlushGame, outcomes


class HighCardFlush(FlushGame):
    NAME = "high-card-flush"
    TITLE = "High Card Flush"
    RAISE, FLUSH_SIDE, STRAIGHT_SIDE = "raise", "flush-bonus", "straight-flush-bonus"
    PLACED_LATER = ("raise",)
    OUTCOMES = outcomes(RAISE, FLUSH_SIDE, STRAIGHT_SIDE)


GAME = HighCardFlush
