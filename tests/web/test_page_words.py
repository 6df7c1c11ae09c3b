"""What pages say to people: who may, what is wrong, what was typed; nothing raw, nothing lost, nothing cut."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.games import open_game
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.web.station import compose as pages
from croupier.web.station.view import station

from .lab import PLACE, Lab, lab
from .server import Server
from .test_station_words import PATRON, live_of
from .visitor import PHONE, Visitor

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("words"), "blackjack", "three-card-poker") as made:
        yield made


def form(floor: Lab, badge: str, path: str, **fields: str) -> Any:
    client = floor.browser(badge)
    token = client.headers.pop("x-csrf")
    return client.post(path, data={"csrf": token, **fields})


def test_a_page_that_is_for_others_names_whom_it_takes(floor: Lab) -> None:
    page = floor.browser("surveillance").get("/people", headers={"x-csrf": ""})
    assert page.status_code == 403
    assert "This is not for surveillance. It takes " in page.text
    assert "people.read" not in page.text


@pytest.mark.parametrize("path", ["/audit/x/y/z", "/tickets/hard-rock-cincinnati/first"])
def test_an_address_that_can_not_be_read_is_no_page(floor: Lab, path: str) -> None:
    client = floor.browser("surveillance")
    del client.headers["x-csrf"]
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such page." in answer.text
    assert "Input should be" not in answer.text


@pytest.mark.parametrize("path", ["/?house=%00", "/audit/%00"])
def test_a_character_that_no_address_holds_is_answered_with_a_page(floor: Lab, path: str) -> None:
    answer = floor.anybody().get(path, headers=HTML)
    assert (answer.status_code, answer.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert 'href="/"' in answer.text
    assert "content-security-policy" in answer.headers
    assert floor.anybody().get(f"/api/v1{path}", headers=HTML).headers["content-type"] == "application/json"


def test_the_cage_keeps_what_was_typed_when_nobody_has_that_badge(floor: Lab) -> None:
    answer = form(floor, "cage", "/cage/buy-in", house="oneida", patron="nobody-here", amount="$120")
    assert answer.status_code == 422
    for kept in ('value="nobody-here"', 'value="$120"', '<option value="oneida" selected>', "<h1>Cage</h1>"):
        assert kept in answer.text
    assert "Horseshoe Baltimore" in answer.text


def test_the_page_of_a_ticket_loaded_again_prints_nothing_and_is_no_dead_end(floor: Lab) -> None:
    client = floor.browser("player")
    for path, there in (
        ("/cage/ticket", "/cage"),
        ("/tables/BJ-101/money/ticket", "/tables/BJ-101/money"),
    ):
        again = client.get(path)
        assert (again.status_code, again.headers["location"]) == (303, there)
        assert client.get(there).status_code == 200


def test_the_sign_in_page_lists_people_not_programs(floor: Lab) -> None:
    floor.house.people.add_demo([("bot-1", "A program", "player")], PASSWORD)
    page = floor.anybody().get("/sign-in").text
    assert "badge security" in page
    assert "bot-1" not in page
    floor.house.people.set_password("security", PASSWORD, "quite another password")
    assert "badge security" not in floor.anybody().get("/sign-in").text, "a press would be refused"


def test_a_voids_reason_stands_on_its_slip_once(floor: Lab) -> None:
    supervisor = floor.program("supervisor")
    made = supervisor.post(
        "/api/v1/documents", json={"kind": "fill", "table": "TCP-111", "password": PASSWORD, "chips": {"2500": 4}}
    )
    assert made.is_success, made.text
    slip = made.json()["id"]
    state = floor.browser("supervisor").get(f"/slips/{slip}/void").text.split('name="state" value="')[1].split('"')[0]
    why = "x" * 300
    voided = form(
        floor,
        "supervisor",
        f"/slips/{slip}/void",
        state=state,
        reason=why,
        password=PASSWORD,
        second="manager",
        **{"second-password": PASSWORD},
    )
    assert voided.status_code == 303, voided.text
    assert floor.browser("supervisor").get(f"/slips/{slip}").text.count(why) == 1


def test_the_list_of_keys_names_decisions_that_are_not_asked_for_now(floor: Lab) -> None:
    page = floor.anybody().get("/tables/BJ-101").text
    keys = page.split('<dialog id="keys"')[1].split("</dialog>")[0]
    for key, words in (("H", "Hit"), ("S", "Stand"), ("D", "Double down"), ("P", "Split")):
        assert f'<kbd class="key quiet">{key}</kbd></dt><dd>{words}</dd>' in keys
    cards = floor.anybody().get("/tables/TCP-101").text.split('<dialog id="keys"')[1]
    assert "<dd>Fold</dd>" in cards


def test_a_craps_station_says_who_shoots_and_how_many_times_odds(floor: Lab) -> None:
    driver = Driver(open_game(PLACE, "craps"), chance=Chance())
    driver.answer(By("player", "2001"), acts.Sit(2, "2001", 100_000))
    driver.felt.memo["shooter"] = 2
    view = station(live_of(driver), PATRON, [], 100_000, "House")  # type: ignore[arg-type]
    assert "you are the shooter" in view.dice_note.lower()
    multiple = driver.game.posting.get("odds-multiple")
    assert (f"{multiple} times odds" in view.limits) == bool(multiple)
    assert "you are the shooter" in pages.felt_of(view).phone
    driver.felt.memo["shooter"] = 3
    view = station(live_of(driver), PATRON, [], 100_000, "House")  # type: ignore[arg-type]
    assert "you are" not in view.dice_note.lower()
    assert "Hatched areas are closed now" in pages.part("tray", view, "")


def test_a_seat_that_somebody_took_is_not_blank() -> None:
    driver = Driver(open_game(PLACE, "blackjack"), chance=Chance())
    driver.answer(By("player", "2001"), acts.Sit(2, "2001", 100_000))
    driver.answer(By("player", "2002"), acts.Sit(5, "2002", 100_000))
    felt = pages.felt_of(station(live_of(driver), PATRON, [], 100_000, "House"))  # type: ignore[arg-type]
    assert felt.desk.count(">taken<") == 1
    assert felt.phone.count(">taken<") == 1


@pytest.mark.browser
def test_on_a_phone_people_are_a_list_that_is_not_cut(chromium: Any, server: Server) -> None:
    server.house.people.add_demo([("long-1", "W" * 80, "dealer")], PASSWORD)
    signed = {"password": PASSWORD}
    asked = {"badge": "long-2", "name": "W" * 80, "role": "dealer", **signed}
    proposed = server.client("admin-demo").post("/api/v1/people", json=asked).raise_for_status().json()
    server.client("manager").post(f"/api/v1/people/changes/{proposed['document']}", json=signed).raise_for_status()
    visitor = Visitor(chromium, server, PHONE)
    visitor.sign_in("admin-demo", "/people")
    wide = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.list-table td, .list-table a')]"
        ".filter((cell) => cell.getBoundingClientRect().right > innerWidth).length"
    )
    assert wide == 0
    assert visitor.box(".menu > summary")["height"] >= 44
    visitor.close()
