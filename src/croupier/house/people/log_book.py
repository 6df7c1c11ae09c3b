"""The log of what people did and were refused: how a line is written, and how lines are read."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, func, or_, select

from croupier.house.people.person import RULED, Logged
from croupier.house.record import audit_log, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.writer import Tx, Writer


class LogBook:
    def __init__(self, storage: Storage, writer: Writer, sources: Sources) -> None:
        self._storage = storage
        self._writer = writer
        self.sources = sources

    def log(self, tx: Tx, by: str, act: str, subject: str, outcome: str, reason: str) -> None:
        audit_log.log(tx, self.sources.now_us(), by, act, subject, outcome, reason)

    def log_refusal(self, by: str, act: str, subject: str, refused: Exception | str) -> None:
        self._writer.run(lambda tx: self.log(tx, by, act, subject, "refused", str(refused)))

    def logged(
        self,
        conn: Connection,
        by: str | None = None,
        subject: str | None = None,
        limit: int | None = 200,
        *,
        before: int | None = None,
        **filters: Any,
    ) -> list[Logged]:
        """The latest lines of the log, newest first, or those before one; `filters` are those of `_of_log`."""
        table = schema.audit_log
        query = select(table).where(*_of_log(by, subject, **filters)).order_by(table.c.number.desc()).limit(limit)
        if before is not None:
            query = query.where(table.c.number < before)
        return [Logged(*row) for row in conn.execute(query)]

    def logged_count(self, conn: Connection, by: str | None = None, subject: str | None = None, **filters: Any) -> int:
        """How many lines the filters leave."""
        query = select(func.count()).select_from(schema.audit_log).where(*_of_log(by, subject, **filters))
        return int(conn.execute(query).scalar_one())

    def logged_around(self, conn: Connection, number: int) -> list[Logged]:
        """One line of the log between the last line before it and the first after it that concern the same; the oldest
        first, nothing for a number that no line has."""
        table = schema.audit_log
        row = conn.execute(select(table).where(table.c.number == number)).one_or_none()
        if row is None:
            return []
        same = select(table).where(table.c.subject == row.subject)
        earlier = same.where(table.c.number < number).order_by(table.c.number.desc()).limit(1)
        later = same.where(table.c.number > number).order_by(table.c.number).limit(1)
        return [Logged(*one) for one in (*conn.execute(earlier), row, *conn.execute(later))]

    def logged_people(self, conn: Connection) -> list[str]:
        """Badges that stand in the log, guests and programs left out."""
        by = schema.audit_log.c.by
        found = conn.execute(select(by).distinct().where(~by.startswith("guest-"), ~by.startswith("bot-"))).scalars()
        return sorted(found)

    def logged_kinds(self, conn: Connection) -> tuple[int, list[str]]:
        """How many lines the log has, and which kinds of acts."""
        table = schema.audit_log
        acts = conn.execute(select(table.c.act).distinct()).scalars()
        whole = conn.execute(select(func.count()).select_from(table)).scalar_one()
        return int(whole), sorted({act.partition(".")[0] for act in acts})


def _of_log(
    by: str | None,
    subject: str | None,
    kind: str = "",
    since_us: int | None = None,
    until_us: int | None = None,
    refused: bool = False,
    words: str = "",
) -> list[ColumnElement[bool]]:
    """What a line of the log must be; a kind is the first word of an act, such as `fill`. `refused`: refusals, and what
    was ruled or put right; `words`: somewhere in who, what and why."""
    table = schema.audit_log
    wanted: list[ColumnElement[bool]] = []
    if by is not None:
        wanted.append(table.c.by == by)
    if subject is not None:
        wanted.append(table.c.subject == subject)
    if kind:
        wanted.append((table.c.act == kind) | table.c.act.startswith(f"{kind}.", autoescape=True))
    if since_us is not None:
        wanted.append(table.c.at_us >= since_us)
    if until_us is not None:
        wanted.append(table.c.at_us < until_us)
    if refused:
        wanted.append((table.c.outcome == "refused") | table.c.act.in_(RULED))
    if words:
        said = (column.icontains(words, autoescape=True) for column in (table.c.by, table.c.subject, table.c.reason))
        wanted.append(or_(*said))
    return wanted
