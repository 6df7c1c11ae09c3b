"""Criss Cross Poker: two cards and five community cards in a cross make an Across hand and a Down hand."""

from collections.abc import Iterable, Sequence

from croupier.equipment.cards import card_names
from croupier.games.cards.community import PAID_BY_PAIRS, CommunityGame, Step, five_card_name, turn_cards
from croupier.games.cards.described import BOARD_CARDS, OWN_CARDS
from croupier.hands.five import describe5, rank5
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.requests import Choice
from croupier.rounds.table import Table
from croupier.rulebook.shapes import ListOf, Span

OWN, COMMUNITY = 2, 5
# The cross as it is laid and turned: the two outer cards across, the two outer cards down, the middle.
ACROSS, DOWN, MIDDLE = (0, 1), (2, 3), 4
LINES = {"across": (*ACROSS, MIDDLE), "down": (*DOWN, MIDDLE)}


class CrissCrossPoker(CommunityGame):
    SHOWS = {OWN_CARDS: 2, BOARD_CARDS: 5}
    NAME = "criss-cross-poker"
    TITLE = "Criss Cross Poker"
    LAYOUT = Layout((("*", "*"), ("*", "*", "*"), ("*", "*")), (24, 19, 18), 50, True)
    HANDS = "crossed"
    PICTURE = "7h 8h"
    STAGES = ("shuffle", "betting", "dealing", "across", "down", "middle", "reveal", "settlement")
    PLACED_LATER = ("across", "down", "middle")
    EQUAL = ("ante-across", "ante-down")
    MOVES, RAISES = ("fold",), ("raise-multiples",)
    SETTINGS = {
        **CommunityGame.COMMON,
        "raise-multiples": ListOf(Span(1), rising=True),
        "fold-forfeits-five-card-bonus": bool,
        "five-card-bonus-settled": ("first", "with-each-hand"),
    }
    OUTCOMES = {
        "ante-across": {"main": {"win": None}},
        "ante-down": {"main": {"win": None}},
        **{wager: {"main": PAID_BY_PAIRS} for wager in ("across", "down", "middle", "five-card-bonus")},
    }

    # The deal

    @property
    def laid_down(self) -> bool:
        return True

    def exposure(self) -> Sequence[int]:
        return range(COMMUNITY)

    def deal_plan(self, seats: Sequence[int]) -> Iterable[Step]:
        """The cross first; then two cards to each player, by hand one at a time."""
        yield "community", "down", COMMUNITY
        for count in (OWN,) if self.dealing == "automated-shoe" else range(1, OWN + 1):
            for number in seats:
                yield str(number), "own", count

    # The round

    def round(self, table: Table) -> Procedure[None]:
        if not (yield from self.open_round(table)):
            return
        for shown, line, ante in ((0, "across", "ante-across"), (2, "down", "ante-down"), (4, "middle", "ante-across")):
            table.at(line)
            yield from self.show_cross(table, shown)
            for position in self.playing(table):
                yield from self.raise_or_fold(table, position, line, ante)
        table.at("reveal")
        yield from self.show_cross(table, COMMUNITY)
        table.at("settlement")
        if self.posting["five-card-bonus-settled"] == "first":
            for position in reversed(self.seats(table)):
                self.settle_bonus(table, position)
                table.conclude()
        for position in reversed(self.seats(table)):
            yield from self.settle_position(table, position)

    def show_cross(self, table: Table, count: int) -> Procedure[None]:
        if table.felt.wagers:
            yield from self.show(table, count, burns=0)

    def raise_or_fold(self, table: Table, position: int, line: str, kind: str) -> Procedure[None]:
        ante = table.wager(kind, position)
        if ante is None:
            return
        keep = () if self.posting["fold-forfeits-five-card-bonus"] else ("five-card-bonus",)
        lives = keep and table.wager("five-card-bonus", position)
        fold = Choice("fold", 0, "all wagers are lost" + (" but the Five Card Bonus" if lives else ""))
        multiples = self.posting["raise-multiples"]
        if (yield from self.choose(table, position, line, ante, multiples, fold)) == "fold":
            self.forfeit(table, position, keep)

    # Settlement

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        if table.wager("middle", position) and (yield from turn_cards(table, str(position), range(OWN))):
            self.settle_lines(table, position)
        self.settle_bonus(table, position)
        table.conclude()

    def settle_lines(self, table: Table, position: int) -> None:
        """Each line with its Ante; the Middle with the better of the two hands."""
        own, cross = table.hand(str(position)).cards, table.hand("community").cards
        values = {line: rank5(*own, *(cross[index] for index in cards)) for line, cards in LINES.items()}
        words = {
            line: f"{card_names(own)} with {card_names(cross[i] for i in LINES[line])}: {describe5(value)}."
            for line, value in values.items()
        }
        better = max(values, key=lambda line: values[line])
        for line, hand in (("across", "across"), ("down", "down"), ("middle", better)):
            outcome = self.resolve(line, five_card_name(values[hand]))
            if ante := table.wager(f"ante-{line}", position):
                table.settle(ante, self.ante_outcome(line, outcome), because=words[hand])
            if wager := table.wager(line, position):
                table.settle(wager, outcome, because=words[hand])

    def ante_outcome(self, line: str, outcome: str) -> str:
        """An Ante wins, loses or is returned with its line."""
        row = self.posting.row(line, outcome)
        return "push" if row and row.odds.kind == "push" else "win" if row else outcome

    def settle_bonus(self, table: Table, position: int) -> None:
        if wager := table.wager("five-card-bonus", position):
            cross = table.hand("community").cards
            value = rank5(*cross)
            because = f"The community cards {card_names(cross)}: {describe5(value)}."
            table.settle(wager, self.resolve("five-card-bonus", five_card_name(value)), because=because)


GAME = CrissCrossPoker
