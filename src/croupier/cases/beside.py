"""Two texts of one game held to the same cases: what each settles, and where they part."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import msgspec

from croupier.cases import at_poker
from croupier.cases.playing import Case, Ended, Told, describe, played
from croupier.cases.shelf import cases_of
from croupier.equipment.money import money
from croupier.games import Books, is_played
from croupier.rounds.events import Ruled, Voided
from croupier.rulebook import Rulebook, rulebook
from croupier.rulebook.load import parse

AT_ONCE = 40  # cases of one work, so that whoever waits sees how far it has come


class Differs(msgspec.Struct, frozen=True):
    """A case that the newer text ends otherwise: what each of the two settles that the other does not, in words."""

    name: str
    lines: tuple[int, ...]  # of the document that the case is about
    was: tuple[str, ...]
    now: tuple[str, ...]
    stopped: str = ""  # where the newer text would not take the case's own lines, why


class Beside(msgspec.Struct, frozen=True):
    """Some cases played by both texts."""

    cases: int = 0
    differ: tuple[Differs, ...] = ()

    @property
    def same(self) -> int:
        return self.cases - len(self.differ)

    def __add__(self, other: "Beside") -> "Beside":
        return Beside(self.cases + other.cases, self.differ + other.differ)


def beside(old: Rulebook, new: Rulebook, cases: list[Case]) -> Beside:
    """Play each case by both texts, whatever it expects itself: only what the two make of it is compared."""
    if old.game == at_poker.GAME:
        parted = (_at_poker(case, old, new) for case in cases)
        return Beside(len(cases), tuple(differs for differs in parted if differs is not None))
    found = []
    for case in cases:
        was, now = played(case, _reading(old)), played(case, _reading(new))
        if (was.lines, was.stopped) != (now.lines, now.stopped):
            found.append(_differs(case, was, now, old, new))
    return Beside(len(cases), tuple(found))


def _at_poker(case: Case, old: Rulebook, new: Rulebook) -> Differs | None:
    """A case's own lines say what must follow: where one text holds to them and the other does not, they part."""
    (why_was, was), (why_now, now) = at_poker.ended(case, old), at_poker.ended(case, new)
    if (why_was, was) == (why_now, now):
        return None
    gone = tuple(line for line in was if line not in now)
    come = tuple(line for line in now if line not in was)
    return Differs(
        case["name"],
        tuple(case.get("lines", ())),
        (why_was or at_poker.HOLDS, *gone) if why_was != why_now else gone,
        (why_now or at_poker.HOLDS, *come) if why_was != why_now else come,
    )


def _reading(book: Rulebook) -> Books:
    """This text for its own game; what else a table needs comes from the shelf."""

    def find(property_: str, game: str, on: datetime.date | str | None = None) -> Rulebook:
        return book if (property_, game) == (book.property, book.game) else rulebook(property_, game, on)

    return find


def _differs(case: Case, was: Ended, now: Ended, old: Rulebook, new: Rulebook) -> Differs:
    gone = _beyond(was.told, now.told)
    come = _beyond(now.told, was.told)
    return Differs(
        case["name"],
        tuple(case.get("lines", ())),
        tuple(_in_words(event, old) for event in gone),
        tuple(_in_words(event, new) for event in come),
        now.stopped if now.stopped != was.stopped else "",
    )


def _beyond(these: tuple[Told, ...], those: tuple[Told, ...]) -> Iterator[Told]:
    """What is among these and, as often, not among those."""
    left = [describe(event) for event in those]
    for event in these:
        if (line := describe(event)) in left:
            left.remove(line)
        else:
            yield event


def _in_words(event: Told, book: Rulebook) -> str:
    if isinstance(event, Ruled):
        return f"ruled: {event.when.replace('-', ' ')}, {event.ruling.replace('-', ' ')}"
    if isinstance(event, Voided):
        return "the round is void"
    rule = book.wagers.get(event.wager)
    title = rule.title if rule else event.wager.replace("-", " ").capitalize()
    on = f" on {event.on}" if event.on else ""
    outcome = "returned" if event.result == "returned" else event.outcome.replace("-", " ")
    odds = f", {event.odds}" if event.odds else ""
    return f"position {event.position}, {title}{on}: {outcome}{odds}, {money(event.net, sign=True)}"


# ---- as work in a process of its own


def parts_of(book: Rulebook) -> list[tuple[int, int]]:
    """The cases of a text in parts that are worked through one by one."""
    at_a_table = book.game == at_poker.GAME or is_played(book.property, book.game)
    count = len(cases_of(book)) if at_a_table else 0
    return [(first, min(first + AT_ONCE, count)) for first in range(0, count, AT_ONCE)]


def part(old: bytes, old_key: str, new: bytes, new_key: str, first: int, last: int) -> Beside:
    """One part of the cases of an older text, held to a newer one."""
    before = parse(old, Path(old_key))
    return beside(before, parse(new, Path(new_key)), cases_of(before)[first:last])
