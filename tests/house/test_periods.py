"""Gaming periods handed out: whole by themselves, held to anchors, joined to each other, and changed in vain."""

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from croupier.house.anchors import codes, signed
from croupier.house.periods import bundle
from croupier.house.proving import anchor
from croupier.house.record import schema
from croupier.house.record.clock import DAY_US, HOUR_US, HandClock

from .conftest import CHEAP
from .houses import Floor
from .test_backups import changed, run


class Two:
    """A house after two gaming days, with an anchor from the end of each, and both days handed out."""

    def __init__(self, folder: Path, empty: Path) -> None:
        self.folder, self.record = folder, folder / "house.db"
        self.record.write_bytes(empty.read_bytes())
        self.key = folder / "house.key"
        self.public = signed.new_key(self.key)
        self.codes: list[str] = []
        self.orders: list[bytes] = []
        asyncio.run(self._days())
        for day in (1, 2):
            code, said = self.export(f"day{day}", f"2020-01-0{day}", f"2020-01-0{day}")
            assert code == 0, said

    async def _days(self) -> None:
        clock = HandClock()
        clock.advance(6 * HOUR_US)
        floor = Floor(f"sqlite:///{self.record}", clock, hasher=CHEAP)
        floor.staff()
        await floor.electronic()
        await floor.by_hand()
        await floor.sit("E-1", "player-1", 1)
        for day in (1, 2):
            await floor.play("E-1", 4)
            await floor.fill("D-1")
            with floor.storage.reading() as conn:
                kept = anchor(conn)
            (self.folder / f"{day}.anchor").write_bytes(msgspec.json.encode(kept))
            self.codes.append(codes.code_of(kept))
            clock.advance(DAY_US)
        with floor.storage.reading() as conn:
            self.orders = [bytes(order) for order in conn.scalars(select(schema.vault.c.order))]
            self.hashes = [str(one) for one in conn.scalars(select(schema.person.c.password))]
        await floor.house.stop()
        floor.storage.close()

    def export(self, name: str, first: str, last: str) -> tuple[int, str]:
        given = ("--from", first, "--to", last, "--database", self.record, "--key", self.key)
        return run("export", self.folder / name, *given)

    def verify(self, name: str, *more: object) -> tuple[int, str]:
        return run("verify", "--database", self.folder / name, *more)


@pytest.fixture(scope="module")
def two(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Two:
    return Two(tmp_path_factory.mktemp("periods"), migrated_file)


def test_each_day_is_proved_by_itself_and_follows_the_one_before(two: Two) -> None:
    periods = []
    for day in (1, 2):
        code, said = two.verify(f"day{day}", "--public-key", two.public)
        assert code == 0 and "The period is whole" in said and "Signed by" in said, said
        with bundle.opened(two.folder / f"day{day}") as conn:
            periods.append(bundle.read(conn)[0])
    assert periods[0].opening.number == 0 and periods[0].closing == periods[1].opening
    assert periods[0].balances == {} and sum(periods[1].balances.values()) == 0 != len(periods[1].balances)
    assert (two.folder / "day1").stat().st_mode & 0o777 == 0o600
    assert two.export("both", "2020-01-01", "2020-01-02")[0] == 0 == two.verify("both")[0]
    with bundle.opened(two.folder / "day2") as conn:
        assert conn.scalar(select(schema.document_step.c.by).limit(1)) is not None
        entries = conn.execute(select(schema.journal_entry.c.number)).scalars().all()
        assert 1 in entries, "journals are whole from their opening: they can be replayed"


def test_nothing_that_is_secret_leaves_the_house(two: Two) -> None:
    content = (two.folder / "day1").read_bytes() + (two.folder / "day2").read_bytes()
    assert two.orders and two.hashes
    for secret in (*two.orders, *(one.encode() for one in two.hashes if one)):
        assert secret not in content


def test_anchors_and_codes_from_within_prove_it(two: Two) -> None:
    for day in (1, 2):
        code, said = two.verify(f"day{day}", "--anchor", two.folder / f"{day}.anchor")
        assert code == 0 and "holds what the anchor names" in said, said
        assert two.verify(f"day{day}", "--code", two.codes[day - 1])[0] == 0
    code, said = two.verify("day1", "--anchor", two.folder / "2.anchor")
    assert code == 1 and "of another period" in said
    assert two.verify("day1", "--code", two.codes[1])[0] == 1
    other = two.folder / "other.key"
    code, said = two.verify("day1", "--public-key", signed.new_key(other))
    assert code != 0 and "none of the house's" in said


def test_a_key_is_vouched_for_by_those_before_it(two: Two, tmp_path: Path) -> None:
    last, keys = two.key, [two.public]
    for name in ("second", "third"):
        made = tmp_path / f"{name}.key"
        given = ("--new-key", "--key", made, "--follows", last, "--folder", tmp_path, "--database", two.record)
        code, said = run("anchor", *given)
        assert code == 0, said
        last = made
        keys.append(run("anchor", "--key", made, "--public", "--database", two.record)[1])
    (anchored,) = {path for path in tmp_path.glob("anchor-*.json") if keys[2] in path.read_text()}
    given = ("--from", "2020-01-01", "--to", "2020-01-01", "--database", two.record, "--key", last)
    assert run("export", tmp_path / "period", *given)[0] == 0
    for held in (("--database", tmp_path / "period"), ("--database", two.record, "--anchor", anchored)):
        for key in keys:
            assert run("verify", *held, "--public-key", key)[0] == 0, "by the first, and by every one since"
    content = anchored.read_text().replace(keys[1], keys[0].replace("0", "1"))
    anchored.write_text(content)
    code, said = run("verify", "--database", two.record, "--anchor", anchored, "--public-key", keys[0])
    assert code != 0 and "none of the house's" in said
    assert "--new-key, too" in run("anchor", "--key", last, "--follows", two.key, "--database", two.record)[1]


CHANGES = (
    "UPDATE posting SET cents = cents + 1 WHERE line = 1 AND group_number = (SELECT max(group_number) FROM posting)",
    "UPDATE ledger_group SET memo = 'another' WHERE number = (SELECT max(number) FROM ledger_group)",
    "DELETE FROM ledger_group WHERE number = (SELECT max(number) FROM ledger_group)",
    "UPDATE account SET name = 'patron:another' WHERE id = (SELECT max(account_id) FROM posting)",
    "UPDATE audit_log SET by = 'another' WHERE number = (SELECT min(number) FROM audit_log)",
    "DELETE FROM audit_log WHERE number = (SELECT max(number) FROM audit_log)",
    "UPDATE journal_entry SET payload = CAST(replace(payload, '1', '2') AS BLOB) WHERE number = 3",
    "DELETE FROM journal_entry WHERE number = (SELECT max(number) FROM journal_entry)",
    "DELETE FROM journal_head",
    "UPDATE document_step SET by = 'another'",
    "DELETE FROM document_step WHERE line = 1",
    "UPDATE document SET state = 'void'",
    "INSERT INTO notice VALUES ('n', 'D-1', 'call', 'x', '', 0, 'x', NULL, '')",
    "UPDATE round_played SET staked = staked + 1",
    "UPDATE kept_rulebook SET text = 'another'",
    "UPDATE seal SET hash = zeroblob(32) WHERE number = (SELECT max(number) FROM seal)",
    "DELETE FROM seal WHERE number = (SELECT max(number) FROM seal)",
    "DELETE FROM evidence WHERE seal = (SELECT max(seal) FROM evidence)",
    "UPDATE exported SET content = CAST(replace(content, '2020-01-02', '2020-01-03') AS BLOB) WHERE name = 'period'",
    'UPDATE exported SET content = CAST(replace(content, \'"later":{\', \'"later":{"x":1,\') AS BLOB)',
    "DELETE FROM exported WHERE name = 'period'",
)


def test_whoever_changes_a_bundle_is_found_out(two: Two, tmp_path: Path) -> None:
    path = tmp_path / "changed"
    for change in CHANGES:
        shutil.copy(two.folder / "day2", path)
        with closing(sqlite3.connect(path)) as conn:
            assert conn.execute(change).rowcount, f"it changes something: {change}"
            conn.commit()
        code, said = run("verify", "--database", path, "--public-key", two.public)
        assert code != 0 and re.search("not what it was|does not hold|does not say", said), f"{change}: {said}"


def test_what_proves_nothing_may_go_and_the_record_is_proved_as_before(two: Two, tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    shutil.copy(two.record, path)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("INSERT INTO sign_in_failure VALUES ('g', 'cage-1', 1)")
        conn.execute("INSERT INTO session VALUES (x'00', 'cage-1', 'browser', 'old', 1, 1, 2, NULL)")
        conn.commit()
    code, said = run("prune", "--before", "2020-01-02", "--database", path)
    assert code == 0 and "1 sessions, 1 wrong guesses" in said, said
    assert run("verify", "--database", path, "--anchor", two.folder / "2.anchor")[0] == 0
    with closing(sqlite3.connect(path)) as conn:
        (reason,) = conn.execute("SELECT reason FROM audit_log ORDER BY number DESC LIMIT 1").fetchone()
    assert reason.startswith("from before 2020-01-02: 1 sessions")
    assert "has not begun" in run("prune", "--before", "2199-01-01", "--database", path)[1]


def test_what_can_not_be_handed_out_is_said(two: Two, tmp_path: Path) -> None:
    for first, last, words in (
        ("2020-01-02", "2020-01-01", "begins on"),
        ("2019-01-01", "2019-01-02", "Nothing is on record"),
        ("tomorrow", "2020-01-01", "takes a day such as"),
    ):
        code, said = two.export("none", first, last)
        assert code != 0 and words in said and not (two.folder / "none").exists(), said
    assert "never overwrites" in two.export("day1", "2020-01-01", "2020-01-01")[1]
    path = tmp_path / "house.db"
    shutil.copy(two.record, path)
    changed(path, "UPDATE document_step SET by = 'another' WHERE line = 1")  # forged before it is handed out
    forged = run("export", tmp_path / "forged", "--from", "2020-01-01", "--to", "2020-01-02", "--database", path)
    assert forged[0] != 0 and "was changed" in forged[1] and not (tmp_path / "forged").exists()
