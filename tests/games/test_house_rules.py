"""The rules of twenty-one that other houses play: surrender, no hole card, doubling and splitting, Charlies, packs."""

from pathlib import Path

import pytest

from croupier.equipment.entropy import SeededEntropy
from croupier.equipment.shoe import full_set
from croupier.games import game_class
from croupier.odds.games.twentyone.books import exact_edge, rules_of
from croupier.odds.games.twentyone.hands import ACE, TEN
from croupier.odds.strategy_bot import OptimalBot
from croupier.rounds import acts
from croupier.rounds.bots import play
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Happening, Settled
from croupier.rulebook.model import Rulebook
from croupier.rulebook.posting import Posting
from tests.games.test_described import BURN, cards
from tests.made_up import bet, book, choose, finish, rule, settled, table

HALF = ('rows = [["win", "1 to 1"], ["blackjack"', 'rows = [["win", "1 to 1"], ["surrender", "1 for 2"], ["blackjack"')


def house(folder: Path, *changes: tuple[str, str], **rules: str) -> Rulebook:
    """The printed book with more rules, hyphens as underscores."""
    more = "".join(rule(name.replace("_", "-"), value) for name, value in rules.items())
    return book(folder, "blackjack", more, *changes)


def names(driver: Driver) -> list[str]:
    return [choice.name for choice in driver.pending.choices]  # type: ignore[attr-defined]


def test_a_hand_is_surrendered_for_half_once_the_dealer_has_no_blackjack(tmp_path: Path) -> None:
    rules = house(tmp_path, HALF, surrender='"late"')
    driver = table(rules, *cards(BURN + "Th 9s 6d Tc"))
    bet(driver, blackjack=10)
    assert settled(choose(driver, "surrender")) == {"blackjack": ("surrender", -5_00)}
    driver = table(rules, *cards(BURN + "Th As 6d Tc"))
    bet(driver, blackjack=10)
    assert settled(finish(driver, "surrender"))["blackjack"] == ("lose", -10_00), "a blackjack comes first"


def test_an_early_surrender_comes_before_the_dealer_looks(tmp_path: Path) -> None:
    driver = table(house(tmp_path, HALF, surrender='"early"'), *cards(BURN + "Th As 6d Tc"))
    bet(driver, blackjack=10)
    assert names(driver) == ["play-on", "surrender"]
    assert settled(choose(driver, "surrender")) == {"blackjack": ("surrender", -5_00)}
    driver = table(house(tmp_path, HALF, surrender='"early-against-ten"'), *cards(BURN + "Th As 6d 9c"))
    bet(driver, blackjack=10)
    driver.answer(acts.By("player", "ann"), acts.Staked(0, 1))  # no insurance
    assert "surrender" in names(driver), "against an ace it comes late"


def test_three_cards_and_split_hands_are_not_surrendered(tmp_path: Path) -> None:
    driver = table(house(tmp_path, HALF, surrender='"late"'), *cards(BURN + "8h 9s 8d Tc 2h 2c 3d"))
    bet(driver, blackjack=10)
    choose(driver, "split")
    assert "surrender" not in names(driver)
    choose(driver, "hit")
    assert "surrender" not in names(driver)


def test_a_surrender_needs_its_row(tmp_path: Path) -> None:
    rules = house(tmp_path, surrender='"late"')
    assert any('["surrender", "1 for 2"]' in fault for fault in game_class("blackjack").check_rulebook(rules))


@pytest.mark.parametrize("row", ["1 to 2", "2 to 1", "Push", "3 for 2"])
def test_a_surrender_that_gives_nothing_up_is_a_fault(tmp_path: Path, row: str) -> None:
    rules = house(tmp_path, (HALF[0], HALF[1].replace("1 for 2", row)), surrender='"late"')
    assert any(f"expected less than the wager, such as 1 for 2 where half comes back, found {row}" in str(fault)
               for fault in game_class("blackjack").check_rulebook(rules))  # fmt: skip


def test_without_a_hole_card_a_blackjack_found_late_takes_the_original_wager_or_all(tmp_path: Path) -> None:
    for takes, doubled in (('"original"', 0), ('"all"', -10_00)):
        driver = table(
            house(tmp_path, hole_card='"none"', dealer_blackjack_takes=takes), *cards(BURN + "6h Ts 5d 9c As")
        )
        bet(driver, blackjack=10)
        assert len(driver.felt.dealer.cards) == 1, "one card until the players are done"
        happened = settled(choose(driver, "double"))
        assert {wager: net for wager, (_, net) in happened.items()} == {"blackjack": -10_00, "double": doubled}


def test_without_a_hole_card_a_blackjack_waits_for_the_dealers_second_card(tmp_path: Path) -> None:
    rules = house(tmp_path, hole_card='"none"')
    happened = bet(table(rules, *cards(BURN + "Ah Ts Kd 5c 6d")), blackjack=10)
    assert settled(happened)["blackjack"] == ("blackjack", 15_00)
    happened = bet(table(rules, *cards(BURN + "Ah Ts Kd Ac")), blackjack=10)
    assert settled(happened)["blackjack"] == ("push", 0)


def test_a_surrender_without_a_hole_card_is_lost_whole_to_a_blackjack(tmp_path: Path) -> None:
    for second, net in (("As", -10_00), ("9s", -5_00)):
        rules = house(tmp_path, HALF, surrender='"late"', hole_card='"none"')
        driver = table(rules, *cards(BURN + f"Th Ts 6d {second}"))
        bet(driver, blackjack=10)
        assert settled(choose(driver, "surrender"))["blackjack"][1] == net


@pytest.mark.parametrize(
    ("rules", "dealt", "choices", "allowed"),
    [
        ({}, "8h 9s 8d Tc 3h", ("split",), True),
        ({"double_after_split": "false"}, "8h 9s 8d Tc 3h", ("split",), False),
        ({"double_on": '"hard-10-or-11"'}, "5h 9s 4d Tc", (), False),
        ({"double_on": '"hard-9-to-11"'}, "5h 9s 4d Tc", (), True),
        ({"double_on": '"hard-9-to-11"'}, "Ah 9s 8d Tc", (), False),
    ],
)
def test_what_may_be_doubled_is_the_houses_choice(
    tmp_path: Path, rules: dict[str, str], dealt: str, choices: tuple[str, ...], allowed: bool
) -> None:
    driver = table(house(tmp_path, **rules), *cards(BURN + dealt + " 2c 2d 2h"))
    bet(driver, blackjack=10)
    choose(driver, *choices)
    assert ("double" in names(driver)) is allowed


def test_split_aces_may_be_drawn_to_where_the_book_says_so(tmp_path: Path) -> None:
    driver = table(house(tmp_path, draw_to_split_aces="true"), *cards(BURN + "Ah 9s Ad Tc 3h 4c 5d"))
    bet(driver, blackjack=10)
    choose(driver, "split")
    assert names(driver) == ["stand", "hit"]


def test_five_cards_win_whatever_the_dealer_has(tmp_path: Path) -> None:
    driver = table(house(tmp_path, charlie="5"), *cards(BURN + "2h Ts 3d Tc 2c 4d 5h"))
    bet(driver, blackjack=10)
    happened = choose(driver, "hit", "hit", "hit")
    assert settled(happened)["blackjack"] == ("win", 10_00), "sixteen in five cards against twenty"
    assert len(driver.felt.dealer.cards) == 2


def test_a_spanish_pack_has_no_tens(tmp_path: Path) -> None:
    driver = table(house(tmp_path, pack='"spanish"'), seed=3)
    assert driver.table.shoe.size == 6 * 48 and len(full_set(6, 0, spanish=True)) == 6 * 48
    assert not [card for card in full_set(1, 0, spanish=True) if card >> 2 == 8]
    assert driver.table.shoe.unseen(8 * 4) == 0 and driver.table.shoe.unseen(9 * 4) == 6


# ------------------------------------------------------------------------------------------ the odds

EIGHT = ('default = 6\nclause = "3.A"', 'default = 8\nclause = "3.A"')


def edge(folder: Path, *changes: tuple[str, str], **rules: str) -> float:
    posting = Posting(house(folder, EIGHT, *changes, **rules), {"soft-17": "stand"})
    return 100 * float(exact_edge(rules_of(posting)).house_edge)


@pytest.mark.slow
def test_each_rule_is_worth_what_is_published_for_eight_decks(tmp_path: Path) -> None:
    """In hundredths of the wager, against eight decks, soft 17 stood on, doubles after splits: 0.43 to the house."""
    usual = edge(tmp_path)
    assert usual == pytest.approx(0.43, abs=0.005)
    published = {
        (("surrender", '"late"'),): 0.08,
        (("surrender", '"early"'),): 0.63,
        (("hole_card", '"none"'), ("dealer_blackjack_takes", '"all"')): -0.11,
        (("hole_card", '"none"'),): 0.0,
        (("charlie", "6"),): 0.15,
        (("charlie", "7"),): 0.01,
        (("double_after_split", "false"),): -0.14,
        (("double_on", '"hard-9-to-11"'),): -0.09,
        (("double_on", '"hard-10-or-11"'),): -0.19,
        (("draw_to_split_aces", "true"),): 0.18,
    }
    for rules, worth in published.items():
        changes = (HALF,) if rules[0][0] == "surrender" else ()
        found = usual - edge(tmp_path, *changes, **dict(rules))
        assert found == pytest.approx(worth, abs=0.006), rules


def test_the_rules_of_a_posting_are_those_that_the_table_plays(tmp_path: Path) -> None:
    rules = rules_of(
        Posting(
            house(tmp_path, HALF, surrender='"early"', hole_card='"none"', dealer_blackjack_takes='"all"', charlie="5",
                  double_on='"hard-9-to-11"', double_after_split="false", draw_to_split_aces="true", pack='"spanish"')
        )
    )  # fmt: skip
    assert rules.surrender and rules.early_surrender == {ACE, TEN} and rules.blackjack_takes_all
    assert rules.charlie == 5 and rules.doubles == {9, 10, 11} and not rules.double_after_split
    assert rules.draw_to_split_aces and rules.spanish and sum(rules.shoe) == 288 and rules.shoe[TEN] == 72


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        {"surrender": '"late"', "charlie": "5", "double_after_split": "false"},
        {"surrender": '"early"', "pack": '"spanish"'},
        {"hole_card": '"none"', "dealer_blackjack_takes": '"all"', "double_on": '"hard-9-to-11"'},
    ],
)
def test_the_table_loses_as_the_exact_edge_says(tmp_path: Path, rules: dict[str, str]) -> None:
    """Every round from a fresh shoe, played as well as can be by a program that sees its own cards."""
    described = house(tmp_path, *((HALF,) if "surrender" in rules else ()), **rules)
    chance = Chance(SeededEntropy(17))
    driver = Driver(game_class("blackjack")(Posting(described, {"dealing": "continuous"})), chance=chance, seats=1)
    nets: list[int] = []

    def hear(happened: list[Happening]) -> None:
        nets.extend(event.net for event in happened if isinstance(event, Settled))

    play(driver, [OptimalBot(1)], 6_000, hear)
    found = exact_edge(rules_of(driver.game.posting))
    mean = sum(nets) / 6_000 / 10_00
    spread = found.standard_deviation / 6_000**0.5
    assert abs(-mean - float(found.house_edge)) < 4.5 * spread
