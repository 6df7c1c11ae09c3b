"""Two hands set against the dealer's two, told one by one: yours, the dealer's, won or lost."""

from functools import cache

from croupier.equipment.cards import RANK_WORDS
from croupier.hands.paigow import describe_low, rank_low
from croupier.rounds.events import Settled
from croupier.web.felt.cards_in_sight import Lying, Pair, faces
from croupier.web.felt.recorded_facts import read
from croupier.web.felt.same_named_hands import first_difference
from croupier.web.felt.shown import Against

BRIEF = {"won": "Both of your hands are higher.", "lost": "Neither of your hands is higher.", "push": "One hand each."}

NOT_SEEN: tuple[Pair, Pair] = (((), ()), ((), ()))


@cache
def _low_hands() -> dict[str, int]:
    """Every Low hand by its name, which says all of it."""
    ranks = range(len(RANK_WORDS))
    return {describe_low(value): value for a in ranks for b in ranks for value in (rank_low((a << 2, b << 2)),)}


def against(event: Settled, lying: Lying) -> tuple[Against, ...]:
    """The Low and the High hand, with their cards while they lie there; a copy is the dealer's, and of a push one hand
    was won and one was not."""
    set_hands = read(event.because).two
    if not set_hands or event.result not in BRIEF:
        return ()
    high, his_high, low, his_low = set_hands
    lows = _low_hands()
    if low not in lows or his_low not in lows:
        return ()
    low_won = lows[low] > lows[his_low]
    high_won = event.result == "won" or (event.result == "push" and not low_won)
    highs, two = lying.parted(event) or NOT_SEEN
    yours, his = high.lower(), his_high
    if yours == his and (differ := first_difference(*highs)):
        yours, his = f"{yours}, {differ[0]}", f"{his}, {differ[1]}"
    return (
        Against(name="Low", yours=low, dealers=his_low, outcome=_word(low_won, low == his_low), cards=_faces(two)),
        Against(name="High", yours=yours, dealers=his, outcome=_word(high_won, copied=False), cards=_faces(highs)),
    )


def _faces(pair: Pair) -> tuple[str, str]:
    return faces(pair[0]), faces(pair[1])


def _word(won: bool, copied: bool) -> str:
    return "won" if won else "copy" if copied else "lost"


def in_brief(event: Settled) -> str:
    """What stands over the two lines."""
    return BRIEF[event.result]
