"""DJ Wild Stud Poker: five cards each, deuces and the joker wild; Ante and Blind, and a Play of twice the Ante."""

from collections.abc import Sequence

from croupier.equipment.cards import card_names
from croupier.games.cards.cardgame import WAYS_OF_DEALING, CardGame
from croupier.hands.wild import category_wild, describe_wild, is_natural, rank_wild5
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import ask_living, betting, deal_around, turn_up
from croupier.rounds.requests import Choice, Decide
from croupier.rounds.table import Table

UNPAID = ("high-card", "pair", "two-pair")
TRIPS = ("five-wilds", "royal-flush", "five-of-a-kind", "straight-flush", "four-of-a-kind", "full-house", "flush",
         "straight", "three-of-a-kind")  # fmt: skip


def against_dealer(player: int, dealer: int) -> str:
    return "win" if player > dealer else "push" if player == dealer else "lose"


def blind_outcome(player: int, dealer: int) -> str:
    """Paid by the hand that wins; a win with less than a straight is a push."""
    result = against_dealer(player, dealer)
    if result != "win":
        return result
    name = category_wild(player)
    return "others" if name in (*UNPAID, "three-of-a-kind") else name


def trips_outcome(player: int) -> str:
    name = category_wild(player)
    return "lose" if name in UNPAID else name


def bad_beat_outcome(player: int, dealer: int) -> str:
    """Both hands three of a kind or better and not equal: the one that is beaten is paid."""
    beaten = min(player, dealer)
    if player == dealer or category_wild(beaten) in UNPAID:
        return "lose"
    return category_wild(beaten)


class DJWildStudPoker(CardGame):
    NAME = "dj-wild-stud-poker"
    TITLE = "DJ Wild Stud Poker"
    LAYOUT = Layout((("play",), ("ante", "blind"), ("trips", "*"), ("*", "*")), (27, 25, 21, 17), 44)
    HANDS = "wild"
    PICTURE = "2s Kh Kd"
    STAGES = ("shuffle", "betting", "dealing", "decisions", "reveal", "settlement")
    PLACED_LATER = ("play",)
    EQUAL = ("ante", "blind")
    JOKERS = 1
    MOVES = ("play", "fold")
    SETTINGS = {
        "positions": int,
        "decks": (1,),
        "batches": (1, 2),
        "dealing": WAYS_OF_DEALING,
        "play-multiple": (2,),
        "fold-forfeits-trips": bool,
        "fold-forfeits-bad-beat": bool,
    }
    OPTIONAL = {"trips": bool, "bad-beat": bool}  # whether they are offered, where the house has no choice
    OUTCOMES = {
        "ante": {"main": {"win": None}},
        "play": {"main": {"win": None}},
        "blind": {
            "main": {**dict.fromkeys(TRIPS[:-1]), "others": "push"},
        },
        "trips": {"main": dict.fromkeys(TRIPS), "natural": dict.fromkeys(TRIPS)},
        "bad-beat": {"main": dict.fromkeys(TRIPS[1:])},
    }  # fmt: skip

    # The round

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        table.at("dealing")
        playing = table.betting_positions()
        places = [*((str(n), "own") for n in playing), ("dealer", "down")]
        yield from deal_around(table, places, 5, stacks=self.dealing == "automated-shoe")
        table.at("decisions")
        for position in playing:
            yield from self.decide(table, position)
        table.at("reveal")
        if table.felt.wagers:
            yield from turn_up(table, "dealer")
        table.at("settlement")
        for position in reversed(playing):
            yield from self.settle_position(table, position)

    def decide(self, table: Table, position: int) -> Procedure[None]:
        """Play for exactly twice the Ante, or fold; a Two Way Bad Beat may stay in."""
        ante, hand = table.wager("ante", position), table.hand(str(position))
        if ante is None:
            return
        cost = ante.stake * int(self.posting["play-multiple"])
        choices = (Choice("play", cost, "twice the Ante"), Choice("fold", 0, "Ante and Blind are lost"))
        answer = yield from ask_living(hand, lambda: Decide(choices, position))
        if answer is None:
            return
        if answer.name == "play":
            table.bet(position, "play", cost)
            return
        hand.state = "folded"
        for wager in table.wagers(position=position):
            if self.posting.get(f"fold-forfeits-{wager.kind}", True):
                table.settle(wager, "lose", because="Folded.")
        table.conclude()

    # Settlement

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        if not table.wagers(position=position):
            return
        yield from turn_up(table, str(position))
        cards, dealer = table.hand(str(position)).cards, table.felt.dealer.cards
        mine, theirs = rank_wild5(cards), rank_wild5(dealer)
        why = self.why(cards, dealer, mine, theirs)
        if table.wager("play", position):
            self.settle_against_dealer(table, position, mine, theirs, why)
        if trips := table.wager("trips", position):
            outcome, column = trips_outcome(mine), "natural" if is_natural(cards) else "main"
            table.settle(
                trips,
                outcome,
                table="main" if outcome == "lose" else column,
                because=f"You hold {card_names(cards)}, {describe_wild(mine)}.",
            )
        if beat := table.wager("bad-beat", position):
            table.settle(beat, bad_beat_outcome(mine, theirs), because=why)
        self.conclude_hand(table)

    def settle_against_dealer(self, table: Table, position: int, mine: int, theirs: int, why: str) -> None:
        result = against_dealer(mine, theirs)
        for kind in ("ante", "play"):
            if wager := table.wager(kind, position):
                table.settle(wager, result, because=why)
        if blind := table.wager("blind", position):
            outcome = blind_outcome(mine, theirs)
            settled = outcome if outcome in ("lose", "push") else self.resolve("blind", outcome)
            table.settle(blind, settled, because=why)

    def why(self, cards: Sequence[int], dealer: Sequence[int], mine: int, theirs: int) -> str:
        verb = "beats" if mine > theirs else "ties with" if mine == theirs else "loses to"
        return (
            f"Your {card_names(cards)} ({describe_wild(mine)}) {verb} the dealer's {card_names(dealer)} "
            f"({describe_wild(theirs)})."
        )


GAME = DJWildStudPoker
