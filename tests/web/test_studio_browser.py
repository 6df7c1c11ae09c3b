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
    second.until("() => [...document.querySelectorAll('input.odds')].some(i => i.value === '5')")
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


def test_a_row_taken_out_is_settled_by_a_button_that_says_its_edge(people: Any) -> None:
    who = people("manager")
    clause(who, begin(who))
    who.page.get_by_label("Move the row straight", exact=True).press("Delete")
    revision(who, 2)
    who.sees(".fault-row", "a straight would be unpaid")
    who.sees("[data-settle][data-odds='5 to 1']", "edge 3.37%")  # what the version in force has
    who.sees("[data-settle][data-odds='4 to 1']", "edge 7.29%")
    who.sees("#effect", "Straight is counted at 5 to 1 until its row is settled.")
    who.sees("[data-settle-top]", "Settle 1 fault first")
    who.page.locator("[data-settle]", has_text="4 to 1").click()
    revision(who, 3)
    who.until("() => document.querySelector('[data-submit-top]').hidden === false")
    who.focuses("Odds for straight")
    assert not who.errors


def test_a_row_taken_out_stays_struck_where_it_stood_and_comes_back_with_its_odds(people: Any) -> None:
    who = people("manager")
    clause(who, begin(who))
    fits = "() => { const t = document.querySelector('[data-grid] table'); "
    fits += "return t.offsetWidth <= t.parentElement.clientWidth; }"
    who.page.get_by_label("Move the row flush", exact=True).press("Delete")
    revision(who, 2)
    who.sees("tr.gone [data-mark]", "removed")
    who.until(fits)  # the mark does not push the table out of its panel
    who.sees(".studio-clauses [aria-current]", "1 fault")
    who.sees("#faults", "a flush would be unpaid")
    hands = "() => [...document.querySelectorAll('.hand-name')].map(h => h.value || h.placeholder).slice(2, 5).join()"
    assert who.page.evaluate(hands) == "Three of a kind,Flush,Straight"
    who.page.reload()
    who.sees("tr.gone", "removed")
    assert who.page.evaluate(hands) == "Three of a kind,Flush,Straight"
    who.sees("tr.gone + .fault-row", "a flush would be unpaid")
    odds(who, "flush").fill("8")
    odds(who, "flush").press("Tab")
    revision(who, 3)
    who.until("() => !document.querySelector('tr.gone') && !document.querySelector('#faults .card-panel')")
    who.sees("[data-grid] tbody tr:nth-child(4)", "changed")
    assert not who.errors


def test_what_a_row_is_held_against_moves_with_it(people: Any) -> None:
    who = people("manager")
    clause(who, begin(who))
    told = "n => [...document.querySelectorAll('[data-row]')][n].innerText.replace(/\\s+/g, ' ')"
    who.until("() => document.querySelector('[data-one-in]').textContent === '4,165'")
    who.page.get_by_label("Move the row flush", exact=True).press("Alt+ArrowUp")
    revision(who, 2)
    who.until("() => [...document.querySelectorAll('.hand-name')][2].value === 'Flush'")
    who.until("() => document.querySelectorAll('[data-row]')[2].innerText.includes('22.7')")  # counted anew
    moved = who.page.evaluate(told, 2)
    assert "6 to 1" in moved and "changed" not in moved
    assert "7 to 1" in who.page.evaluate(told, 3)
    odds(who, "flush").fill("9")  # the label has gone with it
    odds(who, "flush").press("Tab")
    revision(who, 3)
    who.sees("[data-row]:nth-child(3)", "changed")
    assert not who.errors


def test_odds_are_fields_in_the_printed_form_and_rows_move_by_the_handle(people: Any) -> None:
    who = people("manager")
    clause(who, begin(who))

    def figures() -> list[str]:
        return list(who.page.evaluate("() => [...document.querySelectorAll('.odds')].map(f => f.value).slice(0, 3)"))

    assert figures() == ["50", "30", "7"]
    odds(who, "flush").fill("$500")
    odds(who, "flush").press("Tab")
    revision(who, 2)
    assert odds(who, "flush").input_value() == "500"
    assert who.page.locator("[aria-label='Odds for flush, how they are printed']").input_value() == "dollars"
    assert not who.page.locator("[aria-label='Odds for flush, for how much']").is_visible()
    who.page.get_by_label("Move the row straight flush", exact=True).press("ArrowUp")
    revision(who, 3)
    assert figures() == ["30", "50", "7"]
    who.page.get_by_role("button", name="Back to").click()
    revision(who, 4)
    assert figures() == ["50", "30", "7"] and odds(who, "flush").input_value() == "6"


def test_a_phone_reads_and_comments_and_a_tablet_has_a_drawer(people: Any, house: Server) -> None:
    who = people("manager")
    here = begin(who)
    clause(who, here)
    who.page.set_viewport_size({"width": 1024, "height": 768})
    who.sees("[data-drawer]", "House edge unchanged")
    assert not who.page.locator("#effect").is_visible()
    who.page.locator("[data-drawer]").click()
    who.sees("#effect", "unchanged")
    who.page.keyboard.press("Escape")
    who.until("() => document.querySelector('[data-drawer]').getAttribute('aria-expanded') === 'false'")
    who.page.set_viewport_size({"width": 390, "height": 844})
    who.until("() => document.querySelector('.odds').readOnly")
    assert not who.page.get_by_role("button", name="Save").is_visible()
    assert not who.page.locator(".studio-clauses").is_visible()
    who.page.get_by_role("button", name="Effect").click()
    who.sees("#effect", "unchanged")
    assert not who.page.locator(".studio-entry").is_visible()
    who.page.get_by_role("button", name="Clause", exact=True).click()
    who.page.fill("[name=says]", "Is the layout reprinted for this?")
    who.page.get_by_role("button", name="Comment").click()
    who.sees("#comments blockquote", "Is the layout reprinted for this?")
    assert not who.errors


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
    assert re.search(r"3\.37%\s*→\s*2\.58%", page.inner_text("#effect"))

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
    page.get_by_text("Other days").click()
    page.get_by_role("button", name="Settle these days again").click()
    manager.until("() => /rounds|No round/.test(document.querySelector('#what-if').innerText)")
    assert page.request.get(f"{house.address}{here}/print.pdf").body().startswith(b"%PDF")

    page.locator("summary", has_text="Submit for approval").click()
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
