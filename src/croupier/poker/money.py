"""What the house takes from a pot, and the fee for a seat.

The schedule comes from the room's rulebook; here is only the arithmetic. An uncalled bet has gone back to
its owner before anything is counted, so it is never raked.
"""

from typing import TYPE_CHECKING, Protocol

import msgspec

from croupier.poker.book.stakes import Stakes
from croupier.poker.records import Collected

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


class House(Protocol):
    def at_street(self, hand: "Hand") -> None:
        """Cards for the next round were delivered."""

    def at_end(self, hand: "Hand") -> None:
        """The betting is over and the pot is about to be pushed."""


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a pot is taken: a percentage up to a most, or amounts at predetermined levels, or both."""

    percent: int = 0  # whole per cent
    most: int = 0  # 0 for no maximum
    parts: int = 1  # into how many parts the percentage is divided: 2 for half rake
    step: int = 1  # taken in multiples of this, rounded down
    levels: tuple[tuple[int, int], ...] = ()  # (pot reaches, add so much)
    clause: str = ""

    def due(self, pot: int) -> int:
        """All that may be taken once the pot has this size."""
        amount = pot * self.percent // (100 * self.parts)
        amount -= amount % self.step
        amount += sum(add for reached, add in self.levels if pot >= reached)
        return min(amount, self.most) if self.most else amount

    def halved(self) -> "Schedule":
        """Half rake: half of the percentage or of each amount, and half of the maximum."""
        levels = tuple((reached, add // 2) for reached, add in self.levels)
        return msgspec.structs.replace(self, parts=2 * self.parts, most=self.most // 2, levels=levels)


class RakeChange(msgspec.Struct, frozen=True):
    """A lower rake that management granted: it holds until it is changed again."""

    percent: int
    most: int
    by: str
    from_hand: int
    reason: str = ""


class Cut:
    """The house's part of one hand: rake and jackpot drops, taken as the hand proceeds."""

    __slots__ = ("dropped", "drops", "first_round_free", "rake", "raked")

    def __init__(
        self, rake: Schedule | None = None, drops: Schedule | None = None, *, first_round_free: bool = True
    ) -> None:
        self.rake = rake
        self.drops = drops
        self.first_round_free = first_round_free  # no flop, no drop
        self.raked = 0
        self.dropped = 0

    def at_street(self, hand: "Hand") -> None:
        self._take(hand)

    def at_end(self, hand: "Hand") -> None:
        if hand.street == 0 and self.first_round_free:
            return
        self._take(hand)

    def _take(self, hand: "Hand") -> None:
        pot = hand.pot_dead + sum(hand.put)
        room = pot - hand.collected
        if self.rake is not None:
            more = min(self.rake.due(pot) - self.raked, room)
            if more > 0:
                self.raked += more
                room -= more
                _collect(hand, "rake", more, self.rake.clause)
        if self.drops is not None:
            more = min(self.drops.due(pot) - self.dropped, room)
            if more > 0:
                self.dropped += more
                _collect(hand, "drop", more, self.drops.clause)


def _collect(hand: "Hand", kind: str, amount: int, clause: str) -> None:
    hand.collected += amount
    hand.records.append(Collected(kind, amount, clause))


class Time(msgspec.Struct, frozen=True, kw_only=True):
    """Time collection in lieu of rake: from which stakes, and at which minutes of the hour."""

    limit_from: int  # the larger bet of a fixed-limit game
    blind_from: int  # the big blind of a pot- or no-limit game
    minutes: tuple[int, ...]
    clause: str = ""

    def instead_of_rake(self, stakes: Stakes) -> bool:
        return stakes.big >= self.limit_from if stakes.limit else stakes.big_blind >= self.blind_from

    def collections(self, after: int, until: int, ahead: int = 0) -> int:
        """How many collections fall due: after the one minute, up to and with the other.

        `ahead` are the minutes that the clock on the wall is ahead of the one that these are counted by.
        """
        return sum(1 for minute in range(after + 1, until + 1) if (minute + ahead) % 60 in self.minutes)

    def due(self, seats: int, locked_up: int, fee: int, *, free: bool = False) -> int:
        """One collection: from every seat, those that are locked up included; a first down may be free."""
        return 0 if free else (seats + locked_up) * fee
