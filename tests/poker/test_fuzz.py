"""Any irregularity declared at any moment: it is ruled on or refused, no chip is lost, and the hand still ends."""

import random
from typing import Any

import pytest

from croupier.poker.book.forms import form
from croupier.poker.book.room import Room, open_room
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.rulings.desk import Desk
from croupier.rulebook.model import Irregularity
from tests.poker.play import GAMES, new_hand, step

FROM_THE_HAND = {
    "family",
    "form",
    "play",
    "street",
    "significant",
    "phase",
    "limit",
    "facing-bet",
    "live",
    "acted",
    "low",
    "over",
    "initial-deal",
    "any-action",
}


def chips(hand: Hand) -> int:
    pot = hand.carried if hand.over else hand.pot
    return sum(hand.stacks) + sum(hand.aside.values()) + pot + hand.collected


def go_on(hand: Hand, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        if hand.over:
            return
        if hand.phase == "show":
            hand.show()
        else:
            step(hand, rng)


def facts_for(entry: Irregularity, hand: Hand, rng: random.Random) -> dict[str, Any]:
    player = rng.randrange(hand.n)
    facts: dict[str, Any] = {
        "player": player,
        "count": rng.randint(1, 3),
        "amount": rng.randint(1, 20),
        "proper": rng.randint(1, 40),
        "card": rng.choice(hand.hole[player]) if hand.hole[player] else 0,
        "chosen": rng.randrange(52),
        "position": rng.randint(1, 5),
        "rank": rng.choice("A23456789TJQK"),
    }
    for name, value in entry.remedy.terms.get("where", {}).items():
        if name not in FROM_THE_HAND:
            plain = name.removesuffix("-least").removesuffix("-most").replace("-", "_")
            facts[plain] = rng.choice(value) if isinstance(value, list) else value
    return facts


def declare_something(desk: Desk, room: Room, rng: random.Random) -> str:
    hand = desk.hand
    entry = rng.choice(room.book.irregularities)
    choice = rng.choice(entry.choices).ruling if entry.choices else ""
    before = list(hand.stacks), list(hand.bets), hand.phase, len(hand.records), [list(cards) for cards in hand.hole]
    total = chips(hand)
    try:
        ruled = desk.declare(entry.when, by="manager", choice=choice, **facts_for(entry, hand, rng)).ruling
    except Refused:
        after = list(hand.stacks), list(hand.bets), hand.phase, len(hand.records), [list(c) for c in hand.hole]
        assert after == before
        ruled = ""
    assert chips(hand) == total
    return ruled


@pytest.mark.parametrize("name", ["horseshoe-baltimore", "oneida", "horseshoe-cleveland"])
@pytest.mark.parametrize("tournament", [False, True])
def test_rulings_at_any_moment(name: str, tournament: bool) -> None:
    rng = random.Random(f"{name}:{tournament}")
    room = open_room(name, tournament=tournament)
    given = set()
    for _ in range(400):
        game = rng.choice(list(GAMES))
        stacks = [rng.randint(10, 300) for _ in range(rng.randint(2, 6))]
        rules = room.rules(form(GAMES[game][0]))
        hand = new_hand(game, stacks, rng, rules, auto_show=rng.random() < 0.5)
        desk = Desk(room, hand)
        go_on(hand, rng, rng.randrange(12))
        for _ in range(3):
            given.add(declare_something(desk, room, rng))
            go_on(hand, rng, rng.randrange(5))
        go_on(hand, rng, 500)
        assert hand.over
        assert sum(hand.stacks) + hand.carried + hand.collected == sum(stacks)
    assert len(given) > 8
