"""Live hand-dealt cash games over HTTP: every form of the three rooms, hand by hand, by what the table asks for."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.house.poker_room.table.rulings import possible
from croupier.house.record.clock import MINUTE_US
from croupier.poker import open_room
from croupier.web.poker.hand_log import log_lines
from croupier.web.poker.view import _result

from .hand_dealt import STAKES, Dealer, chips, seat, spread, stakes_for
from .lab import Lab, lab

BALTIMORE, CLEVELAND, ONEIDA = "horseshoe-baltimore", "horseshoe-cleveland", "oneida"
EVERY = [(place, form) for place in (BALTIMORE, CLEVELAND, ONEIDA) for form in open_room(place).forms()]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("dealt"), "big-six") as made:
        yield made


def taken_from(floor: Lab, table: str) -> int:
    game = floor.do(lambda: floor.app.state.floor.room.table(table.rpartition("/")[2])).game
    return sum(game.chips.taken.values())


@pytest.mark.parametrize(("place", "form"), EVERY, ids=[f"{p.rpartition('-')[2]}-{f}" for p, f in EVERY])
def test_every_form_of_every_room_is_dealt_from_the_first_card_to_the_push(floor: Lab, place: str, form: str) -> None:
    table = spread(floor, f"HD-{place[-4:]}-{form}", place, form=form, **stakes_for(form))
    seat(floor, table, 1, 2, 3)
    dealer = Dealer(floor.program("dealer"), table, form, f"{place}/{form}")
    shown = dealer.hand()
    assert shown["hands"] == 1
    assert chips(shown) + taken_from(floor, table) + shown_pot(floor, table) == 60000
    assert shown["dealing"]["next"]["do"] in ("deal", "draw-button")
    told = [*dealer.steps, shown["dealing"]["next"]["words"]]
    assert any("Push" in words for words in told) or shown_pot(floor, table), told
    reopened(floor, table)


def shown_pot(floor: Lab, table: str) -> int:
    """Chips that lie for the next deal, where nobody opened."""
    game = floor.do(lambda: floor.app.state.floor.room.table(table.rpartition("/")[2])).game
    return int(game.balances()["pot"])


def reopened(floor: Lab, table: str) -> None:
    """The journal read again is the same table, chip for chip."""
    room, name = floor.app.state.floor.room, table.rpartition("/")[2]
    before = floor.do(lambda: room.table(name)).game
    floor.do(lambda: room.forget(name))
    again = floor.do(lambda: room.table(name)).game
    assert again is not before
    assert (again.balances(), again.number) == (before.balances(), before.number)


@pytest.mark.parametrize("limit", ["no", "pot"])
def test_hands_of_big_bet_holdem_with_side_pots(floor: Lab, limit: str) -> None:
    table = spread(floor, f"HD-BIG-{limit}", BALTIMORE, form="holdem", **STAKES[limit])
    for number, cents in ((1, 5000), (2, 20000), (3, 12000), (4, 30000)):
        seat(floor, table, number, cents=cents)
    total = 67000

    def choose(dealer: Dealer, found: dict[str, Any]) -> str:
        return "all-in" if dealer.chance.random() < 0.2 and found["most"] else dealer._verb(found)

    dealer = Dealer(floor.program("dealer"), table, "holdem", f"big {limit}", choose)
    for hand in range(1, 5):
        shown = dealer.hand()
        assert shown["hands"] == hand
        assert chips(shown) + taken_from(floor, table) == total
        for lost in [s for s in shown["seats"] if s["taken"] and not s["chips"]]:
            dealer.act(act="buy", seat=lost["seat"], cents=5000)
            total += 5000
            assert dealer.look()["seats"][lost["seat"] - 1]["status"] == "returns", "who buys again is dealt in"
    assert {"Main pot", "Side pot 1"} <= dealer.pots
    reopened(floor, table)


def holdem(floor: Lab, name: str, *seats: int, **game: Any) -> Dealer:
    table = spread(floor, name, BALTIMORE, form="holdem", **STAKES["no"] | game)
    seat(floor, table, *(seats or (1, 2, 3)))
    return Dealer(floor.program("dealer"), table, "holdem", name)


def state_of(shown: dict[str, Any]) -> Any:
    hand = shown["hand"] or {}
    seats = [(s["seat"], s["chips"], s["bet"], s["cards"], s["in_hand"]) for s in shown["seats"] if s["taken"]]
    kept = (shown["playing"], shown["turn"], shown["button"], shown["hands"], seats, shown["dealing"]["next"])
    return (*kept, shown["dealing"]["pots"], shown["dealing"]["taken"], hand.get("board"), hand.get("phase"))


def test_everything_keyed_is_taken_back_act_by_act_to_the_start_of_the_hand(floor: Lab) -> None:
    dealer = holdem(floor, "HD-UNDO")
    dealer.hand()
    stood = [dealer.look()]
    for _ in range(60):
        dealer.one(stood[-1])
        stood.append(dealer.look())
        if not stood[-1]["playing"]:
            break
    assert len(stood) > 5
    for number in range(len(stood) - 2, -1, -1):
        told = dealer.act(act="undo")["happened"]
        assert told[0]["type"] == "TakenBack"
        assert state_of(dealer.look()) == state_of(stood[number])
    again = dealer.client.post(f"{dealer.table}/acts", json={"act": {"act": "undo"}})
    assert (again.status_code, again.json()["error"]) == (409, "The hand is over, and the table has gone on.")
    hands = dealer.client.get(f"{dealer.table}/hands").json()
    assert len(hands) == 1, "the hand that was taken back is in the journal, and in no account of the hands"
    reopened(floor, dealer.table)
    dealer.hand()
    reopened(floor, dealer.table)


def test_who_is_brought_in_while_others_look_has_the_keys_and_seats_walk_ins_by_name(floor: Lab) -> None:
    """Demo chips come over the table where the staff gives them; a walk-in has a name and no account."""
    table, supervisor = spread(floor, "HD-WALK", BALTIMORE, form="holdem", **STAKES["no"]), floor.program("supervisor")
    life = "/api/v1/tables/HD-WALK/life"
    assert supervisor.get(table).json()["dealer"] == "dealer"
    assert supervisor.post(life, json={"act": "dealer-in", "badge": "dealer-7"}).status_code == 200
    assert supervisor.get(table).json()["dealer"] == "dealer-7"
    page = floor.browser("dealer-7").get("/room/tables/HD-WALK")
    assert "a hand needs two players" in page.text
    for number, name in ((1, "Rosa Keller"), (2, "José Núñez")):
        given = {"act": "sit", "seat": number, "cents": 20000, "patron": name}
        answer = supervisor.post(f"{table}/acts", json={"act": given})
        assert answer.status_code == 200, answer.text
    seats = {seat["seat"]: (seat["patron"], seat["name"]) for seat in supervisor.get(table).json()["seats"][:2]}
    assert seats == {1: ("Rosa-Keller", "Rosa Keller"), 2: ("Jose-Nunez", "José Núñez")}
    more = floor.program("dealer-7").post(f"{table}/acts", json={"act": {"act": "buy", "seat": 1, "cents": 5000}})
    assert more.status_code == 200, more.text
    assert chips(supervisor.get(table).json()) == 45000
    assert supervisor.post(life, json={"act": "dealer-in", "badge": "dealer"}).status_code == 200


def test_a_ruling_is_not_taken_back_and_what_patrons_bought_stands(floor: Lab) -> None:
    dealer = holdem(floor, "HD-UNDO-2")
    for _ in range(3):
        dealer.one(dealer.look())
    dealer.act(act="buy", seat=1, cents=1000)
    turn = dealer.look()["turn"]
    dealer.act(act="play", seat=turn, verb="fold")
    dealer.act(act="undo")
    assert dealer.look()["turn"] == turn
    assert chips(dealer.look()) + dealer.look()["hand"]["pot"] == 61000, "what was bought in the meantime stands"
    dealer.act(act="play", seat=turn, verb="fold")
    for _ in range(3):
        dealer.act(act="undo")
    stale = dealer.client.post(f"{dealer.table}/acts", json={"act": {"act": "undo"}})
    assert stale.status_code == 409
    assert "since the deal" in stale.json()["error"]
    declare = {"act": {"act": "declare", "when": "first-cards-exposed"}, "command": "declared once"}
    assert floor.program("player").post(f"{dealer.table}/acts", json=declare).status_code == 403
    ruled, again = (dealer.client.post(f"{dealer.table}/acts", json=declare) for _ in range(2))
    assert (ruled.status_code, again.json()) == (200, ruled.json()), again.text
    stale = dealer.client.post(f"{dealer.table}/acts", json={"act": {"act": "undo"}})
    assert "ruling" in stale.json()["error"]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ({"act": "deal", "drawn": {"1": "Xx"}}, "is no card"),
        ({"act": "deal", "drawn": {"9": "Ks"}}, "draws for the button"),
        ({"act": "deal", "cards": ["Ks"]}, "'deal' does not take 'cards'"),
        ({"act": "undo", "seat": 1}, "'undo' does not take 'seat'. It takes nothing."),
        ({"act": "play", "seat": 1, "verb": "fold", "amount": 5}, "does not take 'amount'"),
        ({"act": "drop", "cents": 500}, "follow from the hands"),
        ({"act": "next-game"}, "One game is spread"),
        ({"act": "leave", "seat": 1, "counted": 500}, "on record here"),
    ],
)
def test_what_the_table_does_not_take_is_refused_in_words(floor: Lab, act: dict[str, Any], words: str) -> None:
    if not hasattr(floor, "refusing"):
        floor.refusing = holdem(floor, "HD-NO").table  # type: ignore[attr-defined]
    answer = floor.program("supervisor").post(f"{floor.refusing}/acts", json={"act": act})  # type: ignore[attr-defined]
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["error"]


def test_a_hand_that_is_shown_is_keyed_with_its_faces(floor: Lab) -> None:
    dealer = holdem(floor, "HD-SHOW", 1, 2)
    for _ in range(60):
        shown = dealer.look()
        if shown["dealing"]["next"]["do"] == "show":
            break
        if shown["dealing"]["next"]["do"] == "act":
            dealer.act(act="play", seat=shown["turn"], verb="check" if shown["dealing"]["options"]["check"] else "call")
        else:
            dealer.one(shown)
    first = shown["turn"]
    refused = dealer.client.post(f"{dealer.table}/acts", json={"act": {"act": "play", "seat": first, "verb": "show"}})
    assert (refused.status_code, "Key the cards that are shown" in refused.text) == (422, True)
    dealer.act(act="play", seat=first, verb="muck")
    shown = dealer.look()
    assert not shown["playing"], "the last hand has the pot, unseen"
    assert "Push" in shown["dealing"]["next"]["words"]


def test_a_mixed_game_goes_through_its_rotation(floor: Lab) -> None:
    games = [
        {"form": "holdem", **STAKES["fixed"]},
        {"form": "omaha-8", **STAKES["fixed"]},
        {"form": "razz", **STAKES["stud"]},
        {"form": "stud", **STAKES["stud"]},
        {"form": "stud-8", **STAKES["stud"]},
    ]
    dealer = holdem(floor, "HD-MIXED", games=games, **STAKES["fixed"])
    for leg in (*games, games[0]):
        assert dealer.look()["form"] == leg["form"]
        dealer.hand()
        dealer.act(act="next-game")
    dealer.act(act="next-game", form="stud")
    assert dealer.look()["form"] == "stud"
    reopened(floor, dealer.table)


def test_a_table_may_key_seats_only(floor: Lab) -> None:
    """Occupancy, drop and tips by declaration; chips lie on the layout until who leaves is counted out."""
    dealer = holdem(floor, "HD-SEATS", keyed="seats")
    supervisor = floor.program("supervisor")
    assert dealer.look()["dealing"]["next"]["do"] == "seats"
    assert dealer.look()["dealing"]["in_play"] == 60000
    refused = dealer.client.post(f"{dealer.table}/acts", json={"act": {"act": "deal", "drawn": {"1": "Ks"}}})
    assert "No hands are keyed" in refused.json()["error"]
    dealer.act(act="buy", seat=1, cents=10000)
    dealer.act(act="drop", cents=600)
    dealer.act(act="drop", cents=200, kind="jackpot")
    given = {"act": "toke", "seat": 2, "cents": 100}
    assert supervisor.post(f"{dealer.table}/acts", json={"act": given}).status_code == 200
    assert dealer.look()["dealing"]["in_play"] == 69100
    for wrong, words in (({}, "counts the chips"), ({"counted": 69200}, "more than all chips in play")):
        answer = dealer.client.post(f"{dealer.table}/acts", json={"act": {"act": "leave", "seat": 1, **wrong}})
        assert (answer.status_code, words in answer.text) == (422, True)
    dealer.act(act="leave", seat=1, counted=40000)
    dealer.act(act="out", seat=2)
    dealer.act(act="back", seat=2)
    dealer.act(act="leave", seat=2, counted=0)
    dealer.act(act="leave", seat=3, counted=29100)
    assert dealer.look()["dealing"]["in_play"] == 0
    reopened(floor, dealer.table)
    closing = supervisor.post(f"{dealer.table}/close", json={})
    assert closing.status_code == 200, closing.text


def test_the_dealers_page_keys_words_and_chips_and_calls_the_floor(floor: Lab) -> None:
    dealer = holdem(floor, "HD-SAID")
    for _ in range(2):
        dealer.one(dealer.look())
    browser, turn = floor.browser("dealer"), dealer.look()["turn"]
    path = "/room/tables/HD-SAID/dealing"
    said = browser.post(path, json={"act": "say", "seat": turn, "chips": "25"})
    assert said.status_code == 200, said.text
    bets = {s["seat"]: s["bet"] for s in dealer.look()["seats"] if s["taken"]}
    assert bets[turn] == 300, "one oversized chip without a word is a call"
    assert browser.post(path, json={"act": "call-floor"}).json()["said"] == "The floor is called"
    assert browser.post(path, json={"act": "undo"}).status_code == 200
    assert dealer.look()["turn"] == turn
    wrong = browser.post(path, json={"act": "say", "seat": turn, "says": "sing"})
    assert (wrong.status_code, "no declaration" in wrong.json()["error"]) == (422, True)
    unknown = browser.post(path, json={"act": "juggle"})
    assert (unknown.status_code, "no key" in unknown.text) == (400, True)


def test_a_losing_hand_that_was_shown_and_killed_is_told_once() -> None:
    records: list[dict[str, Any]] = [
        {"type": "Shown", "seat": 1, "cards": ["As", "Kd"]},
        {"type": "Shown", "seat": 2, "cards": ["2c", "2d"]},
        {"type": "Mucked", "seat": 3},
        {"type": "Mucked", "seat": 1},
        {"type": "Awarded", "seat": 2, "amount": 1600, "half": "high"},
    ]
    named = {1: "Ada", 2: "Bea", 3: "Cal"}
    assert [line.words for line in log_lines(records, named, 0)] == [
        "Ada: show As Kd",
        "Bea: show 2c 2d",
        "Cal: hand not shown",
        "Bea wins $16",
    ]
    low = {"type": "Awarded", "seat": 1, "amount": 800, "half": "low"}
    assert log_lines([*records, low], named, 0)[-2].words == "Bea wins $16 with the high hand"


def test_where_there_were_several_pots_every_win_names_its_own() -> None:
    records = [
        {"type": "Awarded", "seat": 7, "amount": 6_00, "pot": 1},
        {"type": "Awarded", "seat": 2, "amount": 276_50, "pot": 0, "half": "high"},
        {"type": "Awarded", "seat": 7, "amount": 276_50, "pot": 0, "half": "low"},
    ]
    assert [line.words for line in log_lines(records, {2: "Ada", 7: "Dot"}, 2)] == [
        "Dot wins $6 of side pot 1",
        "You win $276.50 of the main pot with the high hand",
        "Dot wins $276.50 of the main pot with the low hand",
    ]


def test_the_dealer_reads_how_long_a_seat_is_away_and_what_else_the_book_rules_on(floor: Lab) -> None:
    dealer = holdem(floor, "HD-AWAY", 1, 2, 3, 5)
    dealer.hand()
    dealer.act(act="out", seat=2)
    browser, path = floor.browser("dealer"), "/room/tables/HD-AWAY"
    assert ">Away<" in browser.get(path).text
    floor.clock.advance(6 * MINUTE_US + 1)
    page = browser.get(path).text
    assert "Away, 6 min" in page and "Away, 6 min" in browser.get(f"{path}/seat?seat=2").text
    for _ in range(2):
        dealer.one(dealer.look())
    page = browser.get(path).text
    first, *folds = re.split(r'<details class="k-more">', page)
    assert len(re.findall(r'data-when="', first)) == 5
    for fold in folds:
        count, inside = re.search(r'data-count="(\d+)"', fold), fold.split("</details>")[0]
        assert count is not None and len(re.findall(r'data-when="', inside)) == int(count[1]) > 0
    listed = re.findall(r'data-when="([^"]+)"', page)
    assert len(listed) == len(set(listed)) == len(possible(open_room(BALTIMORE), None))
    never = folds[-1].split("</details>")[0]
    assert 'data-when="exposed-on-draw"' in never and "k-case off" in never, "nothing is drawn in hold'em"


def test_who_won_many_parts_of_a_pot_is_told_what_they_come_to() -> None:
    parts = [(1, 49_00, "high", 0), (1, 49_00, "low", 0), (2, 97_00, "high", 1), (1, 97_00, "high", 2)]
    records = [{"type": "Awarded", "seat": s, "amount": a, "half": h, "board": b} for s, a, h, b in parts]
    told = log_lines(records, {1: "Ada", 2: "Bea"}, 1)
    assert _result(told, {"records": records}, {1: "Ada", 2: "Bea"}, 1) == "You win $195 · Bea wins $97"
    assert _result(told[:1], {"records": records[:1]}, {1: "Ada"}, 2) == "You win $49 with the high hand"
