"""The ledger: groups that sum to zero, accounts opened before use, corrections, counts, exports."""

import csv
import datetime
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text, update

from croupier.house.people.persons import People
from croupier.house.record import journals, schema
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.ledger import POSTING_CENTS_MAX, Group, Ledger, merged
from croupier.house.record.sealing import evidence, seals
from croupier.house.record.sealing.rows_as_sealed import EvidenceStanding
from croupier.house.record.writer import Tx, Writer

NAMES = ("cage:h", "patron:ann", "patron:bob", "layout:T1", "inventory:T1", "drop:T1", "outside:h")


@pytest.fixture
def ledger(sources: Sources, writer: Writer) -> Ledger:
    book = Ledger(sources)
    writer.run(lambda tx: book.open(tx, *NAMES))
    return book


def buy_in(tx: Tx, ledger: Ledger, patron: str, cents: int) -> int:
    chips = (("inventory:T1", -cents), (f"patron:{patron}", cents))
    cash = (("outside:h", -cents), ("drop:T1", cents))
    return ledger.post(tx, Group(kind="buy-in", by=patron, lines=chips + cash, table_id="T1"))


def test_a_buy_in_moves_chips_one_way_and_cash_the_other(storage: Storage, writer: Writer, ledger: Ledger) -> None:
    writer.run(lambda tx: buy_in(tx, ledger, "ann", 100_00))
    with storage.reading() as conn:
        balances = ledger.balances(conn)
        assert balances["patron:ann"] == 100_00
        assert balances["drop:T1"] == 100_00
        assert balances["inventory:T1"] == -100_00
        assert sum(balances.values()) == 0
        assert ledger.audit(conn) == []


def test_postings_that_do_not_sum_to_zero_are_refused(writer: Writer, ledger: Ledger) -> None:
    group = Group(kind="odd", by="x", lines=(("cage:h", 5), ("drop:T1", -4)))
    with pytest.raises(Refused, match=r"sum to \$0.01"):
        writer.run(lambda tx: ledger.post(tx, group))


def test_an_account_is_opened_before_its_first_use(writer: Writer, ledger: Ledger) -> None:
    group = Group(kind="odd", by="x", lines=(("cage:h", 5), ("patron:nobody", -5)))
    with pytest.raises(NotFound, match="patron:nobody"):
        writer.run(lambda tx: ledger.post(tx, group))
    with pytest.raises(Refused, match="KIND:OWNER"):
        writer.run(lambda tx: ledger.open(tx, "cage"))


def test_what_is_not_there_does_not_move(storage: Storage, writer: Writer, ledger: Ledger) -> None:
    writer.run(lambda tx: buy_in(tx, ledger, "ann", 10_00))
    with pytest.raises(Refused, match=r"Patron ann has \$10.00"):
        writer.run(lambda tx: ledger.move(tx, "wager", "ann", "patron:ann", "layout:T1", 10_01))
    with pytest.raises(Refused, match="above zero"):
        writer.run(lambda tx: ledger.move(tx, "wager", "ann", "patron:ann", "layout:T1", 0))

    def twice(tx: Tx) -> None:
        ledger.move(tx, "wager", "ann", "patron:ann", "layout:T1", 6_00)
        ledger.move(tx, "wager", "ann", "patron:ann", "layout:T1", 6_00)

    with pytest.raises(Refused, match=r"Patron ann has \$4.00"):
        writer.run(twice)
    with storage.reading() as conn:
        assert ledger.balance(conn, "patron:ann") == 10_00


def test_no_posting_is_so_large_that_a_database_could_not_add_it_up(
    storage: Storage, writer: Writer, ledger: Ledger
) -> None:
    for cents in (POSTING_CENTS_MAX + 1, 2**62, 2**63, 10**30):
        for _ in range(3):
            with pytest.raises(Refused, match="more than any house has"):
                writer.run(lambda tx, cents=cents: buy_in(tx, ledger, "ann", cents))  # type: ignore[misc]
    for _ in range(10):
        writer.run(lambda tx: buy_in(tx, ledger, "ann", POSTING_CENTS_MAX))
    with storage.reading() as conn:
        assert ledger.balance(conn, "patron:ann") == 10 * POSTING_CENTS_MAX
        assert ledger.audit(conn) == []


@pytest.mark.parametrize("memo", ['=HYPERLINK("http://x")', "+1", "-1", "@A1", "\t=1", "\r=1"])
def test_no_cell_of_an_export_is_a_formula(storage: Storage, writer: Writer, ledger: Ledger, memo: str) -> None:
    group = Group(kind="odd", by="x", lines=(("cage:h", 5), ("outside:h", -5)), memo=memo)
    writer.run(lambda tx: ledger.post(tx, group))
    with storage.reading() as conn:
        rows = list(csv.DictReader(io.StringIO("".join(ledger.export_csv(conn)), newline="")))
    assert {row["memo"] for row in rows} == {f"'{memo}"}
    assert [row["cents"] for row in rows] == ["5", "-5"]


def test_a_correction_is_a_further_entry_and_happens_once(storage: Storage, writer: Writer, ledger: Ledger) -> None:
    number = writer.run(lambda tx: buy_in(tx, ledger, "ann", 10_00))
    again = writer.run(lambda tx: ledger.correct(tx, number, "sup", "keyed twice"))
    with storage.reading() as conn:
        assert ledger.balance(conn, "patron:ann") == 0
        posted = ledger.group(conn, again)
        assert (posted.corrects, posted.memo, posted.table_id) == (number, "keyed twice", "T1")
        assert ledger.group(conn, number).lines != ()
    with pytest.raises(Refused, match="already corrected"):
        writer.run(lambda tx: ledger.correct(tx, number, "sup", "again"))


def test_a_count_records_the_variance_and_moves_nothing(storage: Storage, writer: Writer, ledger: Ledger) -> None:
    writer.run(lambda tx: buy_in(tx, ledger, "ann", 10_00))
    count = writer.run(lambda tx: ledger.count(tx, "drop:T1", 9_95, "cage", "drop 1"))
    assert (count.book, count.variance) == (10_00, -5)
    with storage.reading() as conn:
        assert ledger.balance(conn, "drop:T1") == 10_00
        assert [c.variance for c in ledger.counts(conn, "drop:")] == [-5]
        assert ledger.counts(conn, "cage:") == []


def test_a_statement_runs_on_across_pages(storage: Storage, writer: Writer, ledger: Ledger, clock: HandClock) -> None:
    for _ in range(5):
        writer.run(lambda tx: buy_in(tx, ledger, "ann", 10_00))
        writer.run(lambda tx: buy_in(tx, ledger, "bob", 1_00))
        clock.advance(1_000)
    with storage.reading() as conn:
        page = ledger.statement(conn, "patron:ann", limit=3)
        assert [line.balance for line in page] == [10_00, 20_00, 30_00]
        rest = ledger.statement(conn, "patron:ann", after=page[-1].number)
        assert [line.balance for line in rest] == [40_00, 50_00]
        assert ledger.trial_balance(conn) == {
            "cage": 0, "drop": 55_00, "inventory": -55_00, "layout": 0, "outside": -55_00, "patron": 55_00,
        }  # fmt: skip


def test_the_newest_lines_of_a_statement_end_at_the_balance(storage: Storage, writer: Writer, ledger: Ledger) -> None:
    for cents in range(1, 8):
        writer.run(lambda tx, cents=cents: buy_in(tx, ledger, "ann", cents))  # type: ignore[misc]
    with storage.reading() as conn:
        assert [(line.cents, line.balance) for line in ledger.newest(conn, "patron:ann", 3)] == [
            (5, 15),
            (6, 21),
            (7, 28),
        ]
        assert len(ledger.newest(conn, "patron:ann", 7)) == len(ledger.newest(conn, "patron:ann", 70)) == 7


def test_groups_are_found_by_what_is_asked(storage: Storage, writer: Writer, ledger: Ledger, clock: HandClock) -> None:
    writer.run(lambda tx: buy_in(tx, ledger, "ann", 10_00))
    clock.advance(10)
    later = clock.now_us
    writer.run(lambda tx: buy_in(tx, ledger, "bob", 500_00))
    with storage.reading() as conn:
        assert [g.by for g in ledger.groups(conn, least_cents=100_00)] == ["bob"]
        assert [g.by for g in ledger.groups(conn, to_us=later)] == ["ann"]
        assert [g.by for g in ledger.groups(conn, from_us=later)] == ["bob"]
        assert ledger.groups(conn, table_id="T2") == []


def test_the_export_holds_every_posting(storage: Storage, writer: Writer, ledger: Ledger) -> None:
    writer.run(lambda tx: buy_in(tx, ledger, "ann", 10_00))
    writer.run(
        lambda tx: ledger.post(
            tx, Group(kind="odd", by="x", lines=(("cage:h", 5), ("outside:h", -5)), memo='says "a, b"\nand c')
        )
    )
    with storage.reading() as conn:
        rows = list(csv.DictReader("".join(ledger.export_csv(conn)).splitlines(keepends=True)))
        objects = json.loads(b"".join(ledger.export_json(conn, table_id="T1")))
        assert json.loads(b"".join(ledger.export_json(conn, table_id="none"))) == []
    assert sum(int(row["cents"]) for row in rows) == 0
    assert len(rows) == 6
    assert rows[-1]["memo"] == 'says "a, b"\nand c'
    assert [o["kind"] for o in objects] == ["buy-in"]
    times = {datetime.datetime.fromisoformat(t).tzinfo for t in (rows[0]["time"], objects[0]["time"])}
    assert times == {datetime.UTC}


moves = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 500)), min_size=1, max_size=6)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(moves, max_size=8))
def test_whatever_is_tried_the_sum_stays_zero(
    storage: Storage, writer: Writer, ledger: Ledger, groups: list[list[tuple[str, str, int]]]
) -> None:
    for group in groups:
        lines = tuple(line for a, b, cents in group for line in ((a, -cents), (b, cents)))
        try:
            writer.run(lambda tx, lines=lines: ledger.post(tx, Group(kind="any", by="x", lines=lines)))  # type: ignore[misc]
        except Refused:
            continue
    with storage.reading() as conn:
        assert ledger.audit(conn) == []
        assert all(cents >= 0 for name, cents in ledger.balances(conn).items() if name.startswith("patron:"))


def test_a_journal_cut_short_and_a_group_taken_out_show_in_the_audit(
    storage: Storage, writer: Writer, ledger: Ledger
) -> None:
    def play(tx: Tx) -> None:
        start = journals.create(tx, "T1.1", "T1", 0)
        for number in (1, 2):
            journals.append(tx, "T1.1", [journals.Stored(number, "Bet", b"{}", start.hash, "ab" * 32, 5)])
        lines = (("cage:h", 5), ("outside:h", -5))
        ledger.post(tx, Group(kind="bet", by="x", lines=lines, table_id="T1", journal="T1.1", entry=2))

    writer.run(play)
    with storage.reading() as conn:
        assert ledger.audit(conn) == []
    heads, counters = schema.journal_head, schema.counter
    with storage.writing() as conn:
        conn.execute(update(heads).values(number=1))
        assert ledger.audit(conn) == ["group 1 follows entry 2 of T1.1, which ends at 1"]
        conn.execute(update(heads).values(number=2))
        conn.execute(update(counters).where(counters.c.name == "ledger").values(value=2))
        assert ledger.audit(conn) == ["2 numbers were given out; the last group is 1"]


def test_postings_of_one_account_are_merged() -> None:
    assert merged([("a:1", 5), ("b:1", -5), ("a:1", -5), ("c:1", 5)]) == [("b:1", -5), ("c:1", 5)]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ledger_group SET memo = 'another word' WHERE number = 2",
        "UPDATE ledger_group SET at_us = at_us + 1 WHERE number = 1",
        "UPDATE posting SET cents = cents * 2 WHERE group_number = 3",
        'UPDATE audit_log SET "by" = reason WHERE number = 1',
        "DELETE FROM audit_log WHERE number = 2",
        "DELETE FROM seal WHERE number = 2",
        "UPDATE seal SET hash = '' WHERE number = 1",
        "UPDATE seal SET names = NULL WHERE number = 1",
        "UPDATE account SET name = 'patron:eve' WHERE name = 'patron:ann'",
    ],
)
def test_a_change_of_the_book_or_the_log_breaks_a_seal(
    storage: Storage, writer: Writer, ledger: Ledger, people: People, change: str
) -> None:
    for cents in (100, 200, 300):
        writer.run(lambda tx, cents=cents: buy_in(tx, ledger, "ann", cents))
        writer.run(lambda tx, cents=cents: people.log(tx, "c", "buy", "ann", "done", str(cents)))
    with storage.reading() as conn:
        assert seals.verify(conn) == []
        assert seals.last(conn).number >= 6
    with storage.writing() as conn:
        for table in ("ledger_group", "posting", "audit_log", "seal"):
            names = (f"{table}_no_update", f"{table}_no_delete") if storage.is_sqlite else (f"{table}_append_only",)
            for name in names:
                conn.execute(text(f"DROP TRIGGER {name}" + ("" if storage.is_sqlite else f" ON {table}")))
        conn.execute(text(change))
    with storage.reading() as conn:
        assert len(seals.verify(conn)) == 1


def test_what_was_there_before_evidence_was_sealed_is_covered_by_the_migration(tmp_path: Path) -> None:
    storage = Storage.file(tmp_path / "floor.db")
    storage.migrate("0017")
    group = (1, 5, "cash-in", "cage", "", "", 0, "", None, "")
    postings = [(1, 1, 1, -500), (1, 2, 2, 500)]
    named = [(*postings[0], "outside:h"), (*postings[1], "patron:ann")]
    first = seals.following(seals.Seal(), [group], named, (), names=0)
    with storage.writing() as conn:
        storage.insert_rows(conn, schema.account, [(1, "outside:h", 1, None, -500), (2, "patron:ann", 1, 0, 500)])
        storage.insert_rows(conn, schema.ledger_group, [group])
        storage.insert_rows(conn, schema.posting, postings)
        values = {"ledger": first.ledger, "log": first.log, "hash": first.hash}
        conn.execute(text("INSERT INTO seal VALUES (1, :ledger, :log, :hash, 0)"), values)
        conn.execute(text("INSERT INTO counter VALUES ('seal', 1), ('ledger', 1)"))
    storage.migrate()
    standing = EvidenceStanding()
    with storage.reading() as conn:
        assert seals.verify(conn, standing=standing) == []
        assert seals.last(conn).number == 2
        assert standing.faults(conn) == []
    with storage.writing() as conn:
        conn.execute(text("UPDATE account SET least = NULL WHERE id = 2"))
        assert standing.faults(conn) == ["account 2 is not as it was sealed"]
    storage.close()


def test_what_a_journal_came_to_is_sealed_and_what_was_closed_before_that_stands() -> None:
    table = schema.journal_head
    sums = ("rounds", "drop_cents", "win_cents")
    closed = dict.fromkeys((column.name for column in table.columns), 1) | dict(zip(sums, (12, 500_00, -30_00)))
    empty = closed | dict.fromkeys(sums, 0)
    underway = empty | {"closed_us": None}
    for row in (closed, empty, underway):
        sealed = evidence.digest(table, tuple(row.values()))
        assert sealed in evidence.digests(table, tuple(row.values()))
        for column in sums:
            assert sealed not in evidence.digests(table, tuple((row | {column: 7}).values()))
    before = evidence.digest(table, tuple((closed | dict.fromkeys(sums)).values()))
    assert before in evidence.digests(table, tuple(closed.values()))
    assert before not in evidence.digests(table, tuple((closed | {"opened_us": 2}).values()))
    meter = {column.name: 1 for column in schema.meter.columns}
    sealed = evidence.digest(schema.meter, tuple(meter.values()))
    for column in ("meter_rest_ppm", "reserve_rest_ppm", "to_meter_ppm", "seed"):
        assert sealed not in evidence.digests(schema.meter, tuple((meter | {column: 7_000_000}).values())), column
    whole = meter | {"meter_rest_ppm": None, "reserve_rest_ppm": None}  # as it was sealed before fractions were
    assert evidence.digest(schema.meter, tuple(whole.values())) in evidence.digests(schema.meter, tuple(meter.values()))
