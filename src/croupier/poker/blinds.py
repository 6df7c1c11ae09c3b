"""The button and the blinds from hand to hand: moving and dead button, heads-up, missed blinds, posts."""

import msgspec

from croupier.poker.errors import Refused
from croupier.poker.seats import IN, NEW, OUT, Seat, between, next_seat

MOVING, DEAD = "moving", "dead"


class Positions(msgspec.Struct):
    """Where button and blinds stand. A seat may be empty under a dead button; -1 before the first hand.

    With one blind `small` and `big` are the same seat; with three the others are `middle`.
    """

    button: int = -1
    small: int = -1
    big: int = -1
    bigs: tuple[int, ...] = ()  # all who posted a big blind on the last hand
    resume: int = -1  # one blind: whoever took it before a debtor did, and where the rotation goes on
    middle: tuple[int, ...] = ()

    @property
    def blinds(self) -> tuple[int, ...]:
        """The seats of the blinds, the little one first."""
        return (self.big,) if self.small == self.big else (self.small, *self.middle, self.big)


def _placed(button: int, blinds: list[int]) -> Positions:
    return Positions(button, blinds[0], blinds[-1], (blinds[-1],), middle=tuple(blinds[1:-1]))


class Fewer(msgspec.Struct, frozen=True):
    """How many blinds a table has that is short of players, and what becomes of the big one when a blind goes."""

    least: int
    players_over: int  # so many players more than blinds
    big_goes_on: bool  # under a moving button to the next player, whatever that passes over


ALL = Fewer(least=2, players_over=0, big_goes_on=False)  # a book that says nothing of it: as many as there are players


class Forced(msgspec.Struct):
    """What a hand begins with: the players in the order of the deal and what each of them posts."""

    order: list[int]  # seat numbers, first left of the button first
    blinds: list[int]  # live, by place in the order
    posts: list[int]
    dead: list[int]
    kinds: dict[int, str]  # seat -> what it posted, in words
    first: int = -1  # the place that acts first, where the largest blind does not tell


def advance(positions: Positions, seats: dict[int, Seat], method: str, count: int = 2, fewer: Fewer = ALL) -> Positions:
    """The next hand's positions among the players who can be dealt in, for so many blinds."""
    ready = [number for number, seat in seats.items() if seat.stack > 0 and seat.status != OUT]
    playing = [number for number in ready if seats[number].status == IN]
    if len(ready) < 2:
        raise Refused("players", "a hand needs two players with chips")
    if len(playing) < 2:  # players who wait come in when there is nobody else
        playing = ready
    if count == 1 and (debtor := next((n for n in ready if seats[n].owes_blind and seats[n].posting), -1)) >= 0:
        return Positions(positions.button, debtor, debtor, (debtor,), resume=positions.big)
    if count == 1 and positions.resume >= 0:
        positions = msgspec.structs.replace(positions, big=positions.resume)
    count = min(count, max(fewer.least, len(playing) - fewer.players_over))
    if positions.big < 0:
        return _first(positions.button, playing, count)
    if len(ready) == 2:
        return _heads_up(positions, ready)
    # Who comes back to blinds that he missed takes the big blind or posts; button and small blind pass him by.
    passed = set(between(positions.button, positions.big, ready))
    settled = [
        number
        for number in playing
        if not (seats[number].missed or seats[number].owes_blind or (seats[number].changed and number in passed))
    ]
    settled = settled if len(settled) > 1 else playing
    if method == DEAD:
        chain = [positions.button, *positions.blinds][-count:]
        found = _placed(chain[0], [*chain[1:], next_seat(positions.big, ready)])
    else:
        button = next_seat(positions.button, settled)
        found = _placed(button, _following(button, settled, ready, count))
        lost = fewer.big_goes_on and len(positions.blinds) > count and len(settled) > 2
        if lost and found.big in {positions.big, *passed}:
            found = _big_moves_on(positions.big, settled, count)
    if len(settled) == 2 and found.button == found.big:  # a new player waits one hand more
        return _heads_up(positions, settled)
    return found


def _big_moves_on(big: int, playing: list[int], count: int) -> Positions:
    """A table that lost a player has a blind fewer: behind the next button the big one would stand still, or go back.

    Everybody has it once a round: it goes on to the next player, and the rest stand before him.
    """
    chain = _from(next_seat(big, playing), playing)[-count - 1 :]
    return _placed(chain[0], chain[1:])


def _following(button: int, playing: list[int], ready: list[int], count: int) -> list[int]:
    """Blinds left of the button; a player who waits may take the big one."""
    seats: list[int] = []
    at = button
    for number in range(count):
        at = next_seat(at, ready if number == count - 1 else playing)
        seats.append(at)
    return seats


def _first(button: int, playing: list[int], count: int) -> Positions:
    """The first hand: the button where it was drawn."""
    if button not in playing:
        button = next_seat(button, playing)
    if len(playing) == 2:
        other = next(seat for seat in playing if seat != button)
        return Positions(button, button, other, (other,))
    return _placed(button, _following(button, playing, playing, count))


def _heads_up(positions: Positions, playing: list[int]) -> Positions:
    """The small blind is on the button; nobody has the big blind twice in a row."""
    big = next_seat(positions.big, playing)
    if big in positions.bigs:
        big = next(seat for seat in playing if seat != big)
    button = next(seat for seat in playing if seat != big)
    return Positions(button, button, big, (big,))


def forced(
    positions: Positions,
    seats: dict[int, Seat],
    blinds: tuple[int, ...],
    *,
    small_missed_live: bool,
    post_required: bool,
    opening_bet: int,
    previous: Positions,
) -> Forced:
    """Who is dealt in and posts what. Players who owe and neither post nor reach the big blind wait."""
    live_seats = [number for number, seat in seats.items() if seat.stack > 0 and seat.status != OUT]
    buyer = next((number for number in live_seats if seats[number].buys_button), -1)
    in_between = set(between(positions.button, positions.big, live_seats)) - {positions.small}
    behind_button = set(between(positions.button, positions.small, live_seats))
    owed: dict[int, tuple[int, int]] = {}
    order = []
    kinds: dict[int, str] = {}
    playing = [number for number in live_seats if seats[number].status == IN and not seats[number].missed]
    short = len(playing) < 2
    for number in _from(positions.button, live_seats):
        seat = seats[number]
        settled = (
            seat.status == IN
            and not seat.missed
            and not seat.owes_blind
            and not (seat.moved and number in behind_button)
            and not (seat.changed and number in in_between)
        )
        if settled or short or number in (positions.big, buyer):
            order.append(number)
        elif number in in_between:
            continue
        elif seat.free_entry or (seat.status == NEW and not seat.missed and not post_required):
            order.append(number)
            kinds[number] = "entered"
        elif seat.posting and not (len(blinds) == 1 and (seat.missed or seat.owes_blind)):  # taken in its turn only
            order.append(number)
            owed[number] = post(seat, blinds, opening_bet, small_missed_live)
            kinds[number] = "posted"
    return _amounts(positions, order, owed, kinds, seats, blinds, buyer, previous)


def post(seat: Seat, blinds: tuple[int, ...], opening_bet: int, small_missed_live: bool) -> tuple[int, int]:
    """The live and the dead part of a post."""
    if seat.status == NEW or not seat.missed:
        return blinds[-1], 0
    total = sum(blinds[which] for which in seat.missed)
    if seat.missed == (0,) and not small_missed_live:
        return 0, total
    live = min(total, opening_bet)
    return live, total - live


def _amounts(
    positions: Positions,
    order: list[int],
    owed: dict[int, tuple[int, int]],
    kinds: dict[int, str],
    seats: dict[int, Seat],
    blinds: tuple[int, ...],
    buyer: int,
    previous: Positions,
) -> Forced:
    count, first = len(order), -1
    live, posts, dead = [0] * count, [0] * count, [0] * count
    place = {number: at for at, number in enumerate(order)}
    if buyer >= 0:  # he posts for this hand, the small blind dead, and has the button on the next
        live[place[buyer]] = blinds[-1]
        dead[place[buyer]] = sum(blinds[:-1])
        kinds[buyer] = "bought the button"
    elif len(blinds) == 1:
        _single(positions, order, live, kinds, seats, blinds[0])
        if positions.resume < 0 and previous.resume < 0 and not any(seats[number].owes_blind for number in order):
            first = _passed_by(positions, place, live, kinds, blinds[0], previous)
    else:
        first = _regular(positions, place, live, kinds, blinds, previous)
    for number, (alive, centre) in owed.items():
        if not live[place[number]]:
            posts[place[number]] = alive
            dead[place[number]] += centre
    return Forced(order, live, posts, dead, kinds, first)


def _single(
    positions: Positions, order: list[int], live: list[int], kinds: dict[int, str], seats: dict[int, Seat], blind: int
) -> None:
    """One blind: half of it or more counts in full; with less the next player takes it."""
    at = order.index(positions.big)
    seats[positions.big].owes_blind = False
    if 2 * seats[positions.big].stack < blind:
        seats[positions.big].owes_blind = True  # if he wins or buys in he takes the next blind, or waits
        at = (at + 1) % len(order)
        positions.big = order[at]
        positions.bigs = (order[at],)
    live[at] = blind
    kinds[order[at]] = "blind"


def _regular(
    positions: Positions,
    place: dict[int, int],
    live: list[int],
    kinds: dict[int, str],
    blinds: tuple[int, ...],
    previous: Positions,
) -> int:
    """The blinds of the hand; returns who acts first where the largest blind does not tell, else -1."""
    names = {0: "small blind", len(blinds) - 1: "big blind"}
    seats = positions.blinds
    amounts = blinds[-len(seats) :]
    for at, (seat, amount) in enumerate(zip(seats, amounts)):
        if seat in place:
            live[place[seat]] = amount
            kinds[seat] = names.get(at + len(blinds) - len(seats), "middle blind")
    if len(seats) != 2 or positions.button == positions.small:
        return -1
    return _passed_by(positions, place, live, kinds, blinds[-1], previous)


def _passed_by(
    positions: Positions, place: dict[int, int], live: list[int], kinds: dict[int, str], blind: int, previous: Positions
) -> int:
    """Under a moving button whom the big blind would pass by posts it: in the small's place, on the button.

    Returns who acts first where such a blind sits behind the regular one, else -1.
    """
    if previous.big < 0 or len(place) < 3:
        return -1
    for seat in between(previous.big, positions.big, list(place)):
        if seat not in previous.bigs:
            live[place[seat]] = blind
            kinds[seat] = "big blind"
            positions.bigs = (*positions.bigs, seat)
    behind = max(place[seat] for seat in positions.bigs if seat in place) > place[positions.big]
    return (place[positions.big] + 1) % len(place) if behind else -1


def _from(button: int, seats: list[int]) -> list[int]:
    order = sorted(seats)
    return [seat for seat in order if seat > button] + [seat for seat in order if seat <= button]


def note_missed(
    positions: Positions, previous: Positions, seats: dict[int, Seat], blinds: tuple[int, ...], dealt: set[int]
) -> None:
    """Blinds that passed a player who was away are owed; a second round missed ends the grace of one who lost all."""
    last = len(blinds) - 1
    for number, seat in seats.items():
        if number in dealt:
            seat.missed, seat.rounds_missed, seat.busted = (), 0, False
            seat.posting = seat.buys_button = seat.free_entry = seat.moved = seat.changed = False
            seat.status = IN if seat.status == NEW else seat.status
            continue
        seat.changed = True
        if seat.status == OUT:
            small = _from_button(previous.small, positions)
            if last and 0 not in seat.missed and _passed(small, positions.small, number, seats):
                seat.missed = (*seat.missed, 0)
            if _passed(_from_button(previous.big, positions), positions.big, number, seats):
                seat.rounds_missed += 1
                if last not in seat.missed:
                    seat.missed = (*seat.missed, last)


def _from_button(before: int, positions: Positions) -> int:
    """Where a blind came from; on the first hand it starts from the button."""
    return before if before >= 0 else positions.button


def _passed(before: int, now: int, number: int, seats: dict[int, Seat]) -> bool:
    """A blind moved over this seat, or stands at it."""
    return number == now or (before >= 0 and number in between(before, now, [*seats, now]))
