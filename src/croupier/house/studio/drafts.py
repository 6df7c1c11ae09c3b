"""Drafts of rules as they are kept: who changed what and when, every text whole, nothing taken out again."""

import builtins
import datetime
import functools
import tomllib
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from croupier.games import module_of
from croupier.house.record import schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.record.faults import Unreadable, readable
from croupier.house.record.writer import Tx
from croupier.rulebook import Rulebook
from croupier.rulebook.editing.fields import Misfit, set_value
from croupier.rulebook.editing.merging import Conflict, Edit, apply, rebase, told
from croupier.rulebook.load import parse

BEGUN, EDITED, SUBMITTED, DROPPED = "begun", "edited", "submitted", "dropped"
SERIES = "rule-draft"
TEXT_MAX = 400_000
SAYS_MAX = 400


class Says(NamedTuple):
    """What a text says of itself in its first lines."""

    title: str
    day: datetime.date | None
    plays_as: str


@functools.lru_cache(maxsize=64)
def _says(text: str) -> Says:
    """Read once a text: a list of drafts asks each of them several times."""
    found = tomllib.loads(text)
    title, day = found.get("title"), found.get("approved")
    return Says(
        title if isinstance(title, str) else "",
        day if isinstance(day, datetime.date) else None,
        str(found.get("plays-as") or ""),
    )


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A text on its way to become rules, as it stands."""

    id: str
    property: str
    game: str
    base: str  # the digest of the text that it began from
    began_us: int
    began_by: str
    revision: int
    at_us: int
    by: str
    kind: str
    text: str

    @builtins.property  # `property` is the house here
    def title(self) -> str:
        return _says(self.text).title or self.game.replace("-", " ").capitalize()

    @builtins.property
    def day(self) -> datetime.date | None:
        """The day from which it asks to be in force."""
        return _says(self.text).day

    @builtins.property
    def name(self) -> str:
        return f"{self.game}@{self.day}.toml"

    @builtins.property
    def dealt(self) -> bool:
        """Whether it is of a house game: books of poker, rooms, tournaments and promotions are tried by cases."""
        return module_of(_says(self.text).plays_as or self.game) is not None

    @builtins.property
    def raw(self) -> bytes:
        return self.text.encode()

    def book(self) -> Rulebook:
        """The rulebook as far as it can be read; a fault where it is none."""
        return parse(self.raw, Path(self.property) / self.name)


class Revision(msgspec.Struct, frozen=True):
    """One state of a draft's text."""

    number: int
    at_us: int
    by: str
    kind: str
    says: str


class Conflicting(Stale):
    """Somebody else has changed the same fields meanwhile. Nothing was saved; both texts are here."""

    def __init__(self, revision: int, conflicts: list[Conflict]) -> None:
        said = "; ".join(f"{c.address}: theirs {c.theirs!r}, yours {c.yours!r}" for c in conflicts)
        super().__init__(f"Revision {revision} has changed the same: {said}.", "Choose one and save again.")
        self.revision, self.conflicts = revision, conflicts


def _text(draft_id: str, state: Any) -> str:
    try:
        return zlib.decompress(stored_bytes(state.text)).decode()
    except (zlib.error, UnicodeDecodeError):
        raise Unreadable(f"Revision {state.number} of the draft {draft_id}") from None


class Drafts:
    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    # ---- looking

    def get(self, conn: Connection, draft_id: str, revision: int | None = None) -> Draft:
        """A draft as it stands, or as it stood."""
        table, states = schema.rule_draft, schema.rule_draft_revision
        head = conn.execute(select(table).where(table.c.id == draft_id)).one_or_none()
        query = select(states).where(states.c.draft == draft_id).order_by(states.c.number.desc()).limit(1)
        if revision is not None:
            query = query.where(states.c.number == revision)
        state = conn.execute(query).one_or_none()
        if head is None or state is None:
            raise NotFound(f"There is no draft {draft_id}{f' of revision {revision}' if revision else ''}.")
        return Draft(
            id=head.id,
            property=head.property,
            game=head.game,
            base=head.base,
            began_us=head.began_us,
            began_by=head.by,
            revision=state.number,
            at_us=state.at_us,
            by=state.by,
            kind=state.kind,
            text=_text(draft_id, state),
        )

    def everyone(self, conn: Connection, property_: str = "") -> list[Draft]:
        """All drafts that were not dropped, the latest begun first."""
        table = schema.rule_draft
        query = select(table.c.id).order_by(table.c.began_us.desc(), table.c.id.desc())
        if property_:
            query = query.where(table.c.property == property_)
        found = readable(conn.scalars(query).all(), lambda name: self.get(conn, name))
        return [draft for draft in found if draft.kind != DROPPED]

    def history(self, conn: Connection, draft_id: str) -> list[Revision]:
        """Who changed what and when, the latest first."""
        table = schema.rule_draft_revision
        columns = (table.c.number, table.c.at_us, table.c.by, table.c.kind, table.c.says)
        query = select(*columns).where(table.c.draft == draft_id).order_by(table.c.number.desc())
        return [Revision(*row) for row in conn.execute(query)]

    # ---- writing

    def begin(self, tx: Tx, by: str, property_: str, game: str, base: str, text: str, says: str) -> Draft:
        draft_id = f"D-{tx.take_number(SERIES):04d}"
        now = self._sources.now_us()
        tx.append(schema.rule_draft, (draft_id, property_, game, base, now, by))
        self._write(tx, draft_id, 1, by, BEGUN, says, text)
        return self.get(tx.conn, draft_id)

    def edit(self, tx: Tx, by: str, draft_id: str, seen: int, edits: list[Edit]) -> Draft:
        """Change a draft that somebody saw at revision `seen`: what others have changed since stays, field by field."""
        self.hold(tx, draft_id)
        draft = self.get(tx.conn, draft_id)
        if seen > draft.revision or seen < 1:
            raise Refused(f"There is no revision {seen}.", f"The draft is at {draft.revision}.")
        try:
            if seen != draft.revision:
                before = self.get(tx.conn, draft_id, seen)
                edits, against = rebase(before.text, draft.text, edits)
                if against:
                    raise Conflicting(draft.revision, against)
            text = apply(draft.text, edits)
            says = told(draft.text, edits)
        except Misfit as error:
            raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.", "Nothing was changed.") from None
        if text == draft.text:
            return draft
        return self.write(tx, by, draft, EDITED, says, text)

    def write(self, tx: Tx, by: str, draft: Draft, kind: str, says: str, text: str) -> Draft:
        if len(text) > TEXT_MAX:
            raise Refused(f"A rulebook has at most {TEXT_MAX:,} letters.")
        head = tomllib.loads(text)
        if (head.get("property"), head.get("game")) != (draft.property, draft.game):
            raise Refused(
                f"This draft is of {draft.game} at {draft.property}.", "Another game or house is another draft."
            )
        self._write(tx, draft.id, draft.revision + 1, by, kind, says, text)
        return self.get(tx.conn, draft.id)

    def take_back(self, tx: Tx, draft_id: str, by: str, kind: str, says: str, text: str) -> None:
        """A further revision over one that can't be read."""
        self._write(tx, draft_id, self.history(tx.conn, draft_id)[0].number + 1, by, kind, says, text)

    def hold(self, tx: Tx, draft_id: str) -> None:
        """Who changes this draft at another server waits until this is written."""
        tx.hold(f"{SERIES}:{draft_id}")
        tx.flush()

    def count(self, conn: Connection) -> int:
        return int(conn.scalar(select(func.count()).select_from(schema.rule_draft)) or 0)

    def _write(self, tx: Tx, draft_id: str, number: int, by: str, kind: str, says: str, text: str) -> None:
        row = (draft_id, number, self._sources.now_us(), by, kind, says[:SAYS_MAX], zlib.compress(text.encode()))
        tx.append(schema.rule_draft_revision, row)
        tx.flush()


def dated(text: str, day: datetime.date) -> str:
    """A text that asks to be in force from a day."""
    return set_value(text, "approved", day)
