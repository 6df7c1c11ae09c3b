"""What is promised of everything that is journaled: house tables, poker tables, lists and poker tournaments alike.

An act sent twice acts once and gets its first answer, whatever the rules would say of it now; a server that is behind
looks again and goes on; what one server writes the others show, and only what it touched is read again there.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from croupier.house.poker_room.lists.state import Join
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.errors import Reused
from croupier.house.record.faults import LISTS, POKER_TABLE, TABLE, TOURNAMENT
from croupier.rounds import acts, refusal

from .broken import BESIDE, GAME, KINDS, Whole
from .conftest import CHEAP
from .houses import run
from .poker_events import NAME
from .rooms import PLACE
from .rooms import TABLE as CASH


@pytest.fixture
def whole(url: str) -> Whole:
    return Whole(url, hasher=CHEAP)


async def last_chips(floor: Whole, kind: str, command: str) -> Any:
    """An act that can't be done twice: all in, onto the list, into the tournament."""
    if kind == TABLE:
        return await floor.house.answer("E-1", floor.person("player-2"), acts.Bet(2, "ante", 490_00), None, command)
    if kind == POKER_TABLE:
        game = await floor.live()
        if not floor.sent:  # whose turn it was when it was sent first
            floor.sent = (game.table.seats[game.turn].name, room_acts.Play(game.turn, "raise", 200_00))
        return await floor.room.act(CASH, floor.person(floor.sent[0]), floor.sent[1], None, command)
    if kind == LISTS:
        return await floor.desk.act(PLACE, floor.person("player-10"), Join(GAME), command)
    supervisor = floor.person("supervisor-1")
    return await floor.events.register(supervisor, NAME, "player-10", "TR-10", command=command)


async def number(floor: Whole, kind: str) -> int:
    """How far its journal has come."""
    if kind == TABLE:
        return (await floor.house.table("E-1")).driver.entry
    if kind == POKER_TABLE:
        return (await floor.room.table(CASH)).number
    if kind == LISTS:
        return (await floor.desk.current(PLACE)).number
    return (await floor.events.live(NAME)).event.acts


def scenario_of(kind: str, play: Callable[[Whole], Awaitable[None]]) -> Callable[[Whole], Awaitable[None]]:
    async def scenario(floor: Whole) -> None:
        await floor.furnish()
        await floor.fund("player-10", 1_000_00, PLACE)
        await play(floor)

    return scenario


@pytest.mark.parametrize("kind", KINDS)
def test_a_command_sent_many_times_at_once_acts_once_and_every_time_gets_its_first_answer(
    whole: Whole, kind: str
) -> None:
    async def play(floor: Whole) -> None:
        before = await number(floor, kind)
        answers = await asyncio.gather(*(last_chips(floor, kind, "all-in") for _ in range(4)))
        assert answers == [answers[0]] * 4
        assert await number(floor, kind) == before + 1

    run(scenario_of(kind, play), whole)


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_starts_later_knows_the_answer_too(whole: Whole, kind: str) -> None:
    async def play(floor: Whole) -> None:
        first = await last_chips(floor, kind, "all-in")
        other = Whole(str(floor.storage.url.render_as_string(hide_password=False)), floor.clock, "other", CHEAP)
        other.sent = floor.sent
        assert await last_chips(other, kind, "all-in") == first
        assert await number(other, kind) == await number(floor, kind)
        await other.house.stop()
        other.storage.close()

    run(scenario_of(kind, play), whole)


@pytest.mark.parametrize("kind", KINDS)
def test_a_command_with_another_content_is_refused_and_changes_nothing(whole: Whole, kind: str) -> None:
    async def play(floor: Whole) -> None:
        await last_chips(floor, kind, "mine")
        before = await number(floor, kind)
        others: dict[str, Callable[[], Awaitable[Any]]] = {
            TABLE: lambda: floor.house.answer("E-1", floor.person("player-2"), acts.Bet(2, "ante", 5_00), None, "mine"),
            POKER_TABLE: lambda: floor.room.act(CASH, floor.person(floor.sent[0]), room_acts.Leave(1), None, "mine"),
            LISTS: lambda: floor.desk.act(PLACE, floor.person("player-10"), Join("omaha-no-1-3"), "mine"),
            TOURNAMENT: lambda: floor.events.register(
                floor.person("supervisor-1"), NAME, "player-11", "TR-11", command="mine"
            ),
        }
        with pytest.raises(Reused):
            await others[kind]()
        assert await number(floor, kind) == before

    run(scenario_of(kind, play), whole)


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_is_behind_looks_again_and_goes_on(whole: Whole, kind: str) -> None:
    async def play(floor: Whole) -> None:
        other = Whole(str(floor.storage.url.render_as_string(hide_password=False)), floor.clock, "other", CHEAP)
        await number(other, kind)  # it has read it, and hears nothing
        if kind == TABLE:
            await floor.house.answer("E-1", floor.person("player-1"), acts.Bet(1, "pair-plus", 10_00))
        elif kind == POKER_TABLE:
            await floor.fund("player-4", 10_00, PLACE)
            await floor.room.act(CASH, floor.person("player-4"), room_acts.Buy(1, 10_00))
        elif kind == LISTS:
            await floor.ask("player-11", Join(GAME))
        else:
            await floor.enter_more(11)
        other.sent = floor.sent
        await last_chips(other, kind, "behind")
        if kind == TABLE:
            await floor.house.forget("E-1")
        elif kind == POKER_TABLE:
            floor.wake()  # lists and tournaments see for themselves, whoever asks
        assert await number(floor, kind) == await number(other, kind)
        await other.house.stop()
        other.storage.close()

    run(scenario_of(kind, play), whole)


@pytest.mark.parametrize("kind", KINDS)
def test_a_refused_act_changes_nothing_and_the_next_is_taken(whole: Whole, kind: str) -> None:
    async def play(floor: Whole) -> None:
        before = await number(floor, kind)
        wrong: dict[str, Callable[[], Awaitable[Any]]] = {
            TABLE: lambda: floor.house.answer("E-1", floor.person("player-2"), acts.Bet(2, "ante", 10_000_00)),
            POKER_TABLE: lambda: floor.room.act(CASH, floor.person("player-4"), room_acts.Play(1, "raise", 9_999_00)),
            LISTS: lambda: floor.ask("player-10", Join("no-such-game")),
            TOURNAMENT: lambda: floor.events.register(floor.person("supervisor-1"), NAME, "player-8", "TR-8"),
        }
        with pytest.raises(refusal.Refused):
            await wrong[kind]()
        assert await number(floor, kind) == before
        await last_chips(floor, kind, "right")
        assert await number(floor, kind) == before + 1

    run(scenario_of(kind, play), whole)


def test_what_another_server_writes_is_shown_here_and_only_that_is_read_again(cluster: Cluster) -> None:
    """An act, a tournament's entry, a name on the list and a slip at one server, heard at another."""
    url = cluster.create("heard", template="migrated")
    here, there = Whole(url, hasher=CHEAP), Whole(url, seed="there", hasher=CHEAP)

    async def scenario(here: Whole) -> None:
        there.clock.now_us = here.clock.now_us
        await here.furnish()
        here.house.start()
        assert here.house.peers is not None
        assert await asyncio.to_thread(here.house.peers.ready.wait, 60)
        kept = {table: await here.house.table(table) for table in ("E-1", BESIDE)}
        topics = ("table:E-1", f"tournament:{NAME}", f"room:{PLACE}", "floor")
        with here.house.hub.listen(*topics) as queue:
            await there.fund("player-11", 1_000_00, PLACE)
            await there.house.answer("E-1", there.person("player-1"), acts.Bet(1, "pair-plus", 10_00))
            await there.ask("player-11", Join(GAME))
            await there.enter_more(11)
            await there.pit.begin_closing(there.person("supervisor-1"), "E-1")
            heard: set[str] = set()
            while set(topics) - heard:
                heard.add((await asyncio.wait_for(queue.get(), 60)).topic)
        while (found := await here.house.table("E-1")).table.state != "closing":
            await asyncio.sleep(0)
        assert found is not kept["E-1"]
        assert await here.house.table(BESIDE) is kept[BESIDE], "a table that nobody touched was read again"
        assert "player-11" in (await here.events.live(NAME)).game.players
        assert "player-11" in await here.waiting()
        await there.house.stop()
        there.storage.close()

    run(scenario, here)
