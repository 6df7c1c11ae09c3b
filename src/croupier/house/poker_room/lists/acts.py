"""What happens to the lists of a poker room, as their journal keeps it: one act of one person, or of the house."""

import msgspec


class ListAct(msgspec.Struct, frozen=True, tag_field="act", tag=str.lower, omit_defaults=True):
    """The common parent, for typing only."""


class Join(ListAct, frozen=True):
    game: str
    patron: str = ""
    phone: bool = False
    first: bool = False  # of the rank that the book puts at the head of an initial list; his card was checked
    top: bool = False  # a player whose game's limit was changed over his objection


class Withdraw(ListAct, frozen=True):
    game: str = ""  # empty: from every list
    patron: str = ""


class Away(ListAct, frozen=True):
    """He goes out of hearing and says so: his place is kept."""

    patron: str = ""


class Here(ListAct, frozen=True):
    patron: str = ""


class Call(ListAct, frozen=True):
    """A seat is offered and locked up; seat 0: any seat of a new game, to whoever arrives first."""

    game: str
    table: str = ""  # empty: the one most in need of a player
    seat: int = 0
    patron: str = ""
    reason: str = ""  # why somebody is called before his turn


class Pass(ListAct, frozen=True):
    """Called and not there, or not willing now: the next one is called. `struck` says whether his place is gone.

    Whom the list-person passes over keeps it as one who went away: he is called again when he is here.
    """

    game: str
    patron: str = ""
    struck: bool = False
    reason: str = ""
    away: bool = False


class Take(ListAct, frozen=True):
    """He has sat down."""

    game: str
    patron: str
    table: str
    seat: int


class Lock(ListAct, frozen=True):
    table: str
    seat: int
    patron: str
    reason: str = ""


class Unlock(ListAct, frozen=True):
    table: str
    seat: int


class Ask(ListAct, frozen=True):
    """A player of a game wants another seat of it when it opens; seat 0: any."""

    table: str
    seat: int = 0
    patron: str = ""


class Change(ListAct, frozen=True):
    """A player wants to go to another table of the same game."""

    table: str
    to: str
    patron: str = ""


class Forget(ListAct, frozen=True):
    """What he asked for as to seats and tables is done or no longer wanted."""

    patron: str = ""


class Bar(ListAct, frozen=True):
    """Out of a game and off its list for a while."""

    game: str
    patron: str
    minutes: int
    reason: str = ""


class Ousted(ListAct, frozen=True):
    """Suspended or barred from the property: off every list, and no seat is held for him."""

    patron: str
    reason: str = ""


class Apart(ListAct, frozen=True):
    """Two who are not to play in the same game, or may again."""

    one: str
    other: str
    apart: bool = True


class Broke(ListAct, frozen=True):
    """A game broke: cards drawn for its players; the absent ones keep only a place on the list."""

    table: str
    game: str
    drawn: dict[str, int]
    absent: list[str] = []


class PlayOn(ListAct, frozen=True, tag="play-on"):
    """Who is to move plays on first, as far as the book lets him; the seat that he goes to is locked up for him.

    Without a seat it is said in advance, for when one opens. `blind` is what the floor saw where no hands are keyed.
    """

    table: str
    patron: str = ""
    blind: bool = False
    to: str = ""
    seat: int = 0
    until: str = ""
    hands: int = 0  # dealt at the table when he said so


class Page(ListAct, frozen=True):
    """A patron is asked for, on the screen in the room and by message; on a list or not."""

    patron: str
    words: str = ""


class TakeBack(ListAct, frozen=True, tag="take-back"):
    """The last act on the lists was a mistake: they stand as before it."""

    seen: int = 0  # how many acts the lists had when it was asked for; 0: it was not said


class Rolled(ListAct, frozen=True):
    """He will not play short-handed in a must-move game: to the bottom of its list for a while, or to his own place."""

    game: str
    patron: str
    order_us: int  # his place in the order of moving
    minutes: int = 0  # for which he may not come back
    reason: str = ""


Undoable = Join | Withdraw | Away | Here | Call | Pass | Lock | Unlock | Ask | Change | Forget | Bar | Apart | Page
FROM_PEOPLE = Undoable | TakeBack
Anything = FROM_PEOPLE | Take | Ousted | Broke | PlayOn | Rolled
