"""What a ball at rest did to a wager at roulette: "The ball rests in 8, black: Red loses." """

from croupier.rounds.events import Settled
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


def cause(event: Settled, title: str, fact: RecordedFact) -> str:
    """The whole sentence; empty for what no ball ended, or what ended as neither won nor lost."""
    verb = VERBS.get(event.result)
    if fact.rests is None or verb is None:
        return ""
    number, trait = fact.rests[0], _trait(event.wager, *fact.rests)
    if trait:
        return f"The ball rests in {number}, {trait}: {title} {verb}."
    if event.result == "won":
        return f"The ball rests in {number}: {title} wins."
    return f"The ball rests in {number}: {title} needs {'that number' if event.wager == 'straight' else 'one of them'}."


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
