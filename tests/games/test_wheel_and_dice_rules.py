"""Rules of other houses at the wheel and the dice: la partage, prison, surrender, other wheels; odds by the point."""

from fractions import Fraction
from pathlib import Path

import pytest

from croupier.games import game_class
from croupier.odds.lines import lines_of
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.refusal import Refused
from croupier.rulebook.library import SHELF
from croupier.rulebook.model import Rulebook
from tests.made_up import bet, book, rule, settled, table, wager

DEALER = By("dealer")
EVEN = ("red", "black", "odd", "even", "1-18", "19-36")
SINGLE = ('default = "double-zero"', 'default = "single-zero"')
ZERO_ROW = ('rows = [["win", "1 to 1"]]', 'rows = [["win", "1 to 1"], ["zero", "1 for 2"]]')
TRIPLE = (
    'choices = ["single-zero", "double-zero", "double-zero-as-single-zero"]\ndefault = "double-zero"',
    'choices = ["triple-zero", "double-zero", "double-zero-as-single-zero"]\ndefault = "triple-zero"',
)
ORDER = rule("triple-zero-order", str(["0", "000", "00", *map(str, range(1, 37))]).replace("'", '"'))


def edge(rules: Rulebook, wager: str) -> Fraction:
    (found,) = [line for line in lines_of(rules, every=False) if line.wager == wager]
    return found.house_edge


def test_half_of_an_even_money_wager_comes_back_on_a_zero(tmp_path: Path) -> None:
    rules = book(tmp_path, "roulette", "", SINGLE, ZERO_ROW)
    found = settled(bet(table(rules, acts.Landed("0")), red=10, straight__17=10))
    assert found == {"red": ("zero", -5_00), "straight": ("lose", -10_00)}
    assert {edge(rules, wager) for wager in EVEN} == {Fraction(1, 74)}  # 1.35 in a hundred
    assert edge(rules, "dozen") == Fraction(1, 37)


def test_surrender_on_two_zeros_halves_the_edge(tmp_path: Path) -> None:
    rules = book(tmp_path, "roulette", "", ZERO_ROW)
    assert settled(bet(table(rules, acts.Landed("00")), odd=10))["odd"] == ("zero", -5_00)
    assert edge(rules, "odd") == Fraction(1, 38)  # 2.63 in a hundred


@pytest.mark.parametrize(
    ("prison", "exact"), [("second-zero-loses", Fraction(19, 1369)), ("second-zero-stays", Fraction(1, 74))]
)
def test_a_wager_in_prison_waits_for_the_next_spin(tmp_path: Path, prison: str, exact: Fraction) -> None:
    rules = book(tmp_path, "roulette", rule("en-prison", f'"{prison}"'), SINGLE)
    driver = table(rules, *(acts.Landed(pocket) for pocket in ("0", "1", "0", "0", "2")))
    assert settled(bet(driver, red=10)) == {}, "neither lost nor won"
    with pytest.raises(Refused, match="in prison"):
        driver.answer(DEALER, acts.Take(1, "red"))
    with pytest.raises(Refused, match="in prison"):
        driver.answer(DEALER, acts.Bet(1, "red", 10_00))
    assert settled(bet(driver)) == {"red": ("push", 0)}, "it leaves prison and wins nothing"
    bet(driver, red=10)
    second = settled(bet(driver))
    assert second == ({"red": ("lose", -10_00)} if prison == "second-zero-loses" else {})
    if prison == "second-zero-stays":
        assert settled(bet(driver)) == {"red": ("lose", -10_00)}
    assert edge(rules, "red") == exact


def test_a_zero_is_paid_by_a_row_or_sent_to_prison_and_not_both(tmp_path: Path) -> None:
    rules = book(tmp_path, "roulette", rule("en-prison", '"second-zero-loses"'), SINGLE, ZERO_ROW)
    assert any("expected one or the other" in fault for fault in game_class("roulette").check_rulebook(rules))


def test_three_zeros_have_their_pockets_and_places(tmp_path: Path) -> None:
    rules = book(tmp_path, "roulette", ORDER, TRIPLE)
    assert game_class("roulette").check_rulebook(rules) == []
    driver = table(rules, acts.Landed("000"))
    found = settled(bet(driver, straight__000=10, red=10, split__00_000=10))
    assert {wager: net for wager, (_, net) in found.items()} == {"straight": 350_00, "red": -10_00, "split": 170_00}
    assert edge(rules, "red") == Fraction(3, 39) and f"{100 * float(edge(rules, 'straight')):.2f}" == "7.69"
    with pytest.raises(Refused, match="first-five-numbers"):
        driver.answer(DEALER, acts.Bet(1, "first-five-numbers", 10_00))


def test_a_wheel_that_may_be_chosen_needs_its_order(tmp_path: Path) -> None:
    rules = book(tmp_path, "roulette", "", TRIPLE)
    assert any("rules.triple-zero-order: missing" in fault for fault in game_class("roulette").check_rulebook(rules))


# ------------------------------------------------------------------------------------------- dice

BY_POINT = rule("odds-by-point", '{ "4" = 3, "5" = 4, "6" = 5, "8" = 5, "9" = 4, "10" = 3 }')


def test_odds_are_taken_up_to_the_multiple_of_their_point(tmp_path: Path) -> None:
    rules = book(tmp_path, "craps", BY_POINT)
    for faces, most in (((1, 3), 30), ((1, 4), 40), ((1, 5), 50)):
        driver = table(rules, acts.Thrown(faces), acts.Thrown((1, 1)))
        bet(driver, **{"pass": 10})
        (offer,) = [o for o in driver.game.offers(driver.table, 1) if o.wager == "pass-odds"]
        assert offer.most == most * 100


def test_three_four_and_five_times_odds_bring_the_line_to_its_published_share(tmp_path: Path) -> None:
    """0.374 in a hundred of all the money at risk with odds taken, 0.273 with odds laid."""
    lines = lines_of(book(tmp_path, "craps", BY_POINT), every=False)
    found = {line.wager: line for line in lines if "3 times on 4 or 10" in line.conditions}
    shares = {name: 100 * float(line.edge.element_of_risk) for name, line in found.items() if line.edge}
    assert f"{shares['pass']:.3f}" == "0.374" and f"{shares['dont-pass']:.3f}" == "0.273"
    assert found["pass"].house_edge == Fraction(7, 495)
    put = [line.conditions.split("; ")[1] for line in lines if line.wager == "put" and "times" in line.conditions]
    assert sorted(put) == [f"with {n} times odds" for n in (3, 4, 5)], "no more than the table takes"


# A wheel of 52 sections with signs of its own, as it turns in Australia.
SIGNS = "{ 1 = 24, 2 = 12, 5 = 8, 11 = 4, 23 = 2, crown = 1, anchor = 1 }"
OWN_SIGNS = "".join(
    wager(name, "spin", {"win": f"sections = {signs}"}, {"win": pays})
    for name, signs, pays in (
        ("dollar-11", '["11"]', "11 to 1"),
        ("dollar-23", '["23"]', "23 to 1"),
        ("crown", '["crown"]', "47 to 1"),
        ("either", '["crown", "anchor"]', "22 to 1"),
    )
)


def own_wheel(folder: Path, more: str = OWN_SIGNS) -> Rulebook:
    text = (SHELF / "hard-rock-cincinnati" / "big-six@2019-12-05.toml").read_text()
    signs = next(line for line in text.splitlines() if "logo = 1 }" in line)
    gone = text[text.index("[wagers.dollar-10]") : text.index("[[irregularities]]")]
    return book(folder, "big-six", more, (signs, f"value = {SIGNS}"), (gone, ""))


def test_a_wheel_has_signs_of_its_own_and_the_book_describes_the_wagers_on_them(tmp_path: Path) -> None:
    rules = own_wheel(tmp_path)
    found = settled(bet(table(rules, acts.Landed("crown")), crown=10, either=10, dollar_23=10))
    assert found == {"crown": ("win", 470_00), "either": ("win", 220_00), "dollar-23": ("lose", -10_00)}
    published = {"dollar-1": 4, "dollar-11": 4, "dollar-23": 4, "crown": 4, "either": 6}  # of 52
    assert {name: edge(rules, name) for name in published} == {name: Fraction(n, 52) for name, n in published.items()}


def test_what_a_wager_is_on_stands_on_the_wheel(tmp_path: Path) -> None:
    book_ = own_wheel(tmp_path, OWN_SIGNS.replace('["23"]', '["23", "crowm"]'))
    told = [(str(found), found.warning) for found in game_class("big-six").faults(book_)]
    assert len(told) == 1 and not told[0][1]
    assert told[0][0].startswith("wagers.dollar-23.outcomes.win.sections[2]: no section of the wheel bears it; did you")
    assert "did you mean crown?" in told[0][0]
    without = own_wheel(tmp_path, OWN_SIGNS.split("\n[wagers.crown]")[0])
    told = [(found.where, found.warning) for found in game_class("big-six").faults(without)]
    assert told == [("rules.sections.value.anchor", True), ("rules.sections.value.crown", True)]
