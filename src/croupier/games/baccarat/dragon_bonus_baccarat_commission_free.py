"""Baccarat without vigorish: a Banker's win with a three-card seven is a push, and Fortune 7 pays it."""

from croupier.games.baccarat.game import Baccarat


class DragonBonusBaccarat(Baccarat):
    NAME = "dragon-bonus-baccarat-commission-free"
    TITLE = "Dragon Bonus Baccarat, Commission Free"


GAME = DragonBonusBaccarat
