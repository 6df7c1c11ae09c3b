"""A station and a dealer's screen say what is so: the least wager, what is waited for, voids, tips, odds."""

from collections.abc import Iterator

import pytest

from .lab import Lab, lab

TABLE = "BJ-101"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("care"), "blackjack", "three-card-poker") as made:
        yield made


def test_a_chip_under_the_least_places_the_least_and_says_so(floor: Lab) -> None:
    player = floor.browser("player")
    player.post("/tables/BJ-101/sit", data={"csrf": player.headers["x-csrf"]})
    act = f"/tables/{TABLE}/act"
    bet = {"action": "bet", "wager": "blackjack", "amount": 500}
    given = player.post(act, json=bet, headers={"x-command": "small-chip"})
    assert given.status_code == 200, given.text
    assert given.json()["said"] == "The least here is $10: $10 placed."
    again = player.post(act, json=bet, headers={"x-command": "small-chip"})
    assert again.status_code == 200  # sent twice, it acts once
    more = player.post(act, json=bet)  # on top of a wager a small chip is a small chip
    assert "said" not in more.json()
    with_more = player.get(f"/tables/{TABLE}").text
    assert "$15" in with_more
    assert player.post(act, json={"action": "take"}).status_code == 200
    # a program says what it means: nothing is made of it
    seat = next(
        p.number for p in floor.do(lambda: floor.house.table(TABLE)).driver.felt.positions if p.patron == "player"
    )
    wanted = {"act": {"act": "bet", "position": seat, "wager": "blackjack", "amount": 500}}
    assert floor.program("player").post(f"/api/v1/tables/{TABLE}/acts", json=wanted).status_code == 422


def test_before_the_shuffle_nobody_is_turned_away_and_everybody_reads_what_is_waited_for(floor: Lab) -> None:
    by_hand = "TCP-111"
    card = floor.anybody().get("/?house=hard-rock-cincinnati").text.split(f"{by_hand}</span>")[1].split("</article>")[0]
    assert "Waits for the dealer to shuffle" in card
    assert "Sit down" not in card
    player = floor.browser("player-2")
    answer = player.post(f"/tables/{by_hand}/sit", data={"csrf": player.headers["x-csrf"]})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{by_hand}")
    page = player.get(f"/tables/{by_hand}").text
    assert f'action="/tables/{by_hand}/sit"' in page
    assert "Waits for the dealer to shuffle" in page
    floor.program("dealer").post(f"/api/v1/tables/{by_hand}/acts", json={"act": {"act": "shuffled", "cut": 0}})
    assert floor.do(lambda: floor.house.table(by_hand)).driver.betting
    assert "Waits for" not in player.get(f"/tables/{by_hand}").text.split('id="decisions"')[1].split("</form>")[0]
    player.post(f"/tables/{by_hand}/sit", data={"csrf": player.headers["x-csrf"]})
    assert floor.do(lambda: floor.house.table(by_hand)).occupancy == 1
