"""The felt's place is measured before and after every act: it moves by nothing."""

from typing import Any

import pytest

from .server import Server
from .visitor import ASKED, DESK, PHONE, Visitor

pytestmark = pytest.mark.browser
BOX = """() => { const b = document.querySelector("#felt").getBoundingClientRect();
               return [b.x, b.y, b.width, b.height]; }"""


def test_the_felt_never_moves_and_no_message_lies_on_it(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, DESK)
    for game, wager in (("blackjack", "blackjack"), ("craps", "pass")):
        table = server.fresh_table(game)
        visitor.sit(table)
        places = [visitor.page.evaluate(BOX)]
        visitor.page.click("form[data-act='ready'] button.decision", force=True)  # closed, and it says why
        visitor.sees("#messages", "Place a wager first")
        places.append(visitor.page.evaluate(BOX))
        visitor.place(wager)
        places.append(visitor.page.evaluate(BOX))
        visitor.page.click("[data-double]")
        visitor.sees("#s-tray", "Clear")
        places.append(visitor.page.evaluate(BOX))
        visitor.press("ready")
        places.append(visitor.page.evaluate(BOX))
        visitor.play_out()
        places.append(visitor.page.evaluate(BOX))
        # A message takes the tray's place: it ends below the felt.
        visitor.page.evaluate("import('/assets/app.js').then(app => app.message('Nothing was taken.', 'warn'))")
        visitor.sees("#messages", "Nothing was taken.")
        top = visitor.page.evaluate("() => document.querySelector('#messages').getBoundingClientRect().top")
        places.append(visitor.page.evaluate(BOX))
        assert top >= places[0][1] + places[0][3]
        assert places == [places[0]] * len(places), game
    visitor.close()


COVERED = """() => { const n = document.querySelector("#messages .notice").getBoundingClientRect();
    return [...document.querySelectorAll("#s-tray button, #s-bar button")].filter(e => e.checkVisibility())
      .filter(e => { const b = e.getBoundingClientRect();
        return b.left < n.right && b.right > n.left && b.top < n.bottom && b.bottom > n.top; })
      .map(e => e.innerText || e.ariaLabel); }"""


@pytest.mark.parametrize("size", [DESK, {"width": 1024, "height": 768}])
def test_a_message_covers_no_chip_and_no_button_whatever_these_say(
    chromium: Any, server: Server, size: dict[str, int]
) -> None:
    visitor = Visitor(chromium, server, size)
    visitor.sit(server.fresh_table("three-card-poker"))
    say = "import('/assets/app.js').then(app => app.message('Pair Plus needs an Ante beside it. Nothing was taken.'))"
    visitor.page.evaluate(say)
    assert visitor.page.evaluate(COVERED) == []
    for wager in ("ante", "pair-plus", "six-card-bonus"):
        visitor.place(wager)
    visitor.page.click("[data-double]")  # the buttons name larger sums now
    visitor.sees("#s-tray", "Clear $150")
    visitor.page.evaluate(say)
    assert visitor.page.evaluate(COVERED) == []
    visitor.page.evaluate("import('/assets/app.js').then(app => app.message('More on each.', 'info'))")
    visitor.press("ready")  # the tray changes under it
    assert visitor.page.evaluate(COVERED) == []
    visitor.close()


def test_on_a_phone_decisions_of_two_rows_push_nothing_out_of_its_place(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, PHONE)
    visitor.sit(server.fresh_table("mississippi-stud"))
    drawn = """() => { const b = document.querySelector(".phone-felt svg").getBoundingClientRect();
                       return [b.x, b.y, b.width, b.height]; }"""
    places = [visitor.page.evaluate(drawn)]
    visitor.place("ante")
    for act in ("ready", "choose:1x", "choose:1x"):
        visitor.press(act)
        places.append(visitor.page.evaluate(drawn))
    # A message lies over the bar: on no wager, no decision and no tab.
    visitor.page.evaluate("import('/assets/app.js').then(app => app.message('Nothing was taken. '.repeat(4), 'warn'))")
    visitor.sees("#messages", "Nothing was taken.")
    note, bar = (visitor.page.locator(part).first.bounding_box() for part in ("#messages", ".bar"))
    assert note["y"] >= 0 and note["y"] + note["height"] <= bar["y"] + bar["height"]
    places.append(visitor.page.evaluate(drawn))
    assert places == [places[0]] * len(places)
    visitor.close()


def test_what_was_scrolled_stays_so_while_several_parts_are_drawn_anew(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, DESK)
    visitor.go("/")
    visitor.ready()
    kept = visitor.page.evaluate(
        """async () => {
             const { apply } = await import("/assets/live.js"), sheet = new CSSStyleSheet();
             sheet.replaceSync(".part { height: 40px; overflow: auto; } .part p { height: 400px; }");
             document.adoptedStyleSheets = [sheet];
             const part = (id, at) => `<div class="part" id="${id}" data-entry="${at}"><p>${id} ${at}</p></div>`;
             document.querySelector("main").insertAdjacentHTML("beforeend", part("one", 1) + part("two", 1));
             document.getElementById("two").scrollTop = 120;
             apply({ one: part("one", 2), two: part("two", 2) }, 2);
             return ["one", "two"].map((id) => document.getElementById(id)).map((e) => [e.scrollTop, e.innerText]); }"""
    )
    assert kept == [[0, "one 2"], [120, "two 2"]]
    visitor.close()


# A phone: the felt's box, and what of the foot would be cut or stand under the tabs.
FOOT = """() => { const f = document.querySelector(".phone-felt").getBoundingClientRect();
    const tabs = document.querySelector(".phone-tabs"), whole = f.bottom < innerHeight - 110;
    const low = tabs.checkVisibility() ? tabs.getBoundingClientRect().top : innerHeight;
    const cut = [..."#s-bar button, #s-bar .on-table > *, #s-tray button, #s-tray p, #s-last button".split(", ")]
      .flatMap(s => [...document.querySelectorAll(s)]).filter(e => e.checkVisibility())
      .map(e => [e, e.getBoundingClientRect()]) // a layout higher than the window goes on under its chips
      .filter(([e, b]) => b.height && (b.bottom > low + 0.5 || whole && b.top < f.bottom - 0.5
        || e.closest("#s-tray button") && !e.contains(document.elementFromPoint(b.x + b.width / 2, b.bottom - 3))))
      .map(([e]) => e.innerText);
    return [[f.x, f.y, f.width, f.height, document.querySelector("#main").scrollTop].join(" "), cut]; }"""


@pytest.mark.parametrize(
    ("game", "wager"),
    [("blackjack", "blackjack"), ("high-card-flush", "ante"), ("pai-gow-poker", "pai-gow"), ("big-six", "dollar-1"),
     ("ultimate-texas-holdem", "ante"), ("mini-midi-baccarat", "banker"), ("craps", "pass"),
     ("roulette", "straight:17")],
)  # fmt: skip
def test_on_a_phone_the_felt_has_one_place_whatever_is_asked(
    chromium: Any, server: Server, game: str, wager: str
) -> None:
    visitor = Visitor(chromium, server, PHONE)
    visitor.sit(server.fresh_table(game))
    first, cut = visitor.page.evaluate(FOOT)
    assert cut == []

    def look() -> None:
        assert visitor.page.evaluate(FOOT) == [first, []]

    visitor.place(wager)
    look()
    visitor.press("ready")
    look()
    for _ in range(12):
        visitor.until(ASKED)
        look()
        if visitor.wagering:
            break
        name = visitor.page.evaluate(ASKED)
        if name == "house-way":  # it sets without sending
            visitor.page.click("form[data-act='house-way'] button.decision")
            name = "set-hands"
        visitor.press(name)
    visitor.close()


WAITED_FOR = """() => [...document.querySelectorAll("#s-last, #s-bar p")].filter(e => e.checkVisibility())
    .filter(e => /Waits for|closes the wagers/.test(e.innerText)).length"""


def test_on_a_phone_at_a_table_dealt_by_hand_what_is_waited_for_stands_there_once_and_whole(
    chromium: Any, server: Server
) -> None:
    table = server.fresh_table("three-card-poker", "dealer", "dealer-3")
    dealer, visitor = Visitor(chromium, server, DESK), Visitor(chromium, server, PHONE)
    dealer.sign_in("dealer-3", f"/deal/{table}")
    dealer.ready()
    visitor.sit(table)
    visitor.counts(".no-dealer", 0)  # his screen is open
    first, cut = visitor.page.evaluate(FOOT)
    assert (cut, visitor.page.evaluate(WAITED_FOR)) == ([], 1)
    dealer.page.click("#d-next .button.huge")  # shuffled
    visitor.until("() => document.querySelector('#s-tray').dataset.wagering === '1'")
    assert visitor.page.evaluate(FOOT) == [first, []]
    assert visitor.page.evaluate(WAITED_FOR) == 1
    visitor.place("ante")
    dealer.page.click("#d-next .button.huge:not([aria-disabled])")  # no more wagers
    visitor.until("() => document.querySelector('#s-tray').dataset.wagering === '0'")
    visitor.sees("#s-last", "Waits for")
    assert visitor.page.evaluate(FOOT) == [first, []]
    assert visitor.page.evaluate(WAITED_FOR) == 1
    visitor.close()
    dealer.close()


SEEN = """wager => { const a = document.querySelector(`#felt .area[data-wager="${wager}"]`);
    const m = a.ownerSVGElement.getScreenCTM(), y = Number(a.dataset.at.split(" ")[1]) * m.d + m.f;
    return y > document.querySelector("#main").getBoundingClientRect().top
      && y + 12 < document.querySelector("#s-bar").getBoundingClientRect().top; }"""


def test_a_low_window_begins_where_the_first_wager_lies(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, {"width": 720, "height": 450})
    for game, wagers in (("craps", ("pass", "place:6")), ("roulette", ("straight:3", "black"))):
        visitor.sit(server.fresh_table(game))
        assert [visitor.page.evaluate(SEEN, wager) for wager in wagers] == [True, True], game
    visitor.close()


# What is drawn, wherever it is drawn: the layout of a desk, or each picture of a phone's.
DRAWN = """() => [...document.querySelectorAll("#felt, .phone-felt svg.whole, .phone-felt .p-own svg")]
    .filter(e => e.checkVisibility()).map(e => { const b = e.getBoundingClientRect();
      return [b.x, b.y, b.width].map(n => Math.round(n * 10) / 10).join(" "); })"""
EVERY_GAME = [  # and a wager that goes down with whatever must lie beside it
    ("big-six", "dollar-1"), ("blackjack", "blackjack"), ("crapless-craps", "pass"), ("craps", "pass"),
    ("crazy-four-poker", "ante"), ("criss-cross-poker", "ante-across"),
    ("dj-wild-stud-poker", "ante"), ("dragon-bonus-baccarat-commission-free", "banker"),
    ("four-card-poker", "ante"), ("free-bet-blackjack", "blackjack"), ("high-card-flush", "ante"),
    ("i-luv-suits-poker", "ante"), ("let-it-ride", "bet-1"), ("mini-midi-baccarat", "banker"),
    ("mississippi-stud", "ante"), ("pai-gow-poker", "pai-gow"), ("rock-bac-w-super-6-commission-free", "banker"),
    ("rockn-21", "blackjack"), ("roulette", "straight:17"), ("texas-holdem-bonus", "ante"),
    ("three-card-poker", "ante"), ("ultimate-texas-holdem", "ante"), ("zappit-blackjack", "blackjack"),
    ("zombie-blackjack", "blackjack"),
]  # fmt: skip


def _moved(visitor: Visitor, game: str, wager: str) -> list[str]:
    """Whatever stood elsewhere after an act of a whole round than before it."""
    table = visitor.server.fresh_table(game)
    visitor.sit(table)
    first, found = visitor.page.evaluate(DRAWN), []

    def look(after: str) -> None:
        now = visitor.page.evaluate(DRAWN)
        if now[: len(first)] != first[: len(now)]:
            found.append(f"{game} after {after}: {first} became {now}")

    visitor.place(wager)
    look("a wager")
    visitor.press("ready")
    look("the cards")
    for _ in range(12):
        if visitor.wagering:
            break
        form = visitor.page.locator(".decisions form:not(.off)").first
        name = str(form.get_attribute("data-act"))
        if name == "house-way":
            form.locator("button.decision").click()
            name = "set-hands"
        visitor.press(name)
        look(name)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_no_felt_of_any_game_moves_through_a_whole_round(chromium: Any, server: Server, width: int) -> None:
    size = PHONE if width == PHONE["width"] else {"width": width, "height": 900 if width > 1024 else 768}
    visitor = Visitor(chromium, server, size)
    found = [said for game, wager in EVERY_GAME for said in _moved(visitor, game, wager)]
    visitor.close()
    assert found == []


def test_a_phone_tells_of_a_table_without_a_dealer_and_offers_another_clear_of_the_sum(
    chromium: Any, server: Server
) -> None:
    visitor = Visitor(chromium, server, PHONE)
    for game in ("three-card-poker", "roulette"):
        visitor.sit(server.fresh_table(game, mode="dealer", dealer="dealer"))
        assert visitor.shown(".no-dealer a.button") == 1
        words, total = visitor.box(".no-dealer > span"), "#s-bar .stat.total"
        assert words["width"] > 300
        if game == "roulette":
            assert visitor.box(total)["top"] >= words["bottom"]
    visitor.close()
