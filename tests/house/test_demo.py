"""The furnished house: tables open, people who can sign in, a visitor who plays at once."""

import asyncio
from pathlib import Path

import argon2
import pytest

from croupier.demo.furnish import BANK, PASSWORD, PEOPLE, furnish, playable
from croupier.demo.poker_room import furnish_room
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Refused
from croupier.house.tables.pit.desk import Pit
from croupier.rounds import acts

from .conftest import CHEAP

GAMES = [
    ("hard-rock-cincinnati", "three-card-poker"),
    ("hard-rock-cincinnati", "roulette"),
    ("jack-cleveland", "roulette"),
]


def test_a_furnished_house_plays_and_stays_as_it_is(migrated_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    path.write_bytes(migrated_file.read_bytes())

    async def whole() -> None:
        house = House(Storage.file(path), Sources.seeded("demo"), CHEAP)
        first = await furnish(house, games=GAMES)
        assert (first.tables, first.opened) == (5, 5)
        assert (await furnish(house, games=GAMES)).opened == 0
        for badge, _, role in PEOPLE:
            assert house.people.sign_in(badge, PASSWORD)[0].role == role
        guest, _ = house.people.guest()
        await Cage(house).demo_chips("jack-cleveland", guest.badge, 500_00)
        await house.answer("RO-401", guest, acts.Sit(1, guest.badge, 500_00))
        await house.answer("RO-401", guest, acts.Bet(1, "straight", 10_00, "17"))
        receipt = await house.close_wagers("RO-401")
        assert any(event["event"] == "settled" for event in receipt.happened)
        tiles = {tile.table.id: tile for tile in await Pit(house).board()}
        assert tiles["TCP-111"].table.dealer == "dealer"
        with house.storage.reading() as conn:
            assert list(house.progressives.meters(conn)) == ["hard-rock-cincinnati-three-card-demo"]
            for table, kinds in (("TCP-111", {"cards"}), ("RO-111", {"wheel"})):  # dealt by hand: opened by the book
                papers = house.documents.find(conn, table_id=table)
                assert {d.kind for d in papers} == kinds | {"opening", "checklist"}
                assert not house.documents.find(conn, table_id=table, unfinished=True)
                assert house.care.in_play(conn, table).keys() == kinds
            assert house.notices.waiting(conn) == []
            assert house.ledger.balance(conn, "inventory:TCP-111") == BANK
        await house.stop()
        house.storage.close()

    asyncio.run(whole())


def test_every_house_game_of_the_shelf_can_be_furnished() -> None:
    assert set(GAMES) <= set(playable())


class Counting(argon2.PasswordHasher):
    """Counts how often it was asked: each time takes a good part of a second."""

    asked = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.asked += 1
        return super().hash(password, salt=salt)


def test_a_house_that_starts_again_hashes_nothing_and_reads_no_table_until_asked(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "again.db"
    path.write_bytes(migrated_file.read_bytes())

    async def first() -> int:
        house = House(Storage.file(path), Sources.seeded("one"), CHEAP)
        house.people.first_start()
        await furnish(house, games=GAMES)
        await furnish_room(house)
        guest, _ = house.people.guest()
        await Cage(house).demo_chips("jack-cleveland", guest.badge, 500_00)
        await house.answer("RO-401", guest, acts.Sit(1, guest.badge, 500_00))
        receipt = await house.answer("RO-401", guest, acts.Bet(1, "straight", 10_00, "17"))
        house.storage.close()  # and no more: its power is cut
        return receipt.number

    async def again(number: int) -> None:
        hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
        read: list[str] = []
        load = House.load
        monkeypatch.setattr(House, "load", lambda self, table_id: (read.append(table_id), load(self, table_id))[1])
        house = House(Storage.file(path), Sources.seeded("two"), hasher)
        assert house.people.first_start() is None
        assert (await furnish(house, games=GAMES)).opened == 0
        assert await furnish_room(house) == 0
        assert (hasher.asked, read) == (0, [])
        table = await house.table("RO-401")
        assert (table.driver.number, [w.on for w in table.driver.felt.wagers]) == (number, ["17"])
        assert read == ["RO-401"]
        with pytest.raises(Refused, match="do not match"):
            house.people.sign_in("nobody", PASSWORD)
        assert house.people.sign_in("player", PASSWORD)[0].role == "player"
        assert hasher.asked == 1  # for whoever is not on the list, once
        await house.stop()
        house.storage.close()

    asyncio.run(again(asyncio.run(first())))
