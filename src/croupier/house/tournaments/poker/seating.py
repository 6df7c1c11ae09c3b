"""Who sits where in a poker tournament: seats by lot, tables broken and balanced, the worst place to move to."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from croupier.equipment.entropy import Entropy
from croupier.house.tournaments.poker.acts import Place
from croupier.house.tournaments.poker.plan import TournamentRules
from croupier.poker import blinds
from croupier.poker.errors import Refused as NotPoker
from croupier.poker.seats import next_seat
from croupier.poker.table import Table

T = TypeVar("T")


class Lots:
    """Lots that anybody who knows the tournament's secret draws alike: a proposal stays the same until it is confirmed,
    whichever server shows it, and changes with the situation that it is for."""

    kind = "lots"

    def __init__(self, secret: str, situation: object) -> None:
        self._seed = hashlib.sha256(f"{secret} {situation}".encode()).digest()
        self._drawn = 0

    def token(self, size: int) -> bytes:
        made = b""
        while len(made) < size:
            self._drawn += 1
            made += hashlib.sha256(self._seed + self._drawn.to_bytes(8, "big")).digest()
        return made[:size]

    def below(self, bound: int) -> int:
        fair = (1 << 64) - (1 << 64) % bound
        while (drawn := int.from_bytes(self.token(8), "big")) >= fair:
            pass
        return drawn % bound

    def each_below(self, bounds: range) -> list[int]:
        return [self.below(bound) for bound in bounds]


def shuffled(items: Sequence[T], entropy: Entropy) -> tuple[T, ...]:
    cards = list(items)
    for last, other in zip(range(len(cards) - 1, 0, -1), entropy.each_below(range(len(cards), 1, -1))):
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def drawn_seats(names: Sequence[str], numbers: Sequence[int], seats: int, entropy: Entropy) -> dict[str, Place]:
    """Everybody by lot to these tables, as evenly as they go, each at a seat by lot."""
    places: dict[str, Place] = {}
    per_table = max(seats, -(-len(names) // len(numbers)))
    order = shuffled(sorted(names), entropy)
    for n, number in enumerate(numbers):
        group = order[n :: len(numbers)]
        free = shuffled(range(1, per_table + 1), entropy)
        places |= {name: (number, seat) for name, seat in zip(group, free)}
    return places


def next_big_blind(table: Table) -> int:
    """Whose turn for the big blind comes with the next hand."""
    seats = {n: seat for n, seat in table.seats.items() if seat.stack > 0}
    try:
        count, fewer = len(table.stakes.blinds) or 2, table.room.fewer_blinds()
        found = blinds.advance(table.positions, seats, blinds.DEAD, count, fewer)
    except NotPoker:
        return next_seat(table.positions.big, sorted(seats))
    return found.big


def worst_seat(table: Table, free: Sequence[int]) -> int:
    """The open seat that has the big blind soonest, but not the small blind's (19.T.12A)."""
    big, button = table.positions.big, table.positions.button
    if big < 0:
        return min(free)
    order = [seat for seat in sorted(free) if seat > big] + [seat for seat in sorted(free) if seat <= big]
    small = big  # under a dead button the last big blind's place is the next small blind's
    good = [seat for seat in order if seat != small and not _behind(seat, button, small)]
    return (good or order)[0]


def _behind(seat: int, button: int, small: int) -> bool:
    """Between button and small blind, where no hand is dealt."""
    if button <= small:
        return button < seat < small
    return seat > button or seat < small


def giver(asked: TournamentRules, counts: dict[int, int], short: int, breaking: Sequence[int]) -> int:
    """The table that gives a player: the next full one by number, or in the breaking order (19.T.12)."""
    fullest = max(counts.values())
    full = [number for number, count in counts.items() if count == fullest and number != short]
    if len(counts) > asked.number("balancing", "numerical-above-tables"):
        return next((number for number in sorted(full) if number > short), min(full))
    order = [number for number in breaking if number in full]
    return order[0] if order else min(full)


def redraw_at(asked: TournamentRules, entries: int) -> tuple[int, ...]:
    """At how many tables seats are drawn again in a field of this size; the final table in every one."""
    rows = {int(least): tables for least, tables in asked.table("redraws").items()}
    fits = [least for least in rows if entries >= least]
    if not fits:
        return (1,)
    found = rows[max(fits)]
    assert isinstance(found, list)
    return tuple(found)


def final_size(asked: TournamentRules, seats: int) -> int:
    return min(seats + asked.number("final-table", "above-a-full-table"), asked.number("final-table", "most"))
