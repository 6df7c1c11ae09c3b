"""A count of the stub is held to the record: who counts states what he found, the table what should be there.

Cards on the layout, burned or set aside are dealt; what is left is the stub. While cards wait to be shuffled all of
them lie together, and the whole set is counted.
"""

from typing import Any

from croupier.house.papers.documents import DIFFERS, Document
from croupier.house.record.errors import Refused, Stale
from croupier.house.tables.live import Live
from croupier.rounds.requests import Shuffle

STUB = "stub"
WRONG = "wrong-card-count"  # the irregularity of a deck that is not whole


def expected(live: Live) -> int:
    """How many cards the deck in play should have where the dealer can count them now."""
    if not live.driver.felt.shoes:
        raise Refused(f"No cards are dealt at {live.table.id}.", "There is no stub to count.")
    shoe = live.driver.table.shoe
    return shoe.size if isinstance(live.driver.pending, Shuffle) else shoe.left


def held_to_record(live: Live, data: dict[str, Any]) -> dict[str, Any]:
    """What stands on the slip: the count as it was stated, the number from the record."""
    if live.table.mode == "electronic":
        words = f"The cards of {live.table.id} are dealt by machine: nobody takes them out to count."
        raise Refused(words, "Their order and number are sealed in the record.")
    known = expected(live)
    if type(data.get("counted")) is not int:
        raise Refused("The count is missing.", "State how many cards were counted.")
    if data.get("expected", known) != known:
        raise Stale(
            f"The record of {live.table.id} has another number of cards there.",
            "How many there should be is on record: state what was counted, and nothing else.",
        )
    return {**data, "expected": known}


def voids(live: Live, document: Document) -> bool:
    """Whether a wrong count ends the round that is under way: the rulebook's own irregularity says how."""
    if document.kind != STUB or document.state != DIFFERS or not live.driver.felt.wagers:
        return False
    return not live.driver.ruling and WRONG in live.driver.declarable()
