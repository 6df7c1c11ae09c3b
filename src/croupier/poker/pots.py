"""Main pot and side pots, and how a share is divided to the last chip."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from croupier.equipment.cards import JOKER
from croupier.poker.book.rules import ODD_BEST_FIVE, ODD_BY_SUIT
from croupier.poker.ranking import by_suit_high, by_suit_low

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


class Pot(msgspec.Struct, frozen=True):
    amount: int
    players: tuple[int, ...]  # those who may win it


def side_pots(hand: "Hand", live: Sequence[int] | None = None) -> list[Pot]:
    """The main pot first, for those who are in. Chips of folded hands lie in the pots that they reached."""
    put = hand.put
    live = [i for i in range(hand.n) if hand.alive[i]] if live is None else live
    levels = sorted({put[i] for i in live})
    if len(levels) == 1:
        return [Pot(sum(put) + hand.pot_dead, tuple(live))]
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


def odd_order(hand: "Hand", winners: Iterable[int], low: bool) -> list[int]:
    """Who comes first for an odd chip: by place left of the button, or by a card's suit."""
    winners = sorted(winners)
    rule = hand.rules.odd_stud if hand.form.family == "stud" else hand.rules.odd_board
    if len(winners) < 2 or rule not in (ODD_BY_SUIT, ODD_BEST_FIVE):
        return winners
    if rule == ODD_BEST_FIVE:
        from croupier.poker.showdown import playing_cards

        return sorted(winners, key=lambda i: -max(map(by_suit_high, playing_cards(hand, i, low)), default=0))
    cards = {i: [card for card in hand.hole[i] if 0 <= card < JOKER] for i in winners}
    if low:
        return sorted(winners, key=lambda i: min(map(by_suit_low, cards[i]), default=99))
    return sorted(winners, key=lambda i: -max(map(by_suit_high, cards[i]), default=-1))
