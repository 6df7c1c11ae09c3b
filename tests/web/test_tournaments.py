"""A tournament through the API: planned by a manager, entered by players, drawn, played, ended, paid."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US

from .lab import BADGES, PLACE, Lab, lab
from .money_table import SIGNED

API = "/api/v1/tournaments"
PLAN = {
    "id": "OPEN-1",
    "name": "The open",
    "property": PLACE,
    "game": "mini-midi-baccarat",
    "rounds": 2,
    "seats": 4,
    "advance": 1,
    "betting_order": "fixed",
    "entry_cents": 10_000,
    "prizes": [70],
    "command": "plan",
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("tournament"), "roulette") as made:
        made.clock.advance(365 * DAY_US)
        yield made


STAFF = [badge for role, badge in BADGES.items() if role not in ("player", "commission")]


def twice(client: Any, path: str, body: dict[str, Any]) -> Any:
    """The same command two times: one answer."""
    first, second = (client.post(path, json=body) for _ in range(2))
    assert first.is_success, first.text
    assert second.json() == first.json()
    return first.json()


def test_a_tournament_through_the_api(floor: Lab) -> None:
    manager, supervisor = floor.program("manager"), floor.program("supervisor")
    assert supervisor.post(API, json=PLAN).status_code == 403
    stated = PLAN | {"approved": {"by": "Executive Director", "day": "2020-01-01"}}
    assert manager.post(API, json=stated).status_code == 422  # the office signs, nobody states it for the office
    assert twice(manager, API, PLAN)["state"] == "submitted"
    approval = {**SIGNED, "reference": "Letter 7", "command": "approve"}
    early = floor.guest()[0].post(f"{API}/OPEN-1/entries", json={})
    assert (early.status_code, "The Executive Director approves them first" in early.text) == (409, True)
    assert supervisor.post(f"{API}/OPEN-1/draw", json=SIGNED).status_code == 409
    for role in (*STAFF, "player"):
        refused = floor.program(role).post(f"{API}/OPEN-1/approval", json=approval)
        assert refused.status_code == 403, role
    approved = twice(floor.program("commission"), f"{API}/OPEN-1/approval", approval)
    assert (approved["state"], approved["plan"]["approved"]["by"]) == ("entering", "Executive Director")
    again = floor.program("commission").post(f"{API}/OPEN-1/approval", json=approval | {"command": "again"})
    assert again.status_code == 409
    assert manager.post(API, json=PLAN | {"command": ""}).status_code == 409
    players = [floor.guest() for _ in range(3)]
    for n, (client, _) in enumerate(players):
        assert twice(client, f"{API}/OPEN-1/entries", {"command": f"enter-{n}"}) == {"entry": n + 1}
        assert client.get("/api/v1/me").json()["balance"] == 90_000
    assert players[0][0].post(f"{API}/OPEN-1/draw", json={}).status_code == 403
    assert supervisor.post(f"{API}/OPEN-1/draw", json={"stage": 0}).status_code == 422, "it is signed, as on the page"
    (table,) = twice(supervisor, f"{API}/OPEN-1/draw", {"command": "draw", "stage": 0, **SIGNED})
    assert supervisor.post(f"{API}/OPEN-1/draw", json={"stage": 0, **SIGNED}).status_code == 409

    path, by_badge = f"/api/v1/tables/{table['table_id']}", {badge: client for client, badge in players}
    for _ in range(2):
        start = table["button"] - 1
        order = [*table["names"][start:], *table["names"][:start]]
        for badge in order:
            bet = {"act": "bet", "position": table["names"].index(badge) + 1, "wager": "banker", "amount": 10_000}
            answer = by_badge[badge].post(f"{path}/acts", json={"act": bet})
            assert answer.status_code == 200, answer.text
        for badge in order:
            answer = by_badge[badge].post(f"{path}/ready")
            assert answer.status_code == 200, answer.text
    end = f"{API}/OPEN-1/tables/{table['table_id']}/end"
    assert supervisor.post(f"{API}/OTHER/tables/{table['table_id']}/end", json=SIGNED).status_code == 404
    assert supervisor.post(end, json={}).status_code == 422, "it is signed, as on the page"
    heat = twice(supervisor, end, {"command": "end", **SIGNED})
    winner = heat["standings"][0]["name"]
    assert manager.post(f"{API}/OPEN-1/prizes", json={"password": "not the password"}).status_code == 422
    prizes = twice(manager, f"{API}/OPEN-1/prizes", {"password": PASSWORD, "command": "pay"})
    assert prizes == [{"place": 1, "name": winner, "cents": 21_000}]
    assert by_badge[winner].get("/api/v1/me").json()["balance"] == 90_000 + 21_000
    assert manager.get(f"{API}/OPEN-1").json()["places"][0] == winner
    balances = floor.program("surveillance").get("/api/v1/audit/balances").json()
    assert (balances["sum"], balances["wrong"]) == (0, [])
    assert balances["accounts"]["tournament:OPEN-1"] == 0


def test_a_player_does_not_learn_who_else_entered(floor: Lab) -> None:
    body = PLAN | {"id": "OPEN-2", "command": "plan-2"}
    floor.program("manager").post(API, json=body).raise_for_status()
    floor.program("commission").post(f"{API}/OPEN-2/approval", json=SIGNED).raise_for_status()
    (one, badge), (two, other) = floor.guest(), floor.guest()
    for client in (one, two):
        client.post(f"{API}/OPEN-2/entries", json={}).raise_for_status()
    floor.program("supervisor").post(f"{API}/OPEN-2/draw", json=SIGNED).raise_for_status()
    seen = one.get(f"{API}/OPEN-2")
    assert other not in seen.text
    assert seen.json()["entries"] == [badge, "entry 2"]
    assert other in floor.program("manager").get(f"{API}/OPEN-2").text


def test_what_the_book_leaves_to_the_rules_is_stated_with_the_plan_and_holds_at_the_table(floor: Lab) -> None:
    """Hard Rock, line 5916: the Dragon Bonus is offered in a tournament or it is not."""
    manager, supervisor = floor.program("manager"), floor.program("supervisor")
    body = PLAN | {"id": "OPEN-3", "entry_cents": 0, "command": "plan-3"}
    for options, says in (
        ({"aces": 4}, "aces: no option of a tournament; hard-rock-cincinnati/mini-midi-baccarat@2019-12-05 leaves it"),
        ({"tournament": False}, "tournament: no option of a tournament"),
        ({"most.banker": "$1,000,000", "progressive": "fortune"}, "most.banker, progressive: no option"),
        ({"dragon-bonus": "perhaps"}, "dragon-bonus=perhaps: expected one of True, False (clause 16.A)"),
    ):
        refused = manager.post(API, json=body | {"options": options})
        assert (refused.status_code, says in refused.text) == (422, True), refused.text
    assert manager.get(f"{API}/OPEN-3").status_code == 404
    manager.post(API, json=body | {"options": {"dragon-bonus": False}}).raise_for_status()
    floor.program("commission").post(f"{API}/OPEN-3/approval", json=SIGNED).raise_for_status()
    players = {badge: client for client, badge in (floor.guest() for _ in range(2))}
    for client in players.values():
        client.post(f"{API}/OPEN-3/entries", json={}).raise_for_status()
    (table,) = supervisor.post(f"{API}/OPEN-3/draw", json=SIGNED).json()
    seat = table["button"]
    acts, client = f"/api/v1/tables/{table['table_id']}/acts", players[table["names"][seat - 1]]
    for wager, status in (("banker", 200), ("dragon-bonus", 422)):
        bet = {"act": "bet", "position": seat, "wager": wager, "amount": 2_500}
        assert client.post(acts, json={"act": bet}).status_code == status, wager


def test_splitting_aces_again_is_stated_in_the_plan_where_the_book_leaves_it(floor: Lab) -> None:
    """JACK Cleveland, line 570; its tournaments are dealt from a shoe (line 562), whatever else is chosen."""
    manager = floor.program("manager")
    body = PLAN | {"id": "OPEN-4", "property": "jack-cleveland", "game": "blackjack", "command": ""}
    for options, says in (
        ({"tournament-ace-hands": 3}, "expected one of 2, 4"),
        ({"dealing": "continuous"}, "not together at jack-cleveland/blackjack@2016-04-20"),
    ):
        refused = manager.post(API, json=body | {"options": options})
        assert (refused.status_code, says in refused.text) == (422, True), refused.text
    made = manager.post(API, json=body | {"options": {"tournament-ace-hands": 4}})
    assert (made.status_code, made.json()["plan"]["options"]) == (201, {"tournament-ace-hands": 4})
