"""Free Bet Blackjack: hard 9 to 11 doubled and pairs split with the house's money; a dealer's 22 pushes.

A free double or split is marked with a lammer: no chips of the player stand on it. When its hand wins, it is
paid as much as the original wager; otherwise the lammer goes back and that is all.
"""

from croupier.games.shoegame import DOUBLE_SHOE, SHOE
from croupier.games.twentyone.counting import WON, is_ten
from croupier.games.twentyone.felt import BASE, DEAD, hard_count
from croupier.games.twentyone.game import FAMILY_SETTINGS, MAIN, TwentyOne
from croupier.games.twentyone.sides import side_outcomes
from croupier.rounds.felt import Hand
from croupier.rounds.game import Procedure
from croupier.rounds.requests import Choice
from croupier.rounds.table import Table
from croupier.rulebook.shapes import ListOf, Span

FREE_DOUBLE, FREE_SPLIT = "free-double", "free-split"


class FreeBetBlackjack(TwentyOne):
    NAME = "free-bet-blackjack"
    TITLE = "Free Bet Blackjack"
    PICTURE = "6c 5h"
    SETTINGS = FAMILY_SETTINGS | {
        "dealing": (SHOE, DOUBLE_SHOE),
        "free-double-totals": ListOf(Span(4, 21)),
        "free-split-tens": bool,
        "even-money": bool,
        "mid-shoe-entry": ("open", "barred"),
        "double-face-down": bool,
    }
    OUTCOMES = (
        MAIN
        | {
            BASE: MAIN[BASE]
            | {"even-money": {"even-money": None}, FREE_DOUBLE: {"win": None}, FREE_SPLIT: {"win": None}}
        }
        | side_outcomes("push-22")
    )

    # Decisions

    def moves(self) -> tuple[str, ...]:
        hidden = ("free-double-hidden",) if self.posting["double-face-down"] else ()
        return (*super().moves(), "free-double", "free-split", *hidden)

    def more_choices(self, table: Table, position: int, index: int) -> list[Choice]:
        hand = table.position(position).hands[index]
        found = []
        if len(hand.cards) == 2 and hard_count(hand.cards) in self.posting["free-double-totals"]:
            found.append(Choice("free-double", 0, "double for a lammer: exactly one card"))
            if self.posting["double-face-down"]:
                found.append(Choice("free-double-hidden", 0, "the same, with the card face down"))
        tens = is_ten(hand.cards[0]) and not self.posting["free-split-tens"]
        if self.may_split(table, position, hand) and not tens:
            found.append(Choice("free-split", 0, "two hands, the second for a lammer"))
        return found

    def do_free_double(self, table: Table, position: int, index: int) -> Procedure[None]:
        table.position(position).hands[index].memo[FREE_DOUBLE] = True
        yield from self.last_card(table, position, index, "up")

    def do_free_double_hidden(self, table: Table, position: int, index: int) -> Procedure[None]:
        table.position(position).hands[index].memo[FREE_DOUBLE] = True
        yield from self.last_card(table, position, index, "down")

    def do_free_split(self, table: Table, position: int, index: int) -> Procedure[None]:
        self.split_hand(table, position, index).memo[FREE_SPLIT] = True
        return
        yield

    # Settlement

    def settle_hand(self, table: Table, position: int, index: int, hand: Hand) -> None:
        """Beside the wagers of the player: what the lammers of this hand are worth.

        The original wager stays until all hands of the position are settled, as the lammers are paid by its amount.
        """
        super().settle_hand(table, position, index, hand)
        base = table.wager(BASE, position)
        if base is None or hand.state == DEAD:
            return
        code, because = self.hand_outcome(table, hand)
        for lammer in (FREE_SPLIT, FREE_DOUBLE):
            if lammer in hand.memo:
                if code == WON:
                    table.award(base, "win", table=lammer, because=because)
                else:
                    table.note(f"Position {position}: {because} The Free Bet lammer goes back.")


GAME = FreeBetBlackjack
