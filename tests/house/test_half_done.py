"""A house whose database is gone after any write of an act: nothing is told that was not done, nothing done untold."""

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.record.writer import Tx
from croupier.house.tables import corrections
from croupier.rounds import acts

from .conftest import CHEAP
from .houses import Floor, run
from .rooms import PLACE as ROOM
from .rooms import TABLE, Room
from .test_tournaments import NAME, entered, planned

GAME, WRITES = "holdem-no-1-3", 4  # more than any of these acts takes


@contextlib.contextmanager
def gone_after(floor: Floor, writes: int) -> Iterator[None]:
    """Whatever is written after so many writes finds no database, until a new server comes."""
    writer, asked = floor.house.writer, itertools.count()
    take = writer._in_turn

    def gone(tx: Tx) -> None:
        raise OperationalError("INSERT", {}, OSError("the connection was lost"))

    def taken(job: Any) -> None:
        if next(asked) >= writes:
            job.work = gone
        take(job)

    writer._in_turn = taken  # type: ignore[method-assign]
    try:
        with contextlib.suppress(Exception):
            yield
    finally:
        writer._in_turn = take  # type: ignore[method-assign]


@pytest.mark.parametrize("writes", range(WRITES))
def test_who_goes_on_for_the_absent_is_told_of_if_it_was_done(url: str, writes: int) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        made = await planned(floor)
        await entered(floor, made)
        (table,) = await made.draw(floor.proof("supervisor-1"), NAME)
        table_id = table.table_id
        began = (await floor.house.table(table_id)).driver.entry
        with gone_after(floor, writes):
            await made.go_on(floor.proof("supervisor-1"), NAME, table_id, began)
        await floor.house.forget(table_id)
        lies = (await floor.house.table(table_id)).driver.felt.wagers
        with floor.storage.reading() as conn:
            said = [line.reason for line in floor.house.people.logged(conn, subject=table_id)]
        assert said.count("for who is away: bet") == len(lies) == min(writes, 1)

    run(scenario, floor)


@pytest.mark.parametrize("writes", range(WRITES))
def test_a_hand_that_is_taken_back_is_told_of_once_whoever_sends_it_again(url: str, writes: int) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.by_hand(options={"dealing": "automated-shoe"})
        await floor.sit("D-1", "player-1", 1)
        await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())
        while not corrections.last_confirmed((await floor.house.table("D-1")).driver):
            await floor.step("D-1")

        async def sent() -> None:
            await corrections.correct(floor.house, floor.proof("supervisor-1"), "D-1", 0, "take-back")

        with gone_after(floor, writes):
            await sent()
        await floor.house.forget("D-1")
        await sent()
        assert not corrections.last_confirmed((await floor.house.table("D-1")).driver)
        with floor.storage.reading() as conn:
            told = [one for one in floor.house.notices.waiting(conn, "D-1") if "keyed wrong" in one.words]
        assert len(told) == 1

    run(scenario, floor)


@pytest.mark.parametrize("writes", range(WRITES))
def test_an_irregularity_that_is_declared_is_told_to_the_pit_in_the_same_step(url: str, writes: int) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.by_hand(options={"dealing": "hand"})
        await floor.sit("D-1", "player-1", 1)
        await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())
        number = (await floor.house.table("D-1")).driver.entry
        with gone_after(floor, writes):
            await floor.pit.answer(floor.person("dealer-1"), "D-1", acts.Declared("misdeal"))
        await floor.house.forget("D-1")
        declared = (await floor.house.table("D-1")).driver.entry > number
        with floor.storage.reading() as conn:
            told = [one for one in floor.house.notices.waiting(conn, "D-1") if "declared" in one.words]
        assert (declared, len(told)) == (writes > 0, min(writes, 1))

    run(scenario, floor)


@pytest.mark.parametrize("writes", range(WRITES))
def test_a_seat_that_is_given_against_the_order_is_told_of_with_it(url: str, writes: int) -> None:
    floor = Room(url, hasher=CHEAP)

    async def scenario(_: Floor) -> None:
        await floor.game(seats=2)
        await floor.seat(1, 2)
        for number in (3, 4):
            await floor.ask(f"player-{number}", lists.Join(GAME))
        await floor.do("player-1", room_acts.Leave(1))
        with gone_after(floor, writes):
            given = floor.moves.give_seat(floor.person("supervisor-1"), ROOM, TABLE, 1, "player-4", reason="a friend")
            assert await given is not None
        floor.wake()
        state = await floor.desk.current(ROOM)
        with floor.storage.reading() as conn:
            said = [line.reason for line in floor.house.people.logged(conn, by="supervisor-1")]
        called = [name.patron for name in state.names if name.status == lists.CALLED]
        assert (len(called), sum("against the order: a friend" in words for words in said)) == (min(writes, 1),) * 2

    run(scenario, floor)
