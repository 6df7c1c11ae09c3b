"""The odds of wagers that a rulebook describes itself: the edges that are published, and counts made otherwise."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from numpy.random import SeedSequence
from tests import side_bets
from tests.made_up import book, rule, wager

from croupier.equipment.cards import parse_card
from croupier.games.twentyone.described import Playing
from croupier.odds.described import figures as analysis
from croupier.odds.described.figures import figures
from croupier.odds.exact import Edge
from croupier.odds.games.twentyone import sidebets_dealer
from croupier.odds.lines import lines_of
from croupier.odds.money import joint_wagers
from croupier.odds.money.stakes import Stake
from croupier.odds.posting import game_under, net, tables
from croupier.odds.simulate.games import simulator
from croupier.rulebook.described.cards import poker_name
from croupier.rulebook.posting import Posting

DECKS = {"decks": "6"}


def edges(folder: Path, game: str, text: str, options: dict[str, str] | None = None) -> dict[str, Fraction]:
    """The edges of a book's described wagers by their names, with what each is on behind a colon."""
    found = figures(Posting(book(folder, game, text), options))
    return {f"{x.wager}:{x.note}" if x.note else x.wager: x.edge.house_edge for x in found if x.edge}


@pytest.mark.parametrize(
    ("game", "text", "name", "published"),
    [
        ("blackjack", side_bets.PERFECT_PAIRS, "perfect-pairs", "6.11"),
        ("blackjack", side_bets.MATCH_THE_DEALER, "match-the-dealer", "4.06"),
        ("blackjack", side_bets.LUCKY_LADIES, "lucky-ladies", "17.64"),
        ("blackjack", side_bets.TWENTY_ONE_PLUS_THREE, "21-plus-3", "3.24"),
        ("blackjack", side_bets.TWENTY_ONE_PLUS_THREE_BY_HANDS, "21-plus-3-by-hands", "3.24"),
        ("blackjack", side_bets.LUCKY_LUCKY, "lucky-lucky", "2.66"),
        ("blackjack", side_bets.TOP_THREE, "top-3", "4.62"),
        ("blackjack", side_bets.ROYAL_MATCH, "royal-match-of-the-house", "6.67"),
        ("blackjack", side_bets.OVER_13, "over-13", "6.55"),
        ("blackjack", side_bets.UNDER_13, "under-13", "10.07"),
        ("craps", side_bets.SMALL, "small", "7.76"),
        ("craps", side_bets.TALL, "tall", "7.76"),
        ("craps", side_bets.ALL, "all", "7.46"),
        ("craps", side_bets.BIG_SIX, "big-6", "9.09"),
        ("craps", side_bets.POINTS, "hot-shooter", "20.76"),
        ("craps", side_bets.MUGGSYS_CORNER, "muggsys-corner", "5.56"),
        ("craps", side_bets.OVER_SEVEN, "over-7", "16.67"),
        ("three-card-poker", side_bets.THREE_CARDS, "three-cards", "7.28"),
        ("three-card-poker", side_bets.PRIME, "prime", "3.62"),
        ("roulette", side_bets.NEIGHBOURS, "top-line", "7.89"),
    ],
)
def test_a_described_wager_has_the_edge_that_is_published(
    tmp_path: Path, game: str, text: str, name: str, published: str
) -> None:
    found = edges(tmp_path, game, text, DECKS if game == "blackjack" else None)
    assert f"{100 * float(next(edge for key, edge in found.items() if key.startswith(name))):.2f}" == published


@pytest.mark.parametrize(
    ("text", "published"),
    [
        (side_bets.PANDA_8, "10.19"),
        (side_bets.DRAGON_7, "7.61"),
        (side_bets.PLAYER_PAIR, "10.36"),
        (side_bets.EITHER_PAIR, "13.71"),
        (side_bets.LUCKY_SIX, "16.68"),
        (side_bets.BIG, "4.35"),
        (side_bets.MARGINS, "2.65"),
    ],
)
def test_wagers_on_both_hands_of_baccarat_are_counted_over_the_whole_shoe(
    tmp_path: Path, text: str, published: str
) -> None:
    (edge,) = edges(tmp_path, "baccarat", text, {"decks": "8"}).values()
    assert f"{100 * float(edge):.2f}" == published


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ks Ks 7s", "flush"),  # two of one card are a pair too, and the flush is better
        ("Ks Ks 7d", "pair"),
        ("Ks Ks Ks", "three-of-a-kind"),
        ("9s 9s 4s 3s 2s", "flush"),
        ("9s 9s 9s 3s 2s", "flush"),
        ("9s 9s 9s 3s 3s", "full-house"),
        ("9s 9s 9s 9d 9s", "four-of-a-kind"),
        ("9s 9s 8d 3s 3s", "two-pair"),
        ("9s 8s 7s 6s 5s 5s", "straight-flush"),
    ],
)
def test_hands_of_several_decks_may_hold_one_card_twice(cards: str, name: str) -> None:
    assert poker_name(tuple(map(parse_card, cards.split()))) == name


def test_a_wager_may_be_on_a_number_and_is_stated_for_each(tmp_path: Path) -> None:
    found = edges(tmp_path, "craps", side_bets.PLACE_TO_LOSE)
    shown = {name.split(":on ")[1]: edge for name, edge in found.items()}
    expected = {"4": (1, 33), "5": (1, 40), "6": (1, 55), "8": (1, 55), "9": (1, 40), "10": (1, 33)}
    assert shown == {number: Fraction(*edge) for number, edge in expected.items()}


def test_pairs_are_counted_as_a_plain_walk_over_two_decks_counts_them(tmp_path: Path) -> None:
    """104 cards taken two by two, without classes or weights."""
    cards = [card for card in range(52) for _ in range(2)]
    counts: Counter[str] = Counter()
    for a, b in combinations(cards, 2):
        pair = a >> 2 == b >> 2
        red = (a & 3 in (1, 2)) == (b & 3 in (1, 2))
        counts["perfect" if a == b else "coloured" if pair and red else "mixed" if pair else "lose"] += 1
    worth = {"perfect": 25, "coloured": 12, "mixed": 6, "lose": -1}
    plain = -Fraction(sum(worth[name] * count for name, count in counts.items()), sum(counts.values()))
    found = edges(tmp_path, "blackjack", side_bets.PERFECT_PAIRS, {"decks": "2"})
    assert found == {"perfect-pairs": plain}


def test_three_cards_are_counted_as_a_plain_walk_over_one_deck_counts_them(tmp_path: Path) -> None:
    """All 22,100 hands of three cards, by a straight that is looked up instead of worked out."""
    runs = [{n, n + 1, n + 2} for n in range(11)] + [{12, 0, 1}]
    counts: Counter[int] = Counter()
    for hand in combinations(range(52), 3):
        ranks, suits = {c >> 2 for c in hand}, {c & 3 for c in hand}
        run, flush = ranks in runs, len(suits) == 1
        kinds = len(ranks)
        counts[40 if run and flush else 30 if kinds == 1 else 10 if run else 5 if flush else -1] += 1
    outcomes = {name: terms for name, terms in side_bets.THREE_OUTCOMES.items() if name != "suited-trips"}
    rows = {"straight-flush": "40 to 1", "three-of-a-kind": "30 to 1", "straight": "10 to 1", "flush": "5 to 1"}
    text = wager("three-of-one-deck", "first-two + up-card", outcomes, rows, requires=side_bets.BASE)
    plain = -Fraction(sum(net * count for net, count in counts.items()), sum(counts.values()))
    assert edges(tmp_path, "blackjack", text, {"decks": "1"}) == {"three-of-one-deck": plain}


def test_a_card_between_two_is_counted_as_a_plain_walk_over_one_deck_counts_it(tmp_path: Path) -> None:
    counts: Counter[int] = Counter()
    for own in combinations(range(52), 2):
        low, high = sorted(card >> 2 for card in own)
        for up in set(range(52)).difference(own):
            counts[30 if low == high == up >> 2 else 2 if low < up >> 2 < high else -1] += 1
    plain = -Fraction(sum(net * count for net, count in counts.items()), sum(counts.values()))
    assert edges(tmp_path, "blackjack", side_bets.IN_BETWEEN, {"decks": "1"}) == {"in-between": plain}


def test_different_doubles_are_a_race_of_new_doubles_against_seven(tmp_path: Path) -> None:
    """With j doubles thrown, 6 - j of 36 throws are a new one and six are a seven."""
    reached = [Fraction(1)]
    for held in range(6):
        reached.append(reached[-1] * Fraction(6 - held, 12 - held))
    exactly = [a - b for a, b in zip(reached, [*reached[1:], Fraction(0)])]
    won = sum(exactly[n] * pays for n, pays in ((3, 5), (4, 9), (5, 16), (6, 101)))
    found = edges(tmp_path, "craps", side_bets.DIFFERENT_DOUBLES)
    assert found == {"different-doubles": 1 - won}


def test_colours_are_counted_as_colours_and_not_as_suits_of_any_name(tmp_path: Path) -> None:
    """Two reds of different suits agree in colour; a fold loses the wager unless the house says otherwise."""
    text = wager("colours", "own-cards", {"all": "same-colour = 3"}, {"all": "3 to 1"})
    (found,) = figures(Posting(book(tmp_path, "three-card-poker", text), None))
    assert found.edge is not None and found.edge.hit == Fraction(2 * comb(26, 3), comb(52, 3))
    assert found.note == "hands that it pays are not folded"
    kept = text + rule("fold-forfeits-colours", "false")
    assert [x.note for x in figures(Posting(book(tmp_path, "three-card-poker", kept), None))] == [""]


def test_a_bet_on_the_dealers_hand_agrees_with_the_one_that_the_game_knows(tmp_path: Path) -> None:
    """The same rows as the printed Buster, once by the game's own analysis and once as described."""
    posted = Posting(book(tmp_path, "blackjack"), DECKS).rows("buster")
    pays = {row.outcome: net(row.odds, 100) for row in posted}
    printed = sidebets_dealer.edge_of(sidebets_dealer.buster(6, True), pays).house_edge
    counts = {"three-cards": 3, "four-cards": 4, "five-cards": 5, "six-cards": 6, "seven-cards": 7}
    outcomes = {name: f"bust = true, number-of-cards = {n}" for name, n in counts.items()}
    outcomes["eight-cards"] = "bust = true, number-of-cards = { least = 8 }"
    rows = {row.outcome: row.odds.text for row in posted}
    text = wager("busts", "dealer-hand", outcomes, {n: rows[n] for n in outcomes}, requires=side_bets.BASE)
    assert edges(tmp_path, "blackjack", text, DECKS) == {"busts": printed}


def test_ranks_of_the_dealers_cards_are_walked_through_to_the_end_of_his_hand(tmp_path: Path) -> None:
    """A bust that pays by the up card, counted apart for two decks; the dealer stands on soft 17."""
    (edge,) = edges(tmp_path, "blackjack", side_bets.BUST_BONUS, {"decks": "2", "soft-17": "stand"}).values()
    left = dict.fromkeys(range(1, 10), 8) | {10: 32}

    def busts(total: int, ace: bool, cards: int) -> Fraction:
        best = total + 10 if ace and total <= 11 else total
        if cards >= 2 and best >= 17:
            return Fraction(best > 21)
        found = Fraction(0)
        for value, count in left.items():
            if count:
                left[value] -= 1
                found += Fraction(count, 104 - cards) * busts(total + value, ace or value == 1, cards + 1)
                left[value] += 1
        return found

    won = Fraction(0)
    for up, count in list(left.items()):
        left[up] -= 1
        won += Fraction(count, 104) * busts(up, up == 1, 1) * (1 + (5 if up == 1 else 2 if up >= 7 else 1))
        left[up] += 1
    assert edge == 1 - won


def test_super_sevens_are_counted_for_the_hand_as_it_is_played(tmp_path: Path) -> None:
    posting = Posting(book(tmp_path, "blackjack", side_bets.SUPER_SEVENS), DECKS)
    game = game_under(posting)
    described = game.described["super-sevens"]
    (figure,) = figures(posting)
    assert figure.edge is not None and figure.edge.method == "exact" and "analysed strategy" in figure.note
    game.playing = Playing(lambda first_two, up: True, looks_first=False)  # what is published takes a card always
    counts: Counter[str] = Counter()
    for outcome, weight in game.described_ways(described, [row.outcome for row in posting.rows("super-sevens")], ""):
        counts[outcome] += weight
    published = analysis.nets(game, described, dict(counts), next(iter(tables(posting, "super-sevens"))))
    assert f"{100 * float(Edge.from_counts(published).house_edge):.2f}" == "11.40"
    assert float(figure.edge.house_edge) == pytest.approx(0.12606, abs=1e-5)  # where a blackjack ends the round first


def test_a_better_row_moves_the_edge_by_its_chance(tmp_path: Path) -> None:
    usual = edges(tmp_path, "craps", side_bets.SMALL)["small"]
    better = edges(tmp_path, "craps", side_bets.SMALL.replace("34 to 1", "30 to 1"))["small"]
    assert better - usual == 4 * (1 - usual) / 35


def test_what_can_not_be_walked_through_is_sampled_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four cards of one suit among both hands of baccarat: too many hands to walk through one by one."""
    monkeypatch.setattr(analysis, "SAMPLES", 2_000)
    text = wager("suited-four", side_bets.BOTH, {"win": "same-suit = 4"}, {"win": "4 to 1"})
    (figure,) = figures(Posting(book(tmp_path, "baccarat", text), {"decks": "7"}))
    assert figure.edge is not None and figure.edge.method == "simulated" and figure.edge.interval


def test_described_wagers_stand_among_the_lines_of_their_book(tmp_path: Path) -> None:
    lines = lines_of(book(tmp_path, "craps", side_bets.SMALL))
    (small,) = [line for line in lines if line.wager == "small"]
    assert small.conditions == "5.84188 rolls to decide" and len(lines) > 50


@pytest.mark.parametrize(
    ("game", "text", "stakes"),
    [
        ("roulette", side_bets.NEIGHBOURS, [Stake("red"), Stake("top-line")]),
        ("baccarat", side_bets.PANDA_8, [Stake("banker"), Stake("panda-8")]),
    ],
)
def test_together_with_a_wager_of_the_games_own_one_is_played_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, text: str, stakes: list[Stake]
) -> None:
    """What the game's analysis counts over every spin or coup, it does not know of this wager."""
    monkeypatch.setattr(joint_wagers, "ENGINE_ROUNDS", 100)
    posting = Posting(book(tmp_path, game, text))
    assert joint_wagers.together(posting, stakes[:1]).method == "exact"
    found = joint_wagers.together(posting, stakes)
    assert found.method == "simulated" and len(found.means) == 2


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("roulette", side_bets.NEIGHBOURS),
        ("craps", side_bets.SMALL + side_bets.PLACE_TO_LOSE + side_bets.MUGGSYS_CORNER),
        ("baccarat", side_bets.PANDA_8 + side_bets.LUCKY_SIX),
        ("three-card-poker", side_bets.PRIME),
    ],
)
def test_a_simulation_has_a_line_for_every_described_wager_beside_the_games_own(
    tmp_path: Path, game: str, text: str
) -> None:
    posting = Posting(book(tmp_path, game, text))
    exact = {(figure.wager, figure.note): figure.edge for figure in figures(posting)}
    playing = simulator(posting)
    found = {(wager.name, wager.note): wager.edge for wager in playing.wagers(playing.shard(SeedSequence(7), 2_000))}
    assert exact.keys() < found.keys(), "the game's own wagers stand beside them"
    for name, edge in exact.items():
        assert edge is not None and found[name].method == "simulated" and found[name].interval
        spread = edge.standard_deviation / 2_000**0.5
        assert abs(float(found[name].house_edge - edge.house_edge)) < 4 * spread, name
