"""One table, list or tournament that can't be read costs only itself, and two people close it on the record."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import insert

from croupier.games import game_class
from croupier.house.papers.documents import Documents
from croupier.house.people.persons import People, Proof
from croupier.house.poker_room.board import board
from croupier.house.poker_room.lists.state import Join
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.promotions import store as promotions
from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.faults import LISTS, POKER_TABLE, TABLE, TOURNAMENT, OutOfOrder, Unreadable
from croupier.house.record.sealing import seals
from croupier.house.record.writer import Tx, Writer
from croupier.house.tables.life import CLOSED
from croupier.house.tournaments.table import store as tournaments
from croupier.rounds import acts, checkpoints

from .broken import BESIDE, HARMS, KINDS, SUBJECT, Whole, changed_byte
from .conftest import CHEAP
from .crew import PASSWORD
from .rooms import PLACE


@pytest.fixture
def whole(url: str) -> Whole:
    return Whole(url, hasher=CHEAP)


def run(scenario: Callable[[Whole], Awaitable[None]], floor: Whole) -> None:
    async def all_of_it() -> None:
        floor.staff()
        try:
            await floor.furnish()
            await scenario(floor)
        finally:
            await floor.house.stop()
        with floor.storage.reading() as conn:
            assert floor.house.ledger.audit(conn) == []
            assert floor.house.ledger.total(conn) == 0
            assert seals.verify(conn) == []
        floor.storage.close()

    asyncio.run(all_of_it())


def both(floor: Whole) -> tuple[Proof, Proof]:
    return floor.proof("supervisor-1"), floor.proof("manager-1")


def purse(floor: Whole, *numbers: int) -> list[int]:
    with floor.storage.reading() as conn:
        return [floor.house.ledger.balance(conn, accounts.patron(f"player-{n}")) for n in numbers]


async def others_go_on(floor: Whole, kind: str) -> None:
    """Whatever is out of order, roulette is dealt, and the boards show everything."""
    table = await floor.house.table(BESIDE)
    await floor.house.answer(
        BESIDE, floor.person("player-3"), acts.Bet(3, "straight", 10_00, "17"), table.driver.number
    )
    tiles = {tile.table.id: tile for tile in await floor.pit.board()}
    assert not tiles[BESIDE].out_of_order
    assert bool(tiles["E-1"].out_of_order) == (kind == TABLE)
    seen = await board(floor.desk, PLACE, floor.person("supervisor-1"))
    assert (seen["tables"][0]["state"] == "broken") == (kind == POKER_TABLE)
    assert bool(seen["lists_out_of_order"]) == (kind == LISTS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("harm", [name for name in HARMS if name != "no-rulebook"])
def test_it_costs_only_itself_and_is_closed_by_a_supervisor_and_a_manager(
    whole: Whole, kind: str, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(floor: Whole) -> None:
        subject, closer = SUBJECT[kind], floor.house.faults.closers[kind]
        HARMS[harm](floor, kind, monkeypatch)
        await floor.reread()
        with pytest.raises(OutOfOrder, match="out of order"):
            await closer.look(subject)
        await others_go_on(floor, kind)
        (shown,) = await floor.broken.all()
        assert (shown.fault.kind, shown.fault.subject) == (kind, subject)
        assert "supervisor and a manager" in shown.may and "ace of spades" not in shown.fault.why
        with pytest.raises(Forbidden, match="twice"):
            await floor.broken.close((floor.proof("manager-1"),) * 2, kind, subject, "a changed byte")
        two = (floor.proof("supervisor-1"), floor.proof("supervisor-2"))
        with pytest.raises(Forbidden, match="a supervisor and a manager"):
            await floor.broken.close(two, kind, subject, "a changed byte")
        with pytest.raises(Refused, match="reason"):
            await floor.broken.close(both(floor), kind, subject, " ")
        done = await floor.broken.close(both(floor), kind, subject, "a changed byte", command="once")
        assert await floor.broken.close(both(floor), kind, subject, "a changed byte", command="once") == done
        back = {
            TABLE: {"player-1": 500_00, "player-2": 500_00},
            POKER_TABLE: {f"player-{n}": 200_00 for n in (4, 5, 6)},
            LISTS: {},
            TOURNAMENT: {"player-8": 100_00, "player-9": 100_00},
        }
        assert done.back == back[kind]
        assert await floor.broken.all() == []
        with floor.storage.reading() as conn:
            lines = [(line.by, line.outcome) for line in floor.house.people.logged(conn, subject=subject)]
        assert {("supervisor-1", "signed"), ("manager-1", "signed"), ("supervisor-1", "done")} <= set(lines)
        await others_go_on(floor, "")

    run(scenario, whole)


def test_chips_go_back_to_the_purses_and_a_table_may_open_again(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(floor: Whole) -> None:
        assert purse(floor, 1, 2, 4, 5, 6, 8) == [0, 0, 0, 0, 0, 900_00]
        for kind in (TABLE, TOURNAMENT):
            changed_byte(floor, kind, monkeypatch)
        await floor.reread()
        for kind in (TABLE, TOURNAMENT):
            await floor.broken.close(both(floor), kind, SUBJECT[kind], "a changed byte")
        assert purse(floor, 1, 2, 4, 8, 9) == [500_00, 500_00, 0, 1_000_00, 1_000_00]
        with floor.storage.reading() as conn:
            assert floor.house.tables.get(conn, "E-1").state == CLOSED
            about = journals.of_table(conn, "E-1")[0]
            assert about.closed_us is not None and about.drop_cents == 1_000_00
        await floor.pit.begin_opening(floor.person("supervisor-1"), "E-1")
        await floor.pit.open(floor.proof("supervisor-1"), "E-1")
        await floor.house.answer("E-1", floor.person("player-1"), acts.Sit(1, "player-1", 100_00))
        assert purse(floor, 1) == [400_00]

    run(scenario, whole)


def test_lists_begin_again_and_until_then_the_floor_gives_the_seats(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(floor: Whole) -> None:
        await floor.game(table="PK-9", seats=3)
        changed_byte(floor, LISTS, monkeypatch)
        await floor.reread()
        for n in (10, 11):
            await floor.fund(f"player-{n}", 200_00, PLACE)
        with pytest.raises(OutOfOrder):
            await floor.room.act("PK-9", floor.person("player-10"), room_acts.Sit(1, 200_00))
        seat = room_acts.Sit(1, 200_00, "player-10")
        await floor.room.act("PK-9", floor.person("supervisor-1"), seat)
        await floor.broken.close(both(floor), LISTS, PLACE, "a changed byte")
        assert await floor.waiting() == []
        await floor.ask("player-11", Join("holdem-no-1-3"))
        assert await floor.waiting() == ["player-11"]
        floor.wake()
        assert await floor.waiting() == ["player-11"]

    run(scenario, whole)


def test_what_the_record_does_not_tell_is_said_by_the_two_to_the_cent(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(floor: Whole) -> None:
        changed_byte(floor, TABLE, monkeypatch)
        await floor.reread()
        monkeypatch.setattr("croupier.house.tables.out_of_order.staked", lambda *_: None)
        shown = await floor.broken.one(TABLE, "E-1")
        assert (shown.returns.common, shown.returns.staked) == (35_00, None)
        assert "$35.00" in shown.may
        with pytest.raises(Refused, match="to the cent"):
            await floor.broken.close(both(floor), TABLE, "E-1", "a changed byte")
        with pytest.raises(NotFound, match="never played"):
            await floor.broken.close(both(floor), TABLE, "E-1", "a changed byte", {"player-3": 35_00})
        shares = {"player-1": 30_00, "house": 5_00}
        done = await floor.broken.close(both(floor), TABLE, "E-1", "by the cameras", shares)
        assert done.back == {"house": 5_00, "player-1": 505_00, "player-2": 490_00}
        assert purse(floor, 1, 2) == [505_00, 490_00]

    run(scenario, whole)


def test_what_is_in_order_is_not_closed_this_way(whole: Whole) -> None:
    async def scenario(floor: Whole) -> None:
        for kind, subject in SUBJECT.items():
            with pytest.raises(Stale, match="in order"):
                await floor.broken.close(both(floor), kind, subject, "somebody wants it")
        with pytest.raises(NotFound):
            await floor.broken.close(both(floor), TABLE, "E-99", "somebody wants it")
        with pytest.raises(NotFound):
            await floor.broken.close(both(floor), "cage", "E-1", "somebody wants it")

    run(scenario, whole)


def test_an_act_at_which_the_game_fails_is_answered_and_the_acts_beside_it_are_done(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(floor: Whole) -> None:
        game = game_class("three-card-poker")
        check = game.check_betting

        def fails(self: Any, table: Any, answer: Any) -> None:
            if getattr(answer, "wager", "") == "ante" and answer.position == 2:
                raise RuntimeError("a bug")
            check(self, table, answer)

        monkeypatch.setattr(game, "check_betting", fails)
        house = floor.house
        answers = await asyncio.gather(
            house.answer("E-1", floor.person("player-1"), acts.Bet(1, "pair-plus", 5_00)),
            house.answer("E-1", floor.person("player-2"), acts.Bet(2, "ante", 5_00)),
            house.answer("E-1", floor.person("player-1"), acts.Bet(1, "pair-plus", 5_00)),
            return_exceptions=True,
        )
        assert [isinstance(answer, OutOfOrder) for answer in answers] == [False, True, False], answers
        assert (await house.table("E-1")).driver.felt.accounts["layout"] == 45_00

    run(scenario, whole)


def test_a_checkpoint_that_was_changed_is_no_loss(whole: Whole) -> None:
    async def scenario(floor: Whole) -> None:
        live = await floor.house.table("E-1")
        payload = checkpoints.save(live.driver)
        await floor.house.write(lambda tx: journals.save_checkpoint(tx, "E-1.1", live.driver.entry, payload))
        await floor.reread()
        assert (await floor.house.table("E-1")).saved_at == live.driver.entry
        table = schema.checkpoint
        with floor.storage.writing() as conn:
            kept = bytes(conn.execute(table.select().where(table.c.journal_id == "E-1.1")).one().payload)
            conn.execute(table.update().where(table.c.journal_id == "E-1.1").values(payload=kept[:-1] + b"\x05"))
        await floor.reread()
        again = await floor.house.table("E-1")
        assert (again.saved_at, again.driver.felt) == (0, live.driver.felt)

    run(scenario, whole)


def test_a_row_that_nobody_can_read_is_left_out_of_lists_and_told_in_words(
    storage: Storage, writer: Writer, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    """A promotion, a tournament at tables and a paper; whatever stands beside them is shown."""
    torn, now = b"\x00\xff", {"changed_us": 1}
    paper = {"kind": "fill", "property": PLACE, "table_id": "E-1", "state": "requested", "opened_us": 1, **now}

    def written(tx: Tx) -> None:
        tx.conn.execute(insert(schema.promotion).values(id="P", property=PLACE, kind="x", terms=torn, state="", **now))
        plan = {"plan": torn, "entry_cents": 1, "prizes": b"[]", "state": "entering", "stage": 0}
        tx.conn.execute(insert(schema.tournament).values(id="T", **plan, **now))
        for number, data in ((1, torn), (2, b"{}")):
            tx.conn.execute(insert(schema.document).values(id=f"D-{number}", number=number, **paper))
            step = (f"D-{number}", 1, "request", "supervisor-1", "supervisor", 1, data)
            tx.storage.insert_rows(tx.conn, schema.document_step, [step])

    people.add_demo([("supervisor-1", "Supervisor 1", "supervisor")], PASSWORD)
    writer.run(written)
    papers = Documents(people, Sources())
    with storage.reading() as conn:
        assert promotions.all_of(conn) == [] and tournaments.all_of(conn) == []
        assert [one.id for one in papers.find(conn)] == ["D-2"]
        for one in (
            lambda: promotions.get(conn, "P"),
            lambda: tournaments.get(conn, "T"),
            lambda: papers.get(conn, "D-1"),
        ):
            with pytest.raises(Unreadable, match="croupier verify names the row"):
                one()
    assert {words.split(" can't")[0] for words in caplog.messages} == {
        "The promotion P", "The tournament T", "Line 1 of D-1",
    }  # fmt: skip
