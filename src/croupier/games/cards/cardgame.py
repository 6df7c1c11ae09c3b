"""What games dealt from one deck have in common: a shuffle before every round, decks that alternate, ways to deal."""

from collections.abc import Collection, Iterable
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from croupier.equipment.cards import card_names
from croupier.games.cards.described import (
    BOARD_CARDS,
    DEALER_CARDS,
    OWN_CARDS,
    WORDS,
    Shows,
    never_shown,
    showing,
    sight,
    walk,
)
from croupier.rounds import events
from croupier.rounds.acts import Declared
from croupier.rounds.felt import Wager
from croupier.rounds.game import Expected, Game, Procedure
from croupier.rounds.procedure import deal_around, shuffle, turn_up
from croupier.rounds.refusal import Void
from croupier.rounds.rulings import discard_card, void_round
from croupier.rounds.table import Table
from croupier.rulebook.described import Described, Showing
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Irregularity, Rulebook
from croupier.rulebook.posting import Limits

WAYS_OF_DEALING = ("hand", "manual-shoe", "automated-shoe")
DECK = 52
NOT_FOLDED = "hands that it pays are not folded"  # what odds take for granted where a fold forfeits a side wager
FACE_UP, SEVERAL_FACE_UP = "card-face-up", "cards-face-up"  # irregularities of one card, and of more than one


class CardGame(Game):
    """A game whose deck is shuffled before each round of play."""

    EQUAL: ClassVar[tuple[str, ...]] = ()  # wagers that must all be of one amount
    RIDES: ClassVar[dict[str, str]] = {}  # stage -> the wager that is let ride or taken back there
    SHOWS: ClassVar[Shows] = {}  # what a wager that the rulebook describes may see, and how many cards lie there

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.DESCRIBES = cls.showing()

    @classmethod
    def showing(cls) -> Showing | None:
        """What a wager that the rulebook describes may see, and what can be said about it."""
        return showing(cls.SHOWS) if cls.SHOWS and not cls.JOKERS else None

    def limits(self, table: Table, position: int, wager: str, on: str) -> Limits:
        """Once one of the equal wagers lies there, the others can only be as large."""
        limits = self.posting.limits[wager]
        if wager in self.EQUAL:
            for other in table.felt.wagers:
                if other.position == position and other.kind in self.EQUAL and other.kind != wager:
                    return Limits(other.stake, other.stake, limits.step)
        return limits

    def fresh_deck(self, table: Table) -> Procedure[None]:
        """Shuffle; where two decks alternate, take the other one."""
        felt = table.felt
        if len(felt.shoes) > 1 and felt.round > 1:
            felt.shoe = (felt.shoe + 1) % len(felt.shoes)
        felt.memo.pop("reshuffle", None)
        if felt.memo.pop("replace-cards", None):
            table.note("The deck has left the table; a new one is inspected and shuffled.")
        yield from shuffle(table)

    @cached_property
    def dealing(self) -> str:
        return str(self.posting["dealing"])

    def deal_hands(self, table: Table, places: list[tuple[str, str]], count: int) -> Procedure[None]:
        """Deal `count` cards to each place: one at a time by hand, in stacks from a shoe."""
        yield from deal_around(table, places, count, stacks=self.dealing == "automated-shoe")

    def conclude_hand(self, table: Table) -> None:
        """Settle what is due for one hand, its losing wagers before any is paid where the rulebook says so."""
        if self.posting.get("losing-first", False):
            table.due.sort(key=lambda payment: payment.outcome != "lose")
        table.conclude()

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: one deck is enough for as many positions as there may be."""
        found = super().faults(book)
        seats = book.settings.get("positions")
        most = (max(seats.choices) if seats.choices else seats.most or seats.value) if seats else 1
        own = cls.SHOWS.get(OWN_CARDS, 0)
        alone = sum(cls.SHOWS.values())
        needed = alone + own * (int(most) - 1) if type(most) is int else 0
        if needed > DECK:
            words = f"{most} positions need {needed} cards; one deck is enough for {(DECK - alone) // own + 1}"
            found.append(Found(f"{'options' if seats and seats.optional else 'rules'}.positions", words))
        return found

    # Wagers that the rulebook describes itself: settled when everything else has been

    @classmethod
    def never_seen(cls, book: Rulebook, described: Described) -> list[Found]:
        return never_shown(book, described, cls.SHOWS)

    @classmethod
    def described_rules(cls, book: Rulebook) -> dict[str, Expected]:
        return {f"fold-forfeits-{name}": bool for name, wager in book.wagers.items() if wager.sees}

    def described_ways(self, described: Described, rows: Collection[str], on: str) -> Iterable[tuple[str, int]] | None:
        return walk(described, rows, self.SHOWS, on)

    def described_sight(self, described: Described, chance: Random) -> dict[str, Any]:
        return sight(described, self.SHOWS, chance)

    def lives_on(self, wager: Wager) -> bool:
        """Whether a described wager outlives a fold."""
        return wager.kind in self.described and not self._falls_with(wager.kind)

    def described_given(self, described: Described) -> str:
        return NOT_FOLDED if "fold" in self.MOVES and self._falls_with(described.name) else ""

    def _falls_with(self, kind: str) -> bool:
        """Whether a described wager is lost with a hand that is folded."""
        return bool(self.posting.get(f"fold-forfeits-{kind}", True))

    def after_round(self, table: Table) -> Procedure[None]:
        """Described wagers, from the dealer's right; what they see is dealt and turned for them."""
        left = [wager for wager in table.felt.wagers if wager.kind in self.described]
        if not left:
            return
        sees = {word for wager in left for word in self.described[wager.kind].sees}
        if BOARD_CARDS in sees:
            yield from self.whole_board(table)
        if DEALER_CARDS in sees:
            yield from turn_up(table, "dealer")
        for wager in sorted(left, key=lambda wager: -wager.position):
            yield from self.settle_described(table, wager)

    def whole_board(self, table: Table) -> Procedure[None]:
        """All community cards lie open."""
        yield from turn_up(table, "community")

    def settle_described(self, table: Table, wager: Wager) -> Procedure[None]:
        to, described = str(wager.position), self.described[wager.kind]
        if table.hand(to).state != "dead" and OWN_CARDS in described.sees:
            yield from turn_up(table, to)
        if table.hand(to).state == "dead":
            table.give_back(wager, self.posting.clause("settlement"), "The hand it depended on was dead.")
            return
        lying = {
            OWN_CARDS: table.hand(to).cards,
            DEALER_CARDS: table.felt.dealer.cards,
            BOARD_CARDS: table.hand("community").cards,
        }
        seen = {word: lying[word] for word in described.sees}
        outcome = described.outcome({**seen, ON: wager.on}, self.paid_outcomes(wager.kind))
        because = "; ".join(f"{WORDS[word]}: {card_names(cards)}" for word, cards in seen.items())
        table.settle(wager, outcome or "lose", because=because[:1].upper() + because[1:] + ".")
        table.conclude()

    @classmethod
    def described_and_kept(cls, book: Rulebook) -> tuple[str, ...]:
        """Also what the rulebook describes itself, where it sees nothing but the player's own cards."""
        return (*cls.KEEPS, *(name for name, wager in book.wagers.items() if wager.sees == OWN_CARDS))

    def settle_or_return(self, table: Table, wager: Wager, void: Void) -> Procedure[None]:
        held = len(table.hand(str(wager.position)).cards)
        if wager.kind in self.described and held == self.SHOWS[OWN_CARDS]:
            yield from self.settle_described(table, wager)
        else:
            yield from super().settle_or_return(table, wager, void)

    # A second face-up card

    def rule_discard_card(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A card found face up is not used; a second one in the same round is ruled on as more than one."""
        answer = yield from discard_card(self, table, irregularity, irregularity.remedy, declared)
        if irregularity.when != FACE_UP:
            return answer
        if FACE_UP in table.felt.dealer.memo:
            for more in self.posting.irregularities():
                if more.when == SEVERAL_FACE_UP and table.felt.stage in more.at:
                    table.record(events.Ruled(more.when, more.remedy.ruling, more.clause, "table", more.says))
                    yield from void_round(self, table, more, more.remedy, declared)
        table.felt.dealer.memo[FACE_UP] = True
        return answer
