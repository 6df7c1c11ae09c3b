"""Hands tabled or given up, keyed one by one: at the showdown, or early where nobody can bet any more."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.poker import dealing, showdown
from croupier.poker.errors import Player
from croupier.poker.records import UNKNOWN, Mucked, Shown

if TYPE_CHECKING:
    from croupier.poker.hand import Hand


def show(hand: "Hand", player: int | None, cards: Sequence[int] | None) -> Shown:
    """Table a hand; `cards` are its faces where they were not on record."""
    i = _showing(hand, player)
    new = [] if cards is None else _new_faces(hand, i, cards)
    dealing.learn(hand, new)
    if new and cards is not None:
        hand.hole[i] = list(cards)
    record = Shown(i, tuple(hand.hole[i]))
    hand.shown[i] = True
    hand.records.append(record)
    hand.ops.append(("show", i, tuple(cards) if cards is not None else None))
    _go_on(hand, i)
    return record


def muck(hand: "Hand", player: int | None) -> Mucked:
    """Give a hand up; the last one cannot be, as the pot is its player's."""
    i = _showing(hand, player)
    if hand.live == 1:
        raise hand.refuse("dead-hand", "the last hand cannot be mucked: the pot is his")
    hand.kill(i)
    record = Mucked(i)
    hand.records.append(record)
    hand.ops.append(("muck_hand", i))
    _go_on(hand, i)
    return record


def _showing(hand: "Hand", player: int | None) -> int:
    live_early = hand.phase == "deal" and hand.all_in()
    if hand.phase != "show" and not live_early:
        raise hand.refuse("phase", f"no hand is shown now: the hand is at {hand.phase}")
    if player is None:
        player = hand.queue[0] if hand.queue else next(i for i in range(hand.n) if hand.alive[i])
    if not 0 <= player < hand.n or not hand.alive[player]:
        raise hand.refuse("dead-hand", "{who} has no live hand to show", who=Player(player))
    return player


def _new_faces(hand: "Hand", i: int, cards: Sequence[int]) -> list[int]:
    """The faces among the cards shown that nobody had seen, if he can hold them."""
    held = hand.hole[i]
    if len(cards) != len(held):
        raise hand.refuse("card-count", f"{len(cards)} cards shown by {{who}}, who holds {len(held)}", who=Player(i))
    new = [card for card in cards if card not in held]
    if len(new) > held.count(UNKNOWN):
        raise hand.refuse("card", "{who} shows a card that he was not dealt", who=Player(i))
    dealing.check_cards(hand, new)
    return new


def _go_on(hand: "Hand", i: int) -> None:
    """After a hand was shown or given up: the next one, the cards that are still due, or the pot."""
    if hand.phase == "show":
        if i in hand.queue:
            hand.queue.remove(i)
        if not hand.queue or hand.live == 1:
            showdown.award(hand)
    elif hand.live == 1:
        showdown.win_alone(hand)
    elif not hand.alive[i]:  # he gave up before the last cards: none is due to him
        hand.owed[i] = 0
        dealing.open_betting_if_dealt(hand)
