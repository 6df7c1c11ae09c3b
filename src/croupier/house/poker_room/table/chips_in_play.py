"""Where the chips of a poker table are at any moment; the ledger follows the difference.

In front of each patron, in the pot (the layout), in the drop box, in the box of the jackpot, in the toke pool.
"""

from croupier.house.record import accounts
from croupier.poker.records import Collected
from croupier.poker.table import Table

POT, RAKE, JACKPOT, TOKES = "pot", "rake", "jackpot", "tokes"


class Chips:
    """What the house has taken from this table since it opened, in cents."""

    def __init__(self) -> None:
        self.taken = {RAKE: 0, JACKPOT: 0, TOKES: 0}

    def settle(self, table: Table) -> None:
        """A hand is over: what it gave the house is in the boxes for good."""
        for name, cents in in_hand(table).items():
            self.taken[name] += cents


def in_hand(table: Table) -> dict[str, int]:
    """What the house has taken from the hand that is being played; a void hand gives it back."""
    hand = table.hand
    if hand is None or not hand.collected:
        return {}
    drops = sum(r.amount for r in hand.records if isinstance(r, Collected) and r.kind == "drop")
    return {RAKE: hand.collected - drops, JACKPOT: drops}


def balances(table: Table, chips: Chips, pending: dict[int, int], playing: bool, dead: int = 0) -> dict[str, int]:
    """Every place where chips of this table lie: `seat:PATRON` and the house's own."""
    found = dict(chips.taken)
    hand = table.hand if playing else None
    places = {number: place for place, number in enumerate(table.order)} if hand is not None else {}
    for number, seat in table.seats.items():
        if hand is not None and number in places:
            place = places[number]
            front = hand.stacks[place] + hand.aside.get(place, 0) + seat.dust
        else:
            front = seat.stack
        found[f"seat:{seat.name}"] = front + pending.get(number, 0)
    found[POT] = table.carried + dead + sum(table.impounded.values())
    if hand is not None:
        found[POT] += hand.pot if not hand.over else hand.carried
        for name, cents in in_hand(table).items():
            found[name] += cents
    return found


def account(name: str, table_id: str, property_: str, dealer: str = "") -> str:
    """The ledger's account of a place at the table; a gratuity is the dealer's own where one deals."""
    if name.startswith("seat:"):
        return accounts.at_table(name[5:], table_id)
    return {
        POT: accounts.layout(table_id),
        RAKE: accounts.drop(table_id),
        JACKPOT: accounts.jackpot_drop(table_id),
        TOKES: accounts.token_box(property_, dealer) if dealer else accounts.toke_pool(property_),
    }[name]
