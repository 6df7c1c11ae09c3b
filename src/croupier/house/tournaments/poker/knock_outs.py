"""What a hand of a tournament leaves behind: who went out and in which order, and who put them out."""

from croupier.house.tournaments.poker.acts import Out
from croupier.house.tournaments.poker.state import Felt
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
