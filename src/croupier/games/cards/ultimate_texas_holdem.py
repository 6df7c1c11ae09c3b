"""Ultimate Texas Hold'em: Ante and Blind against the dealer, one Play wager that shrinks the longer one waits."""

from croupier.equipment.cards import card_names
from croupier.games.cards.community import paid_from
from croupier.games.cards.holdem import FLOP, RIVER, HoldemGame, compare
from croupier.hands.five import CATEGORIES5, category5, describe5, least_of
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import turn_up
from croupier.rounds.refusal import Void
from croupier.rounds.requests import Choice
from croupier.rounds.table import Table
from croupier.rulebook.shapes import ListOf, Span

CHECK = Choice("check", 0, "wait for the next cards")


def qualifies(dealer: int, least: str = "pair") -> bool:
    """Whether the dealer's hand brings the Ante into play."""
    return least == "none" or dealer >= least_of(CATEGORIES5.index(least))


def against_dealer(player: int, dealer: int, least: str = "pair") -> tuple[str, str, str]:
    """The outcomes of Ante, Blind and Play; a winning Blind is named by the hand, which may be too low to be paid."""
    play = compare(player, dealer)
    ante = play if qualifies(dealer, least) else "push"
    return ante, category5(player) if play == "win" else play, play


class UltimateTexasHoldem(HoldemGame):
    NAME = "ultimate-texas-holdem"
    TITLE = "Ultimate Texas Hold'em"
    LAYOUT = Layout((("play",), ("ante", "blind"), ("trips", "*"), ("*", "*")), (27, 25, 22, 17), 50, True)
    PICTURE = "Ah Kh"
    LETTERS = "UTH"
    STAGES = ("shuffle", "betting", "dealing", "pre-flop", "flop", "river", "reveal", "settlement")
    PLACED_LATER = ("play",)
    EQUAL = ("ante", "blind")
    FOLDS = "river"  # the only stage at which a hand is folded: checked until then
    MOVES, RAISES = ("check", "fold", "tuck"), ("preflop-multiples", "flop-multiple", "river-multiple")
    SETTINGS = {
        **HoldemGame.COMMON,
        "qualifier": ("pair", "none"),
        "preflop-multiples": ListOf(Span(1), rising=True),
        "flop-multiple": Span(1),
        "river-multiple": Span(1),
        "fold-forfeits-trips": bool,
        "trips-may-be-tucked": bool,
    }
    KEEPS = ("trips",)
    OUTCOMES = {
        "ante": {"main": {"win": None}},
        "blind": {"main": paid_from("straight", below="push")},
        "play": {"main": {"win": None}},
        "trips": {"main": paid_from("three-of-a-kind")},
    }

    # The round

    def round(self, table: Table) -> Procedure[None]:
        if not (yield from self.open_round(table)):
            return
        table.at("pre-flop")
        yield from self.decide(table, *self.posting["preflop-multiples"])
        table.at("flop")
        yield from self.show(table, FLOP, burns=1)
        yield from self.decide(table, self.posting["flop-multiple"])
        table.at("river")
        yield from self.show(table, RIVER, burns=2)
        yield from self.decide(table, self.posting["river-multiple"], last=True)
        yield from self.reveal(table, matters=bool(table.wagers("play")))
        yield from self.settle_positions(table)

    def decide(self, table: Table, *multiples: int, last: bool = False) -> Procedure[None]:
        """Whoever has no Play wager yet places one, or checks; on the full board he places one or folds."""
        for position in self.playing(table):
            ante = table.wager("ante", position)
            if ante is None or table.wager("play", position):
                continue
            others = self.folds(table, position) if last else (CHECK,)
            name = yield from self.choose(table, position, "play", ante, multiples, *others)
            if name in ("fold", "tuck"):
                kept = name == "tuck" or not self.posting["fold-forfeits-trips"]
                self.forfeit(table, position, keep=("trips",) if kept else ())

    def folds(self, table: Table, position: int) -> tuple[Choice, ...]:
        """A fold; where the cards may be tucked under the Trips wager to keep it alive, that too."""
        trips = table.wager("trips", position)
        if trips and self.posting["trips-may-be-tucked"]:
            return (
                Choice("tuck", 0, "fold with the cards under the Trips wager: only Ante and Blind are lost"),
                Choice("fold", 0, "Ante, Blind and Trips are lost"),
            )
        return (Choice("fold", 0, "Ante and Blind are lost" + (", the Trips wager stays" if trips else "")),)

    # Settlement

    def dealer_plays(self, table: Table) -> bool | None:
        return qualifies(self.value(table, "dealer"), self.posting["qualifier"])

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        if not table.wagers(position=position):
            return
        yield from turn_up(table, str(position))
        ante, blind = table.wager("ante", position), table.wager("blind", position)
        play = table.wager("play", position)
        if ante and blind and play:
            mine, theirs = self.value(table, str(position)), self.value(table, "dealer")
            for_ante, for_blind, for_play = against_dealer(mine, theirs, self.posting["qualifier"])
            why = self.why(table, position, mine, theirs)
            idle = "" if qualifies(theirs, self.posting["qualifier"]) else " The dealer has less than a pair."
            table.settle(ante, for_ante, because=why + idle)
            outcome = self.blind_outcome(for_blind)
            unpaid = " The hand is too low for the Blind to be paid." if (outcome, for_play) == ("push", "win") else ""
            table.settle(blind, outcome, because=why + unpaid)
            table.settle(play, for_play, because=why)
        self.settle_trips(table, position)
        self.conclude_hand(table)

    def blind_outcome(self, outcome: str) -> str:
        return outcome if outcome in ("push", "lose") else self.resolve("blind", outcome)

    def settle_trips(self, table: Table, position: int) -> None:
        if wager := table.wager("trips", position):
            value = self.value(table, str(position))
            own, board = table.hand(str(position)).cards, table.hand("community").cards
            because = f"{card_names(own)} on {card_names(board)}: {describe5(value)}."
            table.settle(wager, self.resolve("trips", category5(value)), because=because)

    def settle_kept(self, table: Table, void: Void) -> Procedure[None]:
        """The dealer's hand is void, the Trips wagers are not: the community cards are dealt out for them."""
        yield from self.deal_out(table)
        yield from self.show(table, FLOP, burns=1)
        yield from self.show(table, RIVER, burns=2)
        for position in reversed(self.seats(table)):
            if table.wager("trips", position):
                yield from turn_up(table, str(position))
                self.settle_trips(table, position)
                table.conclude()


GAME = UltimateTexasHoldem
