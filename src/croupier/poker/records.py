"""What happened in a hand, in the past tense. Every operation returns its record and the hand keeps them all.

Players are numbered in the order of the deal: 0 is the first to the left of the button.
"""

import msgspec

UNKNOWN = -1  # a card whose face is not on record


class Record(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The common parent, for typing only."""


class Posted(Record, frozen=True):
    player: int
    kind: str  # "ante", "blind", "straddle", "kill", "post", "dead"
    amount: int


class Burned(Record, frozen=True):
    card: int


class Dealt(Record, frozen=True):
    player: int
    cards: tuple[int, ...]
    up: tuple[bool, ...]


class BoardDealt(Record, frozen=True):
    cards: tuple[int, ...]
    board: int = 0


class Folded(Record, frozen=True):
    player: int


class Checked(Record, frozen=True):
    player: int


class Called(Record, frozen=True):
    player: int
    amount: int
    all_in: bool = False


class BroughtIn(Record, frozen=True):
    player: int
    amount: int


class Raised(Record, frozen=True):
    """A bet, a completion or a raise: `to` is the whole wager of this round."""

    player: int
    to: int
    kind: str  # "bet", "complete" or "raise"
    all_in: bool = False
    full: bool = True  # reopens the betting


class Drew(Record, frozen=True):
    player: int
    discards: tuple[int, ...]


class Returned(Record, frozen=True):
    """The part of a bet that nobody called goes back to the bettor."""

    player: int
    amount: int


class Shown(Record, frozen=True):
    player: int
    cards: tuple[int, ...]


class Mucked(Record, frozen=True):
    player: int


class Collected(Record, frozen=True):
    """Chips that leave the pot for the house: "rake" or "drop"."""

    kind: str
    amount: int
    clause: str = ""


class Awarded(Record, frozen=True):
    player: int
    amount: int
    pot: int = 0
    half: str = ""  # "high", "low" or "" when nobody else was left
    board: int = 0


class RunsAgreed(Record, frozen=True):
    times: int


class Carried(Record, frozen=True):
    """Chips that stay on the table for the next deal (nobody opened; forfeited money)."""

    amount: int


class Refunded(Record, frozen=True):
    """A void round: what a player had put in goes back."""

    player: int
    amount: int


class Ruled(Record, frozen=True, gc=True):
    """A ruling on an irregularity: what was declared, what follows, under which clause, and who decided."""

    when: str
    ruling: str
    clause: str = ""
    by: str = ""
    player: int = -1
    facts: dict[str, str | int | bool | list[int]] = msgspec.field(default_factory=dict)
    says: str = ""
