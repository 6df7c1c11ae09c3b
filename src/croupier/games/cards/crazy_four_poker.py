"""Crazy Four Poker: five cards each, the best four play; the dealer needs king high; a Super Bonus beside the Ante."""

from collections.abc import Sequence

from croupier.equipment.cards import ACE, NINE, QUEEN, RANK_WORDS, TWO
from croupier.games.cards.cardgame import WAYS_OF_DEALING
from croupier.games.cards.described import DEALER_CARDS, OWN_CARDS
from croupier.games.cards.four_card import FourCardGame, value
from croupier.hands.four import category4, least_high_card4, least_pair4, rank4
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import deal_around
from croupier.rounds.table import Table

SUPER = ("four-aces", "four-of-a-kind", "straight-flush", "three-of-a-kind", "flush", "straight")


# The least value with which the dealer plays, by the name of the qualifier.
QUALIFIERS = {
    "none": 0,
    **{f"{RANK_WORDS[rank]}-high": least_high_card4(rank) for rank in range(NINE, ACE + 1)},
    "pair": least_pair4(TWO),
}


def qualifies(dealer: int, least: str = "king-high") -> bool:
    """King high or better, or what another house asks."""
    return dealer >= QUALIFIERS[least]


def against_dealer(player: int, dealer: int, least: str = "king-high") -> tuple[str, str]:
    """The outcomes of Ante and Play."""
    if not qualifies(dealer, least):
        return "push", "win"
    if player == dealer:
        return "push", "push"
    return ("win", "win") if player > dealer else ("lose", "lose")


def super_bonus(player: int, dealer: int, outcome: str, least: str = "king-high") -> str:
    """Straights and better are always paid; less is returned, and lost only to a better dealer who plays."""
    if outcome in SUPER:
        return outcome
    return "lose" if qualifies(dealer, least) and player < dealer else "push"


class CrazyFourPoker(FourCardGame):
    SHOWS = {OWN_CARDS: 5, DEALER_CARDS: 5}
    NAME = "crazy-four-poker"
    TITLE = "Crazy Four Poker"
    LAYOUT = Layout((("play",), ("ante", "super-bonus"), ("queens-up", "*"), ("*", "*")), (27, 25, 22, 17), 46)
    HANDS = "four"
    PICTURE = "Qh Qd Qc 7s"
    PLACED_LATER = ("play",)
    EQUAL = ("ante", "super-bonus")
    SIDE, SIDE_PAIR, SIDE_PAIR_NAME = "queens-up", QUEEN, "pair-of-queens"
    SETTINGS = {
        "positions": int,
        "decks": (1,),
        "batches": (1, 2),
        "dealing": WAYS_OF_DEALING,
        "qualifier": tuple(QUALIFIERS),
        "triple-play": ("pair-of-aces",),
        "fold-forfeits-queens-up": bool,
    }
    OUTCOMES = {
        "ante": {"main": {"win": None}},
        "play": {"main": {"win": None}},
        "super-bonus": {
            "main": {"four-aces": "four-of-a-kind", "four-of-a-kind": None, "straight-flush": None,
                     "three-of-a-kind": None, "flush": None, "straight": None},
        },
        "queens-up": {
            "main": {"four-of-a-kind": None, "straight-flush": None, "three-of-a-kind": None, "flush": None,
                     "straight": None, "two-pair": None, "pair-of-queens": None},
        },
    }  # fmt: skip

    # Wagers

    def play_multiple(self, hand: Hand) -> int:
        """Three times with a pair of aces or better; a hand dealt by hand nobody but its player has seen."""
        return 3 if not hand.known or value(hand) >= least_pair4(ACE) else 1

    def why_not_more(self) -> str:
        return "needs a pair of aces or better"

    # Dealing

    def deal_cards(self, table: Table, playing: Sequence[int]) -> Procedure[None]:
        """Five cards to each player and to the dealer."""
        places = [*((str(n), "own") for n in playing), ("dealer", "down")]
        yield from deal_around(table, places, 5, stacks=self.dealing == "automated-shoe")

    # Settlement

    def dealer_plays(self, table: Table) -> bool | None:
        return qualifies(value(table.felt.dealer), self.posting["qualifier"])

    def settle_hand(self, table: Table, position: int) -> None:
        ante, play, bonus = (table.wager(kind, position) for kind in ("ante", "play", "super-bonus"))
        if not (ante and play and bonus):
            return
        hand, dealer = table.hand(str(position)), table.felt.dealer
        mine, theirs = value(hand), value(dealer)
        why = self.why(hand, dealer)
        self.return_overplay(table, play, ante.stake, mine)
        for_ante, for_play = against_dealer(mine, theirs, self.posting["qualifier"])
        table.settle(ante, for_ante, because=why)
        table.settle(play, for_play, because=why)
        name = category4(mine)
        if name == "four-of-a-kind" and mine >= least_four_aces():
            name = "four-aces"
        outcome = super_bonus(mine, theirs, name, self.posting["qualifier"])
        table.settle(
            bonus, outcome if outcome in ("lose", "push") else self.resolve("super-bonus", outcome), because=why
        )

    def return_overplay(self, table: Table, play: Wager, ante: int, mine: int) -> None:
        """A Play of more than the Ante that its hand, dealt by hand, did not allow: what is over is given back."""
        if mine < least_pair4(ACE) and play.stake > ante:
            table.take_down(play, play.stake - ante)


def least_four_aces() -> int:
    return rank4(48, 49, 50, 51)


GAME = CrazyFourPoker
