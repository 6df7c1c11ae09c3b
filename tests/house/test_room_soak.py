"""A poker room played at random: people come, buy, rest, leave, move and tip; servers die at any act.

After every step the ledger says what the tables say, to the cent; whatever is read again is what was acknowledged.
"""

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any

import pytest

from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table import live as room_live
from croupier.house.record import journals
from croupier.house.record.clock import SECOND_US
from croupier.poker import fixed_limit, no_limit, pot_limit
from croupier.poker.book.stakes import Stakes
from croupier.rounds.refusal import Refused

from .conftest import CHEAP
from .rooms import PLACE, Room

PLAYERS = [f"player-{n}" for n in range(1, 16)]
GAMES: list[tuple[str, str, Stakes, dict[str, Any]]] = [
    ("A-1", "holdem", no_limit(1_00, 3_00), {"seats": 6}),
    ("A-2", "holdem", no_limit(1_00, 3_00), {"seats": 6, "main": "A-1"}),
    ("B-1", "omaha-8", fixed_limit(4_00, 8_00), {"seats": 5, "kill": "full"}),
    ("C-1", "omaha", pot_limit(5_00, 10_00), {"seats": 5, "fee": 5_00, "least": 200_00, "most": 2000_00}),
    ("D-1", "stud", Stakes("fixed", 4_00, 8_00, ante=1_00, bring_in=2_00), {"seats": 5}),
    ("E-1", "lowball", fixed_limit(4_00, 8_00), {"seats": 5}),
]


class Soak(Room):
    """What a random evening does, one thing after the other."""

    async def open_all(self) -> None:
        for table, form, stakes, plan in GAMES:
            await self.game(stakes, form, table, **({"least": 100_00, "most": 800_00, "think_s": 20} | plan))
        for badge in PLAYERS:
            await self.fund(badge, 5_000_00, PLACE)
        self.total = sum(self.purse(badge) for badge in PLAYERS)
        for number, badge in enumerate(PLAYERS[:12]):
            table = GAMES[number % len(GAMES)][0]
            await self.do(badge, acts.Sit(1 + number // len(GAMES), 300_00), table=table)

    async def anything(self) -> None:
        table = self.rng.choice(GAMES)[0]
        game = await self.live(table)
        badge = self.rng.choice(PLAYERS)
        seat = game.seat_of(badge)
        roll = self.rng.random()
        if roll < 0.6:
            for _ in range(5):
                await self.step(table)
        elif roll < 0.68:
            await self.coming(table, game, badge)
        elif seat and roll < 0.95:
            await self.do(badge, self.idea(game, seat), table=table)
        elif roll < 0.8:
            key = self.rng.choice(["holdem-no-1-3", "omaha-8-fixed-4-8", "stud-fixed-4-8-ante-1"])
            act: Any = lists.Join(key) if roll < 0.75 else lists.Withdraw()
            await self.ask(badge, act)
        else:
            self.clock.advance(self.rng.choice([1, 5, 25, 61, 300]) * SECOND_US)

    async def coming(self, table: str, game: Any, badge: str) -> None:
        if game.free:
            cents = self.rng.randrange(100, 400) * 100
            await self.do(badge, acts.Sit(self.rng.choice(game.free), cents), table=table)

    def idea(self, game: Any, seat: int) -> acts.Anything:
        return self.rng.choice(
            [
                acts.Leave(seat) if self.rng.random() < 0.4 else acts.Post(seat),
                acts.Out(seat) if self.rng.random() < 0.4 else acts.Back(seat),
                acts.Back(seat, post=True),
                acts.Buy(seat, self.rng.randrange(1, 200) * 100),
                acts.Toke(seat, 1_00),
                acts.Post(seat),
                acts.Straddle(seat, 6_00),
                acts.Move(seat, self.rng.choice(game.free or [seat])),
                acts.Play(seat, "fold"),
                acts.Play(seat, "show"),
                acts.Chop(seat),
                acts.Clock(),
                acts.Button(seat),
            ]
        )

    async def look(self) -> None:
        await self.ticker.look()
        await self.moves.look()

    async def whole(self) -> None:
        """Nothing is lost or made; every table stands in the ledger as it stands on the felt."""
        with self.storage.reading() as conn:
            balances = self.house.ledger.balances(conn)
        assert sum(balances.values()) == 0
        for table, *_ in GAMES:
            self.books(await self.live(table), table)
        patrons = sum(cents for name, cents in balances.items() if name.startswith("patron:"))
        houses = sum(cents for name, cents in balances.items() if name.startswith(("drop:", "layout:", "toke-pool:")))
        assert patrons + houses == self.total

    def replayed(self) -> int:
        """Every journal from its first entry; how many hands it tells of."""
        hands = 0
        with self.storage.reading() as conn:
            for about in journals.of_table(conn):
                assert journals.verify(conn, about.id) is None
                if about.table_id.startswith("LIST-"):
                    continue
                game = None
                for stored in journals.entries(conn, about.id):
                    entry = acts.decode(stored.payload)
                    game = room_live.follow(game, entry, lambda sealed: journals.sealed(conn, sealed)[1])
                assert game is not None
                hands += game.table.hands
        return hands


async def evening(floor: Soak, steps: int) -> int:
    await floor.open_all()
    for step in range(steps):
        with contextlib.suppress(Refused):  # most of what people try at random is not allowed: it changes nothing
            await floor.anything()
        if step % 3 == 0:
            await floor.look()
        if floor.rng.random() < 0.03:
            before = {table: (await floor.live(table)).balances() for table, *_ in GAMES}
            floor.wake()  # a server that knows nothing but the record
            assert {table: (await floor.live(table)).balances() for table, *_ in GAMES} == before
        if step % 25 == 0:
            await floor.whole()
    await floor.whole()
    return floor.replayed()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_evening_loses_nothing(migrated_file: Path, tmp_path: Path, seed: int) -> None:
    path = tmp_path / "soak.db"
    path.write_bytes(migrated_file.read_bytes())

    async def whole() -> None:
        floor = Soak(f"sqlite:///{path}", seed=f"soak-{seed}", hasher=CHEAP)
        floor.rng = random.Random(seed)
        floor.staff()
        try:
            assert await evening(floor, 500) >= 15
        finally:
            await floor.house.stop()
            floor.check()
            floor.storage.close()

    asyncio.run(whole())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_many_random_evenings(migrated_file: Path, tmp_path: Path, seed: int) -> None:
    test_a_random_evening_loses_nothing(migrated_file, tmp_path, seed)
