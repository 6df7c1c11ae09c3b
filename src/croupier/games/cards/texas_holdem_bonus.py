"""Texas Hold'em Bonus: an Ante, then a Flop wager or a fold, more on Turn and River at will, a bonus on two cards."""

from collections.abc import Sequence

from croupier.equipment.cards import ACE, JACK, KING, card_names
from croupier.games.cards.holdem import FLOP, RIVER, TURN, HoldemGame, compare
from croupier.hands.five import CATEGORIES5, least_of
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import turn_up
from croupier.rounds.refusal import Void
from croupier.rounds.requests import Choice
from croupier.rounds.table import Table
from croupier.rulebook.shapes import Span

AGAINST_DEALER = ("ante", "flop", "turn", "river")


def against_dealer(player: int, dealer: int, ante_from: str) -> tuple[str, str]:
    """The outcomes of the Ante and of the other wagers; a winning Ante needs a hand of a certain rank to be paid."""
    raised = compare(player, dealer)
    too_low = raised == "win" and player < least_of(CATEGORIES5.index(ante_from))
    return "push" if too_low else raised, raised


def two_card_name(cards: Sequence[int]) -> str:
    """What two cards are called on the Bonus table."""
    low, high = sorted(card >> 2 for card in cards)
    if low == high:
        return "pair-of-aces" if high == ACE else "pair-of-jacks-to-kings" if high >= JACK else "pair-of-twos-to-tens"
    if high < ACE or low < JACK:
        return "lose"
    suited = "suited" if cards[0] & 3 == cards[1] & 3 else "unsuited"
    return f"ace-king-{suited}" if low == KING else f"ace-queen-or-jack-{suited}"


class TexasHoldemBonus(HoldemGame):
    NAME = "texas-holdem-bonus"
    TITLE = "Texas Hold'em Bonus"
    LAYOUT = Layout((("turn", "river"), ("ante", "flop"), ("bonus", "*"), ("*", "*")), (23, 25, 20, 17), 50, True)
    PICTURE = "As Ad"
    STAGES = ("shuffle", "betting", "dealing", "pre-flop", "flop", "turn", "river", "reveal", "settlement")
    PLACED_LATER = ("flop", "turn", "river")
    FOLDS = "pre-flop"  # the only stage at which a hand is folded: who goes on may check
    MOVES, RAISES = ("check", "fold"), ("flop-multiple", "turn-multiple", "river-multiple")
    SETTINGS = {
        **HoldemGame.COMMON,
        "ante-pays-from": ("straight", "flush"),
        "flop-multiple": Span(1),
        "turn-multiple": Span(1),
        "river-multiple": Span(1),
        "fold-forfeits-bonus": bool,
    }
    KEEPS = ("bonus",)
    OUTCOMES = {
        **{wager: {"main": {"win": None}} for wager in AGAINST_DEALER},
        "bonus": {
            "main": {
                "pair-of-aces": None,
                "ace-king-suited": None,
                "ace-queen-or-jack-suited": None,
                "ace-king-unsuited": None,
                "pair-of-jacks-to-kings": None,
                "ace-queen-or-jack-unsuited": None,
                "pair-of-twos-to-tens": None,
            },
            "supplement": {"both-aces": "lose"},
        },
    }

    # The round

    def round(self, table: Table) -> Procedure[None]:
        if not (yield from self.open_round(table)):
            return
        table.at("pre-flop")
        for position in self.playing(table):
            yield from self.stay_or_fold(table, position)
        for stage, cards, wager in (("flop", FLOP, "turn"), ("turn", TURN, "river"), ("river", RIVER, "")):
            table.at(stage)
            if self.playing(table):
                yield from self.show(table, cards, burns=cards - FLOP + 1)
                yield from self.offer_more(table, wager)
        supplement = bool(self.posting.row("bonus", "both-aces", "supplement"))
        yield from self.reveal(table, matters=bool(self.playing(table) or (supplement and table.wagers("bonus"))))
        yield from self.settle_positions(table)

    def stay_or_fold(self, table: Table, position: int) -> Procedure[None]:
        ante = table.wager("ante", position)
        if ante is None:
            return
        lives = table.wager("bonus", position) and not self.posting["fold-forfeits-bonus"]
        fold = Choice("fold", 0, "the Ante is lost" + (", the Bonus wager stays" if lives else ""))
        multiple = self.posting["flop-multiple"]
        if (yield from self.choose(table, position, "flop", ante, (multiple,), fold)) == "fold":
            self.forfeit(table, position, keep=("bonus",) if lives else ())

    def offer_more(self, table: Table, wager: str) -> Procedure[None]:
        """A Turn wager after the Flop, a River wager after the Turn; nothing more on the full board."""
        for position in self.playing(table) if wager else ():
            if ante := table.wager("ante", position):
                multiple = self.posting[f"{wager}-multiple"]
                check = Choice("check", 0, "no further wager now")
                yield from self.choose(table, position, wager, ante, (multiple,), check)

    # Settlement

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        if not table.wagers(position=position):
            return
        yield from turn_up(table, str(position))
        if table.wager("flop", position):
            mine, theirs = self.value(table, str(position)), self.value(table, "dealer")
            least = self.posting["ante-pays-from"]
            for_ante, raised = against_dealer(mine, theirs, least)
            why = self.why(table, position, mine, theirs)
            unpaid = f" A winning Ante is paid from a {least} up." if for_ante != raised else ""
            for kind in AGAINST_DEALER:
                if wager := table.wager(kind, position):
                    outcome, note = (for_ante, unpaid) if kind == "ante" else (raised, "")
                    table.settle(wager, outcome, because=why + note)
        self.settle_bonus(table, position, supplemented=True)
        self.conclude_hand(table)

    def settle_bonus(self, table: Table, position: int, *, supplemented: bool) -> None:
        """The player's two cards, whatever becomes of the rest; aces against aces pay more where offered."""
        wager = table.wager("bonus", position)
        if wager is None:
            return
        cards = table.hand(str(position)).cards
        name = two_card_name(cards)
        because = f"You hold {card_names(cards)}."
        if supplemented and name == "pair-of-aces" and self.posting.row("bonus", "both-aces", "supplement"):
            theirs = table.felt.dealer.cards
            if two_card_name(theirs) == "pair-of-aces":
                because = f"You hold {card_names(cards)}, the dealer {card_names(theirs)}."
                table.settle(wager, "both-aces", table="supplement", because=because)
                return
        table.settle(wager, name if name == "lose" else self.resolve("bonus", name), because=because)

    def settle_kept(self, table: Table, void: Void) -> Procedure[None]:
        """The dealer's hand is void, the Bonus wagers are not: they need no more than the players' two cards."""
        yield from self.deal_out(table)
        for position in reversed(self.seats(table)):
            if table.wager("bonus", position):
                yield from turn_up(table, str(position))
                self.settle_bonus(table, position, supplemented=False)
                table.conclude()


GAME = TexasHoldemBonus
