"""A poker tournament played by programs: for a demonstration, and for tests that play it whole."""

import random
from collections.abc import Callable

from croupier.equipment.entropy import Entropy
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.director import Director
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.state import OVER
from croupier.poker.bots import steady
from croupier.poker.hand import Hand
from croupier.poker.history import restore, snapshot
from croupier.poker.records import BroughtIn, Called, Checked, Drew, Folded, Raised, Record

SECOND_US = 1_000_000
HANDS_MAX = 200_000
Bot = Callable[[Hand, random.Random], None]


class HandSeconds:
    """A clock that a director reads; every hand takes its time."""

    def __init__(self, seconds: int = 90) -> None:
        self.now_us, self.seconds = SECOND_US, seconds

    def __call__(self) -> int:
        return self.now_us

    def advance(self, seconds: int) -> None:
        self.now_us += seconds * SECOND_US


def choice(event: PokerTournament, number: int, rng: random.Random, at_us: int, bot: Bot = steady) -> acts.Play:
    """What a program does in its turn: it plays a copy of the hand, and the act is read from the record."""
    felt = event.felt(number)
    hand = felt.hand
    assert hand is not None, "a hand is being played"
    name = felt.table.seats[felt.table.order[hand.actor]].name
    actor, kept = hand.actor, snapshot(hand)
    length = len(hand.records)
    try:
        bot(hand, rng)
        record = next(r for r in hand.records[length:] if getattr(r, "player", -1) == actor)
    finally:
        restore(hand, kept)
    verb, amount, cards = _read(record)
    return acts.Play(at_us=at_us, table=number, name=name, verb=verb, amount=amount, cards=cards)


def _read(record: Record) -> tuple[str, int, tuple[int, ...]]:
    match record:
        case Raised(_, to):
            return "raise", to, ()
        case Drew(_, discards):
            return "draw", 0, discards
    verbs: dict[type, str] = {Folded: "fold", Checked: "check", Called: "call", BroughtIn: "bring-in"}
    return verbs[type(record)], 0, ()


def play_hand(event: PokerTournament, director: Director, number: int, rng: random.Random, bot: Bot = steady) -> None:
    event.do(director.deal(number))
    while number in event.tables and event.tables[number].hand is not None:
        event.do(choice(event, number, rng, event.now_us, bot))


def play(event: PokerTournament, entropy: Entropy, clock: HandSeconds, seed: str, tell: Callable[[str], None]) -> None:
    """From the start to the last hand; `tell` hears of what is not a hand."""
    director, rng = Director(event, entropy, clock), random.Random(seed)
    event.do(director.start())
    for _ in range(HANDS_MAX):
        while (due := director.due()) is not None:
            event.do(due)
            tell(words(due, event))
        ready = director.ready()
        for number in ready:
            if event.state != OVER and number in event.tables and number in director.ready():
                before = len(event.left())
                play_hand(event, director, number, rng)
                if len(event.left()) != before:
                    tell(f"hand {event.hands}, table {number}: {len(event.left())} left")
        if event.state == OVER:
            return
        clock.advance(clock.seconds)
    raise AssertionError("the tournament never ended")


def words(act: acts.Any, event: PokerTournament) -> str:
    match act:
        case acts.Draw(broken=0):
            count = len(event.tables)
            return f"seats drawn again for {'the final table' if count == 1 else f'{count} tables'}"
        case acts.Draw():
            return f"table {act.broken} is broken"
        case acts.Move():
            return f"{act.name} moves to table {act.place[0]}, seat {act.place[1]}"
        case acts.Close():
            return "nothing more is sold, and all who are left are paid"
        case acts.Race():
            return f"table {act.table}: chips below {event.felt(act.table).chip:,} are raced off"
    return ""
