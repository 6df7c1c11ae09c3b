"""Craps: what the cases can't show (the vigorish, the dice going round) and the agreement with the exact odds."""

from fractions import Fraction
from itertools import product

import msgspec
import pytest

from croupier.games import open_game, open_table
from croupier.games.dice import throws as dice
from croupier.games.dice.craps import Craps
from croupier.odds.games.dice import exact
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.felt import Wager
from croupier.rounds.refusal import Refused
from croupier.rounds.script import do
from croupier.rulebook import rulebook

CRAPS = [(p, "craps") for p in ("hard-rock-cincinnati", "jack-cleveland", "horseshoe-cleveland", "oneida")]
CRAPLESS = [(p, "crapless-craps") for p in ("hard-rock-cincinnati", "jack-cleveland", "horseshoe-cleveland")]
THROWS = list(product(range(1, 7), repeat=2))
each_book = pytest.mark.parametrize("book", CRAPS + CRAPLESS, ids=lambda b: "/".join(b))


def open_craps(book: tuple[str, str], **options: object) -> Craps:
    game = open_game(*book, options=options)
    assert isinstance(game, Craps)
    return game


def play(driver: Driver, *lines: str) -> None:
    for line in lines:
        do(driver, By("manager"), line)


def table_of(book: tuple[str, str], *lines: str, **options: object) -> Driver:
    driver = open_table(*book, options=options, mode="dealer")
    play(driver, "sit 1 ann 10000", "sit 2 bob 10000", "sit 3 cid 10000", *lines)
    return driver


def chips(driver: Driver, position: int = 1) -> int:
    return driver.table.chips(position) // 100


# The engine's verdicts, followed to the end, against the closed forms


def follow(game: Craps, kind: str, on: str = "") -> Fraction:
    """The expected profit of one unit on a wager that stands until a throw decides it, off the come-out."""
    wins = losses = Fraction(0)
    won = Fraction(0)
    for a, b in THROWS:
        verdict = game.verdict(Wager(1, kind, 1, 100, on), a, b, 99)
        if verdict == dice.WINS:
            wins += 1
            won += pays(game, kind, on, a + b)
        elif verdict == dice.LOSES:
            losses += 1
    return (won - losses) / (wins + losses)


def pays(game: Craps, kind: str, on: str, total: int) -> Fraction:
    outcome = game.paid_as(kind, on)
    if kind == "field":
        outcome = game.resolve("field", {2: "two", 12: "twelve"}.get(total, "other"))
    row = game.posting.row(kind, outcome)
    assert row is not None
    return row.odds.value


@each_book
def test_numbers_hardways_hops_and_one_roll_wagers_have_their_exact_edge(book: tuple[str, str]) -> None:
    game = open_craps(book)
    for kind in ("place", "put", "hardway", "hop", "field", "any-seven", "any-craps", "craps-two", "eleven"):
        for on in game.selections(kind) if kind in game.posting.wagers else ():
            assert -follow(game, kind, on) == closed_form(game, kind, on).edge.house_edge, (kind, on)


def closed_form(game: Craps, kind: str, on: str) -> exact.DiceEdge:
    odds = pays(game, kind, on, 4)
    if kind in ("place", "put"):
        return exact.place(int(on), odds)
    if kind == "hardway":
        return exact.hardway(int(on), odds)
    if kind == "hop":
        return exact.hop((int(on[0]), int(on[2])), odds)
    if kind == "field":
        return exact.one_roll({t: pays(game, kind, "", t) for t in (2, 3, 4, 9, 10, 11, 12)})
    wins = {"any-seven": (7,), "any-craps": (2, 3, 12), "craps-two": (2,), "eleven": (11,)}[kind]
    return exact.one_roll(dict.fromkeys(wins, odds))


@each_book
def test_the_line_has_its_exact_edge(book: tuple[str, str]) -> None:
    game = open_craps(book)
    line = exact.CRAPLESS if book[1] == "crapless-craps" else exact.CRAPS
    assert -line_value(game, "pass") == exact.pass_line(line).edge.house_edge
    if "dont-pass" in game.posting.wagers:
        assert -line_value(game, "dont-pass") == exact.dont_pass(line).edge.house_edge


def line_value(game: Craps, kind: str) -> Fraction:
    value = Fraction(0)
    for a, b in THROWS:
        verdict = game.verdict(Wager(1, kind, 1, 100), a, b, 0)
        if verdict == dice.POINT:
            value += point_value(game, kind, a + b)
        else:
            value += {dice.WINS: 1, dice.LOSES: -1, dice.PUSHES: 0}[verdict]
    return value / 36


def point_value(game: Craps, kind: str, point: int) -> Fraction:
    verdicts = [game.verdict(Wager(1, kind, 1, 100), a, b, point) for a, b in THROWS]
    wins, losses = verdicts.count(dice.WINS), verdicts.count(dice.LOSES)
    return Fraction(wins - losses, wins + losses)


@each_book
def test_true_odds_have_no_edge(book: tuple[str, str]) -> None:
    game = open_craps(book)
    for kind in ("come-odds", "dont-come-odds", "put-odds", "buy", "lay"):
        for on in game.selections(kind) if kind in game.posting.wagers else ():
            assert follow(game, kind, on) == 0


@each_book
def test_combined_wagers_are_whole(book: tuple[str, str]) -> None:
    game = open_craps(book)
    for kind in ("craps-eleven", "horn", "horn-high", "world"):
        for on in game.selections(kind) if kind in game.posting.wagers else ():
            assert sum(game.parts(kind, on).values()) == 1


def test_the_tenor_as_one_wager_costs_what_its_neighbours_cost() -> None:
    """The ground of the reading: as two wagers they would cost more than half of what is staked."""
    one = exact.collecting([2, 3, 4, 5, 6, 8, 9, 10, 11, 12], {9: 20, 10: 80})
    six = exact.collecting([4, 5, 6, 8, 9, 10], {6: 12})
    assert abs(one.edge.house_edge - six.edge.house_edge) < Fraction(2, 100)


# Vigorish


def test_a_buy_wager_pays_its_vigorish_when_it_is_made_and_again_when_it_stands_again() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "close", "2-3", "bet 1 buy 4 100")
    assert chips(driver) == 10_000 - 10 - 100 - 5
    play(driver, "bet 1 buy 4 100")
    assert chips(driver) == 10_000 - 10 - 200 - 10
    play(driver, "close", "1-3")  # 400 won; the wager stands again for another 10
    assert chips(driver) == 10_000 - 10 - 200 - 10 + 400 - 10
    play(driver, "take 1 buy 4")
    assert chips(driver) == 10_000 - 10 - 10 + 400


def test_a_vigorish_goes_back_with_the_part_taken_down() -> None:
    driver = table_of(CRAPS[3], "bet 1 pass 10", "close", "2-3", "bet 1 lay 4 200")
    assert driver.table.chips(1) == (10_000 - 10 - 200 - 5) * 100  # 5 per cent of the 100 it could win
    play(driver, "take 1 lay 4 100")
    assert driver.table.chips(1) == (10_000 - 10 - 100) * 100 - 250
    play(driver, "take 1 lay 4")
    assert driver.felt.memo["vigorish"] == {}
    assert chips(driver) == 10_000 - 10


def test_a_wager_is_refused_that_leaves_nothing_for_its_vigorish() -> None:
    driver = open_table(*CRAPS[0], mode="dealer")
    play(driver, "sit 1 ann 110", "bet 1 pass 10", "close", "2-3")
    with pytest.raises(Refused, match="vigorish"):
        play(driver, "bet 1 buy 4 100")


def test_a_lost_buy_wager_has_paid_its_vigorish() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "bet 1 buy 4 100", "call 1 on buy", "close", "3-4")
    assert chips(driver) == 10_000 + 10 - 100 - 5
    driver.table.audit()


# The dice go round


def test_the_dice_go_clockwise_to_who_has_a_line_wager() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "bet 3 dont-pass 10", "close")
    assert driver.felt.memo["shooter"] == 1
    play(driver, "2-2", "close", "3-4")  # seven out
    assert driver.felt.memo["shooter"] == 0
    play(driver, "bet 1 pass 10", "bet 3 pass 10", "close")
    assert driver.felt.memo["shooter"] == 3  # position 2 has no line wager
    play(driver, "2-2", "close", "3-4", "bet 1 pass 10", "bet 2 pass 10", "bet 3 pass 10", "close")
    assert driver.felt.memo["shooter"] == 1  # from 3 the way leads past 4 to 16 back to 1


def test_a_shooter_without_a_new_line_wager_loses_the_dice() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "close", "2-2", "close", "1-3", "bet 2 pass 10", "close")
    assert driver.felt.memo["shooter"] == 2


def test_who_lets_the_dice_pass_is_left_out_once() -> None:
    driver = table_of(CRAPS[0], "call 1 pass-dice", "bet 1 pass 10", "bet 2 pass 10", "close")
    assert driver.felt.memo["shooter"] == 2
    assert driver.felt.memo["declined"] == []


def test_a_shooter_who_passes_the_dice_with_a_point_is_followed_by_a_line_wager() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "close", "2-2", "call 1 pass-dice", "bet 2 pass 10", "close")
    assert driver.felt.memo["shooter"] == 2
    assert driver.felt.memo["point"] == 4


def test_if_nobody_takes_the_dice_the_last_shooter_throws_on() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "close", "2-2", "call 1 pass-dice", "close")
    assert driver.felt.memo["shooter"] == 1


def test_a_shooter_who_leaves_gives_the_dice_up() -> None:
    driver = table_of(CRAPS[0], "bet 1 dont-pass 10", "bet 2 pass 10", "close", "2-2", "take 1 dont-pass", "leave 1")
    assert driver.felt.memo["shooter"] == 0
    play(driver, "close")
    assert driver.felt.memo["shooter"] == 2


def test_who_takes_the_place_of_one_who_let_the_dice_pass_may_have_them() -> None:
    driver = table_of(CRAPS[0], "call 1 pass-dice", "leave 1", "sit 1 dan 1000", "bet 1 pass 10", "close")
    assert driver.felt.memo["shooter"] == 1


def test_a_point_stands_while_it_is_neither_made_nor_lost() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "close", "2-2", "close", "5-6", "close", "1-1")
    assert driver.felt.memo["point"] == 4
    play(driver, "close", "3-1")
    assert driver.felt.memo["point"] == 0


def test_crapless_takes_no_wager_against_the_dice() -> None:
    driver = table_of(CRAPLESS[0], "bet 1 pass 10")
    with pytest.raises(Refused, match="no wager"):
        play(driver, "bet 1 dont-pass 10")


# Rulebooks that would not do


@pytest.mark.parametrize("point", [("2-4", "6 to 5"), ("4-5", "3 to 2"), ("2-2", "2 to 1")])
def test_odds_say_what_they_pay_on_the_point_that_stands(point: tuple[str, str]) -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10")
    assert driver.game.offer(driver.table, 1, "pass-odds").odds == "up to 2 to 1"
    play(driver, "close", point[0])
    assert driver.game.offer(driver.table, 1, "pass-odds").odds == point[1]


def test_an_amount_is_refused_for_its_own_reason() -> None:
    driver = table_of(CRAPS[0])
    with pytest.raises(Refused, match=r"does not go by this table's steps\. .* in steps of \$1"):
        play(driver, "bet 1 pass 10.50")
    with pytest.raises(Refused, match="outside this table's limits"):
        play(driver, "bet 1 pass 99999")


def test_every_point_needs_a_row_of_odds() -> None:
    book = rulebook("jack-cleveland", "craps")
    wager = book.wagers["pass-odds"]
    table = wager.pay_tables[0]
    short = msgspec.structs.replace(table, rows=table.rows[1:])
    broken = msgspec.structs.replace(
        book, wagers=book.wagers | {"pass-odds": msgspec.structs.replace(wager, pay_tables=(short,))}
    )
    assert Craps.check_rulebook(broken) == ["wagers.pass-odds: no row for 4", "wagers.pass-odds: no row for 10"]


def test_bonus_markers_are_lists_that_a_screen_can_show() -> None:
    driver = table_of(CRAPS[0], "bet 1 pass 10", "bet 1 tenor 5", "bet 1 fire 5")
    play(driver, "close", "2-2", "close", "6-5", "close", "2-2")
    assert any("Fire Bet marker 1 on 4" in getattr(e, "says", "") for e in driver.table.events)
    assert driver.table.wager("tenor", 1).memo["marked"] == [4, 11]  # type: ignore[union-attr]
    assert driver.table.wager("fire", 1).memo["marked"] == [4]  # type: ignore[union-attr]
