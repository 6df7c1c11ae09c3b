"""The rulebook that a journal was opened under is kept in the record: a package brought up to date strands nobody."""

import hashlib
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete, select

from croupier.house.poker_room.table.replay import replay as replay_hand
from croupier.house.record import kept_books, schema
from croupier.house.record.faults import LISTS, POKER_TABLE, TABLE, OutOfOrder
from croupier.house.replays import Replays
from croupier.rounds import acts
from croupier.rulebook import Posting, Rulebook, library, rulebook

from .broken import KINDS, SUBJECT, Whole, fresh_shelf, no_rulebook, unguarded
from .conftest import CHEAP
from .houses import HOUSE, run
from .poker_events import NAME
from .rooms import TABLE as CASH


@pytest.fixture
def whole(url: str) -> Whole:
    return Whole(url, hasher=CHEAP)


def changed_on_shelf(floor: Whole, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has another text than the one that everything was opened under."""
    load = library._load

    def other(path: Path) -> Rulebook:
        return msgspec.structs.replace(load(path), digest="0" * 64, wagers={}, settings={})

    monkeypatch.setattr(library, "_load", other)
    fresh_shelf()


UPGRADES = {"changed": changed_on_shelf, "gone": no_rulebook}


async def goes_on(floor: Whole, kind: str) -> None:
    if kind == TABLE:
        await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "pair-plus", 10_00))
        await floor.house.close_wagers("E-1")
    elif kind == POKER_TABLE:
        await floor.turn("fold")
    elif kind == LISTS:
        assert await floor.waiting() == ["player-7"]
    else:
        supervisor = floor.person("supervisor-1")
        await floor.events.withdraw(supervisor, NAME, "player-8")
        assert list((await floor.events.live(NAME)).game.players) == ["player-9"]


@pytest.mark.parametrize("upgrade", UPGRADES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_open_goes_on_by_the_rules_it_opened_under(
    whole: Whole, kind: str, upgrade: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(floor: Whole) -> None:
        await floor.furnish()
        UPGRADES[upgrade](floor, kind, monkeypatch)
        await floor.reread()
        await goes_on(floor, kind)
        await floor.reread()
        await floor.house.faults.closers[kind].look(SUBJECT[kind])
        assert floor.house.faults.all() == []

    run(scenario, whole)
    fresh_shelf()


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_from_before_has_the_shelf_alone(whole: Whole, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(floor: Whole) -> None:
        await floor.furnish()
        with floor.storage.writing() as conn:
            for table in (schema.journal_rulebook, schema.kept_rulebook):
                unguarded(floor.storage, table, conn)
                conn.execute(delete(table))
        await floor.reread()
        for other in KINDS:
            await floor.house.faults.closers[other].look(SUBJECT[other])
        no_rulebook(floor, kind, monkeypatch)
        await floor.reread()
        if kind == LISTS:
            floor.wake()  # a server that has never seen them
        with pytest.raises(OutOfOrder):
            await floor.house.faults.closers[kind].look(SUBJECT[kind])
        both = (floor.proof("supervisor-1"), floor.proof("manager-1"))
        await floor.broken.close(both, kind, SUBJECT[kind], "its rulebook is gone")

    run(scenario, whole)
    fresh_shelf()


def test_old_rounds_and_hands_are_read_by_the_text_that_was_kept(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(floor: Whole) -> None:
        await floor.furnish()
        await Whole.play(floor, CASH)
        await floor.house.close_wagers("E-1")
        while not (await floor.house.table("E-1")).driver.betting:
            await _decide(floor)
        changed_on_shelf(floor, TABLE, monkeypatch)
        replays = Replays(floor.storage)
        with floor.storage.reading() as conn:
            span = replays.span(conn, "E-1.1", 1)
            steps = [step for step, _ in replays.steps(conn, "E-1.1", span.first, span.last)]
            assert steps and all(step.agrees for step in steps)
            assert replays.game(conn, "E-1.1").posting.wagers
            assert replay_hand(conn, f"{CASH}.1", 1, whole=True).steps

    run(scenario, whole)


async def _decide(floor: Whole) -> None:
    driver = (await floor.house.table("E-1")).driver
    position = int(getattr(driver.pending, "position", 1))
    await floor.house.answer("E-1", floor.person(f"player-{position}"), acts.Chosen("fold", position))


def test_a_text_is_kept_once_as_the_file_was_and_cannot_be_changed(whole: Whole) -> None:
    async def scenario(floor: Whole) -> None:
        await floor.furnish()
        await floor.electronic("E-7")
        table = schema.kept_rulebook
        with floor.storage.reading() as conn:
            rows = {row.key: row for row in conn.execute(select(table))}
            assert set(kept_books.named(conn, "E-1.1")) == set(kept_books.named(conn, "E-7.1"))
        for key, row in rows.items():
            place, _, rest = key.partition("/")
            game, _, day = rest.partition("@")
            book = rulebook(place, game, day)
            assert (row.digest, bytes(row.text)) == (book.digest, Path(book.path).read_bytes())
            assert hashlib.sha256(bytes(row.text)).hexdigest() == row.digest
        assert {"three-card-poker", "roulette", "poker"} <= {key.partition("/")[2].partition("@")[0] for key in rows}

    run(scenario, whole)


def test_a_kept_text_that_was_changed_is_not_played_by(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(floor: Whole) -> None:
        await floor.furnish()
        table = schema.kept_rulebook
        with floor.storage.writing() as conn:
            unguarded(floor.storage, table, conn)
            conn.execute(table.update().values(text=b"format = 1"))
        no_rulebook(floor, TABLE, monkeypatch)
        kept_books._READ.clear()
        await floor.reread()
        with pytest.raises(OutOfOrder) as broken:
            await floor.house.table("E-1")
        assert "not in the record as it was kept" in broken.value.fault.why

    run(scenario, whole)


def test_every_book_of_a_posting_is_kept() -> None:
    book = rulebook(HOUSE, "three-card-poker")
    assert kept_books.of_posting(Posting(book, {})) == [book]
