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


class Act(msgspec.Struct, frozen=True):
    """What a line tells of a player: post, fold, check, call, bet, raise, all-in, show, muck, hole, win."""

    verb: str
    amount: Decimal = Decimal(0)
    what: str = ""  # which post: ante, small, big, both, dead, post; or the cards
    by: Decimal = Decimal(0)  # what a raise adds, where the text has that beside the whole


def _told(verb: str, read: Callable[[str], Decimal] = amount, what: str = "") -> Callable[[str], Act]:
    return lambda words: Act(verb, read(words), what)


def _bare(verb: str) -> Callable[[str], Act]:
    return lambda words: Act(verb, what=cards(words))


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
        (r"folds", lambda words: Act("fold")),
        (r"checks", lambda words: Act("check")),
        (r"calls", _called),
        (r"bets", lambda words: Act("bet", amount(_before_all_in(words)))),
        (r"raises|all-in\(raise\)", _raised),
        (r"is all-in|all-in", lambda words: Act("all-in", amount(words.split("all-in", 1)[1]))),
        (r"card dealt to a spot", _bare("hole")),
        (r"shows? |showdown|did show", _bare("show")),
        (r"mucks|does ?n[o']t show|doesn't show|did not show|does not show", lambda words: Act("muck")),
        (r"collected|wins|won |ties for|hand result", lambda words: Act("win", _won(words))),
    )
)


def _won(words: str) -> Decimal:
    """`collected $32.80 from side pot-1`, `wins the pot (230)`: the amount, not the number of the pot."""
    bracketed = re.search(r"\(([^()]*\d[^()]*)\)", words) if "pot" in words.split("(")[0] else None
    if bracketed and words.startswith(("wins", "ties")) and not re.match(r"(?:wins|ties)\s+[$€£]?\d", words):
        return amount(bracketed[1])
    return first_amount(words)


def act(words: str) -> Act | None:
    """What the words after a player's name tell, if it is anything of the hand."""
    small = words.lower()
    for pattern, told in ACTS:
        if pattern.match(small):
            return told(small)
    return None
