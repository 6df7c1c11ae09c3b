"""A hand of a poker table played again from its journal, entry by entry: for surveillance, audit and disputes.

The deck of a hand that is over is opened in the entry of the next deal; until then nobody sees a hole card that
was not shown, not even here.
"""

from typing import Any, TypeGuard

import msgspec
from sqlalchemy import Connection

from croupier.equipment.cards import card_name
from croupier.equipment.shoe import seal
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.acts import KIND
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.live import follow, from_checkpoint
from croupier.house.poker_room.table.view import hand_view
from croupier.house.record import journals, kept_books
from croupier.house.record.errors import Broken, NotFound


class HandStep(msgspec.Struct, frozen=True):
    """One entry, and the hand as everybody could see it then."""

    entry: int
    at: str
    by: str
    role: str
    act: dict[str, Any]
    events: list[dict[str, Any]]
    hand: dict[str, Any] | None
    stacks: dict[str, int]


class Replayed(msgspec.Struct, frozen=True):
    journal: str
    hand: int
    steps: list[HandStep]
    opened: bool  # whether the deck's order was opened in the record
    seal_holds: bool  # and is the one that was sealed before the first card
    deck: list[str]
    hole: dict[int, list[str]]  # by seat; empty until the deck is opened


def replay(conn: Connection, journal: str, number: int, *, whole: bool = False) -> Replayed:
    """One hand from the record; raises Broken where the record does not follow from itself.

    A hand after the last checkpoint is followed from there; `whole` follows the journal from its first entry, as an
    audit does that trusts no cache.
    """
    journals.head(conn, journal)
    books = kept_books.of_journal(conn, journal)
    start, game = (0, None) if whole else from_checkpoint(conn, journal, books)
    if game is not None and game.table.hands >= number:
        start, game = 0, None  # an older hand
    steps: list[HandStep] = []
    for stored in journals.entries(conn, journal, after=start):
        if stored.kind != KIND:
            raise NotFound(f"{journal} is no journal of a poker table.")
        entry = acts.decode(stored.payload)
        act = entry.act
        if game is not None and game.table.hands == number and _ends(act, game):
            return _done(journal, number, game, steps, act)
        game = follow(game, entry, lambda commitment: journals.sealed(conn, commitment)[1], books)
        if game.table.hands == number:
            steps.append(_step(game, entry))
    if game is None or game.table.hands < number or not steps:
        raise NotFound(f"Hand {number:,} is not on record in this journal.")
    return _done(journal, number, game, steps, None)


def _ends(act: acts.Anything, game: Game) -> TypeGuard[acts.Deal | acts.Closed]:
    """Whether this opens the deck of the hand before it: the next deal, but for one dealt again, or the table's end."""
    return isinstance(act, acts.Closed) or (isinstance(act, acts.Deal) and not game.redeal)


def _step(game: Game, entry: acts.Entry) -> HandStep:
    stacks = {name[5:]: cents for name, cents in game.balances().items() if name.startswith("seat:")}
    act: dict[str, Any] = msgspec.to_builtins(entry.act)
    return HandStep(entry.number, entry.at, entry.by.name, entry.by.role, act, entry.events, hand_view(game, 0), stacks)


def _done(
    journal: str, number: int, game: Game, steps: list[HandStep], after: acts.Deal | acts.Closed | None
) -> Replayed:
    hand, order = game.table.hand, game.table.order
    if hand is None:
        raise Broken(f"journal {journal} has no hand {number}")
    opened = after is not None and bool(after.order)
    if not opened or after is None:
        return Replayed(journal, number, steps, False, False, [], {})
    deck = bytes.fromhex(after.order)
    holds = seal(deck, bytes.fromhex(after.salt)) == game.commitment
    hole = {order[i]: [card_name(card) for card in hand.hole[i]] for i in range(hand.n)}
    return Replayed(journal, number, steps, True, holds, [card_name(card) for card in deck], hole)
