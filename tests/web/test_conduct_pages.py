"""The pages of conduct and tips: who sees them, who decides, and that a refusal comes back to its form."""

from collections.abc import Iterator

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.errors import Forbidden

from ..house.poker_events import post
from .lab import Lab, lab

PLACE = "horseshoe-baltimore"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("conduct")) as made:
        yield made


def form(**given: str) -> dict[str, str]:
    return {"house": PLACE, "patron": "player-2", "offence": "stalling", "password": PASSWORD, **given}


def check(floor: Lab) -> None:
    with floor.storage.reading() as conn:
        floor.house.procedures.conduct.check(conn, PLACE, "player-2")


def send(floor: Lab, badge: str, act: str, **given: str) -> tuple[int, str]:
    client = floor.browser(badge)
    token = client.headers.pop("x-csrf")  # as a form without a script sends it
    answer = client.post(f"/conduct/{act}", data={**form(**given), "csrf": token})
    return answer.status_code, answer.text


def test_a_supervisor_suspends_from_the_page_and_a_manager_lifts(floor: Lab) -> None:
    page = floor.browser("supervisor").get(f"/conduct?house={PLACE}").text
    assert "Code of conduct" in page and "1.TB.1" in page and "Lift it" not in page
    for _ in range(2):  # sent twice, it acts once
        assert send(floor, "supervisor", "sanction", kind="suspension", hours="8", command="page-1")[0] == 303
    with pytest.raises(Forbidden, match="under suspension"):
        check(floor)
    page = floor.browser("manager").get(f"/conduct?house={PLACE}").text
    assert page.count("In force") == 1 and "Lift it" in page
    with floor.storage.reading() as conn:
        (made,) = floor.house.procedures.conduct.of(conn, PLACE)
    assert send(floor, "manager", "lift", sanction=made.id, reason="a mistake")[0] == 303
    check(floor)


def test_what_was_wrong_stands_on_the_form_with_what_was_typed(floor: Lab) -> None:
    status, page = send(floor, "supervisor", "sanction", kind="barring")
    assert status == 403 and "Clause 1.CC.0, 1.PE.0" in page and 'value="player-2"' in page
    status, page = send(floor, "supervisor", "sanction", kind="suspension", hours="soon")
    assert status == 422 and "a whole number" in page
    status, page = send(floor, "supervisor", "sanction", kind="warning", password="no")
    assert status == 422 and "Nothing was signed" in page
    check(floor)


def test_a_dealer_calls_the_supervisor(floor: Lab) -> None:
    page = floor.browser("dealer").get("/conduct").text
    assert "Call the supervisor" in page and "Warn, suspend or bar" not in page
    assert send(floor, "dealer", "report", table="P-1")[0] == 303
    with floor.storage.reading() as conn:
        (notice,) = floor.house.notices.waiting(conn, "P-1")
    assert notice.kind == "conduct"
    assert send(floor, "dealer", "sanction", kind="warning")[0] == 403
    assert floor.browser("player").get("/conduct").status_code == 403


def test_the_page_of_tips_shows_boxes_pool_and_earnings(floor: Lab) -> None:
    base = f"/api/v1/procedures/{PLACE}"
    post(floor.house, "T-9")
    for badge, path, body in (
        ("dealer", "/slips", {"kind": "token-box", "box": "31", "password": PASSWORD}),
        ("cage", "/staffing", {"tournament": "T-9", "kind": "hand-in", "cents": 10_000}),
    ):
        assert floor.program(badge).post(base + path, json=body).status_code in (200, 201)
    page = floor.browser("manager").get(f"/tips?house={PLACE}").text
    assert ">31<" in page and "T-9" in page and "$100.00" in page and "The pool waits" in page
    assert floor.browser("dealer").get("/tips").status_code == 403


def test_what_is_filed_under_the_property_or_a_poker_table_shows_among_its_alerts(floor: Lab) -> None:
    house = floor.house
    table = {"id": "PK-9", "property": PLACE, "form": "holdem", "small": 300, "blinds": [100, 300], "demo": True}
    assert floor.program("supervisor").post("/api/v1/room/tables", json=table).status_code == 201
    report = {"patron": "player-2", "offence": "stalling", "words": "at the rail"}
    path = f"/api/v1/procedures/{PLACE}/reports"
    assert floor.program("clerk").post(path, json=report).status_code in (200, 201)
    assert floor.program("clerk").post(path, json=report | {"table": "PK-9"}).status_code in (200, 201)
    supervisor = floor.browser("supervisor")
    page = supervisor.get(f"/notices?house={PLACE}").text
    assert page.count("at the rail") == 2
    assert f'href="/conduct?house={PLACE}"' in page and 'href="/room/tables/PK-9"' in page
    assert "at the rail" not in supervisor.get("/notices?house=oneida").text
    told = floor.program("supervisor").get("/api/v1/notices", params={"property": PLACE}).json()
    assert {n["table_id"] for n in told if "at the rail" in n["words"]} == {PLACE, "PK-9"}
    for notice in told:
        given = {"notice": notice["id"], "house": PLACE, "csrf": supervisor.headers["x-csrf"]}
        answer = supervisor.post(f"/pit/{notice['table_id']}/notice", data=given, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/notices?house={PLACE}")
    with house.storage.reading() as conn:
        assert house.notices.waiting(conn, property_=PLACE) == []
