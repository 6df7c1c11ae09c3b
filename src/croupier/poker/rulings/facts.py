"""What a ruling must be told: for each remedy its facts, for each irregularity what only the table can say.

One table serves the page's form, the API's description and the check of what comes in alike.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.equipment.cards import JOKER, RANKS, parse_card
from croupier.poker.book.circumstances import ASKS, FROM_RECORD, OF_A_SEAT
from croupier.poker.book.room import Room, case_of
from croupier.poker.errors import Refused
from croupier.poker.records import UNKNOWN
from croupier.poker.rulings.remedies import FREE, REMEDIES, changes_nothing
from croupier.rulebook.model import Irregularity

SEAT, CARD, CARDS, COUNT, CENTS, YES_NO, CHOICE = "seat", "card", "cards", "count", "cents", "yes-no", "choice"
COUNT_MAX = 60


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is asked: `asks` says it, `kind` how it is answered, `options` between what."""

    name: str
    kind: str
    asks: str
    options: tuple[str, ...] = ()
    needed: bool = True


WHOSE = Fact(SEAT, SEAT, "Which seat it concerns")
WHICH = Fact("card", CARD, "Which card it is")
NEW = Fact("new", CARD, "The card that replaces it, if it lies face up", needed=False)
PROPER = Fact("proper", CENTS, "The right size of the wager")
PUT_IN = Fact("amount", CENTS, "The chips that he put in")
OWED = Fact("amount", CENTS, "The blind that he owes")
EARLY = Fact("cards", CARDS, "The cards that came too early")
EXTRA = Fact("extra", CARD, "The card too many")
CHOSEN = Fact("chosen", CARD, "The card that is chosen as the burn")
HOW_MANY = Fact("count", COUNT, "How many cards")
OPENS = Fact("declares-open", SEAT, "Another seat that declares the pot open", needed=False)
STOPS = Fact("declares-all-in", YES_NO, "He declares himself all in")
NEXT_CARD = Fact("new", CARD, "The card that comes next", needed=False)

# fmt: off
_OF_HAND = (
    "dead-hand", "fold", "no-redress", "kill-hand", "dead-hand-raise-returned", "refund-player",
    "dead-hand-ante-returned", "retrieve-hand", "live-hand", "check", "dead-hand-or-check", "bar-from-raising",
    "lose-right-to-act", "complete-on-draw", "complete-call", "complete-action", "lose-pot", "forfeit-to-next-deal",
)
# fmt: on
NEEDS: dict[str, tuple[Fact, ...]] = {
    **dict.fromkeys(_OF_HAND, (WHOSE,)),
    **dict.fromkeys(("replace-card-burn", "replace-card", "replace-boxed"), (WHOSE, WHICH, NEW)),
    "replace-joker": (WHOSE, NEW),
    "third-card-down": (WHOSE, WHICH),
    "deal-top-card": (WHOSE, NEW),
    "option-to-stop": (WHOSE, STOPS),
    "correct-bet": (WHOSE, PROPER),
    "return-surplus": (WHOSE, PROPER),
    "forfeit-amount": (WHOSE, PUT_IN),
    "post-owed": (WHOSE, OWED),
    "scramble-flop": (EXTRA, CHOSEN),
    "choose-burn-from-flop": (CHOSEN, Fact("new", CARD, "The card that completes the flop")),
    "correct-burn": (NEXT_CARD,),
    "set-aside-and-reshuffle": (EARLY,),
    "eliminate-cards": (HOW_MANY,),
    "scrap": (msgspec.structs.replace(HOW_MANY, needed=False),),
    "false-opener": (OPENS,),
    "discard-cards": (msgspec.structs.replace(WHOSE, needed=False),),
}
# What the act itself was, where the ruling is about an act.
OUT_OF_TURN = "out-of-turn"
DID = Fact("did", CHOICE, "What was done out of turn", ("fold", "check", "call", "bet", "raise", "all-in"))
SIZE = Fact("amount", CENTS, "To how much, if it was a bet or a raise", needed=False)
OF_WHEN: dict[str, tuple[Fact, ...]] = {OUT_OF_TURN: (WHOSE, DID, SIZE)}

OFF_THE_DECK = frozenset({"new", "extra", "cards"})


def entries(room: Room, when: str, record: Mapping[str, Any] | None = None) -> list[Irregularity]:
    """The book's entries on something; with a record of the hand, those that it does not rule out."""
    known = FROM_RECORD - OF_A_SEAT if record is not None and "player" not in record else FROM_RECORD
    return [entry for entry in room.book.irregularities if entry.when == when and room.may_fit(entry, record, known)]


def by_a_seat() -> tuple[str, ...]:
    """Rulings that do something to a hand and need to be told nothing but the seat, by name."""
    acting = (name for name in REMEDIES if name == FREE or not changes_nothing(name))
    return tuple(sorted(name for name in acting if all(n.kind == SEAT or not n.needed for n in NEEDS.get(name, ()))))


def asked(room: Room, when: str, record: Mapping[str, Any] | None = None) -> list[Fact]:
    """Everything that may have to be said of an irregularity, each once: the seat, the circumstances, the remedies'."""
    found: dict[str, Fact] = {}
    fits = entries(room, when, record)
    conditions: dict[str, list[Any]] = {}
    for entry in fits:
        for name, wanted in case_of(entry).items():
            conditions.setdefault(name, []).append(wanted)
    needs = [
        need for entry in fits for remedy in (entry.choices or (entry.remedy,)) for need in NEEDS.get(remedy.ruling, ())
    ]
    if any(name in OF_A_SEAT for name in conditions) or any(need.kind == SEAT and need.needed for need in needs):
        found[SEAT] = WHOSE
    for name, wanted in conditions.items():
        fact = _condition(room, name, wanted)
        if fact is not None:
            found.setdefault(fact.name, fact)
    for need in (*needs, *(OF_WHEN.get(when, ()) if fits else ())):
        found.setdefault(need.name, need)
    return list(found.values())


def _condition(room: Room, name: str, wanted: Sequence[Any]) -> Fact | None:
    """How a circumstance is asked for; nothing for what the record or the book itself tells."""
    bare = name.removesuffix("-least").removesuffix("-most")
    if bare in FROM_RECORD or bare in room.book.settings:
        return None
    if bare == "rank":
        return WHICH
    words = ASKS.get(bare, bare.replace("-", " ").capitalize())
    values = [value for one in wanted for value in (one if isinstance(one, list | tuple) else [one])]
    if bare != name or all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return Fact(bare, COUNT, words)
    if all(isinstance(value, bool) for value in values):
        return Fact(bare, YES_NO, words)
    return Fact(bare, CHOICE, words, tuple(dict.fromkeys(str(value) for value in values)))


def missing(
    room: Room,
    when: str,
    record: Mapping[str, Any],
    given: Mapping[str, Any],
    choice: str = "",
    *,
    keyed: bool = True,
) -> list[Fact]:
    """What still has to be said before a ruling can be given: the circumstances, then what its remedy needs.

    Where a shuffler deals nobody is asked for the cards that come off its deck.
    """
    facts = asked(room, when, record)
    told = set(given) | ({SEAT} if "player" in given or SEAT in given else set())
    conditions = {_bare(name) for entry in _left(room, when, {**record, **given}) for name in case_of(entry)}
    open_ = [fact for fact in facts if fact.name not in told and (_asks_for(fact, conditions))]
    if SEAT not in told and any(name in OF_A_SEAT for name in conditions):
        open_.insert(0, WHOSE)
    if open_:
        return open_
    entry = room.irregularity(when, {**record, **given})
    remedies = [remedy for remedy in entry.choices if remedy.ruling == choice] or list(entry.choices) or [entry.remedy]
    if entry.choices and not choice:
        return [Fact("choice", CHOICE, "Which ruling is given", tuple(remedy.ruling for remedy in entry.choices))]
    all_needs = (*NEEDS.get(remedies[0].ruling, ()), *OF_WHEN.get(when, ()))
    needs = [need for need in all_needs if need.needed and need.name not in told]
    return [need for need in needs if keyed or need.name not in OFF_THE_DECK]


def _left(room: Room, when: str, told: Mapping[str, Any]) -> list[Irregularity]:
    """The entries that what is told does not rule out: only what tells them apart is asked for."""
    fits = entries(room, when, told)
    known = frozenset(told) | FROM_RECORD if "player" in told else frozenset(told) | (FROM_RECORD - OF_A_SEAT)
    return [entry for entry in fits if room.may_fit(entry, told, known)] or fits


def _bare(name: str) -> str:
    bare = name.removesuffix("-least").removesuffix("-most")
    return "card" if bare == "rank" else bare


def _asks_for(fact: Fact, conditions: set[str]) -> bool:
    return fact.name in conditions and fact.name not in FROM_RECORD


def read(room: Room, when: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as they came, of their kinds: cards by name or number, numbers from text; a wrong one refused in words."""
    known = {fact.name: fact for fact in asked(room, when)}
    found: dict[str, Any] = {}
    for raw, value in given.items():
        name = raw.replace("_", "-")
        if value in ("", None):
            continue
        fact = known.get(name)
        if fact is None:
            if name in FROM_RECORD or name in ASKS:
                found[name] = value
                continue
            wants = ", ".join(known) or "nothing"
            raise Refused("fact", f"{name!r} is no fact of this irregularity: it is told {wants}")
        found[name] = _value(fact, value)
    if isinstance(card := found.get("card"), int) and 0 <= card < JOKER:
        found.setdefault("rank", RANKS[card >> 2])
    return found


def _value(fact: Fact, value: Any) -> Any:
    try:
        found = READERS[fact.kind](value)
    except (ValueError, TypeError):
        raise Refused("fact", f"{fact.asks.lower()}: {_expected(fact)}, not {value!r}") from None
    if fact.kind == CHOICE and found not in fact.options:
        raise Refused("fact", f"{fact.asks.lower()}: {_expected(fact)}, not {value!r}")
    return found


def _expected(fact: Fact) -> str:
    return {
        SEAT: "the number of a seat",
        COUNT: f"a number from 0 to {COUNT_MAX}",
        CENTS: "an amount in cents",
        CARD: "a card such as Ks",
        CARDS: "cards such as Ks 7d",
        YES_NO: "yes or no",
        CHOICE: " or ".join(fact.options),
    }[fact.kind]


def _number(value: Any) -> int:
    number = int(value) if not isinstance(value, bool) and not isinstance(value, float) else -1
    if not 0 <= number <= 10**12:
        raise ValueError
    return number


def _card(value: Any) -> int:
    if isinstance(value, str) and not value.lstrip("-").isdecimal():
        return parse_card(value)
    card = int(value)
    if isinstance(value, bool) or not UNKNOWN <= card <= JOKER:
        raise ValueError
    return card


def _cards(value: Any) -> list[int]:
    return [_card(one) for one in (value.split() if isinstance(value, str) else value)]


def _yes(value: Any) -> bool:
    if value in (True, "yes", "true", "1", "on"):
        return True
    if value in (False, "no", "false", "0"):
        return False
    raise ValueError


READERS: dict[str, Callable[[Any], Any]] = {
    SEAT: _number,
    COUNT: _number,
    CENTS: _number,
    CARD: _card,
    CARDS: _cards,
    YES_NO: _yes,
    CHOICE: str,
}
