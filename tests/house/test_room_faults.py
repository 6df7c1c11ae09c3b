"""A poker room whose servers die and share: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import random
from pathlib import Path

from croupier.house.poker_room.table import acts
from croupier.house.record import journals
from croupier.house.record.database.cluster import Cluster
from croupier.house.record.errors import Stale
from croupier.rounds.refusal import Refused

from .conftest import CHEAP
from .kills import killed
from .rooms import PLACE, TABLE, Room

KILLS = 5

# Plays hands by programs and says each act that the house has acknowledged, until it is killed.
PLAYS = """
import asyncio, sys
from croupier.house.poker_room.table import acts
from tests.house.conftest import CHEAP
from tests.house.rooms import Room, TABLE
async def main(url, seed):
    floor = Room(url, seed=seed, hasher=CHEAP)
    print("up", flush=True)
    while True:
        await floor.ticker.look()
        game = await floor.live()
        for number, seat in list(game.table.seats.items()):
            if not game.playing and seat.stack < 10_00:
                await floor.cage.demo_chips("horseshoe-baltimore", seat.name, 100_00)
                await floor.do(seat.name, acts.Buy(number, 100_00))
        if await floor.step():
            live = await floor.room.table(TABLE)
            print(live.number, flush=True)
asyncio.run(main(*sys.argv[1:]))
"""


def test_a_server_killed_at_any_instant_loses_no_act_that_it_answered(migrated_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "kill.db"
    path.write_bytes(migrated_file.read_bytes())
    url = f"sqlite:///{path}"

    async def seated() -> None:
        floor = Room(url, hasher=CHEAP)
        floor.staff()
        await floor.game()
        await floor.seat(1, 2, 3, 4)
        await floor.house.stop()
        floor.storage.close()

    asyncio.run(seated())
    rng = random.Random(5)
    acknowledged = 0
    for kill in range(KILLS):
        said = [int(line) for line in killed(PLAYS, url, f"kill-{kill}", heard=rng.randrange(3, 40))]
        acknowledged = max([acknowledged, *said])
        number, hands = asyncio.run(stands(url))
        assert number >= acknowledged
        acknowledged = number
    assert hands > 3


async def stands(url: str) -> tuple[int, int]:
    """What a new server finds: whole chains, a ledger that balances, and tables that agree with it."""
    floor = Room(url, hasher=CHEAP)
    live = await floor.room.table(TABLE)
    floor.books(live.game)
    floor.check()
    await floor.house.stop()
    floor.storage.close()
    return live.number, live.game.table.hands


def test_two_servers_share_a_table_and_each_act_is_done_once(cluster: Cluster) -> None:
    url = cluster.create("shared_room", template="migrated")

    async def whole() -> None:
        one = Room(url, seed="one", hasher=CHEAP)
        two = Room(url, seed="two", hasher=CHEAP)
        one.staff()
        await one.game()
        await one.seat(1, 2, 3)
        await asyncio.gather(one.ticker.look(), two.ticker.look())
        refused = 0
        for _ in range(30):
            game = await one.live()
            if not game.playing:
                await asyncio.gather(one.ticker.look(), two.ticker.look())
                continue
            patron = game.table.seats[game.turn].name
            act = acts.Play(game.turn, "check" if game.table.hand and game.table.hand.options().check else "call")
            done = await asyncio.gather(
                one.do(patron, act, game.number), two.do(patron, act, game.number), return_exceptions=True
            )
            bad = [error for error in done if isinstance(error, BaseException)]
            assert len(bad) == 1 and isinstance(bad[0], Stale | Refused), done
            refused += 1
        first, second = await one.live(), await two.live()
        assert first.balances() == second.balances()
        assert refused > 5
        one.books(first)
        with one.storage.reading() as conn:
            live = await one.room.table(TABLE)
            assert journals.verify(conn, live.pages.journal_id) is None
        await two.house.stop()
        await one.house.stop()
        one.check()
        one.storage.close()
        two.storage.close()

    try:
        asyncio.run(whole())
    finally:
        cluster.drop("shared_room")


def test_the_same_command_at_two_servers_moves_money_once(cluster: Cluster) -> None:
    url = cluster.create("shared_buy", template="migrated")

    async def whole() -> None:
        one, two = Room(url, seed="one", hasher=CHEAP), Room(url, seed="two", hasher=CHEAP)
        one.staff()
        await one.game()
        await one.fund("player-1", 300_00, PLACE)
        player = one.person("player-1")
        await one.room.act(TABLE, player, acts.Sit(1, 100_00), None, "sit")
        done = await asyncio.gather(
            *(floor.room.act(TABLE, player, acts.Buy(1, 50_00), None, "buy") for floor in (one, two)),
            return_exceptions=True,
        )
        assert any(not isinstance(receipt, BaseException) for receipt in done), done
        assert one.purse("player-1") == 150_00
        one.books(await one.live())
        for floor in (two, one):
            await floor.house.stop()
            floor.storage.close()

    try:
        asyncio.run(whole())
    finally:
        cluster.drop("shared_buy")
