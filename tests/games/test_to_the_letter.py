"""Rulings that follow the letter of their clauses, and journals from before that are followed as they were ruled."""

import msgspec
import pytest

from croupier.games import open_table
from croupier.odds.lines import lines_of
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import TO_THE_LETTER, Driver
from croupier.rounds.events import Settled, Voided
from croupier.rounds.journal import Entry, MemoryJournal
from croupier.rounds.refusal import NotAllowed, Refused
from croupier.rounds.replay import replay
from croupier.rounds.requests import Betting, Roll
from croupier.rulebook import rulebook

PLAYER, DEALER = By("player", "ann"), By("dealer", "d")


def seated(driver: Driver) -> Driver:
    while not isinstance(driver.pending, Betting):
        driver.answer(DEALER, acts.Shuffled(52))
    driver.answer(DEALER, acts.Sit(1, "ann", 500_00))
    return driver


def test_a_wager_made_while_the_dice_are_in_the_air_is_confirmed_by_the_dealer() -> None:
    driver = seated(open_table("oneida", "craps", mode="dealer"))
    driver.answer(DEALER, acts.Bet(1, "pass", 10_00))
    driver.answer(DEALER, acts.Close())
    assert isinstance(driver.pending, Roll)
    with pytest.raises(NotAllowed, match="confirms the wager") as refused:
        driver.answer(PLAYER, acts.Bet(1, "field", 10_00))
    assert refused.value.clause == "E.1"
    driver.answer(DEALER, acts.Bet(1, "field", 10_00))
    settled = [e for e in driver.answer(DEALER, acts.Thrown((1, 2))) if isinstance(e, Settled)]
    assert {(e.wager, e.net) for e in settled} == {("pass", -10_00), ("field", 10_00)}
    other = seated(open_table("jack-cleveland", "craps", mode="dealer"))
    other.answer(DEALER, acts.Bet(1, "pass", 10_00))
    other.answer(DEALER, acts.Close())
    with pytest.raises(Refused, match="the table waits for the dice"):
        other.answer(DEALER, acts.Bet(1, "field", 10_00))


def test_a_round_whose_wagers_all_went_back_asks_for_no_card() -> None:
    both = {"pair-plus-version": "both-compulsory"}
    driver = seated(open_table("jack-cleveland", "three-card-poker", options=both, mode="dealer"))
    driver.answer(DEALER, acts.Bet(1, "ante", 10_00))
    happened = driver.answer(DEALER, acts.Close())
    assert any(isinstance(e, Voided) for e in happened)
    assert (driver.felt.round, driver.table.chips(1), driver.felt.stage) == (2, 500_00, "shuffle")


def test_a_progressive_stands_beside_a_pair_plus_alone_unless_the_house_posts_otherwise() -> None:
    linked = {"progressive": "three-card"}
    driver = seated(open_table("hard-rock-cincinnati", "three-card-poker", options=linked, mode="dealer"))
    driver.answer(DEALER, acts.Bet(1, "pair-plus", 10_00))
    driver.answer(DEALER, acts.Bet(1, "progressive", driver.game.posting.limits["progressive"].least))
    strict = {**linked, "progressive-beside-alone": False}
    driver = seated(open_table("hard-rock-cincinnati", "three-card-poker", options=strict, mode="dealer"))
    driver.answer(DEALER, acts.Bet(1, "pair-plus", 10_00))
    with pytest.raises(Refused, match="needs the game's own wager"):
        driver.answer(DEALER, acts.Bet(1, "progressive", 1_00))


def test_chips_that_are_owed_as_vigorish_are_not_wagered() -> None:
    deferred = {"vigorish-collection": "deferred"}
    driver = open_table("jack-cleveland", "mini-midi-baccarat", options=deferred, mode="dealer")
    driver.table.felt.memo["vigorish-owed"] = {"1": 5_00}
    while not isinstance(driver.pending, Betting):
        cut = getattr(driver.pending, "cut", None)
        driver.answer(DEALER, acts.Fall(0) if cut is None else acts.Shuffled(cut))
    driver.answer(DEALER, acts.Sit(1, "ann", 100_00))
    with pytest.raises(Refused, match="owes"):
        driver.answer(DEALER, acts.Bet(1, "player", 100_00))
    driver.answer(DEALER, acts.Bet(1, "player", 95_00))


def test_who_owes_more_vigorish_than_his_chips_pays_it_before_he_leaves() -> None:
    """The marker lies until the vigorish is collected, whatever took the chips: 13.E."""
    deferred = {"vigorish-collection": "deferred"}
    driver = open_table("hard-rock-cincinnati", "mini-midi-baccarat", options=deferred, mode="dealer")
    while not isinstance(driver.pending, Betting):
        cut = getattr(driver.pending, "cut", None)
        driver.answer(DEALER, acts.Fall(0) if cut is None else acts.Shuffled(cut))
    driver.answer(DEALER, acts.Sit(1, "ann", 3_00))
    owed = driver.table.felt.memo["vigorish-owed"] = {"1": 5_00}
    with pytest.raises(Refused, match=r"owes \$5.00 vigorish and has \$3.00") as refused:
        driver.answer(DEALER, acts.Leave(1))
    assert refused.value.clause == "13.E"
    driver.game.collect_vigorish(driver.table, 1)  # as before a shuffle
    assert owed == {"1": 2_00} and driver.table.chips(1) == 0
    driver.answer(DEALER, acts.Buy(1, 2_00))
    driver.answer(DEALER, acts.Leave(1))
    assert owed == {}


def test_the_cutting_card_lies_where_the_clause_has_it() -> None:
    driver = open_table("hard-rock-cincinnati", "mini-midi-baccarat", mode="dealer")
    size = driver.table.shoe.size
    with pytest.raises(Refused, match="at least 14 cards above the bottom") as refused:
        driver.answer(DEALER, acts.Shuffled(size - 13))
    assert refused.value.clause == "5.E"
    driver.answer(DEALER, acts.Shuffled(size - 20))


def test_the_odds_follow_the_posted_row_of_a_bankers_six() -> None:
    place, game = "hard-rock-cincinnati", "mini-midi-baccarat"
    found = {}
    for six in ("67", "78"):
        lines = lines_of(rulebook(place, game), {"banker-six": six}, every=False)
        found[six] = next(round(float(line.edge.house_edge) * 100, 2) for line in lines if line.wager == "banker")
    assert found == {"67": 1.06, "78": 1.11}


def test_a_journal_from_before_is_followed_as_it_was_ruled() -> None:
    """A fold forfeited the Pair Plus, whatever version the house offered."""
    driver = seated(open_table("hard-rock-cincinnati", "three-card-poker", mode="dealer"))
    driver.table.to_the_letter = False
    for act in (acts.Bet(1, "ante", 10_00), acts.Bet(1, "pair-plus", 10_00), acts.Close()):
        driver.answer(DEALER, act)
    driver.answer(DEALER, acts.Falls((0, 13, 5)))
    driver.answer(DEALER, acts.Chosen("fold", 1))
    assert isinstance(driver.journal, MemoryJournal)
    entries = [_without_mark(entry) for entry in driver.journal.entries()]
    again = replay(iter(entries), lambda opened: driver.game)
    assert again.table.chips(1) == driver.table.chips(1) == 480_00


def _without_mark(entry: Entry) -> Entry:
    if not isinstance(entry.act, acts.Opened):
        return entry
    options = {key: value for key, value in entry.act.options.items() if key != TO_THE_LETTER}
    return msgspec.structs.replace(entry, act=msgspec.structs.replace(entry.act, options=options))
