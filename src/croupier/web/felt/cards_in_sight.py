"""Cards that still lie on the felt: a settlement is told with them as long as everybody can see them."""

from collections.abc import Sequence

import msgspec

from croupier.games import class_of
from croupier.games.twentyone.counting import total
from croupier.rounds.events import Settled
from croupier.rulebook.posting import Posting
from croupier.web.felt import hand_names as hands
from croupier.web.felt.recorded_facts import read
from croupier.web.kit import words

MOST = 21
Pair = tuple[tuple[int, ...], tuple[int, ...]]  # a hand of the patron's, and the dealer's


class Lying(msgspec.Struct, frozen=True):
    """Hands by position and number, and the dealer's; of hands that were set, the High five before the Low two."""

    hands: dict[tuple[int, int], tuple[int, ...]] = {}
    dealer: tuple[int, ...] = ()

    def parted(self, event: Settled) -> tuple[Pair, Pair] | None:
        """High and Low of the hand of a settlement, each with the dealer's."""
        mine, his = self.hands.get((event.position, event.hand), ()), self.dealer
        if len(mine) != sum(hands.PARTED) or len(his) != len(mine):
            return None
        high = hands.PARTED[0]
        return (mine[:high], his[:high]), (mine[high:], his[high:])

    def over_21(self, posting: Posting, event: Settled) -> str:
        """What a hand of twenty-one that lost by its own count held; empty for every other."""
        rule, held = posting.wagers.get(event.wager), self.hands.get((event.position, event.hand), ())
        if event.result != "lost" or rule is None or rule.kind not in ("base", "raise") or read(event.because).compared:
            return ""
        if class_of(posting.rulebook).FAMILY != "twenty-one" or not held or total(held) <= MOST:
            return ""
        return went_over(held)


def went_over(cards: Sequence[int]) -> str:
    return f"{faces(cards)} is {total(cards)}: over {MOST}, so the wager is lost before the dealer draws."


def faces(cards: Sequence[int]) -> str:
    return " ".join(map(words.marked, cards))
