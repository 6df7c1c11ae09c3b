"""Wagers that a rulebook describes itself, at the table: settled once nothing can change them, by the first row."""

from collections import Counter
from math import comb
from pathlib import Path
from random import Random

import pytest

from croupier.equipment.cards import ACE, JOKER, parse_cards
from croupier.equipment.shoe import UNSEEN
from croupier.games import game_class
from croupier.games.cards.pai_gow_poker import PaiGowPoker
from croupier.games.twentyone.counting import total
from croupier.games.twentyone.described import Playing
from croupier.hands.paigow import best7
from croupier.odds.described.figures import counted
from croupier.odds.described.throws import outcomes
from croupier.rounds import acts
from croupier.rounds.bots import DEALER
from croupier.rounds.driver import Driver
from croupier.rounds.felt import restore, snapshot
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Decide, Stack, Together, Turn
from croupier.rulebook.posting import Posting
from tests import side_bets
from tests.made_up import apart, bet, book, choose, finish, outcomes_of, printed, rule, settled, table, wager

SIGMAS = 4.5


def cards(text: str) -> list[acts.Act]:
    return [acts.Fall(card) for card in parse_cards(text)]


BURN = "2c "  # the first card of a shoe


# ------------------------------------------------------------------------------------------ twenty-one


def test_perfect_pairs_are_settled_after_the_deal_by_the_first_row_that_holds(tmp_path: Path) -> None:
    rules = book(tmp_path, "blackjack", side_bets.PERFECT_PAIRS)
    for dealt, outcome, net in (
        ("8h 5c 8h Tc", "perfect-pair", 250_00),
        ("8h 5c 8d Tc", "coloured-pair", 120_00),
        ("8h 5c 8s Tc", "mixed-pair", 60_00),
        ("8h 5c 9h Tc", "lose", -10_00),
    ):
        driver = table(rules, *cards(BURN + dealt + " 9c 9d 9h"))
        happened = bet(driver, blackjack=10, perfect_pairs=10)
        assert settled(happened)["perfect-pairs"] == (outcome, net), dealt


def test_a_row_that_a_table_lacks_is_paid_by_the_next_that_holds(tmp_path: Path) -> None:
    text = side_bets.PERFECT_PAIRS.replace("perfect-pair = { same-card = 2 }\n", "").replace(
        '["perfect-pair", "25 to 1"], ', ""
    )
    driver = table(book(tmp_path, "blackjack", text), *cards(BURN + "8h 5c 8h Tc 9c 9d"))
    assert settled(bet(driver, blackjack=10, perfect_pairs=10))["perfect-pairs"] == ("coloured-pair", 120_00)


def test_lucky_ladies_wait_for_the_hole_card_only_where_it_matters(tmp_path: Path) -> None:
    rules = book(tmp_path, "blackjack", side_bets.LUCKY_LADIES)
    driver = table(rules, *cards(BURN + "Kh As Kd Tc"))
    happened = bet(driver, blackjack=10, lucky_ladies=10)
    assert settled(happened)["lucky-ladies"] == ("any-20", 40_00), "settled at once: no hole card changes it"
    driver = table(rules, *cards(BURN + "Qh As Qh Tc"))
    happened = bet(driver, blackjack=10, lucky_ladies=10)
    assert "lucky-ladies" not in settled(happened), "two queens of hearts wait for the dealer"
    assert settled(finish(driver))["lucky-ladies"] == ("ladies-and-dealer-blackjack", 10_000_00)
    driver = table(rules, *cards(BURN + "Qh 9s Qh Tc"))
    bet(driver, blackjack=10, lucky_ladies=10)
    assert settled(finish(driver, "stand"))["lucky-ladies"] == ("ladies", 2_000_00)


def test_two_queens_that_are_split_are_still_the_first_two_cards(tmp_path: Path) -> None:
    driver = table(book(tmp_path, "blackjack", side_bets.LUCKY_LADIES), *cards(BURN + "Qh 9s Qh Tc 5c 6d"))
    bet(driver, blackjack=10, lucky_ladies=10)
    driver.answer(acts.By("player", "ann"), acts.Chosen("split", 1))
    assert settled(finish(driver, "stand"))["lucky-ladies"] == ("ladies", 2_000_00)


def test_the_dealer_plays_out_his_hand_for_a_bet_on_it(tmp_path: Path) -> None:
    rules = book(tmp_path, "blackjack", side_bets.BUSTER)
    driver = table(rules, *cards(BURN + "Th 6s Kd Tc 9h Kc"))
    bet(driver, blackjack=10, dealer_busts=10)
    happened = finish(driver, "hit")  # the player is over 21, and the dealer draws all the same
    assert settled(happened)["blackjack"][0] == "lose" and settled(happened)["dealer-busts"] == ("fewer", 20_00)


def test_a_described_side_bet_needs_its_hand_and_has_its_limits(tmp_path: Path) -> None:
    driver = table(book(tmp_path, "blackjack", side_bets.PERFECT_PAIRS), *cards(BURN + "8h 5c 8h Tc"))
    with pytest.raises(Refused, match="needs the"):
        driver.answer(acts.By("dealer"), acts.Bet(1, "perfect-pairs", 10_00))
    offers = {offer.wager: offer for offer in driver.game.offers(driver.table, 1)}
    assert offers["perfect-pairs"].odds == "up to 25 to 1" and offers["perfect-pairs"].title == "Perfect-Pairs"


def test_super_sevens_wait_for_a_third_card_only_where_the_first_two_are_sevens(tmp_path: Path) -> None:
    rules = book(tmp_path, "blackjack", side_bets.SUPER_SEVENS)

    def played(dealt: str, *choices: str) -> tuple[tuple[str, int] | None, tuple[str, int]]:
        driver = table(rules, *cards(BURN + dealt))
        at_once = settled(bet(driver, blackjack=10, super_sevens=10)).get("super-sevens")
        if at_once:
            finish(driver, "stand")
            return at_once, at_once
        happened = list(choose(driver, *choices))
        return at_once, settled(happened + finish(driver, "stand"))["super-sevens"]

    assert played("8h 9c 7h Tc")[0] == ("lose", -10_00), "the first card is no seven, the second does not help"
    assert played("7h 9c 8h Tc")[0] == ("one", 30_00)
    assert played("7h 9c 7h Tc 7h", "hit") == (None, ("three-suited", 50_000_00))
    assert played("7h 9c 7h Tc 7d", "double") == (None, ("three", 5_000_00))
    assert played("7h 9c 7d Tc 5d Th", "split") == (None, ("two", 500_00)), "the card on the first of two hands"
    assert played("7h 9c 7d Tc 7c 5d Th Th", "split", "split") == (None, ("three", 5_000_00)), "split again"
    assert played("7h 9c 7h Tc", "stand") == (None, ("two-suited", 1_000_00))
    assert played("7h Tc 7h As")[1] == ("two-suited", 1_000_00), "a blackjack of the dealer ends the round"


@pytest.mark.parametrize("options", [{}, {"decks": "1", "soft-17": "stand"}], ids=str)
def test_a_third_card_falls_as_often_as_the_odds_say_of_a_hand_played_so(
    tmp_path: Path, options: dict[str, str]
) -> None:
    conditions = {
        "ten": "third-card = { total = 10 }",
        "none": "not = { third-card = { number-of-cards = 1 } }",
        "ace-after-ten": "first-card = { total = 10 }, third-card = { total = 11 }",
    }
    text = wager("next-card", "first-card + third-card", conditions, dict.fromkeys(conditions, "2 to 1"),
                 requires=side_bets.BASE)  # fmt: skip
    driver = table(book(tmp_path, "blackjack", text), options=options, seed=21)
    game, described = driver.game, driver.game.described["next-card"]
    game.playing = Playing(lambda two, up: total(two) < 15, game.has_reader)
    counts: Counter[str] = Counter()
    for outcome, weight in game.described_ways(described, list(conditions), "") or ():
        counts[outcome] += weight
    chances = {name: count / sum(counts.values()) for name, count in counts.items()}
    sampled = Random(4)
    seen = Counter(described.outcome(game.described_sight(described, sampled), list(conditions)) for _ in range(4_000))
    found: Counter[str] = Counter()
    for _ in range(1_500):
        happened = bet(driver, blackjack=10, next_card=10)
        hand = driver.table.position(1).hands[0]
        draws = len(hand.cards) == 2 and total(hand.cards) < 15
        if draws and isinstance(driver.pending, Together):
            happened += driver.answer(acts.By("player", "ann"), acts.Staked(0, 1))
        if draws and isinstance(driver.pending, Decide):
            happened += choose(driver, "hit")
        found[settled(happened + finish(driver, "stand", "wait"))["next-card"][0]] += 1
    for each in (found, seen):
        assert all(sigmas < SIGMAS for _, sigmas in apart(each, chances)), dict(apart(each, chances))


# ------------------------------------------------------------------------------------------- pai gow


def test_wagers_on_the_seven_cards_and_on_the_set_hands_of_pai_gow(tmp_path: Path) -> None:
    text = side_bets.PAI_GOW_INSURANCE + side_bets.JOKER_AND_ACES + side_bets.BOTH_LOWS
    driver = table(book(tmp_path, "pai-gow-poker", text), seed=3)
    game = driver.game
    assert isinstance(game, PaiGowPoker)
    seen: Counter[str] = Counter()
    for _ in range(150):
        happened = bet(driver, pai_gow=10, insurance=10, joker_and_aces=10, both_lows=10)
        mine = list(driver.table.hand("1").cards)
        happened += finish(driver, "house-way")
        theirs = list(driver.felt.dealer.cards) or mine
        found = settled(happened)
        named = best7(mine) == "high-card"
        assert (found["insurance"][0] == "lose") is not named, mine
        aces = sum(card >> 2 == ACE or card == JOKER for card in mine)
        assert found["joker-and-aces"][0] == ("three" if aces >= 3 else "joker" if JOKER in mine else "lose")
        main, lows = found["pai-gow"][0], found["both-lows"][0]
        assert theirs and (lows in ("won", "pairs-and-won")) == (main == "win") and (lows == "push") == (main == "push")
        seen.update((lows, found["insurance"][0], found["joker-and-aces"][0]))
    assert {"won", "push", "lose", "ace-high", "joker"} <= set(seen)
    assert game.described_ways(game.described["both-lows"], ["won"], "") is None, "too many: sampled, with an interval"
    assert game.described_given(game.described["both-lows"]) == "hands set by the house way"


@pytest.mark.slow
def test_a_wager_on_pai_gow_cards_is_exact_by_ranks(tmp_path: Path) -> None:
    game = table(book(tmp_path, "pai-gow-poker", side_bets.JOKER_AND_ACES), seed=3).game
    described = game.described["joker-and-aces"]
    counts, exact = counted(game.posting, game, described, ["three", "joker"], "")
    whole = comb(53, 7)
    three = sum(comb(5, aces) * comb(48, 7 - aces) for aces in (3, 4, 5))
    joker = comb(52, 6) - sum(comb(4, aces) * comb(48, 6 - aces) for aces in (2, 3, 4))
    assert exact and counts == {"three": three, "joker": joker, "lose": whole - three - joker}


def test_what_is_said_of_pai_gow_hands_is_said_of_one_of_them(tmp_path: Path) -> None:
    text = wager("both", "own-cards + dealer-cards", {"win": "pai-gow = true"}, {"win": "5 to 1"})
    faults = [str(found) for found in PaiGowPoker.faults(book(tmp_path, "pai-gow-poker", text))]
    assert any("say of which of them: own-cards = { ... }" in fault for fault in faults)
    assert any('expected ["pai-gow"]' in fault for fault in faults)


# ----------------------------------------------------------------------------------------------- dice


def throws(*totals: tuple[int, int]) -> list[acts.Act]:
    return [acts.Thrown(faces) for faces in totals]


def roll(driver: Driver, **wagers: int) -> dict[str, tuple[str, int]]:
    return settled(bet(driver, **wagers))


def test_small_wins_on_the_throw_that_completes_it_and_loses_on_a_seven(tmp_path: Path) -> None:
    rules = book(tmp_path, "craps", side_bets.SMALL)
    driver = table(rules, *throws((1, 1), (1, 2), (2, 2), (1, 4), (4, 5), (3, 3)))
    roll(driver, **{"pass": 10}, small=10)
    for _ in range(4):
        assert "small" not in roll(driver, **({} if driver.table.wagers("pass") else {"pass": 10}))
    assert roll(driver)["small"] == ("win", 340_00)
    driver = table(rules, *throws((1, 1), (3, 4)))
    roll(driver, **{"pass": 10}, small=10)
    assert roll(driver, **{"pass": 10})["small"] == ("lose", -10_00)


def test_what_remembers_throws_is_placed_in_its_time_and_stays(tmp_path: Path) -> None:
    driver = table(book(tmp_path, "craps", side_bets.SMALL + side_bets.BIG_SIX), *throws((2, 2), (1, 2)))
    roll(driver, **{"pass": 10}, small=10, big_6=10)
    dealer = acts.By("dealer")
    with pytest.raises(Refused, match="once the dice have rolled"):
        driver.answer(dealer, acts.Take(1, "small"))
    with pytest.raises(Refused, match="stands already"):
        driver.answer(dealer, acts.Bet(1, "small", 10_00))
    driver.answer(dealer, acts.Take(1, "big-6"))  # nothing is remembered for it: it comes and goes
    driver.answer(dealer, acts.Sit(2, "bob", 100_00))
    with pytest.raises(Refused, match="new shooter, or after a roll of seven"):
        driver.answer(dealer, acts.Bet(2, "small", 10_00))


def test_place_to_lose_is_on_a_number_and_stands_until_it_or_a_seven(tmp_path: Path) -> None:
    driver = table(book(tmp_path, "craps", side_bets.PLACE_TO_LOSE), *throws((1, 4), (2, 2), (1, 1), (3, 4)))
    assert "place-to-lose" not in roll(driver, **{"pass": 10}, place_to_lose__10=11)
    assert "place-to-lose" not in roll(driver)
    assert "place-to-lose" not in roll(driver)
    assert roll(driver)["place-to-lose"] == ("four-or-ten", 5_00)
    with pytest.raises(Refused, match="can't be on '7'"):
        driver.answer(acts.By("dealer"), acts.Bet(1, "place-to-lose", 10_00, "7"))


def test_points_are_counted_once_each_until_the_seven_out(tmp_path: Path) -> None:
    made = [(2, 2), (1, 3), (2, 3), (1, 4), (3, 3), (2, 4), (2, 2), (1, 3), (4, 4), (3, 5), (4, 5), (3, 4)]
    driver = table(book(tmp_path, "craps", side_bets.POINTS), *throws(*made))
    last: dict[str, tuple[str, int]] = {}
    for number in range(len(made)):
        standing = driver.table.wagers("pass")
        last = roll(driver, **({} if standing else {"pass": 10}), **({"hot_shooter": 10} if not number else {}))
    assert last["hot-shooter"] == ("four", 240_00)


def test_doubles_count_once_each_however_often_they_come(tmp_path: Path) -> None:
    made = [(2, 2), (2, 2), (5, 5), (2, 3), (6, 6), (1, 2), (3, 4)]
    driver = table(book(tmp_path, "craps", side_bets.DIFFERENT_DOUBLES), *throws(*made))
    last: dict[str, tuple[str, int]] = {}
    for number in range(len(made)):
        standing = driver.table.wagers("pass")
        last = roll(driver, **({} if standing else {"pass": 10}), **({"different_doubles": 10} if not number else {}))
        assert bool(last.get("different-doubles")) == (number == len(made) - 1)
    assert last["different-doubles"] == ("three", 40_00)


def test_over_13_counts_an_ace_as_one_and_a_card_may_lie_between_two(tmp_path: Path) -> None:
    rules = book(tmp_path, "blackjack", side_bets.OVER_13 + side_bets.IN_BETWEEN)
    for dealt, over, between in (
        ("Ah 5c Td 9c", "lose", "lose"),  # eleven
        ("8h 7c 6d 9c", "over", "between"),
        ("4h 4c 9d 9c", "lose", "lose"),  # thirteen is not over it; a four of one's own lies between nothing
        ("9h 9c 9d 8c", "over", "three-alike"),
    ):
        driver = table(rules, *cards(BURN + dealt + " 9c 9d 9h"))
        found = settled(bet(driver, blackjack=10, over_13=10, in_between=10))
        assert (found["over-13"][0], found["in-between"][0]) == (over, between), dealt


def test_a_table_taken_up_again_in_mid_hand_remembers_what_was_thrown(tmp_path: Path) -> None:
    driver = table(book(tmp_path, "craps", side_bets.SMALL), *throws((1, 1), (1, 2)))
    roll(driver, **{"pass": 10}, small=10)
    again = restore(snapshot(driver.felt))
    (small,) = [w for w in again.wagers if w.kind == "small"]
    assert small.memo["since-placed"][1][2] == 1


# ---------------------------------------------------------------------------- baccarat, cards, wheel


def test_panda_8_sees_both_hands(tmp_path: Path) -> None:
    rules = book(tmp_path, "baccarat", side_bets.PANDA_8 + side_bets.EITHER_PAIR)
    first = cards("As 2c")  # an ace burns one card
    driver = table(rules, *first, *cards("2c 3d 2d Kh 4s Kd"))
    found = settled(bet(driver, player=10, panda_8=10, either_pair=10))
    assert found["panda-8"] == ("win", 250_00) and found["either-pair"] == ("pair", 50_00)


def test_the_banker_may_be_paid_by_any_rows_that_a_book_describes(tmp_path: Path) -> None:
    text = wager(
        "banker",
        side_bets.BOTH,
        {
            "six-with-two": 'winner = "banker", banker-hand = { total = 6, number-of-cards = 2 }',
            "six-with-three": 'winner = "banker", banker-hand = { total = 6 }',
            "win": 'winner = "banker"',
            "push": 'winner = "tie"',
        },
        {"six-with-two": "1 to 2", "six-with-three": "2 to 3", "win": "1 to 1"},
    ).replace('kind = "side"', 'kind = "base"')
    section = printed("baccarat").split("[wagers.banker]", 1)[1].split("\n[wagers.", 1)[0]
    free = ("[rules.vigorish]\nvalue = 5", "[rules.vigorish]\nvalue = 0")
    rules = book(tmp_path, "baccarat", text, ("[wagers.banker]" + section, ""), free)
    driver = table(rules, *cards("As 2c"), *cards("2c 3d Kc 3h 3s"))
    assert settled(bet(driver, banker=30))["banker"] == ("six-with-two", 15_00)


def test_a_bonus_on_six_cards_outlives_a_fold_where_the_book_says_so(tmp_path: Path) -> None:
    stays = rule("fold-forfeits-six-cards", "false")
    hands = (acts.Falls(tuple(parse_cards("9c 9d 2h"))), acts.Falls(tuple(parse_cards("9h 9s Kd"))))
    for more, expected in ((stays, ("four-of-a-kind", 1_000_00)), ("", ("lose", -10_00))):
        driver = table(book(tmp_path, "three-card-poker", side_bets.SIX_CARDS + more), *hands)
        bet(driver, ante=10, six_cards=10)
        assert settled(finish(driver, "fold"))["six-cards"] == expected


def test_a_set_of_numbers_on_the_wheel(tmp_path: Path) -> None:
    rules = book(tmp_path, "roulette", side_bets.NEIGHBOURS)
    for pocket, expected in (("00", ("win", 60_00)), ("4", ("lose", -10_00))):
        driver = table(rules, acts.Landed(pocket))
        assert settled(bet(driver, top_line=10))["top-line"] == expected


# --------------------------------------------------------------------- the table and the odds agree


@pytest.mark.parametrize(
    ("game", "text", "kind", "rounds", "wagers"),
    [
        ("blackjack", side_bets.PERFECT_PAIRS, "perfect-pairs", 2_000, {"blackjack": 10, "perfect_pairs": 10}),
        ("blackjack", side_bets.TOP_THREE, "top-3", 2_000, {"blackjack": 10, "top_3": 10}),
        ("blackjack", side_bets.BUSTER, "dealer-busts", 2_000, {"blackjack": 10, "dealer_busts": 10}),
        ("baccarat", side_bets.MARGINS, "margin", 2_000, {"player": 10, "margin": 10}),
        ("baccarat", side_bets.EITHER_PAIR, "either-pair", 1_500, {"player": 10, "either_pair": 10}),
        ("three-card-poker", side_bets.THREE_CARDS, "three-cards", 2_000, {"ante": 10, "three_cards": 10}),
        ("roulette", side_bets.NEIGHBOURS, "top-line", 1_500, {"top_line": 10}),
    ],
)
def test_the_table_pays_as_often_as_the_odds_say(
    tmp_path: Path, game: str, text: str, kind: str, rounds: int, wagers: dict[str, int]
) -> None:
    more = rule("fold-forfeits-three-cards", "false") if game == "three-card-poker" else ""
    driver = table(book(tmp_path, game, text + more), seed=11)
    described = driver.game.described[kind]
    rows = list(driver.game.paid_outcomes(kind))
    counts, exact = counted(driver.game.posting, driver.game, described, rows, "")
    chances = {name: count / sum(counts.values()) for name, count in counts.items()}
    found = outcomes_of(driver, kind, rounds, **wagers)
    assert exact and sum(found.values()) == rounds
    assert all(sigmas < SIGMAS for _, sigmas in apart(found, chances)), dict(apart(found, chances))


@pytest.mark.parametrize(
    ("text", "kind", "rounds", "wagers"),
    [
        (side_bets.SMALL.replace('"after-seven"', '"any-time"'), "small", 9_000, {"small": 10}),
        (side_bets.POINTS.replace('"new-shooter"', '"come-out"'), "hot-shooter", 9_000, {"hot_shooter": 10}),
        (
            side_bets.DIFFERENT_DOUBLES.replace('"new-shooter"', '"any-time"'),
            "different-doubles",
            9_000,
            {"different_doubles": 10},
        ),
        (side_bets.PLACE_TO_LOSE, "place-to-lose", 4_000, {"place_to_lose__10": 11}),
    ],
)
def test_the_dice_decide_a_described_wager_as_often_as_the_odds_say(
    tmp_path: Path, text: str, kind: str, rounds: int, wagers: dict[str, int]
) -> None:
    driver = table(book(tmp_path, "craps", text), seed=5)
    described = driver.game.described[kind]
    (on,) = [name.partition("__")[2] for name in wagers]
    chances = outcomes(described, list(driver.game.paid_outcomes(kind)), (4, 5, 6, 8, 9, 10), on).chances
    found = dice_outcomes(driver, kind, rounds, wagers)
    assert all(s < SIGMAS for _, s in apart(found, {n: float(p) for n, p in chances.items()})), found


def dice_outcomes(driver: Driver, kind: str, rounds: int, wagers: dict[str, int]) -> Counter[str]:
    """A shooter who always has a Pass wager, and the wager placed on every come-out on which it does not stand."""
    found: Counter[str] = Counter()
    for _ in range(rounds):
        standing = {wager.kind for wager in driver.felt.wagers}
        due = {} if "pass" in standing else {"pass": 10}
        if kind not in standing and not driver.felt.memo["point"]:
            due |= wagers
        happened = settled(bet(driver, **due))
        if kind in happened:
            found[happened[kind][0]] += 1
    return found


ANOTHERS_BIRD = """
[[irregularities]]
when = "bird-on-the-layout"
clause = "of the house"
line = LINE
at = ["dealing", "decisions"]
says = "A bird landed on the layout."
ruling = "void-round"
with = { keep = ["KEPT"] }
"""


def test_a_described_wager_that_a_void_lets_stand_is_settled_by_the_players_cards(tmp_path: Path) -> None:
    """It was left on the layout, and the table out of order; what the dealer's cards decide can't be kept."""
    tide = wager("tide", "own-cards", {"red": 'only-suits = ["hearts", "diamonds"]'}, {"red": "9 for 2"})
    kept = book(tmp_path, "three-card-poker", tide + ANOTHERS_BIRD.replace("KEPT", "tide"))
    assert not game_class(kept.game).check_rulebook(kept)
    driver = Driver(game_class(kept.game)(Posting(kept, {})), mode="dealer")
    for act in (acts.Shuffled(0), acts.Sit(1, "ann", 500_00), acts.Bet(1, "ante", 10_00), acts.Bet(1, "tide", 10_00)):
        driver.answer(DEALER, act)
    driver.answer(DEALER, acts.Close())
    while isinstance(driver.pending, Stack):
        driver.answer(DEALER, acts.Falls((UNSEEN,) * driver.pending.count))
    driver.declare(DEALER, "bird-on-the-layout")
    assert isinstance(driver.pending, Turn), "the player's cards are turned for it"
    driver.answer(DEALER, acts.Falls(tuple(parse_cards("Th Qd Ah"))))
    assert driver.table.chips(1) == 500_00 + 35_00 and not driver.felt.wagers
    seen = wager("tide", "own-cards + dealer-cards", {"red": 'only-suits = ["hearts", "diamonds"]'}, {"red": "9 for 2"})
    other = book(tmp_path, "three-card-poker", seen + ANOTHERS_BIRD.replace("KEPT", "tide"))
    assert "settles no tide after a void; it can settle pair-plus" in str(game_class(other.game).check_rulebook(other))
