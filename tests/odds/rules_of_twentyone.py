"""Rules of twenty-one as some houses have them, for tests of the solver alone; the houses' own stand in their books."""

from fractions import Fraction

from croupier.odds.games.twentyone.rules import ALL_UP_CARDS, TwentyOneRules


def free_bet(**options: object) -> TwentyOneRules:
    """Free Bet: hard 9 to 11 doubled free, every pair but tens split free, a dealer's 22 pushes."""
    base: dict[str, object] = {
        "push_22": ALL_UP_CARDS,
        "free_doubles": frozenset({9, 10, 11}),
        "free_splits": frozenset(range(9)),
    }
    return TwentyOneRules(**(base | options))  # type: ignore[arg-type]


def zappit(**options: object) -> TwentyOneRules:
    """ZAPPIT: a hard 15 to 18 may be exchanged once, a dealer's 22 pushes."""
    base: dict[str, object] = {"push_22": ALL_UP_CARDS, "zaps": frozenset({15, 16, 17, 18})}
    return TwentyOneRules(**(base | options))  # type: ignore[arg-type]


SEVEN_TO_ACE = frozenset({6, 7, 8, 9, 0})


def zombie(push_22: frozenset[int] = ALL_UP_CARDS, **options: object) -> TwentyOneRules:
    """Zombie: against a seven to an ace a bust hand wins when the dealer ends with 23 to 26.

    The text puts the push on 22 under the up cards seven to ace; `push_22` chooses the reading.
    """
    base: dict[str, object] = {"push_22": push_22, "back_to_life": SEVEN_TO_ACE}
    return TwentyOneRules(**(base | options))  # type: ignore[arg-type]


def rockn_21(black: Fraction, red: Fraction, mixed: Fraction, **options: object) -> TwentyOneRules:
    """Rock'n 21: a blackjack is paid by its colours; of an ace and a ten each is black half the time."""
    rows = ((black, Fraction(1, 4)), (red, Fraction(1, 4)), (mixed, Fraction(1, 2)))
    mean = sum((pays * share for pays, share in rows), Fraction(0))
    return TwentyOneRules(blackjack_pays=mean, blackjack_rows=rows, **options)  # type: ignore[arg-type]
