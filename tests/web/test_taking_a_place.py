"""Whoever wants a place, at a house game, at a poker table or in a tournament, is received in the same way."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.house.record.clock import DAY_US
from croupier.rounds import acts
from croupier.web.kit import guard
from croupier.web.lobby import pages

from .lab import Lab, csrf, lab
from .test_room_api import opened
from .test_tournament_pages import planned

DOORS = {
    "a house game": ("/tables/BIG-101", "/tables/BIG-101/sit", {}),
    "a poker table": ("/room/tables/PK-1", "/room/tables/PK-1/sit", {"seat": "1", "cents": "200"}),
    "a tournament": ("/tournaments/FRIDAY", "/tournaments/FRIDAY/enter", {}),
}


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(365 * DAY_US)
        opened(made, "PK-1", demo=True)
        planned(made)
        yield made


def asks(client: Any, door: str) -> Any:
    _, path, form = DOORS[door]
    return client.post(path, data={"csrf": csrf(client.get("/sign-in").text), **form})


@pytest.mark.parametrize("door", DOORS)
def test_a_visitor_of_a_demonstration_becomes_a_guest_whom_his_browser_keeps(floor: Lab, door: str) -> None:
    client = floor.anybody()
    answer = asks(client, door)
    assert (answer.status_code, answer.headers["location"]) == (303, DOORS[door][0])
    assert f"{guard.SESSION}=" in answer.headers["set-cookie"]
    assert "Max-Age=86400" in answer.headers["set-cookie"]
    assert "Demo patron" in client.get("/account").text


@pytest.mark.parametrize("door", DOORS)
def test_elsewhere_he_signs_in_first_and_comes_back(floor: Lab, door: str) -> None:
    floor.app.state.floor.demo = False
    answer = asks(floor.anybody(), door)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?next={DOORS[door][0]}")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("door", DOORS)
def test_who_has_not_finished_signing_in_does_so_first(floor: Lab, door: str) -> None:
    made = floor.program("admin-demo").post("/api/v1/people", json={"badge": "fresh", "role": "player"}).json()
    token = floor.anybody().post("/api/v1/sessions", json=made | {"label": "x"}).json()["token"]
    answer = floor.anybody(authorization=f"Bearer {token}").post(DOORS[door][1], data=DOORS[door][2])
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")


@pytest.mark.parametrize("door", DOORS)
def test_a_patron_of_a_demonstration_who_has_nothing_plays_with_demo_chips_as_a_guest_does(
    floor: Lab, door: str
) -> None:
    patron = floor.program("player")
    assert patron.get("/api/v1/me").json()["balance"] == 0
    asks_as = floor.browser("player")
    answer = asks_as.post(DOORS[door][1], data={"csrf": asks_as.headers["x-csrf"], **DOORS[door][2]})
    assert (answer.status_code, answer.headers["location"]) == (303, DOORS[door][0]), answer.text


def test_who_finds_his_position_taken_on_the_way_there_gets_another(
    floor: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others sit down while the chips of a newcomer are made: he is given what is left, not told whose place it is."""
    taken, purse_of = [], pages.purse_of

    async def slowly(kit: Any, who: Any, place: str, *, demo: bool) -> int:
        if not taken:
            other, _ = await asyncio.to_thread(kit.house.people.guest, "Somebody else")
            await kit.cage.demo_chips(place, other.badge, 10_000)
            await kit.house.answer("BIG-101", other, acts.Sit(4, other.badge, 10_000))
            taken.append(other.badge)
        return await purse_of(kit, who, place, demo=demo)

    monkeypatch.setattr(pages, "purse_of", slowly)
    client = floor.anybody()
    answer = asks(client, "a house game")
    assert (answer.status_code, answer.headers["location"]) == (303, "/tables/BIG-101")
    felt = floor.do(lambda: floor.house.table("BIG-101")).driver.felt
    assert [p.patron for p in felt.positions if p.number == 4] == taken
    assert len([p for p in felt.positions if p.patron]) == 2
