"""Games at a stadium: one round with many stations on one result.

Baccarat and roulette have one result for everybody as they are. Blackjack gets one here: all stations play a
common hand. Two cards are dealt for everybody, the stations decide at the same time, and one card serves all that
draw at the same moment. A split hand is played when all first hands have ended, so that one sequence of cards
still serves everybody.
"""

from collections.abc import Iterable

from croupier.equipment.cards import card_words
from croupier.games.twentyone.blackjack import Blackjack
from croupier.games.twentyone.counting import total
from croupier.games.twentyone.felt import BASE, DOUBLE, INSURANCE, OPEN, PAID, STOOD, place
from croupier.games.twentyone.game import TwentyOne
from croupier.games.twentyone.sides import DEALER, SIDES
from croupier.rounds.acts import Chosen
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Game, Procedure
from croupier.rounds.procedure import together
from croupier.rounds.refusal import Void
from croupier.rounds.requests import Amount, Choice, Decide
from croupier.rounds.table import Table

COMMON = "stations"  # the place whose cards everybody sees: the common hand in the order it was dealt
STAKE = "stake"


class CommonHand(TwentyOne):
    """A game of twenty-one in which all stations draw from one sequence of cards."""

    # Dealing

    def deal_first_cards(self, table: Table, playing: list[int]) -> Procedure[None]:
        """One card for all stations, one for the dealer, and again; then his up card is turned."""
        hands = [(position, 0) for position in playing]
        for wager in table.wagers(BASE):
            table.hand(place(wager.position)).memo[STAKE] = wager.stake
        for _ in range(2):
            yield from self.draw_for(table, hands)
            yield from self.draw(table, "dealer", "down")
        dealer = table.felt.dealer
        dealer.memo["up"] = 0
        yield from self.turn_one(table, "dealer", 0)

    def draw_for(self, table: Table, takers: Iterable[tuple[int, int]]) -> Procedure[None]:
        """The next card, for every hand that takes one now."""
        card = yield from self.draw(table, COMMON, "up")
        for position, index in takers:
            table.lay(place(position, index), card, "up")

    def ran_out(self, table: Table) -> Procedure[None]:
        table.felt.memo["reshuffle"] = True
        clause = next((i.clause for i in self.posting.irregularities() if i.when == "misdeal"), "")
        raise Void(clause, (), "The device has run out of cards: a misdeal.")
        yield

    # Looking without searching: a stadium has hundreds of wagers

    def stake(self, table: Table, position: int) -> int:
        return int(table.hand(place(position)).memo.get(STAKE, 0))

    def double_choices(self, stake: int) -> list[Choice]:
        return [c for c in super().double_choices(stake) if c.name != "double-hidden"]

    # Insurance and the hole card

    def offer_insurance(self, table: Table, playing: list[int]) -> Procedure[None]:
        if not self.shows_ace(table):
            return
        table.at("insurance")
        parts = [part for n in playing if (part := self.insurance_part(table, n))]
        for position, answer in (yield from together(parts)).items():
            if isinstance(answer, Chosen):
                if answer.name == "even-money":
                    self.pay_even_money(table, position)
            elif answer.amount:
                table.bet(position, INSURANCE, answer.amount)

    # Decisions: all stations at once, one card for all that draw

    def play_position(self, table: Table, position: int) -> Procedure[None]:
        """Everybody plays when the first station's turn comes; then no hand is open any more."""
        if any(hand.state == OPEN for hand in table.position(position).hands):
            yield from self.play_everybody(table)

    def play_owed(self, table: Table, positions: list[int]) -> Procedure[None]:
        """No station misses a card that all get."""
        return
        yield

    def play_everybody(self, table: Table) -> Procedure[None]:
        seats = [seat for seat in table.felt.positions if seat.hands[0].cards]
        index = 0
        while any(len(seat.hands) > index for seat in seats):
            while open_hands := self.open_at(table, index):
                yield from self.play_step(table, open_hands, index)
            index += 1

    def open_at(self, table: Table, index: int) -> list[int]:
        """Stations whose hand of this number is still open."""
        return [
            seat.number
            for seat in table.felt.positions
            if len(seat.hands) > index and seat.hands[index].cards and seat.hands[index].state == OPEN
        ]

    def play_step(self, table: Table, stations: list[int], index: int) -> Procedure[None]:
        """All open hands decide at once; then one card for those that take one, split hands among them."""
        takers: list[int] = []
        ready: list[int] = []
        for position in stations:
            (takers if len(table.hand(place(position, index)).cards) < 2 else ready).append(position)
        deciding = self.deciding(table, ready, index)
        answers = yield from together([Decide(choices, n, index) for n, choices in deciding])
        smaller = yield from self.smaller_doubles(table, answers, index)
        for position, answer in answers.items():
            takers += self.take_choice(table, position, index, answer.name, smaller.get(position, 0))
        if takers:
            yield from self.draw_for(table, [(n, index) for n in sorted(takers)])
            for position in takers:
                self.after_card(table, position, index)

    def deciding(self, table: Table, stations: list[int], index: int) -> list[tuple[int, tuple[Choice, ...]]]:
        """Who has something to decide; blackjacks are paid, and a hand of 21 stands."""
        found = []
        for position in stations:
            hand = table.hand(place(position, index))
            if self.natural(hand):
                self.pay_natural(table, position, hand)
            elif total(hand.cards) >= 21 or len(choices := self.choices(table, position, index)) == 1:
                hand.state = STOOD
            else:
                found.append((position, choices))
        return found

    def pay_natural(self, table: Table, position: int, hand: Hand) -> None:
        if self.hole_card_unknown(table):
            hand.state = STOOD
            return
        hand.state = PAID
        if wager := table.wager(BASE, position):
            outcome = self.blackjack_outcome(hand.cards)
            table.settle(wager, outcome, table=self.BLACKJACK_TABLE, because="Blackjack: paid in turn.")
            table.conclude()

    def smaller_doubles(self, table: Table, answers: dict[int, Chosen], index: int) -> Procedure[dict[int, int]]:
        """How much those put up who double for less."""
        parts = []
        for position, answer in answers.items():
            if answer.name == "double-less":
                most = self.stake(table, position) - self.unit
                parts.append(
                    Amount(position, DOUBLE, self.unit, most - most % self.unit, self.unit, index, may_decline=False)
                )
        answered = yield from together(parts)
        return {position: answer.amount for position, answer in answered.items()}

    def take_choice(self, table: Table, position: int, index: int, name: str, less: int) -> list[int]:
        """Carry a decision out; the station again if it takes the next card."""
        hand = table.hand(place(position, index))
        if name == "stand":
            hand.state = STOOD
            return []
        if name == "split":
            self.split_hand(table, position, index)
            table.bet(position, "split", self.stake(table, position), hand=index + 1)
        elif name.startswith("double"):
            hand.memo["doubled"] = True
            table.bet(position, DOUBLE, less or self.stake(table, position), hand=index)
        return [position]

    def after_card(self, table: Table, position: int, index: int) -> None:
        hand = table.hand(place(position, index))
        self.check_bust(table, position, index)
        if hand.state == OPEN and "doubled" in hand.memo:
            hand.state = STOOD

    # Settlement: each wager looked at once

    def settle_sides(self, table: Table, moment: str, positions: list[int]) -> Procedure[None]:
        for wager in _from_the_right(table):
            side = SIDES.get(wager.kind)
            if side is not None and side.settled == moment and "held" not in wager.memo:
                self.settle_one(table, wager, side)
        table.conclude()
        return
        yield

    def settle_round(self, table: Table, playing: list[int]) -> Procedure[None]:
        table.at("settlement")
        yield from self.settle_sides(table, DEALER, playing)
        for wager in [w for w in table.felt.wagers if "held" in w.memo]:
            self.settle_held(table, wager.position)
        table.conclude()
        insured = "win" if self.dealer_blackjack(table) else "lose"
        hole = f"The dealer's hole card is the {card_words(table.felt.dealer.cards[1])}."
        ends: dict[tuple[object, ...], tuple[int, str]] = {}  # stations that played alike end alike
        for wager in _from_the_right(table):
            if wager.kind == INSURANCE:
                table.settle(wager, insured, because=hole)
            elif wager.kind not in SIDES:
                hand = table.hand(place(wager.position, wager.hand))
                alike = (hand.state, "split" in hand.memo, *hand.cards)
                if alike not in ends:
                    ends[alike] = self.hand_outcome(table, hand)
                self.settle_wager(table, wager, hand, *ends[alike])
        table.conclude()
        for wager in list(table.felt.wagers):
            table.give_back(wager, self.posting.clause("settlement"), "What it depended on did not happen.")


def _from_the_right(table: Table) -> list[Wager]:
    """Wagers from the highest station down. The layout is put into that order too, so that each is found at its end."""
    table.felt.wagers.sort(key=lambda w: (w.position, w.id))
    return table.felt.wagers[::-1]


class StadiumBlackjack(CommonHand, Blackjack):
    """Blackjack with a common hand."""


FORMS: dict[type[Game], type[Game]] = {Blackjack: StadiumBlackjack}


def form_of(game: type[Game]) -> type[Game]:
    """The class that plays a game at stations: its own form, or the game itself where one result serves all."""
    return FORMS.get(game, game)
