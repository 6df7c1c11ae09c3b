"""I Luv Suits Poker: Ante, Play, Flush Rush and Super Flush Rush."""

from croupier.games.cards.flush_game import FlushGame, outcomes


class ILuvSuitsPoker(FlushGame):
    NAME = "i-luv-suits-poker"
    TITLE = "I Luv Suits Poker"
    RAISE, FLUSH_SIDE, STRAIGHT_SIDE = "play", "flush-rush", "super-flush-rush"
    PLACED_LATER = ("play",)
    OUTCOMES = outcomes(RAISE, FLUSH_SIDE, STRAIGHT_SIDE)


GAME = ILuvSuitsPoker
