"""Tickets through the pages: out at a station, in at another, paid by the cage, voided by two; and their paper."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.people import one_time_codes as totp
from croupier.house.record.clock import SECOND_US
from croupier.web.draw.ticket import BARS, bars, grouped, ticket

from .lab import PLACE, Lab, csrf, lab
from .server import Server
from .visitor import DESK, PHONE, Visitor

DEMO = "BIG-101"
STATION, BY_HAND = "RO-101", "RO-111"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "roulette", "big-six") as made:
        yield made.for_money(STATION)


class Page:
    """Somebody at a page without scripts: every form goes with the page's token and an id of its own."""

    def __init__(self, floor: Lab, badge: str) -> None:
        self.client = floor.browser(badge)
        self.token = self.client.headers.pop("x-csrf")
        self.sent = 0

    def post(self, path: str, **form: str) -> Any:
        self.sent += 1
        given = {"csrf": self.token, "command": f"{path} {self.sent} {id(self)}"} | form
        return self.client.post(path, data=given)

    def get(self, path: str) -> str:
        return str(self.client.get(path).text)


def seat(floor: Lab, badge: str, chips: int = 20_000, position: int = 1) -> Page:
    signed = {"password": PASSWORD, "second_badge": "manager", "second_password": PASSWORD, "identified": "known"}
    buys = {"act": "buy-in", "patron": badge, "cents": chips, "property": PLACE, **signed}
    floor.program("cage").post("/api/v1/cage", json=buys).raise_for_status()
    act(floor, badge, act="sit", position=position, patron=badge, chips=chips)
    return Page(floor, badge)


def act(floor: Lab, badge: str, **given: Any) -> None:
    answer = floor.program(badge).post(f"/api/v1/tables/{STATION}/acts", json={"act": given})
    assert answer.status_code == 200, answer.text


def leave(floor: Lab) -> None:
    for position in floor.do(lambda: floor.house.table(STATION)).driver.felt.positions:
        if position.patron:
            act(floor, position.patron, act="leave", position=position.number)


def code_on(page: str) -> str:
    found = re.search(r'id="ticket-code">([0-9A-F ]+)<', page)
    assert found, page[-2000:]
    return found[1]


def test_a_ticket_out_at_one_station_is_money_at_another_once(floor: Lab) -> None:
    player, other = seat(floor, "player"), Page(floor, "player-2")
    assert "Print a ticket for $200.00" in player.get(f"/tables/{STATION}/money")
    paper = player.post(f"/tables/{STATION}/money/ticket", position="1").text
    assert "$200.00" in paper
    assert "Ticket 000001" in paper
    code = code_on(paper)
    sits = other.post(f"/tables/{STATION}/money/insert", ticket=code.lower().replace(" ", "-"))
    assert sits.headers["location"] == f"/tables/{STATION}"
    chips = floor.do(lambda: floor.house.table(STATION)).driver
    assert [p.patron for p in chips.felt.positions if p.patron] == ["player-2"]
    again = player.post(f"/tables/{STATION}/money/insert", ticket=code)
    assert again.status_code == 403
    assert "Ticket 1 was redeemed already" in again.text
    assert code in again.text, "what was typed is kept"
    wrong = player.post(f"/tables/{STATION}/money/insert", ticket="0A1 B2C")
    assert "No ticket has this code" in wrong.text
    assert 'aria-describedby="code-error"' in wrong.text
    leave(floor)


def test_a_program_brings_a_ticket_as_it_is_printed_and_to_a_station_that_is_there(floor: Lab) -> None:
    player, program = seat(floor, "player"), floor.program("player-2")
    printed = code_on(player.post(f"/tables/{STATION}/money/ticket", position="1").text)
    given = {"act": "insert", "position": 999, "ticket": printed}
    away = program.post(f"/api/v1/tables/{STATION}/tickets", json=given)
    assert away.status_code == 422 and "has no station 999" in away.text
    nowhere = player.post(f"/tables/{STATION}/money/ticket", position="999")
    assert nowhere.status_code == 422
    sits = program.post(f"/api/v1/tables/{STATION}/tickets", json=given | {"position": 2})
    assert (sits.status_code, sits.json()) == (200, {"cents": 20_000})
    leave(floor)


def test_no_exchange_is_made_at_a_property_that_the_house_does_not_run(floor: Lab) -> None:
    page, program = Page(floor, "cage"), floor.program("cage")
    two = {"second_badge": "supervisor", "second_password": PASSWORD, "password": PASSWORD}
    about: dict[str, Any] = {"property": "nowhere", "patron": "player", "cents": 5_000}
    form = {"house": "nowhere", "patron": "player", "amount": "50", "password": PASSWORD}
    form |= {"second": "supervisor", "second-password": PASSWORD}
    with floor.storage.reading() as conn:
        before = floor.house.ledger.balances(conn)
    for answer in (
        program.post("/api/v1/cage", json={"act": "buy-in", **about}),
        program.post("/api/v1/coupons", json=about | two),
        floor.program("player").post("/api/v1/cage", json={"act": "ticket", "cents": 100, "property": "nowhere"}),
        page.post("/cage/buy-in", **form),
        page.post("/cage/coupon", **form),
        Page(floor, "player").post("/cage/toke", house="nowhere", amount="1"),
    ):
        assert answer.status_code == 422 and "There is no property" in answer.text, answer.text
    with floor.storage.reading() as conn:
        assert floor.house.ledger.balances(conn) == before


def test_clicked_twice_one_ticket_is_printed_and_shown_twice(floor: Lab) -> None:
    player = seat(floor, "player")
    form = {"position": "1", "command": "one click and another"}
    papers = [player.post(f"/tables/{STATION}/money/ticket", **form).text for _ in range(2)]
    assert code_on(papers[0]) == code_on(papers[1])
    assert player.post("/cage/redeem", ticket=code_on(papers[0])).status_code == 200


def test_chips_in_play_and_chips_above_the_limit_say_why_they_wait(floor: Lab) -> None:
    player = seat(floor, "player", 600_000)
    page = player.get(f"/tables/{STATION}/money")
    assert "more than a station prints: an attendant pays it" in page
    assert "up to $5,000.00 · 3.D" in page
    act(floor, "player", act="bet", position=1, wager="red", amount=1_000)
    page = player.get(f"/tables/{STATION}/money")
    assert "Take down $10, chips to your account" in page
    refused = player.post(f"/tables/{STATION}/money/account")
    assert refused.status_code == 422
    assert "wagers on the layout" in refused.text
    assert player.post(f"/tables/{STATION}/money/account", take="1").headers["location"] == "/cage"
    assert floor.app.state.floor.purse("player") >= 600_000


def test_a_table_dealt_by_hand_and_a_property_without_stations_have_no_tickets(floor: Lab) -> None:
    player = Page(floor, "player")
    assert "A dealer deals here: tickets are taken at stations" in player.get(f"/tables/{BY_HAND}/money")
    refused = player.post(f"/tables/{BY_HAND}/money/insert", ticket="0" * 18)
    assert refused.status_code == 422
    table = {"id": "RO-2", "property": "horseshoe-cleveland", "game": "roulette", "demo": True}
    floor.program("manager").post("/api/v1/tables", json=table).raise_for_status()
    for life in ("begin-opening", "open"):
        given = {"act": life, "password": PASSWORD}
        floor.program("supervisor").post("/api/v1/tables/RO-2/life", json=given).raise_for_status()
    assert "Horseshoe Cleveland have no tickets at stations" in player.get("/tables/RO-2/money")
    given = {"act": "cash-out", "position": 1}
    refused = floor.program("player").post("/api/v1/tables/RO-2/tickets", json=given)
    assert "no station for tickets" in refused.json()["error"]


def test_the_cage_pays_a_ticket_by_its_code_once(floor: Lab) -> None:
    player, cage = seat(floor, "player", 7_500), Page(floor, "cage")
    code = code_on(player.post(f"/tables/{STATION}/money/ticket", position="1").text)
    assert "No ticket has this code" in cage.post("/cage/pay-ticket", house=PLACE, ticket="1" * 18).text
    other = cage.post("/cage/pay-ticket", house="horseshoe-cleveland", ticket=code)
    assert "printed at another property" in other.text
    assert "Pay $75.00." in cage.post("/cage/pay-ticket", house=PLACE, ticket=code).text
    paid = cage.post("/cage/pay-ticket", house=PLACE, ticket=code)
    assert paid.status_code == 403
    assert "was paid by the cage already" in paid.text
    assert "Paid by the cage" in cage.get("/tickets")


def test_two_people_void_a_ticket_and_every_mistake_stays_on_the_form(floor: Lab) -> None:
    player, cage = seat(floor, "player", 4_000), Page(floor, "cage")
    paper = player.post(f"/tables/{STATION}/money/ticket", position="1").text
    number = int(re.search(r"Ticket (\d{6})", paper)[1])  # type: ignore[index]
    path = f"/tickets/{PLACE}/{number}/void"
    form = {"reason": "misprinted", "password": PASSWORD, "second": "supervisor", "second-password": PASSWORD}
    for wrong, says in (
        ({"password": "no"}, "This is not the password of badge cage"),
        ({"second-password": "no"}, "This is not the password of badge supervisor"),
        ({"second": "cage"}, "One person signed twice."),
        ({"second": "dealer"}, "is not for a dealer"),
        ({"reason": " "}, "A void needs its reason."),
    ):
        answer = cage.post(path, **(form | wrong))
        assert answer.status_code in (403, 422)
        assert says in answer.text
        assert f'name="second" value="{wrong.get("second", "supervisor")}"' in answer.text
        assert "no&" not in answer.text
        assert PASSWORD not in answer.text
    program = floor.program("cage")
    signed = {"reason": "misprinted", "password": PASSWORD, "second_badge": "cage", "second_password": PASSWORD}
    twice = program.post(f"/api/v1{path}", json=signed)
    assert twice.status_code == 403
    assert "One person signed twice." in twice.text
    before = floor.app.state.floor.purse("player")
    assert cage.post(path, **form).status_code == 303
    stands = program.get(f"/api/v1/tickets/{PLACE}/{number}").json()
    assert (stands["number"], stands["state"], stands["by"]) == (int(number), "void", "player")
    assert program.get(f"/api/v1/tickets/{PLACE}", params={"limit": 1}).json()["tickets"] == [stands]
    late = program.post(f"/api/v1{path}", json=signed | {"second_badge": "supervisor"})
    assert late.status_code in (409, 422), late.text
    assert floor.app.state.floor.purse("player") == before + 4_000
    record = cage.get(f"/tickets/{PLACE}/{number}")
    assert "Only a ticket that is out can be voided." in record
    assert (stands["ended_by"], stands["why"]) == (["cage", "supervisor"], "misprinted")
    assert "cage and supervisor</dd><dt>Reason</dt><dd>misprinted</dd>" in record
    assert code_on(paper) not in cage.get("/tickets")


def test_who_has_a_second_factor_that_the_house_wants_signs_with_a_code(floor: Lab) -> None:
    """Password alone comes back with the code's field marked; a code signs once, and the same form twice too."""
    people, badge = floor.house.people, "supervisor-2"
    factors = people.factors
    sign = Page(floor, badge)
    fill = {"kind": "fill", "chips-2500": "4", "password": PASSWORD}
    path = f"/pit/{BY_HAND}/document"
    assert sign.post(path, **fill).status_code == 303
    assert "Code of your authenticator" not in sign.get(f"/pit/{BY_HAND}")

    def shown() -> str:
        floor.clock.advance(totp.STEP_S * SECOND_US)
        with floor.storage.reading() as conn:
            found = factors.find(conn, badge)
        assert found is not None
        return totp.code(factors.secret(found), totp.step_of(floor.clock()))

    sign.post("/account/factor", password=PASSWORD)
    assert sign.post("/account/factor/confirm", code=shown()).status_code in (200, 303)
    roles = {"role": "supervisor", "wanted": True}
    floor.program("admin-demo").post("/api/v1/second-factor/roles", json=roles).raise_for_status()
    try:
        door = floor.anybody()
        given = {"badge": badge, "password": PASSWORD, "code": shown(), "csrf": csrf(door.get("/sign-in").text)}
        assert door.post("/sign-in", data=given).status_code == 303
        sign.client, sign.token = door, csrf(door.get("/account").text)
        assert "Code of your authenticator" in sign.get(f"/pit/{BY_HAND}")
        bare = sign.post(path, **fill)
        assert bare.status_code == 422
        assert "signs with a second factor" in bare.text
        assert 'name="chips-2500" inputmode="numeric" value="4"' in bare.text
        assert "The code does not match" in sign.post(path, **fill, code="000000").text
        given = fill | {"code": shown(), "command": "signed once"}
        first, again = (sign.post(path, **given) for _ in range(2))
        assert first.status_code == again.status_code == 303
        assert first.headers["location"] == again.headers["location"]
        api = floor.program(badge)
        body = {"kind": "fill", "table": BY_HAND, "chips": {"2500": 4}, "password": PASSWORD}
        assert api.post("/api/v1/documents", json=body).status_code == 403
        assert api.post("/api/v1/documents", json=body | {"code": shown()}).status_code == 201
    finally:
        gone = {"wanted": False, "password": PASSWORD, "second_badge": "manager", "second_password": PASSWORD}
        floor.program("admin-demo").post("/api/v1/second-factor/roles", json=roles | gone).raise_for_status()
        lost = {"password": PASSWORD}
        admin = floor.program("admin-demo").post(f"/api/v1/people/{badge}/second-factor/reset", json=lost)
        assert admin.is_success, admin.text
        (asked,) = floor.program("manager").get("/api/v1/people/changes").json()
        assert floor.program("manager").post(f"/api/v1/people/changes/{asked['id']}", json=lost).is_success


def test_the_bars_of_a_ticket_are_its_code() -> None:
    """Read back as a scanner does: five bars and four spaces a sign, three of them wide."""
    code = "0123456789abcdef5a"
    shape, wide = bars(code)
    drawn = [(float(x), float(w)) for x, w in re.findall(r"M([\d.]+) 0h([\d.]+)v1", shape)]
    assert len(drawn) == 5 * (len(code) + 2)
    assert drawn[-1][0] + drawn[-1][1] == pytest.approx(wide)
    read = ""
    for at in range(0, len(drawn), 5):
        five = drawn[at : at + 5]
        spaces = [b[0] - (a[0] + a[1]) for a, b in pairwise(five)]
        signs = "".join(f"{int(bar[1] > 1)}{int(space > 1)}" for bar, space in zip(five, [*spaces, 0]))[:9]
        assert signs.count("1") == 3
        read += next(letter for letter, shown in BARS.items() if shown == signs)
    assert read == f"*{code.upper()}*"
    paper = str(ticket(12, 12_345, code, "Hard Rock Cincinnati", "RO-101"))
    assert f"Ticket 000012 of Hard Rock Cincinnati, $123.45, code {grouped(code)}" in paper
    assert " style=" not in paper


@pytest.mark.browser
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_visitor_cashes_out_to_a_ticket_and_comes_back_with_it(
    chromium: Any, server: Server, size: dict[str, int]
) -> None:
    """By keyboard alone from the station on; pressed twice, one ticket."""
    visitor = Visitor(chromium, server, size)
    page = visitor.page
    visitor.sit("RO-101")
    page.focus(".money-link")
    page.keyboard.press("Enter")
    page.wait_for_url("**/money")
    visitor.sees("main", "At this station".upper())
    page.get_by_role("button", name="Print a ticket").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    visitor.sees("h1", "Ticket")
    code = page.inner_text("#ticket-code")
    assert page.locator(".ticket-paper").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".ticket-paper").is_visible()
    assert not page.locator("[data-print]").is_visible()
    page.emulate_media(media="screen")
    visitor.go("/tables/RO-101/money")
    page.fill("[name=ticket]", code[:-1] + ("0" if code[-1] != "0" else "1"))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    visitor.sees("#code-error", "No ticket has this code")
    visitor.focuses("ticket")
    page.fill("[name=ticket]", code)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/RO-101")
    visitor.sees("#s-balance", "$1,000.00")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.close()


def test_demo_chips_and_money_go_to_tables_of_their_own_kind(floor: Lab) -> None:
    """A guest's demo chips come to no table for money, and money to no table of a demonstration."""
    guest, badge = floor.guest()
    sit = {"act": {"act": "sit", "position": 5, "patron": badge, "chips": 5_000}}
    refused = guest.post(f"/api/v1/tables/{STATION}/acts", json=sit)
    assert refused.status_code == 422 and "has demo chips; this table deals for money" in refused.json()["error"]
    page = guest.post(f"/api/v1/tables/{STATION}/acts", json={"act": {**sit["act"], "chips": 0}})
    assert page.status_code == 200, page.text
    bought = guest.post(f"/api/v1/tables/{STATION}/acts", json={"act": {"act": "buy", "position": 5, "chips": 5_000}})
    assert bought.status_code == 422 and "They are not mixed" in bought.text
    buys = {"act": "buy-in", "patron": "player-2", "cents": 10_000, "property": PLACE, "password": PASSWORD}
    floor.program("cage").post("/api/v1/cage", json=buys).raise_for_status()
    money = {"act": {"act": "sit", "position": 2, "patron": "player-2", "chips": 5_000}}
    refused = floor.program("player-2").post(f"/api/v1/tables/{DEMO}/acts", json=money)
    assert refused.status_code == 422 and "has money; this table deals for demo chips" in refused.json()["error"]
