"""How the large online rooms write their hands: heads, seats and acts, each told as the same few facts.

Known are the texts of PokerStars and those in its manner (GGPoker and others), Full Tilt, 888, PartyPoker, Winamax,
the Winning network (Americas Cardroom) and Bovada. A site is known by the first lines of its hands.
"""

import re
from collections.abc import Callable
from decimal import Decimal

import msgspec

from croupier.poker.errors import PHHError

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])\b", re.IGNORECASE)


class Site(msgspec.Struct, frozen=True):
    """One manner of writing: what a hand begins with, and whether a raise is told by the chips it adds."""

    venue: str
    begins: str  # a pattern of the first line
    adds: bool = False


SITES = (
    Site("PokerStars", r"PokerStars .*?(?:Hand|Game) #(?P<hand>[\w-]+)"),
    Site("Full Tilt Poker", r"Full ?Tilt Poker Game #(?P<hand>\d+)"),
    Site("888poker", r"\*{5} 888poker .*?Hand History for Game (?P<hand>\d+)", adds=True),
    Site("PartyPoker", r"\*{5} Hand History for Game (?P<hand>\d+)", adds=True),
    Site("Winamax", r"Winamax Poker .*?HandId: #(?P<hand>[\d-]+)"),
    Site("Bovada", r"(?:Bovada|Ignition|Bodog) .*?Hand #(?P<hand>\d+)"),
    Site("Winning Poker Network", r"(?:Game )?Hand #(?P<hand>\d+) - "),
    Site("GGPoker", r"Poker Hand #(?P<hand>(?:RC|HD|TM|SD|OM|CG|SG)\w*)"),
    Site("", r".*Hand #(?P<hand>\w+)"),  # others who write as PokerStars does
)


def amount(text: str) -> Decimal:
    """The last amount of a text; a comma divides thousands, unless two digits alone follow the last one."""
    text = re.sub(r"(\d),(\d\d)(?!\d)", r"\1.\2", text)
    found = _NUMBER.findall(text)
    if not found:
        raise PHHError("history", f"{text!r} has no amount")
    return Decimal(found[-1].replace(",", ""))


def first_amount(text: str) -> Decimal:
    found = re.search(r"\d[\d,.]*", text)
    if not found:
        raise PHHError("history", f"{text!r} has no amount")
    return amount(found[0])


def cards(text: str) -> str:
    """Cards as the format writes them: `[ Qc, Tc ]` and `[Qc Tc]` alike."""
    return "".join(("T" if rank == "10" else rank.upper()) + suit.lower() for rank, suit in _CARD.findall(text))


class Game(msgspec.Struct, frozen=True):
    """A form of poker: its letters here, its name where PokerStars writes it, and how all the rooms call it."""

    letters: str
    name: str
    called: str


# The first that is found in the head of a hand.
GAMES = (
    Game("5O/8", "5 Card Omaha Hi/Lo", r"(?:5|five).?card omaha (?:hi-?/?lo|h/l|8)|big o\b"),
    Game("5O", "5 Card Omaha", r"(?:5|five).?card omaha|omaha 5"),
    Game("", "6 Card Omaha", r"(?:6|six).?card omaha"),
    Game("O/8", "Omaha Hi/Lo", r"omaha (?:hi-?/?lo|h/l|8)"),
    Game("O", "Omaha", r"omaha"),
    Game("7S/8", "7 Card Stud Hi/Lo", r"stud (?:hi-?/?lo|h/l|8)"),
    Game("7S", "7 Card Stud", r"(?:7|seven).?card stud|7-?stud|limit stud|stud hi\b"),
    Game("R", "Razz", r"razz"),
    Game("2L3D", "Triple Draw 2-7 Lowball", r"triple draw (?:2-7|lowball)|2-7 (?:lowball )?triple draw|2-7 td"),
    Game("2L1D", "Single Draw 2-7 Lowball", r"single draw 2-7|2-7 (?:lowball )?single draw|2-7 (?:nl|lowball)"),
    Game("B", "Badugi", r"badugi"),
    Game("5D", "5 Card Draw", r"(?:5|five).?card draw"),
    Game("T", "Hold'em", r"hold ?'?em"),
)


class Act(msgspec.Struct, frozen=True):
    """What a line tells of a player: post, fold, check, call, bet, raise, all-in, show, muck, hole, discard, win."""

    verb: str
    amount: Decimal = Decimal(0)
    what: str = ""  # which post: ante, small, big, both, dead, post; which pot; or the cards
    by: Decimal = Decimal(0)  # what a raise adds, where the text has that beside the whole
    before: str = ""  # the cards that he held already, where a line repeats them


def _told(verb: str, read: Callable[[str], Decimal] = amount, what: str = "") -> Callable[[str], Act]:
    return lambda words: Act(verb, read(words), what)


def _bare(verb: str) -> Callable[[str], Act]:
    """The cards of the first bracket; a second one may name those that play."""
    return lambda words: Act(verb, what=cards(words.split("]")[0]))


def _sum(words: str) -> Decimal:
    """`[$0.01 + $0.02]`: both parts."""
    inside = words.split("[", 1)[-1]
    return sum((amount(part) for part in inside.split("+")), Decimal(0))


def _before_all_in(words: str) -> str:
    return re.split(r",? and is|\(all-in\)", words)[0]


def _raised(words: str) -> Act:
    """`raises $2 to $3` and `raises to 40` tell the whole wager, `raises [$0.30]` the chips added."""
    words = _before_all_in(words)
    if " to " in words:
        by, to = words.rsplit(" to ", 1)
        return Act("raise", first_amount(to), by=first_amount(by) if _NUMBER.search(by) else Decimal(0))
    return Act("raise", amount(words), "added")


def _called(words: str) -> Act:
    """`calls $2.50` tells the chips added; some leave them out."""
    words = _before_all_in(words)
    return Act("call", amount(words) if _NUMBER.search(words) else Decimal(0))


# The first pattern that the words after a name begin with; small letters.
ACTS: tuple[tuple[re.Pattern[str], Callable[[str], Act]], ...] = tuple(
    (re.compile(pattern), told)
    for pattern, told in (
        (r"posts (?:the |an? )?ante|antes |ante chip|posts ante", _told("post", what="ante")),
        (r"posts (?:small (?:&|and) big blinds|small & big blind)", _told("post", what="both")),
        (r"posts dead blind", lambda words: Act("post", _sum(words), "both")),
        (r"posts big blind \+ dead", _told("post", what="both")),
        (r"posts (?:a )?dead (?:small blind|chip)", _told("post", what="dead")),
        (r"posts (?:the )?small blind|small blind ", _told("post", what="small")),
        (r"posts (?:the )?big blind|big blind ", _told("post", what="big")),
        (r"(?:posts )?straddles? |posts (?:a |the )?straddle", _told("post", what="straddle")),
        (r"posts ", _told("post", what="post")),
        (r"brings? (?:it )?in ", lambda words: Act("bring-in", amount(_before_all_in(words)))),
        (r"stands pat", lambda words: Act("discard")),
        (r"discards", lambda words: Act("discard", first_amount(words), cards(words))),
        (r"draws \d", lambda words: Act("draw", first_amount(words))),
        (r"folds", lambda words: Act("fold")),
        (r"checks", lambda words: Act("check")),
        (r"calls", _called),
        (r"bets", lambda words: Act("bet", amount(_before_all_in(words)))),
        (r"raises|completes|all-in\(raise\)", _raised),
        (r"is all-in|all-in", lambda words: Act("all-in", amount(words.split("all-in", 1)[1]))),
        (r"card dealt to a spot", _bare("hole")),
        (r"shows? |showdown|did show", _bare("show")),
        (r"mucks|does ?n[o']t show|doesn't show|did not show|does not show", lambda words: Act("muck")),
        (r"collected|wins|won |ties for|hand result", lambda words: Act("win", _won(words), _pot(words))),
    )
)


def _won(words: str) -> Decimal:
    """`collected $32.80 from side pot-1`, `wins the pot (230)`: the amount, not the number of the pot."""
    bracketed = re.search(r"\(([^()]*\d[^()]*)\)", words) if "pot" in words.split("(")[0] else None
    if bracketed and words.startswith(("wins", "ties")) and not re.match(r"(?:wins|ties)\s+[$€£]?\d", words):
        return amount(bracketed[1])
    return first_amount(words)


def _pot(words: str) -> str:
    """Which pot was won, where the words say it: the main pot is 0, the side pots are counted from 1."""
    if "main pot" in words:
        return "0"
    side = re.search(r"side pot(?:[- #]+(\d+))?", words)
    return (side[1] or "1") if side else ""


def dealt(words: str) -> Act:
    """`[7d Td Kd] [Ts]`: what a player held, and the cards that he was dealt now."""
    groups = [found for group in re.findall(r"\[([^\]]*)\]", words) if (found := cards(group))]
    return Act("hole", what="".join(groups[-1:]), before="".join(groups[:-1]))


def act(words: str) -> Act | None:
    """What the words after a player's name tell, if it is anything of the hand."""
    small = words.lower()
    for pattern, told in ACTS:
        if pattern.match(small):
            return told(small)
    return None
