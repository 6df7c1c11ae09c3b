"""What happened, in the past tense. Settlements and rulings go into the journal beside the answer they follow from."""

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower, omit_defaults=True, gc=False):
    pass


class Placed(Event, frozen=True):
    position: int
    wager: str
    on: str
    amount: int
    stake: int


class TakenDown(Event, frozen=True):
    position: int
    wager: str
    on: str
    amount: int


class Dealt(Event, frozen=True):
    to: str
    card: int
    face: str


class Turned(Event, frozen=True):
    to: str
    index: int
    card: int


class Fell(Event, frozen=True):
    """Dice, a ball, a wheel: what came."""

    what: str


class Moved(Event, frozen=True):
    """One double entry: cents from one account to another."""

    source: str
    target: str
    cents: int
    why: str


class Settled(Event, frozen=True):
    """One wager's end, and why. `paid` is what is won beyond the stake; a lost stake is negative `net`."""

    position: int
    wager: str
    on: str
    stake: int
    result: str  # won, lost, push, returned
    outcome: str
    net: int
    odds: str = ""
    clause: str = ""
    line: int = 0
    table: str = "main"
    to: str = "player"
    because: str = ""
    vigorish: int = 0
    capped: bool = False
    hand: int = 0
    coupon: int = 0  # what of `net` a match play coupon was paid


class Ruled(Event, frozen=True):
    when: str
    ruling: str
    clause: str
    by: str
    says: str = ""


class Voided(Event, frozen=True):
    clause: str
    keeps: tuple[str, ...] = ()
    why: str = ""


class Noted(Event, frozen=True):
    """Something people at the table should read: what comes next, what was announced."""

    says: str
    clause: str = ""


class SentAway(Event, frozen=True):
    """A ruling takes equipment off the table: who keeps the house's sets hears it; a journal has the ruling itself."""

    kind: str  # cards, dice, wheel
    clause: str
    why: str


Happening = Placed | TakenDown | Dealt | Turned | Fell | Moved | Settled | Ruled | Voided | Noted | SentAway
Recorded = Settled | Ruled | Voided
