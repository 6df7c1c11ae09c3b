"""What happens in a poker tournament, act by act. Chance (seats, decks) stands in the acts, so they replay alike."""

import msgspec

Place = tuple[int, int]  # table, seat


class Act(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The common parent, for typing only. `at_us` is when it was done."""

    at_us: int


class Register(Act, frozen=True, kw_only=True):
    """A player enters, or comes in again, and is given a seat drawn by lot."""

    name: str
    place: Place


class Withdraw(Act, frozen=True, kw_only=True):
    """Before the first hand: out again, with everything that he paid."""

    name: str


class Rebuy(Act, frozen=True, kw_only=True):
    name: str
    add_on: bool = False
    place: Place | None = None  # a seat, for who had lost his


class Start(Act, frozen=True, kw_only=True):
    seats: dict[str, Place] = {}  # who was moved to even out the tables


class Move(Act, frozen=True, kw_only=True):
    """To balance tables."""

    name: str
    place: Place


class Correct(Act, frozen=True, kw_only=True):
    """A player found in the wrong seat goes to his own; whoever sits there takes the seat that he leaves."""

    name: str
    place: Place
    reason: str = ""


class Draw(Act, frozen=True, kw_only=True):
    """A table broken (`broken`), or seats drawn again for so many tables."""

    seats: dict[str, Place]
    broken: int = 0


class Deal(Act, frozen=True, kw_only=True):
    table: int
    deck: tuple[int, ...]


class Play(Act, frozen=True, kw_only=True):
    """fold, check, call, raise (to an amount), bring-in or draw."""

    table: int
    name: str
    verb: str
    amount: int = 0
    cards: tuple[int, ...] = ()


class Race(Act, frozen=True, kw_only=True):
    """The smallest chips of a table are raced off."""

    table: int
    deck: tuple[int, ...]


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


class Agree(Act, frozen=True, kw_only=True):
    """All who are left divide what is left of the prizes."""

    shares: dict[str, int]


class Cancel(Act, frozen=True, kw_only=True):
    reason: str


class Close(Act, frozen=True, kw_only=True):
    """Nothing more is sold, and so few are left that it is over."""


Any = (
    Register | Withdraw | Rebuy | Start | Move | Draw | Deal | Play | Race | Window | CashOut | Clock | Penalty | Away
    | Agree | Cancel | Close | Correct
)  # fmt: skip


# ---- what follows from them, for whoever looks


class Out(msgspec.Struct, frozen=True):
    """Who went out, in which hand of which table, and whom the bounty went to."""

    name: str
    table: int
    hand: int
    stack: int  # at the beginning of the hand
    by: tuple[str, ...] = ()


class Raced(msgspec.Struct, frozen=True):
    table: int
    chip: int
    won: tuple[str, ...]
    removed: int  # chips that left play, less those that were given
