"""Players at the pages, in the system's own browser: hands, spins, throws, lost connections."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from .server import Server
from .visitor import DESK, MOVED, PHONE, Visitor

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(chromium: Any, server: Server) -> Iterator[Visitor]:
    found = Visitor(chromium, server, PHONE)
    yield found
    found.close()


def test_from_the_lobby_to_a_settled_hand_of_blackjack(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.get_by_role("button", name="Play a demo hand").click()
    visitor.page.wait_for_url("**/tables/*")
    visitor.ready()
    visitor.place("blackjack")
    visitor.sees("#s-bar", "$25")
    visitor.press("ready")
    visitor.play_out()
    visitor.sees("#s-why", "Blackjack")
    why = visitor.page.locator("#s-why").inner_text()
    assert visitor.page.locator("#s-why a.clause").first.get_attribute("aria-label").startswith("Clause ")
    assert re.search(r"(Won|Lost|Push)", why)
    visitor.until("() => document.querySelector('#say').innerText.trim()")  # the result was said
    visitor.page.click("[data-clause] >> nth=0")
    visitor.page.wait_for_selector("#about[open]")  # the clause opens without leaving the table


CARDS = """() => { const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.id = "cards"; svg.setAttribute("viewBox", "0 0 200 140"); svg.setAttribute("width", "400");
  svg.innerHTML = ["6d", "9c"].map((card, at) =>
    `<use href="#card-${card}" x="${at * 100}" width="100" height="140"/>`).join("");
  document.body.append(svg); svg.style.cssText = "position: fixed; left: 0; top: 0; z-index: 9"; }"""
COLOURS = """async (png) => { const map = await createImageBitmap(new Blob([new Uint8Array(png)]));
  const pen = new OffscreenCanvas(map.width, map.height).getContext("2d"); pen.drawImage(map, 0, 0);
  const seen = {}, { data } = pen.getImageData(0, 0, map.width, map.height);
  for (let at = 0; at < data.length; at += 4) {
    const key = [...data.slice(at, at + 3)].join(); seen[key] = 1 + (seen[key] || 0); }
  return Object.keys(seen).filter((key) => seen[key] > 400); }"""
BLUE, GREEN, RED, BLACK = "21,88,184", "15,107,65", "195,32,47", "20,24,31"


def test_four_colours_are_seen_on_the_cards_themselves(visitor: Visitor) -> None:
    """A card is a copy of a symbol, which no selector of the page reaches into: what counts is its picture."""
    visitor.go("/tables/BJ-101")
    visitor.page.evaluate(CARDS)
    for suits, drawn, not_drawn in (("four", {BLUE, GREEN}, {RED, BLACK}), ("two", {RED, BLACK}, {BLUE, GREEN})):
        visitor.page.evaluate("suits => { document.documentElement.dataset.suits = suits; }", suits)
        found = set(visitor.page.evaluate(COLOURS, list(visitor.page.locator("#cards").screenshot())))
        assert drawn <= found and not not_drawn & found, found


def test_a_whole_hand_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.sit_by_lobby(visitor.server.fresh_table("blackjack"))
    keyboard, page = visitor.page.keyboard, visitor.page
    page.focus("#felt .area[tabindex='0']")
    keyboard.press("3")  # the $25 chip
    for _ in range(6):
        if page.evaluate("document.activeElement.dataset.wager") == "blackjack":
            break
        keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.wager") == "blackjack"
    keyboard.press("Enter")
    page.wait_for_selector("form[data-act='ready'] button:not([aria-disabled])")
    entry = page.get_attribute("#s-bar", "data-entry")
    page.focus("form[data-act='ready'] button")
    keyboard.press("Enter")
    visitor.until(MOVED, entry)
    for _ in range(8):
        if visitor.wagering:
            break
        entry = page.get_attribute("#s-bar", "data-entry")
        if page.locator(".decision[data-key='S']:not([aria-disabled])").count():
            keyboard.press("s")
        else:
            page.focus(".decisions form:not(.off) button.decision")
            keyboard.press("Enter")
        visitor.until(MOVED, entry)
    assert visitor.wagering
    keyboard.press("?")
    page.wait_for_selector("#keys[open]")


def test_a_hand_of_several_decisions_by_keys_keeps_the_focus_at_them(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("ultimate-texas-holdem"))
    visitor.place("ante")
    keyboard, page = visitor.page.keyboard, visitor.page
    page.wait_for_selector("form[data-act='ready'] button:not([aria-disabled])")
    page.focus("#act-ready")
    for key, asks in (("Enter", "choose:4x"), ("c", "choose:2x"), ("c", "choose:1x"), ("1", "ready")):
        assert page.evaluate("document.activeElement.closest('#s-bar') !== null")
        keyboard.press(key)
        page.wait_for_selector(f"form[data-act='{asks}']")
        # To their group, not to one of them: Enter may still be down.
        visitor.until("() => document.activeElement.id === 'decisions'")
    assert visitor.wagering
    assert "Play" in page.inner_text("#s-why")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (720, 450), (390, 844), (320, 640)])
def test_the_longest_name_of_a_game_and_its_table_are_whole_beside_five_digits(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.sit(visitor.server.fresh_table("dragon-bonus-baccarat-commission-free"))
    visitor.page.evaluate("() => { document.querySelector('#s-balance strong').textContent = '$98,765.43'; }")
    name, title = visitor.box(".bar-title h1"), visitor.box(".bar-title")
    assert (
        visitor.page.evaluate("() => { const h = document.querySelector('h1'); return h.scrollWidth - h.clientWidth; }")
        <= 0
    )
    assert title["top"] <= name["top"] and name["bottom"] <= title["bottom"] <= 56
    assert visitor.box(".bar-end")["left"] >= title["right"]


def test_an_error_stands_in_words_and_takes_nothing(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("blackjack"))
    visitor.page.click("[data-chip='100000']")
    visitor.place("blackjack")
    balance = visitor.page.locator("#s-balance").inner_text()
    visitor.page.click("[data-chip='100']")
    visitor.tap("blackjack")
    message = visitor.page.locator("#messages .notice.error")
    message.wait_for()
    said = message.inner_text()
    assert "$1,001.00" in said and "$10.00 to $1,000.00" in said
    assert visitor.page.locator("#s-balance").inner_text() == balance


def test_a_spin_of_roulette_lights_places_and_pays(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("roulette"))
    visitor.area("split:17-20").hover()
    visitor.sees("#tip", "Split 17 and 20, pays 17 to 1")
    visitor.counts(".lit", 2)
    for wager in ("straight:20", "split:17-20", "first-five-numbers", "dozen:2nd-12", "black"):
        visitor.place(wager)
    visitor.counts("#f-chips .stake[data-own]", 5)
    visitor.press("ready")
    visitor.page.wait_for_selector("#f-head [aria-label^='Roulette wheel, ball in']")
    visitor.counts("#s-why .why", 5)
    visitor.page.wait_for_selector(".dolly")


def test_a_craps_shoot_with_odds(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("craps"))
    visitor.place("pass")
    for _ in range(30):
        visitor.press("ready")
        if "Puck ON" in visitor.page.locator("#s-bar").inner_text():
            break
        if visitor.page.locator("form[data-act='ready'] button[aria-disabled]").count():
            visitor.place("pass")
    assert "Puck ON" in visitor.page.locator("#s-bar").inner_text()
    visitor.place("pass-odds")
    visitor.counts("#f-chips .stake[data-wager='pass-odds']", 1)
    visitor.counts("#felt .area.closed[data-wager='dont-pass']", 1)
    for _ in range(40):
        visitor.press("ready")
        if "Puck OFF" in visitor.page.locator("#s-bar").inner_text():
            break
    visitor.sees("#s-why", "Pass")


GAMES = (
    "BIG-101", "CFP-101", "FCP-101", "LIR-101", "RBWS6CF-101", "TCP-101", "BAC-101", "CCP-101", "FBB-101", "R2-101",
    "UTH-101", "CC-101", "DWSP-101", "HCF-101", "MS-101", "ZAP-101", "ZOM-101",
    "DBBCF-101", "ILSP-101", "PGP-101", "THB-101",
)  # fmt: skip
FIRST = {"CC-101": "pass", "BIG-101": None}
THROWS_MOST = 100


@pytest.mark.parametrize("table", GAMES)
def test_a_round_of_every_game_through_the_pages(chromium: Any, server: Server, table: str) -> None:
    visitor = Visitor(chromium, server, DESK)
    visitor.sit(table)
    wager = FIRST.get(table) or visitor.page.locator("#felt .area:not(.closed)").last.get_attribute("data-wager")
    for name in dict.fromkeys((wager, "ante", "player", "banker", "bet-1")):  # each is tapped once
        if visitor.page.locator("form[data-act='ready'] button:not([aria-disabled])").count():
            break
        if visitor.page.locator(f"#felt .area:not(.closed)[data-wager='{name}']").count():
            visitor.place(name)
    visitor.page.wait_for_selector("form[data-act='ready'] button:not([aria-disabled])")
    visitor.press("ready")
    visitor.play_out()
    for _ in range(THROWS_MOST):  # dice decide on the throw that makes the point or the seven
        if "Puck ON" not in visitor.page.locator("#s-bar").inner_text():
            break
        visitor.press("ready")
    visitor.page.wait_for_selector("#s-why .why")
    visitor.close()


def test_a_phone_plays_a_hand(phone: Visitor) -> None:
    phone.sit_by_lobby(phone.server.fresh_table("blackjack"))
    assert phone.page.locator(".felt-wrap").is_hidden()
    phone.place("blackjack")
    phone.press("ready")
    phone.play_out()
    phone.page.click("[data-phone='why']")
    phone.until("() => document.querySelector('#pane-why').innerText.includes('Blackjack')")
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]


def test_a_phone_turns_the_roulette_layout_upright(phone: Visitor) -> None:
    phone.sit(phone.server.fresh_table("roulette"))
    phone.place("straight:17")
    first, last, own = (f".phone-felt .area[data-wager='straight:{number}']" for number in (1, 34, 17))
    assert phone.box(last)["y"] > phone.box(first)["y"] + 300
    phone.press("ready")
    phone.until("() => document.querySelector('#p-line')")
    assert phone.box(own)["height"] >= 44
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_lost_connection_is_shown_and_nothing_is_sent(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("blackjack"))
    visitor.context.set_offline(True)
    visitor.page.evaluate("() => 0")
    server = visitor.server
    server.do(lambda: _drop_sockets(server))
    visitor.sees("#live", "Reconnecting")
    visitor.tap("blackjack")
    visitor.sees("#messages", "taken")  # "nothing was", or "whether this was" where the socket was back already
    visitor.context.set_offline(False)
    visitor.sees("#live", "Live")
    visitor.place("blackjack")


def test_an_act_whose_answer_was_lost_is_sent_again_and_acts_once(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("blackjack"))
    sent: list[str] = []

    def lose_the_first(route: Any) -> None:
        sent.append(route.request.headers["x-command"])
        if len(sent) == 1:
            route.fetch()  # it reaches the house
            route.abort()
        else:
            route.continue_()

    visitor.page.route("**/act", lose_the_first)
    with visitor.page.expect_request_finished(lambda request: request.url.endswith("/act")):  # the first one fails
        visitor.place("blackjack")
    visitor.until("() => document.querySelector('#s-balance').innerText.includes('$975.00')")
    visitor.page.wait_for_selector("form[data-act='ready'] button:not([aria-disabled])")
    assert sent == [sent[0]] * 2
    assert visitor.page.locator("#messages .notice").count() == 0
    visitor.sees("#s-balance", "$975.00")


async def _drop_sockets(server: Server) -> None:
    for protocol in list(server._server.server_state.connections):
        transport = getattr(protocol, "transport", None)
        if transport is not None and "WebSocket" in type(protocol).__name__:
            transport.abort()


def test_a_double_click_places_two_chips_and_a_double_press_deals_once(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("blackjack"))
    visitor.tap("blackjack")
    visitor.tap("blackjack")
    visitor.sees("#s-bar", "$50.00")
    entry = visitor.page.get_attribute("#s-bar", "data-entry")
    visitor.page.evaluate(
        """() => { const b = document.querySelector("form[data-act='ready'] button"); b.click(); b.click(); }"""
    )
    visitor.until(MOVED, entry)
    visitor.play_out()
    visitor.counts("#s-why .round-head", 1)


def test_who_sits_down_in_a_round_has_the_seat_when_it_is_over(visitor: Visitor, second: Visitor) -> None:
    table = visitor.server.fresh_table("three-card-poker")
    visitor.sit(table)
    visitor.place("ante")
    visitor.press("ready")
    second.go("/")
    second.page.click(f"form[action='/tables/{table}/sit'] button")
    second.page.wait_for_url(f"**/tables/{table}?sit=1")
    second.ready()
    second.sees("#act-sit", "Yours when this round is over")
    visitor.play_out()
    second.until("() => document.body.dataset.position !== '0'")  # without another press
    second.ready()
    assert second.page.url.endswith(f"/tables/{table}")


def test_the_keys_of_two_hands_send_once_asked_and_never_for_another_button(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("pai-gow-poker"))
    visitor.place("pai-gow")
    visitor.press("ready")
    page = visitor.page
    entry = page.get_attribute("#s-bar", "data-entry")
    page.focus("form[data-act='house-way'] button.decision")
    page.keyboard.press("Enter")  # that button's own, which sets and sends nothing
    visitor.until("() => !document.querySelector('[data-unswap]').hasAttribute('aria-disabled')")
    assert page.get_attribute("#s-bar", "data-entry") == entry
    page.locator("#felt .set-card").first.click()  # it has the focus now, and is in hand
    visitor.sees("#s-tray", "is in hand")
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    visitor.until(MOVED, entry)
    visitor.sees("#s-status", "Wagers open")


def test_on_a_phone_what_a_roll_opens_may_be_wagered_on(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, PHONE)
    visitor.sit(server.fresh_table("craps"))
    shut = "() => document.querySelector('#p-closed').dataset.shut.includes('\"come\"')"
    assert visitor.page.evaluate(shut)  # before the come-out roll
    while visitor.page.evaluate(shut):
        if "$0.00" in visitor.page.inner_text("#s-bar .stat.total"):
            visitor.place("pass")
        visitor.press("ready")
        visitor.play_out()
    visitor.place("come")
    visitor.close()


OVER_THE_CENTRE = """() => { const box = e => document.querySelector(e).getBoundingClientRect();
  const sheet = box("#sheet"), felt = box("#felt"), one = w => box(`#felt .area[data-wager='${w}']`);
  return [sheet.left > one("place:10").right, sheet.left < one("any-seven").left, sheet.right > one("any-seven").right,
    sheet.top >= one("hardway:4").bottom, sheet.bottom <= felt.bottom, sheet.right <= felt.right]; }"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_the_sheet_of_hops_lies_over_the_centre_and_on_no_hardway(visitor: Visitor, size: tuple[int, int]) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.sit(visitor.server.fresh_table("craps"))
    visitor.tap("sheet")
    visitor.until("() => document.activeElement.matches('#sheet .hop')")
    assert visitor.page.evaluate(OVER_THE_CENTRE) == [True] * 6


def test_hops_are_walked_with_the_arrows_and_a_call_says_what_it_did(visitor: Visitor) -> None:
    visitor.sit(visitor.server.fresh_table("craps"))
    visitor.place("pass")
    visitor.place("hardway:8")
    visitor.tap("sheet")
    visitor.until("() => document.activeElement.matches('#sheet .hop')")  # the first pair, not what closes the sheet
    visitor.page.keyboard.press("ArrowDown")
    wager = visitor.page.evaluate("() => document.activeElement.dataset.wager")
    visitor.page.keyboard.press("Enter")
    visitor.until("w => document.querySelector(`#sheet [data-wager='${w}']`).dataset.staked === '$25'", wager)
    visitor.page.keyboard.press("Escape")
    visitor.answered()
    visitor.page.click("#felt .marker[data-marks='hardway:8']")
    visitor.sees("#messages", "Hardway Bet 8 is called off for the come-out roll.")
