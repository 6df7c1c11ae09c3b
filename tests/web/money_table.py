"""A table dealt by hand for money, opened over HTTP with every signature that its opening takes."""

from typing import Any

from croupier.demo.furnish import PASSWORD
from croupier.house.tables.equipment import checklist, kinds_of

from .lab import Lab

CHIPS = {"10000": 400, "2500": 400, "500": 1000, "100": 1000}
BANK = sum(int(cents) * count for cents, count in CHIPS.items())
SIGNED = {"password": PASSWORD}
WITH_ADMIN = {**SIGNED, "second_badge": "admin-demo", "second_password": PASSWORD}
WITH_ADMIN_FORM = {**SIGNED, "second": "admin-demo", "second-password": PASSWORD}


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, (answer.status_code, answer.text)
    return answer.json()


def life(floor: Lab, table: str, act: str, by: str = "supervisor", **given: Any) -> Any:
    return floor.program(by).post(f"/api/v1/tables/{table}/life", json={"act": act, **SIGNED, **given})


def begin(floor: Lab, by: str, kind: str, table: str, **data: Any) -> Any:
    return floor.program(by).post("/api/v1/documents", json={"kind": kind, "table": table, **SIGNED, **data})


def sign(floor: Lab, by: str, document: Any, step: str, **data: Any) -> Any:
    path = f"/api/v1/documents/{document['id']}/steps/{step}"
    return floor.program(by).post(path, json={**SIGNED, **data})


def act(floor: Lab, by: str, table: str, **about: Any) -> Any:
    return floor.program(by).post(f"/api/v1/tables/{table}/acts", json={"act": about})


def inspected(floor: Lab, table: str, dealer: str, label: str = "") -> None:
    posting = floor.house.posting_of(table)
    assert posting is not None
    for kind in kinds_of(posting):
        if kind == "wheel":
            ok(begin(floor, "supervisor", kind, table), 201)
        else:
            ok(
                sign(
                    floor,
                    "supervisor",
                    ok(begin(floor, dealer, kind, table, label=label or f"Red {table} + Blue {table}"), 201),
                    "verify",
                )
            )


def opened(floor: Lab, table: str, place: str, game: str, dealer: str, **options: Any) -> str:
    """Added, inspected, counted, gone through and opened; its name."""
    new = {"id": table, "property": place, "game": game, "mode": "dealer", "options": options}
    ok(floor.program("manager").post("/api/v1/tables", json=new), 201)
    again(floor, table, dealer)
    return table


def again(floor: Lab, table: str, dealer: str) -> None:
    """The opening of a table that is there."""
    ok(life(floor, table, "begin-opening"))
    ok(life(floor, table, "dealer-in", badge=dealer))
    inspected(floor, table, dealer)
    counted = ok(begin(floor, dealer, "opening", table, chips=CHIPS), 201)
    ok(sign(floor, "supervisor", counted, "verify", chips=CHIPS, variance=0))
    posting = floor.house.posting_of(table)
    assert posting is not None
    ok(begin(floor, dealer, "checklist", table, items=list(checklist(posting))), 201)
    ok(life(floor, table, "open"))


def dealers(floor: Lab, *badges: str) -> None:
    floor.house.people.add_demo([(badge, badge.title(), "dealer") for badge in badges], PASSWORD)
