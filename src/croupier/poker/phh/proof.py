"""Who may win what: the pots of a replayed hand, and whether winnings that a history states can have come out of them.

A hand that folded, was mucked, or lies beaten on the table wins nothing. A hand that nobody saw may have been any, so
nothing is proved against it. The house may have taken a rake, and odd chips fall as the house has them fall.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

import msgspec

from croupier.poker.hand import Hand
from croupier.poker.pots import Pot, side_pots
from croupier.poker.records import UNKNOWN, Mucked
from croupier.poker.showdown import Values, values_of


class Claim(msgspec.Struct):
    """What one player may win: `most` at best, `least` for certain before the rake, in `parts` of the pots."""

    most: Fraction = Fraction(0)
    least: Fraction = Fraction(0)
    parts: int = 0
    why: str = "folded"  # why he wins nothing


def claims(hand: Hand, doubtful: Collection[int] = ()) -> list[Claim]:
    """What everybody may win. The `doubtful` gave up only because the history does not say what they held."""
    live = [i for i in range(hand.n) if hand.alive[i] or i in doubtful]
    return _claims(hand, live, doubtful, side_pots(hand, live))


def claims_by_pot(hand: Hand, doubtful: Collection[int] = ()) -> list[list[Claim]]:
    """What everybody may win of each pot as it lay at the showdown, the main pot first."""
    live = [i for i in range(hand.n) if hand.alive[i] or i in doubtful]
    found = []
    for pot in side_pots(hand, sorted({*live, *hand.contenders})):
        of_pot = Pot(pot.amount, tuple(i for i in pot.players if i in live))
        found.append(_claims(hand, live, doubtful, [of_pot]))
        for i in live:
            if i not in pot.players:
                found[-1][i].why = "has no chips in it"
    return found


def _claims(hand: Hand, live: Sequence[int], doubtful: Collection[int], pots: Sequence[Pot]) -> list[Claim]:
    mucked = {record.player for record in hand.records if isinstance(record, Mucked)}
    found = [Claim(why="mucked his hand" if i in mucked else "folded") for i in range(hand.n)]
    whole = sum(street.board for street in hand.form.streets)
    unseen = any(UNKNOWN in board or len(board) < whole for board in hand.boards)
    values: dict[int, Values | None] = {}
    for i in live:
        found[i].why = "lost with the hand that he showed"
        known = not unseen and UNKNOWN not in hand.hole[i] and i not in doubtful
        values[i] = values_of(hand, i) if known else None
    for pot in pots:
        if len(pot.players) == 1:
            _add(found[pot.players[0]], Fraction(pot.amount), certain=True)
            continue
        for board in range(len(hand.boards)):
            part = Fraction(pot.amount, len(hand.boards))
            _divide(found, part, {i: None if v is None else v[board] for i, v in values.items() if i in pot.players})
    return found


def _add(claim: Claim, amount: Fraction, certain: bool) -> None:
    claim.most += amount
    claim.least += amount if certain else 0
    claim.parts += 1


def _divide(found: list[Claim], amount: Fraction, values: dict[int, tuple[int, ...] | None]) -> None:
    """One pot on one board: every half goes to the best hand shown, or to one that nobody saw."""
    unseen = [i for i, value in values.items() if value is None]
    seen = {i: value for i, value in values.items() if value is not None}
    halves = len(next(iter(seen.values()))) if seen else 1
    winners = [_best(seen, half) for half in range(halves)]
    split = halves == 2 and bool(winners[1])
    for i in unseen:
        _add(found[i], amount, certain=False)
    for half in range(2 if split else 1):
        part = amount / 2 if split else amount
        for i in winners[half]:
            _add(found[i], part / len(winners[half]), certain=not unseen)


def _best(seen: dict[int, tuple[int, ...]], half: int) -> list[int]:
    """The best hands shown in one half; a low that does not qualify is worth nothing."""
    best = max((value[half] for value in seen.values()), default=0)
    return [i for i, value in seen.items() if value[half] == best and (best or not half)]


class Wrong(msgspec.Struct, frozen=True):
    """A stated winning that cannot be: whose, why, and what he may have instead, if anything."""

    player: int
    why: str
    may: int | None = None


def differences(found: Sequence[Claim], won: Sequence[int], rake: int, slack: int) -> list[Wrong]:
    """Each stated winning against its claim; `slack` is what odd chips may make of one part."""
    wrong: list[Wrong] = []
    for i, (claim, amount) in enumerate(zip(found, won)):
        odd = claim.parts * slack
        if amount < 0:
            wrong.append(Wrong(i, "nobody wins less than nothing"))
        elif amount and not claim.parts:
            wrong.append(Wrong(i, claim.why))
        elif amount > claim.most + odd:
            wrong.append(Wrong(i, "may win no more of the pots", int(claim.most)))
        elif amount < claim.least - rake - odd:
            wrong.append(Wrong(i, "has won more of the pots", int(claim.least)))
    wrong.sort(key=lambda one: found[one.player].parts > 0)  # who has no claim at all comes first
    return wrong or _unequal(found, won, slack)


def _unequal(found: Sequence[Claim], won: Sequence[int], slack: int) -> list[Wrong]:
    """Hands that tie for everything share alike, up to odd chips: the rake is taken before the pot is divided."""
    for i, one in enumerate(found):
        for j in range(i + 1, len(found)):
            two = found[j]
            alike = one.least and (one.least, one.most, one.parts) == (two.least, two.most, two.parts)
            if alike and one.least == one.most and abs(won[i] - won[j]) > one.parts * slack:
                fewer = i if won[i] < won[j] else j
                return [Wrong(fewer, "ties for everything that the other wins", max(won[i], won[j]))]
    return []
