"""Cards of the rooms at Cleveland and Oneida over HTTP: inspected, shown, counted, sent away, clause by clause."""

import contextlib
from collections.abc import Iterator
from html import escape
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import MINUTE_US
from croupier.house.tables.equipment import checklist
from croupier.rounds.refusal import Refused

from .hand_dealt import seat
from .lab import Lab, lab
from .two_rooms import BANK, INSPECTED, SHOWN, YEARS_US, Room

CLEVELAND, ONEIDA = "horseshoe-cleveland", "oneida"
HOUR_US = 60 * MINUTE_US
BOTH = [CLEVELAND, ONEIDA]
# Who inspects, how many decks, how they differ, who sees them, how often they are counted: the clause of each.
CLAUSES = {
    CLEVELAND: {"deck-inspected-by": "3(f), 5(b)", "decks-at-table": "3(a)", "decks-differ": "3(a)",
                "seen-by-players": "5(b)", "damaged-card": "3(f), 3(g)", "deck-count": "7(e)(4), 7(e)(5)",
                "deck-hours": "3(c)", "deck-shown": "5(b)-(e), 6(a), 6(b)"},
    ONEIDA: {"deck-inspected-by": "D(2)", "decks-at-table": "B(2)", "decks-differ": "B(2)",
             "seen-by-players": "D(3), D(4)", "damaged-card": "F(5)(f)", "deck-count": "F(5)(f)",
             "deck-hours": "B(2)(b)", "deck-shown": "D(3)-(5), E(1), E(2)"},
}  # fmt: skip


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("two-rooms"), "big-six") as made:
        made.clock.advance(5 * YEARS_US)
        yield made


@pytest.fixture(scope="module")
def rooms(floor: Lab) -> dict[str, Room]:
    return {place: Room(floor, place) for place in BOTH}


@pytest.fixture(params=BOTH)
def room(request: Any, rooms: dict[str, Room]) -> Room:
    return rooms[request.param]


def clause(room: Room, rule: str) -> str:
    return CLAUSES[room.place][rule]


def test_each_room_has_its_book_and_says_what_it_does_not_print(room: Room) -> None:
    shown = room.get("dealer", "/rules")
    assert shown["rulebook"].startswith(f"{room.place}/room@")
    assert {item["name"] for item in shown["conduct"]} == {
        *("playing-for-another", "telling-another"),
        *(["any-other-reason"] if room.place == ONEIDA else []),
    }
    told = {row["what"]: row["instead"] for row in shown["unprinted"]}
    assert "chip carts" in told and all(told.values())
    assert ("even exchanges for a patron" in told) == (room.place == ONEIDA)
    for kind, what in (("cart", "chip carts"), ("rack", "racks kept at a set amount")):
        body = {"name": "NEW-9", "kind": kind, "par": 100_00, "password": PASSWORD}
        said = room.ask("manager", f"{room.base}/banks", 422, **body)["error"]
        assert said == f"The book of this room prints nothing on {what}. {told[what]}"


def test_a_table_does_not_open_before_two_decks_are_inspected_by_two(room: Room) -> None:
    table = f"P-{room.place[:2]}-1"
    lacks = room.spread(table)["lacks"]
    assert f"No inspected deck is at the table. (clause {clause(room, 'deck-inspected-by')})" in [
        lack["words"] for lack in lacks
    ]
    room.papers(table)
    assert [lack["kind"] for lack in room.spread(table)["lacks"]] == ["deck"]
    label = room.deck("red")
    said = room.refused("dealer", "deck", table, deck=label, items=INSPECTED[room.place][1:])
    assert INSPECTED[room.place][0] in said[0]
    slip = room.slip("dealer", "deck", table, deck=label, items=INSPECTED[room.place])
    assert room.line("dealer", slip, "verify", 403)["error"]
    room.line("supervisor", slip, "verify")
    (lack,) = room.spread(table)["lacks"]
    assert lack["words"] == f"1 of 2 decks are inspected and at the table. (clause {clause(room, 'decks-at-table')})"
    slip = room.slip("dealer", "deck", table, deck=room.deck("RED"), items=INSPECTED[room.place])
    assert room.line_refused("supervisor", slip, "verify")[1] == clause(room, "decks-differ")
    room.inspected(table, "blue")
    assert room.spread(table)["state"] == "open"
    slip = room.slip("dealer", "deck", table, deck=room.deck("green"), items=INSPECTED[room.place])
    assert room.line_refused("supervisor", slip, "verify") == (
        f"2 decks are at {table}. One goes out of play first.",
        clause(room, "decks-at-table"),
    )


def test_no_hand_is_dealt_before_the_first_two_players_saw_the_decks(room: Room) -> None:
    table = f"P-{room.place[:2]}-2"
    room.open(table)
    ann, bob = room.seat(table, 1, 2)
    assert room.deal(table, 422)["clause"] == clause(room, "seen-by-players")
    papers = room.get("dealer", f"/tables/{table}")
    assert [waits["slip"] for waits in papers["waits"]] == ["deck-shown"]
    about = {"players": [ann, bob], "items": SHOWN, "cut": 12}
    wrong = (
        ({"players": [ann]}, "seen-by-players"),
        ({"players": [ann, ann]}, "seen-by-players"),
        ({"players": [ann, "somebody-else"]}, "seen-by-players"),
        ({"items": SHOWN[:-1]}, "deck-shown"),
        ({"cut": 9}, "deck-shown"),
    )
    for changed, rule in wrong:
        assert room.refused("dealer", "deck-shown", table, **about | changed)[1] == clause(room, rule)
    room.slip("supervisor", "deck-shown", table, 403, **about)
    room.shown(table, ann, bob)
    assert room.get("dealer", f"/tables/{table}")["waits"] == []
    room.deal(table)


@pytest.mark.slow
def test_a_table_opens_from_the_board_of_a_room_without_racks(room: Room) -> None:
    """The bank is what two people count, the checklist and the inspection are ticked as the room's books print them."""
    floor, table = room.floor, f"BRD-{room.place[:3]}"
    board = f"/room/{room.place}/board"
    pages = {badge: floor.browser(badge) for badge in ("supervisor", "dealer")}

    def does(badge: str, act: str, **form: Any) -> None:
        page = pages[badge]
        given = {name.replace("_", "-"): str(value) for name, value in form.items()} | {"csrf": page.headers["x-csrf"]}
        answer = page.post(f"{board}/{act}", data=given)
        assert answer.status_code == 303, (act, answer.text.split('class="notice error"', 1)[-1][:400])

    def signs_last() -> str:
        """The slip that waits at this table: others of the room wait on the same board."""
        with floor.storage.reading() as conn:
            slip = floor.house.documents.find(conn, table_id=table, unfinished=True)[0]
        assert f'name="slip" value="{slip.id}"' in pages["supervisor"].get(board).text
        return slip.id

    game = {"id": table, "form": "holdem", "limit": "no", "mode": "dealer", "small": 1, "big": 3}
    does("supervisor", "spread", **game)
    room.free_dealer(table)
    does("supervisor", "dealer", table=table, dealer="dealer")
    count = {"chips-500": 200, "password": PASSWORD}
    does("dealer", "slip", kind="opening", table=table, **count)
    does("supervisor", "sign", slip=signs_last(), step="verify", **count)
    shown = str(pages["dealer"].get(board).text)
    assert "sets the amount of the rack" not in shown
    posting = floor.house.posting_of(table)
    assert posting is not None
    items = {f"item-{number}": one for number, one in enumerate(checklist(posting))}
    assert items and all(escape(one, quote=False) in shown for one in items.values())
    does("dealer", "checklist", table=table, password=PASSWORD, **items)
    ticked = {f"item-{number}": one for number, one in enumerate(INSPECTED[room.place])}
    assert all(f'value="{one}"' in shown for one in ticked.values())
    for back in ("red", "blue"):
        does("dealer", "slip", kind="deck", table=table, deck=room.deck(back), password=PASSWORD, **ticked)
        does("supervisor", "sign", slip=signs_last(), step="verify", password=PASSWORD)
    does("supervisor", "open", table=table)
    assert room.program("supervisor").get(f"/api/v1/room/tables/{table}").json()["state"] == "open"


def test_each_opening_takes_a_new_inspection_of_the_decks_that_stayed(rooms: dict[str, Room]) -> None:
    room, table = rooms[CLEVELAND], "P-ho-3"
    labels = room.open(table)
    asked = room.ask("supervisor", f"/api/v1/room/tables/{table}/close")
    assert asked["state"] == "closing"  # its bank is counted first
    closing = room.ask("dealer", "/api/v1/documents", 201, kind="closing", table=table, chips=BANK, password=PASSWORD)
    path = f"/api/v1/documents/{closing['id']}/steps/verify"
    room.ask("supervisor", path, chips=BANK, container="cage", password=PASSWORD)
    with contextlib.suppress(Refused):  # the room's clock was first
        room.floor.do(lambda: room.floor.app.state.floor.spread.wind_up(table))
    room.floor.dealt_at = ""  # type: ignore[attr-defined]
    room.floor.clock.advance(MINUTE_US)
    assert "deck" in [lack["kind"] for lack in room.spread(table)["lacks"]]
    room.papers(table)
    for label in labels:
        slip = room.slip("dealer", "deck", table, deck=label, items=INSPECTED[CLEVELAND])
        room.line("supervisor", slip, "verify")
    assert room.spread(table)["state"] == "open"


def test_after_an_idle_time_the_decks_are_shown_again_where_the_book_says_so(room: Room) -> None:
    table = f"P-{room.place[:2]}-4"
    room.open(table)
    room.shown(table, *room.seat(table, 1, 2))
    room.hand(table)
    room.floor.clock.advance(MINUTE_US)
    room.leave(table, 1)
    third = room.seat(table, 3)
    room.hand(table)  # somebody of the last hand still sits here
    room.floor.clock.advance(MINUTE_US)
    room.leave(table, 2, 3)
    room.floor.clock.advance(MINUTE_US)
    again = room.seat(table, 1, 2)
    assert third[0] not in again
    waits = [one["slip"] for one in room.get("dealer", f"/tables/{table}")["waits"]]
    if room.place == CLEVELAND:  # there they may be shown again
        assert waits == []
    else:
        assert waits == ["deck-shown"]
        assert "No hand" in room.deal(table, 422)["error"]
        room.shown(table, *again)
    room.hand(table)


def test_decks_that_came_shuffled_in_a_sealed_package_are_dealt_at_once(rooms: dict[str, Room]) -> None:
    room, table = rooms[CLEVELAND], "P-ho-5"
    labels = [room.deck("red"), room.deck("blue")]
    for label in labels:
        slip = room.slip("dealer", "deck", deck=label, items=INSPECTED[CLEVELAND], sealed=True, shuffled=True)
        room.line("supervisor", slip, "verify")
    places = {deck["label"]: deck["place"] for deck in room.get("dealer", "/decks")}
    assert [places[label] for label in labels] == ["sealed-package"] * 2
    room.spread(table)
    room.papers(table)
    for label in labels:
        slip = room.slip("dealer", "deck", table, deck=label)
        room.line("supervisor", slip, "verify")
    assert room.spread(table)["state"] == "open"
    room.seat(table, 1, 2)
    room.hand(table)
    other = rooms[ONEIDA]
    slip = other.slip("dealer", "deck", deck=other.deck(), items=INSPECTED[ONEIDA], sealed=True)
    assert "sealed" in other.line_refused("supervisor", slip, "verify")[0]


def test_an_unsuitable_card_sends_the_whole_deck_away(room: Room) -> None:
    table = f"P-{room.place[:2]}-6"
    room.spread(table)
    label = room.deck("red", maker="")
    bad: dict[str, Any] = {"deck": label, "compromised": True}
    if room.place == CLEVELAND:
        assert "Who made deck" in room.refused("dealer", "deck", table, **bad)[0]
    slip = room.slip("dealer", "deck", table, maker="Best Cards", **bad)
    assert slip["state"] == "differs"
    (words,) = [words for words in room.notices(table) if label in words]
    assert "made by Best Cards" in words and "the commission" in words
    places = {deck["label"]: deck["place"] for deck in room.get("dealer", "/decks")}
    assert places[label] == ("cancelled-cards" if room.place == CLEVELAND else "used-cards")


def test_a_flawed_card_in_play_takes_its_deck_along_and_is_told(rooms: dict[str, Room]) -> None:
    room, table = rooms[CLEVELAND], "P-ho-7"
    red, _ = room.open(table)
    spare = room.deck("red", kind="replacement")
    said = room.refused("supervisor", "card-replacement", table, deck=red, replacement=spare, card=7)
    assert said == (
        "One bad card sends its whole deck away. Take the deck out of play and bring another.",
        "3(f), 3(g)",
    )
    out = {"deck": red, "items": ["marked-black", "counted"], "counted": 52}
    assert room.refused("supervisor", "deck-removal", table, **out, reason="flawed")[1] == "3(f), 3(g)"
    told = [*out["items"], "card-defaced", "shift-manager-told", "commission-told"]
    assert room.refused("dealer", "deck-removal", table, **out | {"items": ["counted"]})[1] == "3(c)"
    alone = room.slip("dealer", "deck-removal", table, 403, **out | {"items": told, "reason": "flawed"})
    assert alone["clause"] == "3(f), 3(g)", "the supervisor replaces the deck (000:3021)"
    room.slip("supervisor", "deck-removal", table, **out | {"items": told, "reason": "flawed"})
    assert any("had a flawed card (made by Best Cards)" in words for words in room.notices(table))
    assert "1 of 2 decks" in room.get("dealer", f"/tables/{table}")["waits"][0]["words"]
    room.inspected(table, "green")


def test_a_deck_leaves_at_any_time_on_the_word_of_the_commission_or_a_supervisor(rooms: dict[str, Room]) -> None:
    """Cleveland, lines 3008, 3013, 3021: called out of play it deals no further hand; a dealer alone sends none off."""
    room, table = rooms[CLEVELAND], "P-ho-31"
    red, blue = room.open(table)
    room.seat(table, 1, 2)
    out = {"items": ["marked-black", "counted"], "counted": 52}
    for reason in ("", "called"):
        alone = room.slip("dealer", "deck-removal", table, 403, deck=red, reason=reason, **out)
        assert ("the commission" in alone["error"], alone["clause"]) == (True, "3(c), 3(f), 3(g)")
    room.slip("dealer", "deck-call", table, 403, deck=red)
    assert room.slip("commission", "deck-call", table, 409, deck=room.deck("red"))["error"].endswith(f"at {table}.")
    page = room.floor.browser("commission")
    form = {"csrf": page.headers["x-csrf"], "house": CLEVELAND, "kind": "deck-call", "table": table, "deck": red}
    assert 'value="deck-call"' in page.get(f"/room/papers?house={CLEVELAND}").text
    sent = page.post("/room/papers/slip", data={**form, "reason": "a bent corner", "password": PASSWORD})
    assert sent.status_code == 303, sent.text
    assert f"Deck {red} is called out of play by the commission: a bent corner" in room.notices(table)
    said = f"Deck {red} is called out of play."
    refused = room.deal(table, 422)
    assert (said in refused["error"], refused["clause"]) == (True, "3(c), 3(f), 3(g)")
    again = room.slip("dealer", "deck", table, 409, deck=red, items=INSPECTED[CLEVELAND])
    assert said in again["error"], "no inspection keeps it"
    room.slip("dealer", "deck-removal", table, deck=red, **out)
    room.slip("supervisor", "deck-removal", table, deck=blue, **out)  # his own word
    oneida = rooms[ONEIDA]
    assert (
        "prints nothing on removal on call"
        in oneida.refused("supervisor", "deck-call", "P-on-8", deck=oneida.deck())[0]
    )


def test_cards_are_counted_as_they_leave_and_leave_in_time(room: Room) -> None:
    table = f"P-{room.place[:2]}-8"
    red, blue = room.open(table)
    room.seat(table, 1, 2)
    hours = {CLEVELAND: 720, ONEIDA: 6}[room.place]
    room.floor.clock.advance(hours * HOUR_US)
    refused = room.deal(table, 422)
    assert (f"for {hours} hours" in refused["error"], refused["clause"]) == (True, clause(room, "deck-hours"))
    items = ["marked-black", "counted"] if room.place == CLEVELAND else []
    for label, counted in ((red, 52), (blue, 51)):
        room.slip("dealer", "deck-removal", table, deck=label, items=items, counted=counted)
    told = [words for words in room.notices(table) if blue in words]
    assert told == ([f"Deck {blue} left {table} with 51 cards, not 52"] if room.place == CLEVELAND else [])


def test_the_dealer_counts_the_deck_and_a_wrong_count_sends_it_away(room: Room) -> None:
    table = f"P-{room.place[:2]}-9"
    red, blue = room.open(table, options={"shuffling": "by-hand"})
    room.slip("dealer", "deck-count", table, deck=red, counted=52)
    assert "there is no stub" in room.slip("dealer", "deck-count", table, 409, deck=red, counted=41, stub=True)["error"]
    assert room.refused("dealer", "deck-count", table, deck=red)[1] == clause(room, "deck-count")
    by_another = room.slip("supervisor", "deck-count", table, 403, deck=blue, counted=52)
    assert "counts the cards of" in by_another["error"]
    slip = room.slip("dealer", "deck-count", table, deck=blue, counted=51)
    assert slip["state"] == "differs"
    assert any(f"Deck {blue}: 51 cards counted" in words for words in room.notices(table))
    assert [deck["label"] for deck in room.get("dealer", f"/tables/{table}")["decks"]] == [red]


def test_how_many_cards_a_stub_has_is_on_record_and_not_stated_by_who_counts(room: Room) -> None:
    """Two hands of two cards were dealt and given up: 48 are left, and a card short is not talked away."""
    table = f"P-{room.place[:2]}-30"
    red, blue = room.open(table, options={"shuffling": "by-hand"})
    room.shown(table, *room.seat(table, 1, 2))
    room.hand(table)
    left = 48
    for stated in (left - 1, 41, 1):
        answer = room.slip("dealer", "deck-count", table, 409, deck=red, counted=stated, expected=stated)
        assert answer["error"].startswith("The record of this table has another number of cards there.")
        assert answer["clause"] == clause(room, "deck-count")
    through_the_pit = {"kind": "deck-count", "table": table, "counted": 5, "expected": 5, "password": PASSWORD}
    assert (
        "begun at the poker room's papers" in room.ask("dealer", "/api/v1/documents", 422, **through_the_pit)["error"]
    )
    slip = room.slip("dealer", "deck-count", table, deck=red, counted=left, stub=True, command=f"stub-{table}")
    assert (slip["state"], slip["signed"][0]["data"]["expected"]) == ("counted", left)
    again = room.slip("dealer", "deck-count", table, deck=red, counted=left, stub=True, command=f"stub-{table}")
    assert again["id"] == slip["id"]
    form = {"house": room.place, "password": PASSWORD, "kind": "deck-count", "table": table, "deck": blue}
    page = room.floor.browser("dealer")
    sent = page.post("/room/papers/slip", data={**form, "counted": str(left - 1), "stub": "1"})
    assert sent.status_code == 303, sent.text
    assert any(f"Deck {blue}: {left - 1} cards counted, {left} expected" in words for words in room.notices(table))


def test_a_stub_is_counted_in_board_games_only_at_cleveland(rooms: dict[str, Room]) -> None:
    stud = {"form": "stud", "limit": "fixed", "small": 400, "big": 800, "ante": 100, "bring_in": 200, "blinds": []}
    red, _ = rooms[CLEVELAND].open("P-ho-10", **stud)
    room = rooms[CLEVELAND]
    room.shown("P-ho-10", *room.seat("P-ho-10", 1, 2))
    room.deal("P-ho-10")
    said = room.refused("dealer", "deck-count", "P-ho-10", deck=red, counted=30, stub=True)
    assert said == ("The whole deck is counted in this game. All 52 cards.", "7(e)(4), 7(e)(5)")


def test_oneida_counts_every_hour_unless_a_shuffler_is_used(rooms: dict[str, Room]) -> None:
    room = rooms[ONEIDA]
    for table, how in (("P-on-11", "by-hand"), ("P-on-12", "device")):
        red, _ = room.open(table, options={"shuffling": how})
        room.shown(table, *room.seat(table, 1, 2))
        room.hand(table)
        room.floor.clock.advance(61 * MINUTE_US)
        waits = [one["slip"] for one in room.get("dealer", f"/tables/{table}")["waits"]]
        assert waits == (["deck-count"] if how == "by-hand" else [])
        if waits:
            assert room.deal(table, 422)["clause"] == "F(5)(f)"
            room.slip("dealer", "deck-count", table, deck=red, counted=52)
        room.hand(table)


def test_cleveland_tells_of_a_dealer_who_left_with_fewer_than_two_counts(rooms: dict[str, Room]) -> None:
    room = rooms[CLEVELAND]
    for table, counts, how in (("P-ho-13", 1, "device"), ("P-ho-14", 2, "device"), ("P-ho-15", 0, "counting-device")):
        red, _ = room.open(table, options={"shuffling": how})
        for _ in range(counts):
            room.slip("dealer", "deck-count", table, deck=red, counted=52)
        room.floor.dealt_at = ""  # type: ignore[attr-defined]
        room.ask("supervisor", f"/api/v1/tables/{table}/life", act="dealer-out")
        told = [words for words in room.notices(table) if "times in this turn" in words]
        few = ["Badge dealer counted the deck 1 of 2 times in this turn"]
        assert told == (few if counts == 1 else [])


@pytest.mark.slow
def test_with_a_shuffler_the_decks_take_turns(room: Room) -> None:
    table = f"P-{room.place[:2]}-16"
    labels = sorted(room.open(table, options={"shuffling": "device"}))
    room.shown(table, *room.seat(table, 1, 2))
    for number in range(3):
        assert room.get("dealer", f"/tables/{table}")["next_deck"] == labels[number % 2]
        room.hand(table)


def test_a_deck_has_backs_that_can_be_told_apart(room: Room) -> None:
    body = {"label": "plain", "password": PASSWORD}
    assert room.ask("supervisor", f"{room.base}/decks", 422, **body)["clause"] == clause(room, "decks-differ")


def test_play_for_another_is_forbidden_and_who_does_it_leaves(room: Room) -> None:
    about = {"patron": "player-2", "offence": "telling-another", "password": PASSWORD}
    path = f"{room.base}/sanctions"
    assert room.ask("supervisor", path, 201, kind="suspension", hours=2, **about)["until_us"]
    assert room.ask("manager", path, 201 if room.place == ONEIDA else 422, kind="barring", **about)
    about |= {"patron": "player-3", "offence": "any-other-reason"}  # 002:8406: for whatever reason the house has
    denied = room.ask("supervisor", path, 201 if room.place == ONEIDA else 422, kind="suspension", hours=2, **about)
    assert room.place != ONEIDA or denied["clause"] == "R(2)"


def test_a_table_is_furnished_from_the_page_of_papers(rooms: dict[str, Room]) -> None:
    """Received, inspected and verified in a browser's forms; a refusal comes back beside what was typed."""
    room, table, path = rooms[CLEVELAND], "P-ho-20", "/room/papers"
    room.spread(table)
    signed = {"house": CLEVELAND, "password": PASSWORD}
    supervisor, dealer = (room.floor.browser(badge) for badge in ("supervisor", "dealer"))
    token = dealer.headers.pop("x-csrf")  # as a form without a script
    assert "What it does not print" in dealer.get(f"{path}?house={CLEVELAND}").text
    for label, back in (("PAGE-1", "red"), ("PAGE-2", "blue")):
        form = {"label": label, "back": back, "maker": "Best Cards", "at": "deck", **signed}
        assert supervisor.post(f"{path}/deck", data=form).status_code == 303
        begun = {"kind": "deck", "table": table, "deck": label, "at": "begin-deck", "csrf": token, **signed}
        refused = dealer.post(f"{path}/slip", data=begun)
        assert refused.status_code == 422 and "Not done: suit-and-order" in refused.text and label in refused.text
        begun |= {f"item-{item}": "yes" for item in INSPECTED[CLEVELAND]}
        assert dealer.post(f"{path}/slip", data=begun).status_code == 303
        slip = next(s for s in room.get("dealer", f"/tables/{table}")["slips"] if s["kind"] == "deck")
        line = {"kind": "deck", "document": slip["id"], "step": "verify", "state": "inspected", "at": slip["id"]}
        assert supervisor.post(f"{path}/sign", data=line | signed).status_code == 303
    assert [d["label"] for d in room.get("dealer", f"/tables/{table}")["decks"]] == ["PAGE-1", "PAGE-2"]
    assert dealer.get(f"{path}?house=hard-rock-cincinnati").status_code == 404
    assert supervisor.post(f"{path}/nothing", data=signed).status_code == 404


def test_an_electronic_table_calls_the_clock_that_the_house_posts_and_waits_without_one(room: Room) -> None:
    assert "clock-seconds" in {option["name"] for option in spreads(room)}
    for seconds in (0, 40):
        table = f"E-{room.place[:2]}-{seconds}"
        given = {"options": {"clock-seconds": seconds}, "think_s": 30, "pause_s": 0, "demo": True}
        room.spread(table, **given | {"mode": "electronic"})
        seat(room.floor, f"/api/v1/room/tables/{table}", 1, 2)
        for wait in (0, 31, 41):  # dealt; the clock is called; his time is up
            room.floor.clock.advance(wait * 1_000_000)
            with contextlib.suppress(Refused):  # the house's own clock may have been there first
                room.floor.do(lambda at=table: room.floor.app.state.floor.room_clock.table(at))
        shown = room.program("supervisor").get(f"/api/v1/room/tables/{table}").json()
        assert (shown["hands"], shown["playing"]) == (1, not seconds)  # whose time is up has a dead hand


def spreads(room: Room) -> list[dict[str, Any]]:
    found = room.program("supervisor").get("/api/v1/room/spreads", params={"property": room.place}).json()
    return list(found["options"])
