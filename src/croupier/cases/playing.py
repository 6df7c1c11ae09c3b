"""Case files: rulings that a dealer can read, played at a table of any text of the rules.

A case names the rulebook, plays lines of the script language (`croupier.rounds.script`) and expects
settlements in their order:

    [[case]]
    name = "A straight flush pays 40 to 1"
    lines = [8466]                       # of the source document
    options = { dealing = "hand" }       # chosen at opening; optional
    mode = "electronic"                  # or "dealer"; electronic lets the script stack the cards
    play = '''
    bet 1 ante 10                        # positions sit down by themselves, with $1,000,000
    close
    Kh Qh Jh 2c 5d 9s                    # cards as they leave the shoe
    play
    ! bet 1 ante 5                       # must be refused
    '''
    expect = '''
    1 play win +10
    1 ante bonus:straight-flush +50      # a pay table other than the main one is named before the outcome
    '''

An expected line is POSITION WAGER[@ON] [TABLE:]OUTCOME NET, then optionally `to toke-pool`; `ruled WHEN
RULING` and `void` stand for rulings and voids. `returned` is the outcome of a wager given back.
"""

from typing import Any

import msgspec

from croupier.equipment.money import parse_money
from croupier.games import Books, open_game
from croupier.rounds import acts, events
from croupier.rounds.acts import By
from croupier.rounds.chance import has_blackjack
from croupier.rounds.driver import Driver
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import (
    Amount,
    Arrange,
    Betting,
    Card,
    Decide,
    Do,
    Meter,
    Peek,
    Roll,
    Shuffle,
    Spin,
    Stack,
    Together,
    Turn,
)
from croupier.rounds.script import parse
from croupier.rulebook import BadOption, NotFound, rulebook

RICH = 1_000_000_00
Case = dict[str, Any]  # as its file has it, with `property`, `game` and `on`
Told = events.Settled | events.Ruled | events.Voided
# What a text may say to a case that was written for another one.
UNFIT = (Refused, BadOption, NotFound, LookupError, ValueError, AssertionError)


class Ended(msgspec.Struct, frozen=True):
    """How a case ended: what was settled and ruled, in order, and where it could not be played on, why."""

    told: tuple[Told, ...]
    stopped: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(describe(event) for event in self.told)


class Unheld(AssertionError):
    """Something that a case says of itself does not hold."""


def played(case: Case, books: Books = rulebook) -> Ended:
    """Play a case; a text that it was not written for may not take one of its lines."""
    table = None
    at = ""
    try:
        table = CaseTable(case, books)
        for line in case["play"].splitlines():
            at = line.split("#")[0].strip()
            table.line(at)
        at = ""
        if table.cards:
            raise Unheld(f"cards left over: {' '.join(table.cards)}")
    except UNFIT as error:
        why = str(error) or type(error).__name__
        return Ended(table.told if table else (), f"{at}: {why}" if at else why)
    return Ended(table.told)


def expected(case: Case) -> tuple[str, ...]:
    """What a case says must follow, as `Ended.lines` would have it."""
    written = (" ".join(line.split("#")[0].split()) for line in case.get("expect", "").splitlines())
    return tuple(normal(line) for line in written if line)


class CaseTable:
    """A table at which the lines of a case are played."""

    def __init__(self, case: Case, books: Books = rulebook) -> None:
        game = open_game(case["property"], case["game"], case["on"], case.get("options", {}), books)
        self.driver = Driver(game, mode=case.get("mode", "electronic"), seats=case.get("seats"))
        self.happened: list[Any] = []
        self.cards: list[str] = []
        self.meters: dict[str, str] = case.get("meters", {})

    @property
    def told(self) -> tuple[Told, ...]:
        return tuple(event for event in self.happened if isinstance(event, Told))

    def line(self, line: str) -> None:
        if not line:
            return
        if line.startswith("!"):
            self.refused(line[1:].strip())
            return
        self.settle_down(line)
        words = line.split()
        if self.wants_cards() and words[0].lower() not in ("irregularity", "declare", "undo"):
            self.cards += words
            self.feed()
        else:
            self.do(line)
        self.feed()

    def settle_down(self, line: str) -> None:
        """Answer what a case need not say: the shuffle, meters, and seats for whoever bets."""
        while isinstance(self.driver.pending, Shuffle) and not line.startswith(("shuffle", "irregularity")):
            self.send(acts.Shuffled(self.driver.pending.cut))
        words = line.split()
        if isinstance(self.driver.pending, Betting) and words[0] == "bet":
            position = int(words[1])
            if not self.driver.table.position(position).patron:
                self.send(acts.Sit(position, f"patron{position}", RICH))

    def wants_cards(self) -> bool:
        return isinstance(self.driver.pending, Card | Stack | Turn)

    def feed(self) -> None:
        """Hand out keyed cards as they are asked for; peeks and meters answer themselves."""
        while True:
            pending = self.driver.pending
            if isinstance(pending, Peek) and self.driver.table.electronic:
                self.send(acts.Saw(has_blackjack(self.driver.felt.dealer.cards)))
            elif isinstance(pending, Meter) and pending.name in self.meters:
                self.send(acts.Reads(parse_money(self.meters[pending.name])))
            elif isinstance(pending, Card) and self.cards:
                self.do(self.cards.pop(0))
            elif isinstance(pending, Stack | Turn) and len(self.cards) >= pending.count:
                taken, self.cards = self.cards[: pending.count], self.cards[pending.count :]
                self.do(" ".join(taken))
            else:
                return

    def do(self, line: str) -> None:
        act = parse(self.driver, line)
        if isinstance(act, acts.Declared):
            self.happened += self.driver.declare(By("supervisor"), act.when, act.position)
        elif isinstance(act, acts.Undone):
            self.driver.undo(By("supervisor"), act.entry or None)
            while self.happened and isinstance(self.happened[-1], events.Settled):
                self.happened.pop()  # the settlements that followed from what was taken back
        else:
            self.send(act)

    def send(self, act: acts.Act) -> None:
        self.happened += self.driver.answer(who(self.driver, act), act)

    def refused(self, line: str) -> None:
        if line.startswith("bet"):
            self.settle_down(line)
        before = (self.driver.journal.head, self.driver.number)
        try:
            self.do(line)
        except Refused:
            if before != (self.driver.journal.head, self.driver.number):
                raise Unheld("it was refused, and yet something changed") from None
            return
        raise Unheld("it was not refused")


def who(driver: Driver, act: acts.Act) -> By:
    """Somebody who may give this answer."""
    pending = driver.pending
    if isinstance(pending, Card | Stack | Turn | Peek | Shuffle | Roll | Spin):
        return By("chance") if driver.table.electronic else By("dealer")
    if isinstance(pending, Decide) and pending.by != "player":
        return By("supervisor")
    if isinstance(pending, Decide | Amount | Arrange | Together):
        position = getattr(act, "position", 0) or getattr(pending, "position", 0)
        return By("player", driver.table.position(position).patron) if position else By("dealer")
    if isinstance(pending, Do | Meter):
        return By("manager")
    if isinstance(act, acts.Sit):
        return By("player", act.patron)
    return By("dealer")


def money_words(cents: int) -> str:
    text = f"{abs(cents) / 100:.2f}".removesuffix(".00")
    return ("-" if cents < 0 else "+") + text if cents else "0"


def describe(event: Told) -> str:
    """An event as a case file expects it."""
    if isinstance(event, events.Ruled):
        return f"ruled {event.when} {event.ruling}"
    if isinstance(event, events.Voided):
        return "void"
    on = f"@{event.on}" if event.on else ""
    outcome = "returned" if event.result == "returned" else event.outcome
    table = f"{event.table}:" if event.table != "main" else ""
    to = f" to {event.to}" if event.to != "player" else ""
    return f"{event.position} {event.wager}{on} {table}{outcome} {money_words(event.net)}{to}"


def normal(line: str) -> str:
    """An expected line with its amounts as `describe` writes them."""
    words = line.split()
    for index, word in enumerate(words):
        if (index > 1 and word[0] in "+-$") or (index > 1 and word.replace(".", "").isdigit()):
            sign = -1 if word[0] == "-" else 1
            words[index] = money_words(sign * parse_money(word.lstrip("+-")))
    return " ".join(words)
