"""A sentence of the record said to whom it is about: to the person at a position, to the dealer about the patron."""

import re

YOU, YOUR = re.compile(r"\b([Yy])ou (hold|held|have|took|folded|surrendered)\b"), re.compile(r"\b([Yy])our\b")
HE = {"hold": "holds", "held": "held", "have": "has"}
SHORT = re.compile(r"^([Yy]ou have \$\S+), not (\$[\d,.]*\d)$")


def to_you(says: str, positions: list[int]) -> str:
    """A refusal that speaks of a position, said to the person who sits there."""
    for number in positions:
        says = re.sub(rf"\b[Pp]osition {number} has\b", "you have", says)
        says = re.sub(rf"\bbefore position {number}\b", "before you", says)
        says = re.sub(rf"\b[Pp]osition {number}'s\b", "your", says)
    says = SHORT.sub(r"\1, not \2. Wager less, or bring chips", says)
    return says[:1].upper() + says[1:]


def to_dealer(says: str) -> str:
    """A reason that speaks to the patron, said of him."""
    the = {"Y": "The patron", "y": "the patron"}
    says = YOU.sub(lambda found: f"{the[found[1]]} {HE.get(found[2], found[2])}", says)
    return YOUR.sub(lambda found: f"{the[found[1]]}'s", says)
