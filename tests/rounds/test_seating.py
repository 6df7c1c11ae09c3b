"""Patrons come, buy chips and go between two rounds, whatever the dealer does then; nothing recorded before changes."""

from pathlib import Path

import msgspec
import pytest

from croupier.equipment.cards import parse_card
from croupier.equipment.entropy import SeededEntropy
from croupier.equipment.shoe import UNSEEN
from croupier.games import game_of, open_table
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.felt import snapshot
from croupier.rounds.journal import decode, encode, verified
from croupier.rounds.refusal import NotAllowed, Refused
from croupier.rounds.replay import replay, steps
from croupier.rounds.requests import Betting, Card, Do, Shuffle
from croupier.rounds.script import do
from croupier.rounds.view import view

HOUSE = "hard-rock-cincinnati"
ANN, BOB, DEALER, SUPERVISOR = By("player", "ann"), By("player", "bob"), By("dealer", "d1"), By("supervisor", "s1")
JOURNALS = sorted((Path(__file__).parent / "journals").glob("*.txt"))


def three_card() -> Driver:
    return open_table(HOUSE, "three-card-poker", None, {"dealing": "hand"}, mode="dealer")


def replays(driver: Driver) -> bool:
    again = replay(driver.journal.entries(), game_of)
    return again.journal.head == driver.journal.head and snapshot(again.felt) == snapshot(driver.felt)


def play_a_round(driver: Driver) -> Driver:
    """Ann's three cards against the dealer's, to the settlement; the next shuffle is asked for."""
    if isinstance(driver.pending, Shuffle):
        driver.answer(DEALER, acts.Shuffled(52))
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    for _ in range(6):
        driver.answer(DEALER, acts.Fall(UNSEEN))
    driver.answer(ANN, acts.Chosen("play"))
    for cards in ("Ks Qs 2d", "9c 9d 2h"):
        driver.answer(DEALER, acts.Falls(tuple(map(parse_card, cards.split()))))
    assert isinstance(driver.pending, Shuffle)
    return driver


def test_before_the_first_shuffle_patrons_sit_down_buy_in_and_leave() -> None:
    driver = three_card()
    number = driver.number
    assert driver.seating and not driver.betting and view(driver, BOB)["seating"]
    driver.answer(ANN, acts.Sit(1, "ann", 500_00), number)
    driver.answer(BOB, acts.Sit(4, "bob", 100_00), number)
    driver.answer(ANN, acts.Buy(1, 500_00), number)
    driver.answer(BOB, acts.Leave(4), number)
    assert isinstance(driver.pending, Shuffle) and driver.table.chips(1) == 1000_00 and driver.table.balance() == 0
    driver.answer(DEALER, acts.Shuffled(52), number)  # the shuffle is asked for under the number it had
    assert isinstance(driver.pending, Betting)
    assert play_a_round(driver).felt.round == 2 and driver.seating
    assert [e.kind for e in driver.journal.entries()][1:7] == ["Shuffle"] * 5 + ["Betting"]
    assert replays(driver)


def test_the_rules_of_seats_hold_while_the_dealer_shuffles() -> None:
    driver = three_card()
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    before = snapshot(driver.felt), driver.journal.head
    refused: list[tuple[By, acts.Act, str]] = [
        (BOB, acts.Sit(1, "bob", 5_00), "is taken"),
        (BOB, acts.Sit(2, "ann", 5_00), "for himself"),
        (BOB, acts.Leave(1), "not yours"),
        (ANN, acts.Buy(1, 0), "more than"),
        (ANN, acts.Sit(5, "ann"), "adjacent"),
        (ANN, acts.Bet(1, "ante", 10_00), "dealer"),  # no wagers before the cards are shuffled
        (DEALER, acts.Bet(1, "ante", 10_00), "shuffled and cut"),
        (DEALER, acts.Close(), "shuffled and cut"),
    ]
    for by, act, says in refused:
        with pytest.raises(Refused, match=says):
            driver.answer(by, act)
    assert (snapshot(driver.felt), driver.journal.head) == before


def test_once_wagers_are_closed_nobody_comes_or_goes_until_the_round_is_over() -> None:
    driver = three_card()
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    driver.answer(DEALER, acts.Shuffled(52))
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    while driver.felt.round == 1:
        assert not driver.seating
        for by, act in ((BOB, acts.Sit(2, "bob", 5_00)), (ANN, acts.Buy(1, 5_00)), (ANN, acts.Leave(1))):
            with pytest.raises(Refused):
                driver.answer(by, act)
        if isinstance(driver.pending, Card):
            driver.answer(DEALER, acts.Fall(UNSEEN))
        elif driver.felt.stage == "decisions":
            driver.answer(ANN, acts.Chosen("fold"))
        else:
            driver.answer(DEALER, acts.Falls(tuple(map(parse_card, ("Ks", "Qs", "2d")))))
    assert driver.seating


def test_patrons_sit_down_while_a_shoe_is_shuffled_and_burned() -> None:
    driver = open_table(HOUSE, "blackjack", mode="dealer")
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    driver.answer(DEALER, acts.Shuffled(200))
    assert isinstance(driver.pending, Card) and driver.pending.to == "burn"
    driver.answer(BOB, acts.Sit(2, "bob", 500_00))
    burned = acts.Fall(UNSEEN)
    driver.answer(DEALER, burned)
    assert isinstance(driver.pending, Betting) and driver.table.shoe.dealt == 1
    assert replays(driver)


def test_patrons_come_while_a_ruling_has_the_cards_shuffled_between_two_rounds() -> None:
    driver = three_card()
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    driver.answer(DEALER, acts.Shuffled(52))
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.declare(SUPERVISOR, "shuffler-jam")
    assert driver.ruling and isinstance(driver.pending, Shuffle)
    driver.answer(BOB, acts.Sit(2, "bob", 500_00))
    with pytest.raises(Refused, match="wagers on the layout"):
        driver.answer(ANN, acts.Leave(1))
    driver.answer(DEALER, acts.Shuffled(52))
    driver.answer(BOB, acts.Bet(2, "ante", 10_00))
    assert replays(driver)


def test_at_a_shuffle_in_the_middle_of_a_round_nobody_comes() -> None:
    """A shoe that runs out is shuffled while hands lie on the table: the round goes on."""
    driver = open_table(HOUSE, "blackjack", mode="dealer")
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    while not driver.betting:
        driver.answer(DEALER, acts.Shuffled(200) if isinstance(driver.pending, Shuffle) else acts.Fall(UNSEEN))
    driver.answer(ANN, acts.Bet(1, "blackjack", 10_00))
    driver.answer(DEALER, acts.Close())
    driver.declare(SUPERVISOR, "insufficient-cards")
    assert isinstance(driver.pending, Shuffle) and not driver.seating
    with pytest.raises(Refused):
        driver.answer(BOB, acts.Sit(2, "bob", 500_00))


def test_stations_keep_their_rule_that_no_dealer_seats_anybody() -> None:
    driver = open_table(HOUSE, "mini-midi-baccarat", None, {"stations": 20}, mode="dealer")
    assert isinstance(driver.pending, Shuffle)
    with pytest.raises(NotAllowed, match="at the station"):
        driver.answer(DEALER, acts.Sit(1, "ann", 500_00))
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    assert driver.table.chips(1) == 500_00


# Undo


def test_undo_of_the_last_card_leaves_who_has_sat_down_since() -> None:
    driver = three_card()
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    play_a_round(driver)
    won = driver.table.chips(1)
    driver.answer(BOB, acts.Sit(2, "bob", 300_00))
    driver.answer(ANN, acts.Buy(1, 100_00))
    undone = driver.undo(DEALER)
    assert undone.entry == driver.entry - 3
    assert driver.felt.round == 1 and driver.table.position(2).patron == "bob" and driver.table.chips(2) == 300_00
    assert driver.table.balance() == 0 and not driver.seating
    driver.answer(DEALER, acts.Falls(tuple(map(parse_card, ("9c", "9d", "2h")))))  # the same cards, keyed again
    assert driver.felt.round == 2 and driver.table.chips(1) == won + 100_00
    assert replays(driver)


def test_undo_of_a_burn_card_or_the_shuffle_leaves_who_has_sat_down_since() -> None:
    driver = open_table(HOUSE, "blackjack", mode="dealer")
    driver.answer(DEALER, acts.Shuffled(200))
    shuffled = driver.entry
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    driver.answer(DEALER, acts.Fall(UNSEEN))
    driver.answer(BOB, acts.Sit(2, "bob", 500_00))
    driver.undo(DEALER)
    assert isinstance(driver.pending, Card) and driver.pending.to == "burn"
    driver.undo(DEALER, shuffled)
    assert isinstance(driver.pending, Shuffle) and [p.patron for p in driver.felt.positions[:2]] == ["ann", "bob"]
    driver.answer(DEALER, acts.Shuffled(150))
    driver.answer(DEALER, acts.Fall(UNSEEN))
    assert driver.betting and driver.table.shoe.cut == 150 and driver.table.chips(2) == 500_00
    assert replays(driver)


def test_undo_does_not_take_back_a_seat_nor_what_somebody_was_paid_who_has_left() -> None:
    driver = three_card()
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    with pytest.raises(Refused, match="takes his chips and leaves"):
        driver.undo(DEALER, driver.entry)
    play_a_round(driver)
    last = driver.entry
    driver.answer(ANN, acts.Leave(1))
    with pytest.raises(Refused, match="has left since"):
        driver.undo(DEALER, last)
    assert replays(driver)


# Words, and what was recorded before


def test_seats_in_words_while_the_cards_are_shuffled() -> None:
    driver = three_card()
    for line in ("sit 1 ann 500", "buy 1 20", "sit 2 bob 100", "leave 2", "shuffle 40", "bet 1 ante 25"):
        do(driver, DEALER, line)
    assert driver.betting and driver.table.chips(1) == 495_00
    with pytest.raises(Refused):
        do(driver, DEALER, "buy 1 lots")


def test_an_electronic_table_asks_nobody_to_shuffle() -> None:
    driver = open_table(HOUSE, "three-card-poker", chance=Chance(SeededEntropy(1)))
    assert driver.betting and driver.seating
    driver.answer(ANN, acts.Sit(1, "ann", 500_00))
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    assert not driver.seating and not isinstance(driver.pending, Do)


@pytest.mark.parametrize("path", JOURNALS, ids=[path.stem for path in JOURNALS])
def test_a_journal_of_before_replays_byte_for_byte(path: Path) -> None:
    """Written when nobody could sit down before the shuffle, with undone entries and rulings in it.

    The opening names the digest of the rulebook's file, which any word added to that file changes: it alone is renewed.
    """
    recorded = [data for _, data in verified(path.read_bytes().splitlines(), path.name)]
    entries = [decode(data) for data in recorded]
    opened = entries[0].act
    assert isinstance(opened, acts.Opened)
    posting = game_of(opened).posting
    renewed = msgspec.structs.replace(opened, rulebook=posting.rulebook.digest, posting=posting.digest)
    entries[0] = msgspec.structs.replace(entries[0], act=renewed)
    for number, (_, driver) in enumerate(steps(entries, game_of), 1):
        made = driver.journal.last  # type: ignore[attr-defined]
        assert number == 1 or encode(made) == recorded[number - 1]
    assert number == len(recorded) > 100
    assert sum(isinstance(entry.act, acts.Undone) for entry in entries) or opened.mode == "electronic"


def test_there_are_journals_of_before() -> None:
    assert len(JOURNALS) == 4


def several(**options: object) -> Driver:
    """A patron at positions 1 to 3 of a blackjack table, wagers open."""
    driver = open_table("hard-rock-cincinnati", "blackjack", mode="dealer", options=options)
    while not driver.betting:
        pending = driver.pending
        driver.answer(DEALER, acts.Shuffled(getattr(pending, "cut", 0)) if hasattr(pending, "cut") else acts.Fall(-1))
    for number in (1, 2, 3):
        driver.answer(DEALER, acts.Sit(number, "ann", 500_00))
    return driver


def test_positions_that_one_patron_plays_stay_side_by_side() -> None:
    driver = several()
    with pytest.raises(Refused, match="give up 1 or 3 before 2") as refused:
        driver.answer(DEALER, acts.Leave(2))
    assert refused.value.clause == "13"
    driver.answer(DEALER, acts.Bet(1, "blackjack", 25_00))
    with pytest.raises(Refused, match="position 3 is apart from 1"):
        driver.answer(DEALER, acts.Bet(3, "blackjack", 25_00))
    driver.answer(DEALER, acts.Bet(2, "blackjack", 25_00))
    driver.answer(DEALER, acts.Bet(3, "blackjack", 25_00))
    with pytest.raises(Refused, match="lies between others"):
        driver.answer(DEALER, acts.Take(2, "blackjack"))
    driver.answer(DEALER, acts.Take(3, "blackjack"))
    driver.answer(DEALER, acts.Leave(3))


def test_who_plays_several_positions_wagers_what_the_house_asks_for_that() -> None:
    driver = several(**{"several-positions-least": 50})
    driver.answer(DEALER, acts.Bet(1, "blackjack", 25_00))
    for amount in (25_00, 50_00):  # too little here, then too little at the first
        with pytest.raises(Refused, match=r"at least \$50.00 at each; \$25.00 at") as refused:
            driver.answer(DEALER, acts.Bet(2, "blackjack", amount))
        assert refused.value.clause == "13"
    driver.answer(DEALER, acts.Bet(1, "blackjack", 25_00))
    driver.answer(DEALER, acts.Bet(2, "blackjack", 50_00))
    with pytest.raises(Refused, match="at each"):
        driver.answer(DEALER, acts.Take(1, "blackjack", amount=25_00))
    driver.answer(DEALER, acts.Take(2, "blackjack"))
    driver.answer(DEALER, acts.Take(1, "blackjack", amount=25_00))
