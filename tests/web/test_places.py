"""Roles at properties: who works at one may do there what his role says, and nothing at another."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.people.grants import Grant
from croupier.house.people.persons import Person
from croupier.rulebook import properties

from .lab import PLACE, Lab, lab

ELSEWHERE = "jack-cleveland"
HERE, THERE = "TCP-101", "THERE-1"  # a table of either property
ADMIN = Person("admin-demo", "Administrator", "administrator", True, False)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("places"), "three-card-poker") as made:
        manager = made.program("manager")
        table = {"id": THERE, "property": ELSEWHERE, "game": "blackjack", "demo": True}
        assert manager.post("/api/v1/tables", json=table).status_code == 201
        people = (("there", "supervisor"), ("there-2", "manager"), ("deals-there", "dealer"), ("plays-there", "player"))
        for badge, role in people:
            add(made, badge, Grant(role, ELSEWHERE))
        for step in ({"act": "begin-opening"}, {"act": "open", "password": PASSWORD}):
            assert manager.post(f"/api/v1/tables/{THERE}/life", json=step).status_code == 200
        yield made


def add(floor: Lab, badge: str, *grants: Grant) -> None:
    """Somebody who has been here for long, with the password of the demonstration."""
    people = floor.house.people
    people.add_demo([(badge, badge, grants[0].role)], PASSWORD)
    floor.house.writer.run(lambda tx: people.regrant_in(tx, "system", badge, grants, "demonstration"))


def life(floor: Lab, by: str, table: str, act: str, **given: Any) -> int:
    answer = floor.program(by).post(f"/api/v1/tables/{table}/life", json={"act": act, **given})
    return int(answer.status_code)


def test_a_supervisor_of_one_property_is_refused_at_another(floor: Lab) -> None:
    before = floor.record()
    assert life(floor, "there", HERE, "begin-closing") == 403
    assert life(floor, "there", HERE, "dealer-in", badge="dealer") == 403
    assert life(floor, "there", HERE, "options", options={"least": "10"}, password=PASSWORD) == 403
    signed = {"kind": "fill", "table": HERE, "password": PASSWORD, "chips": {"2500": 4}}
    refused = floor.program("there").post("/api/v1/documents", json=signed)
    assert refused.status_code == 403
    assert f"no such role at {PLACE}" in refused.json()["error"]
    sit = {"act": {"act": "sit", "position": 1, "patron": "player", "chips": 0}}
    assert floor.program("there").post(f"/api/v1/tables/{HERE}/acts", json=sit).status_code == 403
    assert floor.record() == before


def test_he_does_at_his_own_what_his_role_says(floor: Lab) -> None:
    another = {"id": "THERE-2", "property": ELSEWHERE, "game": "blackjack", "demo": True}
    assert floor.program("manager").post("/api/v1/tables", json=another).status_code == 201
    assert life(floor, "there", "THERE-2", "begin-opening") == 200
    assert life(floor, "there", "THERE-2", "open", password=PASSWORD) == 200
    assert life(floor, "there", "THERE-2", "begin-closing") == 200
    assert life(floor, "there", "THERE-2", "cancel") == 200


def test_pages_and_lists_of_the_other_property_are_not_his(floor: Lab) -> None:
    browser = floor.browser("there")
    for path in (f"/pit?house={PLACE}", f"/pit/{HERE}", f"/slips?house={PLACE}", f"/meters?house={PLACE}"):
        assert browser.get(path).status_code == 403, path
    for path in (f"/pit?house={ELSEWHERE}", f"/pit/{THERE}", f"/slips?house={ELSEWHERE}", "/pit", "/slips", "/notices"):
        assert browser.get(path).status_code == 200, path
    board = floor.program("there").get("/api/v1/pit").json()
    assert {tile["table"]["property"] for tile in board} == {ELSEWHERE}
    assert floor.program("there").get("/api/v1/documents").json() == []
    assert floor.program("manager").get("/api/v1/documents").json() != []


def test_a_patrons_cash_is_read_by_the_cage_of_its_property_alone(floor: Lab) -> None:
    """Also where no property is named, which stands for the house's first one."""
    add(floor, "cage-there", Grant("cage", ELSEWHERE))
    bought = {"act": "buy-in", "property": PLACE, "patron": "player", "cents": 11_000_00, "password": PASSWORD}
    vouched = {"second_badge": "manager", "second_password": PASSWORD, "identified": "passport 1"}
    assert floor.program("cage").post("/api/v1/cage", json=bought | vouched).status_code == 200
    for query in ("", f"?property={PLACE}"):
        assert floor.program("cage-there").get(f"/api/v1/cage/currency{query}").status_code == 403
    here = floor.program("cage").get(f"/api/v1/cage/currency?property={PLACE}").json()
    assert here["cash"] and here["reports"]
    assert floor.program("cage-there").get(f"/api/v1/cage/currency?property={ELSEWHERE}").json()["reports"] == []
    assert "<td>Currency report " in floor.browser("cage").get("/cage").text
    assert "<td>Currency report " not in floor.browser("cage-there").get("/cage").text


def test_what_concerns_the_whole_house_takes_a_role_everywhere(floor: Lab) -> None:
    post = {"value": 12, "password": PASSWORD, "second_badge": "manager", "second_password": PASSWORD}
    refused = floor.program("there-2").post("/api/v1/posted/cooling", json=post)
    assert refused.status_code == 403
    assert "the whole house" in refused.json()["error"]
    assert floor.program("admin-demo").post("/api/v1/posted/cooling", json=post | {"value": 24}).status_code == 200


def test_a_dealer_and_a_patron_are_so_at_their_property_only(floor: Lab) -> None:
    assert life(floor, "manager", HERE, "dealer-in", badge="deals-there") == 422
    assert life(floor, "there", THERE, "dealer-in", badge="deals-there") == 200
    assert life(floor, "there", THERE, "dealer-out") == 200
    sit = {"act": {"act": "sit", "position": 1, "patron": "plays-there", "chips": 0}}
    patron = floor.program("plays-there")
    assert patron.post(f"/api/v1/tables/{HERE}/acts", json=sit).status_code == 403
    assert patron.post(f"/api/v1/tables/{THERE}/acts", json=sit).status_code == 200
    leave = {"act": {"act": "leave", "position": 1}}
    assert patron.post(f"/api/v1/tables/{THERE}/acts", json=leave).status_code == 200


def test_several_roles_are_given_by_two_and_taken_by_one(floor: Lab) -> None:
    """A further role comes by a proposal like any change of staff; at another property it is another."""
    add(floor, "both", Grant("dealer", ELSEWHERE))
    given = {"change": "grant", "role": "supervisor", "property": PLACE, "password": PASSWORD}
    proposed = floor.program("admin-demo").post("/api/v1/people/both/changes", json=given)
    assert proposed.status_code == 201, proposed.text
    assert life(floor, "both", HERE, "begin-closing") == 403
    answer = {"answer": "confirm", "password": PASSWORD}
    path = f"/api/v1/people/changes/{proposed.json()['document']}"
    assert floor.program("manager").post(path, json=answer).status_code == 200
    floor._tokens.pop("both", None)  # whoever has other roles signs in anew
    assert life(floor, "both", HERE, "begin-closing") == 200
    assert life(floor, "both", HERE, "cancel") in (200, 403)
    assert life(floor, "both", THERE, "begin-closing") == 403  # a dealer there
    me = floor.program("both").get("/api/v1/me").json()["person"]
    assert me["roles"] == [
        {"role": "dealer", "property": ELSEWHERE},
        {"role": "supervisor", "property": PLACE},
    ]
    taken = {"role": "supervisor", "property": PLACE}
    withdraw = floor.program("admin-demo").post("/api/v1/people/both/withdraw", json=taken)
    assert withdraw.status_code == 204, withdraw.text
    floor._tokens.pop("both", None)
    assert life(floor, "both", HERE, "begin-closing") == 403
    last = floor.program("admin-demo").post(
        "/api/v1/people/both/withdraw", json={"role": "dealer", "property": ELSEWHERE}
    )
    assert last.status_code == 422
    assert "only role" in last.json()["error"]


def test_a_cashier_is_served_at_the_cage_whatever_else_he_is(floor: Lab) -> None:
    add(floor, "till", Grant("supervisor", PLACE), Grant("cage", PLACE))
    assert floor.program("till").get("/api/v1/me").json()["person"]["role"] == "supervisor"
    page = floor.browser("till").get("/cage")
    assert page.status_code == 200 and 'action="/cage/buy-in"' in page.text
    assert all(f'href="/{led}"' in page.text for led in ("cage", "tickets", "pit", "studio"))
    assert 'href="/audit"' not in page.text
    assert floor.browser("dealer").get("/cage").status_code == 403


@pytest.mark.parametrize(
    ("role", "place", "says"),
    [
        ("supervisor", "nowhere", "no property 'nowhere'"),
        ("superviser", "", "no role 'superviser'"),
        ("player", "", "no staff"),
    ],
)
def test_a_role_that_is_none_is_refused(floor: Lab, role: str, place: str, says: str) -> None:
    before = floor.record()
    given = {"change": "grant", "role": role, "property": place, "password": PASSWORD}
    refused = floor.program("admin-demo").post("/api/v1/people/dealer-3/changes", json=given)
    assert refused.status_code == 422
    assert says in refused.json()["error"]
    assert floor.record() == before


def test_the_page_of_a_person_tells_what_he_did_in_sentences(floor: Lab) -> None:
    floor.program("dealer-3").post("/api/v1/tables/TCP-111/life", json={"act": "begin-closing"})
    page = floor.browser("admin-demo").get("/people/dealer-3").text
    log = page.split('aria-label="Log"')[1]
    assert "Dealer 3 tried to" in log and "table.close" not in log
    assert '<option value="slot-supervisor" >Slot supervisor</option>' in " ".join(page.split())


def test_the_page_of_a_person_names_every_role_and_where_it_is_good(floor: Lab) -> None:
    add(floor, "shown", Grant("dealer", ELSEWHERE), Grant("cage", PLACE))
    page = floor.browser("admin-demo").get("/people/shown").text
    assert f"cage at {properties()[PLACE].title}, dealer at {properties()[ELSEWHERE].title}" in page
    assert "Take it away" in page
