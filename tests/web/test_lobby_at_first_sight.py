"""The lobby at first sight: the games people ask for, each kind once, tables before tournaments, nothing that jumps."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.web.felt.outcome_words import caption

from .lab import PLACE, Lab, lab
from .server import Server
from .test_tournament_pages import planned
from .visitor import DESK, PHONE, Visitor

GAMES = ("crapless-craps", "crazy-four-poker", "blackjack", "craps", "roulette", "mini-midi-baccarat", "rockn-21")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("lobby"), *GAMES) as made:
        yield made


def test_among_equal_limits_each_kind_of_game_stands_once_before_the_second_of_any(floor: Lab) -> None:
    page = floor.anybody().get(f"/?house={PLACE}").text
    cards = re.findall(r'<article class="table-card.*?</article>', page, re.S)
    kinds = [re.search(r'data-kind="([^"]+)"', card)[1] for card in cards]  # type: ignore[index]
    limits = [re.search(r'<strong class="nowrap">\$(\d+)', card)[1] for card in cards]  # type: ignore[index]
    assert limits == sorted(limits, key=int)
    lowest = [kind for kind, least in zip(kinds, limits) if least == limits[0]]
    assert lowest[:5] == ["blackjack", "roulette", "craps", "baccarat", "cards"], list(zip(kinds, limits))
    assert page.index('id="t-CR-101"') < page.index('id="t-CC-101"')  # the plain game first


def test_tables_come_before_tournaments_and_the_poker_room_is_in_the_bar(floor: Lab) -> None:
    planned(floor)
    page = floor.anybody().get(f"/?house={PLACE}").text
    assert page.index('id="l-tables"') < page.index('id="l-tournaments"')
    assert "The Friday open" in page
    bar = page.split("<nav")[1].split("</nav>")[0]
    assert ">Poker room</a>" in bar
    link = re.search(r'href="(/room[^"]*)"', bar)
    assert link is not None
    assert floor.anybody().get(link[1]).status_code == 200


def test_a_day_is_asked_for_and_shown_as_year_month_day(floor: Lab) -> None:
    page = floor.anybody().get(f"/?house={PLACE}&day=2020-09-08").text
    field = re.search(r"<input[^>]*name=\"day\"[^>]*>", page)
    assert field is not None
    assert 'value="2020-09-08"' in field[0]
    assert 'type="date"' not in page


@pytest.mark.browser
def test_a_tile_that_has_not_changed_stays_the_same_and_nothing_goes_under_a_pressed_button(
    chromium: Any, server: Server
) -> None:
    visitor = Visitor(chromium, server, DESK)
    visitor.go("/")
    visitor.ready()
    page = visitor.page
    page.evaluate("() => document.querySelectorAll('.table-card').forEach((card) => { card.was = card.outerHTML; })")
    before = page.evaluate("() => [...document.querySelectorAll('.table-card')].map((card) => card.outerHTML)")
    shown = page.evaluate("() => document.querySelectorAll('.table-card').length")
    table = server.fresh_table("blackjack")
    visitor.until("([n, t]) => document.querySelectorAll('.table-card').length === n + 1", [shown, table])
    drawn_again = page.evaluate(
        "(before) => [...document.querySelectorAll('.table-card')].filter((card) => !card.was)"
        ".map((card) => card.outerHTML).filter((card) => before.includes(card))",
        before,
    )
    assert drawn_again == []  # another table of this house may have moved meanwhile: what did not, stays
    client, badge = server.guest()
    page.locator(f"#sit-{table}").scroll_into_view_if_needed()
    box = visitor.box(f"#sit-{table}")
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    sit = {"act": {"act": "sit", "position": 1, "patron": badge, "chips": 50_000}}
    assert client.post(f"/api/v1/tables/{table}/acts", json=sit).status_code == 200
    page.mouse.up()
    page.wait_for_url(f"**/tables/{table}")
    visitor.close()


@pytest.mark.browser
def test_on_a_phone_a_table_with_its_button_stands_on_the_first_screen(chromium: Any, server: Server) -> None:
    visitor = Visitor(chromium, server, PHONE)
    visitor.go("/")
    visitor.ready()
    box = visitor.box(".table-card .button")
    assert box["y"] + box["height"] <= PHONE["height"]
    visitor.close()


def test_the_lobby_remembers_where_one_sat(floor: Lab) -> None:
    visitor = floor.anybody()
    seat = {"csrf": re.search(r'name="csrf" value="([^"]+)"', visitor.get(f"/?house={PLACE}").text)[1]}  # type: ignore[index]
    assert visitor.post("/tables/BAC-101/sit", data=seat).status_code == 303
    assert "You have a seat at" in visitor.get("/").text
    seat["csrf"] = re.search(r'name="csrf" content="([^"]+)"', visitor.get("/account").text)[1]  # type: ignore[index]
    assert visitor.post("/tables/BAC-101/leave", data=seat).status_code == 303
    again = visitor.get("/").text
    assert "You sat at" in again
    assert 'action="/tables/BAC-101/sit"' in again.split("last-seat")[1].split("</form>")[0]
    for table, wager in (("BAC-101", "banker"), ("BJ-101", "blackjack")):  # at two tables: both are named
        assert visitor.post(f"/tables/{table}/sit", data=seat).status_code == 303
        bet = {"action": "bet", "wager": wager, "amount": 2500}
        assert visitor.post(f"/tables/{table}/act", json=bet, headers={"x-csrf": seat["csrf"]}).status_code == 200
    both = visitor.get("/").text
    assert all(f">Go back to {table}</a>" in both for table in ("BAC-101", "BJ-101"))


def test_a_meter_says_in_words_what_wins_it(floor: Lab) -> None:
    page = floor.anybody().get("/?house=hard-rock-cincinnati").text
    assert "Three sevens of one suit 100% · Three sevens of one colour 10%" in page
    assert caption("royal-flush") == "Royal flush"
    assert caption("mini-royal-spades") == "Ace, king and queen of spades"
