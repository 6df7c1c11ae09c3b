"""Why a wager ended as it did, in a sentence: what fell or was held, and what the wager made of it.

The table records the facts ("The dice show 1-2, 3."); the cause follows from them, the wager and its pay rows, so that
rounds recorded long ago say it too.
"""

import re

from croupier.rounds.events import Settled
from croupier.rulebook.posting import Posting
from croupier.web.kit import words

THREW = re.compile(r"\b([1-6])-([1-6])\b")
SAYS_IT = re.compile(r"\b(loses|lost|beats|beat|ties|wins|won|pushes|over 21|needs|pays|plays on|is higher)\b")
PLAIN_WINS = ("win", "even-money", "blackjack", "player", "banker", "tie", "surrender", "no-qualify")
GAVE_UP = {"Folded.": "You folded", "Surrendered.": "You surrendered", "The hand was surrendered.": "You surrendered"}
CRAPS = (2, 3, 12)
FEW = 4  # rows that are named one by one
UNSEEN_ROWS = ("lose", "push")
COUNTED = re.compile(r"^\d+ ")
NO_ARTICLE = (
    "three of",
    "four of",
    "five of",
    "two pair",
    "both",
    "any ",
    "all ",
    "nine of",
    "ten of",
    "no ",
    "pair of",
)


def sentence(posting: Posting, event: Settled) -> str:
    """The fact on record, and what followed from it."""
    fact, title = event.because.strip(), words.wager_title(posting, event.wager, event.on)
    if event.to != "player":
        return fact
    if fact in GAVE_UP:
        return f"{GAVE_UP[fact]}: {title} {'is lost' if event.result == 'lost' else 'is given up'}."
    if fact and fact[-1] not in ".!?":
        fact += "."
    threw = THREW.search(fact) if "dice" in fact.lower() else None
    cause = _thrown(event, title, int(threw[1]), int(threw[2])) if threw else ""
    if cause:
        return cause if len(fact) < 40 else f"{fact} {cause}"
    if SAYS_IT.search(fact) and not _ladder(posting, event):
        return fact
    return f"{fact} {_ended(posting, event, title)}".strip()


def _ended(posting: Posting, event: Settled, title: str) -> str:
    """The end of a wager from its pay rows."""
    if event.result == "returned":
        return f"{title} is returned."
    if event.result == "push":
        return f"{title} is neither won nor lost."
    if event.result == "lost":
        rows = _ladder(posting, event)
        return f"{title} needs {rows}." if rows else f"{title} loses."
    if event.outcome in PLAIN_WINS or event.outcome == event.wager:
        return f"{title} wins at {event.odds}." if event.odds else f"{title} wins."
    said = hand_words(event.outcome)
    odds = f" pays {event.odds}" if event.odds else " is paid"
    return f"{said[:1].upper()}{said[1:]}{odds}."


def _ladder(posting: Posting, event: Settled) -> str:
    """What a wager with rows of its own pays on: all of a few, the least of many."""
    if event.wager not in posting.wagers:
        return ""
    table = event.table if event.result != "lost" else "main"
    rows = [row.outcome for row in posting.rows(event.wager, table) if row.outcome not in UNSEEN_ROWS]
    if not rows or any(row in PLAIN_WINS for row in rows):
        return ""
    named = [hand_words(row) for row in rows]
    if len(named) == 1:
        return named[0]
    if len(named) <= FEW:
        return f"{', '.join(named[:-1])} or {named[-1]}"
    paid = [row.odds.value for row in posting.rows(event.wager, table) if row.outcome not in UNSEEN_ROWS]
    if paid == sorted(paid, reverse=True):
        return f"{named[-1]} or better"
    return f"{named[0]}, {named[1]} or another of its {len(named)} paid results"


def hand_words(outcome: str) -> str:
    """`three-of-a-kind` as in a sentence: `three of a kind`, `a straight`."""
    said = outcome.replace("-", " ").replace("_", " ").strip()
    several = said.endswith("s") and not said.endswith("ss")
    if several or said.startswith(NO_ARTICLE) or COUNTED.match(said):
        return said
    return f"an {said}" if said[:1] in "aeio" else f"a {said}"


# ---- dice


def _thrown(event: Settled, title: str, a: int, b: int) -> str:
    """What a throw did to a wager at craps; empty for wagers that only their rows explain."""
    total, won = a + b, event.result == "won"
    if event.result == "returned":
        return f"{total} fell: {title} is returned."
    verb = {"won": "wins", "lost": "loses"}.get(event.result, "is neither won nor lost")
    kind = event.wager.removesuffix("-odds")
    if kind in ("pass", "dont-pass"):
        return _line(event, title, total, verb, "on the come-out")
    if kind in ("come", "dont-come", "put"):
        if not event.on:
            return _line(event, title, total, verb, "on its first roll")
        return _number(title, event.on, total, verb)
    if kind in ("place", "buy", "lay", "place-to-win", "place-to-lose"):
        return _number(title, event.on, total, verb)
    if kind == "hardway" and event.on:
        return _hardway(event.on, title, a, b, verb)
    if kind == "hop":
        return f"{a} and {b} fell: {title} {verb}, it needs exactly {event.on.replace('-', ' and ')}."
    if kind == "field":
        return f"{a} and {b} is {total}, {'a' if won else 'no'} field number: {title} {verb}."
    return f"{a} and {b} is {total}: {title} {verb}."


def _line(event: Settled, title: str, total: int, verb: str, when: str) -> str:
    against = event.wager.startswith("dont")
    if event.result == "push":
        return f"{total} is barred {when}: {title} is neither won nor lost."
    if total in CRAPS:
        return f"{total} is craps {when}: {title} {verb}."
    if total == 7 and (event.result == "won") == against:
        return f"A seven came before the point: {title} {verb}."
    if total in (7, 11):
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
