"""Player-banked poker: every form, structure and ruling of the documents.

Ten lines play a hand:

    from croupier.poker import Hand, form, no_limit
    hand = Hand(form("holdem"), no_limit(1, 2), [200] * 6, deck=shuffled_cards)
    while not hand.over:
        options = hand.options()
        hand.check() if options.check else hand.call() if options.call else hand.fold()
    print(hand.stacks, hand.records)

`open_room` and `Table` play under a room's rulebook; `Desk` takes acts as they are made and rules on what
goes wrong; `phh` reads and writes hand histories; `equity` counts what a hand is worth.
"""

from croupier.poker.book.forms import FORMS, Form, form
from croupier.poker.book.room import Room, open_room
from croupier.poker.book.rules import CASH, TOURNAMENT, PlayingRules
from croupier.poker.book.stakes import Stakes, fixed_limit, no_limit, pot_limit, spread_limit
from croupier.poker.errors import Refused
from croupier.poker.hand import Hand
from croupier.poker.options import Options
from croupier.poker.rulings.desk import Desk
from croupier.poker.table import Table
from croupier.poker.view import view

__all__ = [
    "CASH",
    "FORMS",
    "TOURNAMENT",
    "Desk",
    "Form",
    "Hand",
    "Options",
    "PlayingRules",
    "Refused",
    "Room",
    "Stakes",
    "Table",
    "fixed_limit",
    "form",
    "no_limit",
    "open_room",
    "pot_limit",
    "spread_limit",
    "view",
]
