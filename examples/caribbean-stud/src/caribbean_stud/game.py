"""Caribbean Stud Poker: five cards to each player and to the dealer, whose last card lies open. The player folds, or
raises by twice the Ante; the dealer needs ace and king to play, and a raise that wins is paid by the player's hand."""

from collections.abc import Sequence

from croupier.equipment.cards import ACE, KING, card_names, rank_of
from croupier.games.cards.cardgame import WAYS_OF_DEALING, CardGame
from croupier.hands.five import category5, describe5, rank5
from croupier.rounds import acts
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import ask_living, betting, deal, turn_up
from croupier.rounds.requests import Choice, Decide, Request
from croupier.rounds.table import Table

RAISE, FOLD = "raise", "fold"
QUALIFIERS = ("ace-king", "none")
PAID = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
    "two-pair", "pair", "high-card",
)  # fmt: skip


def ace_king(cards: Sequence[int]) -> bool:
    """A pair or better, or ace and king."""
    return category5(rank5(*cards)) != "high-card" or {ACE, KING} <= {rank_of(card) for card in cards}


class CaribbeanStud(CardGame):
    NAME = "caribbean-stud"
    TITLE = "Caribbean Stud Poker"
    LAYOUT = Layout((("raise",), ("ante",), ("*", "*")), (27, 27, 20), 44)
    PICTURE, LETTERS = "As Ks Qs Js Ts", "CS"
    STAGES = ("shuffle", "betting", "dealing", "decisions", "reveal", "settlement")
    PLACED_LATER = ("raise",)
    SETTINGS = {"positions": int, "decks": (1,), "dealing": WAYS_OF_DEALING, "qualifier": QUALIFIERS, "raise": (1, 2)}
    OUTCOMES = {
        "ante": {"main": {"win": None, "no-qualify": "win"}},
        # What a raise wins falls back to the next lower hand that has a row.
        "raise": {"main": dict(zip(PAID, (*PAID[1:], None)))},
    }

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        table.at("dealing")
        playing = table.betting_positions()
        yield from self.deal_hands(table, [*((str(n), "own") for n in playing), ("dealer", "down")], 4)
        for position in playing:
            yield from deal(table, str(position), "own")
        yield from deal(table, "dealer", "up")
        table.at("decisions")
        for position in playing:
            yield from self.decide(table, position)
        table.at("reveal")
        if table.felt.wagers:
            yield from turn_up(table, "dealer")
        table.at("settlement")
        for position in reversed(playing):
            if table.wagers(position=position):
                yield from self.settle_position(table, position)

    def decide(self, table: Table, position: int) -> Procedure[None]:
        ante, hand = table.wager("ante", position), table.hand(str(position))
        assert ante is not None
        stake = ante.stake * int(self.posting["raise"])
        choices = (Choice(RAISE, stake, "the Raise against the dealer"), Choice(FOLD, 0, "the Ante is lost"))
        answer = yield from ask_living(hand, lambda: Decide(choices, position))
        if answer is None:
            return
        if answer.name == RAISE:
            table.bet(position, "raise", stake)
        else:
            hand.state = "folded"
            table.settle(ante, "lose", because="Folded.")
            table.conclude()

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        yield from turn_up(table, str(position))
        mine, theirs = table.hand(str(position)).cards, table.felt.dealer.cards
        ante, raised = table.wager("ante", position), table.wager("raise", position)
        if ante is None or raised is None:
            return
        value, dealer = rank5(*mine), rank5(*theirs)
        hands = f"{card_names(mine)} ({describe5(value)}) against {card_names(theirs)} ({describe5(dealer)})."
        if self.posting["qualifier"] == "ace-king" and not ace_king(theirs):
            table.settle(raised, "push", because=f"The dealer does not play: {hands}")
            table.settle(ante, self.resolve("ante", "no-qualify"), because=f"The dealer does not play: {hands}")
        elif value > dealer:
            table.settle(raised, self.resolve("raise", category5(value)), because=hands)
            table.settle(ante, "win", because=hands)
        else:
            for wager in (raised, ante):
                table.settle(wager, "push" if value == dealer else "lose", because=hands)
        table.conclude()

    def suggest(self, table: Table, request: Request) -> acts.Act | None:
        """A pair or better raises; ace and king raise where the dealer's open card is one of the player's."""
        if not isinstance(request, Decide):
            return None
        cards, up = table.hand(str(request.position)).cards, table.felt.dealer.cards[-1]
        pair = category5(rank5(*cards)) != "high-card"
        close = ace_king(cards) and rank_of(up) in {rank_of(card) for card in cards}
        return acts.Chosen(RAISE if pair or close else FOLD, request.position)
