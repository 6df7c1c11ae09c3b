"""What a clause keeps the same at all tables of a house: a second table that differs is refused, all change at once."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.tables.across_tables import shared
from croupier.rulebook.library import rulebooks

from .lab import Lab, lab

CLEVELAND, HARD_ROCK = "jack-cleveland", "hard-rock-cincinnati"
BACCARAT = "mini-midi-baccarat"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("uniform"), "big-six") as made:
        yield made


def added(floor: Lab, name: str, place: str, game: str, **options: Any) -> Any:
    """A table with these options, and what beginning its opening is answered."""
    body = {"id": name, "property": place, "game": game, "options": options, "demo": True}
    assert floor.program("manager").post("/api/v1/tables", json=body).status_code == 201
    return life(floor, name, act="begin-opening")


def life(floor: Lab, name: str, **given: Any) -> Any:
    return floor.program("supervisor").post(f"/api/v1/tables/{name}/life", json={"password": PASSWORD, **given})


def opened(floor: Lab, name: str, place: str, game: str, **options: Any) -> None:
    assert added(floor, name, place, game, **options).status_code == 200
    assert life(floor, name, act="open").status_code == 200


def test_vigorish_is_the_same_at_all_baccarat_tables_and_changes_at_all_of_them_by_two(floor: Lab) -> None:
    opened(floor, "MB-1", CLEVELAND, BACCARAT)
    refused = added(floor, "MB-2", CLEVELAND, BACCARAT, **{"vigorish-unit": 1})
    assert (refused.status_code, refused.json()["clause"]) == (422, "13.G")
    assert "MB-1" in refused.json()["error"]
    opened(floor, "MB-3", CLEVELAND, BACCARAT)
    alone = life(floor, "MB-3", act="options", options={"vigorish-unit": 1})
    assert (alone.status_code, alone.json()["clause"]) == (422, "13.G")
    every = {"act": "options-everywhere", "options": {"vigorish-unit": 1}}
    one = {"second_badge": "supervisor", "second_password": PASSWORD}
    assert "Two people" in life(floor, "MB-3", **every, **one).json()["error"]
    two = {"second_badge": "manager", "second_password": PASSWORD}
    other = life(floor, "MB-3", act="options-everywhere", options={"midi": True}, **two)
    assert "not kept the same" in other.json()["error"]
    assert life(floor, "MB-3", **every, **two).status_code == 200
    for name in ("MB-1", "MB-3"):
        table = floor.app.state.floor.table(name)
        assert (table.settings.options, table.journal) == ({"vigorish-unit": 1}, f"{name}.2")
    assert life(floor, "MB-2", act="begin-opening").status_code == 200


def test_odds_are_uniform_within_the_house(floor: Lab) -> None:
    better = {"pay.any-seven.win": "5 to 1"}
    opened(floor, "CR-1", "oneida", "craps")
    refused = added(floor, "CR-2", "oneida", "craps", **better)
    assert (refused.status_code, refused.json()["clause"]) == (422, "F.1")
    assert "5 to 1" in refused.json()["error"]
    two = {"second_badge": "manager", "second_password": PASSWORD}
    changed = life(floor, "CR-1", act="options-everywhere", options=better, **two)
    assert changed.status_code == 200, changed.text
    assert life(floor, "CR-2", act="begin-opening").status_code == 200
    page = floor.browser("supervisor").get("/pit/CR-1").text
    assert "Change at all tables" in page


def test_every_clause_on_uniform_tables_names_what_its_book_has() -> None:
    for book in rulebooks():
        for rule in shared(book):
            assert set(rule.options) <= {s.name for s in book.settings.values() if s.optional}, book.key
            assert set(rule.wagers) <= {"all", *book.wagers}, book.key


def test_tables_of_one_meter_post_the_same_seed_and_increment(floor: Lab) -> None:
    """Hard Rock, table game progressives 2 and 3.A (003:7668, 7699): one meter, and one progressive a game."""

    def tried(name: str, game: str, **options: Any) -> Any:
        assert added(floor, name, HARD_ROCK, game, **options).status_code == 200
        return life(floor, name, act="open")

    assert tried("LINK-1", "mississippi-stud", progressive="multi-link").status_code == 200
    for name, game, changed, words in (
        ("LINK-2", "four-card-poker", {"progressive-increment": 1}, "progressive-increment is 20 at LINK-1"),
        ("LINK-3", "mississippi-stud", {"progressive-seed": 20_000}, "progressive-seed is 10000 at LINK-1"),
    ):
        before = floor.record()["meter"]
        answer = tried(name, game, progressive="multi-link", **changed)
        assert answer.status_code == 422 and words in answer.text, answer.text
        assert floor.record()["meter"] == before
    ten = {"progressive": "multi-link", "progressive-increment": 10}
    assert life(floor, "LINK-1", act="options", options=ten).status_code == 200
    assert any(row[3] == 100_000 for row in floor.record()["meter"]), "alone at its meter, it posts another increment"
    assert tried("LINK-4", "three-card-poker", **ten).status_code == 200
    other = tried("LINK-5", "three-card-poker", progressive="three-card")
    assert other.status_code == 422 and "LINK-4 deals the same game with the progressive multi-link" in other.text


def test_a_table_is_not_changed_while_vigorish_is_owed_there(floor: Lab) -> None:
    """Hard Rock 13.E, JACK 13.F (001:3072): a new posting began a new journal, and nobody collected it."""
    opened(floor, "OWED-1", HARD_ROCK, BACCARAT, **{"vigorish-collection": "deferred"})
    client, badge = floor.guest()
    table = "/api/v1/tables/OWED-1"

    def owed() -> dict[str, int]:
        found = floor.do(lambda: floor.house.table("OWED-1")).driver.felt.memo.get("vigorish-owed", {})
        return dict(found)

    sit = {"act": "sit", "position": 1, "patron": badge, "chips": 500_00}
    client.post(f"{table}/acts", json={"act": sit}).raise_for_status()
    for _ in range(20):
        bet = {"act": "bet", "position": 1, "wager": "banker", "amount": 20_00}
        client.post(f"{table}/acts", json={"act": bet}).raise_for_status()
        client.post(f"{table}/ready").raise_for_status()
        if owed():
            break
    assert owed() == {"1": 1_00}
    change = {"act": "options", "options": {"vigorish-collection": "at-payout"}, "password": PASSWORD}
    refused = life(floor, "OWED-1", **change)
    assert (refused.status_code, "$1.00 is owed at OWED-1" in refused.text) == (409, True)
    client.post(f"{table}/acts", json={"act": {"act": "leave", "position": 1}}).raise_for_status()
    assert owed() == {} and life(floor, "OWED-1", **change).status_code == 200
