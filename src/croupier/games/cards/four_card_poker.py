"""Four Card Poker: five cards against the dealer's six, the best four play, and ties are the player's."""

from collections.abc import Iterable, Sequence

from croupier.equipment.cards import ACE
from croupier.equipment.shoe import UNSEEN
from croupier.games.cards.cardgame import WAYS_OF_DEALING
from croupier.games.cards.described import DEALER_CARDS, OWN_CARDS
from croupier.games.cards.four_card import FourCardGame, value
from croupier.games.cards.three_card_poker import VERSIONS, faulty, version_fault
from croupier.hands.four import category4
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import ask, deal, deal_around, deal_stack
from croupier.rounds.requests import Turn
from croupier.rounds.table import Table
from croupier.rulebook.shapes import Span


def against_dealer(player: int, dealer: int) -> str:
    """The outcome of Ante and Play: equal hands win."""
    return "win" if player >= dealer else "lose"


class FourCardPoker(FourCardGame):
    SHOWS = {OWN_CARDS: 5, DEALER_CARDS: 6}
    NAME = "four-card-poker"
    TITLE = "Four Card Poker"
    LAYOUT = Layout((("play",), ("ante",), ("aces-up", "*"), ("*", "*")), (27, 27, 22, 17), 46)
    HANDS = "four"
    PICTURE = "9h 9c 9s 4d"
    LETTERS = "FCP"
    PLACED_LATER = ("play",)
    SIDE, SIDE_PAIR, SIDE_PAIR_NAME = "aces-up", ACE, "pair-of-aces"
    SETTINGS = {
        "positions": int,
        "decks": (1,),
        "batches": (1, 2),
        "dealing": WAYS_OF_DEALING,
        "play-most": (3,),
        "extra-card": ("bottom", "top"),
        "aces-up-version": VERSIONS,
        "compulsory-multiple": Span(1),
        "fold-forfeits-aces-up": bool,
        "side-alone-decides": bool,
    }
    OUTCOMES = {
        "ante": {
            "main": {"win": None},
            "bonus": {"four-of-a-kind": "lose", "straight-flush": "lose", "three-of-a-kind": "lose"},
        },
        "play": {"main": {"win": None}},
        "aces-up": {
            "main": {"four-of-a-kind": None, "straight-flush": None, "three-of-a-kind": None, "flush": None,
                     "straight": None, "two-pair": None, "pair-of-aces": None},
        },
    }  # fmt: skip

    ALONE = ("aces-up",)

    # Wagers

    def incomplete(self, table: Table) -> Iterable[tuple[Wager, str, str]]:
        """The house's versions: how large the Ante must be beside an Aces Up, and whether both are compulsory."""
        yield from super().incomplete(table)
        version, clause = self.posting["aces-up-version"], self.posting.clause("aces-up-version")
        for position in table.betting_positions():
            stakes = [w.stake if (w := table.wager(kind, position)) else 0 for kind in ("ante", "aces-up")]
            if why := version_fault(version, stakes[0], stakes[1], self.posting["compulsory-multiple"], "Aces Up"):
                for wager in faulty(table, position, version, "ante"):
                    yield wager, why, clause

    def play_multiple(self, hand: Hand) -> int:
        return int(self.posting["play-most"])

    # Dealing

    def deal_cards(self, table: Table, playing: Sequence[int]) -> Procedure[None]:
        """Five cards to each player, six to the dealer, whose sixth lies face up."""
        places = [*((str(n), "own") for n in playing), ("dealer", "down")]
        stacks = self.dealing == "automated-shoe"
        yield from deal_around(table, places, 5, stacks=stacks)
        if not stacks:
            yield from deal(table, "dealer", "up")
            return
        yield from deal_stack(table, "extra", "down", 5)
        yield from self.take_extra(table)

    def take_extra(self, table: Table) -> Procedure[None]:
        """The bottom or the top card of an extra stack becomes the dealer's sixth; the others are discarded."""
        extra = table.felt.places.pop("extra")
        index = 0 if self.posting["extra-card"] == "top" else len(extra.cards) - 1
        card = extra.cards.pop(index)
        for other in extra.cards:
            table.lay("discards", other, "down")
        table.lay("dealer", card, "down")
        table.felt.dealer.faces = table.felt.dealer.faces[:-1] + "d"
        yield from self.turn_sixth(table)

    def turn_sixth(self, table: Table) -> Procedure[None]:
        """The dealer's sixth card is shown before the players decide."""
        card = table.felt.dealer.cards[5]
        if card == UNSEEN:
            answer = yield from ask(Turn("dealer", 1))
            card = answer.cards[0]
        table.turn("dealer", 5, card)

    # Settlement

    def settle_hand(self, table: Table, position: int) -> None:
        ante, play = table.wager("ante", position), table.wager("play", position)
        if not (ante and play):
            return
        hand, dealer = table.hand(str(position)), table.felt.dealer
        mine, why = value(hand), self.why(hand, dealer)
        outcome = against_dealer(mine, value(dealer))
        table.settle(play, outcome, because=why)
        table.settle(ante, outcome, because=why)
        name = category4(mine)
        if name in self.OUTCOMES["ante"]["bonus"] and (bonus := self.resolve("ante", name, "bonus")) != "lose":
            table.award(ante, bonus, table="bonus", because=why)


GAME = FourCardPoker
