"""Outcomes of pay rows as a sentence says them: `three-of-a-kind`, `flush-4`, `jacks-or-better`."""

import re
from collections.abc import Sequence

from croupier.house.record.sentences import listed

FEW = 4  # rows that are named one by one
COUNTED = re.compile(r"^\d+ ")
SUITED_CARDS = re.compile(r"^(straight flush|flush) ([3-9])$")
OR_BETTER = re.compile(r"^(\w+s) or better$")
COUNTED_FLUSH = re.compile(r"^flush-[3-9]$")
ROYAL_OF = re.compile(r"^six-card-royal-(spades|hearts|diamonds|clubs)$")
WITH_JOKER = re.compile(r"^(.+)-joker$")
SEVEN_CARD = re.compile(r"^seven card ")
WON_BY = re.compile(r"^win-by-(\d+)$")
DRAWN = re.compile(r"^(?:two|three|four|five|six|seven|eight)-cards(?:-or-more)?$")
NUMBERS = {"3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}
NO_ARTICLE = ("three of", "four of", "five of", "two pair", "two ", "both", "any ", "all ", "nine of", "ten of", "no ")
SEVERAL = (  # said of more than one
    *("two cards", "two kings", "two suited", "three sevens"),
    *("ace, king and", "a king and queen", "an ace and"),
)
SAID = {
    "suited": "two cards of one suit",
    "suited-22": "a 22 of one suit",
    "same-color-22": "a 22 of one colour",
    "other-22": "any other 22",
    "banker-six": "a Banker that wins with six",
    "banker-three-card-seven": "a Banker that wins with a three-card seven",
    "win-three-card-seven": "a Banker win with a three-card seven",
    "win-six": "a Banker win with six",
    "natural-tie": "a tie of naturals",
    "both-ace-high": "an ace high of both",
    "dealer-ace-high": "an ace high of the dealer",
    "one-seven": "a seven in the first two cards",
    "two-sevens": "two sevens in the first two cards",
    "two-kings-of-spades-and-dealer-blackjack": "two kings of spades beside the dealer's blackjack",
    "royal-match": "a king and queen of one suit",
    "crown-treasure": "a king and queen of one suit beside the dealer's own",
    "mini-royal": "a mini royal",
    "mini-royal-spades": "ace, king and queen of spades",
    "three-sevens-suited": "three sevens of one suit",
    "three-sevens-coloured": "three sevens of one colour",
    "ace-king-suited": "an ace and king of one suit",
    "ace-king-unsuited": "an ace and king of two suits",
    "ace-queen-or-jack-suited": "an ace with a queen or jack of its suit",
    "ace-queen-or-jack-unsuited": "an ace with a queen or jack of another suit",
    "two-suited-queens-jacks-or-tens": "two suited queens, jacks or tens",
    "ace-jack": "an ace and a jack",
    "ace-jack-dealer-jack": "an ace and a jack against the dealer's jack",
    "blackjack-dealer-jack": "a blackjack against the dealer's jack",
}

BY_ITSELF = {"no-qualify": "Dealer does not qualify", "others": "Any other hand"}


def hand_words(outcome: str) -> str:
    """`three-of-a-kind` as in a sentence: `three of a kind`, `a straight`."""
    if outcome in SAID:
        return SAID[outcome]
    if by := WON_BY.match(outcome):
        return f"a win by {by[1]} points"
    if royal := ROYAL_OF.match(outcome):
        return f"a six-card royal in {royal[1]}"
    if joker := WITH_JOKER.match(outcome):
        return f"{hand_words(joker[1])} with the joker"
    said = SEVEN_CARD.sub("seven-card ", outcome.replace("-", " ").replace("_", " ").strip())
    if suited := SUITED_CARDS.match(said):
        said = f"{NUMBERS[suited[2]]}-card {suited[1]}"
    elif pair := OR_BETTER.match(said):
        return f"a pair of {pair[1]} or better"
    several = said.endswith("s") and not said.endswith("ss") and not said.startswith("pair of")
    if several or said.startswith(NO_ARTICLE) or COUNTED.match(said):
        return said
    sounds_open = said[:1] in "aeio" and not said.startswith("one")
    return f"an {said}" if sounds_open or said.startswith("un") else f"a {said}"


def caption(outcome: str) -> str:
    """`Royal flush`, `Three sevens of one suit`: an outcome by itself."""
    said = BY_ITSELF.get(outcome) or hand_words(outcome)
    said = said.removeprefix("an ").removeprefix("a ")
    return said[:1].upper() + said[1:]


def needs(rows: Sequence[tuple[str, object]]) -> str:
    """What a wager pays on, from its rows (outcome, value of the odds): all of a few, the least of many."""
    outcomes = [outcome for outcome, _ in rows]
    if all(DRAWN.match(outcome) for outcome in outcomes):
        return "a dealer over 21"
    if margins := [int(by[1]) for by in map(WON_BY.match, outcomes) if by]:
        natural = "a natural, or " if "natural" in outcomes else ""
        return f"{natural}a win by {min(margins)} points or more"
    if "blackjack" in outcomes and all(outcome.startswith(("blackjack", "ace-jack")) for outcome in outcomes):
        return "a blackjack"
    if all(outcome.endswith("-22") for outcome in outcomes):
        return "a dealer with 22"
    if any(outcome.startswith("ace-king") for outcome in outcomes) and len(outcomes) > FEW:
        return "a pair, or an ace with a king, queen or jack"
    named = [hand_words(outcome) for outcome in outcomes]
    if len(named) == 1:
        return named[0]
    if all(COUNTED_FLUSH.match(outcome) for outcome in outcomes):
        return f"{hand_words(min(outcomes))} or better"
    if len(named) <= FEW:
        return listed(named, "or")
    values = [value for _, value in rows]
    for least, ladder in ((named[-1], sorted(values, reverse=True)), (named[0], sorted(values))):  # type: ignore[type-var]
        if values == ladder:
            return least if least.endswith(" or better") else f"{least} or better"
    return f"{named[0]}, {named[1]} or another of its {len(named)} paid results"


def pays(outcome: str, odds: str, *, least: bool = False) -> str:
    """`A flush pays 5 to 1.`, `Four cards pay 2 to 1.`; the least pair of a ladder stands for those above it."""
    said = hand_words(outcome)
    if least and said.startswith("a pair of ") and not said.endswith(("aces", "or better")) and " to " not in said:
        said += " or better"
    several = said.startswith(SEVERAL) or (said.endswith("s") and not said.startswith(("a ", "an ", "any ", "ace and")))
    odds += " of the meter" if odds.endswith("%") else ""
    how = f"pay{'' if several else 's'} {odds}" if odds else f"{'are' if several else 'is'} paid"
    return f"{said[:1].upper()}{said[1:]} {how}."


def returns(outcome: str, title: str) -> str:
    """`A pair of sixes or better returns Ante.`"""
    said = hand_words(outcome)
    return f"{said[:1].upper()}{said[1:]} returns {title}."
