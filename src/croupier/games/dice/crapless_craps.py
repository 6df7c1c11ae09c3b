"""Crapless Craps: craps without craps. Only a seven decides the come-out roll, and every other total is a point.

The come-out totals and the rows for ten points are in its rulebooks; there are no Don't and no Lay wagers.
"""

from croupier.games.dice.craps import Craps

NOT_HERE = ("dont-pass", "dont-come", "dont-pass-odds", "dont-come-odds", "lay", "six-seven-eight")
NOT_ASKED = ("come-out-bars", "lay-on-come-out", "lay-vigorish")


class CraplessCraps(Craps):
    NAME = "crapless-craps"
    TITLE = "Crapless Craps"
    LETTERS = "CC"
    OUTCOMES = {wager: known for wager, known in Craps.OUTCOMES.items() if wager not in NOT_HERE}
    SETTINGS = {name: expected for name, expected in Craps.SETTINGS.items() if name not in NOT_ASKED}


GAME = CraplessCraps
