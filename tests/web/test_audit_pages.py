"""The auditor's pages: one line a round, the ledger from its end, every journal verified; the staff list's refusals."""

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from croupier.games import open_game
from croupier.house.record import schema
from croupier.rounds.events import Settled
from croupier.web.audit.view import _settled, whole_rounds

from .lab import PLACE, Lab, lab


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("audit"), "roulette", "dj-wild-stud-poker") as made:
        yield made


def test_a_round_settled_twice_is_one_line() -> None:
    row = {"journal_id": "J", "round": 2, "entry": 9, "staked": 5, "house_net": -5, "patrons": " a b ", "rulings": ""}
    rows = [row, row | {"entry": 7, "staked": 10, "house_net": 10, "patrons": " a ", "rulings": "misdeal"}]
    rows.append(row | {"round": 1, "entry": 3})
    (second, first) = whole_rounds(rows)
    assert (second["entry"], second["staked"], second["house_net"]) == (9, 15, 5)
    assert (second["patrons"], second["rulings"]) == ("a b", "misdeal")
    assert first["round"] == 1


def test_a_settlement_of_split_hands_is_named_after_its_hand() -> None:
    posting = open_game(PLACE, "blackjack").posting
    shown = [
        _settled(posting, Settled(4, wager, "", 2500, "lost", "lose", -2500, hand=hand), True, ()).wager
        for wager, hand in (("blackjack", 0), ("split", 1), ("buster", 0))
    ]
    assert shown == ["Blackjack, hand 1, position 4", "Blackjack, hand 2, position 4", "Buster Blackjack, position 4"]


def test_the_index_names_games_and_leads_to_live_tables(floor: Lab) -> None:
    page = floor.browser("surveillance").get(f"/audit?house={PLACE}").text
    assert "DJ Wild Stud Poker" in page
    assert "Dj wild" not in page
    assert 'href="/tables/RO-101">Watch live' in page
    assert 'href="/audit/verify"' in page


def test_a_search_offers_tables_and_rulings_and_says_beside_its_form_what_it_cannot_read(floor: Lab) -> None:
    client = floor.browser("surveillance")
    page = client.get("/audit/search?amount=a+lot&table=ro-101")
    assert page.status_code == 422
    assert "Nothing was searched." in page.text and 'value="a lot"' in page.text
    assert '<option value="RO-101">' in page.text and '<option value="Ball leaves the wheel">' in page.text
    page = client.get("/audit/search?q=ball+leaves").text
    assert 'name="ruling" value="ball leaves"' in page and 'name="patron" value=""' in page
    assert "No round fits all of these." in page


def test_the_ledger_begins_with_its_latest_entry_and_pages_back(floor: Lab) -> None:
    client, house = floor.browser("surveillance"), floor.app.state.floor
    for _ in range(205):
        floor.do(lambda: house.cage.demo_chips(PLACE, "player", 100))
    with floor.storage.reading() as conn:
        last = floor.house.ledger.last(conn)
    for account in ("", "&account=patron:player"):
        page = client.get(f"/audit/ledger?{account}").text
        assert page.index(f"<td>{last}</td>") < page.index(f"<td>{last - 1}</td>")
        earlier = int(page.split("before=")[1].split('"')[0])
        assert earlier == last - 199
        further = client.get(f"/audit/ledger?before={earlier}{account}").text
        assert f"<td>{earlier - 1}</td>" in further
        assert f"<td>{earlier}</td>" not in further
    exported = json.loads(client.get("/audit/ledger.json").text)
    assert exported[-1]["number"] == last


def test_every_journal_is_verified_on_one_page(floor: Lab) -> None:
    client = floor.browser("commission")
    assert "every chain is whole" in client.get("/audit/verify").text
    table = schema.journal_head
    with floor.storage.engine.begin() as conn:
        conn.execute(update(table).where(table.c.id == "RO-101.1").values(number=99))
    page = client.get("/audit/verify").text
    assert "Broken at entry" in page
    assert "the head names entry 99" in page
    assert floor.browser("dealer").get("/audit/verify").status_code == 403


def test_a_badge_that_is_taken_is_refused_beside_the_form(floor: Lab) -> None:
    client = floor.browser("admin-demo")
    token = client.headers.pop("x-csrf")
    given = {"csrf": token, "badge": "dealer", "name": "Another dealer", "role": "security"}
    answer = client.post("/people", data=given)
    assert answer.status_code in (409, 422)
    assert "Add a person" in answer.text
    assert 'value="Another dealer"' in answer.text
    assert '<option value="security" selected>' in answer.text
