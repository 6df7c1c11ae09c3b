"""The compiled rankings give the values of the plain ones, in batches, step by step and over all hands."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numba import njit

from croupier.hands import batches, encode, five, kernels, low, omaha, seven, tables
from tests.hands.helpers import deals

# How many of the 133,784,560 seven-card hands fall in each category, low to high.
COUNTS7 = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]


def rows(hands: list[list[int]]) -> kernels.Cards:
    return np.array(hands, np.uint8)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_batch_gives_the_values_of_single_hands(size: int) -> None:
    hands = deals(30_000, size)
    assert batches.rank_batch(rows(hands)).tolist() == [five.best5(hand) for hand in hands]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_suited_hands_in_a_batch(size: int) -> None:
    """Hands of two suits only: every other one is a flush; and hands of one suit."""
    hands = [[card // 2 * 4 + card % 2 * 3 for card in hand] for hand in deals(3_000, size, deck=26)]
    hands += [[4 * rank + 1 for rank in hand] for hand in deals(3_000, size, deck=13)]  # nothing but flushes
    assert batches.rank_batch(rows(hands)).tolist() == [five.best5(hand) for hand in hands]


def test_every_five_card_hand() -> None:
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    values = batches.rank5_batch(hands)
    assert len(np.unique(values)) == 7462
    assert np.bincount(values >> 12).tolist() == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]


def test_all_seven_card_hands_fall_in_their_categories() -> None:
    counts = seven.count_categories7()
    assert counts.tolist() == COUNTS7
    assert counts.sum() == seven.HANDS7


def test_all_seven_card_hands_have_the_values_of_a_batch() -> None:
    """Added up by multisets of ranks: as many hands as there are suits to choose, less those that are flushes."""
    flushes = 0
    for suited in range(8192):
        if (held := suited.bit_count()) in (5, 6, 7):
            flushes += 4 * comb(39, 7 - held) * int(tables.load().flushes[suited])
    assert seven.sum_values7() == flushes + _unsuited_sum7()


def _unsuited_sum7() -> int:
    """What all hands without five of a suit are worth together."""
    total = 0
    for _, held in tables.rank_sets(7):
        once, twice, thrice, four = (ranks.bit_count() for ranks in held)
        counts = [4] * four + [3] * (thrice - four) + [2] * (twice - thrice) + [1] * (once - twice)
        total += encode.unsuited_value(*held) * _unsuited_ways(tuple(counts))
    return total


@cache
def _unsuited_ways(counts: tuple[int, ...]) -> int:
    """In how many ways cards of as many ranks, held so often each, can be suited with no suit five times."""
    ways = Counter({(0, 0, 0, 0): 1})
    for count in counts:
        longer: Counter[tuple[int, ...]] = Counter()
        for suits in combinations(range(4), count):
            for held, number in ways.items():
                longer[tuple(n + (suit in suits) for suit, n in enumerate(held))] += number
        ways = longer
    return sum(number for held, number in ways.items() if max(held) < 5)


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="five, six or seven"):
        batches.rank_batch(np.zeros((3, 8), np.uint8))
    with pytest.raises(ValueError, match="five, six or seven"):
        batches.rank_batch(np.zeros(7, np.uint8))


def test_rows_that_are_no_hand_harm_nothing() -> None:
    """Any byte is read safely, if without meaning."""
    assert len(batches.rank_batch(np.full((100, 7), 255, np.uint8))) == 100
    assert len(batches.rank_batch(np.full((100, 7), 51, np.uint8))) == 100
    assert len(batches.rank_batch(np.random.default_rng(1).integers(0, 256, (1000, 7), np.uint8))) == 1000


def test_other_layouts_and_types_are_converted() -> None:
    hands = deals(50, 7)
    wide = np.array(hands, np.int64)
    expected = [five.best5(hand) for hand in hands]
    assert batches.rank_batch(np.asfortranarray(wide)).tolist() == expected  # type: ignore[arg-type]
    assert batches.rank7_batch(rows([hand[::-1] for hand in hands])[:, ::-1]).tolist() == expected
    assert batches.rank6_batch(rows(hands)[:, :6]).tolist() == [five.best5(hand[:6]) for hand in hands]


@njit
def _grow(hand, out):  # type: ignore[no-untyped-def]
    key, bits = kernels.START, np.uint64(0)
    for i in range(7):
        if i >= 5:
            out[i - 5] = kernels.value_nb(key, bits)
        key += kernels.key_nb(hand[i])
        bits |= kernels.bit_nb(hand[i])
    out[2] = kernels.value_nb(key, bits)
    out[3] = kernels.low8_nb(bits)


def test_a_hand_grows_card_by_card() -> None:
    out = np.zeros(4, np.int64)
    for hand in deals(500, 7) + deals(300, 7, deck=13):
        _grow(np.array(hand), out)
        assert out[:3].tolist() == [five.best5(hand[:size]) for size in (5, 6, 7)]
        assert out[3] == low.low_8(hand)


@pytest.mark.parametrize("hole", [4, 5])
def test_omaha_compiled(hole: int) -> None:
    for hand in deals(300, hole + 5):
        mine, board = hand[:hole], hand[hole:]
        packed = np.array(mine, np.uint8), np.array(board, np.uint8)
        assert kernels.omaha_high_nb(*packed) == omaha.omaha_high(mine, board)
        assert kernels.omaha_low8_nb(*packed) == omaha.omaha_low8(mine, board)


def test_every_sum_of_keys_belongs_to_one_set_of_ranks() -> None:
    sums = [total for size in (5, 6, 7) for total, _ in tables.rank_sets(size)]
    assert len(sums) == len(set(sums)) == 73_775


def test_rows_interlock_without_claiming_a_cell_twice() -> None:
    rows_of_places = {0: [0, 1, 5], 1: [0, 2], 2: [3], 3: [0, 1, 2, 3]}
    starts = tables.interlock(rows_of_places)
    cells = [starts[row] + place for row, places in rows_of_places.items() for place in places]
    assert len(cells) == len(set(cells))
    assert min(starts.values()) >= 0


def test_tables_built_afresh_are_those_in_use() -> None:
    built = tables.build()
    in_use = (kernels.KEYS, kernels.BITS, kernels.OFFSETS, kernels.VALUES, kernels.FLUSHES)
    assert all(np.array_equal(fresh, used) for fresh, used in zip(built, in_use))
    assert built.offsets.nbytes + built.values.nbytes < 1 << 20, "the tables must stay in the second-level cache"
