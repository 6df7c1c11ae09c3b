"""Pai gow side bets: what all 154,143,080 hands hold, aces high on both sides, hands by kind."""

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from printed_tables import ACE_HIGH, ENVY, FORTUNE

from croupier.hands.paigow import CATEGORIES7, best7, holds7, is_pai_gow
from croupier.odds.games.cards.deals import suit_masks
from croupier.odds.games.pai_gow import sidebets as pai_gow
from croupier.odds.games.pai_gow.setting import KINDS, kinds

IMPLIED = {
    "royal-match": "royal-flush",
    "royal-flush": "straight-flush",
    "straight-flush": "flush straight",
    "seven-card-straight-flush": "straight-flush",
    "seven-card-straight-flush-joker": "straight-flush",
    "five-aces": "four-of-a-kind",
    "four-of-a-kind": "three-of-a-kind",
    "full-house": "three-of-a-kind",
}


def with_implied(names: frozenset[str]) -> set[str]:
    """A straight flush is a flush and a straight as well, and so on down."""
    held, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        held.add(name)
        waiting.extend(IMPLIED.get(name, "").split())
    return held - {"high-card", "pair", "two-pair"}


def test_what_a_hand_holds_is_what_the_hands_package_finds() -> None:
    chance = random.Random(11)
    hands = [chance.sample(range(53), 7) for _ in range(300)]
    # Rare hands: one suit in a row, aces, royals with a matching king and queen, the joker among them.
    hands += [[*range(4 * low, 4 * low + 24, 4), 52] for low in range(7)]
    hands += [[48, 49, 50, 51, 52, 0, 5], [48, 44, 40, 36, 32, 45, 41], [48, 44, 52, 36, 32, 45, 41]]
    for hand in hands:
        masks = np.zeros(4, np.int64)
        suit_masks(np.array(hand), masks)
        held = pai_gow.held_by(masks, 52 in hand)
        names = frozenset(name for number, name in enumerate(CATEGORIES7) if held >> number & 1)
        assert with_implied(names) == with_implied(holds7(hand)), hand
        assert CATEGORIES7[held.bit_length() - 1] == best7(hand), hand


def test_the_published_counts_of_the_fortune_table() -> None:
    counts = pai_gow.category_counts(FORTUNE, best="pay")
    assert sum(counts.values()) == pai_gow.HANDS
    names = (
        "seven-card-straight-flush",
        "royal-match",
        "seven-card-straight-flush-joker",
        "five-aces",
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "straight",
    )
    assert [counts[name] for name in names] == [32, 72, 196, 1128, 26020, 184644, 307472, 4188528, 6172088, 11034204]
    assert counts["three-of-a-kind"] == 7_672_500


def test_fortune_read_by_pay_and_by_rank_with_envy() -> None:
    by_pay = pai_gow.seven_card_bet(FORTUNE)
    by_rank = pai_gow.seven_card_bet(FORTUNE, best="rank")
    assert float(by_pay.house_edge) == pytest.approx(0.0776557, abs=1e-7)
    assert float(by_rank.house_edge) == pytest.approx(0.0789651, abs=1e-7)
    edges = [pai_gow.edge_with_envy(by_pay, ENVY, wager=5, players=n) for n in range(1, 7)]
    steps = {a - b for a, b in pairwise(edges)}
    assert steps == {pai_gow.envy_per_player(ENVY) / 5}
    with pytest.raises(ValueError, match="at least one player"):
        pai_gow.edge_with_envy(by_pay, ENVY, wager=5, players=0)


def pushed_by_ace_high() -> Fraction:
    return 1 - Fraction(pai_gow.ace_high_counts()["neither"], pai_gow.PAIRS_OF_HANDS)


def test_ace_high_hands_of_the_dealer() -> None:
    assert float(pushed_by_ace_high()) == pytest.approx(0.0936194, abs=1e-7)
    assert float(pai_gow.ace_high_bet(ACE_HIGH).house_edge) == pytest.approx(0.0737693, abs=1e-7)
    assert sum(pai_gow.ace_high_counts().values()) == pai_gow.PAIRS_OF_HANDS


def test_kinds_of_hands_cover_all_and_agree_with_the_other_count() -> None:
    found = list(kinds())
    assert len(found) == KINDS
    assert sum(count for _, count in found) == pai_gow.HANDS
    assert all(len(set(hand)) == 7 for hand, _ in found)


@pytest.mark.slow
def test_kinds_measured_one_by_one_give_the_counts_of_categories() -> None:
    counts: Counter[str] = Counter()
    for hand, count in kinds():
        counts[best7(hand)] += count
    expected = pai_gow.category_counts()
    # A royal match is told by the suits of the other two cards, which no setting looks at.
    expected["royal-flush"] += expected.pop("royal-match")
    assert counts == expected


@pytest.mark.slow
def test_dealers_ace_high_hands_counted_by_kind() -> None:
    held = sum(count for hand, count in kinds() if max(hand) >= 48 and is_pai_gow(hand))
    assert Fraction(held, pai_gow.HANDS) == pushed_by_ace_high()
