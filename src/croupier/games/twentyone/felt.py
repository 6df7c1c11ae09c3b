"""What the games of twenty-one look at on the felt: places, the up card, counts, the original wager."""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from croupier.equipment.cards import ACE
from croupier.equipment.shoe import UNSEEN
from croupier.games.shoegame import SHOE, ShoeGame
from croupier.games.twentyone.counting import is_blackjack, is_ten, points, total
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Procedure
from croupier.rounds.procedure import ask
from croupier.rounds.requests import Turn
from croupier.rounds.table import Table
from croupier.rulebook.posting import Posting

BASE, DOUBLE, SPLIT, INSURANCE = "blackjack", "double", "split", "insurance"
PITCH, HAND_DELIVERY = "pitch", "hand-delivery"
SMALL_GAME_DECKS = 2  # "single deck, double deck" versions of the game

# How a hand stands
OPEN, STOOD, BUST, PAID, DEAD, WAITING = "", "stood", "bust", "paid", "dead", "waiting"


@lru_cache(maxsize=4096)
def place(position: int, index: int = 0) -> str:
    return f"{position}.{index}" if index else str(position)


class TwentyOneBase(ShoeGame):
    """Looking at the felt of a game of twenty-one."""

    def __init__(self, posting: Posting) -> None:
        super().__init__(posting)
        by_hand = str(posting.get("small-game", SHOE)) if self.small_game else SHOE
        if by_hand == SHOE or (self.tournament and posting.get("tournament-shoe", False)):
            self._way = super().way()
        else:
            self._way = by_hand

    # The house's choices: they stand as long as the table is open

    @cached_property
    def tournament(self) -> bool:
        return bool(self.posting.get("tournament", False))

    @cached_property
    def small_game(self) -> bool:
        """One or two decks: the versions with their own deal and, where posted, their own rules."""
        return int(self.posting["decks"]) <= SMALL_GAME_DECKS

    def way(self) -> str:
        """How this table deals; one or two decks may be dealt out of the hand, a tournament may not."""
        return self._way

    @cached_property
    def face_down(self) -> bool:
        """Pitched cards: only their player sees them."""
        return self._way == PITCH

    @cached_property
    def unit(self) -> int:
        """The smallest chip that can be wagered, in cents."""
        return int(self.posting.get("smallest-chip", 100))

    # The dealer's hand

    def up_card(self, table: Table) -> int:
        """The dealer's up card; UNSEEN while none is up."""
        dealer = table.felt.dealer
        return dealer.cards[dealer.memo["up"]] if "up" in dealer.memo else UNSEEN

    def shows_ace(self, table: Table) -> bool:
        up = self.up_card(table)
        return up != UNSEEN and up >> 2 == ACE

    def may_have_blackjack(self, table: Table) -> bool:
        """An ace or a card of ten points is up."""
        up = self.up_card(table)
        return up != UNSEEN and (up >> 2 == ACE or is_ten(up))

    @cached_property
    def has_reader(self) -> bool:
        """Whether the hole card is known to make no blackjack before anybody draws.

        A card reader tells it; a dealer who deals out of the hand looks at his cards himself.
        """
        if self.no_hole_card:
            return False
        return bool(self.posting.get("card-reader", True)) or self._way in (PITCH, HAND_DELIVERY)

    @cached_property
    def no_hole_card(self) -> bool:
        """The dealer draws his second card when the players are done."""
        return bool(self.posting.get("hole-card", "dealt") == "none")

    def hole_card_unknown(self, table: Table) -> bool:
        """The dealer may have a blackjack, and no reader has told."""
        return not self.has_reader and self.may_have_blackjack(table) and not self.dealer_shown(table)

    def dealer_shown(self, table: Table) -> bool:
        """Both first cards of the dealer lie face up."""
        return table.felt.dealer.faces[:2] == "uu"

    def dealer_blackjack(self, table: Table) -> bool:
        """A blackjack of the dealer that everybody can see."""
        cards = table.felt.dealer.cards
        return len(cards) == 2 and self.dealer_shown(table) and is_blackjack(*cards)

    # A player's hand

    def natural(self, hand: Hand) -> bool:
        """A blackjack: the first two cards, not of a split pair, not exchanged."""
        cards = hand.cards
        return (
            len(cards) == 2
            and "split" not in hand.memo
            and "exchanged" not in hand.memo
            and UNSEEN not in cards
            and is_blackjack(*cards)
        )

    def count(self, hand: Hand) -> int:
        """The count of the cards on record; those nobody has seen do not count yet."""
        return total(hand.cards if hand.known else seen(hand.cards))

    def live(self, table: Table, hand: Hand) -> bool:
        """Whether the dealer's count can still decide this hand; that of a blackjack only his first two cards can."""
        if "charlie" in hand.memo:
            return False
        return bool(hand.cards) and hand.state in (OPEN, STOOD, WAITING) and not self.natural(hand)

    def stake(self, table: Table, position: int) -> int:
        """The original wager in cents; nothing once it has been settled."""
        wager = table.wager(BASE, position)
        return wager.stake if wager else 0

    def hand_wagers(self, table: Table, position: int, index: int) -> list[Wager]:
        """What stands on one hand: the original or split wager, and a double."""
        return [
            w
            for w in table.felt.wagers
            if w.position == position and w.hand == index and w.kind in (BASE, SPLIT, DOUBLE)
        ]

    # Turning one card

    def turn_one(self, table: Table, to: str, index: int) -> Procedure[None]:
        """One card of a place shows its face; keyed where it is not on record."""
        face = UNSEEN
        if table.hand(to).cards[index] == UNSEEN:
            answer = yield from ask(Turn(to, 1))
            face = answer.cards[0]
        table.turn(to, index, face)


def seen(cards: Sequence[int]) -> list[int]:
    return [card for card in cards if card != UNSEEN]


def hard_count(cards: Sequence[int]) -> int:
    """The count of cards that hold no ace; nothing for a hand with one."""
    return 0 if any(card >> 2 == ACE for card in cards) else sum(map(points, cards))
