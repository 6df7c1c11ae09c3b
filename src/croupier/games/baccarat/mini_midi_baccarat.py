"""Mini-Baccarat and, where the players handle the cards, Midi-Baccarat: vigorish on winning Banker wagers."""

from croupier.games.baccarat.game import Baccarat


class MiniMidiBaccarat(Baccarat):
    NAME = "mini-midi-baccarat"
    TITLE = "Mini-Baccarat"
    LETTERS = "BAC"


GAME = MiniMidiBaccarat
