"""The first day by clicks alone: from an empty house to a round dealt by hand, by people who follow its pages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.web.kit import guard

from .server import Server
from .visitor import DESK, Visitor

pytestmark = pytest.mark.browser
PLACE, TABLE = "Hard Rock Cincinnati", "BJ-1"
CREW = {"sue": "supervisor", "dan": "dealer", "cat": "cage", "sec": "security"}


class Person(Visitor):
    """Somebody at the pages, who finds a form by its heading and its fields by what stands above them."""

    def __init__(self, chromium: Any, server: Server, badge: str) -> None:
        super().__init__(chromium, server, DESK)
        self.badge, self.password = badge, f"{badge} came on the very first day"

    def arrives(self, one_time: str) -> None:
        """From the lobby: signs in, chooses a password, signs in again."""
        self.go("/")
        self.page.locator("a:visible", has_text="Sign in").first.click()
        self.signs_in(one_time)
        self.page.get_by_label("Password now").fill(one_time)
        self.page.get_by_label("New password").fill(self.password)
        self.page.get_by_role("button", name="Change the password").click()
        self.page.wait_for_url("**/sign-in?changed=1")
        self.signs_in(self.password)

    def signs_in(self, password: str) -> None:
        self.page.locator("main").get_by_label("Badge").fill(self.badge)
        self.page.locator("main").get_by_label("Password").fill(password)
        self.page.locator("main").get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(lambda address: "sign-in" not in address)

    def fills(self, form: Any, given: dict[str, str]) -> None:
        for caption, value in given.items():
            above = self.page.locator("span.caps", has_text=re.compile(f"^{caption}"))
            field = form.locator("label.field", has=above).locator("input, select, textarea")
            field = (field if field.count() else form.get_by_label(caption, exact=True)).first
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        if form.locator("[type=password]").count():
            form.locator("[type=password]").fill(self.password)

    def step(self, name: str, **given: str) -> str:
        """A step of the first day; what the page says then."""
        fold = self.page.locator(f"#{name}")
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()
        self.fills(fold.locator("form"), {caption.replace("_", " "): value for caption, value in given.items()})
        fold.locator("button.main").click()
        self.page.wait_for_url(f"**/house/{name}")
        return str(self.page.locator(".notice").first.inner_text())

    def begins(self, lack: str, kind: str, **given: str) -> None:
        """A slip, from the list of what the table lacks."""
        row = self.page.locator(".lack", has_text=lack)
        row.get_by_role("link").click()
        fold = self.page.locator(f"#begin-{kind}")
        self.until("id => document.getElementById(id).open", f"begin-{kind}")
        for item in fold.get_by_role("checkbox").all():
            item.check()
        for count in fold.locator("[name^=chips-]").all():
            count.fill("0")
        self.fills(fold, given)
        fold.get_by_role("button", name="Sign and begin").click()
        self.page.wait_for_url("**/slips/*")

    def signs(self, slip: str, state: str, **chips: str) -> None:
        """The next line of a slip that the board lists; it comes there by itself."""
        if not self.page.url.partition("?")[0].endswith("/pit"):
            self.go("/pit")
        self.page.locator("#slip-panel a", has_text=slip).click()
        form = self.page.locator("#slip form:has([type=password]):visible").first
        form.wait_for()
        for count in form.locator("[name^=chips-]").all():
            count.fill("0")
        self.fills(form, chips)
        form.locator("button.main").click()
        self.sees("#slip .slip-head .pill", state)
        self.go("/pit")

    def passwords(self) -> dict[str, str]:
        """One-time passwords that the page shows."""
        shown = self.page.inner_text("main")
        found = re.findall(r"Badge (\w+)(?: has the one-time password)?\s+([0-9a-f]{6}-[0-9a-f]{6}-[0-9a-f]{6})", shown)
        return dict(found)


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, [], demo=False)
    floor = running.app.state.floor
    floor.sign_ins = guard.Pace(10**6, 60)
    yield running
    running.close()


def test_a_house_is_walked_by_clicks_from_nothing_to_a_settled_hand(chromium: Any, empty: Server) -> None:
    people = {badge: Person(chromium, empty, badge) for badge in ("admin", "boss", *CREW)}
    admin, boss, sue, dan = (people[badge] for badge in ("admin", "boss", "sue", "dan"))
    admin.arrives(empty.one_time)
    set_up(admin)
    one_time = admin.passwords()
    for badge, role in CREW.items():
        assert "waits for a second person" in admin.step("people", Badge=badge, Role=role, At=PLACE)
    assert "sue (waits for a second person)" in admin.page.inner_text("#people")
    admin.step("people", Badge="pat", Role="player")

    boss.arrives(one_time["boss"])
    boss.page.locator("#p-slips a", has_text="add badge sue").click()
    for _ in CREW:
        form = boss.page.locator("form[action$='/confirm']").first
        asked = form.get_attribute("action")
        boss.fills(form, {})
        form.get_by_role("button", name="Confirm").click()
        boss.until("action => !document.querySelector(`form[action='${action}']`)", asked)
        one_time |= boss.passwords()
    for badge in CREW:
        people[badge].arrives(one_time[badge])

    opened(sue, dan)
    filled(people)
    dealt(dan)
    for person in people.values():
        person.close()


def set_up(admin: Person) -> None:
    """Everything about the house, its first table and a second person; two mistakes on the way are told."""
    admin.page.get_by_label(PLACE).check()
    assert "The Anchor" in admin.step("house", Name_of_the_house="The Anchor", Mark="TA")
    assert admin.page.locator(".step[open]").get_attribute("id") == "day", "the next step stands open"
    admin.step("day", Time_zone="America/New_York", Gaming_day="6", Cooling_time="0")
    assert "did you mean black?" in admin.step("chips", Colour_4="blak")
    admin.step("chips", Colour_4="black")
    admin.step("pits", **{f"Pits of {PLACE}": "Pit 1\nHigh limit"})
    table = {"Table": TABLE, "Game": "Blackjack", "Least_wager": "25", "Most": "1000"}
    assert "did you mean High limit?" in admin.step("tables", **table, **{"Pit": "High limits"}).replace("Did", "did")
    assert "stands in High limit" in admin.step("tables", **table, **{"Pit": "High limit"})
    assert "confirms what you propose" in admin.step("people", Badge="boss", Role="manager")


def opened(sue: Person, dan: Person) -> None:
    """Inspection, count and checklist, each from the list of what is lacking; the second line on the board."""
    sue.page.get_by_role("link", name="Open table").click()
    sue.page.get_by_role("button", name="Begin the opening").click()
    sue.page.get_by_role("button", name="Bring in").click()
    sue.sees("#dealer", "Badge dan deals here")
    dan.go("/pit")
    for lack, kind, given in (
        ("Card inspection", "cards", {"Label of the set": "Red 1 + Blue 1"}),
        ("inventory", "opening", {}),
        ("checklist", "checklist", {}),
    ):
        dan.page.get_by_role("link", name="Go on with the opening").click()
        dan.begins(lack, kind, **given)
    dan.page.get_by_role("link", name="Go on with the opening").click()
    assert dan.page.locator(".lack").get_by_role("link").all_inner_texts() == ["Go to the slip"] * 2
    sue.signs("Card inspection 000001", "Verified")
    sue.signs("Opening count 000001", "Verified")
    sue.page.get_by_role("link", name=TABLE).first.click()
    form = sue.page.locator("form[action$='/open']")
    sue.fills(form, {})
    form.get_by_role("button", name="Sign and open the table").click()
    sue.page.get_by_role("link", name="Dealer's screen").wait_for()


def filled(people: dict[str, Person]) -> None:
    chips = {"Chips of $25": "40", "Chips of $5": "40"}
    sue = people["sue"]
    sue.page.locator("#begin-fill summary").click()
    sue.fills(sue.page.locator("#begin-fill"), chips)
    sue.page.locator("#begin-fill").get_by_role("button", name="Sign and begin").click()
    sue.page.wait_for_url("**/slips/*")
    hour = sue.page.locator("#slip-panel").inner_text()
    assert sue.page.evaluate(  # slips tell the time of the house, as its board does
        "said => said.includes(new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' }))", hour
    )
    for badge, state, given in (
        ("cat", "Prepared", chips),
        ("sec", "Carried", {}),
        ("dan", "Counted", chips),
        ("boss", "Confirmed", {}),
    ):
        people[badge].signs("Fill 000001", state, **given)


def dealt(dan: Person) -> None:
    """A patron sits down with cash, and his nineteen beats the dealer's seventeen."""
    page = dan.page
    page.get_by_role("link", name=TABLE).first.click()
    page.get_by_role("link", name="Dealer's screen").click()
    dan.ready()

    def then(words: str) -> None:
        dan.sees("main", words)
        dan.until("() => !document.body.dataset.busy")

    def key(card: str) -> None:
        page.keyboard.press(card[0].lower())
        page.keyboard.press(card[1])

    then("Shuffle and cut the cards")
    page.get_by_role("button", name="Shuffled and cut").click()
    then("Burn a card")
    page.get_by_role("button", name="Dealt face down").click()
    then("Take wagers")
    page.get_by_placeholder("Badge or name").fill("pat")
    page.get_by_placeholder("cash").fill("100")
    page.get_by_role("button", name="Seat", exact=True).click()
    then("pat $100.00")
    wager = page.locator("main form").first
    wager.locator("[name=amount]").fill("25")
    wager.get_by_role("button", name="Mark").click()
    then("pat $75.00")
    page.get_by_role("button", name="Close the wagers").click()
    for card, words in (("Ks", "to the dealer, face down"), ("", "Deal position 1 a card"), ("9h", "face down")):
        then("Deal position 1 a card" if card else "to the dealer, face down")
        if card:
            key(card)
        else:
            page.get_by_role("button", name="Dealt face down").click()
        then(words)
    page.get_by_role("button", name="Dealt face down").click()
    then("Turn the dealer's card")
    key("7c")
    then("Ask position 1")
    page.get_by_role("button", name="Stand").click()
    then("Turn the dealer's card")
    key("Td")
    then("The patron's 19 beats the dealer's 17.")
    then("pat $125.00")
