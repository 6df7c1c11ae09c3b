"""Ranges of hold'em hands: how they are written, and their equities against brute force and known values."""

import itertools
import json
from fractions import Fraction
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from croupier.cli.poker import register
from croupier.equipment.cards import parse_cards
from croupier.hands import best5
from croupier.poker.equity import equity
from croupier.poker.equity.order import BEST_FIRST, COMBOS, combos_of, top
from croupier.poker.equity.ranges import EVERY_HAND, hands_of, is_range, parse
from croupier.poker.errors import Refused


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("AKs", "AKs"),
        ("AK", "AKs AKo"),
        ("ka", "AKs AKo"),
        ("TT+", "TT JJ QQ KK AA"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("KQs+", "KQs"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("22-66", "22 33 44 55 66"),
        ("JTs-87s", "JTs T9s 98s 87s"),
        ("KTo-K8o", "KTo K9o K8o"),
        ("AKs, AKo,TT+", "AKs AKo TT JJ QQ KK AA"),
        ("AKs AKo QQ - KK", "AKs AKo QQ KK"),
        ("1%", "AA KK QQ"),
        ("1%-2.5%", "JJ TT 99"),
        ("random", " ".join(BEST_FIRST)),
    ],
)
def test_a_range_is_the_hands_that_players_mean_by_it(text: str, kinds: str) -> None:
    assert is_range(text)
    assert parse(text) == sorted(hand for kind in kinds.split() for hand in hands_of(kind))


@pytest.mark.parametrize(("text", "count"), [("As?d", 13), ("A?K?", 16), ("?s?s", 78), ("As??", 51), ("AsKs, AKs", 4)])
def test_cards_with_question_marks_match_every_rank_or_suit(text: str, count: int) -> None:
    assert len(parse(text)) == count


@pytest.mark.parametrize("text", ["AsKs", "As Ks", "?? ??", "As ??", "As", "Ts9s"])
def test_two_cards_are_a_hand_and_no_range(text: str) -> None:
    assert not is_range(text)


@pytest.mark.parametrize("text", ["AKx", "AAs", "AA-K2s", "AKs-QJo", "A5s-K3s", "0%", "150%", "AK+s", "KsKs", "-"])
def test_what_is_no_range_is_refused_in_words(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse(text)
    assert refusal.value.rule == "range"


def test_every_hand_is_of_one_kind() -> None:
    assert len(set(BEST_FIRST)) == 169
    assert sum(map(combos_of, BEST_FIRST)) == COMBOS == len(EVERY_HAND)
    assert sorted(hand for kind in BEST_FIRST for hand in hands_of(kind)) == sorted(EVERY_HAND)
    assert top(100) == list(BEST_FIRST)
    assert sum(map(combos_of, top(15))) == 200  # 198.9 hands, the last kind taken whole


KNOWN = [
    (("AA", "KK"), "81.95"),
    (("AKs", "QQ"), "46.05"),
    (("AKo", "QQ"), "43.24"),
    (("22", "AKo"), "52.65"),
]


@pytest.mark.parametrize(("hands", "percent"), KNOWN)
def test_equities_that_every_player_knows(hands: tuple[str, str], percent: str) -> None:
    result = equity("holdem", list(hands))
    assert result.exact
    assert f"{float(result.shares[0]) * 100:.2f}" == percent
    assert sum(result.shares) == 1


def brute(ranges: list[list[tuple[int, int]]], board: list[int], dead: list[int]) -> tuple[list[Fraction], int]:
    """Every deal of one hand from each range and every board, one by one."""
    shares, deals = [Fraction(0)] * len(ranges), 0
    for hands in itertools.product(*ranges):
        used = [*board, *dead, *(card for hand in hands for card in hand)]
        if len(set(used)) < len(used):
            continue
        deck = [card for card in range(52) if card not in used]
        for rest in itertools.combinations(deck, 5 - len(board)):
            values = [best5([*hand, *board, *rest]) for hand in hands]
            winners = [p for p, value in enumerate(values) if value == max(values)]
            deals += 1
            for p in winners:
                shares[p] += Fraction(1, len(winners))
    return [share / deals for share in shares], deals


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AKs, QQ", "JJ+"], "2s 7h 2d 9c", ""),
        (["A5s-A2s", "22-33"], "As 7h 2d Kc", "Ad 3c"),
        (["AsKs", "QQ, As?d"], "2s 7h 2d Jc", ""),
        (["AKs", "AsQs, AKs", "Q?Q?"], "2s 7h 2d 9c 4c", ""),
        (["TT", "A?K?", "T9s", "JhTh"], "2s 7h 2d 9c 3c", "5c"),
    ],
)
def test_ranges_agree_with_every_deal_counted_one_by_one(hands: list[str], board: str, dead: str) -> None:
    result = equity("holdem", hands, board, dead)
    shares, deals = brute([parse(hand) for hand in hands], parse_cards(board), parse_cards(dead))
    assert result.exact
    assert (list(result.shares), result.showdowns) == (shares, deals)


def test_a_hand_in_every_suit_has_the_equity_of_its_kind() -> None:
    """Renaming suits where the other range allows it changes no count."""
    one, kind = (equity("holdem", [hand, "22+, A2s+"], "Qs Jh") for hand in ("9c8c", "98s"))
    flop = equity("holdem", ["9c8c", "22+, A2s+"], "Qs Jh")
    assert one.shares == flop.shares
    assert one.shares != kind.shares  # the board has suits of its own
    assert equity("holdem", ["As Ks", "JTs"], "2c 3c 4c 9d").exact


def test_a_sample_holds_the_exact_value_within_its_interval() -> None:
    exact = equity("holdem", ["TT+, AKs", "15%"], "Qs 7h 2d")
    sampled = equity("holdem", ["TT+, AKs", "15%"], "Qs 7h 2d", exact=False, samples=200_000)
    assert not sampled.exact and sampled.margin > 0
    assert abs(float(exact.shares[0] - sampled.shares[0])) < 2 * sampled.margin


def test_nine_random_hands_share_alike() -> None:
    result = equity("holdem", ["random"] * 9, samples=100_000)
    assert not result.exact
    assert sum(result.shares) == 1
    assert all(abs(float(share) - 1 / 9) < 0.005 for share in result.shares)


@pytest.mark.parametrize(
    ("hands", "board", "rule"),
    [
        (["AA", "AA", "AA"], "", "range"),
        (["AsAh", "AA"], "Ad", "range"),
        (["AA", "AsKs, AsQs"], "As", "range"),
        (["AA"], "", "players"),
        (["AA", "AKx"], "", "range"),
        (["AA", "KsKdKc"], "", "card-count"),
        (["AA", "KK"], "2s 2s", "card-twice"),
    ],
)
def test_ranges_that_cannot_be_dealt_are_refused(hands: list[str], board: str, rule: str) -> None:
    with pytest.raises(Refused) as refusal:
        equity("holdem", hands, board)
    assert refusal.value.rule == rule


def test_outside_holdem_a_hand_is_written_card_by_card() -> None:
    with pytest.raises(Refused, match="ranges are of hold'em"):
        equity("omaha", ["AKs", "9c8c7d6d"])
    assert equity("omaha", ["AsKs, QdJd", "9c8c7d6d"], "2s 7h 2d 9h").exact  # a comma divides no hand of four cards


def test_the_command_takes_ranges(tmp_path: Path) -> None:
    app = typer.Typer(pretty_exceptions_enable=False)
    register(app)
    arguments = ["equity", "holdem", "TT+, AKs", "15%", "--board", "Qs 7h 2d"]
    plain = CliRunner().invoke(app, arguments)
    assert "of 31 hands" in plain.output and "all " in plain.output
    data = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).output)
    assert data["exact"] and data["hands"] == ["TT+, AKs", "15%"]


@pytest.mark.slow
def test_the_order_of_the_kinds_is_that_of_their_equity_against_a_random_hand() -> None:
    import numpy as np

    from croupier.poker.equity import range_kernels

    hands = np.array(EVERY_HAND, np.int64)
    out = np.zeros((COMBOS, 3), np.int64)
    suits = np.array(list(itertools.permutations(range(4))), np.int64)
    range_kernels.versus(hands, hands, hands[:0, 0], np.arange(52), 5, suits, out)
    assert int(out[:, 2].sum()) == 2_781_381_002_400
    row = {hand: number for number, hand in enumerate(EVERY_HAND)}
    shares = []
    for kind in BEST_FIRST:
        won, tied, met = (sum(int(out[row[hand], column]) for hand in hands_of(kind)) for column in range(3))
        shares.append(Fraction(2 * won + tied, 2 * met))
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == 169
    assert (round(float(shares[0]), 4), round(float(shares[-1]), 4)) == (0.8520, 0.3230)
