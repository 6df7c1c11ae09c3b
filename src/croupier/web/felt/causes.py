"""Why a wager ended as it did, in a sentence: what fell or was held, and what the wager made of it.

The table records the facts ("The dice show 1-2, 3."; `recorded_facts` reads them); the cause follows from them, the
wager and its pay rows, so that rounds recorded long ago say it too. So does the clause: a wager that is paid cites its
row, one that is not cites what it would have needed, or where hands are compared and losing wagers collected.
"""

from collections.abc import Sequence
from enum import Enum, auto

from croupier.games import class_of
from croupier.house.record.sentences import listed
from croupier.rounds.events import Settled
from croupier.rulebook.model import Irregularity
from croupier.rulebook.posting import Posting
from croupier.web.felt import ball_causes, dice_causes
from croupier.web.felt.outcome_words import SAID, caption, hand_words, needs, pays, returns
from croupier.web.felt.recorded_facts import RecordedFact, read
from croupier.web.felt.same_named_hands import told_apart
from croupier.web.kit import words

PLAIN_WINS = ("win", "even-money", "blackjack", "player", "banker", "tie", "surrender", "no-qualify")
OWN_ROWS = ("side", "bonus", "progressive")  # what they pay on is in their rows, whatever the rows are called
RANKED_OTHERWISE = ("", "wild", "high and low")  # `Game.HANDS` of which two of one name are not told apart
COMPARING = ("decisions", "reveal", "dealer")  # stages of games in which a hand is held to the dealer's
PAID_BEATEN = ("bad-beat",)  # wagers paid on the hand that is beaten, whosever it is
MOST = 21


class Push(Enum):
    """Why a wager that came back did."""

    LINE = auto()  # it goes with another one
    ROW = auto()  # its row says so
    TIE = auto()
    ONE_EACH = auto()  # of two hands one won
    SAID = auto()  # the fact on record says it all
    TOLD = auto()  # the fact on record is the cause, but does not name the wager
    UNDER_ITS_ROWS = auto()
    UNQUALIFIED = auto()  # the dealer is not in the game


def sentence(posting: Posting, event: Settled) -> str:
    """The fact on record, and what followed from it."""
    fact, title = read(event.because), words.wager_title(posting, event.wager, event.on)
    if event.to != "player":
        said, told = hand_words(event.outcome), event.because.strip()
        return f"{said[:1].upper()}{said[1:]}: {told[:1].lower()}{told[1:]}"
    if fact.kept:
        return f"{title} is paid, and its chip stays with the house: {fact.kept}."
    if fact.gave_up:
        return f"You {fact.gave_up}: {title} {'is lost' if event.result == 'lost' else 'is given up'}."
    if fact.requires:
        return f"{fact.requires} is required beside it and was not placed: {title} is returned."
    if event.result in ("lost", "returned") and _ruling(posting, event):  # no hand, dice or number had a part in it
        return f"{fact.says} {title} is {event.result}."
    if fell := dice_causes.cause(posting, event, title, fact) or ball_causes.cause(posting, event, title, fact):
        return fell
    says = _named(posting, fact)
    if fact.revived and event.result in ("won", "lost"):
        return f"{says} {_revived(event, fact.revived[1])}: {title} {'wins' if event.result == 'won' else 'loses'}."
    if event.result == "push":
        return _pushed(posting, event, fact, says, title)
    if event.result == "won" and fact.loses and not _rows(posting, event):
        return f"{says} {_unqualified(posting)}{title} wins."
    if (
        event.result == "lost" and fact.beats and not _rows(posting, event)
    ):  # it was laid on something else than that hand
        return f"{says} {title} loses."
    if fact.ends and (_beaten(posting, event) or not _rows(posting, event)):
        return says
    return f"{says} {_ended(posting, event, fact, title)}".strip()


def _named(posting: Posting, fact: RecordedFact) -> str:
    """Which of two hands is which, and what tells two apart that are called alike."""
    if fact.two:
        high, his_high, low, his_low = fact.two
        return f"High: {high[:1].lower()}{high[1:]} against {his_high}; Low: {low} against {his_low}."
    named = class_of(posting.rulebook).HANDS
    return fact.says if named in RANKED_OTHERWISE else told_apart(fact, all_count=named != "four")


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


def _push(posting: Posting, event: Settled, fact: RecordedFact) -> Push:
    """Why a wager came back: a tie, a dealer who does not qualify, a hand under what it pays on, a row that says so."""
    if _line(posting, event)[0]:
        return Push.LINE
    if event.odds and event.outcome != "others":
        return Push.ROW
    if len(fact.totals) == 2 and fact.totals[0] == fact.totals[1]:
        return Push.TIE
    if fact.two:
        return Push.ONE_EACH
    if fact.ties:
        return Push.SAID if not _rows(posting, event) else Push.TOLD
    if not fact.compared:
        return Push.SAID if fact.ends or fact.returned else Push.TOLD
    if _rows(posting, event):
        return Push.UNDER_ITS_ROWS
    if fact.explained:
        return Push.SAID
    if fact.names_alike and _named(posting, fact) == fact.says:
        return Push.TIE
    return Push.UNQUALIFIED if fact.unqualified or _unqualified(posting) else Push.TOLD


def _unqualified(posting: Posting) -> str:
    """Why a worse hand does not lose and a better one does not win, where the dealer's hand has to qualify."""
    return "The dealer's hand does not qualify: " if posting.clause("qualifier") else ""


def _pushed(posting: Posting, event: Settled, fact: RecordedFact, says: str, title: str) -> str:
    match _push(posting, event, fact):
        case Push.LINE:
            return f"{says} {title} goes with {_line(posting, event)[0]}: it is returned."
        case Push.ROW:
            return f"{says} {returns(event.outcome, title)}"
        case Push.TIE:
            return f"{says} The hands tie: {title} is returned."
        case Push.ONE_EACH:
            return f"{says}{_copied(fact)} One hand won and one did not: {title} is returned."
        case Push.SAID:
            return says
        case Push.TOLD:
            return f"{says} {title} is returned."
        case Push.UNDER_ITS_ROWS:
            return f"{fact.too_low or says} {title} is paid on {needs(_rows(posting, event))}: it is returned."
        case Push.UNQUALIFIED:
            return f"{says} The dealer's hand does not qualify: {title} is returned."


def _revived(event: Settled, dealer: int) -> str:
    """What the dealer's hand did to one over 21 that waits on the insignia."""
    if event.result == "won":
        return "The dealer went over too"
    return f"The dealer's {dealer} does not bring it back" if dealer > MOST else "The dealer did not go over"


def _copied(fact: RecordedFact) -> str:
    """Two Low hands of the same ranks are a copy."""
    return " The Low hands are a copy, which the dealer wins." if fact.two[2] == fact.two[3] else ""


def _ended(posting: Posting, event: Settled, fact: RecordedFact, title: str) -> str:
    """The end of a wager from its pay rows."""
    if event.result == "returned":
        return f"{title} is returned."
    if event.result == "lost":
        if fact.foul:
            return f"The hands are foul: {title} loses."
        if fact.two:
            return f"{_copied(fact)} Both hands are the dealer's: {title} loses.".strip()
        if _beaten(posting, event):
            return f"The dealer's hand wins: {title} loses."
        line, rows = _line(posting, event)
        if line:
            return f"{title} goes with {line}, which needs {needs(rows)}."
        rows = _rows(posting, event)
        if event.wager in PAID_BEATEN:
            return f"{title} is paid on the hand that is beaten, if that is {needs(rows)}."
        if fact.totals and not rows:
            return f"{_nearer(fact.totals)}: {title} loses."
        if rows and _is_described(posting, event):  # its outcomes are the book's own words, whatever these are
            return f"{title} pays on {listed([caption(outcome).lower() for outcome, _ in rows], 'or')}."
        return f"{title} needs {needs(rows)}." if rows else f"{title} loses."
    if event.outcome == "no-qualify" and not fact.qualifier:
        return f"The dealer's hand does not qualify: {title} wins."
    plainly = event.outcome == event.wager and event.outcome not in SAID
    if plainly or (event.outcome in PLAIN_WINS and not _rows(posting, event)):
        return f"{_won_by(posting, event, fact)}{title} wins."
    if event.wager in PAID_BEATEN:
        return f"The hand that is beaten is {hand_words(event.outcome)}: {title} pays {event.odds}."
    outcome = f"natural-{event.outcome}" if event.table == "natural" else event.outcome
    return pays(outcome, event.odds, least=_is_least(posting, event))


def _won_by(posting: Posting, event: Settled, fact: RecordedFact) -> str:
    """What won: both of two hands, the one of two, or the line that an Ante goes with."""
    if fact.two:
        return "Both hands are higher: "
    if line := _line(posting, event)[0]:
        return f"It goes with {line}: "
    if fact.totals:
        return f"{_nearer(fact.totals)}: "
    if fact.equals:
        return "An equal hand wins: "
    return "Your hand is higher: " if fact.dealers_hand else ""


def _nearer(totals: tuple[int, ...]) -> str:
    """Which of the Player's and the Banker's hand is nearer to nine."""
    player, banker = totals
    if player == banker:
        return "The hands tie"
    return f"The {'Player' if player > banker else 'Banker'} is nearer to nine"


def _beaten(posting: Posting, event: Settled) -> bool:
    """Whether a wager lost to the dealer's hand: then its rows, if it has any, are not what it lacked."""
    rule = posting.wagers.get(event.wager)
    own = rule is None or rule.kind in OWN_ROWS
    return event.result == "lost" and not own and read(event.because).compared


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


def _is_described(posting: Posting, event: Settled) -> bool:
    rule = posting.wagers.get(event.wager)
    return rule is not None and bool(rule.sees)


def _is_least(posting: Posting, event: Settled) -> bool:
    rows = _rows(posting, event)
    return bool(rows) and rows[-1][0] == event.outcome


def clauses(posting: Posting, event: Settled, ended: Sequence[Settled] = ()) -> tuple[str, ...]:
    """The clause that settles: the row's, or for a wager without one what it needed or where wagers are collected.

    Dice and wheels have a clause that says when a wager wins beside the one of its odds: both stand there. What ended
    with it in its round tells at which street a hand was folded.
    """
    rule, fact = posting.wagers.get(event.wager), read(event.because)
    if event.result == "won" and rule is not None and not any(s in posting.rulebook.stages for s in COMPARING):
        both = (rule.clause if rule.clause not in event.clause.split(", ") else "", event.clause)
        return tuple(dict.fromkeys(filter(None, both)))
    if event.result == "lost" and (ruled := _ruling(posting, event)):
        return (ruled.clause,)
    if event.odds or event.result == "returned" or rule is None or event.clause not in ("", rule.clause):
        return tuple(filter(None, (event.clause or (rule.clause if rule else ""),)))
    if fact.over_22 and (tied := posting.clause("dealer-22")):
        return (tied,)
    if event.table != "main" and event.result == "lost" and (rows := posting.rows(event.wager, event.table)):
        return (rows[0].clause,)  # of wagers that were moved, as to the Back to Life insignia
    stages = posting.rulebook.stages
    settlement = stages["settlement"].clause if "settlement" in stages else ""
    pushed = _push(posting, event, fact) if event.result == "push" else None
    if pushed and (fact.ties or pushed in (Push.TIE, Push.ONE_EACH)) and (tied := _procedure(posting, "ties")):
        return (tied,)
    if pushed and (fact.unqualified or pushed is Push.UNQUALIFIED):
        return (posting.clause("qualifier") or settlement or rule.clause,)
    if fact.gave_up:
        if fact.gave_up == "surrendered" and (given_up := _procedure(posting, "surrender")):
            return (given_up,)
        folded = stages.get(_folded_at(posting, event, ended))
        return ((folded.clause if folded else "") or settlement or rule.clause,)
    if rule.kind in (*OWN_ROWS, "insurance") or not any(stage in stages for stage in COMPARING):
        return (rule.clause,)  # it says itself what wins and what loses
    if not _beaten(posting, event) and _rows(posting, event):
        return (posting.rows(event.wager)[0].clause,)
    return (settlement or rule.clause,)


def _folded_at(posting: Posting, event: Settled, ended: Sequence[Settled]) -> str:
    """The stage at which a hand was folded: of several with a wager each, the first whose wager was not placed."""
    game = class_of(posting.rulebook)
    given_up = {e.wager for e in ended if e.position == event.position and read(e.because).gave_up}
    streets = [stage for stage in game.PLACED_LATER if stage in posting.rulebook.stages]
    street = next((stage for stage in streets if stage not in given_up), "decisions")
    return str(getattr(game, "FOLDS", street))


def _procedure(posting: Posting, name: str) -> str:
    """The clause of a procedure of the rulebook, where it has one of this name."""
    return next((found.clause for found in posting.rulebook.procedures if found.name == name), "")
