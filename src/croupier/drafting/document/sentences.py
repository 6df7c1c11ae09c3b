"""Odds that stand in sentences: "Insurance shall be paid at odds of 2 to 1", "2 to 1 if the point was 4 or 10"."""

import re

from croupier.drafting.document.knowledge import Knowledge, Known, tokens
from croupier.drafting.document.odds import IN_WORDS, read
from croupier.drafting.document.placing import Match, Placed, Unplaced
from croupier.drafting.document.tables import Row
from croupier.drafting.document.text import Clause

_PAYS = re.compile(r"\b(pays?|paid|pay off|payout)\b", re.IGNORECASE)
_FIRST = re.compile(r"^(\d[\d,]* to \d{1,2})\b,? (?:if|for|when)\b(.*)", re.IGNORECASE)
_UNLESS = re.compile(r"\bdoes not (?:hold|have|qualify)|not qualif", re.IGNORECASE)
_WINS = re.compile(r"\bwins?\b|winning|higher|shall (?:automatically )?be paid|pays\b|are paid|is paid", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;])\s+(?=[A-Z])")
_EACH = re.compile(r"each of which equal\w* (?P<percent>\d+)%|(?P<half>one half of the)", re.IGNORECASE)
NO_QUALIFY, WIN, ORIGINAL, PARTS = "no-qualify", "win", "with-odds", "parts"


def spoken(clauses: list[Clause], known: Knowledge, taken: set[tuple[str, str]]) -> tuple[list[Placed], list[Unplaced]]:
    """Rows that sentences state, of wagers that no table pays; a sentence with odds that names no wager is left."""
    found: dict[tuple[str, str, str], Row] = {}
    left: list[Unplaced] = []
    about: list[Known] = []  # what the passage before was about
    for clause in clauses:
        if "\t" in clause.text:
            continue
        start = _FIRST.match(clause.text)
        if start:
            _conditional(clause, start, about, known, found)
            continue
        named = _named(clause.text, known)
        about = named or about
        for sentence in _SENTENCE.split(clause.text):
            if not _shares(sentence, clause, named, found):
                _sentence(sentence, clause, known, taken, found, left)
    made: dict[tuple[str, str], list[Match]] = {}
    for (wager, table, outcome), row in found.items():
        if (wager, table) not in taken:
            made.setdefault((wager, table), []).append(Match(outcome, row))
    return [Placed(wager, table, "", tuple(rows)) for (wager, table), rows in made.items()], left


def _sentence(
    text: str,
    clause: Clause,
    known: Knowledge,
    taken: set[tuple[str, str]],
    found: dict[tuple[str, str, str], Row],
    left: list[Unplaced],
) -> None:
    every = list(IN_WORDS.finditer(text))
    if not every or not _PAYS.search(text):
        return
    named = _named(text, known)
    said = {match[0] for match in every}
    odds = read(every[0][0])
    if len(said) > 1 or odds is None or not named:
        why = "more than one pay in one sentence" if len(said) > 1 else "the sentence names no wager"
        left.append(Unplaced(clause.first, text[:160], why))
        return
    for entry in named:
        again = "original" in text.lower() and (entry.wager, "main") in taken
        table = ORIGINAL if again else "main"
        outcome = _outcome(entry, text)
        if entry.table == table and outcome and not (outcome == NO_QUALIFY and _returned(entry, text)):
            found.setdefault((entry.wager, entry.table, outcome), Row(clause.first, text[:80], odds))


def _shares(text: str, clause: Clause, named: list[Known], found: dict[tuple[str, str, str], Row]) -> bool:
    """A wager that is paid as several others, each an equal part of it: the parts must make the whole."""
    match = _EACH.search(text)
    if match is None:
        return False
    percent = 50 if match["half"] else int(match["percent"])
    for entry in named:
        if entry.table == PARTS and percent * len(entry.outcomes) == 100:
            odds = read(f"{percent}%")
            assert odds is not None
            for outcome in entry.outcomes:
                found.setdefault((entry.wager, PARTS, outcome), Row(clause.first, text[:80], odds))
            return True
    return False


def _returned(entry: Known, text: str) -> bool:
    """Whether the sentence gives this wager back rather than paying it."""
    return any(
        re.search(
            rf"{re.escape(title)}(?: wager| bet)?s? (?:shall|will|is|are)[\w ]* (?:returned|push)", text, re.IGNORECASE
        )
        for title in _titles(entry)
    )


def _outcome(entry: Known, text: str) -> str:
    """The outcome that a sentence speaks of, by its words."""
    if NO_QUALIFY in entry.outcomes and _UNLESS.search(text):
        return NO_QUALIFY
    if WIN in entry.outcomes and _WINS.search(text):
        return WIN
    return next(iter(entry.outcomes)) if len(entry.outcomes) == 1 and _WINS.search(text) else ""


def _conditional(
    clause: Clause,
    start: re.Match[str],
    about: list[Known],
    known: Knowledge,
    found: dict[tuple[str, str, str], Row],
) -> None:
    """One of several pays of the wager that the passage before is about, told apart by numbers."""
    odds = read(start[1])
    numbers = frozenset(word for word in tokens(start[2]) if word.isdigit())
    for entry in known.tables:
        if not any(entry.wager in (other.wager, f"{other.wager}-odds") for other in about):
            continue
        for outcome, ways in entry.outcomes.items():
            if odds is not None and numbers and any(way == numbers for way in ways):
                found.setdefault((entry.wager, entry.table, outcome), Row(clause.first, clause.text[:80], odds))


def _named(text: str, known: Knowledge) -> list[Known]:
    """The wagers that a sentence names, the longer name first: "Don't Pass" is not "Pass"."""
    spans: list[tuple[int, int]] = []
    found: list[Known] = []
    game = tokens(known.game)
    titles = sorted(
        ((title, entry) for entry in known.tables for title in _titles(entry) if tokens(title) != game),
        key=lambda pair: -len(pair[0]),
    )
    for title, entry in titles:
        for match in re.finditer(rf"(?<![\w']){re.escape(title)}(?:s|'s)?(?!\w)", text, re.IGNORECASE):
            inside = any(first <= match.start() and match.end() <= last for first, last in spans)
            exact = any((first, last) == match.span() for first, last in spans)
            if not inside or exact:
                spans.append(match.span())
                found.append(entry)
                break
    return found


def _titles(entry: Known) -> list[str]:
    """A wager's names without the word for what it is; never one that is a common word of the game."""
    plain = [re.sub(r"\s+(wager|bet)$", "", title, flags=re.IGNORECASE) for title in entry.printed]
    return [title for title in dict.fromkeys(plain) if len(title) > 2]
