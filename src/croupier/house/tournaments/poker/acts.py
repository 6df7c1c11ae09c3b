"""What happens in a poker tournament, act by act. Chance (seats, decks) stands in the acts, so they replay alike.

An act is written as it always was: what only live tournaments say is left out where it is not said.
"""

import msgspec
from msgspec import UNSET, UnsetType

from croupier.house.tournaments.poker.plan import Level

Place = tuple[int, int]  # table, seat
WALK_IN = "walk-in-"  # how the name of a player without an account begins


class Act(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The common parent, for typing only. `at_us` is when it was done."""

    at_us: int


class Register(Act, frozen=True, kw_only=True, omit_defaults=True):
    """A player enters, or comes in again, and is given a seat drawn by lot."""

    name: str
    place: Place
    label: str = ""  # of a walk-in: what he is called at the desk
    card: str = ""


class Withdraw(Act, frozen=True, kw_only=True):
    """Before the first hand: out again, with everything that he paid."""

    name: str


class Rebuy(Act, frozen=True, kw_only=True):
    name: str
    add_on: bool = False
    place: Place | None = None  # a seat, for who had lost his
    held: int | UnsetType = UNSET  # at a live table: the chips that he showed


class Start(Act, frozen=True, kw_only=True):
    seats: dict[str, Place] = {}  # who was moved to even out the tables
    lots: str | UnsetType = UNSET  # what the lots of a live tournament's proposals are drawn from


class Move(Act, frozen=True, kw_only=True, omit_defaults=True):
    """To balance tables; with a reason the floor moves another player, or to another seat."""

    name: str
    place: Place
    reason: str = ""


class Correct(Act, frozen=True, kw_only=True):
    """A player found in the wrong seat goes to his own; whoever sits there takes the seat that he leaves."""

    name: str
    place: Place
    reason: str = ""


class Draw(Act, frozen=True, kw_only=True):
    """A table broken (`broken`), or seats drawn again for so many tables."""

    seats: dict[str, Place]
    broken: int = 0
    reason: str | UnsetType = UNSET  # the floor breaks a table of a live tournament out of its order


class Deal(Act, frozen=True, kw_only=True):
    """A hand. Its deck lies sealed in the vault while it is played with; the table's next deal opens it."""

    table: int
    deck: tuple[int, ...]  # as it is written: none; those of before decks were sealed stand there
    order: str | UnsetType = UNSET  # the commitment to the deck's order
    opened: tuple[str, str] | UnsetType = UNSET  # salt and order of the table's last deck


class Play(Act, frozen=True, kw_only=True):
    """fold, check, call, raise (to an amount), bring-in or draw."""

    table: int
    name: str
    verb: str
    amount: int = 0
    cards: tuple[int, ...] = ()


class Race(Act, frozen=True, kw_only=True, omit_defaults=True):
    """The smallest chips of a table are raced off."""

    table: int
    deck: tuple[int, ...]
    odd: dict[str, int] | None = None  # at a live table: how many of the small chips each player has


class Window(Act, frozen=True, kw_only=True):
    """A time to exchange chips for cash begins or ends."""

    opens: bool


class CashOut(Act, frozen=True, kw_only=True):
    name: str
    chips: int


class Clock(Act, frozen=True, kw_only=True):
    """The clock stops or goes on."""

    running: bool


class Penalty(Act, frozen=True, kw_only=True):
    name: str
    kind: str
    reason: str = ""


class Away(Act, frozen=True, kw_only=True):
    """Left his seat for good or for a while: dealt in, posted for, and folded in turn."""

    name: str
    away: bool


class Agree(Act, frozen=True, kw_only=True, omit_defaults=True):
    """All who are left divide what is left of the prizes."""

    shares: dict[str, int]
    signed: tuple[str, ...] = ()  # who has signed the sheet of a live tournament


class Propose(Act, frozen=True, kw_only=True):
    """Where players act for themselves: how the prizes could be divided. It holds until the next hand is dealt."""

    shares: dict[str, int]


class Consent(Act, frozen=True, kw_only=True):
    """A player agrees to what is proposed; with the last of them it is agreed."""

    name: str


class Cancel(Act, frozen=True, kw_only=True):
    reason: str


class Close(Act, frozen=True, kw_only=True):
    """Nothing more is sold, and so few are left that it is over."""


# ---- with real cards: what the director sees and records


class Bust(Act, frozen=True, kw_only=True):
    """A player has lost his last chips; `by` won them, where a bounty is paid for it."""

    name: str
    by: tuple[str, ...] = ()


class SameHand(Act, frozen=True, kw_only=True):
    """Players of one table went out in one hand, with these stacks at its beginning."""

    stacks: dict[str, int]


class Round(Act, frozen=True, kw_only=True):
    """Hand for hand: every table has finished its hand."""


class Count(Act, frozen=True, kw_only=True):
    """Chips as they were counted, by player or for a whole table."""

    chips: dict[str, int] = {}
    table: int = 0
    total: int = 0


class Button(Act, frozen=True, kw_only=True):
    """Where the button of a table lies."""

    table: int
    seat: int


class Keyed(Act, frozen=True, kw_only=True):
    """From now on the hands of a table are keyed, or no longer."""

    table: int
    on: bool


class Shift(Act, frozen=True, kw_only=True):
    """So many seconds more (or fewer) in this level."""

    seconds: int
    of_break: bool = False  # of a break that was called, while one lasts; not in acts from before


class Jump(Act, frozen=True, kw_only=True):
    """The clock goes to the beginning of another level."""

    level: int  # from 1 on


class Rest(Act, frozen=True, kw_only=True):
    """A break that no level states; the clock goes on by itself after it."""

    minutes: int


class Alter(Act, frozen=True, kw_only=True):
    """Other levels after the one that is played."""

    levels: tuple[Level, ...]


class Dealt(Act, frozen=True, kw_only=True):
    """What the dealer of a keyed table dealt: a seat's cards, the board's (0), or face-down cards all round (-1)."""

    table: int
    seat: int
    cards: tuple[int, ...] = ()


class Push(Act, frozen=True, kw_only=True):
    """The losing hands of a keyed table are killed, and its pots go to their winners."""

    table: int


class Declare(Act, frozen=True, kw_only=True):
    """An irregularity at a table and the ruling on it, by somebody of this role."""

    table: int
    when: str
    role: str
    seat: int = 0
    choice: str = ""
    facts: dict[str, str | int | bool | list[int]] = {}


class Say(Act, frozen=True, kw_only=True, omit_defaults=True):
    """What a player said and which chips he put forward, keyed by the dealer: the book says what it counts as."""

    table: int
    name: str
    says: str = ""
    amount: int | None = None
    chips: tuple[int, ...] = ()
    choice: str = ""
    later: tuple[int, ...] = ()  # and what the fields below are: `croupier.poker.acts.Act`
    first: str = "words"
    aware: bool = True
    released: bool = True
    unfinished: bool = False
    meanings: tuple[int, ...] = ()
    in_front: tuple[int, ...] = ()


class Timed(Act, frozen=True, kw_only=True):
    """The clock is called on the player in turn, or his time is up."""

    table: int
    role: str
    up: bool = False


class TimeBank(Act, frozen=True, kw_only=True):
    """The player in turn takes the clock of the book himself, after what is left of his time to think."""

    table: int
    name: str


class Served(Act, frozen=True, kw_only=True):
    """A penalty has been served."""

    name: str


class Undo(Act, frozen=True, kw_only=True):
    """These acts, by their numbers, are taken back; everything else stands."""

    acts: tuple[int, ...]


Any = (
    Register | Withdraw | Rebuy | Start | Move | Draw | Deal | Play | Race | Window | CashOut | Clock | Penalty | Away
    | Agree | Cancel | Close | Correct | Bust | SameHand | Round | Count | Button | Keyed | Shift | Jump | Rest | Alter
    | Served | Undo | Declare | Say | Timed | TimeBank | Dealt | Push | Propose | Consent
)  # fmt: skip


# ---- what follows from them, for whoever looks


class Out(msgspec.Struct, frozen=True):
    """Who went out, in which hand of which table, and whom the bounty went to."""

    name: str
    table: int
    hand: int
    stack: int  # at the beginning of the hand
    by: tuple[str, ...] = ()


class Ruling(msgspec.Struct, frozen=True):
    """A ruling as it was given at a table."""

    at_us: int
    table: int
    seat: int
    when: str
    ruling: str
    clause: str
    says: str
    by: str


class Raced(msgspec.Struct, frozen=True):
    table: int
    chip: int
    won: tuple[str, ...]
    removed: int  # chips that left play, less those that were given
