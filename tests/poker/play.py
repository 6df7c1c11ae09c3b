"""Random play, for tests: legal decisions drawn from a hand's own options."""

import random
from typing import Any

from croupier.poker.book.forms import Form, form
from croupier.poker.book.rules import CASH, PlayingRules
from croupier.poker.book.stakes import Stakes, fixed_limit, no_limit, pot_limit, spread_limit
from croupier.poker.errors import PHHError
from croupier.poker.hand import Hand
from croupier.poker.phh.reading import hands_in

BLINDS = fixed_limit(4, 8, blinds=(2, 4))
STUD = fixed_limit(4, 8, ante=1, bring_in=2)
ANTE = fixed_limit(4, 8, ante=1)

GAMES: dict[str, tuple[str, Stakes]] = {
    "nl-holdem": ("holdem", no_limit(1, 2)),
    "pl-holdem": ("holdem", pot_limit(1, 2)),
    "fl-holdem": ("holdem", BLINDS),
    "spread-holdem": ("holdem", spread_limit(2, 10, blinds=(1, 2))),
    "pl-omaha": ("omaha", pot_limit(1, 2)),
    "fl-omaha-8": ("omaha-8", BLINDS),
    "pl-big-o": ("big-o", pot_limit(1, 2)),
    "fl-stud": ("stud", STUD),
    "fl-stud-high-low": ("stud-high-low", STUD),
    "fl-stud-8": ("stud-8", STUD),
    "fl-razz": ("razz", STUD),
    "fl-five-card-stud": ("five-card-stud", STUD),
    "fl-draw": ("draw", ANTE),
    "fl-draw-jacks": ("draw-jacks", ANTE),
    "fl-draw-joker": ("draw-joker", ANTE),
    "fl-draw-low": ("draw-low", BLINDS),
    "fl-lowball": ("lowball", BLINDS),
    "fl-lowball-joker": ("lowball-joker", BLINDS),
    "nl-deuce-to-seven": ("deuce-to-seven", no_limit(1, 2)),
    "fl-triple-draw": ("triple-draw", BLINDS),
    "fl-badugi": ("badugi", BLINDS),
}


def new_hand(game: str, stacks: list[int], rng: random.Random, rules: PlayingRules = CASH, **options: object) -> Hand:
    name, stakes = GAMES[game]
    shape: Form = form(name)
    deck = list(range(shape.deck_size))
    rng.shuffle(deck)
    return Hand(shape, stakes, stacks, rules=rules, deck=deck, **options)  # type: ignore[arg-type]


def step(hand: Hand, rng: random.Random, aggression: float = 0.25) -> None:
    """One legal decision."""
    if hand.phase == "draw":
        held = hand.hole[hand.actor]
        hand.draw(rng.sample(held, rng.randrange(min(len(held), hand.form.draw_most) + 1)))
        return
    if hand.phase == "runs":
        hand.run_board(rng.randint(1, 2))
        return
    options = hand.options()
    roll = rng.random()
    if options.may_raise and roll < aggression:
        if options.amounts:
            hand.raise_to(rng.choice(options.amounts))
        else:
            between = rng.randint(options.least, options.most)
            between = max(options.least, between - between % options.step)
            hand.raise_to(rng.choice((options.least, options.most, between)))
    elif options.bring_in:
        hand.bring_in()
    elif options.check:
        hand.check()
    elif options.call and roll < 0.8:
        hand.call()
    else:
        hand.fold()


def play_out(hand: Hand, rng: random.Random, aggression: float = 0.25) -> Hand:
    for _ in range(1000):
        if hand.over:
            return hand
        step(hand, rng, aggression)
    raise AssertionError("the hand does not end")


def site_hands(text: str) -> list[dict[str, Any]]:
    """The hands of a site's text, where every one can be read."""
    found = hands_in(text)
    for hand in found:
        if isinstance(hand, PHHError):
            raise hand
    return found
