"""What a house table is asked, what a tournament adds to it, and what one act writes."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sqlalchemy import Connection

from croupier.house.money.progressives import Win
from croupier.house.people.persons import Person
from croupier.house.record.aggregate import Unit
from croupier.house.record.commands.receipts import Command
from croupier.rounds import acts, events
from croupier.rounds.driver import Driver

Asked = Command[Person, acts.Anything]


class Turns(Protocol):
    """What a tournament adds to a table: whose turn it is, what it does not allow, when it is over."""

    names: list[str]
    played: int

    @property
    def over(self) -> bool: ...
    @property
    def least(self) -> int: ...
    @property
    def kinds(self) -> tuple[str, ...]: ...
    def turn(self) -> int: ...
    def check(self, act: acts.Anything) -> None: ...
    def acted(self, act: acts.Anything, before: int) -> None: ...


Begin = Callable[[Driver], Turns]  # when everybody sits
TurnsAt = Callable[[Connection, str, Callable[[], int]], tuple[Sequence[str], Begin]]


class TableUnit(Unit, kw_only=True):
    """What an act at a house table writes."""

    command: Asked
    rounds: list[tuple[Any, ...]] = []
    results: list[tuple[Any, ...]] = []  # what each wager came to: croupier.house.tables.wager_rows
    stakes: dict[str, int] = {}  # meter -> what was settled on wagers that feed it
    wins: list[tuple[str, int, Win]] = []  # meter, shown, win: to be keyed in
    settles: tuple[str, ...] = ()  # jackpots that this act pays
    cancels: tuple[str, ...] = ()  # jackpots that it shows to be none
    undoes: int = 0  # the entry that was taken back with all after it
    undone_in: int = 0  # the round in which that was
    voids: int = 0  # the first entry of a round that a ruling has voided
    sent_away: tuple[events.SentAway, ...] = ()  # equipment that a ruling took off the table
    deals: bool = False  # a card of the shoe, before which a new dealer would have put one away
    told: tuple[str, str] | None = None  # of a ruling or a correction: the act and its words in the log of people

    @property
    def everyday(self) -> bool:
        """Whether it changes nothing beside journal, book, rounds and the command's answer."""
        more = self.opens or self.stakes or self.wins or self.settles or self.cancels or self.undoes or self.voids
        return not (more or self.sent_away or self.deals or self.told or self.also)
