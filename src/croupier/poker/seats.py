"""Who sits where between hands: stacks, missed blinds, players who wait, seats that change."""

import msgspec

NEW = "new"  # waits for the big blind, or posts
IN = "in"
OUT = "out"  # away; blinds that pass are missed


class Seat(msgspec.Struct):
    """One occupied seat. Blinds that a player missed are owed until he posts them or takes the big blind."""

    number: int
    name: str
    stack: int
    status: str = IN
    missed: tuple[int, ...] = ()  # which blinds passed him: 0 the smallest, the last the big blind
    rounds_missed: int = 0
    posting: bool = False  # will post to come in now
    buys_button: bool = False
    free_entry: bool = False  # dealt off, or moved without penalty: comes in behind the button without a post
    owes_blind: bool = False  # had too little for the single blind, which another took for him
    changed: bool = False  # new at this seat, or not in the last hand: between button and big blind he lets them pass
    busted: bool = False  # lost all his chips
    dust: int = 0  # the part of the stack that is less than the smallest chip
    for_antes: bool = False  # all-in for antes that nobody has won yet
    moved: bool = False  # came from another table of the event, and takes the place as it is


def between(first: int, last: int, seats: list[int]) -> list[int]:
    """Seats met going clockwise from `first` to `last`, both left out; `last` may be an empty seat."""
    order = sorted(seats)
    if first < last:
        return [seat for seat in order if first < seat < last]
    return [seat for seat in order if seat > first] + [seat for seat in order if seat < min(first, last)]


def next_seat(after: int, seats: list[int]) -> int:
    """The next of these seats clockwise."""
    order = sorted(seats)
    return next((seat for seat in order if seat > after), order[0])


def positions_moved(old: int, new: int, active: list[int]) -> int:
    """Active positions that a seat change passes, the shorter way around."""
    others = [seat for seat in active if seat not in (old, new)]
    clockwise = len(between(old, new, [*others, new])) + 1
    back = len(between(new, old, [*others, old])) + 1
    return min(clockwise, back)
