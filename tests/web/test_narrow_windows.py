"""In narrow and low windows, and at 200 % zoom, what is lettered can be read and what is pressed can be hit."""

from typing import Any

import pytest

from .server import Server
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.browser
TABLET, ZOOMED, NARROW = {"width": 1024, "height": 768}, {"width": 720, "height": 450}, {"width": 320, "height": 640}

# Parts of the foot that lie on each other, are cut or leave the window.
CROWDED = """() => { const parts = ["#s-bar .stat", "#s-bar .decision", "#s-tray button"]
    .flatMap((s) => [...document.querySelectorAll(s)]).filter((e) => e.checkVisibility())
    .map((e) => [e.innerText, e.getBoundingClientRect(), e.matches(".decision") && e.scrollWidth > e.clientWidth + 1]);
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return parts.flatMap(([words, box, cut], n) => [
    ...(cut || box.left < 0 || box.right > innerWidth + 1 ? [words] : []),
    ...parts.slice(n + 1).filter(([, other]) => !apart(box, other)).map(([also]) => `${words} on ${also}`)]); }"""
# Controls of the tray that a thumb finds less than 44 wide or high: what is drawn, or what reaches over its edge.
REACH = """() => [...document.querySelectorAll("#s-tray button")].filter((e) => e.checkVisibility()).map((e) => {
    const box = e.getBoundingClientRect(), over = getComputedStyle(e, "::before");
    const most = (drawn, reaches) => Math.max(drawn, parseFloat(reaches) || 0);
    return [e.ariaLabel || e.innerText, most(box.width, over.width), most(box.height, over.height)]; })
  .filter(([, wide, high]) => wide < 44 || high < 44)"""
# What a felt says smaller than 11 pixels, in wide betting circles than 10.5; the small circles stand apart.
SMALL = """() => [...document.querySelectorAll("#felt text")].map((e) => {
    const at = e.getScreenCTM(), size = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(at.a, at.b);
    return [e.textContent, size, { 10.5: 0, 11.5: 10.4 }[e.getAttribute("font-size")] ?? 10.9]; })
  .filter(([, size, least]) => size < least)"""


@pytest.mark.parametrize("size", [ZOOMED, NARROW], ids=["zoomed", "narrow"])
@pytest.mark.parametrize(("game", "wagers"), [("craps", ("pass", "place:6", "field")), ("roulette", ("red", "even"))])
def test_the_foot_of_a_layout_is_whole(
    chromium: Any, server: Server, game: str, wagers: tuple[str, ...], size: dict[str, int]
) -> None:
    visitor = Visitor(chromium, server, PHONE if size is NARROW else size)
    visitor.sit(server.fresh_table(game))
    visitor.page.set_viewport_size(size)
    assert visitor.page.evaluate(CROWDED) == []
    for wager in wagers:
        visitor.place(wager)
    assert visitor.page.evaluate(CROWDED) == []
    visitor.press("ready")
    visitor.play_out()
    assert visitor.page.evaluate(CROWDED) == []
    visitor.close()


@pytest.mark.parametrize("game", ["blackjack", "craps", "roulette"])
def test_chips_and_what_moves_them_are_wide_enough_for_a_thumb(chromium: Any, server: Server, game: str) -> None:
    visitor = Visitor(chromium, server, PHONE)
    visitor.sit(server.fresh_table(game))
    assert visitor.page.evaluate(REACH) == []
    visitor.page.set_viewport_size(NARROW)
    assert visitor.page.evaluate(REACH) == []
    visitor.close()


@pytest.mark.parametrize(("game", "wager"), [("three-card-poker", "ante"), ("mini-midi-baccarat", "banker")])
def test_captions_and_sums_of_a_felt_keep_their_size_on_a_tablet(
    chromium: Any, server: Server, game: str, wager: str
) -> None:
    visitor = Visitor(chromium, server, TABLET)
    visitor.sit(server.fresh_table(game))
    visitor.place(wager)
    assert visitor.page.evaluate(SMALL) == []
    visitor.press("ready")
    visitor.play_out()
    assert visitor.page.evaluate(SMALL) == []
    visitor.close()
