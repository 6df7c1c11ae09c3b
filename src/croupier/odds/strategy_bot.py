"""A bot that plays by the exact values: it sits at any table of the house games and takes the best choice.

It sees what its player may see. Raises and folds come from `advise`; side bets, insurance and other offers of money
are declined, as none of them is worth taking.
"""

from __future__ import annotations

from croupier.odds.advise import Advice, Position, advise
from croupier.odds.analysis import Analysis, analysis_of
from croupier.odds.games.pai_gow.advice import pai_gow_settings
from croupier.rounds import acts
from croupier.rounds.bots import Bot
from croupier.rounds.driver import Driver
from croupier.rounds.requests import Amount, Arrange, Decide, Request
from croupier.rounds.table import Table


def position_of(table: Table, game: str, number: int, hand: int = 0) -> Position:
    """What the player at a position sees."""
    known = analysis_of(game) or Analysis()
    if known.sees is not None:
        return known.sees(table, number, hand)
    dealer = table.felt.dealer.open_cards()
    board = table.hand("community").open_cards() if "community" in table.felt.places else ()
    ante = table.wager("ante", number) or table.wager("ante-across", number)
    made = [table.wager(kind, number) for kind in known.raises]
    bets = [wager.stake // ante.stake for wager in made if wager is not None] if ante is not None else []
    up = dealer[0] if dealer and known.up_card else None
    return Position(hand=tuple(table.hand(str(number)).cards), up=up, board=board, bets=tuple(bets))


def choice_for(best: str, names: list[str]) -> str | None:
    """The table's name of an advised choice: `play 3x` may be called play-3x or 3x, a double may be free."""
    for name in (f"free-{best}", best, best.replace(" ", "-"), best.rsplit(" ", 1)[-1]):
        if name in names:
            return name
    return None


class OptimalBot(Bot):
    """Plays every house game as well as it can be played."""

    def decide(self, driver: Driver, request: Request) -> acts.Act:
        game = driver.game.NAME
        if isinstance(request, Amount) and request.may_decline:
            return acts.Staked(0, self.position)
        if isinstance(request, Arrange):
            hand = driver.table.hand(f"{request.position}.{request.hand}")
            values = pai_gow_settings(driver.game.posting, hand.cards)
            low = max(values.items(), key=lambda item: item[1])[0]
            return acts.Arranged(low, self.position)
        known = analysis_of(game)
        if not isinstance(request, Decide) or known is None or known.advise is None:
            return super().decide(driver, request)
        names = [c.name for c in request.choices if driver.can(self.by, acts.Chosen(c.name, self.position))]
        for name in ("wait", "stay", "show", "set", "house-way"):  # questions that have one sound answer
            if name in names:
                return acts.Chosen(name, self.position)
        found = self.advice(driver, request)
        if "play-on" in names:  # asked before the dealer looks: give up half, or see what comes
            best = max(found.values, key=lambda name: float(found.values[name]))
            return acts.Chosen("surrender" if best == "surrender" else "play-on", self.position)
        for best in sorted(found.values, key=lambda name: -float(found.values[name])):
            if chosen := choice_for(best, names):
                return acts.Chosen(chosen, self.position)
        return super().decide(driver, request)

    def advice(self, driver: Driver, request: Decide) -> Advice:
        game = driver.game.NAME
        return advise(driver.game.posting, position_of(driver.table, game, self.position, request.hand))
