"""Poker tournaments and promotions through the API: every command sent twice acts once, nobody sees others' cards."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import DAY_US

from .lab import Lab, lab
from .money_table import SIGNED, WITH_ADMIN
from .test_room_api import opened

API, PROMOTIONS = "/api/v1/poker-tournaments", "/api/v1/promotions"
ROOM = "horseshoe-baltimore"

LEVELS = [
    {"minutes": 10, "blinds": [100, 200], "chip": 100},
    {"minutes": 10, "blinds": [1_000, 2_000]},
    {"minutes": 10, "blinds": [5_000, 10_000]},
]
SHEET = {
    "name": "Sunday",
    "property": ROOM,
    "prize": 8_000,
    "administration": 1_200,
    "house": 800,
    "special_hands": 100,
    "chips": 5_000,
    "levels": LEVELS,
    "pays": [{"entries": 2, "shares": [7_000, 3_000]}],
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("events"), "roulette") as made:
        made.clock.advance(365 * DAY_US)
        yield made


def twice(client: Any, path: str, body: dict[str, Any]) -> Any:
    """The same command two times: one answer."""
    body = {"command": f"{path}-{len(str(body))}"[-90:]} | body
    first, second = (client.post(path, json=body) for _ in range(2))
    assert first.is_success, first.text
    assert second.json() == first.json()
    return first.json()


class Room:
    """An event with guests who play by what they are shown."""

    def __init__(self, floor: Lab, name: str, players: int, **sheet: Any) -> None:
        self.floor, self.name, self.path = floor, name, f"{API}/{name}"
        self.manager, self.supervisor = floor.program("manager"), floor.program("supervisor")
        self.dealer = floor.program("dealer")
        self.rng = random.Random(name)
        twice(self.manager, API, SHEET | sheet | {"id": name, "command": f"plan-{name}"})
        self.players = {}
        for n in range(players):
            client, badge = floor.guest()
            entry = {"patron": badge, "card": f"TR-{n}", "command": f"enter-{name}-{n}"}
            twice(self.supervisor, f"{self.path}/entries", entry)
            self.players[badge] = client

    def board(self) -> Any:
        return self.supervisor.get(self.path).json()

    def hand(self, table: int, number: int) -> None:
        hands = f"{self.path}/tables/{table}/hands"
        twice(self.dealer, hands, {"command": f"deal-{self.name}-{number}"})
        for turn in range(200):
            seen = self.dealer.get(f"{self.path}/tables/{table}").json()
            hand = seen["hand"]
            if not seen["table"]["hand"]:
                return
            badge = hand["players"][hand["actor"]]["name"]
            client = self.players[badge]
            mine = client.get(f"{self.path}/tables/{table}").json()["hand"]
            options = mine["options"]
            assert options is not None
            verb = self.rng.choice([v for v in ("check", "call", "raise") if options.get(v) or v == "raise"])
            body: dict[str, Any] = {"verb": verb, "seen": seen["acts"], "command": f"{self.name}-{number}-{turn}"}
            if verb == "raise":
                body |= (
                    {"amount": options["most"]} if options["most"] else {"verb": "call" if options["call"] else "check"}
                )
            twice(client, f"{self.path}/tables/{table}/acts", body)
            if turn == 0:
                assert (
                    client.post(f"{self.path}/tables/{table}/acts", json={"verb": "fold", "seen": 1}).status_code == 409
                )
        raise AssertionError("the hand never ended")

    def play(self) -> None:
        twice(self.supervisor, f"{self.path}/start", {"command": f"start-{self.name}"})
        for number in range(500):
            board = self.board()
            if board["state"] == "over":
                return
            twice(self.supervisor, f"{self.path}/arrange", {"command": f"arrange-{self.name}-{number}"})
            tables = [t["table"] for t in self.board()["tables"] if len(t["seats"]) > 1 and not t["done"]]
            self.hand(tables[0], number)
            self.floor.clock.advance(60 * 1_000_000)
        raise AssertionError("the tournament never ended")


def test_a_poker_tournament_through_the_api(floor: Lab) -> None:
    assert floor.program("supervisor").post(API, json=SHEET | {"id": "SUN"}).status_code == 403
    bad = floor.program("manager").post(API, json=SHEET | {"id": "SUN", "prize": 1_000})
    assert bad.status_code == 422 and "19.F.a.i" in bad.text
    room = Room(floor, "SUN", 3)
    assert room.manager.post(API, json=SHEET | {"id": "SUN"}).status_code == 409
    badges = list(room.players)
    assert room.players[badges[0]].get("/api/v1/me").json()["balance"] == 100_000 - 10_100
    twice(room.supervisor, f"{room.path}/start", {"command": "start-SUN"})
    looks, export = floor.program("surveillance"), "/audit/tournament:SUN/tournament:SUN/journal.jsonl"
    for address in (f"{room.path}/journal", export):
        refused = looks.get(address)
        assert refused.status_code in (409, 422) and "Cards of hands under way" in refused.text, address
    room.play()
    assert room.board()["places"] and room.board()["pools"]["prize"] == 24_000
    winner = room.board()["places"][0][0]
    client = room.players[winner]
    assert [p["patron"] for p in client.get(f"{room.path}/prizes").json()] == [winner]
    assert sum(p["cents"] for p in room.supervisor.get(f"{room.path}/prizes").json()) == 24_000
    search = {"identification": "MD-1", "card": "TR-1", **SIGNED, "command": "check-SUN"}
    twice(room.supervisor, f"{room.path}/prizes/1/check", search)
    before = client.get("/api/v1/me").json()["balance"]
    assert client.post(f"{room.path}/prizes/1/steps/receive", json={"password": "no"}).status_code in (403, 422)
    # a guest has no password of his own: a player of the house signs in the next test
    assert client.get("/api/v1/me").json()["balance"] == before
    report = room.supervisor.get(f"{room.path}/report").json()
    assert [line["state"] for line in report][:2] == ["checked", "due"]
    journal = looks.get(f"{room.path}/journal").json()
    assert journal["wrong"] is None and journal["acts"][0]["act"]["type"] == "Register"
    lines = looks.get(export).text.splitlines()
    assert [line.partition(" ")[0] for line in lines][:1_000] == [act["hash"] for act in journal["acts"]]
    assert json.loads(lines[0].partition(" ")[2])["act"] == journal["acts"][0]["act"]
    balances = floor.program("surveillance").get("/api/v1/audit/balances").json()
    assert (balances["sum"], balances["wrong"]) == (0, [])
    assert balances["accounts"]["tournament:SUN"] == 24_000


def test_a_prize_is_signed_for_by_who_won_it(floor: Lab) -> None:
    manager, supervisor = floor.program("manager"), floor.program("supervisor")
    options = {"taxable-above-dollars": 0}
    twice(manager, API, SHEET | {"id": "DUO", "options": options, "command": "plan-DUO"})
    for badge in ("player", "player-2"):
        entry = {"patron": badge, "card": f"TR-{badge}", "command": f"enter-DUO-{badge}"}
        floor.do(lambda badge=badge: floor.app.state.floor.cage.demo_chips(ROOM, badge, 50_000))
        twice(supervisor, f"{API}/DUO/entries", entry)
    twice(supervisor, f"{API}/DUO/start", {"command": "start-DUO"})
    for number in range(300):
        if supervisor.get(f"{API}/DUO").json()["state"] == "over":
            break
        floor.program("dealer").post(f"{API}/DUO/arrange", json={}).raise_for_status()
        dealt = floor.program("dealer").post(f"{API}/DUO/tables/1/hands", json={})
        assert dealt.is_success, dealt.text
        while True:
            seen = supervisor.get(f"{API}/DUO/tables/1").json()
            if not seen["table"]["hand"]:
                break
            actor = seen["hand"]["players"][seen["hand"]["actor"]]
            level = seen["hand"]["level"]
            plays = {"verb": "call" if level > actor["bet"] else "check"}
            floor.program(actor["name"]).post(f"{API}/DUO/tables/1/acts", json=plays).raise_for_status()
        floor.clock.advance(120 * 1_000_000)
        assert number < 299
    winner = supervisor.get(f"{API}/DUO").json()["places"][0][0]
    prize = f"{API}/DUO/prizes/1"
    seen = {"identification": "MD-1", "card": "TR-1", **SIGNED}
    assert supervisor.post(f"{prize}/check", json=seen).status_code == 422, "taxable: the search comes first"
    match = seen | {"searched": True, "claim": "C-5", "withhold": 1_000, "command": "check-DUO"}
    twice(supervisor, f"{prize}/check", match)
    managed = SIGNED | {"reason": "support", "claim": "C-5", "initials": "MM", "told": ["security", "surveillance"]}
    twice(manager, f"{prize}/steps/manage", managed | {"command": "manage-DUO"})
    twice(floor.program("security"), f"{prize}/steps/escort", SIGNED | {"command": "escort-DUO"})
    client = floor.program(winner)
    before = client.get("/api/v1/me").json()["balance"]
    assert client.post(f"{prize}/steps/receive", json=SIGNED).status_code == 422
    twice(client, f"{prize}/steps/receive", SIGNED | {"w2g": True, "command": "receive-DUO"})
    assert client.get("/api/v1/me").json()["balance"] == before + 11_200 - 1_000
    found = floor.program("surveillance").get(f"{API}/intercepts/{ROOM}").json()
    assert [one["claim"] for one in found["accounting"]] == ["C-5"] and found["tracking"] == []


def test_the_floor_decides_and_sells(floor: Lab) -> None:
    rebuys = {"format": "rebuy", "rebuy": 5_000, "rebuy_chips": 5_000, "rebuy_at_most": 5_000, "rebuy_minutes": 60}
    room = Room(floor, "BUY", 4, add_on=2_000, add_on_chips=2_000, **rebuys)
    one, two, three, four = room.players
    twice(room.supervisor, f"{room.path}/withdrawals", {"patron": four, "command": "out-BUY"})
    assert room.players[four].get("/api/v1/me").json()["balance"] == 100_000
    twice(room.supervisor, f"{room.path}/start", {"command": "start-BUY"})
    twice(room.supervisor, f"{room.path}/rebuys", {"patron": one, "command": "rebuy-BUY"})
    twice(room.supervisor, f"{room.path}/rebuys", {"patron": two, "add_on": True, "command": "add-BUY"})
    assert room.board()["pools"]["prize"] == 3 * 8_000 + 5_000 + 2_000
    decisions = f"{room.path}/decisions"
    penalty = {"what": "penalty", "patron": one, "kind": "missed-hand", "command": "penalty-BUY"}
    twice(room.supervisor, decisions, penalty)
    twice(room.supervisor, decisions, {"what": "away", "patron": three, "on": True, "command": "away-BUY"})
    twice(room.supervisor, decisions, {"what": "clock", "on": False, "command": "stop-BUY"})
    assert room.dealer.post(f"{room.path}/tables/1/hands", json={}).status_code == 409
    twice(room.supervisor, decisions, {"what": "clock", "on": True, "command": "go-BUY"})
    for body in ({"what": "window", "on": True}, {"what": "agree", "shares": {one: 5}}, {"what": "cancel"}):
        assert room.supervisor.post(decisions, json=body).status_code in (409, 422), body
    assert room.supervisor.post(decisions, json={"what": "cash-out", "patron": one, "chips": 5}).status_code == 422
    twice(room.supervisor, decisions, {"what": "cancel", "reason": "storm", "command": "cancel-BUY"})
    assert room.board()["state"] == "cancelled"


def test_prizes_are_divided_by_the_players_and_by_nobody_for_them(floor: Lab) -> None:
    """The floor proposes shares, each who is left agrees himself; a hand that is dealt ends the proposal."""
    room = Room(floor, "DEAL", 3, options={"deals": True})
    one, two, three = room.players
    twice(room.supervisor, f"{room.path}/start", {"command": "start-DEAL"})
    shares = {one: 24_000, two: 0, three: 0}
    proposal = {"what": "agree", "shares": shares, "signed": [one, two, three]}
    assert room.players[one].post(f"{room.path}/deals/own", json={}).status_code == 409, "nothing is proposed"
    assert room.supervisor.post(f"{room.path}/decisions", json=proposal).json()["state"] == "playing"
    assert room.supervisor.post(f"{room.path}/deals/own", json={}).status_code == 403
    twice(room.players[one], f"{room.path}/deals/own", {"command": "agree-one"})
    shown = room.players[two].get(room.path).json()["proposed"]
    assert [(share["cents"], share["agrees"]) for share in shown] == [(24_000, True), (0, False), (0, False)]
    assert [share["you"] for share in shown] == [False, True, False] and one not in str(shown)
    twice(room.dealer, f"{room.path}/tables/1/hands", {"command": "deal-DEAL"})
    assert room.players[two].post(f"{room.path}/deals/own", json={}).status_code == 409, "a hand is dealt"
    while (seen := room.dealer.get(f"{room.path}/tables/1").json())["table"]["hand"]:
        turn = seen["hand"]["players"][seen["hand"]["actor"]]["name"]
        assert room.players[turn].post(f"{room.path}/tables/1/acts", json={"verb": "fold"}).status_code == 200
    assert room.board()["proposed"] == [] and room.board()["state"] == "playing"
    fair = {one: 10_000, two: 8_000, three: 6_000}
    assert room.supervisor.post(f"{room.path}/decisions", json={"what": "agree", "shares": fair}).status_code == 200
    for badge in (one, two):
        assert room.players[badge].post(f"{room.path}/deals/own", json={}).json()["state"] == "playing"
    assert "has not agreed" in floor.browser("supervisor").get("/poker-tournaments/DEAL").text
    assert room.players[three].post(f"{room.path}/deals/own", json={}).json()["state"] == "over"
    assert room.board()["pays"] == [10_000, 8_000, 6_000]


def test_who_is_disqualified_does_not_come_in_again(floor: Lab) -> None:
    """Baltimore 19.T.53 (004:914) and 19.F.c.11 (004:1040): who loses his chips re-enters, not who has them taken."""
    room = Room(floor, "OFF", 3, reentry_minutes=60, late_minutes=60)
    one = next(iter(room.players))
    twice(room.supervisor, f"{room.path}/start", {"command": "start-OFF"})
    off = {"what": "penalty", "patron": one, "kind": "disqualification", "reason": "collusion"}
    assert room.supervisor.post(f"{room.path}/decisions", json=off).status_code == 200
    again = room.supervisor.post(f"{room.path}/entries", json={"patron": one, "card": "TR-0"})
    assert (again.status_code, again.json()["clause"]) == (422, "19.T.53") and "is disqualified" in again.text


def hand(table: str, number: int, names: list[str]) -> dict[str, Any]:
    seats = [{"name": names[0], "cards": ["7d", "7c"]}, {"name": names[1], "cards": ["Js", "Ts"], "won": 6_000}]
    seats += [{"name": name, "folded": True} for name in names[2:]]
    times = {"began_us": number, "tabled_us": number, "day": "2020-05-01"}
    return {
        "table": table,
        "hand": str(number),
        "pot": 6_000,
        "board": ["7s", "7h", "8s", "9s", "Kd"],
        "seats": seats,
    } | times


def test_promotions_through_the_api(floor: Lab) -> None:
    manager, supervisor = floor.program("manager"), floor.program("supervisor")
    dealer, watch = floor.program("dealer"), floor.program("surveillance")
    opened(floor, "PK-1", demo=True)  # a demonstration's room
    for fund in ("bad-beat", "special-hands"):
        seeded = {"what": "seed", "fund": fund, "cents": 1_000_000, "command": f"seed-{fund}", **WITH_ADMIN}
        twice(manager, f"{PROMOTIONS}/funds/{ROOM}", seeded)
    posted = {
        "id": "BEAT",
        "property": ROOM,
        "kind": "bad-beat",
        "tables": ["PK-1", "PK-2", "PK-3"],
        "command": "post-BEAT",
    }
    twice(manager, PROMOTIONS, posted)
    players = [floor.guest() for _ in range(8)]
    names = [badge for _, badge in players]
    wrong = dealer.post(f"{PROMOTIONS}/BEAT/claims", json=hand("PK-9", 5, names[:4]))
    assert wrong.status_code == 422 and "20.BQ.3" in wrong.text
    doubled = hand("PK-3", 5, names[:4])
    doubled["seats"][0]["cards"] = ["7s", "7c"]
    assert dealer.post(f"{PROMOTIONS}/BEAT/claims", json=doubled).status_code == 422
    one = twice(dealer, f"{PROMOTIONS}/BEAT/claims", hand("PK-3", 5, names[:4]) | {"command": "claim-1"})
    two = twice(dealer, f"{PROMOTIONS}/BEAT/claims", hand("PK-2", 6, names[4:]) | {"command": "claim-2"})
    steps = f"{PROMOTIONS}/claims/{two['id']}/steps"
    assert supervisor.post(f"{steps}/verify", json=SIGNED).status_code == 409, "the other was tabled first"
    twice(watch, f"{PROMOTIONS}/BEAT/ties", {"claims": [one["id"], two["id"]], "command": "tie"})
    twice(supervisor, f"{steps}/verify", SIGNED | {"command": "verify-2"})
    shares = supervisor.get(f"{PROMOTIONS}/claims/{two['id']}/shares").json()
    assert [share["cents"] for share in shares] == [250_000, 125_000, 62_500, 62_500]
    twice(watch, f"{steps}/surveil", SIGNED | {"command": "surveil-2"})
    paid = SIGNED | {"w2g": names[4:], "command": "pay-2"}
    twice(floor.program("cage"), f"{steps}/pay", paid)
    assert players[4][0].get("/api/v1/me").json()["balance"] == 100_000 + 250_000
    seen = players[0][0].get(f"{PROMOTIONS}/BEAT")
    assert names[5] not in seen.text and [c["yours"] for c in seen.json()["claims"]] == [True, False]
    twice(
        supervisor, f"{PROMOTIONS}/claims/{one['id']}/deny", {"reason": "exposed card", "command": "deny-1", **SIGNED}
    )
    twice(supervisor, f"{PROMOTIONS}/BEAT/end", {"command": "end-BEAT"})
    before = watch.get(f"{PROMOTIONS}/funds/{ROOM}").json()
    assert before["bad-beat"] == 500_000
    given_up = {"what": "give-up", "fund": "bad-beat", **SIGNED}
    given_up |= {"second_badge": "admin-demo", "second_password": PASSWORD}
    twice(manager, f"{PROMOTIONS}/funds/{ROOM}", given_up | {"command": "give-up"})
    after = {"bad-beat": 0, "special-hands": before["special-hands"] + 500_000}
    assert watch.get(f"{PROMOTIONS}/funds/{ROOM}").json() == after


def test_squares_and_drawings_through_the_api(floor: Lab) -> None:
    manager, supervisor, dealer = (floor.program(badge) for badge in ("manager", "supervisor", "dealer"))
    _, badge = floor.guest()
    for kind, more in (("football-squares", {}), ("splash-pot", {"from_us": 1, "to_us": 2**52}),
                       ("bankroll", {"from_us": 1, "to_us": 2**52, "minutes": 30})):  # fmt: skip
        body = {
            "id": kind,
            "property": ROOM,
            "kind": kind,
            "amount": 10_000,
            "tables": ["PK-1", "PK-3"],
            "command": f"p-{kind}",
        }
        twice(manager, PROMOTIONS, body | more)
    games = f"{PROMOTIONS}/football-squares/games"
    made = hand("PK-3", 9, [badge, "player", "player-2", "guest-9"])
    made |= {"board": ["5s", "6h", "7h", "Kd", "Kh"], "command": "straight"}
    made["seats"][0]["cards"], made["seats"][1]["cards"] = ["8d", "9c"], ["2c", "3c"]
    claim = twice(dealer, f"{PROMOTIONS}/football-squares/claims", made)
    board = twice(supervisor, games, {"what": "number", "command": "number"})["done"]
    at = {"row": board["rows"].index("0"), "column": board["columns"].index("7"), "command": "square"}
    twice(supervisor, f"{PROMOTIONS}/claims/{claim['id']}/square", at)
    score = {"what": "score", "quarter": "final", "home": 17, "visitors": 10, "command": "score"}
    assert twice(supervisor, games, score)["done"]["finding"]["holders"] == [badge]
    splash = {"what": "splash", "tables": ["PK-3"], "command": "splash"}
    splashed = twice(supervisor, f"{PROMOTIONS}/splash-pot/games", splash)["done"]
    twice(supervisor, f"{PROMOTIONS}/claims/{splashed['id']}/winner", {"patron": badge, "command": "winner"})
    drawing = f"{PROMOTIONS}/bankroll/games"
    twice(supervisor, drawing, {"what": "played", "patron": badge, "minutes": 90, "command": "played"})
    assert twice(supervisor, drawing, {"what": "drawing", "command": "drawing"})["done"]["finding"]["holders"] == [
        badge
    ]
    for what in ("seat", "entry"):
        assert supervisor.post(drawing, json={"what": what, "patrons": [badge], "patron": badge}).status_code == 422


def test_a_hand_of_a_tournaments_table_is_called_from_the_record_and_not_keyed_beside_it(floor: Lab) -> None:
    """Baltimore 20.BB.3: a tournament that funds promotions takes part in them."""
    room = Room(floor, "TAKES", 3, promotions=True)
    room.rng.choice = lambda verbs: verbs[0]  # everybody checks or calls: nobody is out after one hand
    twice(room.supervisor, f"{room.path}/start", {"command": "start-TAKES"})
    last = f"{PROMOTIONS}/tournaments/TAKES/tables/1"
    refused = room.dealer.get(last)
    assert refused.status_code == 409 and "no finished hand" in refused.text
    terms = {"id": "FP", "property": ROOM, "kind": "flop-pot", "amount": 50_00, "tournaments": ["TAKES"]}
    assert room.manager.post(PROMOTIONS, json=terms).status_code == 201
    room.hand(1, 1)
    seen = room.dealer.get(last).json()
    assert seen["hand"].startswith("TAKES/1/") and seen["pot"] > 0
    assert "20.BB.3" not in str(seen["promotions"]["FP"]["missing"])
    called = room.dealer.post(f"{PROMOTIONS}/FP/tournaments/TAKES/tables/1/claims", json={})
    assert (called.status_code == 201) == seen["promotions"]["FP"]["qualifies"], called.text
    assert room.dealer.get(f"{last}?hand=1").json() == seen
    assert room.dealer.get(f"{last}?hand=7").status_code == 404
    assert room.dealer.get(f"{PROMOTIONS}/tournaments/TAKES/tables/9").status_code == 409
    assert next(iter(room.players.values())).get(last).status_code == 403
    page = floor.browser("dealer").get(f"/promotions?house={ROOM}&table=TAKES/1").text
    assert "<option selected>TAKES/1</option>" in page and f"{seen['pot']:,} in the pot" in page
    keyed = {"table": "table 1", "hand": "1", "day": "2018-06-01", "pot": 1_000, "board": [], "seats": []}
    beside = room.dealer.post(f"{PROMOTIONS}/FP/claims", json=keyed | {"tournament": "TAKES"})
    assert beside.status_code == 422 and "are on record" in beside.text


def test_a_name_is_given_to_one_tournament_of_either_kind(floor: Lab) -> None:
    """The purse of each lies in an account of its name."""
    manager = floor.program("manager")
    assert manager.post(API, json=SHEET | {"id": "TWIN"}).status_code == 201
    plan = {"id": "TWIN", "name": "Twin", "property": "hard-rock-cincinnati", "game": "mini-midi-baccarat"}
    plan |= {"rounds": 1, "seats": 4, "advance": 1, "betting_order": "fixed", "entry_cents": 50_00, "prizes": [70]}
    refused = manager.post("/api/v1/tournaments", json=plan)
    assert refused.status_code == 409 and "There is a poker tournament TWIN." in refused.text
    assert manager.post("/api/v1/tournaments", json=plan | {"id": "TWIN-2"}).status_code == 201
    assert manager.post(API, json=SHEET | {"id": "TWIN-2"}).status_code == 409
