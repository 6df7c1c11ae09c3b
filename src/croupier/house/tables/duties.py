"""What a clause says shall be done in time: cards changed after so many hours, stubs counted after so many rounds,
shuffled cards cut before they are dealt, a card of the shoe put away by whoever takes a table over.

A procedure of the rulebook whose values say `shall = true` stops the next round until it is done; the house may post
that it only alerts (`shall.card-change=alerts`), and a supervisor may let the table deal on: signed, with a reason.
That holds for as long as the clause gives once more, not for ever. Nothing else begins the time anew: neither other
limits nor a closing that was called off.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from croupier.games.shoegame import SHOE, ShoeGame
from croupier.house.papers.documents import FLOWS, Document, Documents
from croupier.house.papers.notices import Notices
from croupier.house.people.persons import Person
from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx
from croupier.house.tables.equipment import InPlay, card_change, due_of, stub_count
from croupier.rounds.acts import Shuffled
from croupier.rounds.game import Game
from croupier.rulebook.model import Irregularity, Procedure
from croupier.rulebook.posting import CUT, STOPS, Posting

OVERRIDE = "override"  # the slip by which a supervisor lets a table deal on
CARDS, STUBS = "card-change", ("stub-count", "card-count")
NEW_DEALER = "new-dealer"  # what a dealer declares as he puts the card away, and the notice that waits for it


class Duty(msgspec.Struct, frozen=True):
    """Something that should have been done by now."""

    rule: str
    words: str
    clause: str
    since_us: int  # an override signed after this lets the table deal on
    stops: bool


def rounds_since(conn: Connection, table_id: str, since_us: int) -> int:
    """How many rounds a table has dealt since then, under whatever limits."""
    table, head = schema.round_played, schema.journal_head
    played = select(table.c.journal_id, table.c.round).join_from(table, head, head.c.id == table.c.journal_id)
    played = played.where(head.c.table_id == table_id, table.c.at_us >= since_us).distinct()
    return int(conn.scalar(select(func.count()).select_from(played.subquery())) or 0)


def overdue(
    conn: Connection,
    documents: Documents,
    table_id: str,
    posting: Posting,
    in_play: dict[str, InPlay],
    now_us: int,
) -> Iterator[Duty]:
    """What is overdue at a table."""
    interval, cards = card_change(posting), in_play.get("cards")
    due_us = due_of(posting, cards) if cards else None
    if interval and cards and due_us is not None and due_us <= now_us:
        hours = (now_us - cards.in_us) // HOUR_US
        words = f"The cards have been in play for {hours} hours; they are changed after {interval.hours}."
        again_us = max(1, interval.hours) * HOUR_US
        since = now_us - (now_us - due_us) % again_us
        yield Duty(CARDS, words, interval.clause, since, posting.shall.get(CARDS) == STOPS)
    rule = stub_count(posting)
    if rule is not None:
        name = next(name for name in STUBS if posting.rulebook.procedure(name))
        done = (documents.latest(conn, kind, table_id, FLOWS[kind].final) for kind in ("stub", "opening"))
        let = granted(conn, documents, table_id, name)
        since = max(let, *(one.changed_us if one else 0 for one in done))
        rounds = rounds_since(conn, table_id, since)
        if rounds >= rule[0]:
            words = f"Count the stub: {rounds} rounds since the last count."
            yield Duty(name, words, rule[1], now_us, posting.shall.get(name) == STOPS)


def cut_asked(posting: Posting) -> Procedure | None:
    """The clause by which what is shuffled at this table is cut; None where a machine shuffles single decks: what
    comes out of it is dealt as it is. A stack for a shoe is cut whoever has shuffled it."""
    way = posting.get("dealing")
    machine = way == "automated-shoe" or (way in ("hand", "manual-shoe") and posting.get("batches") == 2)
    return None if machine else posting.rulebook.procedure(CUT)


def check_cut(conn: Connection, documents: Documents, table_id: str, posting: Posting, act: Shuffled) -> Duty | None:
    """Refuse a shuffle whose cut nobody states or confirms, unless a supervisor has let this one pass; where the house
    posts that it alerts, what is to be told."""
    rule = cut_asked(posting)
    if rule is None or act.cover:
        return None
    duty = Duty(CUT, "Nobody said that the cards were cut.", rule.clause, 0, posting.shall.get(CUT) == STOPS)
    if not duty.stops:
        return duty
    let_us = granted(conn, documents, table_id, CUT)
    if let_us and not rounds_since(conn, table_id, let_us):
        return None
    least = int(rule.values.get("least-cards", 1))
    again = f"State how many cards lay above the cover card, or confirm that it was at least {least} deep."
    raise Refused(duty.words, again, rule.clause)


def new_dealers_card(game: Game) -> Irregularity | None:
    """The clause by which a new dealer puts a card of the shoe away before he deals; None where cards come out of the
    hand, a double shoe or a shuffler, which have rules of their own."""
    if not isinstance(game, ShoeGame) or game.way() != SHOE:
        return None
    return next((ruling for ruling in game.posting.irregularities() if ruling.when == NEW_DEALER), None)


def check_new_dealer(conn: Connection, notices: Notices, table_id: str) -> None:
    """Refuse the round, and any card of it, of a dealer who has taken the shoe over and put no card of it away; a
    shuffle begins it anew."""
    for notice in notices.waiting(conn, table_id):
        if notice.kind == NEW_DEALER:
            raise Refused(notice.words, "Declare the new dealer and key the card that is burned.", notice.clause)


def granted(conn: Connection, documents: Documents, table_id: str, rule: str) -> int:
    """When a supervisor last let this rule pass at a table; 0: never."""
    for document in documents.find(conn, kind=OVERRIDE, table_id=table_id, state=FLOWS[OVERRIDE].final):
        if document.signed[0].data.get("label") == rule:
            return document.changed_us
    return 0


def check(conn: Connection, documents: Documents, table_id: str, duties: Iterator[Duty]) -> None:
    """Refuse the next round while something is overdue that stops it and that nobody has let pass."""
    for duty in duties:
        if not duty.stops:
            continue
        if granted(conn, documents, table_id, duty.rule) < duty.since_us:
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
