"""Anchors that the house signs and hands out: nobody rewrites the record past them, its owner neither."""

import asyncio
import http.server
import json
import os
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, delete, select, text, update

from croupier.house import proving
from croupier.house.anchors import codes, handing_out, signed
from croupier.house.house import House
from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US, HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.ledger import Ledger
from croupier.house.record.sealing import evidence, seals, touches
from croupier.house.record.writer import Tx

from .command_line import croupier as run
from .conftest import CHEAP
from .houses import Floor
from .houses import run as on_floor

FOREVER = 10 * 365 * 24 * HOUR_US


class Posted(http.server.BaseHTTPRequestHandler):
    """A web hook, and a time stamp authority that openssl answers for."""

    got: list[bytes] = []
    folder: Path

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        if self.path != "/stamp":
            self.got.append(body)
            return
        (self.folder / "asked").write_bytes(body)
        openssl(self.folder, "ts -reply -queryfile asked -config ts.cnf -out answered")
        self.wfile.write((self.folder / "answered").read_bytes())

    def log_message(self, format: str, *args: Any) -> None:
        pass


def openssl(folder: Path, words: str) -> None:
    done = subprocess.run(["openssl", *words.split()], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


CONFIG = """
[tsa]
default_tsa = here
[here]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
"""


@contextmanager
def outside(folder: Path) -> Iterator[str]:
    """Somebody outside the house: its address."""
    folder.mkdir()
    (folder / "ts.cnf").write_text(CONFIG)
    (folder / "serial").write_text("01\n")
    (folder / "purpose").write_text("extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n")
    made = "req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=Authority -keyout ca.key -out ca.pem"
    openssl(folder, made)
    openssl(folder, "req -newkey rsa:2048 -nodes -subj /CN=Stamps -keyout tsa.key -out tsa.csr")
    openssl(
        folder,
        "x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile purpose -out tsa.pem",
    )
    handler = type("Here", (Posted,), {"folder": folder, "got": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def opened(url: str) -> None:
    """A house with a round played, so that there is something to rewrite."""
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        for table_id in ("E-1", "E-2"):
            await floor.electronic(table_id)
            await floor.sit(table_id, f"player-{table_id[-1]}", 1)
            await floor.play(table_id, 2)

    on_floor(scenario, floor)


def without_a_journal(storage: Storage, tx: Tx) -> None:
    """A journal goes whole, with its rounds, from a database whose owner has dropped its guards."""
    gone = tx.conn.scalar(select(schema.journal_head.c.id).order_by(schema.journal_head.c.id).limit(1))
    for table in schema.metadata.sorted_tables[::-1]:
        for column in table.columns:
            if column.name in ("journal_id", "journal") and table.name not in ("ledger_group",):
                tx.conn.execute(delete(table).where(column == gone))
    tx.conn.execute(delete(schema.journal_head).where(schema.journal_head.c.id == gone))


def with_another_past(storage: Storage, tx: Tx) -> None:
    tx.conn.execute(update(schema.audit_log).where(schema.audit_log.c.number == 2).values(reason="nothing"))


def resealed(url: str, forge: Any) -> None:
    """The owner of the database rewrites what he likes, then every seal from the first on, and puts its guards back."""
    storage = Storage(url)
    guards: list[str] = []
    with storage.engine.connect() as conn:
        if storage.is_sqlite:
            conn.exec_driver_sql("COMMIT")
            conn.exec_driver_sql("PRAGMA foreign_keys=OFF")
            for name, made in conn.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all():
                conn.exec_driver_sql(f"DROP TRIGGER {name}")
                guards.append(made)
            conn.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            conn.execute(text("SET session_replication_role = replica"))
        tx = Tx(storage, conn)
        forge(storage, tx)
        conn.info.pop(touches.INFO, None)
        last = seals.last(conn)
        conn.execute(delete(schema.evidence))
        conn.execute(delete(schema.seal))
        _seal_anew(storage, conn, last.number)
        for made in guards:
            conn.exec_driver_sql(made)
        conn.exec_driver_sql("COMMIT") if storage.is_sqlite else conn.commit()
    storage.close()


def _seal_anew(storage: Storage, conn: Any, upto: int) -> None:
    """One seal over all of the book and the log, the rest over nothing: as many as there were."""
    groups = [tuple(row) for row in conn.execute(select(schema.ledger_group))]
    named = {row.id: row.name for row in conn.execute(select(schema.account))}
    postings = [(*tuple(row), named[row.account_id]) for row in conn.execute(select(schema.posting))]
    lines = [tuple(row) for row in conn.execute(select(schema.audit_log))]
    pages = list(evidence.everything(conn))
    seal = seals.NONE
    for number in range(1, upto + 1):
        page = pages.pop(0) if pages else evidence.NOTHING
        first = (groups, postings, lines) if number == 1 else ((), (), ())
        seal = seals.following(seal, *first, names=0, page=page)
        storage.insert_rows(conn, schema.seal, [(seal.number, seal.ledger, seal.log, seal.hash, seal.names)])
        storage.insert_rows(conn, schema.evidence, [(seal.number, page)])
    assert not pages, "there are seals enough"


@pytest.mark.parametrize("forge", [with_another_past, without_a_journal])
def test_who_rewrites_everything_and_seals_it_again_is_held_to_an_anchor(url: str, tmp_path: Path, forge: Any) -> None:
    opened(url)
    key, folder = tmp_path / "house.key", tmp_path / "kept"
    code, said = run("anchor", "--database", url, "--key", key, "--new-key", "--folder", folder)
    assert code == 0, said
    (anchor,) = folder.glob("*.json")
    printed = codes.code_of(msgspec.json.decode(anchor.read_bytes(), type=signed.Signed).anchor)
    public = run("anchor", "--key", key, "--public")[1]
    assert run("verify", "--database", url, "--anchor", anchor, "--public-key", public)[0] == 0
    code, said = run("verify", "--database", url, "--code", printed)
    assert code == 0 and "as the code names it" in said
    resealed(url, forge)
    code, said = run("verify", "--database", url)
    assert code == 0, f"sealed anew, the record says nothing against itself: {said}"
    for against in (("--anchor", anchor, "--public-key", public), ("--code", printed)):
        code, said = run("verify", "--database", url, *against)
        assert code == 1 and "is another one here" in said, said


@contextmanager
def as_owner(storage: Storage) -> Iterator[Connection]:
    """A transaction in which no guard holds whoever owns the database; undone at its end."""
    with storage.engine.connect() as conn:
        if storage.is_sqlite:
            for name in conn.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
                conn.exec_driver_sql(f"DROP TRIGGER {name}")
        else:
            conn.execute(text("SET session_replication_role = replica"))
        yield conn
        conn.rollback()


BEFORE = {  # what is changed before the anchor, and what a look from the anchor on says of it
    "UPDATE seal SET hash = substr(hash, 2) WHERE number = {seal}": "is another one here",
    "UPDATE journal_entry SET hash = substr(hash, 2) WHERE journal_id = '{journal}' AND number = {entry}": "is another",
    "DELETE FROM journal_entry WHERE journal_id = '{journal}' AND number >= {entry}": "does not reach entry",
    "UPDATE person SET role = 'manager' WHERE badge = 'player-1'": "person player-1 is not as it was sealed",
    "UPDATE posting SET cents = cents + 1 WHERE group_number = 1": "group 1 does not sum to zero",
    "UPDATE account SET balance = balance + 1 WHERE id = 1": "the balances sum to",
    "DELETE FROM evidence WHERE seal = (SELECT min(seal) FROM evidence WHERE seal > 1)": "was never sealed",
}
ONLY_WHOLE = {  # what waits for a whole walk
    "UPDATE audit_log SET reason = 'nothing' WHERE number = 2": "is broken",
    "UPDATE journal_entry SET payload = hash WHERE journal_id = '{journal}' AND number = 2": "does not match its hash",
    "UPDATE command SET by = 'nobody' WHERE act = 'Sit E-2'": "is not as it was sealed",
}
AFTER = {
    "UPDATE seal SET hash = substr(hash, 2) WHERE number = {seal} + 1": "is broken",
    "UPDATE journal_entry SET payload = hash WHERE journal_id = '{journal}' AND number = {entry} + 1": "its hash",
    "UPDATE ledger_group SET by = 'nobody' WHERE number = {groups} + 1": "is broken",
    "UPDATE command SET by = 'nobody' WHERE at_us = (SELECT max(at_us) FROM command)": "is not as it was sealed",
    "DELETE FROM round_played WHERE at_us = (SELECT max(at_us) FROM round_played)": "is gone",
    "DELETE FROM seal WHERE number > {seal}": "the seals end at",
}


def test_a_look_from_an_anchor_on_walks_what_came_after_and_holds_what_came_before_to_it(
    url: str, tmp_path: Path
) -> None:
    opened(url)
    monday, tuesday = tmp_path / "monday.anchor", tmp_path / "tuesday.anchor"
    assert run("verify", "--database", url, "--write", monday)[0] == 0
    code, said = run("verify", "--database", url, "--since", monday)
    assert code == 0 and "(0 seals, 0 entries)" in said, said

    async def play_on(floor: Floor) -> None:
        await floor.play("E-1", 2)

    on_floor(play_on, Floor(url, seed="later", hasher=CHEAP))
    code, said = run("verify", "--database", url, "--since", monday, "--write", tuesday)
    assert code == 0 and "What came after the anchor is whole" in said and "(0 seals" not in said, said
    code, said = run("verify", "--database", url, "--since", monday, "--full")
    assert code == 0 and "The record is whole" in said and "as the anchor names it" in said, said
    assert "give one of --since and --anchor" in run("verify", "--since", monday, "--anchor", tuesday)[1]
    kept = msgspec.json.decode(monday.read_bytes(), type=proving.Anchor)
    (head,) = (one for one in kept.journals if one.id.startswith("E-1"))
    about = {"seal": kept.seal, "groups": kept.groups, "journal": head.id, "entry": head.number}
    storage, ledger = Storage(url), Ledger(Sources())
    with storage.snapshot() as conn:
        walked: list[tuple[str, int, int]] = []
        assert list(proving.faults(conn, ledger, lambda *far: walked.append(far), since=kept)) == []
        entries = proving.anchor(conn).entries - kept.entries
        assert walked[-1] == ("entries", entries, entries), "nothing before the anchor was walked"
    for statement, found in (BEFORE | AFTER | ONLY_WHOLE).items():
        with as_owner(storage) as conn:
            assert conn.execute(text(statement.format(**about))).rowcount, statement
            since = " ".join(proving.faults(conn, ledger, since=kept))
            assert (found in since) == (statement not in ONLY_WHOLE), (statement, since)
            whole = " ".join([*proving.faults(conn, ledger), *proving.missing(conn, kept)])
            assert found in whole if statement in ONLY_WHOLE else whole, (statement, whole)
    storage.close()


def test_an_anchor_is_proved_by_its_signature_and_its_time_stamp(migrated_file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    (tmp_path / "house.db").write_bytes(migrated_file.read_bytes())
    opened(url)
    key, other, folder = tmp_path / "house.key", tmp_path / "other.key", tmp_path / "kept"
    signed.new_key(key)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    with pytest.raises(signed.NoKey, match="never overwritten"):
        signed.new_key(key)
    foreign = signed.new_key(other)
    with outside(tmp_path / "outside") as address:
        words = ("--folder", folder, "--hook", f"{address}/hook", "--authority", f"{address}/stamp")
        code, said = run("anchor", "--database", url, "--key", key, *words)
        assert code == 0 and "Public key" in said, said
    (file,) = folder.glob("*.json")
    assert codes.code_of(signed.read(file.read_bytes()).anchor) in file.with_suffix(".txt").read_text()  # type: ignore[union-attr]
    proved = ("verify", "--database", url, "--anchor", file, "--authorities", tmp_path / "outside" / "ca.pem")
    code, said = run(*proved)
    assert code == 0 and "by its time stamp." in said and "compare that" in said, said
    code, said = run(*proved, "--public-key", foreign)
    assert code != 0 and "none of the house's" in said
    _changed(file, tmp_path, url)
    openssl(tmp_path, "req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=Another -keyout x.key -out x.pem")
    code, said = run("verify", "--database", url, "--anchor", file, "--authorities", tmp_path / "x.pem")
    assert code != 0 and "vouches" in said


def _changed(file: Path, folder: Path, url: str) -> None:
    """Whoever changes an anchor is refused, whatever he changes of it; formatted otherwise it is the same one."""
    found = json.loads(file.read_bytes())
    other = folder / "other.json"
    other.write_text(json.dumps(found))
    assert run("verify", "--database", url, "--anchor", other)[0] == 0
    for change in ({"anchor": found["anchor"] | {"seal": 1}}, {"signature": "00" * 64}, {"public_key": "11" * 32}):
        other.write_text(json.dumps(found | change))
        code, said = run("verify", "--database", url, "--anchor", other)
        assert code != 0 and "changed after it was signed" in said, said
    other.write_text("{}")
    assert "is no anchor" in run("verify", "--database", url, "--anchor", other)[1]


def test_a_code_is_read_as_people_copy_it_and_a_slip_of_the_pen_is_told() -> None:
    text_ = codes.coded(1234, "9f" * 32)
    assert codes.read(text_) == codes.read(text_.lower().replace(" ", "-").replace("0", "O"))
    number, letters = codes.read(text_)
    assert number == 1234
    wrong = text_[:-1] + ("A" if text_[-1] != "A" else "B")
    for slip in (wrong, text_[:-2], "", "x", text_.replace("1234", "1235"), text_.replace(letters[3], "*", 1)):
        with pytest.raises(codes.NoCode):
            codes.read(slip)


def test_the_house_hands_out_anchors_at_its_period_and_tells_when_it_cannot(
    migrated_file: Path, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    (tmp_path / "house.db").write_bytes(migrated_file.read_bytes())
    opened(url)
    key, folder = tmp_path / "house.key", tmp_path / "kept"
    signed.new_key(key)
    clock = HandClock(HandClock().now_us + FOREVER)

    async def scenario() -> None:
        house = House(Storage(url), Sources.seeded("anchors", clock), CHEAP)
        period = handing_out.Period(house, handing_out.Ways(key=key, folder=folder), every_hours=6)
        first = await period.look()
        assert first is not None and await period.look() is None
        clock.advance(5 * HOUR_US)
        assert await period.look() is None
        clock.advance(HOUR_US)
        assert await handing_out.Period(house, handing_out.Ways(key=key, folder=folder), 6).look() is not None
        assert len(list(folder.glob("*.json"))) == 2, "and no half-written one beside them"
        clock.advance(6 * HOUR_US)
        refused = handing_out.Ways(key=key, folder=folder, authority="http://127.0.0.1:9/")
        assert await handing_out.Period(house, refused, 6).look() is None
        assert _told(house) == [handing_out.NOTICE]
        assert await period.look() is not None
        assert _told(house) == []
        await house.stop()
        house.storage.close()

    asyncio.run(scenario())
    assert not [name for name in os.listdir(folder) if name.endswith(".part")]


def _told(house: House) -> list[str]:
    with house.storage.reading() as conn:
        return [notice.kind for notice in house.notices.waiting(conn)]
