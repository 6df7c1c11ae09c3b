"""Simple opponents for the terminal and for tests: they see what a player may see, and play sensibly enough."""

import random

from croupier.hands.five import best5, least_pair
from croupier.hands.low import low_a5
from croupier.poker.hand import Hand


def strength(hand: Hand, i: int) -> float:
    """A rough guess from 0 to 1 of how good the player's hand looks to himself."""
    hole, board = hand.hole[i], hand.board
    if hand.form.low:
        return _low_strength(hole)
    cards = [card for card in [*hole, *board] if 0 <= card < 52]
    if len(cards) < 5 or hand.form.hole_used:
        return _start_strength(hole, board)
    value = best5(cards[:7])
    playing_board = len(board) == 5 and best5(board) == value
    return 0.2 if playing_board else min(1.0, 0.25 + (value / least_pair(0)) * 0.18)


def _start_strength(hole: list[int], board: list[int]) -> float:
    ranks = sorted((card >> 2 for card in hole if 0 <= card < 52), reverse=True)
    if not ranks:
        return 0.4
    pairs = len(ranks) - len(set(ranks))
    hits = sum(1 for card in board if card >> 2 in ranks)
    return min(1.0, sum(ranks[:2]) / 36 + 0.3 * pairs + 0.25 * hits)


def _low_strength(hole: list[int]) -> float:
    cards = [card for card in hole if card >= 0]
    if len(cards) >= 5:
        return min(1.0, max(0.05, 1.2 - ((1 << 24) - low_a5(cards)) / 3000))
    high = sum(((card >> 2) + 1) % 13 for card in cards)
    return max(0.1, 0.9 - high / (13 * max(1, len(cards))))


def steady(hand: Hand, rng: random.Random) -> None:
    """Draws to what is good, folds weak hands to bets, raises strong ones, and is not always the same."""
    i = hand.actor
    if hand.phase == "draw":
        _draw(hand, i)
        return
    options = hand.options()
    feel = strength(hand, i) + rng.uniform(-0.15, 0.15)
    price = options.call / max(1, hand.pot + options.call)
    if options.may_raise and feel > 0.75 and rng.random() < 0.7:
        if options.amounts:
            hand.raise_to(options.amounts[-1])
        else:
            wanted = hand.level + max(hand.pot * 2 // 3, options.least - hand.level)
            wanted -= wanted % options.step
            hand.raise_to(min(max(options.least, wanted), options.most))
    elif options.bring_in:
        hand.bring_in()
    elif options.check:
        hand.check()
    elif options.call and feel > 0.25 + price:
        hand.call()
    else:
        hand.fold()


def _draw(hand: Hand, i: int) -> None:
    """Keep pairs in high games, low unpaired cards in low games; badugi keeps one of each suit."""
    held = hand.hole[i]
    if not hand.form.low:
        ranks = [card >> 2 for card in held]
        keep = [card for card in held if ranks.count(card >> 2) > 1] or sorted(held)[-1:]
        hand.draw([card for card in held if card not in keep][: hand.form.draw_most])
        return
    seen: set[int] = set()
    suits: set[int] = set()
    discards = []
    for card in sorted(held, key=lambda card: ((card >> 2) + 1) % 13):
        rank = ((card >> 2) + 1) % 13
        bad_suit = hand.form.halves[0] == "badugi" and (card & 3) in suits
        if rank in seen or rank > 8 or bad_suit:
            discards.append(card)
        else:
            seen.add(rank)
            suits.add(card & 3)
    hand.draw(discards[: hand.form.draw_most])
