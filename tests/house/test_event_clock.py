"""The time to act at a tournament table that a machine deals: thinking, then the book's clock, then the hand ends."""

import pytest

from croupier.house.record.clock import SECOND_US
from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.event_clock import EventClock, timer

from .conftest import CHEAP
from .houses import run
from .poker_events import NAME, EventFloor, plan_of


def test_who_does_not_act_is_put_on_the_clock_after_the_books_time_and_his_hand_ends_with_it(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await floor.events.plan(floor.person("manager-1"), NAME, plan_of(think_s=30))
        await floor.enter(4, 5, 6)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        await floor.events.deal(floor.person("dealer-1"), NAME, 1)
        clock, live = EventClock(floor.events), await floor.events.live(NAME)
        felt = live.game.felt(1)
        least = 60 * felt.room.value("clock-after-minutes", 0)
        assert least == 120  # 19.T.25: no clock before two minutes, whatever the plan says
        begun = timer(live, felt, floor.clock())
        assert begun == {"left_ms": 120_000, "of_ms": 120_000, "bank_s": 60, "bank": False}
        actor = felt.hand.actor if felt.hand else -1
        assert await clock.look() == 0
        floor.clock.advance(121 * SECOND_US)
        assert await clock.look() == 1
        assert await clock.look() == 0
        live = await floor.events.live(NAME)
        felt = live.game.felt(1)
        assert timer(live, felt, floor.clock()) == {"left_ms": 60_000, "of_ms": 60_000, "bank_s": 0, "bank": True}
        floor.clock.advance(60 * SECOND_US)
        assert await clock.look() == 1
        felt = (await floor.events.live(NAME)).game.felt(1)
        assert felt.hand is not None and felt.hand.actor != actor and not felt.hand.alive[actor]
        with floor.storage.reading() as conn:
            said = floor.house.people.logged(conn, by="system", subject=NAME)
        assert [line.reason for line in said] == ["timed", "timed"]

    run(scenario, floor)


def test_no_ring_where_somebody_calls_the_clock_until_he_does(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await floor.events.plan(floor.person("manager-1"), NAME, plan_of())
        await floor.enter(4, 5)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        await floor.events.deal(floor.person("dealer-1"), NAME, 1)
        live = await floor.events.live(NAME)
        assert timer(live, live.game.felt(1), floor.clock()) is None
        floor.clock.advance(3_600 * SECOND_US)
        assert await EventClock(floor.events).look() == 0

    run(scenario, floor)


def test_the_player_in_turn_takes_his_time_bank_sooner_and_loses_none_of_his_time(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def scenario(floor: EventFloor) -> None:
        await floor.events.plan(floor.person("manager-1"), NAME, plan_of(think_s=150))
        await floor.enter(4, 5, 6)
        await floor.events.start(floor.person("supervisor-1"), NAME)
        await floor.events.deal(floor.person("dealer-1"), NAME, 1)
        live = await floor.events.live(NAME)
        felt = live.game.felt(1)
        assert felt.hand is not None
        seats = {player.seat: player.name for player in live.game.players.values() if player.table == 1}
        order = [seats[seat] for seat in felt.table.order]
        actor = order[felt.hand.actor]
        other = next(name for name in order if name != actor)
        floor.clock.advance(10 * SECOND_US)
        with pytest.raises(Refused, match="Only the player in turn"):
            await floor.events.play(floor.person(other), NAME, 1, "time-bank")
        await floor.events.play(floor.person(actor), NAME, 1, "time-bank")
        live = await floor.events.live(NAME)
        left = timer(live, live.game.felt(1), floor.clock())
        assert left is not None and (left["left_ms"], left["bank"]) == (200_000, True)
        with pytest.raises(Stale):
            await floor.events.play(floor.person(actor), NAME, 1, "time-bank")
        floor.clock.advance(199 * SECOND_US)
        assert await EventClock(floor.events).look() == 0
        floor.clock.advance(SECOND_US)
        assert await EventClock(floor.events).look() == 1

    run(scenario, floor)
