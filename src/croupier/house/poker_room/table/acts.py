"""What happens at a poker table of the floor, as its journal keeps it: one act of one person, or of the house.

Seats are numbered from the dealer's left, from 1. Cards are 0 to 52, -1 for one that nobody has seen.
"""

from typing import Any

import msgspec

from croupier.poker.book.stakes import Stakes
from croupier.rounds.acts import By

HANDS, SEATS = "hands", "seats"  # what is keyed where somebody deals: every hand, or who sits and what is taken


class Leg(msgspec.Struct, frozen=True):
    """One game of a mixed rotation."""

    form: str
    stakes: Stakes


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cash game as the supervisor spreads it; what the room's rulebook fixes is not in it."""

    form: str
    stakes: Stakes
    options: dict[str, Any] = {}  # choices that the rulebook leaves to the house
    seats: int = 0  # 0: as many as the form seats here
    least: int = 0  # buy-ins, in cents: the posted minimum; 0 for the rulebook's
    most: int = 0  # 0: no maximum
    kill: str = ""  # full, half, or none
    qualifying: int = 0
    fee: int = 0  # time collection of each seat, as the plaque says
    pause_s: int = 4  # an electronic table rests so long between two hands
    think_s: int = 0  # an electronic table calls the clock after so long; 0: somebody asks for it
    main: str = ""  # the table that this must-move game feeds
    keyed: str = ""  # hands or seats, where somebody deals; "" at tables opened before there was a choice
    games: tuple[Leg, ...] = ()  # a mixed rotation: the dealer goes to the next one between two hands


class RoomAct(msgspec.Struct, frozen=True, tag_field="act", tag=str.lower, omit_defaults=True, gc=False):
    """The common parent, for typing only."""


class Opened(RoomAct, frozen=True):
    property: str
    book: str
    digest: str
    mode: str
    plan: Plan
    zone: str = ""  # the time zone of the house when it opened, by whose clock time is collected; "": UTC


class Closed(RoomAct, frozen=True):
    """The end; the order of the last deck is opened."""

    salt: str = ""
    order: str = ""


# ---- seats


class Sit(RoomAct, frozen=True):
    seat: int
    cents: int
    patron: str = ""
    name: str = ""  # what the others call him
    moved: bool = False  # from another table, with the chips that he has
    owes: int = 0  # blinds that he missed there: dead money here
    cash: bool = False  # paid to the dealer, where one deals


class Buy(RoomAct, frozen=True):
    """Chips that play from the next hand on, from the patron's credit or for cash that the staff has verified."""

    seat: int
    cents: int
    cash: bool = False
    dealt_in: bool = False  # who had lost all plays with them; added by the house, not in journals from before
    comes_back: bool = False  # also where they were bought while a hand was played; as above


class Leave(RoomAct, frozen=True):
    """Get up with all chips; who has cards gives up his hand at his turn and goes when it is over."""

    seat: int
    reason: str = ""
    counted: int = -1  # the chips that he takes away, where no hands are keyed and only a count tells


class Out(RoomAct, frozen=True):
    seat: int


class Back(RoomAct, frozen=True):
    seat: int
    post: bool = False


class Post(RoomAct, frozen=True):
    """Post to be dealt in before the big blind comes."""

    seat: int


class Button(RoomAct, frozen=True):
    """Buy the button."""

    seat: int


class Straddle(RoomAct, frozen=True):
    seat: int
    cents: int


class Kill(RoomAct, frozen=True):
    """Kill the coming pot at will, where the game offers it."""

    seat: int


class Move(RoomAct, frozen=True):
    seat: int
    to: int
    dealt_off: bool = False  # he has just played the button; added by the house, not in journals from before


class Toke(RoomAct, frozen=True):
    seat: int
    cents: int


# ---- the hand


class Deal(RoomAct, frozen=True):
    """The next hand: the sealed order of its deck, and the last one opened. `drawn` are cards for the button."""

    commitment: str = ""
    salt: str = ""
    order: str = ""
    drawn: dict[int, int] = {}


class Play(RoomAct, frozen=True):
    """fold, check, call, raise (to so much), all-in, bring-in, draw (which places), show, muck, run (so often)."""

    seat: int
    verb: str
    to: int = 0
    places: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()  # of a hand that is tabled, where the dealer keys them


class Say(RoomAct, frozen=True):
    """An act as it was made: words, chips, motions. The room's rules say what it counts as."""

    seat: int
    says: str = ""
    amount: int | None = None
    chips: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    first: str = "words"
    aware: bool = True
    released: bool = True
    choice: str = ""
    unfinished: bool = False  # he said with the first chips that more would follow
    meanings: tuple[int, ...] = ()  # sizes that an unclear number could mean
    in_front: tuple[int, ...] = ()  # chips of his earlier bet that have not been pulled in


class Key(RoomAct, frozen=True):
    """Cards that the dealer keys: of a seat, or with seat 0 of the board. No cards for a seat: face down ones."""

    seat: int = 0
    cards: tuple[int, ...] = ()


class Push(RoomAct, frozen=True):
    """The losing hands are killed and every pot goes to its winner."""


class Undo(RoomAct, frozen=True):
    """The last thing that was keyed in this hand is taken back."""


class NextGame(RoomAct, frozen=True, tag="next-game"):
    """The next game of a mixed rotation, or the one named."""

    form: str = ""


class Chop(RoomAct, frozen=True):
    """The blinds take their bets back; done when both have said so."""

    seat: int


class Clock(RoomAct, frozen=True):
    """Somebody wants the player in turn to act within the time that the book gives.

    `bank`: the player in turn himself takes that time, after what is left of his time to think.
    """

    bank: bool = False


class Expire(RoomAct, frozen=True):
    """The time is up."""


class Declare(RoomAct, frozen=True):
    when: str
    seat: int = 0
    choice: str = ""
    facts: dict[str, str | int | bool | list[int]] = {}


class Override(RoomAct, frozen=True):
    """Management rules otherwise than the letter, and says why."""

    ruling: str
    reason: str
    seat: int = 0
    facts: dict[str, str | int | bool | list[int]] = {}


# ---- the house's part


class Collect(RoomAct, frozen=True):
    """Time: from every seat, before the next hand; `waived` where the first down is free."""

    waived: bool = False
    locked: tuple[str, ...] = ()  # patrons for whom a seat is locked up: they pay as well


class Drop(RoomAct, frozen=True):
    """Chips that went into a box at a table where no hands are keyed: the rake, or the jackpot's part."""

    cents: int
    kind: str = "rake"


class HalfRake(RoomAct, frozen=True, tag="half-rake"):
    half: bool


class Rake(RoomAct, frozen=True):
    percent: int
    most: int
    reason: str = ""


class Limits(RoomAct, frozen=True):
    """Other stakes from the next hand on; who objected is on record."""

    stakes: Stakes
    objectors: tuple[str, ...] = ()


class Impound(RoomAct, frozen=True):
    seat: int
    cents: int
    reason: str


class Release(RoomAct, frozen=True):
    reason: str
    seat: int


Anything = (
    Opened
    | Closed
    | Sit
    | Buy
    | Leave
    | Out
    | Back
    | Post
    | Button
    | Straddle
    | Kill
    | Move
    | Toke
    | Deal
    | Play
    | Say
    | Key
    | Push
    | Undo
    | NextGame
    | Chop
    | Clock
    | Expire
    | Declare
    | Override
    | Collect
    | Drop
    | HalfRake
    | Rake
    | Limits
    | Impound
    | Release
)

# Acts that a person may send; the others are the house's own.
FROM_PEOPLE = (
    Sit | Buy | Leave | Out | Back | Post | Button | Straddle | Kill | Move | Toke | Deal | Play | Say | Key | Push
    | Undo | NextGame | Chop | Clock | Expire | Declare | Override | Collect | Drop | HalfRake | Rake | Impound
    | Release
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a poker table's journal, filed as those of all tables are."""

    number: int
    at: str
    by: By
    request: int  # the number of the decision that it came upon
    kind: str
    act: Anything
    events: list[dict[str, Any]] = []  # what it settled and what was ruled; a replay must say the same


KIND = "poker"
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode
