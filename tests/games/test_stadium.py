"""Games at stations: one result for all, hundreds of wagers, a common hand of blackjack, void through the screen."""

import pytest

from croupier.equipment.cards import parse_cards
from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_of, open_game, open_table
from croupier.games.random_players import Busy
from croupier.rounds import acts, events
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance, Stacked
from croupier.rounds.driver import Driver
from croupier.rounds.felt import snapshot
from croupier.rounds.refusal import NotAllowed
from croupier.rounds.replay import replay
from croupier.rounds.requests import Amount, Betting, Card, Decide, Spin, Together
from croupier.rulebook import BadOption, rulebook

HOUSE = "hard-rock-cincinnati"
GAMES = (("blackjack", "blackjack"), ("mini-midi-baccarat", "banker"), ("roulette", "red"))
DEALER, SUPERVISOR = By("dealer"), By("supervisor")
each_game = pytest.mark.parametrize(("game", "wager"), GAMES)


def stadium(game: str, stations: int, *cards: str, mode: str = "electronic", **options: object) -> Driver:
    """A stadium whose device deals these cards, or any."""
    chosen = {"stations": stations, **{k.replace("_", "-"): v for k, v in options.items()}}
    if cards:
        chosen["burn"] = "none"
    falls = [acts.Fall(card) for text in cards for card in parse_cards(text)]
    chance = None if mode == "dealer" else Stacked(*falls) if cards else Chance(SeededEntropy(5))
    return open_table(HOUSE, game, options=chosen, mode=mode, chance=chance)


def seat(driver: Driver, stations: int, wager: str, stake: int = 10_00) -> None:
    for n in range(1, stations + 1):
        driver.answer(player(n), acts.Sit(n, f"p{n}", 1_000_00))
        driver.answer(player(n), acts.Bet(n, wager, stake))


def player(n: int) -> By:
    return By("player", f"p{n}")


def choose(driver: Driver, **names: str) -> list[events.Happening]:
    """p1="hit", p2="stand": each station's decision."""
    happened = []
    for name, choice in names.items():
        happened += driver.answer(By("player", name), acts.Chosen(choice, int(name[1:])))
    return happened


def time_is_up(driver: Driver) -> None:
    """Stations let their time pass: hands stand, offers are declined."""
    for part in driver.pending.parts if isinstance(driver.pending, Together) else ():
        if isinstance(part, Amount):
            driver.answer(SUPERVISOR, acts.Staked(0 if part.may_decline else part.least, part.position))
        else:
            assert isinstance(part, Decide)  # stations set no cards apart
            driver.answer(SUPERVISOR, acts.Chosen(next(c.name for c in part.choices if not c.blocked), part.position))


def settled(happened: list[events.Happening]) -> dict[tuple[int, str, int], str]:
    return {(e.position, e.wager, e.hand): e.result for e in happened if isinstance(e, events.Settled)}


@each_game
@pytest.mark.parametrize("mode", ["electronic", "dealer"])
def test_random_play_at_stations_conserves_every_cent_and_replays(game: str, wager: str, mode: str) -> None:
    for seed in range(3):
        driver = stadium(game, 12, mode=mode)
        busy = Busy(driver, seed, seats=8)
        for _ in range(300):
            driver.answer(*busy.act())
            driver.table.audit()
        again = replay(driver.journal.entries(), game_of)
        assert again.journal.head == driver.journal.head and snapshot(again.felt) == snapshot(driver.felt)


@each_game
def test_every_irregularity_of_the_section_is_ruled_on(game: str, wager: str) -> None:
    driver = stadium(game, 6, mode="dealer")
    busy = Busy(driver, 3, seats=4)
    waiting = {i.when for i in driver.game.posting.irregularities()}
    assert waiting == {"malfunction", "errant-spin" if game == "roulette" else "misdeal"}
    for _ in range(600):
        driver.answer(*busy.act())
        if waiting and not driver.betting and not driver.ruling:
            driver.declare(SUPERVISOR, waiting.pop())
    assert not waiting
    assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head


@each_game
def test_a_thousand_stations_settle_at_once(game: str, wager: str) -> None:
    driver = stadium(game, 1000)
    seat(driver, 1000, wager)
    happened = driver.answer(DEALER, acts.Close())
    while isinstance(driver.pending, Together):
        mark = len(driver.journal.lines)  # type: ignore[attr-defined]
        time_is_up(driver)
        happened += [e for entry in list(driver.journal.entries())[mark:] for e in entry.events]
    assert isinstance(driver.pending, Betting)
    ends = [e for e in happened if isinstance(e, events.Settled) and e.wager == wager]
    assert len(ends) == 1000 and len({(e.result, e.because) for e in ends}) == 1  # one result for everybody


def test_one_card_serves_all_that_draw() -> None:
    """Lines 7541 and 7547, as read: the common hand is 10-6; the dealer has 10-7 and stands."""
    driver = stadium("blackjack", 3, "10c 10d 6c 7d", "5h")
    seat(driver, 3, "blackjack")
    driver.answer(DEALER, acts.Close())
    assert isinstance(driver.pending, Together) and len(driver.pending.parts) == 3
    happened = choose(driver, p1="hit", p2="stand", p3="double")
    assert driver.table.hand("1").cards == driver.table.hand("3").cards == list(parse_cards("10c 6c 5h"))
    assert driver.table.hand("2").cards == list(parse_cards("10c 6c"))
    assert driver.table.shoe.dealt == 5  # two for everybody, two for the dealer, and one more
    assert settled(happened) == {
        (1, "blackjack", 0): "won", (2, "blackjack", 0): "lost", (3, "blackjack", 0): "won", (3, "double", 0): "won",
    }  # fmt: skip


def test_split_hands_are_played_when_all_first_hands_have_ended() -> None:
    driver = stadium("blackjack", 2, "8c 10d 8d 7d", "3h", "10s", "10h")
    seat(driver, 2, "blackjack")
    driver.answer(DEALER, acts.Close())
    choose(driver, p1="split", p2="hit")  # the 3 is the second card of the split hand and the third of the other
    assert driver.table.hand("1").cards == list(parse_cards("8c 3h"))
    assert driver.table.hand("2").cards == list(parse_cards("8c 8d 3h"))
    choose(driver, p1="hit", p2="stand")
    happened = choose(driver, p1="stand")  # the second hand: 8 and 10
    assert [h.cards for h in driver.table.position(1).hands] == [
        list(parse_cards("8c 3h 10s")), list(parse_cards("8d 10h")),
    ]  # fmt: skip
    assert settled(happened) == {
        (1, "blackjack", 0): "won", (1, "split", 1): "won", (2, "blackjack", 0): "won",
    }  # fmt: skip


def test_the_dealer_draws_to_a_soft_17_and_a_table_may_not_choose_otherwise() -> None:
    """Line 7547: his hand ends at a hard 17 or a soft 18."""
    driver = stadium("blackjack", 1, "10c Ad 9c 6d", "2h")
    seat(driver, 1, "blackjack")
    driver.answer(DEALER, acts.Close())
    time_is_up(driver)  # insurance
    happened = choose(driver, p1="stand")
    assert driver.felt.dealer.cards == list(parse_cards("Ad 6d 2h")) and settled(happened)[1, "blackjack", 0] == "push"
    with pytest.raises(BadOption, match="soft-17"):
        open_game(HOUSE, "blackjack", options={"stations": 5, "soft-17": "stand"})


def test_a_common_blackjack_is_paid_to_every_station() -> None:
    driver = stadium("blackjack", 4, "Ac 5d Kc 7d")
    seat(driver, 4, "blackjack")
    happened = driver.answer(DEALER, acts.Close())
    assert {e.net for e in happened if isinstance(e, events.Settled)} == {15_00}


def test_side_wagers_are_settled_at_stations() -> None:
    """Line 7539: Blackjack with its side wagers, one on the common cards and one on the dealer's hand."""
    driver = stadium("blackjack", 3, "7c 5d 7c 10d", "9h")
    for n in (1, 2, 3):
        driver.answer(player(n), acts.Sit(n, f"p{n}", 1_000_00))
        for wager, cents in (("blackjack", 10_00), ("rock-n-21-side-bet", 5_00), ("buster", 5_00)):
            driver.answer(player(n), acts.Bet(n, wager, cents))
    happened = driver.answer(DEALER, acts.Close())
    ends = [e for e in happened if isinstance(e, events.Settled) and e.to == "player"]
    assert [(e.position, e.wager) for e in ends] == [(n, "rock-n-21-side-bet") for n in (3, 2, 1)]
    assert len({e.net for e in ends}) == 1
    happened = choose(driver, p1="stand", p2="stand", p3="stand")  # the dealer goes over with 24 in three cards
    won = {(e.wager, e.result) for e in happened if isinstance(e, events.Settled)}
    assert won == {("buster", "won"), ("blackjack", "won")}


def test_a_supervisor_voids_a_misdeal_and_every_wager_goes_back() -> None:
    """Line 7574."""
    driver = stadium("blackjack", 20, mode="dealer")
    busy = Busy(driver, 1, seats=1)
    while not isinstance(driver.pending, Betting):
        driver.answer(*busy.act())
    seat(driver, 20, "blackjack")
    driver.answer(DEALER, acts.Close())
    driver.answer(DEALER, acts.Fall(parse_cards("Kc")[0]))
    with pytest.raises(NotAllowed, match="supervisor or above"):
        driver.declare(DEALER, "misdeal")
    driver.declare(SUPERVISOR, "misdeal")
    happened = driver.answer(SUPERVISOR, acts.Chosen("void"))
    returned = [e for e in happened if isinstance(e, events.Settled)]
    assert len(returned) == 20 and {e.result for e in returned} == {"returned"}
    assert all(driver.table.chips(n) == 1_000_00 for n in range(1, 21))


def test_an_errant_spin_is_voided_or_spun_again() -> None:
    driver = stadium("roulette", 3, mode="dealer")
    seat(driver, 3, "red")
    driver.answer(DEALER, acts.Close())
    driver.declare(SUPERVISOR, "errant-spin")
    driver.answer(SUPERVISOR, acts.Chosen("resolve"))
    assert isinstance(driver.pending, Spin) and len(driver.felt.wagers) == 3
    driver.declare(SUPERVISOR, "errant-spin")
    driver.answer(SUPERVISOR, acts.Chosen("void"))
    assert isinstance(driver.pending, Betting) and not driver.felt.wagers


def test_a_device_that_runs_out_is_a_misdeal() -> None:
    driver = stadium("blackjack", 2, mode="dealer", decks=1, penetration=95, burn="none")
    busy = Busy(driver, 4, seats=2)
    seen = False
    for _ in range(3000):
        happened = driver.answer(*busy.act())
        seen = seen or any(isinstance(e, events.Voided) and "run out" in e.why for e in happened)
    assert seen


def test_a_dealer_takes_no_wager_and_no_buy_in() -> None:
    """Lines 7566 and 7567: wagers and buy-ins are made at the station."""
    driver = stadium("roulette", 2, mode="dealer")
    with pytest.raises(NotAllowed, match="at the station"):
        driver.answer(DEALER, acts.Sit(1, "p1", 100_00))
    driver.answer(player(1), acts.Sit(1, "p1", 100_00))
    for act in (acts.Buy(1, 50_00), acts.Bet(1, "red", 10_00)):
        with pytest.raises(NotAllowed, match="at the station") as refused:
            driver.answer(DEALER, act)
        assert refused.value.clause == "3.A"
    driver.answer(player(1), acts.Bet(1, "red", 10_00))
    driver.answer(DEALER, acts.Close())
    driver.answer(DEALER, acts.Landed("1"))  # the dealer confirms the compartment
    assert driver.table.chips(1) == 110_00


def test_a_dealer_does_not_decide_for_a_station() -> None:
    driver = stadium("blackjack", 1, mode="dealer", burn="none", dealing="continuous")
    seat(driver, 1, "blackjack")
    driver.answer(DEALER, acts.Close())
    for card in parse_cards("10c 10d 6c 7d"):
        assert isinstance(driver.pending, Card)
        driver.answer(DEALER, acts.Fall(card))
    while not isinstance(driver.pending, Together):  # the up card shows a ten: the hole card is read
        driver.answer(DEALER, acts.Saw(False))
    with pytest.raises(NotAllowed):
        driver.answer(DEALER, acts.Chosen("stand", 1))
    choose(driver, p1="stand")
    assert not isinstance(driver.pending, Together)


def test_what_may_be_opened_at_stations() -> None:
    with pytest.raises(BadOption, match="jack-cleveland has no stadium games"):
        open_game("jack-cleveland", "blackjack", options={"stations": 10})
    with pytest.raises(BadOption, match="not craps"):
        open_game(HOUSE, "craps", options={"stations": 10})
    for wrong in (0, 1001, "many"):
        with pytest.raises(BadOption, match="from 1 to 1000"):
            open_game(HOUSE, "roulette", options={"stations": wrong})
    with pytest.raises(BadOption, match="midi"):
        open_game(HOUSE, "mini-midi-baccarat", options={"stations": 10, "midi": True})
    driver = stadium("roulette", 200)
    assert len(driver.felt.positions) == 200 and driver.opened.options["stations"] == "200"
    assert "stations" not in open_game(HOUSE, "roulette").posting.settings


def test_the_book_says_what_the_section_says() -> None:
    book = rulebook(HOUSE, "synergy")
    assert book.settings["game"].choices == ("mini-midi-baccarat", "blackjack", "roulette")
    assert not book.wagers and len(book.procedures) == 13 and len(book.irregularities) == 3
    assert all(7502 <= line <= 7574 for p in book.procedures for line in p.lines)
