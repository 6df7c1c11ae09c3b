"""A dealer's screen at a table that closes, and how patrons leave from it."""

from collections.abc import Iterator

import pytest

from croupier.rounds import acts

from .lab import Lab, lab

TABLE = "TCP-111"


@pytest.fixture
def floor(tmp_path: object) -> Iterator[Lab]:
    with lab(tmp_path, "three-card-poker") as made:  # type: ignore[arg-type]
        yield made


def person(floor: Lab, badge: str) -> object:
    with floor.storage.reading() as conn:
        return floor.house.people.get(conn, badge)


def act(floor: Lab, badge: str, given: object) -> None:
    floor.do(lambda: floor.house.answer(TABLE, person(floor, badge), given))  # type: ignore[arg-type]


def test_a_closing_table_says_so_and_takes_nobody(floor: Lab) -> None:
    dealer, pit = floor.browser("dealer"), floor.browser("supervisor")
    act(floor, "dealer", acts.Sit(2, "player", 500_00))
    assert "Seat a patron" in dealer.get(f"/deal/{TABLE}").text
    done = pit.post(f"/pit/{TABLE}/begin-closing", data={"csrf": pit.headers["x-csrf"]})
    assert done.status_code == 303, done.text
    page = dealer.get(f"/deal/{TABLE}").text
    assert "This table is closing" in page
    assert "1 position is still taken" in page
    assert "Seat a patron" not in page
    assert "Shuffled and cut" not in page
    done = pit.post(f"/pit/{TABLE}/clear-seats", data={"csrf": pit.headers["x-csrf"]})
    assert done.status_code == 303, done.text
    assert "Nobody sits here any more" in dealer.get(f"/deal/{TABLE}").text


def test_wagers_that_lie_there_are_played_before_the_table_closes(floor: Lab) -> None:
    act(floor, "dealer", acts.Shuffled(0))
    act(floor, "dealer", acts.Sit(2, "player", 500_00))
    act(floor, "dealer", acts.Bet(2, "ante", 10_00))
    floor.do(lambda: floor.app.state.floor.pit.begin_closing(person(floor, "supervisor"), TABLE))  # type: ignore[arg-type]
    page = floor.browser("dealer").get(f"/deal/{TABLE}").text
    assert "This table is closing: play the wagers that lie there" in page
    assert "Close the wagers" in page
    assert "Mark a wager" not in page
