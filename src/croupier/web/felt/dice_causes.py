"""What a throw did to a wager at craps: "3 is craps on the come-out: Pass Bet loses." """

import re

from croupier.rounds.events import Settled
from croupier.rulebook.posting import Posting
from croupier.web.felt.recorded_facts import RecordedFact

POINTS_PAID = re.compile(r"^(\d+)-points")  # an outcome of a pay table
TRAVELS = ("come", "dont-come", "put")
NUMBERED = ("place", "buy", "lay", "place-to-win", "place-to-lose")


def cause(posting: Posting, event: Settled, title: str, fact: RecordedFact) -> str:
    """The whole sentence; empty for what no dice ended."""
    if fact.threw is None:
        return ""
    if fact.points_made is not None:
        return _points(posting, event, title, fact.points_made)
    if fact.collected:
        got, of = fact.collected
        count = {0: "None", of: "All"}.get(got, got)
        own = title.rpartition(": ")[2]  # without the family's name: `Hard Rock'n Dice: Fab Four`
        return f"{count} of its {of} numbers came before the seven: {own} {_verb(event, title)}."
    said = _thrown(posting, event, title, *fact.threw)
    return said if fact.only_throw else f"{fact.says} {said}"


def _points(posting: Posting, event: Settled, title: str, made: int) -> str:
    came = {0: "No point was", 1: "1 point was"}.get(made, f"{made} different points were")
    fell = f"{came} made before the seven"
    needed = [int(points[1]) for row in posting.rows(event.wager) if (points := POINTS_PAID.match(row.outcome))]
    if event.result == "lost" and needed:
        return f"{fell}: {title} needs {min(needed)} or more."
    return f"{fell}: {title} {_verb(event, title)}."


def _verb(event: Settled, title: str) -> str:
    several = title.partition(",")[0].rstrip("0123456789 ").endswith("odds")
    verbs = {"won": "win" if several else "wins", "lost": "lose" if several else "loses"}
    return verbs.get(event.result, f"{'are' if several else 'is'} neither won nor lost")


def _thrown(posting: Posting, event: Settled, title: str, a: int, b: int) -> str:
    total, won, verb = a + b, event.result == "won", _verb(event, title)
    if event.result == "returned":
        return f"{total} fell: {title} is returned."
    kind = event.wager.removesuffix("-odds")
    if kind in ("pass", "dont-pass"):
        return _line(posting, event, title, total, "on the come-out")
    if kind in TRAVELS:
        if not event.on:
            return _line(posting, event, title, total, "on its first roll")
        return _number(title, event.on, total, verb)
    if kind in NUMBERED:
        return _number(title, event.on, total, verb)
    if kind == "hardway" and event.on:
        return _hardway(event.on, title, a, b, verb)
    if kind == "hop":
        return f"{a} and {b} fell: {title} {verb if won else 'needs exactly those two dice'}."
    if kind == "field":
        return f"{a} and {b} is {total}, {'a' if won else 'no'} field number: {title} {verb}."
    if kind == "any-craps":
        return f"{a} and {b} is {total}, {'' if won else 'no '}craps: {title} {verb}."
    return f"{a} and {b} is {total}: {title} {verb}."


def _line(posting: Posting, event: Settled, title: str, total: int, when: str) -> str:
    """A line wager ends on its come-out by what the book names there, or by its point."""
    verb, won = _verb(event, title), event.result == "won"
    against, odds = event.wager.startswith("dont"), event.wager.endswith("-odds")
    naturals, craps = posting.get("come-out-wins", [7, 11]), posting.get("come-out-loses", [2, 3, 12])
    if event.result == "push":
        return f"{total} is barred {when}: {title} {verb}."
    if total == 7 and won == against:
        return f"A seven came before the point: {title} {verb}."
    if total in craps and won == against and not odds:
        return f"{total} is craps {when}: {title} {verb}."
    if total in naturals and won != against and not odds:
        return f"{total} is a natural {when}: {title} {verb}."
    return f"The point {total} was made before a seven: {title} {verb}."


def _number(title: str, number: str, total: int, verb: str) -> str:
    if total == 7:
        return f"A seven came before {number}: {title} {verb}."
    return f"{total} came before a seven: {title} {verb}."


def _hardway(number: str, title: str, a: int, b: int, verb: str) -> str:
    if a + b == 7:
        return f"A seven came before a hard {number}: {title} {verb}."
    if a == b:
        return f"{a} and {b} is {number} the hard way: {title} {verb}."
    return f"{a} and {b} is {number} the easy way: {title} {verb}."
