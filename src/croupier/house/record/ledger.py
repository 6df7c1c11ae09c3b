"""Where every chip is: a double-entry ledger in integer cents.

Money stands in named accounts (`patron:ID`, `layout:TABLE`, `inventory:TABLE`, `drop:TABLE`, `cage:PROPERTY`,
`toke-pool:PROPERTY`, `meter:NAME`...), each opened before its first use. It moves only in groups of postings
that sum to zero, so all balances always sum to zero. A correction is a further group that names the one it
corrects. A balance assertion is a count: what the book says beside what two hands counted.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, bindparam, func, insert, or_, select

from croupier.equipment.money import money
from croupier.house.record import accounts, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import NotFound, Refused, Short
from croupier.house.record.journals import to_text
from croupier.house.record.writer import Tx

Line = tuple[str, int]  # account, cents: positive is what the account receives
COUNTER = "ledger"  # of its groups
POSTING_CENTS_MAX = 10**13  # no hand ever moves more; a million such postings still fit into what a database adds up

FAULTS_MAX = 20
# Made once: to put a question together takes longer than to answer it.
_NUMBER = select(schema.account.c.id).where(schema.account.c.name == bindparam("account"))
_BALANCE = select(schema.account.c.balance).where(schema.account.c.name == bindparam("account"))
_BALANCE_OF = select(schema.account.c.balance).where(schema.account.c.id == bindparam("number"))
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a spreadsheet's formula begins

# Accounts that can't owe: chips that are not there can't be moved.
NEVER_BELOW_ZERO = (
    "patron",
    "layout",
    "drop",
    "transit",
    "toke-pool",
    "count-room",
    "meter",
    "jackpot",
    "ticket",
    "coupon",
    "tournament",
)


class Group(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Postings that happen together and sum to zero, and what they belong to."""

    kind: str
    by: str
    lines: tuple[Line, ...]
    table_id: str = ""
    journal: str = ""
    entry: int = 0  # the journal's entry that moved the money
    document: str = ""
    corrects: int | None = None
    memo: str = ""


class Posted(msgspec.Struct, frozen=True, kw_only=True):
    """A group as it stands in the book."""

    number: int
    at_us: int
    kind: str
    by: str
    table_id: str
    journal: str
    entry: int
    document: str
    corrects: int | None
    memo: str
    lines: tuple[Line, ...]


class StatementLine(msgspec.Struct, frozen=True):
    number: int
    at_us: int
    kind: str
    by: str
    table_id: str
    journal: str
    entry: int
    document: str
    memo: str
    cents: int
    balance: int


class Count(msgspec.Struct, frozen=True):
    number: int
    at_us: int
    account: str
    book: int
    counted: int
    by: str
    document: str

    @property
    def variance(self) -> int:
        return self.counted - self.book


class Ledger:
    """The book. Names are resolved once: an account's number never changes."""

    def __init__(self, sources: Sources) -> None:
        self._now_us = sources.now_us
        self._ids: dict[str, int] = {}

    # ---- accounts

    def open(self, tx: Tx, *names: str) -> None:
        """Open accounts; harmless for those that are open."""
        table = schema.account
        for name in names:
            kind, _, rest = name.partition(":")
            if not kind or not rest:
                raise Refused(f"{name!r} names no account.", "Accounts are named KIND:OWNER.")
            if tx.conn.scalar(_NUMBER, {"account": name}) is None:
                least = 0 if kind in NEVER_BELOW_ZERO else None
                tx.conn.execute(insert(table).values(name=name, opened_us=self._now_us(), least=least, balance=0))

    def account_id(self, conn: Connection, name: str) -> int:
        known = self._ids.get(name)
        if known is None:
            known = conn.scalar(_NUMBER, {"account": name})
            if known is None:
                raise NotFound(f"There is no account {name}.", "An account is opened before its first use.")
        return known

    def _id_in(self, tx: Tx, name: str) -> int:
        """An account's number, looked up once: in this transaction, and for good when it is committed."""
        known = self._ids.get(name) or tx.known.get(name)
        if known is None:
            known = tx.known[name] = self.account_id(tx.conn, name)
            tx.after.append(lambda: self._ids.update({name: known}))
        return known

    # ---- posting

    def post(self, tx: Tx, group: Group) -> int:
        """Record a group; its number. An account that would owe what it can't makes the whole act fail."""
        return self.post_merged(tx, group, merged(group.lines))

    def post_merged(self, tx: Tx, group: Group, moved: Sequence[Line]) -> int:
        """The same for lines that are already one an account."""
        total = 0
        for _, cents in moved:
            total += cents
            if not -POSTING_CENTS_MAX <= cents <= POSTING_CENTS_MAX:
                raise Refused(f"{group.kind} moves more than any house has.", f"At most {money(POSTING_CENTS_MAX)}.")
        if total:
            raise Refused(f"The postings of {group.kind} sum to {money(total)}.", "They sum to zero.")
        if not moved:
            raise Refused("There is nothing to move.", "An amount is above zero.")
        known = self._ids
        lines = [(known.get(name) or self._id_in(tx, name), name, cents) for name, cents in moved]
        number = tx.take_number(COUNTER)
        belongs = (group.table_id, group.journal, group.entry, group.document, group.corrects, group.memo)
        tx.rows_of(schema.ledger_group).append((number, self._now_us(), group.kind, group.by, *belongs))
        rows, names, balances = tx.rows_of(schema.posting), tx.names, tx.balances
        for place, (account_id, name, cents) in enumerate(lines, 1):
            rows.append((number, place, account_id, cents))
            names[account_id] = name
            balances[account_id] = balances.get(account_id, 0) + cents
        return number

    def move(self, tx: Tx, kind: str, by: str, source: str, target: str, cents: int, **about: Any) -> int:
        """One amount from one account to another, refused in words if the source has too little."""
        if cents <= 0:
            raise Refused(f"{money(cents)} can't be moved.", "An amount is above zero.")
        self.require(tx, source, cents)
        return self.post(tx, Group(kind=kind, by=by, lines=((source, -cents), (target, cents)), **about))

    def require(self, tx: Tx, name: str, cents: int) -> None:
        """Refuse in words what the database would refuse with a constraint."""
        balance = self.balance_in(tx, name)
        if name.partition(":")[0] in NEVER_BELOW_ZERO and balance < cents:
            raise Short(f"{accounts.in_words(name)} has {money(balance)}.", f"{money(cents)} was asked for.")

    def balance_in(self, tx: Tx, name: str) -> int:
        """The balance inside an open transaction, with what it has moved so far."""
        account_id = self._id_in(tx, name)
        stored = tx.conn.scalar(_BALANCE_OF, {"number": account_id})
        return int(stored or 0) + tx.balances.get(account_id, 0)

    def correct(self, tx: Tx, number: int, by: str, memo: str, document: str = "") -> int:
        """Take back a whole group by a further one with the signs turned."""
        tx.flush()
        found = self.group(tx.conn, number)
        if (other := self.corrected(tx.conn, number)) is not None:
            raise Refused(f"Group {number} was already corrected by group {other}.", "A group is corrected once.")
        turned = tuple((name, -cents) for name, cents in found.lines)
        return self.post(
            tx,
            Group(
                kind="correction",
                by=by,
                lines=turned,
                table_id=found.table_id,
                document=document,
                corrects=number,
                memo=memo,
            ),
        )

    def take_back(self, tx: Tx, document: str, by: str, memo: str) -> None:
        """Take back whatever a document has moved, the last first: chips that went on from an account come back to it
        before they leave it."""
        tx.flush()
        moved = [posted for posted in self.groups(tx.conn, document=document) if posted.corrects is None]
        for posted in reversed(moved):
            if self.corrected(tx.conn, posted.number) is None:
                self.correct(tx, posted.number, by, memo, document)

    def corrected(self, conn: Connection, number: int) -> int | None:
        """The group that corrects this one, if there is one."""
        return conn.scalar(select(schema.ledger_group.c.number).where(schema.ledger_group.c.corrects == number))

    def count(self, tx: Tx, name: str, counted: int, by: str, document: str = "") -> Count:
        """Assert a balance by a count. The difference is recorded; the book itself is not touched."""
        book = self.balance_in(tx, name)
        number = tx.take_number("balance-count")
        made = Count(number, self._now_us(), name, book, counted, by, document)
        account_id = self._id_in(tx, name)
        tx.append(schema.balance_count, (number, made.at_us, account_id, book, counted, by, document))
        return made

    # ---- reading

    def balance(self, conn: Connection, name: str) -> int:
        return int(conn.scalar(_BALANCE, {"account": name}) or 0)

    def balances(self, conn: Connection, prefix: str = "") -> dict[str, int]:
        table = schema.account
        query = select(table.c.name, table.c.balance).order_by(table.c.name)
        if prefix:
            query = query.where(table.c.name.startswith(prefix, autoescape=True))
        return {row.name: row.balance for row in conn.execute(query)}

    def worth(self, conn: Connection, patron: str) -> int:
        """What a patron has in credit and in chips at tables, together."""
        found = self.balances(conn, patron)
        return sum(cents for name, cents in found.items() if name == patron or name.startswith(f"{patron}@"))

    def received(self, conn: Connection, account: str, table_id: str, entry: int) -> int:
        """What an account got by the latest act of that number at a table."""
        group, line = schema.ledger_group, schema.posting
        query = (
            select(line.c.cents)
            .join(group, group.c.number == line.c.group_number)
            .where(group.c.table_id == table_id, group.c.entry == entry)
            .where(line.c.account_id == self.account_id(conn, account))
        )
        return int(conn.scalar(query.order_by(group.c.number.desc()).limit(1)) or 0)

    def balances_of(self, conn: Connection, names: Iterable[str]) -> dict[str, int]:
        table = schema.account
        rows = conn.execute(select(table.c.name, table.c.balance).where(table.c.name.in_(list(names))))
        return {row.name: row.balance for row in rows}

    def total(self, conn: Connection) -> int:
        """All balances together: zero, always."""
        return int(conn.scalar(select(func.coalesce(func.sum(schema.account.c.balance), 0))) or 0)

    def group(self, conn: Connection, number: int) -> Posted:
        found = next(iter(self.groups(conn, numbers=[number])), None)
        if found is None:
            raise NotFound(f"There is no ledger group {number}.")
        return found

    def groups(
        self,
        conn: Connection,
        *,
        numbers: Sequence[int] | None = None,
        table_id: str | None = None,
        journal: str | None = None,
        entries: tuple[int, int] | None = None,
        document: str | None = None,
        from_us: int | None = None,
        to_us: int | None = None,
        least_cents: int | None = None,
        after: int = 0,
        limit: int = 1_000,
    ) -> list[Posted]:
        """Groups that fit every condition given, oldest first."""
        table, line = schema.ledger_group, schema.posting
        query = select(table).where(table.c.number > after).order_by(table.c.number).limit(limit)
        if numbers is not None:
            query = query.where(table.c.number.in_(numbers))
        if table_id is not None:
            query = query.where(table.c.table_id == table_id)
        if journal is not None:
            query = query.where(table.c.journal == journal)
        if entries is not None:
            query = query.where(table.c.entry.between(*entries))
        if document is not None:
            query = query.where(table.c.document == document)
        if from_us is not None:
            query = query.where(table.c.at_us >= from_us)
        if to_us is not None:
            query = query.where(table.c.at_us < to_us)
        if least_cents is not None:
            big = select(line.c.group_number).where(or_(line.c.cents >= least_cents, line.c.cents <= -least_cents))
            query = query.where(table.c.number.in_(big))
        rows = conn.execute(query).all()
        lines = self._lines(conn, [row.number for row in rows])
        return [Posted(**row._mapping, lines=tuple(lines[row.number])) for row in rows]

    def _lines(self, conn: Connection, numbers: list[int]) -> dict[int, list[Line]]:
        found: dict[int, list[Line]] = {number: [] for number in numbers}
        table = schema.posting
        query = select(table.c.group_number, schema.account.c.name, table.c.cents).join(schema.account)
        query = query.where(table.c.group_number.in_(numbers)).order_by(table.c.group_number, table.c.line)
        for row in conn.execute(query):
            found[row.group_number].append((row.name, row.cents))
        return found

    def statement(self, conn: Connection, name: str, after: int = 0, limit: int = 1_000) -> list[StatementLine]:
        """One account's postings with the running balance, oldest first."""
        group, line = schema.ledger_group, schema.posting
        account_id = self.account_id(conn, name)
        before = select(func.coalesce(func.sum(line.c.cents), 0)).where(
            line.c.account_id == account_id, line.c.group_number <= after
        )
        balance = int(conn.scalar(before) or 0)
        query = select(group, line.c.cents).join(line, line.c.group_number == group.c.number)
        query = query.where(line.c.account_id == account_id, group.c.number > after)
        made = []
        for row in conn.execute(query.order_by(group.c.number).limit(limit)):
            balance += row.cents
            about = (row.number, row.at_us, row.kind, row.by, row.table_id, row.journal)
            made.append(StatementLine(*about, row.entry, row.document, row.memo, row.cents, balance))
        return made

    def newest(self, conn: Connection, name: str, limit: int = 200, before: int | None = None) -> list[StatementLine]:
        """The last lines of a statement (or the last before a group), oldest first."""
        line = schema.posting
        query = select(line.c.group_number).where(line.c.account_id == self.account_id(conn, name))
        if before is not None:
            query = query.where(line.c.group_number < before)
        after = conn.scalar(query.order_by(line.c.group_number.desc()).offset(limit).limit(1))
        lines = self.statement(conn, name, after or 0, limit)
        return lines if before is None else [line for line in lines if line.number < before]

    def counts(self, conn: Connection, prefix: str = "") -> list[Count]:
        table = schema.balance_count
        query = select(table, schema.account.c.name).join(schema.account).order_by(table.c.number)
        rows = [r for r in conn.execute(query) if r.name.startswith(prefix)]
        return [Count(r.number, r.at_us, r.name, r.book, r.counted, r.by, r.document) for r in rows]

    def count_of(self, conn: Connection, document: str) -> Count | None:
        """The count that a document asserted, if it has come so far."""
        return self._count(conn, schema.balance_count.c.document == document)

    def last_count(self, conn: Connection, name: str) -> Count | None:
        return self._count(conn, schema.account.c.name == name)

    def _count(self, conn: Connection, condition: ColumnElement[bool]) -> Count | None:
        table = schema.balance_count
        query = select(table, schema.account.c.name).join(schema.account).where(condition)
        row = conn.execute(query.order_by(table.c.number.desc()).limit(1)).one_or_none()
        return Count(row.number, row.at_us, row.name, row.book, row.counted, row.by, row.document) if row else None

    def audit(self, conn: Connection) -> list[str]:
        """Everything that is wrong with the book, in words; an empty list when it balances."""
        account, line, group = schema.account, schema.posting, schema.ledger_group
        wrong = []
        if total := self.total(conn):
            wrong.append(f"the balances sum to {money(total)}, not to zero")
        uneven = select(line.c.group_number).group_by(line.c.group_number).having(func.sum(line.c.cents) != 0)
        wrong += [f"group {row.group_number} does not sum to zero" for row in conn.execute(uneven)]
        sums = select(line.c.account_id, func.sum(line.c.cents).label("cents")).group_by(line.c.account_id).subquery()
        apart = select(account.c.name, account.c.balance, sums.c.cents).outerjoin(sums)
        apart = apart.where(account.c.balance != func.coalesce(sums.c.cents, 0))
        for row in conn.execute(apart):
            wrong.append(f"{row.name} shows {money(row.balance)}; its postings sum to {money(int(row.cents or 0))}")
        count, last = conn.execute(select(func.count(), func.coalesce(func.max(group.c.number), 0))).one()
        if count != last:
            wrong.append(f"{count} groups are numbered up to {last}: a number is missing")
        given = int(conn.scalar(select(schema.counter.c.value).where(schema.counter.c.name == "ledger")) or 0)
        if given != last:
            wrong.append(f"{given} numbers were given out; the last group is {last}")
        head = schema.journal_head  # money that an entry moved outlasts the entry: a journal cut short shows here
        beyond = select(group.c.number, group.c.journal, group.c.entry, head.c.number.label("end"))
        beyond = beyond.join(head, head.c.id == group.c.journal).where(group.c.entry > head.c.number)
        for cut in conn.execute(beyond.order_by(group.c.number).limit(FAULTS_MAX)):
            wrong.append(f"group {cut.number} follows entry {cut.entry} of {cut.journal}, which ends at {cut.end}")
        return wrong

    def last(self, conn: Connection) -> int:
        """The number of the last group."""
        return int(conn.scalar(select(func.max(schema.ledger_group.c.number))) or 0)

    def trial_balance(self, conn: Connection) -> dict[str, int]:
        """The sum of each kind of account; all of them sum to zero."""
        kinds: dict[str, int] = {}
        for name, cents in self.balances(conn).items():
            kind = name.partition(":")[0]
            kinds[kind] = kinds.get(kind, 0) + cents
        return kinds

    # ---- export

    def export_csv(self, conn: Connection, **conditions: Any) -> Iterator[str]:
        """The groups that fit, one posting a line."""
        yield "group,time,kind,by,table,journal,entry,document,corrects,account,cents,memo\r\n"
        for group in self._all(conn, conditions):
            for name, cents in group.lines:
                about: list[Any] = [group.number, to_text(group.at_us), group.kind, group.by, group.table_id]
                about += [group.journal, group.entry, group.document]
                yield csv_row([*about, group.corrects or "", name, cents, group.memo])

    def export_json(self, conn: Connection, **conditions: Any) -> Iterator[bytes]:
        """The groups that fit, as one list of JSON objects; times as in the export of a round."""
        before = b"["
        for group in self._all(conn, conditions):
            shown = msgspec.to_builtins(group)
            yield before + b"\n" + msgspec.json.encode({"time": to_text(shown.pop("at_us")), **shown})
            before = b","
        yield b"\n]\n" if before == b"," else b"[]\n"

    def _all(self, conn: Connection, conditions: dict[str, Any]) -> Iterator[Posted]:
        after = 0
        while page := self.groups(conn, **conditions, after=after):
            yield from page
            if page[-1].number <= after:  # a number that is none: nothing follows it
                return
            after = page[-1].number


def csv_row(cells: Iterable[Any]) -> str:
    """One line of a sheet. Words that a spreadsheet would take for a formula are marked as words."""
    safe = [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in cells]
    text = io.StringIO()
    csv.writer(text).writerow(safe)
    return text.getvalue()


def merged(lines: Iterable[Line]) -> list[Line]:
    """One line an account, without those that come to nothing."""
    lines = list(lines)
    sums = dict(lines)
    if len(sums) == len(lines) and 0 not in sums.values():  # as a table's own act has them
        return lines
    sums = {}
    for name, cents in lines:
        sums[name] = sums.get(name, 0) + cents
    return [(name, cents) for name, cents in sums.items() if cents]
