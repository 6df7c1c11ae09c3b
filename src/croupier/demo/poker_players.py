"""What a steady player does at his turn: for demonstrations, simulated days and tests.

He looks at his own cards, the board and the bets, as any player may.
"""

import random
from typing import TYPE_CHECKING

from croupier.house.poker_room.table import acts
from croupier.poker import Hand
from croupier.poker.bots import strength
from croupier.poker.records import UNKNOWN

if TYPE_CHECKING:
    from croupier.house.poker_room.table.game import Game


def decision(game: "Game", seat: int, rng: random.Random) -> acts.Play | None:
    """What a steady player does at his turn."""
    hand = game.table.hand
    if hand is None or not game.playing:
        return None
    place = game.place_of(seat)
    if hand.phase == "runs" and place >= 0 and hand.alive[place] and seat not in game.runs:
        return acts.Play(seat, "run", 1)
    if game.turn != seat:
        return None
    if hand.phase == "draw":
        return acts.Play(seat, "draw", places=_discards(hand, place))
    if hand.phase == "show":
        return acts.Play(seat, "show")
    return bet(hand, place, seat, rng)


def bet(hand: Hand, place: int, seat: int, rng: random.Random) -> acts.Play:
    """Fold, check, call or raise, by the strength of his own hand and the price of staying in."""
    found = hand.options()
    feel = strength(hand, place) + rng.uniform(-0.15, 0.15)
    price = found.call / max(1, hand.pot + found.call)
    if found.may_raise and feel > 0.75 and rng.random() < 0.7:
        if found.amounts:
            return acts.Play(seat, "raise", found.amounts[-1])
        wanted = hand.level + max(hand.pot * 2 // 3, found.least - hand.level)
        wanted -= wanted % found.step
        return acts.Play(seat, "raise", min(max(found.least, wanted), found.most))
    if found.bring_in:
        return acts.Play(seat, "bring-in")
    if found.check:
        return acts.Play(seat, "check")
    if found.call and feel > 0.2 + price * (0.5 if hand.street == 0 else 1.0):
        return acts.Play(seat, "call")
    return acts.Play(seat, "fold")


def _discards(hand: Hand, place: int) -> tuple[int, ...]:
    """Keep pairs in high games, low unpaired cards in low ones."""
    held = hand.hole[place]
    if UNKNOWN in held:
        return ()
    ranks = [card >> 2 for card in held]
    if not hand.form.low:
        keep = {p for p, rank in enumerate(ranks) if ranks.count(rank) > 1} or {held.index(max(held))}
    else:
        keep = set()
        kept: set[int] = set()
        for p in sorted(range(len(held)), key=lambda p: (ranks[p] + 1) % 13):
            low = (ranks[p] + 1) % 13
            if low not in kept and low <= 8:
                keep.add(p)
                kept.add(low)
    return tuple(p for p in range(len(held)) if p not in keep)[: hand.form.draw_most]
