"""What is put in before the cards: antes, blinds, posts of new players, dead chips."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.poker.records import Posted, Returned

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


def post(
    hand: "Hand",
    antes: Sequence[int] | None,
    blinds: Sequence[int] | None,
    posts: Sequence[int] | None,
    dead: Sequence[int] | None,
) -> None:
    """Antes first, then live blinds and posts, then dead chips; each as far as the stack goes."""
    n = hand.n
    if antes is None and hand.stakes.ante:
        antes = [hand.stakes.ante] * n
    hand.antes = list(antes) if antes is not None else [0] * n
    hand.posts = list(posts) if posts is not None else [0] * n
    if antes is not None:
        _antes(hand, antes)
    if blinds is None:
        blinds = regular_blinds(hand)
    hand.blinds = list(blinds) + [0] * (n - len(blinds))
    for i, blind in enumerate(hand.blinds):
        if blind:
            _live(hand, i, blind, "blind")
    if posts is not None:
        for i, chips in enumerate(posts):
            if chips:
                _live(hand, i, chips, "post")
    if dead is not None:
        for i, chips in enumerate(dead):
            if chips:
                amount = min(chips, hand.stacks[i])
                hand.stacks[i] -= amount
                hand.pot_dead += amount
                hand.records.append(Posted(i, "dead", amount))


def _antes(hand: "Hand", antes: Sequence[int]) -> None:
    layered = hand.rules.antes_layered
    for i, ante in enumerate(antes):
        if ante > 0:
            amount = min(ante, hand.stacks[i])
            hand.stacks[i] -= amount
            if layered:
                hand.put[i] = amount
            else:
                hand.pot_dead += amount
            hand.records.append(Posted(i, "ante", amount))
    if layered:
        _return_uncalled(hand)


def regular_blinds(hand: "Hand") -> list[int]:
    """The regular blinds by place: left of the button, or heads-up the small blind on the button."""
    blinds = hand.stakes.blinds
    if hand.n == 2 and len(blinds) == 2:
        return [blinds[1], blinds[0]]
    return list(blinds[: hand.n])


def _live(hand: "Hand", i: int, chips: int, kind: str) -> None:
    stack = hand.stacks[i]
    amount = chips if chips < stack else stack
    hand.stacks[i] = stack - amount
    hand.bets[i] += amount
    hand.records.append(Posted(i, kind, amount))


def _return_uncalled(hand: "Hand") -> None:
    """An ante that nobody else could match is not at stake."""
    second = sorted(hand.put)[-2]
    for i, ante in enumerate(hand.put):
        if ante > second:
            hand.stacks[i] += ante - second
            hand.put[i] = second
            hand.records.append(Returned(i, ante - second))
