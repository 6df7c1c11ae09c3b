"""What an everyday act of a table puts on record: rows that follow from the act alone.

A wager, the closing, a decision: nothing about them is asked of the record, so whoever is given this can write it, in
the house's own process or in the one beside it (`scribe.py`). Acts with more to them (somebody sits down, a jackpot, a
ruling, an undo) write this too, and what else they do as a work of their own.
"""

from typing import Any

import msgspec

from croupier.house.record import journals, schema
from croupier.house.record.commands import receipts
from croupier.house.record.journals import Stored
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.writer import Tx


class Everyday(msgspec.Struct, frozen=True, array_like=True):
    journal: str
    entries: list[Stored]
    orders: list[tuple[str, bytes, bytes]]  # of shoes, sealed until the journal opens them
    checkpoint: tuple[int, bytes] | None
    group: Group | None  # its lines already one an account
    rounds: list[tuple[Any, ...]]
    results: list[tuple[Any, ...]]
    command: tuple[str, str, bytes, str, int]  # its identifier, what it is called, its digest, by whom, when
    answer: bytes  # its receipt, as it is kept

    def write(self, tx: Tx, ledger: Ledger) -> None:
        journals.go_on(tx, self.journal, self.entries, self.orders, self.checkpoint)
        if self.group is not None:
            ledger.post_merged(tx, self.group, self.group.lines)
        tx.append(schema.round_played, *self.rounds)
        tx.append(schema.wager_result, *self.results)
        receipts.remember(tx, *self.command, self.answer)
