"""The driver: authority, staleness, undo, voids, crash and recovery, the journal's chain and the seals."""

from pathlib import Path

import pytest

from croupier.equipment.entropy import SeededEntropy
from croupier.equipment.shoe import UNSEEN
from croupier.games import game_of, open_table, replay_file
from croupier.rounds import acts, events
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance, FileVault, MemoryVault, Stacked
from croupier.rounds.driver import Driver
from croupier.rounds.felt import snapshot
from croupier.rounds.journal import Broken, FileJournal, MemoryJournal, read_journal
from croupier.rounds.refusal import NotAllowed, Refused, Stale
from croupier.rounds.replay import replay, steps
from croupier.rounds.requests import Betting, Card, Decide, Shuffle, Stack, Turn
from croupier.rounds.script import do, parse
from croupier.rounds.view import request_for, view

ANN, BOB, DEALER, SUPERVISOR = By("player", "ann"), By("player", "bob"), By("dealer", "d1"), By("supervisor", "s1")


def electronic(**more: object) -> Driver:
    chance = more.pop("chance", None) or Chance(SeededEntropy(1))
    return open_table("hard-rock-cincinnati", "three-card-poker", chance=chance, **more)


def by_hand(**options: str) -> Driver:
    return open_table("hard-rock-cincinnati", "three-card-poker", None, {"dealing": "hand", **options}, mode="dealer")


def seated(driver: Driver) -> Driver:
    if isinstance(driver.pending, Shuffle):
        driver.answer(DEALER, acts.Shuffled(52))
    driver.answer(ANN, acts.Sit(1, "ann", 1000_00))
    return driver


def at_decision(driver: Driver) -> Driver:
    seated(driver).answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    if not driver.table.electronic:
        for _ in range(6):
            driver.answer(DEALER, acts.Fall(UNSEEN))
    assert isinstance(driver.pending, Decide)
    return driver


def test_an_answer_to_an_older_request_is_refused() -> None:
    driver = seated(electronic())
    number = driver.number
    driver.answer(ANN, acts.Bet(1, "ante", 10_00), number)
    driver.answer(ANN, acts.Bet(1, "ante", 10_00), number)  # betting stays open under one number
    driver.answer(DEALER, acts.Close(), number)
    with pytest.raises(Stale):
        driver.answer(ANN, acts.Bet(1, "ante", 10_00), number)


@pytest.mark.parametrize(
    ("by", "act"),
    [(BOB, acts.Chosen("play")), (DEALER, acts.Chosen("play")), (By("chance"), acts.Chosen("play"))],
)
def test_only_the_player_decides_at_an_electronic_table(by: By, act: acts.Act) -> None:
    driver = at_decision(electronic())
    with pytest.raises(NotAllowed):
        driver.answer(by, act)
    driver.answer(ANN, acts.Chosen("fold"))


def test_the_dealer_keys_a_players_decision_at_a_dealer_operated_table() -> None:
    at_decision(by_hand()).answer(DEALER, acts.Chosen("fold"))


def test_people_do_not_deal_an_electronic_shoe() -> None:
    driver = seated(electronic(chance=Stacked()))
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    with pytest.raises(NotAllowed, match="shuffler"):
        driver.answer(DEALER, acts.Falls((1, 2, 3)))


def test_a_player_sits_down_only_for_himself() -> None:
    driver = electronic()
    with pytest.raises(NotAllowed):
        driver.answer(BOB, acts.Sit(1, "ann", 5))


def test_a_decision_that_costs_more_than_the_chips_left_is_refused() -> None:
    driver = electronic()
    driver.answer(ANN, acts.Sit(1, "ann", 15_00))
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    with pytest.raises(Refused, match="costs"):
        driver.answer(ANN, acts.Chosen("play"))
    driver.answer(ANN, acts.Chosen("fold"))


def test_leaving_takes_the_chips_and_is_refused_with_a_wager_out() -> None:
    driver = seated(electronic())
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    with pytest.raises(Refused, match="wagers on the layout"):
        driver.answer(ANN, acts.Leave(1))
    driver.answer(ANN, acts.Take(1, "ante"))
    driver.answer(ANN, acts.Leave(1))
    assert driver.table.balance() == 0 and "patron:ann" not in driver.felt.accounts


def test_positions_of_one_patron_are_adjacent_and_few() -> None:
    driver = seated(electronic())
    with pytest.raises(Refused, match="adjacent"):
        driver.answer(ANN, acts.Sit(5, "ann"))
    driver.answer(ANN, acts.Sit(2, "ann"))
    driver.answer(ANN, acts.Sit(3, "ann"))
    with pytest.raises(Refused, match="at most 3"):
        driver.answer(ANN, acts.Sit(4, "ann"))


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (acts.Bet(1, "ante", 5_00), "outside"),
        (acts.Bet(1, "ante", 5000_00), "outside"),
        (acts.Bet(1, "ante", 10_50), "steps"),
        (acts.Bet(1, "ante", 1000_00), None),
        (acts.Bet(1, "ante", 990_00), None),
        (acts.Bet(1, "play", 10_00), "later"),
        (acts.Bet(1, "ante", 10_00, "red"), "not on anything"),
        (acts.Bet(2, "ante", 10_00), "not yours"),
        (acts.Bet(9, "ante", 10_00), "positions 1 to 7"),
        (acts.Take(1, "ante"), "no Ante wager"),
        (acts.Call(1, "off"), "changes nothing"),
        (acts.Buy(1, 0), "more than"),
        (acts.Sit(1, "bob", 1), "taken"),
        (acts.Close(), "at least one"),
        (acts.Chosen("hit"), "waits for"),
    ],
)
def test_wagers_are_held_to_the_posting(act: acts.Act, expected: str | None) -> None:
    driver = seated(electronic())
    before = snapshot(driver.felt), driver.journal.head
    if expected is None:
        driver.answer(ANN, act)
        return
    with pytest.raises(Refused, match=expected):
        driver.answer(By("manager") if isinstance(act, acts.Sit | acts.Close) else ANN, act)
    assert (snapshot(driver.felt), driver.journal.head) == before


def test_a_wager_is_reduced_but_not_below_the_least() -> None:
    driver = seated(electronic())
    driver.answer(ANN, acts.Bet(1, "ante", 30_00))
    driver.answer(ANN, acts.Take(1, "ante", "", 10_00))
    with pytest.raises(Refused, match="leave nothing or at least"):
        driver.answer(ANN, acts.Take(1, "ante", "", 15_00))
    driver.answer(ANN, acts.Bet(1, "pair-plus", 5_00))
    driver.answer(ANN, acts.Bet(1, "six-card-bonus", 5_00))
    with pytest.raises(Refused, match="needs it"):
        driver.answer(ANN, acts.Take(1, "ante"))


# Cards keyed by hand


def test_a_card_on_the_table_can_not_be_keyed_again() -> None:
    driver = at_decision(by_hand())
    driver.answer(ANN, acts.Chosen("play"))
    assert isinstance(driver.pending, Turn)
    driver.answer(DEALER, acts.Falls((0, 5, 10)))
    with pytest.raises(Refused, match="lies at the dealer"):
        driver.answer(DEALER, acts.Falls((0, 20, 30)))
    with pytest.raises(Refused, match="3 cards"):
        driver.answer(DEALER, acts.Falls((20, 30)))
    with pytest.raises(Refused, match="face up"):
        driver.answer(DEALER, acts.Falls((20, 30, UNSEEN)))
    with pytest.raises(Refused, match="Jk is no card of this game"):
        driver.answer(DEALER, acts.Falls((20, 30, 52)))


def test_undo_of_the_last_card_reopens_the_settled_round() -> None:
    driver = at_decision(by_hand())
    driver.answer(ANN, acts.Chosen("play"))
    driver.answer(DEALER, acts.Falls((0, 5, 10)))
    before = snapshot(driver.felt)
    driver.answer(DEALER, acts.Falls((20, 30, 40)))
    assert driver.felt.round == 2
    undone = driver.undo(DEALER)
    assert snapshot(driver.felt) == before and driver.felt.round == 1 and undone.entry == driver.entry - 1
    driver.answer(DEALER, acts.Falls((21, 30, 40)))
    assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head


def test_undo_never_takes_back_a_decision_a_wager_or_an_electronic_card() -> None:
    driver = at_decision(by_hand())
    entry = driver.entry
    driver.answer(ANN, acts.Chosen("play"))
    with pytest.raises(Refused, match="own decision"):
        driver.undo(DEALER, entry)
    with pytest.raises(Refused, match="not part of this round"):
        driver.undo(DEALER, 1)
    with pytest.raises(NotAllowed):
        driver.undo(ANN)
    betting = seated(by_hand())
    betting.answer(ANN, acts.Bet(1, "ante", 10_00))
    with pytest.raises(Refused, match="take the wager back"):
        betting.undo(DEALER)
    with pytest.raises(Refused, match="electronic"):
        at_decision(electronic()).undo(DEALER)


def test_what_a_supervisor_ruled_is_taken_back_by_a_supervisor() -> None:
    driver = at_decision(by_hand())
    before = snapshot(driver.felt)
    driver.declare(SUPERVISOR, "misdeal")
    with pytest.raises(NotAllowed, match="is the supervisor's"):
        driver.undo(DEALER)
    driver.undo(SUPERVISOR)
    assert snapshot(driver.felt) == before
    driver.declare(DEALER, "misdeal")
    driver.undo(DEALER)
    assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head


# Irregularities


def test_an_irregularity_is_declared_where_it_can_happen_by_who_may() -> None:
    driver = at_decision(electronic())
    assert "dealer-card-exposed" in driver.declarable() and "shuffler-jam" not in driver.declarable()
    with pytest.raises(Refused, match="no irregularity"):
        driver.declare(DEALER, "earthquake")
    with pytest.raises(Refused, match="can be declared during"):
        driver.declare(DEALER, "shuffler-jam")
    with pytest.raises(NotAllowed, match="supervisor"):
        driver.declare(DEALER, "player-leaves")
    with pytest.raises(NotAllowed):
        driver.declare(ANN, "misdeal")
    with pytest.raises(Refused, match="positions"):
        driver.declare(DEALER, "misdeal", 88)


def test_the_supervisor_decides_what_the_clause_leaves_to_him_and_is_named() -> None:
    driver = at_decision(electronic())
    driver.declare(SUPERVISOR, "player-leaves")
    with pytest.raises(Refused, match="finish it first"):
        driver.declare(SUPERVISOR, "misdeal")
    with pytest.raises(NotAllowed):
        driver.answer(DEALER, acts.Chosen("go-on"))
    happened = driver.answer(SUPERVISOR, acts.Chosen("abandoned"))
    ruled = next(e for e in happened if isinstance(e, events.Ruled))
    assert (ruled.by, ruled.clause, ruled.ruling) == ("supervisor", "7.C", "void-hand")
    assert [e.result for e in happened if isinstance(e, events.Settled)] == ["lost"]


def test_a_reshuffle_before_the_deal_reseals_the_deck() -> None:
    driver = seated(electronic())
    before = driver.table.shoe.commitment
    driver.declare(DEALER, "shuffler-jam")
    assert driver.table.shoe.commitment not in ("", before) and isinstance(driver.pending, Betting)


def test_a_wrong_count_sends_the_deck_away() -> None:
    driver = at_decision(electronic())
    driver.declare(DEALER, "wrong-card-count")
    assert driver.felt.round == 2 and driver.felt.wagers == [] and driver.table.chips(1) == 1000_00


# The journal


def test_a_journal_file_resumes_after_a_crash_at_any_byte(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    driver = electronic(journal=FileJournal(path, new=True), chance=Chance(SeededEntropy(3), FileVault(tmp_path / "v")))
    at_decision(driver).answer(ANN, acts.Chosen("play"))
    data = path.read_bytes()
    for cut in range(len(data) - 400, len(data)):
        path.write_bytes(data[:cut])
        journal = FileJournal(path)  # drops what was never finished
        resumed = replay(journal.entries(), game_of)
        assert journal.head == resumed.journal.head
        assert resumed.table.balance() == 0
        journal.close()


def test_a_resumed_table_deals_the_cards_that_were_sealed(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    vault = FileVault(tmp_path / "v")
    driver = electronic(journal=FileJournal(path, new=True), chance=Chance(vault=vault))
    at_decision(driver)
    again = replay(FileJournal(path).entries(), game_of)
    again.chance = Chance(vault=FileVault(tmp_path / "v"))
    for table in (driver, again):
        table.answer(ANN, acts.Chosen("play"))
    assert driver.felt.dealer == again.felt.dealer


def test_every_changed_byte_is_found(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    driver = electronic(journal=FileJournal(path, new=True))
    at_decision(driver).answer(ANN, acts.Chosen("play"))
    data = path.read_bytes()
    replay_file(path)
    for at in range(0, len(data), 97):
        changed = bytearray(data)
        changed[at] ^= 1
        path.write_bytes(changed)
        with pytest.raises(Broken):
            replay_file(path)


def test_a_half_written_or_empty_journal_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    electronic(journal=FileJournal(path, new=True))
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(Broken, match="half written"):
        read_journal(path)
    path.write_bytes(b"")
    with pytest.raises(Broken, match="empty"):
        read_journal(path)
    with pytest.raises(FileExistsError):
        FileJournal(path, new=True)


def reforged(journal: MemoryJournal, number: int, **changes: object) -> list[object]:
    """The entries with one changed, as someone would forge them who also mends the chain."""
    import msgspec

    return [msgspec.structs.replace(e, **changes) if e.number == number else e for e in journal.entries()]


def test_a_forged_settlement_is_found_although_the_chain_is_whole() -> None:
    driver = at_decision(electronic())
    driver.answer(ANN, acts.Chosen("fold"))
    entries = list(driver.journal.entries())
    settled = next(e for e in entries if e.events)
    with pytest.raises(Broken, match="the rules give"):
        replay(reforged(driver.journal, settled.number, events=[]), game_of)


def test_a_forged_answer_or_opening_is_found() -> None:
    driver = at_decision(electronic())
    driver.answer(ANN, acts.Chosen("fold"))
    with pytest.raises(Broken, match="would be refused"):
        replay(reforged(driver.journal, 3, act=acts.Sit(99, "ann")), game_of)
    with pytest.raises(Broken, match="this table asks"):
        replay(reforged(driver.journal, 3, request=77), game_of)
    import msgspec

    opened = next(iter(driver.journal.entries())).act
    for field in ("rulebook", "posting"):
        with pytest.raises(Broken, match="differs"):
            replay(reforged(driver.journal, 1, act=msgspec.structs.replace(opened, **{field: "x"})), game_of)
    with pytest.raises(Broken, match="not the opening"):
        replay(list(driver.journal.entries())[1:], game_of)
    with pytest.raises(Broken, match="empty"):
        replay([], game_of)


def test_a_reordered_shoe_is_found_when_its_seal_is_opened() -> None:
    driver = at_decision(electronic())
    for _ in range(2):
        driver.answer(ANN, acts.Chosen("fold"))
        driver.answer(ANN, acts.Bet(1, "ante", 10_00))
        driver.answer(DEALER, acts.Close())
    driver.answer(ANN, acts.Chosen("fold"))
    shuffles = [e for e in driver.journal.entries() if isinstance(e.act, acts.Shuffled) and e.act.order]
    import msgspec

    order = bytearray(bytes.fromhex(shuffles[0].act.order))
    order[50], order[51] = order[51], order[50]
    forged = msgspec.structs.replace(shuffles[0].act, order=order.hex())
    batches = driver.game.posting["batches"]
    assert batches == 2  # the first deck comes back, and its seal is opened, two rounds later
    with pytest.raises(Broken, match="sealed"):
        replay(reforged(driver.journal, shuffles[0].number, act=forged), game_of)


def test_steps_give_the_table_after_each_entry() -> None:
    driver = at_decision(electronic())
    stages = [table.felt.stage for _, table in steps(driver.journal.entries(), game_of)]
    assert stages[0] == "shuffle" and stages[-1] == "decisions"


def test_a_bug_while_applying_leaves_the_table_where_its_journal_says() -> None:
    driver = at_decision(electronic())
    before = snapshot(driver.felt), driver.journal.head, driver.entry
    broken = driver.game.settle_position
    driver.game.settle_position = None  # type: ignore[assignment,method-assign]
    with pytest.raises(TypeError):
        driver.answer(ANN, acts.Chosen("play"))
    driver.game.settle_position = broken  # type: ignore[method-assign]
    entries = list(driver.journal.entries())
    assert driver.entry == len(entries)
    if driver.entry == before[2]:
        assert (snapshot(driver.felt), driver.journal.head) == before[:2]
    driver.run_chance()
    assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head


# Payout ceilings


def test_a_ceiling_holds_a_payment_down_and_says_so() -> None:
    royal = acts.Falls((48, 44, 40)), acts.Falls((36, 32, 7))
    driver = open_table(
        "hard-rock-cincinnati", "three-card-poker", None, {"payout-limit.hand": "$50,000"}, chance=Stacked(*royal)
    )
    seated(driver).answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(ANN, acts.Bet(1, "pair-plus", 10_00))
    driver.answer(ANN, acts.Bet(1, "six-card-bonus", 100_00))
    driver.answer(DEALER, acts.Close())
    happened = driver.answer(ANN, acts.Chosen("play"))
    bonus = next(e for e in happened if isinstance(e, events.Settled) and e.wager == "six-card-bonus")
    assert (bonus.outcome, bonus.net, bonus.capped) == ("royal-flush", 50_000_00, True)


# Views and words


def test_a_request_is_shown_to_who_may_answer_it() -> None:
    driver = seated(electronic())
    offers = request_for(driver, ANN)
    assert offers is not None and {o["wager"] for o in offers["offers"][1]} == set(driver.game.posting.wagers)
    at_decision(electronic())
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    assert request_for(driver, BOB) is None
    assert request_for(driver, ANN) is not None
    assert view(driver, DEALER)["positions"][0]["chips"] == 990_00
    assert view(driver, BOB)["positions"][0]["chips"] is None


@pytest.mark.parametrize("line", ["", "dance", "bet", "bet 1 ante lots", "sit x"])
def test_words_that_mean_nothing_say_what_would(line: str) -> None:
    with pytest.raises(Refused):
        parse(seated(electronic()), line)


def test_a_round_in_words() -> None:
    driver = by_hand()
    for line in ("shuffle 40", "sit 1 ann 500", "buy 1 20", "bet 1 ante 25", "close"):
        do(driver, DEALER, line)
    assert isinstance(driver.pending, Card)
    for _ in range(6):
        do(driver, DEALER, "?")
    do(driver, DEALER, "undo")
    do(driver, DEALER, "?")
    do(driver, DEALER, "1 play")
    do(driver, DEALER, "Ks Qs 2d")
    do(driver, DEALER, "9c 9d 2h")
    assert driver.felt.round == 2
    do(driver, DEALER, "shuffle")
    do(driver, DEALER, "leave 1")
    assert driver.table.balance() == 0


def test_a_mode_is_electronic_or_dealer() -> None:
    with pytest.raises(ValueError, match="electronic or dealer"):
        electronic(mode="psychic")


def test_the_memory_vault_forgets_old_seals() -> None:
    vault = MemoryVault(keep=1)
    vault.put("a", b"", b"")
    vault.put("b", b"", b"")
    with pytest.raises(KeyError):
        vault.get("a")


def test_stacked_chance_deals_what_it_is_given() -> None:
    driver = seated(electronic(chance=Stacked(acts.Falls((48, 44, 40)))))
    driver.answer(ANN, acts.Bet(1, "ante", 10_00))
    driver.answer(DEALER, acts.Close())
    assert driver.felt.positions[0].hands[0].cards == [48, 44, 40] and not isinstance(driver.pending, Stack)
