"""The House Way, rule by rule: Hard Rock's is complete (document 003, lines 6567 to 6628); Cleveland's reads on it."""

import itertools
import random

import pytest

from croupier.equipment.cards import card_names, parse_cards
from croupier.games.cards.house_way import Ways, set_low, ways_from
from croupier.hands.paigow import is_fouled, rank_high, rank_low
from croupier.rulebook import rulebook


def ways(name: str) -> Ways:
    return ways_from(rulebook(name, "pai-gow-poker").settings["house-way"].value)


HARD_ROCK, JACK = ways("hard-rock-cincinnati"), ways("jack-cleveland")


def low(cards: str, house: Ways = HARD_ROCK) -> str:
    return card_names(sorted(set_low(parse_cards(cards), house), reverse=True))


@pytest.mark.parametrize(
    ("cards", "expected", "line"),
    [
        ("Kc Jd 9h 8s 6c 4d 2h", "Jd 9h", 6567),
        ("Kc Kd 9h 8s 6c 4d 2h", "9h 8s", 6569),
        ("4c 4d 3h 3s Kc Qd 9h", "Kc Qd", 6581),
        ("8c 8d 3h 3s Qc Jd 9h", "3s 3h", 6583),
        ("8c 8d 3h 3s Kc Jd 9h", "Kc Jd", 6583),
        ("Qc Qd 3h 3s Kc Jd 9h", "3s 3h", 6585),
        ("Qc Qd 3h 3s Ac Jd 9h", "Ac Jd", 6585),
        ("Tc Td 8h 8s Kc Jd 3h", "8s 8h", 6587),
        ("Tc Td 8h 8s Jk Qd 3h", "Jk Qd", 6587),
        ("Qc Qd 8h 8s Ac 5d 3h", "8s 8h", 6589),
        ("Qc Qd 8h 8s Ac Kd 3h", "Ac Kd", 6589),
        ("Kc Kd Jh Js Ac 5d 3h", "Js Jh", 6591),
        ("Kc Kd Jh Js 4c 4d 3h", "Kd Kc", 6605),
        ("9c 9d 9h Ks Qc 4d 3h", "Ks Qc", 6606),
        ("Ac Ad Ah Ks Jc 4d 3h", "Ad Kc", 6607),
        ("9c 9d 9h 4s 4c 4d 3h", "9d 9c", 6608),
        ("9c 8c 7c 6c 5c 4h Kd", "Kd 9c", 6610),
        ("9c 8d 7c 6h 5c Kh Kd", "Kd Kh", 6611),
        ("9c 9d 9h 4s 4c Kd 3h", "4s 4c", 6618),
        ("9c 9d 9h 4s 4c Kd Kh", "Kh Kd", 6619),
        ("4c 4d 4h 4s Kc Qd 9h", "Kc Qd", 6622),
        ("8c 8d 8h 8s Kc Qd 9h", "8d 8c", 6623),
        ("8c 8d 8h 8s Ac Qd 9h", "Ac Qd", 6623),
        ("Jc Jd Jh Js Ac Qd 9h", "Jd Jc", 6624),
        ("8c 8d 8h 8s 5c 5d 9h", "5d 5c", 6625),
        ("Ac Ad Ah As 5c 5d 9h", "Ad Ac", 6626),
        ("Ac Ad Ah As Kc Kd 9h", "Kd Kc", 6626),
        ("Ac Ad Ah As Jk Qd 9h", "Ad Ac", 6627),
        ("Ac Ad Ah As Jk Kd Kh", "Kh Kd", 6628),
    ],
)
def test_hard_rock(cards: str, expected: str, line: int) -> None:
    found = low(cards)
    assert {c[0] for c in found.split()} == {c[0] for c in expected.split()}, f"line {line}: {found}"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Tc Td 8h 8s Ac Kd 3h", "88"),  # medium and high are always split (001, line 3696)
        ("Ac Ad 8h 8s Kc Qd 3h", "88"),  # aces with any other pair (001, line 3698)
        ("4c 5d 6h 7s 8c Kd Kh", "KK"),  # a pair in Low while the straight is preserved
    ],
)
def test_cleveland_where_its_own_words_survive(cards: str, expected: str) -> None:
    assert "".join(c[0] for c in low(cards, JACK).split()) == expected


def test_the_house_way_never_fouls_and_uses_the_hand_it_was_dealt() -> None:
    rng = random.Random(3)
    for house, _ in itertools.product((HARD_ROCK, JACK), range(3000)):
        cards = rng.sample(range(53), 7)
        two = set_low(cards, house)
        five = [c for c in cards if c not in two]
        assert len(five) == 5 and not is_fouled(rank_high(five), rank_low(list(two))), card_names(cards)


def test_suits_decide_only_what_leaves_the_better_high_hand() -> None:
    """Renaming the suits changes nothing but names: both hands keep their values."""
    rng = random.Random(4)
    names = (3, 1, 0, 2)
    for _ in range(3000):
        cards = rng.sample(range(53), 7)
        renamed = [c if c == 52 else c // 4 * 4 + names[c % 4] for c in cards]
        values = []
        for hand in (cards, renamed):
            two = set_low(hand, HARD_ROCK)
            values.append((rank_high([c for c in hand if c not in two]), rank_low(list(two))))
        assert values[0] == values[1], card_names(cards)
