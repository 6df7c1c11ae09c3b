"""The poker room of a demonstration: programs at the tables, who play while somebody is there."""

import asyncio
from pathlib import Path

from croupier.demo.furnish import PASSWORD, PEOPLE
from croupier.demo.poker_room import BY_HAND, PLACE, TABLES, WANTED, Programs, bot, furnish_room
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.poker_room.clockwork import RoomClock
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.spread import Spread
from croupier.house.poker_room.table import acts
from croupier.house.record import journals
from croupier.house.record.clock import SECOND_US, HandClock, Sources
from croupier.house.record.database.storage import Storage

from .conftest import CHEAP


def test_a_visitor_sits_down_and_plays_with_the_programs(migrated_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    path.write_bytes(migrated_file.read_bytes())

    async def whole() -> None:
        clock = HandClock()
        house = House(Storage.file(path), Sources.seeded("demo", clock), CHEAP)
        house.people.add_demo(PEOPLE, PASSWORD)
        assert await furnish_room(house) == len(TABLES) + len(BY_HAND)
        assert await furnish_room(house) == 0
        room = PokerRoom(house)
        desk, spread, programs = ListDesk(room), Spread(room), Programs(room, seed=1)
        lists = await desk.current(PLACE)
        for game, numbers in WANTED.items():
            assert [entry.patron for entry in lists.on(game)] == [bot(number).badge for number in numbers]
        ticker = RoomClock(room, spread, desk)
        clock.advance(60 * SECOND_US)
        assert await ticker.look() == 0, "nobody is there: nobody plays"
        guest, _ = house.people.guest()
        await Cage(house).demo_chips(PLACE, guest.badge, 500_00)
        for table in TABLES:
            await room.act(table.id, guest, acts.Sit(2, 200_00))
            for _ in range(200):
                clock.advance(2 * SECOND_US)
                await ticker.look()
                await programs.look()
                live = await room.table(table.id)
                game = live.game
                if game.turn and game.table.seats[game.turn].name == guest.badge:
                    found = game.table.hand.options() if game.table.hand else None
                    verb = "check" if found and found.check else "call"
                    await room.act(table.id, guest, acts.Play(game.turn, verb), game.number)
            assert live.game.table.hands >= 2
            await room.act(table.id, guest, acts.Leave(2))
            for _ in range(60):
                if not live.game.seat_of(guest.badge):
                    break
                clock.advance(2 * SECOND_US)
                await programs.look()
        with house.storage.reading() as conn:
            assert house.ledger.audit(conn) == []
            assert all(journals.verify(conn, about.id) is None for about in journals.of_table(conn))
        await house.stop()
        house.storage.close()

    asyncio.run(whole())
