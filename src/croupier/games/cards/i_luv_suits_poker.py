"""I Luv Suits Poker: Ante, Play, Flush Rush and Super Flush Rush."""

from croupier.games.cards.flush_game import FlushGame, outcomes
from croupier.rounds.layout import Layout


class ILuvSuitsPoker(FlushGame):
    NAME = "i-luv-suits-poker"
    TITLE = "I Luv Suits Poker"
    LAYOUT = Layout((("*",), ("ante",), ("*", "*"), ("*", "*")), (27, 27, 21, 17), 44, two_rows=True)
    HANDS = "flush"
    PICTURE = "Ks 9s 5s"
    RAISE, FLUSH_SIDE, STRAIGHT_SIDE = "play", "flush-rush", "super-flush-rush"
    PLACED_LATER = ("play",)
    OUTCOMES = outcomes(RAISE, FLUSH_SIDE, STRAIGHT_SIDE)


GAME = ILuvSuitsPoker
