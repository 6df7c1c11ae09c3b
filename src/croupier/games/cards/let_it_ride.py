"""Let It Ride: three equal bets on three cards and two community cards; two of the bets may be taken back."""

from collections.abc import Iterable, Sequence

from croupier.equipment.cards import card_names
from croupier.games.cards.community import (
    PAID_BY_PAIRS,
    THREE_CARD_BONUS,
    CommunityGame,
    Step,
    five_card_name,
    paid_from,
)
from croupier.games.cards.described import BOARD_CARDS, OWN_CARDS
from croupier.games.cards.three_card_poker import three_card_outcome
from croupier.hands.five import category5, describe5, rank5
from croupier.hands.three import describe3, rank3
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import ask_living, turn_up
from croupier.rounds.requests import Choice, Decide
from croupier.rounds.table import Table

OWN, COMMUNITY = 3, 2
BETS = ("bet-1", "bet-2", "bet-3")


class LetItRide(CommunityGame):
    SHOWS = {OWN_CARDS: 3, BOARD_CARDS: 2}
    NAME = "let-it-ride"
    TITLE = "Let It Ride"
    LAYOUT = Layout((("*", "*", "*"), ("*", "*"), ("*", "*")), (21, 20, 17), 50, True)
    PICTURE = "Td Jh Qs"
    STAGES = ("shuffle", "betting", "dealing", "first-decision", "second-decision", "reveal", "settlement")
    EQUAL = BETS
    RIDES = {"first-decision": "bet-1", "second-decision": "bet-2"}
    MOVES = ("ride", "withdraw")
    SETTINGS = {
        **CommunityGame.COMMON,
        "shoe-community": ("two-first", "three-after-players"),
        "bonus-chip": ("collected", "stays"),
    }
    OUTCOMES = {
        **{bet: {"main": PAID_BY_PAIRS} for bet in BETS},
        "let-it-ride-bonus": {"main": paid_from("three-of-a-kind")},
        "three-card-bonus": {"main": THREE_CARD_BONUS},
    }

    # The deal

    @property
    def laid_down(self) -> bool:
        return True

    @property
    def two_first(self) -> bool:
        return self.dealing == "automated-shoe" and self.posting["shoe-community"] == "two-first"

    def exposure(self) -> Sequence[int]:
        """The card to the dealer's left first: the bottom one of a stack of two, else the one dealt first."""
        return (1, 0) if self.two_first else (0, 1)

    def deal_plan(self, seats: Sequence[int]) -> Iterable[Step]:
        """Around the table with the community cards between; from a shoe in stacks."""
        if self.dealing == "automated-shoe":
            if self.two_first:
                yield "community", "down", COMMUNITY
            for number in seats:
                yield str(number), "own", OWN
            if not self.two_first:
                # A stack of three: the card to the dealer's right goes face down to the discard rack.
                yield "community", "down", COMMUNITY
                yield "burn", "down", 1
            return
        for count in range(1, OWN + 1):
            for number in seats:
                yield str(number), "own", count
            if count <= COMMUNITY:
                yield "community", "down", count

    # The round

    def round(self, table: Table) -> Procedure[None]:
        if not (yield from self.open_round(table)):
            return
        for shown, (stage, bet) in enumerate(self.RIDES.items()):
            table.at(stage)
            yield from self.show(table, shown, burns=0)
            for position in self.playing(table):
                yield from self.ride(table, position, bet)
        table.at("reveal")
        if table.felt.wagers:
            yield from self.show(table, COMMUNITY, burns=0)
        yield from self.settle_positions(table)

    def ride(self, table: Table, position: int, bet: str) -> Procedure[None]:
        """Take the bet back, or let it ride."""
        if not table.wager(bet, position):
            return
        title = self.posting.wagers[bet].title
        choices = (Choice("ride", 0, f"{title} stays"), Choice("withdraw", 0, f"{title} is taken back"))
        answer = yield from ask_living(table.hand(str(position)), lambda: Decide(choices, position))
        wager = table.wager(bet, position)
        if answer is not None and answer.name == "withdraw" and wager:
            table.take_down(wager)

    # Settlement

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        if not table.wagers(position=position):
            return
        yield from turn_up(table, str(position))
        own, board = table.hand(str(position)).cards, table.hand("community").cards
        value = rank5(*own, *board)
        because = f"{card_names(own)} with {card_names(board)}: {describe5(value)}."
        for bet in BETS:
            if wager := table.wager(bet, position):
                table.settle(wager, self.resolve(bet, five_card_name(value)), because=because)
        self.settle_bonus(table, position, category5(value), because)
        if wager := table.wager("three-card-bonus", position):
            outcome = self.resolve("three-card-bonus", three_card_outcome(own))
            table.settle(wager, outcome, because=f"You hold {card_names(own)}, {describe3(rank3(*own))}.")
        self.conclude(table)

    def settle_bonus(self, table: Table, position: int, name: str, because: str) -> None:
        """A flat amount; where the chip went into the inventory with the first card, it does not come back."""
        wager = table.wager("let-it-ride-bonus", position)
        if wager is None:
            return
        outcome = self.resolve("let-it-ride-bonus", name)
        if outcome != "lose" and self.posting["bonus-chip"] == "collected":
            table.award(wager, outcome, table="main", because=because)
            table.settle(wager, "lose", because="The chip was collected when the deal began.")
        else:
            table.settle(wager, outcome, because=because)


GAME = LetItRide
