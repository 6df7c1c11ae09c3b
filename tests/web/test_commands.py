"""Every command that moves money or signs a document acts once when it is sent twice; a stale one is refused."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import func, select

from croupier.demo.furnish import PASSWORD
from croupier.house.papers.documents import FLOWS
from croupier.house.poker_room.procedures.desk import SLIPS
from croupier.house.record import schema
from croupier.house.tables.equipment import checklist

from .lab import PLACE, Lab, lab, routes

BY_HAND, ROULETTE = "TCP-111", "RO-101"
CHIPS = {"chips": {"2500": 4}}
# So much cash comes and goes here that two people sign it.
SECOND = {"password": PASSWORD, "second_badge": "manager", "second_password": PASSWORD}
BY_TWO = {**SECOND, "identified": "known"}
BY_TWO_FORM = {"password": PASSWORD, "second": "manager", "second-password": PASSWORD, "identified": "known"}
FORM_CHIPS = {"chips-2500": "4"}
FILL = (("prepare", "cage"), ("carry", "security"), ("count", "dealer"), ("confirm", "supervisor-2"))
CREDIT = (("count", "dealer"), ("carry", "security"), ("receive", "cage"), ("confirm", "supervisor-2"))
DROP = (("witness", "supervisor"), ("count", "cage"), ("verify", "cage-2"))


class Case:
    """One command: who sends what where, and what must be there before."""

    def __init__(self, name: str, badge: str, path: str, before: Callable[[Lab], dict[str, Any]], **body: Any) -> None:
        self.name, self.badge, self.path, self.before, self.body = name, badge, path, before, body

    def request(self, floor: Lab) -> tuple[str, dict[str, Any]]:
        found = self.before(floor)
        return self.path.format(**found), self.body | found.get("body", {})


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("commands"), "three-card-poker", "roulette") as made:
        dealer = made.for_money(ROULETTE).program("dealer")
        made.do(lambda: made.house.table(BY_HAND))
        shuffled = {"act": {"act": "shuffled", "cut": 0}}
        dealer.post(f"/api/v1/tables/{BY_HAND}/acts", json=shuffled)
        yield made


# ---- what must be there before


def nothing(floor: Lab) -> dict[str, Any]:
    return {}


def credit(floor: Lab) -> dict[str, Any]:
    """The player has money with the house."""
    given = {"act": "buy-in", "patron": "player", "cents": 50_000, "property": PLACE, **BY_TWO}
    floor.program("cage").post("/api/v1/cage", json=given).raise_for_status()
    return {}


def seat(floor: Lab) -> dict[str, Any]:
    """The player sits at roulette, position 1."""
    credit(floor)
    driver = floor.do(lambda: floor.house.table(ROULETTE)).driver
    if not any(p.patron == "player" for p in driver.felt.positions):
        sit = {"act": {"act": "sit", "position": 1, "patron": "player", "chips": 20_000}}
        floor.program("player").post(f"/api/v1/tables/{ROULETTE}/acts", json=sit).raise_for_status()
    return {}


def no_seat(floor: Lab) -> dict[str, Any]:
    credit(floor)
    driver = floor.do(lambda: floor.house.table(ROULETTE)).driver
    for number in [p.number for p in driver.felt.positions if p.patron == "player"]:
        leave = {"act": {"act": "leave", "position": number}}
        floor.program("player").post(f"/api/v1/tables/{ROULETTE}/acts", json=leave).raise_for_status()
    return {}


def ticket(floor: Lab) -> dict[str, Any]:
    credit(floor)
    printed = floor.program("player").post("/api/v1/cage", json={"act": "ticket", "cents": 1_000}).json()
    return {"body": {"ticket": printed["ticket"]}}


def no_seat_and_ticket(floor: Lab) -> dict[str, Any]:
    no_seat(floor)
    return ticket(floor)


def seat_and_ticket(floor: Lab) -> dict[str, Any]:
    seat(floor)
    return ticket(floor)


def first_seat(floor: Lab) -> dict[str, Any]:
    """The player sits at position 1 and nowhere else."""
    no_seat(floor)
    return seat(floor)


def numbered(floor: Lab) -> dict[str, Any]:
    """A ticket that is out."""
    first_seat(floor)
    given = {"act": "cash-out", "position": 1}
    out = floor.program("player").post(f"/api/v1/tables/{ROULETTE}/tickets", json=given).raise_for_status().json()
    return {"ticket": str(out["number"])}


def seat_and_credit(floor: Lab) -> dict[str, Any]:
    seat(floor)
    return credit(floor)


def no_chips(floor: Lab) -> dict[str, Any]:
    """A patron has nothing: what he took before went to the dealers."""
    purse = floor.app.state.floor.purse("player-2")
    if purse:
        floor.program("player-2").post("/api/v1/cage", json={"act": "toke", "cents": purse}).raise_for_status()
    return {}


def slip(kind: str, begins: str, upto: str, flow: tuple[tuple[str, str], ...], first: dict[str, Any]) -> Any:
    """A document signed by everybody before this step."""

    def made(floor: Lab) -> dict[str, Any]:
        if kind == "drop":
            box_on(floor)
        given = {"kind": kind, "table": BY_HAND, "password": PASSWORD} | first
        begun = floor.program(begins).post("/api/v1/documents", json=given)
        assert begun.status_code == 201, begun.text
        document = begun.json()["id"]
        for step, badge in flow:
            if step == upto:
                break
            path = f"/api/v1/documents/{document}/steps/{step}"
            signed = floor.program(badge).post(path, json={"password": PASSWORD} | first)
            assert signed.status_code == 200, signed.text
        return {"slip": document}

    return made


def box_on(floor: Lab) -> dict[str, Any]:
    """The box that is off the table is counted: one is under way at a time."""
    with floor.storage.reading() as conn:
        found = floor.house.documents.find(conn, kind="drop", table_id=BY_HAND, unfinished=True)
    for document in found:
        for step, badge in DROP[len(document.signed) - 1 :]:
            path = f"/api/v1/documents/{document.id}/steps/{step}"
            floor.program(badge).post(path, json={"password": PASSWORD, "cents": 100}).raise_for_status()
    return {}


def pool(floor: Lab) -> dict[str, Any]:
    """Tips lie in the pool and were counted."""
    credit(floor)
    floor.program("player").post("/api/v1/cage", json={"act": "toke", "cents": 300}).raise_for_status()
    with floor.storage.reading() as conn:
        cents = floor.house.ledger.balance(conn, f"toke-pool:{PLACE}")
    given = {"kind": "tokes", "table": BY_HAND, "password": PASSWORD, "cents": cents}
    begun = floor.program("cage").post("/api/v1/documents", json=given)
    assert begun.status_code == 201, begun.text
    return {"slip": begun.json()["id"]}


def ticked(floor: Lab) -> dict[str, Any]:
    posting = floor.house.posting_of(BY_HAND)
    assert posting is not None
    return {"body": {"items": list(checklist(posting))}}


def opening(floor: Lab) -> dict[str, Any]:
    """A demo table that only waits for its signature; the house puts a bank into it."""
    name = f"X-{len(floor.app.state.floor.tables())}"
    body = {"id": name, "property": PLACE, "game": "roulette", "demo": True}
    floor.program("manager").post("/api/v1/tables", json=body).raise_for_status()
    life = f"/api/v1/tables/{name}/life"
    floor.program("supervisor").post(life, json={"act": "begin-opening"}).raise_for_status()
    return {"table": name}


def opened(floor: Lab) -> dict[str, Any]:
    found = opening(floor)
    life = f"/api/v1/tables/{found['table']}/life"
    body = {"act": "open", "password": PASSWORD}
    floor.program("supervisor").post(life, json=body).raise_for_status()
    return found


def closing(floor: Lab) -> dict[str, Any]:
    found = opened(floor)
    life = f"/api/v1/tables/{found['table']}/life"
    floor.program("supervisor").post(life, json={"act": "begin-closing"}).raise_for_status()
    return found


def cases() -> Iterator[Case]:
    cage = "/api/v1/cage"
    yield Case("buy in", "cage", cage, nothing, act="buy-in", patron="player", cents=700, **BY_TWO)
    yield Case("cash out", "cage", cage, credit, act="cash-out", patron="player", cents=700, **BY_TWO)
    yield Case("print a ticket", "player", cage, credit, act="ticket", cents=700)
    yield Case("redeem a ticket", "player", cage, ticket, act="redeem")
    yield Case("tip", "player", cage, credit, act="toke", cents=500)
    yield Case("demo chips", "player-2", cage, no_chips, act="demo")
    yield Case(
        "make out a coupon", "cage", "/api/v1/coupons", nothing, property="oneida", patron="player", cents=500, **SECOND
    )
    table = f"/api/v1/tables/{ROULETTE}/acts"
    sit = {"act": "sit", "position": 1, "patron": "player", "chips": 20_000}
    yield Case("sit", "player", table, no_seat, act=sit)
    yield Case("bet", "player", table, seat, act={"act": "bet", "position": 1, "wager": "red", "amount": 1_000})
    yield Case("take", "player", table, seat, act={"act": "take", "position": 1, "wager": "red"})
    yield Case("buy chips", "player", table, seat, act={"act": "buy", "position": 1, "chips": 1_000})
    yield Case("leave", "player", table, seat, act={"act": "leave", "position": 1})
    station = f"/api/v1/tables/{ROULETTE}/tickets"
    yield Case("put a ticket in", "player", station, no_seat_and_ticket, act="insert", position=1)
    yield Case("put another in", "player", station, seat_and_ticket, act="insert", position=1)
    yield Case("cash out with a ticket", "player", station, seat, act="cash-out", position=1)
    yield from documents()
    yield from lives()


def documents() -> Iterator[Case]:
    signed = {"password": PASSWORD}
    api = "/api/v1/documents"
    step = api + "/{slip}/steps/"
    yield Case("ask for a fill", "supervisor", api, nothing, kind="fill", table=BY_HAND, **signed, **CHIPS)
    for name, badge in FILL:
        before = slip("fill", "supervisor", name, FILL, CHIPS)
        yield Case(f"{name} a fill", badge, step + name, before, **signed, **CHIPS)
    void = {"second_badge": "supervisor-2", "second_password": PASSWORD, "reason": "wrong table"}
    before = slip("fill", "supervisor", "count", FILL, CHIPS)
    yield Case("void a fill", "supervisor", api + "/{slip}/void", before, **void, **signed)
    for name, badge in CREDIT:
        before = slip("credit", "supervisor", name, CREDIT, CHIPS)
        yield Case(f"{name} a credit", badge, step + name, before, **signed, **CHIPS)
    yield Case("remove a drop", "security", api, box_on, kind="drop", table=BY_HAND, **signed)
    for name, badge in DROP:
        before = slip("drop", "security", name, DROP, {"cents": 100})
        yield Case(f"{name} a drop", badge, step + name, before, cents=100, **signed)
    yield Case("share the tips", "manager", step + "distribute", pool, downs={"dealer": 2, "dealer-2": 1}, **signed)
    yield Case("sign a checklist", "dealer", api, ticked, kind="checklist", table=BY_HAND, **signed)
    yield Case("count the stub", "dealer", api, nothing, kind="stub", table=BY_HAND, counted=52, expected=52, **signed)


def lives() -> Iterator[Case]:
    life = "/api/v1/tables/{table}/life"
    yield Case("open a table", "supervisor", life, opening, act="open", password=PASSWORD)
    yield Case(
        "change the limits", "supervisor", life, opened, act="options", options={"least": "25"}, password=PASSWORD
    )
    yield Case("begin to close", "supervisor", life, opened, act="begin-closing")
    yield Case("close a table", "supervisor", life, closing, act="close", password=PASSWORD)


def forms() -> Iterator[Case]:
    yield Case("buy in", "cage", "/cage/buy-in", nothing, patron="player", amount="7", house=PLACE, **BY_TWO_FORM)
    yield Case("cash out", "cage", "/cage/cash-out", credit, patron="player", amount="7", house=PLACE)
    yield Case("print a ticket", "player", "/cage/ticket", credit, amount="7", house=PLACE)
    yield Case("redeem a ticket", "player", "/cage/redeem", ticket, house=PLACE)
    yield Case("tip", "player", "/cage/toke", credit, amount="5", house=PLACE)
    yield Case("demo chips", "player-2", "/cage/demo", no_chips, house=PLACE)
    yield Case("pay a ticket", "cage", "/cage/pay-ticket", ticket, house=PLACE)
    station = f"/tables/{ROULETTE}/money/"
    yield Case("put a ticket in", "player", station + "insert", no_seat_and_ticket)
    yield Case("put another in", "player", station + "insert", seat_and_ticket)
    yield Case("cash out with a ticket", "player", station + "ticket", first_seat, position="1")
    yield Case("chips to the account", "player", station + "account", seat)
    void = {"second": "supervisor-2", "second-password": PASSWORD, "reason": "misprinted", "password": PASSWORD}
    yield Case("void a ticket", "supervisor", f"/tickets/{PLACE}/{{ticket}}/void", numbered, **void)
    yield Case("bring chips", "player", station + "buy", seat_and_credit, amount="5")
    page = f"/tables/{ROULETTE}/act"
    yield Case("bet", "player", page, seat, action="bet", wager="red", amount="1000")
    yield Case("buy chips", "player", page, seat, action="buy", amount="1000")
    signed = {"password": PASSWORD}
    begin = f"/pit/{BY_HAND}/document"
    yield Case("ask for a fill", "supervisor", begin, nothing, kind="fill", **signed, **FORM_CHIPS)
    before = slip("fill", "supervisor", "prepare", FILL, CHIPS)
    yield Case("prepare a fill", "cage", "/slips/{slip}/sign", before, step="prepare", **signed, **FORM_CHIPS)
    void = {"second": "supervisor-2", "second-password": PASSWORD, "reason": "wrong table"}
    before = slip("fill", "supervisor", "count", FILL, CHIPS)
    yield Case("void a fill", "supervisor", "/slips/{slip}/void", before, **void, **signed)
    yield Case("open a table", "supervisor", "/pit/{table}/open", opening, **signed)
    yield Case("close a table", "supervisor", "/pit/{table}/close", closing, **signed)


def moved(floor: Lab) -> int:
    with floor.storage.reading() as conn:
        return int(conn.scalar(select(func.count()).select_from(schema.ledger_group)) or 0)


def balanced(floor: Lab) -> None:
    """Whatever was sent, the books balance and no number of a document is missing."""
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
        assert floor.house.documents.gaps(conn) == []


def twice(floor: Lab, case: Case, send: Callable[[str, dict[str, Any], str], Any]) -> None:
    path, body = case.request(floor)
    command = f"{send.__name__} {case.name}"
    groups, before = moved(floor), floor.record()
    first = send(path, body, command)
    assert first.status_code in (200, 201, 303), first.text
    after, groups_after = floor.record(), moved(floor)
    assert after != before, "the command did nothing"
    again = send(path, body, command)
    assert again.status_code == first.status_code, again.text
    assert floor.record() == after, "sent again, it acted again"
    assert groups <= groups_after == moved(floor)
    if first.headers.get("content-type") == "application/json" and "fragments" not in first.text:
        assert again.json() == first.json(), "the first answer is given again"
    balanced(floor)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_a_command_sent_twice_to_the_api_acts_once(floor: Lab, case: Case) -> None:
    client = floor.program(case.badge)

    def api(path: str, body: dict[str, Any], command: str) -> Any:
        return client.post(path, json=body | {"command": command})

    twice(floor, case, api)


@pytest.mark.parametrize("case", [c for c in cases() if c.path == "/api/v1/cage"], ids=lambda case: case.name)
def test_the_header_names_a_command_as_the_body_does(floor: Lab, case: Case) -> None:
    client = floor.program(case.badge)

    def header(path: str, body: dict[str, Any], command: str) -> Any:
        return client.post(path, json=body, headers={"x-command": command})

    twice(floor, case, header)


@pytest.mark.parametrize("case", list(forms()), ids=lambda case: case.name)
def test_a_form_sent_twice_acts_once(floor: Lab, case: Case) -> None:
    browser = floor.browser(case.badge)

    def form(path: str, body: dict[str, Any], command: str) -> Any:
        return browser.post(path, data=body | {"command": command, "csrf": browser.headers["x-csrf"]})

    twice(floor, case, form)


def test_the_forms_of_the_pages_carry_an_id_of_their_own(floor: Lab) -> None:
    """Every form that moves money or signs: without a script too, a double click is one command."""
    before = slip("fill", "supervisor", "prepare", FILL, CHIPS)(floor)["slip"]
    for badge, path in (
        ("player", "/cage"),
        ("cage", "/cage"),
        ("player", f"/tables/{ROULETTE}/money"),
        ("supervisor", f"/pit/{BY_HAND}"),
        ("cage", f"/slips/{before}"),
        ("supervisor", f"/slips/{before}/void"),
    ):
        page = floor.browser(badge).get(path).text
        forms_ = [part.split("</form>")[0] for part in page.split('method="post"')[1:]]
        acting = [form for form in forms_ if "/sign-out" not in form]
        assert acting, path
        ids = [form.split('name="command" value="')[1].split('"')[0] for form in acting]
        assert len(set(ids)) == len(ids)


def test_a_ticket_is_shown_again_to_who_printed_it_and_is_nowhere_on_record(floor: Lab) -> None:
    credit(floor)
    client = floor.program("player")
    body = {"act": "ticket", "cents": 1_000, "command": "my own words, known to nobody"}
    number = client.post("/api/v1/cage", json=body).json()["ticket"]
    assert client.post("/api/v1/cage", json=body).json()["ticket"] == number
    everything = str(floor.record())
    assert number not in everything
    assert body["command"] not in everything
    other = floor.program("player-2").post("/api/v1/cage", json=body)
    assert other.status_code == 404
    assert client.post("/api/v1/cage", json={"act": "redeem", "ticket": number}).status_code == 200


def test_one_id_is_not_used_for_two_things(floor: Lab) -> None:
    cage = floor.program("cage")
    body = {"act": "buy-in", "patron": "player", "cents": 700, "command": "the same", **BY_TWO}
    cage.post("/api/v1/cage", json=body).raise_for_status()
    before = floor.record()
    for other in ({"cents": 800}, {"patron": "player-2"}, {"act": "cash-out"}):
        assert cage.post("/api/v1/cage", json=body | other).status_code == 409
    assert floor.record() == before


def test_a_wager_under_a_used_id_is_refused_and_a_page_may_word_it_anew(floor: Lab) -> None:
    """The amount that a page sends is what counts, not what the table makes of it: a chip too small for an empty area
    stands for the least wager there, and is itself again where one lies."""
    seat(floor)
    player, path = floor.program("player"), f"/api/v1/tables/{ROULETTE}/acts"
    bet = {"act": "bet", "position": 1, "wager": "black", "amount": 1_000}
    player.post(path, json={"act": bet, "command": "black"}).raise_for_status()
    other = player.post(path, json={"act": bet | {"amount": 2_000}, "command": "black"})
    assert (other.status_code, "used for another command" in other.text) == (409, True)
    assert player.post(path, json={"act": bet, "command": "black"}).status_code == 200
    browser = floor.browser("player")
    form = {"action": "bet", "wager": "even", "amount": "100", "command": "even", "csrf": browser.headers["x-csrf"]}
    for _ in range(2):
        assert browser.post(f"/tables/{ROULETTE}/act", data=form, follow_redirects=False).status_code == 303
    wrong = browser.post(f"/tables/{ROULETTE}/act", data=form | {"amount": "2500"})
    assert (wrong.status_code, "used for another command" in wrong.text) == (409, True)


# ---- stale


def stale_slip(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """A cashier voids what he saw as asked for; meanwhile the chips have left the cage."""
    made = slip("fill", "supervisor", "carry", FILL, CHIPS)(floor)["slip"]
    void = {"second_badge": "supervisor-2", "second_password": PASSWORD, "reason": "late", "password": PASSWORD}
    return "supervisor", f"/api/v1/documents/{made}/void", void | {"state": "requested"}


def stale_step(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    made = slip("fill", "supervisor", "carry", FILL, CHIPS)(floor)["slip"]
    body = {"password": PASSWORD, "state": "requested"} | CHIPS
    return "security", f"/api/v1/documents/{made}/steps/carry", body


def stale_line(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """The line that this person saw was signed by somebody else."""
    made = slip("fill", "supervisor", "carry", FILL, CHIPS)(floor)["slip"]
    return "cage-2", f"/api/v1/documents/{made}/steps/prepare", {"password": PASSWORD} | CHIPS


def stale_limits(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """Two supervisors change the limits of one table; the second looked before the first was done."""
    table = opened(floor)["table"]
    seen = floor.app.state.floor.table(table).journal
    path = f"/api/v1/tables/{table}/life"
    body = {"act": "options", "options": {"least": "25"}, "password": PASSWORD}
    floor.program("supervisor-2").post(path, json=body).raise_for_status()
    return "supervisor", path, body | {"options": {"least": "50"}, "journal": seen}


def stale_closing(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    _, path, body = stale_limits(floor)
    return "supervisor", path, {"act": "begin-closing", "journal": body["journal"]}


def stale_bet(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    seat(floor)
    number = floor.do(lambda: floor.house.table(ROULETTE)).driver.number
    bet = {"act": {"act": "bet", "position": 1, "wager": "red", "amount": 1_000}}
    floor.program("player").post(f"/api/v1/tables/{ROULETTE}/acts", json=bet).raise_for_status()
    floor.program("player").post(f"/api/v1/tables/{ROULETTE}/ready").raise_for_status()
    return "player", f"/api/v1/tables/{ROULETTE}/acts", bet | {"number": number}


def stale_ready(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """Said for the round before; the wagers of this one must not be closed by it."""
    _, path, late = stale_bet(floor)
    bet = {"act": late["act"]}
    floor.program("player").post(path, json=bet).raise_for_status()
    return "player", f"/api/v1/tables/{ROULETTE}/ready", {"number": late["number"]}


def stale_page(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    _, _, late = stale_ready(floor)
    return "player", f"/tables/{ROULETTE}/act", {"action": "ready", "number": late["number"]}


def stale_undo(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """The dealer's screen shows a table that has gone on: another entry would be taken back."""
    number = floor.do(lambda: floor.house.table(BY_HAND)).driver.number
    return "dealer", f"/deal/{BY_HAND}/undo", {"number": number + 1}


STALE = (
    stale_slip,
    stale_step,
    stale_line,
    stale_limits,
    stale_closing,
    stale_bet,
    stale_ready,
    stale_page,
    stale_undo,
)


@pytest.mark.parametrize("made", STALE, ids=lambda made: made.__name__)
def test_a_stale_action_is_refused_and_changes_nothing(floor: Lab, made: Any) -> None:
    badge, path, body = made(floor)
    before = floor.record()
    answer = floor.program(badge).post(path, json=body)
    assert answer.status_code == 409, answer.text
    assert floor.record() == before
    balanced(floor)


# Changing requests that take no command, each for a reason.
WITHOUT = {
    "/sign-in": "begins a session; sent twice, two begin",
    "/sign-out": "ends a session, once",
    "/api/v1/sessions": "begins or ends a session",
    "/api/v1/guests": "a new guest each time, with demo chips of his own",
    "/demo": "a seat for a visitor; who sits is not seated again",
    "/tables/{table_id}/sit": "who sits is not seated again",
    "/tables/{table_id}/leave": "who has left has no seat to leave",
    "/tables/{table_id}/act": "the station's own ids, in test_resilience.py",
    "/api/v1/tables/{table_id}/ready": "names the request it looked at",
    "/api/v1/tables/{table_id}/wagers": "each wager under a name of its own, in test_wagering.py",
    "/deal/{table_id}/key": "the dealer's own ids and numbers, in test_resilience.py",
    "/deal/{table_id}/do": "the same",
    "/deal/{table_id}/mark": "the same",
    "/deal/{table_id}/undo": "the same",
    "/deal/{table_id}/correct": "once under its id, in tests/house/test_house.py",
    "/api/v1/tables/{table_id}/corrections": "the same",
    "/deal/{table_id}/declare": "the same",
    "/deal/{table_id}/call": "the same words still waiting are not raised twice",
    "/api/v1/tables/{table_id}/call": "the same",
    "/api/v1/notices/{notice_id}/settle": "settled once",
    "/api/v1/tables": "a name is used once",
    "/tables-new": "a name is used once",
    "/people": "a badge is given out once",
    "/api/v1/people": "a badge is given out once",
    "/people/{badge}/{act}": "proposes, or dismisses: what is proposed twice is confirmed once each",
    "/api/v1/people/{badge}/changes": "the same",
    "/house/{part}": "decides, or proposes: what is proposed twice is confirmed once each; a name is used once",
    "/house-changes/{document_id}/{answer}": "a proposal is answered once",
    "/api/v1/house/parts/{part}": "proposes: what is proposed twice is confirmed once each",
    "/api/v1/house/changes/{document_id}": "a proposal is answered once",
    "/api/v1/house/plan": "a house that is set up takes no plan",
    "/api/v1/house/check": "reads a plan and changes nothing",
    "/api/v1/people/{badge}/withdraw": "taken away once: what nobody has is not found",
    "/people-changes/{document_id}/{answer}": "a proposal is answered once",
    "/api/v1/people/changes/{document_id}": "the same",
    "/api/v1/coupons/{number}/cancel": "a coupon is cancelled once; its command in test_coupons",
    "/api/v1/tables/{table_id}/payouts": "sent twice in test_stadium_pages",
    "/slots/pay": "the same payout; its command in test_stadium_pages",
    "/slots/{table_id}/{act}": "an irregularity is declared, and a ruling answered, once",
    "/house-posted": "posts what it says",
    "/api/v1/posted/{name}": "posts what it says",
    "/account/password": "takes the old password, which is no longer right",
    "/account/token": "a token more, which can be ended",
    "/account/end": "ends a session, once",
    "/account/factor": "replaces an unfinished factor",
    "/account/factor/confirm": "a code is used once",
    "/account/factor/remove": "a code is used once",
    "/keys/ask": "asks anew what a security key is to sign",
    "/keys/answer": "what was asked is answered once",
    "/account/keys/begin": "asks anew what a security key is to sign",
    "/account/keys": "what was asked is answered once",
    "/account/keys/remove": "removed once: what nobody has is not found",
    "/api/v1/security-keys/ask": "asks anew what a security key is to sign",
    "/api/v1/security-keys/answer": "what was asked is answered once",
    "/api/v1/me/security-keys/begin": "asks anew what a security key is to sign",
    "/api/v1/me/security-keys": "what was asked is answered once",
    "/api/v1/me/security-keys/remove": "removed once: what nobody has is not found",
    "/second-factor/roles": "sets what it says",
    "/api/v1/me/second-factor": "replaces an unfinished factor",
    "/api/v1/me/second-factor/confirm": "a code is used once",
    "/api/v1/me/second-factor/remove": "a code is used once",
    "/api/v1/people/{badge}/second-factor/reset": "removed once",
    "/api/v1/second-factor/roles": "sets what it says",
    "/out-of-order/{kind}/{subject}": "closed once: what is closed is out of order no more",
    "/api/v1/out-of-order/{kind}/{subject}/close": "the same",
    "/audit/periods": "hands a file out again under its one signature, in test_period_pages; each time is logged",
    "/api/v1/audit/periods": "the same",
    "/api/v1/rulebooks/check": "reads a file and changes nothing",
    "/studio/{draft}/check": "reads what is typed and changes nothing",
    "/studio/{draft}/what-if": "settles rounds again on paper; asked twice, it looks at the first",
    "/api/v1/drafts/{draft}/what-if": "the same",
}
# Sent twice in other tests.
ELSEWHERE = (
    "/api/v1/tournaments",
    "/tournaments",
    "/api/v1/room",  # in test_room_api and test_room_pages
    "/room",
    "/api/v1/approvals",
    "/approvals",
    "/api/v1/procedures",
    "/conduct",
    "/api/v1/poker-tournaments",
    "/api/v1/promotions",
    "/poker-tournaments",  # in test_poker_tournament_pages
    "/promotions",  # in test_promotion_pages
    "/studio",  # in test_studio
    "/api/v1/drafts",
)


def test_every_request_that_changes_something_is_sent_twice_here_or_says_why_not(floor: Lab) -> None:
    """A new route must take a command, or say here why it needs none."""
    changing = {path for method, path in routes(floor.app) if method not in ("GET", "WS")}
    patterns = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$") for path in changing}
    sent = [case.path.replace("{", "").replace("}", "") for case in (*cases(), *forms())]
    tried = {path for path, pattern in patterns.items() if any(pattern.match(one) for one in sent)}
    left = {path for path in changing - tried - set(WITHOUT) if not path.startswith(ELSEWHERE)}
    assert left == set()
    assert set(WITHOUT) <= changing


def test_every_kind_of_slip_is_tried_here_or_moves_nothing(floor: Lab) -> None:
    """A new kind of document must say here that it acts once."""
    tried = {c.body.get("kind") for c in cases()} | {"fill", "credit", "drop", "tokes"}
    counted = {"opening", "closing", "cards", "dice", "wheel", "wheel-review", "jackpot", "override"}  # in tests/house
    prizes = {"tournament-payout", "tournament-intercept", "promotion"}  # in test_poker_events
    prizes |= {"tournament-payout-paper", "tournament-intercept-paper"}  # in test_live_tournaments
    prizes |= {"search-cancelled"}  # in test_two_rooms_money
    alone = {"staff", "currency", "house"}  # in tests/house/test_no_one_alone and test_first_day
    alone |= {"coupon"}  # in test_coupons
    assert set(FLOWS) <= tried | counted | prizes | alone | set(SLIPS)  # those of the poker room are in test_procedures
