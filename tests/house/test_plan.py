"""A house as a plan: read with every fault at once, set up whole or not at all, written down and set up again."""

import asyncio
import datetime
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import argon2
import pytest
from sqlalchemy import select

from croupier.house.house import House
from croupier.house.people.gaming_day import local_date, span
from croupier.house.people.grants import Grant
from croupier.house.people.profile import chip_colours, profile
from croupier.house.plan.desk import HouseDesk
from croupier.house.plan.model import HousePlan
from croupier.house.plan.reading import read_plan
from croupier.house.plan.writing import to_toml
from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US, HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Refused

CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ONE, OTHER = "jack-cleveland", "oneida"
PLAN = f"""format = 1
[house]
name = "The Anchor & Co"
mark = "TA"
time-zone = "America/New_York"
properties = ["{ONE}", "{OTHER}"]
second-factor = ["cage"]
[posted]
gaming-day = 5
cooling = 0
cage-report = "$9,000"
[[chips]]
name = "Value chips"
property = "{ONE}"
values = [["$2.50", "pink"], ["$5", "red"], ["$20", "#12A0B4"]]
[[pits]]
name = "Pit 1"
property = "{ONE}"
[[pits]]
name = "High limit"
property = "{OTHER}"
[[tables]]
id = "BJ-1"
property = "{ONE}"
pit = "Pit 1"
game = "blackjack"
mode = "dealer"
low = "$2,000"
rounds-per-hour = 60
[tables.options]
least = "$15"
most = "$600"
[[tables]]
id = "CR-1"
property = "{OTHER}"
pit = "High limit"
game = "craps"
mode = "electronic"
bank = "$50,000"
[[people]]
badge = "ann"
name = "Ann"
roles = ["administrator"]
[[people]]
badge = "ben"
roles = ["supervisor at {ONE}", "dealer at {OTHER}"]
"""


def plan_of(text: str) -> HousePlan:
    plan, faults = read_plan(text.encode())
    assert plan is not None, faults
    return plan


def in_house(path: Path, work: Callable[[House, HouseDesk], Coroutine[Any, Any, Any]]) -> Any:
    storage = Storage.file(path)
    storage.migrate()

    async def whole() -> Any:
        house = House(storage, Sources.seeded("plan", HandClock()), CHEAP)
        try:
            return await work(house, HouseDesk(house))
        finally:
            await house.stop()

    try:
        return asyncio.run(whole())
    finally:
        storage.close()


def rows(house: House) -> dict[str, list[str]]:
    with house.storage.reading() as conn:
        return {
            table.name: sorted(map(repr, conn.execute(select(table))))
            for table in schema.metadata.sorted_tables
            if table.name not in ("audit_log", "counter", "seal", "evidence")
        }


def test_a_plan_sets_up_the_house_and_its_export_sets_up_the_same_elsewhere(tmp_path: Path) -> None:
    async def first(house: House, desk: HouseDesk) -> str:
        done = await desk.set_up(plan_of(PLAN))
        assert (done.tables, done.people, set(done.passwords)) == (2, 2, {"ann", "ben"})
        who, _ = house.people.sign_in("ben", done.passwords["ben"])
        assert who.must_change
        assert who.grants == (Grant("dealer", OTHER), Grant("supervisor", ONE))
        with house.storage.reading() as conn:
            assert profile(conn).properties == (ONE, OTHER)
            assert list(chip_colours(conn, ONE)) == [20_00, 5_00, 2_50]
            assert chip_colours(conn, OTHER) == {}
            table = house.tables.get(conn, "BJ-1")
            logged = house.people.logged(conn, subject="plan")
        assert (table.pit, table.mode, table.settings.low, table.state) == ("Pit 1", "dealer", 2_000_00, "closed")
        assert house.posting(table).limits["blackjack"].least == 15_00
        assert logged[0].reason == "set up The Anchor & Co: 2 tables, 2 people"
        return to_toml(desk.plan())

    async def second(house: House, desk: HouseDesk) -> str:
        await desk.set_up(plan_of(exported))
        return to_toml(desk.plan())

    exported = in_house(tmp_path / "one.sqlite3", first)
    assert in_house(tmp_path / "two.sqlite3", second) == exported
    assert plan_of(exported) == plan_of(to_toml(plan_of(exported)))
    assert plan_of(exported).chips == plan_of(PLAN).chips


def test_a_house_that_is_there_takes_no_plan_and_is_not_changed(tmp_path: Path) -> None:
    async def work(house: House, desk: HouseDesk) -> None:
        await desk.set_up(plan_of(PLAN))
        before = rows(house)
        with pytest.raises(Refused, match="set up already"):
            await desk.set_up(plan_of(PLAN))
        assert rows(house) == before

    in_house(tmp_path / "one.sqlite3", work)


def test_the_first_administrator_whom_nobody_used_gives_way_to_the_plan(tmp_path: Path) -> None:
    async def work(house: House, desk: HouseDesk) -> None:
        house.people.first_start()
        await desk.set_up(plan_of(PLAN))
        with house.storage.reading() as conn:
            assert not house.people.get(conn, "admin").active

    in_house(tmp_path / "one.sqlite3", work)


def test_what_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    async def work(house: House, desk: HouseDesk) -> None:
        plan, before = plan_of(PLAN), rows(house)
        twice = HousePlan(plan.profile, plan.posted, (), plan.chips, plan.pits, plan.tables * 2, plan.people)
        with pytest.raises(Refused, match="There is a table BJ-1"):
            await desk.set_up(twice)
        assert rows(house) == before

    in_house(tmp_path / "one.sqlite3", work)


@pytest.mark.parametrize(
    ("was", "wrong", "at", "says"),
    [
        ('time-zone = "America/New_York"', 'time-zone = "America/NewYork"', 5, "did you mean America/New_York?"),
        ('time-zone = "America/New_York"', 'timezone = "America/New_York"', 5, "did you mean time-zone?"),
        (f'properties = ["{ONE}"', 'properties = ["jack-clevland"', 6, f"did you mean {ONE}?"),
        ('name = "The Anchor & Co"', 'name = ""', 3, "expected the name of the house"),
        ('mark = "TA"', 'mark = "<b>"', 4, "expected 1 to 4 letters or digits"),
        ("gaming-day = 5", "gaming-day = 24", 9, "expected 0 hours to 23 hours"),
        ("cooling = 0", "colling = 0", 10, "did you mean cooling?"),
        ('["$5", "red"]', '["$5", "rad"]', 15, "did you mean red?"),
        ('["$5", "red"]', '["$5.10", "red"]', 15, "expected quarters"),
        ('["$5", "red"]', '["$2.50", "red"]', 15, "$2.50 stands twice"),
        ('game = "blackjack"', 'game = "blackjak"', 26, "did you mean blackjack?"),
        ('mode = "dealer"', 'mode = "deeler"', 27, "did you mean dealer?"),
        ('pit = "High limit"', 'pit = "Pit 1"', 36, f"no such pit at {OTHER}"),
        ('least = "$15"', 'least = "$1500"', 31, "$1,500"),
        ('most = "$600"', 'most = "$600"\ndecks = 9', 33, "expected one of 1, 2"),
        ('most = "$600"', 'most = "$5"\ndecks = 6', 32, "above the most"),
        ('least = "$15"', "deks = 6\ncolour = 1", 31, "no such option"),
        ('id = "CR-1"', 'id = "bj-1"', 34, "already"),
        ('roles = ["administrator"]', 'roles = ["manager"]', 40, "nobody else adds people"),
        (f'"supervisor at {ONE}"', '"superviser at nowhere"', 46, "did you mean supervisor?"),
        (f'"supervisor at {ONE}"', '"player"', 46, "a patron is no staff"),
        ('badge = "ben"', 'badge = "Ann"', 45, "stands twice"),
        ("format = 1", "format = 2", 1, "expected 1"),
        ('name = "Ann"', "name = Ann", 42, "not a whole TOML file"),
    ],
)
def test_a_fault_is_named_with_its_line_and_what_was_meant(was: str, wrong: str, at: int, says: str) -> None:
    assert PLAN.count(was) >= 1
    plan, faults = read_plan(PLAN.replace(was, wrong, 1).encode())
    assert plan is None
    assert any(says in str(fault) and fault.line == at for fault in faults), [(f.line, str(f)) for f in faults]


def test_all_faults_are_found_in_one_pass() -> None:
    broken = PLAN.replace("America/New_York", "Mars/Olympus").replace("blackjack", "blackjak").replace('"red"', '"rad"')
    _, faults = read_plan(broken.encode())
    assert [fault.line for fault in faults] == [5, 15, 26]


def test_the_gaming_day_begins_at_the_houses_own_hour_and_follows_its_clock(tmp_path: Path) -> None:
    """In New York clocks went forward on 8 March 2020: that gaming day had 23 hours."""

    def at(text: str) -> int:
        return int(datetime.datetime.fromisoformat(text).timestamp()) * 1_000_000

    async def work(house: House, desk: HouseDesk) -> None:
        await desk.set_up(plan_of(PLAN))
        with house.storage.reading() as conn:
            night = span(conn, at("2020-03-08T04:59:00-04:00"))
            assert (night.date, night.start_us) == (datetime.date(2020, 3, 7), at("2020-03-07T05:00:00-05:00"))
            assert night.end_us - night.start_us == 23 * HOUR_US
            assert span(conn, at("2020-03-08T05:00:00-04:00")).date == datetime.date(2020, 3, 8)
            assert local_date(conn, at("2020-06-02T03:00:00+00:00")) == datetime.date(2020, 6, 1)

    in_house(tmp_path / "one.sqlite3", work)
