"""The rules of a blackjack game, as far as its odds depend on them."""

from __future__ import annotations

from fractions import Fraction

import msgspec

TEN = 9  # the last value: every card that counts ten
NONE: frozenset[int] = frozenset()
ALL_UP_CARDS = frozenset(range(10))


class TwentyOneRules(msgspec.Struct, frozen=True, kw_only=True):
    """Values are 0 for the ace, 1 for the deuce up to 9 for the tens; totals are as announced."""

    decks: int = 6
    hits_soft_17: bool = True
    blackjack_pays: Fraction = Fraction(3, 2)
    # Where blackjacks are paid differently by their colours: each payment with its share; the mean of
    # these must be `blackjack_pays`.
    blackjack_rows: tuple[tuple[Fraction, Fraction], ...] = ()
    # A dealer's blackjack takes doubled and split wagers too (no hole card); otherwise only the original.
    blackjack_takes_all: bool = False
    # Hard totals that may be doubled; None means any first two cards.
    doubles: frozenset[int] | None = None
    double_after_split: bool = True
    split_hands: int = 4
    split_ace_hands: int = 2
    draw_to_split_aces: bool = False
    # Half of the wager may be given up with the first two cards, once the dealer is known to have no blackjack;
    # against these up cards before he looks.
    surrender: bool = False
    early_surrender: frozenset[int] = NONE
    # A hand of so many cards that is not over 21 has won (0: none has).
    charlie: int = 0
    # Packs of 48 cards, without the tens.
    spanish: bool = False
    # Up cards with which a dealer's 22 returns every wager that has not lost (Push 22, Free Bet, ZAPPIT).
    push_22: frozenset[int] = NONE
    # A player's blackjack too is returned by a dealer's 22, instead of being paid at once.
    push_22_blackjacks: bool = False
    # Hard two-card totals doubled, and values split, with the house's money (Free Bet).
    free_doubles: frozenset[int] = NONE
    free_splits: frozenset[int] = NONE
    # Hard two-card totals that may be exchanged once for two new cards (ZAPPIT).
    zaps: frozenset[int] = NONE
    # Up cards against which a bust hand lives on and is paid when the dealer ends above 22 (Zombie).
    back_to_life: frozenset[int] = NONE
    back_to_life_doubles: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= 16:
            raise ValueError(f"blackjack is dealt from 1 to 16 decks, not {self.decks}")
        if self.charlie and self.charlie < 4:
            raise ValueError(f"a Charlie has four cards or more, not {self.charlie}")
        if not 1 <= self.split_hands <= 8 or not 1 <= self.split_ace_hands <= 8:
            raise ValueError("pairs are split to between 1 hand (never) and 8 hands")

        if self.blackjack_rows and sum(pays * share for pays, share in self.blackjack_rows) != self.blackjack_pays:
            raise ValueError("the payments of a blackjack by colour do not average to its stated payment")

    @property
    def shoe(self) -> tuple[int, ...]:
        """Cards of each value in the whole shoe."""
        return (4 * self.decks,) * (TEN) + ((12 if self.spanish else 16) * self.decks,)

    def may_double(self, total: int, hard: bool) -> bool:
        """Whether two cards of this total may be doubled."""
        if self.doubles is None:
            return True
        return hard and total in self.doubles
