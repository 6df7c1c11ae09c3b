"""A stadium through the pages: one dealer, one hand for all stations, each station for itself."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD, STATION_COUNT
from croupier.house.record import accounts

from .lab import PLACE, Lab, lab
from .server import Server
from .visitor import DESK, PHONE, Visitor

STADIUM, DEALER = "BJ-121", "dealer-4"
SEATED = {3: "player", 20: "player-2"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("stadium"), "blackjack") as made:
        made.for_money(STADIUM)
        for number, badge in SEATED.items():  # while the dealer shuffles
            made.program("cage").post(
                "/api/v1/cage", json={"act": "buy-in", "patron": badge, "cents": 50_000, "property": PLACE}
            ).raise_for_status()
            assert act(made, badge, act="sit", position=number, patron=badge, chips=20_000).status_code == 200
        yield made


def act(floor: Lab, badge: str, **given: Any) -> Any:
    return floor.program(badge).post(f"/api/v1/tables/{STADIUM}/acts", json={"act": given})


def test_a_station_shows_its_own_place_and_no_other(floor: Lab) -> None:
    open_places = STATION_COUNT - len(SEATED)
    assert f"{open_places} of {STATION_COUNT} open" in floor.anybody().get(f"/?house={PLACE}").text
    own = floor.browser("player-2").get(f"/tables/{STADIUM}").text
    assert 'id="f-20"' in own
    assert 'id="f-3"' not in own
    watched = floor.anybody().get(f"/tables/{STADIUM}").text
    assert "All stations" in watched
    assert not any(f'id="f-{number}"' in watched for number in range(1, STATION_COUNT + 1))


def test_the_dealer_of_a_stadium_takes_no_wager_and_no_decision(floor: Lab) -> None:
    dealer = floor.browser(DEALER)
    shuffling = dealer.get(f"/deal/{STADIUM}").text
    assert "Seat a patron" not in shuffling
    shuffled = {"act": "shuffled", "cut": 300, "cover": 20}
    floor.program(DEALER).post(f"/api/v1/tables/{STADIUM}/acts", json={"act": shuffled})
    while not floor.do(lambda: floor.house.table(STADIUM)).driver.betting:
        assert act(floor, DEALER, act="fall", card=-1).status_code == 200
    screen = dealer.get(f"/deal/{STADIUM}").text
    assert "Wagers and buy-ins are made at the stations." in screen
    assert 'data-mark="bet"' not in screen
    for number, badge in SEATED.items():
        assert act(floor, badge, act="bet", position=number, wager="blackjack", amount=2500).status_code == 200
    assert act(floor, DEALER, act="close").status_code == 200
    for fell in (32, -1, 0, -1):  # a ten and a deuce for everybody, the dealer's two face down
        assert act(floor, DEALER, act="fall", card=fell).status_code == 200
    assert act(floor, DEALER, act="falls", cards=[29]).status_code == 200  # a nine is turned
    waits = dealer.get(f"/deal/{STADIUM}").text
    assert "Wait: 2 stations decide" in waits
    assert 'data-do="choose' not in waits
    assert act(floor, DEALER, act="chosen", name="stand", position=3).status_code == 403


def test_a_platform_has_no_tray_and_nobody_sells_chips_there(floor: Lab) -> None:
    """Hard Rock 1.A and 3.B (003:7535, 7567): no chips go to it, and a patron buys in at his station."""
    for kind in ("fill", "credit"):
        given = {"kind": kind, "table": STADIUM, "chips": {"500": 20}, "password": PASSWORD}
        answer = floor.program("supervisor").post("/api/v1/documents", json=given)
        assert answer.status_code == 422 and "has no chip tray" in answer.text
    seated = act(floor, "supervisor", act="sit", position=9, patron="player-3", chips=10_000)
    assert seated.status_code == 403 and "at the station" in seated.text


def test_a_station_with_a_dealer_prints_tickets_too(floor: Lab) -> None:
    """Clause 3.D speaks of the station, whoever deals."""
    page = floor.browser("player").get(f"/tables/{STADIUM}/money").text
    assert "up to $5,000.00 · 3.D" in page


def test_slot_staff_pays_by_hand_and_rules_at_the_platform_alone(floor: Lab) -> None:
    """3.D and 4.A: attendants pay what no station prints, a slot supervisor voids; neither does anything else."""
    cage, path = floor.program("cage"), f"/api/v1/tables/{STADIUM}/payouts"
    bought = {"act": "buy-in", "patron": "player", "cents": 9_000_00, "property": PLACE, "second_badge": "supervisor"}
    signed = {"password": PASSWORD, "second_password": PASSWORD}
    assert cage.post("/api/v1/cage", json=bought | signed).status_code == 200
    asked: dict[str, Any] = {"patron": "player", "cents": 6_000_00, "tip": 100_00, "password": PASSWORD}
    two = {"second_badge": "slot-supervisor", "second_password": PASSWORD}
    for given, status, words in (
        ({**asked, "cents": 5_000_00}, 422, "A station prints a ticket"),
        (asked, 422, "a second person's signature"),
        ({**asked, **two, "second_badge": "attendant"}, 403, "One person signed twice"),
        ({**asked, **two, "tip": 6_000_00}, 422, "part of what is paid"),
        ({**asked, **two, "patron": "attendant"}, 403, "himself"),
        ({**asked, **two, "cents": 2_000_000_00}, 422, "who the patron is"),
    ):
        answer = floor.program("attendant").post(path, json=given)
        assert answer.status_code == status and words in answer.text, answer.text
    assert floor.program("cage").post(path, json={**asked, **two}).status_code == 403
    paid = floor.program("attendant").post(path, json={**asked, **two}, headers={"x-command": "hand-1"})
    again = floor.program("attendant").post(path, json={**asked, **two}, headers={"x-command": "hand-1"})
    assert paid.status_code == 201 and paid.json() == again.json()
    with floor.storage.reading() as conn:
        assert floor.house.ledger.balance(conn, accounts.slot_team(PLACE)) == 100_00
    page = floor.browser("slot-supervisor")
    assert "Pay by hand" in page.get("/slots").text
    for badge, status in (("attendant", 403), ("slot-supervisor", 200)):
        assert act(floor, badge, act="declared", when="misdeal").status_code == status
    assert "Void" in page.get("/slots").text
    assert act(floor, "slot-supervisor", act="chosen", name="void").status_code == 200
    assert act(floor, "slot-supervisor", act="shuffled", cut=300).status_code == 403
    beside = floor.program("slot-supervisor").post(
        "/api/v1/tables/BJ-101/acts", json={"act": {"act": "declared", "when": "misdeal"}}
    )
    assert beside.status_code == 403


@pytest.mark.browser
def test_two_stations_play_one_hand_each_in_its_way(chromium: Any, server: Server) -> None:
    """Both hold ten and deuce; one draws a five and pushes, the other stands and loses to seventeen."""
    desk, phone, dealer = (Visitor(chromium, server, size) for size in (DESK, PHONE, DESK))
    dealer.sign_in(DEALER, f"/deal/{STADIUM}")
    dealer.page.wait_for_url(f"**/deal/{STADIUM}")
    dealer.ready()
    desk.sit_by_lobby(STADIUM)
    phone.sit(STADIUM)
    page = dealer.page

    def moved(do: Callable[[], None]) -> None:
        request = page.get_attribute("#d-next", "data-request")
        do()
        dealer.until("r => document.querySelector('#d-next').dataset.request !== r", request)

    def press() -> None:
        page.wait_for_selector(".button.huge:not([aria-disabled])")
        moved(lambda: page.locator(".button.huge").first.click())

    def key(card: str) -> None:
        page.wait_for_selector("#d-pad[data-kind='cards']")
        moved(lambda: page.click(f".card-key[data-card='{card}']"))

    while page.get_attribute("#d-next", "data-kind") != "betting":
        press()  # the shuffle, the burn card
    for station in (desk, phone):
        station.until("() => document.querySelector('#s-tray').dataset.wagering === '1'")
        station.place("blackjack")
    dealer.sees("#d-next", "2 positions have $50.00")
    press()
    key("Ts")
    press()
    key("2h")
    press()
    key("9d")
    dealer.sees("#d-next", "Wait: 2 stations decide")
    desk.page.wait_for_selector("form[data-act='choose:hit']")
    desk.press("choose:hit")
    phone.page.wait_for_selector("form[data-act='choose:stand']")
    phone.press("choose:stand")
    dealer.sees("#d-next", "Deal all stations a card")
    key("5c")
    desk.page.wait_for_selector("form[data-act='choose:stand']")
    desk.press("choose:stand")
    dealer.sees("#d-next", "Turn the dealer")
    key("8c")
    desk.sees("#s-why", "Push")
    phone.until("() => document.querySelector('#s-last').innerText.includes('lost')")
    for visitor in (desk, phone, dealer):
        visitor.close()
