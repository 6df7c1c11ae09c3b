"""The studio in a browser: one row changed and a side bet added, seen, printed, submitted, voted on and dealt by."""

import datetime
import re
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD

from .server import Server
from .visitor import DESK, LateAnswer, Visitor

pytestmark = pytest.mark.browser
PLACE, GAME = "oneida", "four-card-poker"
ACES = "wagers.aces-up"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("studio-browser"), [(PLACE, GAME)])
    running.house.people.add_demo([("manager-2", "Manager 2", "manager")], PASSWORD)
    yield running
    running.close()


@pytest.fixture
def people(chromium: Any, house: Server) -> Iterator[Any]:
    open_ = []

    def person(badge: str, path: str = "/studio") -> Visitor:
        found = Visitor(chromium, house, DESK)
        open_.append(found)
        found.sign_in(badge, path)
        return found

    yield person
    for one in open_:
        one.close()


def table_of(house: Server) -> str:
    return next(t["table"]["id"] for t in house.client("manager").get("/api/v1/pit").json())


def begin(who: Visitor) -> str:
    who.go(f"/studio?house={PLACE}")
    who.page.select_option("[name=game]", GAME)
    who.page.get_by_role("button", name="Begin the draft").first.click()
    who.page.wait_for_url("**/studio/D-*")
    return who.page.url.removeprefix(who.server.address)


def clause(who: Visitor, here: str, at: str = ACES) -> None:
    who.go(f"{here}?at={at}")


def odds(who: Visitor, outcome: str) -> Any:
    return who.page.get_by_label(f"Odds for {outcome}", exact=True)


def revision(who: Visitor, number: int) -> None:
    who.until("n => document.querySelector('[data-revision]').textContent === String(n)", number)


def sign(who: Visitor, form: str, button: str) -> None:
    who.page.fill(f"form[action$='{form}'] [name=password]", PASSWORD)
    who.page.get_by_role("button", name=button).click()


def test_two_people_at_one_draft_see_each_other_and_lose_no_word(people: Any) -> None:
    first, second = people("manager"), people("manager-2")
    here = begin(first)
    clause(first, here)
    first.until("() => window.htmx && document.querySelector('form[data-save]')")
    clause(second, here)
    second.sees("main", "Badge manager works on this clause")
    assert odds(second, "flush").get_attribute("readonly") is not None
    odds(first, "flush").fill("7 to 1")
    odds(first, "flush").press("Enter")  # saved as soon as the field is left
    revision(first, 2)
    first.until("() => document.querySelector('[data-changes]').innerText === '1 change'")
    first.focuses("Odds for straight")
    clause(second, here, "wagers.ante")
    second.sees(".studio-history", "7 to 1")  # who changed what
    clause(first, here, "wagers.play")  # and so the clause is free
    clause(second, here)
    odds(second, "straight").fill("6 to 1")
    odds(second, "straight").press("Tab")
    revision(second, 3)
    second.page.keyboard.press("Control+z")
    second.until("() => [...document.querySelectorAll('input.odds')].some(i => i.value === '5 to 1')")
    revision(second, 4)


def test_faults_stand_beside_the_row_while_it_is_typed(people: Any) -> None:
    manager = people("manager")
    clause(manager, begin(manager))
    odds(manager, "flush").type("!")
    manager.until("() => document.querySelector('form[data-check]').innerText.includes('are no odds')")
    manager.page.fill("[data-find]", "aces")
    manager.shows_fewer(".studio-clauses li", 6)
    assert not manager.errors


def test_a_field_and_its_clause_are_marked_changed_as_they_are_saved(people: Any) -> None:
    who = people("manager")
    clause(who, begin(who))
    mark = ".studio-clauses [aria-current='page'] [data-entry-mark]"
    says = who.page.locator(f"[name='{ACES}.says']")
    before = says.input_value()
    assert not who.page.inner_text(mark)
    says.fill(before + " It is optional.")
    says.blur()
    who.sees(f"label:has([name='{ACES}.says']) .caps", "changed")
    who.sees(mark, "changed")
    says.fill(before)
    says.blur()
    who.until("m => !document.querySelector(m).textContent.trim()", mark)
    assert not who.page.locator(f"label:has([name='{ACES}.says']) .mark-changed").is_visible()


def test_n_and_p_go_from_change_to_change(people: Any) -> None:
    manager = people("manager")
    here = begin(manager)
    clause(manager, here)
    late = LateAnswer(manager, "**/save*")
    odds(manager, "flush").fill("8 to 1")
    odds(manager, "flush").press("Tab")
    odds(manager, "straight").fill("8 to 1")  # typed while the other is being saved
    late.give()
    revision(manager, 2)
    odds(manager, "straight").press("Tab")
    revision(manager, 3)
    manager.go("/rulebooks/compare?one=oneida/four-card-poker@2023-02-24&other=" + here.rpartition("/")[2])
    current = "t => document.querySelector('.compare-list [aria-current]')?.textContent.includes(t)"
    for key, title in (("n", "Aces Up"), ("n", "Unsuitable card"), ("p", "Aces Up")):
        manager.page.keyboard.press(key)
        manager.until(current, title)
    every = manager.shown("[data-entry]")
    manager.page.keyboard.press("/")
    manager.page.keyboard.type("unsuitable")
    manager.shows_fewer("[data-entry]", every)
    assert not manager.errors


@pytest.mark.slow
def test_from_a_changed_row_to_a_table_that_pays_by_it(people: Any, house: Server) -> None:
    manager = people("manager")
    page = manager.page
    here = begin(manager)
    clause(manager, here)
    odds(manager, "straight flush").fill("40 to 1")
    odds(manager, "straight flush").press("Enter")
    revision(manager, 2)
    manager.until("() => [...document.querySelectorAll('[data-back]')].some(c => c.textContent === '3.19%')")
    assert re.search(r"3\.3724%\s*→\s*2\.5752%", page.inner_text("#effect"))

    page.get_by_role("link", name="Add a side bet").click()
    for name, words in {
        "title": "Five Alike",
        "clause": "F.1.c",
        "outcome-1": "Five of a suit",
        "value-1": "5",
    }.items():
        page.fill(f"[name={name}]", words)
    page.select_option("[name=condition-1]", "same-suit")
    page.fill("[name=odds-1]", "100 to 1")
    page.get_by_role("button", name="Add it").click()
    page.wait_for_url("**at=wagers.five-alike")
    manager.sees("#effect", "Five Alike")
    page.get_by_role("button", name="Settle these days again").click()
    manager.until("() => /rounds|No round/.test(document.querySelector('#what-if').innerText)")
    assert page.request.get(f"{house.address}{here}/print.pdf").body().startswith(b"%PDF")

    page.fill("[name=day]", str(datetime.datetime.now(datetime.UTC).date()))
    page.fill("[name=emergency]", "The layout is in print.")
    sign(manager, "/submit", "Submit and sign")
    page.wait_for_url("**/approvals/**")
    approval = page.url.removeprefix(house.address)
    commission = people("commission", approval)
    commission.go(approval)
    commission.page.check("[value=approve]")
    sign(commission, "/decide", "Decide and sign")
    commission.page.wait_for_load_state()
    office = people("admin-demo")
    office.go(approval)
    office.page.fill("[name=justification]", "It can't wait for the meeting.")
    sign(office, "/poll", "Ask the members and sign")
    for seat in (1, 2, 3):
        office.page.select_option(f"[name=member-{seat}]", "support")
    sign(office, "/vote", "Record the votes and sign")
    office.sees("main", "3 of 9")

    table = table_of(house)
    supervisor = house.client("supervisor")
    for act in ("begin-closing", "clear-seats", "close", "begin-opening", "open"):
        body = {"act": act, "password": PASSWORD}
        supervisor.post(f"/api/v1/tables/{table}/life", json=body).raise_for_status()
    live = house.do(lambda: house.house.table(table))
    posting = live.driver.game.posting
    assert str(posting.row("aces-up", "straight-flush").odds) == "40 to 1" and "five-alike" in posting.wagers
