"""A server killed while a tournament is played, a meter is fed and a promotion's fund is filled: all of it stands."""

import asyncio
import random

import pytest
from sqlalchemy import select

from croupier.house import proving
from croupier.house.money.poker_funds import BAD_BEAT, fund
from croupier.house.record import schema
from croupier.house.tournaments.poker import store

from .conftest import CHEAP
from .kills import killed
from .poker_events import NAME, PLACE, EventFloor
from .test_poker_tournament_floor import posted

PLAYERS, SEED_CENTS = 6, 1_000_00

# Does one thing after the other, each under a command, and says each that was acknowledged, until it is killed.
WORKS = """
import asyncio, sys
from tests.house import event_works
asyncio.run(event_works.main(*sys.argv[1:]))
"""


def set_up(url: str) -> None:
    floor = EventFloor(url, hasher=CHEAP)

    async def whole() -> None:
        floor.staff()
        await posted(floor, chips=500_000)
        await floor.enter(*range(1, PLAYERS + 1))
        await floor.events.start(floor.person("supervisor-1"), NAME)
        await floor.electronic(options={"progressive": "multi-link"})
        await floor.fund("player-24", 100_000_00)
        await floor.sit("E-1", "player-24", 1, 90_000_00)
        await floor.house.stop()

    asyncio.run(whole())
    floor.storage.close()


async def stands(url: str, acknowledged: set[str]) -> int:
    """What a new server finds: everything proved, nothing acknowledged lost, money moved once for each command."""
    floor = EventFloor(url, hasher=CHEAP)
    floor.check()
    table = (await floor.house.table("E-1")).driver
    lies = table.table.wager("progressive", 1) is not None  # feeds the meter when it is settled
    with floor.storage.reading() as conn:
        assert list(proving.faults(conn, floor.house.ledger)) == []
        done = set(conn.scalars(select(schema.command.c.id)))
        assert acknowledged <= done, f"acknowledged and lost: {sorted(acknowledged - done)[:3]}"
        seeds = sum(1 for name in done if name.startswith("seed-"))
        assert floor.house.ledger.balance(conn, fund(PLACE, BAD_BEAT)) == seeds * SEED_CENTS
        (meter,) = set(floor.house.progressives.links(conn, "E-1").values())
        bets = sum(1 for name in done if name.startswith("bet-progressive-"))
        setup, shown = floor.house.progressives.setup(conn, meter), floor.house.progressives.shown(conn, meter)
        paid = sum(jackpot.amount for jackpot in floor.house.progressives.jackpots(conn, meter=meter))
        assert paid or shown == setup.seed + (bets - lies) * 5_00 * setup.to_meter_ppm // 1_000_000
        assert store.verify(conn, NAME) is None
    live = await floor.events.live(NAME)
    assert len(live.game.acts) == live.event.acts
    await floor.house.stop()
    floor.storage.close()
    return len(done)


@pytest.mark.slow
def test_a_server_killed_amid_a_tournament_a_progressive_and_a_promotion_loses_nothing(url: str) -> None:
    set_up(url)
    rng, acknowledged, done = random.Random(15), set[str](), 0
    for kill in range(12):
        acknowledged |= set(killed(WORKS, url, f"kill-{kill}", heard=rng.randrange(2, 30)))
        now = asyncio.run(stands(url, acknowledged))
        assert now > done
        done = now
