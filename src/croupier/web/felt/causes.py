"""Why a wager ended as it did, in a sentence: what fell or was held, and what the wager made of it.

The table records the facts ("The dice show 1-2, 3."); the cause follows from them, the wager and its pay rows, so that
rounds recorded long ago say it too. So does the clause: a wager that is paid cites its row, one that is not cites
what it would have needed, or where hands are compared and losing wagers collected.
"""

import re

from croupier.games import class_of
from croupier.rounds.events import Settled
from croupier.rulebook.model import Irregularity
from croupier.rulebook.posting import Posting
from croupier.web.felt import ball_causes, dice_causes
from croupier.web.felt.alike import told_apart
from croupier.web.felt.outcome_words import hand_words, needs, pays, returns
from croupier.web.kit import words

SAYS_IT = re.compile(r"\b(loses|lost|beats|beat|ties|wins|won|pushes|over 21|needs|pays|plays on|is higher)\b")
COMPARED = re.compile(r"\b(?:beats|loses to|against)\b")
REQUIRED = re.compile(r"^the (.+) is required( at this table)?\.?$", re.IGNORECASE)
MAKES = re.compile(r"\bmakes (\d)\b")
HELD = re.compile(r"\(([^()]*)\)")
PLAIN_WINS = ("win", "even-money", "blackjack", "player", "banker", "tie", "surrender", "no-qualify")
GAVE_UP = {"Folded.": "You folded", "Surrendered.": "You surrendered", "The hand was surrendered.": "You surrendered"}
TOO_LOW = " The hand is too low for the Blind to be paid."  # what its rows say more exactly
BLACKJACK_PAID = "Blackjack: paid in turn."
CHIP_KEPT = "The chip was collected when the deal began."  # told of a wager that won beside it
METER_KEPT = "A progressive wager is collected when it wins too."  # told of one that was paid
TWO_HANDS = re.compile(r"^(.+ against .+); (.+ against .+)\.$")  # a player's High and Low, set against the dealer's
UNQUALIFIED = re.compile(r"\b(?:does not play|does not qualify|has less than)\b")  # a dealer who is not in the game
DEALER_22 = re.compile(r"^Your .* is returned against the dealer's 22\b")
OWN_ROWS = ("side", "bonus", "progressive")  # what they pay on is in their rows, whatever the rows are called
COMPARING = ("decisions", "reveal", "dealer")  # stages of games in which a hand is held to the dealer's


def sentence(posting: Posting, event: Settled) -> str:
    """The fact on record, and what followed from it."""
    fact, title = event.because.strip(), words.wager_title(posting, event.wager, event.on)
    if event.to != "player":
        said = hand_words(event.outcome)
        return f"{said[:1].upper()}{said[1:]}: {fact[:1].lower()}{fact[1:]}"
    if fact == CHIP_KEPT:
        return f"{title} is paid, and its chip stays with the house: it was collected when the deal began."
    if fact == METER_KEPT:
        return f"{title} is paid, and its chip stays with the house: a progressive wager is collected when it wins too."
    if fact in GAVE_UP:
        return f"{GAVE_UP[fact]}: {title} {'is lost' if event.result == 'lost' else 'is given up'}."
    if missing := REQUIRED.match(fact):
        return f"{missing[1]} is required beside it and was not placed: {title} is returned."
    fact = fact[:1].upper() + fact[1:]
    if fact and fact[-1] not in ".!?":
        fact += "."
    if event.result in ("lost", "returned") and _ruling(posting, event):  # no hand, dice or number had a part in it
        return f"{fact} {title} is {event.result}."
    if fell := dice_causes.cause(posting, event, title, fact) or ball_causes.cause(event, title, fact):
        return fell
    if fact == BLACKJACK_PAID:
        fact = "You have a blackjack and the dealer has none."
    fact = _named(posting, fact)
    if event.result == "push":
        return _pushed(posting, event, fact, title)
    if event.result == "won" and " loses to " in fact and not _rows(posting, event):
        return f"{fact} The dealer's hand does not qualify: {title} wins."
    if SAYS_IT.search(fact) and (_beaten(posting, event) or not _rows(posting, event)):
        return fact
    return f"{fact} {_ended(posting, event, fact, title)}".strip()


def _named(posting: Posting, fact: str) -> str:
    """Which of two hands is which, and what tells two apart that are called alike."""
    if two := TWO_HANDS.match(fact):
        return f"High: {two[1][:1].lower()}{two[1][1:]}; Low: {two[2]}."
    ranked = class_of(posting.rulebook).HANDS
    return told_apart(fact, all_count=ranked != "four") if ranked else fact


def _ruling(posting: Posting, event: Settled) -> Irregularity | None:
    """The irregularity whose ruling ended a wager: its own sentence is the fact on record."""
    found = (one for one in posting.rulebook.irregularities if one.says and one.says == event.because.strip())
    return next(found, None)


def _line(posting: Posting, event: Settled) -> tuple[str, list[tuple[str, object]]]:
    """The wager whose fate an Ante of its own shares, and what that one pays on: `Across` of `ante-across`."""
    line = event.wager.removeprefix("ante-")
    if line == event.wager or line not in posting.wagers:
        return "", []
    rows: list[tuple[str, object]] = [(row.outcome, row.odds.value) for row in posting.rows(line)]
    return posting.wagers[line].title if rows else "", rows


def _pushed(posting: Posting, event: Settled, fact: str, title: str) -> str:
    """Why a wager came back: a tie, a dealer who does not qualify, a hand under what it pays on, a row that says so."""
    if line := _line(posting, event)[0]:
        return f"{fact} {title} goes with {line}: it is returned."
    if event.odds and event.outcome != "others":
        return f"{fact} {returns(event.outcome, title)}"
    totals = MAKES.findall(fact)
    if len(totals) == 2 and totals[0] == totals[1]:
        return f"{fact} The hands tie: {title} is returned."
    if "; Low: " in fact:
        return f"{fact}{_copied(fact)} One hand won and one did not: {title} is returned."
    if " ties " in fact:
        return fact if SAYS_IT.search(fact) and not _rows(posting, event) else f"{fact} {title} is returned."
    if not COMPARED.search(fact):
        return fact if SAYS_IT.search(fact) or "returned" in fact else f"{fact} {title} is returned."
    if rows := _rows(posting, event):
        return f"{fact.removesuffix(TOO_LOW)} {title} is paid on {needs(rows)}: it is returned."
    if fact.count(". ") or "over 21" in fact:
        return fact  # the table has said why in a second sentence
    held = HELD.findall(fact)
    if "against" in fact and len(held) == 2 and held[0] == held[1] and fact.endswith(")."):  # nothing tells them apart
        return f"{fact} The hands tie: {title} is returned."
    return f"{fact} The dealer's hand does not qualify: {title} is returned."


def _copied(fact: str) -> str:
    """Two Low hands of the same ranks, the last of two pairs of hands that are named, are a copy."""
    yours, _, other = fact.rstrip(".").rpartition("; Low: ")[2].partition(" against ")
    return " The Low hands are a copy, which the dealer wins." if yours == other else ""


def _ended(posting: Posting, event: Settled, fact: str, title: str) -> str:
    """The end of a wager from its pay rows."""
    if event.result == "returned":
        return f"{title} is returned."
    if event.result == "lost":
        if "was set below" in fact:
            return f"The hands are foul: {title} loses."
        if "; Low: " in fact:
            return f"{_copied(fact)} Both hands are the dealer's: {title} loses.".strip()
        if _beaten(posting, event):
            return f"The dealer's hand wins: {title} loses."
        line, rows = _line(posting, event)
        if line:
            return f"{title} goes with {line}, which needs {needs(rows)}."
        rows = _rows(posting, event)
        return f"{title} needs {needs(rows)}." if rows else f"{title} loses."
    if event.outcome == "no-qualify" and "does not" not in fact:
        return f"The dealer's hand does not qualify: {title} wins."
    if (event.outcome in PLAIN_WINS and not _rows(posting, event)) or event.outcome == event.wager:
        return f"{_won_by(posting, event, fact)}{title} wins."
    outcome = f"natural-{event.outcome}" if event.table == "natural" else event.outcome
    return pays(outcome, event.odds, least=_is_least(posting, event))


def _won_by(posting: Posting, event: Settled, fact: str) -> str:
    """What won: both of two hands, the one of two, or the line that an Ante goes with."""
    if "; Low: " in fact:
        return "Both hands are higher: "
    if line := _line(posting, event)[0]:
        return f"It goes with {line}: "
    if " equals the dealer's " in fact:
        return "An equal hand wins: "
    return "Your hand is higher: " if " against the dealer's " in fact else ""


def _beaten(posting: Posting, event: Settled) -> bool:
    """Whether a wager lost to the dealer's hand: then its rows, if it has any, are not what it lacked."""
    rule = posting.wagers.get(event.wager)
    own = rule is None or rule.kind in OWN_ROWS
    return event.result == "lost" and not own and COMPARED.search(event.because) is not None


def _rows(posting: Posting, event: Settled) -> list[tuple[str, object]]:
    """(outcome, its odds) that a wager with rows of its own pays on or returns; nothing for plain wins and losses."""
    rule = posting.wagers.get(event.wager)
    if rule is None:
        return []
    table = event.table if event.result != "lost" else "main"
    rows = [(row.outcome, row.odds.value) for row in posting.rows(event.wager, table) if row.outcome != "lose"]
    plain = [outcome for outcome, _ in rows if outcome in PLAIN_WINS and outcome != "blackjack"]
    if plain or (rule.kind not in OWN_ROWS and any(outcome in PLAIN_WINS for outcome, _ in rows)):
        return []
    return [row for row in rows if row[0] not in ("push", "others")]


def _is_least(posting: Posting, event: Settled) -> bool:
    rows = _rows(posting, event)
    return bool(rows) and rows[-1][0] == event.outcome


def clauses(posting: Posting, event: Settled) -> tuple[str, ...]:
    """The clause that settles: the row's, or for a wager without one what it needed or where wagers are collected.

    Dice and wheels have a clause that says when a wager wins beside the one of its odds: both stand there.
    """
    rule = posting.wagers.get(event.wager)
    if event.result == "won" and rule is not None and not any(s in posting.rulebook.stages for s in COMPARING):
        both = (rule.clause if rule.clause not in event.clause.split(", ") else "", event.clause)
        return tuple(dict.fromkeys(filter(None, both)))
    if event.result == "lost" and (ruled := _ruling(posting, event)):
        return (ruled.clause,)
    if event.odds or event.result == "returned" or rule is None or event.clause not in ("", rule.clause):
        return tuple(filter(None, (event.clause or (rule.clause if rule else ""),)))
    if DEALER_22.match(event.because) and (tied := posting.clause("dealer-22")):
        return (tied,)
    stages = posting.rulebook.stages
    settlement = stages["settlement"].clause if "settlement" in stages else ""
    if event.result == "push" and UNQUALIFIED.search(sentence(posting, event)):
        return (posting.clause("qualifier") or settlement or rule.clause,)
    if event.because.strip() in GAVE_UP:
        given_up = next((p.clause for p in posting.rulebook.procedures if p.name == "surrender"), "")
        if given_up and "surrendered" in GAVE_UP[event.because.strip()]:
            return (given_up,)
        return ((stages["decisions"].clause if "decisions" in stages else "") or settlement or rule.clause,)
    if rule.kind in (*OWN_ROWS, "insurance") or not any(stage in stages for stage in COMPARING):
        return (rule.clause,)  # it says itself what wins and what loses
    if not _beaten(posting, event) and _rows(posting, event):
        return (posting.rows(event.wager)[0].clause,)
    return (settlement or rule.clause,)
