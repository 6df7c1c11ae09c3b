"""A day of a long record written again and again: the same rounds at the same tables, each time as further openings.

To play a million rounds takes a quarter of an hour of processor time. What a proof, a page or a copy reads is the same
for rounds that were played once and written ten times, so the first day of a record, which the house has played and
closed, is given later dates and written by the house's own writer: chained, posted, indexed and sealed as every other.
"""

import secrets
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Table, func, select, update

from croupier.house.house import House
from croupier.house.record import audit_log, journals, schema
from croupier.house.record.clock import DAY_US
from croupier.house.record.sealing import evidence
from croupier.house.record.writer import Tx

GROUPS_A_COMMIT = 80  # about forty rounds
DATE_AT, DATE_CHARS = b'"at":"', 10

Row = tuple[Any, ...]


class Journal:
    """One table's day, and how far it has been written again."""

    def __init__(self, conn: Connection, head: Any) -> None:
        self.head = head
        self.entries = _rows(conn, schema.journal_entry, head.id, "number")
        self.rounds = _rows(conn, schema.round_played, head.id, "entry")
        self.wagers = _rows(conn, schema.wager_result, head.id, "round", "entry", "line")
        self.rulebooks = _rows(conn, schema.journal_rulebook, head.id, "key")
        self.wagers.sort(key=lambda row: row[2])
        self._hash = bytes(32)
        self._at = [0, 0, 0]

    def again(self, opening: int) -> str:
        """Begin anew, under this name."""
        self._hash, self._at = bytes(32), [0, 0, 0]
        return f"{self.head.table_id}.{opening}"

    def up_to(self, entry: int, name: str, days: int) -> tuple[list[Row], list[Row], list[Row]]:
        """Entries, rounds and wagers up to an entry that were not written yet."""
        later, made = days * DAY_US, list[Row]()
        for _, number, kind, payload, _, _, at_us in self._next(0, self.entries, 1, entry):
            at = payload.index(DATE_AT) + len(DATE_AT)
            date = journals.to_text(at_us + later)[:DATE_CHARS].encode()
            payload = payload[:at] + date + payload[at + DATE_CHARS :]
            prev, self._hash = self._hash, sha256(self._hash.hex().encode() + payload).digest()
            made.append((name, number, kind, payload, prev, self._hash, at_us + later))
        rounds = [(name, *row[1:3], row[3] + later, *row[4:]) for row in self._next(1, self.rounds, 1, entry)]
        wagers = [(name, *row[1:4], row[4] + later, *row[5:]) for row in self._next(2, self.wagers, 2, entry)]
        return made, rounds, wagers

    def _next(self, which: int, rows: list[Row], column: int, upto: int) -> list[Row]:
        begin = end = self._at[which]
        while end < len(rows) and rows[end][column] <= upto:
            end += 1
        self._at[which] = end
        return rows[begin:end]


def _rows(conn: Connection, table: Table, journal: str, *order: str) -> list[Row]:
    query = select(table).where(table.c.journal_id == journal).order_by(*(table.c[name] for name in order))
    return list(evidence.plain_rows(conn, query))


class Day:
    """The first day of a record, to be written again."""

    def __init__(self, house: House) -> None:
        self._house = house
        head, group, line, command = schema.journal_head, schema.ledger_group, schema.posting, schema.command
        with house.storage.snapshot() as conn:
            first = select(head).where(head.c.id == head.c.table_id.concat(".1"), head.c.closed_us.is_not(None))
            self.journals = [Journal(conn, row) for row in conn.execute(first)]
            end_us = max(journal.head.closed_us for journal in self.journals)
            groups = select(group).where(group.c.at_us <= end_us).order_by(group.c.number)
            self.groups = list(evidence.plain_rows(conn, groups))
            self.postings: dict[int, list[Row]] = {}
            for row in evidence.plain_rows(conn, select(line).where(line.c.group_number <= self.groups[-1][0])):
                self.postings.setdefault(row[0], []).append(row)
            self.commands = list(evidence.plain_rows(conn, select(command).where(command.c.at_us <= end_us)))
            self.names: dict[int, str] = dict(conn.execute(select(schema.account.c.id, schema.account.c.name)).all())
        self.rounds = sum(len(journal.rounds) for journal in self.journals)

    def write(self, days: int, opening: int) -> None:
        """Once more, so many days later, as the tables' opening of this number."""
        named = {journal.head.id: (journal, journal.again(opening)) for journal in self.journals}
        self._house.writer.run(lambda tx: self._opened(tx, named, days))
        portions = range(0, len(self.groups), GROUPS_A_COMMIT)
        share = -(-len(self.commands) // len(portions))
        for place, start in enumerate(portions):
            groups = self.groups[start : start + GROUPS_A_COMMIT]
            reached = {group[5]: group[6] for group in groups if group[5] in named}
            if start == portions[-1]:
                reached = {name: journal.head.number for name, (journal, _) in named.items()}
            some = [named[name][0].up_to(entry, named[name][1], days) for name, entry in reached.items()]
            commands = self.commands[place * share : (place + 1) * share]
            self._house.writer.run(lambda tx: self._portion(tx, groups, some, commands, named, days))  # noqa: B023
        self._house.writer.run(lambda tx: self._closed(tx, named, days, opening))

    def _opened(self, tx: Tx, named: dict[str, tuple[Journal, str]], days: int) -> None:
        for journal, name in named.values():
            at_us = journal.head.opened_us + days * DAY_US
            journals.create(tx, name, journal.head.table_id, at_us)
            tx.append(schema.journal_rulebook, *((name, *row[1:]) for row in journal.rulebooks))
            audit_log.log(tx, at_us, "supervisor", "table.open", journal.head.table_id, "done", "")

    def _portion(
        self,
        tx: Tx,
        groups: list[Row],
        some: list[tuple[list[Row], list[Row], list[Row]]],
        commands: list[Row],
        named: dict[str, tuple[Journal, str]],
        days: int,
    ) -> None:
        later = days * DAY_US
        for entries, rounds, wagers in some:
            if entries:
                name, number, *_ = entries[0]
                tx.move_head(name, number - 1, entries[-1][1], entries[-1][5])
            tx.append(schema.journal_entry, *entries)
            tx.append(schema.round_played, *rounds)
            tx.append(schema.wager_result, *wagers)
        for _, act, by, at_us, *rest in commands:
            tx.append(schema.command, (f"command-{secrets.token_hex(12)}", act, by, at_us + later, *rest))
        for was, at_us, kind, by, table_id, journal, *rest in groups:
            number, name = tx.take_number("ledger"), named[journal][1] if journal in named else journal
            tx.append(schema.ledger_group, (number, at_us + later, kind, by, table_id, name, *rest))
            for _, line, account, cents in self.postings[was]:
                tx.append(schema.posting, (number, line, account, cents))
                tx.names[account] = self.names[account]
                tx.balances[account] = tx.balances.get(account, 0) + cents

    def _closed(self, tx: Tx, named: dict[str, tuple[Journal, str]], days: int, opening: int) -> None:
        table = schema.floor_table
        for journal, name in named.values():
            head, at_us = journal.head, journal.head.closed_us + days * DAY_US
            journals.close(tx, name, at_us, head.rounds, head.drop_cents, head.win_cents, at=head.number)
            tx.conn.execute(update(table).where(table.c.id == head.table_id).values(openings=opening))
            audit_log.log(tx, at_us, "supervisor", "table.close", head.table_id, "done", "")


def until(house: House, rounds: int) -> Iterator[int]:
    """Write the first day again until a closed record has so many rounds; how many there are, after each day."""
    day, head, played = Day(house), schema.journal_head.c, schema.round_played.c
    with house.storage.reading() as conn:
        done, last_us = conn.execute(select(func.count(), func.max(played.at_us))).one()
        opening = int(conn.scalar(select(func.max(schema.floor_table.c.openings))) or 0)
        first_us = int(conn.scalar(select(func.min(head.opened_us))) or 0)
    days = int(last_us // DAY_US - first_us // DAY_US)
    while done < rounds:
        days, opening = days + 1, opening + 1
        day.write(days, opening)
        done += day.rounds
        yield int(done)
