"""What a hand of a tournament leaves behind: who went out and in which order, who put them out; and the chip race."""

from croupier.house.record.errors import Refused
from croupier.house.tournaments.poker.acts import Out, Raced
from croupier.house.tournaments.poker.state import Felt
from croupier.poker.ranking import by_suit_high
from croupier.poker.records import Awarded


def busted(felt: Felt, hand: int) -> list[list[Out]]:
    """Who lost all his chips, the fewest at the beginning of the hand first; equal stacks together."""
    table = felt.table
    gone = [seat for seat in table.seats.values() if not seat.stack]
    outs = [Out(seat.name, felt.number, hand, felt.starting[seat.name], _winners(felt, seat.number)) for seat in gone]
    groups: list[list[Out]] = []
    for out in sorted(outs, key=lambda one: one.stack):
        if groups and groups[-1][0].stack == out.stack:
            groups[-1].append(out)
        else:
            groups.append([out])
    return groups


def _winners(felt: Felt, seat: int) -> tuple[str, ...]:
    """Who won the last chips of a player: the winners of the last pot that he was in."""
    table, hand = felt.table, felt.table.hand
    assert hand is not None
    if seat not in table.order:
        return ()
    place = table.order.index(seat)
    levels = sorted({hand.put[i] for i in range(hand.n) if hand.alive[i]})
    last = sum(1 for level in levels if level < hand.put[place])  # pots are numbered from the main pot on
    awards = [record for record in hand.records if isinstance(record, Awarded) and record.player != place]
    pots = {record.pot for record in awards}
    pot = max((number for number in pots if number <= last), default=min(pots, default=-1))
    winners = dict.fromkeys(table.order[record.player] for record in awards if record.pot == pot)
    return tuple(table.seats[number].name for number in winners)


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
