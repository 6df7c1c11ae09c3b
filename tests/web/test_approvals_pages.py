"""The way of rules into force through the pages and the API: who signs what, what is refused, what stands then."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US

from .lab import Lab, lab
from .server import Server
from .test_second_factor import code
from .visitor import DESK, Visitor

SIGNED = {"password": PASSWORD}
BOOK = "oneida/four-card-poker/2024-09-11"
PAGE, API = f"/approvals/{BOOK}", f"/api/v1/approvals/{BOOK}"
TODAY, DUE = "2025-12-30", "2025-12-31T16:30"


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        made.clock.advance(6 * 365 * DAY_US)  # 2025-12-30: the rules of 2024 are in force
        yield made


def twice(client: Any, path: str, body: dict[str, Any]) -> Any:
    """The same command two times: one answer, one step."""
    first, second = (client.post(path, json=body | SIGNED) for _ in range(2))
    assert first.is_success, first.text
    assert second.json() == first.json()
    return first.json()


def test_a_version_through_the_api_each_command_once(floor: Lab) -> None:
    manager, commission, office = (floor.program(b) for b in ("manager", "commission", "admin-demo"))
    assert commission.get(API).json()["standing"] == "In force"
    assert twice(manager, f"{API}/submit", {"command": "s"})["state"] == "submitted"
    assert commission.get(API).json()["standing"] == "Awaiting approval"
    assert twice(commission, f"{API}/decide", {"approve": True, "command": "d"})["approved"] == TODAY
    asked = {"deadline": DUE, "justification": "The audit is under way.", "command": "p"}
    assert twice(office, f"{API}/poll", asked)["route"] == "e-poll"
    votes = {"votes": {str(n): "support" for n in range(1, 10)}, "command": "v"}
    assert len(twice(office, f"{API}/vote", votes)["votes"]) == 9
    assert twice(office, f"{API}/close", {"command": "c", "steps": 12})["state"] == "accepted"
    assert twice(office, f"{API}/notice", {"command": "n"})["noticed"]
    early = office.post(f"{API}/enter", json={"meeting": "2019-01-02", **SIGNED})
    assert early.status_code == 422 and "No meeting of 2019-01-02" in early.text
    assert twice(office, f"{API}/enter", {"meeting": "2026-01-07", "command": "e"})["state"] == "recorded"
    found = commission.get(API).json()
    assert [s["step"] for s in found["steps"]] == [
        "submit",
        "decide",
        "poll",
        *["vote"] * 9,
        "close",
        "notice",
        "enter",
    ]
    assert (found["standing"], found["next"]) == ("In force", "")
    listed = commission.get("/api/v1/approvals", params={"property": "oneida"}).json()
    assert {row["game"] for row in listed} == {
        "craps", "four-card-poker", "mississippi-stud", "poker", "room", "three-card-poker",
    }  # fmt: skip


def sent(floor: Lab, badge: str, step: str, **form: str) -> Any:
    """A form as a page sends it."""
    client = floor.browser(badge)
    token = client.headers.pop("x-csrf")
    return client.post(f"{PAGE}/{step}", data={"csrf": token, "password": PASSWORD, **form})


def test_what_is_refused_stands_beside_its_form_and_changes_nothing(floor: Lab) -> None:
    wrong = sent(floor, "manager", "submit", password="not the password")
    assert wrong.status_code == 422
    assert "Nothing was changed." in wrong.text
    assert sent(floor, "manager", "submit").status_code == 303
    again = sent(floor, "manager", "submit")
    assert (again.status_code, "was submitted already" in again.text) == (409, True)
    assert sent(floor, "manager", "decide", decision="approve", day=TODAY).status_code == 403
    for form, words in (
        ({"decision": "approve", "day": "2025-12-01"}, "has passed"),
        ({"decision": "approve", "day": "soon"}, "is no date"),
        ({"decision": "refuse", "day": TODAY}, "needs its reason"),
        ({"decision": "", "day": TODAY}, "Approve the version or refuse it"),
    ):
        refused = sent(floor, "commission", "decide", **form)
        assert (refused.status_code, words in refused.text) == (422, True), form
    stale = sent(floor, "commission", "decide", decision="approve", day=TODAY, seen="0")
    assert (stale.status_code, "Step 1 is signed by now" in stale.text) == (409, True)
    assert sent(floor, "commission", "decide", decision="approve", day=TODAY, seen="1").status_code == 303
    kept = sent(floor, "admin-demo", "poll", deadline="2027-01-01T00:00", justification="the audit")
    assert (kept.status_code, ">the audit</textarea>" in kept.text) == (422, True)


def test_who_decided_for_the_commission_does_not_sign_for_the_members(floor: Lab) -> None:
    sent(floor, "manager", "submit")
    sent(floor, "commission", "decide", decision="approve", day=TODAY)
    page = floor.program("commission").get(PAGE).text
    assert "Another person signs for the members." in page
    logged = floor.refusals()["commission"]
    refused = sent(floor, "commission", "poll", deadline=DUE)
    assert (refused.status_code, "decided for the commission" in refused.text) == (403, True)
    assert floor.refusals()["commission"] == logged + 1
    assert sent(floor, "admin-demo", "poll", deadline=DUE).status_code == 303


def test_rules_that_are_sent_back_say_so_on_every_page(floor: Lab) -> None:
    sent(floor, "manager", "submit")
    book = f"/rulebooks/{BOOK}"
    assert "Awaiting approval" in floor.anybody().get(book).text
    assert f'href="/approvals/{BOOK}"' not in floor.anybody().get(book).text
    sent(floor, "commission", "decide", decision="approve", day=TODAY)
    sent(floor, "admin-demo", "poll", deadline=DUE)
    early = sent(floor, "admin-demo", "close")
    assert (early.status_code, "9 members have not voted" in early.text) == (409, True)
    votes = {f"member-{n}": "oppose" for n in range(1, 9)}
    assert "is no vote" in sent(floor, "admin-demo", "vote", **votes | {"member-9": "maybe"}).text
    assert len(floor.program("commission").get(API).json()["case"]["votes"]) == 0  # all of them or none
    assert sent(floor, "admin-demo", "vote", **votes | {"member-9": "support"}).status_code == 303
    assert sent(floor, "admin-demo", "close", revisions="Say what a tie pays.").status_code == 303
    notice = floor.program("commission").get(f"{PAGE}/notice").text
    assert "Revisions requested: Say what a tie pays." in notice
    assert "Sent back" in floor.program("commission").get("/approvals?house=oneida").text
    assert "Sent back" in floor.program("commission").get(book).text
    assert "In force" in floor.anybody().get("/rulebooks/oneida/four-card-poker/2023-02-24").text


def test_there_is_no_notice_of_what_was_not_decided(floor: Lab) -> None:
    for path in (f"{PAGE}/notice", "/approvals/oneida/four-card-poker/1999-01-01", "/approvals/none/x/y"):
        assert floor.program("commission").get(path).status_code == 404


def test_a_signature_takes_the_code_of_who_has_a_second_factor(floor: Lab) -> None:
    wants = {"role": "commission", "wanted": True}
    client = floor.program("commission")
    client.post("/api/v1/me/second-factor", json=SIGNED).raise_for_status()
    client.post("/api/v1/me/second-factor/confirm", json={"code": code(floor, "commission")}).raise_for_status()
    floor.program("admin-demo").post("/api/v1/second-factor/roles", json=wants).raise_for_status()
    sent(floor, "manager", "submit")
    client = floor.anybody(authorization=f"Bearer {floor.house.people.new_token('commission', 'again')}")
    page = client.get(PAGE).text
    assert 'name="code"' in page
    decision = {"approve": True, **SIGNED}
    assert client.post(f"{API}/decide", json=decision).status_code == 403
    assert client.post(f"{API}/decide", json=decision | {"code": "000000"}).status_code == 422
    assert client.post(f"{API}/decide", json=decision | {"code": code(floor, "commission")}).status_code == 200


# ---- in the browser


def sign(visitor: Visitor, step: str) -> None:
    """Sign the form of a step and wait for the page that follows."""
    form = f"form[action$='/{step}']"
    visitor.page.fill(f"{form} [name=password]", PASSWORD)
    with visitor.page.expect_navigation():
        visitor.page.click(f"{form} button")


@pytest.mark.browser
def test_a_whole_approval_in_the_browser(chromium: Any, server: Server) -> None:
    """A manager submits, the commission approves, the office asks the members, reports, gives notice and enters."""
    where = "/approvals/oneida/mississippi-stud/2024-09-11"
    people = {badge: Visitor(chromium, server, DESK) for badge in ("manager", "commission", "admin-demo")}
    for badge, visitor in people.items():
        visitor.sign_in(badge, where)
    manager, commission, office = people.values()
    manager.sees("main", "What changed against 2020-01-14")
    sign(manager, "submit")
    manager.sees("main .pill.stand", "Awaiting approval")

    commission.go("/approvals?house=oneida")
    commission.page.click(".approval-list a:has-text('Mississippi Stud')")
    commission.sees(".sign-next", "The commission decides")
    assert commission.page.locator("[name=decision]:checked").count() == 0, "nothing is decided beforehand"
    commission.page.check("[name=decision][value=approve]")
    sign(commission, "decide")
    commission.sees("main .pill.stand", "In force")
    commission.sees(".sign-next", "Another person signs for the members.")

    office.go(where)
    office.page.fill("[name=justification]", "The audit is under way.")
    sign(office, "poll")
    office.sees(".sign-next", "9 members have not replied")
    for seat, vote in enumerate(["support"] * 6 + ["oppose"] * 3, 1):
        office.page.select_option(f"[name=member-{seat}]", vote)
    sign(office, "vote")
    office.counts(".votes .pos", 6)
    office.counts(".vote-bar rect", 9)
    office.counts(".timeline li", 2)  # both versions of the shelf
    sign(office, "close")
    office.sees(".signatures", "6 of 9 in support, 5 carry")
    sign(office, "notice")
    sign(office, "enter")
    office.counts(".signatures .done", 6)
    office.counts(".sign-next", 0)
    manager.go(where)
    manager.page.fill("[name=where]", "At the table and the cage")
    sign(manager, "post")
    manager.sees(".notice-post", "At the table and the cage")
    with office.page.expect_navigation():
        office.page.click("text=Notice to print")
    office.sees("article", "No revisions are requested.")
    for visitor in people.values():
        visitor.close()
