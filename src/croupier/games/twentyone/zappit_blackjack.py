"""ZAPPIT Blackjack: a hard 15 to 18 may be exchanged once for two new cards; a dealer's 22 pushes."""

from croupier.games.shoegame import CONTINUOUS, SHOE
from croupier.games.twentyone.felt import BASE, OPEN, hard_count, place
from croupier.games.twentyone.game import FAMILY_SETTINGS, MAIN
from croupier.games.twentyone.house_money import HouseMoney
from croupier.games.twentyone.sides import DEAL, side_outcomes
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import ask
from croupier.rounds.requests import Amount, Choice
from croupier.rounds.table import Table
from croupier.rulebook.shapes import ListOf, Span

TRILUX, SECOND_TRILUX = "trilux", "second-trilux"


class ZappitBlackjack(HouseMoney):
    NAME = "zappit-blackjack"
    TITLE = "ZAPPIT Blackjack"
    PICTURE = "Th 6c"
    LETTERS = "ZAP"
    PLACED_LATER = (*HouseMoney.PLACED_LATER, SECOND_TRILUX)
    SETTINGS = FAMILY_SETTINGS | {
        "dealing": (SHOE, CONTINUOUS),
        "zap-totals": ListOf(Span(4, 21)),
        "mid-shoe-entry": ("open", "barred"),
        "double-face-down": bool,
    }
    OUTCOMES = MAIN | side_outcomes("house-money", "bet-the-set", TRILUX, SECOND_TRILUX)

    def deal_first_cards(self, table: Table, playing: list[int]) -> Procedure[None]:
        """Who has a TriLux wager may set it again when he zaps: remember it, as it is settled before."""
        for wager in table.wagers(TRILUX):
            if base := table.wager(BASE, wager.position):
                base.memo[TRILUX] = wager.stake
        yield from super().deal_first_cards(table, playing)

    def moves(self) -> tuple[str, ...]:
        return (*super().moves(), "zap")

    def more_choices(self, table: Table, position: int, index: int) -> list[Choice]:
        hand = table.position(position).hands[index]
        first = len(hand.cards) == 2 and "split" not in hand.memo and "exchanged" not in hand.memo
        if first and hard_count(hand.cards) in self.posting["zap-totals"]:
            return [Choice("zap", 0, "exchange both cards for two new ones")]
        return []

    def do_zap(self, table: Table, position: int, index: int) -> Procedure[None]:
        """Both cards go to the discard rack and two new ones come; an ace and a ten are then a plain 21."""
        hand = table.position(position).hands[index]
        yield from self.second_chance(table, position)
        for card in hand.cards:
            table.lay("discards", card, "up")
        hand.cards.clear()
        hand.faces, hand.memo["exchanged"] = "", True
        while len(hand.cards) < 2 and hand.state == OPEN:
            yield from self.draw(table, place(position), "up", lambda: hand.state != OPEN)
        yield from self.settle_side(table, DEAL, position)

    def second_chance(self, table: Table, position: int) -> Procedure[None]:
        """The TriLux wager may be set again for the two new cards, where the sign offers it."""
        base = table.wager(BASE, position)
        if SECOND_TRILUX not in self.posting.wagers or base is None or TRILUX not in base.memo:
            return
        limits = self.posting.limits[SECOND_TRILUX]
        answer = yield from ask(Amount(position, SECOND_TRILUX, limits.least, limits.most, limits.step))
        if answer.amount:
            table.bet(position, SECOND_TRILUX, answer.amount)


GAME = ZappitBlackjack
