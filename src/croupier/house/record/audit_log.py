"""The log of what people were allowed and refused: one numbered line an act."""

from croupier.house.record import schema
from croupier.house.record.writer import Tx

REASON_CHARS_MAX = 500


def log(tx: Tx, at_us: int, by: str, act: str, subject: str, outcome: str, reason: str) -> None:
    number = tx.take_number("audit-log")
    tx.append(schema.audit_log, (number, at_us, by, act, subject, outcome, reason[:REASON_CHARS_MAX]))
