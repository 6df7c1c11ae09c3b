"""A patron at several places of a table whose rulebook says nothing of it: the posted most is his, not each place's.

Where a book says how many positions one patron plays, each of them has its own cards and its own limits, and the round
holds him to it. At a wheel, at dice or at a baccarat layout all places wager on one and the same result.
"""

from croupier.equipment.money import money
from croupier.house.record.errors import Refused
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.positions import MOST

FOLLOWS = ("odds", "raise", "insurance", "envy")  # wagers whose limit is another wager of the same place


def check(driver: Driver, bet: acts.Bet) -> None:
    """Refuse a wager with which all places of its patron have more on it than is posted; the game checks the rest."""
    game, table = driver.game, driver.table
    rule = game.posting.wagers.get(bet.wager)
    patron = next((place.patron for place in driver.felt.positions if place.number == bet.position), "")
    places = [place.number for place in driver.felt.positions if patron and place.patron == patron]
    if len(places) < 2 or game.posting.get(MOST) is not None or rule is None or rule.kind in FOLLOWS:
        return
    lies = [wager for wager in table.wagers(bet.wager) if wager.on == bet.on and wager.position in places]
    if all(wager.position == bet.position for wager in lies):
        return
    total = bet.amount + sum(wager.stake for wager in lies)
    most = game.limits(table, bet.position, bet.wager, bet.on).most
    if total > most:
        words = f"{patron} would have {money(total)} on {rule.title} at {len(places)} places."
        raise Refused(words, f"At most {money(most)} is posted for one patron.", rule.clause)
