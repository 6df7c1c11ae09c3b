"""The pit's forms as people fill them in: openings, counts, wins, tips, reviews, limits, sessions, closings."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.people.persons import Person
from croupier.house.record import accounts
from croupier.rounds import acts

from .server import Server
from .visitor import DESK, Visitor

pytestmark = pytest.mark.browser
PLACE = "hard-rock-cincinnati"
People = Callable[[str], Visitor]


@pytest.fixture
def people(chromium: Any, server: Server) -> Iterator[People]:
    """Whoever is asked for, signed in at a window of his own."""
    here: dict[str, Visitor] = {}

    def found(badge: str) -> Visitor:
        if badge not in here:
            here[badge] = Visitor(chromium, server, DESK)
            here[badge].known(badge)
        return here[badge]

    yield found
    for visitor in here.values():
        visitor.close()


def free(server: Server, dealer: str) -> None:
    """The dealer leaves whatever table he stands at."""
    supervisor = server.client("supervisor")
    for table in supervisor.get("/api/v1/pit").raise_for_status().json():
        if table["table"]["dealer"] == dealer:
            life = f"/api/v1/tables/{table['table']['id']}/life"
            supervisor.post(life, json={"act": "dealer-out"}).raise_for_status()


def begin(visitor: Visitor, table: str, title: str, **fields: str) -> str:
    """Begin a document on a table's page; the slip's address."""
    visitor.go(f"/pit/{table}")
    fill_in(visitor, title, **fields)
    visitor.page.wait_for_url("**/slips/*")
    return visitor.page.url.removeprefix(visitor.server.address)


def fill_in(visitor: Visitor, title: str, **fields: str) -> None:
    page = visitor.page
    form = page.locator("details.begin", has=page.get_by_text(title, exact=True)).locator("form")
    if not form.is_visible():
        page.locator("details.begin > summary", has_text=re.compile(f"^{title}$")).click()
    for name, value in fields.items():
        form.locator(f"[name='{name}']").fill(value)
    for item in form.locator("[type=checkbox][name^='item-']").all():
        item.check()
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button.main").click()


def sign(visitor: Visitor, slip: str, choice: str = "", **fields: str) -> None:
    """Sign the line that a slip waits for, and see it signed."""
    visitor.go(slip)
    page = visitor.page
    page.wait_for_selector("#slip .sign-form")
    for name, value in fields.items():
        page.fill(f"#slip [name='{name}']", value)
    if choice:
        page.select_option("#slip select", choice)
    signed = page.locator(".signatures .done").count()
    page.fill("#slip [name=password]", PASSWORD)
    page.click("#slip button.main")
    visitor.counts(".signatures .done", signed + 1)


def press(visitor: Visitor, words: str) -> None:
    """A button of the table's page, with the password where its form asks for one."""
    page = visitor.page
    form = page.locator("form", has=page.get_by_role("button", name=words, exact=True))
    if form.locator("[name=password]").count():
        form.locator("[name=password]").fill(PASSWORD)
    form.get_by_role("button", name=words, exact=True).click()


def beside(visitor: Visitor, *words: str) -> None:
    """The refusal stands on the page that asked, with its reason."""
    for part in words:
        visitor.sees(".notice.beside", part)
    visitor.sees(".notice.beside", "Nothing was changed")


def not_yet(visitor: Visitor, words: str, why: str) -> None:
    """A signature that would be refused is not asked for, and the button says why."""
    button = visitor.page.get_by_role("button", name=words, exact=True)
    assert button.get_attribute("aria-disabled") == "true" and button.get_attribute("type") == "button"
    assert why in visitor.page.locator(f"#{button.get_attribute('aria-describedby')}").inner_text()


def empty_box(server: Server, table: str) -> None:
    """The box is taken off the table with nothing in it, and counted by two."""
    given = {"kind": "drop", "table": table, "password": PASSWORD}
    begun = server.client("security").post("/api/v1/documents", json=given).raise_for_status().json()
    for step_, badge in (("witness", "supervisor-2"), ("count", "cage"), ("verify", "manager")):
        path = f"/api/v1/documents/{begun['id']}/steps/{step_}"
        server.client(badge).post(path, json={"password": PASSWORD, "cents": 0}).raise_for_status()


def test_a_table_is_opened_counted_by_two_and_closed(people: People, server: Server) -> None:
    """Inspection, two counts, checklist and signature open it; patrons out, counts, box and signature close it."""
    manager, supervisor, dealer = people("manager"), people("supervisor"), people("dealer-3")
    free(server, "dealer-3")
    manager.go(f"/tables-new?house={PLACE}")
    manager.page.fill("[name=table]", "OPN-1")
    manager.page.select_option("[name=game]", "three-card-poker")
    manager.page.select_option("[name=mode]", "dealer")
    manager.page.get_by_role("button", name="Add the table").click()
    manager.page.wait_for_url("**/pit/OPN-1")
    supervisor.go("/pit/OPN-1")
    press(supervisor, "Begin the opening")
    supervisor.sees("main", "Card inspection is not verified.")
    supervisor.sees("main", "The checklist is open.")
    not_yet(supervisor, "Sign and open the table", "4 things are lacking; your signature opens the table then.")
    supervisor.page.select_option("[name=badge]", "dealer-3")
    press(supervisor, "Bring in")
    supervisor.sees("main", "Badge dealer-3 deals here.")

    cards = begin(dealer, "OPN-1", "Card inspection", label="Red 12 + Blue 7")
    sign(supervisor, cards)
    count = {"chips-10000": "20", "chips-2500": "40"}
    opening = begin(dealer, "OPN-1", "Opening count", **count)
    dealer.sees("#slip", "This line is signed by a")
    sign(supervisor, opening, **count)
    supervisor.sees("#slip", "Variance")
    supervisor.sees("#slip", "$3,000.00")
    dealer.go("/pit/OPN-1")
    listed = dealer.page.locator("[name^='item-']").evaluate_all("boxes => boxes.map(b => b.value)")
    assert any("a discard rack belong to the table. Clause 2." in item for item in listed)
    begin(dealer, "OPN-1", "Checklist")
    dealer.counts("#slip .ticked li", len(listed))
    assert dealer.page.locator("#slip .ticked li").all_inner_texts() == listed

    supervisor.go("/pit/OPN-1")
    supervisor.sees("main", "Nothing is lacking.")
    press(supervisor, "Sign and open the table")
    supervisor.sees("main", "0 of 7 positions taken")

    dealer.go("/deal/OPN-1")
    dealer.ready()
    step(dealer)  # the cards are shuffled
    press(supervisor, "Begin closing")
    supervisor.sees("main", "No more wagers.")
    supervisor.sees(".lack", "The inventory is not counted.")
    not_yet(supervisor, "Sign and close the table", "2 things are lacking; your signature closes the table then.")
    closing = begin(dealer, "OPN-1", "Closing count", **count)
    sign(supervisor, closing, "cage", **count)
    supervisor.go("/pit/OPN-1")
    supervisor.sees(".lack", "The drop box is still on the table.")
    not_yet(supervisor, "Sign and close the table", "One thing is lacking")
    empty_box(server, "OPN-1")
    supervisor.page.get_by_role("link", name="Look again").click()
    press(supervisor, "Sign and close the table")
    supervisor.sees("main", "The table waits for a supervisor to begin its opening.")


def test_counts_that_differ_are_said_and_can_only_be_voided(people: People, server: Server) -> None:
    free(server, "dealer-3")
    manager, client = server.client("manager"), server.client("supervisor")
    table = {"id": "DIF-1", "property": PLACE, "game": "blackjack", "mode": "dealer"}
    manager.post("/api/v1/tables", json=table).raise_for_status()
    client.post("/api/v1/tables/DIF-1/life", json={"act": "begin-opening"}).raise_for_status()
    opening = begin(people("dealer-3"), "DIF-1", "Opening count", **{"chips-10000": "20"})
    supervisor = people("supervisor")
    supervisor.go(opening)
    page = supervisor.page
    page.fill("#slip [name='chips-10000']", "19")
    supervisor.sees("#slip [data-total]", "Total $1,900.00")
    page.fill("#slip [name=password]", PASSWORD)
    page.click("#slip button.main")
    differing = "20 of $100 counted by the dealer, 19 by the supervisor"
    beside(supervisor, "This count is not the one that the dealer signed.", "Count again")
    assert "2,000.00" not in page.inner_text("#slip")
    page.check("#slip [name=differs]")
    page.fill("#slip [name=password]", PASSWORD)
    page.click("#slip button.main")
    supervisor.sees("#slip", "The counts differ")
    supervisor.sees("#slip", f"$1,900.00 (−$100.00): {differing}")
    supervisor.sees("#slip", "Void slip")


def test_a_jackpot_is_verified_by_supervisor_and_surveillance_and_paid(people: People, server: Server) -> None:
    table = progressive_table(server)
    dealer = people("dealer-3")
    dealer.go(f"/deal/{table}")
    dealer.ready()
    if dealer.page.get_attribute("#d-next", "data-kind") == "shuffle":
        step(dealer)
    patron, badge = server.guest()

    def act(**given: Any) -> None:
        answer = patron.post(f"/api/v1/tables/{table}/acts", json={"act": given})
        assert answer.is_success, answer.text

    act(act="sit", position=3, patron=badge, chips=90_000)
    act(act="bet", position=3, wager="ante", amount=2500)
    act(act="bet", position=3, wager="progressive", amount=500)
    dealer.page.wait_for_selector(".button.huge:not([aria-disabled])")
    step(dealer)  # wagers closed
    step(dealer)  # three cards face down
    dealer.page.wait_for_selector("#d-next[data-kind='decide']")
    act(act="chosen", name="play", position=3)
    dealer.page.wait_for_selector("#d-next[data-kind='do']")
    step(dealer)  # the dealer's own stack
    for cards in ("Qd 8d 4c", "As Ks Qs"):
        dealer.page.wait_for_selector("#d-pad[data-kind='cards']")
        key(dealer, cards)
    dealer.sees("#d-pad", "The supervisor does this")
    dealer.page.wait_for_selector("#d-next .button.huge[aria-disabled]")
    dealer.sees("#d-next h2", "Verify the mini royal in spades of position 3")
    dealer.sees("#d-pad", f"signed in on the dealer's screen of {table}")
    supervisor = people("supervisor")
    for page in ("/pit", "/notices", "/meters"):  # it waits for the supervisor's look at the hand
        supervisor.go(f"{page}?house={PLACE}")
        supervisor.sees("main", "Waits for a supervisor: Verify the mini royal in spades")
        supervisor.page.wait_for_selector(f"a[href='/deal/{table}']", state="attached")
    supervisor.go(f"/deal/{table}")
    supervisor.ready()
    step(supervisor)  # the hand is verified at the table: the meter is read, and holds it
    dealer.sees("#d-pad", "jackpot")
    supervisor.go("/pit?house=" + PLACE)
    supervisor.sees("#p-alerts", table)  # it stops the table, so it stands in the bar
    supervisor.go(f"/notices?house={PLACE}")
    supervisor.sees("main", "Mini royal in spades at position 3 wins")
    supervisor.page.locator(f"a[href='/pit/{table}#jackpots']").first.click()
    supervisor.sees("main", "mini royal in spades, position 3")
    press(supervisor, "Verify hand and meter")
    supervisor.page.wait_for_url("**/slips/jackpot-*")
    slip = supervisor.page.url.removeprefix(server.address)
    supervisor.sees("#slip", "This line is signed by surveillance.")
    meter = "Three card progressive, demo chips, 100% of"
    for words in ("Amount", "Mini royal in spades, position 3", badge[6:12], meter):
        supervisor.sees("#slip", words)
    sign(people("surveillance"), slip)
    supervisor.go("/pit?house=" + PLACE)
    supervisor.sees("#p-alerts", "Nothing stops a table")
    sign(people("cage"), slip, "inventory")  # demo chips: the cage holds money
    people("cage").sees("#slip .slip-head", "Paid")
    supervisor.go(f"/meters?house={PLACE}")
    supervisor.sees("main", "paid")
    supervisor.sees("main", f"guest {badge[6:12]}")
    assert badge not in supervisor.page.inner_text("main")
    watching = people("surveillance")
    watching.go(f"/audit/{table}/{table}.1/1")
    watching.sees("body", "Verify the mini royal in spades of position 3: done")
    found = server.client("surveillance").get(f"/api/v1/documents/{slip.rsplit('/', 1)[1]}").json()
    assert [s["step"] for s in found["signed"]] == ["verify", "surveil", "pay"]
    assert found["state"] == "paid"


def test_a_round_is_voided_from_the_pit_with_a_ground_and_a_signature(people: People, server: Server) -> None:
    table = server.fresh_table("three-card-poker")
    supervisor = people("supervisor")
    supervisor.go(f"/pit/{table}")
    assert supervisor.page.locator("#void").count() == 0  # no round is under way
    patron, badge = server.guest()
    for given in (
        {"act": "sit", "position": 3, "patron": badge, "chips": 50_000},
        {"act": "bet", "position": 3, "wager": "ante", "amount": 2_500},
    ):
        patron.post(f"/api/v1/tables/{table}/acts", json={"act": given}).raise_for_status()
    server.do(lambda: server.house.close_wagers(table))
    supervisor.go(f"/pit/{table}")
    supervisor.sees("#void", "Wrong number of cards · 13.B")
    supervisor.sees("#void", "Return Ante, position 3: $25.00")
    supervisor.page.check("#void [value='wrong-number-of-cards']")
    supervisor.page.fill("#void [name=password]", "not this one")
    supervisor.page.get_by_role("button", name="Declare and void the round").click()
    supervisor.sees("#void-password-error", "This is not the password of badge supervisor")
    assert supervisor.page.is_checked("#void [value='wrong-number-of-cards']")
    press(supervisor, "Declare and void the round")
    supervisor.until("() => !document.querySelector('#void')")
    felt = server.do(lambda: server.house.table(table)).driver.felt
    assert (felt.round, felt.accounts[f"patron:{badge}"]) == (2, 50_000)
    log = server.client("surveillance").get("/api/v1/audit/log").raise_for_status().json()
    assert any(line["act"] == "table.void" and line["subject"] == table for line in log)


def progressive_table(server: Server) -> str:
    """A table dealt by hand with the Three Card Poker progressive."""
    free(server, "dealer-3")
    manager, supervisor = server.client("manager"), server.client("supervisor")
    options = {"progressive": "three-card"}
    table = {"id": "JP-1", "property": PLACE, "game": "three-card-poker", "mode": "dealer", "demo": True}
    manager.post("/api/v1/tables", json=table | {"options": options}).raise_for_status()
    for life in (
        {"act": "begin-opening"},
        {"act": "dealer-in", "badge": "dealer-3"},
        {"act": "open", "password": PASSWORD},
    ):
        supervisor.post("/api/v1/tables/JP-1/life", json=life).raise_for_status()
    return "JP-1"


def step(dealer: Visitor) -> None:
    """The large button, and the table moves on."""
    request = dealer.page.get_attribute("#d-next", "data-request")
    dealer.page.locator("#d-next .button.huge").first.click()
    dealer.until("r => document.querySelector('#d-next').dataset.request !== r", request)


def key(dealer: Visitor, cards: str) -> None:
    request = dealer.page.get_attribute("#d-next", "data-request")
    for card in cards.split():
        dealer.page.click(f".card-key[data-card='{card}']")
    if len(cards.split()) > 1:
        dealer.page.click("[data-confirm]")
    dealer.until("r => document.querySelector('#d-next').dataset.request !== r", request)


def test_tips_are_given_counted_and_shared(people: People, server: Server) -> None:
    server.house.people.add_demo([("tipper", "Tipper", "player")], PASSWORD)  # with cash: demo chips are kept apart
    cash = {"act": "buy-in", "patron": "tipper", "cents": 50_00, "property": PLACE}
    server.client("cage").post("/api/v1/cage", json=cash).raise_for_status()
    patron = people("tipper")
    patron.go("/cage")
    patron.page.fill("form[action='/cage/toke'] [name=amount]", "$12")
    with patron.page.expect_navigation():
        patron.page.get_by_role("button", name="Give the tip").click()
    pool = accounts.toke_pool(PLACE)
    book = server.client("surveillance").get("/api/v1/audit/balances").raise_for_status().json()
    inside = (book.get("accounts") or book)[pool]
    assert inside >= 1200
    cage = people("cage")
    cage.go("/pit/TCP-111")
    fill_in(cage, "Toke pool", amount="$0.01")
    beside(cage, "The pool has", "count again")
    fill_in(cage, "Toke pool", amount=f"{inside / 100:.2f}")
    cage.page.wait_for_url("**/slips/tokes-*")
    slip = cage.page.url.removeprefix(server.address)
    sign(people("manager"), slip, **{"down-dealer": "8", "down-dealer-2": "4"})
    people("manager").sees("#slip .slip-head", "Distributed")
    people("manager").sees("#slip", "dealer 8, dealer-2 4")


def test_a_wheel_review_takes_enough_spins_and_is_entered(people: People, server: Server) -> None:
    table = server.fresh_table("big-six")
    supervisor = people("supervisor")
    supervisor.go(f"/pit/{table}")
    press(supervisor, "Review and sign")
    beside(supervisor, "0 spins are on record", "at least 500")
    _, badge = server.guest()

    async def spin() -> None:
        house, player = server.house, Person(badge, "Guest", "player", True, False)
        await house.answer(table, player, acts.Sit(1, badge, 100_000))
        wager = next(iter((await house.table(table)).driver.game.posting.wagers))
        for _ in range(500):
            live = await house.table(table)
            if live.driver.table.chips(1) < 10_00:
                await server.app.state.floor.cage.demo_chips(PLACE, badge, 100_000)
                await house.answer(table, player, acts.Buy(1, 100_000))
            await house.answer(table, player, acts.Bet(1, wager, 10_00))
            await house.ready(table, player)

    server.do(spin)
    supervisor.go(f"/pit/{table}")
    press(supervisor, "Review and sign")
    supervisor.page.wait_for_url("**/slips/wheel-review-*")
    supervisor.sees("#slip", "Reviewed")
    supervisor.sees("#slip", "500")


def test_limits_beyond_the_rulebook_are_refused_with_the_reason(people: People, server: Server) -> None:
    table = server.fresh_table("blackjack")
    supervisor = people("supervisor")
    supervisor.go(f"/pit/{table}")
    supervisor.page.fill("[name='option.penetration']", "99")
    press(supervisor, "Change between rounds")
    beside(supervisor, "penetration", "95")
    assert supervisor.page.input_value("[name='option.penetration']") == "99"  # to be put right, not typed again
    supervisor.page.fill("[name='option.penetration']", "80")
    supervisor.page.fill("[name=least]", "25")
    supervisor.page.fill("[name=most]", "500")
    press(supervisor, "Change between rounds")
    supervisor.sees("main", "$25 – $500")


def test_an_administrator_ends_a_session(people: People, server: Server) -> None:
    patron, admin = people("player-2"), people("admin-demo")
    patron.go("/account")
    patron.sees("main", "Sessions")
    admin.go("/people/player-2")
    while admin.page.get_by_role("button", name="End").count():
        with admin.page.expect_navigation():
            admin.page.get_by_role("button", name="End").first.click()
    admin.sees("main", "No open session")
    patron.go("/history")
    patron.page.wait_for_url("**/sign-in**")


def test_a_wrong_password_comes_back_to_the_form_with_what_was_typed(people: People, server: Server) -> None:
    """On a table's page, in a slip's panel and on a void: the words beside the field, the rest as it was."""
    supervisor, cage = people("supervisor-2"), people("cage-2")
    page = supervisor.page
    supervisor.go("/pit/TCP-111")
    page.locator("details.begin > summary", has_text=re.compile("^Fill$")).click()
    form = page.locator("details.begin[open] form")
    form.locator("[name='chips-2500']").fill("40")
    form.locator("[name=password]").fill("not this one")
    form.locator("button.main").click()
    supervisor.sees("#fill-password-error", "This is not the password of badge supervisor-2. Nothing was signed.")
    assert form.locator("[name='chips-2500']").input_value() == "40"
    assert form.locator("[name=password]").input_value() == ""
    supervisor.focuses("password")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button.main").click()
    page.wait_for_url("**/slips/fill-*")
    slip = page.url.removeprefix(server.address)

    cage.go(slip)
    cage.page.fill("#slip [name='chips-2500']", "40")
    cage.page.fill("#slip [name=password]", "not this one")
    cage.page.click("#slip button.main")
    cage.sees("#slip-password-error", "This is not the password of badge cage-2")
    assert cage.page.input_value("#slip [name='chips-2500']") == "40"
    cage.page.fill("#slip [name=password]", PASSWORD)
    cage.page.click("#slip button.main")
    cage.counts(".signatures .done", 2)

    supervisor.go(slip + "/void")
    for name, value in {
        "reason": "wrong table",
        "password": PASSWORD,
        "second": "cage",
        "second-password": "no",
    }.items():
        page.fill(f"[name='{name}']", value)
    page.click("button.danger")
    supervisor.sees("#second-password-error", "This is not the password of badge cage.")
    assert page.input_value("[name=reason]") == "wrong table"
    assert page.input_value("[name=second]") == "cage"
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=second-password]", PASSWORD)
    page.click("button.danger")
    page.wait_for_url("**" + slip)
    supervisor.sees("#slip .slip-head", "Void")
