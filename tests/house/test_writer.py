"""One thread writes: works that wait together share a commit; one that fails fails alone."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future

import psycopg
import pytest
from sqlalchemy import select, text

from croupier.house.record import audit_log, journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NoNumber, Refused, Stale, Upgraded
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.sealing import seals
from croupier.house.record.writer import Tx, Writer

from .databases import Kept


def test_works_that_wait_together_share_one_commit(storage: Storage, writer: Writer) -> None:
    gate = threading.Event()
    first = writer.submit(lambda tx: gate.wait(60))
    others = [writer.submit(lambda tx: tx.take_number("fill")) for _ in range(50)]
    gate.set()
    first.result()
    assert [future.result() for future in others] == list(range(1, 51))
    assert writer.works == 51
    assert writer.commits <= 2


def test_a_failing_work_takes_nothing_else_down_and_leaves_no_gap(storage: Storage, writer: Writer) -> None:
    def fails(tx: Tx) -> int:
        tx.take_number("fill")
        tx.append(schema.command, ("x", "act", "p", 1, b"", None))
        raise Refused("No.")

    gate = threading.Event()
    writer.submit(lambda tx: gate.wait(60))
    before = writer.submit(lambda tx: tx.take_number("fill"))
    bad = writer.submit(fails)
    after = writer.submit(lambda tx: tx.take_number("fill"))
    gate.set()
    assert (before.result(), after.result()) == (1, 2)
    with pytest.raises(Refused):
        bad.result()
    with storage.reading() as conn:
        assert conn.execute(select(schema.command)).all() == []


def test_an_account_that_owes_nothing_refuses_and_its_neighbours_pass(
    storage: Storage, writer: Writer, sources: Sources
) -> None:
    ledger = Ledger(sources)
    writer.run(lambda tx: ledger.open(tx, "cage:a", "patron:p", "patron:q"))

    def spend(name: str, cents: int) -> "Group":
        return Group(kind="wager", by="p", lines=((name, -cents), ("cage:a", cents)))

    writer.run(lambda tx: ledger.post(tx, spend("patron:p", -500)))
    gate = threading.Event()
    writer.submit(lambda tx: gate.wait(60))
    good = writer.submit(lambda tx: ledger.post(tx, spend("patron:p", 400)))
    bad = writer.submit(lambda tx: ledger.post(tx, spend("patron:q", 1)))
    gate.set()
    assert good.result() == 2
    with pytest.raises(Refused, match="too little"):
        bad.result()
    with storage.reading() as conn:
        assert ledger.balances(conn) == {"cage:a": -100, "patron:p": 100, "patron:q": 0}
        assert ledger.audit(conn) == []


def test_two_servers_can_not_both_extend_a_journal(url: str, writer: Writer) -> None:
    other = Writer(Storage(url))
    start = writer.run(lambda tx: journals.create(tx, "T1.1", "T1", 0))
    ours, theirs = ([journals.Stored(1, "Bet", data, start.hash, "ab" * 32, 5)] for data in (b"ours", b"theirs"))
    assert writer.run(lambda tx: journals.append(tx, "T1.1", ours)).number == 1
    with pytest.raises(Stale):
        other.run(lambda tx: journals.append(tx, "T1.1", theirs))
    other.close()
    other.storage.close()


def test_two_servers_number_slips_without_gaps_or_doubles(url: str, writer: Writer) -> None:
    other = Writer(Storage(url))
    futures = [(writer, other)[i % 2].submit(lambda tx: tx.take_number("fill:house")) for i in range(60)]
    assert sorted(future.result() for future in futures) == list(range(1, 61))
    other.close()
    other.storage.close()


@pytest.mark.parametrize("series", ["audit-log", "ledger", "seal", "fill:house"])
@pytest.mark.parametrize("value", [2**63 - 1, -1])
def test_a_series_that_was_moved_past_the_program_gives_out_no_number(
    storage: Storage, writer: Writer, series: str, value: int
) -> None:
    """It said that an integer was too large, of no series; and the next number is given once it stands right again."""
    number = writer.run(lambda tx: tx.take_number(series))

    def moved(to: int) -> None:
        with storage.writing() as conn:
            conn.execute(text("UPDATE counter SET value = :to WHERE name = :series"), {"to": to, "series": series})

    moved(value)
    with pytest.raises(NoNumber, match=rf"series {series}: it stands at {value}\. .* croupier verify"):
        writer.run(lambda tx: tx.take_number(series))
    moved(number)
    assert writer.run(lambda tx: tx.take_number(series)) == number + 1


def test_who_holds_a_subject_counts_nothing(storage: Storage, writer: Writer) -> None:
    def held(tx: Tx) -> None:
        tx.hold("rule-draft:D-1")
        tx.hold("rule-draft:D-1")

    for _ in range(2):
        writer.run(held)
    with storage.reading() as conn:
        assert conn.execute(select(schema.counter)).all() == [("rule-draft:D-1", 0)]


def test_a_closed_writer_refuses(storage: Storage) -> None:
    writer = Writer(storage)
    pending = writer.submit(lambda tx: tx.take_number("fill"))
    writer.close()
    assert pending.result() == 1
    with pytest.raises(Refused, match="closing"):
        writer.submit(lambda tx: None)


def test_a_server_that_runs_on_while_the_record_is_upgraded_writes_no_more(storage: Storage, writer: Writer) -> None:
    storage.migrate()
    number, there = writer.run(lambda tx: tx.take_number("fill")), storage.revision
    with storage.writing() as conn:
        conn.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Upgraded, match=r"brought to version 9999 .* Nothing was taken"):
        writer.run(lambda tx: tx.take_number("fill"))
    with storage.writing() as conn:
        conn.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{there}'")
    assert writer.run(lambda tx: tx.take_number("fill")) == number + 1


AWKWARD = ('"', "\\", 'a\\"b,{c}', "NULL", "", " é \n\t", "{}", "'", "x" * 5_000)


@pytest.mark.parametrize("words", [AWKWARD, ("plain", "words")])
def test_rows_are_written_as_they_were_given(storage: Storage, writer: Writer, words: tuple[str, ...]) -> None:
    """PostgreSQL gets them as arrays that are written here: nothing in a value may end it or be read as none."""
    rows = [(f"c{n}", text, "p", -n, bytes([n, 0, 255]) * n, None if n % 2 else b"") for n, text in enumerate(words)]
    writer.run(lambda tx: tx.append(schema.command, *rows))
    with storage.reading() as conn:
        found = [tuple(row) for row in conn.execute(select(schema.command).order_by(schema.command.c.at_us.desc()))]
    assert [(*row[:4], bytes(row[4]), row[5] if row[5] is None else bytes(row[5])) for row in found] == rows


# ---- a connection that goes away


def killed(url: str, which: str = "state LIKE 'idle%'") -> int:
    """Ends the servers' connections of one kind; how many."""
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as conn:
        found = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ended = conn.execute(f"SELECT pg_terminate_backend(pid, 10000) FROM ({found} AND {which}) AS there").fetchall()
    return len(ended)


def noted(tx: Tx, words: str) -> str:
    audit_log.log(tx, 1, "nobody", "test.note", words, "done", "")
    return words


def notes(storage: Storage) -> list[str]:
    with storage.reading() as conn:
        log = schema.audit_log.c
        return list(conn.scalars(select(log.subject).where(log.act == "test.note").order_by(log.number)))


@pytest.fixture
def far(kept: Kept) -> Iterator[Storage]:
    """A migrated database on PostgreSQL."""
    storage = Storage(kept.url())
    yield storage
    storage.close()
    kept.empty()


def test_a_connection_that_dies_between_two_works_or_within_one_costs_nobody_anything(far: Storage) -> None:
    url, writer, dies = far.url.render_as_string(hide_password=False), Writer(far), iter([True])
    assert writer.run(lambda tx: noted(tx, "first")) == "first"
    assert killed(url) == 1, "the writer's own"
    assert writer.run(lambda tx: noted(tx, "second")) == "second"

    def within(tx: Tx) -> str:
        done = noted(tx, "third")
        tx.conn.execute(select(schema.counter)).all()
        if next(dies, False):
            assert killed(url, "state = 'idle in transaction'") == 1
        return done

    assert writer.run(within) == "third"
    writer.close()
    assert notes(far) == ["first", "second", "third"]
    with far.reading() as conn:
        assert seals.verify(conn) == []


def test_a_connection_that_dies_at_the_commit_is_asked_whether_it_was_done(far: Storage) -> None:
    """Once before anything is on record, once when all of it is and only the answer is missing."""
    url, writer = far.url.render_as_string(hide_password=False), Writer(far)

    def owner(*statements: str) -> None:
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as conn:
            for words in statements:
                conn.execute(words)

    owner(
        "CREATE SEQUENCE once",
        "CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('once') = 1 THEN "
        "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); END IF; RETURN NULL; END $$",
        "CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION dies()",
    )
    assert writer.run(lambda tx: noted(tx, "not yet done")) == "not yet done"
    owner("DROP TRIGGER dies ON audit_log", "DROP FUNCTION dies", "DROP SEQUENCE once")
    owner("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
    try:
        waiting, deadline = list[Future[str]](), time.monotonic() + 60
        while not killed(url, "wait_event = 'SyncRep'"):
            assert time.monotonic() < deadline, "the commit waits for a standby that never comes"
            if all(future.done() for future in waiting):  # what was reloaded does not hold at once
                some = (f"done {len(waiting) + n}" for n in range(2))
                waiting += [writer.submit(lambda tx, what=what: noted(tx, what)) for what in list(some)]
    finally:
        owner("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
    done = [f"done {n}" for n in range(len(waiting))]
    assert [future.result(60) for future in waiting] == done
    writer.close()
    assert notes(far) == ["not yet done", *done]
    with far.reading() as conn:
        assert seals.verify(conn) == []
