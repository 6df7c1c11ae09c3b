"""Main pot and side pots, and how a share is divided to the last chip."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


class Pot(msgspec.Struct, frozen=True):
    amount: int
    players: tuple[int, ...]  # those who may win it


def side_pots(hand: "Hand", live: Sequence[int] | None = None) -> list[Pot]:
    """The main pot first, for those who are in. Chips of folded hands lie in the pots that they reached."""
    put = hand.put
    live = [i for i in range(hand.n) if hand.alive[i]] if live is None else live
    reached = {put[i] for i in live}
    if len(reached) == 1:
        return [Pot(sum(put) + hand.pot_dead, tuple(live))]
    levels = sorted(reached)
    amounts = []
    below = 0
    for level in levels:
        amounts.append(sum(min(chips, level) - min(chips, below) for chips in put))
        below = level
    amounts[-1] += sum(max(0, chips - below) for chips in put)
    amounts[0] += hand.pot_dead
    return [Pot(amount, tuple(i for i in live if put[i] >= level)) for amount, level in zip(amounts, levels) if amount]


def contested(hand: "Hand") -> list[Pot]:
    """The pots as they lie: once hands are shown they stay apart, whoever gives up or is beaten.

    A pot that nobody wants any more goes with the one below it.
    """
    if not hand.contenders:
        return side_pots(hand)
    found: list[Pot] = []
    for pot in side_pots(hand, [i for i in range(hand.n) if hand.alive[i] or i in hand.contenders]):
        players = tuple(i for i in pot.players if hand.alive[i])
        if players or not found:
            found.append(Pot(pot.amount, players))
        else:
            found[-1] = Pot(found[-1].amount + pot.amount, found[-1].players)
    return found


def less_collected(hand: "Hand", pots: Sequence[Pot]) -> list[Pot]:
    """The pots after the house's share, which each bears by its size, in whole chips."""
    left = hand.collected
    if not left:
        return list(pots)
    total, unit = sum(pot.amount for pot in pots), hand.rules.odd_unit
    shares = [hand.collected * pot.amount // total // unit * unit for pot in pots]
    left -= sum(shares)
    for number, pot in enumerate(pots):  # what the rounding left comes from the main pot first
        more = min(left, pot.amount - shares[number])
        shares[number] += more
        left -= more
    return [Pot(pot.amount - share, pot.players) for pot, share in zip(pots, shares)]


def divide(amount: int, order: Sequence[int], unit: int, one_each: bool, had: set[int]) -> list[tuple[int, int]]:
    """Equal shares; odd chips go by `order`, passing over those who already had one of this pot.

    A remainder smaller than the odd chip goes with the first share.
    """
    count = len(order)
    share = amount // (count * unit) * unit
    left = amount - share * count
    chips, dust = divmod(left, unit)
    extra = dict.fromkeys(order, 0)
    if not one_each:
        extra[order[0]] = left
    else:
        takers = [i for i in order if i not in had] + [i for i in order if i in had]
        for i in takers[:chips]:
            extra[i] += unit
            had.add(i)
        extra[takers[0]] += dust
    return [(i, share + extra[i]) for i in order]
