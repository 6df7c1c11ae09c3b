"""The round of a game of twenty-one, as its section of the rulebook has it; the variants say what differs."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from croupier.equipment.cards import card_words
from croupier.games.shoegame import DOUBLE_SHOE, SIDES, once
from croupier.games.twentyone.counting import BLACKJACK, LOST, PUSHED, WON, against_dealer, count_words
from croupier.games.twentyone.described import DEALER_TWO
from croupier.games.twentyone.felt import (
    BASE,
    BUST,
    DEAD,
    DOUBLE,
    HAND_DELIVERY,
    INSURANCE,
    OPEN,
    PAID,
    PITCH,
    SPLIT,
    place,
)
from croupier.games.twentyone.house_rules import CHARLIE, EARLY, HOUSE_OPTIONS, SURRENDERED, house_rule_faults
from croupier.games.twentyone.play import SURRENDER
from croupier.games.twentyone.rulings import COLLECTED, Rulings
from croupier.games.twentyone.sides import DEAL, DEALER, PEEK
from croupier.rounds.acts import Chosen
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Expected, Outcomes, Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import ask, betting, turn_up
from croupier.rounds.requests import Amount, Choice, Decide, Peek, Together
from croupier.rounds.table import Table
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Rulebook
from croupier.rulebook.shapes import Span
from croupier.rulebook.vocabulary import Terms

MAIN: dict[str, Outcomes] = {
    BASE: {"main": {"win": None, "blackjack": None, "charlie": "win", "surrender": "lose"}},
    DOUBLE: {"main": {"win": None}},
    SPLIT: {"main": {"win": None, "charlie": "win"}},
    INSURANCE: {"main": {"win": None}},
}
MOST_DECKS, MOST_SPLIT_HANDS = 16, 8  # more than anybody deals or splits to; odds are worked out up to here
FAMILY_SETTINGS: dict[str, Expected] = {
    "positions": int,
    "decks": Span(1, MOST_DECKS),
    "batches": (1, 2),
    "penetration": Span(1, 100),
    "burn": ("one", "none"),
    "soft-17": ("draw", "stand"),
    "dealer-22": ("bust", "push"),
    "split-hands": Span(1, MOST_SPLIT_HANDS),
    "split-ace-hands": Span(1, MOST_SPLIT_HANDS),
    "smallest-chip": Span(1),
}
FAMILY_OPTIONS: dict[str, Expected] = {
    **HOUSE_OPTIONS,
    "even-money": bool,
    "multiple-box-least": Span(0),
    "card-reader": bool,
    "red-side": SIDES,
    "tournament-shoe": bool,
    "tournament-blackjack": ("paid", "may-double", "may-draw"),
    "tournament-ace-hands": Span(1),
    "tournament-insurance-step": Span(0),
}
NAMES = ("lose", "push", "win")
ASKED = "asked"  # about insurance


class TwentyOne(Rulings):
    FAMILY = "twenty-one"
    HANDS = "twenty-one"
    LAYOUT = Layout((("main",), ("*", "*"), ("*", "*")), (34, 22, 18), 52, reach=136)
    STAGES = ("shuffle", "betting", "dealing", "insurance", "peek", "decisions", "dealer", "settlement")
    PLACED_LATER: ClassVar[tuple[str, ...]] = (INSURANCE, DOUBLE, SPLIT)
    SETTINGS = FAMILY_SETTINGS
    OPTIONAL = FAMILY_OPTIONS
    TERMS: ClassVar[dict[str, Terms]] = {"discard-dealer-card": {"least-total": Span(1, 21)}}

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: what the house's options need beside them, and rows that need an option."""
        return super().faults(book) + house_rule_faults(book) + cls.rows_without_rule(book) + cls.ace_faults(book)

    @classmethod
    def ace_faults(cls, book: Rulebook) -> list[Found]:
        """Aces that could be split into more hands than any pair may be."""
        any_pair, aces = book.settings.get("split-hands"), book.settings.get("split-ace-hands")
        if any_pair is None or aces is None or any_pair.optional or aces.optional:
            return []  # where the house chooses, the lesser of the two holds
        if not (isinstance(any_pair.value, int) and isinstance(aces.value, int)) or aces.value <= any_pair.value:
            return []
        words = f"expected no more than split-hands, {any_pair.value}, found {aces.value}"
        return [Found("rules.split-ace-hands.value", words)]

    @classmethod
    def rows_without_rule(cls, book: Rulebook) -> list[Found]:
        """Rows for a surrender or a Charlie that no rule lets come about."""
        found = []
        for rule, off in (("surrender", "none"), (CHARLIE, 0)):
            setting = book.settings.get(rule)
            if setting is not None and set(setting.choices or (setting.value,)) != {off}:
                continue
            words = f"{rule!r} never comes about: the book has no rule or option {rule} that says so"
            for wager in (BASE, SPLIT):
                tables = book.wagers[wager].pay_tables if wager in book.wagers else ()
                for number, table in enumerate(tables, 1):
                    for row, (outcome, _) in enumerate(table.rows, 1):
                        if outcome == rule:
                            found.append(Found(f"wagers.{wager}.pay-tables[{number}].rows[{row}]", words))
        return found

    # Wagers

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        why = super().blocked(table, position, wager, on)
        if why or wager != BASE or self.posting.get("mid-shoe-entry", "open") == "open":
            return why
        memo, patron = table.felt.memo, table.position(position).patron
        if memo.get("shoe-since") == table.felt.round or patron in memo.get("entered", [patron]):
            return ""
        return "nobody enters in the middle of a shoe; wait for the shuffle"

    def incomplete(self, table: Table) -> Iterable[tuple[Wager, str, str]]:
        """Mandatory side bets, and the larger minimum of who plays several boxes."""
        yield from super().incomplete(table)
        least = int(self.posting.get("multiple-box-least", 0)) * 100
        if not least and not self.mandatory:
            return
        boxes = Counter(table.position(wager.position).patron for wager in table.wagers(BASE))
        for base in table.wagers(BASE):
            why, clause = self.missing_side(table, base.position), self.posting.clause("betting")
            if why:
                why = f"the {why} is required at this table"
            elif base.stake < least and boxes[table.position(base.position).patron] > 1:
                why, clause = f"each of several boxes takes ${least // 100}", self.posting.clause("multiple-box-least")
            if why:
                for wager in table.wagers(position=base.position):
                    yield wager, why, clause

    # The round

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.ready_shoe(table)
        yield from betting(self, table)
        playing = table.betting_positions()
        if not playing:
            return
        table.felt.memo["entered"] = sorted({table.position(n).patron for n in playing})
        table.at("dealing")
        yield from self.deal_first_cards(table, playing)
        if not self.face_down:
            yield from self.settle_sides(table, DEAL, playing)
        yield from self.offer_surrender(table, playing)
        yield from self.offer_insurance(table, playing)
        yield from self.peek(table)
        if not self.dealer_blackjack(table):
            if not self.hole_card_unknown(table):
                yield from self.settle_sides(table, PEEK, playing)
            table.at("decisions")
            for position in playing:
                yield from self.play_position(table, position)
            yield from self.play_owed(table, playing)
        yield from self.play_dealer(table)
        yield from self.settle_round(table, playing)

    # Dealing

    def deal_first_cards(self, table: Table, playing: list[int]) -> Procedure[None]:
        """Two cards to each box and two to the dealer, from the dealer's left; then his up card is turned."""
        way, dealer = self.way(), table.felt.dealer
        if way in (PITCH, HAND_DELIVERY):
            yield from self.draw(table, "burn", "down")  # before every round of a game dealt out of the hand
        elif way == DOUBLE_SHOE:
            yield from self.determine_side(table)
        face = "own" if way == PITCH else "up"
        for number in (0, 1):
            for position in playing:
                to = place(position)
                hand = table.hand(to)
                if len(hand.cards) == number:
                    yield from self.draw(table, to, face, partial(_out_of_turn, hand))
            if number:
                for position in playing:
                    if "last" in table.hand(place(position)).memo:
                        yield from self.late_second_card(table, position, face)
            if "later" not in dealer.memo and len(dealer.cards) == number and not (number and self.no_hole_card):
                shows = way == PITCH and number == 0 and self.posting.get("pitch-up-card") == "dealt-up"
                yield from self.draw(table, "dealer", "up" if shows else "down", partial(_out_of_turn, dealer))
        while len(dealer.cards) < (1 if self.no_hole_card else 2):
            yield from self.draw(table, "dealer", "down")
        dealer.memo["up"] = 1 if way == HAND_DELIVERY else 0
        if dealer.faces[dealer.memo["up"]] != "u":
            yield from self.turn_one(table, "dealer", dealer.memo["up"])

    def burn_first(self, table: Table) -> Procedure[None]:
        """Out of the hand a card is burned before every round instead."""
        if self.way() not in (PITCH, HAND_DELIVERY):
            yield from super().burn_first(table)

    def late_second_card(self, table: Table, position: int, face: str) -> Procedure[None]:
        hand = table.hand(place(position))
        while len(hand.cards) < 2 and hand.state != DEAD:
            yield from self.draw(table, place(position), face, lambda: hand.state == DEAD)

    # Insurance and the hole card

    def offer_insurance(self, table: Table, playing: list[int]) -> Procedure[None]:
        """With an ace up every player may insure; all are asked at once."""
        if not self.shows_ace(table):
            return
        table.at("insurance")
        while parts := [part for n in playing if (part := self.insurance_part(table, n))]:
            answer = yield from once(Together(tuple(parts)))
            if answer is None:
                continue
            table.hand(place(answer.position)).memo[ASKED] = True
            if isinstance(answer, Chosen):
                if answer.name == "even-money":
                    self.pay_even_money(table, answer.position)
            elif answer.amount:
                table.bet(answer.position, INSURANCE, answer.amount)

    def offer_surrender(self, table: Table, playing: list[int]) -> Procedure[None]:
        """Early: before it is known whether the dealer has a blackjack, each hand may be given up for half."""
        if not self.surrenders_early(table):
            return
        table.at("decisions")
        for position in playing:
            hand = table.hand(place(position))
            while hand.state == OPEN and EARLY not in hand.memo and not self.natural(hand):
                choices = (Choice("play-on", 0, "keep the hand"), SURRENDER)
                answer = yield from once(Decide(choices, position))
                if answer is not None:
                    hand.memo[EARLY] = True
                    if answer.name == "surrender":
                        hand.state = SURRENDERED
                        self.settle_surrender(table, position)
                        table.conclude()

    def insurance_part(self, table: Table, position: int) -> Decide | Amount | None:
        hand = table.hand(place(position))
        if (
            ASKED in hand.memo
            or hand.state in (DEAD, SURRENDERED)
            or not table.wager(BASE, position)
            or self.dealer_shown(table)
        ):
            return None
        if self.posting.get("even-money", False) and self.natural(hand):
            return Decide((Choice("wait", 0, "see the hole card first"), Choice("even-money", 0, "be paid 1 to 1 now")),
                          position)  # fmt: skip
        unit, most = self.insurance_limit(self.stake(table, position))
        return Amount(position, INSURANCE, unit, most, unit) if most >= unit else None

    def insurance_limit(self, stake: int) -> tuple[int, int]:
        """(step, most): half of the wager, rounded up to what chips can pay; in a tournament down to its step."""
        if self.tournament and (step := int(self.posting.get("tournament-insurance-step", 0)) * 100):
            return step, stake // 2 // step * step
        return self.unit, -(-stake // (2 * self.unit)) * self.unit

    def pay_even_money(self, table: Table, position: int) -> None:
        hand, wager = table.hand(place(position)), table.wager(BASE, position)
        assert wager is not None
        hand.state = PAID
        table.settle(wager, "even-money", table="even-money", because="Blackjack: even money was taken.")
        table.conclude()

    def peek(self, table: Table) -> Procedure[None]:
        """With an ace or a ten up the hole card is read before anybody draws, where the table has a reader."""
        if not self.has_reader or not self.may_have_blackjack(table):
            return
        table.at("peek")
        if not self.dealer_shown(table):
            saw = yield from ask(Peek())
            if saw.yes:
                yield from turn_up(table, "dealer")
                if not self.dealer_blackjack(table):
                    self.found(table, "hole-card-revealed")
        self.collect_insurance(table)

    def collect_insurance(self, table: Table) -> None:
        """Lost as soon as the hole card is known to make no blackjack, before any other card is drawn."""
        if not self.dealer_blackjack(table):
            for wager in sorted(table.wagers(INSURANCE), key=lambda wager: -wager.position):
                table.felt.dealer.memo.setdefault(COLLECTED, []).append([wager.position, wager.stake])
                table.settle(wager, "lose", because="The dealer has no blackjack.")
            table.conclude()

    # The dealer

    def play_dealer(self, table: Table) -> Procedure[None]:
        """The hole card is turned; he draws as the layout says, unless nothing depends on it."""
        hidden = self.may_have_blackjack(table) and not self.dealer_shown(table)
        table.at("dealer")
        yield from turn_up(table, "dealer")
        if self.no_hole_card and len(table.felt.dealer.cards) < 2 and self.second_card_matters(table):
            yield from self.draw(table, "dealer", "up")
        if not self.has_reader:
            self.collect_insurance(table)
        elif hidden and self.dealer_blackjack(table):
            self.found(table, "blackjack-not-revealed")
            self.insurance_back(table)
        while self.dealer_must_draw(table):
            yield from self.draw(table, "dealer", "up")
        for card in table.felt.aside:
            table.lay("discards", card, "up")  # refused by the players and of no use to the dealer
        table.felt.aside.clear()

    def second_card_matters(self, table: Table) -> bool:
        """Without a hole card: whether a blackjack of the dealer, or a bet on his first two cards, hangs on it."""
        waits = any(self.sees(wager, DEALER_TWO) for wager in table.felt.wagers)
        return waits or (self.may_have_blackjack(table) and bool(table.felt.wagers))

    # Settlement

    def settle_round(self, table: Table, playing: list[int]) -> Procedure[None]:
        """From the dealer's right: bets on his hand, then each player's hands."""
        table.at("settlement")
        yield from self.settle_sides(table, DEALER, playing)
        for position in reversed(playing):
            if not table.has_wager(position):
                continue
            if self.any_sides(table):
                yield from self.settle_side(table, DEAL, position)
                yield from self.settle_side(table, PEEK, position)
                self.settle_held(table, position)
            if wager := table.wager(INSURANCE, position):
                hole = table.felt.dealer.cards[1 - table.felt.dealer.memo["up"]]
                outcome = "win" if self.dealer_blackjack(table) else "lose"
                table.settle(wager, outcome, because=f"The dealer's hole card is the {card_words(hole)}.")
            for index, hand in enumerate(table.position(position).hands):
                if hand.state not in (DEAD, PAID):
                    yield from turn_up(table, place(position, index))
                self.settle_hand(table, position, index, hand)
            table.conclude()
        for wager in list(table.felt.wagers):
            clause = wager.memo.get("dead") or self.posting.clause("settlement")
            table.give_back(wager, clause, "The hand it depended on was dead.")

    def settle_hand(self, table: Table, position: int, index: int, hand: Hand) -> None:
        """The original, split and double wagers of one hand against the dealer."""
        wagers = self.hand_wagers(table, position, index)
        if not wagers or hand.state == DEAD:
            return
        code, because = self.hand_outcome(table, hand)
        for wager in wagers:
            self.settle_wager(table, wager, hand, code, because)

    def settle_wager(self, table: Table, wager: Wager, hand: Hand, code: int, because: str) -> None:
        """One wager on a hand whose end is known."""
        if hand.state == SURRENDERED and not self.dealer_blackjack(table):
            table.settle(wager, "surrender", because="The hand was surrendered.")
        elif self.dealer_blackjack(table) and wager.kind != BASE and not self.takes_all:
            table.settle(wager, "push", because="A blackjack of the dealer takes only the original wager.")
        elif CHARLIE in hand.memo and code == WON:
            table.settle(wager, self.resolve(wager.kind, CHARLIE), because=because)
        elif code == BLACKJACK:
            outcome = self.blackjack_outcome(hand.cards)
            table.settle(wager, outcome, table=self.BLACKJACK_TABLE, because=because)
        else:
            table.settle(wager, NAMES[code], because=because)

    def hand_outcome(self, table: Table, hand: Hand) -> tuple[int, str]:
        dealer = table.felt.dealer
        count, dealers = self.count(hand), self.count(dealer)
        natural, theirs = self.natural(hand), self.dealer_blackjack(table)
        if CHARLIE in hand.memo and not theirs:
            return WON, f"Your {len(hand.cards)} cards that count {count} win by their number."
        code = against_dealer(count, natural, dealers, theirs, self.posting["dealer-22"] == "push")
        if hand.state == BUST or count > 21:
            return code, f"Your hand counts {count}, over 21."
        mine = "blackjack" if natural else count_words(hand.cards)
        if code != PUSHED and dealers > 21:
            return code, f"The dealer went over 21 with {dealers}; you have {mine}."
        his = "blackjack" if theirs else count_words(dealer.cards)
        verb = "loses to" if code == LOST else "ties with" if code == PUSHED else "beats"
        if code == PUSHED and dealers == 22:
            verb = "is returned against"
        return code, f"Your {mine} {verb} the dealer's {his}".removesuffix(",") + "."


def _out_of_turn(hand: Hand) -> bool:
    """Whether a ruling took a hand out of the turn in which the first two cards are dealt."""
    return hand.state == DEAD or "later" in hand.memo or "last" in hand.memo


__all__ = ["FAMILY_SETTINGS", "MAIN", "OPEN", "TwentyOne"]
