"""Every command that moves money or signs a document, with what must be there before it is sent."""

from collections.abc import Callable, Iterator
from typing import Any

from croupier.demo.furnish import PASSWORD
from croupier.house.tables.equipment import checklist

from .lab import PLACE, Lab

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
