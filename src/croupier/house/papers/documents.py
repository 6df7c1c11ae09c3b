"""Slips and forms: numbered without gaps, signed step by step by different people, never changed.

A flow (flows.toml) says which steps a kind of document takes, who may sign each and what state it leads to. A step is
one signature (the password was given again for it) with what the person counted or stated. What a step does
to the rest of the floor (chips that move, cards that come into play) is its effect, in the same transaction.
"""

import builtins
from collections.abc import Callable, Collection
from typing import Any, Protocol, runtime_checkable

import msgspec
from sqlalchemy import Connection, func, insert, select, tuple_, update

from croupier.house.papers.flows import FLOWS, Step
from croupier.house.people.persons import People, Person, Proof
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.faults import LOG, Unreadable, stored
from croupier.house.record.writer import Tx

VOID = "void"
DIFFERS = "differs"  # counts that do not agree: the document can only be voided
FILED = "filed"  # finished, and used up by another document
DATA_BYTES_MAX = 20_000
__all__ = ["DIFFERS", "FILED", "FLOWS", "VOID", "Document", "Documents", "Effect", "Signed", "Step", "strike"]


class Signed(msgspec.Struct, frozen=True):
    step: str
    by: str
    role: str
    at_us: int
    data: dict[str, Any]


class Document(msgspec.Struct, frozen=True):
    id: str
    kind: str
    property: str
    number: int
    table_id: str
    state: str
    opened_us: int
    changed_us: int
    signed: tuple[Signed, ...]

    @builtins.property
    def label(self) -> str:
        return f"{self.kind} {self.number}"

    @builtins.property
    def title(self) -> str:
        """As it stands at the head of a sentence: `Opening count 3`."""
        return f"{FLOWS[self.kind].title} {self.number}"

    def by(self, step: str) -> str:
        """Who signed a step; empty if nobody has yet."""
        return next((s.by for s in self.signed if s.step == step), "")

    def data(self, step: str) -> dict[str, Any]:
        """What was stated at a step; where it was signed again, the last time."""
        return next((s.data for s in reversed(self.signed) if s.step == step), {})


class Effect(Protocol):
    """What signing does beyond the document. A state returned replaces the one the flow leads to."""

    def sign(self, tx: Tx, document: Document, step: str, by: Person, data: dict[str, Any]) -> str | None: ...
    def void(self, tx: Tx, document: Document, by: Person) -> None: ...


@runtime_checkable
class GivingUp(Protocol):
    """An effect whose slips are never voided, and yet may be given up where nobody can read them."""

    def give_up(self, tx: Tx, document: Document, by: Person) -> None: ...


_ENDS = [(flow.kind, flow.final) for flow in FLOWS.values()]


class Documents:
    def __init__(
        self,
        people: People,
        sources: Sources,
        effects: dict[str, Effect] | None = None,
        check_chips: Callable[[Connection, str, Any], None] | None = None,
    ) -> None:
        self._people = people
        self._check_chips = check_chips  # whether a property has chips of these values
        self._sources = sources
        self.effects: dict[str, Effect] = effects or {}

    # ---- writing

    def begin(
        self, tx: Tx, kind: str, property_: str, table_id: str, proof: Proof, data: dict[str, Any] | None = None
    ) -> Document:
        """A new document with its first signature."""
        flow = FLOWS[kind]
        tx.flush()  # effects look at what earlier works of this transaction have posted
        now = self._sources.now_us()
        number = tx.take_number(f"{kind}:{property_}")
        if flow.alone:
            self._check_alone(tx.conn, kind, table_id)
        document = Document(
            self._sources.new_id(f"{kind}-"), kind, property_, number, table_id, "", now, now, signed=()
        )
        row = {"id": document.id, "kind": kind, "property": property_, "number": number, "table_id": table_id}
        tx.conn.execute(insert(schema.document).values(**row, state="", opened_us=now, changed_us=now))
        return self._sign(tx, document, flow.steps[0], proof, data or {})

    def _check_alone(self, conn: Connection, kind: str, table_id: str) -> None:
        """Refuse a second slip of a kind beside one that waits for a signature at the same table."""
        for other in self._waiting(conn, kind, table_id):
            words = f"{other.title} of {table_id} is under way, signed by badge {other.signed[-1].by}."
            raise Stale(words, "It is signed to its end, or voided by two people, before another begins.")

    def _waiting(self, conn: Connection, kind: str, table_id: str) -> list[Document]:
        found = self.find(conn, kind=kind, table_id=table_id, unfinished=True)
        return [other for other in found if FLOWS[kind].after(other.state)]

    def give_up(self, tx: Tx, table_id: str, by: Person, reason: str) -> None:
        """What a table counted for an opening or a closing that is given up stands for nothing."""
        for kind in (flow.kind for flow in FLOWS.values() if flow.alone):
            for document in self._waiting(tx.conn, kind, table_id):
                strike(tx, self._sources.now_us(), document.id, by, reason)

    def sign(
        self,
        tx: Tx,
        document_id: str,
        step: str,
        proof: Proof,
        data: dict[str, Any] | None = None,
        seen: str = "",
    ) -> Document:
        """The next signature on a document; refused out of order, twice by one person, or by the wrong role."""
        tx.flush()
        document = self._seen(tx, document_id, seen)
        flow = FLOWS[document.kind]
        waits = flow.after(document.state)
        if waits is None:
            raise Stale(f"The {document.label} is {document.state}.", "It takes no further signature.")
        if waits.name != step:
            done = next((s for s in document.signed if s.step == step), None)
            wrong = f"{step} was signed by badge {done.by}." if done else f"{step} comes later."
            raise Stale(f"{flow.title} {document.number}: {wrong}", f"It waits to be {waits.to}.")
        return self._sign(tx, document, waits, proof, data or {})

    def _sign(self, tx: Tx, document: Document, step: Step, proof: Proof, data: dict[str, Any]) -> Document:
        for earlier in document.signed:
            if earlier.by == proof.badge and earlier.step not in (step.same, step.name):  # a line may be taken again
                raise Forbidden(
                    f"Badge {proof.badge} signed {earlier.step} on this {document.kind}.",
                    f"Another person signs {step.name}.",
                )
        person = self._people.sign(tx, proof, step.act, document.label, document.property)
        payload = msgspec.json.encode(data)
        if len(payload) > DATA_BYTES_MAX:
            raise Refused("The slip has no room for that much.", f"At most {DATA_BYTES_MAX:,} bytes.")
        if self._check_chips and data.get("chips"):
            self._check_chips(tx.conn, document.property, data["chips"])
        now = self._sources.now_us()
        tx.storage.insert_rows(
            tx.conn,
            schema.document_step,
            [(document.id, len(document.signed) + 1, step.name, person.badge, person.role, now, payload)],
        )
        signed = Signed(step.name, person.badge, person.role, now, data)
        document = msgspec.structs.replace(document, changed_us=now, signed=(*document.signed, signed))
        effect = self.effects.get(document.kind)
        state = effect.sign(tx, document, step.name, person, data) if effect else None
        return self._move(tx, document, state or step.to)

    def _seen(self, tx: Tx, document_id: str, seen: str) -> Document:
        """The document, if it still stands where the person saw it (empty: nothing was named)."""
        document = self.get(tx.conn, document_id, lock=True)
        if seen and seen != document.state:
            raise Stale(f"The {document.label} is {document.state}, no longer {seen}.", "Look at it again.")
        return document

    def void(self, tx: Tx, document_id: str, proofs: tuple[Proof, Proof], reason: str, seen: str = "") -> Document:
        """Void a document that is not finished: a reason and two signatures. Its number stays used."""
        tx.flush()
        document = self._seen(tx, document_id, seen)
        flow = FLOWS[document.kind]
        if document.state in (VOID, FILED, flow.final):
            raise Stale(f"The {document.label} is {document.state}.", "Only an unfinished one can be voided.")
        if not reason.strip():
            raise Refused("A void needs its reason.", "Write why.")
        if proofs[0].badge == proofs[1].badge:
            raise Forbidden("One person signed twice.", "A void takes two people.")
        now = self._sources.now_us()
        people = [self._people.sign(tx, proof, "document.void", document.label, document.property) for proof in proofs]
        data = msgspec.json.encode({"reason": reason[:500]})
        first = len(document.signed) + 1
        rows = [(document.id, first + n, VOID, p.badge, p.role, now, data) for n, p in enumerate(people)]
        tx.storage.insert_rows(tx.conn, schema.document_step, rows)
        effect = self.effects.get(document.kind)
        if effect:
            effect.void(tx, document, people[0])
        return self._move(tx, document, VOID)

    def file(self, tx: Tx, document: Document) -> Document:
        """Put away a finished document that another one has used up; once."""
        return self._move(tx, document, FILED)

    def _move(self, tx: Tx, document: Document, state: str) -> Document:
        now = self._sources.now_us()
        table = schema.document
        done = tx.conn.execute(
            update(table)
            .where(table.c.id == document.id, table.c.state == document.state)
            .values(state=state, changed_us=now)
        )
        if done.rowcount != 1:
            raise Stale(f"The {document.label} was changed by somebody else.", "Look at it again.")
        return msgspec.structs.replace(document, state=state, changed_us=now)

    # ---- reading

    def get(self, conn: Connection, document_id: str, *, lock: bool = False) -> Document:
        table = schema.document
        query = select(table).where(table.c.id == document_id)
        row = conn.execute(query.with_for_update() if lock else query).one_or_none()
        if row is None:
            raise NotFound(f"There is no document {document_id}.")
        if not (found := self._whole(conn, [row])):
            raise Unreadable(f"{row.kind.capitalize()} {row.number}")
        return found[0]

    def find(
        self,
        conn: Connection,
        *,
        kind: str | None = None,
        table_id: str | None = None,
        tables: Collection[str] | None = None,
        property_: str | None = None,
        state: str | None = None,
        unfinished: bool = False,
        since_us: int = 0,
        limit: int | None = 200,
    ) -> list[Document]:
        """Documents that fit, the latest first; of one table, or of several; begun since a moment."""
        table = schema.document
        query = select(table).order_by(table.c.opened_us.desc(), table.c.number.desc()).limit(limit)
        for column, wanted in (("kind", kind), ("table_id", table_id), ("property", property_), ("state", state)):
            if wanted is not None:
                query = query.where(table.c[column] == wanted)
        if tables is not None:
            query = query.where(table.c.table_id.in_(tables))
        if since_us:
            query = query.where(table.c.opened_us >= since_us)
        if unfinished:
            query = query.where(table.c.state.not_in([VOID, FILED]), tuple_(table.c.kind, table.c.state).not_in(_ENDS))
        return self._whole(conn, conn.execute(query).all())

    def numbered(self, conn: Connection, kind: str, property_: str, number: int) -> Document | None:
        """The document of a kind with this number at a property."""
        table = schema.document
        query = select(table).where(table.c.kind == kind, table.c.property == property_, table.c.number == number)
        return next(iter(self._whole(conn, conn.execute(query).all())), None)

    def labelled(self, conn: Connection, names: Collection[str]) -> dict[str, tuple[str, str, str]]:
        """The document that goes by each name, its table and its label; a name is a label such as `fill 1`, or the
        document's own. Where several properties have one of that number, a label names none."""
        table, asked = schema.document, [name.rpartition(" ") for name in names]
        pairs = {(kind, int(number)) for kind, _, number in asked if kind in FLOWS and number.isdecimal()}
        own = {name for name in names if name.rpartition("-")[0] in FLOWS}
        rows = conn.execute(
            select(table.c.id, table.c.kind, table.c.number, table.c.table_id).where(
                tuple_(table.c.kind, table.c.number).in_(pairs) | table.c.id.in_(own)
            )
        )
        found: dict[str, list[tuple[str, str, str]]] = {}
        for row in rows:
            label = f"{row.kind} {row.number}"
            for name in {label, row.id} & set(names):
                found.setdefault(name, []).append((row.id, row.table_id, label))
        return {label: ids[0] for label, ids in found.items() if len(ids) == 1}

    def latest(self, conn: Connection, kind: str, table_id: str, state: str) -> Document | None:
        return next(iter(self.find(conn, kind=kind, table_id=table_id, state=state, limit=1)), None)

    def _whole(self, conn: Connection, rows: Any) -> list[Document]:
        signed: dict[str, list[Signed]] = {row.id: [] for row in rows}
        table, torn = schema.document_step, set[str]()
        query = select(table).where(table.c.document_id.in_(signed)).order_by(table.c.document_id, table.c.line)
        for row in conn.execute(query) if signed else ():
            try:
                data: dict[str, Any] = stored(row.data, dict[str, Any], f"Line {row.line} of {row.document_id}")
            except Unreadable as unread:  # nobody signs on from what he can't read; the other papers are as they were
                LOG.error("%s", unread.says)
                torn.add(row.document_id)
                data = {}
            signed[row.document_id].append(Signed(row.step, row.by, row.role, row.at_us, data))
        # A void one asks for nothing and moves nothing: who signed it is shown, whatever became of the words.
        kept = [row for row in rows if row.kind in FLOWS and (row.state == VOID or row.id not in torn)]
        return [Document(**row._mapping, signed=tuple(signed[row.id])) for row in kept]

    def torn(self, conn: Connection, *, unfinished: bool = True) -> list[str]:
        """Papers with a line that nobody can read, or of no kind that there is; `unfinished`: those under way."""
        table, steps = schema.document, schema.document_step
        ended = table.c.state.in_([VOID, FILED]) | tuple_(table.c.kind, table.c.state).in_(_ENDS)
        strange = select(table.c.id).where(table.c.kind.not_in(list(FLOWS)), table.c.state != VOID)
        query = select(steps.c.document_id, steps.c.data).join_from(steps, table).where(table.c.state != VOID)
        if unfinished:
            query = query.where(~ended)
        found = {row.document_id for row in conn.execute(query) if not _readable(row.data)}
        return sorted(found | set(conn.scalars(strange)))

    def give_up_torn(self, tx: Tx, document_id: str, by: Person, reason: str) -> None:
        """A paper that nobody can read stands for nothing: what it has moved goes back by the ledger. One that was
        finished is left as it is: its money moved long ago."""
        table = schema.document
        row = tx.conn.execute(select(table).where(table.c.id == document_id).with_for_update()).one()
        flow = FLOWS.get(row.kind)
        if row.state in (VOID, FILED) or (flow is not None and row.state == flow.final):
            return
        tx.flush()
        lines = select(schema.document_step).where(schema.document_step.c.document_id == document_id)
        signed = [Signed(line.step, line.by, line.role, line.at_us, {}) for line in tx.conn.execute(lines)]
        effect = self.effects.get(row.kind)
        if effect is not None:
            undo = effect.give_up if isinstance(effect, GivingUp) else effect.void
            undo(tx, Document(**row._mapping, signed=tuple(signed)), by)
        strike(tx, self._sources.now_us(), document_id, by, reason)

    def gaps(self, conn: Connection) -> list[str]:
        """Series of documents with a number missing or used twice; none when all is well."""
        table = schema.document
        series: dict[tuple[str, str], list[int]] = {}
        for row in conn.execute(select(table.c.kind, table.c.property, table.c.number)):
            series.setdefault((row.kind, row.property), []).append(row.number)
        return [f"{kind} of {place}" for (kind, place), n in series.items() if sorted(n) != list(range(1, len(n) + 1))]


def strike(tx: Tx, now_us: int, document_id: str, by: Person, reason: str) -> None:
    """What a document verifies is no more: it is void at once, on one line of who took it away and why."""
    steps, table = schema.document_step, schema.document
    lines = tx.conn.scalar(select(func.count()).select_from(steps).where(steps.c.document_id == document_id)) or 0
    data = msgspec.json.encode({"reason": reason[:500]})
    tx.storage.insert_rows(tx.conn, steps, [(document_id, lines + 1, VOID, by.badge, by.role, now_us, data)])
    tx.conn.execute(update(table).where(table.c.id == document_id).values(state=VOID, changed_us=now_us))


def _readable(data: Any) -> bool:
    try:
        msgspec.json.decode(bytes(data), type=dict[str, Any])
    except (msgspec.DecodeError, TypeError, UnicodeDecodeError):
        return False
    return True
