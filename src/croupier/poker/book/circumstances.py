"""The circumstances that rulebooks make a ruling depend on, and how each is said.

Some are read from the hand (`FROM_RECORD`); the others only somebody at the table can tell, and are asked for.
"""

from collections.abc import Iterable, Mapping
from typing import Any

# fmt: off
FROM_RECORD = frozenset({
    "form", "family", "street", "phase", "structure", "limit", "facing-bet", "significant", "live", "initial-deal",
    "low", "over", "all-in", "button", "acted", "any-action", "to-act", "pot-plays", "play",
})
OF_A_SEAT = frozenset({"facing-bet", "all-in", "button", "acted", "to-act"})  # read once the seat is named
# fmt: on

# What is asked, in the words of the floor.
ASKS = {
    "acted-behind": "Who acted behind him since",
    "acted-on": "Another player acted on it",
    "all-acted": "All have acted on the wager",
    "announced-before-looking": "Announced before he looked at it",
    "any-bet-on-street": "Somebody has bet on this round",
    "card-dealt": "A card, or the burn, was dealt for it",
    "cards": "Cards in his hand",
    "claims-better": "He called it better than it is",
    "considered": "A player was considering it",
    "count": "How many cards",
    "damaged": "The card is damaged",
    "deliberate": "On purpose",
    "entitled": "He was present, or had posted",
    "first": "It was the first of the two players",
    "found": "Where it was found",
    "front-pending": "A player before him has not acted",
    "in-sequence": "The top card comes to him in its place",
    "looked-at": "He looked at it, or mixed it in",
    "next-acted": "The next player has acted",
    "position": "Which card of the deal it was",
    "posted": "He had posted",
    "protected": "The hand was protected",
    "rank": "Its rank",
    "retrieved-by": "Who picked them up",
    "same-number": "He draws as many cards",
    "source": "Who flashed it",
    "tabled": "The hand was tabled",
    "viewer": "Who saw the cards",
}

_SAID = {
    ("family", "board"): "in hold'em and Omaha",
    ("family", "stud"): "in stud",
    ("family", "draw"): "in draw games",
    ("play", "tournament"): "in tournaments",
    ("play", "cash"): "in cash games",
    ("over", True): "when the pot has been awarded",
    ("over", False): "while the hand is played",
    ("significant", True): "after significant action",
    ("significant", False): "before significant action",
    ("facing-bet", True): "for a seat that faces a bet",
    ("facing-bet", False): "for a seat that faces no bet",
    ("initial-deal", True): "on the first deal",
    ("initial-deal", False): "after the first deal",
    ("limit", True): "in limit",
    ("limit", False): "in no limit and pot limit",
    ("all-in", True): "for a seat that is all in",
    ("all-in", False): "for a seat with chips behind",
    ("acted", True): "for a seat that has acted",
    ("acted", False): "for a seat that has not acted",
    ("any-action", True): "after action",
    ("button", False): "for a seat without the button",
    ("button", True): "for the button",
    ("to-act", True): "for the seat to act",
    ("low", True): "in low games",
    ("low", False): "in high games",
    ("pot-plays", True): "once the pot plays",
    ("pot-plays", False): "before the pot plays",
    ("structure", "pot"): "in pot limit",
    ("live", 2): "between two players",
}


def said(name: str, wanted: Any) -> str:
    """One condition in words: in stud, before significant action, where two cards or more."""
    if isinstance(wanted, list | tuple):
        words = [said(name, one) for one in wanted]
        named = [word.removeprefix("in ") for word in words]
        return f"in {', '.join(named[:-1])} or {named[-1]}" if len(words) > 1 else words[0]
    if (name, wanted) in _SAID:
        return _SAID[(name, wanted)]
    if name.endswith("-least"):
        return (
            f"where {_lower(name[:-6])} is {wanted} or more"
            if name != "live-least"
            else f"with {wanted} players or more"
        )
    if name.endswith("-most"):
        return f"where {_lower(name[:-5])} is at most {wanted}"
    if name == "form":
        return f"in {str(wanted).replace('-', ' ')}"
    if isinstance(wanted, bool):
        return f"{'if' if wanted else 'unless'} {_lower(name)}"
    return f"if {_lower(name)}: {str(wanted).replace('-', ' ')}"


def _lower(name: str) -> str:
    words = ASKS.get(name, name.replace("-", " "))
    return words[:1].lower() + words[1:]


def applies(cases: Iterable[Mapping[str, Any]], most: int = 4) -> str:
    """When a book rules on something, case by case, as one sentence's end."""
    told = list(dict.fromkeys(" ".join(said(name, wanted) for name, wanted in case.items()) for case in cases))
    told = [words for words in told if words]
    more = ", or in other cases" if len(told) > most else ""
    return "; or ".join(told[:most]) + more
