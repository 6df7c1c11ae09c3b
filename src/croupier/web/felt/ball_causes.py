"""What a wheel at rest did to a wager: "The ball rests in 8, black: Red loses."

At big six it is the clapper: "The clapper rests on the $1, not on the $5."
"""

from croupier.rounds.events import Settled
from croupier.rulebook.posting import Posting
from croupier.web.felt.bigsix import fell_words
from croupier.web.felt.recorded_facts import RecordedFact

VERBS = {"won": "wins", "lost": "loses"}
COLUMNS = ("3rd", "1st", "2nd")  # by what is left of a number when it is divided by three
NEITHER = {
    ("red", "black"): "neither red nor black",
    ("even", "odd"): "neither even nor odd",
    ("1-18", "19-36"): "in neither half",
    ("dozen",): "in no dozen",
    ("column",): "in no column",
}


def cause(posting: Posting, event: Settled, title: str, fact: RecordedFact) -> str:
    """The whole sentence; empty for what no wheel ended, or what ended as neither won nor lost."""
    verb = VERBS.get(event.result)
    if verb is None:
        return ""
    if fact.clapper:
        return _upright(posting, event, title, fact.clapper)
    if fact.rests is None:
        return ""
    number, trait = fact.rests[0], _trait(event.wager, *fact.rests)
    if trait:
        return f"The ball rests in {number}, {trait}: {title} {verb}."
    if event.result == "won":
        return f"The ball rests in {number}: {title} wins."
    return f"The ball rests in {number}: {title} needs {'that number' if event.wager == 'straight' else 'one of them'}."


def _upright(posting: Posting, event: Settled, title: str, insignia: str) -> str:
    """At big six a wager is on one insignia; what a book describes itself says what it pays on."""
    if posting.wagers[event.wager].sees:
        return ""
    fell = insignia if insignia.startswith("$") else _within(fell_words(insignia))
    if event.result == "won":
        return f"The clapper rests on the {fell}: {title} wins."
    return f"The clapper rests on the {fell}, not on the {_within(title)}."


def _within(title: str) -> str:
    return title[:1].lower() + title[1:]


def _trait(wager: str, number: str, colour: str) -> str:
    """What a number is, as far as an outside wager asks; nothing for wagers on numbers themselves."""
    if colour == "green":
        return next((words for wagers, words in NEITHER.items() if wager in wagers), "")
    value = int(number)
    if wager in ("red", "black"):
        return colour
    if wager in ("even", "odd"):
        return "odd" if value % 2 else "even"
    if wager in ("1-18", "19-36"):
        return f"in the {'lower' if value <= 18 else 'upper'} half"
    if wager == "dozen":
        return f"in the {('1st', '2nd', '3rd')[(value - 1) // 12]} dozen"
    return f"in the {COLUMNS[value % 3]} column" if wager == "column" else ""
