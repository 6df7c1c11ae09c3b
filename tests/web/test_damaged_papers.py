"""A slip that nobody can read is told in the pit and closed by two people, wherever its money is by then."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import text, update

from croupier.demo.furnish import PASSWORD
from croupier.house import proving
from croupier.house.record import schema
from croupier.house.record.clock import DAY_US

from .commands import BY_HAND, CHIPS, CREDIT, FILL, slip
from .lab import PLACE, Lab, lab
from .money_table import begin, life, ok, sign
from .test_jackpot_races import PEOPLE, TABLE, paid, played, royal

VOID = {"password": PASSWORD, "second_badge": "supervisor-2", "second_password": PASSWORD, "reason": "wrong table"}
CLOSE = {"password": PASSWORD, "second_badge": "supervisor", "second_password": PASSWORD, "reason": "torn"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("papers"), "three-card-poker") as made:
        made.clock.advance(1_830 * DAY_US)
        made.house.people.add_demo(PEOPLE, PASSWORD)
        yield made


def torn(floor: Lab, document: str) -> str:
    """Its first line is changed past the program; the address at which two people close it."""
    lines = schema.document_step
    with floor.storage.writing() as conn:
        conn.execute(text("DROP TRIGGER IF EXISTS document_step_no_update"))
        conn.execute(update(lines).where(lines.c.document_id == document, lines.c.line == 1).values(data=b"\x00\xff"))
    return f"/api/v1/out-of-order/paper/{document}/close"


def money(floor: Lab) -> dict[str, int]:
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == [] and floor.house.ledger.total(conn) == 0
        return {name: cents for name, cents in floor.house.ledger.balances(conn).items() if cents}


def named(floor: Lab, document: str) -> bool:
    """Whether a proof of the record tells of the slip."""
    with floor.storage.snapshot() as conn:
        return any("document_step" in one and document in one for one in proving.faults(conn, floor.house.ledger))


@pytest.mark.parametrize(("kind", "flow"), [("fill", FILL), ("credit", CREDIT)])
def test_what_a_slip_has_moved_in_several_steps_goes_back_when_two_people_void_it(
    floor: Lab, kind: str, flow: tuple[tuple[str, str], ...]
) -> None:
    for upto, _ in flow:
        before = money(floor)
        made = slip(kind, "supervisor", upto, flow, CHIPS)(floor)["slip"]
        ok(floor.program("supervisor").post(f"/api/v1/documents/{made}/void", json=VOID))
        assert money(floor) == before, upto


@pytest.mark.parametrize(("kind", "flow"), [("fill", FILL), ("credit", CREDIT)])
def test_what_a_slip_that_nobody_can_read_has_moved_goes_back(
    floor: Lab, kind: str, flow: tuple[tuple[str, str], ...]
) -> None:
    for upto, _ in flow:
        before = money(floor)
        made = slip(kind, "supervisor", upto, flow, CHIPS)(floor)["slip"]
        close, manager = torn(floor, made), floor.program("manager")
        assert named(floor, made)
        assert made in {one["fault"]["subject"] for one in manager.get("/api/v1/out-of-order").json()}
        page = floor.browser("supervisor").get(f"/pit?house={PLACE}").text
        assert f"/out-of-order/paper/{made}" in page
        wrong: tuple[tuple[str, dict[str, Any], int], ...] = (
            ("manager", {"second_badge": "manager"}, 403),
            ("supervisor", {"second_badge": "supervisor-2"}, 403),
            ("manager", {"second_badge": "cage"}, 403),
            ("dealer", {}, 403),
            ("manager", {"reason": " "}, 422),
            ("manager", {"shares": {"player": 5}}, 422),
        )
        during = money(floor)
        for badge, given, status in wrong:
            assert floor.program(badge).post(close, json=CLOSE | given).status_code == status
        assert money(floor) == during
        first, again = (manager.post(close, json=CLOSE | {"command": f"close {made}"}) for _ in range(2))
        assert ok(first) == ok(again)
        assert manager.post(close, json=CLOSE).status_code == 409
        assert money(floor) == before, upto
        assert f"/out-of-order/paper/{made}" not in floor.browser("supervisor").get(f"/pit?house={PLACE}").text
        assert named(floor, made)


def test_a_jackpot_whose_slip_nobody_can_read_is_paid_once_by_a_new_one(floor: Lab) -> None:
    """Torn after the patron got the chips: the house still owes them to the rack."""
    new = {"id": TABLE, "property": PLACE, "game": "three-card-poker", "options": {"progressive": "three-card"}}
    ok(floor.program("manager").post("/api/v1/tables", json={**new, "mode": "dealer", "demo": True}), 201)
    ok(life(floor, BY_HAND, "dealer-out"))
    for step, about in (("begin-opening", {}), ("dealer-in", {"badge": "dealer"}), ("open", {})):
        ok(life(floor, TABLE, step, **about))
    won = royal(floor, floor.guest()[1])
    state = partial(_state, floor, won.id)
    first = ok(begin(floor, "supervisor", "jackpot", TABLE, jackpot=won.id), 201)
    ok(floor.program("manager").post(torn(floor, first["id"]), json=CLOSE))
    assert state() == ("keyed", "")  # not paid yet: verified anew
    second = ok(begin(floor, "supervisor", "jackpot", TABLE, jackpot=won.id), 201)
    ok(sign(floor, "surveillance", second, "surveil"))
    played(floor)
    assert state() == ("settled", second["id"])
    assert begin(floor, "supervisor", "jackpot", TABLE, jackpot=won.id).status_code == 409
    before = money(floor)
    ok(floor.program("manager").post(torn(floor, second["id"]), json=CLOSE))
    assert (state(), money(floor)) == (("settled", ""), before)
    assert "Verify hand and meter" in floor.browser("supervisor").get(f"/pit/{TABLE}").text
    third = ok(begin(floor, "supervisor", "jackpot", TABLE, jackpot=won.id), 201)
    assert begin(floor, "supervisor", "jackpot", TABLE, jackpot=won.id).status_code == 409
    assert sign(floor, "cage", third, "pay", paid_from="inventory").status_code == 409
    ok(sign(floor, "surveillance", third, "surveil"))
    ok(sign(floor, "cage", third, "pay", paid_from="inventory"))
    assert (state(), paid(floor, "jackpot-paid")) == (("paid", third["id"]), [won.amount])


def _state(floor: Lab, jackpot: str) -> tuple[str, str]:
    with floor.storage.reading() as conn:
        found = floor.house.progressives.get(conn, jackpot)
    return found.state, found.document_id
