"""No page breaks a rule of WCAG 2.1 A or AA that axe can see: both themes at a desk, and a phone.

Nor is any wider than its window, or cuts words off, from a desk down to 320 pixels. Colours take axe most of its time:
on the phone those are measured that the desk did not show, and in `make proof` all of them.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from .server import Server
from .tour import STOPS, Tour
from .visitor import DESK, PHONE

pytestmark = pytest.mark.browser
base = pytest.importorskip("axe_playwright_python.base", reason="axe-playwright-python is not installed")
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
COLOURED = ("color-contrast", "link-in-text-block")  # all that a theme can change
ALL, COLOURS = {"runOnly": RULES}, {"runOnly": {"type": "rule", "values": COLOURED}}
SHAPES = ALL | {"rules": {rule: {"enabled": False} for rule in COLOURED}}
# Of a long list a few rows are looked at: the others are made by the same template.
SHORTER = """() => document.querySelectorAll(
  'tbody tr:nth-child(n+6), .table-card:nth-child(n+4), .tile:nth-child(n+4), .route:nth-of-type(n+4), '
  + '.clause-item:nth-of-type(n+5), .pay-sheet:nth-of-type(n+4), .facts > :nth-child(n+12), '
  + '.demo-people > :nth-child(n+4)'
).forEach(e => e.remove())"""
# The policy of the pages forbids scripts of others; what the browser itself evaluates is not asked.
RUN = """async ([asked, unseen]) => {
  const fresh = [...document.querySelectorAll('body *')].filter(e => !e.seenBefore && e.checkVisibility());
  if (unseen && !fresh.length) return [];
  const where = unseen ? { include: fresh } : document;
  const { violations } = await axe.run(where, { ...asked, resultTypes: ['violations'] });
  return violations.flatMap(v => v.nodes.map(n =>
    `${v.id}: ${n.target.join(' ')}: ${n.failureSummary.replace(/\\s+/g, ' ')} ${n.html.slice(0, 160)}`));
}"""
SEEN = "() => document.querySelectorAll('body *').forEach(e => { e.seenBefore = e.checkVisibility(); })"


# Words that are cut off, and what makes a page wider than its window.
CUT = """() => {
  const found = [];
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) found.push(`the page is ${over} too wide`);
  for (const e of document.querySelectorAll('body *'))
    if (e.clientWidth && e.scrollWidth > e.clientWidth + 1 && ['hidden', 'clip'].includes(getComputedStyle(e).overflowX)
        && e.innerText?.trim() && e.getClientRects().length && !e.closest('.visually-hidden'))
      found.push(`cut off: ${e.innerText.trim().slice(0, 60)}`);
  return found;
}"""


@pytest.fixture(scope="module")
def tour(chromium: Any, server: Server) -> Iterator[Tour]:
    made = Tour(chromium, server)
    yield made
    made.close()


def violations(page: Any, asked: dict[str, Any] = ALL, unseen: bool = False) -> list[str]:
    """What axe finds on the page as it stands; perhaps only among what was not seen before."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(base.AXE_SCRIPT)
    found = page.evaluate(RUN, [asked, unseen])
    return [f"{page.viewport_size['width']} wide, {_theme(page)}: {said}" for said in found]


def cut(page: Any) -> list[str]:
    return [f"{page.viewport_size['width']} wide: {said}" for said in page.evaluate(CUT)]


def look(page: Any, theme: str, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    page.evaluate("t => { document.documentElement.dataset.theme = t; }", theme)


def _theme(page: Any) -> str:
    return str(page.evaluate("document.documentElement.dataset.theme"))


@pytest.mark.parametrize("name", STOPS)
def test_a_page_is_accessible_and_whole_at_every_size(tour: Tour, name: str) -> None:
    page = tour.visit(STOPS[name])
    page.evaluate(SHORTER)
    look(page, "dark", DESK)
    found = violations(page) + cut(page)
    look(page, "light", DESK)
    found += violations(page, COLOURS)
    page.evaluate(SEEN)
    look(page, "light", PHONE)
    found += violations(page, SHAPES) + violations(page, COLOURS, unseen=True) + cut(page)
    for width in (1024, 820, 320):
        page.set_viewport_size({"width": width, "height": 844})
        found += cut(page)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", STOPS)
def test_every_colour_of_a_page_is_measured_on_a_phone(tour: Tour, name: str) -> None:
    page = tour.visit(STOPS[name])
    page.evaluate(SHORTER)
    look(page, "light", PHONE)
    found = violations(page)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", STOPS)
def test_a_page_is_whole_at_twice_its_size(tour: Tour, name: str) -> None:
    page = tour.visit(STOPS[name])
    page.set_viewport_size({"width": DESK["width"] // 2, "height": DESK["height"]})
    assert not page.evaluate(CUT)


def test_axe_sees_what_is_wrong(tour: Tour) -> None:
    """A page spoiled on purpose is reported, so silence above means something."""
    page = tour.visit(STOPS["sign in"])
    page.evaluate("() => document.querySelectorAll('.stack-form label > span').forEach(words => words.remove())")
    assert any(said.partition(": ")[2].startswith("label") for said in violations(page))


def test_colours_that_only_a_phone_shows_are_measured_there(tour: Tour) -> None:
    page = tour.visit(STOPS["sign in"])
    page.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML(
             'beforeend', '<p id="pale">hardly to be read</p><p id="late">nor this</p>')"""
    )
    page.evaluate("() => { for (const id of ['pale', 'late']) document.getElementById(id).style.color = '#ddd'; }")
    page.evaluate("() => { document.getElementById('late').style.display = 'none'; }")
    look(page, "light", DESK)
    assert [said for said in violations(page, COLOURS) if "#pale" in said]
    page.evaluate(SEEN)
    page.evaluate("() => { document.getElementById('late').style.display = ''; }")
    look(page, "light", PHONE)
    found = violations(page, COLOURS, unseen=True)
    assert [said for said in found if "#late" in said] and not [said for said in found if "#pale" in said]
    assert not [said for said in violations(page, SHAPES) if "color-contrast" in said]
