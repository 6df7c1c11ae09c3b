"""What the sentence of a settlement says, as facts: nobody but this module reads a recorded sentence.

A journal keeps result, outcome, pay row and clause of a settlement as data. What was held against what, what the dice
showed and where the ball rests it keeps in one sentence for people (`because`), and rounds recorded long ago can't be
given more. Newer ones are not either: a replay must reproduce every settlement byte for byte. So the sentences of the
games are read here, once, and whoever tells of a settlement decides by what he is given. The games' own words are held
to this by `tests/web/test_causes.py`, which plays them all.
"""

import re
from functools import lru_cache

import msgspec

CARDS = r"((?:[2-9TJQKA][shdc] ?)+)"
GAVE_UP = {"Folded.": "folded", "Surrendered.": "surrendered", "The hand was surrendered.": "surrendered"}
KEPT = {  # told of a wager that won beside the chip: when that one was collected
    "The chip was collected when the deal began.": "it was collected when the deal began",
    "A progressive wager is collected when it wins too.": "a progressive wager is collected when it wins too",
}
IN_FULL = {
    "Blackjack: paid in turn.": "You have a blackjack and the dealer has none.",
    "Blackjack: even money was taken.": "You took even money on your blackjack.",
}
TOO_LOW = " The hand is too low for the Blind to be paid."
COMPARED = re.compile(r"\b(?:beats|loses to|against)\b")
ENDS = re.compile(r"\b(loses|lost|beats|beat|ties|wins|won|pushes|over 21|needs|pays|plays on|is higher)\b")
UNQUALIFIED = re.compile(r"\b(?:does not play|does not qualify|has less than)\b")
AGAINST_22 = re.compile(r"^Your .* is returned against the dealer's 22\b")
REQUIRED = re.compile(r"^the (.+) is required( at this table)?\.?$", re.IGNORECASE)
TWO_HANDS = re.compile(r"^(.+) against (.+); (.+) against (.+)\.$")  # as pai gow records them: High, then Low
SAME_NAME = re.compile(rf"\b[Yy]our {CARDS} \((.+?)\) (?:beats|loses to|against) the dealer's {CARDS} \(\2\)\.$")
NAMED = re.compile(r"\(([^()]*)\)")
MAKES = re.compile(r"\bmakes (\d)\b")
THREW = re.compile(r"\bdice\b.*?\b([1-6])-([1-6])\b", re.IGNORECASE)
NO_MORE = re.compile(r"^.{,39}$|Part of a ")  # than the throw, or whose part it was
POINTS_MADE = re.compile(r"(\d+) different points? (?:was|were) made")
COLLECTED = re.compile(r"(\d+) of (\d+) numbers came before it")
RESTS = re.compile(r"^The ball rests in (\S+), (red|black|green)\.$")
CLAPPER = re.compile(r"^The clapper rests on the (.+)\.$")
HELD = re.compile(r"^(You hold (?:(?:[2-9TJQKA][shdc]|Jk) ?)+), (?=[a-z])")  # cards, and what they are called
BACK_TO_LIFE = re.compile(r"^Back to Life: your (\d+) against the dealer's (\d+)\.$")


class SameName(msgspec.Struct, frozen=True, gc=False):
    """Two hands that are called alike: their cards, and what both are called."""

    yours: str
    dealers: str
    name: str


class RecordedFact(msgspec.Struct, frozen=True, gc=False):
    """What one recorded sentence says; empty or false where it does not speak of it."""

    says: str  # the sentence, whole
    gave_up: str = ""  # folded, surrendered
    kept: str = ""  # why a chip stays with the house though its wager won
    requires: str = ""  # a wager that had to lie beside this one
    compared: bool = False  # a hand was held to another
    dealers_hand: bool = False  # to the dealer's
    beats: bool = False
    loses: bool = False
    ties: bool = False
    equals: bool = False
    ends: bool = False  # says itself what became of a hand or a wager
    explained: bool = False  # more than one sentence, or a hand that went over
    returned: bool = False
    over_22: bool = False  # returned against a dealer's 22
    unqualified: bool = False  # a dealer who is not in the game
    qualifier: bool = False  # whether the dealer does something is spoken of
    too_low: str = ""  # all but the sentence that a pay table says more exactly
    foul: bool = False  # hands set the wrong way round
    two: tuple[str, ...] = ()  # High, the dealer's High, Low, the dealer's Low
    same_name: SameName | None = None
    names_alike: bool = False  # two hands, one against the other, have one name
    totals: tuple[int, ...] = ()
    threw: tuple[int, int] | None = None
    only_throw: bool = False  # nothing beside it
    points_made: int | None = None
    collected: tuple[int, int] | None = None  # so many of so many numbers
    rests: tuple[str, str] | None = None  # a number and its colour
    clapper: str = ""  # the insignia on which it rests
    revived: tuple[int, int] | None = None  # what a hand over 21 counts that may come back to life, and the dealer's


@lru_cache(1024)
def read(because: str) -> RecordedFact:
    """The facts in a recorded sentence."""
    told = because.strip()
    says = HELD.sub(r"\1: ", _whole(IN_FULL.get(told, told)))
    required, named, same = REQUIRED.match(told), NAMED.findall(says), SAME_NAME.search(says)
    points = POINTS_MADE.search(says)
    return RecordedFact(
        says=says,
        gave_up=GAVE_UP.get(told, ""),
        kept=KEPT.get(told, ""),
        requires=required[1] if required else "",
        compared=COMPARED.search(says) is not None,
        dealers_hand=" against the dealer's " in says,
        beats=" beats the dealer's " in says,
        loses=" loses to " in says,
        ties=" ties " in says,
        equals=" equals the dealer's " in says,
        ends=ENDS.search(says) is not None,
        explained=". " in says or "over 21" in says,
        returned="returned" in says,
        over_22=AGAINST_22.match(says) is not None,
        unqualified=UNQUALIFIED.search(says) is not None,
        qualifier="does not" in says,
        too_low=says.removesuffix(TOO_LOW) if says.endswith(TOO_LOW) else "",
        foul="was set below" in says,
        two=_groups(TWO_HANDS.match(says)),
        same_name=SameName(same[1], same[3], same[2]) if same else None,
        names_alike="against" in says and says.endswith(").") and len(named) == 2 and named[0] == named[1],
        totals=tuple(map(int, MAKES.findall(says))),
        threw=_numbers(THREW.search(says)),
        only_throw=NO_MORE.search(says) is not None,
        points_made=int(points[1]) if points else None,
        collected=_numbers(COLLECTED.search(says)),
        rests=(rests[1], rests[2]) if (rests := RESTS.match(says)) else None,
        clapper=clapper[1] if (clapper := CLAPPER.match(says)) else "",
        revived=_numbers(BACK_TO_LIFE.match(says)),
    )


def _whole(told: str) -> str:
    """A sentence, where a clause of one was recorded."""
    says = told[:1].upper() + told[1:]
    return says if not says or says[-1] in ".!?" else f"{says}."


def _groups(found: re.Match[str] | None) -> tuple[str, ...]:
    return found.groups() if found else ()


def _numbers(found: re.Match[str] | None) -> tuple[int, int] | None:
    return (int(found[1]), int(found[2])) if found else None
