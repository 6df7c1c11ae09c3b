"""A bot that plays by the exact values: it sits at any table of the house games and takes the best choice.

It sees what its player may see. Raises and folds come from `advise`; side bets, insurance and other offers of money
are declined, as none of them is worth taking.
"""

from __future__ import annotations

from croupier.equipment.shoe import UNSEEN
from croupier.odds.advise import ADVISERS, Advice, Position, advise, pai_gow_settings
from croupier.odds.games.twentyone import books as books_twentyone
from croupier.rounds import acts
from croupier.rounds.bots import Bot
from croupier.rounds.driver import Driver
from croupier.rounds.felt import Hand
from croupier.rounds.requests import Amount, Arrange, Decide, Request
from croupier.rounds.table import Table

STREETS = ("third-street", "fourth-street")
LINES = ("across", "down")


def open_cards(hand: Hand) -> tuple[int, ...]:
    """The cards of a place that everybody sees, in the order they were turned."""
    return tuple(card for card, face in zip(hand.cards, hand.faces) if face == "u" and card != UNSEEN)


def position_of(table: Table, game: str, number: int, hand: int = 0) -> Position:
    """What the player at a position sees."""
    dealer = open_cards(table.felt.dealer)
    if game in books_twentyone.GAMES:
        held = table.position(number).hands[hand]
        memo = held.memo
        return Position(
            hand=tuple(held.cards), up=dealer[0] if dealer else None, split="split" in memo, may_split="split" in memo,
            zapped="exchanged" in memo, free="free-split" in memo,
        )  # fmt: skip
    board = open_cards(table.hand("community")) if "community" in table.felt.places else ()
    ante = table.wager("ante", number) or table.wager("ante-across", number)
    bets: list[int] = []
    if ante is not None and game in ("mississippi-stud", "criss-cross-poker"):
        made = [table.wager(kind, number) for kind in (STREETS if game == "mississippi-stud" else LINES)]
        bets = [wager.stake // ante.stake for wager in made if wager is not None]
    up = dealer[0] if dealer and game == "four-card-poker" else None
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
        if not isinstance(request, Decide) or game not in ADVISERS:
            return super().decide(driver, request)
        names = [c.name for c in request.choices if driver.can(self.by, acts.Chosen(c.name, self.position))]
        if game == "pai-gow-poker":
            return acts.Chosen("set" if "set" in names else "house-way", self.position)
        for name in ("wait", "stay", "show"):  # questions that have one sound answer
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
