"""The owner of a PostgreSQL database as the attacker: no key, trigger or constraint of it holds him.

Every table, row and column is changed behind the program, and each change must be found by the walk of the record. Then
he writes the seals anew, which the walk alone can't find: an anchor that was handed out before does.
"""

import contextlib
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from croupier.house import foundations, proving
from croupier.house.record import journals, schema
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.database.storage import Storage
from croupier.house.record.sealing import evidence, seals
from croupier.house.record.sealing.rows_as_sealed import EvidenceStanding
from croupier.house.record.writer import Tx, Writer

from .owned import LEDGER, carried, told

NOT_EVIDENCE = (*evidence.FLEETING, *evidence.DERIVED)  # named in docs/security.md
WHOLE = (*evidence.CHAINED, *evidence.GROWING, "account", "journal_head", "poker_tournament_act")  # held by a chain
OTHER = {int: "coalesce({0}, 0) + 1", bool: "NOT {0}", str: "coalesce({0}, '') || 'x'", bytes: "'\\x00ff'::bytea"}
LEASES = ("owner", "lease_until_us")  # who serves a table now


@pytest.fixture(scope="module")
def owned(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage]:
    with carried(cluster, "owned", tmp_path_factory.mktemp("night")) as storage:
        yield storage


@contextlib.contextmanager
def as_owner(storage: Storage) -> Iterator[Connection]:
    """A transaction in which nothing holds him; undone at its end."""
    with storage.engine.connect() as conn:
        conn.execute(text("SET session_replication_role = replica"))
        checks = "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE contype = 'c' AND conrelid > 0"
        for table, name in conn.execute(text(checks)).all():
            conn.execute(text(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"'))
        yield conn
        conn.rollback()


def attacks(name: str) -> Iterator[str]:
    """What he may do to a table: take a row or all of them away, put one in twice, change any column of one."""
    table, some = schema.metadata.tables[name], f'ctid = (SELECT max(ctid) FROM "{name}")'
    yield f'DELETE FROM "{name}" WHERE {some}'
    yield f'DELETE FROM "{name}"'
    yield f'TRUNCATE "{name}" CASCADE'
    yield (
        f'ALTER TABLE "{name}" DROP CONSTRAINT "pk_{name}" CASCADE; '
        f'INSERT INTO "{name}" SELECT * FROM "{name}" WHERE {some}'
    )
    for column in table.columns:
        if name == "journal_head" and column.name in LEASES:
            continue
        changed = OTHER[column.type.python_type].format(f'"{column.name}"')
        yield f'UPDATE "{name}" SET "{column.name}" = {changed} WHERE {some}'


def _found(conn: Connection, name: str, standing: EvidenceStanding, statement: str) -> str:
    """The first fault; tables that no chain holds are compared with what the seals said before."""
    if name in WHOLE or "TRUNCATE" in statement:
        return next(proving.faults(conn, LEDGER), "")
    return next(iter(standing.faults(conn, [name])), "")


@pytest.mark.slow
def test_nothing_is_changed_in_any_table_of_postgresql_without_being_found(owned: Storage) -> None:
    tried, silent = 0, []
    with as_owner(owned) as conn:
        assert list(proving.faults(conn, LEDGER)) == []
        standing = EvidenceStanding()
        assert seals.verify(conn, standing=standing) == []
        for name in schema.metadata.tables:
            there = conn.scalar(text(f'SELECT count(*) FROM "{name}"'))
            for statement in attacks(name) if there and name not in NOT_EVIDENCE else ():
                point = conn.begin_nested()
                try:
                    conn.execute(text(statement))
                    tried += 1
                    if not _found(conn, name, standing, statement):
                        silent.append(statement)
                except IntegrityError:  # a key that is taken already
                    pass
                except Exception as error:
                    silent.append(f"{statement}: {error!r}")
                point.rollback()
    assert silent == []
    assert tried > 250
    print(f"{tried} changes by SQL, each found")


def forged(conn: Connection) -> None:
    """Write every seal anew over what stands there now, and the evidence of the log and the book with it."""
    before = seals.NONE
    for seal, (groups, postings, lines), page in list(seals._walk(conn, before)):
        made = seals.following(before, groups, postings, lines, seal.names, (), page)
        conn.execute(update(schema.seal).where(schema.seal.c.number == seal.number).values(hash=made.hash))
        before = made


def test_who_writes_the_seals_anew_is_found_by_an_anchor_and_by_nothing_else(owned: Storage) -> None:
    with as_owner(owned) as conn:
        kept = proving.anchor(conn)
        conn.execute(text("UPDATE audit_log SET by = 'nobody' WHERE number = 2"))
        assert any("seal" in words for words in proving.faults(conn, LEDGER))
        forged(conn)
        assert list(proving.faults(conn, LEDGER)) == [], "to whoever has kept nothing it is whole"
        assert any("is another one here" in words for words in proving.missing(conn, kept))


def test_a_guard_that_was_dropped_or_put_to_sleep_is_named(owned: Storage) -> None:
    with as_owner(owned) as conn:
        assert list(proving.unguarded(conn)) == []
        conn.execute(text("DROP TRIGGER posting_append_only ON posting"))
        conn.execute(text("ALTER TABLE seal DISABLE TRIGGER seal_append_only"))
        said = list(proving.unguarded(conn))
        assert sorted(words.partition(" ")[0] for words in said if "has lost the guard" in words) == ["posting", "seal"]


SLEEPS = "BEFORE UPDATE OR DELETE OR TRUNCATE ON seal FOR EACH STATEMENT WHEN (false)"
BESIDE = {  # what stands between the program and its rows, and what is said of it
    "CREATE OR REPLACE FUNCTION croupier_append_only() RETURNS trigger LANGUAGE plpgsql "
    "AS $$BEGIN RETURN NULL; END$$": "posting has lost the guard",
    "DROP TRIGGER seal_append_only ON seal; "
    f"CREATE TRIGGER seal_append_only {SLEEPS} EXECUTE FUNCTION croupier_append_only()": "seal has lost the guard",
    "CREATE RULE hidden AS ON INSERT TO audit_log WHERE NEW.by = 'owner' DO INSTEAD NOTHING": "has the rule hidden",
    "ALTER TABLE command ENABLE ROW LEVEL SECURITY": "command has rows that are kept from readers",
    "CREATE TRIGGER more AFTER INSERT ON person FOR EACH ROW EXECUTE FUNCTION croupier_append_only()": (
        "person has the trigger more"
    ),
    "ALTER TABLE document_step RENAME TO kept; CREATE VIEW document_step AS SELECT * FROM kept": "has a view",
}


def test_what_stands_between_the_program_and_its_rows_is_named(owned: Storage) -> None:
    for statements, said in BESIDE.items():
        with as_owner(owned) as conn:
            for statement in statements.split("; ") if "$$" not in statements else [statements]:
                conn.execute(text(statement))
            assert any(said in words for words in proving.unguarded(conn)), (statements, list(proving.unguarded(conn)))


TAKEN_AWAY = {  # what the database kept by itself, and what is said once it does not
    "ALTER TABLE account DROP CONSTRAINT ck_account_least": "account has lost the rule ck_account_least",
    "ALTER TABLE account DROP CONSTRAINT ck_account_least; "
    "ALTER TABLE account ADD CONSTRAINT ck_account_least CHECK (true)": "account has lost the rule ck_account_least",
    "ALTER TABLE posting DROP CONSTRAINT pk_posting": "posting has lost its key",
    "ALTER TABLE document DROP CONSTRAINT uq_document_kind_property_number": "document has lost the rule",
    "ALTER TABLE jackpot DROP CONSTRAINT fk_jackpot_meter": "jackpot has lost the rule fk_jackpot_meter",
    "ALTER TABLE command ALTER COLUMN result DROP NOT NULL": "command takes other values in the column result",
    "DROP INDEX ix_audit_log_by_number": "audit_log has lost the index ix_audit_log_by_number",
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_audit_log_by_number'::regclass": "does not use",
    "DROP TABLE tip_tube": "the table tip_tube is gone",
    "ALTER TABLE person DROP COLUMN name CASCADE": "person has lost the column name",
    "ALTER TABLE checkpoint SET UNLOGGED": "checkpoint is not kept through a crash",
    "CREATE SCHEMA before; CREATE TABLE before.person_role AS SELECT * FROM person_role; "
    "SET LOCAL search_path = before, public": "person_role of another schema stands before",
    "UPDATE counter SET value = value + 3 WHERE name = 'audit-log'": "line of the log: ",
    "UPDATE counter SET value = 0 WHERE name IN (SELECT kind || ':' || property FROM document)": "the last is",
}


def test_what_the_database_kept_by_itself_and_no_longer_does_is_named(owned: Storage) -> None:
    with owned.reading() as conn:
        changed = foundations.changes(conn)
        assert foundations.lost(changed) == [] and list(foundations.faults(conn, changed)) == []
    for statements, said in TAKEN_AWAY.items():
        with owned.engine.connect() as conn:
            for statement in statements.split("; "):
                assert conn.execute(text(statement)).rowcount, statement
            changed = foundations.changes(conn)
            found = foundations.lost(changed) or list(foundations.faults(conn, changed))
            assert any(said in words for words in found), (statements, found)
            conn.rollback()


SUMS = "UPDATE account a SET balance = (SELECT coalesce(sum(cents), 0) FROM posting p WHERE p.account_id = a.id)"
TRIGGER = "EXECUTE FUNCTION croupier_append_only()"
HEAD = "(SELECT min(id) FROM journal_head WHERE number > 3)"
PAIR = "(SELECT max(g) FROM (SELECT group_number AS g FROM posting GROUP BY 1 HAVING count(*) = 2) AS pairs)"
LAST_SEAL = "(SELECT max(number) FROM seal)"
MADE_TO_FIT = {  # several changes at once, so that sums, numbers and heads agree with each other afterwards
    "the two sides of an entry change places": f"UPDATE posting SET cents = -cents WHERE group_number = {PAIR}; {SUMS}",
    "an entry goes to other accounts": "UPDATE posting p SET account_id = (SELECT max(account_id) + min(account_id) "
    f"FROM posting q WHERE q.group_number = p.group_number) - account_id WHERE group_number = {PAIR}; {SUMS}",
    "an entry of his own": "CREATE TABLE g AS SELECT * FROM ledger_group ORDER BY number DESC LIMIT 1; "
    "CREATE TABLE p AS SELECT * FROM posting WHERE group_number = (SELECT number FROM g); "
    "UPDATE g SET number = number + 1; UPDATE p SET group_number = group_number + 1; "
    "INSERT INTO ledger_group SELECT * FROM g; INSERT INTO posting SELECT * FROM p; "
    f"UPDATE counter SET value = value + 1 WHERE name = 'ledger'; {SUMS}",
    "a line of his own": "INSERT INTO audit_log (number, at_us, by, act, subject, outcome, reason) "
    "SELECT number + 1, at_us, by, act, subject, outcome, reason FROM audit_log ORDER BY number DESC LIMIT 1; "
    "UPDATE counter SET value = value + 1 WHERE name = 'audit-log'",
    "two lines change places": "UPDATE audit_log SET number = -1 WHERE number = 2; "
    "UPDATE audit_log SET number = 2 WHERE number = 3; UPDATE audit_log SET number = 3 WHERE number = -1",
    "two accounts change names": "CREATE TABLE n AS SELECT id, name FROM account WHERE id IN (1, 2); "
    "UPDATE account SET name = '!' || name WHERE id IN (1, 2); "
    "UPDATE account a SET name = n.name FROM n WHERE n.id = 3 - a.id AND a.id IN (1, 2)",
    "another one's password": "UPDATE person SET password = 'x' WHERE badge = (SELECT min(badge) FROM person)",
    "another role": "INSERT INTO person_role SELECT badge, 'manager-2', property FROM person_role LIMIT 1",
    "two journals change ends": "CREATE TABLE n AS SELECT id, number, hash FROM journal_head ORDER BY id LIMIT 2; "
    "UPDATE journal_head j SET number = n.number, hash = n.hash FROM n WHERE n.id <> j.id "
    "AND j.id IN (SELECT id FROM n)",
    "a journal under another name": "UPDATE journal_entry SET journal_id = journal_id || '9' "
    f"WHERE journal_id = {HEAD}; UPDATE journal_head SET id = id || '9' WHERE id = {HEAD}",
    "a journal cut short": f"UPDATE journal_head h SET number = number - 1, hash = (SELECT hash FROM journal_entry e "
    f"WHERE e.journal_id = h.id AND e.number = h.number - 1) WHERE id = {HEAD}; "
    f"DELETE FROM journal_entry e USING journal_head h WHERE e.journal_id = h.id AND e.number > h.number",
    "a journal gone": f"DELETE FROM journal_entry WHERE journal_id = {HEAD}; DELETE FROM checkpoint; "
    f"DELETE FROM journal_head WHERE id = {HEAD}",
    "all journals open again": "UPDATE journal_head SET closed_us = NULL WHERE closed_us IS NOT NULL",
    "another badge under all signatures": "UPDATE document_step SET by = 'nobody'",
    "a slip numbered anew": "UPDATE document SET number = number + 1 WHERE id = (SELECT max(id) FROM document); "
    "UPDATE counter SET value = value + 1 WHERE name = (SELECT kind || ':' || property FROM document "
    "ORDER BY id DESC LIMIT 1)",
    "the last seal cut off": f"DELETE FROM evidence WHERE seal = {LAST_SEAL}; "
    f"DELETE FROM seal WHERE number = {LAST_SEAL}; UPDATE counter SET value = value - 1 WHERE name = 'seal'",
    "seals that begin later": "DELETE FROM evidence WHERE seal < 10; DELETE FROM seal WHERE number < 10",
    "seals over nothing": "UPDATE evidence SET rows = ''",
    "rows in another table": "CREATE TABLE shadow () INHERITS (audit_log); "
    "INSERT INTO shadow SELECT * FROM ONLY audit_log WHERE number = 5; DELETE FROM ONLY audit_log WHERE number = 5",
    "a guard of one column": "DROP TRIGGER seal_append_only ON seal; CREATE TRIGGER "
    f"seal_append_only BEFORE UPDATE OF names OR DELETE OR TRUNCATE ON seal FOR EACH STATEMENT {TRIGGER}",
    "a guard against deleting alone": "DROP TRIGGER evidence_append_only ON evidence; "
    f"CREATE TRIGGER evidence_append_only BEFORE DELETE ON evidence FOR EACH STATEMENT {TRIGGER}",
    "a guard that comes after": "DROP TRIGGER evidence_append_only ON evidence; "
    f"CREATE TRIGGER evidence_append_only AFTER UPDATE OR DELETE OR TRUNCATE ON evidence FOR EACH STATEMENT {TRIGGER}",
    "a guard for copies": "ALTER TABLE posting ENABLE REPLICA TRIGGER posting_append_only",
    "no guard awake": "ALTER TABLE document_step DISABLE TRIGGER ALL",
    "rows kept from the program": "CREATE POLICY own ON audit_log USING (by <> 'x'); "
    "ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY; ALTER TABLE audit_log FORCE ROW LEVEL SECURITY",
    "another table under the name": "ALTER TABLE notice RENAME TO noticed; "
    "CREATE TABLE notice (LIKE noticed INCLUDING ALL)",
    "money in small numbers": "ALTER TABLE account ALTER COLUMN balance TYPE integer",
    "a key of some rows": "ALTER TABLE document DROP CONSTRAINT uq_document_kind_property_number; CREATE UNIQUE INDEX "
    "uq_document_kind_property_number ON document (kind, property, number) WHERE number < 0",
    "what is deleted takes more along": "ALTER TABLE jackpot DROP CONSTRAINT fk_jackpot_meter; ALTER TABLE jackpot ADD "
    "CONSTRAINT fk_jackpot_meter FOREIGN KEY (meter) REFERENCES meter (name) ON DELETE CASCADE",
    "a rule held late": "ALTER TABLE jackpot ALTER CONSTRAINT fk_jackpot_meter DEFERRABLE INITIALLY DEFERRED",
    "a rule that refuses a badge": "ALTER TABLE audit_log ADD CONSTRAINT own CHECK (by <> 'x')",
    "a rule that refuses the same twice": "CREATE UNIQUE INDEX own ON audit_log (number, by)",
    "a rule that refuses strangers": "ALTER TABLE notice ADD CONSTRAINT own FOREIGN KEY (raised_by) REFERENCES person "
    "(badge) NOT VALID",
}  # fmt: skip
FAR = 2**63 - 1
LOCKS, UNUSED = ("approval:x", "rule-draft:D-1"), ("fill:oneida", "poll:oneida", "jackpot:M", "promotion:NONE", "else")
MOVED = [  # series of numbers
    *(f"INSERT INTO counter VALUES ('{name}', {value})" for name in LOCKS for value in (FAR, -1)),
    *(f"INSERT INTO counter VALUES ('{name}', 4)" for name in (*UNUSED, "rule-draft", "balance-count")),
    *(f"DELETE FROM counter WHERE name = '{name}'" for name in ("audit-log", "seal", "ledger", "promotion:BEAT")),
    *(f"UPDATE counter SET value = {FAR} WHERE name = '{name}'" for name in ("audit-log", "seal", "promotion:BEAT")),
]


def _told(conn: Connection) -> list[str]:
    """What `croupier verify` says; the rules that `as_owner` took away by itself are left out."""
    return [words for words in told(conn) if " has lost the rule ck_" not in words]


def test_changes_that_are_made_to_fit_each_other_are_found(owned: Storage) -> None:
    with as_owner(owned) as conn:
        assert _told(conn) == []
        silent = []
        for name, statements in (*MADE_TO_FIT.items(), *((one, one) for one in MOVED)):
            point = conn.begin_nested()
            for statement in statements.split("; "):
                conn.execute(text(statement))
            if not _told(conn):
                silent.append(name)
            point.rollback()
    assert silent == []
    print(f"{len(MADE_TO_FIT) + len(MOVED)} changes that fit each other, each found")


def test_the_end_of_the_record_cut_off_whole_is_found_by_an_anchor_alone(owned: Storage) -> None:
    with as_owner(owned) as conn:
        kept = proving.anchor(conn)
        last = conn.execute(select(schema.seal).order_by(schema.seal.c.number.desc()).limit(1)).one()
        before = conn.execute(select(schema.seal).where(schema.seal.c.number == last.number - 1)).one()
        assert list(proving.missing(conn, kept)) == []
        conn.execute(text(f"DELETE FROM evidence WHERE seal = {last.number}"))
        conn.execute(text(f"DELETE FROM seal WHERE number = {last.number}"))
        conn.execute(text(f"DELETE FROM audit_log WHERE number > {before.log}"))
        conn.execute(text(f"UPDATE counter SET value = {before.number} WHERE name = 'seal'"))
        conn.execute(text(f"UPDATE counter SET value = {before.log} WHERE name = 'audit-log'"))
        assert any(f"seal {last.number} is not here" in words for words in proving.missing(conn, kept))


METER = {
    "property": "", "seed": 1, "to_meter_ppm": 1, "to_reserve_ppm": 1, "meter_rest_ppm": 0, "reserve_rest_ppm": 0,
    "active": 1,
}  # fmt: skip


def test_who_lets_the_program_write_over_what_he_changed_is_found_all_the_same(
    storage: Storage, writer: Writer
) -> None:
    """Each row stands as it was sealed last, so only how the program found it tells: no anchor is needed for it."""
    meter = schema.meter

    def added(tx: Tx, *names: str) -> None:
        for name in names:
            tx.conn.execute(insert(meter).values(name=name, **METER))
            tx.conn.execute(update(meter).where(meter.c.name == name).values(active=0))
            tx.conn.execute(update(meter).where(meter.c.name == name).values(active=1))

    def wager(tx: Tx) -> None:
        tx.conn.execute(update(meter).where(meter.c.name != "gone").values(meter_rest_ppm=meter.c.meter_rest_ppm + 1))

    def found() -> list[str]:
        with storage.snapshot() as conn:
            standing = EvidenceStanding()
            return seals.verify(conn, standing=standing) or standing.faults(conn)

    writer.run(lambda tx: added(tx, "kept", "raised", "gone"))
    writer.run(wager)
    assert found() == []
    with storage.engine.begin() as conn:
        conn.execute(text("UPDATE meter SET seed = 1000000 WHERE name = 'raised'"))
        conn.execute(text("DELETE FROM meter WHERE name = 'gone'"))
        conn.execute(insert(meter).values(name="own", **METER))
    assert len(found()) == 3
    writer.run(wager)
    writer.run(lambda tx: added(tx, "gone"))
    assert found() == [
        "meter own was put in past the program before seal 3",
        "meter raised was changed past the program before seal 3",
        "meter gone was taken away past the program before seal 4",
    ]


def test_entries_that_somebody_hung_onto_a_journal_are_found_before_and_after_the_program_goes_on(
    storage: Storage, writer: Writer
) -> None:
    """They are chained as they should be, and the head names the last of them."""

    def gone_on(tx: Tx) -> None:
        head = journals.head(tx.conn, "E-1.1")
        journals.append(tx, "E-1.1", [journals.linked(head.hash, head.number + 1, "Betting", b"{}", 1)])

    def found() -> list[str]:
        with storage.snapshot() as conn:
            standing = EvidenceStanding()
            return seals.verify(conn, standing=standing) or standing.faults(conn)

    writer.run(lambda tx: journals.create(tx, "E-1.1", "E-1", 1))
    writer.run(gone_on)
    writer.run(gone_on)
    assert found() == []
    with storage.engine.begin() as conn:
        head = journals.head(conn, "E-1.1")
        own = journals.linked(head.hash, 3, "Betting", b"{}", 1)
        row = {"kind": own.kind, "payload": b"{}", "prev": bytes.fromhex(own.prev), "hash": bytes.fromhex(own.hash)}
        conn.execute(insert(schema.journal_entry).values(journal_id="E-1.1", number=3, at_us=1, **row))
        conn.execute(update(schema.journal_head).values(number=3, hash=row["hash"]))
    assert found() == ["journal E-1.1 goes on to entry 3; the seals take it to 2"]
    writer.run(gone_on)
    assert found() == ["journal E-1.1 had reached entry 2; at seal 4 it went on from entry 3"]
