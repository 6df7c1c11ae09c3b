"""What a clause says shall be done in time: cards changed after so many hours, stubs counted after so many rounds.

A procedure of the rulebook whose values say `shall = true` stops the next round until it is done; the house may post
that it only alerts (`shall.card-change=alerts`), and a supervisor may let the table deal on: signed, with a reason.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from croupier.house.papers.documents import FLOWS, Document, Documents
from croupier.house.people.persons import Person
from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx
from croupier.house.tables.equipment import InPlay, card_change, stub_count
from croupier.rulebook.posting import STOPS, Posting

OVERRIDE = "override"  # the slip by which a supervisor lets a table deal on
CARDS, STUBS = "card-change", ("stub-count", "card-count")


class Duty(msgspec.Struct, frozen=True):
    """Something that should have been done by now."""

    rule: str
    words: str
    clause: str
    since_us: int  # an override signed after this lets the table deal on
    stops: bool


def rounds_since(conn: Connection, journal: str, since_us: int) -> int:
    table = schema.round_played
    query = select(func.count(table.c.round.distinct())).where(table.c.journal_id == journal, table.c.at_us >= since_us)
    return int(conn.scalar(query) or 0)


def overdue(
    conn: Connection,
    documents: Documents,
    table: tuple[str, str, int],
    posting: Posting,
    in_play: dict[str, InPlay],
    now_us: int,
) -> Iterator[Duty]:
    """What is overdue at a table, given as (id, journal, since when it is open)."""
    table_id, journal, opened_us = table
    interval, cards = card_change(posting), in_play.get("cards")
    if interval and cards and cards.due_us is not None and cards.due_us <= now_us:
        hours = (now_us - cards.in_us) // HOUR_US
        words = f"The cards have been in play for {hours} hours; they are changed after {interval.hours}."
        yield Duty(CARDS, words, interval.clause, cards.due_us, posting.shall.get(CARDS) == STOPS)
    rule = stub_count(posting)
    if rule is not None:
        name = next(name for name in STUBS if posting.rulebook.procedure(name))
        done = documents.latest(conn, "stub", table_id, FLOWS["stub"].final)
        let = documents.latest(conn, OVERRIDE, table_id, FLOWS[OVERRIDE].final)
        counted = max(opened_us, done.changed_us if done else 0)
        since = max(counted, let.changed_us if let and let.signed[0].data.get("label") == name else 0)
        rounds = rounds_since(conn, journal, since)
        if rounds >= rule[0]:
            words = f"Count the stub: {rounds} rounds since the last count."
            yield Duty(name, words, rule[1], now_us, posting.shall.get(name) == STOPS)


def check(conn: Connection, documents: Documents, table_id: str, duties: Iterator[Duty]) -> None:
    """Refuse the next round while something is overdue that stops it and that nobody has let pass."""
    for duty in duties:
        if not duty.stops:
            continue
        let = documents.latest(conn, OVERRIDE, table_id, FLOWS[OVERRIDE].final)
        if let is None or let.signed[0].data.get("label") != duty.rule or let.changed_us < duty.since_us:
            raise Refused(duty.words, "Until then no round begins, unless a supervisor signs an override.", duty.clause)


def check_override(posting: Posting | None, rule: str, reason: str) -> None:
    """Refuse an override of what stops no table here, or one without a reason."""
    known = [name for name, how in posting.shall.items() if how == STOPS] if posting else []
    if rule not in known:
        raise Refused(f"{rule or 'Nothing'!r} stops no round here.", f"These do: {', '.join(known) or 'none'}.")
    if len(reason.strip()) < 3:
        raise Refused("An override has a reason.", "Write why the table deals on.")


class Override:
    """What a supervisor's signature on an override does: nothing but stand on the record, if there is one to give."""

    def __init__(self, posting_of: Callable[[str], Posting | None]) -> None:
        self._posting_of = posting_of

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None:
        check_override(self._posting_of(document.table_id), str(data.get("label", "")), str(data.get("source", "")))
        return None

    def void(self, tx: Tx, document: Document, by: Person) -> None:
        """It lets nothing pass any more: only one that is granted does."""
