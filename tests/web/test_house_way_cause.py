"""The cause of a house way names the rule that these seven cards come under, in each house that has one."""

import random
from collections import Counter

import pytest

from croupier.equipment.cards import DECK, JOKER, parse_cards
from croupier.games import open_game
from croupier.games.cards.house_way import high_value, rank, set_low
from croupier.games.cards.pai_gow_poker import PaiGowPoker
from croupier.hands.encode import SHIFT
from croupier.web.station.house_way import RUNS, cause

PLACE = "hard-rock-cincinnati"
HANDS, MIXED = 3000, "Low and medium pairs stay together"


def _ways(place: str) -> PaiGowPoker:
    game = open_game(place, "pai-gow-poker")
    assert isinstance(game, PaiGowPoker)
    return game


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Qs 9d 9s 5d 3d 2h 2c", f"{MIXED} only with a king or an ace: the lower stands in Low."),
        ("Ks 9d 9s 5d 3d 2h 2c", f"{MIXED} in High with a king or an ace for Low."),
        ("Kd Ks Qh Qc 5d 3d 2h", "Two high pairs are always parted: the lower stands in Low."),
        ("Ad As 4h 4c Td 8s 2h", "Two pair with aces are always parted: the lower stands in Low."),
        ("Ad Kh Jc 9d 7s 4h 2c", "Without a pair the highest card stands in High, the next two in Low."),
        ("Kd Kh 9c 8d 6s 4h 2c", "One pair stands in High, the two highest other cards in Low."),
        ("Kd Kh 9c 9d 6s 6h 2c", "Of three pair the highest stands in Low."),
        ("9d 9h 9c 6d 6s 4h 2c", "A full house is parted: its highest pair stands in Low."),
        ("9d 9h 9c 6d 6s 6h 2c", "Of two three of a kinds a pair of the higher stands in Low."),
        ("9d 8h 7c 6d 5s Kh Kc", "The straight stays whole in High, the pair of kings stands in Low."),
        ("Ad Ah Ac 9d 7s 4h 2c", "Three aces are parted: one of them leads Low."),
        ("Ad Ah Ac As Jk 9d 2c", "Five aces are parted: the pair of aces stands in Low."),
        ("3d 3h 3c 3s Jd 9d 2c", "Four threes stay together in High; the two highest other cards stand in Low."),
    ],
)  # fmt: skip
def test_the_rule_is_named(cards: str, said: str) -> None:
    game, seven = _ways(PLACE), parse_cards(cards)
    assert cause(seven, set_low(seven, game.ways), game.ways) == said


@pytest.mark.parametrize("place", [PLACE, "horseshoe-cleveland", "jack-cleveland"])
def test_what_is_said_is_how_the_cards_lie(place: str) -> None:
    ways, chance, met = _ways(place).ways, random.Random(place), Counter[str]()
    for _ in range(HANDS):
        seven = chance.sample([*DECK, JOKER], 7)
        low = set_low(seven, ways)
        said, high = cause(seven, low, ways), [card for card in seven if card not in low]
        held, paired = Counter(map(rank, seven)), rank(low[0]) == rank(low[1])
        pairs = sorted(found for found, many in held.items() if many == 2)
        met[said] += 1
        if "stays whole in High" in said:
            assert RUNS[high_value(high) >> SHIFT] in said
        elif said.startswith("One pair"):
            others = sorted((found for found in held if found != pairs[0]), reverse=True)
            assert sorted(map(rank, low), reverse=True) == others[:2]
        elif said.startswith("Without a pair"):
            assert sorted(map(rank, low), reverse=True) == sorted(held, reverse=True)[1:3]
        elif "the lower stands in Low" in said:
            assert paired and rank(low[0]) == pairs[0] and len(pairs) == 2
        elif "pairs" in said:
            assert not paired and len(pairs) == 2
        elif said.startswith("Of three pair"):
            assert paired and rank(low[0]) == pairs[2]
        elif said.startswith("Three of a kind"):
            assert not paired
    assert len(met) > 12
