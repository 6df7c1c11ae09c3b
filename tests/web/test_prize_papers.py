"""Tax form and intercept of a live tournament's prizes, whole: through the API, and by clicks of all who sign."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.money.poker_funds import SPECIAL_HANDS, fund
from croupier.house.record import accounts
from croupier.house.record.clock import DAY_US, MINUTE_US

from .lab import Lab, lab
from .live_event import API, ROOM, SHEET, Desk
from .server import Server
from .visitor import DESK, Visitor

BALTIMORE = "horseshoe-baltimore"
LARGE = {
    "prize": 9_000_00,
    "pays": [{"entries": 2, "shares": [6_000, 4_000]}],
    "late_minutes": 0,
    "reentry_minutes": 0,
}
SEEN = {"password": PASSWORD, "identification": "MD licence", "card": "TR-1"}
SLIP = {"password": PASSWORD, "reason": "child support", "initials": "MM", "claim": "C-77"}
TOLD = ["security", "surveillance"]


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(365 * DAY_US)
        yield made


def over(desk: Desk) -> list[dict[str, Any]]:
    """Everybody but the first is knocked out; the prizes that are due."""
    desk.start()
    while (board := desk.board())["left"] > 1:
        desk.did("out", patron=list(board["tables"][0]["seats"].values())[-1]["name"])
    desk.confirm_all()
    return list(desk.director.get(f"{desk.path}/prizes").json())


def test_prizes_are_searched_withheld_taxed_and_reported_through_the_api(floor: Lab) -> None:
    """The payout procedures, lines 933 to 949, at an event of real cards."""
    desk = Desk(floor, "TAXED", 5, **LARGE)
    first, second = over(desk)
    assert (first["cents"], second["cents"]) == (27_000_00, 18_000_00)
    prize, other = (f"{desk.path}/prizes/{one['number']}" for one in (first, second))
    clerk, manager, security = (floor.program(badge) for badge in ("clerk", "manager", "security"))

    def refused(client: Any, path: str, status: int = 422, **body: Any) -> str:
        before = desk.books()
        answer = client.post(path, json=body)
        assert answer.status_code == status, answer.text
        assert desk.books() == before
        return str(answer.json()["error"])

    assert "identification and card" in refused(clerk, f"{prize}/check", **SEEN | {"card": " "})
    assert "taxable" in refused(clerk, f"{prize}/check", **SEEN)
    match = SEEN | {"searched": True, "withhold": 5_000_00}
    assert "claim reference" in refused(clerk, f"{prize}/check", **match)
    refused(floor.program("dealer"), f"{prize}/check", 403, **match, claim="C-77")
    assert clerk.post(f"{prize}/check", json=match | {"claim": "C-77"}).status_code == 201
    assert "is checked" in refused(clerk, f"{prize}/check", 409, **match, claim="C-77")
    steps = f"{prize}/steps"
    refused(clerk, f"{steps}/manage", 403, **SLIP, told=TOLD)
    refused(clerk, f"{steps}/receive", 409, password=PASSWORD, w2g=True)
    for wrong in (
        SLIP | {"told": TOLD[:1]},
        SLIP | {"told": TOLD, "claim": "C-78"},
        SLIP | {"told": TOLD, "reason": ""},
    ):
        refused(manager, f"{steps}/manage", **wrong)
    refused(security, f"{steps}/escort", 409, password=PASSWORD)
    assert manager.post(f"{steps}/manage", json=SLIP | {"told": TOLD}).status_code == 200
    assert security.post(f"{steps}/escort", json={"password": PASSWORD}).status_code == 200
    assert "tax form" in refused(clerk, f"{steps}/receive", password=PASSWORD)
    before = desk.books()
    assert clerk.post(f"{steps}/receive", json={"password": PASSWORD, "w2g": True}).status_code == 200
    after = desk.books()
    kept, outside = f"intercept:{ROOM}", f"outside:{ROOM}"
    assert after[kept] - before.get(kept, 0) == 5_000_00
    assert after[outside] - before[outside] == 22_000_00
    refused(clerk, f"{steps}/receive", 409, password=PASSWORD, w2g=True)
    # The claim is more than the prize: nothing is left, which the tracking sheet keeps.
    assert (
        clerk.post(f"{other}/check", json=SEEN | {"searched": True, "withhold": 99_000_00, "claim": "C-9"}).status_code
        == 201
    )
    assert manager.post(f"{other}/steps/manage", json=SLIP | {"told": TOLD, "claim": "C-9"}).status_code == 200
    assert security.post(f"{other}/steps/escort", json={"password": PASSWORD}).status_code == 200
    assert clerk.post(f"{other}/steps/receive", json={"password": PASSWORD, "w2g": True}).status_code == 200
    report = desk.director.get(f"{desk.path}/report").json()
    assert [(one["search"], one["withheld"], one["paid"], one["taxable"]) for one in report] == [
        ("C-77", 5_000_00, 22_000_00, True),
        ("C-9", 18_000_00, 0, True),
    ]
    found = floor.program("surveillance").get(f"{API}/intercepts/{ROOM}").json()
    assert [one["withheld"] for one in found["accounting"]] == [5_000_00, 18_000_00]
    assert [one["claim"] for one in found["tracking"]] == ["C-9"]
    assert desk.books()["tournament:TAXED"] == 0
    floor.clock.advance(DAY_US)
    later = floor.program("surveillance").get(f"{API}/intercepts/{ROOM}").json()
    assert (later["accounting"], len(later["tracking"])) == ([], 1)


def test_what_was_withheld_goes_to_accounting_by_the_gaming_day(floor: Lab) -> None:
    """A payout after midnight belongs to the evening before, as every other paper of it does."""
    desk = Desk(floor, "NIGHT", 5, **LARGE)
    (prize, *_) = over(desk)
    floor.clock.advance(2 * DAY_US - floor.clock.now_us % DAY_US - 30 * MINUTE_US)  # half an hour before midnight
    evening = floor.clock.now_us
    floor.clock.advance(60 * MINUTE_US)
    path = f"{desk.path}/prizes/{prize['number']}"
    given = SEEN | {"searched": True, "withhold": 1_000_00, "claim": "C-5"}
    assert floor.program("clerk").post(f"{path}/check", json=given).status_code == 201
    slip = SLIP | {"claim": "C-5", "told": TOLD}
    assert floor.program("manager").post(f"{path}/steps/manage", json=slip).status_code == 200
    assert floor.program("security").post(f"{path}/steps/escort", json={"password": PASSWORD}).status_code == 200
    signed = {"password": PASSWORD, "w2g": True}
    assert floor.program("clerk").post(f"{path}/steps/receive", json=signed).status_code == 200
    asked = floor.program("surveillance").get(f"{API}/intercepts/{ROOM}", params={"day_us": evening}).json()
    assert "C-5" in [one["claim"] for one in asked["accounting"]]


@pytest.mark.browser
@pytest.mark.slow
def test_prizes_are_paid_with_tax_form_and_intercept_by_clicks(chromium: Any, server: Server) -> None:
    server.client("manager").post(API, json=SHEET | LARGE | {"id": "CLICKS"}).raise_for_status()
    path, page = f"{API}/CLICKS", "/poker-tournaments/CLICKS"
    clerk, director = server.client("clerk"), server.client("supervisor")
    for number in range(5):
        clerk.post(f"{path}/walk-ins", json={"name": f"Bo Guest{number}", "card": f"K-{number}"}).raise_for_status()
    director.post(f"{path}/start", json={}).raise_for_status()
    while (board := director.get(path).json())["left"] > 1:
        gone = list(board["tables"][0]["seats"].values())[-1]["name"]
        director.post(f"{path}/decisions", json={"what": "out", "patron": gone}).raise_for_status()
    while (found := director.get(f"{path}/proposal").json()) is not None:
        director.post(f"{path}/proposal", json={"key": found["key"]}).raise_for_status()
    people: dict[str, Visitor] = {}

    def signs(badge: str, step: str, number: int, **fields: Any) -> str:
        """A line of a prize's paper, at the page of who signs it; what was refused, or nothing."""
        if badge not in people:
            people[badge] = Visitor(chromium, server, DESK)
            people[badge].known(badge)
        visitor = people[badge]
        visitor.go(page)
        form = visitor.page.locator(f"form[action$='/prizes/{number}/{step}']")
        visitor.page.locator("details", has=form).locator("summary").last.click()
        for name, value in ({"password": PASSWORD} | fields).items():
            field = form.locator(f"[name='{name}']")
            if value is True:
                field.check()
            else:
                field.fill(value)
        with visitor.page.expect_navigation():
            form.locator("button").last.click()
        wrong = visitor.page.locator("[role=alert]")
        return str(wrong.first.inner_text()) if wrong.count() else ""

    seen = {"identification": "MD licence", "card": "K-0"}
    first, second = (one["number"] for one in director.get(f"{path}/prizes").json())
    assert "taxable" in signs("clerk", "check", first, **seen)
    found = seen | {"searched": True, "withhold": "5000"}
    assert "claim reference" in signs("clerk", "check", first, **found)
    assert signs("clerk", "check", first, **found, claim="C-1") == ""
    slip = {"reason": "child support", "claim": "C-1", "initials": "MM", "told-security": True}
    assert "told first" in signs("manager", "manage", first, **slip)
    assert signs("manager", "manage", first, **slip, **{"told-surveillance": True}) == ""
    assert signs("security", "escort", first) == ""
    assert "tax form" in signs("clerk", "receive", first)
    assert signs("clerk", "receive", first, w2g=True) == ""
    assert signs("clerk", "check", second, **seen, searched=True) == ""
    assert signs("clerk", "receive", second, w2g=True) == ""
    report = director.get(f"{path}/report").json()
    told = [(one["search"], one["withheld"], one["paid"]) for one in report]
    assert told == [("C-1", 5_000_00, 22_000_00), ("No Match", 0, 18_000_00)]
    manager = people["manager"]
    manager.go("/poker-tournaments?house=horseshoe-baltimore")
    assert "$5,000.00" in manager.page.inner_text("section[aria-labelledby=intercepts]")
    for visitor in people.values():
        visitor.close()


def test_a_guarantee_is_made_up_when_the_fund_is_empty_by_the_house(floor: Lab) -> None:
    """Baltimore's bad beat allocations, line 1102: the special hands reserve makes up what buy-ins lack; where it does
    not reach, players get the posted pool all the same."""
    desk = Desk(floor, "SHORT", 2, **LARGE | {"guarantee": 30_000_00})
    with floor.storage.reading() as conn:
        reserve = floor.house.ledger.balance(conn, fund(BALTIMORE, SPECIAL_HANDS))
        house = floor.house.ledger.balance(conn, accounts.house(BALTIMORE))
    first, second = over(desk)
    assert (first["cents"], second["cents"]) == (18_000_00, 12_000_00)
    with floor.storage.reading() as conn:
        assert floor.house.ledger.balance(conn, fund(BALTIMORE, SPECIAL_HANDS)) == reserve == 0
        assert house - floor.house.ledger.balance(conn, accounts.house(BALTIMORE)) == 12_000_00
        assert floor.house.ledger.audit(conn) == []


def test_one_card_is_one_persons_seat_under_whatever_name(floor: Lab) -> None:
    """Baltimore 19.F.f: a player has one seat; his card is shown at the desk, whether or not he has an account."""
    desk = Desk(floor, "ONE-CARD", 2, **LARGE)
    clerk, entries = floor.program("clerk"), list(desk.board()["tables"][0]["seats"].values())
    walked = clerk.post(f"{desk.path}/walk-ins", json={"name": "Zed", "card": "TR-77"})
    assert walked.status_code == 201 and len(entries) == 2, walked.text
    floor.house.people.add_demo([("zed-1", "Zed", "player")], PASSWORD)
    cash = {"act": "buy-in", "property": BALTIMORE, "patron": "zed-1", "cents": 11_000_00, "password": PASSWORD}
    second = {"second_badge": "manager", "second_password": PASSWORD, "identified": "MD licence"}
    assert floor.program("cage").post("/api/v1/cage", json=cash | second).status_code == 200
    again = clerk.post(f"{desk.path}/entries", json={"patron": "zed-1", "card": " TR-77"})
    assert (again.status_code, "Card TR-77 has entered" in again.text) == (422, True), again.text
    own = clerk.post(f"{desk.path}/entries", json={"patron": "zed-1", "card": "TR-78"})
    assert own.status_code == 201, own.text
    other = clerk.post(f"{desk.path}/walk-ins", json={"name": "Z.", "card": "TR-78"})
    assert (other.status_code, "Card TR-78 has entered" in other.text) == (422, True), other.text
