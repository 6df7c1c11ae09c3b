"""The chip race: what is left of a level's smallest chips is exchanged by the highest cards."""

from croupier.house.record.errors import Refused
from croupier.house.tournaments.poker.acts import Raced
from croupier.house.tournaments.poker.state import Felt
from croupier.poker.ranking import by_suit_high


def odd_chips(felt: Felt, chip: int) -> dict[int, int]:
    """How many chips below this one each seat has, by what is known of the stacks."""
    return {n: (seat.stack % chip) // felt.chip for n, seat in sorted(felt.table.seats.items())}


def raced(felt: Felt, chip: int, deck: tuple[int, ...], seen: dict[str, int] | None = None) -> Raced:
    """Race off the odd chips of a table: a card for each, from seat 1; the highest cards win a larger chip each.

    As many larger chips are won as the odd ones make, one a player at most; nobody is raced out. With real cards
    `seen` is how many odd chips each player showed: his stack is made to fit it first.
    """
    seats = sorted(felt.table.seats.items())
    odd = odd_chips(felt, chip)
    if seen is not None:
        odd = {n: seen.get(seat.name, odd[n]) for n, seat in seats}
        if any(not 0 <= count * felt.chip < chip for count in odd.values()):
            raise Refused(f"Odd chips make less than one of {chip:,}.", "Whole ones are exchanged first.")
        for number, seat in seats:
            seat.stack += odd[number] * felt.chip - seat.stack % chip
    prizes = sum(odd.values()) * felt.chip // chip
    cards = iter(deck)
    best: dict[int, int] = {}
    for number, count in odd.items():
        for _ in range(count):
            card = next(cards, -1)
            best[number] = max(best.get(number, -1), by_suit_high(card) if card >= 0 else -1)
    winners = sorted(best, key=lambda n: -best[n])[:prizes]
    before = sum(seat.stack for _, seat in seats)
    for number, seat in seats:
        seat.stack -= seat.stack % chip
        if number in winners or not seat.stack:
            seat.stack += chip
    felt.chip = felt.room.chip = chip
    removed = before - sum(seat.stack for _, seat in seats)
    return Raced(felt.number, chip, tuple(felt.table.seats[n].name for n in winners), removed)
