"""House Money: a side bet whose winnings may be put on the blackjack wager, in any part."""

from croupier.games.twentyone.felt import BASE
from croupier.games.twentyone.game import TwentyOne
from croupier.games.twentyone.sides import PEEK
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import ask
from croupier.rounds.requests import Amount
from croupier.rounds.table import Table

HOUSE_MONEY = "house-money"


class HouseMoney(TwentyOne):
    """Settled once the dealer is known not to have blackjack; then the proceeds may cap the wager."""

    def settle_sides(self, table: Table, moment: str, positions: list[int]) -> Procedure[None]:
        if moment != PEEK:
            yield from super().settle_sides(table, moment, positions)
            return
        for position in reversed(positions):
            if table.wager(HOUSE_MONEY, position):
                yield from self.settle_house_money(table, position)

    def settle_house_money(self, table: Table, position: int) -> Procedure[None]:
        """Pay, then ask how much of the win and the side bet itself goes onto the blackjack wager."""
        before = table.chips(position)
        yield from self.settle_side(table, PEEK, position)
        proceeds = table.chips(position) - before
        most = proceeds - proceeds % self.unit
        if most < self.unit or not table.wager(BASE, position):
            return
        question = f"Position {position}: how much of the House Money goes onto the wager?"
        answer = yield from ask(Amount(position, BASE, self.unit, most, self.unit, question=question))
        if answer.amount and table.wager(BASE, position):
            table.bet(position, BASE, answer.amount)
