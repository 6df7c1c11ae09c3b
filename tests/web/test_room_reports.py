"""Visits, hours, results by day and table, comps and bankroll tickets from hours, and what the floor records."""

import csv
import datetime
import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from croupier.house.people.gaming_day import span
from croupier.house.record.clock import DAY_US, MINUTE_US

from .hand_dealt import spread
from .lab import Lab, lab
from .test_room_api import PLACE, ROOM, act

REPORTS = f"{ROOM}/reports/{PLACE}"
HOLDEM = {"form": "holdem", "small": 300, "blinds": [100, 300], "keyed": "seats"}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "roulette") as made:
        yield made


def sit(floor: Lab, table: str, seat: int, cents: int = 20000) -> str:
    _, patron = floor.guest()
    given = {"act": "sit", "seat": seat, "cents": cents, "patron": patron}
    answer = floor.program("supervisor").post(f"{table}/acts", json={"act": given})
    assert answer.status_code == 200, answer.text
    return patron


def day(floor: Lab, back: int = 0) -> str:
    with floor.storage.reading() as conn:
        today = span(conn, floor.house.sources.now_us()).date
    return (today - datetime.timedelta(days=back)).isoformat()


def report(floor: Lab, what: str, **asked: Any) -> list[dict[str, Any]]:
    answer = floor.program("supervisor").get(f"{REPORTS}/{what}", params=asked)
    assert answer.status_code == 200, answer.text
    return list(answer.json())


@pytest.fixture
def evening(floor: Lab) -> tuple[str, str, str]:
    """Two patrons at one table, for 120 minutes and for 90, over midnight; who they were, and the gaming day."""
    now = floor.house.sources.now_us()
    floor.clock.advance(2 * DAY_US - now % DAY_US - 60 * MINUTE_US)
    table = spread(floor, "RP-1", PLACE, **HOLDEM)
    supervisor, dealer = floor.program("supervisor"), floor.program("dealer")
    first, second = sit(floor, table, 1), sit(floor, table, 2)
    floor.clock.advance(30 * MINUTE_US)
    act(dealer, table, act="out", seat=2)
    floor.clock.advance(30 * MINUTE_US)
    act(dealer, table, act="back", seat=2)
    act(dealer, table, act="buy", seat=1, cents=10000)
    act(dealer, table, act="drop", cents=600)
    act(dealer, table, act="drop", cents=200, kind="jackpot")
    floor.clock.advance(60 * MINUTE_US)
    assert act(supervisor, table, act="leave", seat=1, counted=29000).status_code == 200
    assert act(supervisor, table, act="leave", seat=2, counted=0).status_code == 200
    return first, second, day(floor)


def test_an_evening_is_reported_by_day_table_and_patron(floor: Lab, evening: tuple[str, str, str]) -> None:
    first, second, today = evening
    visits = {row["patron"]: row for row in report(floor, "visits", first=today, last=today)}
    assert (visits[first]["minutes"], visits[first]["bought"], visits[first]["cashed"]) == (120, 30000, 29000)
    assert (visits[second]["minutes"], visits[second]["game"]) == (90, "holdem-no-1-3"), "less what he was away"
    row = next(r for r in report(floor, "days", first=today, last=today) if r["table"] == "RP-1")
    assert (row["rake"], row["jackpot"], row["drop"], row["labour"], row["played"]) == (600, 200, 800, 120, 210)
    assert report(floor, "hours", first=today, last=today)[0]["by_game"] == {"holdem-no-1-3": 120}
    told = floor.program("supervisor").get(f"{REPORTS}/days", params={"first": today, "format": "csv"})
    rows = list(csv.DictReader(io.StringIO(told.text)))
    assert told.headers["content-type"].startswith("text/csv") and rows[0]["rake"] == "600"
    page = floor.browser("supervisor").get(f"/room/{PLACE}/reports", params={"what": "days", "first": today})
    assert page.status_code == 200 and "RP-1" in page.text and "$8.00" in page.text
    assert ">Dealers, minutes<" in page.text and ">Time fees<" in page.text
    sheet = floor.browser("supervisor").get(f"/room/{PLACE}/reports", params={"what": "visits", "csv": "1"})
    assert "attachment" in sheet.headers["content-disposition"] and first in sheet.text
    assert "bought (cents)" in sheet.text.splitlines()[0]
    assert floor.browser("player").get(f"/room/{PLACE}/reports").status_code == 403
    wrong = floor.program("supervisor").get(f"{REPORTS}/days", params={"first": "2026-01-02", "last": "2026-01-01"})
    assert wrong.status_code == 422


def test_hands_are_counted_on_their_day_and_taken_back_ones_are_not(floor: Lab) -> None:
    table = spread(floor, "RP-2", PLACE, form="holdem", small=300, blinds=[100, 300])
    dealer = floor.program("dealer")
    for seat in (1, 2, 3):
        sit(floor, table, seat)
    assert act(dealer, table, act="deal", drawn={"1": "Ks", "2": "2c", "3": "3c"}).status_code == 200
    assert act(dealer, table, act="undo").status_code == 200
    assert act(dealer, table, act="deal", drawn={"1": "Ks", "2": "2c", "3": "3c"}).status_code == 200
    row = next(r for r in report(floor, "days") if r["table"] == "RP-2")
    assert row["hands"] == 1


def test_a_report_asks_as_many_questions_of_ten_tables_as_of_one(floor: Lab) -> None:
    asked: list[str] = []
    here = threading.get_ident()

    def count(*given: Any) -> None:
        if threading.get_ident() == here:  # the house looks at its tables meanwhile
            asked.append(given[2])

    engine = floor.storage.engine
    event.listen(engine, "before_cursor_execute", count)
    try:
        with floor.storage.reading() as conn:
            now = floor.house.sources.now_us()
            floor.app.state.floor.reports.days(conn, PLACE, now - DAY_US, now)
    finally:
        event.remove(engine, "before_cursor_execute", count)
    assert 0 < len(asked) <= 10, asked


def test_comps_are_given_once_for_a_day_that_is_over(floor: Lab, evening: tuple[str, str, str]) -> None:
    manager, today = floor.program("manager"), evening[2]
    path = f"{ROOM}/comps/{PLACE}"
    assert manager.post(path, json={"day": today, "cents_an_hour": 100}).status_code == 409
    floor.clock.advance(DAY_US)
    manager = floor.program("manager")
    given = manager.post(path, json={"day": today, "cents_an_hour": 100}).json()
    assert given and all(c["cents"] == c["minutes"] // 60 * 100 for c in given)
    assert manager.post(path, json={"day": today, "cents_an_hour": 100}).status_code == 409
    patron = next(c["patron"] for c in given if c["minutes"] == 120)
    used = {"patron": patron, "cents": 150, "words": "dinner", "command": "meal"}
    for _ in range(2):  # sent twice, used once
        assert manager.post(f"{path}/used", json=used).json() == {"left": 50}
    assert manager.post(f"{path}/used", json={"patron": patron, "cents": 51}).status_code == 422
    assert manager.get(path).json()[patron] == 50
    assert floor.program("clerk").post(path, json={"day": today, "cents_an_hour": 100}).status_code == 403


@pytest.mark.usefixtures("evening")
def test_bankroll_tickets_come_from_the_visits_on_record(floor: Lab) -> None:
    """20.SH.6, line 1154."""
    now, manager = floor.house.sources.now_us(), floor.program("manager")
    terms = {"id": "ROLL", "property": PLACE, "kind": "bankroll", "tables": ["RP-1"], "amount": 10000, "minutes": 60}
    answer = manager.post("/api/v1/promotions", json=terms | {"from_us": now - 3 * DAY_US, "to_us": now + DAY_US})
    assert answer.status_code == 201, answer.text
    for _ in range(2):  # counted again, never added again
        found = manager.post("/api/v1/promotions/ROLL/hours", json={}).json()
        assert sorted(found.values()) == [90, 120]
    assert floor.program("clerk").post("/api/v1/promotions/ROLL/hours", json={}).status_code == 403


def recorded(floor: Lab, badge: str = "supervisor", **fact: Any) -> Any:
    return floor.program(badge).post(f"{ROOM}/records/{PLACE}", json=fact)


def test_what_the_floor_records_is_ruled_by_its_clause(floor: Lab) -> None:
    table = spread(floor, "RC-1", PLACE, form="holdem", small=300, blinds=[100, 300])
    sit(floor, table, 1)
    rack = recorded(floor, kind="rack-up", table="RC-1", seat=1)
    assert (rack.status_code, rack.json()["clause"]) == (201, "2.PROC.9"), rack.text
    assert recorded(floor, kind="rack-up", table="RC-1", seat=1).status_code == 409, "it stands"
    assert recorded(floor, kind="rack-up", table="RC-1", seat=2).status_code == 404
    ended = floor.program("dealer").post(f"{ROOM}/records/{PLACE}/{rack.json()['id']}/end", json={})
    assert (ended.status_code, ended.json()["ended_by"]) == (200, "dealer")
    over = recorded(floor, kind="playover", table="RC-1", seat=1, patron="walk-in", data={"box": True})
    assert (over.status_code, over.json()["clause"]) == (422, "2.PROC.13"), "raked games know no playing over"
    for after, words in ((True, "need not answer"), (False, "he answers")):
        told = recorded(floor, kind="draw-count", table="RC-1", seat=1, data={"after_action": after})
        assert (told.status_code, words in told.json()["ruling"]) == (201, True), told.text
    race = recorded(floor, kind="race-found", data={"denomination": 25, "count": 7, "smallest": 100})
    assert (race.json()["data"]["exchanged"], race.json()["data"]["removed"]) == (100, 75)
    assert (
        recorded(floor, kind="race-found", data={"denomination": 100, "count": 7, "smallest": 100}).status_code == 422
    )
    chips = {"chips": {"25": 400, "100": 100}}
    assert recorded(floor, kind="chip-inventory", data=chips | {"place": "garage"}).status_code == 422
    assert recorded(floor, kind="chip-inventory", data=chips | {"place": "cage"}).json()["data"]["total"] == 20000
    assert recorded(floor, kind="haircut").status_code == 404
    assert recorded(floor, "player", kind="rack-up", table="RC-1", seat=1).status_code == 403
    facts = report(floor, "facts")
    assert {"rack-up", "draw-count", "race-found", "chip-inventory"} <= {row["kind"] for row in facts}


def test_a_time_game_is_played_over_under_a_box_and_a_late_report_finds_the_next_deal(floor: Lab) -> None:
    table = spread(floor, "RC-2", PLACE, form="holdem", small=1000, blinds=[500, 1000], fee=700)
    for seat in (1, 2, 3):
        sit(floor, table, seat, 100000)
    asked = {"kind": "playover", "table": "RC-2", "seat": 3, "patron": "walk-in"}
    assert recorded(floor, **asked, data={"box": True}).status_code == 422, "he is not away"
    act(floor.program("dealer"), table, act="out", seat=3)
    assert recorded(floor, **asked).status_code == 422, "a box is required"
    assert recorded(floor, "dealer", **asked, data={"box": True}).status_code == 403, "by leave of the floor"
    assert recorded(floor, **asked, data={"box": True}).status_code == 201
    dealer = floor.program("dealer")
    _, waits = floor.guest()
    purse = floor.app.state.floor.purse(waits)
    lock = {"act": {"act": "lock", "table": "RC-2", "seat": 5, "patron": waits, "reason": "plays elsewhere"}}
    assert floor.program("supervisor").post(f"{ROOM}/lists/{PLACE}/acts", json=lock).status_code == 200
    keyed = floor.browser("dealer").post("/room/tables/RC-2/dealing", json={"act": "collect"})
    assert keyed.status_code == 200, keyed.text
    assert floor.app.state.floor.purse(waits) == purse - 700, "a locked seat pays, whoever keys it"
    assert act(dealer, table, act="deal", drawn={"1": "Ks", "2": "2c"}).status_code == 200
    late = {"kind": "late-report", "table": "RC-2", "words": "short pot"}
    told = recorded(floor, **late, data={"hand": 1, "minutes": 3})
    assert (told.status_code, "may weigh the delay" in told.json()["ruling"]) == (201, True), told.text
    assert told.json()["clause"] == "2.DEC.3, 2.DEC.4"
    assert recorded(floor, **late, data={"hand": 9, "minutes": 3}).status_code == 422
