"""Mississippi Stud: two cards, three community cards bought one by one, all wagers paid by one table."""

from collections.abc import Iterable, Sequence

from croupier.equipment.cards import card_names
from croupier.games.cards.community import PAID_BY_PAIRS, THREE_CARD_BONUS, CommunityGame, Step, five_card_name
from croupier.games.cards.described import BOARD_CARDS, OWN_CARDS
from croupier.games.cards.three_card_poker import three_card_outcome
from croupier.hands.five import describe5, rank5
from croupier.hands.three import describe3, rank3
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import turn_up
from croupier.rounds.requests import Choice
from croupier.rounds.table import Table
from croupier.rulebook.shapes import ListOf, Span

OWN, COMMUNITY = 2, 3
STREETS = ("third-street", "fourth-street", "fifth-street")
ON_THE_HAND = ("ante", *STREETS)


class MississippiStud(CommunityGame):
    SHOWS = {OWN_CARDS: 2, BOARD_CARDS: 3}
    NAME = "mississippi-stud"
    TITLE = "Mississippi Stud"
    LAYOUT = Layout((("ante",), ("third-street", "fourth-street", "fifth-street"), ("*", "*")), (27, 19, 18), 50, True)
    PICTURE = "Js Jc"
    STAGES = ("shuffle", "betting", "dealing", *STREETS, "reveal", "settlement")
    PLACED_LATER = STREETS
    MOVES, RAISES = ("fold",), ("street-multiples",)
    SETTINGS = {
        **CommunityGame.COMMON,
        "hand-community": ("street-by-street", "after-players"),
        "shoe-community": ("first", "after-players"),
        "street-multiples": ListOf(Span(1), rising=True),
    }
    OPTIONAL = {"fold-forfeits-three-card-bonus": bool}
    OUTCOMES = {
        **{wager: {"main": PAID_BY_PAIRS} for wager in ON_THE_HAND},
        "three-card-bonus": {"main": THREE_CARD_BONUS},
    }

    # The deal

    @property
    def laid_down(self) -> bool:
        return self.dealing == "automated-shoe" or self.posting["hand-community"] == "after-players"

    def exposure(self) -> Sequence[int]:
        return range(COMMUNITY)

    def deal_plan(self, seats: Sequence[int]) -> Iterable[Step]:
        """By hand the community cards wait in the deck or follow the players'; a shoe lays them first or last."""
        if self.dealing == "automated-shoe":
            if self.posting["shoe-community"] == "first":
                yield "community", "down", COMMUNITY
            for number in seats:
                yield str(number), "own", OWN
            if self.posting["shoe-community"] == "after-players":
                # Two stacks of two: the bottom card of the second goes face down to the discard rack.
                yield "community", "down", COMMUNITY - 1
                yield "community", "down", COMMUNITY
                yield "burn", "down", 1
        elif self.laid_down:
            for number in seats:
                yield str(number), "own", OWN
            yield "community", "down", COMMUNITY
        else:
            for count in range(1, OWN + 1):
                for number in seats:
                    yield str(number), "own", count

    # The round

    def round(self, table: Table) -> Procedure[None]:
        if not (yield from self.open_round(table)):
            return
        for shown, street in enumerate(STREETS):
            table.at(street)
            yield from self.show_street(table, shown)
            for position in self.playing(table):
                yield from self.bet_or_fold(table, position, street)
        table.at("reveal")
        yield from self.show_street(table, COMMUNITY)
        yield from self.settle_positions(table)

    def show_street(self, table: Table, count: int) -> Procedure[None]:
        """Show the next community card, as long as anything depends on it."""
        if table.felt.wagers:
            yield from self.show(table, count, burns=count)

    def bet_or_fold(self, table: Table, position: int, street: str) -> Procedure[None]:
        ante = table.wager("ante", position)
        if ante is None:
            return
        keep = [] if self.posting.get("fold-forfeits-three-card-bonus", True) else ["three-card-bonus"]
        lives = keep and table.wager("three-card-bonus", position)
        fold = Choice("fold", 0, "all wagers are lost" + (" but the Three Card Bonus" if lives else ""))
        multiples = self.posting["street-multiples"]
        if (yield from self.choose(table, position, street, ante, multiples, fold)) == "fold":
            self.forfeit(table, position, keep)

    # Settlement

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        board = table.hand("community").cards
        if table.wager("ante", position):
            yield from turn_up(table, str(position))
            own = table.hand(str(position)).cards
            value = rank5(*own, *board)
            because = f"{card_names(own)} with {card_names(board)}: {describe5(value)}."
            for kind in ON_THE_HAND:
                if wager := table.wager(kind, position):
                    table.settle(wager, self.resolve(kind, five_card_name(value)), because=because)
        if bonus := table.wager("three-card-bonus", position):
            outcome = self.resolve("three-card-bonus", three_card_outcome(board))
            because = f"The community cards {card_names(board)}: {describe3(rank3(*board))}."
            table.settle(bonus, outcome, because=because)
        self.conclude(table)


GAME = MississippiStud
