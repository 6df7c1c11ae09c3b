"""Acts of poker tournaments from before they were entries of the journal: carried over, and proved as they were."""

from pathlib import Path

import msgspec
import pytest
from alembic import command as alembic
from sqlalchemy import select, text

from croupier.house import proving
from croupier.house.record import journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage, alembic_config, stored_bytes
from croupier.house.record.ledger import Ledger
from croupier.house.tournaments.poker import store

from . import looking

ACTS = text("SELECT tournament, number, by, payload, hash FROM poker_tournament_act ORDER BY tournament, number")


@pytest.fixture
def night(tmp_path: Path) -> Storage:
    storage = Storage.file(looking.unpacked(looking.NIGHT, tmp_path))
    storage.migrate("0020")
    return storage


def _faults(storage: Storage) -> list[str]:
    with storage.reading() as conn:
        return list(proving.faults(conn, Ledger(Sources())))


def _anchor_of_before(storage: Storage) -> proving.Anchor:
    """As a program of before wrote it: tournaments by the hash of their own chain."""
    with storage.reading() as conn:
        found = proving.anchor(conn)
        rows = conn.execute(text("SELECT id, acts, hash FROM poker_tournament ORDER BY id"))
        heads = [{"id": name, "number": acts, "hash": stored_bytes(last).hex()} for name, acts, last in rows]
    return msgspec.convert({**msgspec.to_builtins(found), "tournaments": heads}, proving.Anchor)


def test_every_act_is_an_entry_and_what_was_sealed_or_anchored_is_proved(night: Storage) -> None:
    anchor = _anchor_of_before(night)
    assert sum(head.number for head in anchor.tournaments) > 100
    with night.reading() as conn:
        before = conn.execute(ACTS).all()
    night.migrate()
    assert _faults(night) == []
    with night.reading() as conn:
        assert list(proving.missing(conn, anchor)) == []
        assert conn.execute(ACTS).all() == before, "the rows stay as evidence"
        carried = [(e.id, line) for e in store.all_of(conn) for line in store.journal(conn, e.id)]
        assert [(name, line.number, line.by, line.payload) for name, line in carried] == [
            (name, number, by, stored_bytes(payload)) for name, number, by, payload, _ in before
        ]
        log = schema.audit_log.c
        (said,) = conn.scalars(select(log.reason).where(log.act == "record.carry"))
        assert said.startswith(f"{len(before)} acts of {len(anchor.tournaments)} tournaments")
        now = proving.anchor(conn)
        assert {head.id for head in now.tournaments} == {head.id for head in anchor.tournaments}
        assert list(proving.missing(conn, now)) == []


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ("UPDATE poker_tournament_act SET by = 'nobody' WHERE tournament = 'BIG' AND number = 3", "as it was sealed"),
        ("UPDATE poker_tournament SET hash = zeroblob(32) WHERE id = 'BIG'", "as it was sealed"),
        ("DELETE FROM poker_tournament_act WHERE tournament = 'OVER' AND number > 9", "is gone"),
    ],
)
def test_whoever_changes_the_acts_of_before_is_found(night: Storage, changed: str, found: str) -> None:
    anchor = _anchor_of_before(night)
    night.migrate()
    with night.writing() as conn:
        for verb in ("update", "delete"):
            conn.execute(text(f"DROP TRIGGER poker_tournament_act_no_{verb}"))
        conn.execute(text(changed))
    wrong = _faults(night)
    assert any(found in words for words in wrong), wrong
    assert any("carried into the journal" in words for words in wrong), wrong
    with night.reading() as conn:
        assert bool(list(proving.missing(conn, anchor))) == changed.startswith("DELETE")


def test_the_acts_of_before_are_added_to_by_nobody(night: Storage) -> None:
    night.migrate()
    with pytest.raises(Exception, match="append-only"), night.writing() as conn:
        conn.execute(text("DELETE FROM poker_tournament_act"))


def test_going_back_gives_the_acts_to_where_they_were_and_coming_again_carries_them(night: Storage) -> None:
    with night.reading() as conn:
        before, heads = conn.execute(ACTS).all(), looking.heads(conn)
    night.migrate()
    with night.reading() as conn:
        carried = journals.head(conn, store.journal_of("BIG"))
    with night.writing() as conn:
        conn.execute(text("DROP TRIGGER poker_tournament_act_no_delete"))
        conn.execute(text("DELETE FROM poker_tournament_act WHERE tournament = 'BIG' AND number > 50"))
        last = conn.scalar(text("SELECT hash FROM poker_tournament_act WHERE tournament = 'BIG' AND number = 50"))
        conn.execute(text("UPDATE poker_tournament SET acts = 50, hash = :last WHERE id = 'BIG'"), {"last": last})
        conn.execute(
            text(
                "CREATE TRIGGER poker_tournament_act_no_delete BEFORE DELETE ON poker_tournament_act "
                "BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
        )
        alembic.downgrade(alembic_config(conn), "0020")
    with night.reading() as conn:
        assert conn.execute(ACTS).all() == before, "those that only the journal had are written back"
        assert looking.heads(conn) == heads
    night.migrate()
    with night.reading() as conn:
        assert journals.head(conn, store.journal_of("BIG")) == carried
