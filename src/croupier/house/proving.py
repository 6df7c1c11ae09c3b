"""Whether the record is whole, how far it goes, and whether it holds everything that an anchor names.

An anchor is what the house hands out of itself: the last seal, and of every journal the last entry with its hash.
Whoever keeps one can tell later, of this database, of a copy or of a restored backup, that nothing up to there was
changed, cut off or left out: to forge it, one would have to find other entries with the same hashes.
"""

import contextlib
from collections.abc import Callable, Iterator

import msgspec
from sqlalchemy import Connection, func, select, text

from croupier.house.record import journals, schema
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.record.ledger import Ledger
from croupier.house.record.migrations import guards
from croupier.house.record.sealing import seals
from croupier.house.record.sealing.rows_as_sealed import EvidenceStanding
from croupier.house.tournaments.poker import store as tournaments
from croupier.house.tournaments.poker.store import EVENT
from croupier.house.walking_journals import Walkers

Told = Callable[[str, int, int], object]  # what is walked, how far, and of how many


class Head(msgspec.Struct, frozen=True):
    """How far a journal goes, and the hash of its last entry."""

    id: str
    number: int
    hash: str


class Anchor(msgspec.Struct, frozen=True):
    """What the record holds at one instant, to be kept elsewhere."""

    at_us: int  # of the last line of the log or entry of a journal
    seal: int
    seal_hash: str
    groups: int  # of the ledger, that the seal covers
    lines: int  # of the log
    journals: tuple[Head, ...]
    tournaments: tuple[Head, ...]

    @property
    def entries(self) -> int:
        return sum(head.number for head in (*self.journals, *self.tournaments))


def anchor(conn: Connection) -> Anchor:
    """How far the record goes now."""
    head, log, entry = schema.journal_head, schema.audit_log, schema.journal_entry
    seal = seals.last(conn)
    logged = conn.scalar(select(log.c.at_us).where(log.c.number == seal.log)) or 0
    entered = conn.scalar(select(func.max(entry.c.at_us))) or 0
    heads = [
        Head(row.id, row.number, stored_bytes(row.hash).hex())
        for row in conn.execute(select(head.c.id, head.c.number, head.c.hash).order_by(head.c.id))
    ]
    return Anchor(
        at_us=int(max(logged, entered)),
        seal=seal.number,
        seal_hash=seal.hash.hex(),
        groups=seal.ledger,
        lines=seal.log,
        journals=tuple(one for one in heads if not one.id.startswith(EVENT)),
        tournaments=tuple(
            msgspec.structs.replace(one, id=one.id.removeprefix(EVENT)) for one in heads if one.id.startswith(EVENT)
        ),
    )


def of_storage(storage: Storage) -> Anchor:
    """The same, of one instant."""
    with storage.snapshot() as conn:
        return anchor(conn)


def faults(
    conn: Connection,
    ledger: Ledger,
    told: Told = lambda *_: None,
    storage: Storage | None = None,
    since: Anchor | None = None,
) -> Iterator[str]:
    """Everything that is wrong with the record, in words, found by walking all of it; `told` how far on the way. With
    `storage` other processes help with a long one.

    `since` an anchor only what came after it is walked. What came before is held to it by the seal and the last entries
    that it names, the book to its balances, and every row that may change to the evidence; nothing else is read.
    """
    if since is not None and (gone := [*missing(conn, since)]):
        yield from gone  # what follows from another past proves nothing
        return
    walkers = Walkers(conn, storage, _known(conn, since) if since is not None else None)
    with contextlib.closing(walkers):
        standing, sealed = EvidenceStanding(), seals.last(conn).number
        if since is not None:
            standing.stand_on(conn, seals.found(conn, since.seal))

        def reached(number: int) -> None:
            told("seals", number, sealed)
            if walked := walkers.walked:
                told("entries", walked, walkers.entries)

        yield from ledger.audit(conn)
        broken = seals.verify(conn, standing.sealed or seals.NONE, standing, reached)
        yield from broken
        if not broken:  # what comes after a broken seal proves nothing
            yield from standing.faults(conn)
        yield from walkers.faults(lambda walked: told("entries", walked, walkers.entries))
    yield from _of_nothing(conn)
    yield from tournaments.carried_faults(conn)


def _known(conn: Connection, since: Anchor) -> dict[str, journals.Head]:
    """The entries that an anchor names. Acts of a tournament may be named as they were chained before they came into
    the journals: those are walked from their beginning."""
    events = [msgspec.structs.replace(head, id=tournaments.journal_of(head.id)) for head in since.tournaments]
    named = (*since.journals, *(head for head in events if _same(head, _entry_hash(conn, head.id, head.number))))
    return {head.id: journals.Head(head.number, head.hash) for head in named if head.number}


def _of_nothing(conn: Connection) -> Iterator[str]:
    """Rows that somebody has put beside the chains, where no chain leads."""
    entry, page = schema.journal_entry.c, schema.evidence.c
    headless = entry.journal_id.not_in(select(schema.journal_head.c.id))
    for name in conn.scalars(select(entry.journal_id).where(headless).distinct().order_by(entry.journal_id)):
        yield f"journal {name} has entries and no head"
    for what, number in (("seals", schema.seal.c.number), ("entries of journals", entry.number)):
        if many := conn.scalar(select(func.count()).where(number < 1)):
            yield f"{what} before the first, where no chain leads: {many}"
    loose = page.seal.not_in(select(schema.seal.c.number))
    for number in conn.scalars(select(page.seal).where(loose).order_by(page.seal)):
        yield f"evidence {number} belongs to no seal"


def unguarded(conn: Connection) -> Iterator[str]:
    """Tables that the database no longer keeps from being changed, and what else somebody has put between the program
    and its rows: the program never takes a guard away, and has no trigger, view, rule or policy but the guards."""
    guarded, others = _beside_sqlite(conn) if conn.dialect.name == "sqlite" else _beside_postgresql(conn)
    for table in schema.APPEND_ONLY:
        if table not in guarded:
            yield f"{table} has lost the guard that keeps it append-only: somebody took it away"
    for table, words in others:
        if table in schema.metadata.tables:
            yield f"{table} has {words}, which is none of the program's: it may show or keep other rows than it should"


Beside = tuple[set[str], list[tuple[str, str]]]  # tables with their guards whole, and what else is at which table


def _beside_sqlite(conn: Connection) -> Beside:
    rows = conn.execute(
        text("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')")
    ).all()
    there = {" ".join(row.sql.replace('"', "").split()) for row in rows if row.type == "trigger"}
    wanted = {table: guards.on_sqlite(table) for table in schema.APPEND_ONLY}
    known = {words for both in wanted.values() for words in both}
    others = [
        (row.tbl_name, f"the {row.type} {row.name}")
        for row in rows
        if " ".join(row.sql.replace('"', "").split()) not in known
    ]
    return {table for table, both in wanted.items() if there.issuperset(both)}, others


def _beside_postgresql(conn: Connection) -> Beside:
    awake = conn.execute(
        text(
            "SELECT c.relname, t.tgname, p.prosrc = :body AND t.tgtype = :kind AND t.tgqual IS NULL "
            "AND t.tgenabled IN ('O', 'A') AND t.tgattr::text = '' AND t.tgname = c.relname || '_append_only' AS whole "
            "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace"
        ),
        {"body": guards.BODY, "kind": guards.STATEMENT_BEFORE},
    ).all()
    others = [(row.relname, f"the trigger {row.tgname}") for row in awake if not row.whole]
    for query in (
        "SELECT tablename, 'the rule ' || rulename FROM pg_rules WHERE schemaname = 'public'",
        "SELECT relname, 'rows that are kept from readers' FROM pg_class "
        "WHERE relrowsecurity AND relnamespace = 'public'::regnamespace",
        "SELECT p.relname, 'rows of the table ' || c.relname || ' beside its own' FROM pg_inherits i "
        "JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid "
        "WHERE p.relkind IN ('r', 'p') AND p.relnamespace = 'public'::regnamespace",
        "SELECT relname, 'a view in its place' FROM pg_class "
        "WHERE relkind NOT IN ('r', 'p', 'i', 'I', 'S', 't') AND relnamespace = 'public'::regnamespace",
    ):
        others += [(table, words) for table, words in conn.execute(text(query))]
    return {row.relname for row in awake if row.whole}, others


def missing(conn: Connection, kept: Anchor) -> Iterator[str]:
    """What an anchor names and this record does not hold as it was; read beside `faults`, which walks the chains."""
    seal = seals.found(conn, kept.seal)
    if seal.hash.hex() != kept.seal_hash:
        last = seals.last(conn).number
        rewritten = "is another one here: the book or the log before it was rewritten"
        yield f"seal {kept.seal} {rewritten if last >= kept.seal else f'is not here: the seals end at {last}'}"
    act = schema.poker_tournament_act.c
    for head in kept.journals:
        yield from _compared("journal", head, _entry_hash(conn, head.id, head.number))
    for head in kept.tournaments:  # an anchor from before names the acts as they were chained then
        before = select(act.hash).where(act.tournament == head.id, act.number == head.number)
        if _same(head, conn.scalar(before)):
            continue
        yield from _compared("tournament", head, _entry_hash(conn, tournaments.journal_of(head.id), head.number))


def _entry_hash(conn: Connection, journal: str, number: int) -> bytes | None:
    entry = schema.journal_entry.c
    return conn.scalar(select(entry.hash).where(entry.journal_id == journal, entry.number == number))


def _same(head: Head, found: bytes | None) -> bool:
    return found is not None and stored_bytes(found).hex() == head.hash


def _compared(what: str, head: Head, found: bytes | None) -> Iterator[str]:
    if head.number == 0:
        return
    if found is None:
        yield f"{what} {head.id} does not reach entry {head.number} here: it was cut short, or never came"
    elif not _same(head, found):
        yield f"entry {head.number} of {what} {head.id} is another one here"
