"""The house way in words is the one that the dealer's procedure follows, hand by hand."""

import random
from collections import Counter

import pytest

from croupier.equipment.cards import ACE, KING
from croupier.games.cards.house_way import _runs, high_to_low, rank, set_low, ways_from
from croupier.hands.five import plural
from croupier.odds.games.pai_gow.advice import house_way_words
from croupier.rulebook import Posting, rulebook

HOUSES = ("hard-rock-cincinnati", "jack-cleveland", "horseshoe-cleveland")
LEFT = {"a king or an ace": {KING, ACE}, "an ace and a king": {ACE, KING}, "an ace": {ACE}}
RANK = {plural(number): number for number in range(13)}


def span(words: str) -> range:
    first, _, last = words.partition(" to ")
    return range(RANK[first], RANK[last] + 1)


def two_pair(rules: tuple[str, ...], low: int, high: int, rest: set[int]) -> bool:
    """Whether two pair are kept together, as a player who reads the words would have it."""
    for rule in rules:
        if not rule.startswith("Two pair, ") or "aces:" in rule:
            continue
        which, _, what = rule.removeprefix("Two pair, ").partition(": ")
        one, _, other = which.removeprefix("both ").partition(" with ")
        if low in span(one) and high in span(other or one):
            if "if" not in what:
                return what.startswith("kept")
            needed = next(words for words in LEFT if f"if {words} " in what)
            held = LEFT[needed] & rest
            return held == LEFT[needed] if "and" in needed else bool(held)
    raise AssertionError((low, high))


def by_the_words(rules: tuple[str, ...], cards: list[int]) -> list[int] | None:
    """The ranks of the Low hand; None for hands that the words leave to a closer look."""
    ranks = [rank(card) for card in high_to_low(cards)]
    held = Counter(ranks)
    sizes = sorted(held.values(), reverse=True)
    alone = [number for number in ranks if held[number] == 1]
    pairs = sorted((number for number in held if held[number] == 2), reverse=True)
    if sizes[0] == 1:
        return ranks[1:3]
    if sizes[:2] == [2, 1]:
        return alone[:2]
    if sizes[:2] == [2, 2] and len(pairs) == 2:
        kept = ACE not in pairs and two_pair(rules, pairs[1], pairs[0], set(alone))
        return alone[:2] if kept else [pairs[1]] * 2
    if len(pairs) == 3:
        return [pairs[0]] * 2
    if sizes[0] == 3 and sizes[1] == 1:
        return [ACE, alone[0]] if held[ACE] == 3 else alone[:2]
    if sizes[:2] == [3, 2]:
        return [pairs[0]] * 2
    if sizes[:2] == [3, 3]:
        return [max(number for number in held if held[number] == 3)] * 2
    return None


@pytest.mark.parametrize("house", HOUSES)
def test_the_words_set_every_hand_as_the_dealer_does(house: str) -> None:
    ways = ways_from(Posting(rulebook(house, "pai-gow-poker"), None)["house-way"])
    rules = house_way_words(ways)
    chance = random.Random(house)
    looked = Counter[str]()
    for _ in range(12_000):
        few = chance.sample(range(13), chance.choice((4, 5, 7, 13)))  # fewer ranks make more pairs
        cards = chance.sample([card for card in range(52) if card >> 2 in few], 7)
        low = by_the_words(rules, cards)
        if low is None or _runs(high_to_low(cards)):
            continue
        assert sorted(map(rank, set_low(cards, ways))) == sorted(low), cards
        looked[str(sorted(Counter(card >> 2 for card in cards).values()))] += 1
    assert len(looked) >= 7 and min(looked.values()) > 20, looked
