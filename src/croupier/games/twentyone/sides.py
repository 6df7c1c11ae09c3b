"""The side bets of the games of twenty-one: when each is settled, on which cards, and what the dealers' pool gets."""

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import msgspec

from croupier.equipment.cards import KING, QUEEN, card_names
from croupier.equipment.shoe import UNSEEN
from croupier.games.twentyone import counting as rules
from croupier.games.twentyone.described import (
    DEALER_HAND,
    DEALER_TWO,
    FIRST_CARD,
    FIRST_TWO,
    SHOWN,
    THIRD_CARD,
    UP_CARD,
    Playing,
    copies,
    never_shown,
    sight,
    walk,
)
from croupier.games.twentyone.felt import BASE, DEAD, place
from croupier.games.twentyone.house_rules import HouseRules
from croupier.rounds.felt import Wager
from croupier.rounds.game import Outcomes, Procedure
from croupier.rounds.procedure import turn_up
from croupier.rounds.table import Table
from croupier.rulebook.described import Described
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Rulebook, WagerRule
from croupier.rulebook.posting import Posting
from croupier.rulebook.vocabulary import Vocabulary

# Settled after the deal, after the peek, when a third card may have been dealt, when the dealer is done.
DEAL, PEEK, PLAY, DEALER = "deal", "peek", "play", "dealer"
ON_FIRST = (FIRST_CARD, FIRST_TWO)


class Side(NamedTuple):
    """One side bet. `cards` says what it is settled on: the player's first two, those and the up card, the dealer's."""

    names: tuple[str, ...]
    settled: str
    cards: str
    outcome: Callable[..., int]
    tokes: str = ""  # the pay table that pays the dealers' toke pool


SIDES = {
    "bet-the-set": Side(rules.PAIRS, DEAL, "two", rules.bet_the_set),
    "royal-match": Side(rules.ROYAL_MATCH, DEAL, "two", rules.royal_match),
    "kings-bounty": Side(rules.KINGS_BOUNTY, DEAL, "two", rules.kings_bounty, "dealer-envy"),
    "rock-n-21-side-bet": Side(rules.ROCK_N_21, DEAL, "up", rules.rock_n_21, "dealer-bonus"),
    "trilux": Side(rules.TRILUX, DEAL, "up", rules.trilux, "lucky-george"),
    "second-trilux": Side(rules.TRILUX, DEAL, "up", rules.trilux, "lucky-george"),
    "house-money": Side(rules.HOUSE_MONEY, PEEK, "two", rules.house_money),
    "buster": Side(rules.BUSTER, DEALER, "dealer", rules.buster, "dealer-pays"),
    "push-22": Side(rules.PUSH_22, DEALER, "dealer", rules.push_22),
}
ON_DEALER = tuple(name for name, side in SIDES.items() if side.cards == "dealer")


def side_outcomes(*names: str) -> dict[str, Outcomes]:
    """What a rulebook's tables for these side bets may call an outcome: anything without a row is lost."""
    found: dict[str, Outcomes] = {}
    for name in names:
        side = SIDES[name]
        tables: Outcomes = {"main": dict.fromkeys(side.names[1:])}
        if name == "bet-the-set":
            tables["main"]["suited-pair"] = "pair"  # a single deck has none, and its table no row
        if name == "royal-match":
            tables["crown-treasure"] = {"crown-treasure": "lose"}
        if side.tokes:
            tables[side.tokes] = dict.fromkeys(side.names[1:], "lose")
        found[name] = tables
    return found


class SideBets(HouseRules):
    """Settling side bets."""

    @classmethod
    def vocabulary(cls) -> Vocabulary:
        """With the tables that pay the dealers beside a side bet."""
        tokes = {side.tokes for name, side in SIDES.items() if side.tokes and name in cls.OUTCOMES}
        return msgspec.structs.replace(super().vocabulary(), tokes=tuple(sorted(tokes)))

    DESCRIBES = SHOWN

    def __init__(self, posting: Posting) -> None:
        super().__init__(posting)
        self.mandatory = [name for name in posting.wagers if posting.get(name) == "mandatory"]  # as posted

    def has_sides(self, table: Table, position: int) -> bool:
        """Whether a position's first two cards must be seen for a side bet."""
        return any(
            (w.kind in SIDES and SIDES[w.kind].settled == DEAL) or self.sees(w, *ON_FIRST)
            for w in table.wagers(position=position)
        )

    def any_sides(self, table: Table) -> bool:
        """Whether there is a side bet on the layout."""
        return bool([wager for wager in table.felt.wagers if wager.kind in SIDES or wager.kind in self.described])

    def settle_sides(self, table: Table, moment: str, positions: list[int]) -> Procedure[None]:
        """All side bets that are due, from the dealer's right."""
        if not self.any_sides(table):
            return
        for position in reversed(positions):
            yield from self.settle_side(table, moment, position)

    def settle_side(self, table: Table, moment: str, position: int) -> Procedure[None]:
        for wager in table.wagers(position=position):
            if wager.kind in self.described:
                yield from self.settle_described(table, wager, moment)
                continue
            side = SIDES.get(wager.kind)
            if side is None or side.settled != moment or "held" in wager.memo:
                continue
            if side.cards != "dealer":
                hand = table.hand(place(position))
                if hand.state == DEAD or len(hand.cards) < 2:
                    continue
                if not hand.known:
                    yield from turn_up(table, place(position))
                if hand.state == DEAD:
                    continue  # called dead while its cards were turned: the wager has gone back
            self.settle_one(table, wager, side)
        table.conclude()

    def settle_one(self, table: Table, wager: Wager, side: Side) -> None:
        cards = table.felt.dealer.cards if side.cards == "dealer" else table.hand(place(wager.position)).cards[:2]
        if self.held(table, wager, cards):
            return
        if wager.kind == "buster":
            code = rules.buster(rules.total(cards), len(cards))
        elif wager.kind == "push-22":
            code = rules.push_22(cards)
        elif wager.kind == "kings-bounty":
            code = rules.kings_bounty(cards[0], cards[1], False)
        elif side.cards == "up":
            code = side.outcome(*cards, self.up_card(table))
        else:
            code = side.outcome(*cards)
        self.pay_side(table, wager, side.names[code], _because(side, cards, self.up_card(table)))

    def pay_side(self, table: Table, wager: Wager, name: str, because: str) -> None:
        """Settle a side bet by the name of its outcome, and pay the dealers' pool where a table says so."""
        side = SIDES[wager.kind]
        outcome = "lose" if name == "lose" else self.resolve(wager.kind, name)
        table.settle(wager, outcome, because=because)
        if outcome != "lose" and side.tokes and (wager.kind, side.tokes) in self.posting.tables:
            tokes = self.resolve(wager.kind, name, side.tokes)
            if tokes != "lose":
                table.award(wager, tokes, table=side.tokes, because="For the dealers' toke pool.")

    # Bets that the rulebook describes itself

    @classmethod
    def check_described(cls, book: Rulebook, wager: WagerRule) -> list[Found]:
        faults = super().check_described(book, wager)
        if BASE not in wager.requires:
            words = f'expected ["{BASE}"]: a side wager is dealt no cards of its own'
            faults.append(Found(f"wagers.{wager.name}.requires", words))
        return faults

    @classmethod
    def never_seen(cls, book: Rulebook, described: Described) -> list[Found]:
        return never_shown(book, described)

    playing: Playing | None

    def described_by_play(self, described: Described) -> bool:
        return THIRD_CARD in described.sees

    def described_ways(self, described: Described, rows: Collection[str], on: str) -> Iterable[tuple[str, int]] | None:
        return walk(described, rows, self.full_shoe, self.posting["soft-17"] == "stand", on, self.playing)

    def described_sight(self, described: Described, chance: Random) -> dict[str, Any]:
        return sight(chance, self.full_shoe, self.posting["soft-17"] == "stand", self.playing)

    @cached_property
    def full_shoe(self) -> dict[int, int]:
        """How many there are of each card before any is dealt."""
        return copies(int(self.posting["decks"]), self.spanish)

    def described_depends(self, described: Described) -> tuple[str, ...]:
        by_dealer = {DEALER_HAND, THIRD_CARD} & set(described.sees)
        return ("decks", "soft-17") if by_dealer else ("decks",)

    def sees(self, wager: Wager, *what: str) -> bool:
        return wager.kind in self.described and not set(what).isdisjoint(self.described[wager.kind].sees)

    @cached_property
    def on_third_card(self) -> bool:
        """Whether a wager of this table sees the next card after the first two."""
        return any(THIRD_CARD in described.sees for described in self.described.values())

    def draw(self, table: Table, to: str, face: str, stop: Callable[[], bool] | None = None) -> Procedure[int]:
        """The first open card that a player's first hand gets when he plays it is what a wager on a third card sees."""
        card = yield from super().draw(table, to, face, stop)
        if self.on_third_card and table.felt.stage == "decisions" and face == "up" and card != UNSEEN:
            for wager in table.felt.wagers:
                if place(wager.position) == to and self.sees(wager, THIRD_CARD):
                    wager.memo.setdefault(THIRD_CARD, [card])
        return card

    def settle_described(self, table: Table, wager: Wager, moment: str) -> Procedure[None]:
        """Settled as soon as nothing that is still to come can change its outcome."""
        described = self.described[wager.kind]
        if self.sees(wager, *ON_FIRST) and FIRST_TWO not in wager.memo:
            hand = table.hand(place(wager.position))
            if hand.state == DEAD or len(hand.cards) < 2:
                return
            if not hand.known:
                yield from turn_up(table, place(wager.position))
            if hand.state == DEAD:
                return
            wager.memo[FIRST_TWO] = hand.cards[:2]  # a split would take them apart
        if moment == DEALER and self.sees(wager, THIRD_CARD):
            yield from self.no_other_card(table, wager)
        seen = self.seen_by(table, wager, moment)
        outcome = described.outcome({**seen, ON: wager.on}, self.paid_outcomes(wager.kind))
        if outcome is None:
            return
        because = "; ".join(f"{SHOWN.sees[word]}: {card_names(cards) or 'none'}" for word, cards in seen.items())
        table.settle(wager, outcome, because=because[:1].upper() + because[1:] + ".")
        self.pay_pool(table, wager, outcome)

    def no_other_card(self, table: Table, wager: Wager) -> Procedure[None]:
        """The hand has been played: a card that was dealt to it face down is turned, and else there is no third."""
        if THIRD_CARD in wager.memo:
            return
        to = place(wager.position)
        hand = table.hand(to)
        if hand.state != DEAD and "doubled" in hand.memo and "u" * len(hand.cards) != hand.faces:
            yield from turn_up(table, to)
        wager.memo.setdefault(THIRD_CARD, hand.cards[2:3] if "split" not in hand.memo else hand.cards[1:2])

    def seen_by(self, table: Table, wager: Wager, moment: str) -> dict[str, list[int]]:
        """What a described wager sees by now, by its words."""
        dealer, up = table.felt.dealer, self.up_card(table)
        first_two = wager.memo.get(FIRST_TWO)
        lying = {
            FIRST_CARD: first_two and first_two[:1],
            FIRST_TWO: first_two,
            THIRD_CARD: wager.memo.get(THIRD_CARD),
            UP_CARD: [up] if up != UNSEEN else None,
            DEALER_TWO: dealer.cards[:2] if self.dealer_shown(table) else None,
            DEALER_HAND: list(dealer.cards) if moment == DEALER else None,
        }
        return {word: cards for word in self.described[wager.kind].sees if (cards := lying[word]) is not None}

    def pay_pool(self, table: Table, wager: Wager, outcome: str) -> None:
        """What the same outcome pays by the wager's other tables, such as one for the dealers' pool."""
        for kind, name in self.posting.tables:
            if kind == wager.kind and name != "main" and self.posting.row(kind, outcome, name):
                table.award(wager, outcome, table=name, because="Paid beside the wager.")

    # Bets that wait for the dealer's hole card

    def held(self, table: Table, wager: Wager, cards: list[int]) -> bool:
        """Two kings of spades wait where the dealer may have blackjack; a royal match where he may have one too."""
        if wager.kind == "kings-bounty":
            wait = rules.kings_bounty(cards[0], cards[1], False) == 6 and self.may_have_blackjack(table)
        elif wager.kind == "royal-match":
            treasure = ("royal-match", "crown-treasure") in self.posting.tables
            wait = treasure and rules.royal_match(*cards) == 2 and QUEEN <= self.up_card(table) >> 2 <= KING
        else:
            return False
        if wait:
            wager.memo["held"] = card_names(cards)
        return wait

    def settle_held(self, table: Table, position: int) -> None:
        """Both of the dealer's first cards are known: settle what waited for them."""
        dealer = table.felt.dealer.cards[:2]
        for wager in table.wagers(position=position):
            cards = wager.memo.pop("held", None)
            if cards is None:
                continue
            because = f"You held {cards}; the dealer's first two cards were {card_names(dealer)}."
            if wager.kind == "kings-bounty":
                blackjack = rules.is_blackjack(*dealer)
                self.pay_side(table, wager, rules.KINGS_BOUNTY[7 if blackjack else 6], because)
            else:
                self.pay_side(table, wager, "royal-match", because)
                if rules.royal_match(*dealer) == 2:
                    table.award(wager, "crown-treasure", table="crown-treasure", because=because)

    # Bets on the dealer's hand, and bets that are posted as mandatory

    def dealer_must_play(self, table: Table) -> bool:
        """A bet on the dealer's own hand makes him play it out."""
        return bool([w for w in table.felt.wagers if w.kind in ON_DEALER or self.sees(w, DEALER_HAND)])

    def matters(self, table: Table) -> bool:
        """Whether a hand or a bet still hangs on the dealer's count."""
        if self.dealer_must_play(table):
            return True
        for wager in table.felt.wagers:
            if wager.kind == BASE:
                for hand in table.position(wager.position).hands:
                    if self.live(table, hand):
                        return True
        return False

    def dealer_must_draw(self, table: Table) -> bool:
        dealer, stands = table.felt.dealer, self.posting["soft-17"] == "stand"
        return rules.dealer_draws(self.count(dealer), rules.is_soft(dealer.cards), stands) and self.matters(table)

    def missing_side(self, table: Table, position: int) -> str:
        """The title of a mandatory side bet that is not there, or an empty string."""
        return next((self.posting.wagers[n].title for n in self.mandatory if not table.wager(n, position)), "")


def _because(side: Side, cards: list[int], up: int) -> str:
    if side.cards == "dealer":
        return f"The dealer has {rules.total(cards)} in {len(cards)} cards: {card_names(cards)}."
    with_up = f" and the dealer's {card_names([up])}" if side.cards == "up" else ""
    return f"Your first two cards are {card_names(cards)}{with_up}."
