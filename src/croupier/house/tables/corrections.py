"""What Enter has kept, taken back: a wrong card in a confirmed hand is an irregularity that a supervisor signs.

Until Enter a hand of cards is the dealer's own business, and a step of one card stays so until the next. After Enter
others have acted on what lies there; so a supervisor compares the cards with the record and signs the change.
"""

from typing import TYPE_CHECKING

import msgspec

from croupier.equipment.cards import card_name
from croupier.equipment.shoe import UNSEEN
from croupier.house.people.person import Proof
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.errors import Forbidden, Refused
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.rounds import acts
from croupier.rounds.driver import Driver

if TYPE_CHECKING:
    from croupier.house.tables.desk import TableDesk

SIGNS = "table.rule"
WHEN = "wrong-card-keyed"  # beside the irregularities of the rulebook


def _hands(driver: Driver) -> list[tuple[int, tuple[int, ...]]]:
    """Hands of several cards that were confirmed: the entry and the cards of each."""
    hands = [(number, act.cards) for number, _, act in driver.recent() if isinstance(act, acts.Falls)]
    seen = [(number, tuple(card for card in cards if card != UNSEEN)) for number, cards in hands if len(cards) > 1]
    return [(number, cards) for number, cards in seen if cards]


def last_confirmed(driver: Driver) -> int:
    """The entry of the hand that was confirmed last; 0 where there is none, and at tables that deal by themselves."""
    return 0 if driver.table.electronic else max((number for number, _ in _hands(driver)), default=0)


def confirmed(driver: Driver, entry: int) -> tuple[int, ...]:
    """The cards of confirmed hands that go with it when everything from an entry on is taken back."""
    return tuple(card for number, cards in _hands(driver) if number >= entry for card in cards)


def keyed(driver: Driver, entry: int) -> str:
    """What an entry of this round or the last one recorded, as the log names it when it is taken back."""
    match next((act for number, _, act in driver.recent() if number == entry), None):
        case acts.Fall(card=card) if card != UNSEEN:
            return f"{card_name(card)} (entry {entry})"
        case acts.Falls(cards=cards) if UNSEEN not in cards:
            return f"{' '.join(map(card_name, cards))} (entry {entry})"
        case acts.Thrown(faces=faces):
            return f"the throw {'-'.join(map(str, faces))} (entry {entry})"
        case acts.Landed(pocket=pocket):
            return f"“{pocket}” (entry {entry})"
    return f"entry {entry}"


def check(driver: Driver, entry: int, signed: bool) -> None:
    """Refuse that a confirmed hand is taken back without a supervisor's signature."""
    if not signed and not driver.table.electronic and confirmed(driver, entry or driver.last_keyed()):
        raise Forbidden(
            "The hand was confirmed: a wrong card is an irregularity now.", "A supervisor signs that it is keyed again."
        )


async def correct(
    house: "TableDesk", proof: Proof, table_id: str, entry: int = 0, command: str | None = None
) -> Receipt:
    """Take a confirmed hand back, and what was keyed after it, under a supervisor's signature; the pit is told."""
    with house.storage.reading() as conn:
        person = house.people.get(conn, proof.badge)
    name, said = command or house.sources.new_command(), f"correct {table_id} {entry}"
    sent = Command(name, person, acts.Undone(entry), said=said, signed=True)
    known = house.recalled(sent, table_id, look=True)
    if known is not None:
        return known
    live = await house.table(table_id)
    asked = acts.Undone(entry or last_confirmed(live.driver) or live.driver.last_keyed())
    sent = msgspec.structs.replace(sent, act=asked)
    if not confirmed(live.driver, asked.entry):
        raise Refused("No confirmed hand is taken back by this.", "The dealer undoes a single step himself.")
    if live.table.dealer == proof.badge:
        raise Forbidden(f"Badge {proof.badge} deals at {table_id}.", "Somebody else signs this there.")
    live.driver.check_undo(live.by(person, asked), asked)

    def sign(tx: Tx) -> None:
        house.people.sign(tx, proof, SIGNS, table_id, live.table.property)

    def tell(tx: Tx) -> None:
        words = "A confirmed hand was keyed wrong: it is taken back and keyed again"
        house.notices.raise_in(tx, table_id, "declared", words, proof.badge)

    await house.write(sign)
    receipt = await house.act(sent, table_id, tell)
    house.hub.publish(News("floor", "notice", data=table_id))
    return receipt
