"""What every game must hold, under every rulebook: random legal play, in both ways of dealing.

Every cent is conserved, every round ends, the journal replays to itself, undo at any point leads back, illegal answers
change nothing, no view shows a card it may not, and every irregularity can be declared. `croupier conform` runs this
on a game of another package; our own tests run it on every rulebook of the shelf.
"""

import random
from collections.abc import Callable, Iterator

import msgspec

from croupier.equipment.entropy import SeededEntropy
from croupier.games import class_of, game_of, open_game, open_table
from croupier.games.random_players import Busy
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.felt import snapshot
from croupier.rounds.refusal import Refused
from croupier.rounds.replay import replay
from croupier.rounds.view import view
from croupier.rulebook import NotFound, Rulebook, rulebooks

ELECTRONIC, DEALER = "electronic", "dealer"
MODES = (ELECTRONIC, DEALER)
# How long irregularities are waited for: machines deal through most stages, and what they pass by never comes.
ANSWERS = {ELECTRONIC: 1500, DEALER: 6000}


class Unheld(AssertionError):
    """Something that every game must hold does not hold; the words say what, where."""


def hold(condition: bool, words: str) -> None:
    if not condition:
        raise Unheld(words)


def books() -> list[Rulebook]:
    """Every rulebook of a house game on the shelf."""
    found = []
    for book in rulebooks():
        try:
            class_of(book)
        except NotFound:
            continue
        found.append(book)
    return found


def new_table(book: Rulebook, mode: str, seed: int) -> Driver:
    chance = Chance(SeededEntropy(seed)) if mode == ELECTRONIC else None
    options = options_at_random(book, seed)
    if seed and class_of(book).CARRIES_PROGRESSIVE:
        linkable = open_game(book.property, book.game, book.approved).posting.linkable()
        options["progressive"] = random.Random(seed).choice(linkable or ["none"])
    return open_table(book.property, book.game, book.approved, options, mode=mode, chance=chance)


def options_at_random(book: Rulebook, seed: int) -> dict[str, object]:
    """The defaults for seed 0, else a random choice of every option; drawn again where they may not stand together."""
    rng = random.Random(seed)
    while seed:
        options: dict[str, object] = {s.name: rng.choice(s.choices) for s in book.settings.values() if s.choices}
        if not any(all(options.get(n) in v for n, v in e.together.items()) for e in book.exclusions):
            return options
    return {}


def _replays(driver: Driver) -> Driver:
    again = replay(driver.journal.entries(), game_of)
    hold(again.journal.head == driver.journal.head, "the journal replays to another hash")
    hold(snapshot(again.felt) == snapshot(driver.felt), "the table after a replay is another one")
    return again


# ---- what must hold


def knows_the_same_words(book: Rulebook) -> None:
    """Rulebook and game know the same words."""
    faults = class_of(book).check_rulebook(book)
    hold(not faults, "; ".join(faults))


def conserves_every_cent(book: Rulebook, mode: str, seeds: range = range(4)) -> None:
    """Random play conserves every cent and replays."""
    for seed in seeds:
        driver = new_table(book, mode, seed)
        busy = Busy(driver, seed, seats=1 + seed % 4)
        for _ in range(400):
            driver.answer(*busy.act())
            driver.table.audit()
        _replays(driver)


def rounds_end(book: Rulebook) -> None:
    """Rounds end."""
    driver = new_table(book, ELECTRONIC, 0)
    busy = Busy(driver, 1, seats=2)
    for _ in range(4000):
        driver.answer(*busy.act())
        if driver.felt.round > 20:
            return
    hold(False, f"only {driver.felt.round} rounds in 4000 answers")


def undo_leads_back(book: Rulebook) -> None:
    """Undo leads back to where it was."""
    driver = new_table(book, DEALER, 0)
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
            hold((snapshot(driver.felt), type(driver.pending)) == before, f"undo of {act} leads elsewhere")
    hold(undone > 0, "nothing could be taken back")
    _replays(driver)


def patrons_come_and_go(book: Rulebook) -> None:
    """Whatever is asked of the dealer between two rounds, a passer-by may sit down, buy and leave; undo spares him."""
    driver = new_table(book, DEALER, 0)
    busy, seat, guest = Busy(driver, 17, seats=2), len(driver.felt.positions), By("player", "guest")
    closed, meanwhile = False, set()
    for _ in range(250):
        hold(not (closed and driver.seating), "a seat may be taken within a round")
        come, go = acts.Sit(seat, "guest", 100_00), acts.Leave(seat)
        act: acts.Act = go if driver.table.position(seat).patron else come
        hold(driver.can(guest, act) == driver.seating, "seats are open and refused at once")
        if driver.seating and busy.random.random() < 0.5:
            number, asked = driver.number, driver.pending
            driver.answer(guest, act)
            hold((driver.number, driver.pending) == (number, asked), "who sits down changes what is asked")
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
            hold(driver.table.position(seat).patron == there, "undo took a patron away")
        driver.table.audit()
    hold("Betting" in meanwhile, "nobody could sit down while wagers were open")
    hold(replay(driver.journal.entries(), game_of).journal.head == driver.journal.head, "the journal does not replay")


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


def illegal_answers_change_nothing(book: Rulebook, mode: str) -> None:
    """Illegal answers change nothing."""
    driver = new_table(book, mode, 3)
    busy = Busy(driver, 5, seats=2)
    for _ in range(120):
        before = snapshot(driver.felt), driver.journal.head, driver.number
        for by, act in ILLEGAL:
            try:
                driver.answer(by, act)
            except Refused:
                after = snapshot(driver.felt), driver.journal.head, driver.number
                hold(after == before, f"{act} was refused and changed the table")
            else:
                hold(False, f"{act} was accepted at {driver.pending}")
        driver.answer(*busy.act())


def views_keep_secrets(book: Rulebook) -> None:
    """No view shows a card it may not."""
    driver = new_table(book, ELECTRONIC, 0)
    busy = Busy(driver, 11, seats=3)
    for _ in range(200):
        driver.answer(*busy.act())
        for number in range(1, 4):
            shown = view(driver, By("player", f"patron{number}"))
            for position in driver.felt.positions:
                for hand, seen in zip(position.hands, shown["positions"][position.number - 1]["hands"]):
                    for card, face, visible in zip(hand.cards, hand.faces, seen["cards"]):
                        may = face == "u" or (face == "o" and position.number == number)
                        hold(visible == (card if may else None), f"position {number} sees a card that it may not")
            dealer = driver.felt.dealer
            for card, face, visible in zip(dealer.cards, dealer.faces, shown["dealer"]["cards"]):
                hold(visible == (card if face == "u" else None), "a player sees the dealer's closed card")


def irregularities_are_ruled_on(book: Rulebook, mode: str) -> None:
    """At random moments, every irregularity of the rulebook: the table goes on, and the money is whole."""
    driver = new_table(book, mode, 0)
    busy = Busy(driver, 13, seats=2)
    waiting = {i.when for i in driver.game.posting.irregularities()}
    for _ in range(ANSWERS[mode]):
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
    if mode == DEALER:  # machines deal through their stages without a pause, and nobody can declare anything there
        hold(not waiting, f"never declarable: {', '.join(sorted(waiting))}")
    hold(replay(driver.journal.entries(), game_of).journal.head == driver.journal.head, "the journal does not replay")


ONCE: tuple[Callable[[Rulebook], None], ...] = (
    knows_the_same_words,
    rounds_end,
    undo_leads_back,
    patrons_come_and_go,
    views_keep_secrets,
)
IN_EACH_MODE: tuple[Callable[[Rulebook, str], None], ...] = (
    conserves_every_cent,
    illegal_answers_change_nothing,
    irregularities_are_ruled_on,
)


class Result(msgspec.Struct, frozen=True):
    """One promise, kept or not."""

    book: str
    promise: str
    fault: str = ""


def conform(book: Rulebook) -> Iterator[Result]:
    """Every promise of the suite for one rulebook, one after the other; a broken one costs itself only."""
    runs: list[tuple[Callable[..., None], tuple[str, ...]]] = [(check, ()) for check in ONCE]
    runs += [(check, (mode,)) for check in IN_EACH_MODE for mode in MODES]
    for check, mode in runs:
        promise = (check.__doc__ or "").splitlines()[0].rstrip(".") + (f" ({mode[0]})" if mode else "")
        try:
            check(book, *mode)
        except Exception as error:  # a game of somebody else may fail in any way
            yield Result(book.key, promise, f"{type(error).__name__}: {error}")
        else:
            yield Result(book.key, promise)
