"""A game of poker as programs play it: the room's rules, the stakes, the numbered moves, the shuffled hands.

The moves are fold, check, call and bring-in, some sizes of a bet or raise, and in draw games every set of cards that
may be thrown away. Sizes are the engine's own: the least and the most that it allows, and parts of the pot between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.agents.shelf import Day, NotSaid, poker_forms, room_for
from croupier.poker import Hand, Options, Stakes
from croupier.poker.book.stakes import BLIND_AS_BIG, NO, POT, TRUE_POT
from croupier.poker.errors import Refused
from croupier.poker.scripts.steps import stakes_of

FOLD, CHECK, CALL, BRING_IN = "fold", "check", "call", "bring-in"
LEAST, MOST = "least", "most"
PARTS = (LEAST, "1/2", "1", MOST)  # of the pot, where the structure bounds a bet by stacks or pot
BOUNDED = (LEAST, MOST)
UNITS = 100  # of the least bet, what everybody sits down with
DOLLAR = 100
Size = str | Fraction


class PokerGame:
    """One game at one table: everything that stays the same from hand to hand."""

    def __init__(
        self,
        form: str,
        property: str | None = None,
        on: Day = None,
        options: Mapping[str, Any] | None = None,
        *,
        tournament: bool = False,
        seats: int = 2,
        stakes: str | None = None,
        stack: int | None = None,
        sizes: Sequence[str] | None = None,
        rake: bool = False,
    ) -> None:
        if form not in poker_forms():
            raise NotSaid(f"{form!r} is spread in no room of the shelf; there are {', '.join(poker_forms())}")
        self.room = room_for(form, property, on, dict(options or {}), tournament)
        self.form = self.room.form(form)
        if not 2 <= seats <= self.form.seats_most:
            raise NotSaid(f"{self.form.title} is played by 2 to {self.form.seats_most} here, not {seats}")
        self.seats = seats
        self.stakes = self._stakes(stakes or self.form.usual_stakes)
        self.unit = self.stakes.small
        self.stack = UNITS * self.unit if stack is None else stack
        if self.stack < self.unit:
            raise NotSaid(f"a stack of {self.stack} does not cover one bet of {self.unit} cents")
        self.rules = self.room.rules(
            self.form, pot_limit=self.stakes.kind == POT, two_left=seats == 2,
            time_game=self.room.time_game(self.stakes),
        )  # fmt: skip
        self.rake = rake
        given = sizes or (PARTS if self.stakes.kind in (NO, POT) else BOUNDED)
        self.sizes = tuple(_size(text) for text in given)
        draws = any(street.draw for street in self.form.streets)
        self.discards = _subsets(self.form.hand_size) if draws else ()
        self.names = (
            FOLD, CHECK, CALL, BRING_IN, *(f"raise {size}" for size in given),
            *("draw " + ("".join(str(place + 1) for place in places) or "none") for places in self.discards),
        )  # fmt: skip
        self.first_draw = 4 + len(self.sizes)

    def _stakes(self, text: str) -> Stakes:
        counts = BLIND_AS_BIG if self.room.value("pot-counts") == BLIND_AS_BIG else TRUE_POT
        try:
            stakes = stakes_of(text, DOLLAR, counts)
        except Refused as error:
            raise NotSaid(error.message) from None
        sizes = (stakes.small, stakes.big, stakes.ante, stakes.bring_in, *stakes.blinds)
        whole = stakes.step == 1 and not any(size % DOLLAR for size in sizes)
        step = self.room.increment(stakes) or (DOLLAR if whole else stakes.step)
        return msgspec.structs.replace(stakes, step=step)

    def deal(self, deck: Sequence[int], stacks: Sequence[int] | None = None, carried: int = 0) -> Hand:
        """A hand from this deck; place 0 is the first to the left of the button."""
        house = self.room.cut(self.stakes) if self.rake else None
        held = list(stacks) if stacks is not None else [self.stack] * self.seats
        return Hand(self.form, self.stakes, held, rules=self.rules, deck=deck, carried=carried, house=house)

    def shuffled(self, rng: np.random.Generator) -> list[int]:
        return [int(card) for card in rng.permutation(np.array(self.form.deck))]

    def net(self, hand: Hand, place: int) -> int:
        """What a player has won in cents. Of a pot that nobody opened and nobody can ante for again he has his part."""
        return hand.stacks[place] + hand.carried // self.seats - self.stack

    # Moves

    def raises(self, hand: Hand, options: Options) -> list[int]:
        """What the bet becomes by each size, or 0 where that size is not to be had or is another one's already."""
        found: list[int] = []
        for size in self.sizes:
            to = self._raise_to(hand, options, size) if options.may_raise else 0
            found.append(to if to and to not in found else 0)
        return found

    def _raise_to(self, hand: Hand, options: Options, size: Size) -> int:
        if size == LEAST:
            return options.least
        if size == MOST:
            return options.most
        assert isinstance(size, Fraction)
        pot = hand.pot + max(0, hand.level - hand.bets[options.player])
        to = hand.level + pot * size.numerator // size.denominator
        to -= to % options.step
        return to if options.least <= to < options.most and options.allows(to) else 0

    def mask(self, hand: Hand) -> NDArray[np.int8]:
        """Which moves the player in turn may make."""
        found = np.zeros(len(self.names), dtype=np.int8)
        if hand.phase == "bet":
            options = hand.options()
            found[:4] = options.fold, options.check, options.call > 0, options.bring_in > 0
            found[4 : self.first_draw] = [to > 0 for to in self.raises(hand, options)]
        elif hand.phase == "draw":
            held = hand.hole[hand.actor]
            found[self.first_draw :] = [
                max(places, default=0) < len(held) and hand.can_draw([held[place] for place in places])
                for places in self.discards
            ]
        return found

    def play(self, hand: Hand, move: int) -> None:
        """Make a move that the mask allows."""
        if move == 0:
            hand.fold()
        elif move == 1:
            hand.check()
        elif move == 2:
            hand.call()
        elif move == 3:
            hand.bring_in()
        elif move < self.first_draw:
            hand.raise_to(self.raises(hand, hand.options())[move - 4])
        else:
            held = hand.hole[hand.actor]
            hand.draw([held[place] for place in self.discards[move - self.first_draw]])


def _size(text: str) -> Size:
    if text in (LEAST, MOST):
        return text
    try:
        part = Fraction(text)
    except (ValueError, ZeroDivisionError):
        part = Fraction(0)
    if part <= 0:
        raise NotSaid(f"{text!r} is no size of a bet: say least, most, or a part of the pot such as 1/2")
    return part


def _subsets(count: int) -> tuple[tuple[int, ...], ...]:
    """Every set of places of a hand: which cards to throw away."""
    return tuple(tuple(place for place in range(count) if bits >> place & 1) for bits in range(1 << count))
