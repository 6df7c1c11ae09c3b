"""What every game must hold, under every rulebook: random legal play, in both ways of dealing.

Every cent is conserved, every round ends, the journal replays to itself, undo at any point leads back,
and illegal answers change nothing.
"""

import random

import pytest

from croupier.equipment.entropy import SeededEntropy
from croupier.games import game_class, game_of, open_game, open_table
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.felt import snapshot
from croupier.rounds.refusal import Refused
from croupier.rounds.replay import replay
from croupier.rounds.view import view
from croupier.rulebook import NotFound, Rulebook, rulebooks
from tests.games.players import Busy


def books() -> list[Rulebook]:
    found = []
    for book in rulebooks():
        try:
            game_class(book.plays)
        except NotFound:
            continue
        found.append(book)
    return found


BOOKS = books()
each_book = pytest.mark.parametrize("book", BOOKS, ids=[b.key for b in BOOKS])
each_mode = pytest.mark.parametrize("mode", ["electronic", "dealer"])


def new_table(book: Rulebook, mode: str, seed: int) -> Driver:
    chance = Chance(SeededEntropy(seed)) if mode == "electronic" else None
    options = options_at_random(book, seed)
    if seed and game_class(book.plays).CARRIES_PROGRESSIVE:
        linkable = open_game(book.property, book.game, book.approved).posting.linkable()
        options["progressive"] = random.Random(seed).choice(linkable or ["none"])
    return open_table(book.property, book.game, book.approved, options, mode=mode, chance=chance)


def options_at_random(book: Rulebook, seed: int) -> dict[str, object]:
    """The defaults for seed 0, else a random choice of every option; drawn again where they may not stand together."""
    rng = random.Random(seed)
    while seed:
        options = {s.name: rng.choice(s.choices) for s in book.settings.values() if s.choices}
        if not any(all(options.get(n) in v for n, v in e.together.items()) for e in book.exclusions):
            return options
    return {}


@each_book
def test_rulebook_and_game_know_the_same_words(book: Rulebook) -> None:
    assert game_class(book.plays).check_rulebook(book) == []


@each_mode
@each_book
def test_random_play_conserves_every_cent_and_replays(book: Rulebook, mode: str) -> None:
    for seed in range(4):
        driver = new_table(book, mode, seed)
        busy = Busy(driver, seed, seats=1 + seed % 4)
        for _ in range(400):
            driver.answer(*busy.act())
            driver.table.audit()
        again = replay(driver.journal.entries(), game_of)
        assert again.journal.head == driver.journal.head
        assert snapshot(again.felt) == snapshot(driver.felt)


@each_book
def test_rounds_end(book: Rulebook) -> None:
    driver = new_table(book, "electronic", 0)
    busy = Busy(driver, 1, seats=2)
    for _ in range(4000):
        driver.answer(*busy.act())
        if driver.felt.round > 20:
            return
    raise AssertionError(f"only {driver.felt.round} rounds in 4000 answers")


@each_book
def test_undo_leads_back_to_where_it_was(book: Rulebook) -> None:
    driver = new_table(book, "dealer", 0)
    busy = Busy(driver, 7, seats=2)
    undone = 0
    for _ in range(300):
        before = snapshot(driver.felt), type(driver.pending)
        by, act = busy.act()
        driver.answer(by, act)
        if isinstance(act, acts.FACTS) and busy.random.random() < 0.3:
            try:
                driver.undo(By("dealer"), driver.entry)
            except Refused:
                continue
            undone += 1
            assert (snapshot(driver.felt), type(driver.pending)) == before
    assert undone
    assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head


@each_book
def test_patrons_come_and_go_between_rounds_and_never_in_one(book: Rulebook) -> None:
    """Whatever is asked of the dealer between two rounds, a passer-by may sit down, buy and leave; undo spares him."""
    driver = new_table(book, "dealer", 0)
    busy, seat, guest = Busy(driver, 17, seats=2), len(driver.felt.positions), By("player", "guest")
    closed, meanwhile = False, set()
    for _ in range(250):
        assert not (closed and driver.seating)
        come, go = acts.Sit(seat, "guest", 100_00), acts.Leave(seat)
        act: acts.Act = go if driver.table.position(seat).patron else come
        assert driver.can(guest, act) == driver.seating
        if driver.seating and busy.random.random() < 0.5:
            number, asked = driver.number, driver.pending
            driver.answer(guest, act)
            assert (driver.number, driver.pending) == (number, asked)
            meanwhile.add(type(asked).__name__)
        round_ = driver.felt.round
        by, act = busy.act()
        driver.answer(by, act)
        closed = (closed or isinstance(act, acts.Close)) and driver.felt.round == round_
        if isinstance(act, acts.FACTS) and busy.random.random() < 0.2:
            there = driver.table.position(seat).patron
            try:
                driver.undo(By("dealer"))
            except Refused:
                continue
            closed = closed or driver.felt.round < round_ or not driver.seating
            assert driver.table.position(seat).patron == there
        driver.table.audit()
    assert "Betting" in meanwhile
    assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head


ILLEGAL: list[tuple[By, acts.Act]] = [
    (By("player", "nobody"), acts.Bet(1, "ante", 10_00)),
    (By("dealer"), acts.Bet(1, "no-such-wager", 10_00)),
    (By("dealer"), acts.Bet(99, "ante", 10_00)),
    (By("dealer"), acts.Fall(77)),
    (By("chance"), acts.Falls((1, 1, 1, 1, 1, 1, 1, 1, 1))),
    (By("dealer"), acts.Thrown((7, 0))),
    (By("dealer"), acts.Landed("99")),
    (By("manager"), acts.Chosen("no-such-choice")),
    (By("manager"), acts.Staked(-5)),
    (By("dealer"), acts.Sit(1, "", -1)),
    (By("somebody"), acts.Close()),
    (By("player", "patron1"), acts.Close()),
]


@each_mode
@each_book
def test_illegal_answers_change_nothing(book: Rulebook, mode: str) -> None:
    driver = new_table(book, mode, 3)
    busy = Busy(driver, 5, seats=2)
    for _ in range(120):
        before = snapshot(driver.felt), driver.journal.head, driver.number
        for by, act in ILLEGAL:
            try:
                driver.answer(by, act)
            except Refused:
                assert (snapshot(driver.felt), driver.journal.head, driver.number) == before
            else:
                raise AssertionError(f"{act} was accepted at {driver.pending}")
        driver.answer(*busy.act())


@each_book
def test_no_view_shows_a_card_it_may_not(book: Rulebook) -> None:
    driver = new_table(book, "electronic", 0)
    busy = Busy(driver, 11, seats=3)
    for _ in range(200):
        driver.answer(*busy.act())
        for number in range(1, 4):
            shown = view(driver, By("player", f"patron{number}"))
            for position in driver.felt.positions:
                for hand, seen in zip(position.hands, shown["positions"][position.number - 1]["hands"]):
                    for card, face, visible in zip(hand.cards, hand.faces, seen["cards"]):
                        may = face == "u" or (face == "o" and position.number == number)
                        assert visible == (card if may else None)
            dealer = driver.felt.dealer
            for card, face, visible in zip(dealer.cards, dealer.faces, shown["dealer"]["cards"]):
                assert visible == (card if face == "u" else None)


@each_mode
@each_book
def test_every_irregularity_can_be_declared_and_is_ruled_on(book: Rulebook, mode: str) -> None:
    """At random moments, every irregularity of the rulebook: the table goes on, and the money is whole."""
    driver = new_table(book, mode, 0)
    busy = Busy(driver, 13, seats=2)
    waiting = {i.when for i in driver.game.posting.irregularities()}
    for _ in range(6000):
        if not waiting:
            break
        driver.answer(*busy.act())
        here = sorted(waiting & set(driver.declarable()))
        if here and not driver.ruling and busy.random.random() < 0.5:
            try:
                driver.declare(By("manager"), here[0])
            except Refused:
                continue
            waiting.discard(here[0])
            driver.table.audit()
    for _ in range(200):
        driver.answer(*busy.act())
    if mode == "dealer":  # machines deal through their stages without a pause, and nobody can declare anything there
        assert not waiting
    assert replay(driver.journal.entries(), game_of).journal.head == driver.journal.head
