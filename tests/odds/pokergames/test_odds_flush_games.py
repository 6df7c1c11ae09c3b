"""High Card Flush and I Luv Suits: counted over suits as hand by hand, and the line at jack-three-two."""

from fractions import Fraction

import numpy as np
import pytest
from printed_tables import FLUSH_BONUS, RAISES, RUN_BONUS

from croupier.equipment.cards import parse_cards
from croupier.hands.compiled import compiled
from croupier.odds.games.cards import high_card_flush
from croupier.odds.games.cards.bits import SIZE
from croupier.odds.games.cards.high_card_flush import (
    FlushRules,
    analyse,
    flush_bet,
    length_counts,
    run_counts,
    straight_flush_bet,
    values_of,
)

RULES = FlushRules(raises=RAISES)


@compiled
def _by_hand(rest, mine, least, counts):  # type: ignore[no-untyped-def]
    """Compare with every dealer's hand out of the 45 cards left, one by one."""
    masks = np.zeros(4, np.int64)
    pick = np.arange(7)
    while True:
        masks[:] = 0
        for k in pick:
            masks[rest[k] & 3] |= 1 << (rest[k] >> 2)
        best = 0
        for mask in masks:
            best = max(best, (SIZE[mask] << 13) | mask)
        if best < least:
            counts[0] += 1
        elif best < mine:
            counts[1] += 1
        elif best == mine:
            counts[2] += 1
        else:
            counts[3] += 1
        k = 6
        while k >= 0 and pick[k] == rest.shape[0] - 7 + k:
            k -= 1
        if k < 0:
            return
        pick[k] += 1
        for j in range(k + 1, 7):
            pick[j] = pick[j - 1] + 1


@pytest.mark.parametrize("text", ["Ts 8s 6s 2c 3c 4d 5h", "8s 7s 2s 8c 3c 4d 5h", "As 9s 8s 7s Ac Kc 2d"])
def test_a_hand_stands_as_comparing_it_with_every_dealer_shows(text: str) -> None:
    cards = parse_cards(text)
    rest = np.array([card for card in range(52) if card not in cards])
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    space = np.zeros((11, 8), np.int64)
    numbers, _ = high_card_flush.numbers_of(RULES)
    length, flush = high_card_flush.stand(masks, numbers[0], numbers[1], False, space)
    counts = np.zeros(4, np.int64)
    _by_hand(rest, (length << 13) | flush, (3 << 13) | numbers[0], counts)
    assert counts.tolist() == space[high_card_flush.ENDS][:4].tolist()


def test_the_best_play_raises_every_jack_high_three_card_flush() -> None:
    result = analyse(RULES)
    assert float(result.odds.main.house_edge) == pytest.approx(0.0266453, abs=1e-7)
    jack_three_two = 1 << 9 | 0b11
    assert result.always_from(3) == jack_three_two
    assert all(len(ways) == 1 for ranks, ways in result.chosen.items() if ranks.bit_count() != 3)


def test_reading_only_the_highest_card_makes_more_ties() -> None:
    result = analyse(FlushRules(raises=RAISES, compare="highest-rank"))
    assert float(result.odds.main.house_edge) == pytest.approx(0.0269538, abs=1e-7)
    assert result.odds.main.push > analyse(RULES).odds.main.push


def test_penalty_cards_decide_a_ten_high_flush() -> None:
    values = values_of(parse_cards("Ts 8s 6s 2c 3c 4d 5d"), RULES)
    assert values[0] == -1 > values[1]
    assert set(values_of(parse_cards("As 9s 8s 7s 6s Kc 2d"), RULES)) == {0, 1, 2}


def test_side_bets_of_the_flush_games() -> None:
    assert sum(length_counts()) == sum(run_counts()) == 133_784_560
    assert length_counts()[7] == 4 * 1716
    assert run_counts()[7] == 4 * 8
    assert run_counts(ace_low=False)[7] == 4 * 7
    assert float(flush_bet(FLUSH_BONUS).house_edge) == pytest.approx(0.0780716, abs=1e-7)
    assert float(straight_flush_bet(RUN_BONUS).house_edge) == pytest.approx(0.1308639, abs=1e-7)
    worse = straight_flush_bet(RUN_BONUS, ace_low=False)
    assert worse.house_edge - straight_flush_bet(RUN_BONUS).house_edge > Fraction(7, 100)
