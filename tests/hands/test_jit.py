"""The plain rankings compile unchanged and say the same, for signed and unsigned cards."""

from typing import Any

import numpy as np
import pytest
from numba import njit

from croupier.hands import five, flush, four, jit, low, paigow, three, wild
from tests.hands.helpers import deals

jit.register()


@njit
def _plain(cards):  # type: ignore[no-untyped-def]
    value3 = three.rank3(cards[0], cards[1], cards[2])
    value4 = four.best4(cards[:6])
    return (
        value3,
        three.top_rank3(value3),
        three.is_mini_royal(value3),
        value4,
        four.top_rank4(value4),
        four.pair_rank4(value4),
        flush.rank_flush(cards),
        flush.longest_straight_flush(cards),
        flush.six_card_royal(cards),
    )


@njit
def _low(cards):  # type: ignore[no-untyped-def]
    return low.low_a5(cards), low.low_8(cards), low.low_27(cards[:5]), low.badugi(cards[:4])


@njit
def _joker(cards):  # type: ignore[no-untyped-def]
    hand = cards[:5]
    return (
        wild.rank_wild5(hand),
        wild.is_natural(hand),
        wild.rank_joker5(hand),
        wild.rank_bug5(hand),
        paigow.rank_high(hand),
        paigow.rank_high(hand, False, False),
        paigow.rank_low(cards[5:7]),
    )


@njit
def _parts(value):  # type: ignore[no-untyped-def]
    return five.top_rank(value), five.pair_rank(value)


@pytest.mark.parametrize("kind", [np.uint8, np.int64])
@pytest.mark.parametrize(("compiled", "deck"), [(_plain, 52), (_low, 53), (_joker, 53)])
def test_compiled_and_plain_agree(compiled: Any, deck: int, kind: Any) -> None:
    for hand in deals(400, 7, deck=deck):
        if compiled is _low and 52 in hand[:5]:
            continue  # deuce to seven and badugi know no joker
        assert compiled(np.array(hand, kind)) == compiled.py_func(hand)


def test_values_are_taken_apart_in_compiled_code() -> None:
    for hand in deals(500, 7):
        value = five.best5(hand)
        assert _parts(value) == (five.top_rank(value), five.pair_rank(value))


def test_all_listed_functions_are_plain_integers_in_and_out() -> None:
    names = {function.__name__ for function in jit.compilable()}
    assert {"rank3", "best4", "rank_wild5", "rank_bug5", "rank_high", "low_a5", "badugi", "rank_flush"} <= names
    assert not any(name.startswith(("describe", "category")) for name in names)
