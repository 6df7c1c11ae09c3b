"""The pit's pages: what they link to, find, offer and refuse."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.tables.board import Tile
from croupier.house.tables.life import FloorTable, Settings
from croupier.rulebook import rulebook
from croupier.web.books.view import compare
from croupier.web.lobby.pages import _where_he_deals
from croupier.web.pit.view import takings

from .lab import PLACE, Lab, lab, sent


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "three-card-poker", "roulette", "craps") as made:
        yield made


def options(floor: Lab, table: str, badge: str = "supervisor", **given: Any) -> Any:
    """Send the form of limits and options as a browser does."""
    client = floor.browser(badge)
    token = client.headers.pop("x-csrf")
    return client.post(f"/pit/{table}/options", data={"csrf": token, "password": PASSWORD, **given})


def signatures(floor: Lab, table: str) -> int:
    """How often limits and options of a table were signed for."""
    with floor.storage.reading() as conn:
        lines = floor.house.people.logged(conn, subject=table)
    return sum(1 for line in lines if (line.act, line.outcome) == ("table.limits", "signed"))


def test_the_rail_offers_what_each_role_may_open(floor: Lab) -> None:
    for badge, audit, add in (("supervisor", False, False), ("manager", True, True), ("surveillance", True, False)):
        client = floor.browser(badge)
        page = client.get(f"/pit?house={PLACE}").text
        assert (f'href="/audit?house={PLACE}"' in page) == audit
        assert (f'href="/tables-new?house={PLACE}"' in page) == add
        assert client.get("/audit").status_code == (200 if audit else 403)
    assert 'href="/cage"' in floor.browser("cage").get("/pit").text


def test_the_search_opens_tables_and_slips(floor: Lab) -> None:
    client = floor.browser("supervisor")
    where = lambda words: client.get("/pit/search", params={"q": words, "house": PLACE}).headers["location"]  # noqa: E731
    assert where("tcp-111") == "/pit/TCP-111"
    with floor.storage.reading() as conn:
        opening = floor.house.documents.find(conn, kind="opening", table_id="TCP-111")[0]
    assert where(f"Opening count {opening.number:06d}") == f"/slips/{opening.id}"
    assert where("fill 000099") == "/audit/search?q=fill%20000099"
    assert where("player-2") == "/audit/search?q=player-2"


def test_only_card_tables_count_cards(floor: Lab) -> None:
    client = floor.browser("dealer")
    assert "Card count" in client.get("/pit/TCP-111").text
    assert "Card count" not in client.get("/pit/RO-111").text
    assert "Card count" not in client.get("/pit/CR-101").text


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        ("0", "0", "$0.00 to $0.00 can&#39;t be posted. A wager is more than $0.00"),
        ("10", "999999999999", "at most $1,000,000.00"),
        ("-5", "100", "Least wager: &#39;-5&#39; is no amount of money. Write 25, $25, 2.50 or $1,000."),
    ],
)
def test_limits_that_can_not_be_are_refused_in_words(floor: Lab, least: str, most: str, words: str) -> None:
    floor.browser("supervisor")  # the first browser of all is remembered
    before = floor.record()
    answer = options(floor, "RO-101", least=least, most=most)
    assert answer.status_code == 422
    assert floor.record() == before
    assert words in answer.text
    assert f'name="least" inputmode="numeric" value="{least}"' in answer.text


def test_limits_are_shown_signed_and_kept(floor: Lab) -> None:
    before = floor.house.posting_of("TCP-101")
    assert before is not None
    page = floor.browser("supervisor").get("/pit/TCP-101").text
    assert 'name="least" inputmode="numeric" value="10"' in page
    record = floor.record()
    assert options(floor, "TCP-101", least="15", most="500", password="no").status_code == 422
    assert floor.record() == record
    assert options(floor, "TCP-101", least="15", most="500").status_code == 303
    after = floor.house.posting_of("TCP-101")
    assert after is not None
    assert after.limits["ante"].least == 15_00
    assert signatures(floor, "TCP-101") == 1
    assert after.progressive == before.progressive == "three-card"  # chosen before, and not on the form
    assert options(floor, "RO-101", least="10", most="1000").status_code == 303  # as they are shown
    left = floor.house.posting_of("RO-101")
    assert left is not None
    assert "least" not in left.chosen


@pytest.mark.parametrize("password", [{}, {"password": "no"}])
def test_a_program_signs_for_limits_as_a_page_does(floor: Lab, password: dict[str, str]) -> None:
    program, path = floor.program("supervisor"), "/api/v1/tables/CR-101/life"
    asked = {"act": "options", "options": {"least": "15", "most": "500"}}
    before, signed = floor.record(), signatures(floor, "CR-101")
    assert program.post(path, json=asked | password).status_code == 422
    assert (floor.record(), signatures(floor, "CR-101")) == (before, signed)
    assert program.post(path, json=asked | {"password": PASSWORD}).is_success
    assert signatures(floor, "CR-101") == signed + 1


def wagered(floor: Lab, table: str) -> str:
    """A guest sits down, wagers, and the cards are dealt."""
    patron, badge = floor.guest()
    for given in (
        {"act": "sit", "position": 3, "patron": badge, "chips": 20_000},
        {"act": "bet", "position": 3, "wager": "ante", "amount": 2_500},
    ):
        assert patron.post(f"/api/v1/tables/{table}/acts", json={"act": given}).status_code == 200
    floor.do(lambda: floor.house.close_wagers(table))
    return badge


@pytest.mark.parametrize("door", ["page", "program"])
def test_a_round_is_voided_by_a_ground_and_a_signature_through_either_door(floor: Lab, door: str) -> None:
    table = "TCP-101"
    patron = wagered(floor, table)

    def void(password: str = PASSWORD, when: str = "wrong-number-of-cards", badge: str = "manager") -> Any:
        given = {"when": when, "password": password, "command": f"void-{door}"}
        if door == "page":
            return sent(floor, badge, f"/pit/{table}/void", **given)
        return floor.program(badge).post(f"/api/v1/tables/{table}/void", json=given)

    round_ = floor.do(lambda: floor.house.table(table)).driver.felt.round
    assert void(badge="cage").status_code == 403
    assert void(password="not this one").status_code in (403, 422)
    stale = void(when="cards-dealt-in-error")
    assert stale.status_code == 409 and "does not void the round" in stale.text, stale.text
    assert floor.do(lambda: floor.house.table(table)).driver.felt.round == round_
    for _ in range(2):  # sent again it gets its first answer
        assert void().status_code in (200, 303)
    felt = floor.do(lambda: floor.house.table(table)).driver.felt
    assert (felt.round, felt.accounts[f"patron:{patron}"]) == (round_ + 1, 20_000)
    leave = {"act": {"act": "leave", "position": 3}}
    assert floor.program("supervisor").post(f"/api/v1/tables/{table}/acts", json=leave).status_code == 200
    with floor.storage.reading() as conn:
        lines = floor.house.people.logged(conn, subject=table)
    voids = [line.outcome for line in lines if line.act == "table.void"]
    assert voids.count("signed") == 1


def test_a_wheel_is_reviewed_by_a_program_under_the_permission_of_the_page(floor: Lab) -> None:
    path = "/api/v1/tables/RO-101/wheel-review"
    assert floor.program("cage").post(path, json={"password": PASSWORD}).status_code == 403
    few = floor.program("supervisor").post(path, json={"password": PASSWORD})
    page = sent(floor, "supervisor", "/pit/RO-101/wheel-review", password=PASSWORD)
    for answer in (few, page):
        assert answer.status_code == 422 and "A review takes at least" in answer.text


def test_options_and_comparisons_are_in_the_words_of_the_floor(floor: Lab) -> None:
    page = floor.browser("supervisor").get("/pit/CR-101").text
    assert "Hard Rock&#39;n dice" in page
    assert ">True<" not in page
    assert ">False<" not in page
    rows = compare(rulebook(PLACE, "blackjack"), rulebook("jack-cleveland", "blackjack"))
    cells = [cell for row in rows for cell in (row.one, row.other)]
    assert len(cells) > 20
    assert not [cell for cell in cells if "void-" in cell or "after-" in cell]


def test_a_slip_speaks_of_people_and_places_in_words(floor: Lab) -> None:
    begun = floor.program("supervisor").post(
        "/api/v1/documents",
        json={"kind": "fill", "table": "TCP-111", "chips": {"500000": 1}, "password": PASSWORD},
    )
    page = floor.browser("dealer").get(f"/slips/{begun.json()['id']}").text
    assert '<span class="small t2">The cage</span>' in page
    assert "This line is signed by the cage." in page
    assert "#chip-500000" in page  # every chip that a slip lists is drawn


def test_an_address_may_be_looked_at_without_its_page(floor: Lab) -> None:
    seen, asked = floor.anybody().get("/"), floor.anybody().head("/")
    assert (asked.status_code, asked.content) == (200, b"")
    assert asked.headers["content-type"] == seen.headers["content-type"]
    assert floor.anybody().head("/no-such-page").status_code == 404


def board(demo: bool, drop: int, win: int) -> Tile:
    table = FloorTable("T-1", PLACE, "roulette", "Pit 1", "electronic", "open", "T-1.1", 1, "", 0, Settings(demo=demo))
    return Tile(table, "Roulette", "", {}, 8, 0, 1, drop, win, 0, "", (), ())


def test_demo_chips_and_money_are_never_one_sum() -> None:
    money, demo = board(False, 200_00, 50_00), board(True, 9_000_00, -700_00)
    assert takings([money, demo], "at 12:00") == (
        ("Drop today", "$200", "at 12:00, demo $9,000 apart"),
        ("Win today", "$50", "25.0% of drop, demo −$700 apart"),
    )
    assert takings([money], "at 12:00") == (("Drop today", "$200", "at 12:00"), ("Win today", "$50", "25.0% of drop"))
    assert takings([demo], "at 12:00") == (
        ("Drop today", "$9,000", "demo chips, at 12:00"),
        ("Win today", "−$700", "demo chips, −7.8% of drop"),
    )


def test_the_board_of_a_demonstration_says_so(floor: Lab) -> None:
    page = floor.browser("supervisor").get(f"/pit?house={PLACE}").text
    assert re.search(r"Drop today.*?demo chips, at \d\d:\d\d", page, re.DOTALL)
    assert "demo $" not in page  # there is no money that demo chips would stand apart from


def test_who_deals_at_a_table_that_opens_is_led_to_what_he_signs_there(floor: Lab) -> None:
    manager, supervisor, table = floor.program("manager"), floor.program("supervisor"), "TCP-112"
    made = {"id": table, "property": PLACE, "game": "three-card-poker", "mode": "dealer", "pit": "Pit 9"}
    manager.post("/api/v1/tables", json=made).raise_for_status()
    for step in ({"act": "begin-opening"}, {"act": "dealer-in", "badge": "dealer-7"}):
        supervisor.post(f"/api/v1/tables/{table}/life", json=step).raise_for_status()
    assert _where_he_deals(floor.app.state.floor, "dealer-7") == f"/pit/{table}"
    page = floor.browser("supervisor").get(f"/pit/{table}").text
    assert "Badge dealer, deals at TCP-111" in " ".join(page.split())
    board = " ".join(floor.browser("supervisor").get(f"/pit?house={PLACE}").text.split())
    assert '<h2 class="pit-name">Pit 9 <span class="small t2">1 table</span></h2>' in board
    count = {"kind": "opening", "table": table, "chips": {"2500": 1200}, "password": PASSWORD}
    slip = floor.program("dealer-7").post("/api/v1/documents", json=count).raise_for_status().json()["id"]
    page = floor.browser("supervisor").get(f"/pit/{table}").text
    assert "The count of the inventory waits for its second signature." in page
    page = floor.browser("supervisor").get(f"/slips/{slip}").text
    assert f"{table} Three Card Poker" in page and "1,200" not in page  # he counts himself
    assert "A supervisor or a manager who has not signed this slip" in page
