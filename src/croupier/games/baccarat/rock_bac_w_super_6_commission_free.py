"""Baccarat without vigorish: a Banker's win with six pays half, and Super 6 pays it."""

from croupier.games.baccarat.game import Baccarat


class RockBac(Baccarat):
    NAME = "rock-bac-w-super-6-commission-free"
    TITLE = "Rock Bac with Super 6, Commission Free"


GAME = RockBac
