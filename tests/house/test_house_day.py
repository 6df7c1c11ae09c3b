"""The day by which a house's rules hold and its jackpots are reconciled is the one on its own wall, not Greenwich's."""

import datetime

import pytest
from msgspec.structs import replace

from croupier.house.money.poker_funds import BAD_BEAT
from croupier.house.people.profile import HOUSE, Profile
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.room import PokerRoom
from croupier.house.promotions.desk import Promotions
from croupier.house.promotions.rules import HandFacts
from croupier.house.promotions.store import Promotion, Terms
from croupier.house.record.clock import HOUR_US, HandClock
from croupier.house.record.errors import Forbidden, NotFound
from croupier.house.record.settings import decide
from croupier.rulebook import rulebook

from .conftest import CHEAP
from .houses import Floor, run

SECOND_BOOK = datetime.date(2024, 3, 28)  # of Oneida's room, and of its poker
PLACE = "horseshoe-baltimore"


def at_utc(*when: int) -> HandClock:
    return HandClock(int(datetime.datetime(*when, tzinfo=datetime.UTC).timestamp()) * 1_000_000)  # type: ignore[misc,arg-type]


async def in_zone(floor: Floor, zone: str) -> None:
    await floor.house.write(lambda tx: decide(tx, HOUSE, Profile(time_zone=zone), "admin-1", floor.clock()))


def test_a_rooms_books_begin_at_midnight_of_the_house(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        await in_zone(floor, "America/Chicago")
        rooms, lists = floor.house.procedures, ListDesk(PokerRoom(floor.house))
        for hour, day, book in ((4, 27, datetime.date(2021, 10, 12)), (5, 28, SECOND_BOOK)):  # Chicago is five behind
            floor.clock.now_us = at_utc(2024, 3, 28, hour, 30)()
            assert floor.house.today() == datetime.date(2024, 3, day)
            for parts in (rooms, rooms.banks, rooms.decks, rooms.tips, rooms.exchanges, rooms.clerk_tips, rooms.pool):
                assert parts.book("oneida").book.approved == book
            assert lists.book("oneida").book.approved == book
        floor.clock.now_us = at_utc(2018, 6, 18, 3)()
        with pytest.raises(NotFound, match="no poker room"):
            rooms.book(PLACE)

    run(scenario, Floor(url, hasher=CHEAP))


def test_promotions_go_by_the_book_in_force_on_the_house_s_day(url: str) -> None:
    """A book does not hold before its day; a hand is judged by the book of the day on which it was dealt."""

    async def scenario(floor: Floor) -> None:
        await in_zone(floor, "America/Chicago")
        desk, since = Promotions(floor.house), datetime.date(2018, 6, 18)
        facts = HandFacts(table="PK-1", hand="1", day=since, pot=1000, board=(), seats=())
        made = Promotion("bad", PLACE, BAD_BEAT, Terms(kind=BAD_BEAT), "running", 0)
        with floor.storage.reading() as conn:
            floor.clock.now_us = at_utc(2018, 6, 18, 4, 30)()  # still the 17th there
            with pytest.raises(Forbidden, match="No rules of promotions are in force"):
                desk.books.today(conn, PLACE)
            assert desk.look(conn, made, facts).kind == BAD_BEAT
            with pytest.raises(Forbidden):
                desk.look(conn, made, replace(facts, day=since - datetime.timedelta(days=1)))
            floor.clock.now_us = at_utc(2018, 6, 18, 5, 30)()
            assert desk.books.today(conn, PLACE).approved == since

    run(scenario, Floor(url, hasher=CHEAP))


def test_the_daily_log_of_the_jackpots_goes_by_gaming_days(url: str) -> None:
    """20: a day of the log ends when the gaming day does, at six in the morning on the house's wall."""

    async def scenario(floor: Floor) -> None:
        await in_zone(floor, "Asia/Kathmandu")  # 5:45 ahead: a zone that ends on a quarter of an hour
        funds, book, start = Promotions(floor.house).funds, rulebook(PLACE, "promotions"), floor.clock()
        for minutes, cents in ((-1, 30_000_00), (0, 10_000_00), (60, 20_000_00)):
            floor.clock.now_us = start + 15 * HOUR_US // 60 + minutes * HOUR_US // 60
            await floor.house.write(lambda tx, cents=cents: funds.seed(tx, book, BAD_BEAT, cents, "manager-1"))
        with floor.storage.reading() as conn:
            log = [(line.day, line.opening, line.seeded) for line in funds.log(conn, PLACE, 0, 2**53)]
            late = [line.day for line in funds.log(conn, PLACE, start + HOUR_US, 2**53)]
        assert log == [("2020-02-27", 0, 30_000_00), ("2020-02-28", 30_000_00, 30_000_00)] and late == ["2020-02-28"]

    # 00:00 UTC is 5:45 in Kathmandu, a quarter of an hour before the gaming day begins.
    run(scenario, Floor(url, at_utc(2020, 2, 28), hasher=CHEAP))
