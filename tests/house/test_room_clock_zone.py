"""Minutes of the hour are those of the clock on the house's wall: when dealers change, when time is collected."""

import zoneinfo

import msgspec
import pytest

from croupier.house.poker_room.spread import check_plan
from croupier.house.poker_room.staffing import next_push
from croupier.house.poker_room.table.acts import Plan
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.hands import time_due
from croupier.house.record.clock import HOUR_US, MINUTE_US, minutes_ahead
from croupier.poker import Stakes
from croupier.poker.book.room import open_room
from croupier.rulebook import rulebook

NOON_US = 1_700_049_600 * 1_000_000  # 2023-11-15 12:00 UTC


def ahead(zone: str, at_us: int = NOON_US) -> int:
    return minutes_ahead(zoneinfo.ZoneInfo(zone), at_us)


@pytest.mark.parametrize(
    ("zone", "minutes"),
    [
        ("UTC", 0),
        ("America/New_York", -300),
        ("Asia/Kolkata", 330),
        ("Asia/Kathmandu", 345),
        ("America/St_Johns", -210),
    ],
)
def test_the_wall_is_ahead_of_utc_by_its_zone(zone: str, minutes: int) -> None:
    assert ahead(zone) == minutes


def test_a_zone_is_looked_up_for_the_instant() -> None:
    assert ahead("America/New_York", NOON_US + 180 * 24 * HOUR_US) == -240


@pytest.mark.parametrize(("zone", "first"), [("UTC", 30), ("Asia/Kolkata", 30), ("Asia/Kathmandu", 15)])
def test_dealers_change_at_the_books_minutes_on_the_wall(zone: str, first: int) -> None:
    """3.TIME.c, line 227, as read."""
    book = open_room("horseshoe-baltimore")
    push_us, clause = next_push(book, NOON_US, ahead(zone))
    assert ((push_us - NOON_US) // MINUTE_US, clause) == (first, "3.TIME.c")


@pytest.mark.parametrize("place", ["horseshoe-cleveland", "oneida"])
def test_a_book_that_says_nothing_of_it_names_no_push(place: str) -> None:
    assert next_push(open_room(place), NOON_US, 0) == (0, "")


@pytest.mark.parametrize(("zone", "due_after"), [("", 30), ("Asia/Kolkata", 30), ("Asia/Kathmandu", 15)])
def test_time_is_due_at_the_half_hours_of_the_wall(zone: str, due_after: int) -> None:
    plan = Plan(form="holdem", stakes=Stakes("no", 10_00, 0, (5_00, 10_00)), fee=6_00)
    opened = check_plan(rulebook("horseshoe-baltimore", "poker"), "horseshoe-baltimore", "dealer", plan)
    game = Game(msgspec.structs.replace(opened, zone=zone), NOON_US)
    assert [time_due(game, NOON_US + minute * MINUTE_US) for minute in (due_after - 1, due_after)] == [0, 1]
    assert time_due(game, NOON_US + 60 * MINUTE_US) == 2
