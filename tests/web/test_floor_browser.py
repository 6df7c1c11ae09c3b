"""The floor's people at their pages, in the system's own browser: hands keyed, rulings, a fill, a replay."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD

from .server import Server
from .visitor import DESK, LateAnswer, Visitor

pytestmark = pytest.mark.browser


def test_a_dealt_round_with_an_irregularity(visitor: Visitor, second: Visitor) -> None:
    """The dealer keys by hand; a wrong number of cards voids the round and every wager comes back."""
    dealer, player = second, visitor
    table = visitor.server.fresh_table("three-card-poker", "dealer", "dealer-3")
    dealer.sign_in_by_form("dealer-3", f"/deal/{table}")
    dealer.page.wait_for_url(f"**/deal/{table}")
    dealer.ready()

    def step() -> str:
        return str(dealer.page.get_attribute("#d-next", "data-kind"))

    def press() -> None:
        request = dealer.page.get_attribute("#d-next", "data-request")
        dealer.page.locator(".button.huge").first.click()
        dealer.until("r => document.querySelector('#d-next').dataset.request !== r", request)

    if step() == "shuffle":
        press()
    typed = {"[name=position]": "5", "[name=patron]": "Somebody", "[name=amount]": "200"}
    dealer.page.select_option("[data-mark=sit] [name=position]", "5")
    dealer.page.fill("[data-mark=sit] [name=patron]", "Somebody")
    dealer.page.fill("[data-mark=sit] [name=amount]", "200")
    dealer.page.evaluate("() => { document.querySelector('#d-pad').dataset.old = '1'; }")
    player.sit(table)
    dealer.page.wait_for_selector("#d-pad:not([data-old])")  # another position is open no more
    assert {name: dealer.page.input_value(f"[data-mark=sit] {name}") for name in typed} == typed
    balance = player.page.locator("#s-balance").inner_text()
    player.place("ante")
    dealer.page.wait_for_selector(".button.huge:not([aria-disabled])")
    request = dealer.page.get_attribute("#d-next", "data-request")
    dealer.page.focus("[data-mark=sit] [name=amount]")
    dealer.page.keyboard.press("Control+Enter")  # wagers closed, from the field in which he was
    dealer.until("r => document.querySelector('#d-next').dataset.request !== r", request)
    press()  # three cards face down
    player.page.wait_for_selector("form[data-act='choose:play']")
    dealer.page.keyboard.press("F2")
    dealer.page.check("[name=when][value='wrong-number-of-cards']")
    dealer.page.wait_for_selector("#d-ruling .ruling")
    ruling = dealer.page.locator("#d-ruling").inner_text()
    assert "13.B" in ruling
    assert "Nothing has changed yet" in ruling
    assert "Return Ante" in ruling
    chosen, shown = dealer.box(".irregular-item:has(input:checked)"), dealer.box(".ruling")
    assert chosen["y"] + chosen["height"] <= shown["y"]  # what was chosen stays in view beside its ruling
    dealer.page.click("[data-declare='wrong-number-of-cards']")
    player.until("b => document.querySelector('#s-balance').innerText === b", balance)
    dealer.sees("#d-irregular", "Call supervisor")


def test_a_player_sits_down_before_the_first_shuffle_and_the_round_is_played(visitor: Visitor, second: Visitor) -> None:
    """In the lobby the table says "Sit down"; the dealer shuffles with the patron at the table, then deals by hand."""
    dealer, player = second, visitor
    table = visitor.server.fresh_table("blackjack", "dealer", "dealer-3")
    dealer.sign_in("dealer-3", f"/deal/{table}")
    dealer.page.wait_for_url(f"**/deal/{table}")
    dealer.ready()
    page = dealer.page
    dealer.until("() => document.querySelector('#d-next').dataset.kind === 'shuffle'")
    player.sit(table)
    player.sees("#s-tray", "The dealer shuffles.")
    dealer.sees("#d-next", "Shuffle and cut the cards")

    def moved(act: Callable[[], None]) -> None:
        request = page.get_attribute("#d-next", "data-request")
        act()
        dealer.until("r => document.querySelector('#d-next').dataset.request !== r", request)

    def press() -> None:
        page.wait_for_selector(".button.huge:not([aria-disabled])")
        moved(lambda: page.locator(".button.huge").first.click())

    press()  # shuffled and cut, under the number that the screen showed before anybody sat down
    while page.get_attribute("#d-next", "data-kind") != "betting":
        press()  # the burn card
    player.until("() => document.querySelector('#s-tray').dataset.wagering === '1'")
    player.place("blackjack")
    press()  # wagers closed
    cards = iter(("Ts", "9d", "Kh", "8c"))
    while (kind := page.get_attribute("#d-next", "data-kind")) not in ("betting", "shuffle", "decide", "wait"):
        if kind == "cards":
            card = next(cards)
            moved(lambda card=card: page.click(f".card-key[data-card='{card}']"))
        elif kind == "peek":
            moved(lambda: page.click("[data-do='saw:no']"))
        else:
            press()
    player.page.wait_for_selector("form[data-act='choose:stand']")
    player.press("choose:stand")
    dealer.until("() => document.querySelector('#d-next').dataset.kind === 'cards'")
    while page.get_attribute("#d-next", "data-kind") == "cards":
        card = next(cards)
        moved(lambda card=card: page.click(f".card-key[data-card='{card}']"))
    dealer.until("() => document.querySelector('#d-next').dataset.kind === 'betting'")
    player.sees("#s-why", "Won")  # twenty against seventeen
    player.until("() => document.querySelector('#s-tray').dataset.wagering === '1'")


def test_cards_are_keyed_and_taken_back(visitor: Visitor, second: Visitor) -> None:
    dealer, player = second, visitor
    table = visitor.server.fresh_table("three-card-poker", "dealer", "dealer-3")
    dealer.sign_in("dealer-3", f"/deal/{table}")
    dealer.page.wait_for_url(f"**/deal/{table}")
    dealer.ready()
    page = dealer.page

    def press() -> None:
        request = page.get_attribute("#d-next", "data-request")
        page.locator(".button.huge").first.click()
        dealer.until("r => document.querySelector('#d-next').dataset.request !== r", request)

    if page.get_attribute("#d-next", "data-kind") == "shuffle":
        page.fill("[data-cover]", "9")
        page.locator(".button.huge").first.click()
        dealer.sees("body", "from 10 to 51 of 52 cards deep, not 9")
        page.fill("[data-cover]", "20")
        press()
    player.sit(table)
    player.place("ante")
    page.wait_for_selector(".button.huge:not([aria-disabled])")
    press()
    press()
    player.page.wait_for_selector("form[data-act='choose:play']")
    player.press("choose:play")
    page.wait_for_selector("#d-next[data-kind='do']")
    press()  # the dealer's stack
    page.wait_for_selector("#d-pad[data-kind='cards']")
    page.locator(".irregular-item input:not(:disabled)").first.check()  # who looks at one goes on keying
    page.wait_for_selector("#d-ruling .ruling")
    for card in ("Qs", "Qs", "8d", "4c"):  # the second queen of spades is refused at its key
        page.keyboard.press(card[0])
        page.keyboard.press(card[1])
    dealer.sees("[data-keyed-line]", "It lies in the dealer's hand, card 1.")
    dealer.sees("#d-next", "Compare, then press Enter")
    assert [use.get_attribute("href") for use in page.locator(".key-slot use").all()] == [
        "#card-Qs",
        "#card-8d",
        "#card-4c",
    ]
    page.wait_for_selector(".card-key.waits[data-card='4c']")
    dealer.sees("#d-enter", "The dealer's hand plays")
    dealer.sees(".place.keying", "Waits for Enter")
    page.keyboard.press("Control+z")  # of what is not recorded yet, one card at a time
    dealer.sees("#d-next", "2 OF 3 KEYED")
    page.click(".key-slot[data-slot='0']")  # a slot is keyed anew alone
    page.click(".card-key[data-card='Qs']")
    page.click(".card-key[data-card='4c']")
    dealer.sees("#d-next", "3 OF 3 KEYED")
    page.reload()  # what was keyed and not confirmed is found again
    dealer.ready()
    dealer.sees("#d-next", "3 OF 3 KEYED")
    assert page.locator(".card-key[data-card='Qs'][aria-disabled]").count() == 0  # nothing is recorded before Enter
    page.keyboard.press("Enter")
    page.wait_for_selector(".card-key[data-card='Qs'][aria-disabled]")
    dealer.sees(".card-key[data-card='Qs']", "Dealer")
    dealer.sees("#undo-why", "a wrong card is an irregularity now")
    page.keyboard.press("Control+z")  # after Enter no longer the dealer's own business
    dealer.sees("#messages", "The hand was confirmed")
    page.check(".irregular-item input[value='wrong-card-keyed']")
    dealer.sees("#d-ruling", "come off the record")

    def sign(password: str) -> None:
        page.fill("[data-signer='badge']", "supervisor")
        page.fill("[data-signer='password']", password)
        page.click("[data-correct]")

    sign("not his")
    dealer.sees("#messages", "password")
    assert page.locator(".card-key[data-card='Qs'][aria-disabled]").count() == 1  # nothing was taken back
    sign(PASSWORD)
    page.wait_for_selector(".card-key[data-card='Qs']:not([aria-disabled])")
    dealer.until("() => !document.querySelector('#d-ruling').innerText.trim()")
    late = LateAnswer(dealer, "**/key")
    for card in ("Ks", "8d", "4c"):
        page.click(f".card-key[data-card='{card}']")
    page.click("[data-confirm]")
    page.wait_for_selector(".card-key[data-card='Ks'][aria-disabled]")  # by the socket, before the answer
    for card in ("Ah", "Td", "9c"):
        page.click(f".card-key[data-card='{card}']")
    page.click("[data-confirm]")  # waits for the answer to the hand before, and goes out then
    late.give()
    player.sees("#s-why", "Won")
    page.check(".irregular-item input[value='wrong-card-keyed']")
    dealer.sees("#d-ruling", "come off the record")
    page.fill("[data-signer='badge']", "supervisor")
    page.type("[data-signer='password']", PASSWORD[:4])
    page.evaluate("() => { document.querySelector('#d-irregular').dataset.old = '1'; }")
    page.keyboard.press("F4")  # the panel is drawn again under his hands
    page.wait_for_selector("#d-irregular:not([data-old]) [data-signer='password']")
    dealer.until("w => document.querySelector(\"[data-signer='password']\").value === w", PASSWORD[:4])
    page.keyboard.type(PASSWORD[4:])
    assert page.input_value("[data-signer='badge']") == "supervisor"
    assert page.input_value("[data-signer='password']") == PASSWORD
    page.click("[data-correct]")
    page.wait_for_selector(".card-key[data-card='Td']:not([aria-disabled])")
    player.until("() => !document.querySelector('#s-why').innerText.includes('Won')")
    dealer.until("() => !document.querySelector('#d-ruling').innerText.trim()")  # the dealer's hand stays as it is
    dealer.counts(".irregular-item input:checked", 0)
    for card in ("Ah", "Ad", "9c"):
        page.click(f".card-key[data-card='{card}']")
    page.click("[data-confirm]")
    dealer.sees("#d-payouts", "+$25.00")
    player.sees("#s-why", "Won")
    player.until("() => document.querySelector('#s-why').innerText.toLowerCase().includes('pair of aces')")


def test_a_wager_is_found_by_typing_what_the_layout_calls_it(visitor: Visitor) -> None:
    """A craps dealer marks one wager after another by the keys alone; the list moves nothing, every wager is shown."""
    table, page = visitor.server.fresh_table("craps", "dealer", "dealer-3"), visitor.page
    visitor.server.client("dealer-3").post(
        f"/api/v1/tables/{table}/acts",
        json={"act": {"act": "sit", "position": 2, "patron": "Ann", "chips": 500_00}},
    ).raise_for_status()
    visitor.sign_in("dealer-3", f"/deal/{table}")
    visitor.ready()
    finder, marked = "[data-finder]", "#wagers [aria-selected='true']"
    before = visitor.box("#d-seats")
    page.click(finder)
    assert visitor.shown("#wagers [data-offer]") > 80
    for typed, title in (
        ("dp", "Don't Pass Bet"),
        ("hop 2 2", "Hop Bet 2, 2"),
        ("11", "11 in One Roll"),
        ("h8", "Hardway Bet 8"),
        ("hop 5 6", "11 in One Roll"),
        ("hop 1 1", "Craps Two"),
    ):
        page.fill(finder, typed)
        assert page.get_attribute(marked, "data-title") == title
    page.fill(finder, "odds 6")
    page.keyboard.press("ArrowDown")
    assert page.get_attribute(marked, "data-title") == "Put odds 6"
    page.fill(finder, "roulette")
    visitor.sees("#wagers", "No wager of this table is called that.")
    assert visitor.box("#d-seats") == before
    page.fill(finder, "")
    numbers = [f"{bet} {number}" for bet in ("place", "lay") for number in (4, 5, 6, 8)]
    for count, wager in enumerate(numbers, 1):
        page.keyboard.type(f"{wager}\n30\n")
        visitor.counts("#d-seats dl dd", count)
        visitor.focuses("wager")
    visitor.sees("#d-next", "1 position has $240.00 on the layout.")
    page.keyboard.type("lay 8")
    page.keyboard.press("Tab")
    page.click("[data-take]")
    visitor.counts("#d-seats dl dd", len(numbers) - 1)


def test_a_dealer_of_pai_gow_keys_three_dice_the_joker_and_sees_his_hand_set(visitor: Visitor) -> None:
    table, page = visitor.server.fresh_table("pai-gow-poker", "dealer", "dealer-3"), visitor.page
    keyed = visitor.server.client("dealer-3")
    for act in (
        {"act": "shuffled", "cut": 0},
        {"act": "sit", "position": 2, "patron": "Pam", "chips": 500_00},
        {"act": "bet", "position": 2, "wager": "pai-gow", "amount": 25_00},
        {"act": "close"},
    ):
        keyed.post(f"/api/v1/tables/{table}/acts", json={"act": act}).raise_for_status()
    visitor.sign_in("dealer-3", f"/deal/{table}")
    visitor.ready()
    page.click("[data-die='1'][data-face='5']")
    page.keyboard.type("6")
    page.keyboard.press("Backspace")
    visitor.counts("[data-face][aria-pressed='true']", 0)
    page.click("[data-die='1'][data-face='5']")
    page.keyboard.type("23")
    visitor.sees("[data-undo]", "Undo dice 2, 5 and 3")
    page.keyboard.type("9")
    visitor.sees("#messages", "It lies face down, so no face is keyed.")
    while (kind := page.get_attribute("#d-next", "data-kind")) != "cards":
        request = page.get_attribute("#d-next", "data-request")
        page.keyboard.press("Enter" if kind == "do" else "2")  # dealt, or set the House Way
        visitor.until("r => document.querySelector('#d-next').dataset.request !== r", request)
    page.keyboard.type("jokd9c9d4s3h2c")
    visitor.sees("#d-enter", "The dealer plays pair of nines, ace-king.")
    page.keyboard.press("Enter")
    visitor.sees(".place-dealer", "Pair of nines; ace-king")


def test_a_fill_with_its_signatures(chromium: Any, server: Server) -> None:
    chips = {"10000": "2", "500": "20"}
    supervisor = Visitor(chromium, server, DESK)
    supervisor.sign_in_by_form("supervisor", "/pit/TCP-111")
    page = supervisor.page
    page.click("details.begin summary:has-text('Fill')")
    form = page.locator("details.begin[open] form")
    for value, count in chips.items():
        form.locator(f"[name=chips-{value}]").fill(count)
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button.main").click()
    page.wait_for_url("**/slips/fill-*")
    slip = page.url
    supervisor.sees("#slip", "$300.00")
    assert (
        "Another person signs" in page.locator("#slip").inner_text()
        or "signed by" in page.locator("#slip").inner_text()
    )
    supervisor.close()
    for badge, counted in (("cage", True), ("security", False), ("dealer", True), ("supervisor-2", False)):
        other = Visitor(chromium, server, DESK)
        other.known(badge)
        other.page.goto(slip)
        if counted:
            other.page.fill("#slip [name=chips-10000]", "2")
            other.sees("#slip [data-total]", "Total $200.00, differs from the slip by −$100.00")
            for value, count in chips.items():
                other.page.fill(f"#slip [name=chips-{value}]", count)
            other.sees("#slip [data-total]", "Total $300.00, agrees with the slip")
        other.page.fill("#slip [name=password]", PASSWORD)
        before = other.page.locator(".signatures .done").count()
        other.page.click("#slip button.main")
        other.until("n => document.querySelectorAll('.signatures .done').length > n", before)
        other.close()
    found = server.client("surveillance").get(f"/api/v1/documents/{slip.rsplit('/', 1)[1]}").json()
    assert found["state"] == "confirmed"
    assert [s["step"] for s in found["signed"]] == ["request", "prepare", "carry", "count", "confirm"]


def test_a_replay_steps_with_the_arrow_keys(visitor: Visitor, second: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("big-six"))
    visitor.place(visitor.page.locator("#felt .area:not(.closed)").first.get_attribute("data-wager"))
    visitor.press("ready")
    second.sign_in("surveillance", "/audit")
    page = second.page
    page.wait_for_url("**/audit")
    page.click("table a:has-text('Replay') >> nth=0")
    page.wait_for_selector("#audit")
    second.sees(".proof", "Hash chain verified")
    second.sees(".settlement", "Recomputed, agrees")
    second.sees(".proof-list .sum", "$0.00")
    second.ready()
    at = page.get_attribute("#audit", "data-at")
    page.keyboard.press("ArrowLeft")
    second.until("a => document.querySelector('#audit').dataset.at === String(a - 1)", int(at))
    first = int(page.get_attribute("#audit", "data-first"))
    for key in ("Home", "ArrowRight", "ArrowRight"):  # each counts from the one before, shown or not
        page.keyboard.press(key)
    second.until("a => document.querySelector('#audit').dataset.at === String(a)", first + 2)
    assert first + 2 < int(at)
    page.keyboard.press("End")
    second.until("a => document.querySelector('#audit').dataset.at === String(a)", int(at))
    with page.expect_download() as download:
        page.click("text=Export JSON")
    assert download.value.suggested_filename.endswith(".json")
